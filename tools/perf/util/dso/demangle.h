/* SPDX-License-Identifier: GPL-2.0-only */
/* demangle: names as the programmer wrote them. */
#ifndef PERF_DEFER_UTIL_DSO_DEMANGLE_H
#define PERF_DEFER_UTIL_DSO_DEMANGLE_H

/*
 * The readable form (malloc) of a mangled C++, Rust (legacy, v0), OCaml or Java name, or NULL
 * if @name is none of these. Rust names come without hash, as perf prints them.
 */
char *demangle_sym(const char *name);

#endif /* PERF_DEFER_UTIL_DSO_DEMANGLE_H */
