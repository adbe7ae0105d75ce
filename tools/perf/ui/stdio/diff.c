// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ui/stdio/diff.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"
#include "util/base/error.h"

#define CELL_LEN   64
#define MAX_CHANGE 9999 /* percent */
#define MIN_NODE \
	0.005 /* of all: nodes of the tree of calls that are shown, as in perf's call graphs */

/* The table of one event. */
struct diff_table {
	const struct comparison *comparison;
	const struct comparison_event *event;
	const struct diff_print *print;
	FILE *out;
	double whole; /* what 100 % are: all of the side before, or 1 */
	unsigned int widths[JOIN_MAX_HEADERS];
	const char **names; /* of one row */
	size_t cap_names;
};

/* A row, and its interval. */
struct diff_row {
	uint32_t row;
	const struct difference *difference;
	struct difference_interval interval;
	bool is_found;
};

struct diff_column {
	const char *header;
	int width;
	bool (*is_shown)(const struct diff_table *table); /* NULL: always */
	void (*format)(const struct diff_table *table, const struct diff_row *row,
		       char cell[CELL_LEN]);
};

bool comparison__shows(const struct comparison *comparison, const struct comparison_event *event,
		       const struct diff_print *print, uint32_t row)
{
	const struct difference *difference = &event->differences[row];
	const uint32_t top = comparison__top_row(event, row);
	const bool holds = event->holds && event->holds[row];

	if (print->baseline_only && !(difference->before > 0))
		return false;
	if (print->significant && !holds &&
	    (event->holds || !comparison__is_found(comparison, &event->differences[top])))
		return false;
	return holds || !join_opts__is_tree(&event->join.opts) ||
	       (event->join.opts.callers && top == row) ||
	       fmax(difference->before, difference->after) >=
		       MIN_NODE * comparison__whole(comparison, event);
}

/* ---- cells ---- */

static double percent(const struct diff_table *table, double value)
{
	return table->whole > 0 ? 100 * value / table->whole : 0;
}

static void format_before(const struct diff_table *table, const struct diff_row *row,
			  char cell[CELL_LEN])
{
	snprintf(cell, CELL_LEN, "%.2f%%", percent(table, row->difference->before));
}

static void format_after(const struct diff_table *table, const struct diff_row *row,
			 char cell[CELL_LEN])
{
	snprintf(cell, CELL_LEN, "%.2f%%", percent(table, row->difference->after));
}

static void format_delta(const struct diff_table *table, const struct diff_row *row,
			 char cell[CELL_LEN])
{
	const struct comparison_opts *opts = &table->comparison->opts;
	double value = comparison__value(opts, row->difference);

	if (opts->compute == COMPUTE_RATIO)
		snprintf(cell, CELL_LEN, isinf(value) ? "new" : "%.4f", value);
	else if (opts->compute == COMPUTE_WDIFF)
		snprintf(cell, CELL_LEN, "%.2f", percent(table, value));
	else
		snprintf(cell, CELL_LEN, "%+.2f%%", percent(table, value));
}

/* Prints after / before as a change in percent. */
static void print_ratio(double ratio, char *text, size_t size)
{
	double change = 100 * (ratio - 1);

	snprintf(text, size, change > MAX_CHANGE ? ">%.0f%%" : "%+.1f%%", fmin(change, MAX_CHANGE));
}

/* Does the same for a change that is known: without anything before it is a new one. */
static void print_change(double before, double after, char *text, size_t size)
{
	if (before > 0)
		print_ratio(after / before, text, size);
	else
		snprintf(text, size, after > 0 ? "new" : "+0.0%%");
}

static void format_change(const struct diff_table *table, const struct diff_row *row,
			  char cell[CELL_LEN])
{
	if (comparison__may_be_missing(table->comparison, table->event, row->row))
		*cell++ = '?';
	print_change(row->difference->before, row->difference->after, cell, CELL_LEN - 1);
}

