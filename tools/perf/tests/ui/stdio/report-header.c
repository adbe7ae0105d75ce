// SPDX-License-Identifier: GPL-2.0-only
/* What report --header says of a trace, to the last byte. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "ui/stdio/event-desc.h"
#include "ui/stdio/header.h"
#include "util/base/array.h"
#include "util/header/env.h"
#include "util/session/session.h"

/* ---- facts of two and more of everything, one of which has nothing, where that can be ---- */

static const char *words[] = {"perf", "it's", "\033[1m", "-e"};
static const char *siblings[] = {"0-1", "2,3"};

static struct env_cpu cpus[] = {{5, 6, 7}, {8, 9, 10}};

static struct env_numa_node nodes[] = {
	{.node = 0, .total = 1000, .free = 900, .cpus = "0-1"},
	{.node = 3, .total = 2000, .free = 1, .cpus = "2,3"},
};

static struct env_pmu pmus[] = {{"cpu", 4}, {"kprobe", 8}};

static struct env_event env_events[] = {{.name = "cycles"}, {.name = "faults"}};

static struct env_group groups[] = {{"{anon_group}", 0, 2}, {"mine", 1, 2}};

static struct env_cache caches[] = {
	{.level = 1, .type = "Data", .size = "32K", .cpus = "0"},
	{.level = 3, .type = "Unified", .size = "8192K", .cpus = "0-3"},
};

/* Blocks of 1024 bytes: none, 1023 and 1024 of them, and runs that go over a word's end. */
static uint64_t no_blocks[1] = {0};
static uint64_t some_blocks[16] = {[0] = 1ULL << 63 | 0x16, [1] = 0x3, [15] = 1ULL << 63};
static uint64_t many_blocks[16], most_blocks[16];

static struct env_mem_node mem[] = {
	{.node = 0, .blocks = no_blocks, .nr_bits = 64},
	{.node = 12, .blocks = some_blocks, .nr_bits = 1024},
	{.node = 2, .blocks = most_blocks, .nr_bits = 1024},
	{.node = 3, .blocks = many_blocks, .nr_bits = 1024},
};

static struct env_hybrid hybrid[] = {{"cpu_core", "0-15"}, {"cpu_atom", "16-23"}};

static struct env_cap caps[] = {{"branches", "32"}, {"max_precise", "3"}};

static struct env_pmu_caps pmu_caps[] = {{"cpu_core", caps, 2}, {"cpu_atom", NULL, 0}};

static struct env_domain domains[] = {
	{0, "SMT", "3", "0-1"},
	{1, NULL, "f", "0-3"},
};

static struct env_cpu_domains cpu_domains[] = {
	{.cpu = 0, .nr = 2, .domains = domains},
	{.cpu = 1, .nr = 1, .domains = domains},
};

static const struct env facts = {
	.hostname = "host",
	.os_release = "7.2.0",
	.version = "7.3.4",
	.arch = "x86_64",
	.cpu_desc = "A \x1b CPU",
	.cpuid = "Vendor,1,2",
	.nr_cpus_online = 3,
	.nr_cpus_avail = 4,
	.total_mem = 4010368,
	.cmdline = {words, 4},
	.e_machine = 62,
	.e_flags = 5,
	.cln_size = 64,
	.events = env_events,
	.nr_events = 2,
	.groups = groups,
	.nr_groups = 2,
	.pmus = pmus,
	.nr_pmus = 2,
	.cpu_caps = {.caps = caps, .nr = 2},
	.pmu_caps = pmu_caps,
	.nr_pmu_caps = 2,
	.topology = {.cores = {siblings, 2},
		     .dies = {siblings, 1},
		     .threads = {siblings, 2},
		     .cpus = cpus,
		     .nr_cpus = 2},
	.numa = nodes,
	.nr_numa = 2,
	.mem = mem,
	.nr_mem = 4,
	.mem_block_size = 1024,
	.caches = caches,
	.nr_caches = 2,
	.hybrid = hybrid,
	.nr_hybrid = 2,
	.domains = cpu_domains,
	.nr_domains = 2,
	.schedstat_version = 17,
	.max_domains = 2,
	.first_time = 12000345678,
	.last_time = 15001456789,
	.clockid_res_ns = 4,
	.clock = {.clockid = CLOCK_TAI, .tod_ns = 1700000000987654321, .clockid_ns = 37000000056},
	.dir_version = 1,
	.compressed = {.type = 1, .level = 3, .ratio = 13},
	.nr_build_ids = 2,
};

