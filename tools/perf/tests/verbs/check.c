// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/fake-events.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/host/checklist.h"
#include "util/host/hostinfo.h"
#include "util/host/probe.h"

/* A host on which everything works. */
static void good_host(struct hostinfo *host, struct probe *probe)
{
	*host = (struct hostinfo){
		.release = "6.19.0",
		.machine = "x86_64",
		.paranoid = 2,
		.max_stack = 127,
		.max_sample_rate = 100000,
		.mlock_kb = 516,
		.nofile = 1024,
		.nofile_max = 4096,
		.memlock = UINT64_MAX,
		.perfmon = true,
		.kallsyms = true,
		.tracefs = "/sys/kernel/tracing",
		.debuginfod = true,
		.debuginfod_urls = "https://debuginfod.example/",
		.nr_cpus = 4,
	};
	*probe = (struct probe){
		.defer = PROBE_DEFER_WORKS,
		.kernel = true,
		.all_cpus = true,
		.samples = 3,
		.deferred = 2,
		.records = 1,
		.stack = 9,
	};
}

static const struct check_item *find_item(const struct checklist *list, const char *name)
{
	for (unsigned int i = 0; i < list->nr; i++) {
		if (!strcmp(list->items[i].name, name))
			return &list->items[i];
	}
	return NULL;
}

static int test_all_good(void)
{
	struct checklist list;
	struct hostinfo host;
	struct probe probe;

	good_host(&host, &probe);
	checklist__init(&list, &host, &probe);
	T_CHECK(checklist__can_record(&list));
	for (unsigned int i = 0; i < list.nr; i++) {
		T_EQ(list.items[i].status, CHECK_YES);
		T_CHECK(list.items[i].value[0]);
	}
	return TEST_OK;
}

/* All other answers of the trial forbid recording, and each says what to do. */
static int test_no_deferral(void)
{
	for (enum probe_defer defer = PROBE_DEFER_NO_RECORD; defer <= PROBE_DEFER_FAILED; defer++) {
		const struct check_item *item;
		struct checklist list;
		struct hostinfo host;
		struct probe probe;

		good_host(&host, &probe);
		probe.defer = defer;
		probe.error = EINVAL;
		checklist__init(&list, &host, &probe);
		T_CHECK(!checklist__can_record(&list));
		item = find_item(&list, "deferred-callchains");
		T_CHECK(item);
		T_EQ(item->status, CHECK_FATAL);
		T_CHECK(item->advice[0]);
		T_CHECK(strstr(item->value, "6.19.0"));
	}
	return TEST_OK;
}

static int expect(const struct hostinfo *host, const struct probe *probe, const char *name,
		  enum check_status status, const char *advice)
{
	const struct check_item *item;
	struct checklist list;

	checklist__init(&list, host, probe);
	item = find_item(&list, name);
	T_CHECK(item);
	T_EQ(item->status, status);
	T_CHECK(strstr(item->advice, advice));
	T_CHECK(checklist__can_record(&list));
	return TEST_OK;
}

static int test_what_is_missing(void)
{
	struct hostinfo host, good;
	struct probe probe;

	good_host(&good, &probe);
	host = good;
	host.perfmon = false;
	T_RUN(expect(&host, &probe, "paranoid", CHECK_LIMIT, ""));
	host = good;
	host.nofile = 64;
	T_RUN(expect(&host, &probe, "open-files", CHECK_LIMIT, "ulimit -n 128"));
	host = good;
	host.tracefs = NULL;
	T_RUN(expect(&host, &probe, "tracepoints", CHECK_NO, "mount -t tracefs"));
	host.tracefs_denied = true;
	T_RUN(expect(&host, &probe, "tracepoints", CHECK_NO,
		     "run as root, or mount -o remount,gid=GROUP,mode=750 /sys/kernel/tracing"));
	host = good;
	host.kallsyms = false;
	T_RUN(expect(&host, &probe, "kernel-names", CHECK_NO,
		     "CAP_SYSLOG, or sysctl kernel.perf_event_paranoid=1"));
	host.kptr_restrict = 1;
	T_RUN(expect(&host, &probe, "kernel-names", CHECK_NO,
		     "sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1"));
	host.kptr_restrict = 2;
	T_RUN(expect(&host, &probe, "kernel-names", CHECK_NO,
		     "sysctl kernel.kptr_restrict=1, and"));
	host = good;
	host.debuginfod_urls = NULL;
	host.debuginfod_refused = true;
	T_RUN(expect(&host, &probe, "debuginfod", CHECK_NO, "use --debuginfod"));
	host.debuginfod_refused = false;
	T_RUN(expect(&host, &probe, "debuginfod", CHECK_NO, "DEBUGINFOD_URLS"));
	host.debuginfod = false;
	T_RUN(expect(&host, &probe, "debuginfod", CHECK_NO, "apt install"));
	host = good;
	host.max_stack = HOSTINFO_UNKNOWN;
	T_RUN(expect(&host, &probe, "max-stack", CHECK_NO, ""));
	probe.kernel = false;
	T_RUN(expect(&good, &probe, "kernel-mode", CHECK_NO, "perf_event_paranoid=1"));
	probe.cycles_error = ENOENT;
	T_RUN(expect(&good, &probe, "hardware-events", CHECK_NO, "cpu-clock"));
	return TEST_OK;
}

