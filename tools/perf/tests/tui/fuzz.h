/* SPDX-License-Identifier: GPL-2.0-only */
/* fuzz: a program on a terminal of its own, and random input for it. See fuzz-keys.c. */
#ifndef PERF_DEFER_TESTS_TUI_FUZZ_H
#define PERF_DEFER_TESTS_TUI_FUZZ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define ARRAY_SIZE(array) (sizeof(array) / sizeof(*(array)))
#define MAX_ARGS	  64
#define MAX_BYTES	  256 /* of one deed */
#define NR_DEEDS	  60  /* that are kept, to be printed */
#define DEED_LEN	  120

/* Modes of the terminal, as its output switches them. */
struct modes {
	int at; /* bytes of "ESC [ ?" that were seen; 3: inside the numbers */
	unsigned int numbers[8], nr;
	bool screen, keypad, mouse, mouse_format, paste, hidden;
};

struct fuzz {
	double patience; /* s */
	char **command;	 /* with room behind it for MAX_ARGS */
	unsigned int nr_args;
	char **traces;
	unsigned int nr_traces;

	uint64_t state; /* of the random numbers */
	unsigned int rows, cols;
	int fd, sock; /* the terminal; the supervisor */
	pid_t supervisor, pid;
	struct modes modes;
	int cleared;	/* bytes of what clears the screen that were seen */
	bool has_begun; /* it has written something */
	bool answered;	/* the screen was cleared */
	bool may_leave; /* a key was pressed that leaves */
	bool was_stopped;
	bool may_cross; /* a SIGCONT was sent that may undo a stop of which the report is under way */
	bool gone;	/* it has ended; */
	int status;	/* so */
	int sent_signal; /* 0: none */
	bool failed;
	char deeds[NR_DEEDS][DEED_LEN];
	unsigned int nr_deeds;
};

/* Returns the time, s. */
double fuzz__now(void);
/* Ends fuzz-keys itself with a message. */
void fuzz__die(const char *what);

/* ---- fuzz-program.c: the program, its terminal, and what becomes of it ---- */

/* Keeps what is done, or happens, for the report of a failure. */
void fuzz__note(struct fuzz *fuzz, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints what was done last, and the reason; the session has failed. */
void fuzz__fail(struct fuzz *fuzz, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Starts fuzz->command on a terminal, and waits until it has drawn something. */
void fuzz__launch(struct fuzz *fuzz);
/* Sends @nr bytes as the keyboard does. */
void fuzz__send(struct fuzz *fuzz, const char *bytes, size_t nr);
/* Ends what a key may be a part of, asks to clear the screen, and waits until it is. */
void fuzz__probe(struct fuzz *fuzz);
/* Waits until it writes something, @seconds at most. */
void fuzz__wait_output(struct fuzz *fuzz, double seconds);
/* Lets it run for so long. */
void fuzz__rest(struct fuzz *fuzz, double seconds);
/* Sees it end, by force if need be. */
void fuzz__wait_end(struct fuzz *fuzz);

/* ---- fuzz-deeds.c: random input ---- */

/* Returns a number from @min to @max, both included. */
unsigned int fuzz__between(struct fuzz *fuzz, unsigned int min, unsigned int max);
/* Returns true once in @nr times. */
bool fuzz__once_in(struct fuzz *fuzz, unsigned int nr);

/* Sets a random size, which the terminal has not yet. */
void fuzz__pick_size(struct fuzz *fuzz);
/* Presses the keys of which @str are the bytes. */
void fuzz__press(struct fuzz *fuzz, const char *str);
/* Does one thing to it. */
void fuzz__do(struct fuzz *fuzz);

#endif /* PERF_DEFER_TESTS_TUI_FUZZ_H */
