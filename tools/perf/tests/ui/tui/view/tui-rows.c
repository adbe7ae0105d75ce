// SPDX-License-Identifier: GPL-2.0-only
/*
 * Drawing and moving cost in proportion to the rows on the screen: counted with a thousand rows and
 * with a million.
 */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/tui/view/row-view.h"
#include "ui/tui/view/views.h"
#include "util/profile/hierarchy.h"
#include "util/profile/profile.h"

#define ROWS 20
#define COLS 60
#define FEW  1000
#define MANY 1000000

struct screen {
	struct stacks stacks;
	struct column column; /* counts */
	struct profile_event event;
	struct tui_data data;
	struct tui_view view;
	struct term *term;
	unsigned int widths[MAX_COLUMNS];
	uint64_t nr_cells; /* made of the first column: by drawing, and by search */
};

/* Columns know no context but the hist that they are of. */
static struct screen *screen_of(const struct hist *hist)
{
	return (struct screen *)((char *)hist - offsetof(struct screen, event.hist));
}

static int count_cell(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size)
{
	screen_of(hist)->nr_cells++;
	return snprintf(buf, size, "%*d", (int)width, entry->who.tid);
}

/* Rows by thread, of @nr threads, all with the same call chain. */
static int add_threads(struct stacks *stacks, uint32_t nr)
{
	struct hist_stack stack;

	T_EQ(stacks__add(stacks, "a", "main;write;k:entry;k:copy", 1, 10), 0);
	stack = stacks->hist.stacks[0];
	for (uint32_t i = 1; i < nr; i++) {
		stack.who.tid = 1000 + i;
		T_EQ(hist__add(&stacks->hist, &stack, NULL), 0);
	}
	T_EQ(hist__sort(&stacks->hist, NULL), 0);
	T_EQ(stacks->hist.nr_rows, nr);
	return TEST_OK;
}

static void put_counter(struct screen *screen)
{
	struct column_list *lists[] = {&screen->stacks.order.fields, &screen->stacks.order.keys};

	for (int i = 0; i < 2; i++) {
		for (unsigned int j = 0; j < lists[i]->nr; j++) {
			if (!column__is_key(lists[i]->columns[j]))
				continue;
			screen->column = *lists[i]->columns[j];
			screen->column.format = count_cell;
			lists[i]->columns[j] = &screen->column;
		}
	}
}

static int open_view(struct screen *screen)
{
	screen->event.hist = screen->stacks.hist;
	for (int i = 0; i < MAX_COLUMNS; i++)
		screen->widths[i] = 10;
	screen->data = (struct tui_data){.event = &screen->event, .widths = screen->widths};
	screen->view = (struct tui_view){.ops = &view_symbols_ops, .data = &screen->data};
	T_EQ(term__new_memory(&screen->term, ROWS, COLS, true, NULL), 0);
	T_EQ(view__open(&screen->view, NULL), 0);
	T_EQ(view_symbols_ops.refresh(&screen->view, NULL), 0);
	return TEST_OK;
}

static const struct stacks_opts stacks_opts = {.sort = "pid", .graph = "graph,0,caller"};

static int open_screen(struct screen *screen, uint32_t nr)
{
	*screen = (struct screen){0};
	T_EQ(stacks__init(&screen->stacks, &stacks_opts), 0);
	T_RUN(add_threads(&screen->stacks, nr));
	put_counter(screen);
	T_RUN(open_view(screen));
	T_EQ(view_symbols_ops.nr_lines(&screen->view), nr);
	return TEST_OK;
}

static void close_screen(struct screen *screen)
{
	view__close(&screen->view);
	term__delete(screen->term);
	stacks__exit(&screen->stacks);
}

/* The cells that it costs to take @key, if any, and to draw. */
static uint64_t cost_of(struct screen *screen, uint32_t key)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};
	struct term_win win = term__win(screen->term);

	screen->nr_cells = 0;
	if (key && view_symbols_ops.key(&screen->view, &event, NULL) == TUI_PASS)
		view__scroll(&screen->view, &event);
	term__clear(screen->term);
	view__draw(&screen->view, &win, true);
	return screen->nr_cells;
}

