// SPDX-License-Identifier: GPL-2.0-only
/*
 * stopwatch: runs a command with its output discarded, and prints its cost:
 *
 *   wall time in ns, CPU time in ns, peak memory in KiB, instructions or "-"
 *
 * Instructions are those in user mode of all its threads and children, or "-" if the machine does not
 * count them. If an outer stopwatch runs a recorder which runs this one, a fifth column has the time
 * in ns from the start of the outer stopwatch to that of this one. Exits with the status of the
 * command, or with 127.
 */
#include <fcntl.h>
#include <inttypes.h>
#include <linux/perf_event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static uint64_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

/* Opens a counter that children inherit. Returns -1 if the machine has none. */
static int open_counter(void)
{
	struct perf_event_attr attr = {
		.size = sizeof(attr),
		.type = PERF_TYPE_HARDWARE,
		.config = PERF_COUNT_HW_INSTRUCTIONS,
		.inherit = 1,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};

	return syscall(SYS_perf_event_open, &attr, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Passes the time of the start to stopwatches that the command runs. */
static void mark_begin(uint64_t ns)
{
	char text[32];

	snprintf(text, sizeof(text), "%" PRIu64, ns);
	setenv("STOPWATCH_BEGAN", text, 1);
}

static void run_command(char **argv)
{
	int null = open("/dev/null", O_RDWR);

	if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0)
		_exit(127);
	execvp(argv[0], argv);
	perror(argv[0]);
	_exit(127);
}

int main(int argc, char **argv)
{
	const char *began = getenv("STOPWATCH_BEGAN");
	uint64_t before, after, instructions, outer = began ? strtoull(began, NULL, 10) : 0;
	struct rusage usage;
	int status, counter;
	pid_t pid;

	if (argc < 2) {
		fprintf(stderr, "usage: stopwatch COMMAND [ARGS]\n");
		return 127;
	}
	counter = open_counter();
	before = now();
	mark_begin(before);
	pid = fork();
	if (!pid)
		run_command(argv + 1);
	if (pid < 0 || wait4(pid, &status, 0, &usage) < 0) {
		perror("stopwatch");
		return 127;
	}
	after = now();

	printf("%" PRIu64 " %" PRIu64 " %ld ", after - before,
	       (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * (uint64_t)1000000000 +
		       (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) * (uint64_t)1000,
	       usage.ru_maxrss);
	if (counter >= 0 &&
	    read(counter, &instructions, sizeof(instructions)) == (ssize_t)sizeof(instructions))
		printf("%" PRIu64, instructions);
	else
		printf("-");
	if (outer)
		printf(" %" PRIu64, before - outer);
	printf("\n");
	return WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}
