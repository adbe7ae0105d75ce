/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * crash_guard: restores the terminal when the program dies by a signal of its own making: SIGSEGV,
 * SIGBUS, SIGFPE, SIGABRT, SIGPIPE. Then the signal takes its course.
 *
 * A handler gets no argument of ours. The state is therefore at the beginning of the stack that the
 * main thread handles signals on; another thread passes its signal on to that one.
 */
#ifndef PERF_DEFER_UI_TUI_TERM_CRASH_GUARD_H
#define PERF_DEFER_UI_TUI_TERM_CRASH_GUARD_H

#include <termios.h>

#include <perf/defer-error.h>

struct crash_guard;

/*
 * Guards the terminal of @fd until delete: restores @saved, and writes @reset to @out_fd. Call it in
 * the main thread, before others start.
 */
int crash_guard__new(struct crash_guard **guard, int fd, const struct termios *saved, int out_fd,
		     const char *reset, struct defer_error *err);
void crash_guard__delete(struct crash_guard *guard);

#endif /* PERF_DEFER_UI_TUI_TERM_CRASH_GUARD_H */
