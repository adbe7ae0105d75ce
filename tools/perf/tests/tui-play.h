/* SPDX-License-Identifier: GPL-2.0-only */
/* play: a run of the whole TUI on a terminal in memory, with keys from a list. */
#ifndef PERF_DEFER_TESTS_TUI_PLAY_H
#define PERF_DEFER_TESTS_TUI_PLAY_H

#include "ui/tui/term/term.h"
#include "util/pipeline.h"
#include "ui/tui/app/tui.h"
#include "util/dso/symbol.h"

#define IDLE "h: help" /* the hint that replaces the progress */

#define K(k)                                                   \
	{                                                      \
		.event = {.kind = TERM_EVENT_KEY, .key = (k) } \
	}
/* The key, after everything has been read and drawn. */
#define IDLE_K(k)                                                             \
	{                                                                     \
		.until = IDLE, .event = {.kind = TERM_EVENT_KEY, .key = (k) } \
	}
#define UNTIL(text)              \
	{                        \
		.until = (text), \
	}

/* A run on one of the shipped traces. */
struct play {
	struct term *term;
	char path[4096], kallsyms[4096], symfs[4096];
	struct symbol_conf conf;
	struct pipeline_opts pipeline;
	struct tui_opts opts;
	struct defer_error err;
};

/* Prepares a run on @trace. Returns an enum test_result: TEST_SKIP without the traces. */
int play__init(struct play *play, const char *trace, unsigned int rows, unsigned int cols);
void play__exit(struct play *play);

/*
 * Plays the steps and quits. Returns an enum test_result: TEST_FAIL if a step waits for something
 * that never comes.
 */
int play__run(struct play *play, const struct term_step *steps, size_t nr);

#define T_PLAY(play, steps) T_RUN(play__run(play, steps, sizeof(steps) / sizeof(*(steps))))

/*
 * Makes a folder for a test that writes files, by mkdtemp() of @path, and changes into it;
 * play__leave_folder() leaves and removes it. Both return an enum test_result.
 */
int play__enter_folder(char *path);
int play__leave_folder(const char *path);

#endif /* PERF_DEFER_TESTS_TUI_PLAY_H */
