/* SPDX-License-Identifier: GPL-2.0-only */
/* machine_log: the records about tasks and maps that one worker saw, kept until the replay. */
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

/* Types of entries that come from the file of a JIT: see jitdumps.h. */
enum {
	LOGGED_JIT_LOAD = 1 << 16, /* the code in a map's range is there from now on */
	LOGGED_JIT_UNLOAD,	   /* its code is not there any more */
};

/* One record. The log owns the name. */
struct logged {
	uint64_t time, order;
	uint32_t type; /* MMAP is logged as MMAP2; or a LOGGED_JIT_* */
	uint16_t misc;
	int32_t pid, tid;
	const char *name;
	union {
		struct {
			int32_t ppid, ptid;
		};
		uint32_t mmap; /* index in machine_log.mmaps */
		struct logged_ksymbol ksymbol;
		uint64_t cgroup; /* id */
	};
};

/* The file of a JIT, which a map names: util/dso/jitdump.h. */
struct logged_jitdump {
	int32_t pid;	  /* of the process that mapped it */
	const char *path; /* the log's */
};

struct machine_log {
	const struct budget *budget; /* limits the replay's memory; or NULL */
	struct logged *entries;
	size_t nr, cap;
	struct logged_mmap *mmaps;
	size_t nr_mmaps, cap_mmaps;
	struct strpool names;
	struct logged_jitdump *jitdumps; /* as often as they were mapped */
	size_t nr_jitdumps, cap_jitdumps;
};

/* Returns where the next entry goes, which counts once log->nr was increased; NULL without memory. */
struct logged *machine_log__room(struct machine_log *log);
/* Adds a map, and sets @entry->mmap to it. Returns 0 or DEFER_ERR_NOMEM. */
int machine_log__add_mmap(struct machine_log *log, struct logged *entry,
			  const struct logged_mmap *mmap);

/* Frees what was logged. */
void machine_log__clear(struct machine_log *log);

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_LOG_H */
