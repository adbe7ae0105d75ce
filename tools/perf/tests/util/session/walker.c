// SPDX-License-Identifier: GPL-2.0-only
/*
 * The walker's result for a sample: its class, its halves, and the time at which its task and each
 * half are looked up. Each sample hits a different address.
 */
#include "tests/names-world.h"
#include "tests/tests.h"
#include "util/session/session.h"

#define COOKIE	  0x700000001ULL
#define KERNEL_IP 0xffffffff81000100ULL
#define LIB	  0x700000ULL
#define MAX_SEEN  8

static const struct names_task task = {100, 100, 1};

/* Data that outlive the callback of a sample. */
struct seen {
	uint64_t ip, time, cookie, period;
	enum defer_class cls;
	bool has_record;
	struct task_view task;
	uint32_t user_maps_id, kernel_maps_id;
	uint32_t nr_kernel, nr_user;
	uint64_t first_user; /* address */
};

struct walk {
	struct names_world w;
	struct seen seen[MAX_SEEN];
	unsigned int nr;
};

static int see(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct walk *walk = ctx;

	(void)worker;
	if (walk->nr == MAX_SEEN)
		return defer_error__set(err, DEFER_ERR_INVAL, "too many samples");
	walk->seen[walk->nr++] = (struct seen){
		.ip = s->sample->ip,
		.time = s->time,
		.cookie = s->cookie,
		.period = s->sample->period,
		.cls = s->cls,
		.has_record = s->record,
		.task = s->task,
		.user_maps_id = s->user_maps_id,
		.kernel_maps_id = s->kernel_maps_id,
		.nr_kernel = s->kernel.nr,
		.nr_user = s->user.nr,
		.first_user = s->user.nr ? s->user.ips[0] : 0,
	};
	return 0;
}

static int walk__init(struct walk *walk)
{
	*walk = (struct walk){0};
	T_RUN(names_world__init(&walk->w, NULL));
	names_world__comm(&walk->w, 10, task, "before", true);
	names_world__mmap(&walk->w, 20, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/prog");
	return TEST_OK;
}

/* @counts_only: as in struct session_opts. */
static int walk__run_as(struct walk *walk, bool counts_only)
{
	T_RUN(names_world__read(&walk->w, 0));
	walk->w.session->counts_only = counts_only;
	T_EQ(session__walk(walk->w.session, see, walk, NULL), 0);
	return TEST_OK;
}

static int walk__run(struct walk *walk)
{
	return walk__run_as(walk, false);
}

static const struct seen *walk__find(const struct walk *walk, uint64_t ip)
{
	for (unsigned int i = 0; i < walk->nr; i++)
		if (walk->seen[i].ip == ip)
			return &walk->seen[i];
	return NULL;
}

static void add_sample(struct walk *walk, uint64_t time, uint64_t ip, uint64_t cookie)
{
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, ip, ip + 1};

	names_world__sample(&walk->w, time, task, DEFER_MISC_KERNEL, ip, chain, 3, cookie);
}

static void add_record(struct walk *walk, uint64_t time, uint64_t cookie)
{
	const uint64_t user[] = {LIB + 0x10, 0x400100};

	names_world__deferred(&walk->w, time, task, cookie, user, 2);
}

/* The state of user space that task 100 has at @time. */
static uint32_t maps_at(const struct walk *walk, uint64_t time)
{
	struct task_view view;

	machine__find_task(walk->w.session->machine, task.pid, task.tid, time, UINT64_MAX, &view);
	return view.maps_id;
}

static uint32_t kernel_at(const struct walk *walk, uint64_t time)
{
	return machine__kernel_maps(walk->w.session->machine, time, UINT64_MAX, &TIMELINE_SPAN_ALL);
}

/* All changes between a sample and its record: the name, the kernel's code, the program's maps. */
static void change_all(struct walk *walk, uint64_t time)
{
	names_world__comm(&walk->w, time, task, "after", false);
	names_world__ksymbol(&walk->w, time, 0xffffffffc0000000, 0x100, false, "bpf_prog_a");
	names_world__mmap(&walk->w, time, task, DEFER_MISC_USER, LIB, 0x1000, "/lib/late.so");
}