/* The whole list as lines of name, status, value and advice. */
static int check_lines(const struct hostinfo *host, const struct probe *probe, const char *want)
{
	char text[8192];
	struct checklist list;
	int len = 0;

	checklist__init(&list, host, probe);
	for (unsigned int i = 0; i < list.nr; i++)
		len += snprintf(text + len, sizeof(text) - len, "%s|%s|%s|%s\n", list.items[i].name,
				check_status__name(list.items[i].status), list.items[i].value,
				list.items[i].advice);
	T_STREQ(text, want);
	return TEST_OK;
}

static int test_good_lines(void)
{
	struct hostinfo host;
	struct probe probe;

	good_host(&host, &probe);
	return check_lines(
		&host, &probe,
		"deferred-callchains|yes|2 of 3 samples deferred, 1 user stacks came|\n"
		"user-unwind|yes|up to 9 addresses in the trial|the kernel follows frame pointers: "
		"build with -fno-omit-frame-pointer\n"
		"perfmon|yes|CAP_PERFMON: the paranoid level does not bind|\n"
		"paranoid|yes|kernel.perf_event_paranoid is 2|\n"
		"kernel-mode|yes|may be sampled|\n"
		"all-cpus|yes|other tasks may be recorded (-a)|\n"
		"hardware-events|yes|cycles can be counted|\n"
		"tracepoints|yes|formats are in /sys/kernel/tracing|\n"
		"kernel-names|yes|/proc/kallsyms shows addresses, kernel.kptr_restrict is 0|\n"
		"debuginfod|yes|report and script ask https://debuginfod.example/|\n"
		"max-stack|yes|127 addresses (kernel.perf_event_max_stack)|\n"
		"max-sample-rate|yes|100000 Hz (kernel.perf_event_max_sample_rate)|\n"
		"mlock|yes|516 kB of buffers for each CPU (kernel.perf_event_mlock_kb)|\n"
		"memlock|yes|buffers are not limited|\n"
		"open-files|yes|1024, up to 4096 (RLIMIT_NOFILE)|\n");
}

/* A host on which nothing works, and which tells nothing of itself. */
static int test_bad_lines(void)
{
	const struct hostinfo host = {
		.release = "5.4.0",
		.machine = "riscv64",
		.paranoid = HOSTINFO_UNKNOWN,
		.max_stack = HOSTINFO_UNKNOWN,
		.max_sample_rate = HOSTINFO_UNKNOWN,
		.mlock_kb = HOSTINFO_UNKNOWN,
		.kptr_restrict = HOSTINFO_UNKNOWN,
		.nofile = 79,
		.nofile_max = 80,
		.memlock = 65536,
	};
	const struct probe probe = {
		.defer = PROBE_DEFER_DENIED, .error = EACCES, .cycles_error = EACCES};
	const char *denied = strerror(EACCES);
	char want[2048];

	snprintf(
		want, sizeof(want),
		"deferred-callchains|fatal|events may not be opened (%s, Linux 5.4.0)|sysctl "
		"kernel.perf_event_paranoid=2 (1: kernel mode too), or run as root or with "
		"CAP_PERFMON\n"
		"user-unwind|no|unknown for riscv64|only x86-64 has an unwinder for deferred "
		"callchains so far\n"
		"perfmon|no|no CAP_PERFMON: the paranoid level binds|\n"
		"paranoid|no|kernel.perf_event_paranoid cannot be read|\n"
		"kernel-mode|no|may not be sampled|sysctl kernel.perf_event_paranoid=1, or "
		"CAP_PERFMON\n"
		"all-cpus|no|only your own tasks may be recorded|sysctl "
		"kernel.perf_event_paranoid=0, or CAP_PERFMON\n"
		"hardware-events|no|no cycles (%s)|\n"
		"tracepoints|no|no tracefs|mount -t tracefs nodev /sys/kernel/tracing\n"
		"kernel-names|no|/proc/kallsyms hides addresses|run as root or with CAP_SYSLOG, or "
		"sysctl kernel.kptr_restrict=0 kernel.perf_event_paranoid=1\n"
		"debuginfod|no|libdebuginfod is missing|apt install libdebuginfod-dev, build again, "
		"and set DEBUGINFOD_URLS\n"
		"max-stack|no|cannot be read|\n"
		"max-sample-rate|no|cannot be read|\n"
		"mlock|no|cannot be read|\n"
		"memlock|yes|64 kB more (RLIMIT_MEMLOCK)|\n"
		"open-files|limit|79, up to 80 (RLIMIT_NOFILE)|ulimit -n 80: each event takes one "
		"on each of 0 CPUs\n",
		denied, denied);
	return check_lines(&host, &probe, want);
}

