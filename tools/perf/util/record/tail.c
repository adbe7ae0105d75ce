// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-record.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/record/tail.h"
#include "util/synth/synth-record.h"

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
	hash_index__exit(&tail->index);
	byte_buf__exit(&tail->listed);
	*tail = (struct tail){0};
}

static uint64_t tail__hash(const struct tail *tail, const struct tail_key *key)
{
	return hash__u64(hash__u64(tail->key, key->what), key->addr);
}

static bool tail__equal(const void *told, uint32_t pos, const void *key)
{
	return !memcmp((const struct tail_key *)told + pos, key, sizeof(struct tail_key));
}

static bool tail__has(const struct tail *tail, const struct tail_key *key)
{
	return hash_index__find(&tail->index, tail__hash(tail, key), tail__equal, tail->told,
				key) != HASH_INDEX_NONE;
}

static void tail__tell(struct tail *tail, enum told kind, uint32_t id, uint64_t addr)
{
	const struct tail_key key = {(uint64_t)kind << 32 | id, addr};

	if (tail__has(tail, &key))
		return;
	if (!ARRAY_GROW(tail->told, tail->cap, tail->nr + 1) ||
	    hash_index__add(&tail->index, tail__hash(tail, &key), tail->nr)) {
		tail->no_memory = true;
		return;
	}
	tail->told[tail->nr++] = key;
}

static bool tail__is_told(const struct tail *tail, enum told kind, uint32_t id, uint64_t addr)
{
	const struct tail_key key = {(uint64_t)kind << 32 | id, addr};

	return tail__has(tail, &key);
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
