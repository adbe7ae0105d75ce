// SPDX-License-Identifier: GPL-2.0-only
/* Rows as report prints them: heads, groups, levels, changes, widths and colours. */
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/stdio/hist.h"
#include "ui/stdio/recursion.h"
#include "util/profile/hist-group.h"
#include "util/profile/profile.h"
#include "util/session/filter.h"

/* Three events with the same columns. Alone, the first is the only one. */
struct world {
	struct stacks stacks; /* its hist is that of the first event */
	struct hist others[2];
	struct defer_evsel evsels[3];
	struct profile_event events[3];
	struct profile profile;
};

static char names[3][16] = {"cyc\033les", "none", "faults"};

static int world__init(struct world *world, const struct stacks_opts *opts, bool group)
{
	struct stacks *stacks = &world->stacks;
	struct hist_member members[3] = {
		{&stacks->hist, true}, {&world->others[0], false}, {&world->others[1], true}};
	struct hist first;

	*world = (struct world){0};
	T_EQ(stacks__init(stacks, opts), 0);
	T_EQ(stacks__add(stacks, "alpha,beta", "main;read;k:vfs", 30, 600), 0);
	T_EQ(stacks__add(stacks, "b\033", "main;write", 1, 390), 0);
	T_EQ(stacks__add(stacks, "c", "main;a_function_with_a_long_name", 5, 7), 0);
	T_EQ(stacks__add(stacks, "c", "main", 3, 3), 0);
	first = stacks->hist;
	if (group) {
		hist__init(&world->others[0], &first.conf);
		hist__init(&stacks->hist, &first.conf);
		T_EQ(stacks__add(stacks, "c", "main", 1, 3), 0);
		T_EQ(stacks__add(stacks, "d", "main;fault", 1, 1), 0);
		world->others[1] = stacks->hist;
		stacks->hist = first;
		T_EQ(hist__link(&stacks->hist, members, 3, 0, NULL), 0);
	}
	for (int i = 0; i < 3; i++) {
		world->evsels[i].name = names[i];
		world->events[i] =
			(struct profile_event){.evsel = &world->evsels[i], .is_member = i && group};
	}
	world->events[0].hist = stacks->hist;
	world->events[0].all = (struct sample_sum){39, 1000};
	world->events[0].nr_group = group ? 3 : 0;
	world->events[2].all = (struct sample_sum){group ? 2 : 0, 4};
	world->profile = (struct profile){.events = world->events, .nr_events = 3};
	return TEST_OK;
}

static void world__exit(struct world *world, bool group)
{
	world->stacks.hist = world->events[0].hist;
	stacks__exit(&world->stacks);
	if (group) {
		hist__exit(&world->others[0]);
		hist__exit(&world->others[1]);
	}
}

static int print(struct world *world, const struct hist_print *how, const char *want)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_EQ(profile__print(&world->profile, how, out, NULL), 0);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int check(const struct stacks_opts *opts, bool group, const struct hist_print *how,
		 const char *want)
{
	struct world world;

	T_RUN(world__init(&world, opts, group));
	T_RUN(print(&world, how, want));
	world__exit(&world, group);
	return TEST_OK;
}

static const char group_text[] = "# Samples: 41  of events 'cyc.les, faults'\n"
				 "# Event count (approx.): 1004\n"
				 "# Stacks: 0 of 0 samples have their user stack\n"
				 "#\n"
				 "#         Overhead                   Samples  Command   \n"
				 "# ................  ........................  ..........\n"
				 "#\n"
				 "    60.00%   0.00%            30           0  alpha,beta\n"
				 "    39.00%   0.00%             1           0  b.\n"
				 "     1.00%  75.00%             8           1  c\n"
				 "     0.00%  25.00%             0           1  d\n"
				 "\n"
				 "\n";
static const char group_color_text[] =
	"# Samples: 41  of events 'cyc.les, faults'\n"
	"# Event count (approx.): 1004\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"#         Overhead                   Samples  Command   \n"
	"# ................  ........................  ..........\n"
	"#\n"
	"  \033[31m  60.00%\033[m   0.00%            30           0  alpha,beta\n"
	"  \033[31m  39.00%\033[m   0.00%             1           0  b.\n"
	"  \033[32m   1.00%\033[m\033[31m  75.00%\033[m             8           1  c\n"
	"     0.00%\033[31m  25.00%\033[m             0           1  d\n"
	"\n"
	"\n";
