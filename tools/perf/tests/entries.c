// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries into the kernel: those of a model kernel are known, so that samples, times and returns can
 * be compared with the truth; those of real traces are counted by the ledger as well.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/kmodel-trace.h"
#include "tests/profiled.h"
#include "tests/tests.h"
#include "util/entry/entry-sort.h"

#define SEEDS 40

/* ---- the entries of a trace ---- */

struct listed {
	struct profiled p;
	struct entry_list *list;
};

static int make_profile(struct profiled *p, const char *path, bool interactive,
			struct defer_error *err)
{
	const struct pipeline_opts opts = {
		.path = path,
		.graph = GRAPH_CONF_DEFAULT,
		.interactive = interactive,
		.entries = !interactive,
	};
	int ret = profiled__open(p, &opts, true, err);

	return ret ? ret : profiled__make(p, p->pipeline.fold, err);
}

/* Reads a trace as `report --entries` does, or as the terminal UI does. */
static int listed__init(struct listed *l, const char *path, bool interactive)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct shown shown = {0};
	const struct entries *entries = interactive ? NULL : &l->p.pipeline.entries;

	*l = (struct listed){.p.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	if (make_profile(&l->p, path, interactive, &err))
		T_FAIL("%s", err.text);
	shown.session = l->p.pipeline.session;
	shown.profile = l->p.profile;
	shown.all = shown.part = l->p.pipeline.fold;
	shown.samples = &l->p.pipeline.samples;
	T_EQ(entry_list__new(&l->list, &shown, entries, NULL), 0);
	return TEST_OK;
}

static void listed__exit(struct listed *l)
{
	entry_list__delete(l->list);
	profiled__exit(&l->p);
}

/* ---- against the truth ---- */

struct truth {
	uint64_t begin, last, ret, nr;
	uint64_t kernel; /* time of its first sample in the kernel; UINT64_MAX: none */
};

/* The samples and the return of run @run, from the events of the model. */
static struct truth truth_of(const struct kmodel *model, uint32_t run)
{
	struct truth truth = {.begin = UINT64_MAX, .kernel = UINT64_MAX};

	for (size_t i = 0; i < model->nr_events; i++) {
		const struct kmodel_event *event = &model->events[i];

		if (event->run != run)
			continue;
		if (event->type == KMODEL_RECORD)
			truth.ret = KMODEL_BOOT + event->time;
		if (event->type != KMODEL_SAMPLE)
			continue;
		truth.nr++;
		if (!event->user_mode && KMODEL_BOOT + event->time < truth.kernel)
			truth.kernel = KMODEL_BOOT + event->time;
		truth.begin = KMODEL_BOOT + event->time < truth.begin ? KMODEL_BOOT + event->time
								      : truth.begin;
		truth.last = KMODEL_BOOT + event->time > truth.last ? KMODEL_BOOT + event->time
								    : truth.last;
	}
	return truth;
}

static const struct entry *find_entry(const struct entry_list *list, uint64_t cookie)
{
	const struct entry *found = NULL;

	for (uint32_t i = 0; i < list->nr; i++) {
		if (entry_list__at(list, i)->key.cookie != cookie)
			continue;
		/* A run without an exec is one entry. */
		if (found)
			return NULL;
		found = entry_list__at(list, i);
	}
	return found;
}

static int check_run(const struct kmodel *model, uint32_t run, const struct entry_list *list,
		     bool may_doubt)
{
	const struct truth truth = truth_of(model, run);
	const struct entry *entry = find_entry(list, model->runs[run].cookie);
	uint64_t ret, remaining;

	T_CHECK(entry);
	T_EQ(entry->nr, truth.nr);
	T_EQ(entry->begin, truth.begin);
	T_EQ(entry->last, truth.last);
	T_EQ(entry->stack_time, truth.kernel == UINT64_MAX ? truth.begin : truth.kernel);
	if (model->runs[run].record != KMODEL_WRITTEN) {
		T_CHECK(!entry_list__return(list, entry, &ret));
		T_CHECK(!entry_list__remaining(list, entry, &remaining));
		T_EQ(entry->key.cls,
		     model->runs[run].fate == KMODEL_OPEN ? DEFER_PENDING : DEFER_EXITED);
		return TEST_OK;
	}
	/* With two CPUs, an exec of the process may have been before the record or after it. */
	if (entry->key.cls == DEFER_AMBIGUOUS && may_doubt)
		return TEST_OK;
	T_EQ(entry->key.cls, DEFER_MERGED);
	T_CHECK(entry_list__return(list, entry, &ret));
	T_CHECK(entry_list__remaining(list, entry, &remaining));
	T_EQ(ret, truth.ret);
	T_EQ(remaining, truth.ret > truth.begin ? truth.ret - truth.begin : 0);
	T_CHECK(entry->back <= entry->nr);
	return TEST_OK;
}

