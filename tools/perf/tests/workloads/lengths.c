// SPDX-License-Identifier: GPL-2.0-only
/*
 * lengths [N]: N reads of /dev/zero, from 4 kB to 4 MB, main -> run -> read_timed. Measures each by its own clock, and
 * prints their number, and the sum, the median and the longest of these times, ns.
 */
#include <fcntl.h>
#include <stdint.h>

#include "tests/workloads/workload.h"

static char buf[4 << 20];

static __always_inline_fn uint64_t clock_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (uint64_t)ts.tv_sec * 1000000000 + ts.tv_nsec;
}

static __noinline uint64_t read_timed(int zero, long len)
{
	uint64_t begin = clock_ns();

	if (syscall3(SYS_read, zero, (long)buf, len) != len)
		die("read");
	return clock_ns() - begin;
}

static int compare(const void *l, const void *r)
{
	uint64_t a = *(const uint64_t *)l, b = *(const uint64_t *)r;

	return (a > b) - (a < b);
}

static __noinline long run(long nr, uint64_t *times)
{
	int zero = open("/dev/zero", O_RDONLY);
	uint64_t sum = 0;

	if (zero < 0 || !times)
		die("/dev/zero");
	for (long i = 0; i < nr; i++) {
		times[i] = read_timed(zero, 4096L << i % 11);
		sum += times[i];
	}
	qsort(times, nr, sizeof(*times), compare);
	printf("%ld %llu %llu %llu\n", nr, (unsigned long long)sum,
	       (unsigned long long)times[(nr - 1) / 2], (unsigned long long)times[nr - 1]);
	return fflush(stdout);
}

int main(int argc, char **argv)
{
	long nr = arg_number(argc, argv, 1, 2000);

	end_chains_above(__builtin_frame_address(0));
	exit(!nr || run(nr, calloc(nr, sizeof(uint64_t))) != 0);
}
