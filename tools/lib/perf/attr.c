// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/* Reads an event's attributes, in the size and byte order of whichever kernel wrote them. */
#include <inttypes.h>

#include <internal/bits.h>
#include <perf/defer.h>

#include "bytes.h"

/*
 * C bitfields fill a big-endian word from its top bit. Each field of several bits still has its own
 * most significant bit first, so the bits of precise_ip are reversed back.
 */
static uint64_t read_flags(struct defer_cursor *cur)
{
	uint64_t flags = defer_cursor__u64(cur), precise;

	if (!bytes__big_endian(cur->swap))
		return flags;

	flags = bits__reverse(flags, 64);
	precise = bits__reverse(flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3, 2);
	flags &= ~(3ULL << DEFER_ATTR_PRECISE_IP_SHIFT);
	return flags | precise << DEFER_ATTR_PRECISE_IP_SHIFT;
}

static void read_first_version(struct defer_attr *attr, struct defer_cursor *cur)
{
	attr->type = defer_cursor__u32(cur);
	attr->size = defer_cursor__u32(cur);
	attr->config = defer_cursor__u64(cur);
	attr->sample_period = defer_cursor__u64(cur);
	attr->sample_type = defer_cursor__u64(cur);
	attr->read_format = defer_cursor__u64(cur);
	attr->flags = read_flags(cur);
	attr->wakeup_events = defer_cursor__u32(cur);
	attr->bp_type = defer_cursor__u32(cur);
	attr->config1 = defer_cursor__u64(cur);
}

/*
 * Reads the fields that later kernels appended. Each version of the attr ends after one of them;
 * reads past the end fail and return 0, which is the right default.
 */
static void read_later_versions(struct defer_attr *attr, struct defer_cursor *cur)
{
	attr->config2 = defer_cursor__u64(cur);
	attr->branch_sample_type = defer_cursor__u64(cur);
	attr->sample_regs_user = defer_cursor__u64(cur);
	attr->sample_stack_user = defer_cursor__u32(cur);
	attr->clockid = (int32_t)defer_cursor__u32(cur);
	attr->sample_regs_intr = defer_cursor__u64(cur);
	attr->aux_watermark = defer_cursor__u32(cur);
	attr->sample_max_stack = defer_cursor__u16(cur);
	defer_cursor__u16(cur);
	attr->aux_sample_size = defer_cursor__u32(cur);
	attr->aux_action = defer_cursor__u32(cur);
	if (bytes__big_endian(cur->swap))
		attr->aux_action = bits__reverse(attr->aux_action, 32);
	attr->sig_data = defer_cursor__u64(cur);
	attr->config3 = defer_cursor__u64(cur);
	attr->config4 = defer_cursor__u64(cur);
}

static int check_size(struct defer_attr *attr, size_t size, uint64_t offset,
		      struct defer_error *err)
{
	if (!attr->size)
		attr->size = DEFER_ATTR_SIZE_VER0;
	if (attr->size < DEFER_ATTR_SIZE_VER0)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "The size of a perf_event_attr is %" PRIu32 ", below "
					   "the minimum of 64",
					   attr->size);
	if (attr->size > size)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "The size of a perf_event_attr is %" PRIu32 ", but its "
					   "entry has %zu bytes",
					   attr->size, size);
	return DEFER_OK;
}

int defer_attr__read(struct defer_attr *attr, struct defer_cursor *cur, size_t size,
		     struct defer_error *err)
{
	uint64_t offset = defer_cursor__offset(cur);
	struct defer_cursor fields;
	const void *bytes;
	int ret;

	if (size < DEFER_ATTR_SIZE_VER0)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "A perf_event_attr has %zu bytes, below the minimum of "
					   "64",
					   size);
	bytes = defer_cursor__bytes(cur, size);
	ret = defer_cursor__check(cur, "a perf_event_attr", err);
	if (ret)
		return ret;

	defer_cursor__init(&fields, bytes, size, offset, cur->swap);
	read_first_version(attr, &fields);
	ret = check_size(attr, size, offset, err);
	if (ret)
		return ret;

	fields.size = attr->size;
	read_later_versions(attr, &fields);
	return DEFER_OK;
}
