// SPDX-License-Identifier: GPL-2.0-only
/* Opens the destination of an output, and moves away an old file. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/output/output-place.h"

/* Less free space does not fit even the features. */
#define MIN_SPACE 65536

static int io_error(struct defer_error *err, const char *what, const char *path)
{
	return defer_error__set(err, DEFER_ERR_IO, "cannot %s %s: %s", what, path, strerror(errno));
}

/* Writes the directory of @path to @dir. */
static int path__dir(const char *path, char dir[static PATH_MAX], struct defer_error *err)
{
	const char *slash = strrchr(path, '/');
	size_t len = slash ? (size_t)(slash - path) : 0;

	/* Room for ".old" and for the suffix of the temporary name. */
	if (!*path || strlen(path) > PATH_MAX - 32)
		return defer_error__set(err, DEFER_ERR_INVAL, "the output file name is %s",
					*path ? "too long" : "empty");
	if (!slash)
		snprintf(dir, PATH_MAX, ".");
	else
		snprintf(dir, PATH_MAX, "%.*s", len ? (int)len : 1, path);
	return 0;
}

static int dir__check(const char *dir, struct defer_error *err)
{
	struct statvfs fs;
	struct stat st;
	int ret;

	ret = stat(dir, &st);
	if (!ret && !S_ISDIR(st.st_mode)) {
		errno = ENOTDIR;
		ret = -1;
	}
	if (ret || access(dir, W_OK | X_OK))
		return io_error(err, "create files in", dir);
	if (!statvfs(dir, &fs) && fs.f_blocks && (uint64_t)fs.f_bavail * fs.f_frsize < MIN_SPACE)
		return defer_error__set(err, DEFER_ERR_IO, "no space in %s: %llu bytes are free",
					dir, (unsigned long long)fs.f_bavail * fs.f_frsize);
	return 0;
}

/*
 * Checks the owner of a FIFO or link at the path. In a sticky directory like /tmp, another user can
 * create one to receive root's recording. With fs.protected_fifos and fs.protected_symlinks the
 * kernel refuses to open these with O_CREAT, as perf does; here they are refused regardless of
 * these settings. @st describes the name itself, not what it links to.
 */
static int owner__check(const char *path, const char *dir, const struct stat *st,
			struct defer_error *err)
{
	struct stat dir_st;

	if (stat(dir, &dir_st))
		return io_error(err, "look at", dir);
	if (!(dir_st.st_mode & S_ISVTX) || !(dir_st.st_mode & (S_IWOTH | S_IWGRP)) ||
	    st->st_uid == geteuid() || st->st_uid == dir_st.st_uid)
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"%s is another user's %s in a directory that others may write to",
				path, S_ISLNK(st->st_mode) ? "link" : "file");
}

/* Checks whether what exists at @path may be replaced, or written to. */
static int path__check(const char *path, bool keep_old, const struct stat *st,
		       struct defer_error *err)
{
	char old[PATH_MAX];
	struct stat old_st;

	if (S_ISDIR(st->st_mode))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s is a directory: name another file with -o", path);
	if (!S_ISREG(st->st_mode))
		return access(path, W_OK) ? io_error(err, "write", path) : 0;
	snprintf(old, sizeof(old), "%s.old", path);
	if (keep_old && st->st_size && !lstat(old, &old_st) && S_ISDIR(old_st.st_mode))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s cannot be kept as %s, which is a directory", path, old);
	return 0;
}

static int stdout__check(struct defer_error *err)
{
	if (fcntl(STDOUT_FILENO, F_GETFD) < 0)
		return io_error(err, "write", "stdout");
	if (isatty(STDOUT_FILENO))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"stdout is a terminal: redirect it to a pipe or a file");
	return 0;
}

static bool is_stdout(const struct output_opts *opts)
{
	return !strcmp(opts->path, "-");
}

