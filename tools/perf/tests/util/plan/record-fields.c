// SPDX-License-Identifier: GPL-2.0-only
/* Options that are fields of an event's attr: what each asks the kernel for, and nothing else. */
#include "tests/tests.h"
#include <perf/defer-abi.h>

#include "util/plan/plan-attr.h"
#include "util/plan/plan-chain.h"
#include "util/plan/plan-limits.h"
#include "util/plan/sample-regs.h"

static const struct hostinfo plain_host = {.paranoid = -1, .max_sample_rate = 100000};
static const struct plan_kernel new_kernel = {.defer = true, .weight_struct = true};

#define LEVELS (DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_KERNEL)
#define TIMES  (DEFER_FORMAT_TOTAL_TIME_ENABLED | DEFER_FORMAT_TOTAL_TIME_RUNNING)

/* The attr of an event that begins with @flags, and of the one for tasks. */
static int complete(const struct record_opts *opts, const struct plan_kernel *kernel,
		    uint64_t flags, struct defer_attr *attr, struct defer_attr *tracking)
{
	struct event_list events;
	struct event_spec *spec;

	event_list__init(&events);
	spec = event_list__add(&events, "cycles");
	T_CHECK(spec);
	spec->attr.flags = flags;
	plan_attr__complete(&events, 0, opts, kernel, &plain_host);
	*attr = spec->attr;
	plan_attr__tracking(tracking, opts, kernel);
	event_list__exit(&events);
	return TEST_OK;
}

/* Returns the bits that @opts add to the sample_type of an event. */
static int check_fields(const struct record_opts *opts, const struct plan_kernel *kernel,
			uint64_t fields)
{
	struct defer_attr plain, attr, tracking;

	T_RUN(complete(&(const struct record_opts){0}, kernel, 0, &plain, &tracking));
	T_RUN(complete(opts, kernel, 0, &attr, &tracking));
	T_EQ(attr.sample_type & ~plain.sample_type, fields);
	T_EQ(attr.flags, plain.flags);
	/* A record of tasks has none of them. */
	T_EQ(tracking.sample_type & fields, 0);
	return TEST_OK;
}

#define FIELDS(fields, ...) \
	T_RUN(check_fields(&(const struct record_opts){__VA_ARGS__}, &new_kernel, (fields)))

static int test_fields(void)
{
	const struct plan_kernel old_kernel = {0};

	FIELDS(0, .data_mmap = true);
	FIELDS(DEFER_SAMPLE_DATA_PAGE_SIZE, .data_page_size = true);
	FIELDS(DEFER_SAMPLE_CODE_PAGE_SIZE, .code_page_size = true);
	FIELDS(DEFER_SAMPLE_DATA_SRC, .mem_info = true);
	FIELDS(DEFER_SAMPLE_ADDR | DEFER_SAMPLE_DATA_SRC, .sample_addr = true);
	FIELDS(DEFER_SAMPLE_PHYS_ADDR, .phys_data = true);
	FIELDS(DEFER_SAMPLE_TRANSACTION, .transaction = true);
	FIELDS(DEFER_SAMPLE_WEIGHT_STRUCT, .sample_weight = true);
	return check_fields(&(const struct record_opts){.sample_weight = true}, &old_kernel,
			    DEFER_SAMPLE_WEIGHT);
}

/* ---- branches ---- */

static int set_branches(const char *str, uint64_t *branches)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct record_opts opts;
	int ret;

	record_opts__init(&opts);
	ret = record_opts__set_branches(&opts, str, &err);
	T_CHECK(!ret || err.text[0]);
	*branches = opts.branches;
	return ret;
}

/* Bits: include/uapi/linux/perf_event.h. */
static int test_branch_names(void)
{
	static const struct {
		const char *str;
		uint64_t bits;
	} good[] = {
		{NULL, 1 << 3},
		{"any", 1 << 3},
		{"any_call,u", 1 << 4 | 1},
		{"u", 1 << 3 | 1},
		{"u,k,hv", 1 << 3 | 7},
		{"ANY_RET", 1 << 5},
		{"ind_call,abort_tx,in_tx,no_tx,cond", 31 << 6},
		{"stack,ind_jmp,call", 7 << 11},
		{"call,no_flags,no_cycles,save_type,hw_index,priv,counter", 127 << 13},
	};
	static const char *const bad[] = {"", "any,", ",any", "no", "any_cal", "any call", "anyx"};
	uint64_t bits;

	for (size_t i = 0; i < sizeof(good) / sizeof(*good); i++) {
		T_EQ(set_branches(good[i].str, &bits), 0);
		T_EQ(bits, good[i].bits);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		T_EQ(set_branches(bad[i], &bits), DEFER_ERR_INVAL);
		T_EQ(bits, 0);
	}
	return TEST_OK;
}