/* @name has @status and a value that begins with @value. */
static int expect_value(const struct hostinfo *host, const struct probe *probe, const char *name,
			enum check_status status, const char *value)
{
	const struct check_item *item;
	struct checklist list;

	checklist__init(&list, host, probe);
	item = find_item(&list, name);
	T_CHECK(item);
	T_EQ(item->status, status);
	T_CHECK(!strncmp(item->value, value, strlen(value)));
	return TEST_OK;
}

/* Limits at their values, and beyond. */
static int test_edges(void)
{
	struct hostinfo host;
	struct probe probe;

	good_host(&host, &probe);
	host.nofile = 128;
	T_RUN(expect_value(&host, &probe, "open-files", CHECK_YES, "128, up to 4096"));
	host.nofile = 127;
	T_RUN(expect_value(&host, &probe, "open-files", CHECK_LIMIT, "127, up to 4096"));
	host.nr_cpus = 1;
	host.nofile = 80;
	T_RUN(expect_value(&host, &probe, "open-files", CHECK_YES, "80,"));

	host.paranoid = 1;
	host.perfmon = false;
	T_RUN(expect_value(&host, &probe, "paranoid", CHECK_YES,
			   "kernel.perf_event_paranoid is 1"));
	host.paranoid = 2;
	T_RUN(expect_value(&host, &probe, "paranoid", CHECK_LIMIT, "kernel.perf_event_paranoid"));

	T_RUN(expect_value(&host, &probe, "memlock", CHECK_YES, "buffers are not limited"));
	host.memlock = 65535;
	T_RUN(expect_value(&host, &probe, "memlock", CHECK_YES, "63 kB more"));
	host.ipc_lock = true;
	T_RUN(expect_value(&host, &probe, "memlock", CHECK_YES, "buffers are not limited"));
	host.ipc_lock = false;
	host.perfmon = true;
	T_RUN(expect_value(&host, &probe, "memlock", CHECK_YES, "buffers are not limited"));

	probe.kernel = false;
	T_RUN(expect_value(&host, &probe, "kernel-mode", CHECK_NO,
			   "may not be sampled: user mode only"));
	probe.defer = PROBE_DEFER_NO_SAMPLE;
	T_RUN(expect_value(&host, &probe, "user-unwind", CHECK_NO, "needs deferred callchains"));
	return expect_value(&host, &probe, "deferred-callchains", CHECK_FATAL,
			    "the kernel accepts the request, but no sample came to prove it "
			    "(Linux 6.19.0)");
}

static int write_file(const char *root, const char *path, const char *text)
{
	char full[512];
	FILE *fp;

	snprintf(full, sizeof(full), "%s%s", root, path);
	for (char *slash = strchr(full + strlen(root) + 1, '/'); slash;
	     slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(full, 0700);
		*slash = '/';
	}
	fp = fopen(full, "w");
	T_CHECK(fp);
	fputs(text, fp);
	fclose(fp);
	return TEST_OK;
}