static const char group_width_text[] = "    60.00%   0.00%            30           0  alpha,beta\n"
				       "    39.00%   0.00%             1           0  b.\n"
				       "     1.00%  75.00%             8           1  c\n"
				       "     0.00%  25.00%             0           1  d\n"
				       "\n"
				       "\n";
static const char group_levels_text[] =
	"# Samples: 41  of events 'cyc.les, faults'\n"
	"# Event count (approx.): 1004\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"#            Overhead  Command / Symbol\n"
	"# ...................  ..................................\n"
	"#\n"
	"  \033[31m  60.00%\033[m   0.00%     alpha,beta\n"
	"     \033[31m  60.00%\033[m   0.00%     [k] vfs\n"
	"  \033[31m  39.00%\033[m   0.00%     b.        \n"
	"     \033[31m  39.00%\033[m   0.00%     [.] write\n"
	"  \033[32m   1.00%\033[m\033[31m  75.00%\033[m     c         \n"
	"     \033[32m   0.70%\033[m   0.00%     [.] a_function_with_a_long_name\n"
	"        0.30%\033[31m  75.00%\033[m     [.] main\n"
	"     0.00%\033[31m  25.00%\033[m     d         \n"
	"        0.00%\033[31m  25.00%\033[m     [.] fault\n"
	"\n"
	"\n";
static const char rows_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"# Overhead  Command     Symbol                                Samples\n"
	"# ........  ..........  ...............................  ............\n"
	"#\n"
	"    60.00%  alpha,beta  [k] vfs                                    30\n"
	"    39.00%  b.          [.] write                                   1\n"
	"     0.70%  c           [.] a_function_with_a_long_name             5\n"
	"     0.30%  c           [.] main                                    3\n"
	"\n"
	"\n";
static const char sep_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"# Overhead,Command   ,Symbol                         ,     Samples\n"
	" 60.00% ,alpha.beta,[k] vfs                        , 30\n"
	" 39.00% ,b.        ,[.] write                      , 1\n"
	" 0.70%  ,c         ,[.] a_function_with_a_long_name, 5\n"
	" 0.30%  ,c         ,[.] main                       , 3\n"
	"\n"
	"\n";
static const char width_text[] = "# Samples: 39  of event 'cyc.les'\n"
				 "# Event count (approx.): 1000\n"
				 "# Stacks: 0 of 0 samples have their user stack\n"
				 "#\n"
				 "# Overhead  Command  Symbol                           Samples\n"
				 "# .....  ..  ...............................  ...\n"
				 "#\n"
				 "   60.0  al  [k] vfs                           30\n"
				 "   39.0  b.  [.] write                          1\n"
				 "   0.70  c   [.] a_function_with_a_long_name    5\n"
				 "   0.30  c   [.] main                           3\n"
				 "\n"
				 "\n";
static const char wide_text[] = "        60.00%  alpha,beta\n"
				"            |\n"
				"            ---main\n"
				"               read\n"
				"               vfs\n"
				"\n"
				"        39.00%  b.\n"
				"            |\n"
				"            ---main\n"
				"               write\n"
				"\n"
				"         1.00%  c\n"
				"            |\n"
				"            ---main\n"
				"               |          \n"
				"                --0.70%--a_function_with_a_long_name\n"
				"\n"
				"\n"
				"\n";
static const char color_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"# Overhead  Command     Symbol                                Samples\n"
	"# ........  ..........  ...............................  ............\n"
	"#\n"
	"  \033[31m  60.00%\033[m  alpha,beta  [k] vfs                                 "
	"   30\n"
	"  \033[31m  39.00%\033[m  b.          [.] write                               "
	"    1\n"
	"  \033[32m   0.70%\033[m  c           [.] a_function_with_a_long_name         "
	"    5\n"
	"     0.30%  c           [.] main                                    3\n"
	"\n"
	"\n";
static const char graph_text[] = "# Samples: 39  of event 'cyc.les'\n"
				 "# Event count (approx.): 1000\n"
				 "# Stacks: 0 of 0 samples have their user stack\n"
				 "#\n"
				 "# Overhead  Command   \n"
				 "# ........  ..........\n"
				 "#\n"
				 "    60.00%  alpha,beta\n"
				 "            |\n"
				 "            ---main\n"
				 "               read\n"
				 "               vfs\n"
				 "\n"
				 "    39.00%  b.\n"
				 "            |\n"
				 "            ---main\n"
				 "               write\n"
				 "\n"
				 "     1.00%  c\n"
				 "            |\n"
				 "            ---main\n"
				 "               |          \n"
				 "                --0.70%--a_function_with_a_long_name\n"
				 "\n"
				 "\n"
				 "\n";
