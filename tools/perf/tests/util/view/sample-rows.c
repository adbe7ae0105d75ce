// SPDX-License-Identifier: GPL-2.0-only
/* Samples one by one: each once, in the orders that the user can choose, within zooms. */
#include <stdlib.h>
#include <string.h>

#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "ui/table/tables.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/views.h"
#include "util/fold/samples.h"
#include "util/profile/zoom.h"
#include "util/view/sample-rows.h"

struct listed {
	struct profiled p;
	struct fold *part;
	struct zooms zooms;
	struct sample_rows *rows;
};

/* Lists the samples of a trace within @zoom, if it is not NULL. */
static int listed__init(struct listed *l, const char *name, const struct zoom *zoom)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;
	struct pipeline *pipeline = &l->p.pipeline;
	struct pipeline_opts trace = {.show.graph = GRAPH_CONF_DEFAULT, .samples = true};
	struct shown shown = {0};
	char path[4096];

	T_NEED_RECORDED();
	*l = (struct listed){.p.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	snprintf(path, sizeof(path), "%s/%s", data, name);
	trace.session.path = path;
	if (profiled__open(&l->p, &trace, true, &err))
		T_FAIL("%s", err.text);
	shown.session = pipeline->session;
	shown.all = shown.part = pipeline->fold;
	shown.samples = &pipeline->samples;
	shown.zooms = &l->zooms;
	if (zoom) {
		T_EQ(zooms__push(&l->zooms, zoom, NULL), 0);
		T_EQ(zooms__apply(&l->zooms, pipeline->fold, &pipeline->samples, l->p.resolve,
				  &l->part, NULL),
		     0);
		shown.part = l->part;
	}
	T_EQ(profiled__make(&l->p, shown.part, NULL), 0);
	shown.profile = l->p.profile;
	T_EQ(sample_rows__new(&l->rows, &shown, NULL), 0);
	return TEST_OK;
}

static void listed__exit(struct listed *l)
{
	sample_rows__delete(l->rows);
	fold__delete(l->part);
	profiled__exit(&l->p);
}

static const struct func *leaf_of(const struct sample_rows *rows, uint32_t row)
{
	const struct profile *profile = rows->shown.profile;
	uint32_t node = sample_rows__chain(rows, row);

	return node == CHAIN_ROOT ? NULL
				  : funcs__at(&profile->funcs, profile->chains.nodes[node].func);
}

static int by_delay(const struct sample_rows *rows, uint32_t a, uint32_t b)
{
	uint64_t da = 0, db = 0;
	bool ka = sample_rows__delay(rows, a, &da), kb = sample_rows__delay(rows, b, &db);

	return ka != kb ? kb - ka : (da < db) - (da > db);
}

static int by_stack(const struct sample_rows *rows, uint32_t a, uint32_t b)
{
	const struct func *fa = leaf_of(rows, a), *fb = leaf_of(rows, b);

	return !fa || !fb ? !fb - !fa : func__cmp(fa, fb);
}

static int by_thread(const struct sample_rows *rows, uint32_t a, uint32_t b)
{
	const struct stack *sa = sample_rows__stack(rows, a), *sb = sample_rows__stack(rows, b);
	const char *const *comms = rows->shown.profile->comms;

	return strcmp(comms[sa->comm_id], comms[sb->comm_id]) ?: sa->tid - sb->tid;
}

/* Compares two rows as the user would. */
static int compare(const struct sample_rows *rows, const char *by, uint32_t a, uint32_t b)
{
	const struct sample_ref *ra = sample_rows__ref(rows, a), *rb = sample_rows__ref(rows, b);
	const struct stack *sa = sample_rows__stack(rows, a), *sb = sample_rows__stack(rows, b);

	if (!strcmp(by, "cpu"))
		return ra->cpu - rb->cpu;
	if (!strcmp(by, "thread"))
		return by_thread(rows, a, b);
	if (!strcmp(by, "event"))
		return (int)sa->evsel_idx - (int)sb->evsel_idx;
	if (!strcmp(by, "class"))
		return sa->cls - sb->cls;
	if (!strcmp(by, "cookie"))
		return (ra->cookie > rb->cookie) - (ra->cookie < rb->cookie);
	if (!strcmp(by, "delay"))
		return by_delay(rows, a, b);
	if (!strcmp(by, "stack"))
		return by_stack(rows, a, b);
	return (ra->time > rb->time) - (ra->time < rb->time);
}

static int check_order(const struct sample_rows *rows, const char *by)
{
	uint32_t *sorted = malloc((rows->nr + 1ULL) * sizeof(*sorted));
	bool *seen = calloc(samples__nr(rows->shown.samples) + 1, sizeof(*seen));
	struct table table = sample_rows__table(rows);
	struct table_order order;

	table.rows = memcpy(sorted, rows->rows, rows->nr * sizeof(*sorted));
	T_EQ(table_order__parse(&order, &table_of_samples, by, NULL), 0);
	T_EQ(table__sort(&table, &order, NULL), 0);
	for (uint32_t i = 0; i < rows->nr; i++) {
		int cmp = i ? compare(rows, by, sorted[i - 1], sorted[i]) : -1;

		T_CHECK(!seen[sorted[i]]);
		seen[sorted[i]] = true;
		/* Equal ones are in order of time. */
		if (cmp > 0 || (!cmp && sorted[i - 1] > sorted[i]))
			T_FAIL("by %s: row %u", by, i);
	}
	free(seen);
	free(sorted);
	return TEST_OK;
}

