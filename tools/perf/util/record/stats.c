// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/record/stats.h"

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
	struct recorder_cpu_loss *cpus;
	uint32_t i = 0;

	stats->lost += lost;
	if (from->tracking) {
		stats->lost_tracking += lost;
		return 0;
	}
	while (i < stats->nr_cpus && stats->cpus[i].cpu != from->cpu)
		i++;
	if (i == stats->nr_cpus) {
		cpus = realloc(stats->cpus, (i + 1) * sizeof(*cpus));
		if (!cpus)
			return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
						"no memory for losses");
		cpus[i] = (struct recorder_cpu_loss){.cpu = from->cpu};
		stats->cpus = cpus;
		stats->nr_cpus++;
	}
	stats->cpus[i].losses++;
	stats->cpus[i].lost += lost;
	return 0;
}
