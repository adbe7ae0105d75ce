// SPDX-License-Identifier: GPL-2.0-only
/* The grid that views draw into: nothing leaves its window, and nothing in it can do harm. */
#include <stdlib.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "ui/tui/term/clipboard.h"
#include "ui/tui/term/editor.h"
#include "ui/tui/term/term.h"
#include "ui/text/utf8.h"
#include "util/base/array.h"

/* A term of @rows by @cols, or a failed test. */
#define T_TERM(term, rows, cols, ascii)                            \
	struct term *term;                                         \
	struct term_win win;                                       \
	T_EQ(term__new_memory(&term, rows, cols, ascii, NULL), 0); \
	win = term__win(term)

#define T_ROW(term, row, want)                               \
	do {                                                 \
		char text_[TERM_MAX_COLS];                   \
		term__text(term, row, text_, sizeof(text_)); \
		T_STREQ(text_, want);                        \
	} while (0)

static int test_utf8(void)
{
	static const struct {
		const char *bytes;
		uint32_t ch;
		size_t len;
		unsigned int width;
	} chars[] = {
		{"a", 'a', 1, 1},
		{"\xc3\xa9", 0xe9, 2, 1},
		{"\xe4\xb8\xad", 0x4e2d, 3, 2},
		{"\xf0\x9f\x94\xa5", 0x1f525, 4, 2},
		{"\x1b", 0x1b, 1, 0},
		{"\xc2\x9b", 0x9b, 2, 0},		/* CSI in one character */
		{"\xe2\x80\xae", 0x202e, 3, 0},		/* turns the text around */
		{"\xcc\x81", 0x301, 2, 0},		/* combines */
		{"\xc0\xaf", UINT32_MAX, 1, 0},		/* too long for what it means */
		{"\xed\xa0\x80", UINT32_MAX, 1, 0},	/* half of a pair */
		{"\xf4\x90\x80\x80", UINT32_MAX, 1, 0}, /* beyond Unicode */
		{"\xe4\xb8", UINT32_MAX, 1, 0},		/* cut */
		{"\xff", UINT32_MAX, 1, 0},
	};

	for (size_t i = 0; i < sizeof(chars) / sizeof(*chars); i++) {
		char back[4];
		uint32_t ch;

		T_EQ(utf8__next(chars[i].bytes, strlen(chars[i].bytes), &ch), chars[i].len);
		T_EQ(ch, chars[i].ch);
		T_EQ(utf8__width(ch), chars[i].width);
		if (ch == UINT32_MAX)
			continue;
		T_EQ(utf8__put(back, ch), chars[i].len);
		T_CHECK(!memcmp(back, chars[i].bytes, chars[i].len));
	}
	return TEST_OK;
}

static int test_cut(void)
{
	struct term_win part;

	T_TERM(term, 4, 20, false);
	part = term_win__sub(&win, 1, 5, 2, 6);
	term_win__puts(&part, "0123456789");
	term_win__at(&part, 1, 3);
	term_win__puts(&part, "abcdef");
	term_win__at(&part, 2, 0); /* below it */
	term_win__puts(&part, "nothing");
	T_ROW(term, 0, "");
	T_ROW(term, 1, "     012345");
	T_ROW(term, 2, "        abc");
	T_ROW(term, 3, "");
	/* A part of a part is inside both; what is outside has no cells. */
	part = term_win__sub(&part, 0, 4, 9, 9);
	T_EQ(part.rows, 2);
	T_EQ(part.cols, 2);
	part = term_win__sub(&part, 5, 5, 1, 1);
	T_EQ(part.rows, 0);
	T_EQ(part.cols, 0);
	term_win__puts(&part, "x");
	T_ROW(term, 3, "");
	term__delete(term);
	return TEST_OK;
}

static int test_harmless(void)
{
	T_TERM(term, 2, 30, false);
	term_win__puts(&win, "a\x1b[2Jb\tc\nd\x7f\xc2\x9b\xff");
	T_ROW(term, 0, "a.[2Jb.c.d...");
	T_ROW(term, 1, "");
	term__delete(term);
	return TEST_OK;
}

static int test_wide(void)
{
	T_TERM(term, 2, 5, false);
	term_win__puts(&win, "\xe4\xb8\xad\xe4\xb8\xad\xe4\xb8\xad"); /* six columns in five */
	T_ROW(term, 0, "\xe4\xb8\xad\xe4\xb8\xad");
	T_EQ(term__width("a\xe4\xb8\xad"), 3);
	term__delete(term);
	return TEST_OK;
}