#define SHOWN (ROWS - 1) /* but for the heads of columns */

/* Wherever the window is, and whatever key leads there: one cell for each row that is shown. */
static int check_moves(uint32_t nr)
{
	static const uint32_t keys[] = {0,	KEY_DOWN, KEY_PGDN, KEY_END,  KEY_UP,
					KEY_UP, KEY_PGUP, KEY_HOME, KEY_PGDN, 'C'};
	struct screen screen;

	T_RUN(open_screen(&screen, nr));
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		T_EQ(cost_of(&screen, keys[i]), SHOWN);
		if (keys[i] == KEY_END)
			T_EQ(screen.view.cursor, nr - 1);
	}
	close_screen(&screen);
	return TEST_OK;
}

static int test_moves(void)
{
	T_RUN(check_moves(FEW));
	return check_moves(MANY);
}

/* The first field of what a view of symbols keeps. */
static const struct rows *rows_of(const struct screen *screen)
{
	return &((const struct row_view *)screen->view.priv)->rows;
}

/* A call graph is made for the row that opens, at the end too, and none when all are closed. */
static int check_open(uint32_t nr)
{
	struct screen screen;
	uint64_t lines;

	T_RUN(open_screen(&screen, nr));
	cost_of(&screen, KEY_END);
	T_EQ(rows_of(&screen)->nr_built, 0);
	/* Some lines of the call graph take the place of rows. */
	T_CHECK(cost_of(&screen, 'e') <= SHOWN);
	T_EQ(rows_of(&screen)->nr_built, 1);
	lines = rows__nr(rows_of(&screen));
	T_CHECK(lines > nr);
	T_EQ(cost_of(&screen, 'C'), SHOWN);
	T_EQ(rows__nr(rows_of(&screen)), nr);
	T_EQ(rows_of(&screen)->nr_built, 1);
	cost_of(&screen, KEY_END);
	cost_of(&screen, 'e');
	T_EQ(rows__nr(rows_of(&screen)), lines);
	T_EQ(rows_of(&screen)->nr_built, 1);
	close_screen(&screen);
	return TEST_OK;
}

static int test_open(void)
{
	T_RUN(check_open(FEW));
	return check_open(MANY);
}

/* A search comes back after so many lines, whether anything was found or not. */
static int test_search(void)
{
	struct screen screen;
	struct find_request down = {.text = "nobody", .forward = true};
	struct find_request up = {.text = "nobody", .from = MANY};
	uint64_t slices = 0;

	T_RUN(open_screen(&screen, MANY));
	do {
		screen.nr_cells = 0;
		if (view__find(&screen.view, &down) != FIND_MORE)
			break;
		T_EQ(screen.nr_cells, FIND_LINES);
		T_EQ(down.from, (slices + 1) * FIND_LINES);
	} while (++slices < MANY);
	T_EQ(slices, MANY / FIND_LINES - 1);
	screen.nr_cells = 0;
	T_EQ(view__find(&screen.view, &up), FIND_MORE);
	T_EQ(screen.nr_cells, FIND_LINES);
	T_EQ(up.from, MANY - FIND_LINES);
	T_EQ(view__line_with(&screen.view, 5, "nobody", false), UINT64_MAX);
	close_screen(&screen);
	return TEST_OK;
}

/* When rows change, open lines are searched only among the first lines. */
static int test_memory(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, MANY));
	cost_of(&screen, 'e');
	screen.nr_cells = 0;
	view_symbols_ops.save(&screen.view);
	T_EQ(view_symbols_ops.refresh(&screen.view, NULL), 0);
	T_CHECK(rows__nr(rows_of(&screen)) > MANY);
	T_CHECK(screen.nr_cells < 3 * 10000);
	close_screen(&screen);
	return TEST_OK;
}