static int fill_root(const char *root)
{
	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_paranoid", "-1\n"));
	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_max_stack", "not a number\n"));
	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_mlock_kb", "516\n"));
	T_RUN(write_file(root, "/proc/self/status", "Name:\tx\nCapEff:\t0000004000004000\n"));
	T_RUN(write_file(root, "/proc/meminfo",
			 "MemTotal:  16000 kB\nMemFree:   1000 kB\nMemAvailable:  2000 kB\n"));
	T_RUN(write_file(
		root, "/proc/buddyinfo",
		"Node 0, zone      DMA      0      0      0      0      0      0      0      "
		"0      1      1      3 \n"
		"Node 0, zone    DMA32      1      2\n"));
	T_RUN(write_file(root, "/proc/kallsyms",
			 "0000000000000000 A fixed_percpu_data\nffffffff81000000 T _text\n"));
	T_RUN(write_file(root, "/sys/kernel/debug/tracing/events/header_page", "\n"));
	return TEST_OK;
}

static int test_reads_files(void)
{
	char root[] = "/tmp/perf-defer-check-XXXXXX", command[64];
	uint64_t page = sysconf(_SC_PAGESIZE);
	struct hostinfo host;
	struct utsname uts;

	T_CHECK(mkdtemp(root));
	T_RUN(fill_root(root));
	hostinfo__read_at(&host, root);
	snprintf(command, sizeof(command), "rm -r %s", root);
	T_EQ(system(command), 0);

	T_EQ(uname(&uts), 0);
	T_STREQ(host.release, uts.release);
	T_STREQ(host.machine, uts.machine);
	T_EQ(host.paranoid, -1);
	T_EQ(host.max_stack, HOSTINFO_UNKNOWN);
	T_EQ(host.max_sample_rate, HOSTINFO_UNKNOWN);
	T_EQ(host.mlock_kb, 516);
	T_CHECK(host.perfmon);
	T_CHECK(host.ipc_lock);
	T_CHECK(!host.resource);
	T_EQ(host.available, 2000 * 1024);
	/* Orders up to 10: pieces of 1024 pages, half of which hold pointers to a page each. */
	T_EQ(host.max_buffer, page * 1024 / 8 / 2 * page);
	T_CHECK(host.kallsyms);
	T_STREQ(host.tracefs, "/sys/kernel/debug/tracing");
	return TEST_OK;
}

/* Files of a root that has only some, in a form that needs care. */
static int fill_other_root(const char *root, char kallsyms[4096])
{
	int len = 0;

	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_paranoid", "2\n"));
	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_max_stack", "127\n"));
	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_max_sample_rate", "50000\n"));
	T_RUN(write_file(root, "/proc/sys/kernel/perf_event_mlock_kb", "x\n"));
	T_RUN(write_file(root, "/proc/sys/kernel/kptr_restrict", "1\n"));
	/* CAP_SYS_ADMIN and CAP_SYS_RESOURCE. */
	T_RUN(write_file(root, "/proc/self/status", "CapPrm:\tff\nCapEff:\t0000000001200000\n"));
	T_RUN(write_file(root, "/proc/buddyinfo", "Node 0, zone      DMA      7\n"));
	/* The first address that is shown comes after those that are looked at. */
	for (int i = 0; i < 64; i++)
		len += snprintf(kallsyms + len, 4096 - len, "0 A symbol_%d\n", i);
	snprintf(kallsyms + len, 4096 - len, "ffffffff81000000 T _text\n");
	T_RUN(write_file(root, "/proc/kallsyms", kallsyms));
	T_RUN(write_file(root, "/sys/kernel/tracing/events/header_page", "\n"));
	T_RUN(write_file(root, "/sys/kernel/debug/tracing/events/header_page", "\n"));
	return TEST_OK;
}

/* The files of tracepoints may not be read in one place, and are not in the other. */
static int check_denied(const char *root)
{
	static const char *const dirs[] = {"", "/sys", "/sys/kernel", "/sys/kernel/tracing"};
	const uid_t user = getuid();
	struct hostinfo host;
	char path[256], other[256];

	snprintf(path, sizeof(path), "%s/sys/kernel/debug", root);
	snprintf(other, sizeof(other), "%s/sys/kernel/other", root);
	T_EQ(rename(path, other), 0);
	for (size_t i = 0; i < ARRAY_SIZE(dirs); i++) {
		snprintf(path, sizeof(path), "%s%s", root, dirs[i]);
		T_EQ(chmod(path, i + 1 < ARRAY_SIZE(dirs) ? 0755 : 0), 0);
	}
	/* access() asks for the real user, and root may read everything. */
	T_CHECK(user || !setreuid(65534, -1));
	hostinfo__read_at(&host, root);
	T_CHECK(user || !setreuid(user, -1));
	T_CHECK(!chmod(path, 0755));
	T_CHECK(host.tracefs_denied && !host.tracefs);
	return TEST_OK;
}

