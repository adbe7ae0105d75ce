// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/builder.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"

#define ALL_IDS                                                                            \
	(DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_ID | DEFER_SAMPLE_STREAM_ID | \
	 DEFER_SAMPLE_CPU | DEFER_SAMPLE_IDENTIFIER)

static const uint32_t types[] = {
	DEFER_RECORD_MMAP,
	DEFER_RECORD_MMAP2,
	DEFER_RECORD_COMM,
	DEFER_RECORD_FORK,
	DEFER_RECORD_EXIT,
	DEFER_RECORD_LOST,
	DEFER_RECORD_LOST_SAMPLES,
	DEFER_RECORD_CALLCHAIN_DEFERRED,
	DEFER_RECORD_KSYMBOL,
	DEFER_RECORD_SWITCH,
	DEFER_RECORD_SWITCH_CPU_WIDE,
	DEFER_RECORD_THROTTLE,
	DEFER_RECORD_UNTHROTTLE,
};

#define NR_TYPES ARRAY_SIZE(types)

/* The data that a random event points to. */
struct pool {
	char name[64];
	uint64_t ips[32];
};

static void random_name(struct pool *pool, uint64_t *rng)
{
	size_t len = rng__below(rng, sizeof(pool->name));

	for (size_t i = 0; i < len; i++)
		pool->name[i] = (char)(1 + rng__below(rng, 255));
	pool->name[len] = '\0';
}

static void random_mmap(struct defer_event *ev, const struct pool *pool, uint64_t *rng)
{
	ev->mmap.pid = (int32_t)rng__next(rng);
	ev->mmap.tid = (int32_t)rng__next(rng);
	ev->mmap.start = rng__next(rng);
	ev->mmap.len = rng__next(rng);
	ev->mmap.pgoff = rng__next(rng);
	ev->mmap.filename = pool->name;
	if (ev->type == DEFER_RECORD_MMAP)
		return;

	if (rng__coin(rng)) {
		ev->misc |= DEFER_MISC_MMAP_BUILD_ID;
		ev->mmap.build_id_size = (uint8_t)rng__below(rng, DEFER_BUILD_ID_SIZE + 1);
		for (int i = 0; i < ev->mmap.build_id_size; i++)
			ev->mmap.build_id[i] = (uint8_t)rng__next(rng);
	} else {
		ev->mmap.maj = (uint32_t)rng__next(rng);
		ev->mmap.min = (uint32_t)rng__next(rng);
		ev->mmap.ino = rng__next(rng);
		ev->mmap.ino_generation = rng__next(rng);
	}
	ev->mmap.prot = (uint32_t)rng__below(rng, 32);
	ev->mmap.flags = (uint32_t)rng__next(rng);
}

static void random_deferred(struct defer_event *ev, struct pool *pool, uint64_t *rng)
{
	ev->deferred.cookie = rng__next(rng);
	ev->deferred.chain.nr = rng__below(rng, 33);
	for (uint64_t i = 0; i < ev->deferred.chain.nr; i++)
		pool->ips[i] = rng__next(rng);
	ev->deferred.chain.ips = (const uint8_t *)pool->ips;
}

static void random_task(struct defer_event *ev, uint64_t *rng)
{
	ev->task.pid = (int32_t)rng__next(rng);
	ev->task.ppid = (int32_t)rng__next(rng);
	ev->task.tid = (int32_t)rng__next(rng);
	ev->task.ptid = (int32_t)rng__next(rng);
	ev->task.time = rng__next(rng);
}

