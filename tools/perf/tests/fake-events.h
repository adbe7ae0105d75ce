/* SPDX-License-Identifier: GPL-2.0-only */
/* fake_events: a test that answers perf_event_open() in place of the kernel. */
#ifndef PERF_DEFER_TESTS_FAKE_EVENTS_H
#define PERF_DEFER_TESTS_FAKE_EVENTS_H

#include <stddef.h>
#include <stdint.h>

/* The arguments of one call, and the fields of its attr that all kernels know. */
struct event_call {
	uint32_t type, size;
	uint64_t config, sample_period, sample_type, read_format, attr_flags;
	int32_t pid, cpu, group_fd;
	uint64_t flags;
};

/* Returns a new descriptor, or -errno. */
typedef int (*event_answer)(const struct event_call *call);

/*
 * Answers a control request of an event, an ioctl(), with 0 or -errno; and a descriptor that is
 * watched by epoll_ctl(), which always works.
 */
typedef int (*event_control)(int fd, uint64_t request, void *arg);
typedef void (*event_watch)(int fd, uint64_t data);

/* From now on these are caught as well: to be called before run(). */
void fake_events__catch(event_control control, event_watch watch);

/*
 * Runs @body in a child process where @answer answers each call. Returns its result, or TEST_SKIP
 * where the calls cannot be caught.
 */
int fake_events__run(event_answer answer, int (*body)(void));

/* Returns a descriptor that is good for nothing, and that mmap() refuses. */
int fake_events__accept(void);
/* Returns one whose buffer of 64 KiB has @size bytes of @records. */
int fake_events__buffer(const void *records, size_t size);

#endif /* PERF_DEFER_TESTS_FAKE_EVENTS_H */
