/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * workload: what the programs that the tests record share.
 *
 * Their call chains are known: every function of a chain is __noinline, has a frame pointer and
 * calls, never jumps to, the next one. The last one makes the system call itself, because libc's
 * own functions have no frame pointers, and the caller of such a one is missing in a chain.
 */
#ifndef PERF_DEFER_TESTS_WORKLOAD_H
#define PERF_DEFER_TESTS_WORKLOAD_H

#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>

#define __noinline	   __attribute__((noinline, unused))
#define __always_inline_fn __attribute__((always_inline)) inline

/*
 * A system call in the caller's own frame, with a fourth argument of 0; the kernel's result,
 * negative if it failed. x86-64.
 */
static __always_inline_fn long syscall3(long nr, long a, long b, long c)
{
	register long fourth __asm__("r10") = 0;
	long ret;
	/* gcc gives no frame to a function that keeps nothing on the stack, whatever the flags. */
	volatile long on_stack;

	__asm__ volatile("syscall"
			 : "=a"(ret)
			 : "0"(nr), "D"(a), "S"(b), "d"(c), "r"(fourth)
			 : "rcx", "r11", "memory");
	on_stack = ret;
	return on_stack;
}

/* Burns user time without a call: about @rounds additions. */
static __always_inline_fn void spin(long rounds)
{
	for (volatile long i = 0; i < rounds; i++)
		;
}

/*
 * Makes the caller of @frame, a function's __builtin_frame_address(0), the outermost of a chain.
 * That function may not return: what it would give back is lost. For main(): libc has no frame
 * pointers, and what it leaves in that register points to no frame.
 */
static __always_inline_fn void end_chains_above(void *frame)
{
	*(void *volatile *)frame = NULL;
}

static inline double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/* Argument @i as a number, or @other if it is not there. Anything else ends the program. */
static inline long arg_number(int argc, char **argv, int i, long other)
{
	char *end;
	long value;

	if (i >= argc)
		return other;
	value = strtol(argv[i], &end, 10);
	if (!*argv[i] || *end || value < 0) {
		fprintf(stderr, "%s: not a number: %s\n", argv[0], argv[i]);
		exit(129);
	}
	return value;
}

/* When a program that takes milliseconds as argument @i (or @ms) should end. */
static inline double arg_deadline(int argc, char **argv, int i, long ms)
{
	return now() + (double)arg_number(argc, argv, i, ms) / 1e3;
}

static inline void die(const char *what)
{
	perror(what);
	exit(1);
}

#endif /* PERF_DEFER_TESTS_WORKLOAD_H */
