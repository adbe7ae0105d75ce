// SPDX-License-Identifier: GPL-2.0-only
/*
 * Options of perf 6.1 to 7.3 that `perf defer` does not have, and what to use instead. The suite
 * "perf-options" compares them with perf's lists.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <subcmd/parse-options.h>

#include <perf/defer-error.h>

#include "verbs/common.h"
#include "verbs/options.h"
#include "util/base/array.h"

struct perf_option {
	char letter;
	const char *name;
	int flags;	 /* PARSE_OPT_NOARG, PARSE_OPT_OPTARG, or 0: takes a value */
	const char *why; /* reason, or what to use instead */
};

#define USE_PERF "use perf itself, which reads the same file"
#define AUX	 "AUX area data is not decoded: use perf itself"
#define ASM	 "use perf defer report, whose terminal UI has a view of it"
#define BPF	 "BPF programs are not loaded: use perf record"
#define BRANCHES "branches are rows of -b alone: use perf itself"
#define DUMP	 "use perf report -D, which shows every record"
#define EVENTS	 "each event has a profile of its own"
#define FIELD	 "use perf record, whose files perf defer reads"
#define GUEST	 "guest samples are counted, but not symbolized"
#define LIBDW	 "libdw reads source lines without addr2line"
#define LBR \
	"the calls of an LBR are shown as recorded: use perf itself to join them with earlier ones"
#define INJECTED "merge the stacks first, and give what comes of it to perf inject"
#define NAMELESS "stacks are merged by address: no symbol is looked up"
#define SCRIPTS	 "pipe its text to the script, or use perf script"
#define SOURCES	 "--symfs names the folder that source files are in"
#define SWITCH	 "select a time span: --time START,STOP"
#define TYPES	 "types of data are not known here: use perf itself"
#define VMLINUX	 "a vmlinux is read only if -k names it or its build id matches"
#define THREAD \
	"one thread reads all buffers: if samples are lost, raise -m, or give it a priority (-r)"

static const struct perf_option of_annotate[] = {
	{0, "addr2line", 0, LIBDW},
	{0, "asm-raw", PARSE_OPT_NOARG, "instructions are shown as text alone"},
	{0, "code-with-type", PARSE_OPT_NOARG, TYPES},
	{0, "data-type", PARSE_OPT_OPTARG, TYPES},
	{0, "insn-stat", PARSE_OPT_NOARG, TYPES},
	{0, "type-stat", PARSE_OPT_NOARG, TYPES},
	{0, "ignore-vmlinux", PARSE_OPT_NOARG, VMLINUX},
	{0, "itrace", PARSE_OPT_OPTARG, AUX},
	{0, "objdump", 0, "libcapstone disassembles without objdump"},
	{0, "prefix", 0, SOURCES},
	{0, "prefix-strip", 0, SOURCES},
	{0, "skip-empty", PARSE_OPT_NOARG, EVENTS},
	{0, "skip-missing", PARSE_OPT_NOARG,
	 "functions without code show the addresses that were hit"},
	{0, "stdio2", PARSE_OPT_NOARG, ASM},
	{0, "tui", PARSE_OPT_NOARG, ASM},
	{'D', "dump-raw-trace", PARSE_OPT_NOARG, DUMP},
	{'m', "modules", PARSE_OPT_NOARG, "modules are always named"},
};

static const struct perf_option of_record[] = {
	{'S', "snapshot", PARSE_OPT_OPTARG,
	 "AUX area data is not recorded; --overwrite with --switch-output keeps the latest "
	 "samples"},
	{0, "affinity", 0, THREAD},
	{0, "aio", PARSE_OPT_OPTARG, THREAD},
	{0, "aux-sample", PARSE_OPT_OPTARG, "AUX area data is not recorded"},
	{0, "clang-opt", 0, BPF},
	{0, "clang-path", 0, BPF},
	{0, "kcore", PARSE_OPT_NOARG, "keep a copy of /proc/kallsyms for report --kallsyms"},
	{0, "mmap-flush", 0, "the buffers are flushed at least twice a second"},
	{0, "setup-filter", 0, BPF},
	{0, "threads", PARSE_OPT_OPTARG, THREAD},
	{0, "vmlinux", 0, BPF},
};

