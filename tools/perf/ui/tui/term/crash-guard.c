// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>
#include <unistd.h>

#include "ui/tui/term/crash-guard.h"
#include "util/base/error.h"

#define NR_SIGNALS  5
#define STACK_SIZE  (64 * 1024)
#define RESET_LEN   512
#define GUARD_MAGIC 0x6372617368677264ULL

struct crash_guard {
	uint64_t magic;
	int fd, out_fd;
	struct termios saved;
	char reset[RESET_LEN];
	struct sigaction old[NR_SIGNALS];
	stack_t old_stack;
};

static const int guarded[NR_SIGNALS] = {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGPIPE};

/* Returns the guard of the thread that runs on the stack of @context, or NULL. */
static const struct crash_guard *guard_of(const ucontext_t *context)
{
	const struct crash_guard *guard = context->uc_stack.ss_sp;
	bool has_stack = !(context->uc_stack.ss_flags & SS_DISABLE) &&
			 context->uc_stack.ss_size == STACK_SIZE;

	return guard && has_stack && guard->magic == GUARD_MAGIC ? guard : NULL;
}

/* Runs in a signal handler: calls only what may be called there. */
static void restore_terminal(const struct crash_guard *guard)
{
	ssize_t done = write(guard->out_fd, guard->reset, strlen(guard->reset));

	(void)done;
	tcsetattr(guard->fd, TCSANOW, &guard->saved);
	for (int i = 0; i < NR_SIGNALS; i++)
		sigaction(guarded[i], &guard->old[i], NULL);
}

static void on_crash(int sig, siginfo_t *info, void *context)
{
	const struct crash_guard *guard = guard_of(context);

	(void)info;
	if (!guard && gettid() != getpid()) {
		tgkill(getpid(), getpid(), sig); /* the main thread ends all */
		for (;;)
			pause();
	}
	if (guard)
		restore_terminal(guard);
	else
		signal(sig, SIG_DFL);
	raise(sig); /* it waits until this handler returns */
}

int crash_guard__new(struct crash_guard **guardp, int fd, const struct termios *saved, int out_fd,
		     const char *reset, struct defer_error *err)
{
	struct sigaction action = {.sa_sigaction = on_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
	struct crash_guard *guard = calloc(1, STACK_SIZE);
	stack_t stack = {.ss_sp = guard, .ss_size = STACK_SIZE};

	*guardp = guard;
	if (!guard)
		return error__no_memory(err, "for the terminal");
	guard->magic = GUARD_MAGIC;
	guard->fd = fd;
	guard->out_fd = out_fd;
	guard->saved = *saved;
	snprintf(guard->reset, sizeof(guard->reset), "%s", reset);
	sigaltstack(&stack, &guard->old_stack);
	for (int i = 0; i < NR_SIGNALS; i++) {
		sigaction(guarded[i], &action, &guard->old[i]);
		/* What is ignored, such as SIGPIPE under nohup, ends nothing. */
		if (guard->old[i].sa_handler == SIG_IGN)
			sigaction(guarded[i], &guard->old[i], NULL);
	}
	return 0;
}

void crash_guard__delete(struct crash_guard *guard)
{
	if (!guard)
		return;
	for (int i = 0; i < NR_SIGNALS; i++)
		sigaction(guarded[i], &guard->old[i], NULL);
	sigaltstack(&guard->old_stack, NULL);
	free(guard);
}
