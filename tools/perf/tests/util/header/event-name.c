// SPDX-License-Identifier: GPL-2.0-only
#include "tests/tests.h"
#include <perf/defer-abi.h>
#include <perf/defer-attr.h>

#include "util/base/array.h"
#include "util/header/event-name.h"

struct name_case {
	struct defer_attr attr;
	const char *pmu, *name;
};

#define PRECISE(n) ((uint64_t)(n) << DEFER_ATTR_PRECISE_IP_SHIFT)
#define USER_ONLY  (DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV)

/* The names are those of perf 7.2, except the last one. */
static const struct name_case name_cases[] = {
	{{.type = 0}, NULL, "cycles"},
	{{.type = 0, .config = 1, .flags = USER_ONLY}, NULL, "instructions:u"},
	{{.type = 0, .config = 0, .flags = USER_ONLY | PRECISE(3)}, NULL, "cycles:uppp"},
	{{.type = 0, .config = 9, .flags = DEFER_ATTR_EXCLUDE_USER}, NULL, "ref-cycles:kh"},
	{{.type = 0, .flags = DEFER_ATTR_EXCLUDE_GUEST}, NULL, "cycles:H"},
	{{.type = 0, .flags = DEFER_ATTR_EXCLUDE_HOST | PRECISE(1)}, NULL, "cycles:pG"},
	{{.type = 0, .config = 0x400000000}, NULL, "cycles"},
	{{.type = 0, .config = 99}, NULL, "unknown-hardware"},
	{{.type = 1}, NULL, "cpu-clock"},
	{{.type = 1, .config = 9, .flags = USER_ONLY}, NULL, "dummy:u"},
	{{.type = 1, .config = UINT64_MAX}, NULL, "unknown-software"},
	{{.type = 2, .config = 312}, NULL, "unknown tracepoint id=0x138"},
	{{.type = 3, .config = 0}, NULL, "L1-dcache-loads"},
	{{.type = 3, .config = 0x10102}, NULL, "LLC-store-misses"},
	{{.type = 3, .config = 0xff}, NULL, "unknown-ext-hardware-cache-type"},
	{{.type = 3, .config = 0x30000}, NULL, "unknown-ext-hardware-cache-result"},
	{{.type = 4, .config = 0x1c2, .flags = USER_ONLY}, NULL, "raw 0x1c2:u"},
	{{.type = 5, .config1 = 0x1000, .bp_type = 3}, NULL, "mem:0x1000:rw"},
	{{.type = 99, .config = 1}, NULL, "unknown event PMU=99 config=0x1"},
	{{.type = 0, .config = 10}, NULL, "unknown-hardware"},
	{{.type = 1, .config = 11}, NULL, "cgroup-switches"},
	{{.type = 1, .config = 12}, NULL, "unknown-software"},
	{{.type = 3, .config = 0x206}, NULL, "node-prefetches"},
	{{.type = 3, .config = 0x10003}, NULL, "dTLB-load-misses"},
	{{.type = 3, .config = 0x007}, NULL, "unknown-ext-hardware-cache-type"},
	{{.type = 3, .config = 0x300}, NULL, "unknown-ext-hardware-cache-op"},
	{{.type = 3, .config = 0x20000}, NULL, "unknown-ext-hardware-cache-result"},
	{{.type = 5, .config1 = 0x20, .bp_type = 1}, NULL, "mem:0x20:r"},
	{{.type = 5, .config1 = 0x20, .bp_type = 2}, NULL, "mem:0x20:w"},
	{{.type = 5, .config1 = 0x20, .bp_type = 4}, NULL, "mem:0x20:x"},
	{{.flags = DEFER_ATTR_EXCLUDE_HV | PRECISE(2)}, NULL, "cycles:kupp"},
	{{.flags = USER_ONLY | DEFER_ATTR_EXCLUDE_USER}, NULL, "cycles"},
	{{.flags = USER_ONLY | DEFER_ATTR_EXCLUDE_GUEST}, NULL, "cycles:uH"},
	{{.type = 10, .config = 1, .flags = USER_ONLY}, "msr", "msr/config=0x1/:u"},
};

static int test_attrs(void)
{
	char name[EVENT_NAME_SIZE];

	for (size_t i = 0; i < ARRAY_SIZE(name_cases); i++) {
		event_name__from_attr(&name_cases[i].attr, name_cases[i].pmu, name);
		T_STREQ(name, name_cases[i].name);
	}
	return TEST_OK;
}

static int test_long(void)
{
	char name[EVENT_NAME_SIZE], pmu[400];
	struct defer_attr attr = {.type = 10, .flags = USER_ONLY};

	memset(pmu, 'x', sizeof(pmu) - 1);
	pmu[sizeof(pmu) - 1] = '\0';
	event_name__from_attr(&attr, pmu, name);
	T_EQ(strlen(name), EVENT_NAME_SIZE - 1);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"names follow from attrs", test_attrs},
	{"a name that is too long is cut", test_long},
	{0},
};

const struct test_suite suite__event_name = {"event-name", "Names of events that have none", cases};
