// SPDX-License-Identifier: GPL-2.0-only
/* The parts of samples that a pass leaves out are not read, and nobody sees a difference. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/uio.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/workers.h"
#include "util/session/session.h"
#include "util/source/segment.h"
#include "util/source/source.h"

#define NR_SAMPLES 2000
#define DUMP_SIZE  (16U << 10)
#define NR_REGS	   3
#define HEAD_SIZE  128

/* Places in a sample of two addresses in its callchain, bytes. */
enum {
	CHAIN_NR = 32,
	STACK_SIZE = 88,
	STACK = 96
};

/* The gaps that pass 1 and pass 2 may leave. */
static const struct gap first = {.head = HEAD_SIZE};
static const struct gap second = {.head = 512, .tail = 320};

static struct builder_event event = {
	.attr = {.type = DEFER_TYPE_SOFTWARE,
		 .size = 144,
		 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
				DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_REGS_USER |
				DEFER_SAMPLE_STACK_USER,
		 .flags = DEFER_ATTR_EXCLUDE_CALLCHAIN_USER,
		 .sample_regs_user = (1 << NR_REGS) - 1,
		 .sample_stack_user = DUMP_SIZE},
};

/* Writes a sample with a dump, all of whose words look like the beginning of such a sample if @is_trap. */
static size_t write_sample(struct builder *b, uint64_t i, size_t dump, bool is_trap)
{
	const size_t at = builder__begin(b, DEFER_RECORD_SAMPLE, DEFER_MISC_USER);

	builder__u64(b, 0x400000 + i);
	builder__u64(b, 7ULL << 32 | 7);
	builder__u64(b, i);
	builder__u64(b, 2);
	builder__u64(b, DEFER_CONTEXT_KERNEL);
	builder__u64(b, 0xffffffff81000000 + i);
	builder__u64(b, 2);
	for (unsigned int j = 0; j < NR_REGS; j++)
		builder__u64(b, i + j);
	builder__u64(b, dump);
	for (size_t j = 0; j < dump; j += 8) {
		builder__u32(b, is_trap ? DEFER_RECORD_SAMPLE : i);
		builder__u16(b, DEFER_MISC_USER);
		builder__u16(b, is_trap ? DUMP_SIZE + 104 : j);
	}
	if (dump)
		builder__u64(b, dump / 2);
	builder__end(b);
	return at;
}

static void write_small(struct builder *b)
{
	builder__begin(b, DEFER_RECORD_FINISHED_ROUND, 0);
	builder__end(b);
}

/* Lies about sizes within samples, whose ends are where they were. */
static void lie(struct builder *b, size_t at, uint64_t i)
{
	switch (i % 97) {
	case 1:
		builder__poke_u64(b, at + STACK_SIZE, 1ULL << 40);
		break;
	case 2:
		builder__poke_u64(b, at + STACK_SIZE, 8);
		break;
	case 3:
		builder__poke_u64(b, at + CHAIN_NR, 1200);
		break;
	case 4:
		builder__poke_u64(b, at + STACK + DUMP_SIZE, DUMP_SIZE + 8);
		break;
	case 5: /* The dump begins late: what looks like its size is in a dump. */
		builder__poke_u64(b, at + CHAIN_NR, 102);
		builder__poke_u64(b, at + CHAIN_NR + 103 * 8, 2);
		builder__poke_u64(b, at + CHAIN_NR + (104 + NR_REGS) * 8, DUMP_SIZE - 800);
		break;
	default:
		break;
	}
}

/* Parts of a trace besides samples with dumps. */
enum {
	HAS_SMALL = 1,
	HAS_LIES = 2,
	HAS_TRAPS = 4,
	HAS_AUX = 8,
	IS_COMPRESSED = 16,
	HAS_LONG = 32
};

static void write_more(struct builder *b, uint64_t i, unsigned int has)
{
	if (has & HAS_SMALL && i % 5 == 0)
		for (uint64_t j = 0; j < i % 400; j++)
			write_small(b);
	if (has & HAS_SMALL && i % 11 == 0)
		write_sample(b, i, i % 3 ? 8 * (i % 1000) : 0, false);
	if (has & HAS_AUX && i % 301 == 0) {
		builder__auxtrace(b, 70000);
		builder__zeros(b, 70000);
	}
	if (has & HAS_LONG && i % 501 == 0) {
		builder__begin(b, DEFER_RECORD_SAMPLE, DEFER_MISC_USER);
		builder__zeros(b, 400000);
		builder__end_extended(b);
	}
}

