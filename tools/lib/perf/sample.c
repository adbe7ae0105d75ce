// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * Decodes the fields of a sample in the order in which the kernel writes them: Linux 7.2,
 * kernel/events/core.c, perf_output_sample(). Every field is a whole number of u64s, except for
 * RAW's size.
 */
#include <inttypes.h>

#include <perf/defer.h>

#include "bytes.h"

#define BRANCH_ENTRY_SIZE 24 /* from, to, flags */

#define WEIGHT_FIELDS (DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT)

/* The fields after the callchain. */
#define LATER_FIELDS                                                                       \
	(DEFER_SAMPLE_RAW | DEFER_SAMPLE_BRANCH_STACK | DEFER_SAMPLE_REGS_USER |           \
	 DEFER_SAMPLE_STACK_USER | WEIGHT_FIELDS | DEFER_SAMPLE_DATA_SRC |                 \
	 DEFER_SAMPLE_TRANSACTION | DEFER_SAMPLE_REGS_INTR | DEFER_SAMPLE_PHYS_ADDR |      \
	 DEFER_SAMPLE_CGROUP | DEFER_SAMPLE_DATA_PAGE_SIZE | DEFER_SAMPLE_CODE_PAGE_SIZE | \
	 DEFER_SAMPLE_AUX)

/* The part of a record not decoded yet. @lie names the first field that passes the record's end. */
struct fields {
	const uint8_t *pos, *end;
	bool swap;
	const char *lie;
	uint64_t claim; /* bytes that @lie claimed to have */
};

static inline uint64_t fields__left(const struct fields *f)
{
	return (uint64_t)(f->end - f->pos);
}

static const uint8_t *fields__take(struct fields *f, uint64_t size, const char *what)
{
	const uint8_t *pos = f->pos;

	if (f->lie)
		return NULL;
	if (size > fields__left(f)) {
		f->lie = what;
		f->claim = size;
		return NULL;
	}
	f->pos += size;
	return pos;
}

static uint64_t take_u64(struct fields *f, const char *what)
{
	const uint8_t *data = fields__take(f, sizeof(uint64_t), what);

	return data ? bytes__u64(data, f->swap) : 0;
}

/* Takes @nr items of @size bytes. A product that overflows counts as past the end. */
static void take_array(struct fields *f, struct defer_blob *blob, uint64_t nr, uint64_t size,
		       const char *what)
{
	uint64_t bytes;

	if (__builtin_mul_overflow(nr, size, &bytes))
		bytes = UINT64_MAX;
	blob->data = fields__take(f, bytes, what);
	blob->size = blob->data ? bytes : 0;
}

static void decode_read(struct defer_sample *sample, struct fields *f, uint64_t format)
{
	bool group = format & DEFER_FORMAT_GROUP;
	const uint8_t *start = f->pos;
	struct defer_blob values;
	uint64_t each = 1;

	each += !!(format & DEFER_FORMAT_ID);
	each += !!(format & DEFER_FORMAT_LOST);

	sample->read.nr = 1;
	if (group)
		sample->read.nr = take_u64(f, "READ");
	else
		take_u64(f, "READ");
	if (format & DEFER_FORMAT_TOTAL_TIME_ENABLED)
		sample->read.enabled = take_u64(f, "READ");
	if (format & DEFER_FORMAT_TOTAL_TIME_RUNNING)
		sample->read.running = take_u64(f, "READ");
	if (group)
		take_array(f, &values, sample->read.nr, each * 8, "READ");
	else
		take_array(f, &values, each - 1, 8, "READ");

	sample->read.bytes.data = start;
	sample->read.bytes.size = (uint64_t)(f->pos - start);
}

static void decode_raw(struct defer_sample *sample, struct fields *f)
{
	const uint8_t *data = fields__take(f, sizeof(uint32_t), "RAW");
	uint32_t size = data ? bytes__u32(data, f->swap) : 0;

	/* The size field and its data together are padded to a multiple of 8. */
	data = fields__take(f, ((uint64_t)size + 4 + 7) / 8 * 8 - 4, "RAW");
	if (data)
		sample->raw = (struct defer_blob){data, size};
}

