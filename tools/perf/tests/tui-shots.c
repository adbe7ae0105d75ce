// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/tui-shots.h"
#include "tests/tui-trace.h"

#define ROWS	 10
#define COLS	 120
#define NR_HEADS 2 /* rows that all views share */

struct shot {
	bool whole;
	char *text;
};

static void shoot(const struct term *term, void *ctx)
{
	struct shot *shot = ctx;
	char *text = term__all_colors(term), *from = text;

	for (int i = 0; !shot->whole && i < 2 * NR_HEADS; i++)
		from = strchr(from, '\n') + 1;
	shot->text = strdup(from);
	free(text);
}

int shots__check(const char *trace, const struct deed *deeds, size_t nr)
{
	struct term_step steps[SHOT_MAX_DEEDS] = {{0}};
	struct shot shots[SHOT_MAX_DEEDS] = {{0}};
	struct play play;

	for (size_t i = 0; i < nr; i++) {
		steps[i].until = deeds[i].until;
		if (deeds[i].key)
			steps[i].event =
				(struct term_event){.kind = TERM_EVENT_KEY, .key = deeds[i].key};
		if (deeds[i].want) {
			shots[i].whole = deeds[i].whole;
			steps[i].look = shoot;
			steps[i].ctx = &shots[i];
		}
	}
	T_RUN(play__init(&play, trace, ROWS, COLS));
	T_RUN(play__run(&play, steps, nr));
	play__exit(&play);
	for (size_t i = 0; i < nr; i++) {
		if (deeds[i].want)
			T_STREQ(shots[i].text, deeds[i].want);
		free(shots[i].text);
	}
	return TEST_OK;
}
