// SPDX-License-Identifier: GPL-2.0-only
#include "util/header/tep-check.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"

/* Several times the maximum of Linux 7.2, where gfp flags nest some 60 deep. */
#define MAX_TEXT      (64 << 10) /* bytes */
#define MAX_FIELDS    (16 << 10) /* bytes of their declarations */
#define MAX_NESTING   256
#define MAX_OPERATORS 4096

#define MAX_INDEX    99
#define MAX_ELEMENTS UINT16_MAX
#define UNBOUNDED    UINT64_MAX

#define WORD "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_"

struct text {
	const char *pos;
	const char *format, *fmt; /* where the declarations start and end */
	struct {
		char closer;
		bool in_last_part; /* around it */
	} open[MAX_NESTING];
	unsigned int nesting, operators;
	uint64_t max;	   /* largest value of the word before this, or UNBOUNDED */
	bool is_memory;	   /* that word is the bytes of a field */
	bool in_last_part; /* of a "?:", at this nesting */
	bool is_unbounded; /* the sample would say how far to read, or what to divide by */
};

static bool text__at(const struct text *text, const char *token)
{
	return !strncmp(text->pos, token, strlen(token));
}

/* Takes exactly this and the blanks after it. */
static bool text__take(struct text *text, const char *token)
{
	if (!text__at(text, token))
		return false;
	text->pos += strlen(token);
	text->pos += strspn(text->pos, " \t");
	return true;
}

/* Takes the name of a declared field: libtraceevent does not look whether it is one. */
static bool take_field(struct text *text)
{
	ptrdiff_t len = strspn(text->pos, WORD);
	const char *line, *semicolon = text->format, *end;
	int size = 0, is_signed = 0;

	for (line = text->format; line < text->fmt; line = strchr(semicolon, '\n') + 1) {
		semicolon = end = line + strcspn(line, ";\n");
		if (end > line && end[-1] == ']')
			end = memrchr(line, '[', end - line) ?: line;
		if (end - line > len && !strchr(WORD, end[-1 - len]) &&
		    !memcmp(end - len, text->pos, len))
			break;
	}
	if (!len || line == text->fmt || ++text->operators > MAX_OPERATORS)
		return false;
	sscanf(semicolon, "; offset:%*i; size:%i; signed:%i", &size, &is_signed);
	text->pos += len;
	text->is_memory = true;
	if (!is_signed && (size == 1 || size == 2))
		text->max = size == 1 ? UINT8_MAX : UINT16_MAX;
	return text__take(text, "");
}

/* Takes a type after "sizeof", but none for which libtraceevent 1.7 uses memory that it freed. */
static bool take_type(struct text *text)
{
	static const char *const types[] = {"(u8)",    "(u16)",	  "(u32)",  "(u64)",
					    "(__u32)", "(__u64)", "(long)", "(unsigned long)"};

	text->max = sizeof(uint64_t);
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (text__take(text, types[i]))
			return true;
	return false;
}

/* Takes a number, a field, the bytes of one or their number, or any other word. */
static bool take_word(struct text *text)
{
	const char *name = text->pos, *end = name + strspn(name, WORD);

	text->pos = end;
	text->is_memory = false;
	text->max = UNBOUNDED;
	text__take(text, "");
	if (isdigit((unsigned char)*name)) {
		if (end == name + 1 || *name != '0' || name[1] == 'x') /* "0b1" is new in C */
			text->max = strtoull(name, NULL, 0);
	} else if (end == name + 3 && !strncmp(name, "REC", 3)) {
		return text__take(text, "->") && take_field(text);
	} else if (end == name + 6 && !strncmp(name, "sizeof", 6)) {
		return take_type(text);
	} else if (!strncmp(name, "__get_", 6)) {
		if (!text__take(text, "(") || !take_field(text) || !text__take(text, ")"))
			return false;
		text->is_memory = !strncmp(end - 5, "array", 5);
		text->max = !strncmp(end - 4, "_len", 4) ? UINT16_MAX : UNBOUNDED;
	}
	return end > name;
}

/* Returns true if the call here has memory, a small number of elements, and their size if it is small. */
static bool is_bounded_array(struct text text)
{
	text.pos += strspn(text.pos, WORD);
	if (!text__take(&text, "(") || (!text__at(&text, "REC") && !text__at(&text, "__get_")) ||
	    !take_word(&text) || !text.is_memory || !text__take(&text, ",") || !take_word(&text) ||
	    text.max > MAX_ELEMENTS)
		return false;
	while (text__take(&text, "/") || text__take(&text, ">>"))
		if (!take_word(&text))
			return false;
	if (text__take(&text, ",") && (!take_word(&text) || text.max > sizeof(uint64_t)))
		return false;
	return text__at(&text, ")");
}

/* Takes an index. libtraceevent follows NULL for a second one, and for one in the end of a "?:". */
static bool take_index(struct text *text)
{
	text->is_unbounded |= !text->is_memory;
	if (text->in_last_part || !take_word(text) || !text__take(text, "]") ||
	    strchr("[}", *text->pos))
		return false;
	text->is_unbounded |= text->max > MAX_INDEX;
	text->is_memory = false;
	return true;
}

