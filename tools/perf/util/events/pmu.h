/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * pmu: the PMUs that sysfs describes under bus/event_source/devices: how a term maps to bits of
 * config words (format/), which terms a named event stands for (events/), and which CPUs it counts
 * on. Source: Linux 7.2, Documentation/ABI/testing/sysfs-bus-event_source-devices-format and
 * -events.
 *
 * No file is trusted: reads are bounded, and a malformed file is DEFER_ERR_CORRUPT with its path in
 * the text.
 */
#ifndef PERF_DEFER_UTIL_EVENTS_PMU_H
#define PERF_DEFER_UTIL_EVENTS_PMU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct pmu {
	char *name;
	uint32_t type; /* value for perf_event_attr.type */
	char *cpus;    /* CPU list, or NULL: all CPUs */
	/* counts what CPUs execute: "cpu", s390's "cpum_cf", or a PMU with a file cpus */
	bool is_core;
	bool is_uncore; /* one instance serves several CPUs: @cpus has one CPU of each set */
	bool is_aux;	/* writes to an AUX area: Intel PT and BTS, CoreSight, SPE, PTT */
};

/* All PMUs, sorted by name. */
struct pmus {
	struct pmu *pmus;
	size_t nr, cap;
	const char *sysfs; /* borrowed from the caller */
};

/*
 * Reads names, types and CPUs. A machine may have no PMU at all; a PMU whose type cannot be read is
 * left out. DEFER_ERR_NOMEM is the only error.
 */
int pmus__init(struct pmus *pmus, const char *sysfs, struct defer_error *err);
void pmus__exit(struct pmus *pmus);
const struct pmu *pmus__find(const struct pmus *pmus, const char *name);
unsigned int pmus__nr_core(const struct pmus *pmus);

/*
 * Returns whether @pmu is meant by @name: its own name, with globs, or the name without "uncore_"
 * and without the instance number: uncore_imc_0 is also imc_0, uncore_imc and imc.
 */
bool pmu__matches(const struct pmu *pmu, const char *name);

/* The bits that a term sets. */
struct pmu_format {
	unsigned int word; /* 0 to 4: config, config1 … */
	uint64_t bits;	   /* bits of that word, lowest first */
};

#define PMU_NR_WORDS 5

/*
 * Reads the format of term @name. Returns DEFER_ERR_NOENT, without a text, if @pmu has no such
 * term, or DEFER_ERR_CORRUPT.
 */
int pmu__format(const struct pmus *pmus, const struct pmu *pmu, const char *name,
		struct pmu_format *format, struct defer_error *err);
/* Parses the contents of a format file: "config:0-7,32-35". Returns false if they are malformed. */
bool pmu_format__parse(struct pmu_format *format, const char *str);
/* Returns the highest value that fits. */
uint64_t pmu_format__max(const struct pmu_format *format);
/* Stores @value in the format's bits of @word; other bits are unchanged. Returns the new word. */
uint64_t pmu_format__pack(const struct pmu_format *format, uint64_t value, uint64_t word);

/* More bytes than any kernel has for one event. */
#define PMU_ALIAS_MAX 1024

/*
 * Reads the terms that event @name stands for. Returns DEFER_ERR_NOENT, without a text, if @pmu has
 * no such event, or DEFER_ERR_CORRUPT.
 */
int pmu__alias(const struct pmus *pmus, const struct pmu *pmu, const char *name,
	       char terms[static PMU_ALIAS_MAX], struct defer_error *err);

typedef void (*pmu_name_fn)(void *ctx, const char *name);

/* Call @fn with the names of the PMU's terms, and of its events, sorted. */
void pmu__each_format(const struct pmus *pmus, const struct pmu *pmu, pmu_name_fn fn, void *ctx);
void pmu__each_event(const struct pmus *pmus, const struct pmu *pmu, pmu_name_fn fn, void *ctx);

#endif /* PERF_DEFER_UTIL_EVENTS_PMU_H */
