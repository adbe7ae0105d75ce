// SPDX-License-Identifier: GPL-2.0-only
/* The keys that move in time. */
#include "ui/tui/view/time-axis.h"
#include "ui/tui/view/view.h"

/* Moves the cursor in its column. Returns TUI_PASS for other keys. */
static int press_cells(struct time_axis *axis, uint32_t key, struct defer_error *err)
{
	int64_t part = time_grid__part(&axis->grid, axis->at), at = axis->at, by;
	int ret;

	switch (key) {
	case KEY_UP:
	case KEY_DOWN:
		by = key == KEY_UP ? -1 : 1;
		break;
	case KEY_HOME:
	case KEY_PGUP:
		by = at < part ? -at : -part;
		break;
	case KEY_END:
	case KEY_PGDN:
	case ' ':
		by = axis->grid.parts - 1 - part;
		by = by < axis->cols - 1 - at ? by : axis->cols - 1 - at;
		break;
	default:
		return TUI_PASS;
	}
	ret = time_axis__move(axis, by, err);
	return ret ? ret : TUI_DONE;
}

int time_axis__press(struct time_axis *axis, uint32_t key, struct defer_error *err)
{
	int64_t step = axis->grid.parts, tenth = axis->cols / step / 10;
	int ret;

	tenth = (tenth ? tenth : 1) * step;
	switch (key) {
	case KEY_LEFT:
	case KEY_RIGHT:
		ret = time_axis__move(axis, key == KEY_LEFT ? -step : step, err);
		break;
	case ',':
	case '.':
		ret = time_axis__move(axis, key == ',' ? -tenth : tenth, err);
		break;
	case '+':
	case '-':
		ret = time_axis__zoom(axis, key == '+', err);
		break;
	case '<':
	case '>':
		ret = time_axis__pan(axis, key == '>', err);
		break;
	default:
		return time_axis__has_grid(axis) ? press_cells(axis, key, err) : TUI_PASS;
	}
	return ret ? ret : TUI_DONE;
}
