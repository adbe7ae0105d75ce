// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

#include "util/base/clock.h"
#include "util/base/error.h"
#include "util/record/realtime.h"
#include "util/record/recorder-priv.h"

#define MS 1000000ULL
/*
 * Intervals that bound what kill -9 can lose to less than a second's records, even with almost
 * empty buffers: records wait in the kernel's buffer, and then in the output's.
 */
#define POLL_MS	  500
#define FLUSH_MS  100
#define STATUS_MS 500
/* The same in the first second: what is killed early was often started for a moment only. */
#define FIRST_POLL_MS 50
#define FIRST_MS      1000
/* Interval of rounds while attach is in doubt, and the time for which it is used, ms. */
#define DOUBT_STEP_MS 5
#define DOUBT_MS      1000
/*
 * After a round that read more than 1/BUSY_SHARE of a sample buffer, the next one follows at once:
 * after sleeping, the recorder might get a CPU only when the buffers are full. Signals and commands
 * wait for at most BUSY_MS.
 */
#define BUSY_SHARE 64
#define BUSY_MS	   5
/* Bytes of a tracking buffer that are written between rounds over the sample buffers. */
#define PART_BYTES 32768
/* Interval of rounds while tasks are about to leave the kernel, ms. */
#define DRAIN_STEP_MS 2
/* A task that was sampled in the kernel longer ago is asleep there, not about to leave. */
#define LEAVING_NS 1000000000ULL

static int recorder__open_signals(struct recorder *rec, struct defer_error *err)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGCHLD);
	sigaddset(&set, SIGUSR2);
	rec->signal_fd = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
	if (rec->signal_fd < 0)
		return defer_error__set(err, DEFER_ERR_IO, "cannot wait for signals: %s",
					strerror(errno));
	return rings__watch(rec->rings, rec->signal_fd, err);
}

static int recorder__open_rings(struct recorder *rec, struct defer_error *err)
{
	int ret;

	ret = rings__open(&rec->rings, rec->plan, rec->command.pid, rec->opts->verbose, err);
	if (ret || !rec->plan->targets.may_go)
		return ret;
	ret = attach__newcomers(&rec->attach, rec->rings, rec->plan, &rec->opts->target, err);
	return ret ? ret : recorder__keep_tasks(rec, err);
}

static int recorder__open_switch_events(struct recorder *rec, struct defer_error *err)
{
	int ret = switch_events__open(&rec->switch_events, rec->plan, rec->command.pid, err);

	if (ret || rec->switch_events.epoll_fd < 0)
		return ret;
	return rings__watch(rec->rings, rec->switch_events.epoll_fd, err);
}

int recorder__open(struct recorder **recorder, const struct record_opts *opts, struct plan *plan,
		   const struct caller *caller, struct defer_error *err)
{
	struct recorder *rec = calloc(1, sizeof(*rec));
	int ret = 0;

	if (!rec)
		return error__no_memory(err, "for the recorder");
	rec->opts = opts;
	rec->plan = plan;
	rec->signal_fd = -1;
	rec->command.pid = rec->command.go_fd = rec->command.exec_fd = -1;
	rec->control.fd = rec->control.ack_fd = -1;
	rec->switch_events.epoll_fd = -1;
	if (opts->argc)
		ret = command__fork(&rec->command, opts->argv, !strcmp(opts->output, "-"), caller,
				    err);
	if (!ret)
		ret = recorder__open_rings(rec, err);
	if (!ret && opts->realtime)
		ret = realtime__set((int)opts->realtime, err);
	if (!ret)
		ret = recorder__describe_events(rec, err);
	if (!ret)
		ret = recorder__open_signals(rec, err);
	if (!ret)
		ret = control__open(&rec->control, opts->control, err);
	if (!ret && rec->control.fd >= 0)
		ret = rings__watch(rec->rings, rec->control.fd, err);
	if (!ret)
		ret = recorder__open_switch_events(rec, err);
	rec->switches = record_opts__renames(opts);
	if (!ret && rec->switches)
		ret = output_switch__init(&rec->files, opts->output, opts->switch_max_files, err);
	/* Last, so that an old file is not moved away for a recording that fails to start. */
	if (!ret)
		ret = recorder__open_output(rec, err);
	if (ret) {
		recorder__close(rec);
		return ret;
	}
	pending__init(&rec->pending, rec->evlist);
	rec->pending.attach = &rec->attach;
	tail__init(&rec->tail);
	if (opts->tail_synthesize)
		rec->pending.tail = &rec->tail;
	*recorder = rec;
	return 0;
}

