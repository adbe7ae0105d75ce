// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <dlfcn.h>
#ifdef HAVE_LIBDEBUGINFOD
#include <elfutils/debuginfod.h>
#endif
#include <errno.h>
#include <limits.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/host/hostinfo.h"

/* Missing in older headers: Linux 5.8, include/uapi/linux/capability.h. */
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

static int64_t hostinfo__read_number(const char *root, const char *path)
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
	info->paranoid = hostinfo__read_number(root, "/proc/sys/kernel/perf_event_paranoid");
	info->max_stack = hostinfo__read_number(root, "/proc/sys/kernel/perf_event_max_stack");
	info->max_sample_rate =
		hostinfo__read_number(root, "/proc/sys/kernel/perf_event_max_sample_rate");
	info->mlock_kb = hostinfo__read_number(root, "/proc/sys/kernel/perf_event_mlock_kb");
	info->kptr_restrict = hostinfo__read_number(root, "/proc/sys/kernel/kptr_restrict");
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
	info->resource = caps >> CAP_SYS_RESOURCE & 1;
	info->ipc_lock = caps >> CAP_IPC_LOCK & 1;
}

static uint64_t count_open_files(void)
{
	DIR *dir = opendir("/proc/self/fd");
	uint64_t nr = 0;

	/* Without /proc, assume stdin, stdout and stderr. */
	if (!dir)
		return 3;
	while (readdir(dir))
		nr++;
	closedir(dir);
	/* Do not count ".", ".." and the descriptor of the directory itself. */
	return nr > 3 ? nr - 3 : 0;
}

static void read_limits(struct hostinfo *info)
{
	struct rlimit limit;

	info->open_files = count_open_files();
	if (!getrlimit(RLIMIT_NOFILE, &limit)) {
		info->nofile = limit.rlim_cur;
		info->nofile_max = limit.rlim_max;
	}
	if (!getrlimit(RLIMIT_MEMLOCK, &limit))
		info->memlock = limit.rlim_cur == RLIM_INFINITY ? UINT64_MAX : limit.rlim_cur;
}

static void read_memory(struct hostinfo *info, const char *root)
{
	FILE *fp = open_at(root, "/proc/meminfo");
	unsigned long long kb;
	char line[256];

	if (!fp)
		return;
	while (fgets(line, sizeof(line), fp)) {
		if (sscanf(line, "MemAvailable: %llu kB", &kb) == 1)
			info->available = kb * 1024;
	}
	fclose(fp);
}

/* Returns the number of counts after the zone's name in "Node 0, zone Normal 5946 5866 ...". */
static int count_orders(char *line)
{
	char *zone = strstr(line, "zone"), *rest, *word;
	int nr = -2; /* excludes "zone" and its name */

	for (word = zone ? strtok_r(zone, " \n", &rest) : NULL; word;
	     word = strtok_r(NULL, " \n", &rest))
		nr++;
	return nr > 0 ? nr : 0;
}

/*
 * Computes the largest buffer. The kernel keeps a pointer to each page and a few words in one
 * allocation, which must be smaller than the largest order, the last one in /proc/buddyinfo (Linux
 * 7.2, kernel/events/ring_buffer.c, rb_alloc()).
 */
static void read_max_buffer(struct hostinfo *info, const char *root)
{
	FILE *fp = open_at(root, "/proc/buddyinfo");
	uint64_t page = sysconf(_SC_PAGESIZE);
	char line[1024];
	int nr = 0;

	if (!fp)
		return;
	if (fgets(line, sizeof(line), fp))
		nr = count_orders(line);
	fclose(fp);
	if (nr > 0 && nr < 32)
		info->max_buffer = (page << (nr - 1)) / sizeof(void *) / 2 * page;
}

/* Tests the first symbol: its address is 0 for users who may not see it. */
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

	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++) {
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
	void *lib = dlopen(DEBUGINFOD_SONAME, RTLD_LAZY | RTLD_LOCAL);

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
	read_memory(info, root);
	read_max_buffer(info, root);
	info->kallsyms = shows_addresses(root);
	find_tracefs(info, root);
	find_debuginfod(info);
	info->nr_cpus = sysconf(_SC_NPROCESSORS_ONLN);
}

void hostinfo__read(struct hostinfo *info)
{
	hostinfo__read_at(info, NULL);
}