static void random_body(struct defer_event *ev, struct pool *pool, uint64_t *rng)
{
	switch (ev->type) {
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		random_mmap(ev, pool, rng);
		break;
	case DEFER_RECORD_COMM:
		ev->misc |= rng__coin(rng) ? DEFER_MISC_COMM_EXEC : 0;
		ev->comm.pid = (int32_t)rng__next(rng);
		ev->comm.tid = (int32_t)rng__next(rng);
		ev->comm.name = pool->name;
		break;
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		random_task(ev, rng);
		break;
	case DEFER_RECORD_LOST:
		ev->lost.id = rng__next(rng);
		ev->lost.lost = rng__next(rng);
		break;
	case DEFER_RECORD_LOST_SAMPLES:
		ev->lost.lost = rng__next(rng);
		break;
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		random_deferred(ev, pool, rng);
		break;
	case DEFER_RECORD_KSYMBOL:
		ev->ksymbol.addr = rng__next(rng);
		ev->ksymbol.len = (uint32_t)rng__next(rng);
		ev->ksymbol.ksym_type = (uint16_t)rng__next(rng);
		ev->ksymbol.flags = (uint16_t)rng__next(rng);
		ev->ksymbol.name = pool->name;
		break;
	case DEFER_RECORD_SWITCH:
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		ev->misc |= rng__coin(rng) ? DEFER_MISC_SWITCH_OUT : 0;
		ev->context_switch.next_prev_pid = (int32_t)rng__next(rng);
		ev->context_switch.next_prev_tid = (int32_t)rng__next(rng);
		break;
	default:
		ev->throttle.time = rng__next(rng);
		ev->throttle.id = rng__next(rng);
		ev->throttle.stream_id = rng__next(rng);
	}
}

static void random_id(struct defer_sample_id *id, const struct defer_attr *attr, uint64_t *rng)
{
	uint64_t type = attr->flags & DEFER_ATTR_SAMPLE_ID_ALL ? attr->sample_type : 0;

	*id = (struct defer_sample_id){.pid = -1, .tid = -1, .cpu = -1, .id = UINT64_MAX};
	if (type & DEFER_SAMPLE_TID) {
		id->pid = (int32_t)rng__next(rng);
		id->tid = (int32_t)rng__next(rng);
	}
	if (type & DEFER_SAMPLE_TIME) {
		id->has_time = true;
		id->time = rng__next(rng);
	}
	if (type & (DEFER_SAMPLE_ID | DEFER_SAMPLE_IDENTIFIER))
		id->id = rng__next(rng);
	if (type & DEFER_SAMPLE_STREAM_ID)
		id->stream_id = rng__next(rng);
	if (type & DEFER_SAMPLE_CPU)
		id->cpu = (int32_t)rng__next(rng);
}

/* ---- comparison ---- */

static int compare_mmap(const struct defer_event *got, const struct defer_event *want)
{
	T_EQ(got->mmap.pid, want->mmap.pid);
	T_EQ(got->mmap.tid, want->mmap.tid);
	T_EQ(got->mmap.start, want->mmap.start);
	T_EQ(got->mmap.len, want->mmap.len);
	T_EQ(got->mmap.pgoff, want->mmap.pgoff);
	T_EQ(got->mmap.maj, want->mmap.maj);
	T_EQ(got->mmap.min, want->mmap.min);
	T_EQ(got->mmap.ino, want->mmap.ino);
	T_EQ(got->mmap.ino_generation, want->mmap.ino_generation);
	T_EQ(got->mmap.prot, want->mmap.prot);
	T_EQ(got->mmap.flags, want->mmap.flags);
	T_EQ(got->mmap.build_id_size, want->mmap.build_id_size);
	T_CHECK(!memcmp(got->mmap.build_id, want->mmap.build_id, DEFER_BUILD_ID_SIZE));
	T_STREQ(got->mmap.filename, want->mmap.filename);
	return TEST_OK;
}

static int compare_deferred(const struct defer_event *got, const struct defer_event *want)
{
	T_EQ(got->deferred.cookie, want->deferred.cookie);
	T_EQ(got->deferred.chain.nr, want->deferred.chain.nr);
	for (uint64_t i = 0; i < want->deferred.chain.nr; i++)
		T_EQ(defer_chain__ip(&got->deferred.chain, i),
		     defer_chain__ip(&want->deferred.chain, i));
	return TEST_OK;
}

