// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "util/base/clock.h"
#include "util/output/output-sink.h"

/* Interval at which the request to end is checked. */
#define STEP_MS 50
/* A reader that takes fewer bytes than this in this time after the request to end has stalled. */
#define ENDING_NS    1000000000ULL
#define ENDING_BYTES 65536

/* A file of this size gets its first reserved blocks, and the most that are taken at once, bytes. */
#define RESERVE_MIN (1U << 20)
#define RESERVE_MAX (64U << 20)

static bool output_end__is_asked(const struct output_end *end)
{
	return end->is_asked && end->is_asked(end->ctx);
}

void output_sink__init(struct output_sink *sink, int fd, bool is_stream, const char *name,
		       const struct output_end *end)
{
	struct rlimit limit;
	struct stat st;

	*sink = (struct output_sink){
		.fd = fd,
		.is_stream = is_stream,
		.name = name,
		.limit = UINT64_MAX,
		.end = *end,
	};
	if (is_stream && !fstat(fd, &st)) {
		sink->is_socket = S_ISSOCK(st.st_mode);
		sink->blocks = S_ISFIFO(st.st_mode) && !(fcntl(fd, F_GETFL) & O_NONBLOCK);
	}
	if (!is_stream && !getrlimit(RLIMIT_FSIZE, &limit) && limit.rlim_cur != RLIM_INFINITY)
		sink->limit = limit.rlim_cur;
}

static const char *error__word(int error)
{
	switch (error) {
	case EPIPE:
		return "the reader is gone";
	case ETIMEDOUT:
		return "the reader has stopped";
	case EFBIG:
		return "ulimit -f";
	case ENOSPC:
	case EDQUOT:
		return "no space left";
	default:
		return "the output failed";
	}
}

static int output_sink__failed(struct output_sink *sink, int error, struct defer_error *err)
{
	sink->why = error__word(error);
	if (error == EPIPE && sink->end.reader_gone)
		*sink->end.reader_gone = true;
	if (error == EPIPE)
		return defer_error__set_at(err, DEFER_ERR_IO, sink->size,
					   "%s: the reader of the stream is gone", sink->name);
	if (error == ETIMEDOUT)
		return defer_error__set_at(err, DEFER_ERR_IO, sink->size,
					   "%s: the reader of the stream has stopped reading",
					   sink->name);
	if (error == EFBIG)
		return defer_error__set_at(err, DEFER_ERR_IO, sink->size,
					   "%s: files may not exceed %llu bytes (ulimit -f)",
					   sink->name, (unsigned long long)sink->limit);
	return defer_error__set_at(err, DEFER_ERR_IO, sink->size, "cannot write %s: %s", sink->name,
				   strerror(error));
}

/* Steps over @done bytes that have been written. */
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

/* Cuts @pieces to @room bytes. Returns false if they had more. */
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

static uint64_t pieces__size(const struct iovec *pieces, int nr)
{
	uint64_t size = 0;

	for (int i = 0; i < nr; i++)
		size += pieces[i].iov_len;
	return size;
}

/* Returns whether the end was requested and the reader has taken almost nothing since. */
static bool output_sink__is_stalled(struct output_sink *sink)
{
	uint64_t now;

	if (!output_end__is_asked(&sink->end))
		return false;
	now = clock__now();
	if (sink->asked_ns && now - sink->asked_ns < ENDING_NS)
		return false;
	if (sink->asked_ns && sink->size - sink->asked_size < ENDING_BYTES)
		return true;
	sink->asked_ns = now;
	sink->asked_size = sink->size;
	return false;
}

/* Waits until a stream accepts more. Returns 0, or -1 and errno. */
static int output_sink__wait(struct output_sink *sink)
{
	struct pollfd pollfd = {.fd = sink->fd, .events = POLLOUT};
	int ret;

	do {
		if (output_sink__is_stalled(sink)) {
			errno = ETIMEDOUT;
			return -1;
		}
		ret = poll(&pollfd, 1, STEP_MS);
	} while (!ret || (ret < 0 && errno == EINTR));
	return ret < 0 ? -1 : 0;
}

