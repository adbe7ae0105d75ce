// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/export/exports.h"
#include "ui/export/folded.h"
#include "ui/export/gecko.h"
#include "ui/export/html.h"
#include "ui/export/pprof.h"
#include "ui/export/rows.h"
#include "ui/export/speedscope.h"
#include "ui/export/sqlite.h"
#include "ui/export/svg.h"
#include "util/profile/profile.h"
#include "util/profile/shown.h"
#include "util/profile/zoom.h"
#include "util/view/chart.h"

static int export_folded__write(const struct export_source *source, FILE *out,
				struct defer_error *err)
{
	struct folded_opts opts = source->folded;

	opts.shape = source->shape;
	return folded__write(&source->event->hist, &opts, out, err);
}

/* Writes the title of a picture: "cycles of perf.data, zoomed: thread 114 burn". */
static void make_title(const struct export_source *source, char *title, size_t size)
{
	const char *slash = source->path ? strrchr(source->path, '/') : NULL;
	const char *file = slash ? slash + 1 : source->path ? source->path : "perf.data";
	const char *event = source->event->evsel && source->event->evsel->name
				    ? source->event->evsel->name
				    : "samples";
	static const char *const shapes[FLAME_NR_SHAPES] = {
		[FLAME_CALLERS] = "",
		[FLAME_INVERTED] = ", inverted",
		[FLAME_THREADS] = ", by thread",
		[FLAME_TIME] = ", in order of time",
	};
	char zooms[ZOOM_MAX * 64] = "";

	if (source->zooms && source->zooms->nr)
		zooms__text(source->zooms, zooms, sizeof(zooms));
	snprintf(title, size, "%s of %s%s%s%s", event, file, shapes[source->shape],
		 zooms[0] ? ": " : "", zooms);
}

static int write_svg(const struct export_source *source, bool icicle, FILE *out,
		     struct defer_error *err)
{
	char title[2048];
	const struct svg_opts opts = {.title = title, .shape = source->shape, .icicle = icicle};

	make_title(source, title, sizeof(title));
	if (source->shape == FLAME_TIME)
		return svg_chart__write(source->chart, &opts, out, err);
	return svg__write(&source->event->hist, &opts, out, err);
}

static int export_flame__write(const struct export_source *source, FILE *out,
			       struct defer_error *err)
{
	return write_svg(source, false, out, err);
}

static int export_pprof__write(const struct export_source *source, FILE *out,
			       struct defer_error *err)
{
	return pprof__write(source->event, out, err);
}

static int export_speedscope__write(const struct export_source *source, FILE *out,
				    struct defer_error *err)
{
	char title[2048];

	make_title(source, title, sizeof(title));
	return speedscope__write(source->event, source->chart, source->shown, title, out, err);
}

static int export_gecko__write(const struct export_source *source, FILE *out,
			       struct defer_error *err)
{
	char title[2048];

	make_title(source, title, sizeof(title));
	return gecko__write(source, title, out, err);
}

static int export_html__write(const struct export_source *source, FILE *out,
			      struct defer_error *err)
{
	char title[2048];

	make_title(source, title, sizeof(title));
	return html__write(source, title, out, err);
}

static int export_icicle__write(const struct export_source *source, FILE *out,
				struct defer_error *err)
{
	return write_svg(source, true, out, err);
}

static const struct export_format export_folded = {
	.name = "folded",
	.help = "Folded stacks, one a line: for flamegraph.pl, speedscope and others",
	.suffix = ".txt",
	.has_shapes = true,
	.has_marks = true,
	.write = export_folded__write,
};

static const struct export_format export_flame = {
	.name = "flame",
	.help = "A flame graph: an SVG file that zooms and searches in a browser",
	.suffix = ".svg",
	.has_shapes = true,
	.has_time = true,
	.write = export_flame__write,
};

static const struct export_format export_icicle = {
	.name = "icicle",
	.help = "An icicle graph: the same, callers above what they call",
	.suffix = ".svg",
	.has_shapes = true,
	.has_time = true,
	.write = export_icicle__write,
};

static const struct export_format export_pprof = {
	.name = "pprof",
	.help = "A profile for pprof, and for the programs that read its files",
	.suffix = ".pb.gz",
	.sort = "comm,tid,class",
	.write = export_pprof__write,
};

static const struct export_format export_speedscope = {
	.name = "speedscope",
	.help = "Stacks in order of time, thread by thread, and all together: for speedscope",
	.suffix = ".speedscope.json",
	.has_time = true,
	.has_entries = true,
	.shape = FLAME_TIME,
	.write = export_speedscope__write,
};

static const struct export_format export_gecko = {
	.name = "gecko",
	.help = "Stacks in order of time, and kernel entries: for the Firefox Profiler",
	.suffix = ".json.gz",
	.has_time = true,
	.has_samples = true,
	.has_entries = true,
	.shape = FLAME_TIME,
	.write = export_gecko__write,
};

static const struct export_format export_csv = {
	.name = "csv",
	.help = "The rows of report, with commas between: for spreadsheets and scripts",
	.suffix = ".csv",
	.has_rows = true,
	.write = rows__write_csv,
};

static const struct export_format export_json = {
	.name = "json",
	.help = "The rows of report, and the ledger, as JSON",
	.suffix = ".json",
	.has_rows = true,
	.write = rows__write_json,
};

static const struct export_format export_sqlite = {
	.name = "sqlite",
	.help = "A database of all samples, stacks, entries into the kernel, and the ledger",
	.suffix = ".sqlite",
	.has_samples = true,
	.has_entries = true,
	.has_all_events = true,
	.check = sqlite__check,
	.write = sqlite__write,
};

static const struct export_format export_html = {
	.name = "html",
	.help = "A page for a browser: flame graphs, time, callers, entries, the ledger",
	.suffix = ".html",
	.has_samples = true,
	.has_entries = true,
	.has_all_events = true,
	.has_ledger = true,
	.write = export_html__write,
};

const struct export_format *const *export_formats(void)
{
	static const struct export_format *const formats[] = {
		&export_folded,	    &export_flame, &export_icicle, &export_pprof,
		&export_speedscope, &export_csv,   &export_json,   &export_sqlite,
		&export_gecko,	    &export_html,  NULL,
	};

	return formats;
}

const struct export_format *export_format__find(const char *name, size_t len)
{
	const struct export_format *const *formats = export_formats();

	while (*formats &&
	       (strlen((*formats)->name) != len || strncmp((*formats)->name, name, len)))
		formats++;
	return *formats;
}

int export_format__check(const struct export_format *format, enum flame_shape *shape,
			 struct defer_error *err)
{
	if (format->check && format->check(err))
		return err->code;
	if (!format->has_shapes && *shape == FLAME_CALLERS)
		*shape = format->shape;
	if (!format->has_shapes && *shape != format->shape)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--shape: %s has stacks in one shape only", format->name);
	if (*shape != FLAME_TIME || format->has_time)
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"%s stacks have no order of time: export a flame or an icicle",
				format->name);
}

int export_source__write(const struct export_source *source, const struct export_format *format,
			 FILE *out, struct defer_error *err)
{
	struct export_source with_chart = *source;
	struct chart *chart = NULL;
	int ret = 0;

	if (!source->event)
		return defer_error__set(err, DEFER_ERR_NOENT, "there is no event to export");
	if (source->shape == FLAME_TIME) {
		ret = chart__new(&chart, source->shown,
				 source->event - source->shown->profile->events, err);
		with_chart.chart = chart;
	}
	if (!ret)
		ret = format->write(&with_chart, out, err);
	chart__delete(chart);
	return ret;
}
