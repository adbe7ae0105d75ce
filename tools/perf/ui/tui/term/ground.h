/* SPDX-License-Identifier: GPL-2.0-only */
/* ground: is the terminal's background dark or light? It says so itself, or the environment does. */
#ifndef PERF_DEFER_UI_TUI_TERM_GROUND_H
#define PERF_DEFER_UI_TUI_TERM_GROUND_H

enum ground {
	GROUND_UNKNOWN,
	GROUND_DARK,
	GROUND_LIGHT,
};

/*
 * Reads $COLORFGBG, which rxvt, Konsole and others set: "15;0", "0;default;15". The last number is
 * that of the background among the 16 colours. @text may be NULL.
 */
enum ground ground__of_env(const char *text);

/*
 * Reads what a terminal answers to GROUND_QUERY, without what surrounds it: "11;rgb:ffff/ffff/dddd",
 * with 1 to 4 digits each, also "rgba:" with a fourth number. Anything else is GROUND_UNKNOWN.
 */
enum ground ground__of_answer(const char *text);

/*
 * Asks for the background (OSC 11), then what the terminal is (DA1). All terminals know the latter,
 * so its answer, "ESC [ ? numbers c", tells that none to the former will follow.
 */
#define GROUND_QUERY "\033]11;?\033\\\033[c"

#endif /* PERF_DEFER_UI_TUI_TERM_GROUND_H */
