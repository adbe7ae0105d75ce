// SPDX-License-Identifier: LGPL-2.1-only OR BSD-2-Clause
/*
 * The feed: tells the stitcher what each record of a stream means, and what only many records
 * together mean. streams.c finds the buffer that a record came through.
 */
#include <stdlib.h>

#include "bytes.h"
#include "stitch-quiet.h"
#include "streams.h"

/* How a record's buffer is identified. */
enum feed_keys {
	KEYS_NONE,
	KEYS_IDS, /* by the event's id */
	KEYS_CPUS /* by CPU and by thread: a buffer belongs to one or the other */
};

/* The streams that a record belongs to. */
struct feed_streams {
	uint64_t key[3];
	int nr;	     /* all streams */
	int nr_loss; /* the leading streams, one of which is the record's buffer */
};

/* A loss as a record reports it. Its begin follows from the streams of that record. */
struct feed_loss {
	uint64_t part; /* place where the part that holds the record begins */
	uint64_t end, nr;
	struct feed_streams streams;
	/* latest time of each stream in that part before the loss, or STREAM_UNSEEN */
	uint64_t latest[2];
};

/*
 * The ends of rounds in one part. At the end of a round, all buffers have been read up to the latest
 * time before that round. The last two of a trace are enough.
 */
struct feed_part {
	uint64_t begin;	 /* place of the part */
	uint64_t latest; /* latest time in it, ns */
	struct feed_round {
		uint64_t end;	 /* place of the record that ends it */
		uint64_t latest; /* latest time in the part before that, ns */
	} rounds[2];		 /* the last ones, the latest first */
	int nr_rounds;
};

struct defer_feed {
	struct defer_stitch *stitch;
	struct streams streams;
	struct feed_part part;	 /* the one that is being read */
	struct feed_part *parts; /* those before */
	size_t nr_parts, alloc_parts;
	enum feed_keys keys;
	bool no_time, seen_comm;
	struct feed_loss *losses;
	size_t nr_losses, alloc_losses;
	struct feed_streams *tails; /* streams of the LOST_SAMPLES records */
	size_t nr_tails, alloc_tails;
	uint64_t lost, lost_by_events; /* records lost by LOST, and by LOST_SAMPLES */
	bool lost_tasks;	       /* LOST_SAMPLES counts records other than samples */
	bool unfinished;	       /* the stream ends before the recording does */
	const struct defer_evlist *evlist;
	struct defer_feed_stats stats;
};

/* ---- what the events say of their records -------------------------------------------- */

static bool evsel__lacks_task(const struct defer_evsel *evsel)
{
	const uint64_t flags = evsel->attr.flags;
	bool tid = evsel->attr.sample_type & DEFER_SAMPLE_TID;

	return (flags & DEFER_ATTR_DEFER_CALLCHAIN && !tid) ||
	       (flags & DEFER_ATTR_DEFER_OUTPUT && (!tid || !evsel->layout.sample_id_all));
}

/* Returns true if the event writes any record besides samples that stitching needs. */
static bool evsel__tells_tasks(const struct defer_evsel *evsel)
{
	return evsel->attr.flags &
	       (DEFER_ATTR_DEFER_OUTPUT | DEFER_ATTR_COMM | DEFER_ATTR_TASK | DEFER_ATTR_MMAP);
}

static enum feed_keys evsel__keys(const struct defer_evsel *evsel)
{
	const struct defer_layout *layout = &evsel->layout;

	if (layout->id_pos >= 0 && layout->id_all_pos >= 0)
		return KEYS_IDS;
	if (layout->sample_id_all && layout->cpu_pos >= 0)
		return KEYS_CPUS;
	return KEYS_NONE;
}

static bool evlist__lacks_task(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++)
		if (evsel__lacks_task(defer_evlist__evsel(evlist, i)))
			return true;
	return false;
}

/* Returns the one way to identify buffers that all events support. */
static enum feed_keys evlist__keys(const struct defer_evlist *evlist)
{
	enum feed_keys keys = KEYS_NONE;

	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		enum feed_keys more = evsel__keys(defer_evlist__evsel(evlist, i));