static void write_trace(struct builder *b, bool big, unsigned int has)
{
	builder__init(b, big);
	builder__begin_file(b, &event, 1);
	for (uint64_t i = 0; i < NR_SAMPLES; i++) {
		const size_t from = b->size;
		size_t at;

		write_more(b, i, has);
		at = write_sample(b, i, DUMP_SIZE, has & HAS_TRAPS && i % 2);
		if (has & HAS_LIES)
			lie(b, at, i);
		if (has & IS_COMPRESSED && i % 700 == 699)
			builder__compress(b, from, DEFER_RECORD_COMPRESSED, 30000);
	}
	builder__end_file(b);
}

/* ---- the source ------------------------------------------------------------------------------ */

/* The records that workers saw, in any order. */
struct seen {
	struct source *source;
	const struct gap *gap; /* to be completed at the end; NULL: its bytes do not count */
	uint64_t records, bytes, sum, nr_read, gaps;
};

static int complete(struct seen *seen, struct chunk *chunk, size_t pos, struct gap_range gap,
		    struct defer_error *err)
{
	if (!seen->gap || gap.begin == gap.end)
		return 0;
	memset(chunk->data + pos + gap.begin, 0x5a, gap.end - gap.begin);
	return source__complete(seen->source, chunk, pos + gap.begin, pos + gap.end, err);
}

static int see_chunk(struct seen *seen, struct chunk *chunk, struct defer_error *err)
{
	struct defer_record rec;
	struct gap_range gap;
	uint64_t sum;
	int ret;

	for (size_t pos = 0; pos < chunk->size; pos += rec.size) {
		ret = chunk__record(chunk, pos, &rec, err);
		if (ret)
			return ret;
		gap = gap__of(&chunk->gap, &rec);
		ret = complete(seen, chunk, pos, gap, err);
		if (ret)
			return ret;
		sum = rec.order;
		for (uint32_t i = 0; i < (seen->gap || rec.size < HEAD_SIZE ? rec.size : HEAD_SIZE);
		     i++)
			sum = sum * 31 + rec.data[i];
		__atomic_fetch_add(&seen->records, 1, __ATOMIC_RELAXED);
		__atomic_fetch_add(&seen->gaps, gap.begin != gap.end, __ATOMIC_RELAXED);
		__atomic_fetch_add(&seen->bytes, rec.size, __ATOMIC_RELAXED);
		__atomic_fetch_add(&seen->sum, sum, __ATOMIC_RELAXED);
	}
	return 0;
}

static int see(void *ctx, unsigned int worker, struct defer_error *err)
{
	struct seen *seen = ctx;
	struct chunk chunk;
	int ret;

	(void)worker;
	chunk__init(&chunk);
	do {
		ret = source__next(seen->source, &chunk, err);
		if (ret <= 0)
			break;
		ret = see_chunk(seen, &chunk, err);
	} while (!ret);
	__atomic_fetch_add(&seen->nr_read, chunk.nr_read, __ATOMIC_RELAXED);
	chunk__exit(&chunk);
	return ret;
}

/* Reads a pass, which leaves out @gap. With @completes, it is read in the end. */
static int see_pass(struct source *source, const struct gap *gap, bool completes,
		    unsigned int workers, struct seen *seen)
{
	struct defer_error err = DEFER_ERROR_INIT;

	*seen = (struct seen){.source = source, .gap = completes ? gap : NULL};
	source__leave_out(source, gap);
	if (workers__run(workers, see, seen, &err))
		T_FAIL("%s", err.text);
	source__rewind(source);
	return TEST_OK;
}

/* Both passes over @path. */
static int see_passes(const char *path, const struct gap *one, const struct gap *two,
		      unsigned int workers, uint32_t chunk_size, struct seen *seen)
{
	const struct source_opts opts = {.chunk_size = chunk_size};
	struct defer_error err = DEFER_ERROR_INIT;
	struct source *source;
	struct damage damage;

	damage__init(&damage);
	T_EQ(source__open(&source, path, &damage, &opts, &err), 0);
	T_RUN(see_pass(source, one, false, workers, &seen[0]));
	T_RUN(see_pass(source, source__has_places(source) ? two : &(struct gap){0}, true, workers,
		       &seen[1]));
	seen[0].source = NULL;
	source__close(source);
	T_EQ(damage.nr, 0);
	damage__exit(&damage);
	return TEST_OK;
}

static int same_records(const char *path, unsigned int workers, uint32_t chunk_size,
			struct seen *gaps)
{
	const struct gap none = {0};
	struct seen whole[2];

	T_RUN(see_passes(path, &none, &none, 1, 0, whole));
	T_RUN(see_passes(path, &first, &second, workers, chunk_size, gaps));
	for (unsigned int pass = 0; pass < 2; pass++) {
		T_EQ(whole[pass].gaps, 0);
		T_EQ(gaps[pass].records, whole[pass].records);
		T_EQ(gaps[pass].bytes, whole[pass].bytes);
		T_EQ(gaps[pass].sum, whole[pass].sum);
	}
	return TEST_OK;
}