void recorder__close(struct recorder *rec)
{
	command__exit(&rec->command);
	if (rec->output)
		output__abandon(rec->output);
	control__close(&rec->control);
	switch_events__close(&rec->switch_events);
	if (rec->signal_fd >= 0)
		close(rec->signal_fd);
	attach__exit(&rec->attach);
	byte_buf__exit(&rec->tasks);
	recent_chains__exit(&rec->recent);
	rings__close(rec->rings);
	pending__exit(&rec->pending);
	backlog__exit(&rec->backlog);
	free(rec->chunk);
	tail__exit(&rec->tail);
	if (rec->switches)
		output_switch__exit(&rec->files);
	defer_evlist__delete(rec->evlist);
	free(rec->events);
	free(rec->ids);
	free(rec);
}

static void recorder__end(struct recorder *rec, enum recorder_end end)
{
	if (!rec->ended)
		rec->stats->end = end;
	rec->ended = true;
}

/* Counts and discards what is left in the buffers after the output has ended. */
static void recorder__count_rest(struct recorder *rec)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct ring_data data;

	rings__disable_samples(rec->rings);
	for (uint32_t i = 0; i < rings__nr(rec->rings); i++) {
		if (!rings__read(rec->rings, i, UINT64_MAX, &data))
			continue;
		recorder__look(rec, &data, &err);
		rings__consume(rec->rings, i);
	}
}

/* Writes @data, which were read from buffer @i. Returns 1, or 0 if the file is full. */
static int recorder__drain_data(struct recorder *rec, uint32_t i, const struct ring_data *data,
				struct defer_error *err)
{
	int ret = recorder__write(rec, data, err);

	if (!ret && rec->switches && (data->tracking || !rec->plan->tracking_pages))
		ret = recent_chains__add(&rec->recent, data, err);
	rings__consume(rec->rings, i);
	rec->stats->raw_bytes += data->a_size + data->b_size;
	return recorder__is_full(rec, ret, err) ? 0 : ret ? ret : 1;
}

/*
 * Writes the contents of one buffer, or @max bytes of it; @size is their size. Returns 1 if there
 * were any.
 */
static int recorder__drain_part(struct recorder *rec, uint32_t i, uint64_t max, uint64_t *size,
				struct defer_error *err)
{
	struct ring_data data;

	*size = 0;
	if (!rings__read(rec->rings, i, max, &data))
		return 0;
	*size = data.a_size + data.b_size;
	return recorder__drain_data(rec, i, &data, err);
}

static int recorder__drain_buffer(struct recorder *rec, uint32_t i, struct defer_error *err)
{
	uint64_t size;

	return recorder__drain_part(rec, i, UINT64_MAX, &size, err);
}

static int recorder__drain_samples(struct recorder *rec, struct defer_error *err)
{
	uint32_t i;
	int ret = 0;

	for (i = 0; i < rings__nr(rec->rings) && ret >= 0; i++)
		if (!rings__is_tracking(rec->rings, i) && !rings__is_overwritten(rec->rings, i) &&
		    !output__reached_max_size(rec->output))
			ret = recorder__drain_buffer(rec, i, err);
	return ret;
}

/*
 * Writes a tracking buffer in parts, and drains the sample buffers in between, since these may be
 * much smaller. Returns 1 if there was anything.
 */
static int recorder__drain_tracking(struct recorder *rec, uint32_t i, struct defer_error *err)
{
	uint64_t size, left = rings__bytes(rec->rings, i);
	int ret = 0, hits = 0;

	while (left && ret >= 0 && !output__reached_max_size(rec->output)) {
		ret = recorder__drain_part(rec, i, PART_BYTES, &size, err);
		hits |= ret;
		left = size && size < left ? left - size : 0;
		if (left && ret >= 0)
			ret = recorder__drain_samples(rec, err);
	}
	return ret < 0 ? ret : hits;
}

