// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "util/base/error.h"
#include "util/machine/offcpu.h"
#include "util/machine/parallelism.h"
#include "util/session/repairs.h"
#include "util/session/walker.h"
#include "util/source/source.h"
#include "util/unwind/unwind.h"

void walker__init(struct walker *walker, struct session *session)
{
	memset(walker, 0, sizeof(*walker));
	walker->session = session;
	chunk__init(&walker->chunk);
	callchain_buf__init(&walker->buf);
	callchain_buf__init(&walker->calls);
	machine_cache__init(&walker->cache, session->machine);
}

void walker__exit(struct walker *walker)
{
	chunk__exit(&walker->chunk);
	callchain_buf__exit(&walker->buf);
	repair_buf__exit(&walker->repair);
	callchain_buf__exit(&walker->calls);
	if (walker->unwind)
		unwinder__give(walker->session->unwinder, walker->unwind);
}

/* Finds the class, and the user half if a record was found. */
static int walker__match(struct walker *walker, struct stitched *s, struct defer_signs *signs,
			 struct defer_error *err)
{
	struct defer_verdict *verdict = &walker->verdict;
	int ret;

	s->record = NULL;
	ret = defer_stitch__classify(walker->session->stitch, s->sample, s->rec->order, signs,
				     verdict);
	if (ret)
		return defer_error__set_at(err, ret, s->rec->offset, "not enough memory for signs");
	s->cls = verdict->cls;
	/*
	 * Frame pointers gave these addresses, beside a stack dump or branches. Only the first one,
	 * which comes from the registers, is reliable. A mark says that it is a guest's.
	 */
	if (s->cls == DEFER_NOT_UNWOUND && s->user.nr > 1)
		s->user.nr = 1 + half__is_mark(s->user.ips[0]);
	if (s->cls != DEFER_MERGED && s->cls != DEFER_MERGED_BACK)
		return 0;
	s->record = &verdict->record;
	s->user = half__of(verdict->record.data);
	return 0;
}

/* Returns true if anything about the sample shows user space. The idle task has none. */
static bool stitched__has_user(const struct stitched *s)
{
	return s->cookie || s->user.nr || s->sample->cpumode == DEFER_MISC_USER;
}

static bool stitched__is_skid(const struct stitched *s)
{
	return !s->sample->ip && s->sample->has_ip && s->sample->cpumode == DEFER_MISC_KERNEL &&
	       s->evsel->attr.flags & DEFER_ATTR_EXCLUDE_KERNEL;
}

/*
 * Finds task and maps. The kernel half is resolved at the sample's own time; the user half at the
 * time at which it was unwound, when a library that the system call loaded may already be mapped.
 */
static void walker__place(struct walker *walker, struct stitched *s)
{
	const struct defer_sample *sample = s->sample;
	struct machine_cache *cache = &walker->cache;

	s->task = *machine_cache__task(cache, sample->pid, sample->tid, s->time, s->rec->order);
	if (!sample->tid && stitched__has_user(s))
		machine__hide_task(walker->session->machine, &s->task);
	s->user_maps_id = s->kernel_maps_id = s->task.maps_id;
	s->is_skid = stitched__is_skid(s);
	if (walker->session->counts_only)
		return;
	s->kernel_maps_id = machine_cache__kernel_maps(cache, s->time, s->rec->order);
	if (s->is_skid && s->kernel.nr && !s->kernel.ips[0])
		s->kernel_maps_id = MAPS_SKID;
	if (s->record)
		s->user_maps_id = machine_cache__task(cache, s->record->pid, s->record->tid,
						      s->record->time, s->record->ref)
					  ->maps_id;
}

/* Returns where the stack dump of the last sample begins, bytes from the start of its record. */
static uint64_t walker__dump_at(const struct walker *walker)
{
	return walker->sample.user_stack.bytes.data - walker->rec.data;
}

/* Reads bytes [from, to) of the last record, which were left out. */
static int walker__complete(struct walker *walker, uint64_t from, uint64_t to,
			    struct defer_error *err)
{
	const uint64_t at = walker->rec.data - walker->chunk.data;

	return source__complete(walker->session->source, &walker->chunk, at + from, at + to, err);
}

/* Reads the rest of the last sample's stack, of which the dump has only a part. Says so if it cannot. */
static bool walker__read_stack(void *ctx)
{
	struct walker *walker = ctx;
	const uint64_t end = walker__dump_at(walker) + walker->rest.end;
	struct defer_error err = DEFER_ERROR_INIT;

	if (!walker__complete(walker, walker->gap.begin,
			      end < walker->gap.end ? end : walker->gap.end, &err))
		return true;
	damage__add(&walker->session->damage, &err);
	return false;
}

/* Returns what reads the part of the last sample's dump that was left out; or NULL. */
static struct unwind_rest *walker__rest(struct walker *walker)
{
	if (walker->gap.begin == walker->gap.end)
		return NULL;
	walker->rest = (struct unwind_rest){.begin = walker->gap.begin - walker__dump_at(walker),
					    .read = walker__read_stack,
					    .ctx = walker};
	return &walker->rest;
}

