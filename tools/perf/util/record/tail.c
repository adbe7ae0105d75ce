// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/record/tail.h"
#include "util/synth/synth-record.h"

#define MIN_TOLD 1024

/* Kinds of keys. A key also has the number of a task or process. */
enum told {
	TOLD_BIRTH = 1, /* FORK of a task */
	TOLD_NAME,	/* COMM of a task */
	TOLD_EXEC,	/* exec of a process */
	TOLD_MAP,	/* map of a process, by address */
};

void tail__init(struct tail *tail)
{
	*tail = (struct tail){.key = hash__key()};
}

void tail__exit(struct tail *tail)
{
	free(tail->told);
	byte_buf__exit(&tail->listed);
	*tail = (struct tail){0};
}

static struct tail_key *told__slot(struct tail_key *told, uint64_t cap, uint64_t hash,
				   const struct tail_key *key)
{
	uint64_t slot = hash & (cap - 1);

	while (told[slot].what && memcmp(&told[slot], key, sizeof(*key)))
		slot = (slot + 1) & (cap - 1);
	return &told[slot];
}

static struct tail_key *tail__slot(const struct tail *tail, const struct tail_key *key)
{
	uint64_t hash = hash__u64(hash__u64(tail->key, key->what), key->addr);

	return told__slot(tail->told, tail->cap, hash, key);
}

static bool tail__grow(struct tail *tail)
{
	struct tail grown = *tail;

	grown.cap = tail->cap ? tail->cap * 2 : MIN_TOLD;
	grown.told = calloc(grown.cap, sizeof(*grown.told));
	if (!grown.told)
		return false;
	for (uint64_t i = 0; i < tail->cap; i++)
		if (tail->told[i].what)
			*tail__slot(&grown, &tail->told[i]) = tail->told[i];
	free(tail->told);
	*tail = grown;
	return true;
}

static void tail__tell(struct tail *tail, enum told kind, uint32_t id, uint64_t addr)
{
	const struct tail_key key = {(uint64_t)kind << 32 | id, addr};
	struct tail_key *slot;

	if (2 * tail->nr >= tail->cap && !tail__grow(tail)) {
		tail->no_memory = true;
		return;
	}
	slot = tail__slot(tail, &key);
	tail->nr += !slot->what;
	*slot = key;
}

static bool tail__is_told(const struct tail *tail, enum told kind, uint32_t id, uint64_t addr)
{
	const struct tail_key key = {(uint64_t)kind << 32 | id, addr};

	return tail->cap && tail__slot(tail, &key)->what;
}

/* Reads a field at its offset in the record: include/uapi/linux/perf_event.h. */
static uint32_t u32_at(const uint8_t *data, size_t size, size_t at)
{
	uint32_t v = 0;

	if (at + sizeof(v) <= size)
		memcpy(&v, data + at, sizeof(v));
	return v;
}

static uint64_t u64_at(const uint8_t *data, size_t size, size_t at)
{
	uint64_t v = 0;

	if (at + sizeof(v) <= size)
		memcpy(&v, data + at, sizeof(v));
	return v;
}

void tail__see(struct tail *tail, const struct defer_record *rec)
{
	const uint8_t *data = rec->data;
	size_t size = rec->size;

	switch (rec->type) {
	case DEFER_RECORD_FORK:
		tail__tell(tail, TOLD_BIRTH, u32_at(data, size, 16), 0);
		break;
	case DEFER_RECORD_COMM:
		tail__tell(tail, TOLD_NAME, u32_at(data, size, 12), 0);
		if (rec->misc & DEFER_MISC_COMM_EXEC)
			tail__tell(tail, TOLD_EXEC, u32_at(data, size, 8), 0);
		break;
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		tail__tell(tail, TOLD_MAP, u32_at(data, size, 8), u64_at(data, size, 16));
		break;
	default:
		break;
	}
}

int tail__keep(void *ctx, const void *rec, size_t size, struct defer_error *err)
{
	struct tail *tail = ctx;

	byte_buf__add(&tail->listed, rec, size);
	return byte_buf__check(&tail->listed, "the list of running tasks", err);
}

/* Returns whether the file contradicts the listed record of a task or map. */
static bool tail__knows_better(const struct tail *tail, const uint8_t *rec, size_t size)
{
	uint32_t pid = u32_at(rec, size, 8);

	switch (u32_at(rec, size, 0)) {
	case DEFER_RECORD_FORK:
		return tail__is_told(tail, TOLD_BIRTH, u32_at(rec, size, 16), 0);
	case DEFER_RECORD_COMM:
		return tail__is_told(tail, TOLD_BIRTH, u32_at(rec, size, 12), 0);
	case DEFER_RECORD_MMAP2:
		return tail__is_told(tail, TOLD_BIRTH, pid, 0) ||
		       tail__is_told(tail, TOLD_EXEC, pid, 0) ||
		       tail__is_told(tail, TOLD_MAP, pid, u64_at(rec, size, 16));
	default:
		return false;
	}
}

/* Writes a task's number as its name, as readers do for a task without a known name. */
static int write_number(const struct synth_opts *opts, uint32_t pid, uint32_t tid,
			struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	char name[16];
	int ret;

	snprintf(name, sizeof(name), ":%" PRIu32, tid);
	synth_record__begin(&rec, DEFER_RECORD_COMM, 0);
	byte_buf__u32(&rec.bytes, pid);
	byte_buf__u32(&rec.bytes, tid);
	synth_record__str(&rec, name);
	ret = synth_record__end(&rec, err);
	byte_buf__exit(&rec.bytes);
	return ret;
}

static int tail__write(const struct tail *tail, const struct synth_opts *opts, const uint8_t *rec,
		       size_t size, struct defer_error *err)
{
	uint32_t tid = u32_at(rec, size, 12);

	if (tail__knows_better(tail, rec, size))
		return 0;
	if (u32_at(rec, size, 0) == DEFER_RECORD_COMM && tail__is_told(tail, TOLD_NAME, tid, 0))
		return write_number(opts, u32_at(rec, size, 8), tid, err);
	return opts->fn(opts->ctx, rec, size, err);
}

int tail__list(struct tail *tail, const struct synth_opts *opts, struct defer_error *err)
{
	size_t pos, size;
	int ret = 0;

	if (tail->no_memory)
		ret = error__no_memory(err, "for what a file tells of tasks");
	for (pos = 0; pos < tail->listed.size && !ret; pos += size) {
		size = u32_at(tail->listed.data, tail->listed.size, pos + 4) >> 16;
		ret = tail__write(tail, opts, tail->listed.data + pos, size, err);
	}
	tail__exit(tail);
	tail__init(tail);
	return ret;
}
