// SPDX-License-Identifier: GPL-2.0-only
/* Draws samples in the order of time as SVG, with a strip for each thread. */
#include <inttypes.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "ui/export/svg-page.h"
#include "ui/text/units.h"
#include "util/base/error.h"
#include "util/base/span.h"
#include "util/view/chart.h"

struct svg_chart {
	const struct chart *chart;
	struct chart_picture picture;
	struct svg_page page;
};

static void put_all(const struct svg_chart *svg)
{
	const struct svg_frame frame = {
		.name = "all",
		.kind = STACK_COMM,
		.width = SVG_ROOM,
		.value = svg->chart->end - svg->chart->start + 1,
		.nr = svg->chart->nr,
		.percent = 100,
	};

	svg_page__put(&svg->page, &frame);
}

#define NOTE_LEN (UNITS_TIME_LEN + SPAN_LEN + 8)

/* Writes when the samples were: ", +0.5 for 3 ms". */
static void time_note(const struct chart *chart, const struct chart_facts *facts,
		      char buf[NOTE_LEN])
{
	char start[UNITS_TIME_LEN], span[SPAN_LEN];

	span__text(facts->end - facts->start, span);
	/* Columns of text have a blank behind "s". */
	if (span[strlen(span) - 1] == ' ')
		span[strlen(span) - 1] = '\0';
	snprintf(buf, NOTE_LEN, ", +%s for %s",
		 units__time(facts->start - chart->start, false, start), span);
}

/* Returns the line of a box. A flame graph has its first line at the bottom, and the busiest thread on top. */
static uint32_t line_of(const struct svg_chart *svg, const struct chart_box *box)
{
	const struct chart_thread *thread = &svg->chart->threads[box->thread];
	const uint64_t first = svg->page.opts->icicle
				       ? thread->line
				       : svg->chart->nr_lines - thread->line - thread->depth - 1;

	return first + box->depth + 1;
}

static void put_box(const struct svg_chart *svg, const struct chart_box *box)
{
	const struct chart *chart = svg->chart;
	const struct chart_part *part = &svg->picture.part;
	const struct func *func =
		funcs__at(chart->conf.funcs, chart->conf.chains->nodes[box->node].func);
	uint64_t start = chart_part__edge(part, box->col, svg->picture.nr_cols);
	uint64_t end = chart_part__edge(part, box->col + box->width, svg->picture.nr_cols);
	char buf[CHART_LABEL_LEN], note[NOTE_LEN] = "";
	struct chart_facts facts;

	chart__facts(chart, &svg->picture, box, &facts);
	if (!chart->conf.no_time)
		time_note(chart, &facts, note);
	svg_page__put(&svg->page,
		      &(struct svg_frame){
			      .name = box->depth ? func__label(func, buf)
						 : chart__thread_label(chart, box->thread, buf),
			      .kind = box->depth ? stack_kind__of(func) : STACK_COMM,
			      .x = box->col,
			      .width = box->width,
			      .line = line_of(svg, box),
			      .start = start - part->start,
			      .value = end - start,
			      .nr = facts.nr,
			      .percent = chart__percent(chart, facts.weight),
			      .note = note,
		      });
}

/* Writes the boxes thread by thread, so that no more than one is in memory. */
static int put_threads(struct svg_chart *svg, struct defer_error *err)
{
	struct chart_part part = chart__whole(svg->chart);
	int ret = 0;

	for (size_t i = 0; !ret && i < svg->chart->nr_threads; i++) {
		part.first_line = svg->chart->threads[i].line;
		part.end_line = part.first_line + svg->chart->threads[i].depth + 1;
		ret = chart__layout(svg->chart, &part, SVG_ROOM, &svg->picture, err);
		for (size_t j = 0; !ret && j < svg->picture.nr; j++)
			put_box(svg, &svg->picture.boxes[j]);
	}
	return ret;
}

int svg_chart__write(const struct chart *chart, const struct svg_opts *opts, FILE *out,
		     struct defer_error *err)
{
	struct svg_chart svg = {
		.chart = chart,
		.page = {.out = out, .opts = opts, .nr = chart->nr, .by_time = true},
	};
	int ret;

	if (chart->nr_lines > SVG_MAX_LINES)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"a picture in order of time of %zu threads is too high: "
					"choose some with --tid or --comms",
					chart->nr_threads);
	svg_page__begin(&svg.page, chart->nr_lines + 1);
	if (chart->nr_threads)
		put_all(&svg);
	ret = put_threads(&svg, err);
	chart_picture__exit(&svg.picture);
	return ret ? ret : svg_page__end(&svg.page, err);
}
