// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/profile/short-name.h"

#define LEFT_OUT "<…>"
#define MAX_OPEN 64 /* brackets within brackets; a name with more of them stays whole */

/* The state while a name is read from its beginning. */
struct shortener {
	const char *name, *at; /* @at: what comes next */
	char *out;
	size_t len;
	size_t begin;	     /* in out: behind words such as "vtable for " */
	char open[MAX_OPEN]; /* how the brackets end that are kept, the outermost first */
	unsigned int nr_open;
	bool in_type;	   /* behind "operator ", where a type with spaces may stand */
	bool after_symbol; /* behind the symbol of an operator */
	bool after_params; /* behind a list of parameters that was left out */
	bool has_dropped;  /* what stands before a space, a return type, was left out */
};

static bool is_ident(char c)
{
	return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Returns how the bracket @c ends; 0: it is none. */
static char closing(char c)
{
	static const char open[] = "<([{", close[] = ">)]}";
	const char *at = c ? strchr(open, c) : NULL;

	return at ? close[at - open] : '\0';
}

/* ---- operators, whose symbols may be brackets ---- */

#define OPERATOR     "operator"
#define OPERATOR_LEN (sizeof(OPERATOR) - 1)

static bool is_operator(const char *name, const char *at)
{
	return !strncmp(at, OPERATOR, OPERATOR_LEN) && !is_ident(at[OPERATOR_LEN]) &&
	       (at == name || !is_ident(at[-1]));
}

/* Returns the length of the symbol of an operator, by the longest that matches. */
static size_t symbol_len(const char *at)
{
	static const char *const longer[] = {
		"<=>", "<<=", ">>=", "->*", "()", "[]", "\"\"", "->", "<<", ">>", "<=", ">=", "==",
		"!=",  "&&",  "||",  "++",  "--", "+=", "-=",	"*=", "/=", "%=", "^=", "&=", "|=",
	};

	for (size_t i = 0; i < ARRAY_SIZE(longer); i++) {
		if (!strncmp(at, longer[i], strlen(longer[i])))
			return strlen(longer[i]);
	}
	return *at && strchr("+-*/%^&|~!=<>,", *at) ? 1 : 0;
}

/* ---- brackets ---- */

/*
 * Returns the end of the bracket that opens at @at, behind its last character, or NULL if it does not
 * end. "<" and ">" count only outside of the other kinds: there, they may compare or shift, and the
 * demangler puts comparisons within template arguments in parentheses.
 */
static const char *group_end(const char *name, const char *at)
{
	char open[MAX_OPEN];
	unsigned int nr = 0;

	do {
		bool in_angle = !nr || open[nr - 1] == '>';
		char end = closing(*at);

		if (is_operator(name, at)) {
			at += OPERATOR_LEN;
			at += symbol_len(at);
			continue;
		}
		if (end && (end != '>' || in_angle)) {
			if (nr == MAX_OPEN)
				return NULL;
			open[nr++] = end;
		} else if (!strncmp(at, "->", 2)) {
			at++;
		} else if (strchr(")]}", *at) || (*at == '>' && in_angle)) {
			if (!*at || open[nr - 1] != *at)
				return NULL;
			nr--;
		}
		at++;
	} while (nr);
	return at;
}

/* ---- one part after the other ---- */

static void copy(struct shortener *s, size_t len)
{
	memcpy(s->out + s->len, s->at, len);
	s->len += len;
	s->at += len;
}

static char before(const struct shortener *s)
{
	return s->at == s->name ? '\0' : s->at[-1];
}

static void copy_operator(struct shortener *s)
{
	size_t len;

	copy(s, OPERATOR_LEN);
	len = symbol_len(s->at);
	s->in_type = *s->at == ' ' && !len;
	s->after_symbol = len;
	/* The demangler keeps "operator<" and its arguments apart by a space, as in operator"" _s. */
	if (len && s->at[len] == ' ' && (s->at[len + 1] == '<' || s->at[0] == '"'))
		len++;
	copy(s, len ? len : s->in_type);
}

static bool is_list_of_arguments(const struct shortener *s)
{
	char c = before(s);

	if (!strncmp(s->at, "<>", 2) || !strncmp(s->at, "<impl ", 6))
		return false;
	return s->after_symbol || is_ident(c) || c == ']' || c == ':';
}

static bool is_list_of_parameters(const struct shortener *s)
{
	char c = before(s);

	return s->after_symbol || is_ident(c) || c == '>' || c == ']' ||
	       (s->in_type && (c == '*' || c == '&'));
}

/* Keeps a bracket whose contents are shortened, such as Rust's "<T as Trait>". */
static bool keep_open(struct shortener *s)
{
	if (s->nr_open == MAX_OPEN)
		return false;
	s->open[s->nr_open++] = closing(*s->at);
	copy(s, 1);
	return true;
}

static bool read_open(struct shortener *s)
{
	bool params = *s->at == '(' && is_list_of_parameters(s);
	const char *end;

	if (!params && !(*s->at == '<' && is_list_of_arguments(s)))
		return keep_open(s);
	end = group_end(s->name, s->at);
	if (!end)
		return false;
	s->at = end;
	s->after_params = params;
	if (params) {
		s->in_type = false;
	} else {
		memcpy(s->out + s->len, LEFT_OUT, strlen(LEFT_OUT));
		s->len += strlen(LEFT_OUT);
	}
	return true;
}

static bool read_close(struct shortener *s)
{
	if (!s->nr_open || s->open[s->nr_open - 1] != *s->at)
		return false;
	s->nr_open--;
	copy(s, 1);
	return true;
}

/* Leaves out " const" and the like behind parameters. */
static void skip_qualifiers(struct shortener *s)
{
	/* In the order in which they are printed. */
	static const char *const words[] = {" const", " volatile", " &&", " &", " noexcept"};

	for (size_t i = 0; i < ARRAY_SIZE(words); i++) {
		size_t len = strlen(words[i]);

		if (!strncmp(s->at, words[i], len) && !is_ident(s->at[len]))
			s->at += len;
	}
}

/* Reads what follows parameters outside of brackets. Returns false if nothing known does. */
static bool read_after_params(struct shortener *s)
{
	skip_qualifiers(s);
	if (!*s->at || *s->at == ' ' || !strncmp(s->at, "::", 2)) {
		if (strncmp(s->at, " [", 2))
			return true;
	} else if (!strchr(".@[", *s->at)) {
		return false;
	}
	copy(s, strlen(s->at));
	return true;
}

/* Drops the words before a space, which are a return type, unless they are part of something. */
static void read_space(struct shortener *s)
{
	if (s->nr_open || s->in_type) {
		copy(s, 1);
		return;
	}
	s->at++;
	s->len = s->begin;
	s->has_dropped = true;
}

static bool read_part(struct shortener *s)
{
	if (s->after_params && !s->nr_open) {
		if (!read_after_params(s))
			return false;
		if (!*s->at)
			return true;
	}
	s->after_params = false;
	if (is_operator(s->name, s->at)) {
		copy_operator(s);
		return true;
	}
	if (closing(*s->at)) {
		bool ok = read_open(s);

		s->after_symbol = false;
		return ok;
	}
	s->after_symbol = false;
	if (!strncmp(s->at, "->", 2))
		copy(s, 2);
	else if (strchr(">)]}", *s->at))
		return read_close(s);
	else if (*s->at == ' ')
		read_space(s);
	else
		copy(s, 1);
	return true;
}

/* ---- the whole ---- */

/* Returns the length of words such as "vtable for " and "virtual thunk to " at the beginning. */
static size_t words_before(const char *name)
{
	size_t head = strcspn(name, "<([{"), len = 0;

	for (size_t i = 1; i < head; i++) {
		if (!strncmp(name + i, " for ", 5))
			len = i + 5;
		else if (!strncmp(name + i, " to ", 4))
			len = i + 4;
	}
	return len;
}

#define RUST_HASH     "::h"
#define RUST_HASH_LEN 19 /* with its 16 digits */

static size_t without_hash(const char *name, size_t len)
{
	const char *hash = len > RUST_HASH_LEN ? name + len - RUST_HASH_LEN : NULL;

	if (!hash || strncmp(hash, RUST_HASH, strlen(RUST_HASH)))
		return len;
	for (size_t i = strlen(RUST_HASH); i < RUST_HASH_LEN; i++) {
		if (!isdigit((unsigned char)hash[i]) && !(hash[i] >= 'a' && hash[i] <= 'f'))
			return len;
	}
	return len - RUST_HASH_LEN;
}

/* Reads all of the name. Returns false if it has to stay whole. */
static bool shorten(struct shortener *s)
{
	copy(s, words_before(s->name));
	s->begin = s->len;
	while (*s->at) {
		if (!read_part(s))
			return false;
	}
	/* Only functions with parameters have a return type: other words belong to the name. */
	if (s->nr_open || s->in_type || (s->has_dropped && !s->after_params) || s->len == s->begin)
		return false;
	s->len = without_hash(s->out, s->len);
	s->out[s->len] = '\0';
	return strcmp(s->out, s->name) != 0;
}

char *short_name__new(const char *name)
{
	struct shortener s = {.name = name, .at = name};
	size_t len = strlen(name);

	if (!strpbrk(name, "<(") && without_hash(name, len) == len)
		return NULL;
	/* No part grows to more than twice its length: "<T>" has 3 bytes, LEFT_OUT 5. */
	s.out = malloc(2 * len + sizeof(LEFT_OUT));
	if (!s.out || shorten(&s))
		return s.out;
	free(s.out);
	return NULL;
}

size_t clone_name__stem(const char *name)
{
	static const char *const suffixes[] = {".isra.", ".part.",     ".constprop.",
					       ".cold",	 ".lto_priv.", " [clone ."};
	const char *end = name + strlen(name);

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		const char *at = strstr(name, suffixes[i]);

		if (at && at != name && at < end)
			end = at;
	}
	return end - name;
}
