// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/progress.h"
#include "util/source/spool.h"

#define SPOOL_BUF (1 << 18)

int spool__new(struct defer_error *err)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/perf-defer-XXXXXX", dir && *dir ? dir : "/tmp");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET,
					"cannot make a temporary file in $TMPDIR: %s",
					strerror(errno));
	unlink(path);
	return fd;
}

int spool__write(int spool, const void *data, size_t size, struct defer_error *err)
{
	const char *pos = data;

	while (size) {
		ssize_t put = write(spool, pos, size);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET,
						"cannot write the temporary file in $TMPDIR: %s",
						strerror(errno));
		pos += put;
		size -= put;
	}
	return 0;
}

static int spool__drain(int spool, int fd, void *buf, struct progress *progress,
			struct defer_error *err)
{
	for (;;) {
		ssize_t got = read(fd, buf, SPOOL_BUF);
		int ret;

		if (!got)
			return 0;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET,
						"cannot read the stream: %s", strerror(errno));
		ret = spool__write(spool, buf, got, err);
		if (!ret)
			ret = progress__add(progress, got, err);
		if (ret)
			return ret;
	}
}

int spool__copy(int fd, struct progress *progress, struct defer_error *err)
{
	int spool, ret = DEFER_ERR_NOMEM;
	void *buf;

	spool = spool__new(err);
	if (spool < 0)
		return spool;
	buf = malloc(SPOOL_BUF);
	if (buf)
		ret = spool__drain(spool, fd, buf, progress, err);
	else
		defer_error__set(err, ret, DEFER_NO_OFFSET, "no memory to copy the stream");
	free(buf);
	if (!ret)
		return spool;
	close(spool);
	return ret;
}
