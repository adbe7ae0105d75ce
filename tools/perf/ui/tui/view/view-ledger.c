// SPDX-License-Identifier: GPL-2.0-only
/* The ledger: the lines of audit, section by section, and when user stacks were missing. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "ui/ledger/ledger-cells.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/profile/zoom.h"
#include "util/session/ledger.h"
#include "util/view/heat-samples.h"

#define STRIP_LEFT 14 /* columns before a strip of time */
#define NR_BUCKETS 2048

struct ledger_tui {
	struct ledger_lines lines;
	bool has_lines;
	struct heat_samples heat;
	bool has_heat;
	struct tally zoomed;
	double strip[TERM_MAX_COLS];
};

/* ---- tables ---- */

/* Draws the name of a row, which stays visible if the line is scrolled to the left. */
static void draw_name(const char *text, const char *search, struct term_win *win)
{
	term_win__hold(win);
	term_win__pad_match(win, text, LEDGER_NAME_WIDTH, search);
	term_win__release(win);
}

/* Draws a row of a table, or the headers of its columns. */
static void draw_cells(const struct ledger_cells *cells, bool heads, const char *search,
		       struct term_win *win)
{
	static const enum term_color colors[] = {
		[LEDGER_PLAIN] = TERM_NORMAL,
		[LEDGER_NONE] = TERM_DIM,
		[LEDGER_MISS] = TERM_MISSING,
	};
	char text[LEDGER_CELL_LEN];

	for (unsigned int i = 0; i < cells->nr; i++) {
		const struct ledger_cell *cell = &cells->cells[i];
		const char *what = heads ? cell->header : cell->text;
		const char *match = heads || !cell->is_label ? NULL : search;

		term_win__color(win, heads ? TERM_DIM : colors[cell->look]);
		if (i < cells->nr_names) {
			draw_name(what, match, win);
			continue;
		}
		snprintf(text, sizeof(text), "%s%*s", i > cells->nr_names ? "  " : "", cell->width,
			 what);
		term_win__puts_match(win, text, match);
	}
}

/* ---- lines of each kind ---- */

static void draw_total(const struct ledger_lines *lines, enum ledger_figure figure,
		       struct term_win *win)
{
	const struct tally *total = &lines->ledger->total, *zoomed = lines->zoomed;
	uint64_t nr = ledger_lines__figure(lines, figure);
	char known[LEDGER_PERCENT_LEN], told[LEDGER_TOLD_LEN];

	if (figure == LEDGER_TOLD_LOST)
		term_win__puts(win, ledger_view__told(lines->losses, told));
	else if (figure == LEDGER_SAMPLES)
		term_win__printf(win, "%10" PRIu64 "  samples%s", nr,
				 lines->filtered ? ", chosen ones only" : "");
	else if (figure == LEDGER_WITH_USER)
		term_win__printf(win, "%10" PRIu64 "  of them have a user stack to find", nr);
	else
		term_win__printf(win, "%10" PRIu64 "  of these are known: %s", nr,
				 ledger_view__known(total, known));
	if (zoomed && figure == LEDGER_SAMPLES)
		term_win__printf(win, "; %" PRIu64 " are zoomed into", zoomed->samples);
	if (zoomed && figure == LEDGER_KNOWN)
		term_win__printf(win, "; of what is zoomed into: %s",
				 ledger_view__known(zoomed, known));
}

static void draw_note(const struct ledger_note *note, const char *search, struct term_win *win)
{
	term_win__printf(win, "%10s  ", note->topic);
	term_win__puts_match(win, note->text, search);
}

static void draw_strip(struct ledger_tui *lt, const struct ledger_line *line, const char *search,
		       struct term_win *win)
{
	uint32_t nr = win->cols > STRIP_LEFT ? win->cols - STRIP_LEFT : 1;
	uint32_t row = line->index == DEFER_NR_CLASSES ? HEAT_ALL
						       : heat__find(&lt->heat.heat, line->index);
	char buf[LEDGER_LABEL_LEN];
	double peak = 0;

