/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * exports: the formats in which the profile of one event is written for other programs. One table
 * lists them; --export of report and the x key of the terminal UI both read it.
 */
#ifndef PERF_DEFER_UI_EXPORT_EXPORTS_H
#define PERF_DEFER_UI_EXPORT_EXPORTS_H

#include <stdbool.h>
#include <stdio.h>

#include <perf/defer-error.h>

#include "ui/export/folded.h"
#include "util/view/flame-shape.h"

struct chart;
struct ledger;
struct losses;
struct profile_event;
struct shown;
struct zooms;

/* The profile to export, and the facts that go into the title of a picture. */
struct export_source {
	const char *path;		   /* path of the trace; NULL: perf.data */
	const struct profile_event *event; /* with its rows; NULL: no event */
	const struct zooms *zooms;	   /* that limit the rows; NULL: none */
	enum flame_shape shape;
	struct folded_opts folded; /* of has_marks, but for the shape */
	const struct chart *chart; /* of FLAME_TIME: export_source__write() makes it */
	/* of FLAME_TIME and has_entries: with samples, and records that the session knows */
	const struct shown *shown;
	/* of has_ledger; else NULL */
	const struct ledger *ledger; /* finished */
	const struct losses *losses;
};

struct export_format {
	const char *name;	/* "folded" */
	const char *help;	/* one line: "Folded stacks, one a line" */
	const char *suffix;	/* suffix of the file's name: ".txt" */
	bool has_shapes;	/* its stacks stand in the shape that the user chose */
	bool has_time;		/* FLAME_TIME is one of its shapes */
	bool has_marks;		/* its frames have marks, and its stacks periods or counts */
	bool has_rows;		/* it has the rows of the hist, which are sorted */
	bool has_entries;	/* into the kernel, from what is shown */
	bool has_samples;	/* it has each sample, its entry and the losses */
	bool has_all_events;	/* not those of one event */
	bool has_ledger;	/* what became of all samples, and the losses; with has_samples */
	enum flame_shape shape; /* the only one, without @has_shapes */
	const char
		*sort; /* keys that tell its stacks apart, unless the user names others; or NULL */
	/* Fails if this build, or this machine, cannot write it. NULL: it can. */
	int (*check)(struct defer_error *err);
	/* Writes @source, which has an event and a shape of this format. The caller checks @out. */
	int (*write)(const struct export_source *source, FILE *out, struct defer_error *err);
};

/* Returns all formats in the order in which they are offered; a NULL ends the list. */
const struct export_format *const *export_formats(void);

/* Returns the format whose name is the first @len bytes of @name, or NULL. */
const struct export_format *export_format__find(const char *name, size_t len);

/*
 * Returns 0 if @format has *@shape, or an error that says what has. FLAME_CALLERS, the default, becomes the
 * only shape of a format that has one.
 */
int export_format__check(const struct export_format *format, enum flame_shape *shape,
			 struct defer_error *err);

/*
 * Writes @source to @out, which the caller checks. Returns DEFER_ERR_NOENT if it has no event. It has a shape
 * that export_format__check() let pass.
 */
int export_source__write(const struct export_source *source, const struct export_format *format,
			 FILE *out, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_EXPORTS_H */
