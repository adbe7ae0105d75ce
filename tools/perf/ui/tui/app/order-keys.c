// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

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

/* Has the user edit the names of the columns, which end up in @text. */
static bool ask_columns(struct tui_app *app, const char *prompt, const struct column_list *list,
			bool levels, char text[LOAD_COLUMNS_LEN])
{
	list_columns(list, levels, text);
	return app__ask(app, prompt, text, LOAD_COLUMNS_LEN);
}

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

	if (!order || !ask_columns(app, "Rows by (-s): ", &order->keys, order->hierarchy, text))
		return 0;
	return set_columns(app, text, "", err);
}

int app__ask_fields(struct tui_app *app, struct defer_error *err)
{
	const struct sort_order *order = shown_order(app);
	char text[LOAD_COLUMNS_LEN], sort[LOAD_COLUMNS_LEN] = "";

	if (!order || !ask_columns(app, "Columns (-F): ", &order->fields, false, text))
		return 0;
	/* Columns that are added leave the rows as they are. */
	if (text[0] == '+')
		list_columns(&order->keys, order->hierarchy, sort);
	return set_columns(app, sort, text, err);
}