static int test_branches(void)
{
	struct record_opts opts;
	struct event_list events;

	record_opts__init(&opts);
	opts.callchain = false;
	T_EQ(record_opts__set_branches(&opts, "any_call", NULL), 0);
	T_EQ(record_opts__set_branches(&opts, NULL, NULL), DEFER_ERR_INVAL);
	T_RUN(check_fields(&opts, &new_kernel, DEFER_SAMPLE_BRANCH_STACK));

	event_list__init(&events);
	for (int i = 0; i < 3; i++)
		T_CHECK(event_list__add(&events, "cycles"));
	/* The event's own settings stay; the processor has no data where tasks block. */
	events.specs[1].has_branches = true;
	events.specs[2].is_off_cpu = true;
	for (uint32_t i = 0; i < 3; i++)
		plan_attr__complete(&events, i, &opts, &new_kernel, &plain_host);
	T_EQ(events.specs[0].attr.branch_sample_type, 1 << 4);
	for (uint32_t i = 1; i < 3; i++) {
		T_EQ(events.specs[i].attr.branch_sample_type, 0);
		T_EQ(events.specs[i].attr.sample_type & DEFER_SAMPLE_BRANCH_STACK, 0);
	}
	event_list__exit(&events);
	return TEST_OK;
}

/* ---- registers ---- */

static int test_register_names(void)
{
	const uint64_t there = sample_regs__user();
	static const char *const bad[] = {"", "sp,", ",sp", "nosuch", "sp sp", "reg1"};
	uint64_t mask = 7;

	if (!there)
		return TEST_SKIP;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		T_EQ(sample_regs__parse(bad[i], there, "-I", &mask, NULL), DEFER_ERR_INVAL);
		T_EQ(mask, 7);
	}
	T_EQ(sample_regs__unwind() & ~there, 0);
#ifdef __x86_64__
	T_EQ(there, 0xff0fff);
	T_EQ(sample_regs__parse("ip,SP,r15", there, "-I", &mask, NULL), 0);
	T_EQ(mask, 1 << 8 | 1 << 7 | 1 << 23);
	T_EQ(sample_regs__unwind(), 1 << 8 | 1 << 7);
	/* Segments are not there, and vector registers have two bits each. */
	T_EQ(sample_regs__parse("ds", there, "-I", &mask, NULL), DEFER_ERR_INVAL);
	T_EQ(sample_regs__parse("xmm0", there, "-I", &mask, NULL), DEFER_ERR_INVAL);
	T_EQ(sample_regs__parse("xmm0,XMM15", there | SAMPLE_REGS_VECTOR, "-I", &mask, NULL), 0);
	T_CHECK(mask == (3ULL << 62 | 3ULL << 32));
#endif
	T_CHECK(sample_regs__asks("?") && sample_regs__asks("ip,?"));
	T_CHECK(!sample_regs__asks("ip") && !sample_regs__asks("??"));
	return TEST_OK;
}

static int test_registers(void)
{
	struct record_opts opts;
	struct defer_attr attr, tracking;

	if (!sample_regs__user())
		return TEST_SKIP;
	record_opts__init(&opts);
	T_EQ(record_opts__set_user_regs(&opts, NULL, NULL), 0);
	T_EQ(record_opts__set_user_regs(&opts, NULL, NULL), DEFER_ERR_INVAL);
	T_EQ(record_opts__set_intr_regs(&opts, "nosuch", NULL), DEFER_ERR_INVAL);
	T_EQ(opts.intr_regs, 0);
	T_EQ(record_opts__set_intr_regs(&opts, "sp", NULL), 0);
	T_CHECK(opts.intr_regs_named);
	opts.callchain = false;
	T_RUN(check_fields(&opts, &new_kernel, DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_REGS_INTR));
	T_RUN(complete(&opts, &new_kernel, 0, &attr, &tracking));
	T_EQ(attr.sample_regs_user, sample_regs__user());
	T_EQ(__builtin_popcountll(attr.sample_regs_intr), 1);
	return TEST_OK;
}

