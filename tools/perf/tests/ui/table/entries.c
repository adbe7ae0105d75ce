// SPDX-License-Identifier: GPL-2.0-only
/*
 * Entries into the kernel: those of a model kernel are known, so that samples, times and returns can
 * be compared with the truth; those of real traces are counted by the ledger as well.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/kmodel-trace.h"
#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "ui/table/tables.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"
#include "util/machine/offcpu.h"
#include "util/profile/zoom.h"
#include "util/view/chart.h"

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
		.session.path = path,
		.show.graph = GRAPH_CONF_DEFAULT,
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

/* ---- a small trace ---- */

#define KERNEL	 0xffffffff81000000
#define FUNC	 0x40 /* bytes of a function of the kernel */
#define PROGRAM	 0x400000
#define NO_MAP	 0x3000000020
#define SMALL	 7
#define NR_CALLS 5

/* The functions of the kernel, one behind the other: the entry code, and what it calls. */
static const char *const calls[NR_CALLS] = {"entry_SYSCALL_64_after_hwframe",
					    "hrtimer_nanosleep_restart", "vm_mmap_pgoff",
					    "__x64_sys_read", "do_restart_poll"};

static const struct builder_event small_event = {
	.attr = {.size = 144,
		 .type = DEFER_TYPE_SOFTWARE,
		 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
				DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_CPU,
		 .flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_COMM | DEFER_ATTR_COMM_EXEC |
			  DEFER_ATTR_MMAP2 | DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT |
			  DEFER_ATTR_CONTEXT_SWITCH,
		 .sample_period = 1},
};

static void add_small(struct builder *b, struct defer_event ev, uint64_t time)
{
	ev.id = (struct defer_sample_id){
		.pid = SMALL, .tid = SMALL, .time = time, .has_time = true};
	builder__event(b, &small_event.attr, &ev);
}

/* A sample in call number @i at @time, and the return 1000 ns later. */
static void add_call(struct builder *b, unsigned int i, uint64_t time)
{
	const uint64_t kernel[] = {DEFER_CONTEXT_KERNEL, KERNEL + i * FUNC + 4, KERNEL + 4,
				   DEFER_CONTEXT_USER_DEFERRED, time};
	const uint64_t user[] = {DEFER_CONTEXT_USER, PROGRAM + 8, PROGRAM + 16, NO_MAP, PROGRAM};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_KERNEL,
		.ip = kernel[1],
		.pid = SMALL,
		.tid = SMALL,
		.time = time,
		.has_time = true,
		.has_chain = true,
		.chain = {.nr = 5, .ips = (const uint8_t *)kernel},
	};
	const struct defer_event record = {
		.type = DEFER_RECORD_CALLCHAIN_DEFERRED,
		.misc = DEFER_MISC_USER,
		.deferred = {.cookie = time, .chain = {.nr = 5, .ips = (const uint8_t *)user}},
	};

	builder__sample(b, &small_event.attr, &sample);
	add_small(b, record, time + 1000);
}

static void add_switch(struct builder *b, uint64_t time, uint16_t misc)
{
	add_small(b, (struct defer_event){.type = DEFER_RECORD_SWITCH, .misc = misc}, time);
}

static void fill_small(struct builder *b)
{
	const struct defer_event lost = {.type = DEFER_RECORD_LOST, .lost.lost = 1};
	struct defer_event map = {
		.type = DEFER_RECORD_MMAP2,
		.misc = DEFER_MISC_USER,
		.mmap = {.pid = SMALL,
			 .tid = SMALL,
			 .start = PROGRAM,
			 .len = 0x1000,
			 .prot = 5,
			 .filename = "/bin/small"},
	};

	add_small(b, map, 1);
	for (uint64_t i = 0; i < NR_CALLS; i++) {
		struct defer_event symbol = {
			.type = DEFER_RECORD_KSYMBOL,
			.ksymbol = {.addr = KERNEL + i * FUNC, .len = FUNC, .name = calls[i]},
		};

		add_small(b, symbol, 2 + i);
	}
	/* It waits, is preempted, runs, runs with a loss in between, and waits once more. */
	add_call(b, 1, 10000);
	add_switch(b, 10100, DEFER_MISC_SWITCH_OUT);
	add_switch(b, 10850, 0);
	add_call(b, 2, 20000);
	add_switch(b, 20200, DEFER_MISC_SWITCH_OUT | DEFER_MISC_SWITCH_OUT_PREEMPT);
	add_switch(b, 20700, 0);
	add_call(b, 3, 30000);
	add_call(b, 3, 40000);
	add_small(b, lost, 40500);
	/* It came back without having left. */
	add_call(b, 4, 50000);
	add_switch(b, 50100, 0);
}

