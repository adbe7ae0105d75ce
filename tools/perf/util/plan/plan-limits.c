// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/base/id-list.h"
#include "util/plan/plan-limits.h"
#include "util/plan/plan-switch.h"
#include "util/plan/size.h"

/*
 * Descriptors besides those of events and those already open: 7 for the output, waiting, signals,
 * the command and reading other tasks; 10 with a compressed and switched output and control fifos.
 * Rounded up.
 */
#define OTHER_FILES 12

static uint64_t round_down_pow2(uint64_t n)
{
	return n ? 1ULL << (63 - __builtin_clzll(n)) : 0;
}

uint64_t plan_limits__default_mmap_bytes(const struct hostinfo *host)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	uint64_t bytes = host->mlock_kb > 0 ? (uint64_t)host->mlock_kb * 1024 : 512 * 1024 + page;

	/* The header takes one page more. */
	return bytes > 2 * page ? round_down_pow2(bytes - page) : page;
}

/* Returns the largest buffer in bytes: the kernel's limit, and libperf's, whose mask is an int. */
static uint64_t largest_buffer(const struct hostinfo *host)
{
	uint64_t most = 1ULL << 31;

	return host->max_buffer && host->max_buffer < most ? host->max_buffer : most;
}

/* Returns the bytes that the kernel lets this user lock; UINT64_MAX: no limit. */
static uint64_t allowed_bytes(const struct hostinfo *host)
{
	uint64_t per_cpu = host->mlock_kb > 0 ? (uint64_t)host->mlock_kb * 1024 : 0;

	if (host->ipc_lock || host->paranoid == -1 || host->memlock == UINT64_MAX)
		return UINT64_MAX;
	return per_cpu * host->nr_cpus + host->memlock;
}

/* Returns the available memory in bytes; UINT64_MAX: unknown. */
static uint64_t available_bytes(const struct hostinfo *host)
{
	return host->available ? host->available : UINT64_MAX;
}

static uint64_t hostinfo__room(const struct hostinfo *host)
{
	uint64_t allowed = allowed_bytes(host), available = available_bytes(host);

	return allowed < available ? allowed : available;
}

uint64_t plan_limits__locked_bytes(const struct plan *plan)
{
	uint64_t pages = plan->mmap_pages + 1ULL;

	if (plan->tracking_pages)
		pages += plan->tracking_pages + 1ULL;
	return plan->nr_buffers * pages * sysconf(_SC_PAGESIZE) + plan_switch__locked_bytes(plan);
}

static uint32_t wanted_tracking_pages(const struct plan *plan, const struct record_opts *opts)
{
	uint64_t bytes = opts->target.per_thread ? PLAN_TRACKING_THREAD : PLAN_TRACKING_BYTES;
	uint64_t page = sysconf(_SC_PAGESIZE), pages = bytes > page ? bytes / page : 1;

	return pages > plan->mmap_pages ? pages : plan->mmap_pages;
}

static bool halve_until_fits(struct plan *plan, uint32_t *pages, uint64_t allowed)
{
	uint32_t least = PLAN_TRACKING_LEAST / sysconf(_SC_PAGESIZE);

	while (*pages > least && plan_limits__locked_bytes(plan) > allowed)
		*pages /= 2;
	return plan_limits__locked_bytes(plan) <= allowed;
}

void plan_limits__fit_tracking(struct plan *plan, const struct record_opts *opts,
			       const struct hostinfo *host)
{
	uint64_t allowed = hostinfo__room(host);
	uint32_t mmap_pages = plan->mmap_pages;

	plan->tracking_pages = 0;
	if (!event_list__has_times(&plan->events))
		return;
	plan->tracking_pages = wanted_tracking_pages(plan, opts);
	if (halve_until_fits(plan, &plan->tracking_pages, allowed))
		return;
	if (!opts->mmap_bytes && halve_until_fits(plan, &plan->mmap_pages, allowed))
		return;
	plan->tracking_pages = 0;
	plan->mmap_pages = mmap_pages;
}

/* Returns whether all buffers fit with @pages for samples, as if given by -m. */
static bool plan__fits(const struct plan *plan, const struct record_opts *opts,
		       const struct hostinfo *host, uint64_t pages)
{
	struct record_opts asked = *opts;
	struct plan trial = *plan;

	asked.mmap_bytes = pages * sysconf(_SC_PAGESIZE);
	trial.mmap_pages = pages;
	plan_limits__fit_tracking(&trial, &asked, host);
	return plan_limits__locked_bytes(&trial) <= hostinfo__room(host);
}

