// SPDX-License-Identifier: GPL-2.0-only
/* The helpers that every stage uses: errors, arrays, bits and the clock. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include <internal/bits.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/base/byte-buf.h"
#include "util/base/clock.h"
#include "util/base/damage.h"
#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/base/histogram.h"
#include "util/base/radix-sort.h"
#include "util/base/span.h"
#include "util/base/strpool.h"

static int test_no_memory(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char name[1024];

	T_EQ(error__no_memory(&err, "for frame %d of %s", 3, "main"), DEFER_ERR_NOMEM);
	T_EQ(err.code, DEFER_ERR_NOMEM);
	T_EQ(err.offset, DEFER_NO_OFFSET);
	T_STREQ(err.text, "not enough memory for frame 3 of main");

	/* The first error stays, and @err may be NULL. */
	T_EQ(error__no_memory(&err, "to sort"), DEFER_ERR_NOMEM);
	T_STREQ(err.text, "not enough memory for frame 3 of main");
	T_EQ(error__no_memory(NULL, "to sort"), DEFER_ERR_NOMEM);

	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	defer_error__clear(&err);
	T_EQ(error__no_memory(&err, "for %s", name), DEFER_ERR_NOMEM);
	T_EQ(strlen(err.text), sizeof(err.text) - 1);
	return TEST_OK;
}

static int test_append(void)
{
	static const uint16_t some[] = {1, 2, 3};
	size_t nr = 0, cap = 0;
	uint16_t *array = NULL;

	for (uint16_t i = 0; i < 100; i++) {
		T_CHECK(ARRAY_APPEND(array, nr, cap, some, ARRAY_SIZE(some)));
		T_EQ(nr, 3 * (i + 1ULL));
		T_CHECK(cap >= nr);
	}
	for (size_t i = 0; i < nr; i++)
		T_EQ(array[i], some[i % 3]);

	/* A failed allocation changes nothing. */
	T_CHECK(!ARRAY_GROW(array, cap, SIZE_MAX / sizeof(*array) + 1));
	T_EQ(array[nr - 1], 3);
	free(array);
	return TEST_OK;
}

/* All lengths up to 20, and all places in them, before the first and after the last included. */
static int test_lower_bound(void)
{
	for (size_t nr = 0; nr < 20; nr++)
		for (size_t place = 0; place <= nr + 1; place++)
			T_EQ(LOWER_BOUND(i, nr, i < place), place < nr ? place : nr);
	return TEST_OK;
}

static int test_reverse(void)
{
	T_EQ(bits__reverse(1, 64), 1ULL << 63);
	T_EQ(bits__reverse(2, 2), 1);
	T_EQ(bits__reverse(0x12345678, 32), 0x1e6a2c48);
	/* Bits beyond the width are ignored. */
	T_EQ(bits__reverse(0xf1, 4), 8);
	return TEST_OK;
}

static int test_clock(void)
{
	uint64_t begin = clock__now();
	struct timespec until = clock__after(90001);

	T_CHECK(clock__ns(&until) - begin >= 90001 * NSEC_PER_MSEC);
	T_CHECK(clock__ns(&until) <= clock__now() + 90001 * NSEC_PER_MSEC);
	T_CHECK(until.tv_nsec < (long)NSEC_PER_SEC);
	return TEST_OK;
}

/* Whichever worker comes first, the errors of the lowest offsets are kept, and all are counted. */
static int test_damage(void)
{
	struct damage damage;

	damage__init(&damage);
	for (uint64_t i = 0; i < 3 * DAMAGE_MAX_KEPT; i++)
		damage__addf(&damage, DEFER_ERR_CORRUPT, 7 * (i + 5) % (3 * DAMAGE_MAX_KEPT),
			     "spoilt");
	damage__sort(&damage);
	T_EQ(damage.nr, 3 * DAMAGE_MAX_KEPT);
	T_EQ(damage.nr_kept, DAMAGE_MAX_KEPT);
	for (uint64_t i = 0; i < DAMAGE_MAX_KEPT; i++)
		T_EQ(damage.kept[i].offset, i);
	damage__exit(&damage);
	return TEST_OK;
}