/* What is to be found of each call. */
static const struct {
	const char *kind;
	enum entry_state state;
	uint64_t off_cpu; /* ns; of those with a known state */
} small[] = {
	{"syscall nanosleep, again", ENTRY_OFF_CPU, 750},
	{"syscall mmap", ENTRY_PREEMPTED, 500},
	{"syscall read", ENTRY_RAN, 0},
	{"syscall read", ENTRY_NOT_KNOWN, 0},
	{"syscall poll, again", ENTRY_NOT_KNOWN, 0},
};

static int check_call(const struct entry_list *list, uint32_t i)
{
	const struct entry *entry = entry_list__at(list, i);
	struct entry_times times;
	double share;
	char kind[64];

	entry_stack__kind_text(entry_list__stack(list, entry), kind, sizeof(kind));
	T_STREQ(kind, small[i].kind);
	T_EQ(entry_list__state(list, entry), small[i].state);
	T_EQ(entry_list__times(list, entry, &times), small[i].state != ENTRY_NOT_KNOWN);
	if (small[i].state == ENTRY_NOT_KNOWN) {
		T_CHECK(!entry_list__on_cpu(list, entry, &share));
		return TEST_OK;
	}
	T_EQ(times.off_cpu, small[i].off_cpu);
	T_EQ(times.on_cpu, 1000 - small[i].off_cpu);
	T_CHECK(entry_list__on_cpu(list, entry, &share));
	T_EQ(share * 1000, 1000 - small[i].off_cpu);
	return TEST_OK;
}

static int check_small(const struct entry_list *list)
{
	uint32_t user = entry_list__stack(list, entry_list__at(list, 0))->user;
	bool cut;

	T_EQ(list->nr, 5);
	for (uint32_t i = 0; i < list->nr; i++)
		T_RUN(check_call(list, i));
	/* The address outside every map is no caller, nor what is behind it. */
	user = entry_list__caller(list, user, &cut);
	T_CHECK(!cut && user != CHAIN_ROOT);
	T_EQ(entry_list__caller(list, user, &cut), CHAIN_ROOT);
	T_CHECK(cut);
	return TEST_OK;
}

/* The kind of the two reads, by call site, by state, and by what came before the time without a sample. */
static int check_parts(const struct entry_list *list)
{
	static const uint64_t states[] = {[ENTRY_RAN] = 1, [ENTRY_NOT_KNOWN] = 1};
	uint32_t times[CELL_NR_TIMES];
	const struct kind_part *part;
	struct entry_kinds *kinds;
	struct kind_parts parts;

	T_EQ(entry_kinds__new(&kinds, list, NULL), 0);
	entry_kind__times(kinds, kinds->kinds, times);
	T_EQ(times[0], 2); /* 1000 ns each */
	T_EQ(kind_parts__init(&parts, kinds, 0, 1, PART_ALL, 0, NULL), 0);
	T_EQ(parts.nr, 4);
	for (part = parts.parts; part < parts.parts + parts.nr; part++) {
		T_EQ(part->nr, part->by == PART_STATE ? states[part->id] : 2);
		T_EQ(part->ns, 1000 * part->nr);
	}
	T_STREQ(funcs__at(&list->shown.profile->funcs, part[-1].id)->name, calls[3]);
	kind_parts__exit(&parts);
	entry_kinds__delete(kinds);
	return TEST_OK;
}

