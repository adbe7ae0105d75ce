// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <perf/defer-stitch.h>

#include "util/base/array.h"
#include "util/source/spill.h"
#include "util/source/spool.h"

/* The size in bytes from which an array may be in the file. */
#define SPILL_MIN (512 << 10)
/* The size in bytes of an extent, and of the largest array that shares one. */
#define EXTENT_SIZE (16 << 20)
#define SHARED_MAX  (4 << 20)
/* The bytes of the trace after which pages are given back: some 15 MB of records in each. */
#define GIVE_BACK_EVERY (128 << 20)

enum place {
	IN_MEMORY, /* too small to count */
	IN_KEPT,   /* in memory, as one of those that count */
	IN_FILE
};

/* What stands before an array. Its size keeps the alignment that malloc() gives. */
struct head {
	size_t size; /* bytes, with the head */
	enum place place;
};

#define HEAD_SIZE 16
_Static_assert(sizeof(struct head) <= HEAD_SIZE, "the head is too large");

static struct head *head__of(void *array)
{
	return array ? (struct head *)((char *)array - HEAD_SIZE) : NULL;
}

/* A mapped part of the file. */
struct extent {
	char *at;
	size_t size, used; /* bytes */
	uint64_t offset;   /* in the file */
};

struct spill {
	struct defer_memory memory;
	pthread_mutex_t lock;
	int fd; /* -1: no file yet */
	uint64_t file_size;
	struct extent *extents; /* the last one of EXTENT_SIZE takes the next array */
	size_t nr_extents, cap_extents;
	size_t keep, kept; /* bytes */
	atomic_uint_fast64_t read;
};

/* ---- the file ------------------------------------------------------------------------ */

/* Adds an extent of @size bytes. Returns NULL if there is no room for it. */
static struct extent *spill__add_extent(struct spill *spill, size_t size)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct extent extent = {.size = size, .offset = spill->file_size};

	if (!ARRAY_GROW(spill->extents, spill->cap_extents, spill->nr_extents + 1))
		return NULL;
	if (spill->fd < 0)
		spill->fd = spool__new(&err);
	/* A hole that cannot be filled later would be a signal. */
	if (spill->fd < 0 || posix_fallocate(spill->fd, extent.offset, size))
		return NULL;
	extent.at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, spill->fd, extent.offset);
	if (extent.at == MAP_FAILED)
		return NULL;
	spill->file_size += size;
	spill->extents[spill->nr_extents] = extent;
	return &spill->extents[spill->nr_extents++];
}

/* Returns an extent with @size bytes left, or NULL. */
static struct extent *spill__room(struct spill *spill, size_t size)
{
	const size_t page = sysconf(_SC_PAGESIZE);

	if (size > SHARED_MAX)
		return spill__add_extent(spill, (size + page - 1) & ~(page - 1));
	for (size_t i = spill->nr_extents; i-- > 0;) {
		struct extent *extent = &spill->extents[i];

		if (extent->size != EXTENT_SIZE)
			continue;
		if (extent->size - extent->used >= size)
			return extent;
		break;
	}
	return spill__add_extent(spill, EXTENT_SIZE);
}

/* Makes an array in the file. Returns NULL if there is no room for it. */
static struct head *spill__map(struct spill *spill, size_t size)
{
	struct head *head = NULL;
	struct extent *extent;

	/* The alignment of arrays is that of heads. */
	size = (size + HEAD_SIZE - 1) & ~(size_t)(HEAD_SIZE - 1);
	pthread_mutex_lock(&spill->lock);
	extent = spill__room(spill, size);
	if (extent) {
		head = (struct head *)(extent->at + extent->used);
		extent->used += size;
		*head = (struct head){.size = size, .place = IN_FILE};
	}
	pthread_mutex_unlock(&spill->lock);
	return head;
}

/* Frees the extent of a large array. What shares an extent stays until the spill is deleted. */
static void spill__unmap(struct spill *spill, struct head *head)
{
	if (head->size <= SHARED_MAX)
		return;
	pthread_mutex_lock(&spill->lock);
	for (size_t i = 0; i < spill->nr_extents; i++) {
		struct extent *extent = &spill->extents[i];

		if (extent->at != (char *)head)
			continue;
		munmap(extent->at, extent->size);
		fallocate(spill->fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, extent->offset,
			  extent->size);
		*extent = spill->extents[--spill->nr_extents];
		break;
	}
	pthread_mutex_unlock(&spill->lock);
}

