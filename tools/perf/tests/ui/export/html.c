// SPDX-License-Identifier: GPL-2.0-only
/* What pages are made of: base64, and columns of numbers. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include <internal/array.h>

#include "tests/tests.h"
#include "ui/export/base64.h"
#include "ui/export/columns.h"
#include "ui/export/gz.h"

/* Writes @size bytes in parts of @part. The caller frees the text. */
static char *encode(const char *bytes, size_t size, size_t part)
{
	size_t length, len;
	char *text;
	FILE *out = open_memstream(&text, &length), *in = base64__open(out);

	for (size_t i = 0; i < size; i += len) {
		len = size - i < part ? size - i : part;
		fwrite(bytes + i, 1, len, in);
		fflush(in);
	}
	fclose(in);
	fclose(out);
	return text;
}

/* (RFC 4648, section 10) */
static int test_base64(void)
{
	static const char *const texts[] = {"",		"Zg==",	    "Zm8=",    "Zm9v",
					    "Zm9vYg==", "Zm9vYmE=", "Zm9vYmFy"};
	char *text;

	for (size_t i = 0; i < 7; i++) {
		for (size_t part = 1; part < 7; part++) {
			text = encode("foobar", i, part);
			T_STREQ(text, texts[i]);
			free(text);
		}
	}
	text = encode("\xff\xef\xbe\x00", 4, 4);
	T_STREQ(text, "/+++AA==");
	free(text);
	return TEST_OK;
}

/* The end of a text is written only when it is closed. */
static int test_full(void)
{
	static const char *const texts[] = {"some text", "s"};

	for (size_t i = 0; i < ARRAY_SIZE(texts); i++) {
		FILE *out = fopen("/dev/full", "w"), *in = base64__open(out);

		setvbuf(out, NULL, _IONBF, 0);
		fputs(texts[i], in);
		T_CHECK(fclose(in) != 0);
		fclose(out);
	}
	return TEST_OK;
}

/* Inflates @size bytes at @text into @to, which has room for @room. Returns how many they are. */
static size_t inflate_all(char *text, size_t size, uint8_t *to, size_t room)
{
	z_stream stream = {.next_in = (uint8_t *)text, .avail_in = size};

	inflateInit2(&stream, MAX_WBITS + 16);
	stream.next_out = to;
	stream.avail_out = room;
	inflate(&stream, Z_FINISH);
	inflateEnd(&stream);
	return stream.total_out;
}

/* Numbers are little-endian, column after column, of which the head tells the lengths. */
static int test_columns(void)
{
	static const uint8_t expected[] = {4, 3, 2, 1, 0xff, 0xff, 0xff, 0xff, 7, 0, 0, 0};
	struct columns columns;
	struct json json;
	uint8_t bytes[64];
	size_t size, length;
	char *text, *head;
	FILE *out = open_memstream(&text, &size), *named = open_memstream(&head, &length);
	struct gz *gz = gz__new(out);

	columns__init(&columns, gz);
	columns__begin(&columns, "a");
	columns__put(&columns, 0x01020304);
	columns__put(&columns, UINT32_MAX);
	columns__begin(&columns, "none");
	columns__begin(&columns, "b");
	columns__put(&columns, 7);
	T_EQ(columns__finish(&columns, NULL), 0);
	T_EQ(gz__finish(gz, NULL), 0);
	gz__delete(gz);
	fclose(out);
	T_EQ(inflate_all(text, size, bytes, sizeof(bytes)), sizeof(expected));
	T_CHECK(!memcmp(bytes, expected, sizeof(expected)));
	free(text);

	json__init(&json, named);
	json.dense = true;
	json__object(&json, NULL);
	columns__write_json(&columns, &json);
	json__end(&json);
	T_EQ(json__finish(&json, NULL), 0);
	fclose(named);
	T_STREQ(head, "{\"columns\": [[\"a\",2],[\"none\",0],[\"b\",1]]}\n");
	free(head);
	columns__exit(&columns);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"base64, however it comes", test_base64},
	{"a full disk", test_full},
	{"columns and their head", test_columns},
	{NULL, NULL},
};

const struct test_suite suite__html = {"html", "Parts of exported pages", cases};