/* Without names, an event that cannot have the vector registers is accepted all the same. */
static int test_vector_registers(void)
{
	const uint64_t precise = 1ULL << DEFER_ATTR_PRECISE_IP_SHIFT;
	struct record_opts opts = {.intr_regs = SAMPLE_REGS_VECTOR | 1};
	struct defer_attr attr, tracking;

	T_RUN(complete(&opts, &new_kernel, 0, &attr, &tracking));
	T_EQ(attr.sample_regs_intr, 1);
	T_RUN(complete(&opts, &new_kernel, precise, &attr, &tracking));
	T_CHECK(attr.sample_regs_intr == opts.intr_regs);
	opts.intr_regs_named = true;
	T_RUN(complete(&opts, &new_kernel, 0, &attr, &tracking));
	T_CHECK(attr.sample_regs_intr == opts.intr_regs);
	return TEST_OK;
}

/* ---- user stacks ---- */

#define DUMP	 (DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER)
#define NO_USER	 DEFER_ATTR_EXCLUDE_CALLCHAIN_USER
#define DEFERRED DEFER_ATTR_DEFER_CALLCHAIN

/* The event of @text, complete; and in @tracking that for tasks. */
static int plan_one(const char *text, const struct record_opts *opts,
		    const struct plan_kernel *kernel, struct defer_attr *attr,
		    struct defer_attr *tracking, enum plan_defer *how)
{
	const struct event_paths paths = {.sysfs = "/nonexistent", .tracefs = "/nonexistent"};
	struct event_list events;

	event_list__init(&events);
	T_EQ(parse_events(&events, &paths, text, NULL), 0);
	T_EQ(events.nr, 1);
	plan_attr__complete(&events, 0, opts, kernel, &plain_host);
	plan_attr__tracking(tracking, opts, kernel);
	plan_chain__track(tracking, &events, 0);
	*attr = events.specs[0].attr;
	*how = plan_chain__how(&events, 0);
	event_list__exit(&events);
	return TEST_OK;
}

struct chain_case {
	const char *mode, *event;
	enum plan_defer how;
	uint64_t fields, flags; /* of DUMP, BRANCH_STACK and CALLCHAIN; of NO_USER and DEFERRED */
	uint32_t dump_size;
};

static int check_chain(const struct chain_case *want)
{
	const uint64_t fields = DUMP | DEFER_SAMPLE_BRANCH_STACK | DEFER_SAMPLE_CALLCHAIN;
	struct defer_attr attr, tracking;
	struct record_opts opts;
	enum plan_defer how;
	bool deferred = want->flags & DEFERRED;

	record_opts__init(&opts);
	T_EQ(record_opts__set_call_graph(&opts, want->mode, NULL), 0);
	T_RUN(plan_one(want->event, &opts, &new_kernel, &attr, &tracking, &how));
	if (how != want->how || (attr.sample_type & fields) != want->fields ||
	    (attr.flags & (NO_USER | DEFERRED)) != want->flags ||
	    attr.sample_stack_user != want->dump_size)
		T_FAIL("--call-graph %s -e %s: how %d, fields %#" PRIx64 ", flags %#" PRIx64
		       ", %u bytes",
		       want->mode, want->event, how, attr.sample_type & fields, attr.flags,
		       attr.sample_stack_user);
	T_EQ(!!(tracking.flags & DEFER_ATTR_DEFER_OUTPUT), deferred);
	T_EQ(!!(tracking.flags & DEFER_ATTR_MMAP_DATA), want->how == PLAN_DUMPED);
	T_EQ(attr.sample_regs_user, want->how == PLAN_DUMPED ? sample_regs__user() : 0);
	return TEST_OK;
}

