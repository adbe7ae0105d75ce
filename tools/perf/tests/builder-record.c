// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <internal/bits.h>

#include <perf/defer-event.h>

#include "tests/builder.h"

/* A big-endian compiler lays out the bitfield with the first field on top, its bits in order. */
static uint64_t big_endian_flags(uint64_t flags)
{
	uint64_t precise = flags >> DEFER_ATTR_PRECISE_IP_SHIFT & 3;

	flags &= ~(3ULL << DEFER_ATTR_PRECISE_IP_SHIFT);
	return bits__reverse(flags, 64) | precise << (64 - 2 - DEFER_ATTR_PRECISE_IP_SHIFT);
}

static void attr_body(struct builder *b, const struct defer_attr *attr)
{
	builder__u32(b, attr->type);
	builder__u32(b, attr->size);
	builder__u64(b, attr->config);
	builder__u64(b, attr->sample_period);
	builder__u64(b, attr->sample_type);
	builder__u64(b, attr->read_format);
	builder__u64(b, b->big ? big_endian_flags(attr->flags) : attr->flags);
	builder__u32(b, attr->wakeup_events);
	builder__u32(b, attr->bp_type);
	builder__u64(b, attr->config1);
	builder__u64(b, attr->config2);
	builder__u64(b, attr->branch_sample_type);
	builder__u64(b, attr->sample_regs_user);
	builder__u32(b, attr->sample_stack_user);
	builder__u32(b, (uint32_t)attr->clockid);
	builder__u64(b, attr->sample_regs_intr);
	builder__u32(b, attr->aux_watermark);
	builder__u16(b, attr->sample_max_stack);
	builder__u16(b, 0);
	builder__u32(b, attr->aux_sample_size);
	builder__u32(b, b->big ? (uint32_t)bits__reverse(attr->aux_action, 32) : attr->aux_action);
	builder__u64(b, attr->sig_data);
	builder__u64(b, attr->config3);
	builder__u64(b, attr->config4);
}

size_t builder__attr(struct builder *b, const struct defer_attr *attr)
{
	size_t at = b->size;

	if (attr->size < DEFER_ATTR_SIZE_VER0)
		abort();
	attr_body(b, attr);
	if (b->size - at > attr->size)
		b->size = at + attr->size;
	builder__zeros(b, at + attr->size - b->size);
	return at;
}

static void blob(struct builder *b, const struct defer_blob *blob)
{
	builder__bytes(b, blob->data, blob->size);
}

static void u32_pair(struct builder *b, uint32_t first, uint32_t second)
{
	builder__u32(b, first);
	builder__u32(b, second);
}

static void chain(struct builder *b, const struct defer_chain *chain)
{
	builder__u64(b, chain->nr);
	for (uint64_t i = 0; i < chain->nr; i++)
		builder__u64(b, defer_chain__ip(chain, i));
}

static void fixed_fields(struct builder *b, uint64_t type, const struct defer_sample *s)
{
	if (type & DEFER_SAMPLE_IDENTIFIER)
		builder__u64(b, s->id);
	if (type & DEFER_SAMPLE_IP)
		builder__u64(b, s->ip);
	if (type & DEFER_SAMPLE_TID)
		u32_pair(b, (uint32_t)s->pid, (uint32_t)s->tid);
	if (type & DEFER_SAMPLE_TIME)
		builder__u64(b, s->time);
	if (type & DEFER_SAMPLE_ADDR)
		builder__u64(b, s->addr);
	if (type & DEFER_SAMPLE_ID)
		builder__u64(b, s->id);
	if (type & DEFER_SAMPLE_STREAM_ID)
		builder__u64(b, s->stream_id);
	if (type & DEFER_SAMPLE_CPU)
		u32_pair(b, (uint32_t)s->cpu, 0);
	if (type & DEFER_SAMPLE_PERIOD)
		builder__u64(b, s->period);
}

static void raw(struct builder *b, const struct defer_sample *s)
{
	builder__u32(b, (uint32_t)s->raw.size);
	blob(b, &s->raw);
	builder__zeros(b, (8 - (4 + s->raw.size) % 8) % 8);
}

