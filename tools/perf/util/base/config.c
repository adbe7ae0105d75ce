// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/config.h"
#include "util/base/error.h"

#define SYSTEM_CONFIG "/etc/perfconfig"
#define KEY_SIZE      256

struct config_reader {
	const char *path;
	unsigned int line;
	char section[KEY_SIZE]; /* section and subsection */
	config_fn fn;
	void *ctx;
};

static int bad_line(const struct config_reader *reader, const char *why, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "%s:%u: %s", reader->path, reader->line, why);
}

static char *skip_blank(char *str)
{
	while (isspace((unsigned char)*str))
		str++;
	return str;
}

static bool is_comment(char c)
{
	return c == '#' || c == ';';
}

/* Removes trailing blanks. */
static void config__trim(char *str)
{
	size_t len = strlen(str);

	while (len && isspace((unsigned char)str[len - 1]))
		str[--len] = '\0';
}

/* Reads "[section]" or "[section "subsection"]", which a comment may follow. */
static int config_reader__read_section(struct config_reader *reader, char *str,
				       struct defer_error *err)
{
	char *end = strchr(str, ']'), *quote, *unquote;

	if (!end)
		return bad_line(reader, "missing ']' after a section name", err);
	*end = '\0';
	quote = strchr(str, '"');
	if (!quote) {
		config__trim(str);
		snprintf(reader->section, sizeof(reader->section), "%s", str);
		return 0;
	}
	unquote = strchr(quote + 1, '"');
	if (!unquote)
		return bad_line(reader, "missing closing quote of a subsection", err);
	*quote = *unquote = '\0';
	config__trim(str);
	if (snprintf(reader->section, sizeof(reader->section), "%s.%s", str, quote + 1) >=
	    (int)sizeof(reader->section))
		return bad_line(reader, "the section name is too long", err);
	return 0;
}

/* Returns the character that a backslash and @c stand for, or 0 if the pair has no meaning. */
static char config__unescape(char c)
{
	switch (c) {
	case 't':
		return '\t';
	case 'n':
		return '\n';
	case 'b':
		return '\b';
	case '"':
	case '\\':
		return c;
	default:
		return '\0';
	}
}

/* Removes quotes, escapes and a comment from a value, in place. */
static int clean_value(const struct config_reader *reader, char *value, struct defer_error *err)
{
	bool quoted = false;
	char *to = value, *end = value; /* end: behind the last character that is not blank */

	for (char *from = value; *from && (quoted || !is_comment(*from)); from++) {
		if (*from == '"') {
			quoted = !quoted;
			end = to;
			continue;
		}
		*to = *from;
		if (*from == '\\') {
			*to = config__unescape(*++from);
			if (!*to)
				return bad_line(reader, "unknown escape in a value", err);
		}
		to++;
		if (quoted || !isspace((unsigned char)to[-1]))
			end = to;
	}
	*end = '\0';
	return quoted ? bad_line(reader, "missing closing quote of a value", err) : 0;
}

static int config_reader__read_setting(struct config_reader *reader, char *str,
				       struct defer_error *err)
{
	char key[2 * KEY_SIZE], *value = str, end;
	int ret;

	while (isalnum((unsigned char)*value) || *value == '-' || *value == '_' || *value == '.')
		value++;
	if (value == str || !reader->section[0])
		return bad_line(reader, "expected 'name = value' in a section", err);
	end = *value;
	if (end)
		*value++ = '\0';
	if (snprintf(key, sizeof(key), "%s.%s", reader->section, str) >= (int)sizeof(key))
		return bad_line(reader, "the name is too long", err);
	if (isspace((unsigned char)end)) {
		value = skip_blank(value);
		end = *value;
		if (end)
			value++;
	}
	if (!end || is_comment(end))
		return reader->fn(reader->ctx, key, NULL, err);
	if (end != '=')
		return bad_line(reader, "missing '=' after a name", err);
	value = skip_blank(value);
	ret = clean_value(reader, value, err);
	return ret ? ret : reader->fn(reader->ctx, key, value, err);
}

static int read_line(struct config_reader *reader, char *line, struct defer_error *err)
{
	reader->line++;
	line = skip_blank(line);
	if (!*line || is_comment(*line))
		return 0;
	return *line == '[' ? config_reader__read_section(reader, line + 1, err)
			    : config_reader__read_setting(reader, line, err);
}

int config__read_file(const char *path, config_fn fn, void *ctx, struct defer_error *err)
{
	struct config_reader reader = {.path = path, .fn = fn, .ctx = ctx};
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	int ret = 0;

	if (!file)
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", path, strerror(errno));
	while (!ret && getline(&line, &cap, file) >= 0)
		ret = read_line(&reader, line, err);
	free(line);
	fclose(file);
	return ret;
}

bool config__bool(const char *value)
{
	if (!value || !strcasecmp(value, "true") || !strcasecmp(value, "yes") ||
	    !strcasecmp(value, "on"))
		return true;
	return strtol(value, NULL, 0) != 0;
}

static bool is_set(const char *name)
{
	const char *value = getenv(name);

	return value && config__bool(value);
}

/* Returns true if the file may be trusted. As in perf, another user's file is ignored. */
static bool is_ours(const char *path)
{
	struct stat st;

	return !stat(path, &st) && S_ISREG(st.st_mode) && (!st.st_uid || st.st_uid == geteuid());
}

int config__read(config_fn fn, void *ctx, struct defer_error *err)
{
	const char *only = getenv("PERF_CONFIG"), *home = getenv("HOME");
	char *path = NULL;
	int ret = 0;

	if (only)
		return config__read_file(only, fn, ctx, err);
	if (!is_set("PERF_CONFIG_NOSYSTEM") && !access(SYSTEM_CONFIG, R_OK))
		ret = config__read_file(SYSTEM_CONFIG, fn, ctx, err);
	if (ret || !home || is_set("PERF_CONFIG_NOGLOBAL"))
		return ret;
	if (asprintf(&path, "%s/.perfconfig", home) < 0)
		return error__no_memory(err, "for a path");
	if (is_ours(path))
		ret = config__read_file(path, fn, ctx, err);
	free(path);
	return ret;
}