/* An event's own settings apply to it alone; its neighbours keep the options. */
static int test_chains(void)
{
	const uint64_t chain = DEFER_SAMPLE_CALLCHAIN, lbr = chain | DEFER_SAMPLE_BRANCH_STACK;
	const struct chain_case table[] = {
		{"fp,defer", "cs", PLAN_DEFERRED, chain, DEFERRED, 0},
		{"fp", "cs", PLAN_IN_PLACE, chain, 0, 0},
		{"no", "cs", PLAN_NO_CHAINS, 0, 0, 0},
		{"dwarf", "cs", PLAN_DUMPED, chain | DUMP, NO_USER, 8192},
		{"dwarf,512", "cs", PLAN_DUMPED, chain | DUMP, NO_USER, 512},
		{"lbr", "cs", PLAN_BRANCHES, lbr, 0, 0},
		{"dwarf", "cs/stack-size=100/", PLAN_DUMPED, chain | DUMP, NO_USER, 104},
		{"fp,defer", "cs/stack-size=100/", PLAN_DEFERRED, chain, DEFERRED, 0},
		{"no", "cs/stack-size=100/", PLAN_NO_CHAINS, 0, 0, 0},
		{"fp,defer", "cs/call-graph=dwarf/", PLAN_DUMPED, chain | DUMP, NO_USER, 8192},
		{"no", "cs/call-graph='dwarf,64'/", PLAN_DUMPED, chain | DUMP, NO_USER, 64},
		{"fp,defer", "cs/call-graph=lbr/", PLAN_BRANCHES, lbr, 0, 0},
		{"dwarf", "cs/call-graph=fp/", PLAN_IN_PLACE, chain, 0, 0},
		{"dwarf", "cs/call-graph='fp,defer'/", PLAN_DEFERRED, chain, DEFERRED, 0},
		{"dwarf", "cs/max-stack=9/", PLAN_IN_PLACE, chain, 0, 0},
		{"no", "cs/call-graph='fp,defer'/", PLAN_DEFERRED, chain, DEFERRED, 0},
		{"lbr", "cs/call-graph=no/", PLAN_NO_CHAINS, 0, 0, 0},
		/*
		 * Where LBRs cannot be: the kernel alone, and where other branches are asked for.
		 */
		{"lbr", "cs:k", PLAN_IN_PLACE, chain, 0, 0},
		{"lbr", "cs/branch_type=any/", PLAN_IN_PLACE, lbr, 0, 0},
	};

	if (!sample_regs__user())
		return TEST_SKIP;
	for (size_t i = 0; i < sizeof(table) / sizeof(*table); i++)
		T_RUN(check_chain(&table[i]));
	return TEST_OK;
}

/* perf's: include/uapi/linux/perf_event.h, and what its readers need. */
static int test_unwinding(void)
{
	const struct plan_kernel user_only = {.user_only = true};
	struct defer_attr attr, tracking;
	struct record_opts opts;
	enum plan_defer how;

	if (!sample_regs__user())
		return TEST_SKIP;
	record_opts__init(&opts);
	T_EQ(record_opts__set_call_graph(&opts, "lbr", NULL), 0);
	T_RUN(plan_one("cs", &opts, &new_kernel, &attr, &tracking, &how));
	T_EQ(attr.branch_sample_type, 1 | 1 << 11 | 1 << 14 | 1 << 15 | 1 << 17);

	/* A dump has what it is unwound from, whatever else is asked for. */
	T_EQ(record_opts__set_call_graph(&opts, "dwarf", NULL), 0);
	opts.user_regs = 1;
	T_RUN(plan_one("cs", &opts, &user_only, &attr, &tracking, &how));
	T_EQ(attr.sample_regs_user, 1 | sample_regs__unwind());
	T_CHECK(attr.flags & DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL);
	opts.branches = 8;
	T_RUN(plan_one("cs", &opts, &new_kernel, &attr, &tracking, &how));
	T_EQ(how, PLAN_DUMPED);
	T_EQ(attr.branch_sample_type, 8);
	return TEST_OK;
}

