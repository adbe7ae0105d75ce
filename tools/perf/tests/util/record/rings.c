// SPDX-License-Identifier: GPL-2.0-only
/* Reads buffers that the test fills as the kernel does, without any event. */
#include <linux/perf_event.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include "util/base/clock.h"
#include "util/record/rings-priv.h"

#define PAGE	 4096
#define SIZE	 4096
#define MASK	 (SIZE - 1)
#define NO_BOUND UINT64_MAX

/* One buffer with its header page, and the rings that have no other. */
struct buffer {
	uint8_t *base;
	struct perf_mmap map, *maps[1];
	struct rings rings;
	uint64_t head;
	uint32_t nr; /* records written; the type of the next one */
};

static int buffer__init(struct buffer *b, uint64_t start)
{
	*b = (struct buffer){.base = aligned_alloc(PAGE, PAGE + SIZE), .head = start};
	T_CHECK(b->base);
	memset(b->base, 0, PAGE + SIZE);
	((struct perf_event_mmap_page *)b->base)->data_head = start;
	b->map.base = b->base;
	b->map.mask = MASK;
	b->map.fd = -1;
	b->map.cpu.cpu = 5;
	b->map.prev = start;
	refcount_set(&b->map.refcnt, 2);
	b->maps[0] = &b->map;
	b->rings = (struct rings){
		.buffers = b->maps, .nr_buffers = 1, .nr_first = 1, .page_size = PAGE};
	return TEST_OK;
}

static void buffer__exit(struct buffer *b)
{
	free(b->base);
}

/* A record of @size bytes: of the type that is its number, filled with that. */
static void buffer__write(struct buffer *b, uint16_t size)
{
	struct perf_event_mmap_page *page = (struct perf_event_mmap_page *)b->base;
	struct perf_event_header header = {.type = b->nr, .size = size};
	uint8_t record[SIZE];

	memset(record, b->nr, size);
	memcpy(record, &header, sizeof(header));
	for (uint16_t i = 0; i < size; i++)
		b->base[PAGE + ((b->head + i) & MASK)] = record[i];
	b->head += size;
	b->nr++;
	page->data_head = b->head;
}

/* Puts both pieces together, and checks that they are the records @first to @last. */
static int check_records(const struct ring_data *data, uint32_t first, uint32_t last)
{
	size_t size = data->a_size + data->b_size, pos = 0;
	struct perf_event_header header;
	uint8_t all[SIZE];

	T_CHECK(size <= SIZE);
	memcpy(all, data->a, data->a_size);
	memcpy(all + data->a_size, data->b, data->b_size);
	for (uint32_t nr = first; nr <= last; nr++, pos += header.size) {
		T_CHECK(pos + sizeof(header) <= size);
		memcpy(&header, all + pos, sizeof(header));
		T_EQ(header.type, nr);
		T_CHECK(pos + header.size <= size);
		for (size_t i = sizeof(header); i < header.size; i++)
			T_EQ(all[pos + i], (uint8_t)nr);
	}
	T_EQ(pos, size);
	return TEST_OK;
}

static int test_empty(void)
{
	struct ring_data data;
	struct buffer b;

	T_RUN(buffer__init(&b, 0));
	T_EQ(rings__bytes(&b.rings, 0), 0);
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 0);
	buffer__write(&b, 24);
	T_EQ(rings__bytes(&b.rings, 0), 24);
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 1);
	T_EQ(data.cpu, 5);
	T_RUN(check_records(&data, 0, 0));
	/* It stays there until it is consumed. */
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 1);
	T_RUN(check_records(&data, 0, 0));
	rings__consume(&b.rings, 0);
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 0);
	T_EQ(((struct perf_event_mmap_page *)b.base)->data_tail, 24);
	buffer__exit(&b);
	return TEST_OK;
}

/* A record wraps at the end of the buffer, at each of its bytes. */
static int check_wrap(uint64_t before)
{
	struct ring_data data;
	struct buffer b;

	T_RUN(buffer__init(&b, 3 * SIZE - before));
	for (int i = 0; i < 10; i++)
		buffer__write(&b, 64);
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 1);
	T_EQ(data.a_size, before < 640 ? before : 640);
	T_EQ(data.a_size + data.b_size, 640);
	T_RUN(check_records(&data, 0, 9));
	rings__consume(&b.rings, 0);
	T_EQ(rings__bytes(&b.rings, 0), 0);
	buffer__exit(&b);
	return TEST_OK;
}

static int test_wrap(void)
{
	for (uint64_t before = 8; before <= 704; before += 8)
		T_RUN(check_wrap(before));
	return TEST_OK;
}

