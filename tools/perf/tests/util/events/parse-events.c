// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <perf/defer-abi.h>

#include "tests/event-folders.h"
#include "tests/tests.h"
#include "util/events/event-table.h"
#include "util/events/parse-events.h"

#define PRECISE(n) ((uint64_t)(n) << DEFER_ATTR_PRECISE_IP_SHIFT)
#define NO_U	   DEFER_ATTR_EXCLUDE_USER
#define NO_K	   DEFER_ATTR_EXCLUDE_KERNEL
#define NO_H	   DEFER_ATTR_EXCLUDE_HV
#define NO_HOST	   DEFER_ATTR_EXCLUDE_HOST
#define NO_GUEST   DEFER_ATTR_EXCLUDE_GUEST

/* One event and what becomes of it; its name is the text where none is said. */
struct one_case {
	const char *text;
	uint32_t type;
	uint64_t config, config1, config2, flags;
	const char *name;
};

#define EVENT(t, ty, c, ...)                                      \
	{                                                         \
		.text = t, .type = ty, .config = c, ##__VA_ARGS__ \
	}

static int parse_one(const struct event_paths *paths, const struct one_case *c,
		     struct event_list *list)
{
	struct defer_error err = DEFER_ERROR_INIT;

	event_list__init(list);
	if (parse_events(list, paths, c->text, &err))
		T_FAIL("%s: %s", c->text, err.text);
	T_EQ(list->nr, 1);
	return TEST_OK;
}

static int check_one(const struct event_paths *paths, const struct one_case *c)
{
	struct event_list list;
	const struct event_spec *spec;

	T_RUN(parse_one(paths, c, &list));
	spec = &list.specs[0];
	T_STREQ(spec->name, c->name ? c->name : c->text);
	if (spec->attr.type != c->type || spec->attr.config != c->config ||
	    spec->attr.config1 != c->config1 || spec->attr.config2 != c->config2 ||
	    spec->attr.flags != c->flags)
		T_FAIL("%s: type %u config %#" PRIx64 " %#" PRIx64 " %#" PRIx64 " flags %#" PRIx64,
		       c->text, spec->attr.type, spec->attr.config, spec->attr.config1,
		       spec->attr.config2, spec->attr.flags);
	T_EQ(spec->leader, 0);
	T_EQ(spec->attr.size, 144);
	event_list__exit(&list);
	return TEST_OK;
}

static int check_table(const struct one_case *table, size_t nr)
{
	struct event_folders folders;
	int ret = TEST_OK;

	T_CHECK(event_folders__init(&folders));
	for (size_t i = 0; i < nr && ret == TEST_OK; i++)
		ret = check_one(&folders.paths, &table[i]);
	event_folders__exit(&folders);
	return ret;
}

#define CHECK_TABLE(table) check_table(table, sizeof(table) / sizeof((table)[0]))

static int test_names(void)
{
	static const struct one_case table[] = {
		EVENT("cycles", 0, 0),
		EVENT("cpu-cycles", 0, 0),
		EVENT("CPU-Cycles", 0, 0),
		EVENT("instructions", 0, 1),
		EVENT("cache-references", 0, 2),
		EVENT("cache-misses", 0, 3),
		EVENT("branches", 0, 4),
		EVENT("branch-instructions", 0, 4),
		EVENT("branch-misses", 0, 5),
		EVENT("bus-cycles", 0, 6),
		EVENT("stalled-cycles-frontend", 0, 7),
		EVENT("idle-cycles-frontend", 0, 7),
		EVENT("stalled-cycles-backend", 0, 8),
		EVENT("idle-cycles-backend", 0, 8),
		EVENT("ref-cycles", 0, 9),
		EVENT("cpu-clock", 1, 0),
		EVENT("task-clock", 1, 1),
		EVENT("page-faults", 1, 2),
		EVENT("faults", 1, 2),
		EVENT("context-switches", 1, 3),
		EVENT("cs", 1, 3),
		EVENT("cpu-migrations", 1, 4),
		EVENT("migrations", 1, 4),
		EVENT("minor-faults", 1, 5),
		EVENT("major-faults", 1, 6),
		EVENT("alignment-faults", 1, 7),
		EVENT("emulation-faults", 1, 8),
		EVENT("dummy", 1, 9),
		EVENT("bpf-output", 1, 10),
		EVENT("cgroup-switches", 1, 11),
		EVENT("r1a8", 4, 0x1a8),
		EVENT("r0x1a8", 4, 0x1a8),
		EVENT("rFFFFFFFFFFFFFFFF", 4, UINT64_MAX),
		EVENT("1:9", 1, 9),
		EVENT("0x12:0x34", 0x12, 0x34),
		EVENT(" cycles ", 0, 0, .name = "cycles"),
		EVENT("cycles:", 0, 0),
	};

	return CHECK_TABLE(table);
}

