/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * stepper: runs a program one instruction at a time, and knows the truth about its stack, without any
 * debug information: a call pushes its return address, and the matching return pops it.
 *
 * For programs of x86-64 and i386, from their first int3 to their second one.
 */
#ifndef PERF_DEFER_TESTS_STEPPER_H
#define PERF_DEFER_TESTS_STEPPER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/user.h>

#define STEPPER_MAX_FRAMES  256
#define STEPPER_MAX_RETURNS 1024

/* A caller, or what a signal interrupted. */
struct stepper_frame {
	bool is_signal;
	uint64_t sp;		      /* after the return to it */
	uint64_t pc;		      /* where the return goes */
	struct user_regs_struct regs; /* before the call, or when it was interrupted */
};

/* A return that has happened. */
struct stepper_return {
	uint64_t pc, sp;
	unsigned int depth; /* number of frames behind it */
};

struct stepper {
	pid_t pid;
	uint8_t addr_size;	      /* bytes: 4 or 8 */
	struct user_regs_struct regs; /* now */
	struct stepper_frame frames[STEPPER_MAX_FRAMES];
	unsigned int nr; /* of those, the innermost last; the caller of the first int3 has none */
	int signal;	 /* to be delivered with the next step, or 0 */
	struct stepper_return returns[STEPPER_MAX_RETURNS]; /* a ring */
	size_t nr_returns;				    /* all that there were */
	bool jumped; /* the last step left functions without returning from them */
};

enum stepper_state {
	STEPPER_RUNS,
	STEPPER_ENDS, /* at the second int3 */
	STEPPER_FAILED,
};

/* Starts the program at @path and runs it up to its first int3. */
enum stepper_state stepper__start(struct stepper *st, const char *path);
/* Runs one instruction, or begins the handler of @st->signal. */
enum stepper_state stepper__step(struct stepper *st);
/* Ends the program. Returns whether it ran to its end without an error. */
bool stepper__finish(struct stepper *st);

/* Returns whether the next instruction is a return. */
bool stepper__at_return(const struct stepper *st);

/* Copies up to @size bytes at @addr. Returns how many there were. */
size_t stepper__read(const struct stepper *st, uint64_t addr, void *buf, size_t size);

#endif /* PERF_DEFER_TESTS_STEPPER_H */
