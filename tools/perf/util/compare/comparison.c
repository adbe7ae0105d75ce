// SPDX-License-Identifier: GPL-2.0-only
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/compare/comparison.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/session/losses.h"
#include "util/session/session.h"

#define LEVEL		0.95
#define KNOWN_DIFFERENT 0.01 /* of all user stacks: sides differ */

unsigned int comparison__nr_runs(const struct comparison *comparison, bool after)
{
	unsigned int nr = 0;

	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++)
		nr += comparison->opts.is_after[i] == after;
	return nr;
}

int comparison__init(struct comparison *comparison, const struct comparison_opts *opts,
		     struct defer_error *err)
{
	*comparison = (struct comparison){.opts = *opts};
	comparison->runs = calloc(opts->join.nr_runs, sizeof(*comparison->runs));
	return comparison->runs ? 0 : error__no_memory(err, "to compare profiles");
}

static void exit_event(struct comparison_event *event)
{
	free(event->name);
	join__exit(&event->join);
	free(event->has);
	free(event->users);
	free(event->differences);
	free(event->holds);
	free(event->order);
}

void comparison__exit(struct comparison *comparison)
{
	for (size_t i = 0; i < comparison->nr_events; i++)
		exit_event(&comparison->events[i]);
	for (unsigned int i = 0; comparison->runs && i < comparison->opts.join.nr_runs; i++)
		free(comparison->runs[i].machine);
	free(comparison->events);
	free(comparison->runs);
	*comparison = (struct comparison){0};
}

static double run_seconds(const struct session *session)
{
	const struct session_stats *stats = &session->stats;

	if (session->no_time || stats->last_time <= stats->first_time)
		return 0;
	return (stats->last_time - stats->first_time) / 1e9;
}

/* Blocks begin at multiples of their length. What is before the first and behind the last one, one more in all, is left out. */
struct fold_spans comparison__blocks(const struct session *session)
{
	const struct session_stats *stats = &session->stats;
	const double samples = stats->types[DEFER_RECORD_SAMPLE];
	struct fold_spans blocks = {.nr = difference__nr_blocks(run_seconds(session), samples)};

	if (!blocks.nr)
		return blocks;
	blocks.length = (stats->last_time - stats->first_time) / (blocks.nr + 1);
	blocks.begin = (stats->first_time / blocks.length + 1) * blocks.length;
	return blocks;
}

/* ---- events ---- */

static int new_event(struct comparison *comparison, const char *name, struct defer_error *err)
{
	const unsigned int nr_runs = comparison->opts.join.nr_runs;
	struct comparison_event *event;

	if (!ARRAY_GROW(comparison->events, comparison->cap_events, comparison->nr_events + 1))
		return error__no_memory(err, "to compare profiles");
	event = &comparison->events[comparison->nr_events++];
	*event = (struct comparison_event){
		.name = strdup(name),
		.has = calloc(nr_runs, sizeof(*event->has)),
		.users = calloc(nr_runs, sizeof(*event->users)),
	};
	if (!event->name || !event->has || !event->users)
		return error__no_memory(err, "to compare profiles");
	return join__init(&event->join, &comparison->opts.join, err);
}

/* Finds the event of that name, or adds it. */
static struct comparison_event *find_event(struct comparison *comparison, const char *name,
					   struct defer_error *err)
{
	for (size_t i = 0; i < comparison->nr_events; i++) {
		if (!strcmp(comparison->events[i].name, name))
			return &comparison->events[i];
	}
	if (new_event(comparison, name, err))
		return NULL;
	return &comparison->events[comparison->nr_events - 1];
}

static int describe_machine(const struct env *env, char **machine, struct defer_error *err)
{
	if (!env->os_release)
		return 0;
	if (asprintf(machine, "Linux %s%s%s%s%s", env->os_release, env->arch ? " " : "",
		     env->arch ? env->arch : "", env->cpu_desc ? ", " : "",
		     env->cpu_desc ? env->cpu_desc : "") >= 0)
		return 0;
	*machine = NULL;
	return error__no_memory(err, "to compare profiles");
}