/* Lets @word be another place of its function from now on. Returns its name, to be freed after the stacks. */
static char *leave_place(struct stacks *stacks, const char *word)
{
	char *name = NULL;

	for (unsigned int i = 0; i < stacks->nr_frames; i++) {
		if (strcmp(stacks->frames[i].word, word))
			continue;
		name = stacks->frames[i].word;
		stacks->frames[i].word = strdup("left");
	}
	return name;
}

/* One place of a function is open: its other places stay closed, however often rows are made anew. */
static int test_places(void)
{
	static const struct stacks_opts opts = {.sort = "pid", .graph = "graph,0,caller,address"};
	struct screen screen = {0};
	unsigned int opened = 0;
	struct row row;
	uint64_t nr;
	char *name;

	T_EQ(stacks__init(&screen.stacks, &opts), 0);
	T_EQ(stacks__add(&screen.stacks, "a", "main;f;g;h", 2, 20), 0);
	T_EQ(stacks__add(&screen.stacks, "a", "main;f;g;i", 2, 20), 0);
	name = leave_place(&screen.stacks, "f");
	T_EQ(stacks__add(&screen.stacks, "a", "main;f;g;h", 1, 10), 0);
	T_EQ(stacks__add(&screen.stacks, "a", "main;f;g;i", 1, 10), 0);
	T_EQ(hist__sort(&screen.stacks.hist, NULL), 0);
	T_RUN(open_view(&screen));
	/* The row, main, and the place of f that was hit most. */
	for (uint64_t line = 0; opened < 3 && rows__get(rows_of(&screen), line, &row); line++) {
		if (!row.can_open)
			continue;
		view__go(&screen.view, line);
		cost_of(&screen, '+');
		opened++;
	}
	nr = view_symbols_ops.nr_lines(&screen.view);
	T_CHECK(rows__get(rows_of(&screen), nr - 1, &row) && row.can_open && !row.is_open);
	for (int i = 0; i < 2; i++) {
		view_symbols_ops.save(&screen.view);
		T_EQ(view_symbols_ops.refresh(&screen.view, NULL), 0);
		T_EQ(view_symbols_ops.nr_lines(&screen.view), nr);
	}
	close_screen(&screen);
	free(name);
	return TEST_OK;
}

/* ---- deeper than the window is wide ---- */

#define DEPTH 30

/* At each level a function calls two: the way to the last one branches as often. */
static int add_deep(struct stacks *stacks)
{
	char way[DEPTH * 8] = "main", stack[DEPTH * 8 + 16];
	size_t len = strlen(way);

	for (int i = 0; i < DEPTH; i++) {
		snprintf(stack, sizeof(stack), "%s;leaf%d", way, i);
		T_EQ(stacks__add(stacks, "a", stack, 1, 10), 0);
		len += snprintf(way + len, sizeof(way) - len, ";deep%d", i);
	}
	T_EQ(stacks__add(stacks, "a", way, 1, 1000), 0);
	return hist__sort(&stacks->hist, NULL) ? TEST_FAIL : TEST_OK;
}

/* Returns whether the name of the line at the cursor is visible. */
static int check_name(struct screen *screen)
{
	const struct rows *rows = rows_of(screen);
	char text[COLS * 4 + 1];
	const char *name;
	struct row row;

	cost_of(screen, 0);
	T_CHECK(rows__get(rows, screen->view.cursor, &row));
	name = row__name(rows, &row);
	term__text(screen->term, 1 + screen->view.cursor - screen->view.top, text, sizeof(text));
	if (row.kind == ROW_FRAME && !strstr(text, name))
		T_FAIL("%s is not in '%s'", name, text);
	return TEST_OK;
}

static int find(struct screen *screen, const char *text)
{
	uint64_t line = view__line_with(&screen->view, 0, text, true);

	T_CHECK(line != UINT64_MAX);
	screen->view.search = text;
	view__go(&screen->view, line);
	return check_name(screen);
}

