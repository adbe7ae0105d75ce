// SPDX-License-Identifier: GPL-2.0-only
/* The columns of delays, against the ledger and against the plainest count of the same samples. */
#include <inttypes.h>
#include <math.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/folder.h"
#include "tests/profiled.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/base/span.h"
#include "util/profile/column.h"
#include "util/profile/func.h"
#include "util/profile/zoom.h"

/* Opens a trace, whose rows are not made yet. TEST_SKIP without the traces. */
static int open_trace(struct profiled *d, const char *trace, const char *sort)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	struct defer_error err = DEFER_ERROR_INIT;
	struct pipeline_opts opts = {
		.show.graph = GRAPH_CONF_DEFAULT,
		.sort = {.sort = sort, .fields = "sample,delay,delay50,delay99"},
		.interactive = true,
	};
	char path[4096];

	T_NEED_RECORDED();
	*d = (struct profiled){.conf = {.symfs = "/nonexistent", .buildid_dir = "/nonexistent"}};
	snprintf(path, sizeof(path), "%s%s%s", *trace == '/' ? "" : data, *trace == '/' ? "" : "/",
		 trace);
	opts.session.path = path;
	if (profiled__open(d, &opts, false, &err))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

static int make_rows(struct profiled *d, const struct fold *fold)
{
	profile__delete(d->profile);
	T_EQ(profiled__make(d, fold, NULL), 0);
	for (uint32_t i = 0; i < d->profile->nr_events; i++)
		T_EQ(hist__sort(&d->profile->events[i].hist, NULL), 0);
	return TEST_OK;
}

/* ---- the ledger ---- */

/* Delays are read in the unit that suits them, by programs in ns. */
static int check_text(const struct hist *hist, const struct hist_entry *entry)
{
	const struct column *column = column__find("delay99", 7);
	uint64_t value = column->value(entry);
	char text[64], want[24];

	column__format(column, hist, entry, 1, false, text, sizeof(text));
	T_STREQ(text + 1, value ? span__text(value - 1, want) : "-");
	column__format(column, hist, entry, 0, true, text, sizeof(text));
	snprintf(want, sizeof(want), "%" PRIu64, value - 1);
	T_STREQ(text + 1, value ? want : "-");
	return TEST_OK;
}

static int check_class(const struct hist_entry *entry, const struct ledger *ledger)
{
	const struct histogram *later = &ledger->latency.later;

	if (entry->who.cls == DEFER_MERGED) {
		T_EQ(entry->delayed, later->nr);
		T_EQ(entry->delay_mean, later->sum / later->nr);
		T_EQ(entry->delay_median, histogram__percentile(later, 50));
		T_EQ(entry->delay_99, histogram__percentile(later, 99));
	} else if (entry->who.cls == DEFER_MERGED_BACK) {
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
	struct profiled d;

	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		const struct hist *hist;

		T_RUN(open_trace(&d, traces[i], "class"));
		T_RUN(make_rows(&d, d.pipeline.fold));
		hist = &d.profile->events[0].hist;
		T_CHECK(hist->nr_rows >= 3);
		for (uint32_t j = 0; j < hist->nr_rows; j++) {
			T_RUN(check_class(&hist->entries[hist->rows[j]],
					  pipeline__ledger(&d.pipeline)));
			T_RUN(check_text(hist, &hist->entries[hist->rows[j]]));
		}
		profiled__exit(&d);
	}
	return TEST_OK;
}

/* ---- what is known ---- */

static const struct tally *find_thread(const struct ledger *ledger, const struct hist_entry *entry)
{
	for (uint32_t i = 0; i < ledger->threads.nr; i++) {
		if (ledger_thread__tid(&ledger->threads.tally[i]) == entry->who.tid)
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
	struct profiled d;

	T_RUN(open_trace(&d, "overrun.data", "pid,comm"));
	T_RUN(make_rows(&d, d.pipeline.fold));
	ledger = pipeline__ledger(&d.pipeline);
	hist = &d.profile->events[0].hist;
	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		const struct hist_entry *entry = &hist->entries[hist->rows[i]];
		const struct tally *thread = find_thread(ledger, entry);

		T_CHECK(thread);
		missing += entry->users.nr_missing;
		if (thread->samples != entry->self.nr)
			continue;
		T_EQ(entry->users.nr, tally__user(thread));
		T_EQ(entry->users.nr_missing, tally__missing(thread));
	}
	T_EQ(missing, tally__missing(&ledger->total));
	profiled__exit(&d);
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
			sum += hist->stacks[i].users.missing;
	}
	return sum;
}

