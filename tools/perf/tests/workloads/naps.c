// SPDX-License-Identifier: GPL-2.0-only
/*
 * naps: sleeps 120 ms in nanosleep, 230 ms in poll, 340 ms in clock_nanosleep and 450 ms in read of a
 * timer, each main -> naps -> nap_in_<system call>.
 */
#include <stdint.h>
#include <sys/timerfd.h>

#include "tests/workloads/workload.h"

static __noinline long nap_in_nanosleep(void)
{
	struct timespec ts = {0, 120000000};

	return syscall3(SYS_nanosleep, (long)&ts, 0, 0);
}

static __noinline long nap_in_poll(void)
{
	return syscall3(SYS_poll, 0, 0, 230);
}

static __noinline long nap_in_clock_nanosleep(void)
{
	struct timespec ts = {0, 340000000};

	return syscall3(SYS_clock_nanosleep, CLOCK_MONOTONIC, 0, (long)&ts);
}

static __noinline long nap_in_read(int timer)
{
	struct itimerspec in = {.it_value = {0, 450000000}};
	uint64_t times;
	long failed = timerfd_settime(timer, 0, &in, NULL);

	return failed + (syscall3(SYS_read, timer, (long)&times, sizeof(times)) != sizeof(times));
}

static __noinline long naps(int timer)
{
	long failed = nap_in_nanosleep();

	failed += nap_in_poll();
	failed += nap_in_clock_nanosleep();
	return failed + nap_in_read(timer);
}

int main(void)
{
	int timer = timerfd_create(CLOCK_MONOTONIC, 0);

	if (timer < 0)
		die("timerfd_create");
	end_chains_above(__builtin_frame_address(0));
	exit(naps(timer) != 0);
}
