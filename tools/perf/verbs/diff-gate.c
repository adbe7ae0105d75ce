// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "verbs/diff-gate.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"

#define ENOUGH_RUNS 3 /* of one side, that q says something */
#define MAX_NAMES   256
#define ANY	    2 /* greater than each probability */

/* The names that a condition can ask for, and the header of the key that has them; NULL: any. */
static const struct {
	const char *word, *header;
} gate_names[] = {
	{"symbol=", "Symbol"},
	{"dso=", "Shared Object"},
	{"row=", NULL},
};

/* ---- parse ---- */

static int bad_condition(const char *word, size_t len, struct defer_error *err)
{
	return defer_error__set(
		err, DEFER_ERR_INVAL,
		"--fail-if '%.*s' is none of symbol=NAME, dso=NAME, row=NAME, total, "
		"change>5%%, change<-5%%, q<0.01, p<0.01",
		(int)len, word);
}

/* Reads a number that ends the word, with a percent sign if @percent. */
static bool parse_number(const char *text, const char *word_end, bool percent, double *number)
{
	char *end;

	*number = strtod(text, &end);
	if (end == text || !isfinite(*number))
		return false;
	if (percent && *end == '%') {
		*number /= 100;
		end++;
	}
	return end == word_end;
}

static bool parse_limit(struct diff_gate *gate, const char *word, const char *end)
{
	double *const cells[] = {&gate->above, &gate->below, &gate->q, &gate->p};
	static const char *const words[] = {"change>", "change<", "q<", "p<"};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t len = strlen(words[i]);

		if ((size_t)(end - word) > len && !strncmp(word, words[i], len))
			return parse_number(word + len, end, i < 2, cells[i]);
	}
	return false;
}

static bool parse_name(struct diff_gate *gate, const char *word, const char *end)
{
	for (size_t i = 0; i < ARRAY_SIZE(gate_names); i++) {
		size_t len = strlen(gate_names[i].word);

		if ((size_t)(end - word) <= len || strncmp(word, gate_names[i].word, len) != 0)
			continue;
		gate->names[i] = word + len;
		gate->lens[i] = end - word - len;
		return true;
	}
	return false;
}

int diff_gate__parse(struct diff_gate *gate, const char *text, struct defer_error *err)
{
	*gate = (struct diff_gate){
		.on = true, .above = -INFINITY, .below = INFINITY, .p = ANY, .q = ANY};
	while (*text) {
		size_t len = strcspn(text, ",");
		const char *end = text + len;

		if (len == strlen("total") && !strncmp(text, "total", len))
			gate->total = true;
		else if (!parse_limit(gate, text, end) && !parse_name(gate, text, end))
			return bad_condition(text, len, err);
		text = *end ? end + 1 : end;
	}
	if (isinf(gate->above) && isinf(gate->below) && gate->p >= ANY && gate->q >= ANY)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--fail-if needs a limit, such as change>5%% or q<0.01");
	return 0;
}

bool diff_gate__asks_q(const struct diff_gate *gate)
{
	return gate->on && gate->q < ANY;
}

/* ---- check ---- */

/* Returns true if @name is the one that is asked for, without the mark of its mode. */
static bool is_name(const char *name, const char *wanted, size_t len)
{
	name = join__without_mark(name);
	return strlen(name) == len && !memcmp(name, wanted, len);
}

static bool has_name(const struct diff_gate *gate, size_t i, const struct join *join,
		     const char *const *names, size_t nr)
{
	const char *header = gate_names[i].header;

	for (size_t j = 0; j < nr; j++) {
		if (header && !join->opts.stacks && strcmp(join->headers[j], header) != 0)
			continue;
		if (is_name(names[j], gate->names[i], gate->lens[i]))
			return true;
	}
	return false;
}

static bool has_names(const struct diff_gate *gate, const struct join *join, size_t row)
{
	const char *names[MAX_NAMES];
	size_t nr = join__names(join, row, names, MAX_NAMES);

	nr = nr < MAX_NAMES ? nr : MAX_NAMES;
	for (size_t i = 0; i < ARRAY_SIZE(gate_names); i++) {
		if (gate->names[i] && !has_name(gate, i, join, names, nr))
			return false;
	}
	return true;
}

static double change_of(const struct difference *difference)
{
	if (difference->before > 0)
		return difference->after / difference->before - 1;
	return difference->after > 0 ? INFINITY : 0;
}

static bool meets(const struct diff_gate *gate, const struct difference *difference)
{
	double change = change_of(difference);

	if (!(change > gate->above) || !(change < gate->below))
		return false;
	/* NaN is not less than a limit. */
	return (gate->p >= ANY || difference->p < gate->p) &&
	       (gate->q >= ANY || difference->q < gate->q);
}

static void say_row(const struct join *join, size_t row, const struct difference *difference)
{
	const char *names[MAX_NAMES];
	size_t nr = join ? join__names(join, row, names, MAX_NAMES) : 0;

	fflush(stdout);
	fputs("perf-defer: --fail-if: ", stderr);
	for (size_t i = 0; i < nr && i < MAX_NAMES; i++) {
		plain__puts(names[i], stderr);
		fputs(join->opts.stacks && i + 1 < nr ? ";" : " ", stderr);
	}
	fprintf(stderr, "%schanged by %+.1f%%", join ? "" : "the total ",
		100 * change_of(difference));
	if (!isnan(difference->q))
		fprintf(stderr, ", q %.2g", difference->q);
	else if (!isnan(difference->p))
		fprintf(stderr, ", p %.2g", difference->p);
	fputc('\n', stderr);
}

static int check_event(const struct diff_gate *gate, const struct comparison_event *event)
{
	if (gate->total) {
		if (!meets(gate, &event->total))
			return 0;
		say_row(NULL, 0, &event->total);
		return DIFF_GATE_FAILED;
	}
	for (size_t i = 0; i < event->nr_order; i++) {
		size_t row = event->order[i];

		if (comparison__top_row(event, row) != row ||
		    !meets(gate, &event->differences[row]) || !has_names(gate, &event->join, row))
			continue;
		say_row(&event->join, row, &event->differences[row]);
		return DIFF_GATE_FAILED;
	}
	return 0;
}

int diff_gate__check(const struct diff_gate *gate, const struct comparison *comparison)
{
	int status = 0;

	if (!gate->on)
		return 0;
	if (diff_gate__asks_q(gate) && comparison__nr_runs(comparison, false) < ENOUGH_RUNS &&
	    comparison__nr_runs(comparison, true) < ENOUGH_RUNS) {
		fflush(stdout);
		fprintf(stderr,
			"perf-defer: --fail-if: q needs at least %d runs before or after: nothing is "
			"known of how much runs differ\n",
			ENOUGH_RUNS);
		return DIFF_GATE_UNKNOWN;
	}
	for (size_t i = 0; i < comparison->nr_events && !status; i++) {
		if (comparison->events[i].differences)
			status = check_event(gate, &comparison->events[i]);
	}
	return status;
}