		if (i && more != keys)
			return KEYS_NONE;
		keys = more;
	}
	return keys;
}

struct defer_feed *defer_feed__new(const struct defer_evlist *evlist)
{
	struct defer_feed *feed = calloc(1, sizeof(*feed));
	struct defer_stitch_opts opts = {
		.no_time = !defer_evlist__has_time(evlist),
		.no_output = !defer_evlist__any_flag(evlist, DEFER_ATTR_DEFER_OUTPUT),
		.no_comm = !defer_evlist__any_flag(evlist, DEFER_ATTR_COMM),
		.no_tasks = evlist__lacks_task(evlist),
	};

	if (!feed)
		return NULL;
	feed->stitch = defer_stitch__new(&opts);
	feed->evlist = evlist;
	feed->keys = evlist__keys(evlist);
	feed->no_time = opts.no_time;
	feed->stats.step_cpu = -1;
	if (!feed->stitch || streams__init(&feed->streams, feed->keys == KEYS_IDS)) {
		defer_feed__delete(feed);
		return NULL;
	}
	return feed;
}

void defer_feed__delete(struct defer_feed *feed)
{
	if (!feed)
		return;
	defer_stitch__delete(feed->stitch);
	streams__exit(&feed->streams);
	free(feed->losses);
	free(feed->tails);
	free(feed->parts);
	free(feed);
}

/* ---- parts and rounds ---------------------------------------------------------------- */

/* Ends the current part and begins the one at @begin. */
static int feed__part(struct defer_feed *feed, uint64_t begin)
{
	if (!STITCH_GROW(feed->parts, feed->alloc_parts, feed->nr_parts + 1))
		return DEFER_ERR_NOMEM;
	if (feed->part.latest || feed->part.nr_rounds)
		feed->parts[feed->nr_parts++] = feed->part;
	feed->part = (struct feed_part){.begin = begin};
	return 0;
}

int defer_feed__begin(struct defer_feed *feed, uint64_t order)
{
	stitch_records__part(&feed->stitch->records);
	return feed__part(feed, order) ? DEFER_ERR_NOMEM : streams__begin(&feed->streams, order);
}

void defer_feed__round(struct defer_feed *feed, uint64_t order)
{
	struct feed_part *part = &feed->part;

	part->rounds[1] = part->rounds[0];
	part->rounds[0] = (struct feed_round){order, part->latest};
	part->nr_rounds += part->nr_rounds < 2;
}

void defer_feed__set_unfinished(struct defer_feed *feed)
{
	feed->unfinished = true;
}

int defer_feed__gap(struct defer_feed *feed, uint64_t begin, uint64_t end)
{
	return defer_stitch__add_loss(feed->stitch, begin, end, 0);
}

static void feed__note_time(struct defer_feed *feed, uint64_t time)
{
	if (time > feed->part.latest)
		feed->part.latest = time;
}

static int part__cmp(const void *va, const void *vb)
{
	const struct feed_part *a = va, *b = vb;

	return a->begin < b->begin ? -1 : a->begin > b->begin;
}

/*
 * Returns the time up to which an unfinished stream has everything. A round begins after all records
 * of the round before it were written, and reads every buffer. So what was written before the last
 * whole round is there: up to the latest time before the end of the round that precedes it. 0 if
 * there is no such round.
 */
static uint64_t feed__whole_until(const struct defer_feed *feed)
{
	int wanted = 2;

	for (size_t i = feed->nr_parts; i--;) {
		const struct feed_part *part = &feed->parts[i];
		uint64_t latest;

		if (part->nr_rounds < wanted) {
			wanted -= part->nr_rounds;
			continue;
		}
		latest = part->rounds[wanted - 1].latest;
		while (i--)
			if (feed->parts[i].latest > latest)
				latest = feed->parts[i].latest;
		return latest;
	}
	return 0;
}

/* ---- streams ------------------------------------------------------------------------- */

/* The origin of a record, as far as the record tells it. */
struct origin {
	uint64_t id;
	int32_t tid, cpu;
};

