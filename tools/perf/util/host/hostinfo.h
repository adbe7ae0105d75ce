/* SPDX-License-Identifier: GPL-2.0-only */
/* hostinfo: what this machine says of itself that matters to recording. Needs no privilege. */
#ifndef PERF_DEFER_UTIL_HOST_HOSTINFO_H
#define PERF_DEFER_UTIL_HOST_HOSTINFO_H

#include <stdbool.h>
#include <stdint.h>

/* A value of /proc/sys/kernel that cannot be read. */
#define HOSTINFO_UNKNOWN INT64_MIN

struct hostinfo {
	char release[65], machine[65]; /* uname */
	int64_t paranoid;	       /* perf_event_paranoid */
	int64_t max_stack;	       /* perf_event_max_stack, addresses */
	int64_t max_contexts;	       /* perf_event_max_contexts_per_stack */
	int64_t max_sample_rate;       /* perf_event_max_sample_rate, Hz */
	int64_t mlock_kb;	       /* perf_event_mlock_kb */
	int64_t kptr_restrict;
	uint64_t nofile, nofile_max; /* RLIMIT_NOFILE, soft and hard */
	uint64_t open_files;	     /* that this process has */
	uint64_t memlock;	     /* RLIMIT_MEMLOCK, bytes; UINT64_MAX: no limit */
	bool perfmon;		     /* CAP_PERFMON or CAP_SYS_ADMIN is effective */
	uint64_t available;	     /* memory, bytes; 0: unknown */
	uint64_t
		max_buffer; /* the largest ring buffer that the kernel can make, bytes; 0: unknown */
	bool syslog;	    /* CAP_SYSLOG is */
	bool resource;	    /* CAP_SYS_RESOURCE is */
	bool ipc_lock;	    /* CAP_IPC_LOCK is */
	bool kallsyms;	    /* /proc/kallsyms shows addresses, not zeroes */
	const char *tracefs;	     /* where tracepoints' formats can be read, or NULL */
	bool tracefs_denied;	     /* it is mounted, but not for us to read */
	const char *debuginfod_urls; /* of the servers that would be asked; or NULL */
	bool debuginfod_refused;     /* the configuration forbids to ask those of the variable */
	bool debuginfod;	     /* libdebuginfod can be loaded */
	long nr_cpus;		     /* online */
};

void hostinfo__read(struct hostinfo *info);

/* Looks at the files below @root instead of "/", which may be NULL: for tests. */
void hostinfo__read_at(struct hostinfo *info, const char *root);

#endif /* PERF_DEFER_UTIL_HOST_HOSTINFO_H */