static int check_others(const struct folder *folder)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	struct hostinfo host;
	const char *root = folder->path;
	char kallsyms[4096];
	struct rlimit limit;
	int fd;

	T_RUN(fill_other_root(root, kallsyms));
	setenv("DEBUGINFOD_URLS", "", 1);
	hostinfo__read_at(&host, root);
	T_CHECK(!host.debuginfod_urls);
	T_EQ(host.paranoid, 2);
	T_EQ(host.max_stack, 127);
	T_EQ(host.max_sample_rate, 50000);
	T_EQ(host.mlock_kb, HOSTINFO_UNKNOWN);
	T_EQ(host.kptr_restrict, 1);
	T_CHECK(host.perfmon && host.resource && !host.ipc_lock);
	T_EQ(host.available, 0);
	/* Pieces of one page, half of which hold pointers. */
	T_EQ(host.max_buffer, page / sizeof(void *) / 2 * page);
	T_CHECK(!host.kallsyms);
	T_STREQ(host.tracefs, "/sys/kernel/tracing");
	T_CHECK(!host.tracefs_denied);
	T_EQ(host.nr_cpus, sysconf(_SC_NPROCESSORS_ONLN));
	T_RUN(check_denied(root));

	/* The last symbol that is looked at; and limits, as they are. */
	T_RUN(write_file(root, "/proc/kallsyms", strchr(kallsyms, '\n') + 1));
	hostinfo__read_at(&host, root);
	T_CHECK(host.kallsyms);
	T_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
	T_EQ(host.nofile, limit.rlim_cur);
	T_EQ(host.nofile_max, limit.rlim_max);
	fd = dup(STDERR_FILENO);
	T_CHECK(fd >= 0);
	page = host.open_files;
	hostinfo__read_at(&host, root);
	T_EQ(host.open_files, page + 1);
	close(fd);

	/* No files. */
	setenv("DEBUGINFOD_URLS", "https://debuginfod.example/", 1);
	hostinfo__read_at(&host, "/nonexistent");
	T_STREQ(host.debuginfod_urls, "https://debuginfod.example/");
	unsetenv("DEBUGINFOD_URLS");
	T_EQ(host.paranoid, HOSTINFO_UNKNOWN);
	T_CHECK(!host.perfmon && !host.resource && !host.ipc_lock && !host.kallsyms);
	T_CHECK(!host.tracefs && !host.max_buffer && !host.available);
	return TEST_OK;
}

static int test_reads_others(void)
{
	return folder__run(check_others);
}

/* A buffer as the kernel fills it: one deferred sample, one in place, one deferred record. */
static const uint64_t trial_records[] = {
	(uint64_t)(8 + 8 * 7) << 48 | (uint64_t)DEFER_MISC_KERNEL << 32 | 9,
	0x1000,
	1ULL << 32 | 1,
	100,
	3,
	DEFER_CONTEXT_KERNEL,
	DEFER_CONTEXT_USER_DEFERRED,
	0x300000001,
	(uint64_t)(8 + 8 * 6) << 48 | (uint64_t)DEFER_MISC_USER << 32 | 9,
	0x1000,
	1ULL << 32 | 1,
	101,
	2,
	DEFER_CONTEXT_USER,
	0x2000,
	(uint64_t)(8 + 8 * 6) << 48 | (uint64_t)DEFER_MISC_USER << 32 | 22,
	0x300000001,
	2,
	0x2000,
	0x3000,
	1ULL << 32 | 1,
	102,
	/* One that claims more addresses than it holds, and one cut off. */
	(uint64_t)(8 + 8 * 4) << 48 | 22,
	0x500000001,
	1000,
	1ULL << 32 | 1,
	103,
	(uint64_t)(8 + 8 * 7) << 48 | 9,
	0x1000,
};

static int test_reads_records(void)
{
	struct probe probe = {0};

	probe__read_records(&probe, trial_records, sizeof(trial_records));
	T_EQ(probe.samples, 2);
	T_EQ(probe.deferred, 1);
	T_EQ(probe.records, 1);
	T_EQ(probe.stack, 2);
	return TEST_OK;
}

