// SPDX-License-Identifier: GPL-2.0-only
/* Names that mean no good, in all that the terminal UI draws and writes. */
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/nasty.h"
#include "tests/tests.h"
#include "tests/xml-check.h"
#include "ui/tui/term/term.h"
#include "ui/tui/app/tui.h"
#include "ui/text/utf8.h"
#include "util/pipeline.h"
#include "util/dso/symbol.h"

#define MAX_STEPS 4096
#define MAX_LINE  (4 * TERM_MAX_COLS + 1)

/* Keys, and a look at the screen after each. */
struct play {
	struct term_step steps[MAX_STEPS];
	size_t nr;
	unsigned int looks;
	bool bad; /* a screen was not harmless */
	bool ascii;
};

static void look(const struct term *term, void *ctx)
{
	struct play *play = ctx;
	char line[MAX_LINE];

	play->looks++;
	if (play->bad)
		return;
	for (unsigned int row = 0; row < term__rows(term); row++) {
		size_t len = term__text(term, row, line, sizeof(line)), nr;
		unsigned int width = 0;
		uint32_t ch;

		for (size_t i = 0; i < len; i += nr) {
			nr = utf8__next(line + i, len - i, &ch);
			width += utf8__width(ch);
			if (!utf8__width(ch) || (play->ascii && ch >= 0x7f))
				play->bad = true;
		}
		if (nasty__fault(line, len) || strchr(line, '\t') || width > term__cols(term))
			play->bad = true;
		if (play->bad) {
			fprintf(stderr, "row %u: %s\n", row, line);
			return;
		}
	}
}

static struct term_step *next_step(struct play *play)
{
	if (play->nr == MAX_STEPS)
		abort();
	return &play->steps[play->nr++];
}

/* Waits until the screen shows @text, if that is not NULL, and looks. */
static void until(struct play *play, const char *text)
{
	*next_step(play) = (struct term_step){.until = text, .look = look, .ctx = play};
}

static void press(struct play *play, uint32_t key)
{
	*next_step(play) =
		(struct term_step){.event = {.kind = TERM_EVENT_KEY, .key = key}, .until = NULL};
	until(play, NULL);
}

static void press_times(struct play *play, uint32_t key, unsigned int nr)
{
	while (nr--)
		press(play, key);
}

static void idle(struct play *play)
{
	until(play, "h: help");
}

static void paste(struct play *play, const char *text)
{
	size_t len = strlen(text), nr;

	for (size_t i = 0; i < len; i += nr) {
		uint32_t ch;

		nr = utf8__next(text + i, len - i, &ch);
		*next_step(play) = (struct term_step){
			.event = {.kind = TERM_EVENT_KEY, .key = ch, .pasted = true}};
	}
	until(play, NULL);
}

/* In a view: its lines, moved sideways, the menu of a line, a search, and its file. */
static void look_around(struct play *play)
{
	idle(play);
	press_times(play, KEY_DOWN, 20);
	press_times(play, '}', 8);
	press_times(play, '{', 8);
	press(play, KEY_HOME);
	press(play, 'm');
	press(play, KEY_ESC);
	press(play, KEY_CTRL('f'));
	paste(play, "\xe2\x80\xae\xc2\x9b");
	press(play, KEY_ENTER);
	press(play, KEY_DOWN);
	idle(play);
	press(play, 'P');
	until(play, "Printed to perf.");
	press(play, KEY_DOWN);
}

/* Into each function by the menu, and out again. */
static void zoom_everywhere(struct play *play)
{
	for (unsigned int i = 0; i < nasty__nr(); i++) {
		idle(play);
		press(play, 'z');
		press(play, KEY_END);
		press(play, KEY_UP);
		press(play, KEY_ENTER);
		until(play, "Zoom into which symbol?");
		press_times(play, KEY_DOWN, i);
		press(play, KEY_ENTER);
		until(play, "Zoomed into Symbol: ");
		idle(play);
		press(play, KEY_ESC);
	}
}

/* With zooms in their titles. */
static void export_all(struct play *play)
{
	press(play, '1');
	/* Until the last zoom is undone, rows have another order, and the cursor stays on its function. */
	until(play, "100.00%");
	idle(play);
	press(play, KEY_HOME);
	press(play, 'd');
	until(play, "DSO: .[31m");
	idle(play);
	press(play, 'z');
	press(play, KEY_DOWN);
	press(play, KEY_ENTER);
	until(play, "Zoom into which comm?");
	press(play, KEY_ENTER);
	until(play, "Comm: ");
	for (unsigned int i = 0; i < 3; i++) {
		idle(play);
		press(play, 'x');
		until(play, "Export as");
		press_times(play, KEY_DOWN, i);
		press(play, KEY_ENTER);
		until(play, "Exported to perf.");
		press(play, KEY_DOWN);
	}
}

static void make_steps(struct play *play)
{
	static const char views[] = "1234a6";

	for (const char *view = views; *view; view++) {
		press(play, '1');
		idle(play);
		press(play, KEY_DOWN);
		press(play, *view);
		look_around(play);
	}
	press(play, '1');
	press(play, 'i');
	press_times(play, KEY_PGDN, 3);
	press(play, KEY_ESC);
	zoom_everywhere(play);
	export_all(play);
}

