// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fnmatch.h>
#include <limits.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <tracefs.h>

#include "util/events/pmu-file.h"
#include "util/events/tracepoint.h"

static int no_tracefs(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOENT,
				"tracepoints need tracefs, which is not mounted and cannot be; as "
				"root: mount -t tracefs nodev /sys/kernel/tracing");
}

static int tracepoint__denied(const char *path, struct defer_error *err)
{
	return defer_error__set(
		err, DEFER_ERR_IO,
		"tracepoints: no permission for %.80s; run as root, or have root run 'mount -o "
		"remount,gid=GROUP,mode=750 /sys/kernel/tracing' (see perf defer check)",
		path);
}

/* Returns whether @dir describes tracepoints. Sets @is_denied if this user may not read it. */
static bool has_events(const char *dir, bool *is_denied)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s/events", dir) >= (int)sizeof(path))
		return false;
	if (!access(path, R_OK | X_OK))
		return true;
	if (errno == EACCES || errno == EPERM)
		*is_denied = true;
	return false;
}

/*
 * Returns whether @mnt is a tracefs, or a debugfs with one inside, as on old kernels; writes its
 * path to @dir.
 */
static bool is_tracefs(const struct mntent *mnt, char dir[static PATH_MAX], bool *is_denied)
{
	const char *below = "";

	if (!strcmp(mnt->mnt_type, "debugfs"))
		below = "/tracing";
	else if (strcmp(mnt->mnt_type, "tracefs"))
		return false;
	return snprintf(dir, PATH_MAX, "%s%s", mnt->mnt_dir, below) < PATH_MAX &&
	       has_events(dir, is_denied);
}

static bool find_mounted(char dir[static PATH_MAX], bool *is_denied)
{
	FILE *mounts = setmntent("/proc/self/mounts", "r");
	char line[2 * PATH_MAX];
	struct mntent mnt;
	bool found = false;

	if (!mounts)
		return false;
	while (!found && getmntent_r(mounts, &mnt, line, sizeof(line)))
		found = is_tracefs(&mnt, dir, is_denied);
	endmntent(mounts);
	return found;
}

/* Mounts tracefs where it belongs, as perf does for root. */
static bool find_or_mount(char dir[static PATH_MAX], bool *is_denied)
{
	if (find_mounted(dir, is_denied))
		return true;
	/* libtracefs mounts what it does not find. */
	return !*is_denied && !geteuid() && tracefs_tracing_dir() && find_mounted(dir, is_denied);
}

int tracefs__find(char dir[static PATH_MAX], const char *given, struct defer_error *err)
{
	bool is_denied = false, found;

	if (given)
		found = snprintf(dir, PATH_MAX, "%s", given) < PATH_MAX &&
			has_events(dir, &is_denied);
	else
		found = find_or_mount(dir, &is_denied);
	if (found)
		return 0;
	return is_denied ? tracepoint__denied(given ? given : "tracefs", err) : no_tracefs(err);
}

/* Returns whether @name is a plain name, one that does not lead to another directory. */
static bool tracepoint__is_name(const char *name)
{
	return *name && *name != '.' && !strchr(name, '/');
}

int tracepoint__id(const char *dir, const char *sys, const char *name, uint64_t *id,
		   struct defer_error *err)
{
	char path[PATH_MAX], text[32], *end;
	int len;

	if (!tracepoint__is_name(sys) || !tracepoint__is_name(name))
		return DEFER_ERR_NOENT;
	len = snprintf(path, sizeof(path), "%s/events/%s/%s/id", dir, sys, name);
	if (len >= (int)sizeof(path))
		return DEFER_ERR_NOENT;

	len = pmu_file__read(path, text, sizeof(text));
	if (len == -EACCES || len == -EPERM)
		return tracepoint__denied(path, err);
	if (len == -ENOENT || len == -ENOTDIR)
		return DEFER_ERR_NOENT;
	errno = 0;
	*id = len > 0 ? strtoull(text, &end, 10) : 0;
	if (len <= 0 || errno || *end || !isdigit((unsigned char)text[0]))
		return defer_error__set(err, DEFER_ERR_CORRUPT,
					"%.160s does not hold a tracepoint id", path);
	return 0;
}

static int tracepoint__compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void sort_list(char **list)
{
	size_t nr = 0;

	while (list[nr])
		nr++;
	qsort(list, nr, sizeof(*list), tracepoint__compare);
}

static int visit_each(const char *dir, const char *sys, const char *name, tracepoint_fn fn,
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

/*
 * Lists all systems. libtracefs leaves out ftrace, which cannot be enabled there; perf has events
 * in it.
 */
static char **list_systems(const char *dir)
{
	static const char ftrace[] = "ftrace";
	char **systems = tracefs_event_systems(dir), **more;

	for (size_t i = 0; systems && systems[i]; i++) {
		if (!strcmp(systems[i], ftrace))
			return systems;
	}
	more = tracefs_list_add(systems, ftrace);
	return more ? more : systems;
}

int tracepoint__for_each(const char *dir, const char *sys, const char *name, tracepoint_fn fn,
			 void *ctx)
{
	char **systems = list_systems(dir);
	int ret = 0;

	if (!systems)
		return 0;
	sort_list(systems);
	for (size_t i = 0; systems[i] && !ret; i++) {
		if (!fnmatch(sys, systems[i], 0))
			ret = visit_each(dir, systems[i], name, fn, ctx);
	}
	tracefs_list_free(systems);
	return ret;
}
