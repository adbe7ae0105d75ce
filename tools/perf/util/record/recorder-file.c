// SPDX-License-Identifier: GPL-2.0-only
/* The recorder's files: the records at the start of each, and the switch to the next. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>
#include <perf/defer-record.h>

#include "util/base/error.h"
#include "util/host/end-signal.h"
#include "util/record/recorder-priv.h"
#include "util/synth/synth.h"

static uint32_t group__nr_members(const struct event_list *events, uint32_t leader)
{
	uint32_t i, nr = 0;

	for (i = 0; i < events->nr; i++)
		nr += events->specs[i].leader == leader;
	return nr;
}

static int recorder__add_event(struct recorder *rec, uint32_t i, uint64_t *ids,
			       struct defer_error *err)
{
	const struct event_spec *spec = &rec->plan->events.specs[i];
	struct output_event *event = &rec->events[i];
	const struct ring_id *ring_ids;
	uint32_t j, nr;

	ring_ids = rings__ids(rec->rings, i, &nr);
	for (j = 0; j < nr; j++)
		ids[j] = ring_ids[j].id;
	*event = (struct output_event){
		.name = spec->name,
		.attr = spec->attr,
		.ids = ids,
		.nr_ids = nr,
		.leader = spec->leader,
		.nr_members = group__nr_members(&rec->plan->events, spec->leader),
		.cpus = spec->cpus,
	};
	return defer_evlist__add(rec->evlist, &spec->attr, ids, nr, err);
}

int recorder__describe_events(struct recorder *rec, struct defer_error *err)
{
	const struct event_list *events = &rec->plan->events;
	uint64_t total = 0, *ids;
	uint32_t i, nr;
	int ret = 0;

	for (i = 0; i < events->nr; i++) {
		rings__ids(rec->rings, i, &nr);
		total += nr;
	}
	rec->evlist = defer_evlist__new();
	rec->events = calloc(events->nr, sizeof(*rec->events));
	rec->ids = ids = calloc(total, sizeof(*ids));
	if (!rec->evlist || !rec->events || !rec->ids)
		return error__no_memory(err, "for ids of events");
	for (i = 0; i < events->nr && !ret; i++) {
		ret = recorder__add_event(rec, i, ids, err);
		ids += rec->events[i].nr_ids;
	}
	return ret;
}

/*
 * Returns whether an end was requested. Looks at pending signals, since the caller may be blocked
 * on a stream and has not read them.
 */
static bool recorder__is_asked_to_end(void *ctx)
{
	const struct recorder *rec = ctx;

	return (rec->stats && rec->stats->signal) || end_signal__is_pending();
}

static void recorder__before_cut(void *ctx)
{
	struct defer_error err = DEFER_ERROR_INIT;

	recorder__look_all(ctx, &err);
}

int recorder__open_output(struct recorder *rec, struct defer_error *err)
{
	const struct record_opts *opts = rec->opts;
	struct output_opts output = {
		.path = opts->output,
		.version = opts->version,
		.argc = opts->self_argc,
		.argv = opts->self_argv,
		.events = rec->events,
		.nr_events = rec->plan->events.nr,
		.max_size = opts->max_size,
		.mmap_len = rings__largest_buffer(rec->rings),
		.compress_level = opts->compress_level,
		.no_buildid = opts->no_buildid,
		.keep_old = true,
		.clockid = opts->has_clockid ? opts->clockid : -1,
		.end = {.is_asked = recorder__is_asked_to_end, .ctx = rec},
		.cut = {.before = recorder__before_cut, .ctx = rec},
		.sysfs = "/sys",
		.procfs = "/proc",
	};

	return output__open(&rec->output, &output, err);
}

static int recorder__write_synth(void *ctx, const void *record, size_t size,
				 struct defer_error *err)
{
	struct recorder *rec = ctx;

	return output__write_record(rec->output, record, size, err);
}

static int recorder__synth_opts(struct recorder *rec, struct synth_opts *synth,
				struct defer_error *err)
{
	const struct defer_attr *tracking = &rec->plan->events.specs[rec->plan->tracking].attr;
	struct defer_layout layout;

	*synth = (struct synth_opts){
		.procfs = "/proc",
		.sysfs = "/sys",
		.build_ids = tracking->flags & DEFER_ATTR_BUILD_ID,
		.namespaces = tracking->flags & DEFER_ATTR_NAMESPACES,
		.data_maps = tracking->flags & DEFER_ATTR_MMAP_DATA,
		.no_maps = !(rec->opts->synth & RECORD_SYNTH_MMAP),
		.has_map_timeout = rec->opts->has_map_timeout,
		.map_timeout_ms = rec->opts->map_timeout_ms,
		.nr_cut = &rec->nr_cut_maps,
		.has_jitdump = &rec->has_jitdump,
		.fn = recorder__write_synth,
		.ctx = rec,
	};
	if (defer_layout__init(&layout, tracking, err))
		return err->code;
	synth->id_size = layout.id_all_size;
	return 0;
}

