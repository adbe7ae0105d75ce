// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/base/histogram.h"
#include "util/machine/comms.h"
#include "util/view/chart.h"

void chart__init(struct chart *chart, const struct chart_conf *conf)
{
	*chart = (struct chart){.conf = *conf, .hash_key = hash__key(), .step = 1};
}

void chart__exit(struct chart *chart)
{
	free(chart->samples);
	free(chart->threads);
	hash_index__exit(&chart->index);
	*chart = (struct chart){0};
}

/* ---- samples ---- */

int chart__reserve(struct chart *chart, size_t nr, struct defer_error *err)
{
	if (nr && !ARRAY_GROW(chart->samples, chart->cap, nr))
		return error__no_memory(err, "for the flame chart");
	return 0;
}

struct task_key {
	int32_t pid, tid;
};

static bool is_thread(const void *threads, uint32_t pos, const void *key)
{
	const struct chart_thread *thread = &((const struct chart_thread *)threads)[pos];
	const struct task_key *want = key;

	return thread->pid == want->pid && thread->tid == want->tid;
}

/* Returns the number of a thread, which is new at its first sample, or a negative code. */
static int64_t find_thread(struct chart *chart, struct task_key want)
{
	uint64_t hash = hash__bytes(chart->hash_key, &want, sizeof(want));
	uint32_t pos = hash_index__find(&chart->index, hash, is_thread, chart->threads, &want);

	if (pos != HASH_INDEX_NONE)
		return pos;
	if (!ARRAY_GROW(chart->threads, chart->cap_threads, chart->nr_threads + 1) ||
	    chart->nr_threads >= CHART_NONE - 1 ||
	    hash_index__add(&chart->index, hash, chart->nr_threads))
		return DEFER_ERR_NOMEM;
	chart->threads[chart->nr_threads] = (struct chart_thread){.pid = want.pid, .tid = want.tid};
	return chart->nr_threads++;
}

int chart__add(struct chart *chart, int32_t pid, int32_t tid, uint32_t comm_id,
	       const struct chart_sample *sample, struct defer_error *err)
{
	int64_t thread = find_thread(chart, (struct task_key){pid, tid});
	uint32_t depth = chart->conf.chains->nodes[sample->chain].depth;

	if (thread < 0 || chart__reserve(chart, chart->nr + 1, err))
		return error__no_memory(err, "for the flame chart");
	chart->samples[chart->nr] = *sample;
	chart->samples[chart->nr++].thread = thread;
	chart->threads[thread].nr++;
	chart->threads[thread].comm_id = comm_id;
	if (chart->threads[thread].depth < depth)
		chart->threads[thread].depth = depth;
	chart->nr_bare += !depth;
	return 0;
}

/* ---- order ---- */

static int compare_threads(const void *l, const void *r)
{
	const struct chart_thread *a = l, *b = r;

	return CMP(b->nr, a->nr) ?: CMP(a->pid, b->pid) ?: CMP(a->tid, b->tid);
}

/* Sorts the threads, and gives each its samples and lines. @place gets the new index of each. */
static void sort_threads(struct chart *chart, uint32_t *place)
{
	size_t first = 0;

	for (uint32_t i = 0; i < chart->nr_threads; i++)
		chart->threads[i].first = i;
	if (chart->nr_threads)
		qsort(chart->threads, chart->nr_threads, sizeof(*chart->threads), compare_threads);
	for (uint32_t i = 0; i < chart->nr_threads; i++) {
		struct chart_thread *thread = &chart->threads[i];

		place[thread->first] = i;
		thread->first = first;
		thread->line = chart->nr_lines;
		first += thread->nr;
		chart->nr_lines += thread->depth + 1ULL;
	}
}

/* Puts the samples of each thread together. They stay in order of time. */
static int sort_samples(struct chart *chart, const uint32_t *place)
{
	struct chart_sample *sorted = malloc((chart->nr + 1) * sizeof(*sorted));
	size_t *next = malloc((chart->nr_threads + 1) * sizeof(*next));
	int ret = sorted && next ? 0 : DEFER_ERR_NOMEM;

	for (size_t i = 0; !ret && i < chart->nr_threads; i++)
		next[i] = chart->threads[i].first;
	for (size_t i = 0; !ret && i < chart->nr; i++) {
		struct chart_sample sample = chart->samples[i];

		sample.thread = place[sample.thread];
		sorted[next[sample.thread]++] = sample;
	}
	free(next);
	if (ret) {
		free(sorted);
		return ret;
	}
	free(chart->samples);
	chart->samples = sorted;
	chart->cap = chart->nr + 1;
	return 0;
}

/* ---- time ---- */

/* Sets the usual time between neighbours: the median, which long pauses do not change. */
static int measure_step(struct chart *chart)
{
	struct histogram *gaps = calloc(1, sizeof(*gaps));
	uint64_t median;

	if (!gaps)
		return DEFER_ERR_NOMEM;
	for (size_t i = 1; i < chart->nr; i++) {
		if (chart->samples[i].thread == chart->samples[i - 1].thread)
			histogram__add(gaps, chart->samples[i].time - chart->samples[i - 1].time,
				       1);
	}
	median = histogram__percentile(gaps, 50);
	chart->step = median ? median : 1;
	free(gaps);
	return 0;
}

static void measure_span(struct chart *chart)
{
	chart->start = UINT64_MAX;
	for (size_t i = 0; i < chart->nr_threads; i++) {
		const struct chart_thread *thread = &chart->threads[i];
		uint64_t start = chart->samples[thread->first].time;
		size_t last = thread->first + thread->nr - 1;
		uint64_t end = chart__sample_end(chart, last);

		end -= end > chart->samples[last].time;
		chart->start = start < chart->start ? start : chart->start;
		chart->end = end > chart->end ? end : chart->end;
	}
	if (!chart->nr_threads)
		chart->start = 0;
}

int chart__finish(struct chart *chart, struct defer_error *err)
{
	uint32_t *place = malloc((chart->nr_threads + 1) * sizeof(*place));
	int ret = DEFER_ERR_NOMEM;

	if (place) {
		sort_threads(chart, place);
		ret = sort_samples(chart, place);
	}
	free(place);
	hash_index__exit(&chart->index);
	if (!ret)
		ret = measure_step(chart);
	if (ret)
		return error__no_memory(err, "for the flame chart");
	measure_span(chart);
	return 0;
}

uint64_t chart__sample_end(const struct chart *chart, size_t i)
{
	const struct chart_sample *sample = &chart->samples[i];
	uint64_t left = UINT64_MAX - sample->time, next;

	if (i + 1 < chart->nr && sample[1].thread == sample->thread) {
		next = sample[1].time - sample->time;
		if (next <= chart->step || next - chart->step <= chart->step)
			return sample[1].time;
	}
	return sample->time + (chart->step < left ? chart->step : left);
}

/* ---- names ---- */

uint32_t chart__thread_at(const struct chart *chart, uint64_t line)
{
	return LOWER_BOUND(i, chart->nr_threads, chart->threads[i].line <= line) - 1;
}

const char *chart__thread_label(const struct chart *chart, uint32_t thread,
				char buf[CHART_LABEL_LEN])
{
	const struct chart_thread *of = &chart->threads[thread];

	comm__label(chart->conf.comms[of->comm_id], of->pid, of->tid, buf, CHART_LABEL_LEN);
	return buf;
}

double chart__percent(const struct chart *chart, uint64_t weight)
{
	return chart->conf.total ? 100.0 * weight / chart->conf.total : 0;
}
