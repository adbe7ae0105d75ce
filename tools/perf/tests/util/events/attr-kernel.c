// SPDX-License-Identifier: GPL-2.0-only
#include <linux/perf_event.h>
#include <stddef.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <perf/defer-attr.h>
#include <perf/defer-cursor.h>

#include "tests/rng.h"
#include "tests/tests.h"
#include "util/events/attr-kernel.h"

/* The flags that the oldest header that we build with knows, by the compiler's own bitfields. */
static const struct defer_attr sample_attr = {
	.type = 6,
	.config = 0x1122334455667788,
	.sample_period = 0x99,
	.sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN,
	.read_format = DEFER_FORMAT_ID,
	.flags = DEFER_ATTR_DISABLED | DEFER_ATTR_EXCLUDE_HV | DEFER_ATTR_FREQ |
		 2ULL << DEFER_ATTR_PRECISE_IP_SHIFT | DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_MMAP2 |
		 DEFER_ATTR_USE_CLOCKID | DEFER_ATTR_KSYMBOL | DEFER_ATTR_CGROUP |
		 DEFER_ATTR_BUILD_ID,
	.wakeup_events = 7,
	.bp_type = 3,
	.config1 = 0xaaaa,
	.config2 = 0xbbbb,
	.branch_sample_type = 9,
	.sample_regs_user = 0xff,
	.sample_stack_user = 8192,
	.clockid = -1,
	.sample_regs_intr = 0xee,
	.aux_watermark = 5,
	.sample_max_stack = 127,
	.aux_sample_size = 4096,
	.sig_data = 0xcccc,
};

static const struct perf_event_attr header_attr = {
	.type = 6,
	.size = ATTR_KERNEL_SIZE,
	.config = 0x1122334455667788,
	.sample_period = 0x99,
	.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN,
	.read_format = PERF_FORMAT_ID,
	.disabled = 1,
	.exclude_hv = 1,
	.freq = 1,
	.precise_ip = 2,
	.sample_id_all = 1,
	.mmap2 = 1,
	.use_clockid = 1,
	.ksymbol = 1,
	.cgroup = 1,
	.build_id = 1,
	.wakeup_events = 7,
	.bp_type = 3,
	.config1 = 0xaaaa,
	.config2 = 0xbbbb,
	.branch_sample_type = 9,
	.sample_regs_user = 0xff,
	.sample_stack_user = 8192,
	.clockid = -1,
	.sample_regs_intr = 0xee,
	.aux_watermark = 5,
	.sample_max_stack = 127,
	.aux_sample_size = 4096,
	.sig_data = 0xcccc,
};

static int test_header(void)
{
	uint8_t bytes[ATTR_KERNEL_SIZE];
	size_t known = sizeof(header_attr);

	if (known > sizeof(bytes))
		known = sizeof(bytes);
	T_EQ(attr__to_kernel(&sample_attr, bytes, sizeof(bytes), NULL), 0);
	for (size_t i = 0; i < known; i++) {
		if (bytes[i] != ((const uint8_t *)&header_attr)[i])
			T_FAIL("byte %zu is %#x, not %#x", i, bytes[i],
			       ((const uint8_t *)&header_attr)[i]);
	}
	return TEST_OK;
}

/* Fields that the headers of distributions lack, byte by byte. */
static int test_deferral(void)
{
	struct defer_attr attr = {
		.flags = DEFER_ATTR_DEFER_CALLCHAIN,
		.config3 = 0x0102030405060708,
		.config4 = 0x1112131415161718,
	};
	uint8_t bytes[ATTR_KERNEL_SIZE];
	bool big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;

	T_EQ(attr__to_kernel(&attr, bytes, sizeof(bytes), NULL), 0);
	T_EQ(bytes[44], big ? 0x02 : 0x40);
	T_EQ(memcmp(bytes + 128, &attr.config3, 8), 0);
	T_EQ(memcmp(bytes + 136, &attr.config4, 8), 0);
	attr.flags = DEFER_ATTR_DEFER_OUTPUT;
	T_EQ(attr__to_kernel(&attr, bytes, sizeof(bytes), NULL), 0);
	T_EQ(bytes[44], big ? 0x01 : 0x80);
	return TEST_OK;
}

/* Reads an attr of this machine as the library does. */
static int read_attr(struct defer_attr *attr, const void *bytes, size_t size)
{
	struct defer_cursor cur;

	defer_cursor__init(&cur, bytes, size, 0, false);
	return defer_attr__read(attr, &cur, size, NULL);
}

static int round_trip(uint64_t *rng)
{
	uint8_t bytes[ATTR_KERNEL_SIZE + 8], again[sizeof(bytes)];
	struct defer_attr attr;

	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = rng__next(rng);
	/* The size, what is reserved, and what is past the end. */
	memcpy(bytes + 4, &(uint32_t){sizeof(bytes)}, 4);
	memset(bytes + 110, 0, 2);
	memset(bytes + ATTR_KERNEL_SIZE, 0, 8);
	T_EQ(read_attr(&attr, bytes, sizeof(bytes)), 0);
	T_EQ(attr__to_kernel(&attr, again, sizeof(again), NULL), 0);
	T_EQ(memcmp(bytes, again, sizeof(bytes)), 0);
	return TEST_OK;
}

static int test_round_trip(void)
{
	uint64_t rng = 11;

	for (int i = 0; i < 500; i++)
		T_RUN(round_trip(&rng));
	return TEST_OK;
}

static int test_sizes(void)
{
	struct defer_attr attr = {.type = 1, .config1 = 2, .config2 = 3}, back;
	uint8_t bytes[80];
	struct defer_error err = DEFER_ERROR_INIT;

	memset(bytes, 0x55, sizeof(bytes));
	T_EQ(attr__to_kernel(&attr, bytes, 56, &err), DEFER_ERR_INVAL);
	T_EQ(bytes[0], 0x55);
	defer_error__clear(&err);
	/* config2 begins there. */
	T_EQ(attr__to_kernel(&attr, bytes, 64, &err), DEFER_ERR_INVAL);
	T_STREQ(err.text, "a perf_event_attr of 64 bytes would lose a field");
	T_EQ(attr__to_kernel(&attr, bytes, 72, NULL), 0);
	T_EQ(bytes[72], 0x55);
	T_EQ(read_attr(&back, bytes, 72), 0);
	T_EQ(back.size, 72);
	T_EQ(back.config2, 3);
	return TEST_OK;
}

/* A kernel of any age takes our length if it is zero where the kernel knows nothing. */
static int test_this_kernel(void)
{
	const struct defer_attr attr = {
		.type = DEFER_TYPE_SOFTWARE,
		.config = 9,
		.flags = DEFER_ATTR_DISABLED | DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_HV,
	};
	uint8_t bytes[ATTR_KERNEL_SIZE];
	int fd;

	T_EQ(attr__to_kernel(&attr, bytes, sizeof(bytes), NULL), 0);
	fd = syscall(SYS_perf_event_open, bytes, 0, -1, -1, 0);
	if (fd < 0)
		return TEST_SKIP;
	close(fd);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the bytes of the system's own header", test_header},
	{"deferral, config3 and config4", test_deferral},
	{"there and back", test_round_trip},
	{"shorter ones lose nothing silently", test_sizes},
	{"this kernel takes it", test_this_kernel},
	{0},
};

const struct test_suite suite__attr_kernel = {"attr-kernel",
					      "perf_event_attr as the kernel takes it", cases};
