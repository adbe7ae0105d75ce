/* SPDX-License-Identifier: GPL-2.0-only */
/* libinfo: the libraries that this build uses, in the versions that are loaded now. */
#ifndef PERF_DEFER_UTIL_LIBINFO_H
#define PERF_DEFER_UTIL_LIBINFO_H

#define LIBINFO_NR 5

struct libinfo {
	const char *name;
	const char *what; /* what the program needs it for */
	char version[32]; /* "" if it does not tell */
};

void libinfo__read(struct libinfo libs[LIBINFO_NR]);

#endif /* PERF_DEFER_UTIL_LIBINFO_H */