	win->skip = 0; /* the whole of time stays visible */
	if (nr > TERM_MAX_COLS)
		nr = TERM_MAX_COLS;
	heat__strip(&lt->heat.heat, row, heat__axis(&lt->heat.heat, nr), lt->strip);
	for (uint32_t i = 0; i < nr; i++)
		peak = lt->strip[i] > peak ? lt->strip[i] : peak;
	term_win__puts_match(win, ledger_lines__label(&lt->lines, line, buf), search);
	win->col = STRIP_LEFT;
	for (uint32_t i = 0; i < nr; i++) {
		unsigned int level = heat__level(lt->strip[i], peak, TERM_NR_HEAT);

		term_win__color(win, TERM_HEAT + level);
		if (level)
			term_win__glyph(win, GLYPH_LOWER + level, 1);
		else
			term_win__puts(win, " ");
	}
}

static void view_ledger__draw_line(const struct tui_view *view, uint64_t nr, struct term_win *win)
{
	struct ledger_tui *lt = view->priv;
	const struct ledger_lines *lines = &lt->lines;
	const struct ledger_line *line = &lines->lines[nr];
	struct ledger_cells cells;
	char text[LEDGER_TEXT_LEN];

	switch (line->kind) {
	case LEDGER_TITLE:
		term_win__color(win, TERM_TITLE);
		term_win__puts(win, ledger_section__title(line->index));
		break;
	case LEDGER_TOTAL:
		draw_total(lines, line->index, win);
		break;
	case LEDGER_NOTE:
		draw_note(&lines->notes[line->index], view->search, win);
		break;
	case LEDGER_STRIP:
		draw_strip(lt, line, view->search, win);
		break;
	case LEDGER_BAR:
		term_win__printf(win, "%s  ", ledger_lines__text(lines, line, text));
		term_win__color(win, TERM_BAR);
		term_win__bar(win, ledger_lines__bar(lines, line), 40);
		break;
	case LEDGER_RECORD:
		term_win__puts(win, ledger_lines__text(lines, line, text));
		break;
	case LEDGER_BLANK:
		break;
	default:
		ledger_lines__cells(lines, line, &cells);
		draw_cells(&cells, line->kind == LEDGER_HEAD, view->search, win);
	}
}

static uint64_t view_ledger__nr_lines(const struct tui_view *view)
{
	const struct ledger_tui *lt = view->priv;

	return lt->has_lines ? lt->lines.nr : 0;
}

static bool is_read(const struct tui_data *data)
{
	return data && data->ledger && data->session;
}

static unsigned int view_ledger__nr_heads(const struct tui_view *view)
{
	return is_read(view->data) ? 0 : 1;
}

static void view_ledger__draw_head(const struct tui_view *view, struct term_win *win)
{
	(void)view;
	term_win__color(win, TERM_DIM);
	term_win__puts(win, "The trace is being read");
}

static bool view_ledger__has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct ledger_lines *lines = &((const struct ledger_tui *)view->priv)->lines;
	char buf[LEDGER_LABEL_LEN];

	return strcasestr(ledger_lines__label(lines, &lines->lines[line], buf), text);
}

static void target_thread(const struct ledger_lines *lines, uint32_t thread,
			  struct zoom_target *target)
{
	const struct tally *tally = &lines->ledger->threads.tally[thread];

	target->pid = ledger_thread__pid(tally);
	target->tid = ledger_thread__tid(tally);
	target->comm_id = tally->key.b;
}

/* Delays from 2^(power - 1) on, below 2^power. */
static void target_delays(unsigned int power, struct zoom_target *target)
{
	target->least = power ? 1ULL << (power - 1) : 0;
	target->most = power < 64 ? (1ULL << power) - 1 : UINT64_MAX;
	target->most += !power;
}

