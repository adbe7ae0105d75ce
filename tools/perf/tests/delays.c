// SPDX-License-Identifier: GPL-2.0-only
/* The columns of delays, against the ledger and against the plainest count of the same samples. */
#include <stdlib.h>

#include "tests/tests.h"
#include "util/dso/symbol.h"
#include "util/pipeline.h"
#include "util/profile/zoom.h"
#include "util/resolve/resolve.h"

struct delayed {
	struct symbol_conf conf;
	struct pipeline pipeline;
	struct resolve *resolve;
	struct profile *profile;
};

static int open_trace(struct delayed *d, const char *path, const char *sort,
		      struct defer_error *err)
{
	const struct pipeline_opts opts = {
		.path = path,
		.conf = &d->conf,
		.graph = GRAPH_CONF_DEFAULT,
		.sort = {.sort = sort, .fields = "sample,delay,delay50,delay99"},
		.interactive = true,
	};
	struct pipeline *pipeline = &d->pipeline;
	int ret = pipeline__init(pipeline, &opts, err);

	if (!ret)
		ret = pipeline__open(pipeline, err);
	if (!ret)
		ret = pipeline__gather(pipeline, err);
	if (!ret)
		ret = pipeline__fold(pipeline, err);
	if (!ret)
		ret = pipeline__order_samples(pipeline, err);
	return ret ? ret : pipeline__resolve(pipeline, false, &d->resolve, err);
}

/* Makes the rows of @fold. TEST_SKIP without the traces. */
static int delayed__init(struct delayed *d, const char *trace, const char *sort)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;
	char path[4096];

	if (!data)
		return TEST_SKIP;
	*d = (struct delayed){.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	snprintf(path, sizeof(path), "%s/%s", data, trace);
	if (open_trace(d, path, sort, &err))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

static int make_rows(struct delayed *d, const struct fold *fold)
{
	profile__delete(d->profile);
	T_EQ(pipeline__profile(&d->pipeline, fold, d->resolve, &d->profile, NULL), 0);
	for (uint32_t i = 0; i < d->profile->nr_events; i++)
		T_EQ(hist__sort(&d->profile->events[i].hist, NULL), 0);
	return TEST_OK;
}

static void delayed__exit(struct delayed *d)
{
	profile__delete(d->profile);
	resolve__delete(d->resolve);
	pipeline__exit(&d->pipeline);
}

/* ---- the ledger ---- */

static int check_class(const struct hist_entry *entry, const struct ledger *ledger)
{
	const struct histogram *later = &ledger->latency.later;

	if (entry->cls == DEFER_MERGED) {
		T_EQ(entry->delayed, later->nr);
		T_EQ(entry->delay_mean, later->sum / later->nr);
		T_EQ(entry->delay_median, histogram__percentile(later, 50));
		T_EQ(entry->delay_99, histogram__percentile(later, 99));
	} else if (entry->cls == DEFER_MERGED_BACK) {
		T_EQ(entry->delayed, ledger->latency.earlier.nr);
		T_EQ(entry->delay_99, 0);
	} else {
		T_EQ(entry->delayed, 0);
	}
	return TEST_OK;
}

static int test_ledger(void)
{
	static const char *const traces[] = {"burn2.data", "forky-systemwide.data"};
	struct delayed d;

	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		const struct hist *hist;

		T_RUN(delayed__init(&d, traces[i], "class"));
		T_RUN(make_rows(&d, d.pipeline.fold));
		hist = &d.profile->events[0].hist;
		T_CHECK(hist->nr_rows >= 3);
		for (uint32_t j = 0; j < hist->nr_rows; j++)
			T_RUN(check_class(&hist->entries[hist->rows[j]],
					  pipeline__ledger(&d.pipeline)));
		delayed__exit(&d);
	}
	return TEST_OK;
}

/* ---- what is known ---- */

static const struct tally *find_thread(const struct ledger *ledger, const struct hist_entry *entry)
{
	for (uint32_t i = 0; i < ledger->threads.nr; i++) {
		if (ledger_thread__tid(&ledger->threads.tally[i]) == entry->tid)
			return &ledger->threads.tally[i];
	}
	return NULL;
}

/* Of each thread with one name as much is known as the audit says, and no more can be in a row. */
static int test_known(void)
{
	const struct ledger *ledger;
	const struct hist *hist;
	uint64_t missing = 0;
	struct delayed d;

	T_RUN(delayed__init(&d, "overrun.data", "pid,comm"));
	T_RUN(make_rows(&d, d.pipeline.fold));
	ledger = pipeline__ledger(&d.pipeline);
	hist = &d.profile->events[0].hist;
	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		const struct hist_entry *entry = &hist->entries[hist->rows[i]];
		const struct tally *thread = find_thread(ledger, entry);

		T_CHECK(thread);
		missing += entry->nr_missing;
		if (thread->samples != entry->self.nr)
			continue;
		T_EQ(entry->nr_user, tally__user(thread));
		T_EQ(entry->nr_missing, tally__missing(thread));
	}
	T_EQ(missing, tally__missing(&ledger->total));
	delayed__exit(&d);
	return TEST_OK;
}

