/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_LEDGER_LEDGER_JSON_H
#define PERF_DEFER_UI_LEDGER_LEDGER_JSON_H

#include "ui/text/json.h"
#include "ui/ledger/ledger-view.h"

/* Writes one object with everything that the text shows. perf-defer-audit(1) documents it. */
void ledger_view__write_json(const struct ledger_view *view, struct json *json);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_JSON_H */
