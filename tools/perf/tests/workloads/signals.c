// SPDX-License-Identifier: GPL-2.0-only
/*
 * signals [MS]: a timer's signals interrupt system calls; the handler makes its own.
 *
 * main -> run -> work -> read, and handler -> in_handler -> read.
 *
 * The period of the timer is no multiple of a sampling period, because the two run from one clock: in step, all
 * samples would come at one distance from a signal, and might never see a handler.
 */
#include <fcntl.h>
#include <signal.h>
#include <sys/time.h>

#include "tests/workloads/workload.h"

static int zero;
static volatile sig_atomic_t hits;

static __noinline long in_handler(void)
{
	char buf[8 * 1024];

	return syscall3(SYS_read, zero, (long)buf, sizeof(buf));
}

static __noinline void handler(int sig)
{
	(void)sig;
	for (int i = 0; i < 8; i++)
		in_handler();
	hits = hits + 1;
}

static __noinline long work(void)
{
	static char buf[256 * 1024];

	return syscall3(SYS_read, zero, (long)buf, sizeof(buf));
}

static __noinline void run(double deadline)
{
	while (now() < deadline) {
		work();
		spin(500);
	}
}

int main(int argc, char **argv)
{
	const struct itimerval every = {{0, 1790}, {0, 1790}}, never = {{0, 0}, {0, 0}};
	struct sigaction act = {.sa_handler = handler, .sa_flags = SA_RESTART};
	double deadline = arg_deadline(argc, argv, 1, 500);

	zero = open("/dev/zero", O_RDONLY);
	if (zero < 0 || sigaction(SIGALRM, &act, NULL) || setitimer(ITIMER_REAL, &every, NULL))
		die("signals");
	run(deadline);
	setitimer(ITIMER_REAL, &never, NULL);
	return !hits;
}