uint64_t plan_limits__max_mmap_bytes(const struct plan *plan, const struct record_opts *opts,
				     const struct hostinfo *host)
{
	uint64_t page = sysconf(_SC_PAGESIZE), pages = round_down_pow2(largest_buffer(host) / page);

	while (pages && !plan__fits(plan, opts, host, pages))
		pages /= 2;
	return pages * page;
}

int plan_limits__note_tracking(struct plan *plan, const struct record_opts *opts,
			       const struct hostinfo *host)
{
	static const char locked[] = "kernel.perf_event_mlock_kb and ulimit -l allow no more";
	const char *why = allowed_bytes(host) <= available_bytes(host) ? locked
								       : "not enough "
									 "memory";
	uint32_t wanted = wanted_tracking_pages(plan, opts);
	uint64_t page = sysconf(_SC_PAGESIZE);
	char size[32], instead[32];

	if (!plan->tracking_pages)
		return faults__add(&plan->notes, NULL, "",
				   "no separate buffers for tasks and user callchains: %s",
				   event_list__has_times(&plan->events) ? why
									: "an event has no "
									  "timestamps");
	if (plan->tracking_pages >= wanted)
		return 0;
	size__print(plan->tracking_pages * page, size, sizeof(size));
	size__print(wanted * page, instead, sizeof(instead));
	return faults__add(&plan->notes, NULL, "",
			   "buffers of %s instead of %s for tasks and user callchains: %s", size,
			   instead, why);
}

static bool samples_kernel(const struct plan *plan)
{
	for (uint32_t i = 0; i < plan->events.nr; i++)
		if (i != plan->tracking &&
		    !(plan->events.specs[i].attr.flags & DEFER_ATTR_EXCLUDE_KERNEL))
			return true;
	return false;
}

int plan_limits__note_kallsyms(struct plan *plan, const struct hostinfo *host)
{
	if (host->kallsyms || !samples_kernel(plan))
		return 0;
	return faults__add(
		&plan->notes, NULL, "",
		"kernel functions may have no names: /proc/kallsyms hides addresses from this "
		"user (kernel.kptr_restrict is %" PRId64 ", kernel.perf_event_paranoid %" PRId64
		")",
		host->kptr_restrict, host->paranoid);
}

int plan_limits__check_overwrite(const struct plan *plan, struct faults *faults)
{
	if (!plan->overwrite || plan->tracking_pages)
		return 0;
	if (!event_list__has_times(&plan->events))
		return faults__add(faults, NULL, "omit time=0",
				   "--overwrite: an event has no timestamps, which tell samples "
				   "before an exec from those after it");
	return faults__add(faults, NULL,
			   "ask for smaller buffers (-m), or raise kernel.perf_event_mlock_kb or "
			   "ulimit -l",
			   "--overwrite: no memory may be locked for the task buffers, which "
			   "are not overwritten");
}

int plan_limits__check_rate(const struct record_opts *opts, const struct hostinfo *host,
			    struct faults *notes, struct faults *faults)
{
	char remedy[160];

	if (!opts->freq || opts->freq == RECORD_FREQ_MAX || host->max_sample_rate <= 0 ||
	    opts->freq <= (uint64_t)host->max_sample_rate)
		return 0;
	/* As in perf, the rate is only lowered; plan_attr has lowered it in the attr. */
	if (!opts->strict_freq)
		return faults__add(notes, NULL, "",
				   "-F %" PRIu64 ": lowered to %" PRId64 " Hz, the limit of "
				   "kernel.perf_event_max_sample_rate (--strict-freq fails "
				   "instead)",
				   opts->freq, host->max_sample_rate);
	snprintf(remedy, sizeof(remedy),
		 "use -F max, or raise it: sysctl kernel.perf_event_max_sample_rate=%" PRIu64,
		 opts->freq);
	return faults__add(faults, NULL, remedy,
			   "-F %" PRIu64 ": this host allows at most %" PRId64 " Hz", opts->freq,
			   host->max_sample_rate);
}

int plan_limits__check_max_stack(const struct record_opts *opts, const struct hostinfo *host,
				 struct faults *faults)
{
	char remedy[160];

	if (!opts->max_stack || host->max_stack == HOSTINFO_UNKNOWN ||
	    opts->max_stack <= host->max_stack)
		return 0;
	snprintf(remedy, sizeof(remedy),
		 "--max-stack %" PRId64
		 ", or raise it: sysctl kernel.perf_event_max_stack=%" PRIu32,
		 host->max_stack, opts->max_stack);
	return faults__add(faults, NULL, remedy,
			   "a stack of %" PRIu32 " addresses: this host allows %" PRId64,
			   opts->max_stack, host->max_stack);
}