static int with_trace(bool big, unsigned int has, int (*check)(const char *path, uint64_t size))
{
	char path[] = "/tmp/perf-defer-gaps-XXXXXX";
	int fd = mkstemp(path), ret;
	struct builder b;

	T_CHECK(fd >= 0);
	close(fd);
	write_trace(&b, big, has);
	builder__write(&b, path);
	ret = check(path, b.size);
	builder__exit(&b);
	unlink(path);
	return ret;
}

static int check_records(const char *path, uint64_t size)
{
	static const uint32_t sizes[] = {4096, 40000, 200000, 0};
	struct seen seen[2];

	(void)size;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++)
		for (unsigned int workers = 1; workers <= 3; workers++)
			T_RUN(same_records(path, workers, sizes[i], seen));
	return TEST_OK;
}

static int test_records(void)
{
	T_RUN(with_trace(false, 0, check_records));
	T_RUN(with_trace(true, HAS_SMALL, check_records));
	return with_trace(false, HAS_SMALL | HAS_AUX | HAS_LONG, check_records);
}

/* A sample seems to begin in many places, and does so where the record before ends. */
static int test_traps(void)
{
	return with_trace(false, HAS_TRAPS | HAS_SMALL, check_records);
}

static int test_compressed(void)
{
	return with_trace(false, IS_COMPRESSED | HAS_SMALL, check_records);
}

/* Sizes of fields are not asked for: a source knows records. */
static int test_source_lies(void)
{
	return with_trace(false, HAS_LIES, check_records);
}

static int check_bytes(const char *path, uint64_t size)
{
	struct seen seen[2];

	for (unsigned int workers = 1; workers <= 3; workers++) {
		T_RUN(same_records(path, workers, 0, seen));
		/* A head is read of each sample, and a window of each cell, where it may begin. */
		T_EQ(seen[0].gaps, NR_SAMPLES);
		T_CHECK(seen[0].nr_read < size / 10);
		/* The parts that are completed are read too, at most once. */
		T_EQ(seen[1].gaps, NR_SAMPLES);
		T_CHECK(seen[1].nr_read > size - 8192);
		T_CHECK(seen[1].nr_read < size + size / 10);
	}
	return TEST_OK;
}

static int test_bytes(void)
{
	return with_trace(false, 0, check_bytes);
}

/* Records of a later cell are read before anyone knows where its first one begins. */
static int check_ahead(const char *path, uint64_t size)
{
	const int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct segment segment;
	struct chunk chunk;
	char byte;

	T_CHECK(fd >= 0);
	if (preadv2(fd, &(struct iovec){&byte, 1}, 1, 0, RWF_NOWAIT) != 1) {
		close(fd);
		printf("this file system does not tell what is in memory\n");
		return TEST_SKIP;
	}
	chunk__init(&chunk);
	segment__init(&segment);
	T_EQ(segment__set_fd(&segment, fd, true, path, NULL), 0);
	segment__bound(&segment, 0, size);
	segment.gap = first;
	segment__read_ahead(&segment, 1, false, &chunk);
	T_CHECK(chunk.ahead.is_skimmed);
	T_CHECK(chunk.ahead.offset >= segment.chunk_size);
	T_CHECK(chunk.ahead.offset < segment.chunk_size + 2 * DUMP_SIZE);
	T_CHECK(chunk.ahead.size > segment.chunk_size - 3 * DUMP_SIZE);
	chunk__exit(&chunk);
	segment__exit(&segment);
	return TEST_OK;
}

static int test_ahead(void)
{
	return with_trace(false, 0, check_ahead);
}

/* ---- the session ----------------------------------------------------------------------------- */

struct samples {
	uint64_t nr, sum;
};

static int add_sample(void *ctx, unsigned int worker, const struct stitched *s,
		      struct defer_error *err)
{
	const struct defer_sample *sample = s->sample;
	struct samples *samples = ctx;
	uint64_t sum = s->time * 31 + s->cls;

	(void)worker;
	(void)err;
	for (uint32_t i = 0; i < s->kernel.nr; i++)
		sum = sum * 31 + s->kernel.ips[i];
	for (uint64_t i = 0; i < sample->user_regs.regs.size; i++)
		sum = sum * 31 + sample->user_regs.regs.data[i];
	sum = sum * 31 + sample->user_stack.bytes.size;
	sum = sum * 31 + sample->user_stack.dyn_size;
	__atomic_fetch_add(&samples->nr, 1, __ATOMIC_RELAXED);
	__atomic_fetch_add(&samples->sum, sum, __ATOMIC_RELAXED);
	return 0;
}

