// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-event.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "tests/generate/depth.h"
#include "tests/generate/template.h"
#include "util/header/feature.h"
#include "util/session/reads.h"
#include "util/source/source.h"

/* Offsets in records: Linux 7.2, include/uapi/linux/perf_event.h. */
#define BODY_AT		 8
#define TASK_TIME_AT	 24 /* FORK, EXIT: pid, ppid, tid, ptid, time */
#define THROTTLE_TIME_AT 8
#define NEXT_PREV_AT	 8 /* SWITCH_CPU_WIDE */

struct reader {
	struct trace_template *template;
	const struct template_opts *opts;
	struct session *session;
	struct defer_error *err;
};

static int reader__fail(struct reader *r, uint64_t offset, const char *text)
{
	return defer_error__set_at(r->err, DEFER_ERR_UNSUPPORTED, offset, "%s", text);
}

/* ---- what changes in a record ---- */

static int add_edit(struct reader *r, struct template_record *to, uint32_t at, enum edit_kind kind)
{
	struct trace_template *t = r->template;

	if (!ARRAY_GROW(t->edits, t->cap_edits, t->nr_edits + 1))
		return error__no_memory(r->err, "for the records");
	t->edits[t->nr_edits++] = (struct edit){at, kind};
	to->nr_edits++;
	return 0;
}

static int add_time(struct reader *r, struct template_record *to, uint32_t at, uint64_t time)
{
	struct trace_template *t = r->template;

	if (!time)
		return 0;
	if (time < t->first_time)
		t->first_time = time;
	if (time > t->last_time)
		t->last_time = time;
	return add_edit(r, to, at, EDIT_TIME);
}

/* Adds the task at @at of the record @data. Ids of 0 and -1 are no tasks. */
static int add_task(struct reader *r, struct template_record *to, const uint8_t *data, uint32_t at)
{
	struct trace_template *t = r->template;
	int32_t tid;

	memcpy(&tid, data + at, sizeof(tid));
	if (tid <= 0)
		return 0;
	if (tid > TEMPLATE_MAX_TID)
		return reader__fail(r, DEFER_NO_OFFSET, "a task's id is too large to repeat it");
	if (tid > t->max_tid)
		t->max_tid = tid;
	return add_edit(r, to, at, EDIT_TASK);
}

static int add_tasks(struct reader *r, struct template_record *to, const uint8_t *data, uint32_t at,
		     unsigned int nr)
{
	int ret = 0;

	if (at + nr * sizeof(int32_t) > to->size)
		return reader__fail(r, DEFER_NO_OFFSET, "a record is too short");
	for (unsigned int i = 0; i < nr && !ret; i++)
		ret = add_task(r, to, data, at + i * sizeof(int32_t));
	return ret;
}

static int add_cookie(struct reader *r, struct template_record *to, uint32_t at, uint64_t cookie)
{
	struct cookie_range *range = trace_template__cookies(r->template, cookie);
	const uint32_t count = cookie >> 32;

	if (!cookie)
		return 0;
	to->cookie = cookie;
	if (count < range->min)
		range->min = count;
	if (count > range->max)
		range->max = count;
	return add_edit(r, to, at, EDIT_COOKIE);
}

static int read_sample(struct reader *r, struct template_record *to, const struct defer_record *rec)
{
	const struct defer_layout *layout = &to->evsel->layout;
	struct defer_sample sample;
	int ret = defer_sample__decode(&sample, rec, layout, r->err);

	if (ret)
		return ret;
	if (layout->time_pos < 0 || layout->tid_pos < 0)
		return reader__fail(r, rec->offset, "the samples have no times or no tasks");
	if (evsel__reads(to->evsel))
		return reader__fail(r, rec->offset,
				    "samples that read counters cannot be repeated");
	to->time = sample.time;
	to->pid = sample.pid;
	to->tid = sample.tid;
	to->cpu = sample.cpu;
	to->id = sample.id;
	to->tid_at = BODY_AT + 8 * layout->tid_pos;
	ret = add_time(r, to, BODY_AT + 8 * layout->time_pos, sample.time);
	if (!ret)
		ret = add_tasks(r, to, rec->data, to->tid_at, 2);
	if (!ret && sample.has_chain)
		ret = add_cookie(r, to, sample.chain.ips - rec->data + 8 * (sample.chain.nr - 1),
				 defer_chain__cookie(&sample.chain));
	return ret;
}

/* Adds the tasks in front of the sample_id: FORK and EXIT have four, others two or none. */
static int read_body_tasks(struct reader *r, struct template_record *to, const uint8_t *data)
{
	switch (to->type) {
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		return add_tasks(r, to, data, BODY_AT, 4);
	case DEFER_RECORD_MMAP:
	case DEFER_RECORD_MMAP2:
	case DEFER_RECORD_COMM:
	case DEFER_RECORD_READ:
	case DEFER_RECORD_ITRACE_START:
	case DEFER_RECORD_NAMESPACES:
		return add_tasks(r, to, data, BODY_AT, 2);
	case DEFER_RECORD_SWITCH_CPU_WIDE:
		return add_tasks(r, to, data, NEXT_PREV_AT, 2);
	default:
		return 0;
	}
}

