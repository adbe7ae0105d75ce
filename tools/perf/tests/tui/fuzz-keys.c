// SPDX-License-Identifier: GPL-2.0-only
/*
 * fuzz-keys: drives a program on a terminal with random keys, mouse events and sizes.
 *
 *   fuzz-keys SECONDS SEED PATIENCE COMMAND ARGS -- TRACE...
 *
 * plays one session after the other until SECONDS have passed. Each has a seed of its own, which is
 * printed before it begins: SEED (0: one that the clock makes), and one more for each further
 * session. The seed decides everything but the speed of the machine: the trace, the options, the kind
 * of terminal, what is pressed and when. Called with the seed of a session that failed, it plays that
 * session first.
 *
 * A session fails if
 *   - a key is not answered within PATIENCE seconds, or leaving takes longer,
 *   - it ends by itself, by a signal that nobody sent, or with a status other than 0 or 1,
 *   - it stops or ends and leaves modes of the terminal on,
 *   - there is a report of a sanitizer: a file sanitizer.* in the current folder.
 * Then the last things that were done are printed, and the exit status is 1.
 *
 * A key is answered when the screen is cleared, which ^L asks for in every view and every box.
 */
#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "tests/tui/fuzz.h"

double fuzz__now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec + ts.tv_nsec / 1e9;
}

void fuzz__die(const char *what)
{
	fprintf(stderr, "fuzz-keys: %s: %s\n", what, strerror(errno));
	exit(2);
}

static void add_args(struct fuzz *fuzz, unsigned int *nr)
{
	static const char *const options[][4] = {
		{NULL},
		{NULL},
		{"--no-children"},
		{"-s", "sym"},
		{"-s", "comm,dso"},
		{"-s", "dso,sym,cpu"},
		{"-s", "comm,sym,known,most,delay"},
		{"-g", "none"},
		{"--percent-limit", "0"},
		{"--percent-limit", "2"},
		{"--percentage", "relative"},
		{"--symbol-filter", "sys"},
		{"--all-but", "idle"},
		{"--seam"},
	};
	unsigned int i = fuzz__between(fuzz, 0, ARRAY_SIZE(options) - 1);
	char *trace = fuzz->traces[fuzz__between(fuzz, 0, fuzz->nr_traces - 1)];

	fuzz->command[(*nr)++] = (char *)"-i";
	fuzz->command[(*nr)++] = trace;
	for (unsigned int j = 0; options[i][j]; j++)
		fuzz->command[(*nr)++] = (char *)options[i][j];
	fuzz->command[*nr] = NULL;
}

static void pick_terminal(struct fuzz *fuzz)
{
	static const char *const terms[] = {"xterm-256color", "xterm-256color", "xterm-256color",
					    "xterm",	      "screen",		"linux",
					    "vt100"};

	setenv("TERM", terms[fuzz__between(fuzz, 0, ARRAY_SIZE(terms) - 1)], 1);
	setenv("LC_ALL", fuzz__once_in(fuzz, 4) ? "C" : "C.UTF-8", 1);
	if (fuzz__once_in(fuzz, 8))
		setenv("NO_COLOR", "1", 1);
	else
		unsetenv("NO_COLOR");
	fuzz__pick_size(fuzz);
}

/* Asks it to leave, in one of the ways that there are. */
static void ask_to_leave(struct fuzz *fuzz)
{
	switch (fuzz__between(fuzz, 0, 5)) {
	case 0:
		fuzz->sent_signal = SIGTERM;
		fuzz__note(fuzz, "signal %d", SIGTERM);
		kill(fuzz->pid, SIGTERM);
		break;
	case 1:
		fuzz->sent_signal = SIGHUP;
		fuzz__note(fuzz, "the terminal is closed");
		close(fuzz->fd);
		fuzz->fd = -1;
		break;
	case 2:
		fuzz__press(fuzz, "\033[201~\033");
		fuzz__rest(fuzz, 0.2);
		fuzz__press(fuzz, "q");
		fuzz__rest(fuzz, 1);
		if (!fuzz->gone)
			fuzz__press(fuzz, "\003\003");
		break;
	default:
		fuzz__press(fuzz, "\033[201~\003\003");
		break;
	}
}

