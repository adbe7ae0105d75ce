// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "ui/tui/app/menu.h"
#include "ui/tui/app/order-keys.h"
#include "ui/tui/app/question.h"

bool app__has_rows(const struct tui_app *app)
{
	return app->views[app->current].ops->has_rows;
}

/* Returns whether columns @i and @j of @list share a level, and braces in -s. */
static bool is_together(const struct column_list *list, unsigned int i, unsigned int j)
{
	return i < list->nr && j < list->nr && list->levels[i] == list->levels[j];
}

/*
 * Writes the names of the columns, "comm,dso", with the @levels of a hierarchy "{comm,dso},symbol".
 * Writes nothing if they need more than the room.
 */
static void list_columns(const struct column_list *list, bool levels, char text[LOAD_COLUMNS_LEN])
{
	size_t len = 0;

	text[0] = '\0';
	for (unsigned int i = 0; i < list->nr && len < LOAD_COLUMNS_LEN; i++) {
		bool after = levels && i && is_together(list, i - 1, i);
		bool before = levels && is_together(list, i, i + 1);

		len += snprintf(text + len, LOAD_COLUMNS_LEN - len, "%s%s%s%s", i ? "," : "",
				before && !after ? "{" : "", list->columns[i]->name,
				after && !before ? "}" : "");
	}
	if (len >= LOAD_COLUMNS_LEN)
		text[0] = '\0';
}

/* ---- the list of columns ---- */

#define MAX_CHOICES 128 /* those in use, and those of column__table() */
#define LABEL_LEN   128

struct choices {
	const struct column *columns[MAX_CHOICES];
	bool checked[MAX_CHOICES];
	char labels[MAX_CHOICES][LABEL_LEN];
	const char *items[MAX_CHOICES];
	unsigned int nr;
};

static void add_choice(struct choices *choices, const struct column *column, bool checked)
{
	char *label = choices->labels[choices->nr];

	if (choices->nr + 1 >= MAX_CHOICES)
		return;
	snprintf(label, LABEL_LEN, "%-18s %s", column->name, column->help ? column->help : "");
	choices->items[choices->nr] = label;
	choices->checked[choices->nr] = checked;
	choices->columns[choices->nr++] = column;
}

/* Lists the columns of @list, then others that there may be, the last of which is a text. */
static void list_choices(struct choices *choices, const struct column_list *list, bool keys_only)
{
	for (unsigned int i = 0; i < list->nr; i++)
		add_choice(choices, list->columns[i], true);
	for (const struct column *column = column__table(); column->name; column++) {
		if (!column->branch && !column__compares(column) &&
		    (column__is_key(column) || !keys_only) && !column_list__has(list, column->name))
			add_choice(choices, column, false);
	}
	choices->items[choices->nr++] =
		keys_only ? "write them, as -s takes them" : "write them, as -F takes them";
}

static void insert_column(struct column_list *list, unsigned int at, const struct column *column)
{
	const unsigned int nr = list->nr - at;
	const unsigned short last = list->nr ? list->levels[list->nr - 1] : 0;

	memmove(&list->columns[at + 1], &list->columns[at], nr * sizeof(*list->columns));
	list->columns[at] = column;
	list->levels[list->nr++] = last + 1; /* of a key, which comes last; others have none */
}

/* Takes the columns that are checked: numbers stand before the keys, and keys behind those that there were. */
static void take_choices(const struct choices *choices, const struct column_list *old,
			 struct column_list *list)
{
	for (unsigned int i = 0; i + 1 < choices->nr && list->nr < MAX_COLUMNS; i++) {
		const struct column *column = choices->columns[i];
		unsigned int at = list->nr;

		if (!choices->checked[i])
			continue;
		while (!column__is_key(column) && i >= old->nr && at &&
		       column__is_key(list->columns[at - 1]))
			at--;
		insert_column(list, at, column);
		if (i < old->nr)
			list->levels[at] = old->levels[i];
	}
}