static void count_unknown(void *unknown, const char *name)
{
	struct event_code code;

	*(int *)unknown += !event_table__find(name, strlen(name), &code);
}

/* A cache has no operation listed that is then refused. */
static int test_listed(void)
{
	int unknown = 0;

	event_table__for_each(count_unknown, &unknown);
	T_EQ(unknown, 0);
	return TEST_OK;
}

static int test_caches(void)
{
	static const struct one_case table[] = {
		EVENT("L1-dcache-loads", 3, 0),
		EVENT("L1-dcache-load-misses", 3, 0x10000),
		EVENT("L1-dcache-stores", 3, 0x100),
		EVENT("L1-dcache-store-misses", 3, 0x10100),
		EVENT("L1-dcache-prefetches", 3, 0x200),
		EVENT("L1-dcache-prefetch-misses", 3, 0x10200),
		EVENT("L1-icache-load-misses", 3, 0x10001),
		EVENT("LLC-loads", 3, 2),
		EVENT("LLC-load-misses", 3, 0x10002),
		EVENT("LLC", 3, 2),
		EVENT("L2-store-misses", 3, 0x10102),
		EVENT("dTLB-loads", 3, 3),
		EVENT("dTLB-store-misses", 3, 0x10103),
		EVENT("iTLB-load-misses", 3, 0x10004),
		EVENT("branch-loads", 3, 5),
		EVENT("branch-load-misses", 3, 0x10005),
		EVENT("bpu-read", 3, 5),
		EVENT("node-prefetch-misses", 3, 0x10206),
		EVENT("l1d", 3, 0),
		EVENT("l1-d-read-miss", 3, 0x10000),
		EVENT("L1-data-miss-write", 3, 0x10100),
		EVENT("d-tlb-misses", 3, 0x10003),
		EVENT("Data-TLB-speculative-load-ops", 3, 0x203),
		EVENT("Instruction-TLB-refs-loads", 3, 4),
	};

	return CHECK_TABLE(table);
}

static int test_modifiers(void)
{
	static const struct one_case table[] = {
		EVENT("cycles:u", 0, 0, .flags = NO_K | NO_H),
		EVENT("cycles:k", 0, 0, .flags = NO_U | NO_H),
		EVENT("cycles:h", 0, 0, .flags = NO_U | NO_K),
		EVENT("cycles:uk", 0, 0, .flags = NO_H),
		EVENT("cycles:ukh", 0, 0),
		EVENT("cycles:kh", 0, 0, .flags = NO_U),
		EVENT("cycles:G", 0, 0, .flags = NO_HOST),
		EVENT("cycles:H", 0, 0, .flags = NO_GUEST),
		EVENT("cycles:GH", 0, 0),
		EVENT("cycles:uH", 0, 0, .flags = NO_K | NO_H | NO_GUEST),
		EVENT("cycles:p", 0, 0, .flags = PRECISE(1)),
		EVENT("cycles:pp", 0, 0, .flags = PRECISE(2)),
		EVENT("cycles:upp", 0, 0, .flags = NO_K | NO_H | PRECISE(2)),
		EVENT("cycles:pup", 0, 0, .flags = NO_K | NO_H | PRECISE(2)),
		EVENT("cycles:ppp", 0, 0, .flags = PRECISE(3)),
		EVENT("cycles:P", 0, 0, .flags = PRECISE(3)),
		EVENT("cycles:I", 0, 0, .flags = DEFER_ATTR_EXCLUDE_IDLE),
		EVENT("cycles:D", 0, 0, .flags = DEFER_ATTR_PINNED),
		EVENT("cycles:e", 0, 0, .flags = DEFER_ATTR_EXCLUSIVE),
		EVENT("cycles:SRX", 0, 0),
		EVENT("r1a8:u", 4, 0x1a8, .flags = NO_K | NO_H),
		EVENT("1:2:k", 1, 2, .flags = NO_U | NO_H),
		EVENT("cycles//u", 0, 0, .flags = NO_K | NO_H),
		EVENT("cycles/period=3/:u", 0, 0, .flags = NO_K | NO_H),
	};

	return CHECK_TABLE(table);
}

