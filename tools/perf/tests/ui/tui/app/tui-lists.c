// SPDX-License-Identifier: GPL-2.0-only
/* Lists of the TUI: what zooms can be made of, and lists that get shorter by what is typed. */
#include <stdio.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "ui/tui/app/app.h"
#include "ui/tui/app/narrow.h"
#include "ui/tui/app/text-box.h"
#include "ui/tui/app/zoom-choices.h"
#include "ui/tui/view/table-view.h"
#include "util/profile/profile.h"

#define MANY 600

struct list {
	struct stacks stacks;
	struct profile_event event;
	struct tui_data data;
	struct zoom_choices choices;
};

/* Lists what the stacks of a profile by comm can be zoomed into. */
static int open_list(struct list *list, enum zoom_kind kind)
{
	static const struct stacks_opts opts = {.sort = "comm", .graph = "graph,0,caller"};
	char stack[64];

	*list = (struct list){0};
	T_EQ(stacks__init(&list->stacks, &opts), 0);
	for (int i = 0; i < MANY; i++) {
		snprintf(stack, sizeof(stack), "main;main;f%03d;k:entry", i);
		T_EQ(stacks__add(&list->stacks, "a", stack, 1, 10), 0);
	}
	T_EQ(hist__sort(&list->stacks.hist, NULL), 0);
	list->event.hist = list->stacks.hist;
	list->event.shown.period = MANY * 10;
	list->data.event = &list->event;
	T_EQ(zoom_choices__init(&list->choices, kind, &list->data, NULL), 0);
	return TEST_OK;
}

static void close_list(struct list *list)
{
	zoom_choices__exit(&list->choices);
	stacks__exit(&list->stacks);
}

static const char *choice_name(const struct list *list, size_t i)
{
	return funcs__at(list->stacks.hist.conf.funcs, list->choices.choices[i].key)->name;
}

/* Rows are by comm: all functions are there nevertheless, each once for a stack. */
static int test_symbols(void)
{
	struct list list;

	T_RUN(open_list(&list, ZOOM_SYMBOL));
	T_EQ(list.choices.nr, MANY + 2);
	T_EQ(list.choices.total, MANY * 10);
	T_STREQ(choice_name(&list, 0), "main");
	T_EQ(list.choices.choices[0].weight, MANY * 10);
	T_STREQ(choice_name(&list, 1), "entry");
	T_EQ(list.choices.choices[1].weight, MANY * 10);
	T_EQ(list.choices.choices[MANY + 1].weight, 10);
	close_list(&list);
	return TEST_OK;
}

/* ---- narrow ---- */

static bool type(struct narrow *narrow, const char *text)
{
	bool taken = true;

	for (; *text; text++) {
		const struct term_event event = {.kind = TERM_EVENT_KEY, .key = (uint8_t)*text};

		taken &= narrow__key(narrow, &event);
	}
	return taken;
}

static bool press(struct narrow *narrow, uint32_t key)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};

	return narrow__key(narrow, &event);
}

static int test_narrow(void)
{
	static const char *const lines[] = {"Alpha", "alp one", "beta q", "gamma"};
	struct narrow narrow;
	char title[64];

	T_EQ(narrow__init(&narrow, lines, 4, false, NULL), 0);
	T_EQ(narrow.nr, 4);
	/* These have another meaning before anything is typed. */
	T_CHECK(!type(&narrow, "q") && !type(&narrow, " ") && !press(&narrow, KEY_ESC));
	T_CHECK(!press(&narrow, KEY_BACKSPACE) && !press(&narrow, KEY_DOWN));
	T_CHECK(type(&narrow, "LP"));
	T_EQ(narrow.nr, 2);
	T_EQ(narrow.shown[0], 0);
	T_EQ(narrow.shown[1], 1);
	T_CHECK(type(&narrow, " "));
	T_EQ(narrow.nr, 1);
	narrow__title(&narrow, "Which?", title, sizeof(title));
	T_STREQ(title, "Which? with: LP ");
	T_CHECK(type(&narrow, "q"));
	T_EQ(narrow.nr, 0);
	T_CHECK(press(&narrow, KEY_BACKSPACE) && press(&narrow, KEY_BACKSPACE));
	T_EQ(narrow.nr, 2);
	T_CHECK(press(&narrow, KEY_ESC));
	T_EQ(narrow.nr, 4);
	T_CHECK(!press(&narrow, KEY_ESC));
	narrow__exit(&narrow);
	return TEST_OK;
}

