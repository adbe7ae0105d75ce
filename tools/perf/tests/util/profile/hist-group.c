// SPDX-License-Identifier: GPL-2.0-only
/* Rows of the events of a group, side by side, and which events are a group. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/header/env.h"
#include "util/profile/event-group.h"
#include "util/profile/hist-group.h"

/* Hists of three events with the same columns: the second has no sample. */
struct world {
	struct stacks stacks; /* its hist is that of the first event */
	struct hist others[2];
};

static int add(struct stacks *stacks, const char *comm, const char *text, uint64_t period)
{
	T_EQ(stacks__add(stacks, comm, text, 1, period), 0);
	return TEST_OK;
}

static int world__init(struct world *world, const struct stacks_opts *opts, uint32_t sort_idx)
{
	struct stacks *stacks = &world->stacks;
	struct hist_member members[3] = {
		{&stacks->hist, true}, {&world->others[0], false}, {&world->others[1], true}};
	struct hist first;

	T_EQ(stacks__init(stacks, opts), 0);
	T_RUN(add(stacks, "a", "main;read", 60));
	T_RUN(add(stacks, "b", "main;write", 20));
	T_RUN(add(stacks, "c", "main;write", 20));
	first = stacks->hist;
	hist__init(&world->others[0], &first.conf);
	hist__init(&stacks->hist, &first.conf);
	T_RUN(add(stacks, "c", "main;write", 3));
	T_RUN(add(stacks, "d", "main;fault", 1));
	world->others[1] = stacks->hist;
	stacks->hist = first;
	T_EQ(hist__link(&stacks->hist, members, 3, sort_idx, NULL), 0);
	return TEST_OK;
}

static void world__exit(struct world *world)
{
	stacks__exit(&world->stacks);
	hist__exit(&world->others[0]);
	hist__exit(&world->others[1]);
}