static int test_breakpoints(void)
{
	static const struct one_case table[] = {
		EVENT("mem:0x1000", 5, 0, .config1 = 0x1000, .config2 = 4),
		EVENT("mem:4096", 5, 0, .config1 = 0x1000, .config2 = 4),
		EVENT("mem:0x1000:w", 5, 0, .config1 = 0x1000, .config2 = 4),
		EVENT("mem:0x1000/8", 5, 0, .config1 = 0x1000, .config2 = 8),
		EVENT("mem:0x1000/8:rw", 5, 0, .config1 = 0x1000, .config2 = 8),
		EVENT("mem:0x1000/1:r:u", 5, 0, .config1 = 0x1000, .config2 = 1,
		      .flags = NO_K | NO_H),
		EVENT("mem:0x1000:u", 5, 0, .config1 = 0x1000, .config2 = 4, .flags = NO_K | NO_H),
		EVENT("mem:0x1000/2:k", 5, 0, .config1 = 0x1000, .config2 = 2,
		      .flags = NO_U | NO_H),
		EVENT("mem:0xffffffff81000000:rw/name=write/k", 5, 0, .config1 = 0xffffffff81000000,
		      .config2 = 4, .flags = NO_U | NO_H, .name = "write"),
		EVENT("mem:0x1000/4/name=four/", 5, 0, .config1 = 0x1000, .config2 = 4,
		      .name = "four"),
		EVENT("mem:0x1000/4:w/period=9/", 5, 0, .config1 = 0x1000, .config2 = 4),
	};

	return CHECK_TABLE(table);
}

static int test_pmu_terms(void)
{
	static const struct one_case table[] = {
		EVENT("cpu/event=0x3c/", 4, 0x3c),
		EVENT("cpu/event=0x3c/u", 4, 0x3c, .flags = NO_K | NO_H),
		EVENT("cpu/event=0x3c,umask=1/", 4, 0x13c),
		EVENT("cpu/event=0xf3c/", 4, 0xf0000003c),
		EVENT("cpu/event=0x3c,edge,inv,cmask=255/", 4, 0xff84003c),
		EVENT("cpu/event=0x3c,edge=0/", 4, 0x3c),
		EVENT("cpu/ldlat=30/", 4, 0, .config1 = 30),
		EVENT("cpu/config=0x1ff,config1=2,config2=3/", 4, 0x1ff, .config1 = 2,
		      .config2 = 3),
		EVENT("cpu/config=0xff00,event=1/", 4, 0xff01),
		EVENT("cpu/r1a8/", 4, 0x1a8),
		EVENT("cpu/r0x1a8,name=raw/", 4, 0x1a8, .name = "raw"),
		EVENT("cpu/name='a,b:c=d',event=1/", 4, 1, .name = "a,b:c=d"),
		EVENT("cpu//", 4, 0),
		EVENT("cpu/ event=1 , umask = 2 /", 4, 0x201),
		EVENT("cpu/mem-loads/", 4, 0x1cd, .config1 = 3),
		EVENT("cpu/mem-loads,ldlat=30/P", 4, 0x1cd, .config1 = 30, .flags = PRECISE(3)),
		EVENT("cpu/ldlat=30,mem-loads/", 4, 0x1cd, .config1 = 30),
		EVENT("cpu/event=mem-loads/", 4, 0x1cd, .config1 = 3),
		EVENT("cpu/MEM-LOADS/", 4, 0x1cd, .config1 = 3),
		EVENT("mem-loads", 4, 0x1cd, .config1 = 3),
		EVENT("mem-loads:pp", 4, 0x1cd, .config1 = 3, .flags = PRECISE(2)),
		EVENT("mem-loads/ldlat=7/", 4, 0x1cd, .config1 = 7),
		EVENT("cpu/cpu-cycles/", 4, 0x3c),
		EVENT("cpu-cycles", 0, 0),
		EVENT("cpu/cycles/", 0, 0),
		EVENT("cpu/instructions/k", 0, 1, .flags = NO_U | NO_H),
		EVENT("cpu/L1-dcache-load-misses/", 3, 0x10000),
		EVENT("cpu/with-param,umask=5/", 4, 0x501),
		EVENT("software/faults/", 1, 2),
		EVENT("software/config=9/", 1, 9),
		EVENT("power/energy-pkg/", 30, 2),
	};

	return CHECK_TABLE(table);
}

