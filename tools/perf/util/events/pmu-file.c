// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/events/pmu-file.h"

/* Returns the length, which is less than @size, or a negative errno. */
static int pmu_file__read_text(int fd, char *buf, size_t size)
{
	ssize_t len = fd__read_all(fd, buf, size);

	if (len < 0)
		return -errno;
	return (size_t)len < size ? len : -E2BIG;
}

int pmu_file__read(const char *path, char *buf, size_t size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY), len;
	struct stat st;

	if (fd < 0)
		return -errno;
	if (fstat(fd, &st) || !S_ISREG(st.st_mode))
		len = -EINVAL;
	else
		len = pmu_file__read_text(fd, buf, size);
	close(fd);
	if (len < 0)
		return len;

	while (len && isspace((unsigned char)buf[len - 1]))
		len--;
	buf[len] = '\0';
	return memchr(buf, '\0', len) ? -EINVAL : len;
}