/* Keys that differ in some of their bytes only: sorted, and equal ones in the order that they had. */
static int check_sort(uint64_t *seed, uint32_t nr, uint64_t mask)
{
	struct radix_item *items = calloc(2 * nr + 1, sizeof(*items)), *sorted;
	uint64_t *keys = calloc(nr + 1, sizeof(*keys));

	T_CHECK(items && keys);
	for (uint32_t i = 0; i < nr; i++) {
		keys[i] = rng__next(seed) & mask;
		items[i] = (struct radix_item){.key = keys[i], .row = i};
	}
	sorted = radix_sort(items, items + nr, nr);
	T_CHECK(sorted == items || sorted == items + nr);
	for (uint32_t i = 0; i < nr; i++) {
		T_CHECK(sorted[i].row < nr && sorted[i].key == keys[sorted[i].row]);
		T_CHECK(!i || sorted[i - 1].key < sorted[i].key ||
			(sorted[i - 1].key == sorted[i].key && sorted[i - 1].row < sorted[i].row));
	}
	free(items);
	free(keys);
	return TEST_OK;
}

static int test_radix_sort(void)
{
	static const uint64_t masks[] = {
		0,	   0xff, 0xff00, 0xf0000000000000ff, 0x0100000000000000, 0x00ff00ff00ff00ff,
		UINT64_MAX};
	uint64_t seed = 4;

	for (size_t i = 0; i < ARRAY_SIZE(masks); i++)
		for (uint32_t nr = 0; nr < 600; nr = nr ? 2 * nr + 1 : 1)
			T_RUN(check_sort(&seed, nr, masks[i]));
	return TEST_OK;
}

struct row {
	uint64_t first, second;
	char name[5];
};

static uint64_t row__first(const void *row)
{
	return ((const struct row *)row)->first;
}

static uint64_t row__second(const void *row)
{
	return ((const struct row *)row)->second;
}

/* Rows by one key, and those that are equal in it by another, with all that they have. */
static int test_sort_rows(void)
{
	enum {
		NR = 500
	};
	struct row *rows = calloc(NR, sizeof(*rows)), *sorted;
	bool seen[NR] = {false};
	uint64_t seed = 6;

	T_CHECK(rows);
	for (uint32_t i = 0; i < NR; i++) {
		rows[i] = (struct row){.first = rng__below(&seed, 20) << 32,
				       .second = rng__below(&seed, 20)};
		snprintf(rows[i].name, sizeof(rows[i].name), "%u", i);
	}
	sorted = radix_sort_rows(rows, sizeof(*rows), NR, row__first, row__second);
	T_CHECK(sorted);
	for (uint32_t i = 0; i < NR; i++) {
		const struct row *a = &sorted[i ? i - 1 : i], *b = &sorted[i];
		int nr = atoi(b->name);

		T_CHECK(!seen[nr]);
		seen[nr] = true;
		T_CHECK(a->first < b->first || (a->first == b->first && a->second <= b->second));
		T_CHECK(!i || a->first != b->first || a->second != b->second || atoi(a->name) < nr);
	}
	free(sorted);
	sorted = radix_sort_rows(malloc(1), sizeof(*sorted), 0, row__first, row__second);
	T_CHECK(sorted);
	free(sorted);
	return TEST_OK;
}

static int test_spans(void)
{
	static const struct {
		uint64_t ns;
		const char *text;
	} known[] = {
		{0, "0 ns"},
		{999, "999 ns"},
		{1000, "1.00 us"},
		{1234, "1.23 us"},
		{999994, "999.99 us"},
		{999995, "1.00 ms"},
		{12345678, "12.35 ms"},
		{999994999, "999.99 ms"},
		{999995000, "1.00 s "},
		{61000000000, "61.00 s "},
		{999995000000000, "999995.00 s "},
	};
	char buf[SPAN_LEN];

	for (size_t i = 0; i < ARRAY_SIZE(known); i++)
		T_STREQ(span__text(known[i].ns, buf), known[i].text);
	return TEST_OK;
}

