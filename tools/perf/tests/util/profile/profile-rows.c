// SPDX-License-Identifier: GPL-2.0-only
/*
 * The rows that a profile makes from the stacks of a fold: which stacks merge by name, which frames
 * are left out of chains, and how samples without a row are counted.
 */
#include <stdlib.h>

#include "tests/names-world.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/profile/hit-filter.h"

#define INNER 0xffffffff81000110
#define MID   0xffffffff81000210
#define OUTER 0xffffffff81000310

#define MAX_CHAIN 512

static const char kallsyms[] = "ffffffff81000000 T _text\n"
			       "ffffffff81000100 T inner\n"
			       "ffffffff81000200 T mid\n"
			       "ffffffff81000300 T outer\n"
			       "ffffffff81000400 T end\n";

static const struct names_task task = {101, 101, 3}, on_other_cpu = {101, 101, 4};

static const uint64_t whole[] = {
	DEFER_CONTEXT_KERNEL, INNER, MID, OUTER, DEFER_CONTEXT_USER, 0x400010, 0x400020,
};
static const uint64_t kernel_only[] = {DEFER_CONTEXT_KERNEL, INNER, MID, OUTER};

static int begin(struct names_world *w)
{
	T_RUN(names_world__init(w, kallsyms));
	names_world__comm(w, 100, task, "prog", true);
	names_world__mmap(w, 110, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/prog");
	return TEST_OK;
}

static void add_whole(struct names_world *w, uint64_t time, struct names_task t)
{
	names_world__sample(w, time, t, DEFER_MISC_KERNEL, INNER, whole, 7, 0);
}

/* Makes the profile of what was read; @opts without order, and with the default graph. */
static int make(struct names_world *w, const char *sort, const struct fold *fold,
		struct profile_opts opts)
{
	const struct sort_opts sopts = {.sort = sort, .fields = strchr(sort, '_') ? sort : NULL};

	w->show = opts.show ? *opts.show : (struct show_opts){0};
	w->show.graph = (struct graph_conf)GRAPH_CONF_DEFAULT;
	T_EQ(sort_order__init(&w->order, &sopts, NULL), 0);
	opts.order = &w->order;
	opts.show = &w->show;
	profile__delete(w->profile);
	w->profile = NULL;
	T_EQ(profile__new(&w->profile, w->session, fold, w->resolve, &opts, NULL), 0);
	T_EQ(hist__sort(&w->profile->events[0].hist, NULL), 0);
	return TEST_OK;
}

static const struct profile_event *event_of(const struct names_world *w)
{
	return &w->profile->events[0];
}

/* The chain of stack @i, the outermost function first; "?" for one without a name. */
static void chain_text(const struct names_world *w, size_t i, char *buf, size_t size)
{
	const struct chain_tree *chains = &w->profile->chains;
	uint32_t path[MAX_CHAIN], nr = 0;
	size_t at = 0;

	for (uint32_t node = event_of(w)->hist.stacks[i].chain;
	     node != CHAIN_ROOT && nr < MAX_CHAIN; node = chains->nodes[node].parent)
		path[nr++] = chains->nodes[node].func;
	*buf = '\0';
	while (nr-- && at < size) {
		const struct func *func = funcs__at(&w->profile->funcs, path[nr]);

		at += snprintf(buf + at, size - at, "%s%s", at ? ";" : "",
			       func->name ? func->name : "?");
	}
}

static int check_chain(struct names_world *w, struct profile_opts opts, const char *want)
{
	char text[256];

	T_RUN(make(w, "sym", w->fold, opts));
	T_EQ(event_of(w)->hist.nr_stacks, 1);
	chain_text(w, 0, text, sizeof(text));
	T_STREQ(text, want);
	return TEST_OK;
}

/* ---- chains ---- */

/* The innermost frames stay; the cut may be shown. */
static int test_max_stack(void)
{
	struct names_world w;

	T_RUN(begin(&w));
	add_whole(&w, 1000, task);
	T_RUN(names_world__read(&w, 0));
	T_RUN(check_chain(&w, (struct profile_opts){0}, "?;?;outer;mid;inner"));
	T_RUN(check_chain(
		&w,
		(struct profile_opts){.show = &(struct show_opts){.max_stack = 5, .say_cut = true}},
		"?;?;outer;mid;inner"));
	T_RUN(check_chain(&w, (struct profile_opts){.show = &(struct show_opts){.max_stack = 4}},
			  "?;outer;mid;inner"));
	T_RUN(check_chain(
		&w,
		(struct profile_opts){.show = &(struct show_opts){.max_stack = 4, .say_cut = true}},
		"[stack cut];?;outer;mid;inner"));
	T_RUN(check_chain(
		&w,
		(struct profile_opts){.show = &(struct show_opts){.max_stack = 3, .say_cut = true}},
		"[stack cut];outer;mid;inner"));
	T_RUN(check_chain(&w, (struct profile_opts){.show = &(struct show_opts){.max_stack = 2}},
			  "mid;inner"));
	names_world__exit(&w);
	return TEST_OK;
}

static int test_max_stack_kernel(void)
{
	struct names_world w;

	T_RUN(begin(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, INNER, kernel_only, 4, 0);
	T_RUN(names_world__read(&w, 0));
	T_RUN(check_chain(
		&w,
		(struct profile_opts){.show = &(struct show_opts){.max_stack = 3, .say_cut = true}},
		"outer;mid;inner"));
	T_RUN(check_chain(
		&w,
		(struct profile_opts){.show = &(struct show_opts){.max_stack = 2, .say_cut = true}},
		"[stack cut];mid;inner"));
	names_world__exit(&w);
	return TEST_OK;
}

/* Frames without a symbol, and samples that hit none. */
static int test_hide_unresolved(void)
{
	const struct show_opts show = {.hide_unresolved = true};
	const struct profile_opts hide = {.show = &show};
	struct names_world w;

	T_RUN(begin(&w));
	add_whole(&w, 1000, task);
	names_world__sample(&w, 1100, task, DEFER_MISC_USER, 0x400010, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_RUN(check_chain(&w, hide, "outer;mid;inner"));
	T_EQ(event_of(&w)->all.nr, 1);
	T_EQ(event_of(&w)->shown.nr, 1);
	T_RUN(make(&w, "sym", w.fold, (struct profile_opts){0}));
	T_EQ(event_of(&w)->all.nr, 2);
	names_world__exit(&w);
	return TEST_OK;
}

/* /usr/bin/deep of the test data: level255 is called from deep(), and level0 is innermost. */
static int test_inlined(void)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct resolve_opts opts = {.inlines = true, .nr_workers = 1};
	const uint64_t start = 0x10000000, offset = 0x1000;
	struct names_world w;
	size_t size = 16384;
	char *text = malloc(size);

	T_NEED_RECORDED();
	T_CHECK(text);
	if (!dir)
		T_FAIL("PERF_DEFER_TEST_DATA is not set");
	T_RUN(begin(&w));
	snprintf(w.symfs, sizeof(w.symfs), "%s/symfs", dir);
	/* The maps of this world begin at the file's first byte. */
	names_world__mmap(&w, 120, task, DEFER_MISC_USER, start, 0x90000, "/usr/bin/deep");
	names_world__sample(&w, 1000, task, DEFER_MISC_USER, start + offset, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	opts.conf = &w.conf;
	resolve__delete(w.resolve);
	T_EQ(resolve__new(&w.resolve, w.session->machine, &opts, NULL), 0);
	T_RUN(make(&w, "sym", w.fold, (struct profile_opts){0}));
	T_EQ(event_of(&w)->hist.nr_stacks, 1);
	chain_text(&w, 0, text, size);
	T_CHECK(!strncmp(text, "deep;level255;level254;", 23));
	T_CHECK(strstr(text, ";level1;level0"));
	free(text);
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- which stacks are one ---- */

static int check_nr(struct names_world *w, const char *sort, size_t nr_stacks, uint32_t nr_rows)
{
	T_RUN(make(w, sort, w->fold, (struct profile_opts){0}));
	T_EQ(event_of(w)->hist.nr_stacks, nr_stacks);
	T_EQ(names_world__nr_rows(w), nr_rows);
	return TEST_OK;
}

/* Equal stacks of two classes: they are two if a column asks for that. */
static int test_class(void)
{
	const uint64_t user[] = {DEFER_CONTEXT_USER, 0x400010, 0x400020};
	struct names_world w;

	T_RUN(begin(&w));
	add_whole(&w, 1000, task);
	names_world__sample(&w, 1100, task, DEFER_MISC_KERNEL, INNER, kernel_only, 4, 0x700000001);
	names_world__deferred(&w, 1200, task, 0x700000001, user, 3);
	T_RUN(names_world__read(&w, 0));
	T_EQ(fold__nr(w.fold), 2);
	T_RUN(check_nr(&w, "sym", 1, 1));
	T_RUN(check_nr(&w, "sym,class", 2, 2));
	T_EQ(event_of(&w)->classes[DEFER_INLINE], 1);
	T_EQ(event_of(&w)->classes[DEFER_MERGED], 1);
	names_world__exit(&w);
	return TEST_OK;
}

static int test_cpu(void)
{
	struct names_world w;

	T_RUN(begin(&w));
	add_whole(&w, 1000, task);
	add_whole(&w, 1100, on_other_cpu);
	T_RUN(names_world__read(&w, FOLD_BY_CPU));
	T_RUN(check_nr(&w, "sym", 2, 1));
	T_RUN(check_nr(&w, "cpu", 2, 2));
	names_world__exit(&w);
	return TEST_OK;
}

/* Two places of one function: what they count is added up. */
static int test_counts(void)
{
	const uint64_t other[] = {DEFER_CONTEXT_KERNEL, INNER + 8, MID + 8, OUTER};
	struct names_world w;
	const struct hist_stack *named;
	struct stack *stacks;
	struct fold *part;

	T_RUN(begin(&w));
	names_world__sample(&w, 1000, task, DEFER_MISC_KERNEL, INNER, kernel_only, 4, 0);
	names_world__sample(&w, 1100, task, DEFER_MISC_KERNEL, INNER + 8, other, 4, 0);
	T_RUN(names_world__read(&w, 0));
	T_EQ(fold__nr(w.fold), 2);
	stacks = calloc(2, sizeof(*stacks));
	T_CHECK(stacks);
	for (uint32_t i = 0; i < 2; i++) {
		stacks[i] = *fold__stack(w.fold, i);
		stacks[i].sums.period = 10 + i;
		stacks[i].sums.weight = 20 + i;
		stacks[i].sums.latency = 30 + i;
	}
	T_EQ(fold__new_part(&part, w.fold, stacks, 2, NULL), 0);
	T_RUN(make(&w, "sym", part, (struct profile_opts){0}));
	T_EQ(event_of(&w)->hist.nr_stacks, 1);
	named = &event_of(&w)->hist.stacks[0];
	T_EQ(named->sums.nr, 2);
	T_EQ(named->sums.period, 21);
	T_EQ(named->sums.weight, 41);
	T_EQ(named->sums.latency, 61);
	T_EQ(event_of(&w)->all.nr, 2);
	T_EQ(event_of(&w)->all.period, 21);
	fold__delete(part);
	names_world__exit(&w);
	return TEST_OK;
}

/* Time in the kernel and in user mode, of the same thread. */
static int test_modes(void)
{
	uint64_t sys = 0, us = 0;
	struct names_world w;

	T_RUN(begin(&w));
	add_whole(&w, 1000, task);
	names_world__sample(&w, 1100, task, DEFER_MISC_USER, 0x400010, NULL, 0, 0);
	names_world__sample(&w, 1200, task, DEFER_MISC_USER, 0x400010, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_RUN(make(&w, "comm", w.fold, (struct profile_opts){0}));
	T_EQ(event_of(&w)->hist.nr, 1);
	sys = event_of(&w)->hist.entries[0].modes.sys;
	us = event_of(&w)->hist.entries[0].modes.us;
	T_EQ(sys, 1);
	T_EQ(us, 2);
	names_world__exit(&w);
	return TEST_OK;
}

/* ---- filters ---- */

static int check_filter(struct names_world *w, struct profile_opts opts, uint64_t total,
			uint64_t shown)
{
	T_RUN(make(w, "sym", w->fold, opts));
	T_EQ(event_of(w)->all.nr, total);
	T_EQ(event_of(w)->all.period, total);
	T_EQ(event_of(w)->hist.total.period, total);
	T_EQ(event_of(w)->shown.nr, shown);
	T_EQ(event_of(w)->shown.period, shown);
	return TEST_OK;
}

/* Filtered rows count in the total, unless percentages are relative to the rows shown. */
static int test_filters(void)
{
	struct hit_filter only = {0};
	struct names_world w;

	T_RUN(begin(&w));
	add_whole(&w, 1000, task);
	names_world__sample(&w, 1100, task, DEFER_MISC_USER, 0x400010, NULL, 0, 0);
	names_world__sample(&w, 1200, task, DEFER_MISC_USER, 0x400010, NULL, 0, 0);
	T_RUN(names_world__read(&w, 0));
	T_RUN(check_filter(&w, (struct profile_opts){.hits = &only}, 3, 3));
	T_EQ(strlist__parse(&only.symbols, "inner", NULL), 0);
	T_RUN(check_filter(&w, (struct profile_opts){.hits = &only}, 3, 1));
	T_RUN(check_filter(
		&w,
		(struct profile_opts){.hits = &only, .show = &(struct show_opts){.relative = true}},
		1, 1));
	strlist__exit(&only.symbols);
	T_EQ(strlist__parse(&only.dsos, "/bin/prog", NULL), 0);
	T_RUN(check_filter(&w, (struct profile_opts){.hits = &only}, 3, 2));
	strlist__exit(&only.dsos);
	T_EQ(strlist__parse(&only.dsos, "prog", NULL), 0);
	T_RUN(check_filter(
		&w,
		(struct profile_opts){.hits = &only, .show = &(struct show_opts){.relative = true}},
		2, 2));
	strlist__exit(&only.dsos);
	names_world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"chains deeper than are shown", test_max_stack},
	{"kernel chains deeper than are shown", test_max_stack_kernel},
	{"frames without a symbol", test_hide_unresolved},
	{"inlined functions", test_inlined},
	{"stacks of two classes", test_class},
	{"stacks of two CPUs", test_cpu},
	{"two places of one function", test_counts},
	{"modes", test_modes},
	{"samples that are filtered", test_filters},
	{0},
};

const struct test_suite suite__profile_rows = {"profile-rows", "Which stacks become one row",
					       cases};