static int test_most(void)
{
	uint32_t nr_more = 0;
	const struct hist *hist;
	struct profiled d;

	T_RUN(open_trace(&d, "overrun.data", "symbol"));
	d.pipeline.order.children = true;
	T_RUN(make_rows(&d, d.pipeline.fold));
	hist = &d.profile->events[0].hist;
	for (uint32_t i = 0; i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];
		const struct func *func = funcs__at(hist->conf.funcs, entry->func);

		if (func->level == 'k' || func->kind == FUNC_NO_HALF) {
			T_EQ(entry->most, entry->children.period);
			continue;
		}
		nr_more += entry->most > entry->children.period;
		T_CHECK(entry->most <= entry->children.period + hist->users.missing);
		T_EQ(entry->most, entry->children.period + missing_without(hist, entry->func));
	}
	T_CHECK(nr_more > 100);
	profiled__exit(&d);
	return TEST_OK;
}

/* A record's head, as the kernel writes it. */
struct record_head {
	uint32_t type;
	uint16_t misc, size;
};

#define DEFERRED 22 /* PERF_RECORD_CALLCHAIN_DEFERRED */

/* Changes the cookie of every third user stack, so that no sample finds it. */
static int lose_stacks(uint8_t *bytes, uint64_t size)
{
	uint64_t at, len, nr = 0;
	struct record_head head;

	memcpy(&at, bytes + 40, sizeof(at)); /* the data section: its place, its length */
	memcpy(&len, bytes + 48, sizeof(len));
	T_CHECK(at < size && len <= size - at);
	for (uint64_t end = at + len; at + sizeof(head) <= end; at += head.size) {
		memcpy(&head, bytes + at, sizeof(head));
		T_CHECK(head.size >= sizeof(head));
		if (head.type == DEFERRED && nr++ % 3 == 0)
			bytes[at + 15] ^= 0x40;
	}
	T_CHECK(nr > 100);
	return TEST_OK;
}

static int copy_with_losses(const struct folder *folder, const char *trace)
{
	const char *data = getenv("PERF_DEFER_TEST_DATA");
	size_t size = 16 << 20;
	uint8_t *bytes;
	char path[4096];
	FILE *in;
	int ret;

	T_NEED_RECORDED();
	snprintf(path, sizeof(path), "%s/%s", data, trace);
	in = fopen(path, "r");
	T_CHECK(in);
	bytes = malloc(size);
	T_CHECK(bytes);
	size = fread(bytes, 1, size, in);
	fclose(in);
	ret = lose_stacks(bytes, size);
	if (!ret && !folder__write_bytes(folder, "cut.data", bytes, size))
		ret = TEST_FAIL;
	free(bytes);
	return ret;
}

static void symbol_text(const struct hist *hist, const struct hist_entry *entry, char text[512])
{
	column__format(column__find("symbol", 6), hist, entry, 0, true, text, 512);
}

/* The row of @hist that shows its symbol as @name; NULL: none. */
static const struct hist_entry *find_symbol(const struct hist *hist, const char *name)
{
	char text[512];

	for (uint32_t i = 0; i < hist->nr; i++) {
		symbol_text(hist, &hist->entries[i], text);
		if (!strcmp(text, name))
			return &hist->entries[i];
	}
	return NULL;
}

/* Each share of the whole trace is in the interval that the one with losses tells. */
static int compare_shares(const struct hist *whole, const struct hist *cut)
{
	uint32_t nr_more = 0;

	T_EQ(whole->total.period, cut->total.period);
	T_CHECK(cut->users.missing > whole->users.missing);
	for (uint32_t i = 0; i < whole->nr; i++) {
		const struct hist_entry *entry = &whole->entries[i], *found;
		char name[512];

		symbol_text(whole, entry, name);
		found = find_symbol(cut, name);
		if (funcs__at(whole->conf.funcs, entry->func)->kind == FUNC_NO_HALF)
			continue;
		if (!found) {
			T_CHECK(entry->children.period <= cut->users.missing);
			continue;
		}
		if (entry->children.period < found->children.period ||
		    entry->children.period > found->most)
			T_FAIL("%s: %" PRIu64 " is not in %" PRIu64 " .. %" PRIu64, name,
			       entry->children.period, found->children.period, found->most);
		nr_more += entry->children.period > found->children.period;
	}
	T_CHECK(nr_more > 20);
	return TEST_OK;
}

