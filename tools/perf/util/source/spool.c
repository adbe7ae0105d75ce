// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "util/base/progress.h"
#include "util/source/spool.h"
#include "util/source/stream-check.h"

#define SPOOL_BUF (1 << 18)
/* The time in ms between two looks for a request to stop, while nothing comes. */
#define LOOK_MS 100

int spool__new(struct defer_error *err)
{
	const char *dir = getenv("TMPDIR");
	char path[4096];
	int fd;

	snprintf(path, sizeof(path), "%s/perf-defer-XXXXXX", dir && *dir ? dir : "/tmp");
	fd = mkostemp(path, O_CLOEXEC);
	if (fd < 0)
		return defer_error__set(err, DEFER_ERR_IO,
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
			return defer_error__set(err, DEFER_ERR_IO,
						"cannot write the temporary file in $TMPDIR: %s",
						strerror(errno));
		pos += put;
		size -= put;
	}
	return 0;
}

/* Returns half of the free space of the spool's disk, in bytes; the rest is left to others. */
static uint64_t spool__limit(int spool)
{
	struct statvfs fs;

	if (fstatvfs(spool, &fs) || fs.f_bavail > UINT64_MAX / 2 / fs.f_frsize)
		return UINT64_MAX;
	return fs.f_bavail * fs.f_frsize / 2;
}

/* State of copying a stream to a spool. */
struct copy {
	int spool, fd;
	void *buf;
	uint64_t limit, left; /* bytes that the spool may take in total, and from now on */
	struct stream_check check;
	struct progress *progress;
};

/* Writes the @got bytes read last to the spool. Returns 0 or a negative code. */
static int copy__take(struct copy *copy, size_t got, struct defer_error *err)
{
	int64_t keep = stream_check__feed(&copy->check, copy->buf, got, err);
	int ret;

	if (keep < 0)
		return keep;
	if ((uint64_t)keep > copy->left)
		return defer_error__set(err, DEFER_ERR_IO,
					"the stream is larger than %" PRIu64 " MB, half of the "
					"free space in $TMPDIR",
					copy->limit >> 20);
	copy->left -= keep;
	ret = spool__write(copy->spool, copy->buf, keep, err);
	return ret ? ret : progress__add(copy->progress, keep, err);
}

/* Waits for bytes, and now and then looks whether a stop was requested. */
static int copy__wait(const struct copy *copy, struct defer_error *err)
{
	struct pollfd pollfd = {.fd = copy->fd, .events = POLLIN};
	int ret = 0;

	while (copy->progress && !ret && !poll(&pollfd, 1, LOOK_MS))
		ret = progress__add(copy->progress, 0, err);
	return ret;
}

static int copy__run(struct copy *copy, struct defer_error *err)
{
	int ret = 0;

	while (!ret && !copy->check.ended) {
		ssize_t got;

		ret = copy__wait(copy, err);
		if (ret)
			return ret;
		got = read(copy->fd, copy->buf, SPOOL_BUF);
		if (!got)
			return 0;
		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return defer_error__set(err, DEFER_ERR_IO, "cannot read the stream: %s",
						strerror(errno));
		ret = copy__take(copy, got, err);
	}
	return ret;
}

int spool__copy(int fd, struct progress *progress, struct defer_error *err)
{
	struct copy copy = {.fd = fd, .progress = progress};
	int ret = DEFER_ERR_NOMEM;

	copy.spool = spool__new(err);
	if (copy.spool < 0)
		return copy.spool;
	copy.limit = copy.left = spool__limit(copy.spool);
	copy.buf = malloc(SPOOL_BUF);
	if (copy.buf)
		ret = copy__run(&copy, err);
	else
		defer_error__set(err, ret, "not enough memory to copy the stream");
	free(copy.buf);
	if (!ret)
		return copy.spool;
	close(copy.spool);
	return ret;
}
