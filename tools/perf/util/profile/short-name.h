/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * short_name: a demangled name without what makes those of C++, Rust and Java long:
 *
 *   void shop::Cart<int, std::less<int> >::checkout<long>(long) const
 *   shop::Cart<…>::checkout<…>
 */
#ifndef PERF_DEFER_UTIL_PROFILE_SHORT_NAME_H
#define PERF_DEFER_UTIL_PROFILE_SHORT_NAME_H

#include <stddef.h>

/*
 * Returns @name with "<…>" for each list of template or generic arguments, and without lists of
 * parameters, the return type, qualifiers of methods and Rust's hash. What follows the parameters,
 * such as " [clone .cold]", stays. Returns NULL if nothing can be left out, if brackets do not match,
 * if the name is of a form that is not understood, or without memory: then the whole name is to be
 * shown. The caller frees the result.
 */
char *short_name__new(const char *name);

/* Returns the length of @name without what compilers append to the name of a clone, such as ".isra.0.cold". */
size_t clone_name__stem(const char *name);

#endif /* PERF_DEFER_UTIL_PROFILE_SHORT_NAME_H */
