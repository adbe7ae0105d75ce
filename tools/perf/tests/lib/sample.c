// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"

/* ---- random samples of random layouts ---- */

/* Bytes that the blobs of one sample point into. */
struct pool {
	uint64_t words[4096];
	size_t used;
};

static struct defer_blob random_blob(struct pool *pool, uint64_t *rng, uint64_t words)
{
	struct defer_blob blob = {(const uint8_t *)&pool->words[pool->used], words * 8};

	for (uint64_t i = 0; i < words; i++)
		pool->words[pool->used++] = rng__next(rng);
	return blob;
}

/* The fields that by far most traces have, and no others. */
#define PLAIN_FIELDS                                                                        \
	(DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | \
	 DEFER_SAMPLE_ADDR | DEFER_SAMPLE_ID | DEFER_SAMPLE_CPU | DEFER_SAMPLE_STREAM_ID |  \
	 DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_CALLCHAIN)

static struct defer_attr random_attr(uint64_t *rng)
{
	struct defer_attr attr = {
		.size = 144,
		.sample_type = rng__next(rng) & rng__next(rng) & DEFER_SAMPLE_KNOWN,
		.read_format = rng__next(rng) & DEFER_FORMAT_KNOWN,
		.branch_sample_type =
			rng__next(rng) & (DEFER_BRANCH_HW_INDEX | DEFER_BRANCH_COUNTERS),
		.sample_regs_user = rng__next(rng) & rng__next(rng),
		.sample_regs_intr = rng__next(rng) & rng__next(rng),
	};

	if (!rng__below(rng, 4))
		attr.sample_type &= PLAIN_FIELDS;
	return attr;
}

static void random_read(struct defer_sample *s, const struct defer_attr *attr, struct pool *pool,
			uint64_t *rng, bool big)
{
	uint64_t format = attr->read_format, each = 1, times;
	struct builder b;

	times = !!(format & DEFER_FORMAT_TOTAL_TIME_ENABLED) +
		!!(format & DEFER_FORMAT_TOTAL_TIME_RUNNING);
	each += !!(format & DEFER_FORMAT_ID) + !!(format & DEFER_FORMAT_LOST);
	s->read.nr = format & DEFER_FORMAT_GROUP ? rng__below(rng, 6) : 1;

	builder__init(&b, big);
	if (format & DEFER_FORMAT_GROUP)
		builder__u64(&b, s->read.nr);
	for (uint64_t i = 0; i < times + each * s->read.nr; i++)
		builder__u64(&b, rng__next(rng));
	s->read.bytes = (struct defer_blob){(uint8_t *)&pool->words[pool->used], b.size};
	memcpy(&pool->words[pool->used], b.data, b.size);
	pool->used += b.size / 8;
	builder__exit(&b);
}

static void random_regs(struct defer_sample_regs *regs, uint64_t mask, struct pool *pool,
			uint64_t *rng)
{
	regs->abi = rng__below(rng, 3);
	if (!regs->abi)
		return;
	regs->mask = mask;
	regs->regs = random_blob(pool, rng, (uint64_t)__builtin_popcountll(mask));
}

static void random_branches(struct defer_sample *s, const struct defer_attr *attr,
			    struct pool *pool, uint64_t *rng)
{
	s->branch.nr = rng__below(rng, 33);
	if (attr->branch_sample_type & DEFER_BRANCH_HW_INDEX)
		s->branch.hw_index = rng__next(rng);
	s->branch.entries = random_blob(pool, rng, s->branch.nr * 3);
	if (attr->branch_sample_type & DEFER_BRANCH_COUNTERS)
		s->branch.counters = random_blob(pool, rng, s->branch.nr);
}

