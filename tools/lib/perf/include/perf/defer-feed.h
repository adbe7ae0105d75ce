/* SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause */
#ifndef PERF_DEFER_FEED_H
#define PERF_DEFER_FEED_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct defer_event;
struct defer_evlist;
struct defer_evsel;
struct defer_memory;
struct defer_record;
struct defer_stitch;

/**
 * DOC: feed
 *
 * A feed takes the records of a trace, keeps what stitching needs, and turns it into a sealed
 * &struct defer_stitch. It finds out what no single record tells: since when a buffer had been
 * losing records, which execs have no COMM, and whether a clock went backward.
 *
 * One feed may take the whole stream. Alternatively, several feeds take parts of it on as many
 * threads, and are merged. The evlist has all events before the first record, and outlives the
 * feed. Without defer_evlist__has_time() the order of records is used as their time.
 *
 * The kernel reports a loss with a LOST record, which it writes together with the next record of
 * the same buffer, possibly minutes later (Linux 7.2, kernel/events/ring_buffer.c). The loss
 * therefore began after the last record that came through that buffer:
 *
 * - Event ids tell which buffer a record came through.
 * - Without ids, the buffer is that of the CPU or that of the thread; the earlier of the two
 *   beginnings counts.
 * - Without any of these, the loss may have begun at any time.
 *
 * LOST_SAMPLES records tell how many samples each event lost. If they account for all losses, and
 * none of those events records tasks, only samples were lost. Stitching needs no lost sample, so
 * these losses do not count. This proves nothing in an unfinished stream, or if an event that
 * records tasks lacks %DEFER_FORMAT_LOST and could not tell.
 *
 * An unfinished stream has lost all that its recorder did not write any more. Buffers are read one
 * after the other, round by round, so some are further behind than others. What was written before
 * the last whole round is there; from then on anything may be missing.
 */

/* struct defer_feed - the records of a trace, or of a part of it */
struct defer_feed;

/**
 * defer_feed__new() - create an empty feed
 * @evlist: the events of the trace, which must outlive the feed
 *
 * Return: the feed, which the caller deletes with defer_feed__delete(), or NULL if out of memory.
 */
struct defer_feed *defer_feed__new(const struct defer_evlist *evlist);

/**
 * defer_feed__keep_in() - keep the arrays that grow with the records elsewhere
 * @feed: a feed that was given nothing yet
 * @memory: as in &struct defer_stitch_opts
 */
void defer_feed__keep_in(struct defer_feed *feed, const struct defer_memory *memory);

/**
 * defer_feed__delete() - delete a feed
 * @feed: the feed, or NULL
 */
void defer_feed__delete(struct defer_feed *feed);

/**
 * defer_feed__begin() - begin another part of the stream
 * @feed: the feed
 * @order: the position in the stream of the next record; the ones after it follow without a gap,
 *	until the next call
 *
 * A feed that takes the whole stream in its order needs no call.
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_feed__begin(struct defer_feed *feed, uint64_t order);

/**
 * defer_feed__sample() - add a SAMPLE record, which need not be decoded
 * @feed: the feed
 * @evsel: the event that wrote it
 * @rec: the record
 * @time: set to its time in ns, or to its order if the trace has no times
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_feed__sample(struct defer_feed *feed, const struct defer_evsel *evsel,
		       const struct defer_record *rec, uint64_t *time);

/**
 * struct defer_feed_user - a deferred user callchain that the caller keeps in its own form
 * @data: the caller's, not used by the feed
 * @nr: the number of addresses, without context marks
 * @sum: a hash of the callchain, the same function for all
 * @is_repeated: the record is a copy that did not come through a buffer, such as those at the beginning of a
 *	file that goes on with a recording; it may be older than those before it, though no clock stepped back
 */
struct defer_feed_user {
	const void *data;
	uint32_t nr;
	uint32_t sum;
	bool is_repeated;
};

/**
 * defer_feed__event() - add a record that is not a sample
 * @feed: the feed
 * @ev: the decoded record
 * @order: its position in the stream, on one scale for all, such as &defer_record.order; it
 *	becomes &defer_stitch_record.ref
 * @user: the callchain of a deferred record, or NULL to use that of @ev; either all records of a
 *	trace come with a @user, or none does
 *
 * Deferred records of guests are counted and left out: their cookies are those of another kernel.
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_feed__event(struct defer_feed *feed, const struct defer_event *ev, uint64_t order,
		      const struct defer_feed_user *user);

/**
 * defer_feed__round() - add a FINISHED_ROUND record
 * @feed: the feed
 * @order: its position in the stream
 *
 * The recorder writes one after it has read all buffers once. They matter in an unfinished stream.
 */
void defer_feed__round(struct defer_feed *feed, uint64_t order);

/**
 * defer_feed__gap() - tell that records may be missing in a span of time
 * @feed: a feed
 * @begin: the first moment, ns
 * @end: the moment after the last one, ns
 *
 * Of recordings that are in several files, a file may be missing between two others.
 *
 * Return: 0 or %DEFER_ERR_NOMEM.
 */
int defer_feed__gap(struct defer_feed *feed, uint64_t begin, uint64_t end);

/**
 * defer_feed__set_unfinished() - tell that the stream ends before the recording does
 * @feed: the feed, or one of those that are merged
 *
 * The recorder was killed, the file was cut, or the recording goes on in another file.
 */
void defer_feed__set_unfinished(struct defer_feed *feed);

/**
 * defer_feed__merge() - move all that one feed has into another
 * @feed: the feed to add to
 * @from: the feed to move from, which is empty afterwards
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_feed__merge(struct defer_feed *feed, struct defer_feed *from);

/**
 * defer_feed__index() - do a part of what defer_feed__seal() does
 * @feed: the feed, to which everything was added
 *
 * As defer_stitch__index(): threads that call it share the work.
 *
 * Context: Any number of threads at once, before defer_feed__seal().
 *
 * Return: 0, or %DEFER_ERR_NOMEM, after which defer_feed__seal() fails too.
 */
int defer_feed__index(struct defer_feed *feed);

/**
 * defer_feed__seal() - turn a feed into a sealed stitcher
 * @feed: the feed, to which nothing can be added afterwards
 * @st: set to the stitcher, which the caller deletes with defer_stitch__delete()
 *
 * Return: 0, or %DEFER_ERR_NOMEM.
 */
int defer_feed__seal(struct defer_feed *feed, struct defer_stitch **st);

/**
 * struct defer_feed_stats - what a feed found out
 * @guest_records: the number of deferred records of guests, which were left out
 * @clock_steps: how many times the clock went backward within one buffer
 * @max_step: the most that it went backward, in ns
 * @step_cpu: the CPU of @max_step; -1 if there was none or it is not known
 */
struct defer_feed_stats {
	uint64_t guest_records;
	uint64_t clock_steps;
	uint64_t max_step;
	int32_t step_cpu;
};

/**
 * defer_feed__stats() - get the statistics of a feed
 * @feed: a feed on which defer_feed__seal() was called
 * @stats: the statistics to fill
 */
void defer_feed__stats(const struct defer_feed *feed, struct defer_feed_stats *stats);

#ifdef __cplusplus
}
#endif

#endif /* PERF_DEFER_FEED_H */