/* A buffer that is full to the last byte, from a place within it. */
static int test_full(void)
{
	struct ring_data data;
	struct buffer b;

	T_RUN(buffer__init(&b, 1000));
	for (int i = 0; i < SIZE / 128; i++)
		buffer__write(&b, 128);
	T_EQ(rings__bytes(&b.rings, 0), SIZE);
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 1);
	T_RUN(check_records(&data, 0, SIZE / 128 - 1));
	buffer__exit(&b);
	return TEST_OK;
}

/* Records of 104 bytes, by batches of at most @max bytes: @each in a batch. */
static int check_batches(uint64_t max, uint32_t each)
{
	struct ring_data data;
	struct buffer b;
	uint32_t nr = 0;

	T_RUN(buffer__init(&b, 2000));
	for (int i = 0; i < 30; i++)
		buffer__write(&b, 104);
	while (rings__read(&b.rings, 0, max, &data)) {
		uint32_t last = nr + each < 30 ? nr + each : 30;

		T_RUN(check_records(&data, nr, last - 1));
		rings__consume(&b.rings, 0);
		nr = last;
	}
	T_EQ(nr, 30);
	buffer__exit(&b);
	return TEST_OK;
}

/* Whole records, as many as fit; a record that is larger comes alone. */
static int test_batches(void)
{
	T_RUN(check_batches(8, 1));
	T_RUN(check_batches(104, 1));
	T_RUN(check_batches(207, 1));
	T_RUN(check_batches(208, 2));
	T_RUN(check_batches(1000, 9));
	T_RUN(check_batches(30 * 104 - 1, 29));
	T_RUN(check_batches(30 * 104, 30));
	return TEST_OK;
}

/* Bytes that cannot be a record are passed on unchanged: the reader reports them. */
static int test_no_record(void)
{
	struct ring_data data;
	struct buffer b;

	T_RUN(buffer__init(&b, 0));
	buffer__write(&b, 64);
	buffer__write(&b, 64);
	buffer__write(&b, 64);
	b.base[PAGE + 64 + 6] = 0; /* the size of the second one */
	T_EQ(rings__read(&b.rings, 0, 100, &data), 1);
	T_EQ(data.a_size, 192);
	buffer__exit(&b);
	return TEST_OK;
}

/* What comes after the mark stays for the next read. */
static int test_mark(void)
{
	struct ring_data data;
	struct buffer b;

	T_RUN(buffer__init(&b, 3 * SIZE - 100));
	rings__mark(&b.rings);
	buffer__write(&b, 64);
	T_EQ(rings__read_to_mark(&b.rings, 0, &data), 0);
	buffer__write(&b, 64);
	rings__mark(&b.rings);
	buffer__write(&b, 64);
	T_EQ(rings__read_to_mark(&b.rings, 0, &data), 1);
	T_EQ(data.cpu, 5);
	T_CHECK(data.b_size);
	T_RUN(check_records(&data, 0, 1));
	rings__consume(&b.rings, 0);
	T_EQ(rings__bytes(&b.rings, 0), 64);
	T_EQ(rings__read(&b.rings, 0, NO_BOUND, &data), 1);
	T_RUN(check_records(&data, 2, 2));
	buffer__exit(&b);
	return TEST_OK;
}

/* A task that writes a sample and then its callchain, again and again. */
struct writer {
	struct perf_event_mmap_page *samples, *tracking;
	bool stop;
};

static void *writer__run(void *ctx)
{
	struct writer *writer = ctx;

	for (uint64_t nr = 1; !__atomic_load_n(&writer->stop, __ATOMIC_RELAXED); nr++) {
		__atomic_store_n(&writer->samples->data_head, nr, __ATOMIC_RELEASE);
		__atomic_store_n(&writer->tracking->data_head, nr, __ATOMIC_RELEASE);
	}
	return NULL;
}

/* No callchain comes before the marks whose sample comes after them. */
static int test_marks(void)
{
	struct perf_event_mmap_page pages[2] = {0};
	struct perf_mmap maps[2] = {{.base = &pages[0]}, {.base = &pages[1]}};
	struct perf_mmap *buffers[] = {&maps[0], &maps[1]};
	struct rings rings = {
		.buffers = buffers,
		.nr_buffers = 2,
		.nr_first = 2,
		.sets = {[SET_TRACKING] = {.nr = 1}},
	};
	struct writer writer = {.tracking = &pages[0], .samples = &pages[1]};
	uint64_t wrong = 0, until = clock__now() + 5000000000ULL;
	pthread_t thread;

	T_EQ(pthread_create(&thread, NULL, writer__run, &writer), 0);
	while (!__atomic_load_n(&pages[0].data_head, __ATOMIC_ACQUIRE))
		;
	/* Of these marks, many are made while the other thread runs, unless the machine is very busy. */
	for (int grown = 0; grown < 10000 && clock__now() < until;) {
		uint64_t head = __atomic_load_n(&pages[0].data_head, __ATOMIC_ACQUIRE);

		rings__mark(&rings);
		grown += __atomic_load_n(&pages[0].data_head, __ATOMIC_ACQUIRE) != head;
		wrong += maps[1].end < maps[0].end;
	}
	__atomic_store_n(&writer.stop, true, __ATOMIC_RELAXED);
	pthread_join(thread, NULL);
	T_EQ(wrong, 0);
	return TEST_OK;
}