/* The upper bits of a key tell CPUs, threads, and threads on a CPU apart. */
#define KEY_OF_THREAD (1ULL << 62)
#define KEY_OF_BOTH   (1ULL << 63)

static struct feed_streams feed__streams(const struct defer_feed *feed, const struct origin *origin)
{
	uint32_t cpu = origin->cpu, tid = origin->tid;

	switch (feed->keys) {
	case KEYS_IDS:
		return (struct feed_streams){{origin->id}, 1, 1};
	case KEYS_CPUS:
		if (origin->tid < 0)
			return (struct feed_streams){{cpu}, 1, 1};
		return (struct feed_streams){
			{cpu, KEY_OF_THREAD | tid, KEY_OF_BOTH | (uint64_t)cpu << 32 | tid}, 3, 2};
	case KEYS_NONE:
	default:
		break;
	}
	return (struct feed_streams){{0}, 0, 0};
}

static int feed__note_step(struct defer_feed *feed, int32_t cpu, uint64_t step)
{
	if (step < DEFER_CLOCK_MARGIN)
		return 0;
	feed->stats.clock_steps++;
	if (step > feed->stats.max_step) {
		feed->stats.max_step = step;
		feed->stats.step_cpu = cpu;
	}
	return defer_stitch__add_clock_step(feed->stitch, cpu, step);
}

/*
 * Notes that a record of @time came through its streams. A record that the recorder made up has
 * time 0 and came through no buffer. The last stream is certainly one buffer: if its time goes
 * back, a clock stepped back, unless it goes back only by as little as an NMI in between explains.
 */
static int feed__see(struct defer_feed *feed, const struct origin *origin, uint64_t time)
{
	struct feed_streams streams = feed__streams(feed, origin);
	uint64_t step = 0;

	if (!time)
		return 0;
	for (int i = 0; i < streams.nr; i++)
		if (streams__see(&feed->streams, streams.key[i], origin->cpu, time, &step))
			return DEFER_ERR_NOMEM;
	return streams.nr ? feed__note_step(feed, origin->cpu, step) : 0;
}

int defer_feed__sample(struct defer_feed *feed, const struct defer_evsel *evsel,
		       const struct defer_record *rec, uint64_t *time)
{
	const struct defer_layout *layout = &evsel->layout;
	const uint8_t *id = defer_sample__field(rec, layout->id_pos);
	struct origin origin = {
		.id = id ? bytes__u64(id, rec->swap) : UINT64_MAX, .cpu = -1, .tid = -1};
	const uint8_t *tid, *cpu;

	*time = feed->no_time ? rec->order : defer_sample__time(rec, layout);
	feed__note_time(feed, *time);
	if (feed->keys == KEYS_NONE)
		return 0;
	tid = defer_sample__field(rec, layout->tid_pos);
	if (tid)
		origin.tid = (int32_t)bytes__u32(tid + 4, rec->swap); /* behind the pid */
	cpu = defer_sample__field(rec, layout->cpu_pos);
	if (cpu)
		origin.cpu = (int32_t)bytes__u32(cpu, rec->swap);
	return feed__see(feed, &origin, *time);
}

/* ---- events -------------------------------------------------------------------------- */

static bool is_mark(uint64_t ip)
{
	return ip >= DEFER_CONTEXT_MAX;
}

/* Hashes the user half with FNV-1a, address by address. */
static struct defer_feed_user chain__user(const struct defer_chain *chain)
{
	struct defer_feed_user user = {0};
	uint64_t sum = 0xcbf29ce484222325ULL;

	for (uint64_t i = 0; i < chain->nr; i++) {
		uint64_t ip = defer_chain__ip(chain, i);

		sum = (sum ^ ip) * 0x100000001b3ULL;
		user.nr += !is_mark(ip);
	}
	user.sum = (uint32_t)(sum ^ sum >> 32);
	return user;
}

static bool is_guest(const struct defer_event *ev)
{
	uint16_t cpumode = ev->misc & DEFER_MISC_CPUMODE_MASK;

	return cpumode == DEFER_MISC_GUEST_USER || cpumode == DEFER_MISC_GUEST_KERNEL;
}