/* Replaces the user half by what the sample's stack dump holds, if it has one. */
static int walker__unwind(struct walker *walker, struct stitched *s, struct defer_error *err)
{
	struct unwinder *unwinder = walker->session->unwinder;

	if (s->cls != DEFER_NOT_UNWOUND || !unwinder || s->sample->user_half != DEFER_USER_DUMP)
		return 0;
	if (!walker->unwind)
		walker->unwind = unwinder__take(unwinder);
	if (!walker->unwind)
		return error__no_memory(err, "to unwind stacks");
	return unwind_thread__unwind(walker->unwind, s->sample, walker__rest(walker),
				     s->user_maps_id, &s->user, &s->cls, err);
}

/* Repairs the user half by what the sample's dump holds, if it was recorded for that. */
static int walker__repair(struct walker *walker, struct stitched *s, struct defer_error *err)
{
	struct session *session = walker->session;

	s->repair = NULL;
	if (!session->repairs || !repairs__is_recorded(s->evsel) || !s->user.nr ||
	    (s->cls != DEFER_MERGED && s->cls != DEFER_MERGED_BACK && s->cls != DEFER_INLINE))
		return 0;
	if (!walker->unwind)
		walker->unwind = unwinder__take(session->unwinder);
	if (!walker->unwind)
		return error__no_memory(err, "to repair stacks");
	s->repair = &walker->repaired;
	return repairs__apply(session->repairs, walker->unwind, &walker->repair, s,
			      &walker->repaired, err);
}

/*
 * Returns true if an LBR with @nr calls may have lost older ones. The header says how many there can be,
 * unless it was written before Linux 5.8: then they were 16 or 32 (arch/x86/events/intel/lbr.c).
 */
static bool is_full(const struct session *session, uint64_t nr)
{
	if (session->max_branches)
		return nr >= session->max_branches;
	return nr == 16 || nr >= 32;
}

/* Replaces the user half by the calls in the sample's LBR, if it has some. */
static int walker__read_calls(struct walker *walker, struct stitched *s, struct defer_error *err)
{
	const struct half pointers = s->user;
	int ret;

	if (s->cls != DEFER_NOT_UNWOUND || s->sample->user_half != DEFER_USER_BRANCHES)
		return 0;
	ret = callchain__calls(s->sample, &walker->calls, &s->user, err);
	if (ret || s->user.ips == pointers.ips)
		return ret;
	s->cls = is_full(walker->session, s->sample->branch.nr) ? DEFER_TOO_DEEP : DEFER_INLINE;
	return 0;
}

/*
 * Returns the period of samples that do not carry one: the event's fixed sampling period. With a
 * frequency it is not known, and a sample counts once.
 */
static uint64_t evsel__period(const struct defer_evsel *evsel)
{
	if (evsel->attr.flags & DEFER_ATTR_FREQ || !evsel->attr.sample_period)
		return 1;
	return evsel->attr.sample_period;
}

/* Weighs a sample of a blocked task by how long it stayed blocked, ns. */
static void walker__weigh(struct walker *walker)
{
	struct defer_sample *sample = &walker->sample;

	sample->period = offcpu__blocked(walker->session->offcpu, sample->tid, sample->time);
	sample->weight = sample->period;
}

/* Decodes the fields of @rec, faster if the last sample was of the same event. */
static int walker__decode_fields(struct walker *walker, const struct defer_record *rec,
				 const struct defer_evsel *evsel, struct defer_error *err)
{
	struct defer_sample *sample = &walker->sample;
	int ret;

	if (walker->decoded == evsel)
		ret = defer_sample__decode_next(sample, rec, &evsel->layout, err);
	else
		ret = defer_sample__decode(sample, rec, &evsel->layout, err);
	walker->decoded = ret ? NULL : evsel;
	return ret;
}

/* Returns true if what was not read of the last record is within its stack dump, and so is no other field. */
static bool walker__has_gap_in_dump(const struct walker *walker)
{
	const uint64_t size = walker->sample.user_stack.bytes.size;

	return size && walker__dump_at(walker) <= walker->gap.begin &&
	       walker__dump_at(walker) + size >= walker->gap.end;
}

/* Decodes the last record. Reads what was left out of it first, if any field needs that. */
static int walker__decode_read(struct walker *walker, const struct defer_evsel *evsel,
			       struct defer_error *err)
{
	int ret = walker__decode_fields(walker, &walker->rec, evsel, err);

	walker->gap = gap__of(&walker->chunk.gap, &walker->rec);
	if (walker->gap.begin == walker->gap.end || (!ret && walker__has_gap_in_dump(walker)))
		return ret;
	defer_error__clear(err);
	ret = walker__complete(walker, walker->gap.begin, walker->gap.end, err);
	walker->gap = (struct gap_range){0};
	return ret ? ret : walker__decode_fields(walker, &walker->rec, evsel, err);
}

static int walker__decode(struct walker *walker, const struct defer_record *rec, struct stitched *s,
			  struct defer_error *err)
{
	const struct defer_evsel *evsel;
	int ret;

