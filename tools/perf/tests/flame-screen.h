/* SPDX-License-Identifier: GPL-2.0-only */
/* flame_screen: the flame graph of the TUI on a terminal in memory, with keys and the mouse. */
#ifndef PERF_DEFER_TESTS_FLAME_SCREEN_H
#define PERF_DEFER_TESTS_FLAME_SCREEN_H

#include "tests/stacks.h"
#include "ui/tui/load/view-data.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/views.h"
#include "util/profile/profile.h"
#include "util/view/flame.h"

struct flame_screen {
	struct stacks stacks;
	struct profile_event event;
	struct flame flame;
	struct flame *flames[FLAME_NR_TREES];
	struct tui_host host;
	char said[64];
	unsigned int wanted; /* enum view_data_kind */
	struct tui_data data;
	struct tui_view view;
	struct term *term;
};

/* Opens a screen of 40 columns with stacks of its own. Functions with a result return that of a test, but for keys. */
int flame_screen__open(struct flame_screen *screen, unsigned int rows, bool ascii);
void flame_screen__close(struct flame_screen *screen);

void flame_screen__draw(struct flame_screen *screen);
/* Draws, and returns all rows, which the caller frees. */
char *flame_screen__text(struct flame_screen *screen);
/* Draws, and compares all rows, or the first one. */
int flame_screen__check(struct flame_screen *screen, const char *want);
int flame_screen__check_head(struct flame_screen *screen, const char *want);

/* Each returns what the view makes of it: TUI_DONE and such. */
int flame_screen__press(struct flame_screen *screen, uint32_t key);
int flame_screen__click(struct flame_screen *screen, enum term_mouse mouse, unsigned int row,
			unsigned int col);

#endif /* PERF_DEFER_TESTS_FLAME_SCREEN_H */