/*
 * Drains the buffers of one kind once. Returns 1 if any had data, 0 if none had, or a negative code
 * if the output failed.
 */
static int recorder__read(struct recorder *rec, bool overwritten, struct defer_error *err)
{
	uint32_t i;
	int ret, hits = 0;

	for (i = 0; i < rings__nr(rec->rings); i++) {
		if (rings__is_overwritten(rec->rings, i) != overwritten)
			continue;
		ret = !overwritten && rings__is_tracking(rec->rings, i)
			      ? recorder__drain_tracking(rec, i, err)
			      : recorder__drain_buffer(rec, i, err);
		if (ret < 0 || output__reached_max_size(rec->output))
			return ret;
		hits |= ret;
	}
	return hits;
}

/* Writes FINISHED_ROUND after a round that returned @ret; see recorder__read(). */
static int recorder__after_round(struct recorder *rec, int ret, struct defer_error *err)
{
	static const struct {
		uint32_t type;
		uint16_t misc, size;
	} finished_round = {DEFER_RECORD_FINISHED_ROUND, 0, sizeof(finished_round)};

	if (ret < 0 || output__reached_max_size(rec->output))
		return ret;
	recorder__end_round(rec);
	if (!ret)
		return 0;
	ret = 0;
	/* FINISHED_ROUND promises that no older record follows. */
	if (!rec->plan->overwrite && !rec->opts->tail_synthesize)
		ret = output__write_record(rec->output, &finished_round, sizeof(finished_round),
					   err);
	if (!rec->flush_at_ns)
		rec->flush_at_ns = clock__now() + FLUSH_MS * MS;
	return recorder__is_full(rec, ret, err) ? 0 : ret ? ret : 1;
}

/* Drains the buffers that are not overwritten. */
static int recorder__round(struct recorder *rec, struct defer_error *err)
{
	uint64_t before = rec->stats->raw_bytes;
	int ret = recorder__read(rec, false, err);

	rec->round_bytes = rec->stats->raw_bytes - before;
	return recorder__after_round(rec, ret, err);
}

/*
 * Drains all buffers. The tracking ones come last: then every exec before a sample that was read
 * has been read too.
 */
static int recorder__read_all(struct recorder *rec, struct defer_error *err)
{
	int ret = rec->plan->overwrite ? recorder__read(rec, true, err) : 0;

	return ret < 0 || output__reached_max_size(rec->output) ? ret : recorder__round(rec, err);
}

/*
 * Drains all buffers up to one moment, at which the file ends. Reading takes time, and what is written
 * meanwhile would be in one file or the other depending on its buffer. Little of it is left after a
 * whole round. FINISHED_ROUND comes behind that in any case: it tells readers that all that was written
 * before the round is in the file.
 */
static int recorder__cut(struct recorder *rec, struct defer_error *err)
{
	int ret = recorder__read_all(rec, err);
	struct ring_data data;

	if (ret < 0)
		return ret;
	rings__mark(rec->rings);
	for (uint32_t i = 0; i < rings__nr(rec->rings) && ret >= 0; i++) {
		if (output__reached_max_size(rec->output))
			return 0;
		if (rings__is_overwritten(rec->rings, i) ||
		    !rings__read_to_mark(rec->rings, i, &data))
			continue;
		ret = recorder__drain_data(rec, i, &data, err);
	}
	return recorder__after_round(rec, ret < 0 ? ret : 1, err);
}

/*
 * Prepares the end of a file with --tail-synthesize. The buffers must be read afterwards, and then the
 * file can be finished.
 */
static int recorder__prepare_tail(struct recorder *rec, struct defer_error *err)
{
	if (!rec->opts->tail_synthesize || output__why_ended(rec->output))
		return 0;
	return recorder__keep_tail(rec, err);
}

static int recorder__switch(struct recorder *rec, struct defer_error *err)
{
	int ret = recorder__prepare_tail(rec, err);

	if (!ret)
		ret = recorder__cut(rec, err);
	if (ret >= 0)
		ret = output__reached_max_size(rec->output) ? 0 : recorder__switch_output(rec, err);
	if (!ret && rec->opts->switch_ms)
		rec->switch_at_ns = clock__now() + rec->opts->switch_ms * MS;
	return ret;
}

