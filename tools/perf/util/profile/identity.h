/* SPDX-License-Identifier: GPL-2.0-only */
/* identity: what tells rows apart, and the stacks that count in them, beside their functions. */
#ifndef PERF_DEFER_UTIL_PROFILE_IDENTITY_H
#define PERF_DEFER_UTIL_PROFILE_IDENTITY_H

#include <stdint.h>

/* It has no holes: it is part of keys that are compared byte for byte. */
struct identity {
	uint32_t comm_id;
	uint32_t tid_comm_id, pid_comm_id; /* names shown beside tid and pid */
	uint32_t tid_life, pid_life;	   /* lives of tid and pid; 0 if no column asks */
	int32_t pid, tid, cpu;
	uint32_t parallelism;
	uint32_t traits; /* set of row_traits; 0 without such columns */
	uint32_t cls;	 /* enum defer_class; 0 if no column asks */
	uint32_t from;	 /* func that a branch came from; 0 without branches */
	uint32_t branch; /* its branch__bits(); 0 if no column asks */
};

#endif /* PERF_DEFER_UTIL_PROFILE_IDENTITY_H */