/* Adds up the spans of the fold's stacks by the stacks of event @idx, whose names may make several one. */
static int make_blocks(const struct profile *profile, uint32_t idx, const struct fold *fold,
		       size_t nr, struct sample_sum **blocks, struct defer_error *err)
{
	*blocks = calloc(profile->events[idx].hist.nr_stacks * nr + 1, sizeof(**blocks));
	if (!*blocks)
		return error__no_memory(err, "to compare profiles");
	for (uint32_t i = 0; nr && i < fold__nr(fold); i++) {
		const struct sample_sum *spans = fold__spans(fold, i);

		if (fold__stack(fold, i)->evsel_idx != idx ||
		    profile->stack_chains[i] == PROFILE_NO_CHAIN)
			continue;
		for (size_t j = 0; j < nr; j++)
			sample_sum__add(&(*blocks)[profile->stack_places[i] * nr + j], &spans[j]);
	}
	return 0;
}

static int add_rows(struct join *join, unsigned int run, const struct profile *profile,
		    uint32_t idx, const struct fold *fold, size_t nr_blocks,
		    struct defer_error *err)
{
	struct profile_event *event = &profile->events[idx];
	struct sample_sum *sums;
	int ret = make_blocks(profile, idx, fold, nr_blocks, &sums, err);
	const struct join_blocks blocks = {nr_blocks, sums};

	if (!ret)
		ret = join__add(join, run, &event->hist, event->evsel, nr_blocks ? &blocks : NULL,
				err);
	free(sums);
	return ret;
}

int comparison__add(struct comparison *comparison, unsigned int run, const struct profile *profile,
		    const struct fold *fold, const struct losses *losses, size_t nr_blocks,
		    struct defer_error *err)
{
	const struct session *session = fold__session(fold);
	int ret;

	comparison->runs[run] = (struct comparison_run){
		.seconds = run_seconds(session),
		.lost_samples = losses->total.lost_samples,
		.lost_records = losses->total.lost,
	};
	ret = describe_machine(session->env, &comparison->runs[run].machine, err);
	for (uint32_t i = 0; i < profile->nr_events && !ret; i++) {
		const struct profile_event *from = &profile->events[i];
		struct comparison_event *event;

		if (!from->all.nr)
			continue;
		event = find_event(comparison, from->evsel->name ? from->evsel->name : "", err);
		if (!event)
			return err->code;
		event->has[run] = event->sides[comparison->opts.is_after[run]] = true;
		event->periods |= hist__has_periods(&from->hist);
		user_halves__add(&event->users[run], &from->hist.users);
		ret = add_rows(&event->join, run, profile, i, fold, nr_blocks, err);
	}
	return ret;
}

/* ---- differences ---- */

/* What the statistics are made of. */
struct counts {
	struct difference_run *runs;
	struct difference_row *rows;
	double *sums, *totals;
};

static void counts__exit(struct counts *counts)
{
	free(counts->runs);
	free(counts->rows);
	free(counts->sums);
	free(counts->totals);
}

static double weight(const struct comparison_event *event, const struct sample_sum *sum)
{
	return event->periods ? sum->period : sum->nr;
}

static void fill_runs(const struct comparison *comparison, const struct comparison_event *event,
		      struct counts *counts)
{
	const struct comparison_opts *opts = &comparison->opts;

	for (unsigned int i = 0; i < opts->join.nr_runs; i++) {
		counts->totals[i] = weight(event, &event->join.all[i]);
		counts->runs[i] = (struct difference_run){
			.is_after = opts->is_after[i],
			.total = counts->totals[i],
			.exposure = opts->units ? opts->units[i] : comparison->runs[i].seconds,
		};
	}
}

/* The unit is the mean weight of a sample: that of unequal ones is a part of the dispersion. */
static void fill_row(const struct comparison_event *event, size_t row, struct counts *counts)
{
	const unsigned int nr_runs = event->join.opts.nr_runs;
	double *sums = &counts->sums[row * nr_runs], all = 0, nr = 0;

	for (unsigned int i = 0; i < nr_runs; i++) {
		const struct sample_sum *sum = join__sum(&event->join, row, i);

		sums[i] = weight(event, sum);
		all += sums[i];
		nr += sum->nr;
	}
	counts->rows[row] = (struct difference_row){
		.sums = sums,
		.unit = all > 0 && nr > 0 ? all / nr : 1,
		.is_disjoint = !event->join.rows[row].is_inclusive,
	};
	if (nr_runs == 2 && event->join.nr_blocks[0] + event->join.nr_blocks[1])
		counts->rows[row].blocks = &event->join.blocks[row * JOIN_BLOCKS_OF_TWO];
}