/* Prints the header of a trace that says @env of itself, from a file that was written in 1970. */
static char *header_of(const struct env *env, bool full, bool pipe)
{
	char path[] = "/tmp/perf-defer-header-XXXXXX", *text = NULL;
	const struct session_opts opts = {.path = path, .nr_workers = 1};
	const struct timespec times[2] = {{.tv_sec = 86400}, {.tv_sec = 86400}};
	struct defer_error err = DEFER_ERROR_INIT;
	struct env copy = *env, *own;
	struct session *session;
	struct trace trace;
	int fd = mkstemp(path);
	size_t size;
	FILE *out;

	setenv("TZ", "UTC0", 1);
	tzset();
	trace__build(&trace, false, pipe);
	if (fd < 0 || write(fd, trace.b.data, trace.b.size) != (ssize_t)trace.b.size ||
	    futimens(fd, times) || session__open(&session, &opts, &err) ||
	    session__gather(session, &err))
		goto out;
	own = session->env;
	session->env = &copy;
	out = open_memstream(&text, &size);
	session__print_header(session, full, out);
	fclose(out);
	session->env = own;
	session__close(session);
out:
	close(fd);
	unlink(path);
	trace__exit(&trace);
	return text;
}

static struct env all_features(void)
{
	struct env env = facts;

	memset(most_blocks, 0xff, sizeof(most_blocks));
	most_blocks[0] = ~1ULL;
	memset(many_blocks, 0xff, sizeof(many_blocks));
	for (unsigned int i = FEATURE_TRACING_DATA; i < FEATURE_NR_KNOWN; i++)
		env.there[0] |= 1ULL << i;
	return env;
}