/* Whatever this kernel can do: the answer says which, and the trial leaves nothing open. */
static int test_this_kernel(void)
{
	struct probe probe;
	int before = dup(0), after;

	close(before);
	probe__run(&probe);
	after = dup(0);
	close(after);
	T_EQ(after, before);
	fprintf(stderr, "deferral here: %s\n", probe_defer__name(probe.defer));
	if (probe.defer == PROBE_DEFER_WORKS)
		T_CHECK(probe.deferred && probe.records && probe.samples >= probe.deferred);
	else if (probe.defer == PROBE_DEFER_UNKNOWN_BIT || probe.defer == PROBE_DEFER_DENIED)
		T_CHECK(probe.error && !probe.samples);
	return TEST_OK;
}

/* ---- a kernel of the tests' own ---- */

static struct event_call calls[8];
static uint32_t nr_calls;
static int (*answer_trial)(void);
static int refusal, deferral;

#define BOTH_BITS (DEFER_ATTR_DEFER_CALLCHAIN | DEFER_ATTR_DEFER_OUTPUT)
#define USER_ONLY (DEFER_ATTR_EXCLUDE_KERNEL | DEFER_ATTR_EXCLUDE_CALLCHAIN_KERNEL)

/* Refuses all with @refusal, and deferral with @deferral. */
static int answer(const struct event_call *call)
{
	if (nr_calls < 8)
		calls[nr_calls] = *call;
	nr_calls++;
	if (refusal)
		return -refusal;
	if (!(call->attr_flags & BOTH_BITS))
		return fake_events__accept();
	return deferral ? -deferral : answer_trial();
}

/* Words of trial_records: a deferred sample, one in place, a deferred record. */
#define SAMPLE_END   8
#define IN_PLACE_END 15

static int all_records(void)
{
	return fake_events__buffer(trial_records, sizeof(trial_records));
}

static int one_sample(void)
{
	return fake_events__buffer(trial_records, SAMPLE_END * sizeof(uint64_t));
}

static int sample_in_place(void)
{
	return fake_events__buffer(trial_records + SAMPLE_END,
				   (sizeof(trial_records) - SAMPLE_END * sizeof(uint64_t)));
}

static int no_sample(void)
{
	return fake_events__buffer(trial_records + IN_PLACE_END, 7 * sizeof(uint64_t));
}

/* The answer of a trial, and how much was counted in it. */
static int check_trial(int (*records)(void), enum probe_defer defer, int error, uint64_t samples,
		       uint64_t deferred, uint64_t nr_records)
{
	struct probe probe;
	int before = dup(0), after;

	close(before);
	answer_trial = records;
	nr_calls = 0;
	memset(&probe, -1, sizeof(probe));
	probe__run(&probe);
	after = dup(0);
	close(after);
	T_EQ(after, before);
	T_EQ(probe.defer, defer);
	T_EQ(probe.error, error);
	T_EQ(probe.samples, samples);
	T_EQ(probe.deferred, deferred);
	T_EQ(probe.records, nr_records);
	T_EQ(probe.stack, nr_records ? 2 : 0);
	T_CHECK(probe.kernel && probe.all_cpus && !probe.cycles_error);
	return TEST_OK;
}

/* Each event is tried with what it needs, in this order: own task, all tasks, cycles, deferral. */
static int check_calls(bool user_only)
{
	T_EQ(nr_calls, 4);
	for (int i = 0; i < 4; i++) {
		const uint64_t plain =
			DEFER_ATTR_DISABLED | DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_EXCLUDE_HV;

		T_EQ(calls[i].type, i == 2 ? DEFER_TYPE_HARDWARE : DEFER_TYPE_SOFTWARE);
		T_EQ(calls[i].size, DEFER_ATTR_SIZE_VER0);
		T_EQ(calls[i].config, 0);
		T_EQ(calls[i].sample_period, i == 2 ? 1000000 : 100000);
		T_EQ(calls[i].sample_type, PROBE_SAMPLE_TYPE);
		T_EQ(calls[i].attr_flags,
		     plain | (i == 3 ? BOTH_BITS : 0) | (i == 2 || user_only ? USER_ONLY : 0));
		T_EQ(calls[i].pid, i == 1 ? -1 : 0);
		T_EQ(calls[i].cpu, i == 1 ? 0 : -1);
		T_EQ(calls[i].group_fd, -1);
		T_EQ(calls[i].flags, PERF_FLAG_FD_CLOEXEC);
	}
	return TEST_OK;
}

