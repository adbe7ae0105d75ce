// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which stacks are equal, and which differ: a sample is varied in each field that is a key of a
 * stack, and in each that is not.
 */
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/base/intern-part.h"
#include "util/fold/fold.h"
#include "util/resolve/resolve.h"

#define FOLD_BY_ALL (FOLD_BY_TASK | FOLD_BY_CPU | FOLD_BY_TRAIT(TRAIT_CGROUP) | FOLD_BY_PARALLELISM)

/* A session that has what folding needs, and a sample in it. */
struct fold_world {
	struct session session;
	struct intern_part parts[2]; /* by worker, of which there is one unless a test says more */
	struct defer_evsel evsels[2];
	struct defer_sample sample;
	struct stitched stitched;
	uint64_t kernel[2], user[2];
};

static void fold_world__init(struct fold_world *w)
{
	*w = (struct fold_world){
		.session = {.nr_workers = 1, .parts = w->parts},
		.evsels = {{.idx = 0}, {.idx = 1}},
		.sample = {.ip = 0x1000,
			   .cpu = 3,
			   .cpumode = DEFER_MISC_KERNEL,
			   .cgroup = 16,
			   .period = 5,
			   .weight = 6},
		.kernel = {0x1000, 0x1001},
		.user = {0x2000, 0x2001},
	};
	w->session.chains = intern__new();
	for (size_t i = 0; i < 2; i++)
		intern_part__init(&w->parts[i]);
	for (size_t i = 0; i < 2; i++)
		w->evsels[i].attr.sample_type = DEFER_SAMPLE_PERIOD;
	w->stitched = (struct stitched){
		.evsel = &w->evsels[0],
		.sample = &w->sample,
		.cls = DEFER_MERGED,
		.task = {.pid = 10, .tid = 11, .comm_id = 12, .life = 13},
		.kernel = {.ips = w->kernel, .nr = 2},
		.user = {.ips = w->user, .nr = 2},
		.user_maps_id = 14,
		.kernel_maps_id = 15,
		.parallelism = 2,
	};
}

static void fold_world__exit(struct fold_world *w)
{
	intern__delete(w->session.chains);
	for (size_t i = 0; i < 2; i++)
		intern_part__exit(&w->parts[i]);
}

struct variation {
	const char *what;
	unsigned int apart_by; /* FOLD_BY_*, without which it makes no difference */
	bool always;	       /* keeps stacks apart whatever @apart_by */
	void (*vary)(struct fold_world *w);
};

#define VARY(_name, _statement)                        \
	static void vary_##_name(struct fold_world *w) \
	{                                              \
		_statement;                            \
	}

VARY(event, w->stitched.evsel = &w->evsels[1])
VARY(comm, w->stitched.task.comm_id++)
VARY(class, w->stitched.cls = DEFER_MERGED_BACK)
VARY(mode, w->sample.cpumode = DEFER_MISC_GUEST_KERNEL)
VARY(user_maps, w->stitched.user_maps_id++)
VARY(kernel_maps, w->stitched.kernel_maps_id++)
VARY(ip, w->sample.ip++)
VARY(kernel, w->kernel[1]++)
VARY(kernel_nr, w->stitched.kernel.nr--)
VARY(user, w->user[1]++)
VARY(user_nr, w->stitched.user.nr--)
VARY(no_user, w->stitched.user.nr = 0)
VARY(pid, w->stitched.task.pid++)
VARY(tid, w->stitched.task.tid++)
VARY(life, w->stitched.task.life++)
VARY(cpu, w->sample.cpu++)
VARY(cgroup, w->sample.cgroup++)
VARY(parallelism, w->stitched.parallelism++)
VARY(time, w->stitched.time++)
VARY(cookie, w->stitched.cookie++)
VARY(period, w->sample.period++)
VARY(weight, w->sample.weight++)
VARY(ins_lat, w->sample.ins_lat++)
VARY(weight3, w->sample.weight3++)