/* Writes the trace again, its last @cut bytes missing. With @whole, nothing will be left out. */
static int walk_trace(unsigned int has, uint64_t cut, bool whole, struct samples *samples,
		      struct session **session)
{
	char path[] = "/tmp/perf-defer-gaps-XXXXXX";
	const struct session_opts opts = {.path = path, .nr_workers = 2};
	struct defer_error err = DEFER_ERROR_INIT;
	int fd = mkstemp(path);
	struct builder b;

	T_CHECK(fd >= 0);
	close(fd);
	/* An event with small dumps has none that are worth it. */
	event.attr.sample_stack_user = whole ? 64 : DUMP_SIZE;
	write_trace(&b, false, has);
	event.attr.sample_stack_user = DUMP_SIZE;
	builder__write(&b, path);
	T_EQ(truncate(path, b.size - cut), 0);
	builder__exit(&b);
	*samples = (struct samples){0};
	if (session__open(session, &opts, &err) || session__gather(*session, &err) ||
	    session__walk(*session, add_sample, samples, &err))
		T_FAIL("%s", err.text);
	unlink(path);
	damage__sort(&(*session)->damage);
	return TEST_OK;
}

/* Whole samples and those with gaps come to the same, and so does what is wrong with them. */
static int same_samples(unsigned int has, uint64_t cut, bool is_damaged)
{
	struct session *whole, *gaps;
	struct samples want, got;

	T_RUN(walk_trace(has, cut, true, &want, &whole));
	T_RUN(walk_trace(has, cut, false, &got, &gaps));
	T_EQ(got.nr, want.nr);
	T_EQ(got.sum, want.sum);
	T_EQ(gaps->damage.nr, whole->damage.nr);
	T_EQ(whole->damage.nr > 0, is_damaged);
	T_EQ(gaps->damage.nr_kept, whole->damage.nr_kept);
	for (unsigned int i = 0; i < gaps->damage.nr_kept; i++) {
		T_STREQ(gaps->damage.kept[i].text, whole->damage.kept[i].text);
		T_EQ(gaps->damage.kept[i].offset, whole->damage.kept[i].offset);
	}
	session__close(whole);
	session__close(gaps);
	return TEST_OK;
}

static int test_samples(void)
{
	T_RUN(same_samples(0, 0, false));
	return same_samples(HAS_SMALL | HAS_AUX, 0, false);
}

static int test_lies(void)
{
	T_RUN(same_samples(HAS_LIES, 0, true));
	return same_samples(HAS_LIES | HAS_SMALL | HAS_LONG, 0, true);
}

/* The file ends within a dump, behind one, within a header. */
static int test_cut(void)
{
	static const uint64_t cuts[] = {8, 300, 5000, DUMP_SIZE + 90, DUMP_SIZE + 100, 40000};

	for (size_t i = 0; i < ARRAY_SIZE(cuts); i++)
		T_RUN(same_samples(0, cuts[i], true));
	return TEST_OK;
}

/* The file shrinks while its first chunk is walked over: samples that need what is gone are none. */
static int shrink(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	(void)worker;
	if (s->sample->time % 97 >= 1 && s->sample->time % 97 <= 4)
		return defer_error__set(err, DEFER_ERR_INVAL, "a sample that was not read");
	return truncate(ctx, 4096);
}

static int check_shrinks(const char *path, uint64_t size)
{
	const struct session_opts opts = {.path = path, .nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;

	(void)size;
	T_EQ(session__open(&session, &opts, &err), 0);
	T_EQ(session__gather(session, &err), 0);
	if (session__walk(session, shrink, (void *)path, &err))
		T_FAIL("%s", err.text);
	T_CHECK(session->damage.nr_kept);
	T_STREQ(session->damage.kept[0].text, "the file shrank while it was read");
	session__close(session);
	return TEST_OK;
}

static int test_shrinks(void)
{
	return with_trace(false, HAS_LIES, check_shrinks);
}

static const struct test_case cases[] = {
	{"the records are the same", test_records},
	{"dumps that look like samples", test_traps},
	{"compressed records between plain ones", test_compressed},
	{"samples whose fields lie, as records", test_source_lies},
	{"gaps are not read", test_bytes},
	{"a cell is read ahead without them", test_ahead},
	{"the samples are the same", test_samples},
	{"fields that reach into a gap", test_lies},
	{"a file that ends within a dump", test_cut},
	{"a file that shrinks meanwhile", test_shrinks},
	{0},
};

const struct test_suite suite__source_gaps = {"source-gaps", "What a pass does not read of samples",
					      cases};