static void decode_branches(struct defer_sample *sample, struct fields *f,
			    const struct defer_layout *layout)
{
	uint64_t nr = take_u64(f, "BRANCH_STACK");

	sample->branch.nr = nr;
	if (layout->branch_hw_index)
		sample->branch.hw_index = take_u64(f, "BRANCH_STACK");
	take_array(f, &sample->branch.entries, nr, BRANCH_ENTRY_SIZE, "BRANCH_STACK");
	if (layout->branch_counters)
		take_array(f, &sample->branch.counters, nr, 8, "BRANCH_STACK");
}

static void decode_regs(struct defer_sample_regs *regs, struct fields *f, uint64_t mask,
			unsigned int nr, const char *what)
{
	regs->abi = take_u64(f, what);
	if (!regs->abi)
		return;
	regs->mask = mask;
	take_array(f, &regs->regs, nr, 8, what);
}

static void decode_user_stack(struct defer_sample *sample, struct fields *f)
{
	uint64_t size = take_u64(f, "STACK_USER");

	if (!size)
		return;
	take_array(f, &sample->user_stack.bytes, size, 1, "STACK_USER");
	sample->user_stack.dyn_size = take_u64(f, "STACK_USER");
	if (sample->user_stack.dyn_size > size && !f->lie) {
		f->lie = "STACK_USER";
		f->claim = sample->user_stack.dyn_size;
	}
}

static void decode_weight(struct defer_sample *sample, struct fields *f, uint64_t type)
{
	uint64_t weight = take_u64(f, "WEIGHT");

	sample->weight = weight;
	if (type & DEFER_SAMPLE_WEIGHT_STRUCT) {
		sample->weight = (uint32_t)weight;
		sample->ins_lat = weight >> 32 & UINT16_MAX;
		sample->weight3 = weight >> 48;
	}
}

static void decode_words(struct defer_sample *sample, struct fields *f, uint64_t type)
{
	if (type & DEFER_SAMPLE_PHYS_ADDR)
		sample->phys_addr = take_u64(f, "PHYS_ADDR");
	if (type & DEFER_SAMPLE_CGROUP)
		sample->cgroup = take_u64(f, "CGROUP");
	if (type & DEFER_SAMPLE_DATA_PAGE_SIZE)
		sample->data_page_size = take_u64(f, "DATA_PAGE_SIZE");
	if (type & DEFER_SAMPLE_CODE_PAGE_SIZE)
		sample->code_page_size = take_u64(f, "CODE_PAGE_SIZE");
}

static void decode_later(struct defer_sample *sample, struct fields *f,
			 const struct defer_layout *layout)
{
	uint64_t type = layout->sample_type;

	if (type & DEFER_SAMPLE_RAW)
		decode_raw(sample, f);
	if (type & DEFER_SAMPLE_BRANCH_STACK)
		decode_branches(sample, f, layout);
	if (type & DEFER_SAMPLE_REGS_USER)
		decode_regs(&sample->user_regs, f, layout->regs_user_mask, layout->regs_user,
			    "REGS_USER");
	if (type & DEFER_SAMPLE_STACK_USER)
		decode_user_stack(sample, f);
	if (type & WEIGHT_FIELDS)
		decode_weight(sample, f, type);
	if (type & DEFER_SAMPLE_DATA_SRC)
		sample->data_src = take_u64(f, "DATA_SRC");
	if (type & DEFER_SAMPLE_TRANSACTION)
		sample->transaction = take_u64(f, "TRANSACTION");
	if (type & DEFER_SAMPLE_REGS_INTR)
		decode_regs(&sample->intr_regs, f, layout->regs_intr_mask, layout->regs_intr,
			    "REGS_INTR");
	decode_words(sample, f, type);
	if (type & DEFER_SAMPLE_AUX)
		take_array(f, &sample->aux, take_u64(f, "AUX"), 1, "AUX");
}

static inline void decode_chain(struct defer_sample *sample, struct fields *f)
{
	uint64_t nr = take_u64(f, "CALLCHAIN");
	struct defer_blob ips;

	take_array(f, &ips, nr, 8, "CALLCHAIN");
	sample->has_chain = ips.data;
	sample->chain = (struct defer_chain){ips.data, ips.data ? nr : 0, f->swap};
}

