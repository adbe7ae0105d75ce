// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>

#include "ui/script/out.h"
#include "ui/stdio/plain.h"
#include "util/base/error.h"

/* More than any number and its padding has, but in tests; a power of two. */
#define DIGITS_MAX 32

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

/*
 * A number while it is made, from its end to its begin, with blanks on both sides. It is copied in
 * one piece of a fixed size, blanks and all, which costs less than to copy what it needs.
 */
struct digits {
	char buf[2 * DIGITS_MAX];
	char *begin; /* within the first half, where the number ends */
};

static void digits__init(struct digits *digits)
{
	memset(digits->buf, ' ', sizeof(digits->buf));
	digits->begin = digits->buf + DIGITS_MAX;
}

static const char *digits__end(const struct digits *digits)
{
	return digits->buf + DIGITS_MAX;
}

static void digits__pair(struct digits *digits, unsigned int value)
{
	static const char pairs[] = "0001020304050607080910111213141516171819"
				    "2021222324252627282930313233343536373839"
				    "4041424344454647484950515253545556575859"
				    "6061626364656667686970717273747576777879"
				    "8081828384858687888990919293949596979899";

	digits->begin = memcpy(digits->begin - 2, pairs + value * 2, 2);
}

static void digits__decimal(struct digits *digits, uint64_t value)
{
	for (; value >= 100; value /= 100)
		digits__pair(digits, value % 100);
	if (value >= 10)
		digits__pair(digits, value);
	else
		*--digits->begin = '0' + value;
}

static void digits__signed(struct digits *digits, int64_t value)
{
	digits__decimal(digits, value < 0 ? -(uint64_t)value : (uint64_t)value);
	if (value < 0)
		*--digits->begin = '-';
}

static void digits__hex(struct digits *digits, uint64_t value)
{
	do {
		*--digits->begin = "0123456789abcdef"[value & 15];
		value >>= 4;
	} while (value);
}

/* Writes @len characters from @from on, which are within the first half and blanks after it. */
static void out__digits(struct out *out, const char *from, size_t len)
{
	if (out->cap - out->len < DIGITS_MAX) {
		out__write(out, from, len);
		return;
	}
	memcpy(out->buf + out->len, from, DIGITS_MAX);
	out->len += len;
}

/* Writes the number with blanks before it, up to @width. */
static void out__digits_right(struct out *out, const struct digits *digits, int width)
{
	const char *end = digits__end(digits), *begin = digits->begin;

	if (width > DIGITS_MAX) {
		out__pad_blanks(out, width - DIGITS_MAX);
		width = DIGITS_MAX;
	}
	if (end - begin < width)
		begin = end - width;
	out__digits(out, begin, end - begin);
}

void out__u64(struct out *out, uint64_t value, int width)
{
	struct digits digits;

	digits__init(&digits);
	digits__decimal(&digits, value);
	out__digits_right(out, &digits, width);
}

void out__i64(struct out *out, int64_t value, int width)
{
	struct digits digits;

	digits__init(&digits);
	digits__signed(&digits, value);
	out__digits_right(out, &digits, width);
}

void out__i64_left(struct out *out, int64_t value, int width)
{
	struct digits digits;
	int len;

	digits__init(&digits);
	digits__signed(&digits, value);
	len = digits__end(&digits) - digits.begin;
	out__digits(out, digits.begin, len);
	out__pad_blanks(out, width - len);
}

void out__hex(struct out *out, uint64_t value, int width)
{
	struct digits digits;

	digits__init(&digits);
	digits__hex(&digits, value);
	out__digits_right(out, &digits, width);
}

void out__u64_zeroes(struct out *out, uint64_t value, int nr)
{
	struct digits digits;

	digits__init(&digits);
	digits__decimal(&digits, value);
	while (digits__end(&digits) - digits.begin < nr && digits.begin > digits.buf)
		*--digits.begin = '0';
	out__digits(out, digits.begin, digits__end(&digits) - digits.begin);
}

void out__time(struct out *out, uint64_t ns, bool all_digits)
{
	uint32_t below = ns % 1000000000;
	struct digits digits;

	digits__init(&digits);
	*--digits.begin = ' ';
	*--digits.begin = ':';
	if (all_digits) {
		*--digits.begin = '0' + below % 10;
		digits__pair(&digits, below / 10 % 100);
	}
	for (below /= 1000; digits__end(&digits) - digits.begin < (all_digits ? 11 : 8);
	     below /= 100)
		digits__pair(&digits, below % 100);
	*--digits.begin = '.';
	digits__decimal(&digits, ns / 1000000000);
	out__digits_right(out, &digits, all_digits ? 17 : 14);
}
