// SPDX-License-Identifier: GPL-2.0-only
/* The rows, words and notes that all kinds of a ledger share. */
#include <stdlib.h>

#include <perf/defer-stitch.h>

#include "tests/tests.h"
#include "ui/ledger/ledger-view.h"
#include "util/base/array.h"
#include "util/session/session.h"

/* Cut off, not rounded: 100.00% means all. */
static int test_known(void)
{
	static const struct {
		uint64_t merged, lost, kernel;
		const char *known;
	} shares[] = {
		{0, 0, 0, "-"},	     {0, 0, 5, "-"},	     {3, 0, 0, "100.00%"},
		{0, 3, 0, "0.00%"},  {9999, 1, 7, "99.99%"}, {99999, 1, 7, "99.99%"},
		{2, 1, 0, "66.66%"},
	};
	char buf[LEDGER_PERCENT_LEN];

	for (size_t i = 0; i < ARRAY_SIZE(shares); i++) {
		struct tally tally = {.samples =
					      shares[i].merged + shares[i].lost + shares[i].kernel};

		tally.classes[DEFER_MERGED] = shares[i].merged;
		tally.classes[DEFER_LOST] = shares[i].lost;
		tally.classes[DEFER_KERNEL] = shares[i].kernel;
		T_STREQ(ledger_view__known(&tally, buf), shares[i].known);
	}
	return TEST_OK;
}

static int test_why_none(void)
{
	struct tally tally = {.samples = 0};

	T_STREQ(ledger_view__why_none(&tally), "there are no samples");
	tally.samples = tally.classes[DEFER_KERNEL] = 1;
	T_STREQ(ledger_view__why_none(&tally), "all samples are kernel-only");
	tally.samples = 2;
	tally.classes[DEFER_NOT_ASKED] = 1;
	T_STREQ(ledger_view__why_none(&tally), "none was asked for where one existed");
	tally.classes[DEFER_KERNEL] = 0;
	T_STREQ(ledger_view__why_none(&tally), "none was asked for");
	return TEST_OK;
}

static int test_told(void)
{
	static const struct {
		struct loss_counts total;
		const char *text;
	} told[] = {
		{{.lost = 0}, "The kernel reports 0 lost records."},
		{{.lost = 7, .records = 2}, "The kernel reports 7 lost records."},
		{{.lost_samples = 1},
		 "The kernel reports 0 lost records; by event: 1 samples, 0 user stacks, "
		 "0 other records."},
		{{.lost_stacks = 2},
		 "The kernel reports 0 lost records; by event: 0 samples, 2 user stacks, "
		 "0 other records."},
		{{.lost_others = 3},
		 "The kernel reports 0 lost records; by event: 0 samples, 0 user stacks, "
		 "3 other records."},
	};
	char buf[LEDGER_TOLD_LEN];

	for (size_t i = 0; i < ARRAY_SIZE(told); i++) {
		const struct losses losses = {.total = told[i].total};

		T_STREQ(ledger_view__told(&losses, buf), told[i].text);
	}
	return TEST_OK;
}

/* ---- rows ---- */

static int check_row(const struct ledger_row *row, int32_t key, const struct tally *tally,
		     uint64_t lost)
{
	T_EQ(row->key, key);
	T_CHECK(row->tally == tally);
	T_EQ(row->losses->lost, lost);
	return TEST_OK;
}

/* Rows have samples, losses, or both, in order of the keys; the CPU that is not known comes last. */
static int test_rows(void)
{
	struct tally tally[] = {{.key.a = 0}, {.key.a = 2}, {.key.a = (uint32_t)-1}};
	const struct tallies tallies = {.tally = tally, .nr = 3};
	struct loss_counts lost[] = {
		{.key = 1, .records = 1, .lost = 10},
		{.key = 2, .records = 1, .lost = 20},
		{.key = 3},
		{.key = 4, .records = 1, .lost = 40},
		{.key = -1, .records = 1, .lost = 50},
	};
	const struct losses losses = {.cpus = lost, .nr = 5, .events = lost, .nr_events = 4};
	const struct losses no_events = {.cpus = lost, .nr = 5, .nr_events = 4};
	struct ledger_row *rows;
	uint32_t nr;

	rows = ledger_view__cpus(&tallies, &losses, &nr);
	T_EQ(nr, 5);
	T_RUN(check_row(&rows[0], 0, &tally[0], 0));
	T_RUN(check_row(&rows[1], 1, NULL, 10));
	T_RUN(check_row(&rows[2], 2, &tally[1], 20));
	T_RUN(check_row(&rows[3], 4, NULL, 40));
	T_RUN(check_row(&rows[4], -1, &tally[2], 50));
	free(rows);
	rows = ledger_view__cpus(&tallies, NULL, &nr);
	T_EQ(nr, 3);
	T_RUN(check_row(&rows[1], 2, &tally[1], 0));
	free(rows);
	rows = ledger_view__events(&tallies, &losses, &nr);
	T_EQ(nr, 5);
	T_RUN(check_row(&rows[3], 4, NULL, 40));
	T_RUN(check_row(&rows[4], -1, &tally[2], 0));
	free(rows);
	rows = ledger_view__events(&tallies, &no_events, &nr);
	T_EQ(nr, 3);
	free(rows);
	rows = ledger_view__events(&(const struct tallies){0}, NULL, &nr);
	T_EQ(nr, 0);
	T_CHECK(rows);
	free(rows);
	return TEST_OK;
}

