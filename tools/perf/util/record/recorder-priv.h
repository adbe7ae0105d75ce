/* SPDX-License-Identifier: GPL-2.0-only */
/* recorder-priv: declarations shared by the recorder's files. */
#ifndef PERF_DEFER_UTIL_RECORD_RECORDER_PRIV_H
#define PERF_DEFER_UTIL_RECORD_RECORDER_PRIV_H

#include "util/base/byte-buf.h"
#include "util/record/attach.h"
#include "util/record/backlog.h"
#include "util/record/command.h"
#include "util/record/control.h"
#include "util/record/delay.h"
#include "util/output/output-switch.h"
#include "util/output/output.h"
#include "util/record/pending.h"
#include "util/record/recent-chains.h"
#include "util/record/recorder.h"
#include "util/record/rings.h"
#include "util/record/switch-events.h"

struct defer_evlist;

struct recorder {
	const struct record_opts *opts;
	struct plan *plan;
	struct rings *rings;
	struct attach attach;
	struct byte_buf tasks; /* records of tasks that may be gone when the file is opened */
	struct output *output;
	struct output_switch files; /* for --switch-output and --timestamp-filename */
	struct switch_events switch_events;
	struct recent_chains recent; /* of all buffers, with switches */
	bool switches;
	struct output_event *events; /* events in the form for the output, with their IDs */
	uint64_t *ids;
	struct defer_evlist *evlist; /* events in the form for decoding our own records */
	struct command command;
	struct control control;
	recorder_answer_fn answer; /* listener, or NULL */
	void *answer_ctx;
	int signal_fd;
	struct pending pending;
	struct tail tail;	      /* for --tail-synthesize */
	struct recorder_stats *stats; /* statistics of the current run */
	uint64_t past_bytes;	      /* bytes in earlier files */
	uint64_t past_samples;	      /* samples kept in earlier files */
	bool has_jitdump;	      /* a task that ran already maps the file of a JIT */
	uint32_t nr_cut_maps;	      /* tasks whose maps were cut by --proc-map-timeout */
	uint64_t round_bytes;	      /* bytes read in the last round */
	struct backlog backlog;	      /* copied records that have not been looked at */
	uint8_t *chunk;		      /* part of the file that is looked at */
	bool filled;		      /* a sample buffer was too full since catch_up() */
	bool behind;		      /* records are looked at later, until behind_until_ns */
	uint64_t behind_until_ns;
	bool ended; /* stats->end has the reason */
	bool asked; /* a signal or a command is ready to be read */
	struct delay delay;
	uint64_t started_ns, switch_at_ns, status_at_ns, flush_at_ns, waited_ns; /* 0: never */
};

/* Enables all events, except those that their leaders start. */
int recorder__enable(struct recorder *rec, struct defer_error *err);
/*
 * Enables or disables the event that the command's argument names; without an argument, all events.
 */
int recorder__set_events(struct recorder *rec, bool enabled, struct defer_error *err);
/* Tells the listener of a command, or of an equivalent action. */
void recorder__tell(struct recorder *rec, enum control_command command, const char *arg);

/* Looks at the records of a buffer, which write() follows, or which are discarded. */
int recorder__look(struct recorder *rec, const struct ring_data *data, struct defer_error *err);
/* Writes the records of a buffer, and looks at them now or later. */
int recorder__write(struct recorder *rec, const struct ring_data *data, struct defer_error *err);
/* Notes the end of a round over the buffers. */
void recorder__end_round(struct recorder *rec);
/*
 * Decides whether to look at the next records now or later, and looks at some of those that wait,
 * unless buffers would fill meanwhile. To be called after each round.
 */
int recorder__catch_up(struct recorder *rec, uint64_t now, struct defer_error *err);
/* Looks at some of the records that wait. */
int recorder__look_step(struct recorder *rec, struct defer_error *err);
/*
 * Looks at all records that wait: afterwards the statistics are complete. Returns 0 or the first
 * error, but leaves none in any case.
 */
int recorder__look_all(struct recorder *rec, struct defer_error *err);

/* Converts events and IDs to the forms for output and pending. */
int recorder__describe_events(struct recorder *rec, struct defer_error *err);
/* Synthesizes the current tasks now, for the first file. */
int recorder__keep_tasks(struct recorder *rec, struct defer_error *err);
/* Opens the output, or the next file of --switch-output. */
int recorder__open_output(struct recorder *rec, struct defer_error *err);
/* Synthesizes records of the target, the kernel and, unless they go to the end, running tasks. */
int recorder__synthesize(struct recorder *rec, struct defer_error *err);
/*
 * Keeps records of the tasks that run now for the end of the file, for --tail-synthesize. The
 * buffers must be read afterwards, so that both can be compared.
 */
int recorder__keep_tail(struct recorder *rec, struct defer_error *err);
/* Counts the samples that the files hold so far. To be called at the end of each file. */
void recorder__count_kept(struct recorder *rec);
/*
 * Writes LOST_SAMPLES records for what the kernel reports as lost, if the file is still writable,
 * and adds up the lost samples.
 */
int recorder__write_lost(struct recorder *rec, struct defer_error *err);
/*
 * Returns whether @ret is an error because the file has reached --max-size. That is an end, not a failure:
 * the error is cleared, and it is the end that is told, also if the recording had ended before.
 */
bool recorder__is_full(struct recorder *rec, int ret, struct defer_error *err);
/* Finishes the current file; with --switch-output, renames it. */
int recorder__finish_output(struct recorder *rec, struct defer_error *err);
/* Finishes the current file and starts the next, which repeats the last callchain of each task. */
int recorder__switch_output(struct recorder *rec, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_RECORDER_PRIV_H */
