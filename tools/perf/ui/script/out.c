// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "ui/script/out.h"
#include "ui/stdio/plain.h"
#include "util/base/error.h"

int out__init(struct out *out, int fd, struct defer_error *err)
{
	*out = (struct out){.fd = fd, .cap = fd < 0 ? 256 : OUT_SIZE};
	out->buf = malloc(out->cap);
	if (!out->buf)
		return error__no_memory(err, "for the output");
	return 0;
}

void out__exit(struct out *out)
{
	free(out->buf);
	out->buf = NULL;
}

static void write_all(struct out *out, const char *text, size_t len)
{
	while (len && !out->error) {
		ssize_t done = write(out->fd, text, len);

		if (done < 0 && errno != EINTR)
			out->error = errno;
		if (done > 0) {
			text += done;
			len -= done;
		}
	}
}

void out__flush(struct out *out)
{
	if (out->fd < 0)
		return;
	write_all(out, out->buf, out->len);
	out->len = 0;
}

void out__take(struct out *out, struct out *from)
{
	out__flush(out);
	write_all(out, from->buf, from->len);
	from->len = 0;
}

static void out__grow(struct out *out, size_t need)
{
	size_t cap = need < out->cap ? out->cap * 2 : out->cap + need;
	char *buf = realloc(out->buf, cap);

	if (!buf) {
		out->error = ENOMEM;
		return;
	}
	out->buf = buf;
	out->cap = cap;
}

void out__write_slow(struct out *out, const char *text, size_t len)
{
	if (out->fd < 0)
		out__grow(out, len);
	else
		out__flush(out);
	if (len > out->cap - out->len) {
		if (out->fd >= 0)
			write_all(out, text, len);
		return;
	}
	memcpy(out->buf + out->len, text, len);
	out->len += len;
}

static void out__pad_blanks(struct out *out, int nr)
{
	for (; nr > 0; nr--)
		out__char(out, ' ');
}

void out__str_right(struct out *out, const char *str, int width)
{
	size_t len = strlen(str);

	out__pad_blanks(out, width - (int)len);
	out__write(out, str, len);
}

void out__plain(struct out *out, const char *str)
{
	size_t len;

	while (*str) {
		const char *from = str;

		while (*str && plain__is_shown(str, &len))
			str += len;
		out__write(out, from, str - from);
		if (*str) {
			out__char(out, '.');
			str += len;
		}
	}
}

void out__plain_right(struct out *out, const char *str, int width)
{
	out__pad_blanks(out, width - (int)plain__len(str));
	out__plain(out, str);
}

/* Writes the decimal digits of @value backward from @end. Returns where they begin. */
static char *put_decimal(char *end, uint64_t value)
{
	static const char pairs[] = "0001020304050607080910111213141516171819"
				    "2021222324252627282930313233343536373839"
				    "4041424344454647484950515253545556575859"
				    "6061626364656667686970717273747576777879"
				    "8081828384858687888990919293949596979899";

	for (; value >= 100; value /= 100)
		end = memcpy(end - 2, pairs + value % 100 * 2, 2);
	if (value >= 10)
		return memcpy(end - 2, pairs + value * 2, 2);
	*--end = '0' + value;
	return end;
}

static char *put_hex(char *end, uint64_t value)
{
	do {
		*--end = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
	return end;
}

void out__u64(struct out *out, uint64_t value, int width)
{
	char buf[24], *end = buf + sizeof(buf), *begin = put_decimal(end, value);

	out__pad_blanks(out, width - (end - begin));
	out__write(out, begin, end - begin);
}

static char *put_signed(char *end, int64_t value)
{
	char *begin = put_decimal(end, value < 0 ? -(uint64_t)value : (uint64_t)value);

	if (value < 0)
		*--begin = '-';
	return begin;
}

void out__i64(struct out *out, int64_t value, int width)
{
	char buf[24], *end = buf + sizeof(buf), *begin = put_signed(end, value);

	out__pad_blanks(out, width - (end - begin));
	out__write(out, begin, end - begin);
}

void out__i64_left(struct out *out, int64_t value, int width)
{
	char buf[24], *end = buf + sizeof(buf), *begin = put_signed(end, value);

	out__write(out, begin, end - begin);
	out__pad_blanks(out, width - (end - begin));
}

void out__hex(struct out *out, uint64_t value, int width)
{
	char buf[24], *end = buf + sizeof(buf), *begin = put_hex(end, value);

	out__pad_blanks(out, width - (end - begin));
	out__write(out, begin, end - begin);
}

void out__u64_zeroes(struct out *out, uint64_t value, int digits)
{
	char buf[24], *end = buf + sizeof(buf), *begin = put_decimal(end, value);

	while (end - begin < digits && begin > buf)
		*--begin = '0';
	out__write(out, begin, end - begin);
}
