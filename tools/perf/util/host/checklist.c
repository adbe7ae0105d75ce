// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "util/host/checklist.h"
#include "util/host/hostinfo.h"
#include "util/host/probe.h"

const char *check_status__name(enum check_status status)
{
	static const char *const names[] = {
		[CHECK_YES] = "yes",
		[CHECK_LIMIT] = "limit",
		[CHECK_NO] = "no",
		[CHECK_FATAL] = "fatal",
	};

	return names[status];
}

static struct check_item *checklist__add(struct checklist *list, const char *name,
					 enum check_status status, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));

static struct check_item *checklist__add(struct checklist *list, const char *name,
					 enum check_status status, const char *fmt, ...)
{
	struct check_item *item = &list->items[list->nr++];
	va_list ap;

	*item = (struct check_item){.name = name, .status = status};
	va_start(ap, fmt);
	vsnprintf(item->value, sizeof(item->value), fmt, ap);
	va_end(ap);
	return item;
}

static void check_item__advise(struct check_item *item, const char *advice)
{
	snprintf(item->advice, sizeof(item->advice), "%s", advice);
}

/* Adds one line for each possible result of the trial. */
static void add_defer(struct checklist *list, const struct hostinfo *host,
		      const struct probe *probe)
{
	const char *const why_not[] = {
		[PROBE_DEFER_NO_RECORD] = "samples were deferred, but no user stack followed",
		[PROBE_DEFER_IN_PLACE] = "the kernel accepts the request but cannot unwind later",
		[PROBE_DEFER_NO_SAMPLE] =
			"the kernel accepts the request, but no sample came to prove it",
		[PROBE_DEFER_UNKNOWN_BIT] = "this kernel does not support deferred callchains",
		[PROBE_DEFER_DENIED] = "events may not be opened",
		[PROBE_DEFER_NO_PERF] = "this kernel has no perf events",
		[PROBE_DEFER_FAILED] = "the trial could not be run",
	};
	const char *const what_to_do[] = {
		[PROBE_DEFER_NO_RECORD] =
			"report this: the kernel promises a record for each cookie",
		[PROBE_DEFER_IN_PLACE] =
			"use a kernel with CONFIG_UNWIND_USER: x86-64 has it from Linux 6.19 on",
		[PROBE_DEFER_NO_SAMPLE] =
			"run the check again; a busy virtual machine may starve its timers",
		[PROBE_DEFER_UNKNOWN_BIT] =
			"boot Linux 6.19 or newer; traces of other machines can still be read",
		[PROBE_DEFER_DENIED] =
			"sysctl kernel.perf_event_paranoid=2 (1: kernel mode too), or run as root or with CAP_PERFMON",
		[PROBE_DEFER_NO_PERF] =
			"boot a kernel with CONFIG_PERF_EVENTS; containers may filter the system call",
		[PROBE_DEFER_FAILED] = "run it as root and look at the limits below",
	};
	struct check_item *item;

	if (probe->defer == PROBE_DEFER_WORKS) {
		checklist__add(list, "deferred-callchains", CHECK_YES,
			       "%" PRIu64 " of %" PRIu64 " samples deferred, %" PRIu64
			       " user stacks came",
			       probe->deferred, probe->samples, probe->records);
		return;
	}
	if (probe->error)
		item = checklist__add(list, "deferred-callchains", CHECK_FATAL, "%s (%s, Linux %s)",
				      why_not[probe->defer], strerror(probe->error), host->release);
	else
		item = checklist__add(list, "deferred-callchains", CHECK_FATAL, "%s (Linux %s)",
				      why_not[probe->defer], host->release);
	check_item__advise(item, what_to_do[probe->defer]);
}

