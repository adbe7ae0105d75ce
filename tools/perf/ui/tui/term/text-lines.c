// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "ui/tui/term/text-lines.h"
#include "util/base/error.h"

int text_lines__init(struct text_lines *text, struct defer_error *err)
{
	*text = (struct text_lines){0};
	text->out = open_memstream(&text->text, &text->size);
	return text->out ? 0 : error__no_memory(err, "for text");
}

int text_lines__finish(struct text_lines *text, struct defer_error *err)
{
	int ret = fclose(text->out);
	char *at = text->text;

	text->out = NULL;
	if (ret || !at)
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

void text_lines__exit(struct text_lines *text)
{
	if (text->out)
		fclose(text->out);
	free(text->text);
	free(text->lines);
}