static int compare_task(const struct defer_event *got, const struct defer_event *want)
{
	T_EQ(got->task.pid, want->task.pid);
	T_EQ(got->task.ppid, want->task.ppid);
	T_EQ(got->task.tid, want->task.tid);
	T_EQ(got->task.ptid, want->task.ptid);
	T_EQ(got->task.time, want->task.time);
	return TEST_OK;
}

static int compare_rest(const struct defer_event *got, const struct defer_event *want)
{
	bool cpu_wide = want->type == DEFER_RECORD_SWITCH_CPU_WIDE;

	switch (want->type) {
	case DEFER_RECORD_COMM:
		T_EQ(got->comm.pid, want->comm.pid);
		T_EQ(got->comm.tid, want->comm.tid);
		T_STREQ(got->comm.name, want->comm.name);
		T_EQ(got->comm.exec, !!(want->misc & DEFER_MISC_COMM_EXEC));
		break;
	case DEFER_RECORD_LOST:
	case DEFER_RECORD_LOST_SAMPLES:
		T_EQ(got->lost.id, want->lost.id);
		T_EQ(got->lost.lost, want->lost.lost);
		break;
	case DEFER_RECORD_KSYMBOL:
		T_EQ(got->ksymbol.addr, want->ksymbol.addr);
		T_EQ(got->ksymbol.len, want->ksymbol.len);
		T_EQ(got->ksymbol.ksym_type, want->ksymbol.ksym_type);
		T_EQ(got->ksymbol.flags, want->ksymbol.flags);
		T_STREQ(got->ksymbol.name, want->ksymbol.name);
		break;
	case DEFER_RECORD_SWITCH:
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		T_EQ(got->context_switch.out, !!(want->misc & DEFER_MISC_SWITCH_OUT));
		T_EQ(got->context_switch.next_prev_pid,
		     cpu_wide ? want->context_switch.next_prev_pid : -1);
		T_EQ(got->context_switch.next_prev_tid,
		     cpu_wide ? want->context_switch.next_prev_tid : -1);
		break;
	default:
		T_EQ(got->throttle.time, want->throttle.time);
		T_EQ(got->throttle.id, want->throttle.id);
		T_EQ(got->throttle.stream_id, want->throttle.stream_id);
	}
	return TEST_OK;
}

static int compare(const struct defer_event *got, const struct defer_event *want)
{
	T_EQ(got->type, want->type);
	T_EQ(got->misc, want->misc);
	T_EQ(got->id.pid, want->id.pid);
	T_EQ(got->id.tid, want->id.tid);
	T_EQ(got->id.cpu, want->id.cpu);
	T_EQ(got->id.has_time, want->id.has_time);
	T_EQ(got->id.time, want->id.time);
	T_EQ(got->id.id, want->id.id);
	T_EQ(got->id.stream_id, want->id.stream_id);
	switch (want->type) {
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		return compare_mmap(got, want);
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		return compare_task(got, want);
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		return compare_deferred(got, want);
	default:
		break;
	}
	return compare_rest(got, want);
}

/* Decodes the record that @b holds as one of the sole event @attr. */
static int decode(const struct builder *b, const struct defer_attr *attr, struct defer_event *ev,
		  struct defer_error *err)
{
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_record rec;
	int ret;

	ret = defer_evlist__add(evlist, attr, NULL, 0, err);
	if (!ret)
		ret = defer_record__decode(&rec, b->data, b->size, 0, builder__swap(b), err);
	if (!ret)
		ret = defer_event__decode(ev, &rec, evlist, err);
	defer_evlist__delete(evlist);
	return ret;
}

