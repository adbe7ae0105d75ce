/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exports: the formats in which the profile of one event is written for other programs. There is
 * one table of them: --export of report and the x key of the terminal UI offer what stands in it.
 */
#ifndef PERF_DEFER_UI_EXPORT_EXPORTS_H
#define PERF_DEFER_UI_EXPORT_EXPORTS_H

#include <stdio.h>

#include <perf/defer-error.h>

struct profile_event;
struct zooms;

/* What is exported, and what the title of a picture says of it. */
struct export_source {
	const char *path;		   /* of the trace; NULL: perf.data */
	const struct profile_event *event; /* with its rows; NULL: there is none */
	const struct zooms *zooms;	   /* that the rows are within; NULL: none */
};

struct export_format {
	const char *name;   /* "folded" */
	const char *help;   /* "Folded stacks, one a line" */
	const char *suffix; /* of a file's name, ".txt" */
	/* Writes @source to @out; DEFER_ERR_NOENT if it has no event. The caller checks @out. */
	int (*write)(const struct export_source *source, FILE *out, struct defer_error *err);
};

/* Returns all formats, in the order in which they are offered; ends with NULL. */
const struct export_format *const *export_formats(void);

/* Returns the format whose name is the first @len bytes of @name, or NULL. */
const struct export_format *export_format__find(const char *name, size_t len);

#endif /* PERF_DEFER_UI_EXPORT_EXPORTS_H */
