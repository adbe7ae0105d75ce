/* SPDX-License-Identifier: GPL-2.0-only */
/* ledger_view: the ledger as JSON. */
#ifndef PERF_DEFER_UI_LEDGER_LEDGER_JSON_H
#define PERF_DEFER_UI_LEDGER_LEDGER_JSON_H

#include "ui/text/json.h"
#include "ui/ledger/ledger-view.h"

/* Writes an object that has the classes which occur, with their samples. */
void json__classes(struct json *json, const char *key, const uint64_t classes[DEFER_NR_CLASSES]);

/* Writes one object with everything that the text shows. perf-defer-audit(1) documents it. */
void ledger_view__write_json(const struct ledger_view *view, struct json *json);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_JSON_H */
