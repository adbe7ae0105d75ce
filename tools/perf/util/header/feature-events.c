// SPDX-License-Identifier: GPL-2.0-only
/* Decoders of features that describe events and PMUs. */
#include <perf/defer-evlist.h>

#include "util/header/feature-reader.h"

static void read_event(struct feature_reader *reader, struct env_event *event, uint32_t attr_size)
{
	uint32_t i;

	if (defer_attr__read(&event->attr, &reader->cur, attr_size, NULL))
		reader__contradict(reader, "has an attr of an invalid size");
	event->nr_ids = reader__u32(reader);
	event->name = reader__str(reader);
	event->ids = reader__array(reader, event->nr_ids, sizeof(uint64_t), sizeof(*event->ids));
	for (i = 0; i < event->nr_ids && reader__sound(reader); i++)
		event->ids[i] = reader__u64(reader);
}

static void name_events(struct feature_reader *reader)
{
	const struct env *env = reader->env;
	const struct defer_evsel *evsel;
	uint32_t i;

	for (i = 0; i < env->nr_events && i < defer_evlist__nr(reader->evlist); i++) {
		evsel = defer_evlist__evsel(reader->evlist, i);
		if (evsel->name || !env->events[i].name[0])
			continue;
		if (defer_evlist__set_name(reader->evlist, i, env->events[i].name, NULL))
			reader->no_memory = true;
	}
}

void decode_event_desc(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), attr_size = reader__u32(reader), i;
	struct env_event *events;

	if (attr_size < DEFER_ATTR_SIZE_VER0)
		reader__contradict(reader, "has attrs smaller than the minimum of 64 bytes");
	events = reader__array(reader, nr, attr_size + 2 * sizeof(uint32_t), sizeof(*events));
	for (i = 0; i < nr && reader__sound(reader); i++)
		read_event(reader, &events[i], attr_size);
	if (!reader__sound(reader))
		return;
	reader->env->events = events;
	reader->env->nr_events = nr;
	name_events(reader);
}

void decode_group_desc(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), i;
	struct env_group *groups = reader__array(reader, nr, 3 * sizeof(uint32_t), sizeof(*groups));

	for (i = 0; i < nr && reader__sound(reader); i++) {
		groups[i].name = reader__str(reader);
		groups[i].leader_idx = reader__u32(reader);
		groups[i].nr_members = reader__u32(reader);
	}
	if (!reader__sound(reader))
		return;
	reader->env->groups = groups;
	reader->env->nr_groups = nr;
}

void decode_pmu_mappings(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), i;
	struct env_pmu *pmus = reader__array(reader, nr, 2 * sizeof(uint32_t), sizeof(*pmus));

	for (i = 0; i < nr && reader__sound(reader); i++) {
		pmus[i].type = reader__u32(reader);
		pmus[i].name = reader__str(reader);
	}
	if (!reader__sound(reader))
		return;
	reader->env->pmus = pmus;
	reader->env->nr_pmus = nr;
}

static void read_caps(struct feature_reader *reader, struct env_pmu_caps *caps)
{
	uint32_t i;

	caps->nr = reader__u32(reader);
	caps->caps = reader__array(reader, caps->nr, 2 * sizeof(uint32_t), sizeof(*caps->caps));
	for (i = 0; i < caps->nr && reader__sound(reader); i++) {
		caps->caps[i].name = reader__str(reader);
		caps->caps[i].value = reader__str(reader);
	}
}

void decode_cpu_pmu_caps(struct feature_reader *reader)
{
	struct env_pmu_caps caps = {.pmu = "cpu"};

	read_caps(reader, &caps);
	if (reader__sound(reader))
		reader->env->cpu_caps = caps;
}

void decode_pmu_caps(struct feature_reader *reader)
{
	uint32_t nr = reader__u32(reader), i;
	struct env_pmu_caps *pmus = reader__array(reader, nr, 2 * sizeof(uint32_t), sizeof(*pmus));

	for (i = 0; i < nr && reader__sound(reader); i++) {
		read_caps(reader, &pmus[i]);
		pmus[i].pmu = reader__str(reader);
	}
	if (!reader__sound(reader))
		return;
	reader->env->pmu_caps = pmus;
	reader->env->nr_pmu_caps = nr;
}
