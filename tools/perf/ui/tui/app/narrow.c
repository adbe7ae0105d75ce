// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ui/text/utf8.h"
#include "ui/tui/app/narrow.h"
#include "util/base/error.h"

static bool is_heading(const struct narrow *narrow, unsigned int i)
{
	return narrow->sections && narrow->lines[i][0] && (!i || !narrow->lines[i - 1][0]);
}

static void narrow__update(struct narrow *narrow)
{
	unsigned int heading = narrow->nr_lines;

	narrow->nr = 0;
	for (unsigned int i = 0; i < narrow->nr_lines; i++) {
		if (narrow->text[0] && is_heading(narrow, i))
			heading = i;
		if (!strcasestr(narrow->lines[i], narrow->text))
			continue;
		if (heading < i)
			narrow->shown[narrow->nr++] = heading;
		heading = narrow->nr_lines;
		narrow->shown[narrow->nr++] = i;
	}
}

int narrow__init(struct narrow *narrow, const char *const *lines, unsigned int nr, bool sections,
		 struct defer_error *err)
{
	*narrow = (struct narrow){.lines = lines, .nr_lines = nr, .sections = sections};
	narrow->shown = malloc((nr + 1ULL) * sizeof(*narrow->shown));
	if (!narrow->shown)
		return error__no_memory(err, "for a list");
	narrow__update(narrow);
	return 0;
}

void narrow__exit(struct narrow *narrow)
{
	free(narrow->shown);
}

bool narrow__key(struct narrow *narrow, const struct term_event *event)
{
	char *text = narrow->text;
	uint32_t key = event->key;

	if (!text[0] && !event->pasted && (key == 'q' || key == ' '))
		return false;
	if (text[0] && (key == KEY_ESC || key == KEY_CTRL('u')))
		text[0] = '\0';
	else if (text[0] && key == KEY_BACKSPACE)
		utf8__drop(text);
	else if (key >= 0x110000 || !utf8__append(text, NARROW_LEN, key))
		return false;
	narrow__update(narrow);
	return true;
}

void narrow__title(const struct narrow *narrow, const char *title, char *buf, size_t size)
{
	snprintf(buf, size, "%s%s%s", title, narrow->text[0] ? " with: " : "", narrow->text);
}
