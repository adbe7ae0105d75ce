/* SPDX-License-Identifier: GPL-2.0-only */
/* Shared by machine.c and machine-replay.c. */
#ifndef PERF_DEFER_UTIL_MACHINE_MACHINE_PRIV_H
#define PERF_DEFER_UTIL_MACHINE_MACHINE_PRIV_H

#include "util/base/timeline.h"
#include "util/dso/dsos.h"
#include "util/machine/cgroups.h"
#include "util/machine/comms.h"
#include "util/machine/machine-log.h"

/* Indices into the values of a task's state. */
enum task_val {
	TASK_PID,
	TASK_COMM,    /* comm id, possibly with TASK_UNNAMED */
	TASK_PROCESS, /* index in machine.processes */
	TASK_LIFE,    /* index in machine.lives */
};

#define TASK_UNNAMED (1U << 31) /* the comm is ":tid", no record gave another */

#define IDLE_COMM "swapper"

/* Index of the only value of a process's or kernel's state: its maps id. */
#define MAPS_ID 0

/* A task from its FORK or first sign until its tid is reused. */
struct life {
	uint32_t comm_id; /* last comm */
	uint32_t leader;  /* life of the process's first thread, or LIFE_NONE */
};

#define HOST_KERNEL -1 /* only key in machine.kernels */

struct machine {
	struct timelines tasks;	    /* by tid */
	struct timelines processes; /* by pid */
	struct timelines kernels;
	uint32_t host_kernel; /* index in kernels */
	struct life *lives;
	size_t nr_lives, cap_lives;
	bool hides_tasks;    /* some tasks belong to another pid namespace and have number 0 here */
	struct comms *comms; /* grows when a task that no record names is looked up */
	struct dsos dsos;
	struct maps_pool maps;
	struct cgroups cgroups;
};

/* Replays one logged record. Records must come in order of (time, order). */
int machine__replay(struct machine *machine, const struct machine_log *log,
		    const struct logged *entry, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_PRIV_H */