/*
 * Returns true if this may follow a / or %. libtraceevent computes constants while it parses, and
 * an operator that follows may become part of the divisor: so that has to be a number other than 0,
 * at the end. A field may be 0 in a sample.
 */
static bool is_divisor(struct text text, bool *is_unbounded)
{
	if (text__at(&text, "REC") || text__at(&text, "__get_"))
		return *is_unbounded = true;
	return take_word(&text) && text.max && text.max != UNBOUNDED && strchr(",)]\n", *text.pos);
}

/* Takes an operator. libtraceevent follows NULL for some that it does not know. */
static bool take_operator(struct text *text)
{
	const char *op = text->pos;
	bool is_long = op[1] && strchr(op[1] == '=' ? "<>=!" : "<>&|", *op) &&
		       (op[1] == '=' || op[1] == *op);

	text->pos += is_long ? 2 : 1;
	if (++text->operators > MAX_OPERATORS || text__at(text, "=") || (*op == '=' && !is_long) ||
	    !strncmp(op, "->", 2))
		return false;
	text__take(text, "");
	text->is_memory = false;
	return !strchr("/%", *op) || is_divisor(*text, &text->is_unbounded);
}

static bool take_string(struct text *text)
{
	for (text->pos++; *text->pos != '"'; text->pos++) {
		text->pos += *text->pos == '\\';
		if (!*text->pos)
			return false;
	}
	text->is_memory = false;
	return text__take(text, "\"");
}

static bool text__open(struct text *text, char closer)
{
	if (text->nesting == MAX_NESTING || ++text->operators > MAX_OPERATORS)
		return false;
	text->open[text->nesting].closer = closer;
	text->open[text->nesting++].in_last_part = text->in_last_part;
	text->in_last_part = false;
	return true;
}

static bool text__close(struct text *text, char closer)
{
	if (!text->nesting || text->open[--text->nesting].closer != closer)
		return false;
	text->in_last_part = text->open[text->nesting].in_last_part || closer == ':';
	return true;
}

/* Takes what opens, closes or separates. */
static bool take_delimiter(struct text *text)
{
	const char c = *text->pos++;

	text__take(text, "");
	switch (c) {
	case '(':
		return text__open(text, ')');
	case '?':
		return text__open(text, ':');
	case '[':
		return take_index(text);
	case ',':
		text->is_memory = text->in_last_part = false;
		return !text__take(text, "{") || text__open(text, '}');
	case '}':
		return !text->in_last_part && text__close(text, c);
	case ')':
	case ':':
		return text__close(text, c);
	default:
		return false;
	}
}

static bool take_token(struct text *text)
{
	if (*text->pos == '"')
		return take_string(text);
	if (strchr("<>=!&|^+-*/%~", *text->pos))
		return take_operator(text);
	if (!strchr(WORD, *text->pos))
		return take_delimiter(text);
	if (text__at(text, "__print_hex") || text__at(text, "__print_array"))
		text->is_unbounded |= !is_bounded_array(*text);
	return take_word(text);
}

/* Returns true if the declarations have what libtraceevent expects there. */
static bool are_fields(const char *format, const char *fmt)
{
	if (fmt - format > MAX_FIELDS || memmem(format, fmt - format, "__attribute__", 13))
		return false;
	for (; format < fmt; format++) {
		if (*format == '"' || *format == '\'')
			return false;
		if (*format == '[' && format[1 + strspn(format + 1, WORD " +-*()")] != ']')
			return false;
	}
	return true;
}

static bool is_plain(const char *format, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isprint((unsigned char)format[i]) && format[i] != '\n' && format[i] != '\t')
			return false;
	return size <= MAX_TEXT;
}

enum tep_trust tep_check__format(const char *format, size_t size, const char **fmt)
{
	struct text text = {.format = format};
	bool ok;

	text.fmt = is_plain(format, size) ? strstr(format, "\nprint fmt:") : NULL;
	if (!text.fmt || !are_fields(format, ++text.fmt))
		return TEP_TRUST_NOTHING;
	*fmt = text.fmt;
	text.pos = text.fmt + strlen("print fmt:");
	text__take(&text, "");
	ok = *text.pos == '"';
	while (ok && text.pos[strspn(text.pos, " \t\n")])
		ok = take_token(&text);
	if (!ok || text.nesting)
		return TEP_TRUST_FIELDS;
	return text.is_unbounded ? TEP_TRUST_SYNTAX : TEP_TRUST_ALL;
}

bool tep_check__conversions(const char *format)
{
	size_t len;

	for (const char *c = format; (c = strchr(c, '%')); c += len) {
		len = 1 + strspn(c + 1, "-+ #.hlLzZ0123456789");
		for (size_t i = 1; i < len; i++)
			if (strspn(c + i, "0123456789") > 3 ||
			    (strchr("lLzZ", c[i]) && strchr("sc", c[len])))
				return false;
		if (c[len] == '*')
			return false;
		len += c[len] == '%';
	}
	return true;
}
