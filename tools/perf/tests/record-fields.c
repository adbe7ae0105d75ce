// SPDX-License-Identifier: GPL-2.0-only
/* Options that are fields of an event's attr: what each asks the kernel for, and nothing else. */
#include "tests/tests.h"
#include "util/plan/plan-attr.h"

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

/* What @opts add to the sample_type of an event without them. */
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
	/* What may not be is asked for nevertheless, so that it is refused and not replaced. */
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
	{"fields of samples", test_fields},	   {"one kind of weight", test_one_weight},
	{"one level for all events", test_levels}, {"times of counters", test_running_time},
	{"maps of data", test_data_maps},	   {0},
};

const struct test_suite suite__record_fields = {"record-fields",
						"Options that are fields of an attr", cases};
