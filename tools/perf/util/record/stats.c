// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/record/stats.h"
#include "util/base/error.h"

void recorder_stats__exit(struct recorder_stats *stats)
{
	free(stats->cpus);
	stats->cpus = NULL;
	stats->nr_cpus = 0;
	free(stats->file);
	stats->file = NULL;
}

int recorder_stats__add_loss(struct recorder_stats *stats, const struct recorder_buffer *from,
			     uint64_t lost, struct defer_error *err)
{
	struct recorder_cpu_loss *loss;
	uint32_t i = 0;

	stats->lost += lost;
	if (from->tracking) {
		stats->lost_tracking += lost;
		return 0;
	}
	while (i < stats->nr_cpus && stats->cpus[i].cpu != from->cpu)
		i++;
	if (i == stats->nr_cpus) {
		if (!ARRAY_GROW(stats->cpus, stats->cap_cpus, i + 1ULL))
			return error__no_memory(err, "for losses");
		stats->cpus[i] = (struct recorder_cpu_loss){.cpu = from->cpu};
		stats->nr_cpus++;
	}
	loss = &stats->cpus[i];
	loss->losses++;
	loss->lost += lost;
	loss->behind += lost;
	if (loss->behind > loss->most_behind)
		loss->most_behind = loss->behind;
	return 0;
}

void recorder_stats__add_read(struct recorder_stats *stats, const struct recorder_buffer *from,
			      uint64_t records, uint64_t bytes, uint64_t size)
{
	uint64_t spare;
	uint32_t i;

	if (from->tracking)
		return;
	stats->read_records += records;
	stats->read_bytes += bytes;
	if (!stats->nr_cpus || bytes >= size || !stats->read_bytes)
		return;
	spare = (double)(size - bytes) / stats->read_bytes * stats->read_records;
	for (i = 0; i < stats->nr_cpus; i++)
		if (stats->cpus[i].cpu == from->cpu)
			stats->cpus[i].behind -=
				spare < stats->cpus[i].behind ? spare : stats->cpus[i].behind;
}

uint64_t recorder_stats__needed_bytes(const struct recorder_stats *stats, uint64_t unseen,
				      uint64_t size, uint64_t max)
{
	uint64_t most = 0, need, bytes = size * 2;
	uint32_t i;

	for (i = 0; i < stats->nr_cpus; i++)
		if (stats->cpus[i].most_behind > most)
			most = stats->cpus[i].most_behind;
	if (!most || !stats->read_records)
		return 0;
	need = size + (double)(most + unseen) * stats->read_bytes / stats->read_records;
	while (bytes < need && bytes < max)
		bytes *= 2;
	return bytes >= need && bytes <= max ? bytes : 0;
}