static int recorder__on_delay(struct recorder *rec, enum delay_due due, struct defer_error *err)
{
	int ret = 0;

	if (due == DELAY_ENABLE)
		ret = recorder__enable(rec, err);
	else
		rings__disable_samples(rec->rings);
	recorder__tell(rec, due == DELAY_ENABLE ? CONTROL_ENABLE : CONTROL_DISABLE, "");
	if (due == DELAY_END)
		recorder__end(rec, RECORDER_STOPPED);
	return ret;
}

static int recorder__on_signal(struct recorder *rec, int signal, struct defer_error *err)
{
	switch (signal) {
	case SIGCHLD:
		if (rec->command.pid > 0 && command__ended(&rec->command))
			recorder__end(rec, RECORDER_TARGET_ENDED);
		return 0;
	case SIGUSR2:
		return rec->opts->switch_on_signal ? recorder__switch(rec, err) : 0;
	default:
		rec->stats->signal = signal;
		recorder__end(rec, RECORDER_SIGNALED);
		return 0;
	}
}

static int recorder__read_signals(struct recorder *rec, struct defer_error *err)
{
	struct signalfd_siginfo info;
	int ret = 0;

	while (!ret && read(rec->signal_fd, &info, sizeof(info)) == sizeof(info))
		ret = recorder__on_signal(rec, info.ssi_signo, err);
	return ret;
}

static int recorder__on_command(struct recorder *rec, enum control_command command,
				struct defer_error *err)
{
	int ret = 0;

	switch (command) {
	case CONTROL_ENABLE:
	case CONTROL_DISABLE:
		ret = recorder__set_events(rec, command == CONTROL_ENABLE, err);
		recorder__tell(rec, command, rec->control.arg);
		break;
	case CONTROL_EVLIST:
		recorder__tell(rec, command, rec->control.arg);
		break;
	case CONTROL_STOP:
		recorder__end(rec, RECORDER_STOPPED);
		break;
	case CONTROL_SNAPSHOT:
		ret = recorder__switch(rec, err);
		break;
	case CONTROL_UNKNOWN:
		return 0;
	case CONTROL_NONE:
	case CONTROL_PING:
	default:
		break;
	}
	control__ack(&rec->control);
	return ret;
}

static int recorder__read_control(struct recorder *rec, struct defer_error *err)
{
	enum control_command command;
	int ret = 0;

	if (rec->control.fd < 0)
		return 0;
	while (!ret && (command = control__read(&rec->control)) != CONTROL_NONE)
		ret = recorder__on_command(rec, command, err);
	return ret;
}

static int recorder__flush(struct recorder *rec, struct defer_error *err)
{
	int ret = output__flush(rec->output, err);

	rec->flush_at_ns = 0;
	return recorder__is_full(rec, ret, err) ? 0 : ret;
}

/* Does what is due by time or size. */
static int recorder__on_time(struct recorder *rec, uint64_t now, struct defer_error *err)
{
	enum delay_due due;
	int ret = 0;

	if (rec->flush_at_ns && now >= rec->flush_at_ns)
		ret = recorder__flush(rec, err);
	while (!ret && !rec->ended && (due = delay__due(&rec->delay, now)))
		ret = recorder__on_delay(rec, due, err);
	if (!ret && switch_events__happened(&rec->switch_events))
		ret = recorder__switch(rec, err);
	if (!ret && rec->switch_at_ns && now >= rec->switch_at_ns)
		ret = recorder__switch(rec, err);
	if (!ret && rec->opts->switch_size && output__bytes(rec->output) >= rec->opts->switch_size)
		ret = recorder__switch(rec, err);
	return ret;
}

static int earlier_ms(int ms, uint64_t at_ns, uint64_t now)
{
	uint64_t left;

	if (!at_ns)
		return ms;
	left = at_ns > now ? (at_ns - now) / MS + 1 : 0;
	return left < (uint64_t)ms ? (int)left : ms;
}