static int test_deep(void)
{
	struct screen screen;
	unsigned int left, nr_moves = 0;
	struct row row;

	screen = (struct screen){0};
	T_EQ(stacks__init(&screen.stacks, &stacks_opts), 0);
	T_RUN(add_deep(&screen.stacks));
	T_RUN(open_view(&screen));
	cost_of(&screen, 'e');
	T_CHECK(view_symbols_ops.nr_lines(&screen.view) > 2 * DEPTH);
	/* Down to the end: the window moves, but only now and then. */
	while (screen.view.cursor + 1 < view_symbols_ops.nr_lines(&screen.view)) {
		left = screen.view.left;
		cost_of(&screen, KEY_DOWN);
		T_RUN(check_name(&screen));
		nr_moves += screen.view.left != left;
	}
	T_CHECK(nr_moves >= 2 && nr_moves < DEPTH / 3);
	cost_of(&screen, KEY_HOME);
	T_EQ(screen.view.left, 0);
	T_RUN(find(&screen, "leaf28"));
	T_CHECK(screen.view.left > 0);
	T_RUN(find(&screen, "leaf5"));
	T_RUN(find(&screen, "deep2"));
	T_EQ(screen.view.left, 0);
	/* No line here is longer than the window: there is nothing to move. */
	cost_of(&screen, '>');
	T_EQ(screen.view.left, 0);
	/* Lines that the user has scrolled sideways stay so. */
	T_RUN(find(&screen, "leaf28"));
	left = screen.view.left;
	cost_of(&screen, '<');
	T_CHECK(screen.view.left > 0 && screen.view.left < left);
	left = screen.view.left;
	cost_of(&screen, KEY_CTRL('l'));
	T_EQ(screen.view.left, left);
	/* A whole name is not found in longer ones, such as leaf28, which come before. */
	screen.view.cursor = view__line_with(&screen.view, 0, "=leaf2", true);
	T_CHECK(rows__get(rows_of(&screen), screen.view.cursor, &row));
	T_STREQ(row__name(rows_of(&screen), &row), "leaf2");
	T_EQ(view__line_with(&screen.view, 0, "=leaf", true), UINT64_MAX);
	close_screen(&screen);
	return TEST_OK;
}

/* ---- open graphs ---- */

/* Returns the line of the nth call graph, from 1, that has @text. The graph of a row is open. */
static uint64_t graph_line(const struct screen *screen, const char *text, unsigned int nth)
{
	uint64_t line = 0;
	struct row row;

	for (; rows__get(rows_of(screen), line, &row); line++)
		if (row.kind == ROW_FRAME && !strcmp(row__name(rows_of(screen), &row), text) &&
		    !--nth)
			return line;
	return UINT64_MAX;
}

static enum term_color color_of(const struct screen *screen, const char *text)
{
	unsigned int row = 1 + graph_line(screen, text, 1) - screen->view.top;
	char line[COLS * 4 + 1];
	const char *at;

	term__text(screen->term, row, line, sizeof(line));
	at = strstr(line, text);
	return at ? term__color_at(screen->term, row, at - line) : TERM_NR_COLORS;
}

/* Functions in a call graph have the colours of the halves that they belong to. */
static int test_graph_colors(void)
{
	struct screen screen;

	T_RUN(open_screen(&screen, 2));
	cost_of(&screen, 'e');
	T_EQ(color_of(&screen, "main"), TERM_USER);
	T_EQ(color_of(&screen, "write"), TERM_USER);
	T_EQ(color_of(&screen, "entry"), TERM_KERNEL);
	T_EQ(color_of(&screen, "copy"), TERM_KERNEL);
	close_screen(&screen);
	return TEST_OK;
}

/* Upwards from a line of an open graph, the same line is not found again below its row. */
static int test_find_up(void)
{
	struct screen screen;
	uint64_t line;

	T_RUN(open_screen(&screen, 2));
	cost_of(&screen, 'e');
	cost_of(&screen, KEY_END);
	cost_of(&screen, 'e');
	line = graph_line(&screen, "write", 2);
	T_CHECK(line != UINT64_MAX);
	T_EQ(view__line_with(&screen.view, line - 1, "write", false),
	     graph_line(&screen, "write", 1));
	close_screen(&screen);
	return TEST_OK;
}

