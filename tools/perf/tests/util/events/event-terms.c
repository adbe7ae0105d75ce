// SPDX-License-Identifier: GPL-2.0-only
/* Terms that all events have: what each sets in an event, and nothing else. */
#include <perf/defer-abi.h>

#include "tests/event-folders.h"
#include "tests/tests.h"

#define CHAIN DEFER_SAMPLE_CALLCHAIN

/* A term of cpu/event=1,.../ and what differs then from the event without it. */
static const struct row {
	const char *term;
	uint64_t sample_type, flags, period, branches;
	uint32_t stack, max_stack;
	enum chain_mode mode;
	bool has_period, has_callchain, repairs, has_time, has_inherit, has_overwrite, has_branches;
	const char *cpus; /* NULL: those of the PMU */
} rows[] = {
	{.term = ""},
	{.term = ",period=7", .period = 7, .has_period = true},
	{.term = ",freq=7",
	 .sample_type = DEFER_SAMPLE_PERIOD,
	 .period = 7,
	 .flags = DEFER_ATTR_FREQ,
	 .has_period = true},
	{.term = ",time=0", .has_time = true},
	{.term = ",time=1", .sample_type = DEFER_SAMPLE_TIME, .has_time = true},
	{.term = ",time", .sample_type = DEFER_SAMPLE_TIME, .has_time = true},
	{.term = ",time=1,time=0", .has_time = true},
	{.term = ",inherit", .flags = DEFER_ATTR_INHERIT, .has_inherit = true},
	{.term = ",inherit=0", .has_inherit = true},
	{.term = ",no-inherit", .has_inherit = true},
	{.term = ",no-inherit=0", .flags = DEFER_ATTR_INHERIT, .has_inherit = true},
	{.term = ",inherit,no-inherit", .has_inherit = true},
	{.term = ",overwrite", .flags = DEFER_ATTR_WRITE_BACKWARD, .has_overwrite = true},
	{.term = ",no-overwrite", .has_overwrite = true},
	{.term = ",no-overwrite=0", .flags = DEFER_ATTR_WRITE_BACKWARD, .has_overwrite = true},
	{.term = ",max-stack=1", .sample_type = CHAIN, .max_stack = 1, .has_callchain = true},
	{.term = ",max-stack=65535",
	 .sample_type = CHAIN,
	 .max_stack = 65535,
	 .has_callchain = true},
	/* A depth turns callchains on, unless the event has none by its own word. */
	{.term = ",call-graph=no,max-stack=2", .max_stack = 2, .has_callchain = true},
	{.term = ",call-graph=no", .has_callchain = true},
	{.term = ",call-graph=fp", .sample_type = CHAIN, .has_callchain = true},
	{.term = ",call-graph=lbr", .sample_type = CHAIN, .mode = CHAIN_LBR, .has_callchain = true},
	{.term = ",call-graph='fp,defer'",
	 .sample_type = CHAIN,
	 .mode = CHAIN_FP_DEFER,
	 .has_callchain = true},
	{.term = ",call-graph='fp,repair'",
	 .sample_type = CHAIN,
	 .stack = CHAIN_REPAIR_DEFAULT,
	 .repairs = true,
	 .has_callchain = true},
	{.term = ",call-graph='fp,repair,17'",
	 .sample_type = CHAIN,
	 .stack = 24,
	 .repairs = true,
	 .has_callchain = true},
	{.term = ",call-graph='fp,defer,repair'",
	 .sample_type = CHAIN,
	 .mode = CHAIN_FP_DEFER,
	 .stack = CHAIN_REPAIR_DEFAULT,
	 .repairs = true,
	 .has_callchain = true},
	{.term = ",call-graph='fp,defer,repair,65528'",
	 .sample_type = CHAIN,
	 .mode = CHAIN_FP_DEFER,
	 .stack = 65528,
	 .repairs = true,
	 .has_callchain = true},
	{.term = ",call-graph=dwarf",
	 .sample_type = CHAIN,
	 .mode = CHAIN_DWARF,
	 .has_callchain = true},
	{.term = ",call-graph='dwarf,1'",
	 .sample_type = CHAIN,
	 .mode = CHAIN_DWARF,
	 .stack = 8,
	 .has_callchain = true},
	{.term = ",call-graph='dwarf,65528'",
	 .sample_type = CHAIN,
	 .mode = CHAIN_DWARF,
	 .stack = 65528,
	 .has_callchain = true},
	{.term = ",stack-size=9", .stack = 16},
	{.term = ",stack-size=65528", .stack = 65528},
	{.term = ",branch_type=any",
	 .sample_type = DEFER_SAMPLE_BRANCH_STACK,
	 .branches = 1 << 3,
	 .has_branches = true},
	{.term = ",branch_type=' u , any_call '",
	 .sample_type = DEFER_SAMPLE_BRANCH_STACK,
	 .branches = 1 << 4 | 1,
	 .has_branches = true},
	{.term = ",branch_type=u,branch_type=no", .has_branches = true},
	{.term = ",cpu=3", .cpus = "3"},
	{.term = ",cpu=1-2", .cpus = "1-2"},
	{.term = ",cpu=power", .cpus = "0"},
	{.term = ",cpu=3,cpu=power", .cpus = "0"},
	{.term = ",cpu=3,cpu=cpu"},
	{.term = ",nr=3"},
	{.term = ",percore"},
	{.term = ",metric-id=x"},
};