static int feed__deferred(struct defer_feed *feed, const struct defer_event *ev, uint64_t time,
			  uint64_t order, const struct defer_feed_user *given)
{
	struct defer_feed_user user;
	struct defer_stitch_record rec;

	if (is_guest(ev)) {
		feed->stats.guest_records++;
		return 0;
	}
	user = given ? *given : chain__user(&ev->deferred.chain);
	rec = (struct defer_stitch_record){
		.cookie = ev->deferred.cookie,
		.time = time,
		.ref = order,
		.pid = ev->id.pid,
		.tid = ev->id.tid,
		.cpu = ev->id.cpu,
		.nr = user.nr,
		.sum = user.sum,
		.data = user.data,
	};
	return defer_stitch__add_record(feed->stitch, &rec);
}

static int feed__task(struct defer_feed *feed, const struct defer_event *ev, uint64_t time,
		      uint64_t order)
{
	struct defer_stitch_task task = {.time = time, .order = order, .cpu = ev->id.cpu};
	struct defer_stitch *st = feed->stitch;

	if (ev->type == DEFER_RECORD_COMM) {
		task.pid = ev->comm.pid;
		task.tid = ev->comm.tid;
		feed->seen_comm = true;
		return ev->comm.exec ? defer_stitch__add_exec(st, &task) : 0;
	}
	task.pid = ev->task.pid;
	task.tid = ev->task.tid;
	return ev->type == DEFER_RECORD_FORK ? defer_stitch__add_fork(st, &task)
					     : defer_stitch__add_exit(st, &task);
}

/* Feeds a map. The recorder makes up maps of what ran before it started; those have no time. */
static int feed__map(struct defer_feed *feed, const struct defer_event *ev, uint64_t order)
{
	const struct defer_stitch_task task = {
		.time = ev->id.time,
		.order = order,
		.pid = ev->mmap.pid,
		.tid = ev->mmap.tid,
		.cpu = ev->id.cpu,
	};

	if (feed->no_time || !ev->id.time || ev->misc & DEFER_MISC_MMAP_DATA)
		return 0;
	if (strcmp(ev->mmap.filename, "[vdso]") == 0)
		return defer_stitch__add_vdso(feed->stitch, &task);
	return defer_stitch__add_map(feed->stitch, &task);
}

static struct origin event__origin(const struct defer_event *ev)
{
	uint64_t id = ev->type == DEFER_RECORD_LOST ? ev->lost.id : ev->id.id;

	return (struct origin){.id = id, .tid = ev->id.tid, .cpu = ev->id.cpu};
}

static int feed__loss(struct defer_feed *feed, const struct defer_event *ev, uint64_t time)
{
	struct origin origin = event__origin(ev);
	struct feed_loss loss = {
		.part = feed->streams.part,
		.end = time,
		.nr = ev->lost.lost,
		.streams = feed__streams(feed, &origin),
	};

	if (!STITCH_GROW(feed->losses, feed->alloc_losses, feed->nr_losses + 1))
		return DEFER_ERR_NOMEM;
	for (int i = 0; i < loss.streams.nr_loss; i++)
		loss.latest[i] = streams__latest(&feed->streams, loss.streams.key[i]);
	feed->losses[feed->nr_losses++] = loss;
	feed->lost += loss.nr;
	return 0;
}

/*
 * Notes an event's total loss, which the recorder writes when recording ends. If the total exceeds
 * what LOST records account for, the rest was lost at the end: no later record came through the
 * buffer to report it.
 */
static int feed__tail(struct defer_feed *feed, const struct defer_event *ev)
{
	const struct defer_evsel *evsel = defer_evlist__find(feed->evlist, ev->id.id);
	struct origin origin = event__origin(ev);

	if (ev->misc & DEFER_MISC_LOST_SAMPLES_BPF || !ev->lost.lost)
		return 0;
	if (!evsel || evsel__tells_tasks(evsel))
		feed->lost_tasks = true;
	if (!STITCH_GROW(feed->tails, feed->alloc_tails, feed->nr_tails + 1))
		return DEFER_ERR_NOMEM;
	/* The record's CPU is not the buffer's: perf writes 0. */
	feed->tails[feed->nr_tails++] = feed->keys == KEYS_IDS ? feed__streams(feed, &origin)
							       : (struct feed_streams){{0}, 0, 0};
	feed->lost_by_events += ev->lost.lost;
	return 0;
}