static void format_interval(const struct diff_table *table, const struct diff_row *row,
			    char cell[CELL_LEN])
{
	char low[16], high[16];

	(void)table;
	if (!row->difference->method) {
		snprintf(cell, CELL_LEN, "-");
		return;
	}
	print_ratio(row->interval.low, low, sizeof(low));
	*high = '\0'; /* open: there was nothing before */
	if (isfinite(row->interval.high))
		print_ratio(row->interval.high, high, sizeof(high));
	snprintf(cell, CELL_LEN, "%s..%s", low, high);
}

static void format_limit(const struct diff_table *table, const struct diff_row *row,
			 char cell[CELL_LEN])
{
	double limit;

	(void)table;
	*cell = '\0';
	if (row->is_found || !row->difference->method)
		return;
	limit = 100 * difference__limit(row->difference);
	if (limit < MAX_CHANGE)
		snprintf(cell, CELL_LEN, limit < 10 ? "%.1f%%" : "%.0f%%", limit);
}

static void format_holds(const struct diff_table *table, const struct diff_row *row,
			 char cell[CELL_LEN])
{
	snprintf(cell, CELL_LEN, "%" PRIu32, table->event->holds[row->row]);
}

static void format_moved(const struct diff_table *table, const struct diff_row *row,
			 char cell[CELL_LEN])
{
	snprintf(cell, CELL_LEN, "%s",
		 comparison__is_moved(table->comparison, table->event, row->row) ? "moved" : "");
}

static void format_probability(double p, char cell[CELL_LEN])
{
	if (isnan(p))
		snprintf(cell, CELL_LEN, "-");
	else
		snprintf(cell, CELL_LEN, p < 0.0001 ? "%.0e" : "%.4f", p);
}

static void format_p(const struct diff_table *table, const struct diff_row *row,
		     char cell[CELL_LEN])
{
	const bool is_caller = table->event->join.rows[row->row].is_inclusive;

	format_probability(is_caller ? NAN : row->difference->p, cell);
}

static void format_q(const struct diff_table *table, const struct diff_row *row,
		     char cell[CELL_LEN])
{
	(void)table;
	format_probability(row->difference->q, cell);
}

static void format_periods(const struct diff_table *table, const struct diff_row *row,
			   char cell[CELL_LEN])
{
	const struct comparison_event *event = table->event;
	struct sample_sum before = comparison__row_sum(table->comparison, event, row->row, false);
	struct sample_sum after = comparison__row_sum(table->comparison, event, row->row, true);

	snprintf(cell, CELL_LEN, "%" PRIu64 " %" PRIu64, event->periods ? before.period : before.nr,
		 event->periods ? after.period : after.nr);
}

static void format_formula(const struct diff_table *table, const struct diff_row *row,
			   char cell[CELL_LEN])
{
	const struct difference *difference = row->difference;

	(void)table;
	snprintf(cell, CELL_LEN, "%.1f of %.1f, theta %.3f, phi %.2f, df %.1f",
		 difference->hits_after, difference->hits, difference->theta,
		 difference->dispersion, difference->df);
}

static bool has_delta(const struct diff_table *table)
{
	return table->comparison->opts.compute <= COMPUTE_DELTA_ABS;
}

static bool has_ratio(const struct diff_table *table)
{
	return table->comparison->opts.compute == COMPUTE_RATIO;
}

static bool has_wdiff(const struct diff_table *table)
{
	return table->comparison->opts.compute == COMPUTE_WDIFF;
}

static bool has_q(const struct diff_table *table)
{
	return table->comparison->opts.join.nr_runs > 2 && !table->event->holds;
}

static bool has_p(const struct diff_table *table)
{
	return table->comparison->opts.join.nr_runs == 2 && !table->event->holds;
}

static bool has_holds(const struct diff_table *table)
{
	return table->event->holds;
}

static bool has_moved(const struct diff_table *table)
{
	return table->event->holds && join_opts__is_tree(&table->event->join.opts);
}

static bool has_periods(const struct diff_table *table)
{
	return table->print->periods;
}