static const char levels_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"#    Overhead  Command / Symbol+Shared Object\n"
	"# ...........  ....................................................\n"
	"#\n"
	"    60.00%     alpha,beta\n"
	"       60.00%     [k] vfs  [kernel.kallsyms]\n"
	"    39.00%     b.        \n"
	"       39.00%     [.] write  prog             \n"
	"     1.00%     c         \n"
	"        0.70%     [.] a_function_with_a_long_name  prog             \n"
	"        0.30%     [.] main  prog             \n"
	"\n"
	"\n";
static const char levels_sep_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"# Overhead,Command / Symbol+Shared Object\n"
	"# ........,....................................................\n"
	"#\n"
	" 60.00% ,alpha.beta\n"
	"    60.00% ,[k] vfs,[kernel.kallsyms]\n"
	" 39.00% ,b.        \n"
	"    39.00% ,[.] write,prog             \n"
	" 1.00%  ,c         \n"
	"    0.70%  ,[.] a_function_with_a_long_name,prog             \n"
	"    0.30%  ,[.] main,prog             \n"
	"\n"
	"\n";
static const char levels_color_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"#    Overhead  Command / Symbol+Shared Object\n"
	"# ...........  ....................................................\n"
	"#\n"
	"  \033[31m  60.00%\033[m     alpha,beta\n"
	"     \033[31m  60.00%\033[m     [k] vfs  [kernel.kallsyms]\n"
	"  \033[31m  39.00%\033[m     b.        \n"
	"     \033[31m  39.00%\033[m     [.] write  prog             \n"
	"  \033[32m   1.00%\033[m     c         \n"
	"     \033[32m   0.70%\033[m     [.] a_function_with_a_long_name  prog         "
	"    \n"
	"        0.30%     [.] main  prog             \n"
	"\n"
	"\n";
static const char levels_first_text[] = "# Samples: 39  of event 'cyc.les'\n"
					"# Event count (approx.): 1000\n"
					"# Stacks: 0 of 0 samples have their user stack\n"
					"#\n"
					"#    Overhead  Symbol / Command\n"
					"# ...........  ...............................\n"
					"#\n"
					"    60.00%     [k] vfs\n"
					"       60.00%     alpha,beta\n"
					"    39.00%     [.] write\n"
					"       39.00%     b.        \n"
					"     0.70%     [.] a_function_with_a_long_name\n"
					"        0.70%     c         \n"
					"     0.30%     [.] main\n"
					"        0.30%     c         \n"
					"\n"
					"\n";
static const char levels_hidden_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"#    Overhead  Command / Symbol+Shared Object\n"
	"# ...........  ....................................................\n"
	"#\n"
	"    60.00%     alpha,beta\n"
	"       60.00%     [k] vfs  [kernel.kallsyms]\n"
	"    39.00%     b.        \n"
	"       39.00%     [.] write  prog             \n"
	"     1.00%     c         \n"
	"                  no entry >= 0.80%\n"
	"\n"
	"\n";
static const char levels_graph_text[] =
	"# Samples: 39  of event 'cyc.les'\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 0 of 0 samples have their user stack\n"
	"#\n"
	"#    Overhead  Command / Symbol+Shared Object\n"
	"# ...........  ....................................................\n"
	"#\n"
	"    60.00%     alpha,beta\n"
	"       60.00%     [k] vfs  [kernel.kallsyms]\n"
	"            |\n"
	"            ---main\n"
	"               read\n"
	"               vfs\n"
	"\n"
	"    39.00%     b.        \n"
	"       39.00%     [.] write  prog             \n"
	"            |\n"
	"            ---main\n"
	"               write\n"
	"\n"
	"     1.00%     c         \n"
	"                  no entry >= 0.80%\n"
	"\n"
	"\n";