static int fill(const struct comparison *comparison, const struct comparison_event *event,
		struct counts *counts, struct defer_error *err)
{
	const size_t nr_runs = event->join.opts.nr_runs, nr_rows = event->join.nr_rows;

	*counts = (struct counts){
		.runs = calloc(nr_runs, sizeof(*counts->runs)),
		.rows = calloc(nr_rows + 1, sizeof(*counts->rows)),
		.sums = calloc((nr_rows + 1) * nr_runs, sizeof(double)),
		.totals = calloc(nr_runs, sizeof(double)),
	};
	if (!counts->runs || !counts->rows || !counts->sums || !counts->totals)
		return error__no_memory(err, "to compare rows");
	fill_runs(comparison, event, counts);
	for (size_t i = 0; i < nr_rows; i++)
		fill_row(event, i, counts);
	return 0;
}

/* Compares the totals, of which a share is always 100 %. */
static int compare_totals(const struct difference_opts *opts, const struct counts *counts,
			  const struct comparison_event *event, struct difference *total,
			  struct defer_error *err)
{
	struct difference_row row = {.sums = counts->totals, .is_disjoint = true};
	struct difference_opts of_total = *opts;
	double all = 0, nr = 0;

	for (size_t i = 0; i < opts->nr_runs; i++) {
		all += counts->totals[i];
		nr += event->join.all[i].nr;
	}
	row.unit = all > 0 && nr > 0 ? all / nr : 1;
	row.blocks = counts->rows[0].blocks ? opts->block_totals : NULL;
	of_total.rows = &row;
	of_total.nr_rows = 1;
	if (opts->reference == REFERENCE_SHARE)
		of_total.reference = REFERENCE_RUN;
	return difference__all(&of_total, total, err);
}

/* Events that runs lack count as 0 in them: only a whole side without it has no differences. */
static int compare_event(const struct comparison *comparison, struct comparison_event *event,
			 struct defer_error *err)
{
	struct counts counts;
	int ret = fill(comparison, event, &counts, err);
	const struct difference_opts opts = {
		.reference = comparison->opts.reference,
		.runs = counts.runs,
		.nr_runs = event->join.opts.nr_runs,
		.rows = counts.rows,
		.nr_rows = event->join.nr_rows,
		.nr_blocks = {event->join.nr_blocks[0], event->join.nr_blocks[1]},
		.block_totals = event->join.block_totals,
		.run_cv = comparison->opts.run_cv,
		.q = comparison->opts.q,
		.level = LEVEL,
	};

	event->differences = calloc(event->join.nr_rows + 1, sizeof(*event->differences));
	if (!ret && !event->differences)
		ret = error__no_memory(err, "to compare rows");
	if (!ret)
		ret = difference__all(&opts, event->differences, err);
	if (!ret)
		ret = compare_totals(&opts, &counts, event, &event->total, err);
	counts__exit(&counts);
	return ret;
}

/* ---- inclusive rows ---- */

bool comparison__is_found(const struct comparison *comparison, const struct difference *difference)
{
	if (difference->method == DIFFERENCE_BLOCKS)
		return difference->p <= comparison->opts.q;
	return difference->is_chosen;
}

static int count_held(const struct comparison *comparison, struct comparison_event *event,
		      struct defer_error *err)
{
	const struct join *join = &event->join;

	event->holds = calloc(join->nr_rows + 1, sizeof(*event->holds));
	if (!event->holds)
		return error__no_memory(err, "to compare rows");
	for (size_t i = 0; i < join->nr_pairs; i++)
		event->holds[join->pairs[i].inclusive] +=
			comparison__is_found(comparison, &event->differences[join->pairs[i].own]);
	return 0;
}

/* Returns the difference of the caller's node; that of all samples for the outermost ones. */
static const struct difference *caller_of(const struct comparison_event *event, uint32_t row)
{
	const struct join *join = &event->join;
	uint32_t caller = join->paths.nodes[join->rows[row].path].parent;

	return caller == CHAIN_ROOT ? &event->total
				    : &event->differences[join->row_at[caller].inclusive - 1];
}