static const struct perf_option of_report[] = {
	{0, "addr2line", 0, LIBDW},
	{0, "addr2line-style", 0, LIBDW},
	{0, "asm-raw", PARSE_OPT_NOARG, ASM},
	{0, "source", PARSE_OPT_NOARG, ASM},
	{'M', "disassembler-style", 0, ASM},
	{0, "objdump", 0, ASM},
	{0, "prefix", 0, "use --symfs"},
	{0, "prefix-strip", 0, "use --symfs"},
	{0, "percent-type", 0, ASM},
	{0, "branch-history", PARSE_OPT_NOARG, BRANCHES},
	{0, "stitch-lbr", PARSE_OPT_NOARG, LBR},
	{0, "total-cycles", PARSE_OPT_NOARG, BRANCHES},
	{0, "disable-order", PARSE_OPT_NOARG,
	 "samples are matched by time, so no event order has to be restored"},
	{0, "full-source-path", PARSE_OPT_NOARG, "use -v, which shows full paths"},
	{0, "skip-empty", PARSE_OPT_NOARG, EVENTS},
	{0, "gtk", PARSE_OPT_NOARG,
	 "use the terminal UI, or --export flame: a picture for a browser"},
	{0, "ignore-callees", 0, USE_PERF},
	{0, "ignore-vmlinux", PARSE_OPT_NOARG, VMLINUX},
	{0, "itrace", PARSE_OPT_OPTARG, AUX},
	{0, "mem-mode", PARSE_OPT_NOARG, USE_PERF},
	{0, "mmaps", PARSE_OPT_NOARG, "use perf defer script --show-mmap-events"},
	{0, "tasks", PARSE_OPT_NOARG, "use perf defer script --show-task-events"},
	{0, "samples", 0, "use perf defer script --time and --tid to see single samples"},
	{0, "show-on-off-events", PARSE_OPT_NOARG, SWITCH},
	{0, "switch-off", 0, SWITCH},
	{0, "switch-on", 0, SWITCH},
	{0, "show-ref-call-graph", PARSE_OPT_NOARG, USE_PERF},
	{0, "socket-filter", 0, "select its CPUs: -C"},
	{0, "unwind-style", 0, "stack dumps are unwound by their call frame information: --unwind"},
	{'m', "modules", PARSE_OPT_NOARG, "modules are always named"},
};

static const struct perf_option of_script[] = {
	{0, "addr-range", 0, USE_PERF},
	{0, "addr2line", 0, LIBDW},
	{0, "call-ret-trace", PARSE_OPT_OPTARG, AUX},
	{0, "call-trace", PARSE_OPT_OPTARG, AUX},
	{0, "insn-trace", PARSE_OPT_OPTARG, AUX},
	{0, "itrace", PARSE_OPT_OPTARG, AUX},
	{0, "xed", PARSE_OPT_OPTARG, AUX},
	{0, "graph-function", 0, AUX},
	{0, "dlarg", 0, SCRIPTS},
	{0, "dlfilter", 0, SCRIPTS},
	{0, "list-dlfilters", PARSE_OPT_NOARG, SCRIPTS},
	{'a', "all-cpus", PARSE_OPT_NOARG,
	 "only recording scripts need it: use perf defer record -a"},
	{0, "dump-unsorted-raw-trace", PARSE_OPT_NOARG, DUMP},
	{'D', "dump-raw-trace", PARSE_OPT_NOARG, DUMP},
	{0, "full-source-path", PARSE_OPT_NOARG, "source paths are always shown in full"},
	{0, "guest-code", PARSE_OPT_NOARG, GUEST},
	{0, "guestkallsyms", 0, GUEST},
	{0, "guestmodules", 0, GUEST},
	{0, "guestmount", 0, GUEST},
	{0, "guestvmlinux", 0, GUEST},
	{0, "max-blocks", 0, BRANCHES},
	{0, "stitch-lbr", PARSE_OPT_NOARG, LBR},
	{0, "merge-callchains", PARSE_OPT_NOARG,
	 "callchains that belong together are always "
	 "merged"},
	{0, "per-event-dump", PARSE_OPT_NOARG,
	 "select events with grep, or show them with -F "
	 "event"},
	{0, "show-bpf-events", PARSE_OPT_NOARG, DUMP},
	{0, "show-round-events", PARSE_OPT_NOARG, DUMP},
	{0, "show-text-poke-events", PARSE_OPT_NOARG, DUMP},
	{0, "show-kernel-path", PARSE_OPT_NOARG, USE_PERF},
	{0, "show-on-off-events", PARSE_OPT_NOARG, SWITCH},
	{0, "switch-off", 0, SWITCH},
	{0, "switch-on", 0, SWITCH},
	{0, "stop-bt", 0, "use --max-stack"},
	{0, "unwind-style", 0, "stack dumps are unwound by their call frame information: --unwind"},
	{'L', "Latency", PARSE_OPT_NOARG, "use -F +trace"},
	{'d', "debug-mode", PARSE_OPT_NOARG,
	 "use perf defer audit, which shows what is lost and out of order"},
};

