// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-sample.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/session/reads.h"

struct read_value {
	uint64_t id;
	uint64_t value; /* as read; after reads__count_all(): since the previous reading */
};

struct read_sample {
	uint64_t time, order;
	size_t first; /* index in the values */
	int32_t tid;  /* owner of the counters; -1: shared by all threads */
	uint16_t nr;
};

struct reads {
	struct read_sample *samples; /* sorted by order */
	size_t nr;
	struct read_value *values;
	struct reads_stats stats;
};

/* The state of one counter while its readings are replayed in order of time. */
struct counter {
	uint64_t id, last;
	int32_t tid;
};

struct counters {
	struct counter *counters;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
};

/* ---- the log ---- */

void reads_log__exit(struct reads_log *log)
{
	free(log->samples);
	free(log->values);
	*log = (struct reads_log){0};
}

static int reads_log__reserve(struct reads_log *log, uint64_t nr)
{
	if (!ARRAY_GROW(log->samples, log->cap_samples, log->nr_samples + 1) ||
	    !ARRAY_GROW(log->values, log->cap_values, log->nr_values + nr))
		return DEFER_ERR_NOMEM;
	return 0;
}

int reads_log__merge(struct reads_log *log, const struct reads_log *from, struct defer_error *err)
{
	const size_t nr_samples = log->nr_samples, nr_values = log->nr_values;

	if (!from->nr_samples)
		return 0;
	if (!ARRAY_APPEND(log->samples, log->nr_samples, log->cap_samples, from->samples,
			  from->nr_samples))
		return error__no_memory(err, "for the counters that samples read");
	for (size_t i = nr_samples; i < log->nr_samples; i++)
		log->samples[i].first += nr_values;
	if (!ARRAY_APPEND(log->values, log->nr_values, log->cap_values, from->values,
			  from->nr_values)) {
		log->nr_samples = nr_samples;
		return error__no_memory(err, "for the counters that samples read");
	}
	return 0;
}

/* Returns true if each thread that inherited @evsel has a counter of its own; a sample without a thread has -1. */
static bool is_per_thread(const struct defer_evsel *evsel)
{
	return evsel->attr.flags & DEFER_ATTR_INHERIT;
}

int reads_log__add(struct reads_log *log, const struct defer_evsel *evsel,
		   const struct defer_record *rec, bool no_time, struct defer_error *err)
{
	struct defer_read_value value;
	struct defer_sample sample;

	/* A record is smaller than 64 KiB, so the number of values fits in nr. */
	if (defer_sample__decode(&sample, rec, &evsel->layout, NULL) || !sample.read.nr)
		return 0;
	if (reads_log__reserve(log, sample.read.nr))
		return error__no_memory(err, "for the counters that samples read");
	log->samples[log->nr_samples++] = (struct read_sample){
		.time = no_time ? rec->order : sample.time,
		.order = rec->order,
		.first = log->nr_values,
		.tid = is_per_thread(evsel) ? sample.tid : -1,
		.nr = sample.read.nr,
	};
	for (uint64_t i = 0; i < sample.read.nr; i++) {
		defer_sample__read_value(&sample, &evsel->layout, i, &value);
		log->values[log->nr_values++] = (struct read_value){value.id, value.value};
	}
	return 0;
}

/* ---- what was counted ---- */

static bool is_counter(const void *ctx, uint32_t pos, const void *key)
{
	const struct counter *a = (const struct counter *)ctx + pos, *b = key;

	return a->id == b->id && a->tid == b->tid;
}

/* Finds or adds the counter of @id and @tid. Returns NULL if memory ran out. */
static struct counter *counters__get(struct counters *all, uint64_t id, int32_t tid)
{
	struct counter key = {.id = id, .tid = tid};
	uint64_t hash = hash__u64(all->hash_key, hash__u64(all->hash_key, id) ^ (uint32_t)tid);
	uint32_t pos = hash_index__find(&all->index, hash, is_counter, all->counters, &key);

	if (pos != HASH_INDEX_NONE)
		return &all->counters[pos];
	if (!ARRAY_GROW(all->counters, all->cap, all->nr + 1) ||
	    hash_index__add(&all->index, hash, all->nr))
		return NULL;
	all->counters[all->nr] = key;
	return &all->counters[all->nr++];
}

