// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/id-list.h"
#include "util/events/pmu-file.h"
#include "util/events/pmu.h"

#define CPU_LIST_MAX 4096

/* Reads a file of a PMU, as pmu_file__read() does. */
static int read_file(const char *sysfs, const char *pmu, const char *file, char *buf, size_t size)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/bus/event_source/devices/%s/%s", sysfs, pmu, file) >=
	    (int)sizeof(path))
		return -ENAMETOOLONG;
	return pmu_file__read(path, buf, size);
}

static bool read_type(struct pmu *pmu, const char *sysfs)
{
	char text[16], *end;
	unsigned long type;

	if (read_file(sysfs, pmu->name, "type", text, sizeof(text)) <= 0 ||
	    !isdigit((unsigned char)text[0]))
		return false;
	errno = 0;
	type = strtoul(text, &end, 10);
	if (errno || *end || type > UINT32_MAX)
		return false;
	pmu->type = type;
	return true;
}

/* Returns false without memory. Ignores text that is not a list of CPUs. */
static bool read_cpus(struct pmu *pmu, const char *sysfs)
{
	char text[CPU_LIST_MAX];
	struct id_list list;
	int len;

	pmu->is_core = !strcmp(pmu->name, "cpu") || !strcmp(pmu->name, "cpum_cf");
	len = read_file(sysfs, pmu->name, "cpus", text, sizeof(text));
	if (len >= 0) {
		pmu->is_core = true;
	} else {
		len = read_file(sysfs, pmu->name, "cpumask", text, sizeof(text));
		pmu->is_uncore = len >= 0 && !pmu->is_core;
	}
	if (len <= 0 || id_list__parse(&list, text, "CPUs", NULL))
		return true;
	id_list__exit(&list);
	pmu->cpus = strdup(text);
	return pmu->cpus;
}

/*
 * Returns whether the PMU writes an AUX area. sysfs does not tell: Linux 7.2, drivers that set
 * pmu->setup_aux. Names are "x" and a number, or a single name.
 */
static bool writes_aux(const char *name)
{
	static const char *const names[] = {"intel_pt", "intel_bts", "cs_etm"};
	static const char *const numbered[] = {"arm_spe_", "hisi_ptt"};

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strcmp(name, names[i]))
			return true;
	}
	for (size_t i = 0; i < ARRAY_SIZE(numbered); i++) {
		if (!strncmp(name, numbered[i], strlen(numbered[i])))
			return true;
	}
	return false;
}

static bool add_pmu(struct pmus *pmus, const char *name)
{
	struct pmu pmu = {.name = strdup(name), .is_aux = writes_aux(name)};

	if (!pmu.name)
		return false;
	if (!read_type(&pmu, pmus->sysfs)) {
		free(pmu.name);
		return true;
	}
	if (!ARRAY_GROW(pmus->pmus, pmus->cap, pmus->nr + 1) || !read_cpus(&pmu, pmus->sysfs)) {
		free(pmu.name);
		return false;
	}
	pmus->pmus[pmus->nr++] = pmu;
	return true;
}

static int pmu_dir__is_visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

/* Compares by byte value, independent of the locale. */
static int pmu_dir__by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

