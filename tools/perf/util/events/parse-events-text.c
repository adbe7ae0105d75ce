// SPDX-License-Identifier: GPL-2.0-only
/* Cuts one event off the text of -e: its name, terms and modifiers. */
#include <ctype.h>
#include <string.h>

#include "util/events/parse-events-priv.h"

/* Returns the length of the text up to the character that ends an event outside of slashes. */
static size_t plain_len(struct span text)
{
	size_t len = 0;

	while (len < text.len && !strchr(",{}/", text.at[len]))
		len++;
	return len;
}

static struct span span__take(struct span *rest, size_t len)
{
	struct span part = {rest->at, len};

	rest->at += len;
	rest->len -= len;
	return part;
}

/*
 * Takes the length of mem:ADDR/LEN. Terms never begin with a digit, so a slash before one begins a
 * length.
 */
static void take_bp_len(struct event_text *text, struct span *rest)
{
	size_t len = 0;

	if (rest->len < 2 || rest->at[0] != '/' || !isdigit((unsigned char)rest->at[1]))
		return;
	span__take(rest, 1);
	while (len < rest->len && isalnum((unsigned char)rest->at[len]))
		len++;
	text->bp_len = span__take(rest, len);
}

static bool is_access(struct span span)
{
	for (size_t i = 0; i < span.len; i++) {
		if (!strchr("rwx", span.at[i]))
			return false;
	}
	return span.len > 0;
}

/* Takes :ACCESS, whose letters r, w and x are no modifiers. */
static void take_bp_access(struct event_text *text, struct span *tail)
{
	struct span rest, part;

	if (!tail->len || tail->at[0] != ':')
		return;
	rest = (struct span){tail->at + 1, tail->len - 1};
	part = span__cut(&rest, ':');
	if (!is_access(part))
		return;
	text->bp_access = part;
	tail->len -= part.at + part.len - tail->at;
	tail->at = part.at + part.len;
}

/* Cuts mem:ADDR[/LEN][:ACCESS]; the text after it remains in @tail. */
static void cut_breakpoint(struct event_text *text, struct span *tail, struct span *rest)
{
	struct span addr = {text->head.at + 4, text->head.len - 4};
	const char *end = text->head.at + text->head.len;

	text->is_breakpoint = true;
	text->first = span__cut(&addr, ':');
	tail->at = text->first.at + text->first.len;
	tail->len = end - tail->at;
	if (!tail->len) {
		take_bp_len(text, rest);
		if (text->bp_len.at)
			*tail = span__take(rest, plain_len(*rest));
	}
	take_bp_access(text, tail);
}

/* Cuts /terms/ and what follows it. */
static int cut_terms(struct event_text *text, struct parser *parser, struct span *tail,
		     struct span *rest)
{
	const char *end;

	if (!rest->len || rest->at[0] != '/')
		return 0;
	if (tail->len)
		return parser__fault(parser, DEFER_ERR_INVAL, *tail,
				     "modifiers come after the terms, not before");
	span__take(rest, 1);
	end = memchr(rest->at, '/', rest->len);
	if (!end)
		return parser__fault(parser, DEFER_ERR_INVAL,
				     (struct span){rest->at - 1, rest->len + 1},
				     "missing '/' after the terms");
	text->has_terms = true;
	text->terms = span__take(rest, end - rest->at);
	span__take(rest, 1);
	*tail = span__take(rest, plain_len(*rest));
	if (rest->len && rest->at[0] == '/')
		return parser__fault(parser, DEFER_ERR_INVAL, *rest, "unexpected third '/'");
	return 0;
}

/* Cuts "name", "name:modifiers", "system:event" or "system:event:modifiers". */
static int cut_head(struct event_text *text, struct parser *parser)
{
	struct span rest = span__trim(text->head), last;

	text->first = span__cut(&rest, ':');
	if (!rest.len)
		return 0;
	last = span__cut(&rest, ':');
	if (!rest.len && modifiers__are(last)) {
		text->modifiers = last;
	} else {
		if (!last.len)
			return parser__fault(parser, DEFER_ERR_INVAL, last,
					     "nothing between ':' and ':'");
		text->second = last;
		text->has_second = true;
		text->modifiers = rest;
	}
	if (text->modifiers.len && text->has_terms)
		return parser__fault(parser, DEFER_ERR_INVAL, text->modifiers,
				     "modifiers come after the terms, not before");
	return 0;
}

int event_text__cut(struct event_text *text, struct parser *parser, struct span *rest)
{
	const char *start = rest->at;
	struct span tail = {0};
	int ret;

	*text = (struct event_text){.head = span__take(rest, plain_len(*rest))};
	if (text->head.len > 4 && !memcmp(text->head.at, "mem:", 4))
		cut_breakpoint(text, &tail, rest);
	ret = cut_terms(text, parser, &tail, rest);
	if (!ret && !text->is_breakpoint)
		ret = cut_head(text, parser);
	if (ret)
		return ret;

	text->all = span__trim((struct span){start, rest->at - start});
	tail = span__trim(tail);
	if (tail.len && tail.at[0] == ':')
		span__take(&tail, 1);
	if (tail.len)
		text->modifiers = tail;
	text->first = span__trim(text->first);
	text->second = span__trim(text->second);
	text->modifiers = span__trim(text->modifiers);
	return 0;
}
