// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-attr.h>
#include <perf/defer-cursor.h>
#include <perf/defer-sample.h>

#include "util/base/clock.h"
#include "util/host/probe.h"

/*
 * A user who may not see the kernel may have neither samples of it nor kernel callchains, and must
 * exclude both (Linux 7.2, kernel/events/core.c).
 */
#define USER_ONLY (DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL)

#define PERIOD_NS 100000
#define TRIAL_NS  100000000ULL
#define DATA_SIZE (64 * 1024)

/*
 * The attr of Linux 2.6.31, which suffices and which every kernel accepts. Its flags are one u64,
 * so that bits unknown to the build's headers can be set.
 */
struct attr_ver0 {
	uint32_t type, size;
	uint64_t config, sample_period, sample_type, read_format, flags;
	uint32_t wakeup_events, bp_type;
	uint64_t config1;
};

_Static_assert(sizeof(struct attr_ver0) == DEFER_ATTR_SIZE_VER0, "the size that the kernel knows");

static int open_event(const struct attr_ver0 *attr, pid_t pid, int cpu)
{
	return syscall(SYS_perf_event_open, attr, pid, cpu, -1, PERF_FLAG_FD_CLOEXEC);
}

/* Opens an event and closes it. Returns 0 or errno. */
static int try_event(const struct attr_ver0 *attr, pid_t pid, int cpu)
{
	int fd = open_event(attr, pid, cpu);

	if (fd < 0)
		return errno;
	close(fd);
	return 0;
}

static struct attr_ver0 cpu_clock(uint64_t flags)
{
	return (struct attr_ver0){
		.type = PERF_TYPE_SOFTWARE,
		.size = DEFER_ATTR_SIZE_VER0,
		.config = PERF_COUNT_SW_CPU_CLOCK,
		.sample_period = PERIOD_NS,
		.sample_type = PROBE_SAMPLE_TYPE,
		.flags = flags | DEFER_ATTR_DISABLED | DEFER_ATTR_SAMPLE_ID_ALL |
			 DEFER_ATTR_EXCLUDE_HV,
	};
}

const char *probe_defer__name(enum probe_defer defer)
{
	static const char *const names[] = {
		[PROBE_DEFER_WORKS] = "works",
		[PROBE_DEFER_NO_RECORD] = "no-record",
		[PROBE_DEFER_IN_PLACE] = "in-place",
		[PROBE_DEFER_NO_SAMPLE] = "no-sample",
		[PROBE_DEFER_UNKNOWN_BIT] = "unknown-bit",
		[PROBE_DEFER_DENIED] = "denied",
		[PROBE_DEFER_NO_PERF] = "no-perf",
		[PROBE_DEFER_FAILED] = "failed",
	};

	return names[defer];
}

static void read_sample(struct probe *probe, const struct defer_record *rec)
{
	const struct defer_attr attr = {
		.sample_type = PROBE_SAMPLE_TYPE,
		.flags = DEFER_ATTR_SAMPLE_ID_ALL,
	};
	struct defer_layout layout;
	struct defer_sample sample;

	probe->samples++;
	if (!defer_layout__init(&layout, &attr, NULL) &&
	    !defer_sample__decode(&sample, rec, &layout, NULL))
		probe->deferred += defer_chain__cookie(&sample.chain) != 0;
}

static void read_deferred(struct probe *probe, const struct defer_record *rec)
{
	struct defer_cursor cur;
	uint64_t nr;

	defer_cursor__init(&cur, rec->data, rec->size, 0, rec->swap);
	defer_cursor__bytes(&cur, DEFER_RECORD_HEADER_SIZE);
	defer_cursor__u64(&cur); /* cookie */
	nr = defer_cursor__u64(&cur);
	if (cur.failed || nr > defer_cursor__left(&cur) / sizeof(uint64_t))
		return;
	probe->records++;
	if (nr > probe->stack)
		probe->stack = nr;
}

