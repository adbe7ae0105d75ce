// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "util/dso/jitdump.h"
#include "util/record/pending.h"

/* Header, cookie and number of addresses. */
#define DEFERRED_MIN_SIZE 24
/* Offset of the name in an MMAP2 record, bytes. Linux 6.19, include/uapi/linux/perf_event.h. */
#define MMAP2_NAME_AT 72

/* Header of every record. */
struct record_header {
	uint32_t type;
	uint16_t misc, size;
};

/*
 * Finds the size of sample_id, if all events have the same layout with TID and TIME. Otherwise
 * records are decoded.
 */
static void pending__find_trailer(struct pending *pending)
{
	const uint64_t fields = DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME;
	uint32_t i, nr = defer_evlist__nr(pending->evlist);

	for (i = 0; i < nr; i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(pending->evlist, i);
		uint32_t size = evsel->layout.id_all_size;

		if ((evsel->layout.sample_type & fields) != fields ||
		    (i && size != pending->trailer_size)) {
			pending->trailer_size = 0;
			return;
		}
		pending->trailer_size = size;
	}
}

void pending__init(struct pending *pending, const struct defer_evlist *evlist)
{
	memset(pending, 0, sizeof(*pending));
	pending->evlist = evlist;
	pending->first_time = UINT64_MAX;
	owing__init(&pending->owing);
	pending__find_trailer(pending);
}

void pending__exit(struct pending *pending)
{
	cookies__exit(&pending->cookies);
	owing__exit(&pending->owing);
}

void pending__next_round(struct pending *pending)
{
	cookies__next_round(&pending->cookies);
	owing__next_round(&pending->owing);
}

uint32_t pending__recent(const struct pending *pending, uint64_t ns)
{
	return owing__recent(&pending->owing, ns);
}

/*
 * Finds the entry of @cookie, or NULL. The samples of an entry that is replaced wait with their
 * task, if that is still in the kernel.
 */
static int pending__entry(struct pending *pending, uint64_t cookie, struct cookie_entry **entry,
			  struct defer_error *err)
{
	struct owing_task *task;
	struct cookie_entry old;

	if (cookies__get(&pending->cookies, cookie, entry, &old, err))
		return DEFER_ERR_NOMEM;
	if (!old.cookie || old.answered)
		return 0;
	task = owing__find(&pending->owing, old.tid);
	if (task && task->cookie == old.cookie)
		task->samples += old.samples;
	return 0;
}

static void pending__see_time(struct pending *pending, uint64_t time)
{
	if (time < pending->first_time)
		pending->first_time = time;
	if (time > pending->last_time)
		pending->last_time = time;
}

static int32_t sample__tid(const struct defer_record *rec, const struct defer_layout *layout)
{
	const uint8_t *field = defer_sample__field(rec, layout->tid_pos);
	int32_t tid = -1;

	if (field)
		memcpy(&tid, field + sizeof(int32_t), sizeof(tid));
	return tid;
}

static bool pending__is_in_doubt(const struct pending *pending)
{
	return pending->attach && attach__is_in_doubt(pending->attach);
}

/* Tells attach which task wrote the sample, while any task is in doubt, which is rare. */
static void pending__tell(struct pending *pending, const struct defer_record *rec,
			  const struct defer_evsel *evsel, int32_t cpu)
{
	const struct defer_layout *layout = &evsel->layout;
	const uint8_t *field = defer_sample__field(rec, layout->id_pos);
	uint64_t id;

	if (!pending__is_in_doubt(pending) || !field)
		return;
	memcpy(&id, field, sizeof(id));
	attach__see(pending->attach, sample__tid(rec, layout), evsel->idx, cpu, id);
}

static int pending__sample(struct pending *pending, const struct defer_record *rec,
			   const struct defer_evsel *evsel, struct recorder_stats *stats,
			   struct defer_error *err)
{
	uint64_t time = defer_sample__time(rec, &evsel->layout), cookie;
	struct cookie_entry *entry;
	struct owing_task *task;
	int32_t tid;

	pending__see_time(pending, time);
	if (!(evsel->attr.flags & DEFER_ATTR_DEFER_CALLCHAIN))
		return 0;
	cookie = defer_sample__cookie(rec, &evsel->layout);
	if (!cookie)
		return 0;

	stats->deferred_samples++;
	tid = sample__tid(rec, &evsel->layout);
	if (pending__entry(pending, cookie, &entry, err))
		return DEFER_ERR_NOMEM;
	task = owing__sample(&pending->owing, tid, cookie, time, err);
	if (!task)
		return DEFER_ERR_NOMEM;
	if (entry)
		entry->tid = tid;
	if (entry ? entry->answered : task->left_cookie == cookie)
		stats->answered++;
	else if (entry && entry->samples < COOKIE_MAX_SAMPLES)
		entry->samples++;
	else
		task->samples += task->cookie == cookie;
	return 0;
}

static int pending__answer(struct pending *pending, uint64_t cookie, int32_t tid, uint64_t time,
			   struct recorder_stats *stats, struct defer_error *err)
{
	struct cookie_entry *entry;
	struct owing_task *task;