static int common_terms(struct event_folders *folders, struct event_list *list)
{
	const struct event_spec *spec;

	T_RUN(event_folders__parse(
		folders, list,
		"cycles/period=1000,no-inherit,overwrite,time=0,call-graph=no/,"
		"cpu-clock/freq=99,inherit,no-overwrite,time,max-stack=40/,"
		"instructions/call-graph=fp,cpu=1-2,percore,stack-size=8192,nr=4/,"
		"cpu/event=1,cpu=uncore_imc_0,branch_type='any,u',config3=3,config4=4/,"
		"faults/branch_type=u,no-inherit=0,call-graph='fp,defer'/,cycles"));
	T_EQ(list->nr, 6);
	spec = &list->specs[0];
	T_EQ(spec->attr.sample_period, 1000);
	T_EQ(spec->attr.flags, DEFER_ATTR_WRITE_BACKWARD);
	T_EQ(spec->attr.sample_type, 0);
	T_CHECK(spec->has_period && spec->has_callchain && spec->has_time && spec->has_inherit &&
		spec->has_overwrite);
	spec = &list->specs[1];
	T_EQ(spec->attr.sample_period, 99);
	T_EQ(spec->attr.flags, DEFER_ATTR_FREQ | DEFER_ATTR_INHERIT);
	T_EQ(spec->attr.sample_type,
	     DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CALLCHAIN);
	T_EQ(spec->attr.sample_max_stack, 40);
	spec = &list->specs[2];
	T_EQ(spec->attr.sample_type, DEFER_SAMPLE_CALLCHAIN);
	T_STREQ(spec->cpus, "1-2");
	spec = &list->specs[3];
	T_STREQ(spec->cpus, "0,8");
	T_STREQ(spec->pmu, "cpu");
	T_EQ(spec->attr.branch_sample_type, 9);
	T_EQ(spec->attr.sample_type, DEFER_SAMPLE_BRANCH_STACK);
	T_EQ(spec->attr.config3, 3);
	T_EQ(spec->attr.config4, 4);
	spec = &list->specs[4];
	T_EQ(spec->attr.branch_sample_type, 9);
	T_EQ(spec->attr.flags, DEFER_ATTR_INHERIT);
	T_CHECK(spec->attr.sample_type & DEFER_SAMPLE_CALLCHAIN);
	spec = &list->specs[5];
	T_CHECK(!spec->has_period && !spec->has_callchain && !spec->has_time &&
		!spec->has_inherit && !spec->has_overwrite && !spec->cpus && !spec->pmu);
	T_EQ(spec->attr.sample_period, 0);
	return TEST_OK;
}

static int test_common_terms(void)
{
	return event_folders__run(common_terms);
}

static int chain_terms(struct event_folders *folders, struct event_list *list)
{
	static const struct {
		enum chain_mode mode;
		uint32_t dump_size;
	} want[] = {
		{CHAIN_DWARF, 0},    {CHAIN_DWARF, 4096}, {CHAIN_DWARF, 104}, {CHAIN_LBR, 0},
		{CHAIN_FP_DEFER, 0}, {CHAIN_FP, 0},	  {CHAIN_FP, 0},
	};

	T_RUN(event_folders__parse(
		folders, list,
		"cycles/call-graph=dwarf/,cycles/call-graph=dwarf,stack-size=4096/,"
		"cycles/call-graph='dwarf,100'/,cycles/call-graph=lbr/,"
		"cycles/call-graph='fp,defer'/,cycles/call-graph=fp/,cycles/max-stack=3/"));
	T_EQ(list->nr, sizeof(want) / sizeof(*want));
	for (uint32_t i = 0; i < list->nr; i++) {
		T_EQ(list->specs[i].chain_mode, want[i].mode);
		T_EQ(list->specs[i].attr.sample_stack_user, want[i].dump_size);
		T_CHECK(list->specs[i].has_callchain);
		T_EQ(list->specs[i].attr.sample_type, DEFER_SAMPLE_CALLCHAIN);
	}
	return TEST_OK;
}

static int test_chain_terms(void)
{
	return event_folders__run(chain_terms);
}

/* An instruction of arm64 has four bytes; other kernels want a word. */
#ifdef __aarch64__
#define BREAKPOINT_X_LEN 4
#else
#define BREAKPOINT_X_LEN sizeof(long)
#endif

