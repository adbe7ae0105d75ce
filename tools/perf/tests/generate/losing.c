// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/generate/losing.h"
#include "util/synth/sample-id.h"

#define IN_A_ROW 32 /* records that are lost together */

void losing__init(struct losing *losing, double percent)
{
	const double share = percent / 100;

	*losing = (struct losing){0};
	/* After IN_A_ROW lost records come as many kept ones as make the share. */
	if (share > 0)
		losing->threshold = share / (IN_A_ROW * (1 - share) + share) * (double)UINT64_MAX;
}

static struct losing_cpu *losing__cpu(struct losing *losing, const struct template_record *rec)
{
	return &losing->cpus[(uint32_t)(rec->cpu + 1) % TEMPLATE_NR_CPUS];
}

static bool can_be_lost(const struct template_record *rec)
{
	return rec->type == DEFER_RECORD_SAMPLE || rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED;
}

bool losing__takes(struct losing *losing, const struct template_record *rec, struct chance *chance)
{
	struct losing_cpu *cpu;

	if (!losing->threshold || !can_be_lost(rec))
		return false;
	cpu = losing__cpu(losing, rec);
	if (!cpu->left && !cpu->lost && chance__next(chance) < losing->threshold)
		cpu->left = IN_A_ROW;
	if (!cpu->left)
		return false;
	cpu->left--;
	cpu->lost++;
	cpu->last = rec;
	losing->nr++;
	return true;
}

void losing__tell(struct losing *losing, const struct template_record *rec, uint64_t now,
		  struct byte_buf *bytes)
{
	struct losing_cpu *cpu = losing__cpu(losing, rec);
	/* The idle task tells of it. */
	const struct defer_sample_id id = {
		.cpu = rec->cpu,
		.time = now,
		.id = rec->id,
		.stream_id = rec->id,
	};

	if (!losing->threshold || !cpu->lost || !rec->evsel || !rec->time)
		return;
	byte_buf__header(bytes, DEFER_RECORD_LOST, 0, 24 + rec->evsel->layout.id_all_size);
	byte_buf__u64(bytes, rec->id);
	byte_buf__u64(bytes, cpu->lost);
	sample_id__append(bytes, &rec->evsel->layout, &id);
	cpu->lost = 0;
}

void losing__end(struct losing *losing, uint64_t now, struct byte_buf *bytes)
{
	for (size_t i = 0; i < TEMPLATE_NR_CPUS; i++) {
		if (losing->cpus[i].lost)
			losing__tell(losing, losing->cpus[i].last, now, bytes);
	}
}
