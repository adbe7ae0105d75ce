/* SPDX-License-Identifier: GPL-2.0-only */
/* dynlib: functions of a library that was loaded with dlopen(). */
#ifndef PERF_DEFER_UTIL_HOST_DYNLIB_H
#define PERF_DEFER_UTIL_HOST_DYNLIB_H

#include <stdbool.h>
#include <stddef.h>

struct dynlib_call {
	void *to; /* address of a pointer to the function, which is set */
	const char *name;
};

/*
 * Sets the pointers of all @nr @calls. Returns false if the library lacks one, or if @lib, the handle, is
 * NULL; then some of them may be set.
 */
bool dynlib__find(void *lib, const struct dynlib_call *calls, size_t nr);

#endif /* PERF_DEFER_UTIL_HOST_DYNLIB_H */