static uint32_t group__nr_members(const struct event_list *events, uint32_t leader)
{
	uint32_t i, nr = 0;

	for (i = 0; i < events->nr; i++)
		nr += events->specs[i].leader == leader;
	return nr;
}

/* Writes the kernel's computation, field by field. */
static void group__explain(const struct defer_attr *attr, uint32_t nr, char *text, size_t size)
{
	uint64_t format = attr->read_format;
	uint64_t entry =
		8 + (format & DEFER_FORMAT_ID ? 8 : 0) + (format & DEFER_FORMAT_LOST ? 8 : 0);

	snprintf(text, size,
		 "number of members           8 bytes\n"
		 "%s%s"
		 "%5u members of %2" PRIu64 " bytes %7" PRIu64 " bytes (value%s%s)\n"
		 "together             %9" PRIu64 " bytes",
		 format & DEFER_FORMAT_TOTAL_TIME_ENABLED ? "time enabled                8 bytes\n"
							  : "",
		 format & DEFER_FORMAT_TOTAL_TIME_RUNNING ? "time running                8 bytes\n"
							  : "",
		 nr, entry, entry * nr, format & DEFER_FORMAT_ID ? ", id" : "",
		 format & DEFER_FORMAT_LOST ? ", lost" : "", plan__read_size(format, nr));
}

int plan_limits__check_groups(const struct plan *plan, struct faults *faults)
{
	const struct event_list *events = &plan->events;
	char detail[400];
	uint32_t i, nr;
	uint64_t size;
	int ret = 0;

	for (i = 0; i < events->nr && !ret; i++) {
		const struct event_spec *leader = &events->specs[i];

		nr = leader->leader == i ? group__nr_members(events, i) : 0;
		size = plan__read_size(leader->attr.read_format, nr);
		if (nr < 2 || size <= PLAN_GROUP_READ_MAX)
			continue;
		group__explain(&leader->attr, nr, detail, sizeof(detail));
		ret = faults__add(faults, detail, "split the group, or omit :S",
				  "the group of %s: reading it takes %" PRIu64 " bytes, but the "
				  "kernel allows %d",
				  leader->name, size, PLAN_GROUP_READ_MAX);
	}
	return ret;
}

/* Returns the number of the recording's CPUs on which @spec is opened. */
static uint64_t spec__nr_cpus(const struct event_spec *spec, const struct target_list *targets)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct id_list own = {0};
	uint64_t nr = 0;

	if (!spec->cpus || id_list__parse(&own, spec->cpus, "CPUs", &err))
		return targets->nr_cpus;
	for (uint32_t i = 0; i < targets->nr_cpus; i++)
		nr += id_list__has(&own, targets->cpus[i]);
	id_list__exit(&own);
	return nr;
}

uint64_t plan_limits__nr_fds(const struct plan *plan, uint64_t nr_tids)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < plan->events.nr; i++)
		nr += spec__nr_cpus(&plan->events.specs[i], &plan->targets);
	return nr * nr_tids;
}

/* Raises the limit of open files for the recorder; the command's is restored. */
static bool raise_files(uint64_t need, const struct hostinfo *host)
{
	struct rlimit limit;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return false;
	if (need > host->nofile_max && !host->resource)
		return false;
	if (need > limit.rlim_max)
		limit.rlim_max = need;
	limit.rlim_cur = limit.rlim_max;
	return !setrlimit(RLIMIT_NOFILE, &limit);
}

static const char *plural(uint64_t nr)
{
	return nr == 1 ? "" : "s";
}

/* Writes events x CPUs x tasks; if some events are not on all CPUs, only the sum. */
static void explain_files(const struct plan *plan, const struct hostinfo *host, char *text,
			  size_t size)
{
	uint32_t nr_events = plan->events.nr, nr_cpus = plan->targets.nr_cpus;
	uint32_t nr_tids = plan->targets.nr_tids ? plan->targets.nr_tids : 1;
	int len;

	if (plan->nr_fds != (uint64_t)nr_events * nr_cpus * nr_tids)
		len = snprintf(text, size, "%" PRIu64 " of events on their CPUs", plan->nr_fds);
	else
		len = snprintf(text, size, "%u event%s x %u CPU%s x %u task%s = %" PRIu64,
			       nr_events, plural(nr_events), nr_cpus, plural(nr_cpus), nr_tids,
			       plural(nr_tids), plan->nr_fds);
	snprintf(text + len, size - len, ", and %" PRIu64 " others",
		 host->open_files + OTHER_FILES);
}

