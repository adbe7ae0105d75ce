// SPDX-License-Identifier: GPL-2.0-only
/* What diff prints of runs whose counts are known, to the last byte. */
#include <stdlib.h>
#include <string.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/stdio/diff.h"

#define NR_RUNS 6

static const bool is_after[NR_RUNS] = {false, false, false, true, true, true};
static const bool is_second[2] = {false, true};
static const char *const paths[NR_RUNS] = {"b1", "b\0332", "b3", "a1", "a2", "a3"};
static const double units[NR_RUNS] = {1, 2, 1, 2, 1, 2};

/* A stack, and how many samples it has before and after. */
struct line {
	const char *comm, *stack;
	uint64_t before, after;
};

/* A row that rises, one that falls, one that stays, a new one, and one that is gone. */
static const struct line lines[] = {
	{"a", "main;parse", 8000, 12000},    {"a", "main;k:sys", 30000, 26000},
	{"b,c", "main;check", 15000, 15000}, {"a", "main;!lost", 0, 900},
	{"a", "main;\033[1m", 700, 0},	     {0},
};

static struct comparison_opts opts_of(unsigned int nr_runs)
{
	return (struct comparison_opts){
		.join = {.nr_runs = nr_runs},
		.is_after = nr_runs == 2 ? is_second : is_after,
		.reference = REFERENCE_RUN,
		.compute = COMPUTE_DELTA_ABS,
		.by_users = true,
		.q = 0.05,
	};
}

