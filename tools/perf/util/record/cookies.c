// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/record/cookies.h"
#include "util/base/error.h"

#define MIN_ENTRIES 1024
/*
 * 4 MiB for each CPU: more entries than fit a buffer in two rounds, unless a round takes seconds.
 */
#define MAX_ENTRIES (1U << 18)
/* Upper bound of the kernel's limit. */
#define MAX_CPUS 65536
/* Age, in rounds, at which all buffers have been read since the entry's last change. */
#define YOUNG_ROUNDS 2

void cookies__exit(struct cookies *cookies)
{
	uint32_t i;

	for (i = 0; i < cookies->nr_cpus; i++)
		free(cookies->cpus[i].entries);
	free(cookies->cpus);
	*cookies = (struct cookies){0};
}

void cookies__next_round(struct cookies *cookies)
{
	cookies->round++;
}

/*
 * Returns the number of the entry, which is odd: Linux 7.2, kernel/unwind/deferred.c, get_cookie().
 */
static uint32_t cookie__number(uint64_t cookie)
{
	return (uint32_t)(cookie >> 32);
}

static struct cookie_entry *cookie_table__place(const struct cookie_table *table, uint64_t cookie)
{
	return &table->entries[(cookie__number(cookie) >> 1) & (table->nr - 1)];
}

static int cookie_table__grow(struct cookie_table *table, struct defer_error *err)
{
	struct cookie_table grown = {.nr = table->nr ? table->nr * 2 : MIN_ENTRIES};
	uint32_t i;

	grown.entries = calloc(grown.nr, sizeof(*grown.entries));
	if (!grown.entries)
		return error__no_memory(err, "for cookies that wait");
	for (i = 0; i < table->nr; i++)
		if (table->entries[i].cookie)
			*cookie_table__place(&grown, table->entries[i].cookie) = table->entries[i];
	free(table->entries);
	*table = grown;
	return 0;
}

/* Makes room for the tables of all CPUs up to @cpu. */
static int cookies__reserve(struct cookies *cookies, uint32_t cpu, struct defer_error *err)
{
	struct cookie_table *cpus;
	uint32_t nr = cookies->nr_cpus;

	if (cpu < nr)
		return 0;
	cpus = reallocarray(cookies->cpus, cpu + 1, sizeof(*cpus));
	if (!cpus)
		return error__no_memory(err, "for cookies that wait");
	memset(cpus + nr, 0, (cpu + 1 - nr) * sizeof(*cpus));
	cookies->cpus = cpus;
	cookies->nr_cpus = cpu + 1;
	return 0;
}

/* Returns whether @entry is too young to be replaced. */
static bool cookies__needs(const struct cookies *cookies, const struct cookie_entry *entry)
{
	return entry->cookie && (uint16_t)(cookies->round - entry->round) < YOUNG_ROUNDS;
}

static bool is_later(uint64_t cookie, uint64_t than)
{
	return (int32_t)(cookie__number(cookie) - cookie__number(than)) > 0;
}

int cookies__get(struct cookies *cookies, uint64_t cookie, struct cookie_entry **entryp,
		 struct cookie_entry *old, struct defer_error *err)
{
	uint32_t cpu = ((uint32_t)cookie - 1) % MAX_CPUS;
	struct cookie_table *table;
	struct cookie_entry *entry;

	*entryp = NULL;
	old->cookie = 0;
	if (cookies__reserve(cookies, cpu, err))
		return DEFER_ERR_NOMEM;
	table = &cookies->cpus[cpu];
	if (!table->nr && cookie_table__grow(table, err))
		return DEFER_ERR_NOMEM;
	entry = cookie_table__place(table, cookie);
	while (entry->cookie != cookie && cookies__needs(cookies, entry) &&
	       table->nr < MAX_ENTRIES) {
		if (cookie_table__grow(table, err))
			return DEFER_ERR_NOMEM;
		entry = cookie_table__place(table, cookie);
	}
	if (entry->cookie != cookie) {
		if (entry->cookie && !is_later(cookie, entry->cookie))
			return 0;
		*old = *entry;
		*entry = (struct cookie_entry){.cookie = cookie};
	}
	entry->round = cookies->round;
	*entryp = entry;
	return 0;
}