/* ---- levels ---- */

static const struct stacks_opts level_opts = {
	.sort = "comm,sym", .graph = "graph,0,caller", .hierarchy = true};

/* Has the view find @text from @from on, below closed lines too. Checks name and level of the line. */
static int find_row(struct screen *screen, uint64_t from, const char *text, bool forward,
		    unsigned int level)
{
	struct find_request request = {
		.text = text, .from = from, .forward = forward, .closed = true};
	struct row row;

	T_EQ(view__find(&screen->view, &request), FIND_FOUND);
	T_CHECK(rows__get(rows_of(screen), request.from, &row));
	T_STREQ(row__name(rows_of(screen), &row), text);
	T_EQ(row.level, level);
	screen->view.cursor = request.from;
	return TEST_OK;
}

/* What is below closed rows of upper levels is found, and counted, and all above it opens. */
static int test_level_search(void)
{
	struct screen screen = {0};
	struct hierarchy *levels;
	uint64_t from = 0, nr = 0;

	T_EQ(stacks__init(&screen.stacks, &level_opts), 0);
	T_EQ(stacks__add(&screen.stacks, "a", "main;write;k:copy", 1, 40), 0);
	T_EQ(stacks__add(&screen.stacks, "a", "main;read", 1, 30), 0);
	T_EQ(stacks__add(&screen.stacks, "b", "main;write;k:lock", 1, 20), 0);
	T_EQ(hist__sort(&screen.stacks.hist, NULL), 0);
	T_RUN(open_view(&screen));
	T_EQ(hierarchy__new(&levels, &screen.event.hist, NULL), 0);
	screen.data.levels = levels;
	T_EQ(view_symbols_ops.refresh(&screen.view, NULL), 0);
	T_EQ(view_symbols_ops.nr_lines(&screen.view), 2);

	T_EQ(view__line_with(&screen.view, 0, "lock", true), UINT64_MAX);
	T_RUN(find_row(&screen, 0, "lock", true, 1));
	T_EQ(screen.view.cursor, 2);
	/* in a call graph below it, from the end */
	cost_of(&screen, 'C');
	T_RUN(find_row(&screen, 2, "write", false, 1));
	T_EQ(view_symbols_ops.nr_lines(&screen.view), 6);
	/* of two below the same row, the last one */
	cost_of(&screen, 'C');
	T_RUN(find_row(&screen, 1, "main", false, 1));
	T_EQ(screen.view.cursor, 3);
	while (view_symbols_ops.count(&screen.view, "write", &from, &nr))
		;
	T_EQ(nr, 2);
	/* A name of an upper level is not one of the rows below it. */
	from = nr = 0;
	while (view_symbols_ops.count(&screen.view, "a", &from, &nr))
		;
	T_EQ(nr, 6); /* a, main in three call graphs, read as a row and in its call graph */
	view__close(&screen.view);
	hierarchy__delete(levels);
	term__delete(screen.term);
	stacks__exit(&screen.stacks);
	return TEST_OK;
}

/* ---- both sides of a function ---- */

#define NR_CALLERS 110 /* of the function, and of each of its callers */

/* The function has more callers than one search looks at. The one called near is close to it. */
static int add_callers(struct stacks *stacks)
{
	char stack[64];

	for (int i = 0; i < NR_CALLERS * NR_CALLERS; i++) {
		snprintf(stack, sizeof(stack), "a%03d;b%03d;center", i % NR_CALLERS,
			 i / NR_CALLERS);
		T_EQ(stacks__add(stacks, "a", stack, 1, 10), 0);
	}
	T_EQ(stacks__add(stacks, "a", "near;heavy;center", 1, 100000), 0);
	T_EQ(stacks__add(stacks, "a", "far;light;center", 1, 1), 0);
	return hist__sort(&stacks->hist, NULL) ? TEST_FAIL : TEST_OK;
}