static int recorder__synth_ids(struct recorder *rec, const struct synth_opts *synth,
			       struct defer_error *err)
{
	const struct ring_id *ring_ids;
	struct synth_id *ids;
	uint64_t total = 0, at = 0;
	uint32_t i, j, nr;
	int ret;

	for (i = 0; i < rec->plan->events.nr; i++)
		total += rec->events[i].nr_ids;
	ids = calloc(total, sizeof(*ids));
	if (!ids)
		return error__no_memory(err, "for ids of events");
	for (i = 0; i < rec->plan->events.nr; i++) {
		ring_ids = rings__ids(rec->rings, i, &nr);
		for (j = 0; j < nr; j++)
			ids[at++] = (struct synth_id){
				.id = ring_ids[j].id,
				.idx = ring_ids[j].buffer,
				.cpu = ring_ids[j].cpu,
				.tid = ring_ids[j].tid,
			};
	}
	ret = synth__id_index(synth, ids, total, err);
	free(ids);
	return ret;
}

static int recorder__synth_tasks(struct recorder *rec, const struct synth_opts *synth,
				 struct defer_error *err)
{
	const struct target_list *targets = &rec->plan->targets;
	int ret;

	if (!(rec->opts->synth & RECORD_SYNTH_TASK))
		return 0;
	rec->nr_cut_maps = 0;
	if (targets->nr_tids == 1 && targets->tids[0] == -1)
		ret = synth__all_tasks(synth, err);
	else
		ret = synth__tasks(synth, targets->tids, targets->nr_tids, err);
	if (!ret && rec->command.pid > 0)
		ret = synth__task(synth, rec->command.pid, err);
	return ret;
}

static int keep_record(void *ctx, const void *record, size_t size, struct defer_error *err)
{
	struct byte_buf *records = ctx;

	byte_buf__add(records, record, size);
	return byte_buf__check(records, "records of tasks", err);
}

int recorder__keep_tasks(struct recorder *rec, struct defer_error *err)
{
	struct synth_opts synth;
	int ret;

	ret = recorder__synth_opts(rec, &synth, err);
	if (ret)
		return ret;
	synth.fn = keep_record;
	synth.ctx = &rec->tasks;
	return recorder__synth_tasks(rec, &synth, err);
}

int recorder__keep_tail(struct recorder *rec, struct defer_error *err)
{
	struct synth_opts synth;
	int ret = recorder__synth_opts(rec, &synth, err);

	synth.fn = tail__keep;
	synth.ctx = &rec->tail;
	return ret ? ret : recorder__synth_tasks(rec, &synth, err);
}

static int recorder__write_tail(struct recorder *rec, struct defer_error *err)
{
	struct synth_opts synth;
	int ret = recorder__synth_opts(rec, &synth, err);

	return ret ? ret : tail__list(&rec->tail, &synth, err);
}

/* Writes the records that were kept, and forgets them. */
static int recorder__write_kept(struct recorder *rec, struct byte_buf *kept,
				struct defer_error *err)
{
	struct defer_record record;
	int ret = 0;

	for (size_t pos = 0; pos < kept->size && !ret; pos += record.size) {
		ret = defer_record__decode(&record, kept->data + pos, kept->size - pos, 0, false,
					   err);
		if (!ret)
			ret = output__write_record(rec->output, record.data, record.size, err);
	}
	byte_buf__exit(kept);
	return ret;
}

/* Writes the records of tasks: once those that were kept, afterwards the current ones. */
static int recorder__write_tasks(struct recorder *rec, const struct synth_opts *synth,
				 struct defer_error *err)
{
	return rec->tasks.size ? recorder__write_kept(rec, &rec->tasks, err)
			       : recorder__synth_tasks(rec, synth, err);
}

static int recorder__write_plain(struct recorder *rec, uint32_t type, struct defer_error *err)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
	} header = {type, 0, sizeof(header)};

	return output__write_record(rec->output, &header, sizeof(header), err);
}

int recorder__synthesize(struct recorder *rec, struct defer_error *err)
{
	const struct target_list *targets = &rec->plan->targets;
	const struct output_event *tracking = &rec->events[rec->plan->tracking];
	int32_t command = rec->command.pid;
	struct synth_opts synth;
	int ret;

	ret = recorder__synth_opts(rec, &synth, err);
	if (ret)
		return ret;
	ret = recorder__synth_ids(rec, &synth, err);
	if (!ret && targets->nr_tids)
		ret = synth__thread_map(&synth, targets->tids, targets->nr_tids, err);
	else if (!ret)
		ret = synth__thread_map(&synth, &command, 1, err);
	if (!ret)
		ret = synth__cpu_map(&synth, targets->cpus, targets->nr_cpus, err);
	if (!ret)
		ret = synth__kernel(&synth, err);
	if (!ret && tracking->attr.flags & DEFER_ATTR_BPF_EVENT)
		ret = synth__bpf(&synth, err);
	if (!ret && rec->opts->all_cgroups && rec->opts->synth & RECORD_SYNTH_CGROUP)
		ret = synth__cgroups(&synth, err);
	if (!ret && !rec->opts->tail_synthesize)
		ret = recorder__write_tasks(rec, &synth, err);
	if (!ret)
		ret = recorder__write_plain(rec, DEFER_RECORD_FINISHED_INIT, err);
	if (!ret)
		ret = output__flush(rec->output, err);
	return ret;
}