/* Decodes the fixed fields. The caller has checked that all of them are present. */
static inline __attribute__((always_inline)) void decode_fixed(struct defer_sample *sample,
							       const uint8_t *data, uint64_t type,
							       bool swap)
{
	if (type & DEFER_SAMPLE_IDENTIFIER) {
		sample->id = bytes__u64(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_IP) {
		sample->ip = bytes__u64(data, swap);
		sample->has_ip = true;
		data += 8;
	}
	if (type & DEFER_SAMPLE_TID) {
		sample->pid = (int32_t)bytes__u32(data, swap);
		sample->tid = (int32_t)bytes__u32(data + 4, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_TIME) {
		sample->time = bytes__u64(data, swap);
		sample->has_time = true;
		data += 8;
	}
	if (type & DEFER_SAMPLE_ADDR) {
		sample->addr = bytes__u64(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_ID) {
		sample->id = bytes__u64(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_STREAM_ID) {
		sample->stream_id = bytes__u64(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_CPU) {
		sample->cpu = (int32_t)bytes__u32(data, swap);
		data += 8;
	}
	if (type & DEFER_SAMPLE_PERIOD)
		sample->period = bytes__u64(data, swap);
}

static const struct defer_sample empty_sample = {
	.id = UINT64_MAX,
	.pid = -1,
	.tid = -1,
	.cpu = -1,
};

/* Decodes by @layout. Returns true if the fields fill the record exactly. */
static bool sample__decode(struct defer_sample *sample, const struct defer_record *rec,
			   const struct defer_layout *layout, struct fields *f)
{
	const uint8_t *data = rec->data + DEFER_RECORD_HEADER_SIZE;

	*f = (struct fields){.pos = data, .end = rec->data + rec->size, .swap = rec->swap};
	*sample = empty_sample;
	sample->swap = rec->swap;
	sample->misc = rec->misc;
	sample->cpumode = rec->misc & DEFER_MISC_CPUMODE_MASK;
	sample->user_half = layout->user_half;

	if (!fields__take(f, layout->fixed_size, "first fields"))
		return false;
	if (rec->swap)
		decode_fixed(sample, data, layout->sample_type, true);
	else
		decode_fixed(sample, data, layout->sample_type, false);

	if (layout->sample_type & DEFER_SAMPLE_READ)
		decode_read(sample, f, layout->read_format);
	if (layout->sample_type & DEFER_SAMPLE_CALLCHAIN)
		decode_chain(sample, f);
	if (layout->sample_type & LATER_FIELDS)
		decode_later(sample, f, layout);
	return !f->lie && f->pos == f->end;
}

/*
 * Decodes a branch stack that the attr does not fully describe: a sample without branches has nr =
 * 0 and no hw_index (Linux 7.2, perf_output_sample()), and counters are present if the event's
 * group asked for them (arch/x86/events/intel/lbr.c). The variant that fits the record's size is
 * the right one.
 */
static bool decode_other_branches(struct defer_sample *sample, const struct defer_record *rec,
				  const struct defer_layout *layout)
{
	struct defer_layout other = *layout;
	struct fields f;

	if (!(layout->sample_type & DEFER_SAMPLE_BRANCH_STACK))
		return false;

	if (layout->branch_hw_index) {
		other.branch_hw_index = false;
		if (sample__decode(sample, rec, &other, &f) && !sample->branch.nr)
			return true;
		other.branch_hw_index = true;
	}
	other.branch_counters = !layout->branch_counters;
	return sample__decode(sample, rec, &other, &f);
}

static int say_lie(const struct defer_record *rec, const struct fields *f, struct defer_error *err)
{
	uint64_t offset = rec->offset + (uint64_t)(f->pos - rec->data);

	if (f->lie)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
					   "The %s of a sample of %" PRIu32
					   " bytes would take %" PRIu64 " bytes, but %" PRIu64
					   " are left",
					   f->lie, rec->size, f->claim, fields__left(f));
	return defer_error__set_at(err, DEFER_ERR_CORRUPT, offset,
				   "A sample of %" PRIu32 " bytes is %" PRIu64 " bytes longer than "
				   "its fields",
				   rec->size, fields__left(f));
}

int defer_sample__decode(struct defer_sample *sample, const struct defer_record *rec,
			 const struct defer_layout *layout, struct defer_error *err)
{
	struct fields f;

	if (sample__decode(sample, rec, layout, &f) || decode_other_branches(sample, rec, layout))
		return DEFER_OK;
	return say_lie(rec, &f, err);
}

/*
 * Decodes a sample of nothing but fixed fields and a callchain, in this machine's byte order, into
 * one of the same layout. Returns false if the record does not hold exactly that.
 */
static bool sample__decode_plain(struct defer_sample *sample, const struct defer_record *rec,
				 const struct defer_layout *layout)
{
	const uint8_t *data = rec->data + DEFER_RECORD_HEADER_SIZE;
	uint64_t left = rec->size - DEFER_RECORD_HEADER_SIZE, nr;

	if (rec->swap || layout->sample_type & (DEFER_SAMPLE_READ | LATER_FIELDS))
		return false;
	if (left < layout->fixed_size)
		return false;
	left -= layout->fixed_size;
	decode_fixed(sample, data, layout->sample_type, false);
	sample->swap = false;
	sample->misc = rec->misc;
	sample->cpumode = rec->misc & DEFER_MISC_CPUMODE_MASK;
	if (!(layout->sample_type & DEFER_SAMPLE_CALLCHAIN))
		return !left;
	data += layout->fixed_size;
	if (left < sizeof(nr))
		return false;
	nr = bytes__u64(data, false);
	left -= sizeof(nr);
	if (left % sizeof(nr) || nr != left / sizeof(nr))
		return false;
	sample->has_chain = true;
	sample->chain = (struct defer_chain){.ips = data + sizeof(nr), .nr = nr};
	return true;
}

int defer_sample__decode_next(struct defer_sample *sample, const struct defer_record *rec,
			      const struct defer_layout *layout, struct defer_error *err)
{
	if (sample__decode_plain(sample, rec, layout))
		return DEFER_OK;
	return defer_sample__decode(sample, rec, layout, err);
}

bool defer_sample__read_value(const struct defer_sample *sample, const struct defer_layout *layout,
			      uint64_t i, struct defer_read_value *value)
{
	uint64_t format = layout->read_format;
	unsigned int times = !!(format & DEFER_FORMAT_TOTAL_TIME_ENABLED) +
			     !!(format & DEFER_FORMAT_TOTAL_TIME_RUNNING);
	unsigned int has_id = !!(format & DEFER_FORMAT_ID);
	unsigned int has_lost = !!(format & DEFER_FORMAT_LOST);
	const uint8_t *data = sample->read.bytes.data, *more;

	if (!data || i >= sample->read.nr)
		return false;

	/* A single value stands before the times, the values of a group after them. */
	if (format & DEFER_FORMAT_GROUP) {
		data += 8 * (1 + times + i * (1 + has_id + has_lost));
		more = data + 8;
	} else {
		more = data + 8 + 8 * times;
	}
	value->value = bytes__u64(data, sample->swap);
	value->id = has_id ? bytes__u64(more, sample->swap) : UINT64_MAX;
	value->lost = has_lost ? bytes__u64(more + 8 * has_id, sample->swap) : 0;
	return true;
}

uint64_t defer_chain__cookie(const struct defer_chain *chain)
{
	if (chain->nr < 2 || defer_chain__ip(chain, chain->nr - 2) != DEFER_CONTEXT_USER_DEFERRED)
		return 0;
	return defer_chain__ip(chain, chain->nr - 1);
}

uint64_t defer_sample__time(const struct defer_record *rec, const struct defer_layout *layout)
{
	const uint8_t *time = defer_sample__field(rec, layout->time_pos);

	return time ? bytes__u64(time, rec->swap) : 0;
}

uint64_t defer_sample__cookie(const struct defer_record *rec, const struct defer_layout *layout)
{
	size_t pos = DEFER_RECORD_HEADER_SIZE + layout->fixed_size;
	struct defer_sample sample;
	struct defer_chain chain;

	if (!(layout->sample_type & DEFER_SAMPLE_CALLCHAIN))
		return 0;
	/* Between the fixed fields and the callchain there can only be READ. */
	if (layout->sample_type & DEFER_SAMPLE_READ)
		return defer_sample__decode(&sample, rec, layout, NULL)
			       ? 0
			       : defer_chain__cookie(&sample.chain);
	if (rec->size < pos + 8)
		return 0;
	chain.nr = bytes__u64(rec->data + pos, rec->swap);
	chain.ips = rec->data + pos + 8;
	chain.swap = rec->swap;
	return chain.nr > (rec->size - pos - 8) / 8 ? 0 : defer_chain__cookie(&chain);
}
