// SPDX-License-Identifier: GPL-2.0-only
/* Shows progress of downloads from debuginfod servers, and lets the user interrupt them. */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "verbs/symbol-options.h"
#include "util/dso/debuginfod.h"
#include "ui/stdio/plain.h"

/* Interval between updates, ns. */
#define SHOW_NS 200000000

static void clear_line(bool *shown)
{
	if (*shown)
		fputs("\r\033[K", stderr);
	*shown = false;
}

/* Prints one line, which the next one overwrites. */
static void debuginfod_state__show(const struct debuginfod_state *state, bool *shown)
{
	clear_line(shown);
	if (!state->asking)
		return;
	fputs("Asking debuginfod for ", stderr);
	plain__puts(state->name, stderr);
	if (state->total)
		fprintf(stderr, ": %.1f of %.1f MB", state->bytes / 1e6, state->total / 1e6);
	else if (state->bytes)
		fprintf(stderr, ": %.1f MB", state->bytes / 1e6);
	fputs(" (Ctrl-C: skip)", stderr);
	fflush(stderr);
	*shown = true;
}

/* Dies of SIGINT. */
static void die_of_sigint(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	raise(SIGINT);
	pthread_sigmask(SIG_UNBLOCK, &set, NULL);
}

static void *downloads__watch(void *arg)
{
	const struct timespec wait = {.tv_nsec = SHOW_NS};
	bool shown = false, on_terminal = isatty(STDERR_FILENO), stopped = false;
	struct downloads *downloads = arg;
	struct debuginfod_state state;
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	while (!atomic_load(&downloads->ends)) {
		bool interrupted = sigtimedwait(&set, NULL, &wait) == SIGINT;

		if (atomic_load(&downloads->ends))
			break;
		interrupted &= !downloads->ignores;
		debuginfod__state(downloads->debuginfod, &state);
		if (interrupted && (stopped || !state.asking)) {
			clear_line(&shown);
			die_of_sigint();
		}
		if (interrupted) {
			debuginfod__stop(downloads->debuginfod);
			stopped = true;
		}
		if (on_terminal)
			debuginfod_state__show(&state, &shown);
	}
	clear_line(&shown);
	return NULL;
}

void downloads__start(struct downloads *downloads, const struct symbol_opts *opts)
{
	struct sigaction old;
	sigset_t set;

	*downloads = (struct downloads){.debuginfod = opts->conf.debuginfod};
	if (!downloads->debuginfod)
		return;
	downloads->ignores = !sigaction(SIGINT, NULL, &old) && old.sa_handler == SIG_IGN;
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	pthread_sigmask(SIG_BLOCK, &set, &downloads->before);
	downloads->runs = !pthread_create(&downloads->thread, NULL, downloads__watch, downloads);
	if (!downloads->runs)
		pthread_sigmask(SIG_SETMASK, &downloads->before, NULL);
}

void downloads__finish(struct downloads *downloads)
{
	if (!downloads->runs)
		return;
	atomic_store(&downloads->ends, true);
	pthread_kill(downloads->thread, SIGINT); /* ends its wait */
	pthread_join(downloads->thread, NULL);
	pthread_sigmask(SIG_SETMASK, &downloads->before, NULL);
	downloads->runs = false;
}

void verb__warn_of_servers(const struct symbol_opts *opts)
{
	const char *why = debuginfod__why(opts->conf.debuginfod);

	if (!why)
		return;
	fputs("perf-defer: ", stderr);
	plain__puts(why, stderr);
	fputc('\n', stderr);
}
