// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/source/spill.h"
#include "util/source/spool.h"

/* The size in bytes from which an array is in a file. */
#define SPILL_MIN (1 << 20)

/* What stands before an array. Its size keeps the alignment that malloc() gives. */
struct head {
	size_t size; /* bytes, with the head */
	int fd;	     /* of the file; -1: allocated */
};

#define HEAD_SIZE 16
_Static_assert(sizeof(struct head) <= HEAD_SIZE, "the head is too large");

static struct head *head__of(void *array)
{
	return array ? (struct head *)((char *)array - HEAD_SIZE) : NULL;
}

static void head__delete(struct head *head)
{
	int fd = head ? head->fd : -1;

	if (fd < 0) {
		free(head);
		return;
	}
	munmap(head, head->size);
	close(fd);
}

/* Makes an array in a file. Returns NULL if there is no room for it. */
static struct head *head__map(size_t size)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int fd = spool__new(&err);
	struct head *head;

	if (fd < 0)
		return NULL;
	/* A hole that cannot be filled later would be a signal. */
	head = posix_fallocate(fd, 0, size)
		       ? MAP_FAILED
		       : mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (head == MAP_FAILED) {
		close(fd);
		return NULL;
	}
	*head = (struct head){.size = size, .fd = fd};
	return head;
}

/* Makes the file of @old larger. Returns NULL, and leaves @old as it is, if that fails. */
static struct head *head__remap(struct head *old, size_t size)
{
	struct head *head;

	if (size > old->size && posix_fallocate(old->fd, 0, size))
		return NULL;
	head = mremap(old, old->size, size, MREMAP_MAYMOVE);
	if (head == MAP_FAILED)
		return NULL;
	head->size = size;
	return head;
}

/* Moves @old into memory, or to a file if @head is one. */
static struct head *head__move(struct head *head, struct head *old)
{
	if (head && old) {
		size_t size = old->size < head->size ? old->size : head->size;

		memcpy((char *)head + HEAD_SIZE, (char *)old + HEAD_SIZE, size - HEAD_SIZE);
		head__delete(old);
	}
	return head;
}

static struct head *head__alloc(size_t size)
{
	struct head *head = malloc(size);

	if (head)
		*head = (struct head){.size = size, .fd = -1};
	return head;
}

static struct head *head__resize(struct head *old, size_t size)
{
	struct head *head = NULL;

	if (old && old->fd >= 0)
		head = head__remap(old, size);
	if (head)
		return head;
	if (size >= SPILL_MIN)
		head = head__move(head__map(size), old);
	return head ? head : head__move(head__alloc(size), old);
}

static void *spill__resize(void *ctx, void *old, size_t size)
{
	struct head *head;

	(void)ctx;
	if (size > SIZE_MAX - HEAD_SIZE)
		return NULL;
	head = head__resize(head__of(old), size + HEAD_SIZE);
	return head ? (char *)head + HEAD_SIZE : NULL;
}

static void spill__release(void *ctx, void *array)
{
	(void)ctx;
	head__delete(head__of(array));
}

const struct defer_memory *spill__memory(void)
{
	static const struct defer_memory memory = {
		.resize = spill__resize,
		.release = spill__release,
	};

	return &memory;
}
