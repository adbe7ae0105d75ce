/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_ATTR_H
#define PERF_DEFER_ATTR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_cursor;

/**
 * struct defer_attr - a perf_event_attr of any size and byte order
 * @type: the kind of event, %DEFER_TYPE_HARDWARE and others, or the number of a PMU
 * @size: the size of the recorded perf_event_attr in bytes
 * @config: the event, in the encoding of its @type
 * @sample_period: the period, or with %DEFER_ATTR_FREQ the frequency in Hz
 * @sample_type: the fields of a sample, DEFER_SAMPLE_*
 * @read_format: the layout of counter values, DEFER_FORMAT_*
 * @flags: the attr's bit field as DEFER_ATTR_*, whatever the byte order of the recording machine
 * @wakeup_events: the number of events or bytes after which the reader is woken
 * @bp_type: the accesses that a breakpoint reports
 * @config1: an extension of @config, or the address of a breakpoint
 * @config2: an extension of @config, or the length of a breakpoint
 * @branch_sample_type: the branches to record
 * @sample_regs_user: the mask of user registers in a sample
 * @sample_stack_user: the size in bytes of the copy of the user stack in a sample
 * @clockid: the clock, with %DEFER_ATTR_USE_CLOCKID
 * @sample_regs_intr: the mask of registers at the interrupt in a sample
 * @aux_watermark: the number of bytes of AUX area data after which the reader is woken
 * @sample_max_stack: the maximum number of addresses in a callchain, or 0 for the system's limit
 * @aux_sample_size: the size in bytes of AUX area data in a sample
 * @aux_action: what an event does to the AUX area event of its group
 * @sig_data: the data of the signal that %DEFER_ATTR_SIGTRAP sends
 * @config3: an extension of @config
 * @config4: an extension of @config, since Linux 6.19
 *
 * Fields beyond @size are 0. The meaning of each field is that of the field with the same name in
 * include/uapi/linux/perf_event.h (Linux 7.2).
 */
struct defer_attr {
	uint32_t type;
	uint32_t size;
	uint64_t config;
	uint64_t sample_period;
	uint64_t sample_type;
	uint64_t read_format;
	uint64_t flags;
	uint32_t wakeup_events, bp_type;
	uint64_t config1, config2;
	uint64_t branch_sample_type;
	uint64_t sample_regs_user;
	uint32_t sample_stack_user;
	int32_t clockid;
	uint64_t sample_regs_intr;
	uint32_t aux_watermark;
	uint16_t sample_max_stack;
	uint32_t aux_sample_size;
	uint32_t aux_action;
	uint64_t sig_data, config3, config4;
};

/**
 * defer_attr__read() - read a perf_event_attr
 * @attr: the attributes to fill
 * @cur: the cursor, which moves past all @size bytes
 * @size: the number of bytes that the attr has in the file, at least %DEFER_ATTR_SIZE_VER0
 * @err: the error to fill, or NULL
 *
 * @size may exceed the size known to this version: further fields are skipped.
 *
 * Return: 0, %DEFER_ERR_TRUNCATED, or %DEFER_ERR_CORRUPT for an invalid size.
 */
int defer_attr__read(struct defer_attr *attr, struct defer_cursor *cur, size_t size,
		     struct defer_error *err);

/**
 * enum defer_user_half - the place where an event's samples keep their user callchain
 * @DEFER_USER_CHAIN: in the callchain, at once or deferred
 * @DEFER_USER_DUMP: in a copy of the stack with registers, which has to be unwound
 * @DEFER_USER_BRANCHES: in the branch stack: LBR in call-stack mode
 * @DEFER_USER_NOT_ASKED: nowhere: the event did not ask for user callchains
 */
enum defer_user_half {
	DEFER_USER_CHAIN,
	DEFER_USER_DUMP,
	DEFER_USER_BRANCHES,
	DEFER_USER_NOT_ASKED,
};

/**
 * struct defer_layout - the layout of an event's samples
 * @sample_type: as in &struct defer_attr
 * @read_format: as in &struct defer_attr
 * @fixed_size: the size in bytes of the fields before the first one of variable size
 * @regs_user: the number of user registers
 * @regs_intr: the number of registers at the interrupt
 * @regs_user_mask: the mask of user registers
 * @regs_intr_mask: the mask of registers at the interrupt
 * @sample_id_all: records that are not samples end with a sample_id
 * @branch_hw_index: the branch stack has a hardware index
 * @branch_counters: the branch stack has counters
 * @user_half: an &enum defer_user_half
 * @id_pos: the position of the id, in u64s from the end of a sample's header, or -1
 * @tid_pos: the position of the pid and tid, likewise
 * @time_pos: the position of the time, likewise
 * @cpu_pos: the position of the CPU, likewise
 * @id_all_pos: the position of the id in other records, in u64s back from the end, or -1
 * @id_all_size: the size in bytes of the trailing sample_id, 0 without @sample_id_all
 *
 * The layout is computed once for each event, so that no sample has to derive it again.
 */
struct defer_layout {
	uint64_t sample_type, read_format;
	uint32_t fixed_size;
	uint8_t regs_user, regs_intr;
	uint64_t regs_user_mask, regs_intr_mask;
	bool sample_id_all;
	bool branch_hw_index, branch_counters;
	uint8_t user_half;
	int8_t id_pos;
	int8_t tid_pos;
	int8_t time_pos;
	int8_t cpu_pos;
	int8_t id_all_pos;
	uint8_t id_all_size;
};

/**
 * defer_layout__init() - compute the layout of an event's samples
 * @layout: the layout to fill
 * @attr: the event's attributes
 * @err: the error to fill, or NULL
 *
 * Return: 0, or %DEFER_ERR_UNSUPPORTED if @attr asks for fields or formats that are unknown.
 */
int defer_layout__init(struct defer_layout *layout, const struct defer_attr *attr,
		       struct defer_error *err);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_ATTR_H */
