/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libinfo: the libraries that this build uses, with the versions loaded now, and those that it
 * could use.
 */
#ifndef PERF_DEFER_UTIL_HOST_LIBINFO_H
#define PERF_DEFER_UTIL_HOST_LIBINFO_H

#include <stdbool.h>

#define LIBINFO_NR 9

struct libinfo {
	const char *name;
	const char *what;    /* purpose in this program */
	char version[32];    /* "" if the library does not tell */
	bool is_there;	     /* false: built without it */
	const char *package; /* Debian package that the build needs; NULL if is_there */
};

void libinfo__read(struct libinfo libs[LIBINFO_NR]);

#endif /* PERF_DEFER_UTIL_HOST_LIBINFO_H */