static int check_moments(const struct walk *walk, const struct seen *s, uint64_t record)
{
	T_CHECK(s->has_record);
	T_EQ(s->cookie, COOKIE);
	T_EQ(s->nr_kernel, 2);
	T_EQ(s->nr_user, 2);
	T_EQ(s->first_user, LIB + 0x10);
	T_EQ(s->user_maps_id, maps_at(walk, record));
	T_EQ(s->kernel_maps_id, kernel_at(walk, s->time));
	T_CHECK(maps_at(walk, record) != maps_at(walk, s->time));
	T_CHECK(kernel_at(walk, record) != kernel_at(walk, s->time));
	return TEST_OK;
}

/* The user half is of the record's time, all else of the sample's. */
static int test_later(void)
{
	const struct seen *s;
	struct walk walk;

	T_RUN(walk__init(&walk));
	add_sample(&walk, 1000, KERNEL_IP, COOKIE);
	change_all(&walk, 1500);
	add_record(&walk, 2000, COOKIE);
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 1);
	s = &walk.seen[0];
	T_EQ(s->cls, DEFER_MERGED);
	T_EQ(s->time, 1000);
	T_RUN(check_moments(&walk, s, 2000));
	T_STREQ(machine__comm(walk.w.session->machine, s->task.comm_id), "before");
	names_world__exit(&walk.w);
	return TEST_OK;
}

/* The same where the record came first. */
static int test_earlier(void)
{
	const struct seen *s;
	struct walk walk;

	T_RUN(walk__init(&walk));
	add_record(&walk, 1000, COOKIE);
	change_all(&walk, 1500);
	add_sample(&walk, 2000, KERNEL_IP, COOKIE);
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 1);
	s = &walk.seen[0];
	T_EQ(s->cls, DEFER_MERGED_BACK);
	T_EQ(s->time, 2000);
	T_RUN(check_moments(&walk, s, 1000));
	T_STREQ(machine__comm(walk.w.session->machine, s->task.comm_id), "after");
	names_world__exit(&walk.w);
	return TEST_OK;
}

/* A record that is of another program gives nothing, not even its moment. */
static int test_exec(void)
{
	const struct seen *s;
	struct walk walk;

	T_RUN(walk__init(&walk));
	add_sample(&walk, 1000, KERNEL_IP, COOKIE);
	names_world__comm(&walk.w, 1500000, task, "other", true);
	add_record(&walk, 3000000, COOKIE);
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 1);
	s = &walk.seen[0];
	T_EQ(s->cls, DEFER_EXEC);
	T_CHECK(!s->has_record);
	T_EQ(s->nr_user, 0);
	T_EQ(s->nr_kernel, 2);
	T_EQ(s->user_maps_id, maps_at(&walk, 1000));
	names_world__exit(&walk.w);
	return TEST_OK;
}

/* Samples unwound at once, and samples without a record: each is seen once, and settled. */
static int test_without_record(void)
{
	const uint64_t inline_chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP + 0x100,
					 DEFER_CONTEXT_USER, 0x400100, 0x400200};
	const uint64_t kernel_chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP + 0x200};
	const struct seen *s;
	struct walk walk;

	T_RUN(walk__init(&walk));
	add_sample(&walk, 1000, KERNEL_IP, COOKIE);
	names_world__sample(&walk.w, 1100, task, DEFER_MISC_KERNEL, KERNEL_IP + 0x100, inline_chain,
			    5, 0);
	names_world__sample(&walk.w, 1200, task, DEFER_MISC_KERNEL, KERNEL_IP + 0x200, kernel_chain,
			    2, 0);
	add_sample(&walk, 1300, KERNEL_IP + 0x300, COOKIE + (2ULL << 32));
	add_record(&walk, 1400, COOKIE + (2ULL << 32));
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 4);
	s = walk__find(&walk, KERNEL_IP);
	T_EQ(s->cls, DEFER_LOST); /* the task left that entry: it was in another one */
	T_EQ(s->nr_user, 0);
	s = walk__find(&walk, KERNEL_IP + 0x100);
	T_EQ(s->cls, DEFER_INLINE);
	T_EQ(s->cookie, 0);
	T_EQ(s->nr_user, 2);
	T_EQ(s->first_user, 0x400100);
	T_EQ(walk__find(&walk, KERNEL_IP + 0x200)->cls, DEFER_KERNEL);
	T_EQ(walk__find(&walk, KERNEL_IP + 0x300)->cls, DEFER_MERGED);
	names_world__exit(&walk.w);
	return TEST_OK;
}

