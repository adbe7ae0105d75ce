/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * libinfo: the libraries that this build uses, in the versions that are loaded now, and those
 * that it could use.
 */
#ifndef PERF_DEFER_UTIL_HOST_LIBINFO_H
#define PERF_DEFER_UTIL_HOST_LIBINFO_H

#include <stdbool.h>

#define LIBINFO_NR 8

struct libinfo {
	const char *name;
	const char *what;    /* what the program needs it for */
	char version[32];    /* "" if it does not tell */
	bool is_there;	     /* false: the build was without it */
	const char *package; /* of Debian, with what the build needs; NULL if it is there */
};

void libinfo__read(struct libinfo libs[LIBINFO_NR]);

#endif /* PERF_DEFER_UTIL_HOST_LIBINFO_H */