static void recorder__wait(struct recorder *rec, uint64_t now)
{
	bool waits = backlog__first(&rec->backlog);
	bool busy = rec->round_bytes >= rings__buffer_size(rec->rings) / BUSY_SHARE ||
		    (waits && !rec->behind);
	int ms = earlier_ms(POLL_MS, rec->flush_at_ns, now);

	rec->round_bytes = 0;
	if (busy && now < rec->waited_ns + BUSY_MS * MS) {
		rec->asked = false;
		return;
	}
	rec->waited_ns = now;
	if (now < rec->started_ns + FIRST_MS * MS)
		ms = earlier_ms(FIRST_POLL_MS, rec->flush_at_ns, now);
	/* Poll more often, so that a task with duplicate events is found soon. */
	if (attach__is_in_doubt(&rec->attach) && now < rec->started_ns + DOUBT_MS * MS)
		ms = DOUBT_STEP_MS;
	ms = earlier_ms(ms, rec->delay.at_ns, now);
	ms = earlier_ms(ms, rec->switch_at_ns, now);
	if (waits)
		ms = earlier_ms(ms, rec->behind_until_ns, now);
	rec->asked = rings__poll(rec->rings, busy ? 0 : ms);
}

static void recorder__tell_status(struct recorder *rec, uint64_t now, recorder_status_fn status,
				  void *ctx)
{
	if (!status || now < rec->status_at_ns)
		return;
	rec->status_at_ns = now + STATUS_MS * MS;
	rec->stats->bytes = rec->past_bytes + output__bytes(rec->output);
	status(ctx, rec->stats, now - rec->started_ns);
}

/* Notes whether the command goes on without events. */
static void recorder__watch_command(struct recorder *rec)
{
	if (rings__all_hung_up(rec->rings) && rec->command.running && !rec->stats->left_behind)
		rec->stats->left_behind = !command__exits(&rec->command);
}

static int recorder__loop(struct recorder *rec, recorder_status_fn status, void *ctx,
			  struct defer_error *err)
{
	uint64_t now;
	int ret = 0;

	rec->asked = true;
	while (!rec->ended && ret >= 0) {
		ret = recorder__round(rec, err);
		now = clock__now();
		if (ret >= 0)
			ret = recorder__catch_up(rec, now, err);
		if (ret >= 0)
			ret = recorder__on_time(rec, now, err);
		if (ret >= 0 && rec->asked)
			ret = recorder__read_signals(rec, err);
		if (ret >= 0 && rec->asked)
			ret = recorder__read_control(rec, err);
		if (ret < 0 || rec->ended)
			break;
		recorder__tell_status(rec, now, status, ctx);
		/*
		 * A command's events hang up before the command can be waited for: SIGCHLD gives
		 * its status.
		 */
		if (rings__all_hung_up(rec->rings) &&
		    (!rec->command.running || rec->plan->targets.nr_tids))
			recorder__end(rec, RECORDER_TARGET_ENDED);
		else
			recorder__wait(rec, now);
		recorder__watch_command(rec);
	}
	return ret;
}

/*
 * Stops samples, and waits for deferred records. Tasks in the kernel still owe the user half of
 * their last samples, and write it when they leave. The wait is bounded by --drain and ends when no
 * task is about to leave.
 */
static int recorder__drain(struct recorder *rec, struct defer_error *err)
{
	uint64_t start, until;
	int ret;

	rings__disable_samples(rec->rings);
	if (output__reached_max_size(rec->output))
		return 0;
	rec->behind = false;
	ret = recorder__read_all(rec, err);
	/* Tasks may still go on, and write to the buffers. */
	while (ret >= 0 && backlog__first(&rec->backlog)) {
		ret = recorder__look_step(rec, err);
		if (ret >= 0)
			ret = recorder__read_all(rec, err);
	}
	start = clock__now();
	until = start + rec->opts->drain_ms * MS;
	while (ret >= 0 && pending__recent(&rec->pending, LEAVING_NS) && clock__now() < until) {
		rings__poll(rec->rings, DRAIN_STEP_MS);
		ret = recorder__read_all(rec, err);
	}
	/* The last file of several does not say that it is the last: it ends like the others. */
	if (ret >= 0 && rec->switches)
		ret = recorder__cut(rec, err);
	rec->stats->pending = pending__recent(&rec->pending, LEAVING_NS);
	rec->stats->drained_ns = clock__now() - start;
	return ret < 0 ? ret : 0;
}

