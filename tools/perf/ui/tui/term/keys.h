/* SPDX-License-Identifier: GPL-2.0-only */
/* keys: converts bytes from a terminal to keys and mouse events; names of keys. */
#ifndef PERF_DEFER_UI_TUI_TERM_KEYS_H
#define PERF_DEFER_UI_TUI_TERM_KEYS_H

#include <stddef.h>

#include "ui/tui/term/ground.h"
#include "ui/tui/term/term-event.h"

/*
 * The bytes that were read but not decoded yet. Decodes the sequences of xterm and compatible
 * terminals, rxvt and the Linux console; unknown sequences are dropped as a whole.
 */
struct key_parser {
	uint8_t bytes[64];
	unsigned int nr;
	bool in_string;	    /* inside an answer of the terminal, which is not made of keys */
	bool in_paste;	    /* the characters were pasted */
	char answer[40];    /* the beginning of that answer */
	enum ground ground; /* of the last answer to GROUND_QUERY that tells it */
	bool is_answered;   /* the terminal has told what it is, which is the end of that query */
};

/* Adds up to @nr bytes and returns how many fitted. Then call next() until it returns false. */
size_t key_parser__add(struct key_parser *parser, const uint8_t *bytes, size_t nr);

/*
 * Takes one event out. Returns false if there is none, or if the bytes may be the beginning of a
 * longer sequence: after a short silence call it again with @all, which takes a leading Esc as a
 * key.
 */
bool key_parser__next(struct key_parser *parser, bool all, struct term_event *event);

static inline bool key_parser__is_empty(const struct key_parser *parser)
{
	return !parser->nr && !parser->in_string;
}

/*
 * Writes the name that the help uses: "a", "^C", "PgUp", "F1", "Space". @buf has KEY_NAME_LEN
 * bytes.
 */
#define KEY_NAME_LEN 16
const char *key__name(uint32_t key, char *buf);

#endif /* PERF_DEFER_UI_TUI_TERM_KEYS_H */