static int check_row(const struct event_folders *folders, struct event_list *list,
		     const struct row *row, const struct event_spec *plain)
{
	const struct event_spec *spec;
	char text[100];

	snprintf(text, sizeof(text), "cpu/event=1%s/", row->term);
	event_list__truncate(list, 0);
	T_RUN(event_folders__parse(folders, list, text));
	T_EQ(list->nr, 1);
	spec = &list->specs[0];
	T_EQ(spec->attr.config, 1);
	T_EQ(spec->attr.sample_type, row->sample_type);
	T_EQ(spec->attr.flags, plain->attr.flags | row->flags);
	T_EQ(spec->attr.sample_period, row->period);
	T_EQ(spec->attr.branch_sample_type, row->branches);
	T_EQ(spec->attr.sample_stack_user, row->stack);
	T_EQ(spec->attr.sample_max_stack, row->max_stack);
	T_EQ(spec->chain_mode, row->mode);
	T_EQ(spec->has_period, row->has_period);
	T_EQ(spec->has_callchain, row->has_callchain);
	T_EQ(spec->repairs, row->repairs);
	T_EQ(spec->has_time, row->has_time);
	T_EQ(spec->has_inherit, row->has_inherit);
	T_EQ(spec->has_overwrite, row->has_overwrite);
	T_EQ(spec->has_branches, row->has_branches);
	T_CHECK(!spec->is_off_cpu && !spec->has_host && !spec->sample_read && !spec->weak &&
		!spec->precise_max && !spec->is_uncore && !spec->filter && !spec->cgroup);
	if (row->cpus)
		T_STREQ(spec->cpus, row->cpus);
	else
		T_CHECK(!spec->cpus);
	return TEST_OK;
}

static int all_terms(struct event_folders *folders, struct event_list *list)
{
	struct event_spec plain;

	T_RUN(event_folders__parse(folders, list, "cpu/event=1/"));
	plain = list->specs[0];
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		T_RUN(check_row(folders, list, &rows[i], &plain));
	return TEST_OK;
}

static int test_terms(void)
{
	return event_folders__run(all_terms);
}

/* Values beyond those that are taken; nothing is added for them. */
static int bad_terms(struct event_folders *folders, struct event_list *list)
{
	static const char *const terms[] = {
		"period",
		"period=x",
		"freq",
		"freq=0",
		"time=2",
		"time=x",
		"inherit=x",
		"overwrite=x",
		"max-stack=0",
		"max-stack=65536",
		"stack-size=0",
		"stack-size=65529",
		"call-graph",
		"call-graph=dwarfs",
		"call-graph='dwarf,0'",
		"call-graph='dwarf,65529'",
		"call-graph='dwarf,x'",
		"call-graph='fp,x'",
		"call-graph='fp,defer,x'",
		"call-graph='fp,repair,0'",
		"call-graph='fp,repair,65529'",
		"call-graph='fp,repairs'",
		"branch_type=x",
		"branch_type='u,'",
		"cpu=x",
		"cpu=1-",
		"percore=2",
		"nr=x",
		"aux-output",
		"aux-action=pause",
		"aux-sample-size=4",
	};

	for (size_t i = 0; i < sizeof(terms) / sizeof(*terms); i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		char text[100];

		snprintf(text, sizeof(text), "cpu/event=1,%s/", terms[i]);
		if (!parse_events(list, &folders->paths, text, &err))
			T_FAIL("%s is taken", text);
		T_CHECK(err.code == DEFER_ERR_INVAL || err.code == DEFER_ERR_UNSUPPORTED);
		T_EQ(err.code == DEFER_ERR_UNSUPPORTED, !strncmp(terms[i], "aux-", 4));
		T_EQ(list->nr, 0);
		defer_error__clear(&err);
	}
	return TEST_OK;
}

static int test_bad_terms(void)
{
	return event_folders__run(bad_terms);
}

static const struct test_case cases[] = {
	{"each term sets its own members", test_terms},
	{"values that no term takes", test_bad_terms},
	{0},
};

const struct test_suite suite__event_terms = {"event-terms", "Terms that all events have", cases};