static const char full_text[] =
	"# ========\n"
	"# captured on    : Fri Jan  2 00:00:00 1970\n"
	"# header version : 1\n"
	"# data offset    : 488\n"
	"# data size      : 2464\n"
	"# feat offset    : 2952\n"
	"# build ids : 2\n"
	"# hostname : host\n"
	"# os release : 7.2.0\n"
	"# perf version : 7.3.4\n"
	"# arch : x86_64\n"
	"# nrcpus online : 3\n"
	"# nrcpus avail : 4\n"
	"# cpudesc : A . CPU\n"
	"# cpuid : Vendor,1,2\n"
	"# total memory : 4010368 kB\n"
	"# cmdline : perf it\\'s .[1m -e \n"
	"# event : name = cpu-clock, , id = { 100, 101, 102, 103 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0, { sample_period, sample_freq } "
	"= 1000000, sample_type = IP|TID|TIME|CALLCHAIN|CPU|PERIOD|IDENTIFIER, "
	"sample_id_all = 1, defer_callchain = 1\n"
	"# event : name = dummy, , id = { 200, 201, 202, 203 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0x9, sample_type = "
	"TID|TIME|CPU|IDENTIFIER, mmap = 1, comm = 1, task = 1, sample_id_all = 1, "
	"mmap2 = 1, comm_exec = 1, build_id = 1, defer_output = 1\n"
	"# sibling sockets : 0-1\n"
	"# sibling sockets : 2,3\n"
	"# sibling dies    : 0-1\n"
	"# sibling threads : 0-1\n"
	"# sibling threads : 2,3\n"
	"# CPU 0: Core ID 5, Die ID 6, Socket ID 7\n"
	"# CPU 1: Core ID 8, Die ID 9, Socket ID 10\n"
	"# node0 meminfo  : total = 1000 kB, free = 900 kB\n"
	"# node0 cpu list : 0-1\n"
	"# node3 meminfo  : total = 2000 kB, free = 1 kB\n"
	"# node3 cpu list : 2,3\n"
	"# contains samples with branch stack\n"
	"# pmu mappings: cpu = 4, kprobe = 8\n"
	"# group: {cycles,faults}\n"
	"# group: mine{faults,?}\n"
	"# contains AUX area data (e.g. instruction trace)\n"
	"# contains stat data\n"
	"# CPU cache info:\n"
	"#  L1 Data                 32K [0]\n"
	"#  L3 Unified            8192K [0-3]\n"
	"# time of first sample : 12.000345\n"
	"# time of last sample : 15.001456\n"
	"# sample duration :   3001.111 ms\n"
	"# memory nodes (nr 4, block size 0x400):\n"
	"#    0 [0B]: \n"
	"#   12 [7K]: 1-2,4,63-65,1023\n"
	"#    2 [1023K]: 1-1023\n"
	"#    3 [1M]: 0-1023\n"
	"# clockid frequency: 250 MHz\n"
	"# directory data version : 1\n"
	"# compressed : Zstd, level = 3, ratio = 13\n"
	"# cpu pmu capabilities: branches=32, max_precise=3\n"
	"# clockid: tai (11)\n"
	"# reference time: 2023-11-14 22:13:20.987654 = 1700000000.987654 (TOD) = "
	"37.000000056 (tai)\n"
	"# hybrid cpu system:\n"
	"# cpu_core cpu list : 0-15\n"
	"# cpu_atom cpu list : 16-23\n"
	"# cpu_core pmu capabilities: branches=32, max_precise=3\n"
	"# cpu_atom pmu capabilities: not available\n"
	"# schedstat version\t: 17\n"
	"# Maximum sched domains\t: 2\n"
	"# cpu\t\t: 0\n"
	"# nr_domains\t: 2\n"
	"# Domain\t\t: 0\n"
	"# Domain name      : SMT\n"
	"# Domain cpu map   : 3\n"
	"# Domain cpu list  : 0-1\n"
	"# Domain\t\t: 1\n"
	"# Domain cpu map   : f\n"
	"# Domain cpu list  : 0-3\n"
	"# cpu\t\t: 1\n"
	"# nr_domains\t: 1\n"
	"# Domain\t\t: 0\n"
	"# Domain name      : SMT\n"
	"# Domain cpu map   : 3\n"
	"# Domain cpu list  : 0-1\n"
	"# e_machine : 62\n"
	"#   e_flags : 5\n"
	"# cacheline size: 64\n"
	"# missing features: \n"
	"# ========\n"
	"#\n";