void probe__read_records(struct probe *probe, const void *data, uint64_t size)
{
	struct defer_cursor cur;
	struct defer_record rec;

	defer_cursor__init(&cur, data, size, 0, false);
	while (defer_record__next(&rec, &cur, NULL) > 0) {
		if (rec.type == DEFER_RECORD_SAMPLE)
			read_sample(probe, &rec);
		else if (rec.type == DEFER_RECORD_CALLCHAIN_DEFERRED)
			read_deferred(probe, &rec);
	}
}

/* Enters and leaves the kernel until the buffer has had time to receive the records. */
static void make_samples(const struct perf_event_mmap_page *page)
{
	uint64_t begin = clock__now();

	while (clock__now() - begin < TRIAL_NS) {
		for (int i = 0; i < 1000; i++)
			syscall(SYS_getppid);
		/* Enough for a few samples and their deferred records. */
		if (__atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE) > DATA_SIZE / 16)
			break;
	}
}

/*
 * Runs the trial without consuming: records that do not fit the buffer are lost, and the rest are
 * enough.
 */
static void run_trial(struct probe *probe, int fd)
{
	size_t page_size = sysconf(_SC_PAGESIZE);
	struct perf_event_mmap_page *page =
		mmap(NULL, page_size + DATA_SIZE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	if (page == MAP_FAILED) {
		probe->error = errno;
		probe->defer = PROBE_DEFER_FAILED;
		return;
	}
	ioctl(fd, PERF_EVENT_IOC_ENABLE, 0);
	make_samples(page);
	ioctl(fd, PERF_EVENT_IOC_DISABLE, 0);
	/* The last deferred record is written on return from a system call. */
	syscall(SYS_getppid);
	probe__read_records(probe, (const char *)page + page_size,
			    __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE));
	munmap(page, page_size + DATA_SIZE);

	if (!probe->samples)
		probe->defer = PROBE_DEFER_NO_SAMPLE;
	else if (!probe->deferred)
		probe->defer = PROBE_DEFER_IN_PLACE;
	else
		probe->defer = probe->records ? PROBE_DEFER_WORKS : PROBE_DEFER_NO_RECORD;
}

static enum probe_defer why_refused(int error)
{
	switch (error) {
	case EACCES:
	case EPERM:
		return PROBE_DEFER_DENIED;
	case ENOSYS:
		return PROBE_DEFER_NO_PERF;
	default:
		return PROBE_DEFER_FAILED;
	}
}

static void probe_defer(struct probe *probe, uint64_t flags)
{
	struct attr_ver0 attr =
		cpu_clock(flags | DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT);
	int fd = open_event(&attr, 0, -1);

	if (fd >= 0) {
		run_trial(probe, fd);
		close(fd);
	} else {
		/* The event opens without these two bits, so one of them was refused. */
		probe->error = errno;
		probe->defer = errno == EINVAL || errno == E2BIG ? PROBE_DEFER_UNKNOWN_BIT
								 : why_refused(errno);
	}
}

void probe__run(struct probe *probe)
{
	struct attr_ver0 plain = cpu_clock(0), user = cpu_clock(USER_ONLY);
	struct attr_ver0 cycles = user;
	int error;

	*probe = (struct probe){0};
	probe->kernel = !try_event(&plain, 0, -1);
	error = probe->kernel ? 0 : try_event(&user, 0, -1);
	if (error) {
		probe->defer = why_refused(error);
		probe->error = probe->cycles_error = error;
		return;
	}
	probe->all_cpus = !try_event(probe->kernel ? &plain : &user, -1, 0);
	cycles.type = PERF_TYPE_HARDWARE;
	cycles.config = PERF_COUNT_HW_CPU_CYCLES;
	cycles.sample_period = 1000000;
	probe->cycles_error = try_event(&cycles, 0, -1);
	probe_defer(probe, probe->kernel ? 0 : USER_ONLY);
}
