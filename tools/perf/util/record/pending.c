// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/record/pending.h"

#define MIN_COOKIES 1024
/* How far apart a sample and its record can be read: rounds over the buffers are shorter. */
#define KEEP_NS 2000000000ULL
/* Beyond so many, those that wait longest are given up: their records were lost. */
#define MAX_COOKIES (1U << 22)

void pending__init(struct pending *pending, const struct defer_evlist *evlist)
{
	memset(pending, 0, sizeof(*pending));
	pending->evlist = evlist;
	pending->first_time = UINT64_MAX;
}

void pending__exit(struct pending *pending)
{
	free(pending->cookies);
	pending->cookies = NULL;
}

static struct pending_cookie *cookies__find(struct pending_cookie *cookies, uint32_t cap,
					    uint64_t cookie)
{
	uint32_t slot = cookie * 0x9e3779b97f4a7c15ULL >> 32 & (cap - 1);

	while (cookies[slot].cookie && cookies[slot].cookie != cookie)
		slot = (slot + 1) & (cap - 1);
	return &cookies[slot];
}

static bool pending__keeps(const struct pending *pending, const struct pending_cookie *entry)
{
	if (!entry->cookie)
		return false;
	if (!entry->answered && pending->nr_waiting < MAX_COOKIES / 4)
		return true;
	return entry->time + KEEP_NS >= pending->last_time;
}

/* A larger table, or a smaller one, without the cookies that nothing will ask for any more. */
static int pending__rebuild(struct pending *pending, struct defer_error *err)
{
	struct pending_cookie *cookies;
	uint32_t i, nr = 0, cap = MIN_COOKIES;

	for (i = 0; i < pending->cap; i++)
		nr += pending__keeps(pending, &pending->cookies[i]);
	while (cap < nr * 4)
		cap *= 2;
	cookies = calloc(cap, sizeof(*cookies));
	if (!cookies)
		return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
					"no memory for cookies that wait");
	for (i = 0; i < pending->cap; i++) {
		const struct pending_cookie *entry = &pending->cookies[i];

		if (pending__keeps(pending, entry))
			*cookies__find(cookies, cap, entry->cookie) = *entry;
		else if (entry->cookie && !entry->answered)
			pending->nr_waiting--;
	}
	free(pending->cookies);
	pending->cookies = cookies;
	pending->cap = cap;
	pending->nr = nr;
	return 0;
}

static struct pending_cookie *pending__get(struct pending *pending, uint64_t cookie,
					   struct defer_error *err)
{
	struct pending_cookie *entry;

	if (pending->nr * 2 >= pending->cap && pending__rebuild(pending, err))
		return NULL;
	entry = cookies__find(pending->cookies, pending->cap, cookie);
	if (!entry->cookie) {
		entry->cookie = cookie;
		pending->nr++;
		pending->nr_waiting++;
	}
	return entry;
}

uint32_t pending__recent(const struct pending *pending, uint64_t ns)
{
	uint32_t i, nr = 0;

	for (i = 0; i < pending->cap && pending->nr_waiting; i++) {
		const struct pending_cookie *entry = &pending->cookies[i];

		nr += entry->cookie && !entry->answered && entry->time + ns >= pending->last_time;
	}
	return nr;
}

static void pending__see_time(struct pending *pending, uint64_t time)
{
	if (time < pending->first_time)
		pending->first_time = time;
	if (time > pending->last_time)
		pending->last_time = time;
}

static int pending__sample(struct pending *pending, const struct defer_record *rec,
			   const struct defer_evsel *evsel, struct recorder_stats *stats,
			   struct defer_error *err)
{
	uint64_t time = defer_sample__time(rec, &evsel->layout), cookie;
	struct pending_cookie *entry;

	pending__see_time(pending, time);
	if (!(evsel->attr.flags & DEFER_ATTR_DEFER_CALLCHAIN))
		return 0;
	cookie = defer_sample__cookie(rec, &evsel->layout);
	if (!cookie)
		return 0;

	stats->deferred_samples++;
	entry = pending__get(pending, cookie, err);
	if (!entry)
		return err->code;
	entry->time = time;
	if (entry->answered)
		stats->answered++;
	else
		entry->samples++;
	return 0;
}

static int pending__answer(struct pending *pending, const struct defer_event *ev,
			   struct recorder_stats *stats, struct defer_error *err)
{
	struct pending_cookie *entry;