static void random_fixed(struct defer_sample *s, uint64_t type, uint64_t *rng)
{
	s->misc = rng__next(rng) & 0x7fff;
	s->cpumode = s->misc & DEFER_MISC_CPUMODE_MASK;
	s->id = type & (DEFER_SAMPLE_ID | DEFER_SAMPLE_IDENTIFIER) ? rng__next(rng) : UINT64_MAX;
	s->ip = type & DEFER_SAMPLE_IP ? rng__next(rng) : 0;
	s->pid = type & DEFER_SAMPLE_TID ? (int32_t)rng__next(rng) : -1;
	s->tid = type & DEFER_SAMPLE_TID ? (int32_t)rng__next(rng) : -1;
	s->time = type & DEFER_SAMPLE_TIME ? rng__next(rng) : 0;
	s->has_time = type & DEFER_SAMPLE_TIME;
	s->addr = type & DEFER_SAMPLE_ADDR ? rng__next(rng) : 0;
	s->stream_id = type & DEFER_SAMPLE_STREAM_ID ? rng__next(rng) : 0;
	s->cpu = type & DEFER_SAMPLE_CPU ? (int32_t)rng__next(rng) : -1;
	s->period = type & DEFER_SAMPLE_PERIOD ? rng__next(rng) : 0;
}

static void random_words(struct defer_sample *s, uint64_t type, uint64_t *rng)
{
	if (type & DEFER_SAMPLE_WEIGHT_STRUCT) {
		s->weight = (uint32_t)rng__next(rng);
		s->ins_lat = (uint16_t)rng__next(rng);
		s->weight3 = (uint16_t)rng__next(rng);
	} else if (type & DEFER_SAMPLE_WEIGHT) {
		s->weight = rng__next(rng);
	}
	s->data_src = type & DEFER_SAMPLE_DATA_SRC ? rng__next(rng) : 0;
	s->transaction = type & DEFER_SAMPLE_TRANSACTION ? rng__next(rng) : 0;
	s->phys_addr = type & DEFER_SAMPLE_PHYS_ADDR ? rng__next(rng) : 0;
	s->cgroup = type & DEFER_SAMPLE_CGROUP ? rng__next(rng) : 0;
	s->data_page_size = type & DEFER_SAMPLE_DATA_PAGE_SIZE ? rng__next(rng) : 0;
	s->code_page_size = type & DEFER_SAMPLE_CODE_PAGE_SIZE ? rng__next(rng) : 0;
}

static void random_blobs(struct defer_sample *s, uint64_t type, struct pool *pool, uint64_t *rng)
{
	if (type & DEFER_SAMPLE_CALLCHAIN) {
		s->has_chain = true;
		s->chain.nr = rng__below(rng, 40);
		s->chain.ips = random_blob(pool, rng, s->chain.nr).data;
	}
	if (type & DEFER_SAMPLE_RAW) {
		s->raw = random_blob(pool, rng, 1 + rng__below(rng, 20));
		s->raw.size -= 4 + rng__below(rng, 4);
	}
	if (type & DEFER_SAMPLE_STACK_USER) {
		s->user_stack.bytes = random_blob(pool, rng, rng__below(rng, 64));
		s->user_stack.dyn_size = rng__below(rng, s->user_stack.bytes.size + 1);
	}
	if (type & DEFER_SAMPLE_AUX)
		s->aux = random_blob(pool, rng, rng__below(rng, 64));
}

static void random_sample(struct defer_sample *s, const struct defer_attr *attr, struct pool *pool,
			  uint64_t *rng, bool big)
{
	uint64_t type = attr->sample_type;

	memset(s, 0, sizeof(*s));
	pool->used = 0;
	random_fixed(s, type, rng);
	if (type & DEFER_SAMPLE_READ)
		random_read(s, attr, pool, rng, big);
	if (type & DEFER_SAMPLE_BRANCH_STACK)
		random_branches(s, attr, pool, rng);
	if (type & DEFER_SAMPLE_REGS_USER)
		random_regs(&s->user_regs, attr->sample_regs_user, pool, rng);
	if (type & DEFER_SAMPLE_REGS_INTR)
		random_regs(&s->intr_regs, attr->sample_regs_intr, pool, rng);
	random_blobs(s, type, pool, rng);
	random_words(s, type, rng);
}