/*
 * Writes at most PIPE_BUF bytes, which a pipe that poll() reports as writable accepts without
 * blocking, even if it is in blocking mode.
 */
static ssize_t output_sink__write_little(struct output_sink *sink, const struct iovec *piece)
{
	size_t size = piece->iov_len < PIPE_BUF ? piece->iov_len : PIPE_BUF;

	return output_sink__wait(sink) ? -1 : write(sink->fd, piece->iov_base, size);
}

static ssize_t output_sink__write(struct output_sink *sink, const struct iovec *pieces, int nr)
{
	const struct msghdr message = {.msg_iov = (struct iovec *)pieces, .msg_iovlen = nr};
	ssize_t done;

	if (!sink->is_stream)
		return pwritev(sink->fd, pieces, nr, sink->size);
	if (sink->is_socket)
		done = sendmsg(sink->fd, &message, MSG_DONTWAIT | MSG_NOSIGNAL);
	else if (sink->blocks)
		done = output_sink__write_little(sink, pieces);
	else
		done = writev(sink->fd, pieces, nr);
	if (done >= 0 || errno != EAGAIN)
		return done;
	return output_sink__wait(sink);
}

void output_sink__reserve(struct output_sink *sink)
{
	sink->reserves = !sink->is_stream;
}

/* Takes blocks for the bytes up to @end, and more. Without them, writing takes its own. */
static void output_sink__take_blocks(struct output_sink *sink, uint64_t end)
{
	uint64_t more = sink->size < RESERVE_MAX ? sink->size : RESERVE_MAX;

	if (!sink->reserves || end <= sink->reserved || end < RESERVE_MIN)
		return;
	end += more;
	if (end > sink->limit ||
	    fallocate(sink->fd, FALLOC_FL_KEEP_SIZE, sink->size, end - sink->size))
		sink->reserves = false;
	else
		sink->reserved = end;
}

int output_sink__release(struct output_sink *sink, struct defer_error *err)
{
	return sink->reserved > sink->size ? output_sink__truncate(sink, sink->size, err) : 0;
}

int output_sink__append(struct output_sink *sink, const struct iovec *pieces, int nr,
			struct defer_error *err)
{
	struct iovec copies[OUTPUT_SINK_MAX_PIECES], *left = copies;
	uint64_t room = sink->limit > sink->size ? sink->limit - sink->size : 0;
	ssize_t done;
	bool fit;

	if (nr > OUTPUT_SINK_MAX_PIECES)
		return defer_error__set_at(err, DEFER_ERR_INVAL, sink->size, "%d pieces", nr);
	memcpy(copies, pieces, nr * sizeof(*pieces));
	fit = pieces__fit(copies, nr, room);
	output_sink__take_blocks(sink, sink->size + pieces__size(copies, nr));
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

int output_sink__open_fifo(const char *path, const struct output_end *end)
{
	int fd;

	for (;;) {
		fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
		if (fd >= 0 || errno != ENXIO)
			return fd;
		if (output_end__is_asked(end)) {
			errno = EINTR;
			return -1;
		}
		poll(NULL, 0, STEP_MS);
	}
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

int output_sink__read_back(const struct output_sink *sink, void *data, size_t size, uint64_t at,
			   struct defer_error *err)
{
	size_t pos = 0;
	ssize_t done;

	while (pos < size) {
		done = pread(sink->fd, (char *)data + pos, size - pos, at + pos);
		if (done < 0 && errno == EINTR)
			continue;
		if (done <= 0)
			return defer_error__set_at(err, DEFER_ERR_IO, at + pos,
						   "cannot read %s back: %s", sink->name,
						   done ? strerror(errno) : "it was cut meanwhile");
		pos += done;
	}
	return 0;
}

int output_sink__truncate(struct output_sink *sink, uint64_t size, struct defer_error *err)
{
	while (ftruncate(sink->fd, size)) {
		if (errno != EINTR)
			return defer_error__set_at(err, DEFER_ERR_IO, size, "cannot cut %s: %s",
						   sink->name, strerror(errno));
	}
	sink->size = size;
	return 0;
}
