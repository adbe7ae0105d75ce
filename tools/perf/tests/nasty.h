/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * nasty: a malicious trace. Its names of functions, files, tasks and of the machine control a
 * terminal, or break the file that they are written to.
 */
#ifndef PERF_DEFER_TESTS_NASTY_H
#define PERF_DEFER_TESTS_NASTY_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/folder.h"

#define NASTY_TRACE "nasty.data"  /* in the folder */
#define NASTY_SYMFS "nasty.symfs" /* its programs */

/*
 * Returns the number of functions. Their names begin with "f" and their index, so that each can be
 * found in the output.
 */
unsigned int nasty__nr(void);
/* Returns "f0." and what else of the name may be printed. */
#define NASTY_LABEL_LEN 16
const char *nasty__label(unsigned int i, char *buf);

/*
 * Writes trace and program into @folder and makes it the working directory. Returns an enum
 * test_result.
 */
int nasty__write(const struct folder *folder);

/*
 * Checks that @text, of @size bytes, is safe for any terminal and program. Returns NULL, or the
 * first place that is not.
 */
const char *nasty__fault(const char *text, size_t size);

/* Reads a whole file. The caller frees the result; NULL if it cannot be read. */
char *nasty__read(const char *path, size_t *size);

#endif /* PERF_DEFER_TESTS_NASTY_H */
