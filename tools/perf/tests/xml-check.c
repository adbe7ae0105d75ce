// SPDX-License-Identifier: GPL-2.0-only
#include "tests/xml-check.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define MAX_OPEN 64

/* Returns the end of the tag at @s, or NULL if it is malformed. */
static const char *tag_end(const char *s)
{
	char quote = 0;

	for (; *s && (quote || *s != '>'); s++) {
		if (*s == '<')
			return NULL;
		if (quote)
			quote = *s == quote ? 0 : quote;
		else if (*s == '"' || *s == '\'')
			quote = *s;
	}
	return *s ? s : NULL;
}

/* "&lt;" and the like only. */
static bool entity_is_known(const char *s)
{
	static const char *const known[] = {"&lt;", "&gt;", "&amp;", "&quot;", "&#39;"};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		if (!strncmp(s, known[i], strlen(known[i])))
			return true;
	}
	return false;
}

/* Steps over what is no element: NULL if it does not end. */
static const char *skip_special(const char *s)
{
	const char *end = !strncmp(s, "<![CDATA[", 9) ? strstr(s, "]]>") : strchr(s, '>');

	return end ? end + (s[1] == '!' ? 3 : 1) : NULL;
}

const char *xml_check__fault(const char *s)
{
	struct {
		const char *name;
		size_t len;
	} open[MAX_OPEN];
	unsigned int depth = 0;

	while (*s) {
		const char *end, *name = s + 1;

		if ((unsigned char)*s < ' ' && *s != '\n')
			return s;
		if (*s == '&' && !entity_is_known(s))
			return s;
		if (*s != '<') {
			s++;
			continue;
		}
		if (*name == '!' || *name == '?') {
			s = skip_special(s);
			if (!s)
				return name;
			continue;
		}
		end = tag_end(name);
		if (!end || depth == MAX_OPEN)
			return s;
		if (*name == '/') {
			size_t len = end - name - 1;

			if (!depth-- || open[depth].len != len ||
			    strncmp(open[depth].name, name + 1, len))
				return s;
		} else if (end[-1] != '/') {
			open[depth].name = name;
			open[depth++].len = strcspn(name, " >");
		}
		s = end + 1;
	}
	return depth ? open[depth - 1].name : NULL;
}
