/* SPDX-License-Identifier: GPL-2.0-only */
/* links_view: what `audit --frames` says of frame pointers, as text or as JSON. */
#ifndef PERF_DEFER_UI_LEDGER_LINKS_VIEW_H
#define PERF_DEFER_UI_LEDGER_LINKS_VIEW_H

#include "ui/text/json.h"
#include "util/session/frame-links.h"

/* Return the meaning in a few words. Never NULL. */
const char *fp_link__meaning(enum fp_link link);
const char *evidence__meaning(enum evidence evidence);

#define LINKS_VIEW_LEN 512
/* Writes how far frame pointers lead to callers, as a sentence. Returns @buf. */
const char *links_view__sentence(const struct frame_links *links, char buf[LINKS_VIEW_LEN]);

/* Writes the object "frames". */
void links_view__write_json(const struct frame_links *links, struct json *json);

#endif /* PERF_DEFER_UI_LEDGER_LINKS_VIEW_H */