static bool has_formula(const struct diff_table *table)
{
	return table->print->formula;
}

static const struct diff_column columns[] = {
	{"Before", 8, NULL, format_before},
	{"After", 8, NULL, format_after},
	{"Delta", 8, has_delta, format_delta},
	{"Ratio", 8, has_ratio, format_delta},
	{"Weighted", 8, has_wdiff, format_delta},
	{"Change", 8, NULL, format_change},
	{"Interval", 18, NULL, format_interval},
	{"Limit", 6, NULL, format_limit},
	{"q", 7, has_q, format_q},
	{"p in run", 8, has_p, format_p},
	{"Holds", 5, has_holds, format_holds},
	{"Moved", 5, has_moved, format_moved},
	{"Period before, after", 24, has_periods, format_periods},
	{"Hits after of all, and their noise", 52, has_formula, format_formula},
};

static bool is_shown(const struct diff_table *table, const struct diff_column *column)
{
	return !column->is_shown || column->is_shown(table);
}

/* ---- rows ---- */

/* Sets the names of a row; returns their number, or 0 without memory. */
static size_t read_names(struct diff_table *table, uint32_t row, struct defer_error *err)
{
	size_t nr = join__names(&table->event->join, row, NULL, 0);

	if (!ARRAY_GROW(table->names, table->cap_names, nr)) {
		error__no_memory(err, "for names");
		return 0;
	}
	return join__names(&table->event->join, row, table->names, nr);
}

/* Prints a name; in it, the separator of columns becomes a dot as in perf. */
static void print_name(const struct diff_table *table, const char *name)
{
	const char *sep = table->print->between;
	size_t sep_len = sep ? strlen(sep) : 0, len;

	for (; *name; name += len) {
		len = sep_len;
		if ((sep_len && !strncmp(name, sep, sep_len)) || !plain__is_shown(name, &len))
			putc('.', table->out);
		else
			fwrite(name, 1, len, table->out);
	}
}

/* Prints the names of a row, the last of them alone if it is a node of the tree, with a blank for each caller. */
static int print_names(struct diff_table *table, uint32_t row, struct defer_error *err)
{
	const char *gap = table->print->between ? table->print->between : "  ";
	const bool stacks = table->event->join.opts.stacks;
	const size_t nr = read_names(table, row, err);
	const bool is_tree = join_opts__is_tree(&table->event->join.opts);
	const size_t first = is_tree && !table->print->between ? nr - 1 : 0;

	if (!nr)
		return err->code;
	for (size_t i = first; i < nr; i++) {
		fputs(stacks && i > first ? ";" : gap, table->out);
		if (i == first)
			fprintf(table->out, "%*s", (int)first, "");
		if (stacks || table->print->between || i + 1 == nr)
			print_name(table, table->names[i]);
		else
			plain__pad(table->names[i], -(int)table->widths[i], table->out);
	}
	putc('\n', table->out);
	return 0;
}

static int print_row(struct diff_table *table, uint32_t row, struct defer_error *err)
{
	const struct difference *difference = &table->event->differences[row];
	struct diff_row of_row = {
		.row = row,
		.difference = difference,
		.is_found = comparison__is_found(table->comparison, difference),
	};
	const char *sep = table->print->between, *gap = "";

	if (difference->method)
		of_row.interval = difference__interval(difference, difference->level);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		char cell[CELL_LEN];

		if (!is_shown(table, &columns[i]))
			continue;
		columns[i].format(table, &of_row, cell);
		fprintf(table->out, "%s%*s", gap, sep ? 0 : columns[i].width, cell);
		gap = sep ? sep : "  ";
	}
	return print_names(table, row, err);
}

