// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
#include <internal/array.h>

#include "stitch-quiet.h"

/* Ends @quiet before @time and @margin ns. */
static void quiet__end_before(struct stitch_quiet *quiet, uint64_t time, uint64_t margin)
{
	if (time <= margin)
		quiet->from = UINT64_MAX;
	else if (time - margin - 1 < quiet->to)
		quiet->to = time - margin - 1;
}

/* Begins @quiet after @time and @margin ns. */
static void quiet__begin_after(struct stitch_quiet *quiet, uint64_t time, uint64_t margin)
{
	uint64_t from;

	if (__builtin_add_overflow(time, margin + 1, &from)) {
		from = UINT64_MAX;
		quiet->to = 0;
	}
	if (from > quiet->from)
		quiet->from = from;
}

/* Cuts @quiet between the marks that come before and after @time, and @margin ns around them. */
static void quiet__cut(struct stitch_quiet *quiet, const struct stitch_marks *marks,
		       struct stitch_range range, uint64_t time, uint64_t margin)
{
	uint32_t i = stitch_marks__count(marks, range, (struct stitch_pos){time, UINT64_MAX});

	if (i)
		quiet__begin_after(quiet, marks->marks[range.first + i - 1].pos.time, margin);
	if (i < range.nr)
		quiet__end_before(quiet, marks->marks[range.first + i].pos.time, margin);
}

/* Cuts @quiet where records were lost: after the begin of a loss, and up to its end. */
static void quiet__cut_losses(struct stitch_quiet *quiet, const struct defer_stitch *st,
			      uint64_t time)
{
	size_t next = LOWER_BOUND(i, st->nr_losses, st->losses[i].end <= time);

	if (next && st->losses[next - 1].end > quiet->from)
		quiet->from = st->losses[next - 1].end;
	if (next < st->nr_losses && st->losses[next].begin < quiet->to)
		quiet->to = st->losses[next].begin;
	if (st->tail_loss < quiet->to)
		quiet->to = st->tail_loss;
	if (st->end < quiet->to)
		quiet->to = st->end;
}

void stitch_quiet__find(struct stitch_quiet *quiet, const struct defer_stitch *st,
			const struct stitch_task *task, uint64_t time)
{
	const struct stitch_task *process = task;

	if (quiet->pid != quiet->tid)
		process = stitch_index__task(st, quiet->pid);
	quiet->from = 0;
	quiet->to = UINT64_MAX;
	quiet__cut(quiet, &st->forks, task->forks, time, 0);
	quiet__cut(quiet, &st->execs, process->execs, time, DEFER_CLOCK_MARGIN);
	quiet__cut_losses(quiet, st, time);
}