static void view_ledger__target(const struct tui_view *view, struct zoom_target *target)
{
	const struct ledger_tui *lt = view->priv;
	const struct ledger_line *line;

	if (view->cursor >= view_ledger__nr_lines(view))
		return;
	line = &lt->lines.lines[view->cursor];
	switch (line->kind) {
	case LEDGER_CLASS:
	case LEDGER_CAUSE:
		target->cls = line->index;
		break;
	case LEDGER_STRIP:
		target->cls = line->index == DEFER_NR_CLASSES ? -1 : (int)line->index;
		break;
	case LEDGER_LOSS:
		target->cls = lt->lines.lost_rows[line->index].cls;
		target_thread(&lt->lines, lt->lines.lost_rows[line->index].thread, target);
		break;
	case LEDGER_THREAD:
		target_thread(&lt->lines, line->index, target);
		break;
	case LEDGER_CPU:
		target->cpu = lt->lines.cpus[line->index].key;
		break;
	case LEDGER_BAR:
		target_delays(line->index, target);
		break;
	default:
		break;
	}
}

/* ---- the view ---- */

static void ledger_tui__drop(struct ledger_tui *lt)
{
	ledger_lines__exit(&lt->lines);
	if (lt->has_heat)
		heat_samples__exit(&lt->heat);
	lt->has_lines = lt->has_heat = false;
}

static void view_ledger__close(struct tui_view *view)
{
	ledger_tui__drop(view->priv);
}

static int gather_heat(struct ledger_tui *lt, const struct tui_data *data, struct defer_error *err)
{
	const struct shown shown = {
		.samples = data->samples,
		.all = data->all,
		.part = data->all,
	};
	const struct heat_want want = {
		.evsel_idx = HEAT_ANY_EVENT,
		.by = HEAT_BY_CLASS,
		.nr_buckets = NR_BUCKETS,
	};

	lt->has_heat = true;
	return heat_samples__init(&lt->heat, &shown, &want, err);
}

/* Counts the samples that the zooms leave. */
static void count_zoomed(struct ledger_tui *lt, const struct fold *fold)
{
	lt->zoomed = (struct tally){.samples = 0};
	for (uint32_t i = 0; i < fold__nr(fold); i++) {
		const struct stack *stack = fold__stack(fold, i);

		lt->zoomed.samples += stack->sums.nr;
		lt->zoomed.classes[stack->cls] += stack->sums.nr;
	}
}

static int view_ledger__refresh(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct ledger_tui *lt = view->priv;
	bool is_zoomed = data->zooms && data->zooms->nr && data->fold;
	int ret = 0;

	ledger_tui__drop(lt);
	if (!is_read(data))
		return 0;
	if (is_zoomed)
		count_zoomed(lt, data->fold);
	if (data->samples && data->all)
		ret = gather_heat(lt, data, err);
	if (ret)
		return ret;
	lt->lines = (struct ledger_lines){
		.ledger = data->ledger,
		.session = data->session,
		.losses = data->losses,
		.heat = lt->has_heat ? &lt->heat.heat : NULL,
		.zoomed = is_zoomed ? &lt->zoomed : NULL,
		.filtered = data->ledger->total.samples !=
			    data->session->stats.types[DEFER_RECORD_SAMPLE],
		.on_screen = true,
	};
	ret = ledger_lines__init(&lt->lines, err);
	lt->has_lines = !ret;
	return ret;
}

static int view_ledger__status(const struct tui_view *view, char *buf, size_t size)
{
	const struct ledger_tui *lt = view->priv;
	char known[LEDGER_PERCENT_LEN];

	if (!lt->has_lines)
		return snprintf(buf, size, "%s", "");
	if (!tally__user(&lt->lines.ledger->total))
		return snprintf(buf, size, "no user stacks: %s",
				ledger_view__why_none(&lt->lines.ledger->total));
	return snprintf(buf, size, "%s of user stacks known",
			ledger_view__known(&lt->lines.ledger->total, known));
}

const struct tui_view_ops view_ledger_ops = {
	.name = "ledger",
	.title = "Where the samples went, and why user stacks are missing",
	.hint = "Enter: open  f: search  z: zoom",
	.size = sizeof(struct ledger_tui),
	.close = view_ledger__close,
	.refresh = view_ledger__refresh,
	.nr_lines = view_ledger__nr_lines,
	.draw_line = view_ledger__draw_line,
	.nr_heads = view_ledger__nr_heads,
	.draw_head = view_ledger__draw_head,
	.has = view_ledger__has,
	.target = view_ledger__target,
	.status = view_ledger__status,
};
