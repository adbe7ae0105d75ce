/* SPDX-License-Identifier: GPL-2.0-only */
#ifndef PERF_DEFER_TESTS_H
#define PERF_DEFER_TESTS_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What a test function returns. Each suite runs in a process of its own. */
enum test_result {
	TEST_OK = 0,
	TEST_FAIL = 1,
	TEST_SKIP = 2
};

/* A case that passes leaves no descriptor open. */
struct test_case {
	const char *what; /* what the case proves, in a few words */
	int (*run)(void); /* enum test_result */
};

struct test_suite {
	const char *name;
	const char *desc;
	const struct test_case *cases; /* ends with a zeroed entry */
};

/* Prints the place of a failed check to stderr; the runner shows it with -v and on failure. */
#define T_FAIL(fmt, ...)                                                                \
	do {                                                                            \
		fprintf(stderr, "%s:%d: " fmt "\n", __FILE__, __LINE__, ##__VA_ARGS__); \
		return TEST_FAIL;                                                       \
	} while (0)

#define T_CHECK(cond)                                 \
	do {                                          \
		if (!(cond))                          \
			T_FAIL("%s is false", #cond); \
	} while (0)

#define T_EQ(got, want)                                                               \
	do {                                                                          \
		int64_t got_ = (got), want_ = (want);                                 \
		if (got_ != want_)                                                    \
			T_FAIL("%s is %" PRId64 ", not %" PRId64, #got, got_, want_); \
	} while (0)

#define T_STREQ(got, want)                                                                       \
	do {                                                                                     \
		const char *got_ = (got), *want_ = (want);                                       \
		if (!got_ || strcmp(got_, want_))                                                \
			T_FAIL("%s is \"%s\", not \"%s\"", #got, got_ ? got_ : "(null)", want_); \
	} while (0)

/* Runs a function that itself returns enum test_result. */
#define T_RUN(call)                  \
	do {                         \
		int res_ = (call);   \
		if (res_ != TEST_OK) \
			return res_; \
	} while (0)

#endif /* PERF_DEFER_TESTS_H */
