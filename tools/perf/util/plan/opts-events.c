// SPDX-License-Identifier: GPL-2.0-only
/* Adds the events that the options name. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "util/base/error.h"
#include "util/machine/offcpu.h"
#include "util/plan/opts.h"

/* Adds a fault, splitting a text of the form "what is wrong; what to do". */
static int add_fault(struct faults *faults, char *text)
{
	const char *remedy = "perf list shows the available events";
	char *end = strstr(text, "; ");

	if (end) {
		*end = '\0';
		remedy = end + strlen("; ");
	}
	return faults__add(faults, NULL, remedy, "%s", text);
}

static int record_opts__add_event(const struct record_opts *opts, struct event_list *list,
				  const char *text, struct faults *faults, struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;
	int ret = parse_events(list, &opts->paths, text, &why);

	if (!ret)
		return 0;
	/* A syntax error or missing memory is an error at once, not a fault. */
	if (ret == DEFER_ERR_INVAL || ret == DEFER_ERR_NOMEM)
		return defer_error__set(err, ret, "%s", why.text);
	return add_fault(faults, why.text) ? error__no_memory(err, "for events") : 0;
}

/* Excludes the recorder from what it records. It has a single thread. */
static int exclude_perf(struct record_opts *opts, uint32_t first, struct defer_error *err)
{
	char filter[64];

	opts->exclude_perf = true;
	/* The event of --off-cpu is added later. */
	if (first >= opts->events.nr && opts->off_cpu)
		return 0;
	if (first >= opts->events.nr)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--exclude-perf must follow the -e that it applies to");
	for (uint32_t i = first; i < opts->events.nr; i++) {
		if (opts->events.specs[i].attr.type != DEFER_TYPE_TRACEPOINT)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"--exclude-perf is only for tracepoints, and "
						"'%s' is not one",
						opts->events.specs[i].name);
	}
	snprintf(filter, sizeof(filter), "common_pid != %d", getpid());
	return parse_filter(&opts->events, first, filter, err);
}

static int set_cgroup(struct event_spec *spec, const char *name, size_t len,
		      struct defer_error *err)
{
	free(spec->cgroup);
	spec->cgroup = strndup(name, len);
	return spec->cgroup ? 0 : error__no_memory(err, "for events");
}

/* Applies the only cgroup so far to all events so far, as perf-record(1) says. */
static int spread_cgroup(struct record_opts *opts, struct defer_error *err)
{
	const char *name = opts->events.specs[0].cgroup;
	int ret = 0;

	for (uint32_t i = 1; name && i < opts->events.nr && !ret; i++)
		ret = set_cgroup(&opts->events.specs[i], name, strlen(name), err);
	return ret;
}

/* Adds the cgroups of a list such as "a,,b": an empty name means all tasks. */
static int add_cgroups(struct record_opts *opts, const char *names, struct defer_error *err)
{
	int ret = 0;

	if (!opts->target.system_wide && !opts->target.cpus)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"-G %s: cgroup monitoring is per CPU and needs -a or -C",
					names);
	if (!opts->events.nr)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"-G %s must follow the -e that it applies to", names);
	for (;; names++) {
		size_t len = strcspn(names, ",");

		if (opts->nr_cgroups >= opts->events.nr)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"-G %s names more cgroups than the %u preceding "
						"events",
						names, opts->events.nr);
		if (len)
			ret = set_cgroup(&opts->events.specs[opts->nr_cgroups], names, len, err);
		opts->nr_cgroups++;
		names += len;
		if (ret || !*names)
			break;
	}
	return ret || opts->nr_cgroups > 1 ? ret : spread_cgroup(opts, err);
}

/* Limits --off-cpu, which is added last: it has one event for all cgroups. */
static int limit_off_cpu(struct record_opts *opts, struct defer_error *err)
{
	struct event_spec *specs = opts->events.specs;

	if (opts->nr_cgroups > 1)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--off-cpu with -G takes only one cgroup");
	if (!opts->nr_cgroups || !specs[0].cgroup)
		return 0;
	return set_cgroup(&specs[opts->events.nr - 1], specs[0].cgroup, strlen(specs[0].cgroup),
			  err);
}

/*
 * Adds the event of --off-cpu: each time a task blocks, marked for reports (util/machine/offcpu.h).
 * The filter leaves out tasks that could continue to run: interruptible sleep is state 1,
 * uninterruptible 2.
 */
static int add_off_cpu(struct record_opts *opts, struct faults *faults, struct defer_error *err)
{
	uint32_t first = opts->events.nr;
	struct event_spec *spec;
	int ret;

	ret = record_opts__add_event(opts, &opts->events, OFFCPU_EVENT, faults, err);
	if (ret || opts->events.nr == first)
		return ret;
	spec = &opts->events.specs[first];
	spec->attr.sample_type |= DEFER_SAMPLE_WEIGHT;
	spec->attr.sample_period = 1;
	spec->has_period = spec->is_off_cpu = true;
	ret = parse_filter(&opts->events, first, "prev_state & 3", err);
	if (!ret && opts->exclude_perf)
		ret = exclude_perf(opts, first, err);
	return ret ? ret : limit_off_cpu(opts, err);
}

int record_opts__add_events(struct record_opts *opts, const struct event_arg *args, uint32_t nr,
			    struct faults *faults, struct defer_error *err)
{
	uint32_t first = 0, before = faults->nr;
	int ret = 0;

	for (uint32_t i = 0; i < nr && !ret; i++) {
		/* If the events of a filter were not found, the filter is not reported too. */
		bool missing = faults->nr > before && first == opts->events.nr;

		if (args[i].kind == EVENT_ARG_EVENT) {
			first = opts->events.nr;
			ret = record_opts__add_event(opts, &opts->events, args[i].text, faults,
						     err);
		} else if (args[i].kind == EVENT_ARG_SWITCH) {
			ret = record_opts__add_event(opts, &opts->switch_events, args[i].text,
						     faults, err);
		} else if (missing) {
			continue;
		} else if (args[i].kind == EVENT_ARG_CGROUP) {
			ret = add_cgroups(opts, args[i].text, err);
		} else if (args[i].kind == EVENT_ARG_FILTER) {
			ret = parse_filter(&opts->events, first, args[i].text, err);
		} else {
			ret = exclude_perf(opts, first, err);
		}
	}
	for (uint32_t i = 0; opts->group && i < opts->events.nr; i++)
		opts->events.specs[i].leader = 0;
	if (!ret && opts->off_cpu)
		ret = add_off_cpu(opts, faults, err);
	/* Stand in for the default event, so that the other options are still checked. */
	if (!ret && !opts->events.nr && faults->nr > before)
		ret = parse_events(&opts->events, &opts->paths, "dummy", err);
	return ret;
}
