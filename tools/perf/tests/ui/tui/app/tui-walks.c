// SPDX-License-Identifier: GPL-2.0-only
/*
 * Random walks through the TUI, each screen of which is known by a sum. Who changes a screen on purpose
 * compares some walks before and after it, with TUI_WALK=ROW, and puts the sums that are printed in the table.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/tui-play.h"
#include "ui/tui/term/keys.h"

#define NR_STEPS 48
#define NR_SEEDS 40

/* Walks on one trace and one size of the screen. No trace has programs here that are disassembled. */
struct walks {
	const char *trace;
	unsigned int rows, cols;
	uint32_t sum; /* of all their screens */
};

static const struct walks table[] = {
	{"latency.data", 24, 80, 0x5e439c65},
	{"asleep.data", 30, 120, 0xf018df79},
	{"sched.data", 24, 80, 0xe512267f},
	{"sched.data", 40, 160, 0x10ea5dbc},
	{"latency.data", 30, 100, 0xe87b24e7},
	{"overrun.data", 20, 60, 0xcdb3cbc2},
	{"tracepoints.data", 30, 120, 0x6787fc17},
	{"group-read.data", 24, 100, 0x070b91ed},
	{"trials/sigreturn.data", 30, 120, 0x2d5ffbf1},
	{"trials/guest-sample.data", 24, 80, 0xbc13b3d7},
	{"asleep.data", 12, 40, 0xb544f66d},
};

/* ---- what is pressed ---- */

static uint32_t any_key(uint64_t *seed)
{
	static const uint32_t moves[] = {KEY_UP,   KEY_DOWN, KEY_DOWN, KEY_DOWN,  KEY_PGUP,
					 KEY_PGDN, KEY_HOME, KEY_END,  KEY_LEFT,  KEY_RIGHT,
					 '<',	   '>',	     ' ',      KEY_ENTER, KEY_ENTER};
	/* These leave, look at files and their times, or open what there is time for. */
	static const char none[] = "qsPxCEi";
	uint32_t key;

	if (rng__below(seed, 2))
		return moves[rng__below(seed, sizeof(moves) / sizeof(*moves))];
	if (!rng__below(seed, 4))
		return '0' + rng__below(seed, 10);
	if (!rng__below(seed, 5))
		return rng__below(seed, 2) ? KEY_ESC : KEY_TAB;
	do
		key = '!' + rng__below(seed, '~' - '!');
	while (strchr(none, key));
	return key;
}

static struct term_event any_mouse(uint64_t *seed, const struct walks *walks)
{
	return (struct term_event){
		.kind = TERM_EVENT_MOUSE,
		.mouse = rng__below(seed, MOUSE_WHEEL_DOWN + 1),
		.row = 1 + rng__below(seed, walks->rows),
		.col = 1 + rng__below(seed, walks->cols),
	};
}

/* Fills @steps, each of which waits until all is drawn, and looks with @look. */
static void walk(struct term_step *steps, const struct walks *walks, uint64_t seed,
		 void (*look)(const struct term *term, void *ctx), void *ctx)
{
	static const char *const texts[] = {"f",	"sys\r",  "/main\r", "fread\r",
					    ":sched\r", "L1,1\r", "/\r",     "fx\r"};
	const char *text = "";

	for (size_t i = 0; i < NR_STEPS; i++) {
		struct term_event event = {.kind = TERM_EVENT_KEY};

		if (!*text && !rng__below(&seed, 12))
			text = texts[rng__below(&seed, sizeof(texts) / sizeof(*texts))];
		if (*text)
			event.key = (unsigned char)*text++;
		else if (!rng__below(&seed, 16))
			event = any_mouse(&seed, walks);
		else
			event.key = any_key(&seed);
		steps[i] =
			(struct term_step){.idle = true, .look = look, .ctx = ctx, .event = event};
	}
	steps[0].until = IDLE;
	steps[NR_STEPS - 1].event =
		(struct term_event){.kind = TERM_EVENT_KEY, .key = KEY_CTRL('c')};
}

/* ---- what is seen ---- */

