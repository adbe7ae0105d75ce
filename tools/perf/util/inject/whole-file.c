// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/inject/whole-file.h"

static int whole_file__io_error(struct whole_file *file, const char *what, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "cannot %s %s: %s", what,
				file->path, strerror(errno));
}

/*
 * Opens the temporary file beside the final name. A trace may contain private data: like perf's
 * files it is readable by its owner only.
 */
static int open_beside(struct whole_file *file, struct defer_error *err)
{
	if (asprintf(&file->tmp, "%s.XXXXXX", file->path) < 0) {
		file->tmp = NULL;
		return error__no_memory(err, "for a file's name");
	}
	file->fd = mkostemp(file->tmp, O_CLOEXEC);
	if (file->fd >= 0)
		return 0;
	free(file->tmp);
	file->tmp = NULL;
	return whole_file__io_error(file, "create", err);
}

int whole_file__open(struct whole_file *file, const char *path, const struct stat * not,
		     struct defer_error *err)
{
	struct stat st;

	*file = (struct whole_file){.path = path, .fd = -1};
	if (!strcmp(path, "-")) {
		file->fd = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
		return file->fd < 0 ? whole_file__io_error(file, "write to", err) : 0;
	}
	if (stat(path, &st))
		return open_beside(file, err);
	if (st.st_dev == not ->st_dev && st.st_ino == not ->st_ino)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"%s is the input: it cannot be the output as well", path);
	if (S_ISREG(st.st_mode))
		return open_beside(file, err);
	file->fd = open(path, O_WRONLY | O_CLOEXEC);
	return file->fd < 0 ? whole_file__io_error(file, "open", err) : 0;
}

int whole_file__write(struct whole_file *file, const void *data, size_t size,
		      struct defer_error *err)
{
	if (fd__write_all(file->fd, data, size))
		return whole_file__io_error(file, "write", err);
	file->size += size;
	return 0;
}

int whole_file__overwrite(struct whole_file *file, const void *data, size_t size, uint64_t at,
			  struct defer_error *err)
{
	ssize_t put = pwrite(file->fd, data, size, at);

	if (put >= 0 && (size_t)put == size)
		return 0;
	if (put >= 0)
		errno = ENOSPC;
	return whole_file__io_error(file, "write", err);
}

int whole_file__commit(struct whole_file *file, struct defer_error *err)
{
	int fd = file->fd;

	file->fd = -1;
	/* Some file systems report a full disk only at close. */
	if (close(fd))
		return whole_file__io_error(file, "write", err);
	if (!file->tmp)
		return 0;
	if (rename(file->tmp, file->path))
		return whole_file__io_error(file, "create", err);
	free(file->tmp);
	file->tmp = NULL;
	return 0;
}

void whole_file__close(struct whole_file *file)
{
	if (file->fd >= 0)
		close(file->fd);
	if (file->tmp)
		unlink(file->tmp);
	free(file->tmp);
	*file = (struct whole_file){.fd = -1};
}
