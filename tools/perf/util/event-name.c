// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>

#include <perf/defer.h>

#include "util/event-name.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

/* By perf_event_attr.config. Linux 7.2, include/uapi/linux/perf_event.h. */
static const char *const hardware[] = {
	"cycles",
	"instructions",
	"cache-references",
	"cache-misses",
	"branches",
	"branch-misses",
	"bus-cycles",
	"stalled-cycles-frontend",
	"stalled-cycles-backend",
	"ref-cycles",
};

static const char *const software[] = {
	"cpu-clock",	    "task-clock",   "page-faults",  "context-switches",
	"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
	"emulation-faults", "dummy",	    "bpf-output",   "cgroup-switches",
};

static const char *const caches[] = {
	"L1-dcache", "L1-icache", "LLC", "dTLB", "iTLB", "branch", "node",
};

static const char *const cache_ops[] = {"load", "store", "prefetch"};

static int cache_name(char *buf, size_t size, uint64_t config)
{
	uint64_t cache = config & 0xff, op = config >> 8 & 0xff, miss = config >> 16;

	if (cache >= ARRAY_SIZE(caches) || op >= ARRAY_SIZE(cache_ops) || miss > 1)
		return snprintf(buf, size, "unknown-ext-hardware-cache-type");
	return snprintf(buf, size, "%s-%s%s", caches[cache], cache_ops[op],
			miss	  ? "-misses"
			: op == 2 ? "es"
				  : "s");
}

static int base_name(char *buf, size_t size, const struct defer_attr *attr)
{
	uint64_t config = attr->config;

	switch (attr->type) {
	case DEFER_TYPE_HARDWARE:
		/* The high half says which of several kinds of CPU. */
		config &= UINT32_MAX;
		return snprintf(buf, size, "%s",
				config < ARRAY_SIZE(hardware) ? hardware[config]
							      : "unknown-hardware");
	case DEFER_TYPE_SOFTWARE:
		return snprintf(buf, size, "%s",
				config < ARRAY_SIZE(software) ? software[config]
							      : "unknown-software");
	case DEFER_TYPE_TRACEPOINT:
		return snprintf(buf, size, "tracepoint %" PRIu64, config);
	case DEFER_TYPE_HW_CACHE:
		return cache_name(buf, size, config & UINT32_MAX);
	case DEFER_TYPE_BREAKPOINT:
		return snprintf(buf, size, "mem:%#" PRIx64, attr->config1);
	case DEFER_TYPE_RAW:
		return snprintf(buf, size, "raw %#" PRIx64, config);
	default:
		return snprintf(buf, size, "type %" PRIu32 " config %#" PRIx64, attr->type, config);
	}
}

/* Which modes are counted, and how precisely: what stands after the colon. */
static void add_modifiers(char *buf, size_t size, uint64_t flags)
{
	unsigned int precise = flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3;
	bool modes = flags &
		     (DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_HV);

	if (!modes && !precise)
		return;
	snprintf(buf, size, ":%s%s%s%.*s", modes && !(flags & DEFER_ATTR_EXCLUDE_KERNEL) ? "k" : "",
		 modes && !(flags & DEFER_ATTR_EXCLUDE_USER) ? "u" : "",
		 modes && !(flags & DEFER_ATTR_EXCLUDE_HV) ? "h" : "", precise, "ppp");
}

const char *evsel__name(const struct defer_evsel *evsel, char buf[EVENT_NAME_SIZE])
{
	int len;

	if (evsel->name && evsel->name[0])
		return evsel->name;
	len = base_name(buf, EVENT_NAME_SIZE, &evsel->attr);
	if (len < EVENT_NAME_SIZE)
		add_modifiers(buf + len, EVENT_NAME_SIZE - len, evsel->attr.flags);
	return buf;
}