/* Values around all powers of 2 and between: in the bucket that ends at or after them, less than 1/64 wide. */
static int test_buckets(void)
{
	uint64_t seed = 9;

	for (unsigned int i = 0; i < HISTOGRAM_BUCKETS; i++) {
		const uint64_t end = histogram__bucket_end(i);

		T_EQ(histogram__bucket(end), i);
		T_EQ(histogram__bucket(end + 1), i + 1 < HISTOGRAM_BUCKETS ? i + 1 : 0);
	}
	T_CHECK(histogram__bucket_end(HISTOGRAM_BUCKETS - 1) == UINT64_MAX);
	for (int i = 0; i < 10000; i++) {
		const uint64_t value = rng__next(&seed) >> rng__below(&seed, 64);
		const uint64_t end = histogram__bucket_end(histogram__bucket(value));

		T_CHECK(end >= value && end - value <= value / 64);
	}
	return TEST_OK;
}

/* A histogram that is added to, and one that is merged, against the values themselves. */
static int test_histogram(void)
{
	static struct histogram all, parts[2], sum;
	static uint64_t values[64];
	uint64_t seed = 11, nr = 0, total = 0, least = UINT64_MAX, most = 0;

	T_EQ(histogram__percentile(&all, 50), 0);
	T_CHECK(histogram__mean(&all) == 0);
	for (int i = 0; i < 64; i++) {
		const uint64_t value = rng__next(&seed) >> (1 + rng__below(&seed, 60));
		const uint64_t times = rng__below(&seed, 4);

		values[i] = times ? value : 0;
		histogram__add(&all, value, times);
		histogram__add(&parts[i % 2], value, times);
		if (!times)
			continue;
		nr += times;
		total = value * times > UINT64_MAX - total ? UINT64_MAX : total + value * times;
		least = value < least ? value : least;
		most = value > most ? value : most;
	}
	histogram__merge(&sum, &(struct histogram){.nr = 0});
	T_EQ(sum.nr, 0);
	histogram__merge(&sum, &parts[1]);
	histogram__merge(&sum, &parts[0]);
	histogram__merge(&sum, &(struct histogram){.nr = 0});
	T_CHECK(!memcmp(&sum, &all, sizeof(sum)));
	T_EQ(all.nr, nr);
	T_CHECK(all.min == least && all.max == most && all.sum == total);
	T_CHECK(histogram__mean(&all) == (double)total / nr);
	T_CHECK(histogram__percentile(&all, 100) == most);
	for (unsigned int power = 0; power <= 64; power++) {
		const uint64_t from = power ? 1ULL << (power - 1) : 0;
		uint64_t want = 0;

		for (int i = 0; i < 64; i++)
			if (values[i] >= from && (power == 64 || values[i] < 1ULL << power))
				want += all.buckets[histogram__bucket(values[i])] > 0;
		T_EQ(histogram__power(&all, power) > 0, want > 0 && (power || !least));
	}
	return TEST_OK;
}