static int check_model(uint64_t seed, uint64_t *nr_runs)
{
	const struct kmodel_opts opts = {
		.seed = seed, .nr_cpus = 1 + seed % 4 / 2, .nr_steps = 600};
	struct kmodel model;
	struct listed l;
	char path[KMODEL_PATH_SIZE];
	int fd;

	kmodel__init(&model, &opts);
	fd = kmodel__write(&model, path);
	T_RUN(listed__init(&l, path, seed % 2));
	for (uint32_t run = 0; run < model.nr_runs; run++) {
		/* The samples before an exec are an entry of their own: no stack is theirs. */
		if (model.runs[run].has_exec || !truth_of(&model, run).nr)
			continue;
		T_RUN(check_run(&model, run, l.list, opts.nr_cpus > 1));
		++*nr_runs;
	}
	listed__exit(&l);
	close(fd);
	kmodel__exit(&model);
	return TEST_OK;
}

static int test_model(void)
{
	uint64_t nr_runs = 0;

	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		if (check_model(seed, &nr_runs) != TEST_OK)
			T_FAIL("seed %llu", (unsigned long long)seed);
	}
	T_CHECK(nr_runs > 40 * SEEDS);
	return TEST_OK;
}

/* ---- real traces ---- */

/* Returns TEST_SKIP without the traces. */
static int trace_path(char path[4096], const char *name)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");

	if (!data)
		return TEST_SKIP;
	snprintf(path, 4096, "%s/%s", data, name);
	return TEST_OK;
}

static const char *const traces[] = {"burn2.data", "forky-systemwide.data", "sched.data",
				     "overrun.data", "tracepoints.data"};

static int check_ledger(const struct entry_list *list, const struct ledger *ledger)
{
	uint64_t entries[DEFER_NR_CLASSES] = {0};

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(list->classes[cls] + list->others[cls], ledger->total.classes[cls]);
	for (uint32_t i = 0; i < list->nr; i++) {
		T_CHECK(entry_list__at(list, i)->key.cookie);
		entries[entry_list__at(list, i)->key.cls]++;
	}
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (defer_class__is_missing(cls))
			T_EQ(entries[cls], ledger->causes[cls].runs.nr);
	}
	T_EQ(entries[DEFER_MERGED], ledger->nr_used);
	T_EQ(entries[DEFER_MERGED_BACK], 0);
	return TEST_OK;
}

/* Every sample of a class is where the audit counts it, and as many entries are without a return. */
static int test_ledger(void)
{
	char path[4096];
	struct listed l;

	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		T_RUN(trace_path(path, traces[i]));
		T_RUN(listed__init(&l, path, true));
		T_RUN(check_ledger(l.list, pipeline__ledger(&l.p.pipeline)));
		listed__exit(&l);
	}
	return TEST_OK;
}

/* What workers gather is what the samples of the terminal UI tell. */
static int test_both(void)
{
	struct listed a, b;
	char path[4096];

	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		T_RUN(trace_path(path, traces[i]));
		T_RUN(listed__init(&a, path, false));
		T_RUN(listed__init(&b, path, true));
		T_EQ(a.list->nr, b.list->nr);
		for (uint32_t j = 0; j < a.list->nr; j++) {
			const struct entry *ea = entry_list__at(a.list, a.list->rows[j]);
			const struct entry *eb = entry_list__at(b.list, b.list->rows[j]);

			T_EQ(ea->key.cookie, eb->key.cookie);
			T_EQ(ea->key.tid, eb->key.tid);
			T_EQ(ea->key.cls, eb->key.cls);
			T_EQ(ea->begin, eb->begin);
			T_EQ(ea->last, eb->last);
			T_EQ(ea->nr, eb->nr);
			T_EQ(ea->back, eb->back);
			T_EQ(ea->stack_time, eb->stack_time);
			T_EQ(fold__stack(a.p.pipeline.fold, ea->stack)->ip,
			     fold__stack(b.p.pipeline.fold, eb->stack)->ip);
			T_EQ(fold__stack(a.p.pipeline.fold, ea->stack)->tid, ea->key.tid);
		}
		listed__exit(&a);
		listed__exit(&b);
	}
	return TEST_OK;
}

