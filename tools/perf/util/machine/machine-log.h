/* SPDX-License-Identifier: GPL-2.0-only */
/* machine_log: what one worker saw of tasks and maps, until it is replayed. */
#ifndef PERF_DEFER_UTIL_MACHINE_MACHINE_LOG_H
#define PERF_DEFER_UTIL_MACHINE_MACHINE_LOG_H

#include <stddef.h>
#include <stdint.h>

#include <perf/defer-abi.h>

#include "util/base/strpool.h"
#include "util/machine/machine.h"

struct logged_mmap {
	uint64_t start, len, pgoff;
	uint32_t prot, flags;
	uint8_t build_id[DEFER_BUILD_ID_SIZE];
	uint8_t build_id_size;
};

struct logged_ksymbol {
	uint64_t addr;
	uint32_t len;
	bool unregister;
};

/* One record. The name is owned by the log. */
struct logged {
	uint64_t time, order;
	uint32_t type; /* MMAP and MMAP2 are both MMAP2 */
	uint16_t misc;
	int32_t pid, tid;
	const char *name;
	union {
		struct {
			int32_t ppid, ptid;
		};
		uint32_t mmap; /* place in machine_log.mmaps */
		struct logged_ksymbol ksymbol;
		uint64_t cgroup; /* id */
	};
};

struct machine_log {
	const struct budget *budget; /* for what replaying makes; or NULL */
	struct logged *entries;
	size_t nr, cap;
	struct logged_mmap *mmaps;
	size_t nr_mmaps, cap_mmaps;
	struct strpool names;
};

/* Frees what was logged. */
void machine_log__clear(struct machine_log *log);

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_LOG_H */
