// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <string.h>

#include "ui/export/xml.h"
#include "ui/text/utf8.h"

static void put_char(uint32_t ch, const char *bytes, size_t len, FILE *out)
{
	switch (ch) {
	case '<':
		fputs("&lt;", out);
		break;
	case '>':
		fputs("&gt;", out);
		break;
	case '&':
		fputs("&amp;", out);
		break;
	case '"':
		fputs("&quot;", out);
		break;
	case '\'':
		fputs("&#39;", out);
		break;
	default:
		fwrite(bytes, 1, len, out);
	}
}

static size_t xml_count_chars(const char *str, size_t len)
{
	size_t nr = 0;
	uint32_t ch;

	for (size_t i = 0; i < len; nr++)
		i += utf8__next(str + i, len - i, &ch);
	return nr;
}

void xml__puts(const char *str, size_t max, FILE *out)
{
	size_t len = strlen(str), nr = max;
	bool cut = max < len && xml_count_chars(str, len) > max;

	if (cut)
		nr = max > 2 ? max - 2 : 0;
	for (size_t i = 0; i < len && nr > 0; nr--) {
		uint32_t ch;
		size_t bytes = utf8__next(str + i, len - i, &ch);

		if (utf8__is_text(ch)) /* utf8__is_text() also rejects all that XML 1.0 forbids */
			put_char(ch, str + i, bytes, out);
		else
			putc('.', out);
		i += bytes;
	}
	if (cut)
		fputs("..", out);
}