/* Adds the unwinder that reads the user's stack when the task returns to user mode. */
static void add_unwinder(struct checklist *list, const struct hostinfo *host,
			 const struct probe *probe)
{
	struct check_item *item;

	if (probe->defer == PROBE_DEFER_WORKS) {
		item = checklist__add(list, "user-unwind", CHECK_YES,
				      "up to %" PRIu64 " addresses in the trial", probe->stack);
		check_item__advise(
			item,
			"the kernel follows frame pointers: build with -fno-omit-frame-pointer");
	} else if (strcmp(host->machine, "x86_64")) {
		item = checklist__add(list, "user-unwind", CHECK_NO, "unknown for %s",
				      host->machine);
		check_item__advise(item,
				   "only x86-64 has an unwinder for deferred callchains so far");
	} else {
		item = checklist__add(list, "user-unwind", CHECK_NO, "needs deferred callchains");
	}
}

static void add_permissions(struct checklist *list, const struct hostinfo *host,
			    const struct probe *probe)
{
	static const char lower[] = "sysctl kernel.perf_event_paranoid=%d, or CAP_PERFMON";
	struct check_item *item;

	checklist__add(list, "perfmon", host->perfmon ? CHECK_YES : CHECK_NO, "%s",
		       host->perfmon ? "CAP_PERFMON: the paranoid level does not bind"
				     : "no CAP_PERFMON: the paranoid level binds");
	if (host->paranoid == HOSTINFO_UNKNOWN)
		checklist__add(list, "paranoid", CHECK_NO,
			       "kernel.perf_event_paranoid cannot be read");
	else
		checklist__add(list, "paranoid",
			       host->paranoid > 1 && !host->perfmon ? CHECK_LIMIT : CHECK_YES,
			       "kernel.perf_event_paranoid is %" PRId64, host->paranoid);

	item = checklist__add(list, "kernel-mode", probe->kernel ? CHECK_YES : CHECK_NO, "%s",
			      probe->kernel ? "may be sampled"
			      : probe->defer == PROBE_DEFER_DENIED
				      ? "may not be sampled"
				      : "may not be sampled: user mode only");
	if (!probe->kernel)
		snprintf(item->advice, sizeof(item->advice), lower, 1);
	item = checklist__add(list, "all-cpus", probe->all_cpus ? CHECK_YES : CHECK_NO, "%s",
			      probe->all_cpus ? "other tasks may be recorded (-a)"
					      : "only your own tasks may be recorded");
	if (!probe->all_cpus)
		snprintf(item->advice, sizeof(item->advice), lower, 0);
}

static void add_hardware(struct checklist *list, const struct probe *probe)
{
	struct check_item *item;

	if (!probe->cycles_error) {
		checklist__add(list, "hardware-events", CHECK_YES, "cycles can be counted");
		return;
	}
	item = checklist__add(list, "hardware-events", CHECK_NO, "no cycles (%s)",
			      strerror(probe->cycles_error));
	if (probe->cycles_error == ENOENT || probe->cycles_error == EOPNOTSUPP)
		check_item__advise(item, "no PMU, as in many virtual machines: use -e cpu-clock");
}

static void add_tracefs(struct checklist *list, const struct hostinfo *host)
{
	struct check_item *item;

	if (host->tracefs) {
		checklist__add(list, "tracepoints", CHECK_YES, "formats are in %s", host->tracefs);
		return;
	}
	item = checklist__add(list, "tracepoints", CHECK_NO, "%s",
			      host->tracefs_denied ? "no permission to read tracefs"
						   : "no tracefs");
	check_item__advise(
		item,
		host->tracefs_denied
			? "run as root, or mount -o remount,gid=GROUP,mode=750 /sys/kernel/tracing"
			: "mount -t tracefs nodev /sys/kernel/tracing");
}

/*
 * What the kernel asks for before it shows addresses (Linux 7.2, kernel/ksyms_common.c,
 * kallsyms_show_value()): nobody sees them if kptr_restrict is 2, CAP_SYSLOG suffices if it is less, and
 * if it is 0, so does a perf_event_paranoid of at most 1.
 */
static const char *remedy_for_kallsyms(const struct hostinfo *host)
{
	if (host->kptr_restrict >= 2)
		return "sysctl kernel.kptr_restrict=1, and run as root or with CAP_SYSLOG";
	if (host->kptr_restrict == 0)
		return "run as root or with CAP_SYSLOG, or sysctl kernel.perf_event_paranoid=1";
	return "run as root or with CAP_SYSLOG, or sysctl kernel.kptr_restrict=0 "
	       "kernel.perf_event_paranoid=1";
}