static const char change_text[] = "# Samples: 17K of event 'cyc.les'\n"
				  "# Event count (approx.): 170000\n"
				  "# Stacks: 0 of 0 samples have their user stack\n"
				  "# Baseline: 6,066 samples; ~ marks changes that may be chance\n"
				  "#\n"
				  "# Overhead  Delta Abs  Command\n"
				  "# ........  .........  .......\n"
				  "#\n"
				  "    65.93%    +32.96%  a\n"
				  "    32.97%    -32.97%  b\n"
				  "     1.10%    ~+0.01%  c\n"
				  "\n"
				  "\n";
static const char change_color_text[] = "  \033[31m  65.93%\033[m  \033[31m  +32.96%\033[m  a\n"
					"  \033[31m  32.97%\033[m  \033[34m  -32.97%\033[m  b\n"
					"  \033[32m   1.10%\033[m    ~+0.01%  c\n"
					"\n"
					"\n";
static const char head_text[] =
	"# Samples: 12M of event 'cyc.les' (time slices: 10%-20%)\n"
	"# Event count (approx.): 1000\n"
	"# Stacks: 4,016 of 21,227 samples have their user stack (1,000 merged, 1,001 "
	"merged-back, 1,002 inline, 1,013 unwound), 1,003 kernel, 1,005 pending, 1,006 "
	"exec, 1,007 exited, 1,008 ambiguous, 1,009 not-recorded, 1,010 not-unwound, "
	"1,011 not-asked, 1,012 sigreturn, 1,014 dump-ended, 1,015 no-cfi, 1,016 "
	"no-file, 1,017 wrong-build, 1,018 no-register, 1,019 no-growth, 1,020 "
	"bad-cfi, 1,021 too-deep\n"
	"# Repair: 1,234 stacks gained frames, 5 lack callers\n"
	"#\n"
	"# Command   \n"
	"# ..........\n"
	"#\n"
	"  alpha,beta\n"
	"  b.\n"
	"  c\n"
	"\n"
	"\n";
static const char no_head_text[] = "# Samples: 12M of event 'cyc.les'\n"
				   "# Event count (approx.): 1000\n"
				   "# Stacks: 0 of 2 samples have their user stack, 2 lost\n"
				   "# Repair: 0 stacks gained frames, 5 lack callers\n"
				   "#\n"
				   "# Command   \n"
				   "# ..........\n"
				   "#\n"
				   "  alpha,beta\n"
				   "  b.\n"
				   "  c\n"
				   "\n"
				   "\n";

static const char recursion_text[] =
	"# Functions that are more than once in a stack, of event 'cyc.les'\n"
	"#\n"
	"#   Share     Samples  Deepest  Where   Function                          Called again "
	"by\n"
	"   28.57%           3        3  user    walk                               75.00% walk\n"
	"    7.14%           2        2  kernel  lo.ck                             100.00% walk\n"
	"\n"
	"# Functions that are more than once in a stack, of event 'faults'\n"
	"#\n"
	"#   Share     Samples  Deepest  Where   Function                          Called again "
	"by\n"
	"# none\n";

/* A number for each event that has samples, as wide as the widest; the sum is in the head. */
static int test_groups(void)
{
	const struct stacks_opts opts = {.fields = "overhead,sample,comm", .graph = "none"},
				 levels = {.sort = "comm,sym", .graph = "none", .hierarchy = true};
	const struct hist_print plain = {0}, color = {.color = true},
				widths = {.widths = "3,20,2", .quiet = true};

	T_RUN(check(&opts, true, &plain, group_text));
	T_RUN(check(&opts, true, &color, group_color_text));
	T_RUN(check(&opts, true, &widths, group_width_text));
	T_RUN(check(&levels, true, &color, group_levels_text));
	return TEST_OK;
}

static int test_rows(void)
{
	const struct stacks_opts opts = {.fields = "overhead,comm,sym,sample", .graph = "none"},
				 graph = {.fields = "overhead,comm", .graph = "caller"};
	const struct hist_print plain = {0}, sep = {.sep = ","}, widths = {.widths = "5,2,0,3"},
				wide = {.widths = "12,,x", .quiet = true}, color = {.color = true};

	T_RUN(check(&opts, false, &plain, rows_text));
	T_RUN(check(&opts, false, &sep, sep_text));
	T_RUN(check(&opts, false, &widths, width_text));
	T_RUN(check(&graph, false, &wide, wide_text));
	T_RUN(check(&opts, false, &color, color_text));
	T_RUN(check(&graph, false, &plain, graph_text));
	return TEST_OK;
}