int defer_feed__event(struct defer_feed *feed, const struct defer_event *ev, uint64_t order,
		      const struct defer_feed_user *user)
{
	uint64_t time = feed->no_time ? order : ev->id.time;
	struct origin origin = event__origin(ev);
	int ret = 0;

	switch (ev->type) {
	case DEFER_RECORD_CALLCHAIN_DEFERRED:
		ret = feed__deferred(feed, ev, time, order, user);
		break;
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
	case DEFER_RECORD_COMM:
		ret = feed__task(feed, ev, time, order);
		break;
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
		ret = feed__map(feed, ev, order);
		break;
	case DEFER_RECORD_LOST:
		ret = feed__loss(feed, ev, time);
		break;
	case DEFER_RECORD_LOST_SAMPLES:
		return feed__tail(feed, ev);
	default:
		break;
	}
	if (ret || (user && user->is_repeated))
		return ret;
	feed__note_time(feed, time);
	return feed__see(feed, &origin, time);
}

/* ---- all of it ----------------------------------------------------------------------- */

static void feed__add_stats(struct defer_feed *feed, const struct defer_feed *from)
{
	feed->seen_comm |= from->seen_comm;
	feed->lost += from->lost;
	feed->lost_by_events += from->lost_by_events;
	feed->lost_tasks |= from->lost_tasks;
	feed->unfinished |= from->unfinished;
	feed->stats.guest_records += from->stats.guest_records;
	feed->stats.clock_steps += from->stats.clock_steps;
	if (from->stats.max_step > feed->stats.max_step) {
		feed->stats.max_step = from->stats.max_step;
		feed->stats.step_cpu = from->stats.step_cpu;
	}
}

int defer_feed__merge(struct defer_feed *feed, struct defer_feed *from)
{
	if (!STITCH_GROW(feed->losses, feed->alloc_losses, feed->nr_losses + from->nr_losses) ||
	    !STITCH_GROW(feed->tails, feed->alloc_tails, feed->nr_tails + from->nr_tails) ||
	    feed__part(from, 0) ||
	    !STITCH_GROW(feed->parts, feed->alloc_parts, feed->nr_parts + from->nr_parts) ||
	    streams__merge(&feed->streams, &from->streams) ||
	    defer_stitch__merge(feed->stitch, from->stitch))
		return DEFER_ERR_NOMEM;
	if (from->nr_losses)
		memcpy(feed->losses + feed->nr_losses, from->losses,
		       from->nr_losses * sizeof(*from->losses));
	if (from->nr_tails)
		memcpy(feed->tails + feed->nr_tails, from->tails,
		       from->nr_tails * sizeof(*from->tails));
	if (from->nr_parts)
		memcpy(feed->parts + feed->nr_parts, from->parts,
		       from->nr_parts * sizeof(*from->parts));
	feed->nr_losses += from->nr_losses;
	feed->nr_tails += from->nr_tails;
	feed->nr_parts += from->nr_parts;
	from->nr_losses = from->nr_tails = from->nr_parts = 0;
	feed__add_stats(feed, from);
	return 0;
}

/*
 * Returns the earliest begin of a loss after @latest. A record can be older than one that an NMI
 * wrote before it, and so can the loss.
 */
static uint64_t begin_after(uint64_t latest)
{
	return latest > DEFER_CLOCK_MARGIN ? latest - DEFER_CLOCK_MARGIN : 0;
}