/* Number 0 is the idle task's in the kernel; with a user half it is a task that is hidden. */
static int check_number_zero(bool counts_only)
{
	const struct names_task zero = {0, 0, 1};
	const uint64_t chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP, DEFER_CONTEXT_USER, 0x400300};
	const struct machine *machine;
	struct walk walk;

	T_RUN(walk__init(&walk));
	names_world__sample(&walk.w, 1000, zero, DEFER_MISC_KERNEL, KERNEL_IP, chain, 2, 0);
	names_world__sample(&walk.w, 1100, zero, DEFER_MISC_KERNEL, KERNEL_IP + 1, chain, 2,
			    COOKIE);
	names_world__sample(&walk.w, 1200, zero, DEFER_MISC_USER, 0x400100, NULL, 0, 0);
	names_world__sample(&walk.w, 1300, zero, DEFER_MISC_KERNEL, KERNEL_IP + 2, chain, 4, 0);
	T_RUN(walk__run_as(&walk, counts_only));
	T_EQ(walk.nr, 4);
	machine = walk.w.session->machine;
	T_CHECK(walk__find(&walk, KERNEL_IP)->task.known);
	T_STREQ(machine__comm(machine, walk__find(&walk, KERNEL_IP)->task.comm_id), "swapper");
	T_CHECK(!walk__find(&walk, KERNEL_IP + 1)->task.known);
	T_CHECK(!walk__find(&walk, 0x400100)->task.known);
	T_CHECK(!walk__find(&walk, KERNEL_IP + 2)->task.known);
	names_world__exit(&walk.w);
	return TEST_OK;
}

static int test_number_zero(void)
{
	T_RUN(check_number_zero(false));
	return check_number_zero(true);
}

/* Samples that are only counted have no kernel half, and the user half only of a record. */
static int test_counted(void)
{
	const uint64_t inline_chain[] = {DEFER_CONTEXT_KERNEL, KERNEL_IP + 1, DEFER_CONTEXT_USER,
					 0x400100};
	const struct seen *s;
	struct walk walk;

	T_RUN(walk__init(&walk));
	add_sample(&walk, 1000, KERNEL_IP, COOKIE);
	names_world__sample(&walk.w, 1100, task, DEFER_MISC_KERNEL, KERNEL_IP + 1, inline_chain, 4,
			    0);
	add_record(&walk, 2000, COOKIE);
	T_RUN(walk__run_as(&walk, true));
	T_EQ(walk.nr, 2);
	s = walk__find(&walk, KERNEL_IP);
	T_EQ(s->cls, DEFER_MERGED);
	T_EQ(s->nr_user, 2);
	T_EQ(s->nr_kernel, 0);
	T_STREQ(machine__comm(walk.w.session->machine, s->task.comm_id), "before");
	s = walk__find(&walk, KERNEL_IP + 1);
	T_EQ(s->cls, DEFER_INLINE);
	T_EQ(s->nr_user, 0);
	T_EQ(s->nr_kernel, 0);
	names_world__exit(&walk.w);
	return TEST_OK;
}