/*
 * Writes a LOST_SAMPLES record, with the sample_id of the event that lost them: all events of a plan
 * have the task and the id.
 */
static int recorder__write_lost_samples(struct recorder *rec, const struct defer_attr *attr,
					const struct ring_id *id, uint64_t lost,
					struct defer_error *err)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
	} header = {.type = DEFER_RECORD_LOST_SAMPLES};
	uint64_t words[6], nr = 1;

	words[nr++] = lost;
	words[nr++] = (uint64_t)(uint32_t)id->tid << 32 | (uint32_t)id->tid;
	if (attr->sample_type & DEFER_SAMPLE_TIME)
		words[nr++] = rec->pending.last_time;
	if (attr->sample_type & DEFER_SAMPLE_CPU)
		words[nr++] = (uint32_t)id->cpu;
	words[nr++] = id->id;
	header.size = nr * sizeof(*words);
	memcpy(words, &header, sizeof(header));
	return output__write_record(rec->output, words, header.size, err);
}

/*
 * Also writes the losses of the tracking event, which are no samples: LOST records tell most of
 * them, but not those after the last record of a buffer.
 */
int recorder__write_lost(struct recorder *rec, struct defer_error *err)
{
	const struct ring_id *ids;
	uint32_t event, i, nr;
	uint64_t lost;
	int ret = 0;

	for (event = 0; event < rec->plan->events.nr; event++) {
		ids = rings__ids(rec->rings, event, &nr);
		for (i = 0; i < nr && !ret; i++) {
			lost = rings__lost(rec->rings, event, i);
			if (plan__is_asked(rec->plan, event))
				rec->stats->lost_samples += lost;
			if (lost && !output__why_ended(rec->output))
				ret = recorder__write_lost_samples(rec, &rec->events[event].attr,
								   &ids[i], lost, err);
		}
	}
	return ret;
}

void recorder__count_kept(struct recorder *rec)
{
	struct recorder_stats *stats = rec->stats;

	rec->past_samples += output__samples(rec->output);
	stats->dropped = stats->samples - rec->past_samples;
	if (output__why_ended(rec->output))
		stats->why_dropped = output__why_ended(rec->output);
}

bool recorder__is_full(struct recorder *rec, int ret, struct defer_error *err)
{
	if (!ret || !output__reached_max_size(rec->output))
		return false;
	defer_error__clear(err);
	rec->stats->end = RECORDER_MAX_SIZE;
	rec->ended = true;
	return true;
}

int recorder__finish_output(struct recorder *rec, struct defer_error *err)
{
	struct timespec now;
	int ret, flushed = recorder__look_all(rec, err);

	if (rec->pending.first_time <= rec->pending.last_time) {
		output__see_time(rec->output, rec->pending.first_time);
		output__see_time(rec->output, rec->pending.last_time);
	}
	/* The kept records are listed last, when the rest of the file is complete. */
	if (!output__why_ended(rec->output) && rec->opts->tail_synthesize && !flushed)
		flushed = recorder__write_tail(rec, err);
	if (!output__why_ended(rec->output) && !flushed)
		flushed = output__flush(rec->output, err);
	if (recorder__is_full(rec, flushed, err))
		flushed = 0;
	recorder__count_kept(rec);
	rec->stats->bytes = rec->past_bytes + output__bytes(rec->output);
	ret = output__finish(rec->output, flushed ? NULL : err);
	ret = flushed ? flushed : ret;
	rec->output = NULL;
	if (ret || !rec->switches)
		return ret;
	clock_gettime(CLOCK_REALTIME, &now);
	ret = output_switch__keep(&rec->files, &now, err);
	if (ret)
		return ret;
	free(rec->stats->file);
	rec->stats->file = strdup(output_switch__last(&rec->files));
	if (rec->stats->file)
		return 0;
	return error__no_memory(err, "for the name of a file");
}

int recorder__switch_output(struct recorder *rec, struct defer_error *err)
{
	struct byte_buf chains = {0};
	int ret;

	rec->past_bytes += output__bytes(rec->output);
	rec->stats->nr_files++;
	ret = recorder__finish_output(rec, err);
	rec->pending.first_time = UINT64_MAX;
	rec->pending.last_time = 0;
	if (!ret)
		ret = recorder__open_output(rec, err);
	if (!ret)
		ret = recorder__synthesize(rec, err);
	if (!ret)
		ret = recent_chains__last(&rec->recent, rec->evlist, &chains, err);
	if (!ret)
		ret = recorder__write_kept(rec, &chains, err);
	byte_buf__exit(&chains);
	return ret;
}
