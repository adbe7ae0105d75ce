// SPDX-License-Identifier: GPL-2.0-only
#include "util/base/array.h"
#include "util/header/tep-grammar.h"

#include <ctype.h>
#include <string.h>

/* Several times the maximum of Linux 7.2, where gfp flags nest some 60 deep. */
#define MAX_TEXT      (64 << 10)
#define MAX_NESTING   256
#define MAX_OPERATORS 4096
#define MAX_UNARY     4
#define MAX_DIGITS    20
#define MAX_FIELDS    256

struct name {
	const char *str;
	size_t len;
};

struct text {
	const char *pos, *end;
	unsigned int nesting, operators;
	struct name word; /* last word of a declaration */
	struct name fields[MAX_FIELDS];
	unsigned int nr_fields;
};

/* ---- tokens ---- */

static char text__peek(const struct text *text)
{
	return text->pos < text->end ? *text->pos : '\0';
}

static bool at_letter(const struct text *text)
{
	return isalpha((unsigned char)text__peek(text)) || text__peek(text) == '_';
}

static bool at_digit(const struct text *text)
{
	return isdigit((unsigned char)text__peek(text));
}

static void text__skip(struct text *text, const char *chars)
{
	while (text->pos < text->end && strchr(chars, *text->pos))
		text->pos++;
}

static void skip_space(struct text *text)
{
	text__skip(text, " \t");
}

static bool text__at(const struct text *text, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(text->end - text->pos) >= len && !memcmp(text->pos, word, len);
}

/* Takes exactly these bytes. */
static bool text__take(struct text *text, const char *word)
{
	if (!text__at(text, word))
		return false;
	text->pos += strlen(word);
	return true;
}

/* Takes these bytes, and blanks around them. */
static bool take_token(struct text *text, const char *word)
{
	bool ok;

	skip_space(text);
	ok = text__take(text, word);
	skip_space(text);
	return ok;
}

/* Returns the length of the name that starts here. */
static size_t word_len(const struct text *text)
{
	const char *c = text->pos;

	while (c < text->end && (isalnum((unsigned char)*c) || *c == '_'))
		c++;
	return c - text->pos;
}

static bool take_word(struct text *text)
{
	if (!at_letter(text))
		return false;
	text->pos += word_len(text);
	return true;
}

static bool take_int(struct text *text)
{
	const char *start = text->pos;

	text__skip(text, "0123456789");
	return text->pos > start && text->pos - start <= 9;
}

static bool take_number(struct text *text)
{
	const char *start = text->pos;

	if (!at_digit(text))
		return false;
	text__skip(text, "0123456789abcdefABCDEFxX");
	text__skip(text, "uUlL");
	return text->pos - start <= MAX_DIGITS + 5;
}

/* Takes one or more adjacent strings. */
static bool take_strings(struct text *text)
{
	bool any = false;

	for (skip_space(text); text__take(text, "\""); skip_space(text)) {
		for (; text->pos < text->end && *text->pos != '"'; text->pos++)
			if (*text->pos == '\\' && text->pos + 1 < text->end)
				text->pos++;
		if (!text__take(text, "\""))
			return false;
		any = true;
	}
	return any;
}

/* ---- fields ---- */

/* Takes "[16]", "[]" or "[(32)]". */
static bool take_array(struct text *text)
{
	if (!text__take(text, "["))
		return false;
	text__skip(text, "0123456789_ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-*() ");
	return text__take(text, "]");
}

/* Takes words such as "unsigned short" or "struct page *". Returns their number. */
static unsigned int take_words(struct text *text)
{
	unsigned int words = 0;

	for (skip_space(text); at_letter(text) || (words && text__peek(text) == '*');
	     skip_space(text)) {
		if (text__take(text, "*"))
			continue;
		text->word = (struct name){text->pos, word_len(text)};
		text->pos += text->word.len;
		words++;
	}
	return words;
}

static bool add_field(struct text *text)
{
	if (text->nr_fields == MAX_FIELDS)
		return false;
	text->fields[text->nr_fields++] = text->word;
	return true;
}

/*
 * Takes declarations such as "unsigned short common_type", "struct page * page", "u8 a[6]" or
 * "__data_loc char[] name".
 */
static bool take_declaration(struct text *text)
{
	bool dynamic = text__at(text, "__data_loc ") || text__at(text, "__rel_loc ");
	unsigned int words = take_words(text);

	if (words < 2)
		return false;
	/* "__data_loc cpumask_t mask" has no array. */
	if (dynamic && text__peek(text) == '[')
		return take_array(text) && take_words(text) == 1 && text__take(text, ";") &&
		       add_field(text);
	while (text__peek(text) == '[')
		if (!take_array(text))
			return false;
	return text__take(text, ";") && add_field(text);
}

