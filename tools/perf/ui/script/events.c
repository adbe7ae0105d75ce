// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/script/events.h"
#include "ui/stdio/event.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/memstream.h"
#include "util/source/chunk.h"
#include "util/source/source.h"

/* The record types that can be shown, and the members that name the task of each. */
#define TASK(member) \
	offsetof(struct defer_event, member.pid), offsetof(struct defer_event, member.tid)

static const struct event_kind {
	unsigned int show; /* SHOW_*; 0: never shown */
	size_t pid, tid;   /* offsets in struct defer_event */
} kinds[] = {
	[DEFER_RECORD_MMAP] = {SHOW_MMAP_EVENTS, TASK(mmap)},
	[DEFER_RECORD_LOST] = {SHOW_LOST_EVENTS, TASK(id)},
	[DEFER_RECORD_COMM] = {SHOW_TASK_EVENTS, TASK(comm)},
	[DEFER_RECORD_EXIT] = {SHOW_TASK_EVENTS, TASK(task)},
	[DEFER_RECORD_FORK] = {SHOW_TASK_EVENTS, TASK(task)},
	[DEFER_RECORD_MMAP2] = {SHOW_MMAP_EVENTS, TASK(mmap)},
	[DEFER_RECORD_LOST_SAMPLES] = {SHOW_LOST_EVENTS, TASK(id)},
	[DEFER_RECORD_SWITCH] = {SHOW_SWITCH_EVENTS, TASK(id)},
	[DEFER_RECORD_SWITCH_CPU_WIDE] = {SHOW_SWITCH_EVENTS, TASK(id)},
	[DEFER_RECORD_NAMESPACES] = {SHOW_NAMESPACE_EVENTS, TASK(namespaces)},
	[DEFER_RECORD_CGROUP] = {SHOW_CGROUP_EVENTS, TASK(id)},
};

#undef TASK

static bool is_shown(uint32_t type, unsigned int show)
{
	return type < ARRAY_SIZE(kinds) && kinds[type].show & show;
}

/* Returns the pid or tid at @offset of @ev. */
static int32_t task_at(const struct defer_event *ev, size_t offset)
{
	int32_t task;

	memcpy(&task, (const char *)ev + offset, sizeof(task));
	return task;
}

static int add_event(struct script_events *events, const struct session *session,
		     const struct defer_record *rec, const struct defer_event *ev, FILE *text,
		     struct defer_error *err)
{
	struct script_event *event;

	if (!ARRAY_GROW(events->events, events->cap, events->nr + 1))
		return error__no_memory(err, "for events");
	event = &events->events[events->nr++];
	*event = (struct script_event){
		.time = session->no_time  ? rec->order
			: ev->id.has_time ? ev->id.time
					  : 0,
		.order = rec->order,
		.id = ev->id,
		.evsel = defer_evlist__record_evsel(session->evlist, rec, NULL),
		.pid = task_at(ev, kinds[ev->type].pid),
		.tid = task_at(ev, kinds[ev->type].tid),
		.misc = ev->misc,
		.text = ftell(text),
	};
	fprintf(text, "PERF_RECORD_%s", defer_record__name(ev->type));
	event__fprintf(ev, text);
	fputc('\0', text);
	return ferror(text) ? error__no_memory(err, "for events") : 0;
}

/*
 * Adds the events of @chunk. Records that cannot be decoded were reported when the session
 * gathered.
 */
static int read_chunk(struct script_events *events, const struct session *session,
		      const struct chunk *chunk, unsigned int show, FILE *text,
		      struct defer_error *err)
{
	struct defer_record rec;
	struct defer_event ev;
	int ret = 0;

	for (size_t pos = 0; pos < chunk->size && !ret; pos += rec.size) {
		if (chunk__record(chunk, pos, &rec, NULL))
			break;
		if (is_shown(rec.type, show) &&
		    defer_event__decode(&ev, &rec, session->evlist, NULL) > 0)
			ret = add_event(events, session, &rec, &ev, text, err);
	}
	return ret;
}

static int read_events(struct script_events *events, struct session *session, unsigned int show,
		       FILE *text, struct defer_error *err)
{
	struct chunk chunk;
	int ret;

	chunk__init(&chunk);
	while ((ret = source__next(session->source, &chunk, err)) > 0) {
		ret = read_chunk(events, session, &chunk, show, text, err);
		if (ret)
			break;
	}
	source__rewind(session->source);
	chunk__exit(&chunk);
	return ret;
}

static int cmp_events(const void *a, const void *b)
{
	const struct script_event *ea = a, *eb = b;

	return CMP(ea->time, eb->time) ?: CMP(ea->order, eb->order);
}

int script_events__init(struct script_events *events, struct session *session, unsigned int show,
			struct defer_error *err)
{
	size_t size;
	FILE *text;
	int ret;

	*events = (struct script_events){0};
	if (!show)
		return 0;
	text = open_memstream(&events->text, &size);
	if (!text)
		return error__no_memory(err, "for events");
	ret = read_events(events, session, show, text, err);
	if (memstream__close(text, &events->text) && !ret)
		ret = error__no_memory(err, "for events");
	if (events->nr)
		qsort(events->events, events->nr, sizeof(*events->events), cmp_events);
	return ret;
}

void script_events__exit(struct script_events *events)
{
	free(events->events);
	free(events->text);
	*events = (struct script_events){0};
}
