// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "ui/export/stack-tree.h"
#include "ui/export/svg-page.h"
#include "ui/export/svg-script.h"
#include "ui/export/xml.h"
#include "util/base/array.h"
#include "util/base/hash.h"

#define MIN_PIXELS 400
#define CHAR	   7.25 /* width of a character, pixels */

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

static void put_number(uint64_t n, FILE *out)
{
	char buf[32];
	int len = snprintf(buf, sizeof(buf), "%" PRIu64, n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			putc_unlocked(',', out);
		putc_unlocked(buf[i], out);
	}
}

void svg__put_samples(uint64_t nr, FILE *out)
{
	put_number(nr, out);
	fputs(nr == 1 ? " sample" : " samples", out);
}

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

static void put_rect(const struct svg_frame *frame, const struct hue *hue, FILE *out)
{
	unsigned int n = hash__fixed(frame->name);
	int shift = (int)(n % 17) - 8, light = (int)(n / 17 % 13) - 6;

	if (hue->class[0] == 'm' || frame->change)
		shift = light = 0;
	fprintf(out,
		"<rect x=\"%.2f\" y=\"%u\" width=\"%.2f\" height=\"%d\" rx=\"1.5\" "
		"fill=\"hsl(%d,%u%%,%d%%)\"/>",
		frame->x, frame->y, frame->width > 2 ? frame->width - 0.5 : frame->width,
		SVG_ROW - 1, (int)hue->hue + shift, hue->saturation, (int)hue->light + light);
}

void svg_frame__begin(const struct svg_frame *frame, FILE *out)
{
	fprintf(out,
		"<g class=\"%s\" data-s=\"%" PRIu64 "\" data-v=\"%" PRIu64
		"\" data-d=\"%u\"><title>",
		hues[frame->kind].class, frame->start, frame->value, frame->depth);
	xml__puts(frame->name, SIZE_MAX, out);
}

void svg_frame__end(const struct svg_frame *frame, FILE *out)
{
	const struct hue hue = frame->change ? change_hue(frame->change) : hues[frame->kind];

	fputs("</title>", out);
	put_rect(frame, &hue, out);
	if (frame->width >= 6 + 3 * CHAR) {
		fprintf(out, "<text x=\"%.2f\" y=\"%u\">", frame->x + 3, frame->y + 12);
		xml__puts(frame->name, (frame->width - 6) / CHAR, out);
		fputs("</text>", out);
	}
	fputs("</g>\n", out);
}

/* ---- around them ---- */

unsigned int svg_opts__width(const struct svg_opts *opts)
{
	unsigned int width = opts->width ? opts->width : 1200;

	return width < MIN_PIXELS ? MIN_PIXELS : width;
}

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
	double x = SVG_PAD;

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

void svg_page__head(const struct svg_page *page)
{
	const char *title = page->title ? page->title : "Flame graph";

	fprintf(page->out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%u\" height=\"%u\" "
		"viewBox=\"0 0 %u %u\" data-width=\"%u\"%s>\n<title>",
		page->width, page->height, page->width, page->height, page->width,
		page->by_time ? " data-time=\"\"" : "");
	xml__puts(title, SIZE_MAX, page->out);
	fprintf(page->out,
		"</title>\n<style><![CDATA[\n%s]]></style>\n"
		"<rect id=\"back\" width=\"100%%\" height=\"100%%\"/>\n"
		"<text id=\"title\" x=\"%u\" y=\"22\" text-anchor=\"middle\">",
		svg_style, page->width / 2);
	xml__puts(title, (page->width - 200) / 10, page->out);
	fprintf(page->out, "</text>\n<text id=\"sub\" x=\"%u\" y=\"40\" text-anchor=\"middle\">",
		page->width / 2);
	put_number(page->nr, page->out);
	fprintf(page->out,
		" samples</text>\n"
		"<text id=\"reset\" class=\"button hidden\" x=\"%u\" y=\"22\">Reset zoom</text>\n"
		"<text id=\"search\" class=\"button hidden\" x=\"%u\" y=\"22\" text-anchor=\"end\" "
		"data-right=\"%u\">Search</text>\n",
		SVG_PAD, page->width - SVG_PAD, SVG_PAD);
	put_legend(page);
}

int svg_page__foot(const struct svg_page *page, struct defer_error *err)
{
	const char *hint = "Click a frame to zoom, / searches, Esc takes it back";

	fprintf(page->out,
		"<text id=\"details\" x=\"%u\" y=\"%u\" data-hint=\"%s\"></text>\n"
		"<text id=\"matched\" x=\"%u\" y=\"%u\" text-anchor=\"end\" "
		"data-right=\"%u\"></text>\n"
		"<script><![CDATA[\n%s]]></script>\n</svg>\n",
		SVG_PAD, page->height - 12, hint, page->width - SVG_PAD, page->height - 12, SVG_PAD,
		svg_script);
	if (fflush(page->out) || ferror(page->out))
		return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET,
					"cannot write the picture: %m");
	return 0;
}