static const struct variation variations[] = {
	{"event", 0, true, vary_event},
	{"comm", 0, true, vary_comm},
	{"class", 0, true, vary_class},
	{"mode", 0, true, vary_mode},
	{"user maps", 0, true, vary_user_maps},
	{"kernel maps", 0, true, vary_kernel_maps},
	{"ip", 0, true, vary_ip},
	{"kernel half", 0, true, vary_kernel},
	{"length of the kernel half", 0, true, vary_kernel_nr},
	{"user half", 0, true, vary_user},
	{"length of the user half", 0, true, vary_user_nr},
	{"no user half", 0, true, vary_no_user},
	{"pid", FOLD_BY_TASK, false, vary_pid},
	{"tid", FOLD_BY_TASK, false, vary_tid},
	{"life", FOLD_BY_TASK, false, vary_life},
	{"cpu", FOLD_BY_CPU, false, vary_cpu},
	{"cgroup", FOLD_BY_TRAIT(TRAIT_CGROUP), false, vary_cgroup},
	{"parallelism", FOLD_BY_PARALLELISM, false, vary_parallelism},
	{"time", FOLD_BY_TRAIT(TRAIT_TIME), false, vary_time},
	{"cookie", 0, false, vary_cookie},
	{"period", 0, false, vary_period},
	{"weight", FOLD_BY_TRAIT(TRAIT_WEIGHT), false, vary_weight},
	{"ins_lat", FOLD_BY_TRAIT(TRAIT_INS_LAT), false, vary_ins_lat},
	{"weight3", FOLD_BY_TRAIT(TRAIT_WEIGHT3), false, vary_weight3},
};

/* The sample, the one that varies, and the sample again: how many stacks are they? */
static int check_variation(const struct variation *variation, unsigned int by)
{
	bool apart = variation->always || variation->apart_by & by;
	struct fold_world w;
	struct fold *fold;
	uint64_t nr = 0;
	uint32_t place;

	fold_world__init(&w);
	T_EQ(fold__new(&fold, &w.session, by, NULL), 0);
	T_EQ(fold__add_at(fold, 0, &w.stitched, &place, NULL), 0);
	variation->vary(&w);
	T_EQ(fold__add(fold, 0, &w.stitched, NULL), 0);
	T_EQ(fold__add(fold, 0, &w.stitched, NULL), 0);
	T_EQ(fold__finish(fold, NULL), 0);
	if (fold__nr(fold) != (apart ? 2 : 1))
		T_FAIL("another %s, folded by %u: %u stacks", variation->what, by, fold__nr(fold));
	T_EQ(fold__stack(fold, fold__place(fold, 0, place))->sums.nr, apart ? 1 : 3);
	/* Their hashes differ, so only chance would show that they are compared. */
	if (apart && stack__equal(fold__stack(fold, 0), fold__stack(fold, 1)))
		T_FAIL("another %s: the stacks are equal", variation->what);
	T_CHECK(stack__equal(fold__stack(fold, 0), fold__stack(fold, 0)));
	for (uint32_t i = 0; i < fold__nr(fold); i++)
		nr += fold__stack(fold, i)->sums.nr;
	T_EQ(nr, 3);
	fold__delete(fold);
	fold_world__exit(&w);
	return TEST_OK;
}

static int test_identity(void)
{
	for (size_t i = 0; i < sizeof(variations) / sizeof(*variations); i++) {
		for (unsigned int by = 0; by <= FOLD_BY_ALL; by++)
			T_RUN(check_variation(&variations[i], by));
		for (int trait = 0; trait < TRAIT_NR; trait++)
			T_RUN(check_variation(&variations[i], FOLD_BY_TRAIT(trait)));
	}
	return TEST_OK;
}

/* The counts of equal stacks are summed, whichever worker had them. */
static int test_counts(void)
{
	struct fold_world w;
	const struct stack *stack;
	struct fold *fold;

	fold_world__init(&w);
	w.session.nr_workers = 2;
	T_EQ(fold__new(&fold, &w.session, FOLD_BY_ALL, NULL), 0);
	T_EQ(fold__add(fold, 0, &w.stitched, NULL), 0);
	T_EQ(fold__add(fold, 1, &w.stitched, NULL), 0);
	T_EQ(fold__add(fold, 1, &w.stitched, NULL), 0);
	T_EQ(fold__finish(fold, NULL), 0);
	T_EQ(fold__nr(fold), 1);
	stack = fold__stack(fold, 0);
	T_EQ(stack->sums.nr, 3);
	T_EQ(stack->sums.period, 15);
	T_EQ(stack->sums.weight, 18);
	T_EQ(stack->sums.latency, 3 * 2500); /* 5 by 2 threads, in thousandths */
	T_EQ(stack->pid, 10);
	T_EQ(stack->tid, 11);
	T_EQ(stack->life, 13);
	T_EQ(stack->cpu, 3);
	T_EQ(stack__trait(stack, TRAIT_CGROUP), 16);
	T_EQ(stack->parallelism, 2);
	fold__delete(fold);
	fold_world__exit(&w);
	return TEST_OK;
}

