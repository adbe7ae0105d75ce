// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>
#include <perf/defer-record.h>
#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#include "util/session/ledger.h"
#include "util/base/array.h"
#include "util/base/error.h"

int ledger__new(struct ledger **ledgerp, const struct ledger_opts *opts, struct defer_error *err)
{
	struct ledger *ledger = calloc(1, sizeof(*ledger));

	*ledgerp = ledger;
	if (!ledger)
		return error__no_memory(err, "for the ledger");
	ledger->opts = *opts;
	ledger->uses = calloc(opts->nr_places + 1, sizeof(*ledger->uses));
	return ledger->uses ? 0 : error__no_memory(err, "for the ledger");
}

int ledger__new_of(struct ledger **ledger, const struct session *session, struct defer_error *err)
{
	struct defer_stitch_stats stats;
	struct ledger_opts opts = {.no_time = session->no_time};

	defer_stitch__stats(session->stitch, &stats);
	opts.nr_places = stats.places;
	return ledger__new(ledger, &opts, err);
}

void ledger__delete(struct ledger *ledger)
{
	if (!ledger)
		return;
	tallies__exit(&ledger->events);
	tallies__exit(&ledger->threads);
	tallies__exit(&ledger->cpus);
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		counts__exit(&ledger->causes[i].runs);
	free(ledger->uses);
	free(ledger);
}

static int tallies__enter(struct tallies *tallies, uint64_t a, uint64_t b, enum defer_class cls)
{
	struct tally *tally = tallies__get(tallies, (struct tally_key){a, b});

	if (!tally)
		return DEFER_ERR_NOMEM;
	tally__count(tally, cls);
	return 0;
}

static void ledger_cause__widen(struct ledger_cause *cause, uint64_t first, uint64_t last)
{
	if (!cause->samples || first < cause->first_time)
		cause->first_time = first;
	if (!cause->samples || last > cause->last_time)
		cause->last_time = last;
}

static int enter_cause(struct ledger_cause *cause, const struct stitched *sample)
{
	ledger_cause__widen(cause, sample->time, sample->time);
	cause->samples++;
	return sample->cookie ? counts__add(&cause->runs, sample->cookie, 1) : 0;
}

static void enter_record(struct ledger *ledger, const struct stitched *sample)
{
	uint64_t record = sample->record->time;
	struct ledger_latency *latency = &ledger->latency;

	ledger->empty += !sample->user.nr;
	/*
	 * The clocks of two CPUs may disagree, so that a merged pair has its times the wrong way
	 * round: that counts as 0.
	 */
	if (ledger->opts.no_time)
		;
	else if (sample->cls == DEFER_MERGED)
		histogram__add(&latency->later, record > sample->time ? record - sample->time : 0,
			       1);
	else
		histogram__add(&latency->earlier, record < sample->time ? sample->time - record : 0,
			       1);
	ledger->uses[sample->record->place]++;
}

static void enter_repair(struct ledger_repairs *repairs, const struct repair *repair)
{
	if (!repair) {
		repairs->samples[REPAIR_NONE]++;
		return;
	}
	repairs->samples[repair->outcome]++;
	if (repair_outcome__has_gap(repair->outcome))
		repairs->gaps[repair->end]++;
	repairs->gained += repair->gained;
	repairs->dropped += repair->dropped;
}

static void merge_repairs(struct ledger_repairs *repairs, const struct ledger_repairs *from)
{
	for (int i = 0; i < REPAIR_NR; i++)
		repairs->samples[i] += from->samples[i];
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		repairs->gaps[i] += from->gaps[i];
	repairs->gained += from->gained;
	repairs->dropped += from->dropped;
}

int ledger__add(struct ledger *ledger, const struct stitched *sample, struct defer_error *err)
{
	uint64_t thread = (uint64_t)(uint32_t)sample->task.pid << 32 | (uint32_t)sample->task.tid;
	enum defer_class cls = sample->cls;
	int ret;

	if ((unsigned int)cls >= DEFER_NR_CLASSES)
		return defer_error__set_at(err, DEFER_ERR_INVAL, sample->rec->offset,
					   "the sample is of no class");

	tally__count(&ledger->total, cls);
	ledger->skids += sample->is_skid;
	enter_repair(&ledger->repairs, sample->repair);
	/* The threads are first: behind a call, the processor would wait for the halves of their key. */
	ret = tallies__enter(&ledger->threads, thread, sample->task.comm_id, cls);
	if (!ret)
		ret = tallies__enter(&ledger->events, sample->evsel->idx, 0, cls);
	if (!ret)
		ret = tallies__enter(&ledger->cpus, (int64_t)sample->sample->cpu, 0, cls);
	if (!ret && defer_class__is_missing(cls))
		ret = enter_cause(&ledger->causes[cls], sample);
	if (!ret && (cls == DEFER_MERGED || cls == DEFER_MERGED_BACK) && sample->record)
		enter_record(ledger, sample);
	return ret ? error__no_memory(err, "for the ledger") : 0;
}