/* Returns the earliest time at which a loss in the part at @part can have begun. */
static uint64_t feed__loss_begin(const struct defer_feed *feed, const struct feed_streams *streams,
				 const uint64_t *latest, uint64_t part)
{
	uint64_t begin = UINT64_MAX;

	for (int i = 0; i < streams->nr_loss; i++) {
		uint64_t time = latest ? latest[i] : STREAM_UNSEEN;

		if (time == STREAM_UNSEEN)
			time = streams__latest_before(&feed->streams, streams->key[i], part);
		if (time == STREAM_UNSEEN)
			return 0;
		if (time < begin)
			begin = time;
	}
	return streams->nr_loss ? begin_after(begin) : 0;
}

/* Returns true if all events that write more than samples tell how much they lost. */
static bool evlist__tells_losses(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(evlist, i);

		if (evsel__tells_tasks(evsel) && !(evsel->attr.read_format & DEFER_FORMAT_LOST))
			return false;
	}
	return true;
}

/*
 * Returns true if only samples were lost: the events' own counts account for every loss that LOST
 * records report. Then no exec and no deferred record is missing, in whichever buffer they were. The
 * counts are written when a recording ends, by the events that have one: the silence of others
 * proves nothing.
 */
static bool feed__lost_samples_only(const struct defer_feed *feed)
{
	return feed->lost_by_events >= feed->lost && !feed->lost_tasks && !feed->unfinished &&
	       evlist__tells_losses(feed->evlist);
}

static int feed__give_losses(struct defer_feed *feed)
{
	int ret = 0;

	if (feed->unfinished)
		ret = defer_stitch__set_end(feed->stitch, feed__whole_until(feed));
	if (feed__lost_samples_only(feed)) {
		feed->stitch->stats.losses = feed->nr_losses;
		feed->stitch->stats.lost = feed->lost;
		return 0;
	}
	for (size_t i = 0; i < feed->nr_losses && !ret; i++) {
		const struct feed_loss *loss = &feed->losses[i];
		uint64_t begin = feed__loss_begin(feed, &loss->streams, loss->latest, loss->part);

		if (begin > loss->end)
			begin = loss->end;
		ret = defer_stitch__add_loss(feed->stitch, begin, loss->end, loss->nr);
	}
	if (feed->lost_by_events <= feed->lost)
		return ret;
	for (size_t i = 0; i < feed->nr_tails && !ret; i++) {
		uint64_t begin = feed__loss_begin(feed, &feed->tails[i], NULL, UINT64_MAX);

		ret = defer_stitch__add_tail_loss(feed->stitch, begin);
	}
	return ret;
}

/* Finds streams whose time goes back from one part to the next. */
static int feed__find_steps(struct defer_feed *feed)
{
	const struct stream_span *spans = feed->streams.spans;
	int ret = 0;

	for (size_t i = 1; i < feed->streams.nr_spans && !ret; i++) {
		const struct stream_span *span = &spans[i], *last = &spans[i - 1];
		bool of_one_buffer = feed->keys == KEYS_IDS || span->key & KEY_OF_BOTH;

		if (span->key == last->key && of_one_buffer && span->first < last->last)
			ret = feed__note_step(feed, span->cpu, last->last - span->first);
	}
	return ret;
}

void defer_feed__keep_in(struct defer_feed *feed, const struct defer_memory *memory)
{
	feed->stitch->opts.memory = memory;
}

int defer_feed__index(struct defer_feed *feed)
{
	return defer_stitch__index(feed->stitch);
}

int defer_feed__seal(struct defer_feed *feed, struct defer_stitch **st)
{
	int ret = streams__join(&feed->streams);

	if (!ret)
		ret = feed__part(feed, 0);
	if (ret)
		return ret;
	qsort(feed->parts, feed->nr_parts, sizeof(*feed->parts), part__cmp);
	ret = feed__find_steps(feed);
	if (!ret)
		ret = feed__give_losses(feed);
	/* A COMM exec is trusted even if no event announces such records. */
	if (feed->seen_comm)
		feed->stitch->opts.no_comm = false;
	if (!ret)
		ret = defer_stitch__seal(feed->stitch);
	if (ret)
		return ret;
	*st = feed->stitch;
	feed->stitch = NULL;
	return 0;
}

void defer_feed__stats(const struct defer_feed *feed, struct defer_feed_stats *stats)
{
	*stats = feed->stats;
}
