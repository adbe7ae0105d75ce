// SPDX-License-Identifier: GPL-2.0-only
/* What a file repeats of the one before: the last callchain of each task. */
#include <string.h>

#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/record/recent-chains.h"
#include "util/record/rings.h"

static const uint64_t ids[] = {7};

struct world {
	struct builder_event event;
	struct defer_evlist *evlist;
	struct recent_chains recent;
	struct byte_buf last;
};

static int world__init(struct world *w)
{
	*w = (struct world){
		.event = {.attr = {.type = DEFER_TYPE_SOFTWARE,
				   .size = DEFER_ATTR_SIZE_VER9,
				   .sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_TID |
						  DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU,
				   .flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_DEFER_OUTPUT},
			  .ids = ids,
			  .nr_ids = 1},
		.evlist = defer_evlist__new(),
	};
	T_CHECK(w->evlist);
	T_EQ(defer_evlist__add(w->evlist, &w->event.attr, ids, 1, NULL), 0);
	return TEST_OK;
}

static void world__exit(struct world *w)
{
	recent_chains__exit(&w->recent);
	byte_buf__exit(&w->last);
	defer_evlist__delete(w->evlist);
}

/* Reads a record of @type, in two pieces, as at the end of a buffer. */
static int read_record(struct world *w, uint32_t type, int32_t tid, uint64_t time)
{
	const uint64_t chain[] = {DEFER_CONTEXT_USER, 0x1000};
	struct defer_event ev = {
		.type = type,
		.id = {.pid = tid, .tid = tid, .time = time, .id = 7, .has_time = true},
	};
	struct ring_data data = {.a_size = 16};
	struct builder b;

	if (type == DEFER_RECORD_CALLCHAIN_DEFERRED) {
		ev.deferred.cookie = time;
		ev.deferred.chain.ips = (const uint8_t *)chain;
		ev.deferred.chain.nr = 2;
	}
	builder__init(&b, false);
	builder__event(&b, &w->event.attr, &ev);
	data.a = b.data;
	data.b = b.data + data.a_size;
	data.b_size = b.size - data.a_size;
	T_EQ(recent_chains__add(&w->recent, &data, NULL), 0);
	builder__exit(&b);
	return TEST_OK;
}

/* Checks the times of what the next file repeats. */
static int check_last(struct world *w, const uint64_t *want, size_t nr)
{
	struct defer_record record;
	struct defer_event ev;
	size_t pos = 0;

	byte_buf__clear(&w->last);
	T_EQ(recent_chains__last(&w->recent, w->evlist, &w->last, NULL), 0);
	for (size_t i = 0; i < nr; i++, pos += record.size) {
		T_CHECK(pos < w->last.size);
		T_EQ(defer_record__decode(&record, w->last.data + pos, w->last.size - pos, 0, false,
					  NULL),
		     0);
		T_EQ(record.type, DEFER_RECORD_CALLCHAIN_DEFERRED);
		T_CHECK(defer_event__decode(&ev, &record, w->evlist, NULL) > 0);
		T_EQ(ev.id.time, want[i]);
	}
	T_EQ(pos, w->last.size);
	return TEST_OK;
}

/* Of each task the latest, whichever buffer it was in; together ascending, or the clock seems to go back. */
static int test_last(void)
{
	static const uint64_t want[] = {200, 400, 500};
	struct world w;

	T_RUN(world__init(&w));
	T_RUN(check_last(&w, NULL, 0));
	T_RUN(read_record(&w, DEFER_RECORD_CALLCHAIN_DEFERRED, 30, 100));
	T_RUN(read_record(&w, DEFER_RECORD_CALLCHAIN_DEFERRED, 30, 500));
	T_RUN(read_record(&w, DEFER_RECORD_EXIT, 10, 600));
	T_RUN(read_record(&w, DEFER_RECORD_CALLCHAIN_DEFERRED, 20, 200));
	T_RUN(read_record(&w, DEFER_RECORD_CALLCHAIN_DEFERRED, 10, 400));
	/* The buffer of another CPU, from which the task had come. */
	T_RUN(read_record(&w, DEFER_RECORD_CALLCHAIN_DEFERRED, 30, 300));
	T_RUN(check_last(&w, want, 3));
	world__exit(&w);
	return TEST_OK;
}

/* What was read long ago is forgotten, but never all at once. */
static int test_forget(void)
{
	struct world w;
	size_t most = 0;

	T_RUN(world__init(&w));
	for (int i = 1; i <= 20000; i++) {
		T_RUN(read_record(&w, DEFER_RECORD_CALLCHAIN_DEFERRED, i, i));
		if (w.recent.now.size + w.recent.before.size > most)
			most = w.recent.now.size + w.recent.before.size;
		T_CHECK(i < 4000 || w.recent.now.size + w.recent.before.size > 200000);
	}
	T_CHECK(most < 1 << 20);
	world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the last one of each task", test_last},
	{"what was read long ago", test_forget},
	{0},
};

const struct test_suite suite__recent_chains = {"recent-chains",
						"Callchains that the next file repeats", cases};
