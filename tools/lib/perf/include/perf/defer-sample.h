/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_SAMPLE_H
#define PERF_DEFER_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include <perf/defer-error.h>
#include <perf/defer-record.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_layout;

/**
 * struct defer_chain - a callchain as recorded
 * @ips: the entries, addresses and DEFER_CONTEXT_* marks, in the recorder's byte order
 * @nr: the number of entries
 * @swap: the entries are in the opposite byte order of this machine
 *
 * The entries need not be aligned: read them with defer_chain__ip().
 */
struct defer_chain {
	const uint8_t *ips;
	uint64_t nr;
	bool swap;
};

/**
 * defer_chain__ip() - get one entry of a callchain
 * @chain: the callchain
 * @i: the index of the entry, less than &defer_chain.nr; not checked
 *
 * Return: an address, or a mark from %DEFER_CONTEXT_MAX up.
 */
static inline uint64_t defer_chain__ip(const struct defer_chain *chain, uint64_t i)
{
	uint64_t ip;

	memcpy(&ip, chain->ips + i * sizeof(ip), sizeof(ip));
	return chain->swap ? __builtin_bswap64(ip) : ip;
}

/**
 * defer_chain__cookie() - get the cookie that a callchain ends with
 * @chain: the callchain
 *
 * A deferred callchain ends with %DEFER_CONTEXT_USER_DEFERRED and a cookie. The kernel writes both
 * last, and no cookie is 0 (Linux 6.19, kernel/events/callchain.c).
 *
 * Return: the cookie, or 0 if the callchain is not deferred.
 */
uint64_t defer_chain__cookie(const struct defer_chain *chain);

/**
 * struct defer_blob - a block of bytes in a sample
 * @data: the first byte, in the caller's bytes
 * @size: the size in bytes
 */
struct defer_blob {
	const uint8_t *data;
	uint64_t size;
};

/**
 * struct defer_sample_regs - the registers in a sample
 * @abi: PERF_SAMPLE_REGS_ABI_*; 0 if the sample has none
 * @mask: the registers that are there, 0 if none are
 * @regs: the values, 8 bytes each, lowest bit of @mask first
 */
struct defer_sample_regs {
	uint64_t abi;
	uint64_t mask;
	struct defer_blob regs;
};

/**
 * struct defer_sample - the fields of a SAMPLE record
 * @ip: the instruction pointer
 * @time: the time in ns
 * @addr: the data address
 * @id: the event's id, -1 if not recorded
 * @stream_id: the id of the inherited event
 * @period: the number of events that the sample stands for
 * @pid: the process, -1 if not recorded
 * @tid: the thread, -1 if not recorded
 * @cpu: the CPU, -1 if not recorded
 * @cpumode: %DEFER_MISC_KERNEL, %DEFER_MISC_USER and others
 * @misc: the misc field of the record
 * @has_ip: @ip was recorded
 * @has_time: @time was recorded
 * @has_chain: @chain was recorded
 * @user_half: an &enum defer_user_half, as in the event's layout
 * @swap: the blobs are in the opposite byte order of this machine
 * @read: the values of counters; read them with defer_sample__read_value()
 * @read.nr: the number of values
 * @read.enabled: the time in ns that the event was enabled
 * @read.running: the time in ns that the event was counting
 * @read.bytes: the whole field
 * @chain: the callchain
 * @raw: the raw data, such as the fields of a tracepoint
 * @branch: the branch stack
 * @branch.nr: the number of branches
 * @branch.hw_index: the hardware index of the latest branch
 * @branch.entries: the branches, 24 bytes each
 * @branch.counters: the counters of the branches, 8 bytes each
 * @user_regs: the user registers
 * @intr_regs: the registers at the interrupt
 * @user_stack: the copy of the user stack
 * @user_stack.bytes: all bytes of the copy
 * @user_stack.dyn_size: the number of bytes that the kernel filled
 * @aux: the AUX area data
 * @weight: the weight, or the low 32 bits of a weight struct
 * @ins_lat: the latency of the instruction in cycles; of a weight struct only
 * @weight3: the third member of a weight struct
 * @data_src: the data source
 * @transaction: the flags of the transaction
 * @phys_addr: the physical address of @addr
 * @cgroup: the id of the cgroup
 * @data_page_size: the size in bytes of the page of @addr
 * @code_page_size: the size in bytes of the page of @ip
 *
 * Fields that were not recorded are 0, except for @id, @pid, @tid and @cpu, which are -1.
 */