/*
 * Turns the values of @sample into differences. A counter never goes back: a value below the
 * previous one comes from another thread that reused the tid, whose counter began at 0.
 */
static int reads__count(struct reads *reads, const struct read_sample *sample, struct counters *all)
{
	struct read_value *value = reads->values + sample->first;

	for (uint32_t i = 0; i < sample->nr; i++, value++) {
		struct counter *counter = counters__get(all, value->id, sample->tid);
		uint64_t now = value->value;

		if (!counter)
			return DEFER_ERR_NOMEM;
		value->value = now < counter->last ? now : now - counter->last;
		counter->last = now;
		reads->stats.values++;
		reads->stats.unchanged += !value->value;
	}
	reads->stats.samples++;
	return 0;
}

static int by_order(const void *a, const void *b)
{
	const struct read_sample *sa = a, *sb = b;

	return CMP(sa->order, sb->order);
}

static int by_time(const void *a, const void *b)
{
	const struct read_sample *sa = *(struct read_sample *const *)a;
	const struct read_sample *sb = *(struct read_sample *const *)b;

	return CMP(sa->time, sb->time) ?: by_order(sa, sb);
}

/* Returns all samples in order of time; the caller frees the array. */
static struct read_sample **reads__in_time(const struct reads *reads)
{
	struct read_sample **list = malloc(reads->nr * sizeof(*list));

	if (!list)
		return NULL;
	for (size_t i = 0; i < reads->nr; i++)
		list[i] = &reads->samples[i];
	qsort(list, reads->nr, sizeof(*list), by_time);
	return list;
}

static int reads__count_all(struct reads *reads)
{
	struct counters all = {.hash_key = hash__key()};
	struct read_sample **list = reads__in_time(reads);
	int ret = list ? 0 : DEFER_ERR_NOMEM;

	for (size_t i = 0; i < reads->nr && !ret; i++)
		ret = reads__count(reads, list[i], &all);
	free(list);
	free(all.counters);
	hash_index__exit(&all.index);
	return ret;
}

/* ---- all of them ---- */

int reads__new(struct reads **readsp, struct reads_log *log, struct defer_error *err)
{
	struct reads *reads;

	*readsp = NULL;
	if (!log->nr_samples)
		return 0;
	reads = calloc(1, sizeof(*reads));
	if (!reads)
		return error__no_memory(err, "for the counters that samples read");
	*reads = (struct reads){
		.samples = log->samples, .nr = log->nr_samples, .values = log->values};
	*log = (struct reads_log){0};
	qsort(reads->samples, reads->nr, sizeof(*reads->samples), by_order);
	if (reads__count_all(reads)) {
		reads__delete(reads);
		return error__no_memory(err, "for the counters that samples read");
	}
	*readsp = reads;
	return 0;
}

void reads__delete(struct reads *reads)
{
	if (!reads)
		return;
	free(reads->values);
	free(reads->samples);
	free(reads);
}

static const struct read_sample *reads__at(const struct reads *reads, uint64_t order, size_t i)
{
	return i < reads->nr && reads->samples[i].order == order ? &reads->samples[i] : NULL;
}

static const struct read_sample *reads__search(const struct reads *reads, uint64_t order)
{
	const struct read_sample key = {.order = order};

	return bsearch(&key, reads->samples, reads->nr, sizeof(key), by_order);
}

struct read_periods reads__find(const struct reads *reads, uint64_t order, size_t *hint)
{
	const struct read_sample *sample;

	if (!reads)
		return (struct read_periods){0};
	sample = reads__at(reads, order, *hint);
	if (!sample)
		sample = reads__search(reads, order);
	if (!sample)
		return (struct read_periods){0};
	*hint = sample - reads->samples + 1;
	return (struct read_periods){reads->values + sample->first, sample->nr};
}

uint64_t read_periods__get(const struct read_periods *periods, uint32_t i, uint64_t *id)
{
	*id = periods->values[i].id;
	return periods->values[i].value;
}

void reads__stats(const struct reads *reads, struct reads_stats *stats)
{
	*stats = reads ? reads->stats : (struct reads_stats){0};
}
