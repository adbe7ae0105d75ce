/* SPDX-License-Identifier: GPL-2.0-only */
/* What machine.c and machine-replay.c share. */
#ifndef PERF_DEFER_UTIL_MACHINE_MACHINE_PRIV_H
#define PERF_DEFER_UTIL_MACHINE_MACHINE_PRIV_H

#include "util/base/timeline.h"
#include "util/dso/dsos.h"
#include "util/machine/cgroups.h"
#include "util/machine/comms.h"
#include "util/machine/machine-log.h"

/* What the values of a task's states are. */
enum task_val {
	TASK_PID,
	TASK_COMM,    /* id, perhaps with TASK_UNNAMED */
	TASK_PROCESS, /* place in machine.processes */
	TASK_LIFE,    /* place in machine.lives */
};

#define TASK_UNNAMED (1U << 31) /* the comm is ":tid", for want of a better one */

#define IDLE_COMM "swapper"

/* The one value of a state of a process, or of a kernel. */
#define MAPS_ID 0

/* A task from its FORK on, or from its first sign, until its number is given to another one. */
struct life {
	uint32_t comm_id; /* the last one */
	uint32_t leader;  /* life of the process's first thread, or LIFE_NONE */
};

#define HOST_KERNEL -1 /* its key in machine.kernels, the only one */

struct machine {
	struct timelines tasks;	    /* by tid */
	struct timelines processes; /* by pid */
	struct timelines kernels;
	uint32_t host_kernel; /* its place in kernels */
	struct life *lives;
	size_t nr_lives, cap_lives;
	bool hides_tasks; /* some have no numbers here: they are of another pid namespace */
	struct comms comms;
	struct dsos dsos;
	struct maps_pool maps;
	struct cgroups cgroups;
};

/* Replays one logged record; they come in order of (time, order). */
int machine__replay(struct machine *machine, const struct machine_log *log,
		    const struct logged *entry, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_MACHINE_MACHINE_PRIV_H */
