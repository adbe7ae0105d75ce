/* SPDX-License-Identifier: GPL-2.0-only */
/* What the verbs say in the same words. Only verbs print; the stages below hand them errors. */
#ifndef PERF_BUILTIN_COMMON_H
#define PERF_BUILTIN_COMMON_H

#include <stdio.h>

#include <perf/defer-error.h>

struct aux_area;
struct defer_evlist;
struct damage;

/*
 * Prints "perf-defer: <path>: <text> (at file offset 0x…)" to stderr. @path may be NULL, and is
 * left out where the text begins with it. Says how to make a perf.data if that is what is missing.
 * Returns 1, the exit status for work that failed.
 */
int verb__error(const char *path, const struct defer_error *err);

/*
 * Prints what was wrong with the input, one line each in file order, and how many more there
 * were. Returns the exit status: 1 if anything was wrong, else 0.
 */
int verb__print_damage(const char *path, struct damage *damage);

/* Says of how many tasks the recorder gave up to list the maps, if there are any. */
void verb__warn_of_cut_maps(const char *path, uint64_t nr);

/* Says how much AUX area data @path holds that is not shown, if it does. */
void verb__warn_of_aux(const char *path, const struct aux_area *aux);

/* Says that user stacks of @path are in a form that is not read here, if they are, and who does. */
void verb__warn_of_stacks(const char *path, const struct defer_evlist *evlist);

/* The input that perf reads without -i: what is piped in, else "perf.data". */
const char *verb__input(const char *path);

/*
 * Ends output: 0, or 1 and a message if @out could not be written in full. A reader that went
 * away (EPIPE) is no failure.
 */
int verb__finish_output(FILE *out);

/* The folder of the executable, without the final slash; or "" if it cannot be found. */
void verb__exe_dir(char *dir, size_t size);

#endif /* PERF_BUILTIN_COMMON_H */