static int test_small(void)
{
	struct builder b;
	struct listed l;
	char path[64];
	int fd;

	builder__init(&b, false);
	builder__begin_file(&b, &small_event, 1);
	fill_small(&b);
	builder__end_file(&b);
	fd = trial__memfd(&b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (int interactive = 0; interactive <= 1; interactive++) {
		T_RUN(listed__init(&l, path, interactive));
		T_RUN(check_small(l.list));
		T_RUN(interactive ? check_parts(l.list) : TEST_OK);
		listed__exit(&l);
	}
	close(fd);
	builder__exit(&b);
	return TEST_OK;
}

/* ---- real traces ---- */

/* Returns TEST_SKIP without the traces. */
static int trace_path(char path[4096], const char *name)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");

	T_NEED_RECORDED();
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

/* What all samples of an entry tell, looked up one by one. */
static int check_samples(const struct listed *l, const struct entry *entry, uint64_t *nr_mixed)
{
	const struct samples *samples = &l->p.pipeline.samples;
	const struct fold *fold = l->p.pipeline.fold;
	uint64_t nr = 0, nr_off = 0;

	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);
		const struct stack *stack = fold__stack(fold, ref->stack);

		if (!entry__has(entry, ref, stack))
			continue;
		nr++;
		nr_off += offcpu__leaves_cpu(
			defer_evlist__evsel(l->p.pipeline.session->evlist, stack->evsel_idx));
	}
	T_EQ(entry->nr, nr);
	T_EQ(entry->off_cpu, nr_off > 0);
	*nr_mixed += nr_off && nr_off < nr;
	return TEST_OK;
}

/* What a chart shows of an entry, against its samples: @step is the time that one stands for, ns. */
static int check_chart(const struct listed *l, const struct entry *entry, uint64_t step)
{
	const struct samples *samples = &l->p.pipeline.samples;
	uint64_t end = entry_list__end(l->list, entry), last = 0, gaps = 0, shown = 0, from, to;
	struct chart_picture picture = {0};
	struct chart_part part;
	struct chart *chart;
	size_t nr = 0;

	T_EQ(chart__new_entry(&chart, l->list, entry, NULL), 0);
	T_EQ(chart->start, entry->begin);
	T_EQ(chart->end, end);
	for (size_t i = samples__from(samples, entry->begin); nr < entry->nr; i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		if (!entry__has(entry, ref, fold__stack(l->p.pipeline.fold, ref->stack)))
			continue;
		T_EQ(chart->samples[nr++].time, ref->time);
		gaps += nr > 1 && ref->time - last > 2 * step ? ref->time - last - step : 0;
		last = ref->time;
	}
	T_EQ(chart->nr, nr);
	gaps += end - last > step ? end - last - step : 0;
	part = chart__whole(chart);
	T_EQ(chart__layout(chart, &part, 2000, &picture, NULL), 0);
	for (uint32_t col = 0; col < picture.nr_cols; col++) {
		if (chart__gap(chart, &picture, 0, col, &from, &to) &&
		    (!col || picture.rows[0].chains[col - 1] != CHART_NONE))
			shown += to - from;
	}
	T_CHECK(shown <= gaps && gaps - shown <= step);
	chart_picture__exit(&picture);
	chart__delete(chart);
	return TEST_OK;
}

/* An opened entry shows all of its time, and where it has no sample. */
static int test_chart(void)
{
	struct chart *chart;
	char path[4096];
	struct listed l;

	T_RUN(trace_path(path, "burn2.data"));
	T_RUN(listed__init(&l, path, true));
	for (uint32_t i = 0; i < l.list->nr; i++) {
		const struct entry *entry = entry_list__at(l.list, i);

		if (entry->nr > 3 && entry_list__end(l.list, entry) - entry->begin > 1000000)
			T_RUN(check_chart(&l, entry, 250000));
	}
	listed__exit(&l);
	/* A tracepoint stands for a moment. */
	T_RUN(trace_path(path, "sched.data"));
	T_RUN(listed__init(&l, path, true));
	T_EQ(chart__new_entry(&chart, l.list, entry_list__at(l.list, 0), NULL), 0);
	T_EQ(chart->step, 1);
	chart__delete(chart);
	listed__exit(&l);
	return TEST_OK;
}

/* An entry in which the task left its CPU once did so, whichever of its samples comes first. */
static int test_off_cpu(void)
{
	uint64_t nr_mixed = 0;
	char path[4096];
	struct listed l;

	T_RUN(trace_path(path, "sched.data"));
	T_RUN(listed__init(&l, path, true));
	for (uint32_t i = 0; i < l.list->nr; i += 3)
		T_RUN(check_samples(&l, entry_list__at(l.list, i), &nr_mixed));
	T_CHECK(nr_mixed > 10);
	listed__exit(&l);
	return TEST_OK;
}

