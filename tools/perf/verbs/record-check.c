// SPDX-License-Identifier: GPL-2.0-only
/* Checks what a recording needs from its surroundings. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "verbs/record.h"
#include "util/base/error.h"
#include "util/dso/debuginfod.h"
#include "util/record/control.h"
#include "util/output/output.h"

/* Returns 0, or the errno that execve() would give. */
static int try_executable(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return errno;
	if (!S_ISREG(st.st_mode))
		return EACCES;
	return access(path, X_OK) ? errno : 0;
}

/* Searches for the command as execvp() does. Returns 0, or the errno that it would end with. */
static int find_command(const char *name)
{
	const char *path = getenv("PATH");
	char file[PATH_MAX];
	int error = ENOENT;
	size_t len;

	if (strchr(name, '/'))
		return try_executable(name);
	for (path = path ? path : "/bin:/usr/bin";; path += len + 1) {
		len = strcspn(path, ":");
		if (snprintf(file, sizeof(file), "%.*s%s%s", (int)len, path, len ? "/" : "", name) <
		    (int)sizeof(file)) {
			int ret = try_executable(file);

			if (!ret)
				return 0;
			if (ret == EACCES)
				error = ret;
		}
		if (!path[len])
			return error;
	}
}

static int check_command(const struct record_opts *opts, struct faults *faults)
{
	int error = opts->argc ? find_command(opts->argv[0]) : 0;

	if (!error)
		return 0;
	return faults__add(faults, NULL, "name an executable program", "%s: %s", opts->argv[0],
			   strerror(error));
}

static int check_output(const struct record_opts *opts, struct faults *faults)
{
	const struct output_opts output = {
		.path = opts->output,
		.keep_old = true,
		.sysfs = "/sys",
		.procfs = "/proc",
	};
	struct defer_error why = DEFER_ERROR_INIT;

	if (!output__check(&output, &why))
		return 0;
	return faults__add(faults, NULL, "write to another file or directory: -o FILE", "%s",
			   why.text);
}

/*
 * An output that gets the time in its name must be a regular file, which can be renamed, and not
 * /dev/null.
 */
static int check_rename(const struct record_opts *opts, struct faults *faults)
{
	struct stat st;

	if (!record_opts__renames(opts) || stat(opts->output, &st) || S_ISREG(st.st_mode))
		return 0;
	return faults__add(faults, NULL, "write to a file: -o FILE",
			   "%s is not a regular file, and %s would rename it", opts->output,
			   record_opts__switches(opts) ? "--switch-output"
						       : "--timestamp-filename");
}

static int check_control(const struct record_opts *opts, struct faults *faults)
{
	struct defer_error why = DEFER_ERROR_INIT;
	struct control control;
	int ret = control__open(&control, opts->control, &why);

	if (!ret) {
		control__close(&control);
		return 0;
	}
	return faults__add(faults, NULL,
			   ret == DEFER_ERR_IO ? "create it first: mkfifo"
					       : "pass an open descriptor, or name a fifo",
			   "%s", why.text);
}

static int check_servers(const struct record_opts *opts, struct faults *faults)
{
	if (!opts->debuginfod || debuginfod__is_there())
		return 0;
	return faults__add(faults, NULL, "install libdebuginfod-dev and build again",
			   "--debuginfod: perf-defer was built without libdebuginfod");
}

int record__check(const struct record_opts *opts, struct faults *faults, struct defer_error *err)
{
	int ret = check_control(opts, faults);

	if (!ret)
		ret = check_output(opts, faults);
	if (!ret)
		ret = check_rename(opts, faults);
	if (!ret)
		ret = check_servers(opts, faults);
	if (!ret)
		ret = check_command(opts, faults);
	return ret ? error__no_memory(err, "for the command") : 0;
}