static int round_trip(uint64_t *rng, uint32_t type, bool big)
{
	struct defer_attr attr = {
		.size = 144,
		.sample_type = rng__next(rng) & DEFER_SAMPLE_KNOWN,
		.flags = DEFER_ATTR_BUILD_ID | (rng__below(rng, 4) ? DEFER_ATTR_SAMPLE_ID_ALL : 0),
	};
	struct defer_event in = {.type = type, .misc = DEFER_MISC_USER}, out;
	struct defer_error err = DEFER_ERROR_INIT;
	struct pool pool;
	struct builder b;

	random_name(&pool, rng);
	random_body(&in, &pool, rng);
	random_id(&in.id, &attr, rng);
	builder__init(&b, big);
	builder__event(&b, &attr, &in);
	if (decode(&b, &attr, &out, &err) != 1)
		T_FAIL("%s (type %u)", err.text, type);
	T_RUN(compare(&out, &in));
	builder__exit(&b);
	return TEST_OK;
}

static int test_random_events(void)
{
	uint64_t rng = 6;

	for (int n = 0; n < 400; n++) {
		for (size_t i = 0; i < NR_TYPES; i++)
			T_RUN(round_trip(&rng, types[i], n & 1));
	}
	return TEST_OK;
}

/* ---- lies ---- */

static const struct defer_attr all_ids = {
	.size = 144,
	.sample_type = ALL_IDS,
	.flags = DEFER_ATTR_SAMPLE_ID_ALL,
};

/* Every size that cuts into the fields or the name is refused. */
static int test_every_cut(void)
{
	static struct pool pool = {.name = "0123456"}; /* 8 bytes: no padding */
	struct defer_event out;

	for (size_t i = 0; i < NR_TYPES; i++) {
		struct defer_event in = {.type = types[i]};
		uint64_t rng = 7;
		struct builder b;

		random_body(&in, &pool, &rng);
		builder__init(&b, false);
		builder__event(&b, &all_ids, &in);
		for (size_t cut = DEFER_RECORD_HEADER_SIZE; cut < b.size; cut++) {
			struct defer_error err = DEFER_ERROR_INIT;

			builder__poke_u16(&b, 6, cut);
			T_EQ(decode(&b, &all_ids, &out, &err), DEFER_ERR_CORRUPT);
			T_CHECK(err.offset <= cut);
		}
		builder__exit(&b);
	}
	return TEST_OK;
}

/* @offset of what a name of eight letters and no NUL begins at. */
static int name_lie(struct defer_event *in, size_t offset)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_event out;
	struct builder b;

	builder__init(&b, false);
	builder__event(&b, &all_ids, in);
	memset(b.data + offset, 'x', 8);
	T_EQ(decode(&b, &all_ids, &out, &err), DEFER_ERR_CORRUPT);
	T_EQ(err.offset, offset);
	T_CHECK(strstr(err.text, defer_record__name(in->type)));
	builder__exit(&b);
	return TEST_OK;
}

static int test_name_no_end(void)
{
	struct defer_event comm = {.type = DEFER_RECORD_COMM, .comm.name = "sevenby"};
	struct defer_event mmap = {.type = DEFER_RECORD_MMAP, .mmap.filename = "sevenby"};
	struct defer_event mmap2 = {.type = DEFER_RECORD_MMAP2, .mmap.filename = "sevenby"};
	struct defer_event ksymbol = {.type = DEFER_RECORD_KSYMBOL, .ksymbol.name = "sevenby"};

	T_RUN(name_lie(&comm, 16));
	T_RUN(name_lie(&mmap, 40));
	T_RUN(name_lie(&mmap2, 72));
	T_RUN(name_lie(&ksymbol, 24));
	return TEST_OK;
}