/* Percentiles of the values 1 to 100, which have a bucket each, and how many values a percentage is. */
static int test_percentiles(void)
{
	static struct histogram h;

	for (uint64_t value = 1; value <= 100; value++)
		histogram__add(&h, value, 1);
	for (int percent = 1; percent <= 100; percent++) {
		T_EQ(histogram__percentile(&h, percent), percent);
		T_EQ(histogram__rank(100, percent), percent);
		T_EQ(histogram__rank(1000, percent), 10 * percent);
	}
	T_EQ(histogram__percentile(&h, 0), 1);
	T_EQ(histogram__percentile(&h, 50.1), 51);
	T_EQ(histogram__rank(0, 50), 1);
	T_EQ(histogram__rank(3, 50), 2);
	/* A sum beyond all numbers is the largest one. */
	histogram__add(&h, UINT64_MAX, 2);
	T_CHECK(h.sum == UINT64_MAX && h.max == UINT64_MAX);
	histogram__add(&h, 5, 1);
	T_CHECK(h.sum == UINT64_MAX && h.nr == 103);
	T_EQ(histogram__power(&h, 64), 2);
	T_EQ(histogram__power(&h, 7), 37); /* 64 to 100 */
	T_EQ(histogram__power(&h, 0), 0);
	T_EQ(histogram__power(&h, 1), 1);
	return TEST_OK;
}

static int test_bytes(void)
{
	static const uint8_t want[] = {1, 2, 3, 0, 0, 0, 0, 0, 0x12, 0x34, 0xaa, 0xbb};
	struct byte_buf bytes = {.swap = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__};
	uint8_t text[64] = "ab";
	char name[65] = "";

	byte_buf__align(&bytes, 8);
	T_EQ(bytes.size, 0);
	byte_buf__add(&bytes, "\1\2\3", 3);
	byte_buf__add(&bytes, NULL, 0);
	byte_buf__zeros(&bytes, 0);
	byte_buf__align(&bytes, 8);
	T_EQ(bytes.size, 8);
	byte_buf__align(&bytes, 8);
	byte_buf__u32(&bytes, 0x12345678);
	byte_buf__poke_u16(&bytes, 10, 0xaabb);
	T_EQ(bytes.size, sizeof(want));
	T_CHECK(!memcmp(bytes.data, want, sizeof(want)));
	byte_buf__poke_u32(&bytes, 0, 0x01020304);
	T_CHECK(!memcmp(bytes.data, "\1\2\3\4\0\0\0\0\x12", 9));

	byte_buf__clear(&bytes);
	byte_buf__header(&bytes, 0x01020304, 0x0506, 0x0708);
	T_EQ(bytes.size, 8);
	T_CHECK(!memcmp(bytes.data, "\1\2\3\4\5\6\7\x08", 8));
	byte_buf__clear(&bytes);
	byte_buf__str(&bytes, "ab");
	T_EQ(bytes.size, 4 + 64);
	T_CHECK(!memcmp(bytes.data, "\0\0\0\x40", 4) && !memcmp(bytes.data + 4, text, 64));
	/* A NUL that fits needs no padding, one that does not needs 64 bytes. */
	for (int len = 63; len <= 64; len++) {
		memset(name, 'x', len);
		byte_buf__clear(&bytes);
		byte_buf__str(&bytes, name);
		T_EQ(bytes.size, 4 + (len < 64 ? 64 : 128));
		T_EQ(bytes.data[3], len < 64 ? 64 : 128);
		T_EQ(bytes.data[4 + len], 0);
	}

	/* Bytes that do not fit leave the rest as it was, and the buffer says so from then on. */
	byte_buf__clear(&bytes);
	byte_buf__u64(&bytes, 7);
	T_EQ(byte_buf__check(&bytes, "a header", NULL), 0);
	T_CHECK(!byte_buf__room(&bytes, SIZE_MAX - 4));
	byte_buf__u16(&bytes, 1);
	byte_buf__poke_u16(&bytes, 0, 0xffff);
	byte_buf__poke_u32(&bytes, 0, 0xffffffff);
	T_EQ(bytes.size, 8);
	T_EQ(bytes.data[0], 0);
	T_EQ(byte_buf__check(&bytes, "a header", NULL), DEFER_ERR_NOMEM);
	byte_buf__clear(&bytes);
	byte_buf__u16(&bytes, 1);
	T_EQ(bytes.size, 2);
	byte_buf__exit(&bytes);
	return TEST_OK;
}

