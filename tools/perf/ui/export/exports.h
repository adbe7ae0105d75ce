/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exports: the formats in which the profile of one event is written for other programs. One table
 * lists them; --export of report and the x key of the terminal UI both read it.
 */
#ifndef PERF_DEFER_UI_EXPORT_EXPORTS_H
#define PERF_DEFER_UI_EXPORT_EXPORTS_H

#include <stdio.h>

#include <perf/defer-error.h>

struct profile_event;
struct zooms;

/* The profile to export, and the facts that go into the title of a picture. */
struct export_source {
	const char *path;		   /* path of the trace; NULL: perf.data */
	const struct profile_event *event; /* with its rows; NULL: no event */
	const struct zooms *zooms;	   /* that limit the rows; NULL: none */
};

struct export_format {
	const char *name;   /* "folded" */
	const char *help;   /* one line: "Folded stacks, one a line" */
	const char *suffix; /* suffix of the file's name: ".txt" */
	/*
	 * Writes @source to @out. Returns DEFER_ERR_NOENT if it has no event. The caller checks
	 * @out.
	 */
	int (*write)(const struct export_source *source, FILE *out, struct defer_error *err);
};

/* Returns all formats in the order in which they are offered; a NULL ends the list. */
const struct export_format *const *export_formats(void);

/* Returns the format whose name is the first @len bytes of @name, or NULL. */
const struct export_format *export_format__find(const char *name, size_t len);

#endif /* PERF_DEFER_UI_EXPORT_EXPORTS_H */