static void branches(struct builder *b, const struct defer_attr *attr, const struct defer_sample *s)
{
	builder__u64(b, s->branch.nr);
	if (attr->branch_sample_type & DEFER_BRANCH_HW_INDEX)
		builder__u64(b, s->branch.hw_index);
	blob(b, &s->branch.entries);
	if (attr->branch_sample_type & DEFER_BRANCH_COUNTERS)
		blob(b, &s->branch.counters);
}

static void regs(struct builder *b, const struct defer_sample_regs *regs)
{
	builder__u64(b, regs->abi);
	if (regs->abi)
		blob(b, &regs->regs);
}

static void user_stack(struct builder *b, const struct defer_sample *s)
{
	builder__u64(b, s->user_stack.bytes.size);
	blob(b, &s->user_stack.bytes);
	if (s->user_stack.bytes.size)
		builder__u64(b, s->user_stack.dyn_size);
}

static uint64_t weight(uint64_t type, const struct defer_sample *s)
{
	if (!(type & DEFER_SAMPLE_WEIGHT_STRUCT))
		return s->weight;
	return s->weight | (uint64_t)s->ins_lat << 32 | (uint64_t)s->weight3 << 48;
}

static void later_words(struct builder *b, uint64_t type, const struct defer_sample *s)
{
	if (type & DEFER_SAMPLE_PHYS_ADDR)
		builder__u64(b, s->phys_addr);
	if (type & DEFER_SAMPLE_CGROUP)
		builder__u64(b, s->cgroup);
	if (type & DEFER_SAMPLE_DATA_PAGE_SIZE)
		builder__u64(b, s->data_page_size);
	if (type & DEFER_SAMPLE_CODE_PAGE_SIZE)
		builder__u64(b, s->code_page_size);
}

void builder__sample_body(struct builder *b, const struct defer_attr *attr,
			  const struct defer_sample *s)
{
	uint64_t type = attr->sample_type;

	fixed_fields(b, type, s);
	if (type & DEFER_SAMPLE_READ)
		blob(b, &s->read.bytes);
	if (type & DEFER_SAMPLE_CALLCHAIN)
		chain(b, &s->chain);
	if (type & DEFER_SAMPLE_RAW)
		raw(b, s);
	if (type & DEFER_SAMPLE_BRANCH_STACK)
		branches(b, attr, s);
	if (type & DEFER_SAMPLE_REGS_USER)
		regs(b, &s->user_regs);
	if (type & DEFER_SAMPLE_STACK_USER)
		user_stack(b, s);
	if (type & (DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT))
		builder__u64(b, weight(type, s));
	if (type & DEFER_SAMPLE_DATA_SRC)
		builder__u64(b, s->data_src);
	if (type & DEFER_SAMPLE_TRANSACTION)
		builder__u64(b, s->transaction);
	if (type & DEFER_SAMPLE_REGS_INTR)
		regs(b, &s->intr_regs);
	later_words(b, type, s);
	if (type & DEFER_SAMPLE_AUX) {
		builder__u64(b, s->aux.size);
		blob(b, &s->aux);
	}
}

size_t builder__sample(struct builder *b, const struct defer_attr *attr,
		       const struct defer_sample *sample)
{
	size_t at = builder__begin(b, DEFER_RECORD_SAMPLE, sample->misc);

	builder__sample_body(b, attr, sample);
	builder__end(b);
	return at;
}

void builder__auxtrace(struct builder *b, uint64_t size)
{
	builder__begin(b, DEFER_RECORD_AUXTRACE, 0);
	builder__u64(b, size);
	builder__zeros(b, 32);
	builder__end(b);
}

void builder__sample_id(struct builder *b, const struct defer_attr *attr,
			const struct defer_sample_id *id)
{
	uint64_t type = attr->sample_type;

	if (!(attr->flags & DEFER_ATTR_SAMPLE_ID_ALL))
		return;
	if (type & DEFER_SAMPLE_TID)
		u32_pair(b, (uint32_t)id->pid, (uint32_t)id->tid);
	if (type & DEFER_SAMPLE_TIME)
		builder__u64(b, id->time);
	if (type & DEFER_SAMPLE_ID)
		builder__u64(b, id->id);
	if (type & DEFER_SAMPLE_STREAM_ID)
		builder__u64(b, id->stream_id);
	if (type & DEFER_SAMPLE_CPU)
		u32_pair(b, (uint32_t)id->cpu, 0);
	if (type & DEFER_SAMPLE_IDENTIFIER)
		builder__u64(b, id->id);
}

