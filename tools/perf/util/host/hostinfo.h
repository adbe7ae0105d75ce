/* SPDX-License-Identifier: GPL-2.0-only */
/* hostinfo: properties of this machine that matter to recording. Needs no privilege. */
#ifndef PERF_DEFER_UTIL_HOST_HOSTINFO_H
#define PERF_DEFER_UTIL_HOST_HOSTINFO_H

#include <stdbool.h>
#include <stdint.h>

/* Stands for a value of /proc/sys/kernel that cannot be read. */
#define HOSTINFO_UNKNOWN INT64_MIN

struct hostinfo {
	char release[65], machine[65]; /* uname */
	int64_t paranoid;	       /* perf_event_paranoid */
	int64_t max_stack;	       /* perf_event_max_stack, addresses */
	int64_t max_sample_rate;       /* perf_event_max_sample_rate, Hz */
	int64_t mlock_kb;	       /* perf_event_mlock_kb */
	int64_t kptr_restrict;
	uint64_t nofile, nofile_max; /* RLIMIT_NOFILE, soft and hard */
	uint64_t open_files;	     /* descriptors open in this process */
	uint64_t memlock;	     /* RLIMIT_MEMLOCK, bytes; UINT64_MAX: no limit */
	bool perfmon;		     /* CAP_PERFMON or CAP_SYS_ADMIN is effective */
	uint64_t available;	     /* available memory in bytes; 0: unknown */
	uint64_t max_buffer;	     /* largest ring buffer, in bytes; 0: unknown */
	bool resource;		     /* CAP_SYS_RESOURCE is effective */
	bool ipc_lock;		     /* CAP_IPC_LOCK is effective */
	bool kallsyms;		     /* /proc/kallsyms shows addresses, not zeroes */
	const char *tracefs;	     /* directory with readable formats of tracepoints, or NULL */
	bool tracefs_denied;	     /* tracefs is mounted, but this user may not read it */
	const char *debuginfod_urls; /* servers that would be asked, or NULL */
	bool debuginfod_refused;     /* the configuration forbids the servers of $DEBUGINFOD_URLS */
	bool debuginfod;	     /* libdebuginfod can be loaded */
	long nr_cpus;		     /* online */
};

void hostinfo__read(struct hostinfo *info);

/* Reads the files below @root instead of "/", for tests. @root may be NULL. */
void hostinfo__read_at(struct hostinfo *info, const char *root);

#endif /* PERF_DEFER_UTIL_HOST_HOSTINFO_H */