static int check_interval(const struct folder *folder)
{
	struct profiled whole, cut;
	char path[128];

	T_RUN(copy_with_losses(folder, "cxx.data"));
	snprintf(path, sizeof(path), "%s/cut.data", folder->path);
	T_RUN(open_trace(&whole, "cxx.data", "symbol"));
	T_RUN(open_trace(&cut, path, "symbol"));
	whole.pipeline.order.children = cut.pipeline.order.children = true;
	T_RUN(make_rows(&whole, whole.pipeline.fold));
	T_RUN(make_rows(&cut, cut.pipeline.fold));
	T_RUN(compare_shares(&whole.profile->events[0].hist, &cut.profile->events[0].hist));
	profiled__exit(&whole);
	profiled__exit(&cut);
	return TEST_OK;
}

static int test_interval(void)
{
	return folder__run(check_interval);
}

/* The column of it shows both ends, or one number where they are the same. */
static int test_range(void)
{
	const struct column *range = column__find("range", 5);
	uint32_t nr_both = 0, nr_one = 0;
	const struct hist *hist;
	struct profiled d;

	T_CHECK(range);
	T_RUN(open_trace(&d, "overrun.data", "symbol"));
	d.pipeline.order.children = true;
	T_RUN(make_rows(&d, d.pipeline.fold));
	hist = &d.profile->events[0].hist;
	for (uint32_t i = 0; i < hist->nr; i++) {
		const struct hist_entry *entry = &hist->entries[i];
		double low = 100.0 * entry->children.period / hist->total.period;
		double high = 100.0 * entry->most / hist->total.period, from, to;
		char text[64];

		T_EQ(range->value(entry), entry->children.period);
		column__format(range, hist, entry, 0, true, text, sizeof(text));
		if (sscanf(text, "%lf .. %lf%%", &from, &to) == 2) {
			nr_both++;
			T_CHECK(fabs(from - low) < 0.0051 && fabs(to - high) < 0.0051);
		} else {
			nr_one++;
			T_CHECK(fabs(from - low) < 0.0051 && fabs(from - high) < 0.0101);
		}
		column__format(range, hist, entry, range->width, false, text, sizeof(text));
		T_EQ(strlen(text), range->width);
		T_EQ(text[strlen(text) - 1], '%');
	}
	T_CHECK(nr_both > 100 && nr_one > 10);
	profiled__exit(&d);
	return TEST_OK;
}

/* ---- the plain count ---- */

static int compare_numbers(const void *a, const void *b)
{
	uint64_t na = *(const uint64_t *)a, nb = *(const uint64_t *)b;

	return (na > nb) - (na < nb);
}

/* Collects the delays of one thread within a time, sorted. Returns how many. */
static size_t collect(const struct profiled *d, int32_t tid, const struct zoom *time,
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

static int check_thread(const struct profiled *d, const struct hist_entry *entry,
			const struct zoom *time)
{
	uint64_t *delays = malloc((samples__nr(&d->pipeline.samples) + 1) * sizeof(*delays));
	size_t nr = collect(d, entry->who.tid, time, delays);
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

static int check_threads(struct profiled *d, const struct fold *fold, const struct zoom *time)
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
	struct profiled d;

	T_RUN(open_trace(&d, "forky-systemwide.data", "pid"));
	T_RUN(check_threads(&d, d.pipeline.fold, NULL));
	profiled__exit(&d);
	return TEST_OK;
}

/* A part of the time has the delays of its own samples. */
static int test_zoom(void)
{
	struct zooms zooms = {.nr = 1};
	struct zoom *time = &zooms.zooms[0];
	const struct session *session;
	struct fold *part;
	struct profiled d;

	T_RUN(open_trace(&d, "burn2.data", "pid"));
	session = d.pipeline.session;
	*time = (struct zoom){
		.kind = ZOOM_TIME,
		.start = session->stats.first_time + 3000000000,
		.end = session->stats.first_time + 3100000000,
	};
	T_EQ(zooms__apply(&zooms, d.pipeline.fold, &d.pipeline.samples, d.resolve, &part, NULL), 0);
	T_RUN(check_threads(&d, part, time));
	fold__delete(part);
	profiled__exit(&d);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"of classes, as the ledger has them", test_ledger},
	{"of threads, counted plainly", test_threads},
	{"in a part of the time", test_zoom},
	{"user stacks that are known", test_known},
	{"the greatest share of a row", test_most},
	{"the true share is in the interval", test_interval},
	{"the column of the interval", test_range},
	{0},
};

const struct test_suite suite__delays = {"delays", "How long samples waited for their record",
					 cases};