static int deferred_lie(uint64_t nr, int want)
{
	struct defer_event in = {.type = DEFER_RECORD_CALLCHAIN_DEFERRED}, out;
	struct defer_error err = DEFER_ERROR_INIT;
	uint64_t ips[4] = {1, 2, 3, 4};
	struct builder b;

	in.deferred.cookie = 3;
	in.deferred.chain = (struct defer_chain){.ips = (uint8_t *)ips, .nr = 4};
	builder__init(&b, false);
	builder__event(&b, &all_ids, &in);
	builder__poke_u64(&b, 16, nr);
	T_EQ(decode(&b, &all_ids, &out, &err), want);
	T_EQ(err.code, want < 0 ? want : 0);
	builder__exit(&b);
	return TEST_OK;
}

static int test_deferred_nr(void)
{
	T_RUN(deferred_lie(4, 1));
	T_RUN(deferred_lie(0, 1));
	T_RUN(deferred_lie(5, DEFER_ERR_CORRUPT));
	T_RUN(deferred_lie(10, DEFER_ERR_CORRUPT));
	T_RUN(deferred_lie((1ULL << 61) + 4, DEFER_ERR_CORRUPT));
	T_RUN(deferred_lie(1ULL << 60, DEFER_ERR_CORRUPT));
	T_RUN(deferred_lie(UINT64_MAX, DEFER_ERR_CORRUPT));
	return TEST_OK;
}

static int test_build_id_size(void)
{
	struct defer_event in = {
		.type = DEFER_RECORD_MMAP2,
		.misc = DEFER_MISC_MMAP_BUILD_ID,
		.mmap = {.filename = "a", .build_id_size = 20},
	};
	struct defer_event out;
	struct builder b;

	struct defer_attr attr = all_ids;

	attr.flags |= DEFER_ATTR_BUILD_ID;
	builder__init(&b, false);
	builder__event(&b, &attr, &in);
	T_EQ(decode(&b, &attr, &out, NULL), 1);
	b.data[40] = 21;
	T_EQ(decode(&b, &attr, &out, NULL), DEFER_ERR_CORRUPT);
	b.data[40] = 255;
	T_EQ(decode(&b, &attr, &out, NULL), DEFER_ERR_CORRUPT);
	builder__exit(&b);
	return TEST_OK;
}

static int check_device(uint32_t major)
{
	const struct defer_event in = {
		.type = DEFER_RECORD_MMAP2,
		.mmap = {.filename = "a", .maj = major, .min = 1, .ino = 77},
	};
	struct defer_event out;
	struct builder b;

	builder__init(&b, false);
	builder__event(&b, &all_ids, &in);
	builder__poke_u16(&b, 6 - 2, DEFER_MISC_MMAP_BUILD_ID);
	T_EQ(decode(&b, &all_ids, &out, NULL), 1);
	T_EQ(out.mmap.build_id_size, 0);
	T_EQ(out.mmap.maj, major);
	T_EQ(out.mmap.ino, 77);
	T_EQ(out.misc & DEFER_MISC_MMAP_BUILD_ID, 0);
	builder__exit(&b);
	return TEST_OK;
}

/* The flag is another event's: this one did not ask for build ids, and there is none. */
static int test_build_id_flag(void)
{
	struct defer_event in = {
		.type = DEFER_RECORD_MMAP2,
		.misc = DEFER_MISC_MMAP_BUILD_ID,
		.mmap = {.filename = "a", .build_id = {1, 2, 3}},
	};
	struct defer_event out;
	struct builder b;

	T_RUN(check_device(8));
	T_RUN(check_device(0xfe));
	T_RUN(check_device(259));

	/* perf adds build ids to events that did not ask. */
	for (unsigned int size = 16; size <= 20; size += 4) {
		in.mmap.build_id_size = size;
		builder__init(&b, false);
		builder__event(&b, &all_ids, &in);
		T_EQ(decode(&b, &all_ids, &out, NULL), 1);
		T_EQ(out.mmap.build_id_size, size);
		T_EQ(out.mmap.build_id[2], 3);
		builder__exit(&b);
	}
	return TEST_OK;
}

/* ---- what recorders do ---- */