static int test_tracking(void)
{
	struct rings rings = {.nr_first = 4, .sets = {[SET_TRACKING] = {.nr = 2}}};

	for (uint32_t i = 0; i < 4; i++)
		T_EQ(rings__is_tracking(&rings, i), i < 2);
	/* Newcomers' buffers come in pairs. */
	for (uint32_t i = 4; i < 10; i++)
		T_EQ(rings__is_tracking(&rings, i), i % 2 == 0);
	rings.shared = true;
	for (uint32_t i = 0; i < 10; i++)
		T_CHECK(!rings__is_tracking(&rings, i));
	return TEST_OK;
}

/* The page before a buffer is none of its bytes. */
static int test_sizes(void)
{
	struct perf_evlist tracking = {.mmap_len = 3 * PAGE}, samples = {.mmap_len = 9 * PAGE};
	struct rings rings = {
		.page_size = PAGE,
		.sets = {[SET_TRACKING] = {.evlist = &tracking},
			 [SET_SAMPLES] = {.evlist = &samples}},
	};

	T_EQ(rings__buffer_size(&rings), 8 * PAGE);
	T_EQ(rings__largest_buffer(&rings), 8 * PAGE);
	tracking.mmap_len = 17 * PAGE;
	T_EQ(rings__buffer_size(&rings), 8 * PAGE);
	T_EQ(rings__largest_buffer(&rings), 16 * PAGE);
	rings.shared = true;
	T_EQ(rings__buffer_size(&rings), 16 * PAGE);
	return TEST_OK;
}

/*
 * Reads the lost count of a descriptor, which follows all fields of @format: of one of the first
 * events, which libperf reads, or of a newcomer.
 */
static int check_lost_of(bool is_first, uint64_t format, uint64_t pos, uint64_t want)
{
	uint64_t values[16] = {0};
	struct ring_more more = {.nr = 1};
	struct perf_evsel evsel = {.attr = {.read_format = format}}, *evsels[] = {&evsel};
	struct rings rings = {.evsels = evsels, .nr_events = 1, .more = &more};
	int fds[2];

	for (uint64_t i = 0; i < 16; i++)
		values[i] = 100 + i;
	T_EQ(pipe(fds), 0);
	T_EQ(write(fds[1], values, (pos + 1) * sizeof(*values)), (pos + 1) * sizeof(*values));
	close(fds[1]);
	more.fds = &fds[0];
	evsel.fd = xyarray__new(is_first, is_first, sizeof(int));
	T_CHECK(evsel.fd);
	if (is_first)
		*(int *)xyarray__entry(evsel.fd, 0, 0) = fds[0];
	T_EQ(rings__lost(&rings, 0, 0), want);
	xyarray__delete(evsel.fd);
	close(fds[0]);
	return TEST_OK;
}

static int check_lost(uint64_t format, uint64_t pos, uint64_t want)
{
	/* Of a group, only newcomers' leaders are read so. */
	if (!(format & PERF_FORMAT_GROUP))
		T_RUN(check_lost_of(true, format, pos, want));
	return check_lost_of(false, format, pos, want);
}

static int test_lost(void)
{
	const uint64_t all = PERF_FORMAT_TOTAL_TIME_ENABLED | PERF_FORMAT_TOTAL_TIME_RUNNING |
			     PERF_FORMAT_ID | PERF_FORMAT_LOST;

	T_RUN(check_lost(PERF_FORMAT_LOST, 1, 101));
	T_RUN(check_lost(PERF_FORMAT_LOST | PERF_FORMAT_ID, 2, 102));
	T_RUN(check_lost(all, 4, 104));
	T_RUN(check_lost(all | PERF_FORMAT_GROUP, 5, 105));
	T_RUN(check_lost(PERF_FORMAT_ID, 2, 0));
	T_RUN(check_lost(all, 3, 0)); /* the kernel gave less */
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"what came, once it is consumed no more", test_empty},
	{"records that lie over the end", test_wrap},
	{"a full buffer", test_full},
	{"batches of whole records", test_batches},
	{"a size that no record has", test_no_record},
	{"a mark, and what comes after it", test_mark},
	{"marks of one moment", test_marks},
	{"whose buffers they are", test_tracking},
	{"how large they are", test_sizes},
	{"what events lost", test_lost},
	{0},
};

const struct test_suite suite__rings = {"rings", "What is read of the kernel's buffers", cases};
