// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/synth/synth-record.h"

#define RECORD_SIZE_AT 6 /* offset of perf_event_header.size */

void synth_record__begin(struct synth_record *rec, uint32_t type, uint16_t misc)
{
	rec->type = type;
	rec->bytes.swap = rec->opts->swap;
	byte_buf__clear(&rec->bytes);
	byte_buf__header(&rec->bytes, type, misc, 0);
}

void synth_record__str(struct synth_record *rec, const char *str)
{
	byte_buf__add(&rec->bytes, str, strlen(str) + 1);
	byte_buf__align(&rec->bytes, 8);
}

int synth_record__end(struct synth_record *rec, struct defer_error *err)
{
	struct byte_buf *bytes = &rec->bytes;
	int ret;

	if (rec->type < DEFER_RECORD_USER_START && rec->opts->id)
		byte_buf__add(bytes, rec->opts->id, rec->opts->id_size);
	else if (rec->type < DEFER_RECORD_USER_START)
		byte_buf__zeros(bytes, rec->opts->id_size);
	ret = byte_buf__check(bytes, "synthesized records", err);
	if (!ret && bytes->size > SYNTH_RECORD_MAX)
		ret = defer_error__set(err, DEFER_ERR_INVAL,
				       "a record of type %u would have %zu bytes", rec->type,
				       bytes->size);
	if (ret)
		return ret;
	byte_buf__poke_u16(bytes, RECORD_SIZE_AT, bytes->size);
	return rec->opts->fn(rec->opts->ctx, bytes->data, bytes->size, err);
}

int synth_record__append(void *bytes, const void *rec, size_t size, struct defer_error *err)
{
	byte_buf__add(bytes, rec, size);
	return byte_buf__check(bytes, "synthesized records", err);
}

int synth_record__mmap2(struct synth_record *rec, const struct synth_map *map,
			struct defer_error *err)
{
	struct byte_buf *bytes = &rec->bytes;
	bool has_bid = build_id__known(&map->bid);

	synth_record__begin(rec, DEFER_RECORD_MMAP2,
			    map->misc | (has_bid ? DEFER_MISC_MMAP_BUILD_ID : 0));
	byte_buf__u32(bytes, map->pid);
	byte_buf__u32(bytes, map->tid);
	byte_buf__u64(bytes, map->start);
	byte_buf__u64(bytes, map->len);
	byte_buf__u64(bytes, map->pgoff);
	if (has_bid) {
		const uint8_t head[4] = {map->bid.size};

		byte_buf__add(bytes, head, sizeof(head));
		byte_buf__add(bytes, map->bid.data, BUILD_ID_SIZE);
	} else {
		byte_buf__u32(bytes, map->maj);
		byte_buf__u32(bytes, map->min);
		byte_buf__u64(bytes, map->ino);
		byte_buf__u64(bytes, 0); /* inode generation: unknown */
	}
	byte_buf__u32(bytes, map->prot);
	byte_buf__u32(bytes, map->flags);
	/* The kernel writes the same for a name that is too long. */
	synth_record__str(rec, strlen(map->name) < PATH_MAX ? map->name : "//toolong");
	return synth_record__end(rec, err);
}