static void leave(struct fuzz *fuzz)
{
	if (!fuzz->gone)
		ask_to_leave(fuzz);
	fuzz__wait_end(fuzz);
}

static void print_file(const char *name)
{
	FILE *in = fopen(name, "r");
	char line[1024];

	while (in && fgets(line, sizeof(line), in))
		printf("    %s", line);
	if (in)
		fclose(in);
}

/* Reports of sanitizers fail the session; what it has printed and exported is removed. */
static void check_files(struct fuzz *fuzz)
{
	DIR *dir = opendir(".");
	struct dirent *entry;

	while (dir && (entry = readdir(dir))) {
		if (!strncmp(entry->d_name, "sanitizer.", 10)) {
			print_file(entry->d_name);
			fuzz__fail(fuzz, "a sanitizer has reported");
			unlink(entry->d_name);
		} else if (!strncmp(entry->d_name, "perf.", 5)) {
			unlink(entry->d_name);
		}
	}
	if (dir)
		closedir(dir);
}

static void begin(struct fuzz *fuzz, uint64_t seed)
{
	unsigned int nr = fuzz->nr_args;

	fuzz->state = seed;
	fuzz->modes = (struct modes){0};
	fuzz->cleared = 0;
	fuzz->gone = fuzz->may_leave = fuzz->has_begun = fuzz->was_stopped = false;
	fuzz->sent_signal = 0;
	fuzz->nr_deeds = 0;
	add_args(fuzz, &nr);
	pick_terminal(fuzz);
	printf("seed %llu: TERM=%s %ux%u report", (unsigned long long)seed, getenv("TERM"),
	       fuzz->cols, fuzz->rows);
	for (unsigned int i = fuzz->nr_args; i < nr; i++)
		printf(" %s", fuzz->command[i]);
	fuzz__launch(fuzz);
}

static void play(struct fuzz *fuzz, uint64_t seed)
{
	unsigned int deeds;
	double start = fuzz__now();
	bool hurries;

	begin(fuzz, seed);
	deeds = fuzz__between(fuzz, 20, 600);
	hurries = fuzz__once_in(fuzz, 3);
	if (fuzz__once_in(fuzz, 2))
		fuzz__rest(fuzz, fuzz__between(fuzz, 1, 15) / 10.0);
	while (deeds-- && !fuzz->gone) {
		fuzz__do(fuzz);
		if (!hurries)
			fuzz__wait_output(fuzz, 0.03); /* what is drawn, or nothing */
	}
	if (!fuzz->gone)
		fuzz__probe(fuzz);
	leave(fuzz);
	check_files(fuzz);
	printf(" (%.1f s)\n", fuzz__now() - start);
	fflush(stdout);
}

int main(int argc, char **argv)
{
	struct fuzz fuzz = {.fd = -1};
	unsigned int nr = 0;
	uint64_t seed;
	double end;
	int i = 4;

	for (; i < argc && strcmp(argv[i], "--") != 0; i++)
		fuzz.nr_args++;
	if (!fuzz.nr_args || i + 1 >= argc) {
		fprintf(stderr,
			"usage: fuzz-keys SECONDS SEED PATIENCE COMMAND ARGS -- TRACE...\n");
		return 2;
	}
	fuzz.command = calloc(fuzz.nr_args + MAX_ARGS, sizeof(*fuzz.command));
	if (!fuzz.command)
		fuzz__die("out of memory");
	memcpy(fuzz.command, argv + 4, fuzz.nr_args * sizeof(*fuzz.command));
	fuzz.traces = argv + i + 1;
	fuzz.nr_traces = argc - i - 1;
	fuzz.patience = atof(argv[3]);
	seed = strtoull(argv[2], NULL, 10);
	if (!seed)
		seed = time(NULL);
	end = fuzz__now() + atof(argv[1]);
	do {
		play(&fuzz, seed++);
		nr++;
	} while (!fuzz.failed && fuzz__now() < end);
	printf("%u sessions, %s\n", nr, fuzz.failed ? "the last one FAILED" : "none failed");
	return fuzz.failed;
}
