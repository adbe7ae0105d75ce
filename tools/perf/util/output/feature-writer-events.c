// SPDX-License-Identifier: GPL-2.0-only
/* Features that describe the events and the PMUs that count them. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/events/attr-kernel.h"
#include "util/output/feature-writer.h"
#include "util/output/header-writer.h"
#include "util/events/pmu-file.h"
#include "util/events/pmu.h"

bool write_event_desc(const struct feature_facts *facts, struct byte_buf *bytes)
{
	const struct output_opts *opts = facts->opts;
	uint32_t size = header_writer__attr_size(opts->events, opts->nr_events);
	uint8_t attr[ATTR_KERNEL_SIZE];

	byte_buf__u32(bytes, opts->nr_events);
	byte_buf__u32(bytes, size);
	for (uint32_t i = 0; i < opts->nr_events; i++) {
		const struct output_event *event = &opts->events[i];

		if (attr__to_kernel(&event->attr, attr, size, NULL))
			return false;
		byte_buf__add(bytes, attr, size);
		byte_buf__u32(bytes, event->nr_ids);
		byte_buf__str(bytes, event->name);
		byte_buf__add(bytes, event->ids, event->nr_ids * sizeof(uint64_t));
	}
	return true;
}

static bool leads_group(const struct output_opts *opts, uint32_t i)
{
	return opts->events[i].leader == i && opts->events[i].nr_members > 1;
}

bool write_group_desc(const struct feature_facts *facts, struct byte_buf *bytes)
{
	const struct output_opts *opts = facts->opts;
	uint32_t i, nr = 0;

	for (i = 0; i < opts->nr_events; i++)
		nr += leads_group(opts, i);
	if (!nr)
		return false;
	byte_buf__u32(bytes, nr);
	for (i = 0; i < opts->nr_events; i++) {
		if (!leads_group(opts, i))
			continue;
		byte_buf__str(bytes, "{anon_group}");
		byte_buf__u32(bytes, i);
		byte_buf__u32(bytes, opts->events[i].nr_members);
	}
	return true;
}

bool write_pmu_mappings(const struct feature_facts *facts, struct byte_buf *bytes)
{
	struct pmus pmus;
	size_t i, nr;

	if (pmus__init(&pmus, facts->opts->sysfs, NULL))
		return false;
	nr = pmus.nr;
	byte_buf__u32(bytes, nr);
	for (i = 0; i < nr; i++) {
		byte_buf__u32(bytes, pmus.pmus[i].type);
		byte_buf__str(bytes, pmus.pmus[i].name);
	}
	pmus__exit(&pmus);
	return nr > 0;
}

/* Writes the CPUs of each kind, if the machine has several kinds of cores. */
bool write_hybrid_topology(const struct feature_facts *facts, struct byte_buf *bytes)
{
	bool hybrid = false;
	struct pmus pmus;

	if (pmus__init(&pmus, facts->opts->sysfs, NULL))
		return false;
	if (pmus__nr_core(&pmus) > 1) {
		hybrid = true;
		byte_buf__u32(bytes, pmus__nr_core(&pmus));
		for (size_t i = 0; i < pmus.nr; i++) {
			if (!pmus.pmus[i].is_core)
				continue;
			byte_buf__str(bytes, pmus.pmus[i].name);
			byte_buf__str(bytes, pmus.pmus[i].cpus ? pmus.pmus[i].cpus : "");
		}
	}
	pmus__exit(&pmus);
	return hybrid;
}

static int is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Writes the files in directory caps/ of @pmu. Returns their number. */
static uint32_t write_caps(const char *sysfs, const char *pmu, struct byte_buf *bytes)
{
	char dir[PATH_MAX / 2], path[PATH_MAX], value[4096];
	size_t at = bytes->size;
	struct dirent **entries;
	uint32_t nr = 0;
	int i, found;

	byte_buf__u32(bytes, 0);
	if (snprintf(dir, sizeof(dir), "%s/bus/event_source/devices/%s/caps", sysfs, pmu) >=
	    (int)sizeof(dir))
		return 0;
	found = scandir(dir, &entries, is_visible, alphasort);
	for (i = 0; i < found; i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, entries[i]->d_name);
		if (pmu_file__read(path, value, sizeof(value)) >= 0) {
			byte_buf__str(bytes, entries[i]->d_name);
			byte_buf__str(bytes, value);
			nr++;
		}
		free(entries[i]);
	}
	if (found >= 0)
		free(entries);
	byte_buf__poke_u32(bytes, at, nr);
	return nr;
}

bool write_cpu_pmu_caps(const struct feature_facts *facts, struct byte_buf *bytes)
{
	bool there = false;
	struct pmus pmus;

	if (pmus__init(&pmus, facts->opts->sysfs, NULL))
		return false;
	if (pmus__find(&pmus, "cpu")) {
		write_caps(facts->opts->sysfs, "cpu", bytes);
		there = true;
	}
	pmus__exit(&pmus);
	return there;
}

/* Writes the caps of all PMUs except "cpu", each followed by the PMU's name. */
bool write_pmu_caps(const struct feature_facts *facts, struct byte_buf *bytes)
{
	size_t i, at, start = bytes->size;
	struct pmus pmus;
	uint32_t nr = 0;

	if (pmus__init(&pmus, facts->opts->sysfs, NULL))
		return false;
	byte_buf__u32(bytes, 0);
	for (i = 0; i < pmus.nr; i++) {
		if (!strcmp(pmus.pmus[i].name, "cpu"))
			continue;
		at = bytes->size;
		if (write_caps(facts->opts->sysfs, pmus.pmus[i].name, bytes)) {
			byte_buf__str(bytes, pmus.pmus[i].name);
			nr++;
		} else {
			bytes->size = at;
		}
	}
	pmus__exit(&pmus);
	byte_buf__poke_u32(bytes, start, nr);
	return nr > 0;
}
