// SPDX-License-Identifier: GPL-2.0-only
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/host/parent.h"

/*
 * Returns whether @comm is perf, which distributions call perf, perf_6.1 or perf-6.1; perf-defer is
 * not.
 */
static bool is_perf(const char *comm)
{
	return !strncmp(comm, "perf", 4) && strncmp(comm, "perf-defer", 10);
}

static bool parent__comm(char *comm, int size)
{
	char path[64];
	FILE *file;
	bool read;

	snprintf(path, sizeof(path), "/proc/%d/comm", getppid());
	file = fopen(path, "re");
	if (!file)
		return false;
	read = fgets(comm, size, file);
	fclose(file);
	comm[strcspn(comm, "\n")] = '\0';
	return read;
}

bool parent__is_perf(void)
{
	char comm[32] = "";

	return parent__comm(comm, sizeof(comm)) && is_perf(comm);
}

bool parent__follow(int signo)
{
	pid_t parent = getppid();

	/* A parent that dies before prctl() sends no signal, but is no longer the parent. */
	return !prctl(PR_SET_PDEATHSIG, signo) && getppid() == parent;
}

/*
 * Returns whether the first directory of @path is perf's exec directory, which perf puts there
 * (tools/lib/subcmd/exec-cmd.c, setup_path()).
 */
static bool path_is_from_perf(const char *path)
{
	static const char core[] = "/perf-core";
	size_t len = path ? strcspn(path, ":") : 0;

	return len >= strlen(core) && !strncmp(path + len - strlen(core), core, strlen(core));
}

bool parent__was_perf(void)
{
	char comm[32] = "";
	bool adopts =
		getppid() == 1 || (parent__comm(comm, sizeof(comm)) && !strcmp(comm, "systemd"));

	return adopts && path_is_from_perf(getenv("PATH"));
}

static void parent__end(int signo)
{
	_exit(128 + signo);
}

void parent__end_by_status(void)
{
	static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGTERM};
	const struct sigaction ending = {.sa_handler = parent__end};
	struct sigaction now;

	for (size_t i = 0; i < ARRAY_SIZE(signals); i++) {
		if (!sigaction(signals[i], NULL, &now) && now.sa_handler == SIG_DFL)
			sigaction(signals[i], &ending, NULL);
	}
}

int parent__status(int status)
{
	return status == 127 && parent__is_perf() ? 126 : status;
}
