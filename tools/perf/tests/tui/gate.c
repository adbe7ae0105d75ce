// SPDX-License-Identifier: GPL-2.0-only
/*
 * gate: loaded into perf-defer, it lets a trace be read up to a place, and further once whoever
 * has fifo $GATE open for writing closes it. $GATE_FROM is the place, in bytes; $GATE_PASS how
 * often that part must have been read before, for later passes over a trace. With $GATE_NAMES,
 * it is kallsyms that is not read instead, when it is read for names: first it is read for sigreturn.
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>

#define CHUNK	   (64 << 10) /* what reads less reads no records, and no kallsyms */
#define MAX_CHUNKS 256

struct gate {
	int fd;
	off_t from;
	unsigned int pass;
	bool names;
	bool ended; /* a kallsyms was read to its end */
	pthread_mutex_t lock;
	struct {
		off_t offset;
		unsigned int nr;
	} reads[MAX_CHUNKS];
};

static struct gate gate = {.fd = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

static long number(const char *name)
{
	const char *text = getenv(name);

	return text ? atol(text) : 0;
}

__attribute__((constructor)) static void gate__init(void)
{
	const char *path = getenv("GATE");

	gate.from = number("GATE_FROM");
	gate.pass = number("GATE_PASS");
	gate.names = getenv("GATE_NAMES");
	if (path)
		gate.fd = open(path, O_RDONLY | O_CLOEXEC);
}

/*
 * How often what stands at @offset was read before. Passes begin to read at almost the same places: the
 * first one before it knows where a record begins, later ones at that record.
 */
static unsigned int count(off_t offset)
{
	unsigned int i = 0, nr = 0;

	offset -= offset % CHUNK;
	pthread_mutex_lock(&gate.lock);
	while (i < MAX_CHUNKS && gate.reads[i].nr && gate.reads[i].offset != offset)
		i++;
	if (i < MAX_CHUNKS) {
		gate.reads[i].offset = offset;
		nr = gate.reads[i].nr++;
	}
	pthread_mutex_unlock(&gate.lock);
	return nr;
}

static void wait_for_end(void)
{
	ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");
	char byte;

	while (real(gate.fd, &byte, 1) > 0)
		;
}

ssize_t pread(int fd, void *buf, size_t size, off_t offset)
{
	ssize_t (*real)(int, void *, size_t, off_t) = dlsym(RTLD_NEXT, "pread64");

	if (gate.fd >= 0 && !gate.names && size >= CHUNK && offset >= gate.from &&
	    count(offset) == gate.pass)
		wait_for_end();
	return real(fd, buf, size, offset);
}

ssize_t pread64(int fd, void *buf, size_t size, off_t offset) __attribute__((alias("pread")));

ssize_t read(int fd, void *buf, size_t size)
{
	ssize_t (*real)(int, void *, size_t) = dlsym(RTLD_NEXT, "read");

	ssize_t got;

	if (size < CHUNK)
		return real(fd, buf, size);
	if (gate.fd >= 0 && gate.names && gate.ended)
		wait_for_end();
	got = real(fd, buf, size);
	gate.ended |= !got;
	return got;
}
