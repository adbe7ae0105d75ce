// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "util/session/filter.h"
#include "util/base/error.h"
#include "util/session/session.h"

static int parse_parallelism(struct sample_filter *filter, const char *str, struct defer_error *err)
{
	int ret = id_list__parse(&filter->parallelism, str, "levels of parallelism", err);

	for (uint32_t i = 0; !ret && i < filter->parallelism.nr; i++) {
		if (filter->parallelism.ranges[i].first < 1)
			ret = defer_error__set(err, DEFER_ERR_INVAL,
					       "--parallelism %s: level %d is out of range", str,
					       filter->parallelism.ranges[i].first);
	}
	return ret;
}

static int parse_all(struct sample_filter *filter, const struct sample_filter_opts *opts,
		     struct defer_error *err)
{
	int ret = 0;

	/* Only checks the syntax early: start() parses it again with the times of the trace. */
	if (opts->time) {
		ret = time_ranges__parse(&filter->time, opts->time, 0, 0, err);
		time_ranges__exit(&filter->time);
	}
	if (!ret && opts->cpus)
		ret = id_list__parse(&filter->cpus, opts->cpus, "CPUs", err);
	if (!ret && opts->pids)
		ret = id_list__parse(&filter->pids, opts->pids, "process ids", err);
	if (!ret && opts->tids)
		ret = id_list__parse(&filter->tids, opts->tids, "thread ids", err);
	if (!ret && opts->parallelism)
		ret = parse_parallelism(filter, opts->parallelism, err);
	if (!ret && opts->comms)
		ret = strlist__parse(&filter->comms, opts->comms, err);
	return ret;
}

int sample_filter__init(struct sample_filter *filter, const struct sample_filter_opts *opts,
			struct defer_error *err)
{
	int ret;

	*filter = (struct sample_filter){.time_str = opts->time};
	ret = parse_all(filter, opts, err);
	if (ret)
		sample_filter__exit(filter);
	return ret;
}

void sample_filter__exit(struct sample_filter *filter)
{
	time_ranges__exit(&filter->time);
	id_list__exit(&filter->cpus);
	id_list__exit(&filter->pids);
	id_list__exit(&filter->tids);
	id_list__exit(&filter->parallelism);
	strlist__exit(&filter->comms);
	free(filter->comm_passes);
	*filter = (struct sample_filter){0};
}

static bool any_sample_type(const struct session *session, uint64_t bits)
{
	for (uint32_t i = 0; i < defer_evlist__nr(session->evlist); i++) {
		if (defer_evlist__evsel(session->evlist, i)->attr.sample_type & bits)
			return true;
	}
	return false;
}

static int start_time(struct sample_filter *filter, const struct session *session,
		      struct defer_error *err)
{
	const struct session_stats *stats = &session->stats;

	if (session->no_time)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--time needs timestamps, but the samples have none");
	time_ranges__exit(&filter->time);
	return time_ranges__parse(&filter->time, filter->time_str, stats->first_time,
				  stats->last_time, err);
}

static int start_comms(struct sample_filter *filter, const struct machine *machine,
		       struct defer_error *err)
{
	uint32_t nr = machine__nr_comms(machine);

	free(filter->comm_passes);
	filter->comm_passes = calloc(nr + 1, sizeof(*filter->comm_passes));
	if (!filter->comm_passes)
		return error__no_memory(err, "for comms");
	filter->machine = machine;
	filter->nr_comms = nr;
	for (uint32_t i = 0; i < nr; i++)
		filter->comm_passes[i] = strlist__has(&filter->comms, machine__comm(machine, i));
	return 0;
}

int sample_filter__start(struct sample_filter *filter, const struct session *session,
			 struct defer_error *err)
{
	int ret = 0;

	if (filter->cpus.nr && !any_sample_type(session, DEFER_SAMPLE_CPU))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--cpu needs the CPU of samples, but they were recorded "
					"without it");
	filter->by_place = filter->time_str || filter->cpus.nr;
	filter->by_task =
		filter->pids.nr || filter->tids.nr || filter->parallelism.nr || filter->comms.given;
	if (filter->time_str)
		ret = start_time(filter, session, err);
	if (!ret && filter->comms.given)
		ret = start_comms(filter, session->machine, err);
	return ret;
}

bool sample_filter__check_place(const struct sample_filter *filter, const struct stitched *sample)
{
	return time_ranges__has(&filter->time, sample->time) &&
	       id_list__has(&filter->cpus, sample->sample->cpu);
}

/*
 * A thread that no record names gets its comm, ":tid", on its first look-up, which may come after
 * start().
 */
static bool match_comm(const struct sample_filter *filter, uint32_t comm_id)
{
	if (!filter->comm_passes)
		return true;
	if (comm_id < filter->nr_comms)
		return filter->comm_passes[comm_id];
	return strlist__has(&filter->comms, machine__comm(filter->machine, comm_id));
}

bool sample_filter__check_task(const struct sample_filter *filter, const struct stitched *sample)
{
	return id_list__has(&filter->pids, sample->task.pid) &&
	       id_list__has(&filter->tids, sample->task.tid) &&
	       id_list__has(&filter->parallelism, sample->parallelism) &&
	       match_comm(filter, sample->task.comm_id);
}

bool sample_filter__match(const struct sample_filter *filter, const struct stitched *sample)
{
	return sample_filter__match_place(filter, sample) &&
	       sample_filter__match_task(filter, sample);
}
