/* SPDX-License-Identifier: GPL-2.0-only */
/* tui_shots: screens of the whole TUI, with their colours, after keys from a list. */
#ifndef PERF_DEFER_TESTS_TUI_SHOTS_H
#define PERF_DEFER_TESTS_TUI_SHOTS_H

#include "tests/tui-play.h"
#include "util/base/array.h"

#define SHOT_MAX_DEEDS 64

/* A key, or a look at the screen, once it has a text. */
struct deed {
	const char *until;
	uint32_t key;
	const char *want; /* the screen; NULL: no look */
	bool whole;	  /* with the two rows that all views share */
};

#define WAIT(text)               \
	{                        \
		.until = (text), \
	}
#define KEY(k)             \
	{                  \
		.key = (k) \
	}
#define LOOK(screen)            \
	{                       \
		.want = screen, \
	}

/*
 * Does @deeds, at most SHOT_MAX_DEEDS, on a screen of 10 rows and 120 columns, and compares the
 * screens as term__all_colors() has them. Returns an enum test_result.
 */
int shots__check(const char *trace, const struct deed *deeds, size_t nr);

#define SHOTS_CHECK(trace, deeds) return shots__check(trace, deeds, ARRAY_SIZE(deeds))

#endif /* PERF_DEFER_TESTS_TUI_SHOTS_H */
