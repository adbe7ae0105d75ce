// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/script/events.h"
#include "ui/stdio/event.h"
#include "util/base/array.h"
#include "util/source/chunk.h"
#include "util/source/source.h"

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET, "no memory for events");
}

static unsigned int kind_of(uint32_t type)
{
	switch (type) {
	case DEFER_RECORD_COMM:
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		return SHOW_TASK_EVENTS;
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		return SHOW_MMAP_EVENTS;
	case DEFER_RECORD_LOST:
	case DEFER_RECORD_LOST_SAMPLES:
		return SHOW_LOST_EVENTS;
	case DEFER_RECORD_SWITCH:
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		return SHOW_SWITCH_EVENTS;
	case DEFER_RECORD_CGROUP:
		return SHOW_CGROUP_EVENTS;
	case DEFER_RECORD_NAMESPACES:
		return SHOW_NAMESPACE_EVENTS;
	default:
		return 0;
	}
}

/* The task that it is about, which need not be the one that it happened in. */
static void set_task(struct script_event *event, const struct defer_event *ev)
{
	switch (ev->type) {
	case DEFER_RECORD_COMM:
		event->pid = ev->comm.pid;
		event->tid = ev->comm.tid;
		break;
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		event->pid = ev->task.pid;
		event->tid = ev->task.tid;
		break;
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		event->pid = ev->mmap.pid;
		event->tid = ev->mmap.tid;
		break;
	case DEFER_RECORD_NAMESPACES:
		event->pid = ev->namespaces.pid;
		event->tid = ev->namespaces.tid;
		break;
	default:
		event->pid = ev->id.pid;
		event->tid = ev->id.tid;
	}
}

static int add_event(struct script_events *events, const struct session *session,
		     const struct defer_record *rec, const struct defer_event *ev, FILE *text,
		     struct defer_error *err)
{
	struct script_event *event;
	void *grown = array__reserve(events->events, &events->cap, events->nr + 1, sizeof(*event));

	if (!grown)
		return no_memory(err);
	events->events = grown;
	event = &events->events[events->nr++];
	*event = (struct script_event){
		.time = session->no_time  ? rec->order
			: ev->id.has_time ? ev->id.time
					  : 0,
		.order = rec->order,
		.id = ev->id,
		.evsel = defer_evlist__record_evsel(session->evlist, rec, NULL),
		.misc = ev->misc,
		.text = ftell(text),
	};
	set_task(event, ev);
	fprintf(text, "PERF_RECORD_%s", defer_record__name(ev->type));
	event__fprintf(ev, text);
	fputc('\0', text);
	return ferror(text) ? no_memory(err) : 0;
}

/* Records that cannot be decoded were told of when the session gathered. */
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
		if (kind_of(rec.type) & show &&
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

static int compare(const void *a, const void *b)
{
	const struct script_event *ea = a, *eb = b;

	if (ea->time != eb->time)
		return ea->time < eb->time ? -1 : 1;
	return ea->order < eb->order ? -1 : ea->order > eb->order;
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
		return no_memory(err);
	ret = read_events(events, session, show, text, err);
	/* It may close without an error, and yet have had no memory for its text. */
	if ((fclose(text) || !events->text) && !ret)
		ret = no_memory(err);
	if (events->nr)
		qsort(events->events, events->nr, sizeof(*events->events), compare);
	return ret;
}

void script_events__exit(struct script_events *events)
{
	free(events->events);
	free(events->text);
	*events = (struct script_events){0};
}