/* ---- order ---- */

/* Compares two entries as the user would. */
static int compare(const struct entry_list *list, const struct entry *a, const struct entry *b,
		   enum entry_sort by)
{
	uint64_t va = 0, vb = 0;
	bool ha = entry_list__remaining(list, a, &va), hb = entry_list__remaining(list, b, &vb);

	switch (by) {
	case ENTRY_BY_REMAINING:
		return ha != hb ? hb - ha : (va < vb) - (va > vb);
	case ENTRY_BY_BEGIN:
		return (a->begin > b->begin) - (a->begin < b->begin);
	case ENTRY_BY_RETURN:
		entry_list__return(list, a, &va);
		entry_list__return(list, b, &vb);
		return ha != hb ? hb - ha : (va > vb) - (va < vb);
	case ENTRY_BY_SAMPLES:
		return (a->nr < b->nr) - (a->nr > b->nr);
	case ENTRY_BY_STATE:
		return b->off_cpu - a->off_cpu;
	case ENTRY_BY_KIND:
		return strcmp(entry_list__stack(list, a)->kind, entry_list__stack(list, b)->kind);
	case ENTRY_BY_THREAD:
		return strcmp(entry_list__comm(list, a), entry_list__comm(list, b));
	case ENTRY_BY_CLASS:
		return (int)a->key.cls - (int)b->key.cls;
	case ENTRY_BY_USER:
	case ENTRY_NR_SORTS:
	default:
		return 0;
	}
}

static int check_order(struct listed *l, enum entry_sort by)
{
	const struct entry_order order = {.by = {by}, .nr = 1};
	const struct entry_list *list = l->list;
	uint32_t *rows = list->rows;

	T_EQ(entry_list__sort(list, &order, rows, NULL), 0);
	for (uint32_t i = 1; i < list->nr; i++) {
		if (compare(list, entry_list__at(list, rows[i - 1]), entry_list__at(list, rows[i]),
			    by) > 0)
			T_FAIL("by %s: row %u", entry_sort__name(by), i);
	}
	return TEST_OK;
}

/* One trace has tasks that leave their CPU, the other times that differ in their upper half. */
static int test_order(void)
{
	static const char *const names[] = {"sched.data", "burn2.data"};
	struct listed l;
	char path[4096];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		T_RUN(trace_path(path, names[i]));
		T_RUN(listed__init(&l, path, false));
		T_CHECK(l.list->nr > 1000);
		for (int by = 0; by < ENTRY_NR_SORTS; by++)
			T_RUN(check_order(&l, by));
		listed__exit(&l);
	}
	return TEST_OK;
}

/* Equal rows keep the order that another key gave them. */
static int test_two_keys(void)
{
	struct entry_order order;
	struct listed l;
	char path[4096];

	T_RUN(trace_path(path, "overrun.data"));
	T_RUN(listed__init(&l, path, false));
	T_EQ(entry_order__parse(&order, "class,samples", NULL), 0);
	T_EQ(order.nr, 2);
	T_EQ(entry_list__sort(l.list, &order, l.list->rows, NULL), 0);
	for (uint32_t i = 1; i < l.list->nr; i++) {
		const struct entry *a = entry_list__at(l.list, l.list->rows[i - 1]);
		const struct entry *b = entry_list__at(l.list, l.list->rows[i]);

		T_CHECK(a->key.cls <= b->key.cls);
		T_CHECK(a->key.cls < b->key.cls || a->nr >= b->nr);
	}
	listed__exit(&l);
	return TEST_OK;
}

static int test_names(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct entry_order order;

	T_EQ(entry_order__parse(&order, "rem, KIND,remaining,s", &err), 0);
	T_EQ(order.nr, 3);
	T_EQ(order.by[0], ENTRY_BY_REMAINING);
	T_EQ(order.by[1], ENTRY_BY_KIND);
	T_EQ(order.by[2], ENTRY_BY_SAMPLES);
	T_EQ(entry_order__parse(&order, "kind,nonsense", &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "'nonsense'") && strstr(err.text, "remaining begin return"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"as in the model kernel", test_model},
	{"as the audit counts", test_ledger},
	{"in text and in the TUI", test_both},
	{"sorted by each key", test_order},
	{"sorted by two keys", test_two_keys},
	{"names of keys", test_names},
	{0},
};

const struct test_suite suite__entries = {"entries", "Entries into the kernel", cases};