	evsel = defer_evlist__record_evsel(walker->session->evlist, rec, err);
	if (!evsel)
		return err->code;
	walker->rec = *rec;
	s->evsel = evsel;
	s->rec = &walker->rec;
	s->sample = &walker->sample;
	ret = walker__decode_read(walker, evsel, err);
	if (!(evsel->attr.sample_type & DEFER_SAMPLE_PERIOD))
		walker->sample.period = evsel__period(evsel);
	if (!ret && walker->session->offcpu && offcpu__is_event(evsel))
		walker__weigh(walker);
	s->why_left = OFFCPU_UNKNOWN;
	if (!ret && walker->session->left_in_size && offcpu__leaves_cpu(evsel))
		s->why_left = offcpu__why(&walker->sample, walker->session->left_in,
					  walker->session->left_in_size);
	return ret;
}

static bool walker__say_unknown(const struct walker *walker, uint64_t id)
{
	struct damage *damage = &walker->session->damage;

	if (!walker->session->walked)
		damage__addf(damage, DEFER_ERR_NOENT, walker->rec.offset,
			     "A sample reads a counter with the id %" PRIu64 ", which no event has",
			     id);
	return false;
}

/*
 * Makes @s the sample of counter @i. Returns false if the counter stood still, or if no event has
 * its id.
 */
static bool walker__become(struct walker *walker, struct stitched *s, uint32_t i)
{
	const struct defer_evsel *evsel;
	uint64_t id, period = read_periods__get(&walker->periods, i, &id);

	if (!period)
		return false;
	evsel = defer_evlist__find(walker->session->evlist, id);
	if (!evsel)
		return walker__say_unknown(walker, id);
	walker->sample.id = id;
	walker->sample.period = period;
	s->evsel = evsel;
	return true;
}

bool walker__next_counter(struct walker *walker, struct stitched *sample)
{
	while (walker->next < walker->periods.nr) {
		if (walker__become(walker, sample, walker->next++))
			return true;
	}
	return false;
}

int walker__read(struct walker *walker, const struct defer_record *rec, struct stitched *out,
		 struct defer_error *err)
{
	int ret = walker__decode(walker, rec, out, err);

	if (ret < 0 && ret != DEFER_ERR_NOMEM) {
		if (!walker->session->walked)
			damage__add(&walker->session->damage, err);
		defer_error__clear(err);
		return 0;
	}
	if (ret)
		return ret;
	out->time = walker->session->no_time ? rec->order : out->sample->time;
	out->cookie = defer_chain__cookie(&out->sample->chain);
	walker->periods = reads__find(walker->session->reads, rec->order, &walker->reads_hint);
	walker->next = 0;
	return 1;
}

int walker__find_record(struct walker *walker, struct stitched *sample, struct defer_error *err)
{
	sample->user = (struct half){0};
	return walker__match(walker, sample, NULL, err);
}

int walker__stitch(struct walker *walker, const struct defer_record *rec, struct defer_signs *signs,
		   struct stitched *out, struct defer_error *err)
{
	int ret = walker__read(walker, rec, out, err);

	if (ret <= 0)
		return ret;
	out->kernel = out->user = (struct half){0};
	/* What the idle task has of user space tells its process, even if samples are only counted. */
	if (!walker->session->counts_only || !out->sample->tid)
		ret = callchain__split(out->sample, &walker->buf, &out->kernel, &out->user, err);
	if (ret < 0)
		return ret;
	out->parallelism = !walker->session->parallelism
				   ? 1
				   : parallelism__at(walker->session->parallelism, out->time,
						     rec->order, &walker->parallelism_hint);
	ret = walker__match(walker, out, signs, err);
	if (ret)
		return ret;
	walker__place(walker, out);
	ret = walker__unwind(walker, out, err);
	if (!ret)
		ret = walker__read_calls(walker, out, err);
	if (!ret)
		ret = walker__repair(walker, out, err);
	return ret ? ret : 1;
}

int walker__stitch_user(struct walker *walker, const struct defer_record *rec,
			struct defer_signs *signs, struct stitched *out, struct defer_error *err)
{
	int ret;

	if (walker->session->repairs)
		return walker__stitch(walker, rec, signs, out, err);
	ret = walker__read(walker, rec, out, err);
	if (ret <= 0)
		return ret;
	out->kernel = out->user = (struct half){0};
	out->repair = NULL;
	ret = walker__match(walker, out, signs, err);
	if (!ret && out->cookie && !out->record)
		ret = callchain__split(out->sample, &walker->buf, &out->kernel, &out->user, err);
	if (ret)
		return ret;
	if (out->cookie)
		walker__place(walker, out);
	return 1;
}

void walker__settle(const struct walker *walker, const struct defer_signs *signs,
		    struct stitched *sample)
{
	const struct defer_stitch *st = walker->session->stitch;
	struct defer_stitch_sample key =
		defer_stitch__sample(st, sample->sample, sample->rec->order);

	sample->cls = defer_stitch__settle(st, signs, &key);
}