static int read_body_time(struct reader *r, struct template_record *to)
{
	switch (to->type) {
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		return add_time(r, to, TASK_TIME_AT, to->time);
	case DEFER_RECORD_THROTTLE:
	case DEFER_RECORD_UNTHROTTLE:
		return add_time(r, to, THROTTLE_TIME_AT, to->time);
	default:
		return 0;
	}
}

static void describe_task(struct template_record *to, const struct defer_event *ev)
{
	to->pid = ev->id.pid;
	to->tid = ev->id.tid;
	if (ev->type == DEFER_RECORD_MMAP || ev->type == DEFER_RECORD_MMAP2) {
		to->pid = ev->mmap.pid;
		to->tid = ev->mmap.tid;
	} else if (ev->type == DEFER_RECORD_COMM) {
		to->pid = ev->comm.pid;
		to->tid = ev->comm.tid;
		to->is_exec = ev->comm.exec;
	} else if (ev->type == DEFER_RECORD_FORK) {
		to->pid = ev->task.pid;
		to->tid = ev->task.tid;
	}
}

static int read_event(struct reader *r, struct template_record *to, const struct defer_record *rec)
{
	const struct defer_layout *layout = &to->evsel->layout;
	const uint32_t id_at = rec->size - layout->id_all_size;
	const bool has_tid = layout->sample_type & DEFER_SAMPLE_TID;
	struct defer_event ev;
	int ret = defer_event__decode(&ev, rec, r->session->evlist, r->err);

	if (ret < 0)
		return ret;
	to->time = ev.id.has_time ? ev.id.time : 0;
	to->cpu = ev.id.cpu;
	to->id = ev.id.id;
	if (ret)
		describe_task(to, &ev);
	ret = read_body_tasks(r, to, rec->data);
	if (!ret)
		ret = read_body_time(r, to);
	if (!ret && rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED)
		ret = add_cookie(r, to, BODY_AT, ev.deferred.cookie);
	if (ret || !layout->sample_id_all)
		return ret;
	if (has_tid) {
		to->tid_at = id_at;
		ret = add_tasks(r, to, rec->data, id_at, 2);
	}
	if (!ret && to->time)
		ret = add_time(r, to, id_at + 8 * has_tid, to->time);
	return ret;
}

/* ---- records ---- */

static bool has_user_chain(const struct defer_record *rec)
{
	return rec->type == DEFER_RECORD_SAMPLE || rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED;
}

/* A feature that the copies make wrong. */
static bool is_sample_time(const struct defer_record *rec)
{
	uint64_t feature;

	if (rec->type != DEFER_RECORD_HEADER_FEATURE || rec->size < BODY_AT + sizeof(feature))
		return false;
	memcpy(&feature, rec->data + BODY_AT, sizeof(feature));
	return feature == FEATURE_SAMPLE_TIME;
}

static int add_bytes(struct reader *r, struct template_record *to, struct defer_record *rec)
{
	struct byte_buf *bytes = &r->template->bytes;
	int ret = 0;

	to->at = bytes->size;
	if (r->opts->depth && has_user_chain(rec))
		ret = depth__add(bytes, rec, to->evsel, r->opts->depth, r->err);
	else
		byte_buf__add(bytes, rec->data, rec->size);
	if (!ret)
		ret = byte_buf__check(bytes, "the records", r->err);
	/* From here on the record is the one in memory. */
	rec->data = bytes->data + to->at;
	rec->size = to->size = bytes->size - to->at;
	return ret;
}

static struct template_record *add_record(struct reader *r)
{
	struct trace_template *t = r->template;

	if (!ARRAY_GROW(t->records, t->cap, t->nr + 1))
		return NULL;
	t->records[t->nr] = (struct template_record){.pid = -1, .tid = -1, .cpu = -1};
	return &t->records[t->nr++];
}

static int read_record(struct reader *r, struct defer_record *rec)
{
	struct template_record *to;
	int ret;

	if (rec->swap || rec->ext || defer_record__tail(rec))
		return reader__fail(r, rec->offset,
				    "traces of the other byte order, with AUX area data or with "
				    "extended records cannot be repeated");
	if (is_sample_time(rec))
		return 0;
	to = add_record(r);
	if (!to)
		return error__no_memory(r->err, "for the records");
	to->type = rec->type;
	to->first_edit = r->template->nr_edits;
	if (rec->type >= DEFER_RECORD_USER_START) {
		to->repeat =
			rec->type == DEFER_RECORD_FINISHED_ROUND ? REPEAT_ALWAYS : REPEAT_NEVER;
		return add_bytes(r, to, rec);
	}
	to->evsel = defer_evlist__record_evsel(r->session->evlist, rec, r->err);
	if (!to->evsel)
		return r->err->code;
	ret = add_bytes(r, to, rec);
	if (ret)
		return ret;
	ret = rec->type == DEFER_RECORD_SAMPLE ? read_sample(r, to, rec) : read_event(r, to, rec);
	to->repeat = to->time || to->cookie ? REPEAT_ALWAYS : REPEAT_TASK;
	return ret;
}

