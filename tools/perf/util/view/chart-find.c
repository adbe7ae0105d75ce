// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/error.h"
#include "util/view/chart-find.h"

/* Marks the functions that match, and the chains that have one. */
static void match_chains(const struct chart *chart, const char *text, struct chart_matches *matches)
{
	const struct chain_tree *chains = chart->conf.chains;

	for (uint32_t i = 0; i < chart->conf.funcs->nr; i++)
		matches->funcs[i] = func__matches(funcs__at(chart->conf.funcs, i), text);
	for (uint32_t i = 1; i < chains->nr; i++) {
		const struct chain_node *node = &chains->nodes[i];

		if (matches->depths[node->parent])
			matches->depths[i] = matches->depths[node->parent];
		else if (matches->funcs[node->func])
			matches->depths[i] = node->depth;
	}
}

/* Returns true if sample @i matches, and the one before it in its thread does not. */
static bool begins_run(const struct chart *chart, const struct chart_matches *matches, size_t i)
{
	const struct chart_sample *sample = &chart->samples[i];

	if (!i || sample[-1].thread != sample->thread)
		return matches->depths[sample->chain];
	return matches->depths[sample->chain] && !matches->depths[sample[-1].chain];
}

int chart__search(const struct chart *chart, const char *text, struct chart_matches *matches,
		  struct defer_error *err)
{
	*matches = (struct chart_matches){
		.funcs = calloc(chart->conf.funcs->nr + 1, sizeof(*matches->funcs)),
		.depths = calloc(chart->conf.chains->nr, sizeof(*matches->depths)),
	};
	if (!matches->funcs || !matches->depths) {
		chart_matches__exit(matches);
		return error__no_memory(err, "for the search");
	}
	match_chains(chart, text, matches);
	for (size_t i = 0; i < chart->nr; i++) {
		if (matches->depths[chart->samples[i].chain])
			matches->total += chart->samples[i].weight;
		matches->nr += begins_run(chart, matches, i);
	}
	return 0;
}

void chart_matches__exit(struct chart_matches *matches)
{
	free(matches->funcs);
	free(matches->depths);
	*matches = (struct chart_matches){0};
}

size_t chart__find(const struct chart *chart, const struct chart_matches *matches, size_t from,
		   bool forward)
{
	size_t i = from < chart->nr ? from : chart->nr;

	if (!matches->nr)
		return SIZE_MAX;
	for (; forward && i < chart->nr; i++) {
		if (begins_run(chart, matches, i))
			return i;
	}
	while (!forward && i-- > 0) {
		if (begins_run(chart, matches, i))
			return i;
	}
	return SIZE_MAX;
}
