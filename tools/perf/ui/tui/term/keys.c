// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "ui/tui/term/keys.h"
#include "ui/text/utf8.h"

#define ESC 0x1b

size_t key_parser__add(struct key_parser *parser, const uint8_t *bytes, size_t nr)
{
	size_t room = sizeof(parser->bytes) - parser->nr;

	if (nr > room)
		nr = room;
	memcpy(parser->bytes + parser->nr, bytes, nr);
	parser->nr += nr;
	return nr;
}

static void key_parser__drop(struct key_parser *parser, unsigned int nr)
{
	parser->nr -= nr;
	memmove(parser->bytes, parser->bytes + nr, parser->nr);
}

static void set_key(struct term_event *event, uint32_t key)
{
	event->kind = TERM_EVENT_KEY;
	event->key = key;
	event->pasted = false;
}

/* ---- sequences ---- */

/* Returns the key for the last byte of "ESC [ … x" and "ESC O x". */
static uint32_t letter_key(uint8_t last)
{
	switch (last) {
	case 'A':
		return KEY_UP;
	case 'B':
		return KEY_DOWN;
	case 'C':
		return KEY_RIGHT;
	case 'D':
		return KEY_LEFT;
	case 'H':
		return KEY_HOME;
	case 'F':
		return KEY_END;
	case 'M':
		return KEY_ENTER; /* of the number pad */
	case 'P' ... 'S':
		return KEY_F1 + last - 'P';
	case 'Z':
		return KEY_UNTAB;
	default:
		break;
	}
	return 0;
}

/* Returns the key of "ESC [ n ~". */
static uint32_t number_key(unsigned int nr)
{
	static const uint32_t low[] = {0,	 KEY_HOME, KEY_INSERT, KEY_DELETE, KEY_END,
				       KEY_PGUP, KEY_PGDN, KEY_HOME,   KEY_END};
	static const uint8_t f_keys[] = {11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24};

	if (nr < sizeof(low) / sizeof(*low))
		return low[nr];
	for (unsigned int i = 0; i < sizeof(f_keys); i++) {
		if (f_keys[i] == nr)
			return KEY_F1 + i;
	}
	return 0;
}

/* Decodes a button of xterm: 0 left, 2 right, 64 and 65 the wheel; 32 is added while moving. */
static bool set_mouse(struct term_event *event, unsigned int button, unsigned int col,
		      unsigned int row, bool release)
{
	unsigned int which = button & ~0x1cU; /* without shift, meta and control */

	if (!col || !row)
		return false;
	if (which == 64)
		event->mouse = MOUSE_WHEEL_UP;
	else if (which == 65)
		event->mouse = MOUSE_WHEEL_DOWN;
	else if (which == 0)
		event->mouse = release ? MOUSE_RELEASE : MOUSE_PRESS;
	else if (which == 32)
		event->mouse = MOUSE_DRAG;
	else if (which == 2 && !release)
		event->mouse = MOUSE_RIGHT;
	else
		return false;
	event->kind = TERM_EVENT_MOUSE;
	event->col = col - 1;
	event->row = row - 1;
	return true;
}

/* Reads the numbers of "a;b;c", at most three; missing ones are 0. */
static void read_numbers(const uint8_t *at, const uint8_t *end, unsigned int numbers[3])
{
	unsigned int nr = 0;

	memset(numbers, 0, 3 * sizeof(*numbers));
	for (; at < end && nr < 3; at++) {
		if (*at == ';')
			nr++;
		else if (*at >= '0' && *at <= '9' && numbers[nr] < 100000)
			numbers[nr] = numbers[nr] * 10 + *at - '0';
	}
}

