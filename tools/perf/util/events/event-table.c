// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/events/event-table.h"

struct named_event {
	const char *name;
	struct event_code code;
};

#define HW(name, config)                            \
	{                                           \
		name,                               \
		{                                   \
			DEFER_TYPE_HARDWARE, config \
		}                                   \
	}
#define SW(name, config)                            \
	{                                           \
		name,                               \
		{                                   \
			DEFER_TYPE_SOFTWARE, config \
		}                                   \
	}

static const struct named_event events[] = {
	HW("cycles", 0),
	HW("cpu-cycles", 0),
	HW("instructions", 1),
	HW("cache-references", 2),
	HW("cache-misses", 3),
	HW("branches", 4),
	HW("branch-instructions", 4),
	HW("branch-misses", 5),
	HW("bus-cycles", 6),
	HW("stalled-cycles-frontend", 7),
	HW("idle-cycles-frontend", 7),
	HW("stalled-cycles-backend", 8),
	HW("idle-cycles-backend", 8),
	HW("ref-cycles", 9),
	SW("cpu-clock", 0),
	SW("task-clock", 1),
	SW("page-faults", 2),
	SW("faults", 2),
	SW("context-switches", 3),
	SW("cs", 3),
	SW("cpu-migrations", 4),
	SW("migrations", 4),
	SW("minor-faults", 5),
	SW("major-faults", 6),
	SW("alignment-faults", 7),
	SW("emulation-faults", 8),
	SW("dummy", 9),
	SW("bpf-output", 10),
	SW("cgroup-switches", 11),
};

/* All spellings of one part of a cache event; the first is the canonical one. */
struct spellings {
	const char *names[5];
};

static const struct spellings caches[] = {
	{{"L1-dcache", "l1-d", "l1d", "L1-data"}},
	{{"L1-icache", "l1-i", "l1i", "L1-instruction"}},
	{{"LLC", "L2"}},
	{{"dTLB", "d-tlb", "Data-TLB"}},
	{{"iTLB", "i-tlb", "Instruction-TLB"}},
	{{"branch", "branches", "bpu", "btb", "bpc"}},
	{{"node"}},
};

#define OP_LOAD	    (1U << 0)
#define OP_STORE    (1U << 1)
#define OP_PREFETCH (1U << 2)

/* Operations that can be counted for each cache. */
static const uint8_t cache_ops[ARRAY_SIZE(caches)] = {
	OP_LOAD | OP_STORE | OP_PREFETCH,
	OP_LOAD | OP_PREFETCH,
	OP_LOAD | OP_STORE | OP_PREFETCH,
	OP_LOAD | OP_STORE | OP_PREFETCH,
	OP_LOAD,
	OP_LOAD,
	OP_LOAD | OP_STORE | OP_PREFETCH,
};

static const struct spellings ops[] = {
	{{"load", "loads", "read"}},
	{{"store", "stores", "write"}},
	{{"prefetch", "prefetches", "speculative-read", "speculative-load"}},
};

static const struct spellings results[] = {
	{{"refs", "reference", "ops", "access"}},
	{{"misses", "miss"}},
};

/* Returns whether @str begins with @part, followed by the end or by '-'. */
static bool starts_with_part(const char *str, size_t len, const char *part, size_t part_len)
{
	return part_len <= len && !strncasecmp(str, part, part_len) &&
	       (part_len == len || str[part_len] == '-');
}

/*
 * Finds the entry of @table with the longest spelling at *@str, and steps over it and a '-'.
 * Returns its index, or -1.
 */
static int read_part(const char **str, size_t *len, const struct spellings *table, size_t nr)
{
	size_t longest = 0;
	int found = -1;

	for (size_t i = 0; i < nr; i++) {
		for (size_t j = 0; j < ARRAY_SIZE(table->names) && table[i].names[j]; j++) {
			size_t part_len = strlen(table[i].names[j]);

			if (part_len > longest &&
			    starts_with_part(*str, *len, table[i].names[j], part_len)) {
				longest = part_len;
				found = i;
			}
		}
	}
	if (longest < *len && found >= 0)
		longest++;
	*str += longest;
	*len -= longest;
	return found;
}

static bool find_cache(const char *name, size_t len, struct event_code *code)
{
	int cache, op, result;

	/* Reject a trailing '-': it must have something after it. */
	if (!len || name[len - 1] == '-')
		return false;
	cache = read_part(&name, &len, caches, ARRAY_SIZE(caches));
	if (cache < 0)
		return false;
	op = read_part(&name, &len, ops, ARRAY_SIZE(ops));
	result = read_part(&name, &len, results, ARRAY_SIZE(results));
	if (op < 0)
		op = read_part(&name, &len, ops, ARRAY_SIZE(ops));
	if (len)
		return false;

	/* Without an operation or result, perf means loads and all accesses. */
	if (op < 0)
		op = 0;
	if (result < 0)
		result = 0;
	if (!(cache_ops[cache] >> op & 1))
		return false;
	*code = (struct event_code){DEFER_TYPE_HW_CACHE, cache | op << 8 | result << 16};
	return true;
}

bool event_table__find(const char *name, size_t len, struct event_code *code)
{
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		if (strlen(events[i].name) == len && !strncasecmp(events[i].name, name, len)) {
			*code = events[i].code;
			return true;
		}
	}
	return find_cache(name, len, code);
}

void event_table__for_each(void (*fn)(void *ctx, const char *name), void *ctx)
{
	char name[64];

	for (size_t i = 0; i < ARRAY_SIZE(events); i++)
		fn(ctx, events[i].name);

	for (size_t i = 0; i < ARRAY_SIZE(caches); i++) {
		for (size_t j = 0; j < ARRAY_SIZE(ops); j++) {
			if (!(cache_ops[i] >> j & 1))
				continue;
			snprintf(name, sizeof(name), "%s-%s", caches[i].names[0], ops[j].names[1]);
			fn(ctx, name);
			snprintf(name, sizeof(name), "%s-%s-%s", caches[i].names[0],
				 ops[j].names[0], results[1].names[0]);
			fn(ctx, name);
		}
	}
}
