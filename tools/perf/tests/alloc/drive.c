// SPDX-License-Identifier: GPL-2.0-only
/*
 * Runs a command again and again, and each time another allocation of it fails (fail.c):
 *
 *   drive [--exact] FAIL.so STEP FIRST COMMAND [ARGS]   every STEP'th, from the FIRST'th on
 *
 * It must not end by a signal nor hang, and if it fails it must name memory. With --exact, where it says
 * that all went well, it must have printed what it prints with memory enough: not so where
 * symbols are read, for a name that cannot be had costs that name alone.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define TIME_LIMIT 60 /* seconds, of one run */

struct run {
	unsigned long at, nr; /* which allocation fails, 0: none; how many there were */
	int status;	      /* of wait() */
	int out, err;	      /* what it printed, files in memory */
};

struct drive {
	const char *preload;
	char **command;
	bool exact;
};

static int new_file(const char *name)
{
	int fd = memfd_create(name, 0);

	if (fd < 0) {
		perror("drive: memfd_create");
		exit(2);
	}
	return fd;
}

static void set_number(const char *name, unsigned long val)
{
	char text[32];

	snprintf(text, sizeof(text), "%lu", val);
	setenv(name, text, 1);
}

static void run_child(const struct drive *drive, const struct run *run, int count)
{
	setrlimit(RLIMIT_CORE, &(struct rlimit){0});
	set_number("ALLOC_FAIL_AT", run->at);
	set_number("ALLOC_FAIL_FD", count);
	setenv("LD_PRELOAD", drive->preload, 1);
	alarm(TIME_LIMIT);
	if (dup2(open("/dev/null", O_RDONLY), STDIN_FILENO) >= 0 &&
	    dup2(run->out, STDOUT_FILENO) >= 0 && dup2(run->err, STDERR_FILENO) >= 0)
		execvp(drive->command[0], drive->command);
	_exit(127);
}

static struct run run_once(const struct drive *drive, unsigned long at)
{
	struct run run = {.at = at, .out = new_file("out"), .err = new_file("err")};
	int count = new_file("count");
	pid_t pid = fork();

	if (!pid)
		run_child(drive, &run, count);
	while (pid < 0 || (waitpid(pid, &run.status, 0) != pid && errno != EINTR)) {
		perror("drive: fork");
		exit(2);
	}
	if (pread(count, &run.nr, sizeof(run.nr), 0) != sizeof(run.nr))
		run.nr = 0;
	close(count);
	return run;
}

static void run__exit(struct run *run)
{
	close(run->out);
	close(run->err);
}

/* Copies what is in @fd to stderr. */
static void show(int fd)
{
	char buf[4096];
	off_t pos = 0;
	ssize_t got;

	while ((got = pread(fd, buf, sizeof(buf), pos)) > 0 && pos < 16 * (off_t)sizeof(buf)) {
		fwrite(buf, 1, got, stderr);
		pos += got;
	}
}

/* Returns true if the file has a line that names memory, as each message of its lack does. */
static bool names_memory(int fd)
{
	char buf[1 << 16];
	ssize_t got = pread(fd, buf, sizeof(buf) - 1, 0);

	buf[got > 0 ? got : 0] = '\0';
	return strcasestr(buf, "memory");
}

static bool is_same(int a, int b)
{
	char x[4096], y[4096];
	off_t pos = 0;
	ssize_t got;

	do {
		got = pread(a, x, sizeof(x), pos);
		if (pread(b, y, sizeof(y), pos) != got || (got > 0 && memcmp(x, y, got)))
			return false;
		pos += got;
	} while (got > 0);
	return true;
}

static const char *fault(const struct drive *drive, const struct run *run, const struct run *right)
{
	if (WIFSIGNALED(run->status))
		return WTERMSIG(run->status) == SIGALRM ? "it hangs" : "it crashes";
	/* 2: nothing was recorded; 129: options that cannot be */
	if (WEXITSTATUS(run->status) > 2 && WEXITSTATUS(run->status) != 129)
		return "its exit status is no error's";
	if (drive->exact && !WEXITSTATUS(run->status) && !is_same(run->out, right->out))
		return "it says nothing of what is missing";
	if (WEXITSTATUS(run->status) && !names_memory(run->err))
		return "it fails without a word of memory";
	return NULL;
}

int main(int argc, char **argv)
{
	struct drive drive = {.exact = argc > 1 && !strcmp(argv[1], "--exact")};
	struct run right, run;
	unsigned long step, first, bad = 0, runs = 0;

	argc -= drive.exact;
	argv += drive.exact;
	if (argc < 5) {
		fprintf(stderr, "usage: drive [--exact] FAIL.so STEP FIRST COMMAND [ARGS]\n");
		return 2;
	}
	drive.preload = argv[1];
	drive.command = argv + 4;
	step = strtoul(argv[2], NULL, 10);
	first = strtoul(argv[3], NULL, 10);
	right = run_once(&drive, 0);
	if (right.status || !right.nr || !step) {
		show(right.err);
		fprintf(stderr, "drive: the command fails with memory enough\n");
		return 2;
	}
	for (unsigned long at = first; at <= right.nr; at += step, runs++) {
		const char *why;

		run = run_once(&drive, at);
		why = fault(&drive, &run, &right);
		if (why) {
			fprintf(stderr, "allocation %lu: %s (status %#x)\n", at, why, run.status);
			show(run.err);
			bad++;
		}
		run__exit(&run);
	}
	printf("%lu of %lu allocations failed, %lu of them badly\n", runs, right.nr, bad);
	return bad ? 1 : 0;
}