/* ---- comparison ---- */

static bool same_blob(const struct defer_blob *a, const struct defer_blob *b)
{
	return a->size == b->size && (!a->size || !memcmp(a->data, b->data, a->size));
}

static bool same_regs(const struct defer_sample_regs *a, const struct defer_sample_regs *b)
{
	return a->abi == b->abi && a->mask == b->mask && same_blob(&a->regs, &b->regs);
}

static bool same_chain(const struct defer_chain *a, const struct defer_chain *b)
{
	if (a->nr != b->nr)
		return false;
	for (uint64_t i = 0; i < a->nr; i++) {
		if (defer_chain__ip(a, i) != defer_chain__ip(b, i))
			return false;
	}
	return true;
}

static int compare(const struct defer_sample *got, const struct defer_sample *want)
{
	T_EQ(got->misc, want->misc);
	T_EQ(got->cpumode, want->cpumode);
	T_EQ(got->id, want->id);
	T_EQ(got->ip, want->ip);
	T_EQ(got->pid, want->pid);
	T_EQ(got->tid, want->tid);
	T_EQ(got->has_time, want->has_time);
	T_EQ(got->time, want->time);
	T_EQ(got->addr, want->addr);
	T_EQ(got->stream_id, want->stream_id);
	T_EQ(got->cpu, want->cpu);
	T_EQ(got->period, want->period);
	T_EQ(got->read.nr, want->read.nr);
	T_CHECK(same_blob(&got->read.bytes, &want->read.bytes));
	T_EQ(got->has_chain, want->has_chain);
	T_CHECK(same_chain(&got->chain, &want->chain));
	T_CHECK(same_blob(&got->raw, &want->raw));
	T_EQ(got->branch.nr, want->branch.nr);
	T_EQ(got->branch.hw_index, want->branch.hw_index);
	T_CHECK(same_blob(&got->branch.entries, &want->branch.entries));
	T_CHECK(same_blob(&got->branch.counters, &want->branch.counters));
	T_CHECK(same_regs(&got->user_regs, &want->user_regs));
	T_CHECK(same_blob(&got->user_stack.bytes, &want->user_stack.bytes));
	T_EQ(got->user_stack.dyn_size, want->user_stack.dyn_size);
	T_EQ(got->weight, want->weight);
	T_EQ(got->ins_lat, want->ins_lat);
	T_EQ(got->weight3, want->weight3);
	T_EQ(got->data_src, want->data_src);
	T_EQ(got->transaction, want->transaction);
	T_CHECK(same_regs(&got->intr_regs, &want->intr_regs));
	T_EQ(got->phys_addr, want->phys_addr);
	T_EQ(got->cgroup, want->cgroup);
	T_EQ(got->data_page_size, want->data_page_size);
	T_EQ(got->code_page_size, want->code_page_size);
	T_CHECK(same_blob(&got->aux, &want->aux));
	return TEST_OK;
}

static int decode(const struct builder *b, const struct defer_attr *attr, struct defer_sample *out,
		  struct defer_error *err)
{
	struct defer_layout layout;
	struct defer_record rec;
	int ret = defer_layout__init(&layout, attr, err);

	if (!ret)
		ret = defer_record__decode(&rec, b->data, b->size, 0, builder__swap(b), err);
	return ret ? ret : defer_sample__decode(out, &rec, &layout, err);
}

