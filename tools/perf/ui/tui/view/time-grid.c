// SPDX-License-Identifier: GPL-2.0-only
#include "ui/tui/view/time-grid.h"
#include "util/base/array.h"
#include "util/view/heat.h"

#define LEAST_COLS 10	/* that time is divided into, and that there is room for */
#define MOST_WIDTH 4	/* of a column */
#define LEAST_LEN  1000 /* ns, of a column; all of nr_parts divide it */
#define NR_LENS	   48	/* round lengths of columns; the last is 5e18 ns */
#define SECOND	   18	/* the one of them that is a second */

/* Returns round length @i: 1, 2, 5, 10, 20 and so on. */
static uint64_t round_len(unsigned int i)
{
	static const uint64_t steps[] = {LEAST_LEN, 2 * LEAST_LEN, 5 * LEAST_LEN};
	uint64_t len = steps[i % 3];

	for (; i >= 3; i -= 3)
		len *= 10;
	return len;
}

/* Returns the number of columns of length @i that @shown touches. */
static uint64_t count_cols(struct time_span shown, uint64_t zero, unsigned int i)
{
	uint64_t len = round_len(i);

	return (shown.end - zero) / len - (shown.start - zero) / len + 1;
}

static unsigned int choose_len(const struct time_grid *grid, struct time_span shown, uint64_t zero)
{
	uint32_t most = grid->max_cols > LEAST_COLS ? grid->max_cols : LEAST_COLS;
	unsigned int i = SECOND;

	while (i && count_cols(shown, zero, i) < LEAST_COLS &&
	       count_cols(shown, zero, i - 1) <= most)
		i--;
	while (i + 1 < NR_LENS && count_cols(shown, zero, i) > most)
		i++;
	return i;
}

static uint32_t choose_parts(const struct time_grid *grid, uint64_t nr_cols)
{
	static const uint32_t nr_parts[] = {100, 50, 40, 25, 20, 10, 8, 5, 4, 2};

	for (size_t i = 0; i < ARRAY_SIZE(nr_parts); i++) {
		if (nr_parts[i] <= grid->max_parts && nr_parts[i] * nr_cols <= HEAT_MAX_BUCKETS)
			return nr_parts[i];
	}
	return 1;
}

static uint64_t min(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

void time_grid__divide(struct time_grid *grid, struct time_span *shown, struct time_span all,
		       uint64_t zero)
{
	unsigned int i = choose_len(grid, *shown, zero);
	uint64_t len = round_len(i), before = (shown->start - zero) % len;
	uint64_t after = len - 1 - (shown->end - zero) % len, nr_cols = count_cols(*shown, zero, i);

	grid->width = nr_cols > grid->max_cols ? 1 : min(grid->max_cols / nr_cols, MOST_WIDTH);
	grid->parts = choose_parts(grid, nr_cols);
	grid->cell = len / grid->parts;
	shown->start -= min(before, shown->start - all.start);
	shown->end += min(after, all.end - shown->end);
	grid->start = shown->start - (shown->start - zero) % grid->cell;
	grid->skip = (grid->start - zero) % len / grid->cell;
	grid->nr = (shown->end - grid->start) / grid->cell + 1;
}

struct time_span time_grid__span(const struct time_grid *grid)
{
	uint64_t last = grid->start + (grid->nr - 1) * grid->cell;

	return (struct time_span){grid->start, last + min(grid->cell - 1, UINT64_MAX - last)};
}

bool time_grid__find(const struct time_grid *grid, uint32_t col, uint32_t part, uint32_t *cell)
{
	uint64_t at = (uint64_t)col * grid->parts + part;

	if (part >= grid->parts || at < grid->skip || at - grid->skip >= grid->nr)
		return false;
	*cell = at - grid->skip;
	return true;
}
