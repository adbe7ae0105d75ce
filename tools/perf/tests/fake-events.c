// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf_common.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include "tests/fake-events.h"
#include "tests/tests.h"

static event_answer answer_call;
static event_control answer_control;
static event_watch see_watch;

void fake_events__catch(event_control control, event_watch watch)
{
	answer_control = control;
	see_watch = watch;
}

int fake_events__accept(void)
{
	return open("/dev/null", O_RDWR | O_CLOEXEC);
}

int fake_events__buffer(const void *records, size_t size)
{
	const struct perf_event_mmap_page header = {.data_head = size};
	uint64_t page = sysconf(_SC_PAGESIZE);
	int fd = memfd_create("buffer", MFD_CLOEXEC);

	if (fd < 0 || ftruncate(fd, page + (64 << 10)) ||
	    pwrite(fd, &header, sizeof(header), 0) != sizeof(header) ||
	    pwrite(fd, records, size, page) != (ssize_t)size)
		return -EIO;
	return fd;
}

#if defined(__x86_64__) || defined(__aarch64__)

/* The first five arguments of the system call, and where its result is put. */
static void *call__registers(ucontext_t *context, uint64_t args[5])
{
	mcontext_t *regs = &context->uc_mcontext;

#ifdef __x86_64__
	static const int order[] = {REG_RDI, REG_RSI, REG_RDX, REG_R10, REG_R8};

	for (int i = 0; i < 5; i++)
		args[i] = regs->gregs[order[i]];
	return &regs->gregs[REG_RAX];
#else
	for (int i = 0; i < 5; i++)
		args[i] = regs->regs[i];
	return &regs->regs[0];
#endif
}

static int64_t answer_open(const uint64_t args[5])
{
	struct event_call call = {0};

	/* type and size to flags are the first 48 bytes of each attr. */
	memcpy(&call, (const void *)(uintptr_t)args[0], offsetof(struct event_call, pid));
	call.pid = args[1];
	call.cpu = args[2];
	call.group_fd = args[3];
	call.flags = args[4];
	return answer_call(&call);
}

static void on_call(int signo, siginfo_t *info, void *context)
{
	int error = errno;
	uint64_t args[5];
	int64_t result = 0;
	void *place;

	(void)signo;
	place = call__registers(context, args);
	if (info->si_syscall == SYS_perf_event_open) {
		result = answer_open(args);
	} else if (info->si_syscall == SYS_ioctl) {
		result = answer_control(args[0], args[1], (void *)(uintptr_t)args[2]);
	} else {
		struct epoll_event event = {0};

		if (args[3])
			memcpy(&event, (const void *)(uintptr_t)args[3], sizeof(event));
		see_watch(args[2], event.data.u64);
	}
	memcpy(place, &result, sizeof(result));
	errno = error;
}

/* A filter and one of its instructions, as <linux/filter.h> of the kernel's headers has them. */
struct filter_step {
	uint16_t code;
	uint8_t if_true, if_false;
	uint32_t value;
};

struct filter_program {
	unsigned short len;
	const struct filter_step *steps;
};

static int catch_calls(void)
{
	/* The letter of an event's requests is in the second byte of the second argument. */
	static const struct filter_step steps[] = {
		{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
		{BPF_JMP | BPF_JEQ | BPF_K, 7, 0, SYS_perf_event_open},
		{BPF_JMP | BPF_JEQ | BPF_K, 6, 0, SYS_epoll_ctl},
		{BPF_JMP | BPF_JEQ | BPF_K, 0, 4, SYS_ioctl},
		{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, args[1])},
		{BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xff00},
		{BPF_JMP | BPF_JEQ | BPF_K, 2, 0, '$' << 8},
		{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
		{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
		{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_TRAP},
	};
	static const struct filter_step opens[] = {
		{BPF_LD | BPF_W | BPF_ABS, 0, 0, offsetof(struct seccomp_data, nr)},
		{BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_perf_event_open},
		{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_TRAP},
		{BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW},
	};
	const struct filter_program all = {sizeof(steps) / sizeof(*steps), steps};
	const struct filter_program some = {sizeof(opens) / sizeof(*opens), opens};
	struct sigaction action = {.sa_sigaction = on_call, .sa_flags = SA_SIGINFO};

	return sigaction(SIGSYS, &action, NULL) || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, answer_control ? &all : &some);
}

#else

static int catch_calls(void)
{
	return -1;
}

#endif

int fake_events__run(event_answer answer, int (*body)(void))
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	T_CHECK(pid >= 0);
	if (!pid) {
		answer_call = answer;
		if (catch_calls()) {
			fprintf(stderr, "calls of perf_event_open() cannot be caught here\n");
			exit(TEST_SKIP);
		}
		exit(body());
	}
	T_EQ(waitpid(pid, &status, 0), pid);
	T_CHECK(WIFEXITED(status));
	return WEXITSTATUS(status);
}