static const char short_text[] =
	"# ========\n"
	"# captured on    : Fri Jan  2 00:00:00 1970\n"
	"# header version : 1\n"
	"# data offset    : 488\n"
	"# data size      : 2464\n"
	"# feat offset    : 2952\n"
	"# build ids : 2\n"
	"# hostname : host\n"
	"# os release : 7.2.0\n"
	"# perf version : 7.3.4\n"
	"# arch : x86_64\n"
	"# nrcpus online : 3\n"
	"# nrcpus avail : 4\n"
	"# cpudesc : A . CPU\n"
	"# cpuid : Vendor,1,2\n"
	"# total memory : 4010368 kB\n"
	"# cmdline : perf it\\'s .[1m -e \n"
	"# event : name = cpu-clock, , id = { 100, 101, 102, 103 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0, { sample_period, sample_freq } "
	"= 1000000, sample_type = IP|TID|TIME|CALLCHAIN|CPU|PERIOD|IDENTIFIER, "
	"sample_id_all = 1, defer_callchain = 1\n"
	"# event : name = dummy, , id = { 200, 201, 202, 203 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0x9, sample_type = "
	"TID|TIME|CPU|IDENTIFIER, mmap = 1, comm = 1, task = 1, sample_id_all = 1, "
	"mmap2 = 1, comm_exec = 1, build_id = 1, defer_output = 1\n"
	"# CPU_TOPOLOGY info available, use -I to display\n"
	"# NUMA_TOPOLOGY info available, use -I to display\n"
	"# contains samples with branch stack\n"
	"# pmu mappings: cpu = 4, kprobe = 8\n"
	"# group: {cycles,faults}\n"
	"# group: mine{faults,?}\n"
	"# contains AUX area data (e.g. instruction trace)\n"
	"# contains stat data\n"
	"# CACHE info available, use -I to display\n"
	"# time of first sample : 12.000345\n"
	"# time of last sample : 15.001456\n"
	"# sample duration :   3001.111 ms\n"
	"# MEM_TOPOLOGY info available, use -I to display\n"
	"# clockid frequency: 250 MHz\n"
	"# directory data version : 1\n"
	"# compressed : Zstd, level = 3, ratio = 13\n"
	"# cpu pmu capabilities: branches=32, max_precise=3\n"
	"# clockid: tai (11)\n"
	"# reference time: 2023-11-14 22:13:20.987654 = 1700000000.987654 (TOD) = "
	"37.000000056 (tai)\n"
	"# HYBRID_TOPOLOGY info available, use -I to display\n"
	"# cpu_core pmu capabilities: branches=32, max_precise=3\n"
	"# cpu_atom pmu capabilities: not available\n"
	"# CPU_DOMAIN_INFO info available, use -I to display\n"
	"# e_machine : 62\n"
	"#   e_flags : 5\n"
	"# cacheline size: 64\n"
	"# missing features: \n"
	"# ========\n"
	"#\n";
static const char pipe_text[] =
	"# ========\n"
	"# captured on    : Fri Jan  2 00:00:00 1970\n"
	"# header version : 1\n"
	"# event : name = cpu-clock, , id = { 100, 101, 102, 103 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0, { sample_period, sample_freq } "
	"= 1000000, sample_type = IP|TID|TIME|CALLCHAIN|CPU|PERIOD|IDENTIFIER, "
	"sample_id_all = 1, defer_callchain = 1\n"
	"# event : name = dummy, , id = { 200, 201, 202, 203 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0x9, sample_type = "
	"TID|TIME|CPU|IDENTIFIER, mmap = 1, comm = 1, task = 1, sample_id_all = 1, "
	"mmap2 = 1, comm_exec = 1, build_id = 1, defer_output = 1\n"
	"# missing features: TRACING_DATA BUILD_ID HOSTNAME OSRELEASE VERSION ARCH "
	"NRCPUS CPUDESC CPUID TOTAL_MEM CMDLINE EVENT_DESC CPU_TOPOLOGY NUMA_TOPOLOGY "
	"BRANCH_STACK PMU_MAPPINGS GROUP_DESC AUXTRACE STAT CACHE SAMPLE_TIME "
	"MEM_TOPOLOGY CLOCKID DIR_FORMAT BPF_PROG_INFO BPF_BTF COMPRESSED CPU_PMU_CAPS "
	"CLOCK_DATA HYBRID_TOPOLOGY PMU_CAPS CPU_DOMAIN_INFO E_MACHINE CLN_SIZE \n"
	"# ========\n"
	"#\n";
