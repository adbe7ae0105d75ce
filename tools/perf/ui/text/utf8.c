// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "ui/text/utf8.h"

#define BAD UINT32_MAX

/*
 * Returns how many bytes follow @lead and sets @bits to its own bits; -1 if it is not a lead byte.
 */
static int lead_byte(uint8_t lead, uint32_t *bits)
{
	if (lead < 0x80) {
		*bits = lead;
		return 0;
	}
	if (lead >= 0xc2 && lead < 0xe0) {
		*bits = lead & 0x1f;
		return 1;
	}
	if (lead >= 0xe0 && lead < 0xf0) {
		*bits = lead & 0x0f;
		return 2;
	}
	if (lead >= 0xf0 && lead < 0xf5) {
		*bits = lead & 0x07;
		return 3;
	}
	return -1;
}

static int is_char(uint32_t ch, int more)
{
	static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};

	return ch >= least[more] && ch < 0x110000 && (ch < 0xd800 || ch > 0xdfff);
}

size_t utf8__next(const char *str, size_t len, uint32_t *ch)
{
	uint32_t bits = 0;
	int more = lead_byte(str[0], &bits);

	*ch = BAD;
	if (more < 0 || (size_t)more >= len)
		return 1;
	for (int i = 1; i <= more; i++) {
		if (((uint8_t)str[i] & 0xc0) != 0x80)
			return 1;
		bits = bits << 6 | ((uint8_t)str[i] & 0x3f);
	}
	if (!is_char(bits, more))
		return 1;
	*ch = bits;
	return more + 1;
}

struct span {
	uint32_t first, last;
};

static int is_in(uint32_t ch, const struct span *spans, size_t nr)
{
	for (size_t i = 0; i < nr; i++) {
		if (ch >= spans[i].first && ch <= spans[i].last)
			return 1;
	}
	return 0;
}

bool utf8__is_text(uint32_t ch)
{
	/* Unicode 15: C0, DEL and C1; bidirectional controls; separators of lines */
	static const struct span spans[] = {
		{0x00, 0x1f},	  {0x7f, 0x9f},	    {0x61c, 0x61c},
		{0x200e, 0x200f}, {0x2028, 0x202e}, {0x2066, 0x206f},
	};

	if (ch >= ' ' && ch < 0x7f)
		return true;
	return ch <= 0x10ffff && (ch & 0xfffe) != 0xfffe &&
	       !is_in(ch, spans, sizeof(spans) / sizeof(*spans));
}

unsigned int utf8__width(uint32_t ch)
{
	/* Unicode 15: controls and formats, and the blocks of combining marks */
	static const struct span hidden[] = {
		{0xad, 0xad},	  {0x300, 0x36f},     {0x483, 0x489},	{0x591, 0x5bd},
		{0x610, 0x61c},	  {0x64b, 0x65f},     {0x6dd, 0x6dd},	{0x1ab0, 0x1aff},
		{0x1dc0, 0x1dff}, {0x200b, 0x200f},   {0x2028, 0x202e}, {0x2060, 0x206f},
		{0x20d0, 0x20ff}, {0xfe00, 0xfe0f},   {0xfe20, 0xfe2f}, {0xfeff, 0xfeff},
		{0xfff0, 0xfffb}, {0xe0000, 0xe0fff},
	};
	static const struct span wide[] = {
		{0x1100, 0x115f},   {0x2e80, 0x303e},	{0x3041, 0xa4cf},   {0xac00, 0xd7a3},
		{0xf900, 0xfaff},   {0xfe30, 0xfe6f},	{0xff00, 0xff60},   {0xffe0, 0xffe6},
		{0x1f300, 0x1f64f}, {0x1f900, 0x1f9ff}, {0x20000, 0x3fffd},
	};

	if (ch >= ' ' && ch < 0x7f)
		return 1;
	if (!utf8__is_text(ch) || is_in(ch, hidden, sizeof(hidden) / sizeof(*hidden)))
		return 0;
	return is_in(ch, wide, sizeof(wide) / sizeof(*wide)) ? 2 : 1;
}

size_t utf8__put(char *buf, uint32_t ch)
{
	if (ch < 0x80) {
		buf[0] = ch;
		return 1;
	}
	if (ch < 0x800) {
		buf[0] = 0xc0 | ch >> 6;
		buf[1] = 0x80 | (ch & 0x3f);
		return 2;
	}
	if (ch < 0x10000) {
		buf[0] = 0xe0 | ch >> 12;
		buf[1] = 0x80 | (ch >> 6 & 0x3f);
		buf[2] = 0x80 | (ch & 0x3f);
		return 3;
	}
	buf[0] = 0xf0 | ch >> 18;
	buf[1] = 0x80 | (ch >> 12 & 0x3f);
	buf[2] = 0x80 | (ch >> 6 & 0x3f);
	buf[3] = 0x80 | (ch & 0x3f);
	return 4;
}

bool utf8__append(char *buf, size_t size, uint32_t ch)
{
	size_t len = strlen(buf), nr;
	char bytes[4];

	if (ch < 0x20 || (ch >= 0x7f && ch < 0xa0))
		return false;
	nr = utf8__put(bytes, ch);
	if (len + nr >= size)
		return false;
	memcpy(buf + len, bytes, nr);
	buf[len + nr] = '\0';
	return true;
}

void utf8__drop(char *buf)
{
	size_t len = strlen(buf);

	while (len && ((uint8_t)buf[--len] & 0xc0) == 0x80)
		;
	buf[len] = '\0';
}
