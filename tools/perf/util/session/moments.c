// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-event.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/session/moments.h"
#include "util/session/session.h"
#include "util/source/chunk.h"
#include "util/source/source.h"

static int moments__add(struct moments *moments, const struct defer_event *ev)
{
	const bool is_exec = ev->type == DEFER_RECORD_COMM;
	struct moment moment = {.time = ev->id.time, .tid = -1, .cpu = ev->id.cpu};

	if (!ARRAY_GROW(moments->moments, moments->cap, moments->nr + 1))
		return DEFER_ERR_NOMEM;
	if (is_exec) {
		moment.tid = ev->comm.tid;
		moment.comm = strdup(ev->comm.name);
	} else {
		moment.lost = ev->lost.lost;
	}
	if (is_exec && !moment.comm)
		return DEFER_ERR_NOMEM;
	moments->moments[moments->nr++] = moment;
	return 0;
}

/* Returns true for records that have a time: those that perf makes up have none. */
static bool is_moment(const struct defer_event *ev)
{
	if (!ev->id.time)
		return false;
	return ev->type == DEFER_RECORD_LOST || (ev->type == DEFER_RECORD_COMM && ev->comm.exec);
}

/* Records that cannot be decoded are skipped: session__gather() reported them. */
static int moments__chunk(struct moments *moments, const struct chunk *chunk,
			  const struct session *session)
{
	struct defer_record rec;
	struct defer_event ev;
	int ret = 0;

	for (size_t pos = 0; pos < chunk->size && !ret; pos += rec.size) {
		if (chunk__record(chunk, pos, &rec, NULL))
			break;
		if ((rec.type == DEFER_RECORD_LOST || rec.type == DEFER_RECORD_COMM) &&
		    defer_event__decode(&ev, &rec, session->evlist, NULL) > 0 && is_moment(&ev))
			ret = moments__add(moments, &ev);
	}
	return ret;
}

static int compare_moments(const void *l, const void *r)
{
	const struct moment *a = l, *b = r;

	return CMP(a->tid, b->tid) ?: CMP(a->time, b->time);
}

int moments__init(struct moments *moments, struct session *session, struct defer_error *err)
{
	const uint64_t *types = session->stats.types;
	struct chunk chunk;
	int ret;

	*moments = (struct moments){0};
	if (!types[DEFER_RECORD_LOST] && !types[DEFER_RECORD_COMM])
		return 0;
	chunk__init(&chunk);
	while ((ret = source__next(session->source, &chunk, err)) > 0) {
		if (moments__chunk(moments, &chunk, session)) {
			ret = error__no_memory(err, "for the export");
			break;
		}
	}
	source__rewind(session->source);
	chunk__exit(&chunk);
	if (moments->nr)
		qsort(moments->moments, moments->nr, sizeof(*moments->moments), compare_moments);
	return ret;
}

void moments__exit(struct moments *moments)
{
	for (size_t i = 0; i < moments->nr; i++)
		free(moments->moments[i].comm);
	free(moments->moments);
	*moments = (struct moments){0};
}