/* A row for each thread and class that is missing: by class, the most samples first. */
static int test_losses(void)
{
	static const struct ledger_loss want[] = {
		{0, DEFER_LOST, 3},    {2, DEFER_LOST, 2},    {3, DEFER_LOST, 2},
		{1, DEFER_PENDING, 9}, {0, DEFER_PENDING, 1}, {2, DEFER_EXITED, 4},
	};
	struct tally tally[4] = {{.samples = 0}};
	const struct tallies threads = {.tally = tally, .nr = 4};
	struct ledger_loss *losses;
	uint32_t nr;

	for (size_t i = 0; i < ARRAY_SIZE(want); i++)
		tally[want[i].thread].classes[want[i].cls] = want[i].samples;
	tally[1].classes[DEFER_MERGED] = 100;
	tally[3].classes[DEFER_KERNEL] = 100;
	losses = ledger_view__losses(&threads, &nr);
	T_CHECK(losses);
	T_EQ(nr, ARRAY_SIZE(want));
	for (uint32_t i = 0; i < nr; i++) {
		T_EQ(losses[i].thread, want[i].thread);
		T_EQ(losses[i].cls, want[i].cls);
		T_EQ(losses[i].samples, want[i].samples);
	}
	free(losses);
	return TEST_OK;
}

/* ---- notes ---- */

struct noted {
	struct session session;
	struct ledger ledger;
	const char *text; /* "topic: text", one for each note */
};

static int check_notes(const struct noted *noted)
{
	struct session session = noted->session;
	struct ledger_note notes[LEDGER_MAX_NOTES];
	char text[1024] = "";
	unsigned int nr;

	session.stitch = defer_stitch__new(&(const struct defer_stitch_opts){0});
	T_CHECK(session.stitch);
	nr = ledger_view__notes(&session, &noted->ledger, notes);
	for (unsigned int i = 0; i < nr; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s: %s\n",
			 notes[i].topic, notes[i].text);
	defer_stitch__delete(session.stitch);
	T_STREQ(text, noted->text);
	return TEST_OK;
}

static int test_notes(void)
{
	static const struct noted noted[] = {
		{.text = ""},
		{{.no_time = true},
		 .text = "Time: the samples have none; the order of the file is used instead\n"},
		{{.misses_sigreturn = true},
		 .text = "Signals: no kernel symbols (--kallsyms, -k): samples in rt_sigreturn get "
			 "what the signal interrupted\n"},
		{{.feed_stats.guest_records = 3},
		 .text = "Guests: 3 user stacks of guests, which match no sample of the host\n"},
		{{.feed_stats = {.clock_steps = 2, .max_step = 1500, .step_cpu = 4}},
		 .text = "Clock: went backward within one CPU, by up to 1.50 us (CPU 4); the order "
			 "of records is used there\n"},
		{.ledger = {.skids = 6},
		 .text = "Skids: 6 samples of events of user mode came late, in the kernel, which "
			 "does not tell where\n"},
		{{.stats.aux = {.bytes = 5, .kind = 1}},
		 .text = "AUX: 5 bytes of AUX area data (Intel PT), not decoded\n"},
		{{.no_time = true, .stats.aux = {.bytes = 6, .kind = 1}},
		 {.skids = 1},
		 "Time: the samples have none; the order of the file is used instead\n"
		 "Skids: 1 samples of events of user mode came late, in the kernel, which does not "
		 "tell where\n"
		 "AUX: 6 bytes of AUX area data (Intel PT), not decoded\n"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(noted); i++)
		T_RUN(check_notes(&noted[i]));
	return TEST_OK;
}

/* Kinds of AUX area data have names; counts do not wrap, and of several kinds the greatest stays. */
static int test_aux(void)
{
	struct aux_area aux = {.bytes = 5};

	for (uint32_t kind = 1; kind <= 7; kind++) {
		aux.kind = kind;
		T_CHECK(strcmp(aux_area__kind_name(&aux), "unknown type"));
	}
	T_STREQ(aux_area__kind_name(&aux), "PowerVM VPA DTL");
	aux.kind = 8;
	T_STREQ(aux_area__kind_name(&aux), "unknown type");
	aux.kind = 0;
	T_STREQ(aux_area__kind_name(&aux), "unknown type");
	aux_area__merge(&aux, &(const struct aux_area){7, 3});
	T_EQ(aux.bytes, 12);
	T_EQ(aux.kind, 3);
	aux_area__merge(&aux, &(const struct aux_area){UINT64_MAX - 12, 2});
	T_CHECK(aux.bytes == UINT64_MAX);
	T_EQ(aux.kind, 3);
	aux_area__merge(&aux, &(const struct aux_area){1, 0});
	T_CHECK(aux.bytes == UINT64_MAX);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the share that is known", test_known},
	{"why nothing is to be known", test_why_none},
	{"what the kernel reports as lost", test_told},
	{"rows of samples and of losses", test_rows},
	{"threads that miss user stacks", test_losses},
	{"notes of what is special", test_notes},
	{"kinds of AUX area data", test_aux},
	{0},
};

const struct test_suite suite__ledger_view = {"ledger-view", "Rows and words of ledgers", cases};
