// SPDX-License-Identifier: GPL-2.0-only
/* Bytes that terminals send, as keys and mouse events. */
#include "tests/rng.h"
#include "tests/tests.h"
#include "ui/tui/term/keys.h"

static size_t add(struct key_parser *parser, const char *bytes)
{
	return key_parser__add(parser, (const uint8_t *)bytes, strlen(bytes));
}

static const struct {
	const char *bytes;
	uint32_t key;
} keys[] = {
	{"a", 'a'},
	{"\x03", KEY_CTRL('c')},
	{"\r", KEY_ENTER},
	{"\n", KEY_ENTER},
	{"\b", KEY_BACKSPACE},
	{"\x7f", KEY_BACKSPACE},
	{"\t", KEY_TAB},
	{"\xc3\xa9", 0xe9},
	{"\033[A", KEY_UP},	 /* cursor keys */
	{"\033OA", KEY_UP},	 /* in application mode */
	{"\033[1;5B", KEY_DOWN}, /* with control */
	{"\033[C", KEY_RIGHT},
	{"\033OD", KEY_LEFT},
	{"\033[H", KEY_HOME},  /* xterm */
	{"\033[1~", KEY_HOME}, /* the console, screen */
	{"\033[7~", KEY_HOME}, /* rxvt */
	{"\033OF", KEY_END},
	{"\033[4~", KEY_END},
	{"\033[8~", KEY_END},
	{"\033[5~", KEY_PGUP},
	{"\033[6~", KEY_PGDN},
	{"\033[2~", KEY_INSERT},
	{"\033[3~", KEY_DELETE},
	{"\033[Z", KEY_UNTAB},
	{"\033OP", KEY_F1},   /* xterm */
	{"\033[11~", KEY_F1}, /* rxvt */
	{"\033[[A", KEY_F1},  /* the console */
	{"\033[15~", KEY_F1 + 4},
	{"\033[24~", KEY_F12},
	{"\033OM", KEY_ENTER}, /* of the number pad */
};

static int test_keys(void)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct key_parser parser = {.nr = 0};
		struct term_event event;

		add(&parser, keys[i].bytes);
		T_CHECK(key_parser__next(&parser, false, &event));
		T_EQ(event.kind, TERM_EVENT_KEY);
		if (event.key != keys[i].key)
			T_FAIL("sequence %zu is key %#x, not %#x", i, event.key, keys[i].key);
		T_CHECK(key_parser__is_empty(&parser));
	}
	return TEST_OK;
}

/* Byte by byte, nothing comes before the end, unless time is up. */
static int test_slow(void)
{
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		struct key_parser parser = {.nr = 0};
		struct term_event event = {.key = 0};
		size_t len = strlen(keys[i].bytes);

		for (size_t j = 0; j < len; j++) {
			T_EQ(key_parser__add(&parser, (const uint8_t *)keys[i].bytes + j, 1), 1);
			T_EQ(key_parser__next(&parser, false, &event), j + 1 == len);
		}
		T_EQ(event.key, keys[i].key);
	}
	return TEST_OK;
}

static int test_escape(void)
{
	struct key_parser parser = {.nr = 0};
	struct term_event event;

	add(&parser, "\033");
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_CHECK(key_parser__next(&parser, true, &event));
	T_EQ(event.key, KEY_ESC);
	/* Followed by what no sequence begins with. */
	add(&parser, "\033q");
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(event.key, KEY_ESC);
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(event.key, 'q');
	/* Unknown ones are no keys. */
	add(&parser, "\033[?1;2c\033[201~\033OQq");
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(event.key, KEY_F1 + 1);
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(event.key, 'q');
	T_CHECK(!key_parser__next(&parser, true, &event));
	return TEST_OK;
}

