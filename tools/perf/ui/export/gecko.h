/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * gecko: one event for the Firefox Profiler, in its processed format, compressed by gzip. The version is 40, the first
 * in which frames tell how deep they are inlined (April 2022); the viewer upgrades what is older than itself.
 * (github.com/firefox-devtools/profiler, docs-developer/CHANGELOG-formats.md and
 * src/profile-logic/processed-profile-versioning.ts.)
 *
 * - A thread has its samples in order of time. Their weights are periods: ms of a clock, else numbers.
 * - Categories are kernel, user, and missing, with the class as subcategory.
 * - Markers are entries into the kernel, times off the CPU, and execs. A thread of its own has what was lost.
 * - The ledger is the section "Ledger" of the notes on the profile, meta.extra.
 */
#ifndef PERF_DEFER_UI_EXPORT_GECKO_H
#define PERF_DEFER_UI_EXPORT_GECKO_H

#include <stdio.h>

#include <perf/defer-error.h>

struct export_source;

#define GECKO_VERSION 40

/* @source has a chart and what is shown. */
int gecko__write(const struct export_source *source, const char *title, FILE *out,
		 struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_GECKO_H */
