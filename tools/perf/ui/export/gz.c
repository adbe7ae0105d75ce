// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "ui/export/gz.h"

/* The largest window, and a header and trailer of gzip around the stream (zlib.h, deflateInit2()). */
#define WINDOW_BITS (MAX_WBITS + 16)
#define MEM_LEVEL   8 /* zlib's default */

struct gz {
	z_stream stream;
	FILE *out;
	int error; /* errno of the first write that failed; 0: none did */
	uint8_t buf[64 << 10];
};

struct gz *gz__new(FILE *out)
{
	struct gz *gz = calloc(1, sizeof(*gz));

	if (!gz)
		return NULL;
	gz->out = out;
	if (deflateInit2(&gz->stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS, MEM_LEVEL,
			 Z_DEFAULT_STRATEGY) == Z_OK)
		return gz;
	free(gz);
	return NULL;
}

void gz__delete(struct gz *gz)
{
	if (!gz)
		return;
	deflateEnd(&gz->stream);
	free(gz);
}

/* Compresses all that is there. Returns what deflate() did last. */
static int gz__deflate(struct gz *gz, int flush)
{
	int ret = Z_OK;
	size_t size;

	do {
		gz->stream.next_out = gz->buf;
		gz->stream.avail_out = sizeof(gz->buf);
		ret = deflate(&gz->stream, flush);
		size = sizeof(gz->buf) - gz->stream.avail_out;

		if (fwrite(gz->buf, 1, size, gz->out) != size)
			gz->error = errno;
	} while (!gz->stream.avail_out && !gz->error);
	return ret;
}

void gz__write(struct gz *gz, const void *data, size_t size)
{
	/* zlib counts what is left in an unsigned int. */
	while (size && !gz->error) {
		const unsigned int part = size < INT_MAX ? size : INT_MAX;

		gz->stream.next_in = (void *)data;
		gz->stream.avail_in = part;
		gz__deflate(gz, Z_NO_FLUSH);
		data = (const uint8_t *)data + part;
		size -= part;
	}
}

static ssize_t write_cookie(void *gz, const char *data, size_t size)
{
	gz__write(gz, data, size);
	return (ssize_t)size;
}

FILE *gz__stream(struct gz *gz)
{
	return fopencookie(gz, "w", (cookie_io_functions_t){.write = write_cookie});
}

int gz__finish(struct gz *gz, struct defer_error *err)
{
	if (!gz->error && gz__deflate(gz, Z_FINISH) != Z_STREAM_END && !gz->error)
		gz->error = EIO;
	if (!gz->error && fflush(gz->out))
		gz->error = errno;
	if (!gz->error)
		return 0;
	return defer_error__set(err, DEFER_ERR_IO, "cannot write the export: %s",
				strerror(gz->error));
}
