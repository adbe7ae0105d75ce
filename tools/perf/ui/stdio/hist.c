// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>

#include "ui/stdio/hist-levels.h"
#include "ui/stdio/hist.h"
#include "ui/stdio/plain.h"
#include "ui/stdio/sheet.h"
#include "ui/text/units.h"
#include "util/base/error.h"
#include "util/base/tally.h"
#include "util/profile/event-group.h"
#include "util/profile/hierarchy.h"
#include "util/profile/hist-change.h"
#include "util/session/filter.h"

#define MAX_NAME 4096 /* of an event or a group, bytes */

/* ---- head ---- */

static void print_samples(uint64_t nr, FILE *out)
{
	char unit = units__shorten(&nr);

	fprintf(out, "# Samples: %" PRIu64 "%c", nr, unit);
}

static void print_class(const struct profile_event *event, enum defer_class cls, bool *first,
			FILE *out)
{
	if (!event->classes[cls])
		return;
	fprintf(out, "%s%s %s", *first ? " (" : ", ", UNITS_GROUPED(event->classes[cls]),
		defer_class__name(cls));
	*first = false;
}

/* Prints what repair has found, such as "# Repair: 306 stacks gained frames, 2 lack callers". */
static void print_repairs(const struct profile_event *event, FILE *out)
{
	if (event->gained || event->gaps)
		fprintf(out, "# Repair: %s stacks gained frames, %s lack callers\n",
			UNITS_GROUPED(event->gained), UNITS_GROUPED(event->gaps));
}

/*
 * Prints how many samples have their user half, and why the others lack it: "# Stacks: 78,357 of
 * 78,358 samples have their user stack (77,841 merged, 516 merged-back), 1 exec".
 */
static void print_stacks(const struct profile_event *event, FILE *out)
{
	uint64_t nr = 0, have = 0;
	bool first = true;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		nr += event->classes[cls];
		have += defer_class__is_known(cls) ? event->classes[cls] : 0;
	}

	fprintf(out, "# Stacks: %s of %s samples have their user stack", UNITS_GROUPED(have),
		UNITS_GROUPED(nr));
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		if (defer_class__is_known(cls))
			print_class(event, cls, &first, out);
	if (!first)
		putc(')', out);
	first = false;
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		if (!defer_class__is_known(cls))
			print_class(event, cls, &first, out);
	putc('\n', out);
}

static void print_head(const struct profile_event *event, const struct hist_print *print, FILE *out)
{
	const struct profile_event sum = profile_event__sum(event);
	char name[MAX_NAME];

	profile_event__name(event, name, sizeof(name));
	print_samples(sum.all.nr, out);
	fprintf(out, " of event%s '", event->nr_group ? "s" : "");
	plain__puts(name, out);
	putc('\'', out);
	if (print->chosen && print->chosen->time)
		fprintf(out, " (time slices: %s)", print->chosen->time);
	fprintf(out, "\n# Event count (approx.): %" PRIu64 "\n", sum.all.period);
	if (!event->hist.conf.order->branches)
		print_stacks(&sum, out);
	print_repairs(&sum, out);
	if (event->hist.base)
		fprintf(out, "# Baseline: %s samples; ~ marks changes that may be chance\n",
			UNITS_GROUPED(event->hist.base->total.nr));
	fputs("#\n", out);
}

/* ---- columns ---- */

static void print_column_heads(const struct sheet *sheet)
{
	const struct sort_order *order = sheet->hist->conf.order;
	const char *sep = sheet->print->sep ? sheet->print->sep : "  ";

	fputs("# ", sheet->out);
	for (unsigned int i = 0; i < order->fields.nr; i++) {
		const struct column *column = order->fields.columns[i];
		int width = sheet->widths[i];

		fprintf(sheet->out, column__is_right(column) ? "%s%*s" : "%s%-*s", i ? sep : "",
			width, sort_order__header(order, column));
	}
	putc('\n', sheet->out);
	if (sheet->print->sep)
		return;

	fputs("# ", sheet->out);
	for (unsigned int i = 0; i < order->fields.nr; i++) {
		fputs(i ? sep : "", sheet->out);
		sheet__put_chars('.', sheet->widths[i], sheet->out);
	}
	fputs("\n#\n", sheet->out);
}

static int print_row(struct sheet *sheet, const struct hist_entry *entry)
{
	unsigned int nr = sheet->hist->conf.order->fields.nr;
	const char *sep = sheet->print->sep;

	for (unsigned int i = 0; i < nr; i++) {
		unsigned int width = sheet->widths[i];
		int len = sheet__format(sheet, sheet->hist, entry, i);

		if (len < 0)
			return DEFER_ERR_NOMEM;
		/* A width that the user set truncates; the last column may exceed it. */
		if (sheet->print->widths && (unsigned int)len > width && i + 1 < nr)
			sheet->cell[width] = '\0';
		len = plain__mask(sheet->cell);
		sheet__mask_sep(sheet);
		if (!sep || i)
			fputs_unlocked(sep ? sep : "  ", sheet->out);
		sheet__print_cell(sheet, sheet->hist, entry,
				  sheet->hist->conf.order->fields.columns[i]);
		if (i + 1 < nr)
			sheet__put_chars(' ', (int)width - len, sheet->out);
	}
	putc_unlocked('\n', sheet->out);
	return 0;
}

static int print_rows(struct sheet *sheet, struct defer_error *err)
{
	const struct hist *hist = sheet->hist;
	int ret = 0;

	if (!sheet->print->quiet)
		print_column_heads(sheet);
	for (uint32_t i = 0; !ret && i < hist->nr_rows; i++) {
		const struct hist_entry *entry = &hist->entries[hist->rows[i]];

		if (print_row(sheet, entry))
			ret = error__no_memory(err, "to print rows");
		else if (hist__has_graph(hist, entry))
			ret = sheet__print_graph(sheet, entry, err);
	}
	return ret;
}

static int print_event(struct profile_event *event, const struct hist_print *print, FILE *out,
		       struct defer_error *err)
{
	struct hierarchy *levels = NULL;
	struct hist *hist = &event->hist;
	struct sheet sheet;
	int ret = hist__sort(hist, err);

	if (!ret)
		ret = hierarchy__new(&levels, hist, err);
	if (ret)
		return ret;
	sheet__init(&sheet, hist, print, out);
	if (!print->quiet)
		print_head(event, print, out);
	ret = levels ? sheet__print_levels(&sheet, levels, err) : print_rows(&sheet, err);
	fputs("\n\n", out);
	sheet__exit(&sheet);
	hierarchy__delete(levels);
	return ret;
}

int profile__print(struct profile *profile, const struct hist_print *print, FILE *out,
		   struct defer_error *err)
{
	for (uint32_t i = 0; i < profile->nr_events; i++) {
		struct profile_event *event = &profile->events[i];
		int ret = 0;

		if (!event->is_member && profile_event__sum(event).all.nr)
			ret = print_event(event, print, out, err);

		if (ret)
			return ret;
	}
	return 0;
}