/* Runs of a side differ by some samples of a thousand, each in other rows. */
static int add_run(struct join *join, unsigned int run, bool after, const char *sort)
{
	const struct stacks_opts opts = {.sort = sort, .children = join->opts.inclusive};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (unsigned int i = 0; lines[i].stack; i++) {
		uint64_t nr = after ? lines[i].after : lines[i].before;

		nr += nr * ((run * 3 + i) % 5) / 1000;
		if (nr)
			T_EQ(stacks__add(&stacks, lines[i].comm, lines[i].stack, nr, nr), 0);
	}
	T_EQ(join__add(join, run, &stacks.hist, NULL, NULL, NULL), 0);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int make(struct comparison *comparison, const struct comparison_opts *opts, const char *sort)
{
	const unsigned int nr = opts->join.nr_runs;
	struct comparison_event *events = calloc(2, sizeof(*events));

	if (!events)
		abort();
	T_EQ(comparison__init(comparison, opts, NULL), 0);
	for (int i = 0; i < 2; i++) {
		events[i] = (struct comparison_event){
			.name = strdup(i ? "fau\033lts" : "cpu-\033clock"),
			.sides = {true, !i},
			.periods = true,
			.users = calloc(nr, sizeof(*events->users)),
		};
		T_EQ(join__init(&events[i].join, &opts->join, NULL), 0);
	}
	comparison->events = events;
	comparison->nr_events = 2;
	for (unsigned int run = 0; run < nr; run++) {
		comparison->runs[run].seconds = 10 * (run + 1);
		T_RUN(add_run(&events->join, run, opts->is_after[run], sort));
	}
	return TEST_OK;
}

static int check_made(struct comparison *comparison, const struct diff_print *print,
		      const char *want)
{
	struct diff_print how = *print;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	how.paths = paths;
	T_EQ(comparison__finish(comparison, NULL), 0);
	T_EQ(comparison__print(comparison, &how, out, NULL), 0);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	comparison__exit(comparison);
	return TEST_OK;
}

static int check(const struct comparison_opts *opts, const char *sort,
		 const struct diff_print *print, const char *want)
{
	struct comparison comparison;

	T_RUN(make(&comparison, opts, sort));
	return check_made(&comparison, print, want);
}

static const char all_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"# Kernels or machines differ:\n"
	"#   b1: Linux . 7.2\n"
	"#   b.2: not told\n"
	"#   b3: Linux . 7.2\n"
	"#   a1: Linux . 7.2\n"
	"#   a2: Linux . 7.2\n"
	"#   a3: Linux 7.3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# Lost samples: 7 before, 56 after\n"
	"# Lost records: 700 before, 5600 after\n"
	"# User stacks differ: 99.6% of them are known before, 70.0% after; changes "
	"with ? are not larger than what is missing\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q   "
	"   Period before, after                    Hits after of all, and their noise "
	" Symbol\n"
	"#\n"
	"  55.89%    48.39%    -7.50%    -13.4%      -14.5%..-12.4%            5e-09   "
	"            90210 78104    78104.0 of 168314.0, theta 0.500, phi 1.00, df 8.0 "
	" [k] sys\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.1%..+53.2%            2e-10   "
	"            24032 36072     36072.0 of 60104.0, theta 0.500, phi 1.00, df 8.0 "
	" [.] parse\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..            6e-09   "
	"                 0 2703       2703.0 of 2703.0, theta 0.500, phi 1.00, df 6.0 "
	" [.] [user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09   "
	"                 2103 0          0.0 of 2103.0, theta 0.500, phi 1.00, df 6.0 "
	" [.] .[1m\n"
	"  27.92%    27.94%    +0.02%    ?+0.1%        -1.5%..+1.6%    1.3%   0.9229   "
	"            45075 45105     45105.0 of 90180.0, theta 0.500, phi 1.00, df 8.0 "
	" [.] check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char keys_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q  "
	"Command  Shared Object      Symbol\n"
	"#\n"
	"  55.89%    48.39%    -7.50%    -13.4%      -14.5%..-12.4%            5e-09  "
	"a        [kernel.kallsyms]  [k] sys\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.1%..+53.2%            2e-10  "
	"a        prog               [.] parse\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..            6e-09  "
	"a        [unknown]          [.] [user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09  "
	"a        prog               [.] .[1m\n"
	"  27.92%    27.94%    +0.02%     +0.1%        -1.5%..+1.6%    1.3%   0.9229  "
	"b,c      prog               [.] check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char between_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before,After,Delta,Change,Interval,Limit,q,Command,Shared Object,Symbol\n"
	"#\n"
	"55.89%,48.39%,-7.50%,-13.4%,-14.5%..-12.4%,,5e-09,a,[kernel.kallsyms],[k] sys\n"
	"14.89%,22.35%,+7.46%,+50.1%,+47.1%..+53.2%,,2e-10,a,prog,[.] parse\n"
	"0.00%,1.67%,+1.67%,new,>9999%..,,6e-09,a,[unknown],[.] [user stack lost]\n"
	"1.30%,0.00%,-1.30%,-100.0%,-100.0%..-99.8%,,9e-09,a,prog,[.] .[1m\n"
	"27.92%,27.94%,+0.02%,+0.1%,-1.5%..+1.6%,1.3%,0.9229,b.c,prog,[.] check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char ratio_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Ratio    Change            Interval   Limit        q  "
	"Symbol\n"
	"#\n"
	"   0.00%     1.67%       new       new            >9999%..            6e-09  "
	"[.] [user stack lost]\n"
	"  14.89%    22.35%    1.5010    +50.1%      +47.1%..+53.2%            2e-10  "
	"[.] parse\n"
	"  27.92%    27.94%    1.0007     +0.1%        -1.5%..+1.6%    1.3%   0.9229  "
	"[.] check\n"
	"  55.89%    48.39%    0.8658    -13.4%      -14.5%..-12.4%            5e-09  "
	"[k] sys\n"
	"   1.30%     0.00%    0.0000   -100.0%     -100.0%..-99.8%            9e-09  "
	"[.] .[1m\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char weighted_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After  Weighted    Change            Interval   Limit        q  "
	"Symbol\n"
	"#\n"
	"  55.89%    48.39%     40.89    -13.4%      -14.5%..-12.4%            5e-09  "
	"[k] sys\n"
	"  14.89%    22.35%     29.81    +50.1%      +47.1%..+53.2%            2e-10  "
	"[.] parse\n"
	"  27.92%    27.94%     27.96     +0.1%        -1.5%..+1.6%    1.3%   0.9229  "
	"[.] check\n"
	"   0.00%     1.67%      3.35       new            >9999%..            6e-09  "
	"[.] [user stack lost]\n"
	"   1.30%     0.00%     -1.30   -100.0%     -100.0%..-99.8%            9e-09  "
	"[.] .[1m\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char share_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : share of all samples: if one row rises, the others fall\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q  "
	"Symbol\n"
	"#\n"
	"  55.89%    48.22%    -7.67%    -13.7%      -14.4%..-13.0%            2e-10  "
	"[k] sys\n"
	"  14.89%    22.27%    +7.38%    +49.6%      +46.9%..+52.4%            8e-11  "
	"[.] parse\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..            6e-09  "
	"[.] [user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09  "
	"[.] .[1m\n"
	"  27.92%    27.85%    -0.08%     -0.3%        -1.6%..+1.0%    1.3%   0.6312  "
	"[.] check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char second_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 2690.33 before, 1079.89 after a second, -59.9% (-85.3%..+10.0%, p "
	"0.0651)\n"
	"# Shown  : per second, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q  "
	"Symbol\n"
	"#\n"
	"  55.89%    19.35%   -36.53%    -65.4%      -83.9%..-26.5%           0.0212  "
	"[k] sys\n"
	"  27.92%    11.18%   -16.75%    -60.0%       -82.2%..-9.8%           0.0307  "
	"[.] check\n"
	"  14.89%     8.94%    -5.95%    -40.0%      -71.8%..+32.2%     67%   0.1676  "
	"[.] parse\n"
	"   1.30%     0.00%    -1.30%   -100.0%    -100.0%..+744.6%    207%        -  "
	"[.] .[1m\n"
	"   0.00%     0.67%    +0.67%       new            -96.0%..                -  "
	"[.] [user stack lost]\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char unit_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 40355 before, 32396.8 after a unit, -19.7% (-68.9%..+107.5%, p "
	"0.5492)\n"
	"# Shown  : per unit of work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q  "
	"Symbol\n"
	"#\n"
	"  55.89%    38.71%   -17.18%    -30.7%      -63.3%..+29.8%     58%   0.6001  "
	"[k] sys\n"
	"  27.92%    22.35%    -5.57%    -19.9%      -60.0%..+60.4%     54%   0.6001  "
	"[.] check\n"
	"  14.89%    17.88%    +2.99%    +20.1%     -43.6%..+164.1%    125%   0.6001  "
	"[.] parse\n"
	"   0.00%     1.34%    +1.34%       new            -90.8%..                -  "
	"[.] [user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%   -100.0%..+1300.7%    432%        -  "
	"[.] .[1m\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char two_text[] =
	"# Before: b1\n"
	"# After : b.2\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 53762 before, 54040 after\n"
	"# Total  : 53762 before, 54040 after a run, +0.5%\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# runs of fewer than 8 seconds or 400 samples: nothing is known of their "
	"noise. Compare several runs\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit  p in run  "
	"Symbol\n"
	"#\n"
	"  14.88%    22.39%    +7.51%    +50.4%                   -                 -  "
	"[.] parse\n"
	"  55.86%    48.55%    -7.30%    -13.1%                   -                 -  "
	"[k] sys\n"
	"   0.00%     1.67%    +1.67%       new                   -                 -  "
	"[.] [user stack lost]\n"
	"   1.31%     0.00%    -1.31%   -100.0%                   -                 -  "
	"[.] .[1m\n"
	"  27.96%    27.90%    -0.06%     -0.2%                   -                 -  "
	"[.] check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char tree_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"# Rows count what they call as well, and have no q: Holds is how many of the "
	"rows in them have changed\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit  Holds  "
	"Moved  Stack\n"
	"#\n"
	" 100.00%   100.35%    +0.35%     +0.3%        -0.5%..+1.2%    1.0%      4     "
	"    main\n"
	"  55.89%    48.39%    -7.50%    -13.4%      -14.4%..-12.4%     14%      1     "
	"     sys\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.2%..+53.0%     52%      1  "
	"moved   parse\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..              1     "
	"     [user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%    100%      1     "
	"     .[1m\n"
	"  27.92%    27.94%    +0.02%     +0.1%        -1.5%..+1.6%    1.3%      0     "
	"     check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char callers_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"# Below each function are its callers, with what it has of them; these have "
	"no q\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q  "
	"Function, its callers\n"
	"#\n"
	"  55.89%    48.39%    -7.50%    -13.4%      -14.5%..-12.4%            5e-09  "
	"sys\n"
	"  55.89%    48.39%    -7.50%    -13.4%      -14.4%..-12.4%     14%        -   "
	"main\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.1%..+53.2%            2e-10  "
	"parse\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.2%..+53.0%     52%        -   "
	"main\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..            6e-09  "
	"[user stack lost]\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..                -   "
	"main\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09  "
	".[1m\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%    100%        -   "
	"main\n"
	"  27.92%    27.94%    +0.02%     +0.1%        -1.5%..+1.6%    1.3%   0.9229  "
	"check\n"
	"  27.92%    27.94%    +0.02%     +0.1%        -1.5%..+1.6%    1.3%        -   "
	"main\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char stacks_text[] =
	"# Before: b1 b.2 b3\n"
	"# After : a1 a2 a3\n"
	"#\n"
	"# Event  : cpu-.clock\n"
	"# Samples: 161420 before, 161984 after\n"
	"# Total  : 53806.7 before, 53994.7 after a run, +0.3% (-0.6%..+1.3%, p 0.3775)\n"
	"# Shown  : per run of equal work, in percent of all samples before\n"
	"# q: of all rows whose q is as small, the share that has not changed. Limit: "
	"no change is larger\n"
	"#\n"
	"# Before     After     Delta    Change            Interval   Limit        q  "
	"Stack\n"
	"#\n"
	"  55.89%    48.39%    -7.50%    -13.4%      -14.5%..-12.4%            5e-09  "
	"main;sys\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.1%..+53.2%            2e-10  "
	"main;parse\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..            6e-09  "
	"main;[user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09  "
	"main;.[1m\n"
	"  27.92%    27.94%    +0.02%     +0.1%        -1.5%..+1.6%    1.3%   0.9229  "
	"main;check\n"
	"#\n"
	"# Event fau.lts has samples only before: it is not compared\n";
static const char rows_text[] =
	"  55.89%    48.39%    -7.50%    -13.4%      -14.5%..-12.4%            5e-09  "
	"[k] sys\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.1%..+53.2%            2e-10  "
	"[.] parse\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09  "
	"[.] .[1m\n"
	"  27.92%    27.94%    +0.02%     +0.1%        -1.5%..+1.6%    1.3%   0.9229  "
	"[.] check\n";
static const char found_text[] =
	"  55.89%    48.39%    -7.50%    -13.4%      -14.5%..-12.4%            5e-09  "
	"[k] sys\n"
	"  14.89%    22.35%    +7.46%    +50.1%      +47.1%..+53.2%            2e-10  "
	"[.] parse\n"
	"   0.00%     1.67%    +1.67%       new            >9999%..            6e-09  "
	"[.] [user stack lost]\n"
	"   1.30%     0.00%    -1.30%   -100.0%     -100.0%..-99.8%            9e-09  "
	"[.] .[1m\n";

/* All that the head can say, and all columns. */
static int test_all(void)
{
	const struct comparison_opts opts = opts_of(NR_RUNS);
	const struct diff_print print = {.periods = true, .formula = true};
	struct comparison comparison;

	T_RUN(make(&comparison, &opts, "sym"));
	for (unsigned int run = 0; run < NR_RUNS; run++) {
		struct comparison_run *of = &comparison.runs[run];

		of->lost_samples = 1ULL << run;
		of->lost_records = 100ULL << run;
		of->machine = run == 1 ? NULL : strdup(run < 5 ? "Linux \033 7.2" : "Linux 7.3");
		comparison.events->users[run] =
			(struct user_halves){.nr = 1000, .nr_missing = is_after[run] ? 300 : 4};
	}
	return check_made(&comparison, &print, all_text);
}

static int test_keys(void)
{
	const struct comparison_opts opts = opts_of(NR_RUNS);
	const struct diff_print plain = {0}, between = {.between = ","};

	T_RUN(check(&opts, "comm,dso,sym", &plain, keys_text));
	T_RUN(check(&opts, "comm,dso,sym", &between, between_text));
	return TEST_OK;
}

static int test_computes(void)
{
	const struct diff_print print = {0};
	struct comparison_opts opts = opts_of(NR_RUNS);

	opts.compute = COMPUTE_RATIO;
	T_RUN(check(&opts, "sym", &print, ratio_text));
	opts.compute = COMPUTE_WDIFF;
	opts.weights[0] = 1;
	opts.weights[1] = 2;
	T_RUN(check(&opts, "sym", &print, weighted_text));
	return TEST_OK;
}

static int test_references(void)
{
	const struct diff_print print = {0};
	struct comparison_opts opts = opts_of(NR_RUNS);

	opts.reference = REFERENCE_SHARE;
	T_RUN(check(&opts, "sym", &print, share_text));
	opts.reference = REFERENCE_SECOND;
	T_RUN(check(&opts, "sym", &print, second_text));
	opts.reference = REFERENCE_UNIT;
	opts.units = units;
	T_RUN(check(&opts, "sym", &print, unit_text));
	return TEST_OK;
}

/* Nothing is known of the noise of one run against one. */
static int test_two_runs(void)
{
	const struct diff_print print = {0};
	const struct comparison_opts opts = opts_of(2);

	return check(&opts, "sym", &print, two_text);
}

static int test_trees(void)
{
	const struct diff_print print = {0};
	struct comparison_opts opts = opts_of(NR_RUNS);

	opts.join.stacks = opts.join.inclusive = true;
	T_RUN(check(&opts, "sym", &print, tree_text));
	opts.join.inclusive = false;
	opts.join.callers = true;
	T_RUN(check(&opts, "sym", &print, callers_text));
	opts.join.callers = false;
	T_RUN(check(&opts, "sym", &print, stacks_text));
	return TEST_OK;
}

static int test_rows(void)
{
	const struct diff_print rows = {.no_head = true, .baseline_only = true},
				found = {.no_head = true, .significant = true};
	const struct comparison_opts opts = opts_of(NR_RUNS);

	T_RUN(check(&opts, "sym", &rows, rows_text));
	T_RUN(check(&opts, "sym", &found, found_text));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"all that can be told of runs, in all columns", test_all},
	{"several keys, padded or with a separator", test_keys},
	{"ratios and weighted differences", test_computes},
	{"per second, per unit of work, and shares", test_references},
	{"one run against one", test_two_runs},
	{"trees of calls and of callers, and whole stacks", test_trees},
	{"only rows that were there before, or that have changed", test_rows},
	{0},
};

const struct test_suite suite__diff_text = {"diff-text", "What diff prints", cases};
