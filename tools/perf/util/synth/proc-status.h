/* SPDX-License-Identifier: GPL-2.0-only */
/* proc_status: reads the status of a task from /proc. Source: Linux 7.2, fs/proc/array.c. */
#ifndef PERF_DEFER_UTIL_SYNTH_PROC_STATUS_H
#define PERF_DEFER_UTIL_SYNTH_PROC_STATUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct proc_status {
	char comm[16]; /* cut to the size of a COMM in the kernel */
	int32_t tgid, ppid;
	bool kernel; /* kernel thread: it has no maps */
};

/* Returns false if the task has exited, or the file is malformed. */
bool proc_status__read(struct proc_status *status, const char *procfs, int32_t tid);
/* Parses the text of the file. */
bool proc_status__parse(struct proc_status *status, const char *text);

/* Reads the task's name, cut to @size; empty if the task has exited. */
void proc__read_comm(const char *procfs, int32_t tid, char *comm, size_t size);

#endif /* PERF_DEFER_UTIL_SYNTH_PROC_STATUS_H */