static int merge_cause(struct ledger_cause *cause, const struct ledger_cause *from)
{
	if (from->samples)
		ledger_cause__widen(cause, from->first_time, from->last_time);
	cause->samples += from->samples;
	return counts__merge(&cause->runs, &from->runs);
}

int ledger__merge(struct ledger *ledger, const struct ledger *from, struct defer_error *err)
{
	tally__add(&ledger->total, &from->total);
	ledger->skids += from->skids;
	ledger->empty += from->empty;
	merge_repairs(&ledger->repairs, &from->repairs);
	histogram__merge(&ledger->latency.later, &from->latency.later);
	histogram__merge(&ledger->latency.earlier, &from->latency.earlier);

	if (tallies__merge(&ledger->events, &from->events) ||
	    tallies__merge(&ledger->threads, &from->threads) ||
	    tallies__merge(&ledger->cpus, &from->cpus))
		return error__no_memory(err, "for the ledger");
	for (uint64_t i = 0; i < ledger->opts.nr_places; i++)
		ledger->uses[i] += from->uses[i];
	for (int i = 0; i < DEFER_NR_CLASSES; i++) {
		if (merge_cause(&ledger->causes[i], &from->causes[i]))
			return error__no_memory(err, "for the ledger");
	}
	return 0;
}

static bool tally__same(const struct tally *a, const struct tally *b)
{
	for (int i = 0; i < DEFER_NR_CLASSES; i++) {
		if (a->classes[i] != b->classes[i])
			return false;
	}
	return a->samples == b->samples;
}

static int ledger__check(const struct ledger *ledger, const struct tallies *tallies,
			 const char *what, struct defer_error *err)
{
	struct tally sum;

	for (uint32_t i = 0; i < tallies->nr; i++) {
		if (!tally__is_sound(&tallies->tally[i]))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"the classes of one of the %s do not sum to its "
						"samples",
						what);
	}
	tallies__sum(tallies, &sum);
	if (!tally__same(&sum, &ledger->total))
		return defer_error__set(err, DEFER_ERR_INVAL, "the %s do not sum to all samples",
					what);
	return 0;
}

static int ledger__balance(const struct ledger *ledger, struct defer_error *err)
{
	uint64_t repairs = 0;
	int ret;

	if (!tally__is_sound(&ledger->total))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"the classes do not sum to the samples");
	for (int i = 0; i < REPAIR_NR; i++)
		repairs += ledger->repairs.samples[i];
	if (repairs != ledger->total.samples)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"what became of repairs does not sum to the samples");
	for (int i = 0; i < DEFER_NR_CLASSES; i++) {
		if (defer_class__is_missing(i) &&
		    ledger->causes[i].samples != ledger->total.classes[i])
			return defer_error__set(err, DEFER_ERR_INVAL,
						"the causes of %s do not sum to its samples",
						defer_class__name(i));
	}
	ret = ledger__check(ledger, &ledger->events, "events", err);
	if (!ret)
		ret = ledger__check(ledger, &ledger->threads, "threads", err);
	if (!ret)
		ret = ledger__check(ledger, &ledger->cpus, "CPUs", err);
	return ret;
}

static int compare_keys(const struct tally *a, const struct tally *b, void *ctx)
{
	(void)ctx;
	return CMP(a->key.a, b->key.a);
}

/* Orders by samples, most first, then by name, then by ids. */
static int compare_threads(const struct tally *a, const struct tally *b, void *machine)
{
	int cmp = CMP(b->samples, a->samples);

	if (!cmp && machine)
		cmp = strcmp(machine__comm(machine, a->key.b), machine__comm(machine, b->key.b));
	return cmp ?: CMP(a->key.a, b->key.a) ?: CMP(a->key.b, b->key.b);
}

static int compare_tids(const struct tally *a, const struct tally *b, void *ctx)
{
	int32_t ta = ledger_thread__tid(a), tb = ledger_thread__tid(b);

	(void)ctx;
	return CMP(ta, tb);
}

/*
 * Counts distinct tids per class. A task that changed its comm has several tallies, but is one
 * task.
 */
static void count_tasks(struct ledger *ledger)
{
	struct tallies *threads = &ledger->threads;

	tallies__sort(threads, compare_tids, NULL);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		bool seen = false;

		for (uint32_t i = 0; i < threads->nr; i++) {
			if (i && compare_tids(&threads->tally[i - 1], &threads->tally[i], NULL))
				seen = false;
			if (threads->tally[i].classes[cls] && !seen) {
				ledger->causes[cls].tasks++;
				seen = true;
			}
		}
	}
}

int ledger__finish(struct ledger *ledger, const struct machine *machine, struct defer_error *err)
{
	for (uint64_t i = 0; i < ledger->opts.nr_places; i++) {
		histogram__add(&ledger->shared, ledger->uses[i], ledger->uses[i] != 0);
		ledger->nr_used += ledger->uses[i] != 0;
	}

	count_tasks(ledger);
	tallies__sort(&ledger->threads, compare_threads, (void *)machine);
	tallies__sort(&ledger->events, compare_keys, NULL);
	tallies__sort(&ledger->cpus, compare_keys, NULL);
	return ledger__balance(ledger, err);
}