bool comparison__is_moved(const struct comparison *comparison, const struct comparison_event *event,
			  uint32_t row)
{
	const struct difference *difference = &event->differences[row], *caller;
	const double quarter = (difference->after - difference->before) / 4;
	struct difference_interval own, interval;

	if (!comparison->opts.join.stacks || !event->join.rows[row].is_inclusive || !(quarter > 0))
		return false;
	caller = caller_of(event, row);
	if (!difference->method || !caller->method)
		return false;
	own = difference__interval(difference, difference->level);
	interval = difference__interval(caller, caller->level);
	return own.low > 1 && caller->before * (1 - interval.low) <= quarter &&
	       caller->before * (interval.high - 1) <= quarter;
}

/* ---- sides ---- */

struct comparison_side comparison__side(const struct comparison *comparison,
					const struct comparison_event *event, bool after)
{
	struct comparison_side side = {0};

	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++) {
		if (comparison->opts.is_after[i] != after)
			continue;
		sample_sum__add(&side.sum, &event->join.all[i]);
		user_halves__add(&side.users, &event->users[i]);
		side.lost_samples += comparison->runs[i].lost_samples;
		side.lost_records += comparison->runs[i].lost_records;
	}
	return side;
}

double comparison_side__known(const struct comparison_side *side)
{
	return side->users.nr ? 1 - (double)side->users.nr_missing / side->users.nr : 1;
}

bool comparison__users_differ(const struct comparison_side *before,
			      const struct comparison_side *after)
{
	return fabs(comparison_side__known(after) - comparison_side__known(before)) >=
	       KNOWN_DIFFERENT;
}

/* Returns the samples whose user stacks are missing, as a part of @whole, which is all of the side. */
static double missing_of(const struct comparison_side *side, double whole)
{
	return side->sum.nr ? whole * side->users.nr_missing / side->sum.nr : 0;
}

static bool has_user_code(const struct join *join, uint32_t row)
{
	uint32_t path = join->rows[row].path;

	while (path != CHAIN_ROOT && !join->names[join->paths.nodes[path].func].is_user)
		path = join->paths.nodes[path].parent;
	return path != CHAIN_ROOT;
}

bool comparison__may_be_missing(const struct comparison *comparison,
				const struct comparison_event *event, uint32_t row)
{
	const bool is_share = comparison->opts.reference == REFERENCE_SHARE;
	const struct difference *difference = &event->differences[row];
	const double change = difference->after - difference->before;
	struct comparison_side before, after;
	double missing;

	if (!comparison->opts.by_users || change == 0 ||
	    (event->join.opts.callers && !event->join.rows[row].is_inclusive))
		return false;
	before = comparison__side(comparison, event, false);
	after = comparison__side(comparison, event, true);
	missing = missing_of(&after, is_share ? 1 : event->total.after) -
		  missing_of(&before, is_share ? 1 : event->total.before);
	return comparison__users_differ(&before, &after) && fabs(change) <= fabs(missing) &&
	       has_user_code(&event->join, row);
}

uint32_t comparison__top_row(const struct comparison_event *event, uint32_t row)
{
	const struct join *join = &event->join;
	uint32_t path = join->rows[row].path;

	while (join->opts.callers && join->paths.nodes[path].depth > 1)
		path = join->paths.nodes[path].parent;
	return join->opts.callers ? join__node_row(join, path) : row;
}

struct sample_sum comparison__row_sum(const struct comparison *comparison,
				      const struct comparison_event *event, size_t row, bool after)
{
	struct sample_sum sum = {0};

	for (unsigned int i = 0; i < comparison->opts.join.nr_runs; i++) {
		if (comparison->opts.is_after[i] == after)
			sample_sum__add(&sum, join__sum(&event->join, row, i));
	}
	return sum;
}

double comparison__whole(const struct comparison *comparison, const struct comparison_event *event)
{
	return comparison->opts.reference == REFERENCE_SHARE ? 1 : event->total.before;
}

/* ---- order ---- */

double comparison__value(const struct comparison_opts *opts, const struct difference *difference)
{
	switch (opts->compute) {
	case COMPUTE_RATIO:
		return difference->before > 0 ? difference->after / difference->before
					      : (difference->after > 0 ? INFINITY : 1);
	case COMPUTE_WDIFF:
		return difference->after * opts->weights[1] - difference->before * opts->weights[0];
	case COMPUTE_DELTA:
	case COMPUTE_DELTA_ABS:
	default:
		return difference->after - difference->before;
	}
}

/* The context of the order of one event's rows. */
struct ordering {
	const struct comparison_opts *opts;
	const struct comparison_event *event;
};