/* A worker's place of a stack still leads to it after all workers' stacks are in one table. */
static int test_places(void)
{
	struct fold_world w;
	struct fold *fold;
	uint32_t places[2][3];

	fold_world__init(&w);
	w.session.nr_workers = 2;
	T_EQ(fold__new(&fold, &w.session, 0, NULL), 0);
	for (uint32_t i = 0; i < 3; i++) {
		w.sample.ip = 0x1000 + i;
		T_EQ(fold__add_at(fold, 0, &w.stitched, &places[0][i], NULL), 0);
		w.sample.ip = 0x1003 - i;
		T_EQ(fold__add_at(fold, 1, &w.stitched, &places[1][i], NULL), 0);
	}
	T_EQ(fold__finish(fold, NULL), 0);
	T_EQ(fold__nr(fold), 4);
	for (uint32_t i = 0; i < 3; i++) {
		T_EQ(fold__stack(fold, fold__place(fold, 0, places[0][i]))->ip, 0x1000 + i);
		T_EQ(fold__stack(fold, fold__place(fold, 1, places[1][i]))->ip, 0x1003 - i);
	}
	fold__delete(fold);
	fold_world__exit(&w);
	return TEST_OK;
}

/*
 * Whichever worker has which samples, and in whatever order: stacks are in the order of their first samples, and
 * where these have one time, in that of their addresses.
 */
static int test_order(void)
{
	static const struct {
		uint64_t time, ip;
		size_t nr_user;
	} samples[] = {{5, 0x1000, 2}, {3, 0x1000, 2}, {3, 0x1002, 2},
		       {3, 0x1002, 1}, {9, 0x1002, 1}, {4, 0x1001, 1}};
	static const struct {
		uint64_t ip, nr, first;
	} wanted[] = {{0x1000, 2, 3}, {0x1002, 2, 3}, {0x1002, 1, 3}, {0x1001, 1, 4}};
	const size_t nr = sizeof(samples) / sizeof(samples[0]);
	struct fold_world w;

	fold_world__init(&w);
	w.session.nr_workers = 2;
	for (unsigned int turn = 0; turn < 1U << nr; turn++) {
		struct fold *fold;

		T_EQ(fold__new(&fold, &w.session, 0, NULL), 0);
		for (size_t i = 0; i < nr; i++) {
			size_t at = turn & 1 ? nr - 1 - i : i;

			w.stitched.time = samples[at].time;
			w.sample.ip = samples[at].ip;
			w.stitched.user.nr = samples[at].nr_user;
			T_EQ(fold__add(fold, turn >> i & 1, &w.stitched, NULL), 0);
		}
		T_EQ(fold__finish(fold, NULL), 0);
		T_EQ(fold__nr(fold), 4);
		for (uint32_t i = 0; i < 4; i++) {
			T_EQ(fold__stack(fold, i)->ip, wanted[i].ip);
			T_EQ(fold__stack(fold, i)->sums.nr, wanted[i].nr);
			T_EQ(fold__stack(fold, i)->first, wanted[i].first);
		}
		fold__delete(fold);
	}
	fold_world__exit(&w);
	return TEST_OK;
}

/* Adds a sample for worker @worker. */
static int add_at(struct fold_world *w, struct fold *fold, unsigned int worker, uint64_t ip,
		  uint64_t time)
{
	w->sample.ip = ip;
	w->stitched.time = time;
	return fold__add(fold, worker, &w->stitched, NULL);
}