static int test_dump_too_large(void)
{
	struct plan plan = {.mmap_pages = 1};
	struct event_spec *spec;
	struct faults faults;

	faults__init(&faults);
	event_list__init(&plan.events);
	spec = event_list__add(&plan.events, "cs");
	T_CHECK(spec);
	T_EQ(plan_limits__check_dumps(&plan, &faults), 0);
	spec->attr.sample_stack_user = 2048;
	T_EQ(plan_limits__check_dumps(&plan, &faults), 0);
	T_EQ(faults.nr, 0);
	spec->attr.sample_stack_user = 65528;
	T_EQ(plan_limits__check_dumps(&plan, &faults), 0);
	T_EQ(faults.nr, 1);
	T_CHECK(strstr(faults.faults[0].what, "a stack dump of 65528 bytes"));
	T_CHECK(strstr(faults.faults[0].remedy, "-m 64"));
	faults__exit(&faults);
	event_list__exit(&plan.events);
	return TEST_OK;
}

/* ---- others ---- */

/* Both at once the kernel refuses; what the event asks for itself stays. */
static int test_one_weight(void)
{
	const struct record_opts opts = {.sample_weight = true};
	struct event_list events;
	struct event_spec *spec;

	event_list__init(&events);
	spec = event_list__add(&events, "sched:sched_switch");
	T_CHECK(spec);
	spec->attr.sample_type = DEFER_SAMPLE_WEIGHT;
	plan_attr__complete(&events, 0, &opts, &new_kernel, &plain_host);
	T_EQ(spec->attr.sample_type & (DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT),
	     DEFER_SAMPLE_WEIGHT);
	event_list__exit(&events);
	return TEST_OK;
}

static int test_levels(void)
{
	static const uint64_t before[] = {0, DEFER_ATTR_EXCLUDE_USER, DEFER_ATTR_EXCLUDE_KERNEL};
	const struct record_opts user = {.all_user = true}, kernel = {.all_kernel = true};
	const struct plan_kernel user_only = {.user_only = true};
	struct defer_attr attr, tracking;

	for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++) {
		T_RUN(complete(&user, &new_kernel, before[i], &attr, &tracking));
		T_EQ(attr.flags & LEVELS, DEFER_ATTR_EXCLUDE_KERNEL);
		T_RUN(complete(&kernel, &new_kernel, before[i], &attr, &tracking));
		T_EQ(attr.flags & LEVELS, DEFER_ATTR_EXCLUDE_USER);
		/* Records of tasks are the kernel's own. */
		T_EQ(tracking.flags & DEFER_ATTR_EXCLUDE_USER, 0);
	}
	/* A forbidden setting is passed on, so that it is refused and not replaced. */
	T_RUN(complete(&kernel, &user_only, 0, &attr, &tracking));
	T_EQ(attr.flags & LEVELS, DEFER_ATTR_EXCLUDE_USER);
	return TEST_OK;
}

static int test_running_time(void)
{
	const struct record_opts opts = {.running_time = true};
	struct defer_attr attr, tracking;

	T_RUN(complete(&opts, &new_kernel, 0, &attr, &tracking));
	T_EQ(attr.read_format & TIMES, TIMES);
	T_EQ(tracking.read_format, attr.read_format);
	return TEST_OK;
}

static int test_data_maps(void)
{
	const struct record_opts maps = {.data_mmap = true}, addresses = {.sample_addr = true};
	struct defer_attr attr, tracking;

	T_RUN(complete(&maps, &new_kernel, 0, &attr, &tracking));
	T_CHECK(tracking.flags & DEFER_ATTR_MMAP_DATA);
	T_EQ(attr.flags & DEFER_ATTR_MMAP_DATA, 0);
	T_RUN(complete(&addresses, &new_kernel, 0, &attr, &tracking));
	T_CHECK(tracking.flags & DEFER_ATTR_MMAP_DATA);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"fields of samples", test_fields},
	{"names of branches", test_branch_names},
	{"branches of samples", test_branches},
	{"names of registers", test_register_names},
	{"registers of samples", test_registers},
	{"registers that only precise events have", test_vector_registers},
	{"user stacks", test_chains},
	{"what user stacks are unwound from", test_unwinding},
	{"stacks larger than the buffer", test_dump_too_large},
	{"one kind of weight", test_one_weight},
	{"one level for all events", test_levels},
	{"times of counters", test_running_time},
	{"maps of data", test_data_maps},
	{0},
};

const struct test_suite suite__record_fields = {"record-fields",
						"Options that are fields of an attr", cases};
