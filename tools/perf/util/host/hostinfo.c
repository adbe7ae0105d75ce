// SPDX-License-Identifier: GPL-2.0-only
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/host/hostinfo.h"

/* Older headers lack it. Linux 5.8, include/uapi/linux/capability.h */
#ifndef CAP_PERFMON
#define CAP_PERFMON 38
#endif

static FILE *open_at(const char *root, const char *path)
{
	char full[PATH_MAX];

	if (snprintf(full, sizeof(full), "%s%s", root, path) >= (int)sizeof(full))
		return NULL;
	return fopen(full, "re");
}

static int64_t read_number(const char *root, const char *path)
{
	FILE *fp = open_at(root, path);
	long long value;
	int got;

	if (!fp)
		return HOSTINFO_UNKNOWN;
	got = fscanf(fp, "%lld", &value);
	fclose(fp);
	return got == 1 ? value : HOSTINFO_UNKNOWN;
}

static void read_sysctls(struct hostinfo *info, const char *root)
{
	info->paranoid = read_number(root, "/proc/sys/kernel/perf_event_paranoid");
	info->max_stack = read_number(root, "/proc/sys/kernel/perf_event_max_stack");
	info->max_contexts =
		read_number(root, "/proc/sys/kernel/perf_event_max_contexts_per_stack");
	info->max_sample_rate = read_number(root, "/proc/sys/kernel/perf_event_max_sample_rate");
	info->mlock_kb = read_number(root, "/proc/sys/kernel/perf_event_mlock_kb");
	info->kptr_restrict = read_number(root, "/proc/sys/kernel/kptr_restrict");
}

static void read_capabilities(struct hostinfo *info, const char *root)
{
	FILE *fp = open_at(root, "/proc/self/status");
	unsigned long long caps = 0;
	char line[256];

	if (!fp)
		return;
	while (fgets(line, sizeof(line), fp)) {
		if (sscanf(line, "CapEff: %llx", &caps) == 1)
			break;
	}
	fclose(fp);
	info->perfmon = caps >> CAP_PERFMON & 1 || caps >> CAP_SYS_ADMIN & 1;
	info->syslog = caps >> CAP_SYSLOG & 1;
	info->ipc_lock = caps >> CAP_IPC_LOCK & 1;
}

static void read_limits(struct hostinfo *info)
{
	struct rlimit limit;

	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		info->nofile = limit.rlim_cur;
		info->nofile_max = limit.rlim_max;
	}
	if (!getrlimit(RLIMIT_MEMLOCK, &limit))
		info->memlock = limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

/* The first symbol's address is 0 for those who may not know. */
static bool shows_addresses(const char *root)
{
	FILE *fp = open_at(root, "/proc/kallsyms");
	unsigned long long addr = 0;
	bool shown = false;
	char line[512];

	if (!fp)
		return false;
	for (int i = 0; i < 64 && !shown && fgets(line, sizeof(line), fp); i++)
		shown = sscanf(line, "%llx", &addr) == 1 && addr;
	fclose(fp);
	return shown;
}

static void find_tracefs(struct hostinfo *info, const char *root)
{
	static const char *const dirs[] = {
		"/sys/kernel/tracing",
		"/sys/kernel/debug/tracing",
	};
	char path[PATH_MAX];

	for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
		snprintf(path, sizeof(path), "%s%s/events/header_page", root, dirs[i]);
		if (!access(path, R_OK)) {
			info->tracefs = dirs[i];
			return;
		}
		info->tracefs_denied |= errno == EACCES || errno == EPERM;
	}
}

static void find_debuginfod(struct hostinfo *info)
{
#ifdef HAVE_LIBDEBUGINFOD
	void *lib = dlopen("libdebuginfod.so.1", RTLD_LAZY | RTLD_LOCAL);

	info->debuginfod = lib != NULL;
	if (lib)
		dlclose(lib);
#endif
	info->debuginfod_urls = getenv("DEBUGINFOD_URLS");
	if (info->debuginfod_urls && !*info->debuginfod_urls)
		info->debuginfod_urls = NULL;
}

void hostinfo__read_at(struct hostinfo *info, const char *root)
{
	struct utsname uts;

	*info = (struct hostinfo){0};
	if (!root)
		root = "";
	if (!uname(&uts)) {
		snprintf(info->release, sizeof(info->release), "%s", uts.release);
		snprintf(info->machine, sizeof(info->machine), "%s", uts.machine);
	}
	read_sysctls(info, root);
	read_capabilities(info, root);
	read_limits(info);
	info->kallsyms = shows_addresses(root);
	find_tracefs(info, root);
	find_debuginfod(info);
	info->nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);
}

void hostinfo__read(struct hostinfo *info)
{
	hostinfo__read_at(info, NULL);
}
