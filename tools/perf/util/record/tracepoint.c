// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tracefs.h>

#include "util/record/pmu-file.h"
#include "util/record/tracepoint.h"

static int no_tracefs(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
				"tracepoints need tracefs, which is not mounted; as root: "
				"mount -t tracefs nodev /sys/kernel/tracing");
}

static int denied(const char *path, struct defer_error *err)
{
	return defer_error__set(
		err, DEFER_ERR_IO, DEFER_NO_OFFSET,
		"tracepoints: no permission for %.80s; run as root, or let root do "
		"'mount -o remount,mode=755 /sys/kernel/tracing' (see perf defer check)",
		path);
}

int tracefs__find(const char **dir, const char *given, struct defer_error *err)
{
	char path[PATH_MAX];
	int len;

	*dir = given;
	if (!given && tracefs_tracing_dir_is_mounted(false, dir) <= 0)
		return no_tracefs(err);
	if (!*dir)
		return no_tracefs(err);

	len = snprintf(path, sizeof(path), "%s/events", *dir);
	if (len >= (int)sizeof(path))
		return no_tracefs(err);
	if (!access(path, R_OK | X_OK))
		return 0;
	return errno == EACCES || errno == EPERM ? denied(path, err) : no_tracefs(err);
}

/* A name that is a way to somewhere else is no name. */
static bool is_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

int tracepoint__id(const char *dir, const char *sys, const char *name, uint64_t *id,
		   struct defer_error *err)
{
	char path[PATH_MAX], text[32], *end;
	int len;

	if (!is_name(sys) || !is_name(name))
		return DEFER_ERR_NOENT;
	len = snprintf(path, sizeof(path), "%s/events/%s/%s/id", dir, sys, name);
	if (len >= (int)sizeof(path))
		return DEFER_ERR_NOENT;

	len = pmu_file__read(path, text, sizeof(text));
	if (len == -EACCES || len == -EPERM)
		return denied(path, err);
	if (len == -ENOENT || len == -ENOTDIR)
		return DEFER_ERR_NOENT;
	errno = 0;
	*id = len > 0 ? strtoull(text, &end, 10) : 0;
	if (len <= 0 || errno || *end || !isdigit((unsigned char)text[0]))
		return defer_error__set(err, DEFER_ERR_CORRUPT, DEFER_NO_OFFSET,
					"%.160s has no number of a tracepoint", path);
	return 0;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_list(char **list)
{
	size_t nr = 0;

	while (list[nr])
		nr++;
	qsort(list, nr, sizeof(*list), compare);
}

static int for_each_of(const char *dir, const char *sys, const char *name, tracepoint_fn fn,
		       void *ctx)
{
	char **names = tracefs_system_events(dir, sys);
	int ret = 0;

	if (!names)
		return 0;
	sort_list(names);
	for (size_t i = 0; names[i] && !ret; i++) {
		if (!fnmatch(name, names[i], 0))
			ret = fn(ctx, sys, names[i]);
	}
	tracefs_list_free(names);
	return ret;
}

int tracepoint__for_each(const char *dir, const char *sys, const char *name, tracepoint_fn fn,
			 void *ctx)
{
	char **systems = tracefs_event_systems(dir);
	int ret = 0;

	if (!systems)
		return 0;
	sort_list(systems);
	for (size_t i = 0; systems[i] && !ret; i++) {
		if (!fnmatch(sys, systems[i], 0))
			ret = for_each_of(dir, systems[i], name, fn, ctx);
	}
	tracefs_list_free(systems);
	return ret;
}
