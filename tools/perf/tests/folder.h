/* SPDX-License-Identifier: GPL-2.0-only */
/* folder: a temporary folder of a test, in place of sysfs, tracefs and the like. */
#ifndef PERF_DEFER_TESTS_FOLDER_H
#define PERF_DEFER_TESTS_FOLDER_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

struct folder {
	char path[64];
};

bool folder__init(struct folder *folder);
/* Removes the folder and its contents. */
void folder__exit(struct folder *folder);

/* Each creates the parents of @path, which is relative to @folder, and replaces what was there. */
bool folder__write(const struct folder *folder, const char *path, const char *text);
bool folder__write_bytes(const struct folder *folder, const char *path, const void *bytes,
			 size_t size);
bool folder__mkdir(const struct folder *folder, const char *path);
bool folder__link(const struct folder *folder, const char *path, const char *target);
bool folder__fifo(const struct folder *folder, const char *path);
bool folder__remove(const struct folder *folder, const char *path);

/* Writes the whole path of @path, which is relative to @folder, to @buf. Returns @buf. */
const char *folder__path(const struct folder *folder, const char *path, char buf[PATH_MAX]);
/* The same with a buffer that lives as long as the block it stands in. */
#define folder_at(folder, path) folder__path(folder, path, (char[PATH_MAX]){0})

/* Runs @body with a new folder. Returns its result, or TEST_FAIL. */
int folder__run(int (*body)(const struct folder *folder));

#endif /* PERF_DEFER_TESTS_FOLDER_H */