/* Later kernels may add fields before the sample_id, which is read from the end. */
static int test_longer(void)
{
	struct defer_sample_id id = {.tid = 5, .time = 6, .id = 7, .cpu = 1};
	struct defer_event out;
	struct builder b;

	builder__init(&b, false);
	builder__begin(&b, DEFER_RECORD_FORK, 0);
	builder__zeros(&b, 24);
	builder__u64(&b, 99);
	builder__sample_id(&b, &all_ids, &id);
	builder__end(&b);
	T_EQ(decode(&b, &all_ids, &out, NULL), 1);
	T_EQ(out.id.tid, 5);
	T_EQ(out.id.time, 6);
	T_EQ(out.id.id, 7);
	T_EQ(out.id.cpu, 1);
	builder__exit(&b);
	return TEST_OK;
}

static int test_other_types(void)
{
	static const uint32_t others[] = {
		DEFER_RECORD_SAMPLE, DEFER_RECORD_AUX, DEFER_RECORD_FINISHED_ROUND, 0, 40,
		UINT32_MAX};
	struct defer_event out;

	for (size_t i = 0; i < ARRAY_SIZE(others); i++) {
		struct builder b;

		builder__init(&b, false);
		builder__begin(&b, others[i], 3);
		builder__end(&b);
		T_EQ(decode(&b, &all_ids, &out, NULL), 0);
		T_EQ(out.type, others[i]);
		T_EQ(out.misc, 3);
		T_EQ(out.id.tid, -1);
		builder__exit(&b);
	}
	return TEST_OK;
}

/* With several events, the event that wrote a record determines the length of its sample_id. */
static int test_several_events(void)
{
	const struct defer_attr attrs[] = {
		{.size = 144,
		 .sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_TID,
		 .flags = DEFER_ATTR_SAMPLE_ID_ALL},
		{.size = 144,
		 .sample_type = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_TIME | DEFER_SAMPLE_CPU,
		 .flags = DEFER_ATTR_SAMPLE_ID_ALL},
	};
	struct defer_evlist *evlist = defer_evlist__new();
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_event in = {.type = DEFER_RECORD_COMM, .comm.name = "x"}, out;
	struct defer_record rec;
	struct builder b;

	T_EQ(defer_evlist__add(evlist, &attrs[0], (uint64_t[]){10}, 1, NULL), 0);
	T_EQ(defer_evlist__add(evlist, &attrs[1], (uint64_t[]){11}, 1, NULL), 0);
	in.id = (struct defer_sample_id){.id = 11, .time = 500, .cpu = 3, .tid = 8};
	builder__init(&b, true);
	builder__event(&b, &attrs[1], &in);
	T_EQ(defer_record__decode(&rec, b.data, b.size, 0, builder__swap(&b), NULL), 0);
	T_EQ(defer_event__decode(&out, &rec, evlist, NULL), 1);
	T_EQ(out.id.id, 11);
	T_EQ(out.id.time, 500);
	T_EQ(out.id.cpu, 3);
	T_EQ(out.id.tid, -1);

	builder__poke_u64(&b, b.size - 8, 12);
	T_EQ(defer_event__decode(&out, &rec, evlist, &err), DEFER_ERR_NOENT);
	T_EQ(defer_event__decode(&out, &rec, evlist, NULL), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "12"));
	builder__exit(&b);
	defer_evlist__delete(evlist);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"random events read back equal in both byte orders", test_random_events},
	{"every cut of every type", test_every_cut},
	{"names with no end", test_name_no_end},
	{"CALLCHAIN_DEFERRED nr larger than the record, or overflowing", test_deferred_nr},
	{"MMAP2 build id size past its place", test_build_id_size},
	{"MMAP2 with another event's flag of a build id", test_build_id_flag},
	{"records longer than their fields", test_longer},
	{"types without a member", test_other_types},
	{"several events", test_several_events},
	{0},
};

const struct test_suite suite__event = {"event", "Records that are not samples", cases};