static const char *const keys[] = {"time",  "cpu",    "thread", "event",
				   "class", "cookie", "delay",	"stack"};

static int test_orders(void)
{
	static const char *const traces[] = {"burn2.data", "sched.data", "overrun.data"};
	struct listed l;

	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		T_RUN(listed__init(&l, traces[i], NULL));
		T_EQ(l.rows->nr, samples__nr(&l.p.pipeline.samples));
		for (size_t by = 0; by < sizeof(keys) / sizeof(*keys); by++)
			T_RUN(check_order(l.rows, keys[by]));
		listed__exit(&l);
	}
	return TEST_OK;
}

/* As many rows as the part of the fold has samples, and all of them pass. */
static int test_zooms(void)
{
	const struct zoom zooms[] = {
		{.kind = ZOOM_CLASS, .start = DEFER_MERGED_BACK, .end = DEFER_MERGED_BACK},
		{.kind = ZOOM_THREAD, .start = zoom_thread(112, 114), .end = zoom_thread(112, 114)},
		{.kind = ZOOM_DELAY, .start = 5000000, .end = UINT64_MAX},
		{.kind = ZOOM_TIME, .start = 8000000000, .end = 9000000000},
	};
	struct listed l;

	for (size_t i = 0; i < sizeof(zooms) / sizeof(*zooms); i++) {
		uint64_t nr = 0;

		T_RUN(listed__init(&l, "burn2.data", &zooms[i]));
		for (uint32_t j = 0; j < fold__nr(l.part); j++)
			nr += fold__stack(l.part, j)->sums.nr;
		T_CHECK(nr > 10 && nr < samples__nr(&l.p.pipeline.samples));
		T_EQ(l.rows->nr, nr);
		for (uint32_t j = 0; j < l.rows->nr; j++) {
			const struct sample_ref *ref = sample_rows__ref(l.rows, l.rows->rows[j]);
			const struct stack *stack = sample_rows__stack(l.rows, l.rows->rows[j]);

			T_CHECK(zooms__pass_sample(&l.zooms, l.p.pipeline.session, ref));
			T_CHECK(zooms[i].kind != ZOOM_CLASS || stack->cls == DEFER_MERGED_BACK);
			T_CHECK(zooms[i].kind != ZOOM_THREAD || stack->tid == 114);
		}
		listed__exit(&l);
	}
	return TEST_OK;
}

/* The fields of tracepoints are read again, in any order; other samples have none. */
static int test_fields(void)
{
	struct listed l;
	const char *text;

	T_RUN(listed__init(&l, "tracepoints.data", NULL));
	T_EQ(l.rows->nr, 136);
	for (uint32_t i = l.rows->nr; i-- > 0;)
		T_CHECK(sample_rows__trace(l.rows, i));
	text = sample_rows__trace(l.rows, 0);
	T_STREQ(text, "vec=9 [action=RCU]");
	listed__exit(&l);
	T_RUN(listed__init(&l, "overrun.data", NULL));
	T_CHECK(!sample_rows__trace(l.rows, 0));
	listed__exit(&l);
	return TEST_OK;
}

/* In the TUI, nothing can be zoomed into while a list is made anew. */
static int test_view(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT, none = ZOOM_TARGET_INIT;
	struct tui_data data = {0};
	struct tui_host host = {0};
	struct tui_view view = {.ops = &view_samples_ops, .data = &data, .host = &host};
	struct listed l;

	T_RUN(listed__init(&l, "overrun.data", NULL));
	data.sample_rows = l.rows;
	T_EQ(view__open(&view, NULL), 0);
	T_EQ(view_samples_ops.refresh(&view, NULL), 0);
	view_samples_ops.target(&view, &target);
	T_EQ(target.tid, sample_rows__place(l.rows, l.rows->rows[0]).tid);
	data.sample_rows = NULL;
	T_EQ(view_samples_ops.refresh(&view, NULL), 0);
	view_samples_ops.target(&view, &none);
	T_EQ(none.tid, -1);
	view__close(&view);
	listed__exit(&l);
	return TEST_OK;
}

static int test_names(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct table_order order;

	T_EQ(table_order__parse(&order, &table_of_samples, "period", &err), DEFER_ERR_INVAL);
	for (size_t by = 0; by < sizeof(keys) / sizeof(*keys); by++)
		T_CHECK(strstr(err.text, keys[by]));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"sorted by each key", test_orders},
	{"within zooms", test_zooms},
	{"fields of tracepoints", test_fields},
	{"what the cursor is on, while there is a list", test_view},
	{"names of keys", test_names},
	{0},
};

const struct test_suite suite__sample_rows = {"sample-rows", "Samples one by one", cases};
