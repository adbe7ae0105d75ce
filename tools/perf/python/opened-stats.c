// SPDX-License-Identifier: GPL-2.0-only
/* Trace.stats: the ledger that audit --json prints, as a dict. */
#include <stdio.h>
#include <stdlib.h>

#include "python/opened.h"
#include "ui/ledger/ledger-json.h"
#include "util/base/error.h"

struct stats {
	char *text; /* JSON */
	size_t len;
};

/* Writes the account as JSON. */
static int stats__write(struct stats *stats, struct opened *opened, const struct ledger *ledger,
			const struct losses *losses, struct defer_error *err)
{
	struct ledger_view view = {
		.ledger = ledger,
		.session = opened->session,
		.losses = losses,
		.path = opened->path,
		.show = LEDGER_SHOW_ALL,
	};
	struct json json;
	FILE *out = open_memstream(&stats->text, &stats->len);
	int ret;

	if (!out)
		return error__no_memory(err, "for the account");
	damage__sort(&opened->session->damage);
	json__init(&json, out);
	ledger_view__write_json(&view, &json);
	ret = json__finish(&json, err);
	fclose(out);
	return ret;
}

static int stats__make(struct opened *opened, void *ctx, struct defer_error *err)
{
	struct ledger *ledger = NULL;
	struct losses losses = {0};
	int ret;

	budget__resume(&opened->session->budget);
	ret = session__account(opened->session, NULL, &ledger, err);
	if (!ret)
		ret = losses__init(&losses, opened->session, ledger, err);
	if (!ret)
		ret = stats__write(ctx, opened, ledger, &losses, err);
	losses__exit(&losses);
	ledger__delete(ledger);
	budget__pause(&opened->session->budget);
	return ret;
}

PyObject *opened__stats(struct opened *opened)
{
	PyObject *json, *dict = NULL;
	struct stats stats = {0};
	int ret;

	opened__lock(opened);
	ret = opened__run(opened, stats__make, &stats);
	opened__unlock(opened);
	if (!ret) {
		json = PyImport_ImportModule("json");
		if (json)
			dict = PyObject_CallMethod(json, "loads", "s#", stats.text,
						   (Py_ssize_t)stats.len);
		Py_XDECREF(json);
	}
	free(stats.text);
	return dict;
}
