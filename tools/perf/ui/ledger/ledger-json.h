/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_UI_LEDGER_LEDGER_JSON_H
#define PERF_DEFER_UI_LEDGER_LEDGER_JSON_H

#include "ui/text/json.h"
#include "ui/ledger/ledger-view.h"

/* One object: everything that the text shows. Documented in perf-defer-audit(1). */
void ledger_view__write_json(const struct ledger_view *view, struct json *json);

#endif /* PERF_DEFER_UI_LEDGER_LEDGER_JSON_H */