static double order_value(const struct ordering *ordering, uint32_t row)
{
	const struct difference *difference = &ordering->event->differences[row];
	double value = comparison__value(ordering->opts, difference);

	if (ordering->opts->by_baseline)
		return difference->before;
	return ordering->opts->compute == COMPUTE_DELTA_ABS ? fabs(value) : value;
}

/* Moves two paths up to where they part: to siblings, or to one path if one is above the other. */
static void find_parting(const struct chain_node *nodes, uint32_t *a, uint32_t *b)
{
	while (nodes[*a].depth > nodes[*b].depth)
		*a = nodes[*a].parent;
	while (nodes[*b].depth > nodes[*a].depth)
		*b = nodes[*b].parent;
	while (*a != *b && nodes[*a].parent != nodes[*b].parent) {
		*a = nodes[*a].parent;
		*b = nodes[*b].parent;
	}
}

/* Orders by the first names that differ: their texts, or else their DSOs. */
static int compare_names(const struct join *join, uint32_t row_a, uint32_t row_b)
{
	const struct chain_node *nodes = join->paths.nodes;
	uint32_t a = join->rows[row_a].path, b = join->rows[row_b].path;
	const int deeper = CMP(nodes[a].depth, nodes[b].depth);
	const struct join_name *name_a, *name_b;

	find_parting(nodes, &a, &b);
	if (a == b)
		return deeper;
	name_a = &join->names[nodes[a].func];
	name_b = &join->names[nodes[b].func];
	return strcmp(name_a->text, name_b->text)
		       ?: strcmp(name_a->text + name_a->len + 1, name_b->text + name_b->len + 1);
}

/* The greatest value comes first, then what was greatest before, then names are in order. */
static int compare_rows(const void *a, const void *b, void *ctx)
{
	const struct ordering *ordering = ctx;
	uint32_t row_a = *(const uint32_t *)a, row_b = *(const uint32_t *)b;
	double of_a = order_value(ordering, row_a), of_b = order_value(ordering, row_b);

	if (of_a == of_b) {
		of_a = ordering->event->differences[row_a].before;
		of_b = ordering->event->differences[row_b].before;
	}
	if (of_a != of_b)
		return of_a > of_b ? -1 : 1;
	return compare_names(&ordering->event->join, row_a, row_b);
}

/* Orders the nodes of the tree: each before those that it calls, and siblings as rows. */
static int compare_nodes(const void *a, const void *b, void *ctx)
{
	const struct join *join = &((const struct ordering *)ctx)->event->join;
	uint32_t path_a = join->rows[*(const uint32_t *)a].path, row_a;
	uint32_t path_b = join->rows[*(const uint32_t *)b].path, row_b;
	const struct chain_node *nodes = join->paths.nodes;
	const int deeper = CMP(nodes[path_a].depth, nodes[path_b].depth);

	find_parting(nodes, &path_a, &path_b);
	if (path_a == path_b)
		return deeper;
	row_a = join__node_row(join, path_a);
	row_b = join__node_row(join, path_b);
	return compare_rows(&row_a, &row_b, ctx);
}

static int sort_rows(const struct comparison *comparison, struct comparison_event *event,
		     struct defer_error *err)
{
	const struct join_opts *opts = &comparison->opts.join;
	struct ordering ordering = {&comparison->opts, event};

	event->order = malloc((event->join.nr_rows + 1) * sizeof(*event->order));
	if (!event->order)
		return error__no_memory(err, "to sort rows");
	for (size_t i = 0; i < event->join.nr_rows; i++) {
		if (event->join.rows[i].is_inclusive == opts->inclusive || opts->callers)
			event->order[event->nr_order++] = i;
	}
	qsort_r(event->order, event->nr_order, sizeof(*event->order),
		join_opts__is_tree(opts) ? compare_nodes : compare_rows, &ordering);
	return 0;
}

int comparison__finish(struct comparison *comparison, struct defer_error *err)
{
	int ret = 0;

	for (size_t i = 0; i < comparison->nr_events && !ret; i++) {
		struct comparison_event *event = &comparison->events[i];

		if (!event->sides[0] || !event->sides[1])
			continue;
		ret = compare_event(comparison, event, err);
		if (!ret && comparison->opts.join.inclusive)
			ret = count_held(comparison, event, err);
		if (!ret)
			ret = sort_rows(comparison, event, err);
	}
	return ret;
}