struct eye {
	uint32_t sum;
	bool prints;
};

static void add(struct eye *eye, const char *bytes, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		eye->sum = (eye->sum ^ (unsigned char)bytes[i]) * 16777619;
}

static void see(const struct term *term, void *ctx)
{
	struct eye *eye = ctx;
	char line[TERM_MAX_COLS * 4 + 1];

	for (unsigned int row = 0; row < term__rows(term); row++) {
		term__text(term, row, line, sizeof(line));
		add(eye, line, strlen(line));
		for (unsigned int col = 0; col < term__cols(term); col++) {
			const char color = term__color_at(term, row, col);

			add(eye, &color, 1);
		}
		if (eye->prints)
			printf("%s\n", line);
	}
	add(eye, term__sent(term), strlen(term__sent(term)));
	if (eye->prints)
		printf("======== %08x\n", eye->sum);
}

/* Sets options by the seed, each in its own turn. */
static void vary(struct play *play, uint64_t seed)
{
	struct pipeline_opts *opts = &play->pipeline;

	opts->sort.children = seed % 3 != 0;
	opts->sort.hierarchy = seed % 8 == 3;
	opts->sort.latency = seed % 11 == 5;
	if (seed % 7 == 4)
		opts->sort.sort = "class,cpu,tid,symbol,srcline";
	opts->show.graph.order = seed % 5 ? ORDER_CALLER : ORDER_CALLEE;
	opts->show.graph.key = seed % 6 == 1 ? GRAPH_KEY_ADDRESS : GRAPH_KEY_FUNCTION;
	opts->show.min_percent = seed % 7 == 1 ? 2 : 0;
	opts->show.fold_recursion = seed % 9 == 2;
	opts->show.join_clones = seed % 4 == 2;
}

static int see_walk(const struct walks *walks, uint64_t seed, struct eye *eye)
{
	struct term_step steps[NR_STEPS];
	struct play play;
	char path[64];

	snprintf(path, sizeof(path), "data/%s", walks->trace);
	T_RUN(play__init(&play, walks->trace, walks->rows, walks->cols));
	term__delete(play.term);
	T_EQ(term__new_memory(&play.term, walks->rows, walks->cols, seed & 1, NULL), 0);
	/* Some screens show these. */
	play.pipeline.session.path = path;
	play.conf.kallsyms = "data/kallsyms-boot1";
	play.conf.symfs = "data/symfs";
	play.conf.buildid_dir = "none";
	vary(&play, seed);
	walk(steps, walks, seed, see, eye);
	T_PLAY(&play, steps);
	play__exit(&play);
	return TEST_OK;
}

/* ---- the table ---- */

static int check_row(size_t row, bool prints, bool *differs)
{
	const struct walks *walks = &table[row];
	struct eye eye = {.sum = 2166136261u, .prints = prints};

	for (size_t i = 0; i < NR_SEEDS; i++)
		T_RUN(see_walk(walks, row * NR_SEEDS + i, &eye));
	if (eye.sum == walks->sum)
		return TEST_OK;
	fprintf(stderr, "row %zu is {\"%s\", %u, %u, 0x%08x},\n", row, walks->trace, walks->rows,
		walks->cols, eye.sum);
	*differs = true;
	return TEST_OK;
}

static int test_walks(void)
{
	const char *wanted = getenv("TUI_WALK"); /* only this row */
	char path[] = "/tmp/perf-defer-tui-XXXXXX";
	bool differs = false;

	T_NEED_RECORDED();
	T_RUN(play__enter_folder(path));
	T_EQ(symlink(getenv("PERF_DEFER_TEST_DATA"), "data"), 0);
	for (size_t row = 0; row < sizeof(table) / sizeof(*table); row++) {
		if (!wanted || (size_t)atoi(wanted) == row)
			T_RUN(check_row(row, wanted, &differs));
	}
	T_RUN(play__leave_folder(path));
	if (differs)
		T_FAIL("screens are not the known ones");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"screens after any keys", test_walks},
	{0},
};

const struct test_suite suite__tui_walks = {"tui-walks", "Random walks through the TUI", cases};
