// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tests/tests.h"
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

/* A buffer as the kernel fills it: one deferred sample, one in place, one deferred record. */
static int test_reads_records(void)
{
	const uint64_t buf[] = {
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
	struct probe probe = {0};

	probe__read_records(&probe, buf, sizeof(buf));
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

static const struct test_case cases[] = {
	{"nothing is to be done on a host with everything", test_all_good},
	{"without deferral nothing can be recorded", test_no_deferral},
	{"each thing missing says what to do", test_what_is_missing},
	{"sysctls, capabilities and addresses are read", test_reads_files},
	{"samples and deferred records are told apart", test_reads_records},
	{"this kernel answers", test_this_kernel},
	{0},
};

const struct test_suite suite__check = {"check", "What this host can record", cases};