/* A line comes with its heading. */
static int test_sections(void)
{
	static const char *const lines[] = {"Keys", "a x", "b x", "",	"View x",
					    "c y",  "",	   "Y",	  "d x"};
	struct narrow narrow;

	T_EQ(narrow__init(&narrow, lines, 9, true, NULL), 0);
	T_EQ(narrow.nr, 9);
	T_CHECK(type(&narrow, "x"));
	T_EQ(narrow.nr, 6);
	T_EQ(narrow.shown[0], 0);
	T_EQ(narrow.shown[2], 2);
	T_EQ(narrow.shown[3], 4);
	T_EQ(narrow.shown[4], 7);
	T_EQ(narrow.shown[5], 8);
	narrow__exit(&narrow);
	return TEST_OK;
}

/* ---- tables ---- */

/* Data whose table is at the same address, whatever its rows are. */
struct numbers {
	struct tui_data data;
	uint32_t rows[3], nr;
};

static const struct table_column number_columns[] = {{.name = "number", .header = "Number"}};
static const struct table_kind number_kind = {
	.noun = "numbers", .columns = number_columns, .nr_columns = 1};

static bool numbers__table(const struct tui_data *data, struct table *table)
{
	struct numbers *numbers = (struct numbers *)data;

	*table = (struct table){
		.kind = &number_kind, .source = numbers, .rows = numbers->rows, .nr = numbers->nr};
	return numbers->nr > 0;
}

static struct table_place numbers__place(const struct table *table, uint32_t row)
{
	(void)table;
	return (struct table_place){.major = row};
}

static const struct table_view_ops number_ops = {
	.kind = &number_kind, .table = numbers__table, .place = numbers__place};

/* Memory that was freed is taken again: the address of a table does not tell that it is the same. */
static int test_replaced(void)
{
	struct numbers numbers = {.rows = {1, 2, 3}, .nr = 3};
	struct table_view tv = {0};
	struct tui_view view = {.priv = &tv, .data = &numbers.data};

	T_EQ(table_view__open(&view, &number_ops), 0);
	T_EQ(table_view__refresh(&view, NULL), 0);
	T_EQ(table_view__nr_lines(&view), 3);
	numbers.nr = 1;
	T_EQ(table_view__refresh(&view, NULL), 0);
	T_EQ(table_view__nr_lines(&view), 3);
	view.replaced = true;
	T_EQ(table_view__refresh(&view, NULL), 0);
	T_EQ(table_view__nr_lines(&view), 1);
	return TEST_OK;
}

/* The cursor comes back to its row, whether or not the new table was awaited. */
static int test_awaited(void)
{
	struct numbers numbers = {.rows = {1, 2, 3}, .nr = 3};
	struct table_view tv = {0};
	struct tui_view view = {.priv = &tv, .data = &numbers.data, .cursor = 2};

	T_EQ(table_view__open(&view, &number_ops), 0);
	T_EQ(table_view__refresh(&view, NULL), 0);
	table_view__save(&view);
	numbers.nr = 0;
	T_EQ(table_view__refresh(&view, NULL), 0);
	T_EQ(table_view__nr_lines(&view), 0);
	view.cursor = 0;
	table_view__save(&view);
	numbers.nr = 3;
	T_EQ(table_view__refresh(&view, NULL), 0);
	T_EQ(table_view__nr_lines(&view), 3);
	T_EQ(view.cursor, 2);
	return TEST_OK;
}

/* A text that is not whole, for lack of memory or of what stands for it here, is an error and is not shown. */
static int test_no_memory(void)
{
	struct text_lines text = {.out = fopen("/dev/full", "w")};
	struct defer_error err = DEFER_ERROR_INIT;
	struct tui_app app = {0};

	T_CHECK(text.out);
	T_EQ(term__new_memory(&app.term, 12, 80, true, NULL), 0);
	fputs("a line\n", text.out);
	T_EQ(app__show_lines(&app, "Title", &text, &err), DEFER_ERR_NOMEM);
	T_STREQ(err.text, "not enough memory for text");
	term__delete(app.term);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"functions of stacks, however rows are sorted", test_symbols},
	{"what is typed narrows a list", test_narrow},
	{"with headings", test_sections},
	{"a text without memory", test_no_memory},
	{"tables that take the place of others", test_replaced},
	{"tables that come late", test_awaited},
	{0},
};

const struct test_suite suite__tui_lists = {"tui-lists", "lists of the TUI", cases};