/* Texts of all lengths around the size of a block: each is a copy, and stays. */
static int test_strpool(void)
{
	struct strpool pool = {NULL};
	static char text[10000];
	char *copies[300];
	size_t nr = 0;

	memset(text, 'y', sizeof(text));
	for (size_t len = 0; len < 9000; len = len < 4090 || len > 4100 ? len + 37 : len + 1) {
		copies[nr] = strpool__add(&pool, text, len);
		T_CHECK(copies[nr] && strlen(copies[nr]) == len);
		memset(copies[nr], 'a' + nr % 26, len);
		nr++;
	}
	for (size_t i = 0; i < nr; i++)
		T_EQ(strspn(copies[i], (char[]){'a' + i % 26, '\0'}), strlen(copies[i]));
	T_CHECK(!strpool__add(&pool, text, SIZE_MAX));
	strpool__exit(&pool);
	T_CHECK(!pool.blocks);
	return TEST_OK;
}

/* A pipe that is full when a signal interrupts the writer, and empty when another one interrupts the reader. */
static int signal_pipe[2];

static void drain_pipe(int signo)
{
	const int before = errno;
	char buf[4096];

	(void)signo;
	while (read(signal_pipe[0], buf, sizeof(buf)) > 0)
		;
	errno = before;
}

static void fill_pipe(int signo)
{
	(void)signo;
	if (write(signal_pipe[1], "xyz", 3) != 3)
		abort();
}

/* Calls @handler in a moment, and lets it interrupt system calls. */
static int interrupt_by(void (*handler)(int))
{
	const struct sigaction action = {.sa_handler = handler};
	const struct itimerval timer = {.it_value.tv_usec = 20000};

	T_EQ(sigaction(SIGALRM, &action, NULL), 0);
	T_EQ(setitimer(ITIMER_REAL, &timer, NULL), 0);
	return TEST_OK;
}

static int test_interrupted(void)
{
	char buf[4096] = {0};

	T_EQ(pipe(signal_pipe), 0);
	T_EQ(fcntl(signal_pipe[1], F_SETFL, O_NONBLOCK), 0);
	while (write(signal_pipe[1], buf, sizeof(buf)) > 0)
		;
	T_EQ(fcntl(signal_pipe[1], F_SETFL, 0), 0);
	T_EQ(fcntl(signal_pipe[0], F_SETFL, O_NONBLOCK), 0);
	T_RUN(interrupt_by(drain_pipe));
	T_EQ(fd__write_all(signal_pipe[1], "abc", 3), 0);
	T_EQ(fd__read_all(signal_pipe[0], buf, 3), 3);
	T_EQ(memcmp(buf, "abc", 3), 0);

	T_EQ(fcntl(signal_pipe[0], F_SETFL, 0), 0);
	T_RUN(interrupt_by(fill_pipe));
	T_EQ(fd__read_all(signal_pipe[0], buf, 3), 3);
	T_EQ(memcmp(buf, "xyz", 3), 0);
	signal(SIGALRM, SIG_DFL);
	close(signal_pipe[0]);
	close(signal_pipe[1]);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"arrays grow, and take others", test_append},
	{"the first that is not before", test_lower_bound},
	{"bits the other way round", test_reverse},
	{"a moment from now", test_clock},
	{"numbers sorted by their bytes", test_radix_sort},
	{"rows sorted by two numbers", test_sort_rows},
	{"spans of time as text", test_spans},
	{"buckets of a histogram", test_buckets},
	{"a histogram, and one of two parts", test_histogram},
	{"percentiles", test_percentiles},
	{"bytes that are put together", test_bytes},
	{"copies of texts", test_strpool},
	{"reading and writing go on after a signal", test_interrupted},
	{"the first damage of a file is kept", test_damage},
	{"a lack of memory is reported in one way", test_no_memory},
	{NULL},
};

const struct test_suite suite__base = {"base", "the helpers that every stage uses", cases};