int output__check(const struct output_opts *opts, struct defer_error *err)
{
	char dir[PATH_MAX];
	struct stat st;
	int ret;

	if (is_stdout(opts))
		return stdout__check(err);
	ret = path__dir(opts->path, dir, err);
	/* A regular file is replaced, not written to, so its owner does not matter. */
	if (!ret && !lstat(opts->path, &st) && !S_ISREG(st.st_mode))
		ret = owner__check(opts->path, dir, &st, err);
	if (ret)
		return ret;
	if (!stat(opts->path, &st)) {
		ret = path__check(opts->path, opts->keep_old, &st, err);
		if (ret || !S_ISREG(st.st_mode))
			return ret;
	}
	return dir__check(dir, err);
}

int output_place__refuse_input(const char *path, const char *input, struct defer_error *err)
{
	struct stat in, out;

	if (!strcmp(path, "-") || stat(input, &in) || stat(path, &out) || in.st_dev != out.st_dev ||
	    in.st_ino != out.st_ino)
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"%s is the input: it cannot be the output as well", path);
}

/* Creates the file beside the path. As with perf, only its owner may read it. */
static int open_beside(struct output_place *place, char **tmp, const char *path,
		       struct defer_error *err)
{
	if (asprintf(tmp, "%s.XXXXXX", path) < 0) {
		*tmp = NULL;
		return error__no_memory(err, "for a file name");
	}
	place->fd = mkostemp(*tmp, O_CLOEXEC);
	if (place->fd >= 0)
		return 0;
	free(*tmp);
	*tmp = NULL;
	return io_error(err, "create", path);
}

/* Opens a FIFO or device, and checks again what was opened: the name may have changed meanwhile. */
static int open_stream(struct output_place *place, const struct output_opts *opts, mode_t mode,
		       struct defer_error *err)
{
	const char *path = opts->path;
	char dir[PATH_MAX];
	struct stat st;
	int ret;

	ret = path__dir(path, dir, err);
	if (ret)
		return ret;
	place->fd = S_ISFIFO(mode) ? output_sink__open_fifo(path, &opts->end)
				   : open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY);
	if (place->fd < 0 && errno == EINTR)
		return defer_error__set(err, DEFER_ERR_IO, "nobody has opened %s for reading",
					path);
	if (place->fd < 0 || fstat(place->fd, &st))
		return io_error(err, "write", path);
	if (S_ISREG(st.st_mode))
		ret = defer_error__set(err, DEFER_ERR_IO, "%s was replaced by another file", path);
	else if (S_ISFIFO(st.st_mode))
		ret = owner__check(path, dir, &st, err);
	if (ret) {
		close(place->fd);
		place->fd = -1;
	}
	return ret;
}

/*
 * Reopens the pipe on stdout, so that nonblocking mode is not set for others who share the
 * descriptor.
 */
static int open_stdout(void)
{
	struct stat st;
	int fd = -1;

	if (!fstat(STDOUT_FILENO, &st) && S_ISFIFO(st.st_mode))
		fd = open("/proc/self/fd/1", O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
	return fd < 0 ? fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3) : fd;
}

int output_place__open(struct output_place *place, char **tmp, const struct output_opts *opts,
		       struct defer_error *err)
{
	struct stat st;
	int ret;

	*tmp = NULL;
	*place = (struct output_place){.fd = -1, .is_stream = true};
	ret = output__check(opts, err);
	if (ret)
		return ret;
	if (is_stdout(opts)) {
		place->fd = open_stdout();
		return place->fd < 0 ? io_error(err, "write", opts->path) : 0;
	}
	if (!stat(opts->path, &st) && !S_ISREG(st.st_mode))
		return open_stream(place, opts, st.st_mode, err);
	place->is_stream = false;
	return open_beside(place, tmp, opts->path, err);
}

int output_place__commit(const char *tmp, const struct output_opts *opts, struct defer_error *err)
{
	char old[PATH_MAX];
	struct stat st;

	if (opts->keep_old && !stat(opts->path, &st) && st.st_size) {
		snprintf(old, sizeof(old), "%s.old", opts->path);
		if (rename(opts->path, old))
			return io_error(err, "keep the old", opts->path);
	}
	return rename(tmp, opts->path) ? io_error(err, "create", opts->path) : 0;
}