int plan_limits__check_dumps(const struct plan *plan, struct faults *faults)
{
	uint64_t room = (uint64_t)plan->mmap_pages * sysconf(_SC_PAGESIZE);
	uint64_t page = sysconf(_SC_PAGESIZE);
	char remedy[80];

	for (uint32_t i = 0; i < plan->events.nr; i++) {
		const struct event_spec *spec = &plan->events.specs[i];
		uint64_t size = spec->attr.sample_stack_user;

		if (!size || size + plan__sample_size(&spec->attr, 1) <= room)
			continue;
		snprintf(remedy, sizeof(remedy),
			 "-m %" PRIu64 " or more, or --call-graph %s,%" PRIu64,
			 size__round_up_pow2(size / page + 1) * 4,
			 spec->attr.flags & DEFER_ATTR_EXCLUDE_CALLCHAIN_USER ? "dwarf"
									      : "fp,defer,repair",
			 room / 4);
		return faults__add(faults, NULL, remedy,
				   "event %s: a sample with a stack dump of %" PRIu64 " bytes "
				   "does not fit into a buffer of %" PRIu64,
				   spec->name, size, room);
	}
	return 0;
}

int plan_limits__check_files(const struct plan *plan, const struct hostinfo *host,
			     struct faults *faults)
{
	uint64_t need = plan->nr_fds + host->open_files + OTHER_FILES;
	char remedy[200], detail[200];

	if (need <= host->nofile || raise_files(need, host))
		return 0;
	explain_files(plan, host, detail, sizeof(detail));
	snprintf(remedy, sizeof(remedy),
		 "ulimit -n %" PRIu64 ", or record with -a, fewer events, or on fewer CPUs (-C)",
		 need);
	return faults__add(faults, detail, remedy,
			   "%" PRIu64 " files must be open at once, but the limit is %" PRIu64,
			   need, host->nofile_max);
}

/* Writes the remedy "-m 64M, ...", with the largest size that fits. */
static void remedy_for_memory(const struct plan *plan, const char *more, char *text, size_t size)
{
	char most[32];

	size__print(plan->max_mmap_bytes, most, sizeof(most));
	if (plan->max_mmap_bytes)
		snprintf(text, size, "-m %s%s", most, more);
	else
		snprintf(text, size, "record on fewer CPUs (-C)%s", more);
}

static void explain_memory(const struct plan *plan, char *text, size_t size)
{
	int len = snprintf(text, size, "%" PRIu64 " buffers of %u pages and one", plan->nr_buffers,
			   plan->mmap_pages);

	if (plan->tracking_pages)
		snprintf(text + len, size - len,
			 ", and as many of %u and one for tasks and user callchains",
			 plan->tracking_pages);
}

int plan_limits__check_memory(const struct plan *plan, const struct hostinfo *host,
			      struct faults *faults)
{
	static const char raise[] = ", or raise kernel.perf_event_mlock_kb or ulimit -l";
	uint64_t page = sysconf(_SC_PAGESIZE), allowed = allowed_bytes(host);
	char remedy[200], detail[200], size[32], most[32];

	explain_memory(plan, detail, sizeof(detail));
	if (plan->mmap_pages * page > largest_buffer(host)) {
		remedy_for_memory(plan, "", remedy, sizeof(remedy));
		size__print(plan->mmap_pages * page, size, sizeof(size));
		size__print(largest_buffer(host), most, sizeof(most));
		return faults__add(faults, NULL, remedy,
				   "a buffer of %s is too large: the largest that can be mapped "
				   "is %s",
				   size, most);
	}
	if (plan->locked_bytes > allowed) {
		remedy_for_memory(plan, raise, remedy, sizeof(remedy));
		return faults__add(faults, detail, remedy,
				   "the buffers lock %" PRIu64 " kB of memory, but %" PRIu64 " "
				   "kB are allowed",
				   plan->locked_bytes / 1024, allowed / 1024);
	}
	if (plan->locked_bytes <= available_bytes(host))
		return 0;
	remedy_for_memory(plan, "", remedy, sizeof(remedy));
	return faults__add(faults, detail, remedy,
			   "the buffers take %" PRIu64 " kB of memory, but %" PRIu64 " kB are "
			   "available",
			   plan->locked_bytes / 1024, available_bytes(host) / 1024);
}