static int marks_wishes(struct event_folders *folders, struct event_list *list)
{
	T_RUN(event_folders__parse(
		folders, list, "cycles:P,cycles:G,cycles:ppp,cycles:R,mem:0x10:rwx,mem:0x10:x"));
	T_CHECK(list->specs[0].precise_max && !list->specs[0].has_host);
	T_CHECK(list->specs[1].has_host && !list->specs[1].precise_max);
	T_CHECK(!list->specs[2].precise_max);
	T_EQ(list->specs[3].attr.sample_type, DEFER_SAMPLE_WEIGHT_STRUCT);
	T_EQ(list->specs[4].attr.bp_type, 7);
	T_EQ(list->specs[5].attr.bp_type, 4);
	T_EQ(list->specs[5].attr.config2, BREAKPOINT_X_LEN);
	T_EQ(list->specs[5].attr.sample_period, 1);
	T_CHECK(!list->specs[5].has_period);
	return TEST_OK;
}

static int test_wishes(void)
{
	return event_folders__run(marks_wishes);
}

static int groups(struct event_folders *folders, struct event_list *list)
{
	static const uint32_t leaders[] = {0, 1, 1, 3, 4, 4, 4};
	const struct event_spec *specs;

	T_RUN(event_folders__parse(folders, list, "cs"));
	T_RUN(event_folders__parse(
		folders, list, "{cycles:k,faults}:uSW,instructions , name{ dummy,cs:D , cs:u }:k"));
	T_EQ(list->nr, 7);
	specs = list->specs;
	for (uint32_t i = 0; i < list->nr; i++)
		T_EQ(specs[i].leader, leaders[i]);
	T_STREQ(specs[1].name, "cycles:k");
	T_EQ(specs[1].attr.flags, NO_H);
	T_EQ(specs[2].attr.flags, NO_K | NO_H);
	T_CHECK(specs[1].sample_read && specs[2].sample_read && specs[1].weak && specs[2].weak);
	T_CHECK(!specs[3].sample_read && !specs[3].weak);
	T_EQ(specs[3].attr.flags, 0);
	T_STREQ(specs[4].name, "dummy");
	T_STREQ(specs[5].name, "cs:D");
	T_EQ(specs[5].attr.flags, DEFER_ATTR_PINNED | NO_U | NO_H);
	T_EQ(specs[6].attr.flags, NO_H);
	return TEST_OK;
}

static int test_groups(void)
{
	return event_folders__run(groups);
}

/* {a,b}:D pins the leader alone. */
static int pins_leaders(struct event_folders *folders, struct event_list *list)
{
	T_RUN(event_folders__parse(folders, list, "{cycles,instructions:p}:Dep,{cycles:P,cs}:p"));
	T_EQ(list->specs[0].attr.flags, DEFER_ATTR_PINNED | DEFER_ATTR_EXCLUSIVE | PRECISE(1));
	T_EQ(list->specs[1].attr.flags, PRECISE(2));
	T_EQ(list->specs[2].attr.flags, PRECISE(3));
	T_EQ(list->specs[3].attr.flags, PRECISE(1));
	return TEST_OK;
}

static int test_leaders(void)
{
	return event_folders__run(pins_leaders);
}

static int spreads_over_pmus(struct event_folders *folders, struct event_list *list)
{
	static const char *const names[] = {
		"uncore_imc_0/cas/",	  "uncore_imc_1/cas/", "uncore_imc_0/event=1/k",
		"uncore_imc_1/event=1/k", "uncore_imc_1/cas/", "cas",
	};

	T_RUN(event_folders__parse(folders, list,
				   "uncore_imc/cas/,imc/event=1/k,uncore_imc_1/cas/"));
	T_EQ(list->nr, 5);
	for (uint32_t i = 0; i < list->nr; i++) {
		T_STREQ(list->specs[i].name, names[i]);
		T_EQ(list->specs[i].attr.type, 17 + (i & 1) + (i == 4));
		T_STREQ(list->specs[i].cpus, "0,8");
		T_CHECK(list->specs[i].is_uncore);
	}
	/* The event of two PMUs, in a group: the kernel wants a group for each. */
	event_list__truncate(list, 0);
	T_RUN(event_folders__parse(folders, list, "{cas,cs,imc/event=1/}"));
	T_EQ(list->nr, 5);
	T_STREQ(list->specs[0].name, "uncore_imc_0/cas/");
	T_STREQ(list->specs[1].name, "cs");
	T_STREQ(list->specs[2].name, "uncore_imc_0/event=1/");
	T_STREQ(list->specs[3].name, "uncore_imc_1/cas/");
	T_STREQ(list->specs[4].name, "uncore_imc_1/event=1/");
	T_EQ(list->specs[2].leader, 0);
	T_EQ(list->specs[3].leader, 3);
	T_EQ(list->specs[4].leader, 3);
	return TEST_OK;
}