static const char odd_text[] =
	"# ========\n"
	"# captured on    : Fri Jan  2 00:00:00 1970\n"
	"# header version : 1\n"
	"# data offset    : 488\n"
	"# data size      : 2464\n"
	"# feat offset    : 2952\n"
	"# build ids : 0\n"
	"# hostname : host\n"
	"# os release : 7.2.0\n"
	"# perf version : 7.3.4\n"
	"# arch : x86_64\n"
	"# nrcpus online : 3\n"
	"# nrcpus avail : 4\n"
	"# cpudesc : A . CPU\n"
	"# cpuid : Vendor,1,2\n"
	"# total memory : 4010368 kB\n"
	"# cmdline : \n"
	"# event : name = cpu-clock, , id = { 100, 101, 102, 103 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0, { sample_period, sample_freq } "
	"= 1000000, sample_type = IP|TID|TIME|CALLCHAIN|CPU|PERIOD|IDENTIFIER, "
	"sample_id_all = 1, defer_callchain = 1\n"
	"# event : name = dummy, , id = { 200, 201, 202, 203 }, type = 1 "
	"(PERF_TYPE_SOFTWARE), size = 144, config = 0x9, sample_type = "
	"TID|TIME|CPU|IDENTIFIER, mmap = 1, comm = 1, task = 1, sample_id_all = 1, "
	"mmap2 = 1, comm_exec = 1, build_id = 1, defer_output = 1\n"
	"# sibling sockets : 0-1\n"
	"# sibling sockets : 2,3\n"
	"# sibling dies    : 0-1\n"
	"# sibling threads : 0-1\n"
	"# sibling threads : 2,3\n"
	"# node0 meminfo  : total = 1000 kB, free = 900 kB\n"
	"# node0 cpu list : 0-1\n"
	"# node3 meminfo  : total = 2000 kB, free = 1 kB\n"
	"# node3 cpu list : 2,3\n"
	"# contains samples with branch stack\n"
	"# pmu mappings:\n"
	"# contains AUX area data (e.g. instruction trace)\n"
	"# contains stat data\n"
	"# CPU cache info:\n"
	"#  L1 Data                 32K [0]\n"
	"#  L3 Unified            8192K [0-3]\n"
	"# time of first sample : 12.000345\n"
	"# time of last sample : 12.000345\n"
	"# sample duration :      0.000 ms\n"
	"# memory nodes (nr 4, block size 0x80000000):\n"
	"#    0 [0B]: \n"
	"#   12 [14G]: 1-2,4,63-65,1023\n"
	"#    2 [2046G]: 1-1023\n"
	"#    3 [2048G]: 0-1023\n"
	"# directory data version : 1\n"
	"# compressed : Unknown, level = 3, ratio = 13\n"
	"# cpu pmu capabilities: not available\n"
	"# clockid: (not found) (99)\n"
	"# reference time: 1970-01-01 00:00:00.000000 = 0.000000 (TOD) = 0.000000000 "
	"((not found))\n"
	"# hybrid cpu system:\n"
	"# cpu_core cpu list : 0-15\n"
	"# cpu_atom cpu list : 16-23\n"
	"# schedstat version\t: 17\n"
	"# Maximum sched domains\t: 2\n"
	"# e_machine : 62\n"
	"#   e_flags : 5\n"
	"# cacheline size: 64\n"
	"# missing features: \n"
	"# ========\n"
	"#\n";