/* Decodes a sequence of @len bytes that begins with "ESC [". Returns whether it means anything. */
static bool parse_csi(const uint8_t *bytes, unsigned int len, struct term_event *event)
{
	uint8_t last = bytes[len - 1];
	unsigned int numbers[3];
	uint32_t key;

	if (bytes[2] == '<') {
		read_numbers(bytes + 3, bytes + len - 1, numbers);
		return set_mouse(event, numbers[0], numbers[1], numbers[2], last == 'm');
	}
	if (bytes[2] == 'M') { /* mouse of old terminals: button 3 is any release */
		bool release = ((bytes[3] - 32) & 3) == 3;

		return set_mouse(event, (bytes[3] - 32U) & (release ? ~3U : ~0U), bytes[4] - 32U,
				 bytes[5] - 32U, release);
	}
	if (bytes[2] == '[') { /* the Linux console: F1 to F5 */
		key = last >= 'A' && last <= 'E' ? KEY_F1 + (uint32_t)(last - 'A') : 0;
	} else {
		read_numbers(bytes + 2, bytes + len - 1, numbers);
		key = last == '~' ? number_key(numbers[0]) : letter_key(last);
		if (last == 'R' && numbers[0] > 1)
			key = 0; /* not F3 but a report of the cursor position */
	}
	if (key)
		set_key(event, key);
	return key != 0;
}

/*
 * Returns whether a string begins: "ESC ]", "ESC P" or "ESC _", up to "ESC \\" or BEL. Terminals
 * answer queries about colours, versions and the like in this form, sometimes after the program
 * that asked has ended.
 */
static bool begins_string(const struct key_parser *parser)
{
	return parser->nr > 2 &&
	       (parser->bytes[1] == ']' || parser->bytes[1] == 'P' || parser->bytes[1] == '_');
}

#define BEL 7

static void keep_answer(struct key_parser *parser, const uint8_t *bytes, unsigned int nr)
{
	size_t len = strlen(parser->answer), room = sizeof(parser->answer) - 1 - len;

	snprintf(parser->answer + len, room + 1, "%.*s", (int)nr, (const char *)bytes);
}

static void take_answer(struct key_parser *parser)
{
	enum ground ground = ground__of_answer(parser->answer);

	if (ground != GROUND_UNKNOWN)
		parser->ground = ground;
	parser->in_string = false;
}

/* Takes what was read of a string out. @all: no more bytes follow, so it ends here. */
static void drop_string(struct key_parser *parser, bool all)
{
	unsigned int i = 0;

	while (i < parser->nr && parser->bytes[i] != BEL && parser->bytes[i] != ESC)
		i++;
	keep_answer(parser, parser->bytes, i);
	key_parser__drop(parser, i);
	if (parser->nr && parser->bytes[0] == BEL)
		key_parser__drop(parser, 1);
	else if (parser->nr > 1)
		key_parser__drop(parser, parser->bytes[1] == '\\' ? 2 : 0);
	else if (!all)
		return;
	take_answer(parser);
}

#define PASTE_BEGINS 200 /* ESC [ 200 ~ */
#define PASTE_ENDS   201

/* Returns the length of the sequence that begins with ESC; 0: incomplete. */
static unsigned int sequence_len(const struct key_parser *parser)
{
	const uint8_t *bytes = parser->bytes;

	if (parser->nr < 2)
		return 0;
	if (bytes[1] == 'O')
		return parser->nr < 3 ? 0 : 3;
	if (parser->nr == 2 && bytes[1] && strchr("]P_", bytes[1]))
		return 0;
	if (bytes[1] != '[')
		return 1;
	if (parser->nr > 2 && bytes[2] == '[')
		return parser->nr < 4 ? 0 : 4;
	if (parser->nr > 2 && bytes[2] == 'M')
		return parser->nr < 6 ? 0 : 6;
	for (unsigned int i = 2; i < parser->nr; i++) {
		if (bytes[i] >= 0x40 && bytes[i] <= 0x7e)
			return i + 1;
		if (bytes[i] < 0x20)
			return i; /* no sequence contains this byte */
	}
	return parser->nr == sizeof(parser->bytes) ? parser->nr : 0;
}

