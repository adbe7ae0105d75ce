// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/machine/offcpu.h"

/* What the switches of a task up to one of them come to. */
struct offcpu_sum {
	uint64_t away;		    /* ns off the CPU */
	uint32_t outs, waits, gaps; /* switches out, those without preemption; switches missing */
};

struct offcpu {
	struct offcpu_switch *switches; /* sorted by tid, then time */
	struct offcpu_sum *sums;	/* of each switch and those of its task before it */
	size_t nr;
	uint64_t end;
};

bool offcpu__leaves_cpu(const struct defer_evsel *evsel)
{
	return evsel->name && !strcmp(evsel->name, OFFCPU_EVENT);
}

bool offcpu__is_event(const struct defer_evsel *evsel)
{
	return evsel->attr.type == DEFER_TYPE_TRACEPOINT &&
	       evsel->attr.sample_type & DEFER_SAMPLE_WEIGHT && offcpu__leaves_cpu(evsel);
}

bool offcpu__recorded(const struct defer_evlist *evlist)
{
	if (!defer_evlist__any_flag(evlist, DEFER_ATTR_CONTEXT_SWITCH))
		return false;
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		if (offcpu__is_event(defer_evlist__evsel(evlist, i)))
			return true;
	}
	return false;
}

/*
 * TASK_RUNNING is 0, and the other states are bits of the lowest byte. A bit above says that the scheduler
 * preempted the task (Linux 7.2, include/trace/events/sched.h, __trace_sched_switch_state()).
 */
#define ENDED 0x30 /* EXIT_DEAD, EXIT_ZOMBIE */

enum offcpu_why offcpu__why(const struct defer_sample *sample, uint32_t offset, uint32_t size)
{
	const struct defer_blob *raw = &sample->raw;
	const bool is_big = (__BYTE_ORDER == __BIG_ENDIAN) != sample->swap;
	uint8_t left_in;

	if (!size || raw->size < (uint64_t)offset + size)
		return OFFCPU_UNKNOWN;
	left_in = raw->data[offset + (is_big ? size - 1 : 0)];
	if (left_in & ENDED)
		return OFFCPU_UNKNOWN;
	return left_in ? OFFCPU_WAITS : OFFCPU_PREEMPTED;
}

void offcpu_log__exit(struct offcpu_log *log)
{
	free(log->switches);
	*log = (struct offcpu_log){0};
}

int offcpu_log__add(struct offcpu_log *log, const struct defer_event *ev, struct defer_error *err)
{
	if (!ARRAY_GROW(log->switches, log->cap, log->nr + 1))
		return error__no_memory(err, "for context switches");
	log->switches[log->nr++] = (struct offcpu_switch){
		.time = ev->id.time,
		.tid = ev->id.tid,
		.in = !ev->context_switch.out,
		.preempted = ev->misc & DEFER_MISC_SWITCH_OUT_PREEMPT,
	};
	return 0;
}

int offcpu_log__merge(struct offcpu_log *log, const struct offcpu_log *from,
		      struct defer_error *err)
{
	if (from->nr && !ARRAY_APPEND(log->switches, log->nr, log->cap, from->switches, from->nr))
		return error__no_memory(err, "for context switches");
	return 0;
}

/* A coarse clock may give both switches the same time: then the task left before it came back. */
static int offcpu_switch__cmp(const void *a, const void *b)
{
	const struct offcpu_switch *x = a, *y = b;

	return CMP(x->tid, y->tid) ?: CMP(x->time, y->time) ?: x->in - y->in;
}

static int offcpu__sum_up(struct offcpu *offcpu)
{
	const struct offcpu_sum none = {0};

	offcpu->sums = calloc(offcpu->nr + 1, sizeof(*offcpu->sums));
	for (size_t i = 0; offcpu->sums && i < offcpu->nr; i++) {
		const struct offcpu_switch *at = &offcpu->switches[i];
		bool is_first = !i || at[-1].tid != at->tid, was_in = is_first || at[-1].in;
		struct offcpu_sum *sum = &offcpu->sums[i];

		*sum = is_first ? none : sum[-1];
		sum->outs += !at->in;
		sum->waits += !at->in && !at->preempted;
		sum->gaps += at->in == was_in;
		if (at->in && !was_in)
			sum->away += at->time - at[-1].time;
	}
	return offcpu->sums ? 0 : DEFER_ERR_NOMEM;
}