static bool take_field(struct text *text)
{
	if (!text__take(text, "\tfield:") || !take_declaration(text) ||
	    !take_token(text, "offset:") || !take_int(text) || !text__take(text, ";") ||
	    !take_token(text, "size:") || !take_int(text) || !text__take(text, ";"))
		return false;
	skip_space(text);
	if (text__take(text, "signed:") && (!take_int(text) || !text__take(text, ";")))
		return false;
	return text__take(text, "\n");
}

static bool take_head(struct text *text)
{
	if (!text__take(text, "name: ") || !at_letter(text))
		return false;
	text__skip(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
	return text__take(text, "\nID: ") && take_int(text) && text__take(text, "\nformat:\n");
}

/* Takes the common fields, an empty line, the event's own fields and another empty line. */
static bool take_fields(struct text *text)
{
	unsigned int groups = 0;

	while (!text__take(text, "print fmt:")) {
		if (text__take(text, "\n")) {
			if (++groups > 2)
				return false;
		} else if (!take_field(text)) {
			return false;
		}
	}
	text->pos -= strlen("print fmt:");
	return groups > 0;
}

/* ---- print fmt ---- */

static bool take_expr(struct text *text);

/* Takes the name of a declared field. libtraceevent does not check that it is declared. */
static bool take_field_name(struct text *text)
{
	struct name name = {text->pos, word_len(text)};

	for (unsigned int i = 0; i < text->nr_fields; i++) {
		if (text->fields[i].len != name.len ||
		    memcmp(text->fields[i].str, name.str, name.len))
			continue;
		text->pos += name.len;
		return true;
	}
	return false;
}

static bool text__enter(struct text *text)
{
	return ++text->nesting <= MAX_NESTING;
}

static bool leave(struct text *text, bool ok)
{
	text->nesting--;
	return ok;
}

/* Takes "{ 0x1, "READ" }". The last pair may be "{ -1, ((void *)0) }" or "{ -1, 0 }". */
static bool take_pair(struct text *text)
{
	if (!take_token(text, "{") || !take_expr(text) || !take_token(text, ","))
		return false;
	if (!text__take(text, "((void *)0)") && !text__take(text, "0") && !take_strings(text))
		return false;
	return take_token(text, "}");
}

static bool take_pairs(struct text *text)
{
	do {
		if (!take_pair(text))
			return false;
	} while (take_token(text, ","));
	return true;
}

static bool take_flags(struct text *text)
{
	return take_expr(text) && take_token(text, ",") && take_strings(text) &&
	       take_token(text, ",") && take_pairs(text);
}

static bool take_symbols(struct text *text)
{
	return take_expr(text) && take_token(text, ",") && take_pairs(text);
}

static bool take_two(struct text *text)
{
	return take_expr(text) && take_token(text, ",") && take_expr(text);
}

static bool take_three(struct text *text)
{
	return take_two(text) && take_token(text, ",") && take_expr(text);
}

/* Takes the type name in "sizeof(unsigned int)". */
static bool take_type_name(struct text *text)
{
	return take_words(text) && text__peek(text) == ')';
}

struct function {
	const char *name;
	bool (*take_args)(struct text *text);
};

/* The functions that libtraceevent knows, and the arguments that each must have. */
static const struct function functions[] = {
	{"__print_flags", take_flags},
	{"__print_symbolic", take_symbols},
	{"__print_hex", take_two},
	{"__print_hex_str", take_two},
	{"__print_array", take_three},
	{"__get_str", take_field_name},
	{"__get_rel_str", take_field_name},
	{"__get_bitmask", take_field_name},
	{"__get_rel_bitmask", take_field_name},
	{"__get_cpumask", take_field_name},
	{"__get_rel_cpumask", take_field_name},
	{"__get_dynamic_array", take_field_name},
	{"__get_rel_dynamic_array", take_field_name},
	{"__get_dynamic_array_len", take_field_name},
	{"__get_rel_dynamic_array_len", take_field_name},
	{"__builtin_expect", take_two},
	{"sizeof", take_type_name}, /* since libtraceevent 1.8 */
};

/* Takes the arguments of a call after its name. */
static bool take_call(struct text *text, const char *name, size_t len)
{
	for (size_t i = 0; i < ARRAY_SIZE(functions); i++) {
		if (strlen(functions[i].name) != len || memcmp(functions[i].name, name, len))
			continue;
		return take_token(text, "(") && functions[i].take_args(text) &&
		       take_token(text, ")");
	}
	return false;
}

/* Takes a field, a call, or the name of an enum constant. */
static bool take_named(struct text *text)
{
	const char *name = text->pos;
	size_t len = word_len(text);

	text->pos += len;
	if (len == 3 && !memcmp(name, "REC", 3))
		return take_token(text, "->") && take_field_name(text);
	skip_space(text);
	return text__peek(text) != '(' || take_call(text, name, len);
}

static bool take_unary(struct text *text);

/* Takes "unsigned long" or "struct page *" up to ")": the type of a cast, or just a name. */
static bool take_type(struct text *text)
{
	const char *start = text->pos;
	bool any = false;

	while (at_letter(text) && !text__at(text, "REC->")) {
		take_word(text);
		skip_space(text);
		any = true;
	}
	text__skip(text, "* ");
	if (any && text__peek(text) == ')')
		return true;
	text->pos = start;
	return false;
}

static bool at_operand(const struct text *text)
{
	return at_letter(text) || at_digit(text) || text__peek(text) == '(' ||
	       text__peek(text) == '"';
}

static bool take_paren(struct text *text)
{
	bool cast = take_type(text);

	if ((!cast && !take_expr(text)) || !take_token(text, ")"))
		return false;
	return !at_operand(text) || (cast && take_unary(text));
}

static bool take_primary(struct text *text)
{
	skip_space(text);
	if (at_letter(text))
		return take_named(text);
	if (at_digit(text))
		return take_number(text);
	if (text__peek(text) == '"')
		return take_strings(text);
	return take_token(text, "(") && text__enter(text) && leave(text, take_paren(text));
}

static bool take_unary(struct text *text)
{
	unsigned int ops = 0;

	for (skip_space(text); text__peek(text) && strchr("!~-+", text__peek(text));
	     skip_space(text)) {
		text->pos++;
		if (++ops > MAX_UNARY || ++text->operators > MAX_OPERATORS)
			return false;
	}
	if (!take_primary(text))
		return false;
	while (take_token(text, "["))
		if (!text__enter(text) || !leave(text, take_expr(text)) || !take_token(text, "]"))
			return false;
	return true;
}

/*
 * Takes the right side of a / or %. libtraceevent computes constants while it parses, and divides
 * by the result. So the divisor must be a plain number other than 0, with no operator after it, or
 * a sizeof; a field is allowed too, since its value is checked when the event is printed.
 */
static bool take_divisor(struct text *text)
{
	const char *start;

	skip_space(text);
	if (text__at(text, "REC->") || text__at(text, "__get_"))
		return take_named(text);
	if (!text__at(text, "sizeof(") || !take_named(text)) {
		text__take(text, "0x");
		start = text->pos;
		if (text__peek(text) == '0' || !take_number(text) || text->pos - start > 15)
			return false;
	}
	skip_space(text);
	return text->pos == text->end || strchr(",)]\n", *text->pos);
}

/* Returns 2 for a binary operator that divides, 1 for any other, 0 if there is none. */
static int take_operator(struct text *text)
{
	static const char *const ops[] = {"<<", ">>", "&&", "||", "<=", ">=", "==", "!=", "<",
					  ">",	"&",  "|",  "^",  "+",	"-",  "*",  "/",  "%"};

	skip_space(text);
	for (size_t i = 0; i < ARRAY_SIZE(ops); i++)
		if (text__take(text, ops[i]))
			return ops[i][0] == '/' || ops[i][0] == '%' ? 2 : 1;
	return 0;
}

static bool take_binary(struct text *text)
{
	int op;

	if (!take_unary(text))
		return false;
	while ((op = take_operator(text))) {
		if (++text->operators > MAX_OPERATORS)
			return false;
		if (op == 2 ? !take_divisor(text) : !take_unary(text))
			return false;
	}
	return true;
}

static bool take_condition(struct text *text)
{
	if (!take_binary(text))
		return false;
	if (!take_token(text, "?"))
		return true;
	return take_expr(text) && take_token(text, ":") && take_expr(text);
}

static bool take_expr(struct text *text)
{
	return text__enter(text) && leave(text, take_condition(text));
}

static bool take_print_fmt(struct text *text)
{
	if (!text__take(text, "print fmt:") || !take_strings(text))
		return false;
	while (take_token(text, ","))
		if (!take_expr(text))
			return false;
	text__skip(text, " \t\n");
	return text->pos == text->end;
}

static bool is_plain(const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++)
		if (!isprint((unsigned char)text[i]) && text[i] != '\n' && text[i] != '\t')
			return false;
	return size <= MAX_TEXT;
}

enum tep_trust tep_grammar__check(const char *str, size_t size, size_t *fmt)
{
	struct text text = {.pos = str, .end = str + size};

	if (!is_plain(str, size) || !take_head(&text) || !take_fields(&text))
		return TEP_TRUST_NOTHING;
	*fmt = text.pos - str;
	return take_print_fmt(&text) ? TEP_TRUST_ALL : TEP_TRUST_FIELDS;
}
