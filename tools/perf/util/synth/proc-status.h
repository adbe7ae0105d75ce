/* SPDX-License-Identifier: GPL-2.0-only */
/* proc_status: what /proc says of a task. Linux 7.2, fs/proc/array.c. */
#ifndef PERF_DEFER_UTIL_SYNTH_PROC_STATUS_H
#define PERF_DEFER_UTIL_SYNTH_PROC_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct proc_status {
	char comm[16]; /* cut to what a COMM of the kernel holds */
	int32_t tgid, ppid;
	bool kernel; /* a thread of the kernel: it has no maps */
};

/* False if the task is gone, or the file makes no sense. */
bool proc_status__read(struct proc_status *status, const char *procfs, int32_t tid);
/* The same from the text of the file. */
bool proc_status__parse(struct proc_status *status, const char *text);

/* The name that a task has, cut to @size; empty if it is gone. */
void proc__read_comm(const char *procfs, int32_t tid, char *comm, size_t size);

#endif /* PERF_DEFER_UTIL_SYNTH_PROC_STATUS_H */