static int set_widths(struct diff_table *table, struct defer_error *err)
{
	const struct comparison_event *event = table->event;

	for (unsigned int i = 0; i < event->join.nr_headers; i++)
		table->widths[i] = strlen(event->join.headers[i]);
	for (size_t i = 0; i < event->nr_order && !event->join.opts.stacks; i++) {
		size_t nr;

		if (!comparison__shows(table->comparison, event, table->print, event->order[i]))
			continue;
		nr = read_names(table, event->order[i], err);
		if (!nr)
			return err->code;
		for (size_t j = 0; j < nr; j++) {
			unsigned int len = plain__len(table->names[j]);

			table->widths[j] = len > table->widths[j] ? len : table->widths[j];
		}
	}
	return 0;
}

static void print_headers(const struct diff_table *table)
{
	const char *sep = table->print->between, *gap = "";

	fputs("# ", table->out);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		if (!is_shown(table, &columns[i]))
			continue;
		/* The first column begins behind "# ". */
		fprintf(table->out, "%s%*s", gap, sep ? 0 : columns[i].width - (*gap ? 0 : 2),
			columns[i].header);
		gap = sep ? sep : "  ";
	}
	for (unsigned int i = 0; i < table->event->join.nr_headers; i++) {
		bool last = i + 1 == table->event->join.nr_headers;

		fprintf(table->out, "%s%-*s", gap, sep || last ? 0 : (int)table->widths[i],
			table->event->join.headers[i]);
	}
	fputs("\n#\n", table->out);
}

/* ---- head ---- */

static void print_side(const struct comparison *comparison, const struct diff_print *print,
		       bool after, FILE *out)
{
	fprintf(out, "# %s:", after ? "After " : "Before");
	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++) {
		if (comparison->opts.is_after[i] != after)
			continue;
		putc(' ', out);
		plain__puts(print->paths[i], out);
	}
	putc('\n', out);
}

/* Returns whether some run is of another machine than the first one that tells its own. */
static bool has_machines(const struct comparison *comparison)
{
	const char *first = NULL;

	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++) {
		const char *machine = comparison->runs[i].machine;

		if (first && machine && strcmp(machine, first) != 0)
			return true;
		first = first ? first : machine;
	}
	return false;
}

static void print_machines(const struct comparison *comparison, const struct diff_print *print,
			   FILE *out)
{
	const char *machine;

	if (!has_machines(comparison))
		return;
	fputs("# Kernels or machines differ:\n", out);
	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++) {
		machine = comparison->runs[i].machine;
		fputs("#   ", out);
		plain__puts(print->paths[i], out);
		fputs(": ", out);
		plain__puts(machine ? machine : "not told", out);
		putc('\n', out);
	}
}

static const char *reference_text(enum difference_reference reference)
{
	switch (reference) {
	case REFERENCE_SHARE:
		return "share of all samples: if one row rises, the others fall";
	case REFERENCE_SECOND:
		return "per second, in percent of all samples before";
	case REFERENCE_UNIT:
		return "per unit of work, in percent of all samples before";
	case REFERENCE_RUN:
	default:
		return "per run of equal work, in percent of all samples before";
	}
}

/* Prints where the sides differ in what was lost: rows may differ because of that. */
static void print_ledger(const struct comparison_side *before, const struct comparison_side *after,
			 bool by_users, FILE *out)
{
	if (before->lost_samples || after->lost_samples)
		fprintf(out, "# Lost samples: %" PRIu64 " before, %" PRIu64 " after\n",
			before->lost_samples, after->lost_samples);
	if (before->lost_records || after->lost_records)
		fprintf(out, "# Lost records: %" PRIu64 " before, %" PRIu64 " after\n",
			before->lost_records, after->lost_records);
	if (comparison__users_differ(before, after))
		fprintf(out,
			"# User stacks differ: %.1f%% of them are known before, %.1f%% after; %s\n",
			100 * comparison_side__known(before), 100 * comparison_side__known(after),
			by_users ? "changes with ? are not larger than what is missing"
				 : "stacks may differ because of that");
}