/* Samples count in the span of their time, whichever worker has them; those outside of all count in none. */
static int test_spans(void)
{
	static const struct fold_spans spans = {.nr = 3, .begin = 100, .length = 10};
	static const struct {
		uint64_t ip, time;
	} samples[] = {{0x1002, 129}, {0x1000, 99},  {0x1000, 100}, {0x1001, 109}, {0x1001, 110},
		       {0x1000, 104}, {0x1000, 119}, {0x1000, 130}, {0x1001, 128}};
	static const uint64_t wanted[3][3] = {{2, 1, 0}, {1, 1, 1}, {0, 0, 1}};
	const size_t nr = sizeof(samples) / sizeof(samples[0]);
	struct fold_world w;

	fold_world__init(&w);
	w.session.nr_workers = 2;
	for (unsigned int turn = 0; turn < 1U << nr; turn++) {
		struct fold *fold;

		T_EQ(fold__new(&fold, &w.session, 0, NULL), 0);
		fold__set_spans(fold, &spans);
		for (size_t i = 0; i < nr; i++)
			T_EQ(add_at(&w, fold, turn >> i & 1, samples[i].ip, samples[i].time), 0);
		T_EQ(fold__finish(fold, NULL), 0);
		T_EQ(fold__nr(fold), 3);
		for (uint32_t i = 0; i < 3; i++) {
			const uint64_t *want = wanted[fold__stack(fold, i)->ip - 0x1000];

			for (size_t j = 0; j < 3; j++) {
				T_EQ(fold__spans(fold, i)[j].nr, want[j]);
				T_EQ(fold__spans(fold, i)[j].period, 5 * want[j]);
			}
		}
		fold__delete(fold);
	}
	fold_world__exit(&w);
	return TEST_OK;
}

#define MANY 5000

/* More stacks than a table begins with find each other again, whatever their samples weigh. */
static int test_many(void)
{
	struct fold_world w;
	struct fold *fold;

	fold_world__init(&w);
	T_EQ(fold__new(&fold, &w.session, 0, NULL), 0);
	fold__set_spans(fold, &(struct fold_spans){.nr = 2, .length = 1});
	for (uint32_t i = 0; i < 2 * MANY; i++) {
		w.sample.period = 1 + i / MANY;
		T_EQ(add_at(&w, fold, 0, 0x1000 + i % MANY, i % 2), 0);
	}
	T_EQ(fold__finish(fold, NULL), 0);
	T_EQ(fold__nr(fold), MANY);
	for (uint32_t i = 0; i < MANY; i++) {
		T_EQ(fold__stack(fold, i)->sums.nr, 2);
		T_EQ(fold__spans(fold, i)[fold__stack(fold, i)->ip % 2].period, 3);
	}
	fold__delete(fold);
	fold_world__exit(&w);
	return TEST_OK;
}

#define USER_IP 0x401000

/* Two programs of one name, with other files at the same addresses: forked from one shell. */
static int read_two_programs(struct names_world *w, unsigned int by)
{
	const struct names_task tasks[] = {{100, 100, 1}, {200, 200, 2}};
	static const char *const files[] = {"/bin/one", "/bin/two"};

	T_RUN(names_world__init(w, NULL));
	for (int i = 0; i < 2; i++) {
		names_world__comm(w, 10 + i, tasks[i], "prog", true);
		names_world__mmap(w, 20 + i, tasks[i], DEFER_MISC_USER, 0x400000, 0x10000,
				  files[i]);
	}
	for (int i = 0; i < 4; i++)
		names_world__sample(w, 100 + i, tasks[i % 2], DEFER_MISC_USER, USER_IP, NULL, 0, 0);
	return names_world__read(w, by);
}

static int check_rows(unsigned int by, const char *sort, const char *const *want, uint32_t nr)
{
	struct names_world w;
	char row[128];

	T_RUN(read_two_programs(&w, by));
	T_RUN(names_world__report(&w, sort));
	T_EQ(names_world__nr_rows(&w), nr);
	for (uint32_t i = 0; i < nr; i++) {
		names_world__row(&w, i, row, sizeof(row));
		T_STREQ(row, want[i]);
	}
	names_world__exit(&w);
	return TEST_OK;
}

static int test_two_programs(void)
{
	static const char *const dsos[] = {"one", "two"};
	static const char *const by_cpu[] = {"001 one", "002 two"};
	static const char *const cpus[] = {"001", "002"};
	static const char *const all[] = {"001     100:prog one", "002     200:prog two"};

	T_RUN(check_rows(0, "dso", dsos, 2));
	T_RUN(check_rows(FOLD_BY_CPU, "cpu", cpus, 2));
	T_RUN(check_rows(FOLD_BY_CPU, "cpu,dso", by_cpu, 2));
	T_RUN(check_rows(FOLD_BY_CPU | FOLD_BY_TASK, "cpu,pid,dso", all, 2));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what keeps stacks apart", test_identity},
	{"what equal stacks count", test_counts},
	{"where workers had their stacks", test_places},
	{"the order of stacks", test_order},
	{"spans of time", test_spans},
	{"more stacks than a table begins with", test_many},
	{"two programs with the same addresses", test_two_programs},
	{0},
};

const struct test_suite suite__fold = {"fold", "Equal stacks become one, others do not", cases};