/* The period of a sample whose event is as @attr says, and that says 5 itself if it can. */
static int check_period(uint64_t clear, uint64_t flags, uint64_t period, uint64_t want)
{
	const struct defer_sample sample = {
		.id = 7, .ip = KERNEL_IP, .pid = 100, .tid = 100, .time = 1000, .period = 5};
	struct walk walk;
	struct names_world *w = &walk.w;

	T_RUN(walk__init(&walk));
	builder__exit(&w->b);
	builder__init(&w->b, false);
	w->event.attr.sample_type &= ~clear;
	w->event.attr.flags |= flags;
	w->event.attr.sample_period = period;
	builder__begin_file(&w->b, &w->event, 1);
	builder__sample(&w->b, &w->event.attr, &sample);
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 1);
	T_EQ(walk.seen[0].period, want);
	names_world__exit(w);
	return TEST_OK;
}

/* A sample that does not say how many events it stands for, and one that does. */
static int test_periods(void)
{
	T_RUN(check_period(0, 0, 4000, 5));
	T_RUN(check_period(DEFER_SAMPLE_PERIOD, 0, 4000, 4000));
	T_RUN(check_period(DEFER_SAMPLE_PERIOD, 0, 0, 1));
	T_RUN(check_period(DEFER_SAMPLE_PERIOD, DEFER_ATTR_FREQ, 4000, 1));
	return TEST_OK;
}

/* Without timestamps the order of the file stands for time, for samples and other records. */
static int test_no_time(void)
{
	const struct machine *machine;
	struct walk walk;
	struct names_world *w = &walk.w;

	T_RUN(walk__init(&walk));
	builder__exit(&w->b);
	builder__init(&w->b, false);
	w->event.attr.sample_type &= ~(uint64_t)DEFER_SAMPLE_TIME;
	builder__begin_file(&w->b, &w->event, 1);
	names_world__comm(w, 0, task, "before", true);
	names_world__mmap(w, 0, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/prog");
	add_sample(&walk, 0, KERNEL_IP, 0);
	names_world__comm(w, 0, task, "after", false);
	names_world__mmap(w, 0, task, DEFER_MISC_USER, LIB, 0x1000, "/lib/late.so");
	add_sample(&walk, 0, KERNEL_IP + 1, 0);
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 2);
	T_CHECK(w->session->no_time);
	machine = w->session->machine;
	T_CHECK(walk.seen[0].time < walk.seen[1].time);
	T_STREQ(machine__comm(machine, walk.seen[0].task.comm_id), "before");
	T_STREQ(machine__comm(machine, walk.seen[1].task.comm_id), "after");
	T_CHECK(walk.seen[0].user_maps_id != walk.seen[1].user_maps_id);
	names_world__exit(w);
	return TEST_OK;
}

/* Samples whose chains say that they are longer than their records, more than are kept apart. */
static int test_damage(void)
{
	const struct defer_sample sample = {.id = 7, .ip = KERNEL_IP, .time = 900};
	struct walk walk;

	T_RUN(walk__init(&walk));
	for (int i = 0; i < 2 * DAMAGE_MAX_KEPT; i++) {
		builder__sample(&walk.w.b, &walk.w.event.attr, &sample);
		builder__poke_u64(&walk.w.b, walk.w.b.size - 8, 1000);
	}
	add_sample(&walk, 1000, KERNEL_IP + 1, 0);
	T_RUN(walk__run(&walk));
	T_EQ(walk.nr, 1);
	T_EQ(walk.seen[0].ip, KERNEL_IP + 1);
	/* Both walks met each of them; each is reported once. */
	T_EQ(walk.w.session->damage.nr, 2 * DAMAGE_MAX_KEPT);
	names_world__exit(&walk.w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a record that came after its sample", test_later},
	{"a record that came before its sample", test_earlier},
	{"a record of another program", test_exec},
	{"samples without a record", test_without_record},
	{"samples of number 0", test_number_zero},
	{"samples that are only counted", test_counted},
	{"what a sample stands for", test_periods},
	{"a file without timestamps", test_no_time},
	{"samples that cannot be read", test_damage},
	{0},
};

const struct test_suite suite__walker = {"walker", "What a walker makes of a sample", cases};
