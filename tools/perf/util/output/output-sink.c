// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/output/output-sink.h"

void output_sink__init(struct output_sink *sink, int fd, bool is_stream, const char *name)
{
	struct rlimit limit;

	*sink = (struct output_sink){
		.fd = fd, .is_stream = is_stream, .name = name, .limit = UINT64_MAX};
	if (!is_stream && !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur != RLIM_INFINITY)
		sink->limit = limit.rlim_cur;
}

static int output_sink__failed(const struct output_sink *sink, int error, struct defer_error *err)
{
	if (error == EPIPE)
		return defer_error__set(err, DEFER_ERR_IO, sink->size,
					"%s: whoever read the stream is gone", sink->name);
	if (error == EFBIG)
		return defer_error__set(err, DEFER_ERR_IO, sink->size,
					"%s: files may not grow past %llu bytes here (ulimit -f)",
					sink->name, (unsigned long long)sink->limit);
	return defer_error__set(err, DEFER_ERR_IO, sink->size, "cannot write %s: %s", sink->name,
				strerror(error));
}

/* Steps over @done bytes of what is still to be written. */
static void pieces__advance(struct iovec **pieces, int *nr, size_t done)
{
	while (*nr && done >= (*pieces)->iov_len) {
		done -= (*pieces)->iov_len;
		(*pieces)++;
		(*nr)--;
	}
	if (*nr) {
		(*pieces)->iov_base = (char *)(*pieces)->iov_base + done;
		(*pieces)->iov_len -= done;
	}
}

/* Cuts @pieces to @room bytes: false if there were more. */
static bool pieces__fit(struct iovec *pieces, int nr, uint64_t room)
{
	bool fit = true;

	for (int i = 0; i < nr; i++) {
		if (pieces[i].iov_len > room) {
			pieces[i].iov_len = room;
			fit = false;
		}
		room -= pieces[i].iov_len;
	}
	return fit;
}

static ssize_t output_sink__write(struct output_sink *sink, const struct iovec *pieces, int nr)
{
	struct pollfd pollfd = {.fd = sink->fd, .events = POLLOUT};
	ssize_t done;

	if (!sink->is_stream)
		return pwritev(sink->fd, pieces, nr, sink->size);
	done = writev(sink->fd, pieces, nr);
	if (done >= 0 || errno != EAGAIN)
		return done;
	if (poll(&pollfd, 1, -1) < 0)
		return -1;
	return 0;
}

int output_sink__append(struct output_sink *sink, const struct iovec *pieces, int nr,
			struct defer_error *err)
{
	struct iovec copies[OUTPUT_SINK_MAX_PIECES], *left = copies;
	uint64_t room = sink->limit > sink->size ? sink->limit - sink->size : 0;
	ssize_t done;
	bool fit;

	if (nr > OUTPUT_SINK_MAX_PIECES)
		return defer_error__set(err, DEFER_ERR_INVAL, sink->size, "%d pieces", nr);
	memcpy(copies, pieces, nr * sizeof(*pieces));
	fit = pieces__fit(copies, nr, room);
	pieces__advance(&left, &nr, 0);
	while (nr) {
		done = output_sink__write(sink, left, nr);
		if (done < 0 && errno == EINTR)
			continue;
		if (done < 0)
			return output_sink__failed(sink, errno, err);
		if (!done && !sink->is_stream)
			return output_sink__failed(sink, ENOSPC, err);
		sink->size += done;
		pieces__advance(&left, &nr, done);
	}
	return fit ? 0 : output_sink__failed(sink, EFBIG, err);
}

int output_sink__overwrite(struct output_sink *sink, const void *data, size_t size, uint64_t at,
			   struct defer_error *err)
{
	size_t pos = 0;
	ssize_t done;

	while (pos < size) {
		done = pwrite(sink->fd, (const char *)data + pos, size - pos, at + pos);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return output_sink__failed(sink, done ? errno : ENOSPC, err);
		pos += done;
	}
	return 0;
}

int output_sink__truncate(struct output_sink *sink, uint64_t size, struct defer_error *err)
{
	while (ftruncate(sink->fd, size)) {
		if (errno != EINTR)
			return defer_error__set(err, DEFER_ERR_IO, size, "cannot cut %s: %s",
						sink->name, strerror(errno));
	}
	sink->size = size;
	return 0;
}
