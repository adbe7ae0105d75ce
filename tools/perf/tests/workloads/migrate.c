// SPDX-License-Identifier: GPL-2.0-only
/*
 * migrate [MS]: goes from CPU to CPU, in a system call: main -> tour -> hop -> move.
 *
 * It enters the kernel on one CPU and leaves it on another, so that both halves of a stack are in
 * different buffers.
 */
#include <sched.h>

#include "tests/workloads/workload.h"

static __noinline long move(int cpu)
{
	unsigned long mask[16] = {0};

	mask[cpu / 64] = 1UL << cpu % 64;
	return syscall3(SYS_sched_setaffinity, 0, sizeof(mask), (long)mask);
}

static __noinline long hop(int cpu)
{
	long ret = move(cpu);

	spin(100);
	return ret;
}

static __noinline long tour(double deadline, const int *cpus, int nr)
{
	long failed = 0;

	for (int i = 0; now() < deadline; i = (i + 1) % nr)
		failed += hop(cpus[i]) < 0;
	return failed;
}

int main(int argc, char **argv)
{
	int cpus[1024], nr = 0;
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set))
		die("sched_getaffinity");
	for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
		if (CPU_ISSET(cpu, &set))
			cpus[nr++] = cpu;
	}
	/* A CPU may go offline meanwhile: a hop that fails is none. */
	tour(arg_deadline(argc, argv, 1, 500), cpus, nr);
	return nr == 0;
}