/* After any other sample of the event, the record decodes to the same, or fails with the same. */
static int decode_after_other(const struct builder *b, const struct defer_attr *attr)
{
	struct defer_error err = DEFER_ERROR_INIT, next_err = DEFER_ERROR_INIT;
	struct defer_sample in, out, next;
	struct defer_layout layout;
	struct defer_record rec;
	struct pool pool;
	struct builder other;
	uint64_t rng = b->size;
	int ret;

	T_EQ(defer_layout__init(&layout, attr, NULL), 0);
	builder__init(&other, b->big);
	random_sample(&in, attr, &pool, &rng, b->big);
	builder__sample(&other, attr, &in);
	T_EQ(decode(&other, attr, &next, NULL), 0);
	T_EQ(defer_record__decode(&rec, b->data, b->size, 0, builder__swap(b), NULL), 0);
	ret = defer_sample__decode(&out, &rec, &layout, &err);
	T_EQ(defer_sample__decode_next(&next, &rec, &layout, &next_err), ret);
	if (ret) {
		T_STREQ(next_err.text, err.text);
		T_EQ(next_err.offset, err.offset);
	} else {
		T_RUN(compare(&next, &out));
		T_EQ(next.swap, out.swap);
		T_EQ(next.user_half, out.user_half);
		T_EQ(next.has_ip, out.has_ip);
	}
	builder__exit(&other);
	return TEST_OK;
}

/* Fields read without decoding the whole sample equal those of a full decode. */
static int peek(const struct builder *b, const struct defer_attr *attr,
		const struct defer_sample *sample)
{
	struct defer_layout layout;
	struct defer_record rec;

	T_EQ(defer_layout__init(&layout, attr, NULL), 0);
	T_EQ(defer_record__decode(&rec, b->data, b->size, 0, builder__swap(b), NULL), 0);
	T_EQ(defer_sample__time(&rec, &layout), sample->time);
	T_EQ(defer_sample__cookie(&rec, &layout), defer_chain__cookie(&sample->chain));
	return TEST_OK;
}

static int round_trip(uint64_t *rng, bool big)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_attr attr = random_attr(rng);
	struct defer_sample in, out;
	struct pool pool;
	struct builder b;

	random_sample(&in, &attr, &pool, rng, big);
	builder__init(&b, big);
	builder__sample(&b, &attr, &in);
	if (decode(&b, &attr, &out, &err))
		T_FAIL("%s (sample_type %#" PRIx64 ")", err.text, attr.sample_type);
	T_RUN(compare(&out, &in));
	T_EQ(out.swap, builder__swap(&b));
	T_RUN(peek(&b, &attr, &out));
	T_RUN(decode_after_other(&b, &attr));
	builder__exit(&b);
	return TEST_OK;
}

static int test_random_layouts(void)
{
	uint64_t rng = 3;

	for (int i = 0; i < 20000; i++)
		T_RUN(round_trip(&rng, i & 1));
	return TEST_OK;
}

/* Each field alone, so that an order or a size that is wrong cannot hide. */
static int test_each_field(void)
{
	uint64_t rng = 4;
	struct defer_sample in, out;
	struct pool pool;

	for (int bit = 0; bit < 25; bit++) {
		struct defer_attr attr = random_attr(&rng);
		struct builder b;

		attr.sample_type = 1ULL << bit;
		random_sample(&in, &attr, &pool, &rng, bit & 1);
		builder__init(&b, bit & 1);
		builder__sample(&b, &attr, &in);
		T_EQ(decode(&b, &attr, &out, NULL), 0);
		T_RUN(compare(&out, &in));
		builder__exit(&b);
	}
	return TEST_OK;
}

/*
 * A record cut anywhere must not decode as if it were whole, nor one with more bytes. Without
 * branches: there a record may have two meanings.
 */
static int wrong_size(uint64_t *rng, bool big)
{
	struct defer_attr attr = random_attr(rng);
	struct defer_sample in, out;
	struct pool pool;
	struct builder b;
	size_t size;

	attr.sample_type &= ~DEFER_SAMPLE_BRANCH_STACK;
	random_sample(&in, &attr, &pool, rng, big);
	builder__init(&b, big);
	builder__sample(&b, &attr, &in);
	size = b.size;
	builder__zeros(&b, 8);
	builder__poke_u16(&b, 6, size + 8);
	T_EQ(decode(&b, &attr, &out, NULL), DEFER_ERR_CORRUPT);
	T_RUN(decode_after_other(&b, &attr));
	builder__poke_u16(&b, 6, size + 4);
	T_RUN(decode_after_other(&b, &attr));
	for (size_t cut = DEFER_RECORD_HEADER_SIZE; cut < size; cut += 1 + rng__below(rng, 9)) {
		struct defer_error err = DEFER_ERROR_INIT;

		builder__poke_u16(&b, 6, cut);
		T_EQ(decode(&b, &attr, &out, &err), DEFER_ERR_CORRUPT);
		T_CHECK(err.offset <= cut);
		T_RUN(decode_after_other(&b, &attr));
	}
	builder__exit(&b);
	return TEST_OK;
}