/* Levels whose rows are all below a limit say so; those of one row beside others do not. */
static int test_levels(void)
{
	const struct stacks_opts wide_first = {
		.sort = "sym,comm", .graph = "none", .hierarchy = true};
	struct stacks_opts opts = {.sort = "comm,{sym,dso}", .graph = "none", .hierarchy = true};
	const struct hist_print plain = {0}, sep = {.sep = ","}, color = {.color = true};

	T_RUN(check(&opts, false, &plain, levels_text));
	T_RUN(check(&opts, false, &sep, levels_sep_text));
	T_RUN(check(&opts, false, &color, levels_color_text));
	T_RUN(check(&wide_first, false, &plain, levels_first_text));
	opts.min_percent = 0.8;
	T_RUN(check(&opts, false, &plain, levels_hidden_text));
	opts.graph = "caller";
	T_RUN(check(&opts, false, &plain, levels_graph_text));
	return TEST_OK;
}

static int check_change(const struct hist_print *how, const char *want)
{
	const struct stacks_opts opts = {
		.fields = "overhead,delta,comm", .graph = "none", .compares = true};
	struct defer_evsel evsel = {.name = names[0]};
	struct profile_event event = {.evsel = &evsel, .all = {17000, 170000}};
	struct world world = {.profile = {.events = &event, .nr_events = 1}};
	struct stacks *stacks = &world.stacks;

	T_EQ(stacks__init(stacks, &opts), 0);
	T_EQ(stacks__add_both(stacks, "a", "main", 6000, 2000), 0);
	T_EQ(stacks__add_both(stacks, "b", "main", 3000, 4000), 0);
	T_EQ(stacks__add_both(stacks, "c", "main", 100, 66), 0);
	event.hist = stacks->hist;
	T_RUN(print(&world, how, want));
	stacks->hist = event.hist;
	stacks__exit(stacks);
	return TEST_OK;
}

static int test_changes(void)
{
	const struct hist_print plain = {0}, color = {.color = true, .quiet = true};

	T_RUN(check_change(&plain, change_text));
	T_RUN(check_change(&color, change_color_text));
	return TEST_OK;
}

/* Each class with samples, those with a user stack first; what repair has found; slices of time. */
static int test_head(void)
{
	const struct stacks_opts opts = {.fields = "comm", .graph = "none"};
	const struct sample_filter_opts chosen = {.time = "10%-20%"}, none = {0};
	struct hist_print how = {.chosen = &chosen};
	struct world world;

	T_RUN(world__init(&world, &opts, false));
	world.events[0].all.nr = 12345678;
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		world.events[0].classes[cls] = cls == DEFER_LOST ? 0 : 1000 + cls;
	world.events[0].gained = 1234;
	world.events[0].gaps = 5;
	T_RUN(print(&world, &how, head_text));
	how.chosen = &none;
	memset(world.events[0].classes, 0, sizeof(world.events[0].classes));
	world.events[0].classes[DEFER_LOST] = 2;
	world.events[0].gained = 0;
	T_RUN(print(&world, &how, no_head_text));
	world__exit(&world, false);
	return TEST_OK;
}

/* Two of three events have samples; one of these has no recursion. */
static int test_recursions(void)
{
	const struct stacks_opts opts = {.fields = "overhead,sym", .graph = "none"};
	struct world world;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_RUN(world__init(&world, &opts, true));
	world.events[2].hist = world.others[1];
	world.stacks.hist = world.events[0].hist;
	T_EQ(stacks__add(&world.stacks, "a", "main;walk;walk;k:lo\033ck;walk;k:lo\033ck", 2, 100),
	     0);
	T_EQ(stacks__add(&world.stacks, "a", "main;walk;walk", 1, 300), 0);
	world.events[0].hist = world.stacks.hist;
	T_EQ(profile__print_recursions(&world.profile, out, NULL), 0);
	fclose(out);
	T_STREQ(text, recursion_text);
	free(text);
	world__exit(&world, true);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"events of a group, side by side", test_groups},
	{"columns: apart, cut, in colour, with call graphs", test_rows},
	{"rows below rows, and what hides there", test_levels},
	{"how rows have changed", test_changes},
	{"functions that call themselves", test_recursions},
	{"heads: classes, repair and slices of time", test_head},
	{0},
};

const struct test_suite suite__hist_text = {"hist-text", "Rows, as report prints them", cases};