/* Searches in as many slices as @nr says. Checks that the function of the line that is found is @text. */
static int find_slices(struct screen *screen, uint64_t from, const char *text, bool forward,
		       unsigned int nr)
{
	struct find_request request = {.text = text, .from = from, .forward = forward};
	struct zoom_target target = ZOOM_TARGET_INIT;

	for (unsigned int i = 1; i < nr; i++) {
		T_EQ(view__find(&screen->view, &request), FIND_MORE);
		/* Upwards, the line of the function itself is one of those that were looked at. */
		T_EQ(request.from, forward ? from + i * FIND_LINES : from + i - i * FIND_LINES);
	}
	T_EQ(view__find(&screen->view, &request), FIND_FOUND);
	screen->view.cursor = request.from;
	screen->view.ops->target(&screen->view, &target);
	T_CHECK(target.func);
	T_STREQ(target.func->name, text);
	return TEST_OK;
}

/* A search down that begins with @line, or one up that begins behind it, finds it. */
static int find_at(struct screen *screen, uint64_t line)
{
	struct zoom_target target = ZOOM_TARGET_INIT;

	screen->view.cursor = line;
	screen->view.ops->target(&screen->view, &target);
	T_EQ(view__line_with(&screen->view, line, target.func->name, true), line);
	T_EQ(view__line_with(&screen->view, line + 1, target.func->name, false), line);
	return TEST_OK;
}

/* A search of the callers, whose lines are in the opposite order, lets keys in as well. */
static int test_callers(void)
{
	struct screen screen = {.view.ops = &view_calls_ops};
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct find_request none = {.text = "nobody", .forward = true};
	uint64_t center, nr;

	T_EQ(stacks__init(&screen.stacks, &stacks_opts), 0);
	T_RUN(add_callers(&screen.stacks));
	screen.event.hist = screen.stacks.hist;
	screen.data.event = &screen.event;
	screen.view.data = &screen.data;
	T_EQ(view__open(&screen.view, NULL), 0);
	for (size_t i = 0; i < screen.stacks.funcs.nr; i++) {
		if (!strcmp(screen.stacks.funcs.funcs[i].name, "center"))
			target.func = &screen.stacks.funcs.funcs[i];
	}
	T_EQ(view_calls_ops.show(&screen.view, &target, NULL), 0);
	T_EQ(view_calls_ops.key(&screen.view,
				&(struct term_event){.kind = TERM_EVENT_KEY, .key = 'E'}, NULL),
	     TUI_DONE);
	center = screen.view.cursor;
	nr = view_calls_ops.nr_lines(&screen.view);
	T_CHECK(center > NR_CALLERS * NR_CALLERS && nr > center + 3);

	T_RUN(find_slices(&screen, 0, "near", true, 2));
	T_CHECK(screen.view.cursor < center && screen.view.cursor + 5 > center);
	T_RUN(find_slices(&screen, 0, "far", true, 1));
	T_RUN(find_slices(&screen, center, "far", false, 2));
	T_EQ(screen.view.cursor, 0);
	T_RUN(find_slices(&screen, center, "near", false, 1));
	T_EQ(view__find(&screen.view, &none), FIND_MORE);
	T_EQ(view__find(&screen.view, &none), FIND_NONE);
	/* The line where a slice ends is looked at by the next one. */
	T_RUN(find_at(&screen, FIND_LINES));
	T_RUN(find_at(&screen, center - FIND_LINES));
	view__close(&screen.view);
	stacks__exit(&screen.stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"drawing and moving cost by the rows shown", test_moves},
	{"a call graph is made for the row that opens", test_open},
	{"a search lets keys in", test_search},
	{"a path that is deeper than the window is wide", test_deep},
	{"colours of functions in a call graph", test_graph_colors},
	{"a search upwards through open graphs", test_find_up},
	{"what was open is found without reading all", test_memory},
	{"places of one function are told apart", test_places},
	{"a search opens rows of upper levels", test_level_search},
	{"a search of many callers", test_callers},
	{0},
};

const struct test_suite suite__tui_rows = {"tui-rows", "a million rows in the TUI", cases};