static int check_rows(struct world *world, const char *want)
{
	char *text = stacks__rows(&world->stacks);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

/* A number of each event with samples; a row that only one event has is there; ties go by the others. */
static int test_rows(void)
{
	const struct stacks_opts opts = {.fields = "overhead,sample,comm"};
	struct world world;

	T_RUN(world__init(&world, &opts, 0));
	T_RUN(check_rows(&world, " 60.00% 0.00%| 1 0|a\n 20.00% 75.00%| 1 1|c\n"
				 " 20.00% 0.00%| 1 0|b\n 0.00% 25.00%| 0 1|d\n"));
	T_EQ(world.stacks.hist.nr_rows, 4);
	world__exit(&world);
	return TEST_OK;
}

/* Numbers are as wide as those of one event, and the column as all of them. */
static int test_width(void)
{
	const struct stacks_opts opts = {.fields = "overhead,comm"};
	const struct column *overhead;
	struct world world;
	const struct hist *hist = &world.stacks.hist;
	char cell[64];

	T_RUN(world__init(&world, &opts, 0));
	T_EQ(hist__sort(&world.stacks.hist, NULL), 0);
	overhead = hist->conf.order->fields.columns[0];
	T_EQ(hist__column_width(hist, overhead), 16);
	T_EQ(hist__column_width(hist, hist->conf.order->fields.columns[1]), strlen("Command"));
	column__format(overhead, hist, &hist->entries[hist->rows[1]], 16, false, cell,
		       sizeof(cell));
	T_STREQ(cell, "  20.00%  75.00%");
	column__format(overhead, hist, &hist->entries[hist->rows[1]], 16, false, cell, 11);
	T_STREQ(cell, "  20.00%  ");
	world__exit(&world);
	return TEST_OK;
}

static int test_sort(void)
{
	const struct stacks_opts opts = {.fields = "overhead,comm"};
	struct world world;

	T_RUN(world__init(&world, &opts, 2));
	T_RUN(check_rows(&world, " 20.00% 75.00%|c\n 0.00% 25.00%|d\n 60.00% 0.00%|a\n"
				 " 20.00% 0.00%|b\n"));
	world__exit(&world);
	/* there is no such event: the first one decides, alone */
	T_RUN(world__init(&world, &opts, 7));
	T_RUN(check_rows(&world, " 60.00% 0.00%|a\n 20.00% 0.00%|b\n 20.00% 75.00%|c\n"
				 " 0.00% 25.00%|d\n"));
	world__exit(&world);
	return TEST_OK;
}

/* Callers count, rows that only another event has are hidden by a limit, and have no call graph. */
static int test_children(void)
{
	struct stacks_opts opts = {.fields = "overhead_children,overhead,sym",
				   .graph = "graph,0,caller",
				   .children = true};
	const struct hist_entry *last;
	struct world world;
	const struct hist *hist = &world.stacks.hist;

	T_RUN(world__init(&world, &opts, 0));
	T_RUN(check_rows(&world, " 100.00% 100.00%| 0.00% 0.00%|[.] main\n"
				 " 60.00% 0.00%| 60.00% 0.00%|[.] read\n"
				 " 40.00% 75.00%| 40.00% 75.00%|[.] write\n"
				 " 0.00% 25.00%| 0.00% 25.00%|[.] fault\n"));
	last = &hist->entries[hist->rows[3]];
	T_CHECK(!hist__has_graph(hist, last));
	T_CHECK(hist__has_graph(hist, &hist->entries[hist->rows[2]]));
	world__exit(&world);
	opts.min_percent = 1;
	T_RUN(world__init(&world, &opts, 0));
	T_EQ(hist__sort(&world.stacks.hist, NULL), 0);
	T_EQ(hist->nr_rows, 3);
	T_EQ(hist->nr_hidden, 1);
	world__exit(&world);
	return TEST_OK;
}

/* ---- which events ---- */

#define NR_EVENTS 4

struct trial {
	struct show_opts show;
	struct profile profile;
	struct profile_event events[NR_EVENTS + 1]; /* the last one is not the profile's */
	struct defer_evsel evsels[NR_EVENTS + 1];
	struct sort_order order;
	struct env env;
};

static void trial__init(struct trial *trial)
{
	static char names[][16] = {"cycles", "faults", "dummy", "switches", "beyond"};

	*trial = (struct trial){.profile = {.events = trial->events, .nr_events = NR_EVENTS}};
	for (uint32_t i = 0; i <= NR_EVENTS; i++) {
		const struct hist_conf conf = {.order = &trial->order, .show = &trial->show};

		trial->evsels[i].name = names[i];
		trial->events[i] = (struct profile_event){.evsel = &trial->evsels[i],
							  .all.nr = i == 2 ? 0 : 10 + i,
							  .all.period = 100};
		hist__init(&trial->events[i].hist, &conf);
	}
}

static void trial__exit(struct trial *trial)
{
	for (uint32_t i = 0; i <= NR_EVENTS; i++)
		hist__exit(&trial->events[i].hist);
}

/* Checks the events that lead, with their names in "a|b"; the others are shown by those. */
static int check_groups(struct env_group *groups, uint32_t nr, struct event_group_opts opts,
			const char *want)
{
	struct env env = {.groups = groups, .nr_groups = nr};
	struct trial trial;
	char text[256] = "";

	trial__init(&trial);
	T_EQ(profile__link_groups(&trial.profile, &env, &opts, NULL), 0);
	for (uint32_t i = 0; i < NR_EVENTS; i++) {
		size_t len = strlen(text);

		if (trial.events[i].is_member)
			continue;
		T_EQ(!trial.events[i].hist.group, trial.events[i].nr_group == 0);
		if (len)
			text[len++] = '|';
		profile_event__name(&trial.events[i], text + len, sizeof(text) - len);
	}
	T_STREQ(text, want);
	trial__exit(&trial);
	return TEST_OK;
}

static int test_events(void)
{
	const struct event_group_opts none = {.on = true}, off = {0},
				      force = {.on = true, .set = true};
	struct env_group anon = {"{anon_group}", 0, 2}, named = {"mine", 1, 3};
	struct env_group overlap[] = {anon, named}, far = {"far", 3, 2},
			 huge = {"huge", 1, UINT32_MAX};
	struct env_group last = {"last", 2, 2}, beyond = {"beyond", 4, 1};
	struct env_group two[] = {far, anon, beyond, last}, one = {"one", 1, 1};

	T_RUN(check_groups(NULL, 0, none, "cycles|faults|dummy|switches"));
	T_RUN(check_groups(NULL, 0, force, "cycles, faults, switches"));
	T_RUN(check_groups(&anon, 1, none, "anon group { cycles, faults }|dummy|switches"));
	T_RUN(check_groups(&anon, 1, force, "anon group { cycles, faults }|dummy|switches"));
	T_RUN(check_groups(&anon, 1, off, "cycles|faults|dummy|switches"));
	/* what has no samples has no numbers in rows, and is not named */
	T_RUN(check_groups(&named, 1, none, "cycles|mine { faults, switches }"));
	/* groups that cannot be */
	T_RUN(check_groups(overlap, 2, none, "anon group { cycles, faults }|dummy|switches"));
	T_RUN(check_groups(&far, 1, none, "cycles|faults|dummy|switches"));
	T_RUN(check_groups(&huge, 1, none, "cycles|faults|dummy|switches"));
	T_RUN(check_groups(&beyond, 1, none, "cycles|faults|dummy|switches"));
	T_RUN(check_groups(&one, 1, none, "cycles|faults|dummy|switches"));
	/* they do not keep others from being */
	T_RUN(check_groups(two, 4, none, "anon group { cycles, faults }|last { switches }"));
	return TEST_OK;
}

/* The head counts the samples of all events; a name that is too long is cut. */
static int test_sum(void)
{
	struct env_group group = {"{anon_group}", 0, 4};
	const struct env env = {.groups = &group, .nr_groups = 1};
	const struct event_group_opts opts = {.on = true};
	struct profile_event sum;
	struct trial trial;
	char name[20];

	trial__init(&trial);
	for (uint32_t i = 0; i < NR_EVENTS; i++) {
		struct profile_event *event = &trial.events[i];

		event->shown = (struct sample_sum){2 + i, 50 + i};
		event->gained = 1 + i;
		event->gaps = 5 + i;
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
			event->classes[cls] = 100 * i + cls;
	}
	T_EQ(profile__link_groups(&trial.profile, &env, &opts, NULL), 0);
	sum = profile_event__sum(&trial.events[0]);
	T_EQ(sum.all.nr, 10 + 11 + 13);
	T_EQ(sum.all.period, 400);
	T_EQ(sum.shown.nr, 2 + 3 + 4 + 5);
	T_EQ(sum.shown.period, 50 + 51 + 52 + 53);
	T_EQ(sum.gained, 1 + 2 + 3 + 4);
	T_EQ(sum.gaps, 5 + 6 + 7 + 8);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		T_EQ(sum.classes[cls], 600 + 4 * cls);
	/* alone it is what it counts; what it leads does not change */
	T_EQ(profile_event__sum(&trial.events[1]).gaps, 6);
	T_EQ(trial.events[0].gaps, 5);
	T_EQ(profile_event__sum(&trial.events[1]).all.nr, 11);
	profile_event__name(&trial.events[0], name, sizeof(name));
	T_STREQ(name, "anon group { cycles");
	trial__exit(&trial);
	/* other columns, as fields of a tracepoint are: no rows to link */
	trial__init(&trial);
	trial.events[3].hist.conf.order = &trial.events[3].order;
	T_EQ(profile__link_groups(&trial.profile, &env, &opts, NULL), 0);
	T_EQ(trial.events[0].nr_group, 0);
	T_CHECK(!trial.events[1].is_member);
	trial__exit(&trial);
	return TEST_OK;
}

/* Every row has room for each event, so a group of too many is none. */
static int test_many(void)
{
	const struct event_group_opts force = {.on = true, .set = true};
	struct profile_event events[EVENT_GROUP_MAX + 1];
	struct profile profile = {.events = events};
	struct sort_order order = {0};
	const struct show_opts show = {0};
	const struct hist_conf conf = {.order = &order, .show = &show};
	const struct env env = {0};

	for (profile.nr_events = EVENT_GROUP_MAX; profile.nr_events <= ARRAY_SIZE(events);
	     profile.nr_events++) {
		memset(events, 0, sizeof(events));
		for (uint32_t i = 0; i < profile.nr_events; i++)
			hist__init(&events[i].hist, &conf);
		T_EQ(profile__link_groups(&profile, &env, &force, NULL), 0);
		T_EQ(events[0].nr_group, profile.nr_events > EVENT_GROUP_MAX ? 0 : EVENT_GROUP_MAX);
		for (uint32_t i = 0; i < profile.nr_events; i++)
			hist__exit(&events[i].hist);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"rows of all events", test_rows},
	{"widths", test_width},
	{"the event that sorts", test_sort},
	{"callers, limits, call graphs", test_children},
	{"groups of the trace, and forced ones", test_events},
	{"counts and names of groups", test_sum},
	{"more events than a row has room for", test_many},
	{0},
};

const struct test_suite suite__hist_group = {"hist-group", "Rows of the events of a group", cases};
