// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-abi.h>
#include <perf/defer-attr.h>

#include "util/header/event-name.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

/* On a hybrid machine with several CPU PMUs, the upper half of config selects the PMU. */
#define CONFIG_MASK 0xffffffff

struct name_buf {
	char *str;
	size_t len;
};

static void __attribute__((format(printf, 2, 3)))
name_buf__add(struct name_buf *buf, const char *fmt, ...)
{
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(buf->str + buf->len, EVENT_NAME_SIZE - buf->len, fmt, args);
	va_end(args);
	if (len > 0)
		buf->len += len;
	if (buf->len >= EVENT_NAME_SIZE)
		buf->len = EVENT_NAME_SIZE - 1;
}

static const char *event_name__pick(const char *const *names, size_t nr, uint64_t i,
				    const char *other)
{
	return i < nr && names[i] ? names[i] : other;
}

#define PICK(names, i, other) event_name__pick(names, sizeof(names) / sizeof((names)[0]), i, other)

static void add_hardware(struct name_buf *buf, uint64_t config)
{
	static const char *const names[] = {
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

	name_buf__add(buf, "%s", PICK(names, config & CONFIG_MASK, "unknown-hardware"));
}

static void add_software(struct name_buf *buf, uint64_t config)
{
	static const char *const names[] = {
		"cpu-clock",	    "task-clock",   "page-faults",  "context-switches",
		"cpu-migrations",   "minor-faults", "major-faults", "alignment-faults",
		"emulation-faults", "dummy",	    "bpf-output",   "cgroup-switches",
	};

	name_buf__add(buf, "%s", PICK(names, config, "unknown-software"));
}

/* Appends names such as L1-dcache-loads and L1-dcache-load-misses. */
static void add_cache(struct name_buf *buf, uint64_t config)
{
	static const char *const caches[] = {"L1-dcache", "L1-icache", "LLC", "dTLB",
					     "iTLB",	  "branch",    "node"};
	static const char *const ops[] = {"load", "store", "prefetch"};
	static const char *const plurals[] = {"loads", "stores", "prefetches"};
	const char *cache = PICK(caches, config & 0xff, NULL);
	uint64_t op = config >> 8 & 0xff, result = config >> 16 & 0xff;

	if (!cache)
		name_buf__add(buf, "unknown-ext-hardware-cache-type");
	else if (op >= 3)
		name_buf__add(buf, "unknown-ext-hardware-cache-op");
	else if (result > 1)
		name_buf__add(buf, "unknown-ext-hardware-cache-result");
	else if (result)
		name_buf__add(buf, "%s-%s-misses", cache, ops[op]);
	else
		name_buf__add(buf, "%s-%s", cache, plurals[op]);
}

static void add_breakpoint(struct name_buf *buf, const struct defer_attr *attr)
{
	/* bp_addr is in a union with config1. The bits of bp_type are those of hw_breakpoint.h. */
	name_buf__add(buf, "mem:0x%" PRIx64 ":%s%s%s", attr->config1, attr->bp_type & 1 ? "r" : "",
		      attr->bp_type & 2 ? "w" : "", attr->bp_type & 4 ? "x" : "");
}

static void add_modifiers(struct name_buf *buf, const struct defer_attr *attr)
{
	const uint64_t levels =
		DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_USER | DEFER_ATTR_EXCLUDE_HV;
	const uint64_t hosts = DEFER_ATTR_EXCLUDE_HOST | DEFER_ATTR_EXCLUDE_GUEST;
	const uint64_t counted = ~attr->flags;
	unsigned int precise = attr->flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3;
	size_t start = buf->len;

	name_buf__add(buf, ":");
	if (attr->flags & levels)
		name_buf__add(buf, "%s%s%s", counted & DEFER_ATTR_EXCLUDE_KERNEL ? "k" : "",
			      counted & DEFER_ATTR_EXCLUDE_USER ? "u" : "",
			      counted & DEFER_ATTR_EXCLUDE_HV ? "h" : "");
	name_buf__add(buf, "%.*s", (int)precise, "ppp");
	if (attr->flags & hosts)
		name_buf__add(buf, "%s%s", counted & DEFER_ATTR_EXCLUDE_HOST ? "H" : "",
			      counted & DEFER_ATTR_EXCLUDE_GUEST ? "G" : "");
	if (buf->len == start + 1)
		buf->str[start] = '\0';
}

void event_name__from_attr(const struct defer_attr *attr, const char *pmu,
			   char name[static EVENT_NAME_SIZE])
{
	struct name_buf buf = {.str = name};

	switch (attr->type) {
	case DEFER_TYPE_HARDWARE:
		add_hardware(&buf, attr->config);
		break;
	case DEFER_TYPE_SOFTWARE:
		add_software(&buf, attr->config);
		break;
	case DEFER_TYPE_HW_CACHE:
		add_cache(&buf, attr->config);
		break;
	case DEFER_TYPE_TRACEPOINT:
		name_buf__add(&buf, "unknown tracepoint id=%#" PRIx64, attr->config);
		return;
	case DEFER_TYPE_BREAKPOINT:
		add_breakpoint(&buf, attr);
		break;
	case DEFER_TYPE_RAW:
		name_buf__add(&buf, "raw 0x%" PRIx64, attr->config);
		break;
	default:
		if (!pmu) {
			name_buf__add(&buf, "unknown event PMU=%" PRIu32 " config=%#" PRIx64,
				      attr->type, attr->config);
			return;
		}
		name_buf__add(&buf, "%s/config=%#" PRIx64 "/", pmu, attr->config);
	}
	add_modifiers(&buf, attr);
}