static int run(struct play *play)
{
	const struct symbol_conf conf = {.symfs = NASTY_SYMFS, .buildid_dir = "/nonexistent"};
	struct pipeline_opts pipeline = {
		.session.path = NASTY_TRACE,
		.sort.children = true,
		.show.graph = GRAPH_CONF_DEFAULT,
		.conf = &conf,
		.groups.on = true,
	};
	const struct tui_opts opts = {.pipeline = &pipeline};
	struct defer_error err = DEFER_ERROR_INIT;
	struct term *term;
	char line[MAX_LINE];

	pipeline.show.graph.order = ORDER_CALLER;
	T_EQ(term__new_memory(&term, 30, 90, play->ascii, NULL), 0);
	term__feed(term, play->steps, play->nr);
	if (tui__run(term, &opts, true, &err) < 0)
		T_FAIL("%s", err.text);
	if (play->bad || !term__is_done(term)) {
		const char *awaited = term__awaited(term);

		for (unsigned int row = 0; row < term__rows(term); row++) {
			term__text(term, row, line, sizeof(line));
			fprintf(stderr, "%s\n", line);
		}
		T_FAIL("%s: '%s'",
		       play->bad ? "this screen is not harmless" : "a step did not come",
		       awaited ? awaited : "");
	}
	term__delete(term);
	return TEST_OK;
}

/* ---- what was written ---- */

/* A parser that is here says it, if there is one. */
static int check_svg(const char *path, const char *text)
{
	static const char *const parsers[] = {
		"xmllint --noout",
		"python3 -c 'import sys, xml.dom.minidom as m; m.parse(sys.argv[1])'"};
	const char *fault = xml_check__fault(text);
	char command[512];

	if (fault)
		T_FAIL("%s is no XML from here: %.80s", path, fault);
	for (size_t i = 0; i < sizeof(parsers) / sizeof(*parsers); i++) {
		snprintf(command, sizeof(command), "command -v %s > /dev/null && ! %s %s",
			 i ? "python3" : "xmllint", parsers[i], path);
		if (!system(command))
			T_FAIL("%s is no XML", path);
	}
	return TEST_OK;
}

/* Lines end with a number, and nothing in a name ends one. */
static int check_folded(const char *text)
{
	unsigned int nr = 0;

	for (const char *line = text; *line; nr++) {
		const char *end = strchr(line, '\n'), *at = end;

		T_CHECK(end);
		while (at > line && at[-1] >= '0' && at[-1] <= '9')
			at--;
		T_CHECK(at > line && at < end && at[-1] == ' ');
		line = end + 1;
	}
	T_EQ(nr, nasty__nr());
	return TEST_OK;
}

static int check_file(const char *path)
{
	char label[NASTY_LABEL_LEN];
	size_t size;
	char *text = nasty__read(path, &size);
	const char *fault = text ? nasty__fault(text, size) : "";

	if (fault)
		T_FAIL("%s: byte %#x", path, (unsigned char)*fault);
	T_CHECK(size > 0);
	if (strstr(path, ".svg"))
		T_RUN(check_svg(path, text));
	if (strstr(path, ".folded"))
		T_RUN(check_folded(text));
	for (unsigned int i = 0;
	     !strstr(path, ".time.") && !strstr(path, ".ledger.") && !strstr(path, ".source.") &&
	     !strstr(path, ".flame.0") && i < nasty__nr();
	     i++) {
		if (!strstr(text, nasty__label(i, label)))
			T_FAIL("%s: there is no %s", path, label);
	}
	free(text);
	return TEST_OK;
}

static int check_files(void)
{
	DIR *dir = opendir(".");
	struct dirent *entry;
	unsigned int nr = 0;

	T_CHECK(dir);
	while ((entry = readdir(dir))) {
		if (strncmp(entry->d_name, "perf.", 5))
			continue;
		nr++;
		T_RUN(check_file(entry->d_name));
	}
	closedir(dir);
	T_EQ(nr, 6 + 3);
	return TEST_OK;
}

static int play_all(const struct folder *folder, bool ascii)
{
	struct play *play = calloc(1, sizeof(*play));

	T_CHECK(play);
	T_RUN(nasty__write(folder));
	play->ascii = ascii;
	make_steps(play);
	T_RUN(run(play));
	T_EQ(play->looks >= play->nr / 3, true);
	T_RUN(check_files());
	free(play);
	T_EQ(chdir("/"), 0);
	return TEST_OK;
}

static int play_utf8(const struct folder *folder)
{
	return play_all(folder, false);
}

static int play_ascii(const struct folder *folder)
{
	return play_all(folder, true);
}

static int test_utf8(void)
{
	return folder__run(play_utf8);
}

static int test_ascii(void)
{
	return folder__run(play_ascii);
}

static const struct test_case cases[] = {
	{"all views, menus and files", test_utf8},
	{"on an ASCII terminal", test_ascii},
	{0},
};

const struct test_suite suite__nasty_tui = {"nasty-tui", "Names that mean no good, in the TUI",
					    cases};