static int test_wrong_size(void)
{
	uint64_t rng = 5;

	for (int i = 0; i < 500; i++)
		T_RUN(wrong_size(&rng, i & 1));
	return TEST_OK;
}

/* ---- READ ---- */

static int read_values(uint64_t format, bool big)
{
	const bool group = format & DEFER_FORMAT_GROUP;
	struct defer_attr attr = {.sample_type = DEFER_SAMPLE_READ, .read_format = format};
	struct defer_read_value value;
	struct defer_layout layout;
	struct defer_sample out;
	struct builder b;
	uint64_t nr = group ? 3 : 1;

	builder__init(&b, big);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	builder__u64(&b, group ? nr : 100);
	if (format & DEFER_FORMAT_TOTAL_TIME_ENABLED)
		builder__u64(&b, 1000);
	if (format & DEFER_FORMAT_TOTAL_TIME_RUNNING)
		builder__u64(&b, 900);
	for (uint64_t i = 0; i < nr; i++) {
		if (group)
			builder__u64(&b, 100 + i);
		if (format & DEFER_FORMAT_ID)
			builder__u64(&b, 200 + i);
		if (format & DEFER_FORMAT_LOST)
			builder__u64(&b, 300 + i);
	}
	builder__end(&b);

	T_EQ(decode(&b, &attr, &out, NULL), 0);
	T_EQ(defer_layout__init(&layout, &attr, NULL), 0);
	T_EQ(out.read.nr, nr);
	T_EQ(out.read.enabled, format & DEFER_FORMAT_TOTAL_TIME_ENABLED ? 1000 : 0);
	T_EQ(out.read.running, format & DEFER_FORMAT_TOTAL_TIME_RUNNING ? 900 : 0);
	for (uint64_t i = 0; i < nr; i++) {
		T_CHECK(defer_sample__read_value(&out, &layout, i, &value));
		T_EQ(value.value, 100 + i);
		T_EQ(value.id, format & DEFER_FORMAT_ID ? 200 + i : UINT64_MAX);
		T_EQ(value.lost, format & DEFER_FORMAT_LOST ? 300 + i : 0);
	}
	T_CHECK(!defer_sample__read_value(&out, &layout, nr, &value));
	builder__exit(&b);
	return TEST_OK;
}

static int test_read_values(void)
{
	for (uint64_t format = 0; format <= DEFER_FORMAT_KNOWN; format++) {
		T_RUN(read_values(format, false));
		T_RUN(read_values(format, true));
	}
	return TEST_OK;
}

/* ---- lies: counts and sizes that pass the record's end ---- */

/* A sample of one u64 that claims @claim items of what @type has, with 64 bytes after it. */
static int count_lie(uint64_t type, uint64_t claim, const char *field)
{
	struct defer_attr attr = {.sample_type = type, .read_format = DEFER_FORMAT_GROUP};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_sample out;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	builder__u64(&b, claim);
	builder__zeros(&b, 64);
	builder__end(&b);
	T_EQ(decode(&b, &attr, &out, &err), DEFER_ERR_CORRUPT);
	T_CHECK(strstr(err.text, field));
	T_CHECK(err.offset >= 8 && err.offset <= b.size);
	builder__exit(&b);
	return TEST_OK;
}

