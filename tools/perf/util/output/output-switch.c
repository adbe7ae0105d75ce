// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/output/output-switch.h"
#include "util/base/error.h"

#define STEP_NS 10000000 /* a hundredth of a second, ns */

int output_switch__init(struct output_switch *files, const char *path, uint32_t max_files,
			struct defer_error *err)
{
	*files = (struct output_switch){.path = path, .max_files = max_files};
	if (max_files)
		files->names = calloc(max_files, sizeof(*files->names));
	return max_files && !files->names ? error__no_memory(err, "for the names of files") : 0;
}

void output_switch__exit(struct output_switch *files)
{
	for (uint32_t i = 0; files->names && i < files->max_files; i++)
		free(files->names[i]);
	free(files->names);
	free(files->last);
	*files = (struct output_switch){0};
}

/* Returns the name of a file finished at @now, in local time; NULL without memory. */
static char *make_name(const char *path, const struct timespec *now)
{
	struct tm tm;
	char *name;

	localtime_r(&now->tv_sec, &tm);
	if (asprintf(&name, "%s.%04d%02d%02d%02d%02d%02d%02ld", path, tm.tm_year + 1900,
		     tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
		     now->tv_nsec / STEP_NS) < 0)
		return NULL;
	return name;
}

static void timespec__step(struct timespec *time)
{
	time->tv_nsec += STEP_NS;
	if (time->tv_nsec >= 1000000000) {
		time->tv_nsec -= 1000000000;
		time->tv_sec++;
	}
}

/* Returns the first unused name from @now on; NULL without memory. */
static char *output_switch__find_name(const char *path, struct timespec now)
{
	char *name;

	for (;; timespec__step(&now)) {
		name = make_name(path, &now);
		if (!name || access(name, F_OK))
			return name;
		free(name);
	}
}

/* Stores @name, which it takes over, and removes the file whose slot it takes. */
static int output_switch__remember(struct output_switch *files, char *name, struct defer_error *err)
{
	char *old = files->names[files->next];
	int ret = 0;

	files->names[files->next] = name;
	files->next = (files->next + 1) % files->max_files;
	if (old && unlink(old) && errno != ENOENT)
		ret = defer_error__set(err, DEFER_ERR_IO, "cannot remove %s: %s", old,
				       strerror(errno));
	free(old);
	return ret;
}

int output_switch__keep(struct output_switch *files, const struct timespec *now,
			struct defer_error *err)
{
	char *name = output_switch__find_name(files->path, *now),
	     *copy = name ? strdup(name) : NULL;
	int code = copy ? DEFER_ERR_IO : DEFER_ERR_NOMEM;

	if (!copy || rename(files->path, name)) {
		defer_error__set(err, code, "cannot rename %s: %s", files->path, strerror(errno));
		free(name);
		free(copy);
		return code;
	}
	free(files->last);
	files->last = copy;
	if (files->max_files)
		return output_switch__remember(files, name, err);
	free(name);
	return 0;
}

const char *output_switch__last(const struct output_switch *files)
{
	return files->last;
}
