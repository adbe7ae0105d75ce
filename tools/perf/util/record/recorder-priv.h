/* SPDX-License-Identifier: GPL-2.0-only */
/* recorder-priv: what the recorder's own files share. */
#ifndef PERF_DEFER_UTIL_RECORD_RECORDER_PRIV_H
#define PERF_DEFER_UTIL_RECORD_RECORDER_PRIV_H

#include "util/base/byte-buf.h"
#include "util/record/attach.h"
#include "util/record/command.h"
#include "util/record/control.h"
#include "util/record/delay.h"
#include "util/output/output-switch.h"
#include "util/output/output.h"
#include "util/record/pending.h"
#include "util/record/recorder.h"
#include "util/record/rings.h"
#include "util/record/switch-events.h"

struct recorder {
	const struct record_opts *opts;
	struct plan *plan;
	struct rings *rings;
	struct attach attach;
	struct byte_buf tasks; /* records of those that may be gone when the file is opened */
	struct output *output;
	struct output_switch files; /* with --switch-output and --timestamp-filename */
	struct switch_events switch_events;
	bool switches;
	struct output_event *events; /* as the output wants them; ids with them */
	uint64_t *ids;
	struct defer_evlist *evlist; /* to read our own records back */
	struct command command;
	struct control control;
	recorder_answer_fn answer; /* or NULL */
	void *answer_ctx;
	int signal_fd;
	struct pending pending;
	struct tail tail;	      /* with --tail-synthesize */
	struct recorder_stats *stats; /* of the run */
	uint64_t past_bytes;	      /* in files before this one */
	uint64_t past_samples;	      /* kept there */
	uint32_t nr_cut_maps;	      /* tasks whose maps --proc-map-timeout cut */
	uint64_t round_bytes;	      /* that the last round read */
	bool ended;		      /* the end is stats->end */
	bool asked;		      /* a signal or a command waits to be read */
	struct delay delay;
	uint64_t started_ns, switch_at_ns, status_at_ns, flush_at_ns, waited_ns; /* 0: never */
};

/* All events, but those that their leaders start. */
int recorder__enable(struct recorder *rec, struct defer_error *err);
/* Enables or disables the event that the command's argument names; all without. */
int recorder__set_events(struct recorder *rec, bool enabled, struct defer_error *err);
/* Tells who listens of a command, or of what was done as if by one. */
void recorder__tell(struct recorder *rec, enum control_command command, const char *arg);

/* Events and ids in the forms that output and pending want. */
int recorder__describe_events(struct recorder *rec, struct defer_error *err);
/* Looks at the tasks now, for the first file. */
int recorder__keep_tasks(struct recorder *rec, struct defer_error *err);
/* Opens the output, or the next one of --switch-output, with @suffix if that is not NULL. */
int recorder__open_output(struct recorder *rec, struct defer_error *err);
/* Records of what is recorded, the kernel and, unless that is for the end, what runs already. */
int recorder__synthesize(struct recorder *rec, struct defer_error *err);
/*
 * --tail-synthesize: what runs now is kept for the end of the file. What it did is to be read after
 * this, so that both can be compared.
 */
int recorder__keep_tail(struct recorder *rec, struct defer_error *err);
/* What of all samples the files have by now: at the end of each file. */
void recorder__count_kept(struct recorder *rec);
/*
 * LOST_SAMPLES records of what the kernel says that it could not write, if the file can be written,
 * and their sum.
 */
int recorder__write_lost(struct recorder *rec, struct defer_error *err);
/* Finishes this file; with --switch-output it gets a name of its own. */
int recorder__finish_output(struct recorder *rec, struct defer_error *err);
/* Finishes this file and begins the next. */
int recorder__switch_output(struct recorder *rec, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_RECORD_RECORDER_PRIV_H */
