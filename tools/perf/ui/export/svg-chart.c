// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "ui/export/svg-chart.h"
#include "ui/export/svg-page.h"
#include "ui/ledger/ledger-view.h"
#include "ui/text/units.h"
#include "util/base/error.h"
#include "util/view/chart.h"

struct svg_chart {
	const struct chart *chart;
	const struct svg_opts *opts;
	struct chart_picture picture;
	struct svg_page page;
};

/* Line 0 is the frame of all; those of the chart follow. */
static unsigned int line_y(const struct svg_chart *svg, uint64_t line)
{
	if (svg->opts->icicle)
		return SVG_HEAD + line * SVG_ROW;
	return svg->page.height - SVG_FOOT - (line + 1) * SVG_ROW;
}

static uint64_t span_of(const struct svg_chart *svg)
{
	return svg->chart->end - svg->chart->start + 1;
}

static void put_all(const struct svg_chart *svg)
{
	const struct svg_frame frame = {
		.name = "all",
		.kind = STACK_COMM,
		.x = SVG_PAD,
		.width = svg->picture.nr_cols,
		.y = line_y(svg, 0),
		.value = span_of(svg),
	};

	svg_frame__begin(&frame, svg->page.out);
	fputs(" (", svg->page.out);
	svg__put_samples(svg->chart->nr, svg->page.out);
	fputs(", 100.00%)", svg->page.out);
	svg_frame__end(&frame, svg->page.out);
}

/* Writes how many samples there are in a box, and when. */
static void put_facts(const struct svg_chart *svg, const struct chart_box *box)
{
	char start[UNITS_TIME_LEN], span[LEDGER_SPAN_LEN];
	struct chart_facts facts;

	chart__facts(svg->chart, &svg->picture, box, &facts);
	ledger_view__span(facts.end - facts.start, span);
	/* Columns of text have a blank behind "s". */
	if (span[strlen(span) - 1] == ' ')
		span[strlen(span) - 1] = '\0';
	fputs(" (", svg->page.out);
	svg__put_samples(facts.nr, svg->page.out);
	fprintf(svg->page.out, ", %.2f%%", chart__percent(svg->chart, facts.weight));
	if (!svg->chart->conf.no_time)
		fprintf(svg->page.out, ", +%s for %s",
			units__time(facts.start - svg->chart->start, false, start), span);
	putc(')', svg->page.out);
}

static void put_box(const struct svg_chart *svg, const struct chart_box *box)
{
	const struct chart_conf *conf = &svg->chart->conf;
	const struct chart_part *part = &svg->picture.part;
	uint32_t nr_cols = svg->picture.nr_cols;
	const struct func *func = funcs__at(conf->funcs, conf->chains->nodes[box->node].func);
	uint64_t start = chart_part__edge(part, box->col, nr_cols) - part->start;
	uint64_t end = chart_part__edge(part, box->col + box->width, nr_cols) - part->start;
	char buf[CHART_LABEL_LEN];
	const struct svg_frame frame = {
		.name = !box->depth ? chart__thread_label(svg->chart, box->thread, buf)
				    : func__label(func, buf),
		.kind = box->depth ? stack_kind__of(func) : STACK_COMM,
		.x = SVG_PAD + box->col,
		.width = box->width,
		.y = line_y(svg, box->line + 1),
		.start = start,
		.value = end - start,
		.depth = box->line + 1,
	};

	svg_frame__begin(&frame, svg->page.out);
	put_facts(svg, box);
	svg_frame__end(&frame, svg->page.out);
}

/* Writes the boxes thread by thread, so that no more than one is in memory. */
static int put_threads(struct svg_chart *svg, struct defer_error *err)
{
	struct chart_part part = chart__whole(svg->chart);
	int ret = 0;

	for (size_t i = 0; !ret && i < svg->chart->nr_threads; i++) {
		part.first_line = svg->chart->threads[i].line;
		part.end_line = part.first_line + svg->chart->threads[i].depth + 1;
		ret = chart__layout(svg->chart, &part, svg->page.width - 2 * SVG_PAD, &svg->picture,
				    err);
		if (!ret && !i)
			put_all(svg);
		for (size_t j = 0; !ret && j < svg->picture.nr; j++)
			put_box(svg, &svg->picture.boxes[j]);
	}
	return ret;
}

int svg_chart__write(const struct chart *chart, const struct svg_opts *opts, FILE *out,
		     struct defer_error *err)
{
	struct svg_chart svg = {.chart = chart, .opts = opts};
	int ret;

	svg.page = (struct svg_page){
		.out = out,
		.title = opts->title,
		.width = svg_opts__width(opts),
		.nr = chart->nr,
		.by_time = true,
	};
	if (chart->nr_lines > SVG_MAX_LINES)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"a picture in order of time of %zu threads is too high: "
					"choose some with --tid or --comms",
					chart->nr_threads);
	svg.page.height = SVG_HEAD + (chart->nr_lines + 1) * SVG_ROW + SVG_FOOT;
	svg_page__head(&svg.page);
	fputs("<g id=\"frames\">\n", out);
	ret = put_threads(&svg, err);
	fputs("</g>\n", out);
	chart_picture__exit(&svg.picture);
	return ret ? ret : svg_page__foot(&svg.page, err);
}
