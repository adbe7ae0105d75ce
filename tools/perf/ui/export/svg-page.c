// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "ui/export/svg-page.h"
#include "ui/export/svg-script.h"
#include "ui/export/xml.h"
#include "ui/text/units.h"
#include "util/base/array.h"
#include "util/base/hash.h"

#define CHAR  7.25 /* width of a character, pixels */
#define ROW   17   /* height of a frame, pixels */
#define PAD   10U
#define WIDTH (SVG_ROOM + 2 * PAD)
#define HEAD  62
#define FOOT  34

/* ---- frames ---- */

struct hue {
	const char *class;
	unsigned int hue, saturation, light;
};

static const struct hue hues[] = {
	[STACK_COMM] = {"c", 90, 22, 78},     [STACK_USER] = {"u", 204, 72, 74},
	[STACK_INLINED] = {"i", 186, 52, 80}, [STACK_KERNEL] = {"k", 28, 90, 67},
	[STACK_MISSING] = {"m", 335, 30, 90},
};

/* In a comparison. The light is that of a great change; smaller ones are lighter. */
static const struct hue more = {"", 4, 85, 68}, less = {"", 212, 80, 68}, noise = {"", 0, 0, 84};

static struct hue change_hue(const struct change *change)
{
	const double points = fabs(change__points(change));
	struct hue hue = change__points(change) > 0 ? more : less;

	if (change->is_noise)
		return noise;
	hue.light += points < 10 ? 20 - 2 * points : 0;
	return hue;
}

static unsigned int line_y(const struct svg_page *page, uint32_t line)
{
	return page->opts->icicle ? HEAD + line * ROW : page->height - FOOT - (line + 1) * ROW;
}

static void put_rect(const struct svg_page *page, const struct svg_frame *frame)
{
	const struct hue hue = frame->change ? change_hue(frame->change) : hues[frame->kind];
	unsigned int n = hash__fixed(frame->name);
	int shift = (int)(n % 17) - 8, light = (int)(n / 17 % 13) - 6;

	if (frame->kind == STACK_MISSING || frame->change)
		shift = light = 0;
	fprintf(page->out,
		"<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\" rx=\"1.5\" "
		"fill=\"hsl(%d,%u%%,%d%%)\"/>",
		PAD + frame->x, line_y(page, frame->line),
		frame->width > 2 ? frame->width - 0.5 : frame->width, ROW - 1, (int)hue.hue + shift,
		hue.saturation, (int)hue.light + light);
}

static void put_tooltip(const struct svg_frame *frame, FILE *out)
{
	char change[CHANGE_LEN];

	fputs("<title>", out);
	xml__puts(frame->name, SIZE_MAX, out);
	fprintf(out, " (%s sample%s, %.2f%%", UNITS_GROUPED(frame->nr), frame->nr == 1 ? "" : "s",
		frame->percent);
	if (frame->change) {
		change__format(frame->change, 0, change, sizeof(change));
		fprintf(out, ", %s", change);
	}
	fprintf(out, "%s)</title>", frame->note ? frame->note : "");
}

void svg_page__put(const struct svg_page *page, const struct svg_frame *frame)
{
	fprintf(page->out,
		"<g class=\"%s\" data-s=\"%" PRIu64 "\" data-v=\"%" PRIu64 "\" data-d=\"%u\">",
		hues[frame->kind].class, frame->start, frame->value, frame->line);
	put_tooltip(frame, page->out);
	put_rect(page, frame);
	if (frame->width >= 6 + 3 * CHAR) {
		fprintf(page->out, "<text x=\"%.2f\" y=\"%u\">", PAD + frame->x + 3,
			line_y(page, frame->line) + 12);
		xml__puts(frame->name, (frame->width - 6) / CHAR, page->out);
		fputs("</text>", page->out);
	}
	fputs("</g>\n", page->out);
}

/* ---- around them ---- */

struct legend {
	const struct hue *hue;
	const char *text;
};

static void put_legend(const struct svg_page *page)
{
	static const struct legend kinds[] = {
		{&hues[STACK_KERNEL], "kernel"},
		{&hues[STACK_USER], "user"},
		{&hues[STACK_INLINED], "inlined"},
		{&hues[STACK_MISSING], "no user stack"},
	};
	static const struct legend changes[] = {
		{&more, "more than before"},
		{&less, "less than before"},
		{&noise, "may be chance"},
	};
	const struct legend *entries = page->compares ? changes : kinds;
	size_t nr = page->compares ? ARRAY_SIZE(changes) : ARRAY_SIZE(kinds);
	double x = PAD;

	fputs("<g id=\"legend\">\n", page->out);
	for (size_t i = 0; i < nr; i++) {
		const struct hue *hue = entries[i].hue;

		fprintf(page->out,
			"<rect x=\"%.0f\" y=\"42\" width=\"11\" height=\"11\" rx=\"1.5\" "
			"fill=\"hsl(%u,%u%%,%u%%)\"/>"
			"<text class=\"legend\" x=\"%.0f\" y=\"52\">%s</text>\n",
			x, hue->hue, hue->saturation, hue->light, x + 16, entries[i].text);
		x += 16 + (strlen(entries[i].text) + 2) * CHAR;
	}
	fputs("</g>\n", page->out);
}

void svg_page__begin(struct svg_page *page, uint32_t nr_lines)
{
	const char *title = page->opts->title ? page->opts->title : "Flame graph";

	page->height = HEAD + nr_lines * ROW + FOOT;
	fprintf(page->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
		"viewBox=\"0 0 %u %u\" data-width=\"%u\"%s>\n<title>",
		WIDTH, page->height, WIDTH, page->height, WIDTH,
		page->by_time ? " data-time=\"\"" : "");
	xml__puts(title, SIZE_MAX, page->out);
	fprintf(page->out,
		"</title>\n<style><![CDATA[\n%s]]></style>\n"
		"<rect id=\"back\" width=\"100%%\" height=\"100%%\"/>\n"
		"<text id=\"title\" x=\"%u\" y=\"22\" text-anchor=\"middle\">",
		svg_style, WIDTH / 2);
	xml__puts(title, (WIDTH - 200) / 10, page->out);
	fprintf(page->out,
		"</text>\n<text id=\"sub\" x=\"%u\" y=\"40\" text-anchor=\"middle\">"
		"%s samples</text>\n"
		"<text id=\"reset\" class=\"button hidden\" x=\"%u\" y=\"22\">Reset zoom</text>\n"
		"<text id=\"search\" class=\"button hidden\" x=\"%u\" y=\"22\" text-anchor=\"end\" "
		"data-right=\"%u\">Search</text>\n",
		WIDTH / 2, UNITS_GROUPED(page->nr), PAD, WIDTH - PAD, PAD);
	put_legend(page);
	fputs("<g id=\"frames\">\n", page->out);
}

int svg_page__end(const struct svg_page *page, struct defer_error *err)
{
	const char *hint = "Click a frame to zoom, / searches, Esc takes it back";

	fprintf(page->out,
		"</g>\n<text id=\"details\" x=\"%u\" y=\"%u\" data-hint=\"%s\"></text>\n"
		"<text id=\"matched\" x=\"%u\" y=\"%u\" text-anchor=\"end\" "
		"data-right=\"%u\"></text>\n"
		"<script><![CDATA[\n%s]]></script>\n</svg>\n",
		PAD, page->height - 12, hint, WIDTH - PAD, page->height - 12, PAD, svg_script);
	if (fflush(page->out) || ferror(page->out))
		return defer_error__set(err, DEFER_ERR_IO, "cannot write the picture: %m");
	return 0;
}