int pmus__init(struct pmus *pmus, const char *sysfs, struct defer_error *err)
{
	char path[PATH_MAX];
	struct dirent **entries;
	bool ok = true;
	int nr;

	*pmus = (struct pmus){.sysfs = sysfs};
	if (snprintf(path, sizeof(path), "%s/bus/event_source/devices", sysfs) >= (int)sizeof(path))
		return 0;
	nr = scandir(path, &entries, pmu_dir__is_visible, pmu_dir__by_name);
	if (nr < 0)
		return errno == ENOMEM ? error__no_memory(err, "for PMUs") : 0;

	for (int i = 0; i < nr; i++) {
		ok = ok && add_pmu(pmus, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
	if (ok)
		return 0;
	pmus__exit(pmus);
	return error__no_memory(err, "for PMUs");
}

void pmus__exit(struct pmus *pmus)
{
	for (size_t i = 0; i < pmus->nr; i++) {
		free(pmus->pmus[i].name);
		free(pmus->pmus[i].cpus);
	}
	free(pmus->pmus);
	*pmus = (struct pmus){.sysfs = pmus->sysfs};
}

const struct pmu *pmus__find(const struct pmus *pmus, const char *name)
{
	for (size_t i = 0; i < pmus->nr; i++) {
		if (!strcmp(pmus->pmus[i].name, name))
			return &pmus->pmus[i];
	}
	return NULL;
}

unsigned int pmus__nr_core(const struct pmus *pmus)
{
	unsigned int nr = 0;

	for (size_t i = 0; i < pmus->nr; i++)
		nr += pmus->pmus[i].is_core;
	return nr;
}

/* Returns the length without the instance number: "_3" after anything, or "3" after a letter. */
static size_t stem_len(const char *name)
{
	size_t len = strlen(name), stem = len;

	while (stem && isdigit((unsigned char)name[stem - 1]))
		stem--;
	if (stem && stem < len && name[stem - 1] == '_')
		stem--;
	return stem ? stem : len;
}

static bool matches(const char *pmu, const char *name)
{
	size_t stem = stem_len(pmu);

	return !fnmatch(name, pmu, 0) || (strlen(name) == stem && !strncmp(name, pmu, stem));
}

bool pmu__matches(const struct pmu *pmu, const char *name)
{
	static const char uncore[] = "uncore_";
	size_t len = strlen(uncore);

	return matches(pmu->name, name) ||
	       (!strncmp(pmu->name, uncore, len) && matches(pmu->name + len, name));
}

/* Returns whether @name can be the name of a file in a directory. */
static bool is_file_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

static int pmu__corrupt(const struct pmu *pmu, const char *file, const char *why,
			struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_CORRUPT, "sysfs: %.80s of PMU '%.60s' %s", file,
				pmu->name, why);
}

int pmu__format(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		struct pmu_format *format, struct defer_error *err)
{
	char file[NAME_MAX + 16], text[256];
	int len;

	if (!is_file_name(name) ||
	    snprintf(file, sizeof(file), "format/%s", name) >= (int)sizeof(file))
		return DEFER_ERR_NOENT;
	len = read_file(pmus->sysfs, pmu->name, file, text, sizeof(text));
	if (len == -ENOENT || len == -ENOTDIR || len == -ENAMETOOLONG)
		return DEFER_ERR_NOENT;
	if (len < 0)
		return pmu__corrupt(pmu, file, strerror(-len), err);
	if (!pmu_format__parse(format, text))
		return pmu__corrupt(pmu, file, "does not name any bits", err);
	return 0;
}

/* Returns whether @name is an attribute of an event, such as its unit, and not an event. */
static bool is_about_event(const char *name)
{
	static const char *const endings[] = {".unit", ".scale", ".per-pkg", ".snapshot"};

	for (size_t i = 0; i < ARRAY_SIZE(endings); i++) {
		size_t len = strlen(name), end = strlen(endings[i]);

		if (len > end && !strcmp(name + len - end, endings[i]))
			return true;
	}
	return false;
}

static void change_case(char *str, int (*to)(int))
{
	for (; *str; str++)
		*str = to((unsigned char)*str);
}

int pmu__alias(const struct pmus *pmus, const struct pmu *pmu, const char *name,
	       char terms[static PMU_ALIAS_MAX], struct defer_error *err)
{
	static const char folder[] = "events/";
	char file[NAME_MAX + 16];
	int len = -ENOENT;

	if (!is_file_name(name) || is_about_event(name) ||
	    snprintf(file, sizeof(file), "%s%s", folder, name) >= (int)sizeof(file))
		return DEFER_ERR_NOENT;
	/* Names in sysfs are all lower or all upper case; accept either from the user. */
	for (int i = 0; i < 3 && len == -ENOENT; i++) {
		if (i)
			change_case(file + strlen(folder), i == 1 ? tolower : toupper);
		len = read_file(pmus->sysfs, pmu->name, file, terms, PMU_ALIAS_MAX);
	}
	if (len == -ENOENT || len == -ENOTDIR || len == -ENAMETOOLONG)
		return DEFER_ERR_NOENT;
	if (len < 0)
		return pmu__corrupt(pmu, file, strerror(-len), err);
	return 0;
}

static void visit_files(const struct pmus *pmus, const struct pmu *pmu, const char *folder,
			pmu_name_fn fn, void *ctx)
{
	char path[PATH_MAX];
	struct dirent **entries;
	int nr;

	if (snprintf(path, sizeof(path), "%s/bus/event_source/devices/%s/%s", pmus->sysfs,
		     pmu->name, folder) >= (int)sizeof(path))
		return;
	nr = scandir(path, &entries, pmu_dir__is_visible, pmu_dir__by_name);
	if (nr < 0)
		return;
	for (int i = 0; i < nr; i++) {
		if (!is_about_event(entries[i]->d_name))
			fn(ctx, entries[i]->d_name);
		free(entries[i]);
	}
	free(entries);
}

void pmu__each_format(const struct pmus *pmus, const struct pmu *pmu, pmu_name_fn fn, void *ctx)
{
	visit_files(pmus, pmu, "format", fn, ctx);
}

void pmu__each_event(const struct pmus *pmus, const struct pmu *pmu, pmu_name_fn fn, void *ctx)
{
	visit_files(pmus, pmu, "events", fn, ctx);
}