static int test_ascii(void)
{
	T_TERM(term, 3, 24, true);
	term_win__puts(&win, "\xc3\xa9\xe4\xb8\xad");
	term_win__at(&win, 1, 0);
	for (int glyph = 0; glyph < GLYPH_EIGHTH; glyph++)
		term_win__glyph(&win, glyph, 1);
	T_ROW(term, 0, "..");
	T_ROW(term, 1, "-|+`++++-+~:#.\"");
	term_win__at(&win, 2, 0);
	for (int glyph = GLYPH_EIGHTH; glyph < GLYPH_NR; glyph++)
		term_win__glyph(&win, glyph, 1);
	T_ROW(term, 2, "   -===#..::+*#@uuUU????");
	term__delete(term);
	return TEST_OK;
}

/* Bars that grow by an eighth of a cell look different at each step. */
static int test_eighths(void)
{
	T_TERM(term, 1, 16, false);
	for (int glyph = GLYPH_EIGHTH; glyph < GLYPH_NR; glyph++)
		term_win__glyph(&win, glyph, 1);
	T_ROW(term, 0, "▏▎▍▌▋▊▉█▁▂▃▄▅▆▇█");
	term__delete(term);
	return TEST_OK;
}

static int test_pad(void)
{
	T_TERM(term, 5, 12, false);
	term_win__pad(&win, "left", 6);
	term_win__puts(&win, "|");
	term_win__at(&win, 1, 0);
	term_win__pad(&win, "right", -7);
	term_win__puts(&win, "|");
	term_win__at(&win, 2, 0);
	term_win__pad(&win, "much too long", 4);
	term_win__puts(&win, "|");
	term_win__at(&win, 3, 10);
	term_win__pad(&win, "edge", 6);
	T_ROW(term, 0, "left  |");
	T_ROW(term, 1, "  right|");
	T_ROW(term, 2, "much|");
	T_ROW(term, 3, "          ed");
	T_ROW(term, 4, "");
	term__delete(term);
	return TEST_OK;
}

static int test_skip(void)
{
	T_TERM(term, 2, 6, false);
	win.skip = 3;
	term_win__puts(&win, "0123456789ab");
	term_win__at(&win, 1, 0);
	term_win__pad(&win, "abcdef", 4);
	term_win__pad(&win, "xy", 3);
	term_win__puts(&win, "|");
	T_ROW(term, 0, "345678");
	T_ROW(term, 1, "dxy |");
	term__delete(term);
	return TEST_OK;
}

static int test_colors(void)
{
	T_TERM(term, 2, 20, false);
	term_win__color(&win, TERM_KERNEL);
	term_win__puts_match(&win, "vfs_read and VFS", "vfs");
	T_EQ(term__color_at(term, 0, 0), TERM_MATCH);
	T_EQ(term__color_at(term, 0, 3), TERM_KERNEL);
	T_EQ(term__color_at(term, 0, 13), TERM_MATCH);
	T_EQ(win.color, TERM_KERNEL);
	/* The line of the cursor has one colour, but for what was searched. */
	win.selected = true;
	term_win__at(&win, 1, 0);
	term_win__puts_match(&win, "a vfs", "vfs");
	term_win__fill(&win);
	T_EQ(term__color_at(term, 1, 0), TERM_SELECTED);
	T_EQ(term__color_at(term, 1, 2), TERM_MATCH);
	T_EQ(term__color_at(term, 1, 19), TERM_SELECTED);
	T_EQ(term__color_at(term, 9, 0), TERM_NORMAL);
	term__delete(term);
	return TEST_OK;
}

static int test_bar(void)
{
	T_TERM(term, 3, 10, false);
	term_win__bar(&win, 0.5, 4);
	term_win__puts(&win, "|");
	term_win__at(&win, 1, 0);
	term_win__bar(&win, 7, 4); /* more than all is all */
	term_win__at(&win, 2, 0);
	term_win__bar(&win, 0.03125, 4); /* an eighth of a column */
	T_ROW(term, 0, "\xe2\x96\x88\xe2\x96\x88  |");
	T_ROW(term, 1, "\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88\xe2\x96\x88");
	T_ROW(term, 2, "\xe2\x96\x8f");
	term__delete(term);
	return TEST_OK;
}

