// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/text-lines.h"
#include "util/base/error.h"
#include "util/base/memstream.h"

int text_lines__init(struct text_lines *text, struct defer_error *err)
{
	*text = (struct text_lines){0};
	text->out = open_memstream(&text->text, &text->size);
	return text->out ? 0 : error__no_memory(err, "for text");
}

int text_lines__finish(struct text_lines *text, struct defer_error *err)
{
	int ret = memstream__close(text->out, &text->text);
	char *at = text->text;

	text->out = NULL;
	if (ret)
		return error__no_memory(err, "for text");
	for (const char *c = at; *c; c++)
		text->nr += *c == '\n';
	text->lines = calloc(text->nr + 2ULL, sizeof(*text->lines));
	if (!text->lines)
		return error__no_memory(err, "for text");
	text->nr = 0;
	for (char *line; (line = strsep(&at, "\n")) != NULL;) {
		if (*line || at)
			text->lines[text->nr++] = line;
	}
	return 0;
}

/* Returns the columns before the text of @line, which the rest of it is indented by. */
static unsigned int indent_of(const char *line, unsigned int cols)
{
	unsigned int blanks = strspn(line, " ");
	const char *gap = strstr(line + blanks, "  ");
	unsigned int column = gap ? (gap - line) + strspn(gap, " ") : blanks;

	return column < cols / 2 ? column : 0;
}

size_t text__fit(const char *text, unsigned int cols)
{
	size_t len = 0, word = 0;

	for (unsigned int col = 0; text[len]; len++) {
		if ((text[len] & 0xc0) != 0x80 && col++ >= cols && len)
			return word ? word : len;
		if (text[len + 1] == ' ' && text[len] != ' ')
			word = len + 1;
	}
	return len;
}

static void print_wrapped(const char *line, unsigned int cols, FILE *out)
{
	unsigned int indent = indent_of(line, cols), left = 0;

	do {
		size_t len = text__fit(line, cols - left);

		fprintf(out, "%*s%.*s\n", left, "", (int)len, line);
		line += len;
		line += strspn(line, " ");
		left = indent;
	} while (*line);
}

int text_lines__wrap(struct text_lines *text, unsigned int cols, struct defer_error *err)
{
	struct text_lines wrapped;
	int ret = text_lines__init(&wrapped, err);

	if (ret)
		return ret;
	for (unsigned int i = 0; i < text->nr; i++)
		print_wrapped(text->lines[i], cols, wrapped.out);
	ret = text_lines__finish(&wrapped, err);
	text_lines__exit(text);
	*text = wrapped;
	return ret;
}

void text_lines__exit(struct text_lines *text)
{
	if (text->out)
		fclose(text->out);
	free(text->text);
	free(text->lines);
}
