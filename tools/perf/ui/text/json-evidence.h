/* SPDX-License-Identifier: GPL-2.0-only */
/* json: how the frames of a user half are known. */
#ifndef PERF_DEFER_UI_TEXT_JSON_EVIDENCE_H
#define PERF_DEFER_UI_TEXT_JSON_EVIDENCE_H

#include "ui/text/json.h"
#include "util/fold/fold.h"

/*
 * Writes the array "evidence": how the frames of @stack's user half are known, innermost first, in
 * runs of those that are known in the same way. A frame is one address, with what was inlined there.
 */
void json__evidence(struct json *json, const struct stack *stack);

#endif /* PERF_DEFER_UI_TEXT_JSON_EVIDENCE_H */