static int count_lies(uint64_t type, const char *field)
{
	static const uint64_t claims[] = {
		9,
		65,
		1000,
		UINT32_MAX,
		1ULL << 58,
		1ULL << 60,
		(1ULL << 61) + 1,
		(1ULL << 61) + 8,
		1ULL << 63,
		UINT64_MAX / 24 + 2,
		UINT64_MAX - 7,
		UINT64_MAX,
	};

	for (size_t i = 0; i < ARRAY_SIZE(claims); i++)
		T_RUN(count_lie(type, claims[i], field));
	return TEST_OK;
}

static int test_chain_count(void)
{
	return count_lies(DEFER_SAMPLE_CALLCHAIN, "CALLCHAIN");
}

static int test_read_count(void)
{
	return count_lies(DEFER_SAMPLE_READ, "READ");
}

static int test_branch_count(void)
{
	return count_lies(DEFER_SAMPLE_BRANCH_STACK, "BRANCH_STACK");
}

static int test_aux_size(void)
{
	return count_lie(DEFER_SAMPLE_AUX, UINT64_MAX, "AUX");
}

static int test_stack_size(void)
{
	T_RUN(count_lie(DEFER_SAMPLE_STACK_USER, 65, "STACK_USER"));
	T_RUN(count_lie(DEFER_SAMPLE_STACK_USER, 64, "STACK_USER"));
	T_RUN(count_lie(DEFER_SAMPLE_STACK_USER, UINT64_MAX, "STACK_USER"));
	return TEST_OK;
}

static int test_dyn_size(void)
{
	struct defer_attr attr = {.sample_type = DEFER_SAMPLE_STACK_USER};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_sample out;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	builder__u64(&b, 16);
	builder__zeros(&b, 16);
	builder__u64(&b, 17);
	builder__end(&b);
	T_EQ(decode(&b, &attr, &out, &err), DEFER_ERR_CORRUPT);
	T_CHECK(strstr(err.text, "STACK_USER"));
	builder__exit(&b);
	return TEST_OK;
}

static int raw_lie(uint32_t size)
{
	struct defer_attr attr = {.sample_type = DEFER_SAMPLE_RAW};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_sample out;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	builder__u32(&b, size);
	builder__zeros(&b, 20);
	builder__end(&b);
	T_EQ(decode(&b, &attr, &out, &err), DEFER_ERR_CORRUPT);
	builder__exit(&b);
	return TEST_OK;
}

static int test_raw_size(void)
{
	T_RUN(raw_lie(21));
	T_RUN(raw_lie(12));
	T_RUN(raw_lie(UINT32_MAX));
	T_RUN(raw_lie(UINT32_MAX - 3));
	return TEST_OK;
}

static int test_regs_past_end(void)
{
	struct defer_attr attr = {
		.sample_type = DEFER_SAMPLE_REGS_USER,
		.sample_regs_user = UINT64_MAX,
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_sample out;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	builder__u64(&b, 2);
	builder__zeros(&b, 63 * 8);
	builder__end(&b);
	T_EQ(decode(&b, &attr, &out, &err), DEFER_ERR_CORRUPT);
	T_CHECK(strstr(err.text, "REGS_USER"));
	builder__exit(&b);
	return TEST_OK;
}

/* ---- branch stacks that the attr does not describe ---- */

static int branch_words(const struct defer_attr *attr, const uint64_t *words, size_t nr,
			struct defer_sample *out)
{
	struct builder b;
	int ret;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, 0);
	for (size_t i = 0; i < nr; i++)
		builder__u64(&b, words[i]);
	builder__end(&b);
	ret = decode(&b, attr, out, NULL);
	builder__exit(&b);
	return ret;
}