	stats->deferred_records++;
	if (!ev->deferred.cookie)
		return 0;
	entry = pending__get(pending, ev->deferred.cookie, err);
	if (!entry)
		return err->code;
	stats->answered += entry->samples;
	pending->nr_waiting -= !entry->answered;
	entry->time = ev->id.time;
	entry->samples = 0;
	entry->answered = true;
	return 0;
}

static int pending__event(struct pending *pending, const struct defer_record *rec,
			  const struct recorder_buffer *from, struct recorder_stats *stats,
			  struct defer_error *err)
{
	struct defer_event ev;
	int ret;

	ret = defer_event__decode(&ev, rec, pending->evlist, err);
	if (ret <= 0)
		return ret;
	if (ev.type == DEFER_RECORD_CALLCHAIN_DEFERRED)
		return pending__answer(pending, &ev, stats, err);
	return recorder_stats__add_loss(stats, from, ev.lost.lost, err);
}

static int pending__record(struct pending *pending, const struct defer_record *rec,
			   const struct recorder_buffer *from, struct recorder_stats *stats,
			   struct defer_error *err)
{
	const struct defer_evsel *evsel;

	stats->records++;
	if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED || rec->type == DEFER_RECORD_LOST)
		return pending__event(pending, rec, from, stats, err);
	if (rec->type != DEFER_RECORD_SAMPLE)
		return 0;
	stats->samples++;
	evsel = defer_evlist__record_evsel(pending->evlist, rec, err);
	if (!evsel)
		return err->code;
	return pending__sample(pending, rec, evsel, stats, err);
}

/* What the kernel wrote is right, or our layouts are wrong: then figures suffer, not data. */
static int pending__step(struct pending *pending, const uint8_t *data, size_t size,
			 const struct recorder_buffer *from, struct recorder_stats *stats,
			 struct defer_error *err)
{
	struct defer_record rec;
	int ret;

	ret = defer_record__decode(&rec, data, size, 0, false, NULL);
	if (ret)
		return ret;
	ret = pending__record(pending, &rec, from, stats, err);
	if (ret == DEFER_ERR_NOMEM)
		return ret;
	defer_error__clear(err);
	return rec.size;
}

/* The record that begins at the end of @a and goes on in @b: how many bytes of @b, or negative. */
static int64_t pending__see_split(struct pending *pending, const uint8_t *a, size_t a_left,
				  const uint8_t *b, size_t b_size,
				  const struct recorder_buffer *from, struct recorder_stats *stats,
				  struct defer_error *err)
{
	uint8_t whole[UINT16_MAX + 1];
	size_t more = sizeof(whole) - a_left < b_size ? sizeof(whole) - a_left : b_size;
	int ret;

	if (a_left >= sizeof(whole))
		return 0;
	memcpy(whole, a, a_left);
	memcpy(whole + a_left, b, more);
	ret = pending__step(pending, whole, a_left + more, from, stats, err);
	if (ret == DEFER_ERR_NOMEM)
		return ret;
	return ret > (int64_t)a_left ? ret - (int64_t)a_left : 0;
}

static int64_t pending__see_piece(struct pending *pending, const uint8_t *data, size_t size,
				  const struct recorder_buffer *from, struct recorder_stats *stats,
				  struct defer_error *err)
{
	size_t pos = 0;
	int ret;

	while (pos < size) {
		ret = pending__step(pending, data + pos, size - pos, from, stats, err);
		if (ret == DEFER_ERR_NOMEM)
			return ret;
		if (ret <= 0)
			break;
		pos += ret;
	}
	return pos;
}

int pending__see(struct pending *pending, const void *a, size_t a_size, const void *b,
		 size_t b_size, const struct recorder_buffer *from, struct recorder_stats *stats,
		 struct defer_error *err)
{
	int64_t pos, into_b = 0;

	pos = pending__see_piece(pending, a, a_size, from, stats, err);
	if (pos >= 0 && (size_t)pos < a_size)
		into_b = pending__see_split(pending, (const uint8_t *)a + pos, a_size - pos, b,
					    b_size, from, stats, err);
	if (pos >= 0 && into_b >= 0)
		pos = pending__see_piece(pending, (const uint8_t *)b + into_b, b_size - into_b,
					 from, stats, err);
	return pos < 0 || into_b < 0 ? DEFER_ERR_NOMEM : 0;
}
