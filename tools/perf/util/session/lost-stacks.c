// SPDX-License-Identifier: GPL-2.0-only
/*
 * Counts lost user stacks. The upper half of a cookie is a counter of its CPU, which every kernel
 * entry that asks for its user stack moves on by 2. So on each CPU, a number between two that were
 * seen stands for a record that was lost, unless the task did not return to user mode.
 */
#include <stdlib.h>

#include <perf/defer-stitch.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/session/ledger.h"
#include "util/session/lost-stacks.h"

#define COOKIE_STEP 2

/* The cookies of one CPU. */
struct cookie_cpu {
	uint32_t cpu;
	uint32_t first, last; /* counters seen */
	uint64_t present;     /* entries whose record is there, or was never written */
	uint64_t lost;
};

struct cookie_cpus {
	struct cookie_cpu *cpus;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
};

static bool has_cookie_cpu(const void *cpus, uint32_t pos, const void *cpu)
{
	return ((const struct cookie_cpu *)cpus)[pos].cpu == *(const uint32_t *)cpu;
}

static struct cookie_cpu *cookie_cpus__find(const struct cookie_cpus *cpus, uint32_t cpu)
{
	uint32_t pos = hash_index__find(&cpus->index, hash__u64(cpus->hash_key, cpu),
					has_cookie_cpu, cpus->cpus, &cpu);

	return pos == HASH_INDEX_NONE ? NULL : &cpus->cpus[pos];
}

static struct cookie_cpu *cookie_cpus__get(struct cookie_cpus *cpus, uint32_t cpu, uint32_t counter)
{
	struct cookie_cpu *found = cookie_cpus__find(cpus, cpu);

	if (found)
		return found;
	if (!ARRAY_GROW(cpus->cpus, cpus->cap, cpus->nr + 1) ||
	    hash_index__add(&cpus->index, hash__u64(cpus->hash_key, cpu), cpus->nr))
		return NULL;
	cpus->cpus[cpus->nr] = (struct cookie_cpu){.cpu = cpu, .first = counter, .last = counter};
	return &cpus->cpus[cpus->nr++];
}

static int cookie_cpus__add(struct cookie_cpus *cpus, uint64_t cookie, bool present)
{
	uint32_t counter = cookie >> 32;
	struct cookie_cpu *cpu = cookie_cpus__get(cpus, (uint32_t)cookie - 1, counter);

	if (!cpu)
		return DEFER_ERR_NOMEM;
	if (counter < cpu->first)
		cpu->first = counter;
	if (counter > cpu->last)
		cpu->last = counter;
	cpu->present += present;
	return 0;
}

static int add_entries(struct cookie_cpus *cpus, const struct counts *runs, bool present)
{
	int ret = 0;

	for (uint64_t i = 0; !ret && i < runs->nr_slots; i++) {
		if (runs->slots[i].nr)
			ret = cookie_cpus__add(cpus, runs->slots[i].key, present);
	}
	return ret;
}

static int cookie_cpus__fill(struct cookie_cpus *cpus, const struct session *session,
			     const struct ledger *ledger)
{
	struct defer_stitch_record record;
	struct defer_stitch_stats stats;
	int ret = 0;

	defer_stitch__stats(session->stitch, &stats);
	for (uint64_t i = 0; !ret && i < stats.places; i++)
		if (defer_stitch__record(session->stitch, i, &record))
			ret = cookie_cpus__add(cpus, record.cookie, true);
	if (!ret && ledger)
		ret = add_entries(cpus, &ledger->causes[DEFER_LOST].runs, false);
	if (!ret && ledger)
		ret = add_entries(cpus, &ledger->causes[DEFER_PENDING].runs, true);
	if (!ret && ledger)
		ret = add_entries(cpus, &ledger->causes[DEFER_EXITED].runs, true);
	for (size_t i = 0; i < cpus->nr; i++) {
		struct cookie_cpu *cpu = &cpus->cpus[i];
		uint64_t all = (uint64_t)(cpu->last - cpu->first) / COOKIE_STEP + 1;

		cpu->lost = all > cpu->present ? all - cpu->present : 0;
	}
	return ret;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* Splits what one buffer or event lost. Returns how many of @missing were user stacks. */
static uint64_t split(struct loss_counts *losses, uint64_t missing)
{
	uint64_t stacks = least(missing, losses->lost_stacks);

	losses->lost_others += losses->lost_stacks - stacks;
	losses->lost_stacks = stacks;
	return stacks;
}

/* Splits the losses of all CPUs; those of no known CPU get what CPUs without losses miss. */
static uint64_t split_cpus(struct losses *losses, const struct cookie_cpus *cpus)
{
	uint64_t all = 0, missing = 0;

	for (size_t i = 0; i < cpus->nr; i++)
		missing += cpus->cpus[i].lost;
	for (uint32_t i = 0; i < losses->nr; i++) {
		const struct cookie_cpu *cpu = cookie_cpus__find(cpus, losses->cpus[i].key);
		uint64_t most = losses->cpus[i].key < 0 ? missing : cpu ? cpu->lost : 0;
		uint64_t stacks = split(&losses->cpus[i], most);

		all += stacks;
		missing -= least(missing, stacks);
	}
	return all;
}

int lost_stacks__split(struct losses *losses, const struct session *session,
		       const struct ledger *ledger, struct defer_error *err)
{
	struct cookie_cpus cpus = {.hash_key = hash__key()};
	uint64_t stacks;
	int ret = cookie_cpus__fill(&cpus, session, ledger);

	if (!ret) {
		stacks = split_cpus(losses, &cpus);
		split(&losses->total, stacks);
		for (uint32_t i = 0; losses->events && i < losses->nr_events; i++)
			stacks -= split(&losses->events[i], stacks);
	}
	free(cpus.cpus);
	hash_index__exit(&cpus.index);
	return ret ? error__no_memory(err, "for lost user stacks") : 0;
}