/* A terminal's answer to a query is not taken as typed keys. */
static int test_answers(void)
{
	static const char *const answers[] = {
		"\033]11;rgb:3636/3636/3636\033\\",
		"\033]11;rgb:0000/0000/0000\a",
		"\033P>|XTerm(370)\033\\",
		"\033P1$r0 q\033\\",
		"\033_Gi=31;OK\033\\",
		"\033[?64;1;2;6c",
		"\033[24;80R",
		"\033[?2026;2$y",
	};

	for (size_t i = 0; i < sizeof(answers) / sizeof(*answers); i++) {
		struct key_parser parser = {.nr = 0};
		struct term_event event;

		add(&parser, answers[i]);
		T_CHECK(!key_parser__next(&parser, false, &event));
		T_CHECK(key_parser__is_empty(&parser));
		/* Byte by byte, with a key behind it. */
		for (size_t j = 0; answers[i][j]; j++) {
			key_parser__add(&parser, (const uint8_t *)answers[i] + j, 1);
			T_CHECK(!key_parser__next(&parser, false, &event));
		}
		add(&parser, "k");
		T_CHECK(key_parser__next(&parser, false, &event));
		T_EQ(event.key, 'k');
	}
	return TEST_OK;
}

/* What it tells of itself is kept; a key may stand before, behind and in the middle of time. */
static int test_ground(void)
{
	struct key_parser parser = {.nr = 0};
	struct term_event event;

	add(&parser, "k\033]11;rgb:ffff/ffff/ffff\033\\");
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(parser.ground, GROUND_UNKNOWN);
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_EQ(parser.ground, GROUND_LIGHT);
	T_CHECK(!parser.is_answered);
	add(&parser, "\033]11;rgb:0000/00");
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_EQ(parser.ground, GROUND_LIGHT);
	add(&parser, "00/0000\ak");
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(event.key, 'k');
	T_EQ(parser.ground, GROUND_DARK);
	/* Other answers tell nothing of it. */
	add(&parser, "\033]52;c;11;rgb:ffff/ffff/ffff\a\033[24;80R\033[c");
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_EQ(parser.ground, GROUND_DARK);
	T_CHECK(!parser.is_answered);
	add(&parser, "\033[?62;22c");
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_CHECK(parser.is_answered);
	return TEST_OK;
}

/* One that is longer than the parser's memory, and one that never ends but in silence. */
static int test_long_answers(void)
{
	struct key_parser parser = {.nr = 0};
	struct term_event event;

	add(&parser, "\033]52;c;");
	for (int i = 0; i < 1000; i++) {
		T_EQ(add(&parser, "q6"), 2);
		T_CHECK(!key_parser__next(&parser, false, &event));
	}
	T_CHECK(!key_parser__is_empty(&parser));
	T_CHECK(!key_parser__next(&parser, true, &event));
	T_CHECK(key_parser__is_empty(&parser));
	add(&parser, "q");
	T_CHECK(key_parser__next(&parser, false, &event));
	T_EQ(event.key, 'q');
	/* Two keys, one after the other. */
	add(&parser, "\033]");
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_CHECK(key_parser__next(&parser, true, &event));
	T_EQ(event.key, KEY_ESC);
	T_CHECK(key_parser__next(&parser, true, &event));
	T_EQ(event.key, ']');
	return TEST_OK;
}

static int test_paste(void)
{
	struct key_parser parser = {.nr = 0};
	struct term_event event;

	add(&parser, "\033[200~aq\r\033[201~b");
	for (const char *ch = "aq\rb"; *ch; ch++) {
		T_CHECK(key_parser__next(&parser, false, &event));
		T_EQ(event.key, *ch);
		T_EQ(event.pasted, *ch != 'b');
	}
	/* One that is cut off ends with the first key that no paste has in it. */
	add(&parser, "\033[200~a\033[Ab\033[200~\003c");
	T_CHECK(key_parser__next(&parser, false, &event) && event.pasted);
	T_CHECK(key_parser__next(&parser, false, &event) && event.key == KEY_UP && !event.pasted);
	T_CHECK(key_parser__next(&parser, false, &event) && event.key == 'b' && !event.pasted);
	T_CHECK(key_parser__next(&parser, false, &event) && event.key == 3 && !event.pasted);
	T_CHECK(key_parser__next(&parser, false, &event) && event.key == 'c' && !event.pasted);
	return TEST_OK;
}

