// SPDX-License-Identifier: GPL-2.0-only
#include <stddef.h>
#include <string.h>

#include <internal/bits.h>

#include <perf/defer-attr.h>

#include "util/events/attr-kernel.h"

/* The fields leave no padding: each offset is a multiple of the field's size. */
struct kernel_attr {
	uint32_t type, size;
	uint64_t config, sample_period, sample_type, read_format, flags;
	uint32_t wakeup_events, bp_type;
	uint64_t config1, config2, branch_sample_type, sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack, reserved;
	uint32_t aux_sample_size, aux_action;
	uint64_t sig_data, config3, config4;
};

_Static_assert(sizeof(struct kernel_attr) == ATTR_KERNEL_SIZE, "perf_event_attr has 144 bytes");
_Static_assert(offsetof(struct kernel_attr, flags) == 40, "flags are the sixth word");
_Static_assert(offsetof(struct kernel_attr, config4) == 136, "config4 is last");

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
/*
 * Packs the flags: bitfields fill the word from its top; the two bits of precise_ip keep their
 * order.
 */
static uint64_t native_flags(uint64_t flags)
{
	uint64_t precise = flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3;

	flags &= ~(3ULL << DEFER_ATTR_PRECISE_IP_SHIFT);
	flags |= bits__reverse(precise, 2) << DEFER_ATTR_PRECISE_IP_SHIFT;
	return bits__reverse(flags, 64);
}

static uint32_t native_action(uint32_t action)
{
	return bits__reverse(action, 32);
}
#else
static uint64_t native_flags(uint64_t flags)
{
	return flags;
}

static uint32_t native_action(uint32_t action)
{
	return action;
}
#endif

static bool is_zero(const uint8_t *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		if (bytes[i])
			return false;
	}
	return true;
}

int attr__to_kernel(const struct defer_attr *attr, void *buf, size_t size, struct defer_error *err)
{
	const struct kernel_attr native = {
		.type = attr->type,
		.size = size,
		.config = attr->config,
		.sample_period = attr->sample_period,
		.sample_type = attr->sample_type,
		.read_format = attr->read_format,
		.flags = native_flags(attr->flags),
		.wakeup_events = attr->wakeup_events,
		.bp_type = attr->bp_type,
		.config1 = attr->config1,
		.config2 = attr->config2,
		.branch_sample_type = attr->branch_sample_type,
		.sample_regs_user = attr->sample_regs_user,
		.sample_stack_user = attr->sample_stack_user,
		.clockid = attr->clockid,
		.sample_regs_intr = attr->sample_regs_intr,
		.aux_watermark = attr->aux_watermark,
		.sample_max_stack = attr->sample_max_stack,
		.aux_sample_size = attr->aux_sample_size,
		.aux_action = native_action(attr->aux_action),
		.sig_data = attr->sig_data,
		.config3 = attr->config3,
		.config4 = attr->config4,
	};
	size_t kept = size < sizeof(native) ? size : sizeof(native);

	if (size < DEFER_ATTR_SIZE_VER0 || size > UINT32_MAX)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"a perf_event_attr cannot have %zu bytes", size);
	if (!is_zero((const uint8_t *)&native + kept, sizeof(native) - kept))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"a perf_event_attr of %zu bytes would lose a field", size);
	memcpy(buf, &native, kept);
	memset((uint8_t *)buf + kept, 0, size - kept);
	return 0;
}