/* Prints how the total has changed, and the interval of that if there is one. */
static void print_total(const struct comparison *comparison, const struct comparison_event *event,
			FILE *out)
{
	const struct difference *total = &event->total;
	char cell[CELL_LEN], low[16], high[16];

	print_change(total->before, total->after, cell, CELL_LEN);
	fprintf(out, "# Total  : %.6g before, %.6g after%s, %s", total->before, total->after,
		comparison->opts.reference == REFERENCE_SECOND ? " a second"
		: comparison->opts.reference == REFERENCE_UNIT ? " a unit"
							       : " a run",
		cell);
	if (total->method == DIFFERENCE_RUNS) {
		struct difference_interval interval = difference__interval(total, 0.95);

		print_ratio(interval.low, low, sizeof(low));
		print_ratio(interval.high, high, sizeof(high));
		format_probability(total->p, cell);
		fprintf(out, " (%s..%s, p %s)", low, high, cell);
	}
	putc('\n', out);
}

static const char *method_text(const struct comparison *comparison,
			       const struct comparison_event *event)
{
	if (comparison->opts.join.nr_runs > 2)
		return "q: of all rows whose q is as small, the share that has not changed. Limit: no "
		       "change is larger";
	if (event->join.nr_blocks[0] || event->join.nr_blocks[1])
		return "p in run: how often noise within these runs does as much. Other runs may "
		       "differ more: compare several";
	return "runs of fewer than 8 seconds or 400 samples: nothing is known of their noise. "
	       "Compare several runs";
}

static void print_head(const struct comparison *comparison, const struct comparison_event *event,
		       FILE *out)
{
	struct comparison_side before = comparison__side(comparison, event, false);
	struct comparison_side after = comparison__side(comparison, event, true);

	fputs("#\n# Event  : ", out);
	plain__puts(event->name, out);
	fprintf(out, "\n# Samples: %" PRIu64 " before, %" PRIu64 " after\n", before.sum.nr,
		after.sum.nr);
	print_total(comparison, event, out);
	fprintf(out, "# Shown  : %s\n", reference_text(comparison->opts.reference));
	print_ledger(&before, &after, comparison->opts.by_users, out);
	fprintf(out, "# %s\n", method_text(comparison, event));
	if (event->holds)
		fputs("# Rows count what they call as well, and have no q: Holds is how many of the rows "
		      "in them have changed\n",
		      out);
	if (event->join.opts.callers)
		fputs("# Below each function are its callers, with what it has of them; these have no q\n",
		      out);
	fputs("#\n", out);
}

/* ---- events ---- */

static int print_event(const struct comparison *comparison, const struct comparison_event *event,
		       const struct diff_print *print, FILE *out, struct defer_error *err)
{
	struct diff_table table = {
		.comparison = comparison,
		.event = event,
		.print = print,
		.out = out,
		.whole = comparison__whole(comparison, event),
	};
	int ret = set_widths(&table, err);

	if (!ret && !print->no_head) {
		print_head(comparison, event, out);
		print_headers(&table);
	}
	for (size_t i = 0; i < event->nr_order && !ret; i++) {
		if (comparison__shows(comparison, event, print, event->order[i]))
			ret = print_row(&table, event->order[i], err);
	}
	free(table.names);
	return ret;
}

static void print_missing(const struct comparison_event *event, FILE *out)
{
	fputs("#\n# Event ", out);
	plain__puts(event->name, out);
	fprintf(out, " has samples only %s: it is not compared\n",
		event->sides[0] ? "before" : "after");
}

int comparison__print(const struct comparison *comparison, const struct diff_print *print,
		      FILE *out, struct defer_error *err)
{
	int ret = 0;

	if (!print->no_head) {
		print_side(comparison, print, false, out);
		print_side(comparison, print, true, out);
		print_machines(comparison, print, out);
	}
	for (size_t i = 0; i < comparison->nr_events && !ret; i++) {
		const struct comparison_event *event = &comparison->events[i];

		if (event->differences)
			ret = print_event(comparison, event, print, out, err);
		else if (!print->no_head)
			print_missing(event, out);
	}
	return ret;
}
