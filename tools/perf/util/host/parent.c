// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/host/parent.h"

/* Distributions name it perf, perf_6.1 or perf-6.1; perf-defer itself is another program. */
static bool is_perf(const char *comm)
{
	return !strncmp(comm, "perf", 4) && strncmp(comm, "perf-defer", 10);
}

bool parent__is_perf(void)
{
	char path[64], comm[32] = "";
	FILE *file;
	bool read;

	snprintf(path, sizeof(path), "/proc/%d/comm", getppid());
	file = fopen(path, "re");
	if (!file)
		return false;
	read = fgets(comm, sizeof(comm), file);
	fclose(file);
	return read && is_perf(comm);
}

static void end(int signo)
{
	_exit(128 + signo);
}

void parent__end_by_status(void)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
	const struct sigaction ending = {.sa_handler = end};
	struct sigaction now;

	for (size_t i = 0; i < sizeof(signals) / sizeof(signals[0]); i++) {
		if (!sigaction(signals[i], NULL, &now) && now.sa_handler == SIG_DFL)
			sigaction(signals[i], &ending, NULL);
	}
}

int parent__status(int status)
{
	return status == 127 && parent__is_perf() ? 126 : status;
}
