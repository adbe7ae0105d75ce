/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_TESTS_SUITES_H
#define PERF_DEFER_TESTS_SUITES_H

#include <stdbool.h>

#include "tests/tests.h"

struct defer_error;

/* The suites in C that the build found, ends with NULL. Generated: tools/scripts/tests-list.sh. */
extern const struct test_suite *const test_suites[];

/* One numbered entry of `perf defer test list`. Its number is its place, from 1. */
struct suite_entry {
	char *name;
	char *desc;
	const struct test_suite *suite; /* NULL for a shell script */
	char *script;			/* its path, or NULL */
};

/* All suites: those in C by name, then the shell scripts by name. */
struct suites {
	struct suite_entry *entries;
	int nr;
};

/* @dir: the folder of the scripts; if NULL or not there, there are none. */
int suites__init(struct suites *suites, const char *dir, struct defer_error *err);
void suites__exit(struct suites *suites);

/*
 * Sets marks[i] to @value for each entry i that @word names: a number, a range such as 5-7,
 * or a part of a name. @marks has suites->nr elements. Returns 0, or DEFER_ERR_NOENT if it
 * names none.
 */
int suites__mark(const struct suites *suites, const char *word, bool *marks, bool value,
		 struct defer_error *err);

#endif /* PERF_DEFER_TESTS_SUITES_H */
