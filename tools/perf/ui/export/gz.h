/* SPDX-License-Identifier: GPL-2.0-only */
/* gz: writes bytes compressed, in the format of gzip, as they come. */
#ifndef PERF_DEFER_UI_EXPORT_GZ_H
#define PERF_DEFER_UI_EXPORT_GZ_H

#include <stddef.h>
#include <stdio.h>

#include <perf/defer-error.h>

struct gz;

/* Begins a file on @out, which the caller owns and checks. NULL if out of memory. */
struct gz *gz__new(FILE *out);
void gz__delete(struct gz *gz);

void gz__write(struct gz *gz, const void *data, size_t size);

/* Returns a stream whose bytes are written compressed; NULL if out of memory. It is closed before the end. */
FILE *gz__stream(struct gz *gz);

/* Writes the end. Returns DEFER_ERR_IO if something could not be written. */
int gz__finish(struct gz *gz, struct defer_error *err);

#endif /* PERF_DEFER_UI_EXPORT_GZ_H */
