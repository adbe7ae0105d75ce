/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nasty: a trace whose maker means no good: names of functions, files, tasks and of the machine
 * that do something to a terminal, or that break a file they are written to.
 */
#ifndef PERF_DEFER_TESTS_NASTY_H
#define PERF_DEFER_TESTS_NASTY_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/folder.h"

#define NASTY_TRACE "nasty.data"  /* in the folder */
#define NASTY_SYMFS "nasty.symfs" /* what belongs to it */

/* Names of functions begin with "f" and their number, so that each is found in what was printed. */
unsigned int nasty__nr(void);
/* "f0.", and what else of it may be printed. */
#define NASTY_LABEL_LEN 16
const char *nasty__label(unsigned int i, char *buf);

/* Writes trace and program into @folder, which the process is in then: enum test_result. */
int nasty__write(const struct folder *folder);

/*
 * Is @text, of @size bytes, something that any terminal may be shown and any program may read?
 * NULL, or where it is not.
 */
const char *nasty__fault(const char *text, size_t size);

/* A whole file; to be freed; NULL if it cannot be read. */
char *nasty__read(const char *path, size_t *size);

#endif /* PERF_DEFER_TESTS_NASTY_H */
