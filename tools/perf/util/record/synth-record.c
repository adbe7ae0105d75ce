// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <string.h>

#include "util/record/synth-record.h"

void synth_record__begin(struct synth_record *rec, uint32_t type, uint16_t misc)
{
	output_bytes__clear(&rec->bytes);
	output_bytes__header(&rec->bytes, type, misc, 0);
}

void synth_record__str(struct synth_record *rec, const char *str)
{
	output_bytes__add(&rec->bytes, str, strlen(str) + 1);
	output_bytes__align(&rec->bytes, 8);
}

int synth_record__end(struct synth_record *rec, struct defer_error *err)
{
	struct output_bytes *bytes = &rec->bytes;
	uint32_t type;
	uint16_t size;
	int ret;

	ret = output_bytes__check(bytes, "synthesized records", err);
	if (ret)
		return ret;
	memcpy(&type, bytes->data, sizeof(type));
	if (type < DEFER_RECORD_USER_START)
		output_bytes__zeros(bytes, rec->opts->id_size);
	ret = output_bytes__check(bytes, "synthesized records", err);
	if (!ret && bytes->size > SYNTH_RECORD_MAX)
		ret = defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				       "a record of type %u would have %zu bytes", type,
				       bytes->size);
	if (ret)
		return ret;
	size = bytes->size;
	memcpy(bytes->data + 6, &size, sizeof(size));
	return rec->opts->fn(rec->opts->ctx, bytes->data, size, err);
}

int synth_record__mmap2(struct synth_record *rec, const struct synth_map *map,
			struct defer_error *err)
{
	struct output_bytes *bytes = &rec->bytes;
	bool has_bid = build_id__known(&map->bid);

	synth_record__begin(rec, DEFER_RECORD_MMAP2,
			    map->misc | (has_bid ? DEFER_MISC_MMAP_BUILD_ID : 0));
	output_bytes__u32(bytes, map->pid);
	output_bytes__u32(bytes, map->tid);
	output_bytes__u64(bytes, map->start);
	output_bytes__u64(bytes, map->len);
	output_bytes__u64(bytes, map->pgoff);
	if (has_bid) {
		const uint8_t head[4] = {map->bid.size};

		output_bytes__add(bytes, head, sizeof(head));
		output_bytes__add(bytes, map->bid.data, BUILD_ID_SIZE);
	} else {
		output_bytes__u32(bytes, map->maj);
		output_bytes__u32(bytes, map->min);
		output_bytes__u64(bytes, map->ino);
		output_bytes__u64(bytes, 0); /* the inode's generation: no one tells */
	}
	output_bytes__u32(bytes, map->prot);
	output_bytes__u32(bytes, map->flags);
	/* What the kernel writes for a name that is too long. */
	synth_record__str(rec, strlen(map->name) < PATH_MAX ? map->name : "//toolong");
	return synth_record__end(rec, err);
}
