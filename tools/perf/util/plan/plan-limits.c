// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "util/plan/plan-limits.h"
#include "util/plan/size.h"

/* Descriptors beside those of events: our files, pipes, and what libraries hold. */
#define OTHER_FILES 32

static uint64_t round_down_pow2(uint64_t n)
{
	return n ? 1ULL << (63 - __builtin_clzll(n)) : 0;
}

uint64_t plan_limits__default_mmap_bytes(const struct hostinfo *host)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	uint64_t bytes = host->mlock_kb > 0 ? (uint64_t)host->mlock_kb * 1024 : 512 * 1024 + page;

	/* One page more is the buffer's own header. */
	return bytes > 2 * page ? round_down_pow2(bytes - page) : page;
}

/* What the kernel lets this user lock; UINT64_MAX: no bound. */
static uint64_t allowed_bytes(const struct hostinfo *host)
{
	uint64_t per_cpu = host->mlock_kb > 0 ? (uint64_t)host->mlock_kb * 1024 : 0;

	if (host->ipc_lock || host->paranoid == -1 || host->memlock == UINT64_MAX)
		return UINT64_MAX;
	return per_cpu * host->nr_cpus + host->memlock;
}

uint64_t plan_limits__locked_bytes(const struct plan *plan)
{
	uint64_t pages = plan->mmap_pages + 1ULL;

	if (plan->tracking_pages)
		pages += plan->tracking_pages + 1ULL;
	return plan->nr_buffers * pages * sysconf(_SC_PAGESIZE);
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
	uint64_t allowed = allowed_bytes(host);
	uint32_t mmap_pages = plan->mmap_pages;

	plan->tracking_pages = wanted_tracking_pages(plan, opts);
	if (halve_until_fits(plan, &plan->tracking_pages, allowed))
		return;
	if (!opts->mmap_bytes && halve_until_fits(plan, &plan->mmap_pages, allowed))
		return;
	plan->tracking_pages = 0;
	plan->mmap_pages = mmap_pages;
}

int plan_limits__note_tracking(struct plan *plan, const struct record_opts *opts)
{
	static const char why[] = "kernel.perf_event_mlock_kb and ulimit -l allow no more";
	uint32_t wanted = wanted_tracking_pages(plan, opts);
	uint64_t page = sysconf(_SC_PAGESIZE);
	char size[32], instead[32];

	if (!plan->tracking_pages)
		return faults__add(&plan->notes, NULL, "",
				   "no buffers of their own for tasks and user callchains: %s",
				   event_list__has_times(&plan->events) ? why
									: "an event has no times");
	if (plan->tracking_pages >= wanted)
		return 0;
	size__print(plan->tracking_pages * page, size, sizeof(size));
	size__print(wanted * page, instead, sizeof(instead));
	return faults__add(&plan->notes, NULL, "",
			   "buffers of %s in place of %s for tasks and user callchains: %s", size,
			   instead, why);
}

int plan_limits__check_rate(const struct record_opts *opts, const struct hostinfo *host,
			    struct faults *faults)
{
	char remedy[160];

	if (!opts->freq || opts->freq == RECORD_FREQ_MAX || host->max_sample_rate <= 0 ||
	    opts->freq <= (uint64_t)host->max_sample_rate)
		return 0;
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

/* The sum, field by field, as the kernel makes it. */
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
		ret = faults__add(faults, detail, "split the group, or leave :S away",
				  "the group of %s: reading it takes %" PRIu64
				  " bytes, and the kernel allows %d",
				  leader->name, size, PLAN_GROUP_READ_MAX);
	}
	return ret;
}

int plan_limits__check_files(const struct plan *plan, const struct hostinfo *host,
			     struct faults *faults)
{
	uint64_t need = plan->nr_fds + OTHER_FILES;
	struct rlimit limit;
	char remedy[200], detail[200];

	if (need <= host->nofile)
		return 0;
	if (need <= host->nofile_max && !getrlimit(RLIMIT_NOFILE, &limit)) {
		limit.rlim_cur = limit.rlim_max;
		if (!setrlimit(RLIMIT_NOFILE, &limit))
			return 0;
	}
	snprintf(detail, sizeof(detail), "%u events x %u CPUs x %u tasks + %d other files",
		 plan->events.nr, plan->targets.nr_cpus, plan->targets.nr_tids, OTHER_FILES);
	snprintf(remedy, sizeof(remedy),
		 "ulimit -n %" PRIu64 ", or record with -a, fewer events, or on fewer CPUs (-C)",
		 need);
	return faults__add(faults, detail, remedy,
			   "%" PRIu64 " files must be open at once, and the limit is %" PRIu64,
			   need, host->nofile_max);
}

int plan_limits__check_memory(const struct plan *plan, const struct hostinfo *host,
			      struct faults *faults)
{
	uint64_t allowed = allowed_bytes(host), pages;
	char remedy[200], detail[160];

	if (plan->locked_bytes <= allowed)
		return 0;

	pages = round_down_pow2(allowed / plan->nr_buffers / sysconf(_SC_PAGESIZE));
	snprintf(detail, sizeof(detail), "%" PRIu64 " buffers of %u pages and one",
		 plan->nr_buffers, plan->mmap_pages);
	snprintf(remedy, sizeof(remedy),
		 "-m %" PRIu64 ", or raise kernel.perf_event_mlock_kb or ulimit -l",
		 pages > 1 ? pages / 2 : 1);
	return faults__add(faults, detail, remedy,
			   "the buffers lock %" PRIu64 " kB of memory, and %" PRIu64
			   " kB are allowed",
			   plan->locked_bytes / 1024, allowed / 1024);
}
