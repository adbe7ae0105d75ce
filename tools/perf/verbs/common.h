/* SPDX-License-Identifier: GPL-2.0-only */
/* Messages that several verbs share. Only verbs print; the stages below return errors to them. */
#ifndef PERF_DEFER_VERBS_COMMON_H
#define PERF_DEFER_VERBS_COMMON_H

#include <stdio.h>

#include <perf/defer-error.h>

struct aux_area;
struct jitdumps;
struct pipeline;
struct session;
struct damage;

/*
 * Prints "perf-defer: <path>: <text> (at file offset 0x…)" to stderr. Leaves @path out if it is
 * NULL or if the text begins with it. If a perf.data is missing, explains how to record one.
 * Returns 1, the exit status of failed work.
 */
int verb__error(const char *path, const struct defer_error *err);

/*
 * Prints the damage of the input, one line each in file order, and the number of errors not kept.
 * Returns the exit status: 1 if there is any damage, else 0.
 */
int verb__print_damage(const char *path, struct damage *damage);

/* Does so with that of the trace, and of another one that it is compared with. */
int verb__print_damage_of(const struct pipeline *pipeline);

/* Warns if the recorder stopped listing the maps of @nr tasks. Silent if @nr is 0. */
void verb__warn_of_cut_maps(const char *path, uint64_t nr);

/* Warns if files of JITs were refused, and says why the first one was. @dumps may be NULL. */
void verb__warn_of_jitdumps(const char *path, const struct jitdumps *dumps);

/* Warns if @path has AUX area data, which are not shown, and of their size. */
void verb__warn_of_aux(const char *path, const struct aux_area *aux);

/*
 * Warns if user stacks of @path are in a form that is not read here, and names tools that read it.
 */
void verb__warn_of_stacks(const char *path, const struct session *session);

/*
 * Returns @path, or without it what perf reads without -i: "-" if stdin is a pipe, else
 * "perf.data".
 */
const char *verb__input(const char *path);

/*
 * Ends the output. Returns 0, or 1 with a message if @out could not be written completely. A reader
 * that closed its end (EPIPE) is not an error.
 */
int verb__finish_output(FILE *out);

/* Gets the directory of the executable without a final slash, or "" if it cannot be found. */
void verb__exe_dir(char *dir, size_t size);

#endif /* PERF_DEFER_VERBS_COMMON_H */
