/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmu: the PMUs that sysfs describes, under bus/event_source/devices: how a named term is laid
 * into config words (format/), what named events stand for (events/), on which CPUs they count.
 * Linux 7.2, Documentation/ABI/testing/sysfs-bus-event_source-devices-format and -events.
 *
 * Nothing that is read is believed: files are read up to a bound, and what is not of the form
 * that it should have is DEFER_ERR_CORRUPT with the path in the text.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_PMU_H
#define PERF_DEFER_UTIL_EVENTS_PMU_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct pmu {
	char *name;
	uint32_t type; /* for perf_event_attr.type */
	char *cpus;    /* list, or NULL: all of them */
	bool is_core; /* counts what CPUs execute: "cpu", s390's "cpum_cf", or one with a file cpus */
	bool is_uncore; /* one for several CPUs: @cpus has one of each such set */
	bool is_aux;	/* traces into an AUX area: Intel PT and BTS, CoreSight, SPE, PTT */
};

/* Sorted by name. */
struct pmus {
	struct pmu *pmus;
	size_t nr, cap;
	const char *sysfs; /* the caller's */
};

/*
 * Reads names, types and CPUs. A machine may have none at all; one whose type cannot be read is
 * left out. DEFER_ERR_NOMEM is the only error.
 */
int pmus__init(struct pmus *pmus, const char *sysfs, struct defer_error *err);
void pmus__exit(struct pmus *pmus);
const struct pmu *pmus__find(const struct pmus *pmus, const char *name);
unsigned int pmus__nr_core(const struct pmus *pmus);

/*
 * Does @pmu answer to @name? Its own name does, with globs; so does the name without "uncore_"
 * and without the number of the instance: uncore_imc_0 is also imc_0, uncore_imc and imc.
 */
bool pmu__matches(const struct pmu *pmu, const char *name);

/* Where the bits of a term go. */
struct pmu_format {
	unsigned int word; /* 0 to 4: config, config1 … */
	uint64_t bits;	   /* of that word, lowest first */
};

#define PMU_NR_WORDS 5

/* DEFER_ERR_NOENT, without a text, if @pmu has no such term; or CORRUPT. */
int pmu__format(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		struct pmu_format *format, struct defer_error *err);
/* Parses what such a file has: "config:0-7,32-35". False if it is not of that form. */
bool pmu_format__parse(struct pmu_format *format, const char *str);
/* The highest value that fits. */
uint64_t pmu_format__max(const struct pmu_format *format);
/* Lays @value into the bits of @word, whose other bits stay. */
uint64_t pmu_format__pack(const struct pmu_format *format, uint64_t value, uint64_t word);

/* More than any kernel says of one event. */
#define PMU_ALIAS_MAX 1024

/*
 * Reads the terms that event @name stands for. DEFER_ERR_NOENT, without a text, if @pmu has no
 * such event; or CORRUPT.
 */
int pmu__alias(const struct pmus *pmus, const struct pmu *pmu, const char *name,
	       char terms[static PMU_ALIAS_MAX], struct defer_error *err);

typedef void (*pmu_name_fn)(void *ctx, const char *name);

/* Calls @fn with the names of its terms, and of its events, sorted. */
void pmu__for_each_format(const struct pmus *pmus, const struct pmu *pmu, pmu_name_fn fn,
			  void *ctx);
void pmu__for_each_event(const struct pmus *pmus, const struct pmu *pmu, pmu_name_fn fn, void *ctx);

#endif /* PERF_DEFER_UTIL_EVENTS_PMU_H */