static const char event_text[] =
	"an:event: type: 0 (PERF_TYPE_HARDWARE), size: 144, config: 0x3 "
	"(PERF_COUNT_HW_CACHE_MISSES), { sample_period, sample_freq }: 4000, "
	"sample_type: "
	"IP|TID|TIME|ADDR|READ|CALLCHAIN|ID|CPU|PERIOD|STREAM_ID|RAW|BRANCH_STACK|REGS_"
	"USER|STACK_USER|IDENTIFIER|REGS_INTR|DATA_SRC|WEIGHT|TRANSACTION|PHYS_ADDR|AUX"
	"|CGROUP|DATA_PAGE_SIZE|CODE_PAGE_SIZE|WEIGHT_STRUCT, read_format: "
	"TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP|LOST, disabled: 1, inherit: 1, "
	"pinned: 1, exclusive: 1, exclude_user: 1, exclude_kernel: 1, exclude_hv: 1, "
	"exclude_idle: 1, mmap: 1, comm: 1, freq: 1, inherit_stat: 1, enable_on_exec: "
	"1, task: 1, watermark: 1, precise_ip: 3, mmap_data: 1, sample_id_all: 1, "
	"exclude_host: 1, exclude_guest: 1, exclude_callchain_kernel: 1, "
	"exclude_callchain_user: 1, mmap2: 1, comm_exec: 1, use_clockid: 1, "
	"context_switch: 1, write_backward: 1, namespaces: 1, ksymbol: 1, bpf_event: "
	"1, aux_output: 1, cgroup: 1, text_poke: 1, build_id: 1, inherit_thread: 1, "
	"remove_on_exec: 1, sigtrap: 1, defer_callchain: 1, defer_output: 1, { "
	"wakeup_events, wakeup_watermark }: 11, bp_type: 12, { bp_addr, config1 }: "
	"0x13, { bp_len, config2 }: 0x14, branch_sample_type: "
	"USER|KERNEL|HV|ANY|ANY_CALL|ANY_RETURN|IND_CALL|ABORT_TX|IN_TX|NO_TX|COND|CALL"
	"_STACK|IND_JUMP|CALL|NO_FLAGS|NO_CYCLES|TYPE_SAVE|HW_INDEX|PRIV_SAVE|COUNTERS,"
	" sample_regs_user: 0x15, sample_stack_user: 16, clockid: -17, "
	"sample_regs_intr: 0x18, aux_watermark: 19, sample_max_stack: 20, "
	"aux_sample_size: 21\n"
	"# event : name = an:event, , id = { 7, 1099511627776 }, type = 0 "
	"(PERF_TYPE_HARDWARE), size = 144, config = 0x3, { sample_period, sample_freq "
	"} = 4000, sample_type = "
	"IP|TID|TIME|ADDR|READ|CALLCHAIN|ID|CPU|PERIOD|STREAM_ID|RAW|BRANCH_STACK|REGS_"
	"USER|STACK_USER|IDENTIFIER|REGS_INTR|DATA_SRC|WEIGHT|TRANSACTION|PHYS_ADDR|AUX"
	"|CGROUP|DATA_PAGE_SIZE|CODE_PAGE_SIZE|WEIGHT_STRUCT, read_format = "
	"TOTAL_TIME_ENABLED|TOTAL_TIME_RUNNING|ID|GROUP|LOST, disabled = 1, inherit = "
	"1, pinned = 1, exclusive = 1, exclude_user = 1, exclude_kernel = 1, "
	"exclude_hv = 1, exclude_idle = 1, mmap = 1, comm = 1, freq = 1, inherit_stat "
	"= 1, enable_on_exec = 1, task = 1, watermark = 1, precise_ip = 3, mmap_data = "
	"1, sample_id_all = 1, exclude_host = 1, exclude_guest = 1, "
	"exclude_callchain_kernel = 1, exclude_callchain_user = 1, mmap2 = 1, "
	"comm_exec = 1, use_clockid = 1, context_switch = 1, write_backward = 1, "
	"namespaces = 1, ksymbol = 1, bpf_event = 1, aux_output = 1, cgroup = 1, "
	"text_poke = 1, build_id = 1, inherit_thread = 1, remove_on_exec = 1, sigtrap "
	"= 1, defer_callchain = 1, defer_output = 1, { wakeup_events, wakeup_watermark "
	"} = 11, bp_type = 12, { bp_addr, config1 } = 0x13, { bp_len, config2 } = "
	"0x14, branch_sample_type = "
	"USER|KERNEL|HV|ANY|ANY_CALL|ANY_RETURN|IND_CALL|ABORT_TX|IN_TX|NO_TX|COND|CALL"
	"_STACK|IND_JUMP|CALL|NO_FLAGS|NO_CYCLES|TYPE_SAVE|HW_INDEX|PRIV_SAVE|COUNTERS,"
	" sample_regs_user = 0x15, sample_stack_user = 16, clockid = -17, "
	"sample_regs_intr = 0x18, aux_watermark = 19, sample_max_stack = 20, "
	"aux_sample_size = 21\n"
	"an:event: type: 1 (PERF_TYPE_SOFTWARE), size: 64, config: 0 "
	"(PERF_COUNT_SW_CPU_CLOCK)\n"
	"# event : name = an:event, , id = { 7 }, type = 1 (PERF_TYPE_SOFTWARE), size "
	"= 64, config = 0\n"
	"an:event: type: 1 (PERF_TYPE_SOFTWARE), size: 64, config: 0 "
	"(PERF_COUNT_SW_CPU_CLOCK), precise_ip: 2\n"
	"# event : name = an:event, , type = 1 (PERF_TYPE_SOFTWARE), size = 64, config "
	"= 0, precise_ip = 2\n";

