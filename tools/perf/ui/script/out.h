/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * out: text that leaves in large pieces, or gathers in memory. The first error is kept, and all
 * that follows it may be dropped, so that writers need not ask each time.
 */
#ifndef PERF_DEFER_UI_SCRIPT_OUT_H
#define PERF_DEFER_UI_SCRIPT_OUT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <perf/defer-error.h>

#define OUT_SIZE (1 << 20)

struct out {
	char *buf;
	size_t len, cap;
	int fd;	   /* -1: all stays in @buf, which grows */
	int error; /* errno of what failed first, or 0 */
};

/* @fd is the caller's, or -1. */
int out__init(struct out *out, int fd, struct defer_error *err);
void out__exit(struct out *out);

/* Writes what is there. */
void out__flush(struct out *out);

/* As out__write() if the text does not fit into what is left. */
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

/* Words of a trace: what is no text becomes dots. The second as printf's %<width>s. */
void out__plain(struct out *out, const char *str);
void out__plain_right(struct out *out, const char *str, int width);

/* As printf's %<width>s, %<width>u, %<width>d and %<width>x; short of width spaces come first. */
void out__str_right(struct out *out, const char *str, int width);
void out__u64(struct out *out, uint64_t value, int width);
void out__i64(struct out *out, int64_t value, int width);
void out__hex(struct out *out, uint64_t value, int width);
/* As %-<width>d. */
void out__i64_left(struct out *out, int64_t value, int width);
/* As %0<digits>u. */
void out__u64_zeroes(struct out *out, uint64_t value, int digits);

#endif /* PERF_DEFER_UI_SCRIPT_OUT_H */
