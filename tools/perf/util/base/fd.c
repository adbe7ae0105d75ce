// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
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
