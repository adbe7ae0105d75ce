// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/tests.h"

bool folder__init(struct folder *folder)
{
	*folder = (struct folder){"/tmp/perf-defer-test-XXXXXX"};
	return mkdtemp(folder->path);
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

void folder__exit(struct folder *folder)
{
	nftw(folder->path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Makes the folders above it and takes away what was there. */
static bool prepare(const struct folder *folder, const char *path, char full[static PATH_MAX])
{
	if (snprintf(full, PATH_MAX, "%s/%s", folder->path, path) >= PATH_MAX)
		return false;
	for (char *p = full + strlen(folder->path) + 1; (p = strchr(p, '/')); p++) {
		*p = '\0';
		if (mkdir(full, 0777) && errno != EEXIST)
			return false;
		*p = '/';
	}
	nftw(full, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	return true;
}

bool folder__write_bytes(const struct folder *folder, const char *path, const void *bytes,
			 size_t size)
{
	char full[PATH_MAX];
	FILE *fp;
	bool ok;

	if (!prepare(folder, path, full))
		return false;
	fp = fopen(full, "w");
	if (!fp)
		return false;
	ok = fwrite(bytes, 1, size, fp) == size;
	return !fclose(fp) && ok;
}

bool folder__write(const struct folder *folder, const char *path, const char *text)
{
	return folder__write_bytes(folder, path, text, strlen(text));
}

bool folder__mkdir(const struct folder *folder, const char *path)
{
	char full[PATH_MAX];

	return prepare(folder, path, full) && !mkdir(full, 0777);
}

bool folder__link(const struct folder *folder, const char *path, const char *target)
{
	char full[PATH_MAX];

	return prepare(folder, path, full) && !symlink(target, full);
}

bool folder__fifo(const struct folder *folder, const char *path)
{
	char full[PATH_MAX];

	return prepare(folder, path, full) && !mkfifo(full, 0666);
}

bool folder__remove(const struct folder *folder, const char *path)
{
	char full[PATH_MAX];

	return prepare(folder, path, full);
}

const char *folder__path(const struct folder *folder, const char *path, char buf[PATH_MAX])
{
	snprintf(buf, PATH_MAX, "%s/%s", folder->path, path);
	return buf;
}

int folder__run(int (*body)(const struct folder *folder))
{
	struct folder folder;
	int ret;

	if (!folder__init(&folder))
		T_FAIL("no folder: %s", strerror(errno));
	ret = body(&folder);
	folder__exit(&folder);
	return ret;
}
