// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "ui/export/base64.h"

struct base64 {
	FILE *out;
	uint8_t group[3]; /* bytes that are no whole group yet */
	unsigned int nr;
	bool failed;
};

/* Writes the group; what it lacks stands as "=". */
static void put_group(struct base64 *base64)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const uint8_t *in = base64->group;
	const uint32_t bits = in[0] << 16 | in[1] << 8 | in[2];
	char text[4];

	for (unsigned int i = 0; i < sizeof(text); i++)
		text[i] = i <= base64->nr ? digits[bits >> (18 - 6 * i) & 63] : '=';
	base64->failed |= fwrite_unlocked(text, 1, sizeof(text), base64->out) != sizeof(text);
	memset(base64->group, 0, sizeof(base64->group));
	base64->nr = 0;
}

static ssize_t base64__write(void *cookie, const char *data, size_t size)
{
	struct base64 *base64 = cookie;

	for (size_t i = 0; i < size; i++) {
		base64->group[base64->nr++] = data[i];
		if (base64->nr == sizeof(base64->group))
			put_group(base64);
	}
	return base64->failed ? 0 : (ssize_t)size;
}

static int base64__close(void *cookie)
{
	struct base64 *base64 = cookie;
	bool failed;

	if (base64->nr)
		put_group(base64);
	failed = base64->failed;
	free(base64);
	return failed ? -1 : 0;
}

FILE *base64__open(FILE *out)
{
	const cookie_io_functions_t functions = {.write = base64__write, .close = base64__close};
	struct base64 *base64 = calloc(1, sizeof(*base64));
	FILE *stream;

	if (!base64)
		return NULL;
	base64->out = out;
	stream = fopencookie(base64, "w", functions);
	if (!stream)
		free(base64);
	return stream;
}