static int recorder__start(struct recorder *rec, struct defer_error *err)
{
	const struct record_opts *opts = rec->opts;
	bool on_exec =
		rec->plan->events.specs[rec->plan->tracking].attr.flags & DEFER_ATTR_ENABLE_ON_EXEC;
	int ret = 0;

	/* Enable tracking before listing existing maps, so that no new map is missed. */
	if (!on_exec && rings__enable_tracking(rec->rings))
		return defer_error__set(err, DEFER_ERR_IO, "cannot enable the tracking event: %s",
					strerror(errno));
	if (switch_events__enable(&rec->switch_events))
		return defer_error__set(err, DEFER_ERR_IO,
					"cannot enable the events of --switch-output-event: %s",
					strerror(errno));
	ret = recorder__synthesize(rec, err);
	rec->started_ns = clock__now();
	if (opts->switch_ms)
		rec->switch_at_ns = rec->started_ns + opts->switch_ms * MS;
	delay__start(&rec->delay, opts, rec->started_ns);
	if (!ret && !on_exec && !opts->delay_ms)
		ret = recorder__enable(rec, err);
	if (opts->delay_ms)
		recorder__tell(rec, CONTROL_DISABLE, "");
	if (!ret && opts->argc)
		ret = command__start(&rec->command, opts->argv[0], err);
	return ret;
}

/*
 * Returns the lost samples that no LOST record tells: these come with the next record of their
 * buffer.
 */
static uint64_t recorder__unseen_losses(const struct recorder_stats *stats)
{
	uint64_t seen = stats->lost - stats->lost_tracking;

	return stats->lost_samples > seen ? stats->lost_samples - seen : 0;
}

static int recorder__finish(struct recorder *rec, struct defer_error *err)
{
	struct recorder_stats *stats = rec->stats;
	int ret;

	stats->nr_cut_maps = rec->nr_cut_maps;
	stats->has_jitdump |= rec->has_jitdump;
	stats->recorded_ns = clock__now() - rec->started_ns;
	for (uint32_t i = 0; !stats->samples && i < rec->plan->events.nr; i++)
		if (plan__is_asked(rec->plan, i))
			stats->counted += rings__count(rec->rings, i);
	if (rec->command.pid > 0 && command__ended(&rec->command))
		stats->command_status = rec->command.status;
	ret = recorder__prepare_tail(rec, err);
	if (!ret && rec->opts->tail_synthesize && !output__why_ended(rec->output))
		ret = recorder__round(rec, err);
	if (ret >= 0)
		ret = recorder__write_lost(rec, err);
	if (recorder__is_full(rec, ret, err))
		ret = 0;
	stats->needed_mmap_bytes = recorder_stats__needed_bytes(
		stats, recorder__unseen_losses(stats), rings__buffer_size(rec->rings),
		rec->plan->max_mmap_bytes);
	return ret ? ret : recorder__finish_output(rec, err);
}

int recorder__run(struct recorder *rec, recorder_status_fn status, void *ctx,
		  struct recorder_stats *stats, struct defer_error *err)
{
	struct defer_error other = DEFER_ERROR_INIT;
	int ret, finished;

	memset(stats, 0, sizeof(*stats));
	rec->stats = stats;
	stats->nr_files = 1;
	ret = recorder__start(rec, err);
	if (!ret)
		ret = recorder__loop(rec, status, ctx, err);
	if (ret >= 0)
		ret = recorder__drain(rec, err);
	if (ret < 0)
		recorder__end(rec, RECORDER_OUTPUT_FAILED);
	if (!rec->output)
		return ret;
	recorder__look_all(rec, &other);
	if (output__why_ended(rec->output))
		recorder__count_rest(rec);
	stats->bytes = rec->past_bytes + output__bytes(rec->output);
	if (ret < 0 && ret != DEFER_ERR_NOENT) {
		recorder__write_lost(rec, err);
		recorder__count_kept(rec);
		output__abandon(rec->output);
		rec->output = NULL;
		return ret;
	}
	stats->finishing = true;
	if (status)
		status(ctx, stats, clock__now() - rec->started_ns);
	finished = recorder__finish(rec, err);
	return ret ? ret : finished;
}
