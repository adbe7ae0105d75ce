/* SPDX-License-Identifier: GPL-2.0-only */
/* keys: bytes from a terminal become keys and mouse events, and keys have names. */
#ifndef PERF_DEFER_UI_TUI_TERM_KEYS_H
#define PERF_DEFER_UI_TUI_TERM_KEYS_H

#include <stddef.h>

#include "ui/tui/term/term-event.h"

/*
 * What was read and not understood yet. Knows what xterm, its many kin, rxvt and the Linux
 * console send; a sequence that means nothing here is dropped whole.
 */
struct key_parser {
	uint8_t bytes[64];
	unsigned int nr;
	bool in_string; /* the terminal answers what somebody asked: no keys */
	bool in_paste;	/* what comes was not typed */
};

/* Takes up to all of @nr bytes: how many it had room for. Call next() until it returns false. */
size_t key_parser__add(struct key_parser *parser, const uint8_t *bytes, size_t nr);

/*
 * Takes one event out. False if there is none, or if what there is may go on: after a moment of
 * silence ask again with @all, and the Esc that begins it is a key by itself.
 */
bool key_parser__next(struct key_parser *parser, bool all, struct term_event *event);

static inline bool key_parser__is_empty(const struct key_parser *parser)
{
	return !parser->nr && !parser->in_string;
}

/* "a", "^C", "PgUp", "F1", "Space": what help calls the key. @buf has room for 16 bytes. */
#define KEY_NAME_LEN 16
const char *key__name(uint32_t key, char *buf);

#endif /* PERF_DEFER_UI_TUI_TERM_KEYS_H */