static int read_records(struct reader *r)
{
	struct source *source = r->session->source;
	struct defer_record rec;
	struct chunk chunk;
	int ret;

	chunk__init(&chunk);
	source__rewind(source);
	while ((ret = source__next(source, &chunk, r->err)) > 0) {
		for (size_t pos = 0, size; pos < chunk.size && ret >= 0; pos += size) {
			ret = chunk__record(&chunk, pos, &rec, r->err);
			size = rec.size;
			if (!ret)
				ret = read_record(r, &rec);
		}
		if (ret < 0)
			break;
	}
	source__rewind(source);
	chunk__exit(&chunk);
	if (!ret && r->session->damage.nr)
		ret = reader__fail(r, DEFER_NO_OFFSET, "a damaged trace cannot be repeated");
	return ret;
}

/* ---- tasks ---- */

static int by_id(const void *a, const void *b)
{
	const int32_t *ia = a, *ib = b;

	return *ia < *ib ? -1 : *ia > *ib;
}

bool trace_template__is_moved(const struct trace_template *template, int32_t tid)
{
	/* bsearch() may not be passed NULL, not even for no elements. */
	return template->nr_tasks &&
	       bsearch(&tid, template->tasks, template->nr_tasks, sizeof(tid), by_id);
}

static int add_moved(struct reader *r, int32_t tid)
{
	struct trace_template *t = r->template;

	if (tid <= 0)
		return 0;
	if (!ARRAY_GROW(t->tasks, t->cap_tasks, t->nr_tasks + 1))
		return error__no_memory(r->err, "for tasks");
	t->tasks[t->nr_tasks++] = tid;
	return 0;
}

static int32_t task_at(const struct trace_template *t, const struct template_record *rec,
		       const struct edit *edit)
{
	int32_t tid;

	memcpy(&tid, trace_template__data(t, rec) + edit->at, sizeof(tid));
	return tid;
}

/* Lists the tasks that are others in each copy: those that begin in the trace, or all. */
static int list_moved(struct reader *r)
{
	struct trace_template *t = r->template;
	size_t nr = 0;
	int ret = 0;

	for (size_t i = 0; i < t->nr && !ret; i++) {
		const struct template_record *rec = &t->records[i];

		if (rec->type == DEFER_RECORD_FORK && rec->time)
			ret = add_moved(r, rec->tid);
		for (unsigned int j = 0; r->opts->new_tasks && j < rec->nr_edits && !ret; j++) {
			const struct edit *edit = &t->edits[rec->first_edit + j];

			if (edit->kind == EDIT_TASK)
				ret = add_moved(r, task_at(t, rec, edit));
		}
	}
	if (!t->nr_tasks)
		return ret;
	qsort(t->tasks, t->nr_tasks, sizeof(*t->tasks), by_id);
	for (size_t i = 0; i < t->nr_tasks; i++) {
		if (!i || t->tasks[i] != t->tasks[nr - 1])
			t->tasks[nr++] = t->tasks[i];
	}
	t->nr_tasks = nr;
	return ret;
}

/* Drops the edits of tasks that stay, and the records that describe only such tasks. */
static void keep_moved(struct trace_template *t)
{
	uint64_t to = 0;

	for (size_t i = 0; i < t->nr; i++) {
		struct template_record *rec = &t->records[i];
		const struct edit *edits = &t->edits[rec->first_edit];
		const unsigned int nr = rec->nr_edits;
		bool moves = false;

		rec->first_edit = to;
		rec->nr_edits = 0;
		for (unsigned int j = 0; j < nr; j++) {
			const struct edit edit = edits[j];

			if (edit.kind == EDIT_TASK &&
			    !trace_template__is_moved(t, task_at(t, rec, &edit)))
				continue;
			moves |= edit.kind == EDIT_TASK;
			t->edits[to++] = edit;
			rec->nr_edits++;
		}
		if (rec->repeat == REPEAT_TASK && !moves)
			rec->repeat = REPEAT_NEVER;
	}
	t->nr_edits = to;
}

int trace_template__init(struct trace_template *template, struct session *session,
			 const struct template_opts *opts, struct defer_error *err)
{
	struct reader r = {template, opts, session, err};
	int ret;

	*template = (struct trace_template){.first_time = UINT64_MAX};
	for (size_t i = 0; i < TEMPLATE_NR_CPUS; i++)
		template->cookies[i].min = UINT32_MAX;
	ret = read_records(&r);
	if (!ret && template->first_time > template->last_time)
		ret = reader__fail(&r, DEFER_NO_OFFSET, "no record has a time");
	if (!ret)
		ret = list_moved(&r);
	if (!ret)
		keep_moved(template);
	return ret;
}

void trace_template__exit(struct trace_template *template)
{
	byte_buf__exit(&template->bytes);
	free(template->records);
	free(template->edits);
	free(template->tasks);
}