static int run_trials(void)
{
	T_RUN(check_trial(all_records, PROBE_DEFER_WORKS, 0, 2, 1, 1));
	T_RUN(check_calls(false));
	T_RUN(check_trial(one_sample, PROBE_DEFER_NO_RECORD, 0, 1, 1, 0));
	T_RUN(check_trial(sample_in_place, PROBE_DEFER_IN_PLACE, 0, 1, 0, 1));
	T_RUN(check_trial(no_sample, PROBE_DEFER_NO_SAMPLE, 0, 0, 0, 1));
	T_RUN(check_trial(fake_events__accept, PROBE_DEFER_FAILED, ENODEV, 0, 0, 0));
	deferral = EINVAL;
	T_RUN(check_trial(NULL, PROBE_DEFER_UNKNOWN_BIT, EINVAL, 0, 0, 0));
	deferral = E2BIG;
	T_RUN(check_trial(NULL, PROBE_DEFER_UNKNOWN_BIT, E2BIG, 0, 0, 0));
	deferral = EPERM;
	T_RUN(check_trial(NULL, PROBE_DEFER_DENIED, EPERM, 0, 0, 0));
	deferral = EBUSY;
	return check_trial(NULL, PROBE_DEFER_FAILED, EBUSY, 0, 0, 0);
}

static int test_trials(void)
{
	return fake_events__run(answer, run_trials);
}

/* Nothing may be opened: @error says why. */
static int check_closed(int error, enum probe_defer defer)
{
	struct probe probe;

	refusal = error;
	nr_calls = 0;
	probe__run(&probe);
	T_EQ(nr_calls, 2);
	T_EQ(calls[1].attr_flags & USER_ONLY, USER_ONLY);
	T_EQ(probe.defer, defer);
	T_EQ(probe.error, error);
	T_EQ(probe.cycles_error, error);
	T_CHECK(!probe.kernel && !probe.all_cpus && !probe.samples);
	return TEST_OK;
}

static int run_closed(void)
{
	T_RUN(check_closed(EACCES, PROBE_DEFER_DENIED));
	T_RUN(check_closed(EPERM, PROBE_DEFER_DENIED));
	T_RUN(check_closed(ENOSYS, PROBE_DEFER_NO_PERF));
	return check_closed(EMFILE, PROBE_DEFER_FAILED);
}

static int test_closed(void)
{
	return fake_events__run(answer, run_closed);
}

/* A kernel that shows this user neither itself, nor other tasks, nor has cycles. */
static int answer_user(const struct event_call *call)
{
	bool user_only = (call->attr_flags & USER_ONLY) == USER_ONLY;
	int fd = answer(call);

	if (user_only && call->pid == 0 && call->type == DEFER_TYPE_SOFTWARE)
		return fd;
	close(fd);
	return call->type == DEFER_TYPE_HARDWARE ? -ENOENT : -EACCES;
}

static int run_user(void)
{
	struct probe probe;

	answer_trial = all_records;
	probe__run(&probe);
	T_CHECK(!probe.kernel && !probe.all_cpus);
	T_EQ(probe.cycles_error, ENOENT);
	T_EQ(probe.error, 0);
	T_EQ(probe.defer, PROBE_DEFER_WORKS);
	/* After the refusal of the kernel's samples all calls are without them. */
	T_EQ(nr_calls, 5);
	memmove(calls, calls + 1, 4 * sizeof(*calls));
	nr_calls--;
	return check_calls(true);
}

static int test_user(void)
{
	return fake_events__run(answer_user, run_user);
}

static const struct test_case cases[] = {
	{"nothing is to be done on a host with everything", test_all_good},
	{"without deferral nothing can be recorded", test_no_deferral},
	{"each thing missing says what to do", test_what_is_missing},
	{"each line of a host with everything", test_good_lines},
	{"each line of a host with nothing", test_bad_lines},
	{"limits that just suffice, and those that do not", test_edges},
	{"sysctls, capabilities and addresses are read", test_reads_files},
	{"other sysctls and capabilities, and a host that has no files", test_reads_others},
	{"samples and deferred records are told apart", test_reads_records},
	{"this kernel answers", test_this_kernel},
	{"each answer of a trial", test_trials},
	{"no event may be opened", test_closed},
	{"a user who may not see the kernel", test_user},
	{0},
};

const struct test_suite suite__check = {"check", "What this host can record", cases};