static int test_mouse(void)
{
	static const struct {
		const char *bytes;
		enum term_mouse mouse;
		unsigned int row, col;
	} events[] = {
		{"\033[<0;5;9M", MOUSE_PRESS, 8, 4},	 {"\033[<0;5;9m", MOUSE_RELEASE, 8, 4},
		{"\033[<32;300;9M", MOUSE_DRAG, 8, 299}, {"\033[<2;1;1M", MOUSE_RIGHT, 0, 0},
		{"\033[<64;1;1M", MOUSE_WHEEL_UP, 0, 0}, {"\033[<65;1;1M", MOUSE_WHEEL_DOWN, 0, 0},
		{"\033[<16;2;3M", MOUSE_PRESS, 2, 1}, /* with control */
		{"\033[M !!", MOUSE_PRESS, 0, 0},     /* old terminals */
		{"\033[M#!!", MOUSE_RELEASE, 0, 0},
	};
	struct key_parser parser = {.nr = 0};
	struct term_event event;

	for (size_t i = 0; i < sizeof(events) / sizeof(*events); i++) {
		add(&parser, events[i].bytes);
		T_CHECK(key_parser__next(&parser, false, &event));
		T_EQ(event.kind, TERM_EVENT_MOUSE);
		T_EQ(event.mouse, events[i].mouse);
		T_EQ(event.row, events[i].row);
		T_EQ(event.col, events[i].col);
	}
	/* The middle button, and places that are none. */
	add(&parser, "\033[<1;1;1M\033[<0;0;0M\033[<2;1;1m");
	T_CHECK(!key_parser__next(&parser, false, &event));
	T_CHECK(key_parser__is_empty(&parser));
	return TEST_OK;
}

/* Any bytes: each is used up, and none makes it read beyond them. */
static int test_random(void)
{
	static const char likely[] = "\033[[O<M;0123~AmZq\x80\xc3\xe4]P\\\a";
	uint64_t seed = 7;

	for (int round = 0; round < 20000; round++) {
		struct key_parser parser = {.nr = 0};
		struct term_event event;
		uint8_t bytes[96];

		for (size_t i = 0; i < sizeof(bytes); i++)
			bytes[i] = rng__next(&seed) % 4
					   ? (uint8_t)likely[rng__next(&seed) % sizeof(likely)]
					   : rng__next(&seed);
		T_EQ(key_parser__add(&parser, bytes, sizeof(bytes)), sizeof(parser.bytes));
		while (key_parser__next(&parser, false, &event))
			T_CHECK(event.kind == TERM_EVENT_KEY || event.kind == TERM_EVENT_MOUSE);
		while (key_parser__next(&parser, true, &event))
			;
		T_CHECK(!key_parser__next(&parser, true, &event));
		T_CHECK(key_parser__is_empty(&parser));
	}
	return TEST_OK;
}

static int test_names(void)
{
	char buf[KEY_NAME_LEN];

	T_STREQ(key__name('a', buf), "a");
	T_STREQ(key__name(' ', buf), "Space");
	T_STREQ(key__name(KEY_CTRL('c'), buf), "^C");
	T_STREQ(key__name(KEY_ENTER, buf), "Enter");
	T_STREQ(key__name(KEY_F12, buf), "F12");
	T_STREQ(key__name(0xe9, buf), "\xc3\xa9");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what terminals send for keys", test_keys},
	{"byte by byte", test_slow},
	{"Esc by itself, and unknown sequences", test_escape},
	{"answers of the terminal", test_answers},
	{"the terminal tells its background", test_ground},
	{"long answers, and none", test_long_answers},
	{"what is pasted", test_paste},
	{"the mouse", test_mouse},
	{"any bytes", test_random},
	{"names of keys", test_names},
	{0},
};

const struct test_suite suite__tui_keys = {"tui-keys", "Keys and the mouse in the TUI", cases};