struct defer_sample {
	uint64_t ip, time, addr, id, stream_id, period;
	int32_t pid, tid, cpu;
	uint16_t cpumode;
	uint16_t misc;
	bool has_ip, has_time, has_chain;
	uint8_t user_half;
	bool swap;
	struct {
		uint64_t nr, enabled, running;
		struct defer_blob bytes;
	} read;
	struct defer_chain chain;
	struct defer_blob raw;
	struct {
		uint64_t nr, hw_index;
		struct defer_blob entries;
		struct defer_blob counters;
	} branch;
	struct defer_sample_regs user_regs, intr_regs;
	struct {
		struct defer_blob bytes;
		uint64_t dyn_size;
	} user_stack;
	struct defer_blob aux;
	uint64_t weight;
	uint16_t ins_lat, weight3;
	uint64_t data_src, transaction, phys_addr, cgroup, data_page_size, code_page_size;
};

/**
 * defer_sample__decode() - decode all fields of a SAMPLE record
 * @sample: the sample to fill; undefined after an error
 * @rec: the record
 * @layout: the layout of the event that wrote it
 * @err: the error to fill, or NULL
 *
 * Return: 0, or %DEFER_ERR_CORRUPT if the fields do not fill the record exactly.
 */
int defer_sample__decode(struct defer_sample *sample, const struct defer_record *rec,
			 const struct defer_layout *layout, struct defer_error *err);

/**
 * defer_sample__decode_next() - decode another SAMPLE record of the same event
 * @sample: the sample to fill, which an earlier call of this function or of defer_sample__decode()
 *	filled with the same @layout
 * @rec: the record
 * @layout: the layout of the event that wrote it
 * @err: the error to fill, or NULL
 *
 * This comes to the same as defer_sample__decode(), but is faster: fields that no sample of this
 * layout has need not be reset. If the caller changed such a field, it may stay changed.
 *
 * Return: as defer_sample__decode().
 */
int defer_sample__decode_next(struct defer_sample *sample, const struct defer_record *rec,
			      const struct defer_layout *layout, struct defer_error *err);

/**
 * defer_sample__field() - find one of the 8-byte fields at the start of a SAMPLE record
 * @rec: the record
 * @pos: the position, such as &defer_layout.tid_pos
 *
 * Return: the bytes of the field, in the order of &defer_record.swap, or NULL if the record has
 * none or is too short.
 */
static inline const uint8_t *defer_sample__field(const struct defer_record *rec, int8_t pos)
{
	size_t at = DEFER_RECORD_HEADER_SIZE + 8 * (size_t)pos;

	return pos < 0 || rec->size < at + 8 ? NULL : rec->data + at;
}

/**
 * defer_sample__time() - get the time of a SAMPLE record without decoding it
 * @rec: the record
 * @layout: the layout of the event that wrote it
 *
 * Return: the time in ns, or 0 if the record has none or is too short.
 */
uint64_t defer_sample__time(const struct defer_record *rec, const struct defer_layout *layout);

/**
 * defer_sample__cookie() - get the cookie of a SAMPLE record without decoding it
 * @rec: the record
 * @layout: the layout of the event that wrote it
 *
 * Return: the cookie, or 0 if the callchain is not deferred or the record is corrupt.
 */
uint64_t defer_sample__cookie(const struct defer_record *rec, const struct defer_layout *layout);

/**
 * struct defer_read_value - one counter value of a sample
 * @value: the value
 * @id: the id of the event that was counted; UINT64_MAX without %DEFER_FORMAT_ID
 * @lost: the number of lost samples of that event; 0 without %DEFER_FORMAT_LOST
 */
struct defer_read_value {
	uint64_t value;
	uint64_t id;
	uint64_t lost;
};

/**
 * defer_sample__read_value() - get one counter value of a sample
 * @sample: the sample
 * @layout: the layout of the event that wrote it
 * @i: the index of the value
 * @value: the value to fill
 *
 * Return: true, or false if the sample has no value with this index.
 */
bool defer_sample__read_value(const struct defer_sample *sample, const struct defer_layout *layout,
			      uint64_t i, struct defer_read_value *value);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_SAMPLE_H */