/* Within a zoom there are the entries of its samples, with these alone. */
static int test_zoom(void)
{
	const struct zoom zoom = {.kind = ZOOM_TIME, .start = 8000000000, .end = 9000000000};
	struct entry_list *list;
	struct zooms zooms = {0};
	struct fold *part;
	struct shown shown;
	uint64_t nr = 0, in_entries = 0;
	struct listed l;
	char path[4096];

	T_RUN(trace_path(path, "burn2.data"));
	T_RUN(listed__init(&l, path, true));
	T_EQ(zooms__push(&zooms, &zoom, NULL), 0);
	T_EQ(zooms__apply(&zooms, l.p.pipeline.fold, &l.p.pipeline.samples, l.p.resolve, &part,
			  NULL),
	     0);
	profile__delete(l.p.profile);
	T_EQ(profiled__make(&l.p, part, NULL), 0);
	shown = l.list->shown;
	shown.profile = l.p.profile;
	shown.part = part;
	shown.zooms = &zooms;
	T_EQ(entry_list__new(&list, &shown, NULL, NULL), 0);
	for (size_t i = 0; i < samples__nr(shown.samples); i++) {
		const struct sample_ref *ref = samples__at(shown.samples, i);

		nr += ref->cookie && ref->time >= zoom.start && ref->time <= zoom.end;
	}
	T_CHECK(list->nr && list->nr < l.list->nr);
	for (uint32_t i = 0; i < list->nr; i++) {
		T_CHECK(entry_list__at(list, i)->begin >= zoom.start);
		T_CHECK(entry_list__at(list, i)->last <= zoom.end);
		in_entries += entry_list__at(list, i)->nr;
	}
	T_EQ(in_entries, nr);
	entry_list__delete(list);
	fold__delete(part);
	listed__exit(&l);
	return TEST_OK;
}

static void add_task(struct trace *trace, uint32_t type, unsigned int at)
{
	struct defer_event ev = {
		.type = type,
		.id = trace__id(at),
		.task = {.pid = TRACE_PID, .tid = 7, .ppid = TRACE_PID, .ptid = TRACE_PID},
	};

	ev.task.time = ev.id.time;
	builder__event(&trace->b, &trace->events[1].attr, &ev);
}

/* A tid that is used again is another task, so its entry is another one, whatever its cookie. */
static int test_lives(void)
{
	struct trace trace;
	struct listed l;
	char path[64];
	int fd;

	trace__begin(&trace, false, false);
	for (unsigned int i = 0; i < 9; i += 4) {
		add_task(&trace, DEFER_RECORD_FORK, i);
		trace__sample(&trace, i + 1, 7, 0, TRACE_COOKIE(3));
		trace__sample(&trace, i + 2, 7, 0, TRACE_COOKIE(3));
		add_task(&trace, DEFER_RECORD_EXIT, i + 3);
	}
	trace__end(&trace);
	fd = trial__memfd(&trace.b);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	for (int interactive = 0; interactive < 2; interactive++) {
		T_RUN(listed__init(&l, path, interactive));
		T_EQ(l.list->nr, 3);
		for (uint32_t i = 0; i < 3; i++) {
			const struct entry *entry = entry_list__at(l.list, i);

			T_EQ(entry->nr, 2);
			T_EQ(entry->begin, trace__id(4 * i + 1).time);
			T_EQ(entry->last, trace__id(4 * i + 2).time);
			T_EQ(entry->key.cls, DEFER_EXITED);
		}
		listed__exit(&l);
	}
	close(fd);
	trace__exit(&trace);
	return TEST_OK;
}

/* ---- order ---- */