static void mmap_body(struct builder *b, const struct defer_event *ev)
{
	u32_pair(b, (uint32_t)ev->mmap.pid, (uint32_t)ev->mmap.tid);
	builder__u64(b, ev->mmap.start);
	builder__u64(b, ev->mmap.len);
	builder__u64(b, ev->mmap.pgoff);
	if (ev->type == DEFER_RECORD_MMAP2) {
		if (ev->misc & DEFER_MISC_MMAP_BUILD_ID) {
			builder__u8(b, ev->mmap.build_id_size);
			builder__zeros(b, 3);
			builder__bytes(b, ev->mmap.build_id, DEFER_BUILD_ID_SIZE);
		} else {
			u32_pair(b, ev->mmap.maj, ev->mmap.min);
			builder__u64(b, ev->mmap.ino);
			builder__u64(b, ev->mmap.ino_generation);
		}
		u32_pair(b, ev->mmap.prot, ev->mmap.flags);
	}
	builder__str(b, ev->mmap.filename, 8);
}

static void task_body(struct builder *b, const struct defer_event *ev)
{
	u32_pair(b, (uint32_t)ev->task.pid, (uint32_t)ev->task.ppid);
	u32_pair(b, (uint32_t)ev->task.tid, (uint32_t)ev->task.ptid);
	builder__u64(b, ev->task.time);
}

static void event_body(struct builder *b, const struct defer_event *ev)
{
	switch (ev->type) {
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		mmap_body(b, ev);
		break;
	case DEFER_RECORD_COMM:
		u32_pair(b, (uint32_t)ev->comm.pid, (uint32_t)ev->comm.tid);
		builder__str(b, ev->comm.name, 8);
		break;
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		task_body(b, ev);
		break;
	case DEFER_RECORD_LOST:
		builder__u64(b, ev->lost.id);
		builder__u64(b, ev->lost.lost);
		break;
	case DEFER_RECORD_LOST_SAMPLES:
		builder__u64(b, ev->lost.lost);
		break;
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		builder__u64(b, ev->deferred.cookie);
		chain(b, &ev->deferred.chain);
		break;
	case DEFER_RECORD_KSYMBOL:
		builder__u64(b, ev->ksymbol.addr);
		builder__u32(b, ev->ksymbol.len);
		builder__u16(b, ev->ksymbol.ksym_type);
		builder__u16(b, ev->ksymbol.flags);
		builder__str(b, ev->ksymbol.name, 8);
		break;
	case DEFER_RECORD_SWITCH:
		break;
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		u32_pair(b, (uint32_t)ev->context_switch.next_prev_pid,
			 (uint32_t)ev->context_switch.next_prev_tid);
		break;
	case DEFER_RECORD_THROTTLE:
	case DEFER_RECORD_UNTHROTTLE:
		builder__u64(b, ev->throttle.time);
		builder__u64(b, ev->throttle.id);
		builder__u64(b, ev->throttle.stream_id);
		break;
	default:
		abort();
	}
}

size_t builder__event(struct builder *b, const struct defer_attr *attr,
		      const struct defer_event *ev)
{
	size_t at = builder__begin(b, ev->type, ev->misc);

	event_body(b, ev);
	builder__sample_id(b, attr, &ev->id);
	builder__end(b);
	return at;
}

size_t builder__attr_record(struct builder *b, const struct defer_attr *attr, const uint64_t *ids,
			    uint64_t nr_ids)
{
	size_t at = builder__begin(b, DEFER_RECORD_HEADER_ATTR, 0);

	builder__attr(b, attr);
	for (uint64_t i = 0; i < nr_ids; i++)
		builder__u64(b, ids[i]);
	builder__end(b);
	return at;
}
