// SPDX-License-Identifier: GPL-2.0-only
/* Buffers that are written backward, filled as the kernel does, and read in the order of time. */
#include <string.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/record/backward.h"

#define SIZE 256
#define MASK (SIZE - 1)

/* A buffer, and where its head is: it counts down. */
struct ring {
	uint8_t data[SIZE];
	uint64_t head;
};

static void ring__put(struct ring *ring, uint64_t pos, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		ring->data[(pos + i) & MASK] = ((const uint8_t *)bytes)[i];
}

/* A record of @size bytes whose type, and whose filling, is @nr. */
static void ring__write(struct ring *ring, uint32_t nr, uint16_t size)
{
	uint8_t record[SIZE];

	memset(record, nr, size);
	memcpy(record, &nr, sizeof(nr));
	memset(record + 4, 0, 2);
	memcpy(record + 6, &size, sizeof(size));
	ring->head -= size;
	ring__put(ring, ring->head, record, size);
}

/* Numbers of the records that are read, which follow on each other and end with @last: how many. */
static int check_read(const struct ring *ring, uint64_t old, uint32_t last, uint32_t *nr)
{
	uint8_t out[SIZE];
	size_t bytes = backward__copy(out, ring->data, MASK, ring->head, old), pos;
	uint32_t type, expected = 0;
	uint16_t size;

	*nr = 0;
	for (pos = 0; pos < bytes; pos += size) {
		memcpy(&type, out + pos, sizeof(type));
		memcpy(&size, out + pos + 6, sizeof(size));
		T_CHECK(size >= 8 && pos + size <= bytes);
		T_CHECK(!*nr || type == expected);
		for (size_t i = 8; i < size; i++)
			T_EQ(out[pos + i], (uint8_t)type);
		expected = type + 1;
		++*nr;
	}
	T_EQ(pos, bytes);
	T_CHECK(!*nr || expected == last + 1);
	return TEST_OK;
}

static int test_not_full(void)
{
	struct ring ring = {0};
	uint32_t nr;

	T_RUN(check_read(&ring, 0, 0, &nr));
	T_EQ(nr, 0);
	ring__write(&ring, 1, 24);
	ring__write(&ring, 2, 8);
	ring__write(&ring, 3, 40);
	T_RUN(check_read(&ring, 0, 3, &nr));
	T_EQ(nr, 3);
	return TEST_OK;
}

/* Records that were read once are not read again. */
static int test_since(void)
{
	struct ring ring = {0};
	uint64_t old;
	uint32_t nr;

	ring__write(&ring, 1, 24);
	old = ring.head;
	T_RUN(check_read(&ring, old, 0, &nr));
	T_EQ(nr, 0);
	ring__write(&ring, 2, 16);
	ring__write(&ring, 3, 32);
	T_RUN(check_read(&ring, old, 3, &nr));
	T_EQ(nr, 2);
	return TEST_OK;
}

/* The oldest are gone, the last of them in part; nothing of that is read. */
static int test_full(void)
{
	struct ring ring = {0};
	uint32_t nr;

	for (uint32_t i = 1; i <= 100; i++)
		ring__write(&ring, i, 40);
	T_RUN(check_read(&ring, 0, 100, &nr));
	T_EQ(nr, SIZE / 40);
	ring__write(&ring, 101, 16);
	T_RUN(check_read(&ring, 0, 101, &nr));
	T_EQ(nr, 1 + (SIZE - 16) / 40);
	return TEST_OK;
}

/* Records of any size, read at random times. */
static int test_any(void)
{
	struct ring ring = {0};
	uint64_t rng = 12;
	uint64_t old = 0, bytes;
	uint32_t nr, i;

	for (i = 1; i < 5000; i++) {
		ring__write(&ring, i, 8 + 8 * rng__below(&rng, 10));
		if (rng__below(&rng, 6))
			continue;
		bytes = old - ring.head;
		T_RUN(check_read(&ring, old, i, &nr));
		T_CHECK(nr > 0);
		if (bytes > SIZE)
			T_CHECK(nr >= (SIZE - 80) / 80);
		old = ring.head;
	}
	return TEST_OK;
}

/* A record that no kernel writes ends the reading. */
static int test_bad_size(void)
{
	static const uint16_t sizes[] = {0, 4, 7, 65528};
	struct ring ring;
	uint8_t out[SIZE];

	for (int i = 0; i < 4; i++) {
		ring = (struct ring){0};
		ring__write(&ring, 1, 16);
		ring__write(&ring, 2, 16);
		ring__put(&ring, ring.head + 16 + 6, &sizes[i], sizeof(sizes[i]));
		T_EQ(backward__copy(out, ring.data, MASK, ring.head, 0), 16);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"all that was written", test_not_full},
	{"what came since it was read", test_since},
	{"where the oldest are written over", test_full},
	{"records of any sizes", test_any},
	{"sizes that cannot be", test_bad_size},
	{0},
};

const struct test_suite suite__backward = {"backward", "buffers that are written backward", cases};
