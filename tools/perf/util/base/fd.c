// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/fd.h"

ssize_t fd__read_all(int fd, void *buf, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t nr = read(fd, (char *)buf + done, size - done);

		if (nr < 0 && errno == EINTR)
			continue;
		if (nr < 0)
			return -1;
		if (!nr)
			break;
		done += nr;
	}
	return done;
}

int fd__write_all(int fd, const void *buf, size_t size)
{
	size_t done = 0;

	while (done < size) {
		ssize_t nr = write(fd, (const char *)buf + done, size - done);

		if (nr < 0 && errno == EINTR)
			continue;
		if (nr <= 0)
			return -1;
		done += nr;
	}
	return 0;
}

static int say_errno(const char *path, struct defer_error *err)
{
	int code = errno == ENOENT || errno == ENOTDIR ? DEFER_ERR_NOENT : DEFER_ERR_IO;

	return defer_error__set(err, code, "%s: %s", path, strerror(errno));
}

/*
 * The file may change between stat() and open(). The flags make sure that such an open does not
 * block and does not give us a controlling terminal; the descriptor is closed unread.
 */
static int open_regular(const char *path, int how, uint64_t *size, struct defer_error *err)
{
	struct stat before, st;
	int fd;

	if (how & O_NOFOLLOW ? lstat(path, &before) : stat(path, &before))
		return say_errno(path, err);
	if (!S_ISREG(before.st_mode))
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s: not a regular file", path);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | how);
	if (fd < 0)
		return say_errno(path, err);
	if (fstat(fd, &st) || !S_ISREG(st.st_mode) || st.st_dev != before.st_dev ||
	    st.st_ino != before.st_ino) {
		close(fd);
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"%s was replaced while it was opened", path);
	}
	if (size)
		*size = st.st_size;
	return fd;
}

int fd__open_regular(const char *path, uint64_t *size, struct defer_error *err)
{
	return open_regular(path, 0, size, err);
}

int fd__open_regular_nofollow(const char *path, uint64_t *size, struct defer_error *err)
{
	return open_regular(path, O_NOFOLLOW, size, err);
}