static int check_header(const struct env *env, bool full, bool pipe, const char *want)
{
	char *text = header_of(env, full, pipe);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int test_full(void)
{
	const struct env env = all_features();

	return check_header(&env, true, false, full_text);
}

static int test_short(void)
{
	const struct env env = all_features();

	return check_header(&env, false, false, short_text);
}

/* A stream has no places of its parts; and this one says nothing of itself. */
static int test_pipe(void)
{
	const struct env env = {0};

	return check_header(&env, true, true, pipe_text);
}

/* No CPUs of a topology, no caps, no resolution of the clock, sizes beyond the largest unit. */
static int test_odd(void)
{
	struct env env = all_features();

	env.topology.cpus = NULL;
	env.cpu_caps.nr = 0;
	env.nr_pmu_caps = 0;
	env.clockid_res_ns = 0;
	env.clock.clockid = 99;
	env.clock.tod_ns = env.clock.clockid_ns = 0;
	env.compressed.type = 2;
	env.mem_block_size = 2ULL << 30;
	env.nr_build_ids = 0;
	env.cmdline.nr = 0;
	env.nr_domains = 0;
	env.nr_groups = 0;
	env.nr_pmus = 0;
	env.last_time = env.first_time;
	return check_header(&env, true, false, odd_text);
}

static int check_clock(uint32_t clockid, const char *want)
{
	struct env env = {0};
	char line[64], *text;

	env.there[0] = 1ULL << FEATURE_CLOCK_DATA;
	env.clock.clockid = clockid;
	text = header_of(&env, true, false);
	snprintf(line, sizeof(line), "\n# clockid: %s (%u)\n", want, clockid);
	T_CHECK(text && strstr(text, line));
	free(text);
	return TEST_OK;
}

static int test_clocks(void)
{
	T_RUN(check_clock(CLOCK_REALTIME, "realtime"));
	T_RUN(check_clock(CLOCK_MONOTONIC, "monotonic"));
	T_RUN(check_clock(CLOCK_MONOTONIC_RAW, "monotonic_raw"));
	T_RUN(check_clock(CLOCK_BOOTTIME, "boottime"));
	T_RUN(check_clock(CLOCK_TAI, "tai"));
	T_RUN(check_clock(CLOCK_PROCESS_CPUTIME_ID, "(not found)"));
	return TEST_OK;
}

/* ---- events ---- */

/* Prints @attr in both styles: for a list of events, and for the header. */
static void print_attr(const struct defer_attr *attr, const uint64_t *ids, uint64_t nr_ids,
		       FILE *out)
{
	char name[] = "an:event";
	struct defer_evsel evsel = {
		.attr = *attr, .ids = (uint64_t *)ids, .nr_ids = nr_ids, .name = name};

	fputs(name, out);
	attr__print_evlist(attr, name, out);
	putc('\n', out);
	evsel__print_desc(&evsel, out);
}

/* Each field with a value of its own, and each bit of those that are bits. */
static int test_events(void)
{
	static const uint64_t ids[] = {7, 1ULL << 40};
	struct defer_attr all = {
		.type = DEFER_TYPE_HARDWARE,
		.size = 144,
		.config = 3,
		.sample_period = 4000,
		.sample_type = UINT64_MAX,
		.read_format = UINT64_MAX,
		.flags = UINT64_MAX,
		.wakeup_events = 11,
		.bp_type = 12,
		.config1 = 0x13,
		.config2 = 0x14,
		.branch_sample_type = UINT64_MAX,
		.sample_regs_user = 0x15,
		.sample_stack_user = 16,
		.clockid = -17,
		.sample_regs_intr = 0x18,
		.aux_watermark = 19,
		.sample_max_stack = 20,
		.aux_sample_size = 21,
	};
	struct defer_attr none = {.type = DEFER_TYPE_SOFTWARE, .size = 64};
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	print_attr(&all, ids, 2, out);
	print_attr(&none, ids, 1, out);
	none.flags = 2ULL << DEFER_ATTR_PRECISE_IP_SHIFT;
	print_attr(&none, NULL, 0, out);
	fclose(out);
	T_STREQ(text, event_text);
	free(text);
	return TEST_OK;
}

/* Names of a config: of the last that the kernel has of a type, and of none behind it. */
static int check_config(uint32_t type, uint64_t config, const char *want)
{
	const struct defer_attr attr = {.type = type, .size = 64, .config = config};
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	attr__print_evlist(&attr, "an:event", out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int test_configs(void)
{
	T_RUN(check_config(0, 0,
			   ": type: 0 (PERF_TYPE_HARDWARE), size: 64, config: 0 "
			   "(PERF_COUNT_HW_CPU_CYCLES)"));
	T_RUN(check_config(0, 9,
			   ": type: 0 (PERF_TYPE_HARDWARE), size: 64, config: 0x9 "
			   "(PERF_COUNT_HW_REF_CPU_CYCLES)"));
	T_RUN(check_config(0, 10, ": type: 0 (PERF_TYPE_HARDWARE), size: 64, config: 0xa"));
	T_RUN(check_config(1, 0,
			   ": type: 1 (PERF_TYPE_SOFTWARE), size: 64, config: 0 "
			   "(PERF_COUNT_SW_CPU_CLOCK)"));
	T_RUN(check_config(1, 11,
			   ": type: 1 (PERF_TYPE_SOFTWARE), size: 64, config: 0xb "
			   "(PERF_COUNT_SW_CGROUP_SWITCHES)"));
	T_RUN(check_config(1, 12, ": type: 1 (PERF_TYPE_SOFTWARE), size: 64, config: 0xc"));
	T_RUN(check_config(2, 0,
			   ": type: 2 (PERF_TYPE_TRACEPOINT), size: 64, config: 0 (an:event)"));
	T_RUN(check_config(3, 0, ": type: 3 (PERF_TYPE_HW_CACHE), size: 64, config: 0"));
	T_RUN(check_config(4, 0, ": type: 4 (PERF_TYPE_RAW), size: 64, config: 0"));
	T_RUN(check_config(5, 0, ": type: 5 (PERF_TYPE_BREAKPOINT), size: 64, config: 0"));
	T_RUN(check_config(6, 0, ": type: 6 (PMU), size: 64, config: 0"));
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"all that a trace can say of itself", test_full},
	{"what is long is only named, if not asked for", test_short},
	{"a stream that says nothing", test_pipe},
	{"facts that are nothing, or too large", test_odd},
	{"names of clocks", test_clocks},
	{"all fields of events, in both styles", test_events},
	{"names of what events count", test_configs},
	{0},
};

const struct test_suite suite__report_header = {"report-header",
						"What a trace says of itself, printed", cases};
