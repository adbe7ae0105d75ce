/* SPDX-License-Identifier: GPL-2.0-only */
/* folder: a temporary folder of a test, in place of sysfs, tracefs and the like. */
#ifndef PERF_DEFER_TESTS_FOLDER_H
#define PERF_DEFER_TESTS_FOLDER_H

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

/* Runs @body with a new folder. Returns its result, or TEST_FAIL. */
int folder__run(int (*body)(const struct folder *folder));

#endif /* PERF_DEFER_TESTS_FOLDER_H */
