// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "ui/text/json.h"
#include "ui/text/utf8.h"

void json__init(struct json *json, FILE *fp)
{
	*json = (struct json){.fp = fp};
}

int json__finish(struct json *json, struct defer_error *err)
{
	if (json->misused || json->depth || !json->whole)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"JSON was left unfinished at depth %u", json->depth);
	fputc('\n', json->fp);
	if (!fflush(json->fp) && !ferror(json->fp))
		return 0;
	/* Clears the error of the stream: it has been reported. */
	clearerr(json->fp);
	return defer_error__set(err, DEFER_ERR_IO, "cannot write the output: %m");
}

static void write_escape(FILE *fp, uint32_t c)
{
	static const char letters[] = "\"\"\\\\\bb\ff\nn\rr\tt";

	for (const char *l = letters; *l; l += 2) {
		if (c == (uint32_t)l[0]) {
			fprintf(fp, "\\%c", l[1]);
			return;
		}
	}
	fprintf(fp, "\\u%04" PRIx32, c);
}

static void write_string(FILE *fp, const char *str)
{
	uint32_t ch;
	size_t len;

	fputc('"', fp);
	for (; *str; str += len) {
		len = utf8__next(str, strnlen(str, 4), &ch);
		if (ch == UINT32_MAX)
			fputs("\\ufffd", fp);
		else if (ch == '"' || ch == '\\' || (ch < 0x10000 && !utf8__is_text(ch)))
			write_escape(fp, ch);
		else
			fwrite(str, 1, len, fp);
	}
	fputc('"', fp);
}

static void write_break(const struct json *json)
{
	if (json->dense)
		return;
	fputc('\n', json->fp);
	for (unsigned int i = 0; i < json->depth; i++)
		fputs("  ", json->fp);
}

/* Writes what stands before any value. Returns false if no value may stand here. */
static bool begin_value(struct json *json, const char *key)
{
	bool wants_key = json->depth && !json->array[json->depth - 1];

	if (json->whole || wants_key != (key != NULL))
		json->misused = true;
	if (json->misused)
		return false;

	if (json->depth) {
		if (json->more[json->depth - 1])
			fputc(',', json->fp);
		json->more[json->depth - 1] = true;
		write_break(json);
	}
	if (key) {
		write_string(json->fp, key);
		fputs(": ", json->fp);
	}
	return true;
}

static void end_value(struct json *json)
{
	if (!json->depth)
		json->whole = true;
}

static void open_value(struct json *json, const char *key, bool array)
{
	if (!begin_value(json, key))
		return;
	if (json->depth == JSON_MAX_DEPTH) {
		json->misused = true;
		return;
	}
	json->array[json->depth] = array;
	json->more[json->depth] = false;
	json->depth++;
	fputc(array ? '[' : '{', json->fp);
}

void json__object(struct json *json, const char *key)
{
	open_value(json, key, false);
}

void json__array(struct json *json, const char *key)
{
	open_value(json, key, true);
}

void json__end(struct json *json)
{
	if (!json->depth)
		json->misused = true;
	if (json->misused)
		return;
	json->depth--;
	if (json->more[json->depth])
		write_break(json);
	fputc(json->array[json->depth] ? ']' : '}', json->fp);
	end_value(json);
}

void json__u64(struct json *json, const char *key, uint64_t value)
{
	if (!begin_value(json, key))
		return;
	fprintf(json->fp, "%" PRIu64, value);
	end_value(json);
}

void json__i64(struct json *json, const char *key, int64_t value)
{
	if (!begin_value(json, key))
		return;
	fprintf(json->fp, "%" PRId64, value);
	end_value(json);
}

void json__bool(struct json *json, const char *key, bool value)
{
	if (!begin_value(json, key))
		return;
	fputs(value ? "true" : "false", json->fp);
	end_value(json);
}

void json__null(struct json *json, const char *key)
{
	if (!begin_value(json, key))
		return;
	fputs("null", json->fp);
	end_value(json);
}

void json__str(struct json *json, const char *key, const char *value)
{
	if (!value) {
		json__null(json, key);
		return;
	}
	if (!begin_value(json, key))
		return;
	write_string(json->fp, value);
	end_value(json);
}

void json__hex(struct json *json, const char *key, uint64_t value)
{
	char text[24];

	snprintf(text, sizeof(text), "0x%" PRIx64, value);
	json__str(json, key, text);
}

void json__double(struct json *json, const char *key, double value, int decimals)
{
	if (!isfinite(value)) {
		json__null(json, key);
		return;
	}
	if (!begin_value(json, key))
		return;
	fprintf(json->fp, "%.*f", decimals, value);
	end_value(json);
}