static int test_several_pmus(void)
{
	return event_folders__run(spreads_over_pmus);
}

static int spreads_over_cores(struct event_folders *folders, struct event_list *list)
{
	static const struct {
		const char *name, *pmu;
		uint64_t config;
		uint32_t leader;
	} want[] = {
		{"cpu_atom/cycles/u", "cpu_atom", 0xa00000000, 0},
		{"cpu_atom/L1-dcache-loads,period=3/", "cpu_atom", 0xa00000000, 0},
		{"cpu_core/cycles/u", "cpu_core", 0x400000000, 2},
		{"cpu_core/L1-dcache-loads,period=3/", "cpu_core", 0x400000000, 2},
		{"cpu_core/cycles/", "cpu_core", 0x400000000, 4},
		{"cs", NULL, 3, 5},
	};

	T_CHECK(event_folders__make_hybrid(folders));
	T_RUN(event_folders__parse(folders, list,
				   "{cycles:u,L1-dcache-loads/period=3/},cpu_core/cycles/,cs"));
	T_EQ(list->nr, 6);
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct event_spec *spec = &list->specs[i];

		T_STREQ(spec->name, want[i].name);
		T_CHECK(spec->attr.config == want[i].config);
		T_EQ(spec->leader, want[i].leader);
		T_CHECK(!want[i].pmu == !spec->pmu);
		if (spec->pmu) {
			T_STREQ(spec->pmu, want[i].pmu);
			T_STREQ(spec->cpus, spec->attr.config >> 32 == 4 ? "0-15" : "16-23");
		}
	}
	return TEST_OK;
}

static int test_hybrid(void)
{
	return event_folders__run(spreads_over_cores);
}

static int default_event(struct event_folders *folders, struct event_list *list)
{
	const struct event_paths bare = {.sysfs = "/nowhere"};
	bool is_fallback;

	T_EQ(parse_default_event(list, &folders->paths, &is_fallback, NULL), 0);
	T_CHECK(!is_fallback);
	T_STREQ(list->specs[0].name, "cycles:P");
	T_CHECK(list->specs[0].precise_max);
	T_EQ(parse_default_event(list, &bare, &is_fallback, NULL), 0);
	T_CHECK(is_fallback);
	T_EQ(list->nr, 2);
	T_STREQ(list->specs[1].name, "cpu-clock");
	T_EQ(list->specs[1].attr.type, DEFER_TYPE_SOFTWARE);
	return TEST_OK;
}

static int test_default(void)
{
	return event_folders__run(default_event);
}

static int test_this_machine(void)
{
	const struct event_paths paths = {.sysfs = "/sys"};
	struct event_list list;
	struct stat st;

	if (stat("/sys/bus/event_source/devices/software/type", &st))
		return TEST_SKIP;
	event_list__init(&list);
	T_EQ(parse_events(&list, &paths, "software/config=9/u,cpu-clock", NULL), 0);
	T_EQ(list.specs[0].attr.type, 1);
	T_EQ(list.specs[0].attr.config, 9);
	event_list__exit(&list);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"events that the kernel names, raw ones and numbers", test_names},
	{"all names that are listed are taken", test_listed},
	{"caches, in all spellings", test_caches},
	{"what each modifier excludes", test_modifiers},
	{"modifiers that are wishes", test_wishes},
	{"breakpoints", test_breakpoints},
	{"terms and events of a PMU", test_pmu_terms},
	{"terms of all events", test_common_terms},
	{"how callchains are recorded", test_chain_terms},
	{"groups, and their modifiers", test_groups},
	{"what only leaders can be", test_leaders},
	{"one event on several PMUs", test_several_pmus},
	{"one event on several kinds of cores", test_hybrid},
	{"the default event", test_default},
	{"this machine's PMUs", test_this_machine},
	{0},
};

const struct test_suite suite__parse_events = {"parse-events", "Events as -e takes them", cases};