static void spill__give_back(struct spill *spill)
{
	pthread_mutex_lock(&spill->lock);
	/* The contents are in the file: who reads or writes there maps the page again. */
	for (size_t i = 0; i < spill->nr_extents; i++)
		madvise(spill->extents[i].at, spill->extents[i].size, MADV_DONTNEED);
	pthread_mutex_unlock(&spill->lock);
}

/* Gives the whole pages of one array back. */
static void spill__rest(void *ctx, void *array, size_t size)
{
	const size_t page = sysconf(_SC_PAGESIZE);
	const uintptr_t from = ((uintptr_t)array + page - 1) & ~(page - 1);
	const uintptr_t to = ((uintptr_t)array + size) & ~(page - 1);

	(void)ctx;
	if (head__of(array)->place == IN_FILE && from < to)
		madvise((void *)from, to - from, MADV_DONTNEED);
}

void spill__note_read(struct spill *spill, size_t bytes)
{
	uint64_t was = atomic_fetch_add_explicit(&spill->read, bytes, memory_order_relaxed);

	if (was / GIVE_BACK_EVERY != (was + bytes) / GIVE_BACK_EVERY)
		spill__give_back(spill);
}

/* ---- arrays -------------------------------------------------------------------------- */

static struct head *head__alloc(size_t size, enum place place)
{
	struct head *head = malloc(size);

	if (head)
		*head = (struct head){.size = size, .place = place};
	return head;
}

/* Counts @size more bytes as kept in memory. Returns false if they would be too many. */
static bool spill__keep(struct spill *spill, size_t size)
{
	bool fits;

	pthread_mutex_lock(&spill->lock);
	fits = size <= spill->keep - spill->kept;
	if (fits)
		spill->kept += size;
	pthread_mutex_unlock(&spill->lock);
	return fits;
}

static void spill__unkeep(struct spill *spill, size_t size)
{
	pthread_mutex_lock(&spill->lock);
	spill->kept -= size;
	pthread_mutex_unlock(&spill->lock);
}

static struct head *spill__make(struct spill *spill, size_t size)
{
	struct head *head = NULL;

	if (size < SPILL_MIN)
		return head__alloc(size, IN_MEMORY);
	if (spill__keep(spill, size)) {
		head = head__alloc(size, IN_KEPT);
		if (!head)
			spill__unkeep(spill, size);
		return head;
	}
	head = spill__map(spill, size);
	return head ? head : head__alloc(size, IN_MEMORY);
}

static void head__delete(struct spill *spill, struct head *head)
{
	if (!head)
		return;
	if (head->place == IN_FILE) {
		spill__unmap(spill, head);
		return;
	}
	if (head->place == IN_KEPT)
		spill__unkeep(spill, head->size);
	free(head);
}

static void spill__release(void *ctx, void *array)
{
	head__delete(ctx, head__of(array));
}

static void *spill__resize(void *ctx, void *array, size_t size)
{
	struct head *old = head__of(array), *head;

	if (size > SIZE_MAX - 2 * HEAD_SIZE)
		return NULL;
	head = spill__make(ctx, size + HEAD_SIZE);
	if (!head)
		return NULL;
	if (old) {
		size_t both = old->size < head->size ? old->size : head->size;

		memcpy((char *)head + HEAD_SIZE, (char *)old + HEAD_SIZE, both - HEAD_SIZE);
		head__delete(ctx, old);
	}
	return (char *)head + HEAD_SIZE;
}

/* ---- the spill ----------------------------------------------------------------------- */

struct spill *spill__new(size_t keep, bool no_hash)
{
	struct spill *spill = calloc(1, sizeof(*spill));

	if (!spill)
		return NULL;
	pthread_mutex_init(&spill->lock, NULL);
	spill->fd = -1;
	spill->keep = keep;
	spill->memory = (struct defer_memory){
		.resize = spill__resize,
		.release = spill__release,
		.rest = spill__rest,
		.ctx = spill,
		.no_hash = no_hash,
	};
	return spill;
}

void spill__delete(struct spill *spill)
{
	if (!spill)
		return;
	for (size_t i = 0; i < spill->nr_extents; i++)
		munmap(spill->extents[i].at, spill->extents[i].size);
	free(spill->extents);
	if (spill->fd >= 0)
		close(spill->fd);
	pthread_mutex_destroy(&spill->lock);
	free(spill);
}

const struct defer_memory *spill__memory(const struct spill *spill)
{
	return &spill->memory;
}
