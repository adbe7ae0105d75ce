/* SPDX-License-Identifier: GPL-2.0-only */
/* demangle: turns mangled names into those of the source code. */
#ifndef PERF_DEFER_UTIL_DSO_DEMANGLE_H
#define PERF_DEFER_UTIL_DSO_DEMANGLE_H

/*
 * Returns the demangled form (malloc) of a C++, Rust (legacy, v0), OCaml or Java name, or NULL if
 * @name is none of these. Rust names have no hash, as in perf.
 */
char *demangle_sym(const char *name);

#endif /* PERF_DEFER_UTIL_DSO_DEMANGLE_H */