static void add_names(struct checklist *list, const struct hostinfo *host)
{
	struct check_item *item;

	item = checklist__add(list, "kernel-names", host->kallsyms ? CHECK_YES : CHECK_NO,
			      host->kptr_restrict == HOSTINFO_UNKNOWN
				      ? "/proc/kallsyms %s"
				      : "/proc/kallsyms %s, kernel.kptr_restrict is %" PRId64,
			      host->kallsyms ? "shows addresses" : "hides addresses",
			      host->kptr_restrict);
	if (!host->kallsyms)
		check_item__advise(item, remedy_for_kallsyms(host));

	if (!host->debuginfod) {
		item = checklist__add(list, "debuginfod", CHECK_NO, "libdebuginfod is missing");
		check_item__advise(
			item,
			"apt install libdebuginfod-dev, build again, and set DEBUGINFOD_URLS");
	} else if (host->debuginfod_refused) {
		item = checklist__add(list, "debuginfod", CHECK_NO,
				      "buildid-cache.debuginfod forbids it");
		check_item__advise(item, "use --debuginfod with report and script to ask anyway");
	} else if (!host->debuginfod_urls) {
		item = checklist__add(list, "debuginfod", CHECK_NO, "no server is named");
		check_item__advise(
			item,
			"export DEBUGINFOD_URLS=https://debuginfod.debian.net (or your system's)");
	} else {
		checklist__add(list, "debuginfod", CHECK_YES, "report and script ask %s",
			       host->debuginfod_urls);
	}
}

/* Adds a sysctl for information only. */
static void add_number(struct checklist *list, const char *name, int64_t value, const char *unit)
{
	if (value == HOSTINFO_UNKNOWN)
		checklist__add(list, name, CHECK_NO, "cannot be read");
	else
		checklist__add(list, name, CHECK_YES, "%" PRId64 "%s", value, unit);
}

static void add_limits(struct checklist *list, const struct hostinfo *host)
{
	/* One descriptor for each event on each CPU, and some for files. */
	uint64_t wanted = 64 + 16 * (uint64_t)(host->nr_cpus > 0 ? host->nr_cpus : 1);
	struct check_item *item;

	add_number(list, "max-stack", host->max_stack, " addresses (kernel.perf_event_max_stack)");
	add_number(list, "max-sample-rate", host->max_sample_rate,
		   " Hz (kernel.perf_event_max_sample_rate)");
	add_number(list, "mlock", host->mlock_kb,
		   " kB of buffers for each CPU (kernel.perf_event_mlock_kb)");
	if (host->memlock == UINT64_MAX || host->ipc_lock || host->perfmon)
		checklist__add(list, "memlock", CHECK_YES, "buffers are not limited");
	else
		checklist__add(list, "memlock", CHECK_YES, "%" PRIu64 " kB more (RLIMIT_MEMLOCK)",
			       host->memlock >> 10);

	item = checklist__add(list, "open-files", host->nofile < wanted ? CHECK_LIMIT : CHECK_YES,
			      "%" PRIu64 ", up to %" PRIu64 " (RLIMIT_NOFILE)", host->nofile,
			      host->nofile_max);
	if (host->nofile < wanted)
		snprintf(item->advice, sizeof(item->advice),
			 "ulimit -n %" PRIu64 ": each event takes one on each of %ld CPUs", wanted,
			 host->nr_cpus);
}

void checklist__init(struct checklist *list, const struct hostinfo *host, const struct probe *probe)
{
	*list = (struct checklist){0};
	add_defer(list, host, probe);
	add_unwinder(list, host, probe);
	add_permissions(list, host, probe);
	add_hardware(list, probe);
	add_tracefs(list, host);
	add_names(list, host);
	add_limits(list, host);
}

bool checklist__can_record(const struct checklist *list)
{
	for (unsigned int i = 0; i < list->nr; i++) {
		if (list->items[i].status == CHECK_FATAL)
			return false;
	}
	return true;
}