/*
 * Has the user check columns, or write their names, beginning with those of @list, which end up in @text.
 * Returns false if it is to stay as it is.
 */
static bool ask_columns(struct tui_app *app, bool keys_only, const struct column_list *list,
			bool levels, char text[LOAD_COLUMNS_LEN])
{
	struct choices choices = {.nr = 0};
	struct column_list taken = {.nr = 0};
	int item;

	list_choices(&choices, list, keys_only);
	item = app__check(app,
			  keys_only ? "Rows by (Space: yes or no, Enter: show)"
				    : "Columns (Space: yes or no, Enter: show)",
			  choices.items, choices.checked, choices.nr);
	if (item < 0)
		return false;
	if (item + 1 == (int)choices.nr) {
		list_columns(list, levels, text);
		return app__ask(app, keys_only ? "Rows by (-s): " : "Columns (-F): ", text,
				LOAD_COLUMNS_LEN);
	}
	take_choices(&choices, list, &taken);
	list_columns(&taken, levels, text);
	return true;
}

/* ---- what they lead to ---- */

/* Requests rows with these columns, unless they cannot be made. */
static int set_columns(struct tui_app *app, const char *sort, const char *fields,
		       struct defer_error *err)
{
	struct load_request *request = &app->request;
	struct sort_order order;
	int ret = 0;

	/* The pipeline may be read while the loader waits. */
	if (!app->loader || loader__state(app->loader).phase != LOAD_IDLE) {
		app__say(app, "The rows are still being made: try again");
		return 0;
	}
	if (*sort || *fields)
		ret = pipeline__order(loader__pipeline(app->loader), *sort ? sort : NULL,
				      *fields ? fields : NULL, request->compare != LOAD_COMPARE_NOT,
				      &order, err);
	if (ret)
		return ret;
	snprintf(request->sort, sizeof(request->sort), "%s", sort);
	snprintf(request->fields, sizeof(request->fields), "%s", fields);
	app__request(app);
	return 0;
}

/* Returns the order of the rows that are shown; NULL: there are none yet, which it says. */
static const struct sort_order *shown_order(struct tui_app *app)
{
	if (!app->data.event)
		app__say(app, "There are no rows yet");
	return app->data.event ? app->data.event->hist.conf.order : NULL;
}

int app__ask_sort(struct tui_app *app, struct defer_error *err)
{
	const struct sort_order *order = shown_order(app);
	char text[LOAD_COLUMNS_LEN];

	if (!order || !ask_columns(app, true, &order->keys, order->hierarchy, text))
		return 0;
	return set_columns(app, text, "", err);
}

int app__ask_fields(struct tui_app *app, struct defer_error *err)
{
	const struct sort_order *order = shown_order(app);
	char text[LOAD_COLUMNS_LEN], sort[LOAD_COLUMNS_LEN] = "";

	if (!order || !ask_columns(app, false, &order->fields, false, text))
		return 0;
	/* Columns that are added leave the rows as they are. */
	if (text[0] == '+')
		list_columns(&order->keys, order->hierarchy, sort);
	return set_columns(app, sort, text, err);
}

int app__sort_by(struct tui_app *app, const struct column *column, struct defer_error *err)
{
	const struct sort_order *order = shown_order(app);
	char names[LOAD_COLUMNS_LEN], keys[LOAD_COLUMNS_LEN], sort[LOAD_COLUMNS_LEN] = "";
	size_t len = strlen(column->name);

	if (!order)
		return 0;
	list_columns(&order->fields, false, names);
	list_columns(&order->keys, order->hierarchy, keys);
	if (len + 1 + strlen(keys) < sizeof(sort)) {
		strcpy(sort, column->name);
		sort[len] = ',';
		strcpy(sort + len + 1, keys);
	}
	app__say(app, "Sorted by %s", column->name);
	return set_columns(app, sort, names, err);
}