/* Sums the period of stacks that miss their user half and do not have the symbol of @func. */
static uint64_t missing_without(const struct hist *hist, uint32_t func)
{
	const struct chain_node *nodes = hist->conf.chains->nodes;
	const struct funcs *funcs = hist->conf.funcs;
	uint32_t symbol = funcs__at(funcs, func)->symbol_id;
	uint64_t sum = 0;

	for (size_t i = 0; i < hist->nr_stacks; i++) {
		bool has = funcs__at(funcs, hist->stacks[i].hit)->symbol_id == symbol;

		for (uint32_t node = hist->stacks[i].chain; node != CHAIN_ROOT;
		     node = nodes[node].parent)
			has |= funcs__at(funcs, nodes[node].func)->symbol_id == symbol;
		if (!has)
			sum += hist->stacks[i].missing;
	}
	return sum;
}

static int test_most(void)
{
	uint32_t nr_more = 0;
	const struct hist *hist;
	struct delayed d;

	T_RUN(delayed__init(&d, "overrun.data", "symbol"));
	d.pipeline.order.children = true;
	T_RUN(make_rows(&d, d.pipeline.fold));
	hist = &d.profile->events[0].hist;
	for (uint32_t i = 0; i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];
		const struct func *func = funcs__at(hist->conf.funcs, entry->func);

		if (func->level == 'k') {
			T_EQ(entry->most, entry->children_period);
			continue;
		}
		nr_more += entry->most > entry->children_period;
		T_CHECK(entry->most <= entry->children_period + hist->total_missing);
		T_EQ(entry->most, entry->children_period + missing_without(hist, entry->func));
	}
	T_CHECK(nr_more > 100);
	delayed__exit(&d);
	return TEST_OK;
}

/* ---- the plain count ---- */

static int compare_numbers(const void *a, const void *b)
{
	uint64_t na = *(const uint64_t *)a, nb = *(const uint64_t *)b;

	return (na > nb) - (na < nb);
}

/* Collects the delays of one thread within a time, sorted. Returns how many. */
static size_t collect(const struct delayed *d, int32_t tid, const struct zoom *time,
		      uint64_t *delays)
{
	const struct samples *samples = &d->pipeline.samples;
	size_t nr = 0;

	for (size_t i = 0; i < samples__nr(samples); i++) {
		const struct sample_ref *ref = samples__at(samples, i);

		if (fold__stack(d->pipeline.fold, ref->stack)->tid == tid &&
		    (!time || (ref->time >= time->start && ref->time <= time->end)) &&
		    sample_ref__delay(d->pipeline.session, ref, &delays[nr]))
			nr++;
	}
	qsort(delays, nr, sizeof(*delays), compare_numbers);
	return nr;
}

/* A percentile is at most a step of the histogram beyond the value. */
static int check_percentile(uint64_t is, const uint64_t *delays, size_t nr, unsigned int percent)
{
	uint64_t value = delays[(nr * percent + 99) / 100 - 1];

	T_CHECK(is >= value);
	T_CHECK(is <= value + value / 64);
	T_CHECK(is <= delays[nr - 1]);
	return TEST_OK;
}

static int check_thread(const struct delayed *d, const struct hist_entry *entry,
			const struct zoom *time)
{
	uint64_t *delays = malloc((samples__nr(&d->pipeline.samples) + 1) * sizeof(*delays));
	size_t nr = collect(d, entry->tid, time, delays);
	uint64_t sum = 0;

	for (size_t i = 0; i < nr; i++)
		sum += delays[i];
	T_EQ(entry->delayed, nr);
	if (nr) {
		T_EQ(entry->delay_mean, sum / nr);
		T_RUN(check_percentile(entry->delay_median, delays, nr, 50));
		T_RUN(check_percentile(entry->delay_99, delays, nr, 99));
	}
	free(delays);
	return TEST_OK;
}

static int check_threads(struct delayed *d, const struct fold *fold, const struct zoom *time)
{
	const struct hist *hist;

	T_RUN(make_rows(d, fold));
	hist = &d->profile->events[0].hist;
	T_CHECK(hist->nr_rows > 1);
	for (uint32_t i = 0; i < hist->nr_rows; i++)
		T_RUN(check_thread(d, &hist->entries[hist->rows[i]], time));
	return TEST_OK;
}

static int test_threads(void)
{
	struct delayed d;

	T_RUN(delayed__init(&d, "forky-systemwide.data", "pid"));
	T_RUN(check_threads(&d, d.pipeline.fold, NULL));
	delayed__exit(&d);
	return TEST_OK;
}

/* A part of the time has the delays of its own samples. */
static int test_zoom(void)
{
	struct zooms zooms = {.nr = 1};
	struct zoom *time = &zooms.zooms[0];
	const struct session *session;
	struct fold *part;
	struct delayed d;

	T_RUN(delayed__init(&d, "burn2.data", "pid"));
	session = d.pipeline.session;
	*time = (struct zoom){
		.kind = ZOOM_TIME,
		.start = session->stats.first_time + 3000000000,
		.end = session->stats.first_time + 3100000000,
	};
	T_EQ(zooms__apply(&zooms, d.pipeline.fold, &d.pipeline.samples, d.resolve, &part, NULL), 0);
	T_RUN(check_threads(&d, part, time));
	fold__delete(part);
	delayed__exit(&d);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"of classes, as the ledger has them", test_ledger},
	{"of threads, counted plainly", test_threads},
	{"in a part of the time", test_zoom},
	{"user stacks that are known", test_known},
	{"the greatest share of a row", test_most},
	{0},
};

const struct test_suite suite__delays = {"delays", "How long samples waited for their record",
					 cases};