/* Whatever is drawn wherever, it stays in its window: sanitizers and a frame around it see to it. */
static int test_random(void)
{
	uint64_t seed = 1;

	for (int round = 0; round < 2000; round++) {
		unsigned int rows = 3 + rng__next(&seed) % 20, cols = 3 + rng__next(&seed) % 40;
		struct term_win part;
		char text[64];

		T_TERM(term, rows, cols, rng__next(&seed) % 2);
		part = term_win__sub(&win, 1, 1, rows - 2, cols - 2);
		part.skip = rng__next(&seed) % 4 ? 0 : rng__next(&seed) % 50;
		for (int i = 0; i < 10; i++) {
			for (size_t j = 0; j < sizeof(text) - 1; j++)
				text[j] = 1 + rng__next(&seed) % 255;
			text[rng__next(&seed) % sizeof(text)] = '\0';
			text[sizeof(text) - 1] = '\0';
			term_win__at(&part, rng__next(&seed) % 30, rng__next(&seed) % 60);
			part.color = TERM_KERNEL;
			term_win__pad(&part, text, (int)(rng__next(&seed) % 80) - 40);
			term_win__puts_match(&part, text, "e");
			term_win__fill(&part);
		}
		for (unsigned int col = 0; col < cols; col++) {
			T_EQ(term__color_at(term, 0, col), TERM_NORMAL);
			T_EQ(term__color_at(term, rows - 1, col), TERM_NORMAL);
		}
		for (unsigned int row = 0; row < rows; row++) {
			T_EQ(term__color_at(term, row, 0), TERM_NORMAL);
			T_EQ(term__color_at(term, row, cols - 1), TERM_NORMAL);
		}
		term__delete(term);
	}
	return TEST_OK;
}

/* Base64 of all remainders of three; bytes over 127 are not negative. */
static int test_copy(void)
{
	static const struct {
		const char *text, *sent;
	} copies[] = {
		{"main", "\033]52;c;bWFpbg==\a"},
		{"level", "\033]52;c;bGV2ZWw=\a"},
		{"a()", "\033]52;c;YSgp\a"},
		{"gr\xc3\xb6\xc3\x9f"
		 "e",
		 "\033]52;c;Z3LDtsOfZQ==\a"},
		{"", "\033]52;c;\a"},
	};
	struct term *term;

	T_EQ(term__new_memory(&term, 5, 20, false, NULL), 0);
	T_STREQ(term__sent(term), "");
	for (size_t i = 0; i < ARRAY_SIZE(copies); i++) {
		T_EQ(clipboard__copy(term, copies[i].text), 0);
		T_STREQ(term__sent(term), copies[i].sent);
	}
	term__delete(term);
	return TEST_OK;
}

static int check_editor(struct term *term, const char *visual, const char *editor, int status)
{
	T_EQ(setenv("VISUAL", visual, 1), 0);
	T_EQ(setenv("EDITOR", editor, 1), 0);
	T_EQ(editor__open(term, "/a file", 12), status);
	return TEST_OK;
}

/* It gets line and path, a command with arguments of its own, no blocked signal, and its status counts. */
static int test_editor(void)
{
	const char *old_visual = getenv("VISUAL"), *old_editor = getenv("EDITOR");
	struct term *term;
	int ret;

	T_EQ(term__new_memory(&term, 5, 20, false, NULL), 0);
	ret = check_editor(term, "", "sh -c '[ \"$1 $2\" = \"+12 /a file\" ] && exit 7' x", 7);
	if (ret == TEST_OK)
		ret = check_editor(term, "exit 3;", "exit 4;", 3);
	if (ret == TEST_OK)
		ret = check_editor(term, "", "kill -TERM $$;", -1);
	T_STREQ(editor__name(), "kill -TERM $$;");
	T_EQ(setenv("EDITOR", "", 1), 0);
	T_STREQ(editor__name(), "vi");
	T_EQ(old_visual ? setenv("VISUAL", old_visual, 1) : unsetenv("VISUAL"), 0);
	T_EQ(old_editor ? setenv("EDITOR", old_editor, 1) : unsetenv("EDITOR"), 0);
	term__delete(term);
	return ret;
}

static const struct test_case cases[] = {
	{"UTF-8, and what only looks like it", test_utf8},
	{"what does not fit into a window is cut", test_cut},
	{"control characters do nothing", test_harmless},
	{"wide characters are whole or not there", test_wide},
	{"terminals that know ASCII alone", test_ascii},
	{"bars by eighths", test_eighths},
	{"columns of a width", test_pad},
	{"moved to the left", test_skip},
	{"colours, the cursor and matches", test_colors},
	{"bars", test_bar},
	{"nothing leaves its window", test_random},
	{"what is copied goes to the terminal as base64", test_copy},
	{"the editor gets a line and a path", test_editor},
	{0},
};

const struct test_suite suite__tui_term = {"tui-term", "The grid that the TUI draws into", cases};
