// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/sample/sample-cell.h"
#include "ui/stdio/plain.h"
#include "ui/text/json-evidence.h"
#include "util/fold/samples.h"
#include "util/profile/entry-stack.h"
#include "util/profile/profile.h"

/* ---- text ---- */

static void print_heads(const struct sample_rows *rows, FILE *out)
{
	fprintf(out, "# Samples: %" PRIu32 "\n#\n# ", rows->nr);
	for (int column = 0; column < SAMPLE_NR_COLUMNS; column++) {
		plain__pad(sample_cell__header(column), sample_cell__width(column), out);
		fputs("  ", out);
	}
	fprintf(out, "%s\n#\n", SAMPLE_STACK_HEADER);
}

/* Prints the functions of one half, innermost first. */
static void print_half(const struct sample_rows *rows, uint32_t node, uint32_t end, FILE *out)
{
	const struct chain_node *nodes = rows->shown.profile->chains.nodes;
	char buf[SAMPLE_CELL_LEN];

	for (uint32_t from = node; node != end; node = nodes[node].parent) {
		if (node != from)
			fputs(SAMPLE_CALLED_BY, out);
		plain__puts(sample_cell__func(rows, node, buf), out);
	}
}

static void print_stack(const struct sample_rows *rows, uint32_t row, FILE *out)
{
	const struct profile *profile = rows->shown.profile;
	struct entry_stack at;

	entry_stack__split(&at, sample_rows__chain(rows, row), &profile->chains, &profile->funcs);
	print_half(rows, at.chain, at.user, out);
	if (at.user != CHAIN_ROOT) {
		fputs(SAMPLE_SEAM + (at.chain == at.user), out);
		print_half(rows, at.user, CHAIN_ROOT, out);
	}
}

void sample_rows__print(struct sample_rows *rows, const uint32_t *sorted, bool quiet, FILE *out)
{
	char buf[SAMPLE_CELL_LEN];
	const char *trace;

	if (!quiet)
		print_heads(rows, out);
	for (uint32_t i = 0; i < rows->nr && !ferror(out); i++) {
		fputs("  ", out);
		for (int column = 0; column < SAMPLE_NR_COLUMNS; column++) {
			plain__pad(sample_cell__text(rows, sorted[i], column, buf),
				   sample_cell__width(column), out);
			fputs("  ", out);
		}
		trace = sample_rows__trace(rows, sorted[i]);
		if (trace) {
			putc('[', out);
			plain__puts(trace, out);
			fputs("] ", out);
		}
		print_stack(rows, sorted[i], out);
		putc('\n', out);
	}
}

/* ---- JSON ---- */

static void write_half(struct json *json, const struct sample_rows *rows, const char *key,
		       uint32_t node, uint32_t end)
{
	const struct chain_node *nodes = rows->shown.profile->chains.nodes;
	char buf[SAMPLE_CELL_LEN];

	json__array(json, key);
	for (; node != end; node = nodes[node].parent)
		json__str(json, NULL, sample_cell__func(rows, node, buf));
	json__end(json);
}

static void write_stack(struct json *json, const struct sample_rows *rows, uint32_t row)
{
	const struct profile *profile = rows->shown.profile;
	struct entry_stack at;

	entry_stack__split(&at, sample_rows__chain(rows, row), &profile->chains, &profile->funcs);
	write_half(json, rows, "kernel", at.chain, at.user);
	write_half(json, rows, "user", at.user, CHAIN_ROOT);
}

static void write_sample(struct json *json, struct sample_rows *rows, uint32_t row)
{
	const struct sample_ref *ref = sample_rows__ref(rows, row);
	const struct stack *stack = sample_rows__stack(rows, row);
	uint64_t delay;

	json__object(json, NULL);
	json__u64(json, "time", ref->time);
	json__i64(json, "cpu", ref->cpu);
	json__i64(json, "pid", stack->pid);
	json__i64(json, "tid", stack->tid);
	json__str(json, "comm", sample_rows__comm(rows, row));
	json__str(json, "event", rows->shown.profile->events[stack->evsel_idx].evsel->name);
	json__u64(json, "period", ref->weights.period);
	json__str(json, "class", defer_class__name(stack->cls));
	if (ref->cookie)
		json__hex(json, "cookie", ref->cookie);
	else
		json__null(json, "cookie");
	if (sample_rows__delay(rows, row, &delay))
		json__u64(json, "delay_ns", delay);
	else
		json__null(json, "delay_ns");
	json__str(json, "trace", sample_rows__trace(rows, row));
	write_stack(json, rows, row);
	json__evidence(json, stack);
	json__end(json);
}

void sample_rows__write_json(struct sample_rows *rows, const uint32_t *sorted, struct json *json)
{
	json__object(json, NULL);
	json__u64(json, "nr_samples", rows->nr);
	json__array(json, "samples");
	for (uint32_t i = 0; i < rows->nr; i++)
		write_sample(json, rows, sorted[i]);
	json__end(json);
	json__end(json);
}
