// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/machine/offcpu.h"

struct offcpu {
	struct offcpu_switch *switches; /* sorted by tid, then time */
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

void offcpu_log__exit(struct offcpu_log *log)
{
	free(log->switches);
	*log = (struct offcpu_log){0};
}

int offcpu_log__add(struct offcpu_log *log, const struct defer_event *ev, struct defer_error *err)
{
	struct offcpu_switch *grown;

	grown = array__reserve(log->switches, &log->cap, log->nr + 1, sizeof(*grown));
	if (!grown)
		return error__no_memory(err, "for context switches");
	log->switches = grown;
	grown[log->nr++] = (struct offcpu_switch){
		.time = ev->id.time,
		.tid = ev->id.tid,
		.in = !ev->context_switch.out,
	};
	return 0;
}

int offcpu_log__merge(struct offcpu_log *log, const struct offcpu_log *from,
		      struct defer_error *err)
{
	struct offcpu_switch *all;

	if (!from->nr)
		return 0;
	all = array__append(log->switches, &log->nr, &log->cap, from->switches, from->nr,
			    sizeof(*all));
	if (!all)
		return error__no_memory(err, "for context switches");
	log->switches = all;
	return 0;
}

/* A coarse clock may give both switches the same time: then the task left before it came back. */
static int offcpu_switch__cmp(const void *a, const void *b)
{
	const struct offcpu_switch *x = a, *y = b;

	if (x->tid != y->tid)
		return x->tid < y->tid ? -1 : 1;
	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return x->in - y->in;
}

int offcpu__new(struct offcpu **offcpup, struct offcpu_log *log, uint64_t end,
		struct defer_error *err)
{
	struct offcpu *offcpu = calloc(1, sizeof(*offcpu));

	if (!offcpu)
		return error__no_memory(err, "for context switches");
	*offcpu = (struct offcpu){log->switches, log->nr, end};
	*log = (struct offcpu_log){0};
	if (offcpu->nr)
		qsort(offcpu->switches, offcpu->nr, sizeof(*offcpu->switches), offcpu_switch__cmp);
	for (size_t i = 0; i < offcpu->nr; i++) {
		if (offcpu->switches[i].time > offcpu->end)
			offcpu->end = offcpu->switches[i].time;
	}
	*offcpup = offcpu;
	return 0;
}

void offcpu__delete(struct offcpu *offcpu)
{
	if (!offcpu)
		return;
	free(offcpu->switches);
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