/* Without a branch stack the kernel writes nr alone, hw_index or not. */
static int test_no_branches(void)
{
	struct defer_attr attr = {
		.sample_type = DEFER_SAMPLE_BRANCH_STACK | DEFER_SAMPLE_DATA_SRC,
		.branch_sample_type = DEFER_BRANCH_HW_INDEX,
	};
	struct defer_sample out;

	T_EQ(branch_words(&attr, (uint64_t[]){0, 77}, 2, &out), 0);
	T_EQ(out.branch.nr, 0);
	T_EQ(out.branch.hw_index, 0);
	T_EQ(out.data_src, 77);
	T_EQ(branch_words(&attr, (uint64_t[]){0, 5, 77}, 3, &out), 0);
	T_EQ(out.branch.hw_index, 5);
	T_EQ(out.data_src, 77);
	T_EQ(branch_words(&attr, (uint64_t[]){1, 5, 6, 7, 77}, 5, &out), DEFER_ERR_CORRUPT);
	return TEST_OK;
}

/* Counters come to every event of a group in which one asked for them. */
static int test_counters_of_group(void)
{
	struct defer_attr attr = {
		.sample_type = DEFER_SAMPLE_BRANCH_STACK | DEFER_SAMPLE_DATA_SRC,
	};
	struct defer_sample out;

	T_EQ(branch_words(&attr, (uint64_t[]){1, 2, 3, 4, 77}, 5, &out), 0);
	T_EQ(out.branch.counters.size, 0);
	T_EQ(out.data_src, 77);
	T_EQ(branch_words(&attr, (uint64_t[]){1, 2, 3, 4, 5, 77}, 6, &out), 0);
	T_EQ(out.branch.counters.size, 8);
	T_EQ(out.data_src, 77);
	attr.branch_sample_type = DEFER_BRANCH_COUNTERS;
	T_EQ(branch_words(&attr, (uint64_t[]){1, 2, 3, 4, 77}, 5, &out), 0);
	T_EQ(out.branch.counters.size, 0);
	T_EQ(branch_words(&attr, (uint64_t[]){1, 2, 3, 4, 5, 6, 77}, 7, &out), DEFER_ERR_CORRUPT);
	return TEST_OK;
}

/* ---- cookies ---- */

static uint64_t cookie_of(const uint64_t *ips, uint64_t nr)
{
	struct defer_chain chain = {.ips = (const uint8_t *)ips, .nr = nr};

	return defer_chain__cookie(&chain);
}

static int test_cookie(void)
{
	static const uint64_t ips[] = {
		DEFER_CONTEXT_KERNEL,
		0xffffffff81000000ULL,
		DEFER_CONTEXT_USER_DEFERRED,
		0x300000001ULL,
		0x400000,
	};
	static const uint64_t swapped[] = {
		__builtin_bswap64(DEFER_CONTEXT_USER_DEFERRED),
		__builtin_bswap64(0x500000002ULL),
	};
	struct defer_chain chain = {.ips = (const uint8_t *)swapped, .nr = 2, .swap = true};

	T_EQ(cookie_of(ips, 4), 0x300000001LL);
	T_EQ(cookie_of(ips + 2, 2), 0x300000001LL);
	T_EQ(cookie_of(ips, 5), 0);
	T_EQ(cookie_of(ips, 3), 0);
	T_EQ(cookie_of(ips + 2, 1), 0);
	T_EQ(cookie_of(NULL, 0), 0);
	T_EQ(defer_chain__cookie(&chain), 0x500000002LL);
	return TEST_OK;
}

