// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>
#include <perf/defer-record.h>

#include "ui/stdio/plain.h"
#include "ui/stdio/stats.h"

struct counting {
	struct session *session;
	uint64_t *nr; /* per worker, per event */
};

static int count_sample(void *ctx, unsigned int worker, const struct stitched *sample,
			struct defer_error *err)
{
	struct counting *counting = ctx;
	uint32_t nr_events = defer_evlist__nr(counting->session->evlist);

	(void)err;
	counting->nr[worker * nr_events + sample->evsel->idx]++;
	return 0;
}

static void print_types(const struct session_stats *stats, FILE *out)
{
	size_t nr_types = sizeof(stats->types) / sizeof(*stats->types);
	uint64_t total = 0;

	for (size_t i = 0; i < nr_types; i++)
		total += stats->types[i];
	fprintf(out, "\nAggregated stats:\n%20s events: %10" PRIu64 "\n", "TOTAL", total);
	for (size_t i = 1; i < nr_types; i++) {
		const char *name = defer_record__name(i);

		if (stats->types[i] && strcmp(name, "UNKNOWN"))
			fprintf(out, "%20s events: %10" PRIu64 "  (%4.1f%%)\n", name,
				stats->types[i], 100.0 * stats->types[i] / total);
	}
	if (stats->unknown)
		fprintf(out, "%20s events: %10" PRIu64 "  (%4.1f%%)\n", "UNKNOWN", stats->unknown,
			100.0 * stats->unknown / total);
}

static void print_events(const struct counting *counting, FILE *out)
{
	const struct session *session = counting->session;
	uint32_t nr_events = defer_evlist__nr(session->evlist);

	for (uint32_t i = 0; i < nr_events; i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(session->evlist, i);
		uint64_t nr = 0;

		for (unsigned int worker = 0; worker < session->nr_workers; worker++)
			nr += counting->nr[worker * nr_events + i];
		if (!nr)
			continue;
		plain__puts(evsel->name, out);
		fprintf(out, " stats:\n%20s events: %10" PRIu64 "\n", "SAMPLE", nr);
	}
}

int session__print_stats(struct session *session, FILE *out, struct defer_error *err)
{
	struct counting counting = {.session = session};
	int ret;

	counting.nr = calloc((size_t)session->nr_workers * defer_evlist__nr(session->evlist) + 1,
			     sizeof(*counting.nr));
	if (!counting.nr)
		return defer_error__set(err, DEFER_ERR_NOMEM, "not enough memory to count samples");
	ret = session__walk(session, count_sample, &counting, err);
	if (!ret) {
		print_types(&session->stats, out);
		print_events(&counting, out);
	}
	free(counting.nr);
	return ret;
}
