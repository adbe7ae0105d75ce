// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <libiberty/demangle.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/dso/demangle.h"

/*
 * Limit of a demangled name, bytes: substitutions let a short name stand for an astronomically long
 * one.
 */
#define DEMANGLE_MAX_LEN 65536

struct text {
	char *buf;
	size_t len, cap;
	jmp_buf too_long;
};

/* Appends output of a demangler. Ignoring it is the only way to limit a demangler. */
static void text__append(const char *str, size_t len, void *opaque)
{
	struct text *text = opaque;
	size_t cap;
	char *grown;

	if (len > DEMANGLE_MAX_LEN - text->len)
		longjmp(text->too_long, 1);
	if (text->len + len >= text->cap) {
		cap = 2 * (text->len + len) + 64;
		grown = realloc(text->buf, cap);
		if (!grown)
			longjmp(text->too_long, 1);
		text->buf = grown;
		text->cap = cap;
	}
	memcpy(text->buf + text->len, str, len);
	text->len += len;
	text->buf[text->len] = '\0';
}

typedef int (*demangler_t)(const char *, int, demangle_callbackref, void *);

/* Runs @demangler, then appends @suffix. */
static char *text__demangle(struct text *text, demangler_t demangler, const char *name,
			    const char *suffix, size_t suffix_len)
{
	if (setjmp(text->too_long) ||
	    !demangler(name, DMGL_PARAMS | DMGL_TYPES, text__append, text) || !text->len) {
		free(text->buf);
		return NULL;
	}
	text__append(suffix, suffix_len, text);
	return text->buf;
}

static char *demangle_cxx(const char *name)
{
	struct text text = {.buf = NULL};

	/* Other names would be taken for a type: "f" for float. */
	if (strncmp(name, "_Z", 2) && strncmp(name, "_GLOBAL_", 8))
		return NULL;
	return text__demangle(&text, cplus_demangle_v3_callback, name, "", 0);
}

/*
 * Returns the length of a legacy Rust name: a C++ name whose last part is "17h" and 16 hex digits.
 * 0 if it is none.
 */
static size_t rust_legacy_len(const char *name)
{
	const char *hash = name;

	while ((hash = strstr(hash, "17h"))) {
		if (strspn(hash + 3, "0123456789abcdef") == 16 && hash[19] == 'E')
			return hash + 20 - name;
		hash++;
	}
	return 0;
}

/*
 * Returns the length of ".llvm." and a hash, LLVM's suffix of promoted names, which is of no use to
 * the reader.
 */
static size_t rust_suffix_len(const char *suffix)
{
	const char *llvm = strstr(suffix, ".llvm.");

	if (llvm && !llvm[6 + strspn(llvm + 6, "0123456789ABCDEF@")])
		return llvm - suffix;
	return strlen(suffix);
}

static char *demangle_rust(const char *name)
{
	struct text text = {.buf = NULL};
	char *demangled, *body;
	size_t len = 0;

	if (!strncmp(name, "_ZN", 3))
		len = rust_legacy_len(name);
	else if (!strncmp(name, "_R", 2))
		len = strcspn(name, ".");
	if (!len || (name[len] && name[len] != '.'))
		return NULL;

	body = strndup(name, len);
	if (!body)
		return NULL;
	demangled = text__demangle(&text, rust_demangle_callback, body, name + len,
				   rust_suffix_len(name + len));
	free(body);
	return demangled;
}

static int hex_digit(char c)
{
	return isdigit((unsigned char)c) ? c - '0' : tolower((unsigned char)c) - 'a' + 10;
}

/* Demangles "camlModule__fn_12": "__" is a dot, "$2b" the character with that code. */
static char *demangle_ocaml(const char *name)
{
	char *demangled, *out;

	if (strncmp(name, "caml", 4) || !isupper((unsigned char)name[4]))
		return NULL;
	demangled = malloc(strlen(name));
	if (!demangled)
		return NULL;
	out = demangled;
	for (name += 4; *name;) {
		if (name[0] == '_' && name[1] == '_') {
			*out++ = '.';
			name += 2;
		} else if (name[0] == '$' && isxdigit((unsigned char)name[1]) &&
			   isxdigit((unsigned char)name[2])) {
			*out++ = hex_digit(name[1]) << 4 | hex_digit(name[2]);
			name += 3;
		} else {
			*out++ = *name++;
		}
	}
	*out = '\0';
	return demangled;
}

static const char *java_base_type(char c)
{
	switch (c) {
	case 'B':
		return "byte";
	case 'C':
		return "char";
	case 'D':
		return "double";
	case 'F':
		return "float";
	case 'I':
		return "int";
	case 'J':
		return "long";
	case 'S':
		return "short";
	case 'V':
		return "void";
	case 'Z':
		return "boolean";
	default:
		break;
	}
	return NULL;
}

/* Appends "java/lang/String;" with dots. Returns what follows, or NULL. */
static const char *java_class(struct text *text, const char *name)
{
	for (; *name && *name != ';'; name++)
		text__append(*name == '/' ? "." : name, 1, text);
	return *name ? name + 1 : NULL;
}

/* Appends one parameter type. Returns what follows, or NULL. */
static const char *java_type(struct text *text, const char *name)
{
	const char *base;
	int dims = 0;

	for (; *name == '['; name++)
		dims++;
	base = java_base_type(*name);
	if (base) {
		text__append(base, strlen(base), text);
		name++;
	} else if (*name == 'L') {
		name = java_class(text, name + 1);
	} else {
		name = NULL;
	}
	while (name && dims--)
		text__append("[]", 2, text);
	return name;
}

/* Demangles OpenJDK's "Ljava/lang/String;equals([BI)Z", without the result type. */
static bool java_method(struct text *text, const char *name)
{
	size_t len;

	name = java_class(text, name + 1);
	if (!name)
		return false;
	if (isalpha((unsigned char)*name))
		text__append(".", 1, text);
	len = strcspn(name, "(");
	if (!name[len])
		return false;
	text__append(name, len + 1, text);
	for (name += len + 1; *name != ')';) {
		if (name[-1] != '(')
			text__append(", ", 2, text);
		name = java_type(text, name);
		if (!name)
			return false;
	}
	text__append(")", 1, text);
	return true;
}

static char *text__demangle_java(struct text *text, const char *name)
{
	if (setjmp(text->too_long) || !java_method(text, name)) {
		free(text->buf);
		return NULL;
	}
	return text->buf;
}

static char *demangle_java(const char *name)
{
	struct text text = {.buf = NULL};

	if (*name != 'L' || !strchr(name, ')'))
		return NULL;
	return text__demangle_java(&text, name);
}

char *demangle_sym(const char *name)
{
	char *demangled = demangle_rust(name);

	if (!demangled)
		demangled = demangle_cxx(name);
	if (!demangled)
		demangled = demangle_ocaml(name);
	if (!demangled)
		demangled = demangle_java(name);
	return demangled;
}