static const struct perf_option of_diff[] = {
	{'D', "dump-raw-trace", PARSE_OPT_NOARG, DUMP},
	{'m', "modules", PARSE_OPT_NOARG, "modules are always named"},
	{0, "cycles-hist", PARSE_OPT_NOARG, BRANCHES},
	{0, "stream", PARSE_OPT_NOARG, "use --stacks, which compares whole stacks"},
};

static const struct perf_option of_inject[] = {
	{'b', "build-ids", PARSE_OPT_NOARG, INJECTED},
	{'B', "mmap2-buildids", PARSE_OPT_NOARG, INJECTED},
	{'j', "jit", PARSE_OPT_NOARG, INJECTED},
	{'s', "sched-stat", PARSE_OPT_NOARG, INJECTED},
	{0, "aslr", PARSE_OPT_NOARG, INJECTED},
	{0, "buildid-all", PARSE_OPT_NOARG, INJECTED},
	{0, "guest-data", PARSE_OPT_OPTARG, INJECTED},
	{0, "guestmount", 0, INJECTED},
	{0, "ignore-vmlinux", PARSE_OPT_NOARG, NAMELESS},
	{0, "itrace", PARSE_OPT_OPTARG, AUX},
	{0, "known-build-ids", 0, INJECTED},
	{0, "mmap2-buildid-all", PARSE_OPT_NOARG, INJECTED},
	{0, "strip", PARSE_OPT_NOARG, AUX},
	{0, "unwind-style", 0, INJECTED},
	{0, "vm-time-correlation", PARSE_OPT_OPTARG, INJECTED},
};

static const struct {
	const char *verb;
	const struct perf_option *options;
	size_t nr;
} verbs[] = {
	{"annotate", of_annotate, ARRAY_SIZE(of_annotate)},
	{"diff", of_diff, ARRAY_SIZE(of_diff)},
	{"inject", of_inject, ARRAY_SIZE(of_inject)},
	{"record", of_record, ARRAY_SIZE(of_record)},
	{"report", of_report, ARRAY_SIZE(of_report)},
	{"script", of_script, ARRAY_SIZE(of_script)},
};

/* Callback of libsubcmd, which then prints the usage and exits. */
static int refuse(const struct option *option, const char *arg, int unset)
{
	const char *verb = option->value;
	const char letter[2] = {option->short_name, '\0'};
	struct defer_error err = DEFER_ERROR_INIT;

	(void)arg;
	(void)unset;
	defer_error__set(&err, DEFER_ERR_UNSUPPORTED,
			 "--%s%s%s: perf %s has it, perf defer %s does not: %s", option->long_name,
			 letter[0] ? ", -" : "", letter, verb, verb, option->help);
	verb__error(NULL, &err);
	return -1;
}

struct option *perf_options__add(struct option *to, const char *verb)
{
	for (size_t i = 0; i < ARRAY_SIZE(verbs); i++) {
		if (strcmp(verbs[i].verb, verb))
			continue;
		for (size_t j = 0; j < verbs[i].nr; j++) {
			const struct perf_option *from = &verbs[i].options[j];

			*to++ = (struct option){
				.type = OPTION_CALLBACK,
				.short_name = from->letter,
				.long_name = from->name,
				.value = (void *)verbs[i].verb,
				.help = from->why,
				.flags = PARSE_OPT_HIDDEN | from->flags,
				.callback = refuse,
			};
		}
	}
	return to;
}

_Static_assert(ARRAY_SIZE(of_annotate) <= PERF_OPTIONS_MAX &&
		       ARRAY_SIZE(of_inject) <= PERF_OPTIONS_MAX &&
		       ARRAY_SIZE(of_record) <= PERF_OPTIONS_MAX &&
		       ARRAY_SIZE(of_report) <= PERF_OPTIONS_MAX &&
		       ARRAY_SIZE(of_script) <= PERF_OPTIONS_MAX,
	       "more options of perf than the tables of verbs leave room for");