/* Notes the beginning or end of a paste. A key that no paste contains ends it, too. */
static void see_paste(struct key_parser *parser, unsigned int len)
{
	unsigned int numbers[3] = {0};

	if (len > 3 && len <= sizeof(parser->bytes) && parser->bytes[1] == '[' &&
	    parser->bytes[len - 1] == '~')
		read_numbers(parser->bytes + 2, parser->bytes + len - 1, numbers);
	parser->in_paste = numbers[0] == PASTE_BEGINS;
}

/* Decodes what begins with ESC. Returns whether it is an event. */
static bool parse_escape(struct key_parser *parser, unsigned int len, struct term_event *event)
{
	uint32_t key;

	see_paste(parser, len);
	if (len == 1) {
		set_key(event, KEY_ESC);
		return true;
	}
	if (parser->bytes[1] == '[') {
		parser->is_answered |=
			len > 3 && parser->bytes[2] == '?' && parser->bytes[len - 1] == 'c';
		return len > 2 && parse_csi(parser->bytes, len, event);
	}
	key = letter_key(parser->bytes[2]);
	if (key)
		set_key(event, key);
	return key != 0;
}

/* ---- characters ---- */

/* Returns whether @parser holds an incomplete character that may still be completed. */
static bool is_cut(const struct key_parser *parser)
{
	uint8_t lead = parser->bytes[0];
	unsigned int want = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc2 ? 2 : 1;

	return parser->nr < want;
}

static bool parse_char(struct key_parser *parser, struct term_event *event)
{
	uint32_t ch;

	key_parser__drop(parser, utf8__next((const char *)parser->bytes, parser->nr, &ch));
	if (ch == UINT32_MAX)
		return false;
	if (ch == '\n')
		ch = KEY_ENTER;
	if (ch == '\b')
		ch = KEY_BACKSPACE;
	parser->in_paste &= ch != KEY_CTRL('c');
	set_key(event, ch);
	event->pasted = parser->in_paste;
	return true;
}

bool key_parser__next(struct key_parser *parser, bool all, struct term_event *event)
{
	while (parser->nr) {
		unsigned int len;
		bool found;

		if (parser->in_string) {
			drop_string(parser, all);
			if (parser->in_string)
				return false;
			continue;
		}
		if (parser->bytes[0] != ESC) {
			if (!all && is_cut(parser))
				return false;
			if (parse_char(parser, event))
				return true;
			continue;
		}
		if (begins_string(parser)) {
			parser->in_string = true;
			parser->answer[0] = '\0';
			key_parser__drop(parser, 2);
			continue;
		}
		len = sequence_len(parser);
		if (!len) {
			if (!all)
				return false;
			len = 1;
		}
		found = parse_escape(parser, len, event);
		key_parser__drop(parser, len);
		if (found)
			return true;
	}
	if (all && parser->in_string)
		take_answer(parser);
	return false;
}

/* ---- names ---- */

const char *key__name(uint32_t key, char *buf)
{
	static const struct {
		uint32_t key;
		const char *name;
	} names[] = {
		{KEY_TAB, "Tab"},	 {KEY_ENTER, "Enter"}, {KEY_ESC, "Esc"},
		{KEY_BACKSPACE, "BkSp"}, {KEY_UP, "Up"},       {KEY_DOWN, "Down"},
		{KEY_LEFT, "Left"},	 {KEY_RIGHT, "Right"}, {KEY_HOME, "Home"},
		{KEY_END, "End"},	 {KEY_PGUP, "PgUp"},   {KEY_PGDN, "PgDn"},
		{KEY_INSERT, "Ins"},	 {KEY_DELETE, "Del"},  {KEY_UNTAB, "S-Tab"},
		{' ', "Space"},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		if (names[i].key == key)
			return names[i].name;
	}
	if (key >= KEY_F1 && key <= KEY_F12)
		snprintf(buf, KEY_NAME_LEN, "F%u", key - KEY_F1 + 1);
	else if (key < ' ')
		snprintf(buf, KEY_NAME_LEN, "^%c", (char)(key + '@'));
	else
		buf[utf8__put(buf, key)] = '\0';
	return buf;
}