int offcpu__new(struct offcpu **offcpup, struct offcpu_log *log, uint64_t end,
		struct defer_error *err)
{
	struct offcpu *offcpu = calloc(1, sizeof(*offcpu));

	if (!offcpu)
		return error__no_memory(err, "for context switches");
	*offcpu = (struct offcpu){.switches = log->switches, .nr = log->nr, .end = end};
	*log = (struct offcpu_log){0};
	if (offcpu->nr)
		qsort(offcpu->switches, offcpu->nr, sizeof(*offcpu->switches), offcpu_switch__cmp);
	for (size_t i = 0; i < offcpu->nr; i++) {
		if (offcpu->switches[i].time > offcpu->end)
			offcpu->end = offcpu->switches[i].time;
	}
	*offcpup = offcpu;
	return offcpu__sum_up(offcpu) ? error__no_memory(err, "for context switches") : 0;
}

void offcpu__delete(struct offcpu *offcpu)
{
	if (!offcpu)
		return;
	free(offcpu->switches);
	free(offcpu->sums);
	free(offcpu);
}

/* Returns the index of the first switch of @tid at @time or later, or where it would be. */
static size_t offcpu__lower_bound(const struct offcpu *offcpu, int32_t tid, uint64_t time)
{
	const struct offcpu_switch key = {.time = time, .tid = tid};

	return LOWER_BOUND(i, offcpu->nr, offcpu_switch__cmp(&offcpu->switches[i], &key) < 0);
}

static const struct offcpu_switch *offcpu__at(const struct offcpu *offcpu, int32_t tid, size_t i)
{
	return i < offcpu->nr && offcpu->switches[i].tid == tid ? &offcpu->switches[i] : NULL;
}

const struct offcpu_switch *offcpu__switches(const struct offcpu *offcpu, int32_t tid, size_t *nr)
{
	const size_t first = offcpu__lower_bound(offcpu, tid, 0);

	for (*nr = 0; offcpu__at(offcpu, tid, first + *nr);)
		++*nr;
	return offcpu->switches + first;
}

uint64_t offcpu__blocked(const struct offcpu *offcpu, int32_t tid, uint64_t time)
{
	size_t i = offcpu__lower_bound(offcpu, tid, time);
	const struct offcpu_switch *out = offcpu__at(offcpu, tid, i), *in;

	if (!out)
		return 0;
	/* The switch out is missing, but the sample itself shows that the task left. */
	if (out->in)
		return out->time - time;
	in = offcpu__at(offcpu, tid, i + 1);
	if (!in)
		return offcpu->end - time;
	return in->in ? in->time - time : 0;
}

/* Returns the index of the last switch of @tid at @time or earlier; SIZE_MAX if there is none. */
static size_t offcpu__last(const struct offcpu *offcpu, int32_t tid, uint64_t time)
{
	const size_t behind = offcpu__lower_bound(offcpu, tid, time + (time < UINT64_MAX));

	return behind && offcpu->switches[behind - 1].tid == tid ? behind - 1 : SIZE_MAX;
}

/* Returns how long @tid, whose last switch is @last, was off its CPU until @time. */
static uint64_t offcpu__away(const struct offcpu *offcpu, size_t last, uint64_t time)
{
	const struct offcpu_switch *at = &offcpu->switches[last];

	return offcpu->sums[last].away + (at->in ? 0 : time - at->time);
}

bool offcpu__span(const struct offcpu *offcpu, int32_t tid, uint64_t from, uint64_t to,
		  struct offcpu_span *span)
{
	const size_t first = offcpu__last(offcpu, tid, from), last = offcpu__last(offcpu, tid, to);
	struct offcpu_sum before = {0};

	*span = (struct offcpu_span){0};
	if (last == SIZE_MAX)
		return offcpu__last(offcpu, tid, UINT64_MAX) != SIZE_MAX;
	if (first != SIZE_MAX) {
		before = offcpu->sums[first];
		before.away = offcpu__away(offcpu, first, from);
		/* A sample right behind a switch out is from the way there. */
		before.outs -= !offcpu->switches[first].in;
		before.waits -= !offcpu->switches[first].in && !offcpu->switches[first].preempted;
	}
	span->away = offcpu__away(offcpu, last, to) - before.away;
	span->left = offcpu->sums[last].outs != before.outs;
	span->waited = offcpu->sums[last].waits != before.waits;
	return offcpu->sums[last].gaps == before.gaps;
}
