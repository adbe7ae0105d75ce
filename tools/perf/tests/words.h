/* SPDX-License-Identifier: GPL-2.0-only */
/* words: command lines of verbs, in one string each. */
#ifndef PERF_DEFER_TESTS_WORDS_H
#define PERF_DEFER_TESTS_WORDS_H

#include <stddef.h>

#define MAX_WORDS 24

struct words {
	char text[400];
	const char *argv[MAX_WORDS];
	int argc;
};

/* Splits @line at blanks; the first word is @verb. */
void words__init(struct words *words, const char *verb, const char *line);

/*
 * Runs @parse, which ends the process, in a child. Writes what it says to @text. Returns TEST_OK if it ends
 * with @status.
 */
int words__end(struct words *words, void (*parse)(struct words *words), int status, char *text,
	       size_t size);

#endif /* PERF_DEFER_TESTS_WORDS_H */
