/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * faults: everything that forbids a recording, collected before anything is opened and reported at
 * once.
 */
#ifndef PERF_DEFER_UTIL_PLAN_FAULTS_H
#define PERF_DEFER_UTIL_PLAN_FAULTS_H

#include <stddef.h>
#include <stdint.h>

struct fault {
	char *what;   /* "event group {a,b}: a group read of 20,504 bytes is more than 16,384" */
	char *detail; /* the arithmetic, one step a line; or NULL */
	char *remedy; /* what the user can do; never NULL */
};

struct faults {
	struct fault *faults;
	uint32_t nr;
	size_t cap;
};

void faults__init(struct faults *faults);
void faults__exit(struct faults *faults);
/* Adds a fault. Texts are copied; @detail may be NULL. Returns DEFER_ERR_NOMEM or 0. */
int faults__add(struct faults *faults, const char *detail, const char *remedy, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

#endif /* PERF_DEFER_UTIL_PLAN_FAULTS_H */
