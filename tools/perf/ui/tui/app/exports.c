// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "ui/export/folded.h"
#include "ui/export/svg.h"
#include "ui/tui/app/exports.h"

static int no_event(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
				"there is no event to export");
}

static int write_folded(const struct tui_data *data, FILE *out, struct defer_error *err)
{
	return data->event ? folded__write(&data->event->hist, out, err) : no_event(err);
}

/* "cycles of perf.data, zoomed: thread 114 burn" */
static void make_title(const struct tui_data *data, char *title, size_t size)
{
	const char *slash = data->path ? strrchr(data->path, '/') : NULL;
	const char *file = slash ? slash + 1 : data->path ? data->path : "perf.data";
	const char *event = data->event->evsel && data->event->evsel->name
				    ? data->event->evsel->name
				    : "samples";
	char zooms[ZOOM_MAX * 64] = "";

	if (data->zooms && data->zooms->nr)
		zooms__text(data->zooms, zooms, sizeof(zooms));
	snprintf(title, size, "%s of %s%s%s", event, file, zooms[0] ? ": " : "", zooms);
}

static int write_svg(const struct tui_data *data, bool icicle, FILE *out, struct defer_error *err)
{
	char title[2048];
	const struct svg_opts opts = {.title = title, .icicle = icicle};

	if (!data->event)
		return no_event(err);
	make_title(data, title, sizeof(title));
	return svg__write(&data->event->hist, &opts, out, err);
}

static int write_flame(const struct tui_data *data, FILE *out, struct defer_error *err)
{
	return write_svg(data, false, out, err);
}

static int write_icicle(const struct tui_data *data, FILE *out, struct defer_error *err)
{
	return write_svg(data, true, out, err);
}

const struct tui_export export_folded = {
	.name = "folded",
	.help = "Folded stacks, one a line: for flamegraph.pl, speedscope and others",
	.suffix = ".txt",
	.write = write_folded,
};

const struct tui_export export_flame = {
	.name = "flame",
	.help = "A flame graph: an SVG file that zooms and searches in a browser",
	.suffix = ".svg",
	.write = write_flame,
};

const struct tui_export export_icicle = {
	.name = "icicle",
	.help = "An icicle graph: the same, callers above what they call",
	.suffix = ".svg",
	.write = write_icicle,
};

const struct tui_export *const *tui_exports(void)
{
	static const struct tui_export *const exports[] = {
		&export_folded,
		&export_flame,
		&export_icicle,
		NULL,
	};

	return exports;
}