/* The cookie of a whole record, without decoding it. */
static int check_cookie(bool big, uint64_t sample_type)
{
	const uint64_t ips[] = {DEFER_CONTEXT_KERNEL, 0xffffffff81000000,
				DEFER_CONTEXT_USER_DEFERRED, 0x300000001};
	const struct defer_attr attr = {.type = DEFER_TYPE_SOFTWARE,
					.size = DEFER_ATTR_SIZE_VER9,
					.sample_type = sample_type};
	struct defer_sample sample = {.chain = {.ips = (const uint8_t *)ips, .nr = 4}};
	const uint64_t read[] = {7};
	struct defer_layout layout;
	struct defer_record rec;
	struct builder b;

	sample.read.nr = 1;
	sample.read.bytes = (struct defer_blob){(const uint8_t *)read, sizeof(read)};
	builder__init(&b, big);
	builder__sample(&b, &attr, &sample);
	T_EQ(defer_layout__init(&layout, &attr, NULL), 0);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL), 0);
	T_EQ(defer_sample__cookie(&rec, &layout), 0x300000001);
	/* A chain that would end a byte, or a number, after the record has none. */
	rec.size -= 1;
	T_EQ(defer_sample__cookie(&rec, &layout), 0);
	rec.size -= 7;
	T_EQ(defer_sample__cookie(&rec, &layout), 0);
	rec.size = DEFER_RECORD_HEADER_SIZE;
	T_EQ(defer_sample__cookie(&rec, &layout), 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_record_cookie(void)
{
	const uint64_t chain = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_CALLCHAIN;

	for (int big = 0; big < 2; big++) {
		T_RUN(check_cookie(big, DEFER_SAMPLE_CALLCHAIN));
		T_RUN(check_cookie(big, chain));
		T_RUN(check_cookie(big, chain | DEFER_SAMPLE_READ));
	}
	return TEST_OK;
}

/* A chain longer than a plain record can hold. */
static int test_extended(void)
{
	struct defer_attr attr = {.sample_type = DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_PERIOD};
	struct defer_sample in = {.period = 9}, out;
	const uint64_t nr = 60000;
	struct builder b;

	in.chain.nr = nr;
	in.chain.ips = calloc(nr, 8);
	T_CHECK(in.chain.ips);
	builder__init(&b, true);
	builder__begin(&b, DEFER_RECORD_SAMPLE, DEFER_MISC_USER);
	builder__sample_body(&b, &attr, &in);
	builder__end_extended(&b);
	T_EQ(decode(&b, &attr, &out, NULL), 0);
	T_EQ(out.period, 9);
	T_EQ(out.cpumode, DEFER_MISC_USER);
	T_EQ(out.misc, DEFER_MISC_USER);
	T_CHECK(same_chain(&out.chain, &in.chain));
	builder__exit(&b);
	free((void *)in.chain.ips);
	return TEST_OK;
}

/* A counter's value that looks like the number of entries of the callchain after it. */
static int test_read_like_chain(void)
{
	const struct defer_attr attr = {
		.size = 144,
		.sample_type = DEFER_SAMPLE_READ | DEFER_SAMPLE_CALLCHAIN,
	};
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_SAMPLE, DEFER_MISC_KERNEL);
	builder__u64(&b, 3); /* the value: as many words follow */
	builder__u64(&b, 2); /* the entries */
	builder__u64(&b, DEFER_CONTEXT_KERNEL);
	builder__u64(&b, 0xffffffff81000000);
	builder__end(&b);
	T_RUN(decode_after_other(&b, &attr));
	builder__exit(&b);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"random layouts read back equal in both byte orders", test_random_layouts},
	{"each field alone", test_each_field},
	{"records too short or too long for their fields", test_wrong_size},
	{"READ in every format", test_read_values},
	{"READ whose value looks like the count of a CALLCHAIN", test_read_like_chain},
	{"CALLCHAIN count past the end, or overflowing", test_chain_count},
	{"READ count past the end, or overflowing", test_read_count},
	{"BRANCH_STACK count past the end, or overflowing", test_branch_count},
	{"AUX size past the end", test_aux_size},
	{"STACK_USER size past the end", test_stack_size},
	{"STACK_USER filled with more than it has", test_dyn_size},
	{"RAW size past the end, or too small", test_raw_size},
	{"REGS_USER past the end", test_regs_past_end},
	{"BRANCH_STACK that is not there", test_no_branches},
	{"BRANCH_STACK counters of a group", test_counters_of_group},
	{"cookies", test_cookie},
	{"the cookie of a record", test_record_cookie},
	{"a sample over 64 KiB", test_extended},
	{0},
};

const struct test_suite suite__sample = {"sample", "Fields of samples of any layout", cases};