	stats->deferred_records++;
	if (!cookie)
		return 0;
	if (pending__entry(pending, cookie, &entry, err))
		return DEFER_ERR_NOMEM;
	task = owing__record(&pending->owing, tid, cookie, time, err);
	if (!task)
		return DEFER_ERR_NOMEM;
	if (entry) {
		stats->answered += entry->samples;
		entry->tid = tid;
		entry->samples = 0;
		entry->answered = true;
	}
	if (task->cookie == cookie) {
		stats->answered += task->samples;
		task->samples = 0;
	}
	return 0;
}

/* Reads a deferred record, whose fields are at fixed offsets. */
static int pending__deferred(struct pending *pending, const struct defer_record *rec,
			     struct recorder_stats *stats, struct defer_error *err)
{
	const uint8_t *trailer = rec->data + rec->size - pending->trailer_size;
	uint64_t cookie, time;
	int32_t tid;

	memcpy(&cookie, rec->data + DEFER_RECORD_HEADER_SIZE, sizeof(cookie));
	memcpy(&tid, trailer + sizeof(int32_t), sizeof(tid));
	memcpy(&time, trailer + sizeof(uint64_t), sizeof(time));
	return pending__answer(pending, cookie, tid, time, stats, err);
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
	if (ev.type == DEFER_RECORD_CALLCHAIN_DEFERRED) {
		if (pending->attach)
			attach__see(pending->attach, ev.id.tid, pending->attach->tracking,
				    from->cpu, ev.id.id);
		return pending__answer(pending, ev.deferred.cookie, ev.id.tid, ev.id.time, stats,
				       err);
	}
	if (ev.type == DEFER_RECORD_EXIT)
		return owing__exited(&pending->owing, ev.task.tid, ev.task.time, err);
	return recorder_stats__add_loss(stats, from, ev.lost.lost, err);
}

/* Sees whether a task maps the file of a JIT. */
static void see_map(const struct defer_record *rec, struct recorder_stats *stats)
{
	const char *name = (const char *)rec->data + MMAP2_NAME_AT;
	int32_t number;

	if (rec->size > MMAP2_NAME_AT && memchr(name, '\0', rec->size - MMAP2_NAME_AT) &&
	    jitdump__is_name(name, &number))
		stats->has_jitdump = true;
}

static int pending__record(struct pending *pending, const struct defer_record *rec,
			   const struct recorder_buffer *from, struct recorder_stats *stats,
			   struct defer_error *err)
{
	const struct defer_evsel *evsel;

	stats->records++;
	if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED && pending->trailer_size &&
	    rec->size >= DEFERRED_MIN_SIZE + pending->trailer_size &&
	    !pending__is_in_doubt(pending))
		return pending__deferred(pending, rec, stats, err);
	if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED || rec->type == DEFER_RECORD_LOST ||
	    rec->type == DEFER_RECORD_EXIT)
		return pending__event(pending, rec, from, stats, err);
	if (rec->type == DEFER_RECORD_MMAP2)
		see_map(rec, stats);
	if (rec->type != DEFER_RECORD_SAMPLE) {
		if (pending->tail)
			tail__see(pending->tail, rec);
		return 0;
	}
	stats->samples++;
	evsel = defer_evlist__record_evsel(pending->evlist, rec, err);
	if (!evsel)
		return err->code;
	pending__tell(pending, rec, evsel, from->cpu);
	return pending__sample(pending, rec, evsel, stats, err);
}

/*
 * Reads one record. Errors are ignored: the kernel's records are valid, and if they do not match
 * our layouts, only the statistics are wrong, not the data.
 */
static int pending__step(struct pending *pending, const uint8_t *data, size_t size,
			 const struct recorder_buffer *from, struct recorder_stats *stats,
			 struct defer_error *err)
{
	struct record_header header;
	struct defer_record rec;
	int ret;

	if (size < sizeof(header))
		return DEFER_ERR_TRUNCATED;
	memcpy(&header, data, sizeof(header));
	if (header.size < sizeof(header) || header.size > size)
		return DEFER_ERR_TRUNCATED;
	rec = (struct defer_record){
		.type = header.type, .misc = header.misc, .size = header.size, .data = data};
	ret = pending__record(pending, &rec, from, stats, err);
	if (ret == DEFER_ERR_NOMEM)
		return ret;
	if (ret)
		defer_error__clear(err);
	return header.size;
}

/*
 * Reads a record that begins at the end of @a and continues in @b. Returns its number of bytes in
 * @b, or a negative code.
 */
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

int64_t pending__see_part(struct pending *pending, const void *data, size_t size,
			  const struct recorder_buffer *from, struct recorder_stats *stats,
			  struct defer_error *err)
{
	size_t pos = 0;
	int ret;

	while (pos < size) {
		ret = pending__step(pending, (const uint8_t *)data + pos, size - pos, from, stats,
				    err);
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

	pos = pending__see_part(pending, a, a_size, from, stats, err);
	if (pos >= 0 && (size_t)pos < a_size)
		into_b = pending__see_split(pending, (const uint8_t *)a + pos, a_size - pos, b,
					    b_size, from, stats, err);
	if (pos >= 0 && into_b >= 0)
		pos = pending__see_part(pending, (const uint8_t *)b + into_b, b_size - into_b, from,
					stats, err);
	return pos < 0 || into_b < 0 ? DEFER_ERR_NOMEM : 0;
}