/* Compares two entries as the user would. */
static int compare(const struct entry_list *list, const struct entry *a, const struct entry *b,
		   const char *by)
{
	uint64_t va = 0, vb = 0;
	double sa = 0, sb = 0;
	bool ha = entry_list__remaining(list, a, &va), hb = entry_list__remaining(list, b, &vb);

	if (!strcmp(by, "remaining"))
		return ha != hb ? hb - ha : (va < vb) - (va > vb);
	if (!strcmp(by, "begin"))
		return (a->begin > b->begin) - (a->begin < b->begin);
	if (!strcmp(by, "return")) {
		entry_list__return(list, a, &va);
		entry_list__return(list, b, &vb);
		return ha != hb ? hb - ha : (va > vb) - (va < vb);
	}
	if (!strcmp(by, "samples"))
		return (a->nr < b->nr) - (a->nr > b->nr);
	if (!strcmp(by, "sampled"))
		return (a->sampled < b->sampled) - (a->sampled > b->sampled);
	if (!strcmp(by, "state"))
		return entry_list__state(list, a) < entry_list__state(list, b)
			       ? -1
			       : entry_list__state(list, a) > entry_list__state(list, b);
	if (!strcmp(by, "on-cpu")) {
		ha = entry_list__on_cpu(list, a, &sa);
		hb = entry_list__on_cpu(list, b, &sb);
		return ha != hb ? hb - ha : (sa > sb) - (sa < sb);
	}
	if (!strcmp(by, "kind"))
		return strcmp(entry_list__stack(list, a)->kind, entry_list__stack(list, b)->kind);
	if (!strcmp(by, "thread"))
		return strcmp(entry_list__comm(list, a), entry_list__comm(list, b));
	return strcmp(by, "class") != 0 ? 0 : (int)a->key.cls - (int)b->key.cls;
}

/* Sorts by the keys in @by. Returns the table. */
static struct table sorted_by(const struct entry_list *list, const char *by)
{
	struct table table = entry_list__table(list);
	struct table_order order;

	if (table_order__parse(&order, &table_of_entries, by, NULL) ||
	    table__sort(&table, &order, NULL))
		table.nr = 0;
	return table;
}

static int check_order(struct listed *l, const char *by)
{
	const struct entry_list *list = l->list;
	uint32_t *rows = list->rows;

	T_EQ(sorted_by(list, by).nr, list->nr);
	for (uint32_t i = 1; i < list->nr; i++) {
		if (compare(list, entry_list__at(list, rows[i - 1]), entry_list__at(list, rows[i]),
			    by) > 0)
			T_FAIL("by %s: row %u", by, i);
	}
	return TEST_OK;
}

/* One trace has tasks that leave their CPU, the other times that differ in their upper half. */
static int test_order(void)
{
	static const char *const names[] = {"sched.data", "burn2.data"};
	static const char *const keys[] = {"remaining", "begin", "return", "samples",
					   "sampled",	"state", "on-cpu", "kind",
					   "thread",	"user",	 "class"};
	struct listed l;
	char path[4096];

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		T_RUN(trace_path(path, names[i]));
		T_RUN(listed__init(&l, path, false));
		T_CHECK(l.list->nr > 1000);
		for (size_t by = 0; by < sizeof(keys) / sizeof(*keys); by++)
			T_RUN(check_order(&l, keys[by]));
		listed__exit(&l);
	}
	return TEST_OK;
}

/* Equal rows keep the order that another key gave them. */
static int test_two_keys(void)
{
	struct listed l;
	char path[4096];

	T_RUN(trace_path(path, "overrun.data"));
	T_RUN(listed__init(&l, path, false));
	T_EQ(sorted_by(l.list, "class,samples").nr, l.list->nr);
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
	static const char *const keys[] = {"remaining", "kind", "samples"};
	struct table_order order;

	T_EQ(table_order__parse(&order, &table_of_entries, "rem, KIND,remaining,s", &err), 0);
	T_EQ(order.nr, 3);
	for (unsigned int i = 0; i < order.nr; i++)
		T_STREQ(table_of_entries.columns[order.by[i]].name, keys[i]);
	T_EQ(table_order__parse(&order, &table_of_entries, "kind,nonsense", &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text,
		       "entries cannot be sorted by 'nonsense'; they can by remaining "
		       "begin return samples sampled state on-cpu kind thread user class"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"as in the model kernel", test_model},
	{"names, times on the CPU, and callers that are none", test_small},
	{"as the audit counts", test_ledger},
	{"in text and in the TUI", test_both},
	{"entries that leave their CPU", test_off_cpu},
	{"in order of time", test_chart},
	{"within a zoom", test_zoom},
	{"tids that are used again", test_lives},
	{"sorted by each key", test_order},
	{"sorted by two keys", test_two_keys},
	{"names of keys", test_names},
	{0},
};

const struct test_suite suite__entries = {"entries", "Entries into the kernel", cases};
