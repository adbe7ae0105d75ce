/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out: text that is written in large pieces, or collected in memory. The first error is kept and
 * later text may be dropped, so that callers need to check only once, at the end.
 */
#ifndef PERF_DEFER_UI_SCRIPT_OUT_H
#define PERF_DEFER_UI_SCRIPT_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <perf/defer-error.h>

#define OUT_SIZE (1 << 20)

struct out {
	char *buf;
	size_t len, cap;
	int fd;	   /* -1: all text stays in @buf, which grows */
	int error; /* errno of the first failure, or 0 */
};

/* Prepares @out to write to @fd, which the caller closes, or to memory if @fd is -1. */
int out__init(struct out *out, int fd, struct defer_error *err);
void out__exit(struct out *out);

/* Writes the text that is buffered. */
void out__flush(struct out *out);

/*
 * Writes what is buffered, and then the text of @from, which is in memory and is empty afterwards.
 */
void out__take(struct out *out, struct out *from);

/* Does the work of out__write() for text that does not fit into the rest of the buffer. */
void out__write_slow(struct out *out, const char *text, size_t len);

static inline void out__write(struct out *out, const char *text, size_t len)
{
	if (len > out->cap - out->len) {
		out__write_slow(out, text, len);
		return;
	}
	memcpy(out->buf + out->len, text, len);
	out->len += len;
}

static inline void out__str(struct out *out, const char *str)
{
	out__write(out, str, strlen(str));
}

static inline void out__char(struct out *out, char c)
{
	out__write(out, &c, 1);
}

/*
 * Write strings of a trace; whatever is not text becomes dots. The second pads like printf's
 * %<width>s.
 */
void out__plain(struct out *out, const char *str);
void out__plain_right(struct out *out, const char *str, int width);

/* Write like printf's %<width>s, %<width>u, %<width>d and %<width>x: padded on the left. */
void out__str_right(struct out *out, const char *str, int width);
void out__u64(struct out *out, uint64_t value, int width);
void out__i64(struct out *out, int64_t value, int width);
void out__hex(struct out *out, uint64_t value, int width);
/* Writes like printf's %-<width>d. */
void out__i64_left(struct out *out, int64_t value, int width);
/* Writes like printf's %0<digits>u. */
void out__u64_zeroes(struct out *out, uint64_t value, int digits);

/*
 * Writes a time in seconds, as printf's "%5u.%06u: ", or with 9 decimals if @all_digits.
 */
void out__time(struct out *out, uint64_t ns, bool all_digits);

#endif /* PERF_DEFER_UI_SCRIPT_OUT_H */
