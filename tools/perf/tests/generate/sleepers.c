// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "tests/generate/sleepers.h"

#define COMM_SIZE 16 /* bytes of a thread's name that the kernel keeps, with NUL */
#define BODY_AT	  8

/* ---- samples and their records ---- */

struct cookie_place {
	uint64_t cookie;
	int32_t tid;
	uint32_t record;
};

static int by_cookie(const void *a, const void *b)
{
	const struct cookie_place *pa = a, *pb = b;

	if (pa->cookie != pb->cookie)
		return pa->cookie < pb->cookie ? -1 : 1;
	return pa->tid < pb->tid ? -1 : pa->tid > pb->tid;
}

/* Lists the deferred records by cookie and task. The caller frees the list, or NULL. */
static struct cookie_place *list_deferred(const struct trace_template *t, size_t *nr)
{
	struct cookie_place *places = calloc(t->nr + 1, sizeof(*places));

	*nr = 0;
	for (size_t i = 0; i < t->nr && places; i++) {
		const struct template_record *rec = &t->records[i];

		if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED && rec->time)
			places[(*nr)++] = (struct cookie_place){rec->cookie, rec->tid, i};
	}
	if (places)
		qsort(places, *nr, sizeof(*places), by_cookie);
	return places;
}

/* Returns true if threads that wait are switched away in samples of @evsel. */
static bool is_switch(const struct defer_evsel *evsel)
{
	return evsel->name && strstr(evsel->name, "sched_switch");
}

static int add_sleep(struct sleepers *s, const struct sleep *sleep, struct defer_error *err)
{
	if (!ARRAY_GROW(s->sleeps, s->cap, s->nr_sleeps + 1))
		return error__no_memory(err, "for sleepers");
	s->sleeps[s->nr_sleeps++] = *sleep;
	return 0;
}

static int find_sleeps(struct sleepers *s, bool switches, struct defer_error *err)
{
	const struct trace_template *t = s->template;
	size_t nr;
	struct cookie_place *places = list_deferred(t, &nr), *place;
	int ret = places ? 0 : error__no_memory(err, "for sleepers");

	s->nr_sleeps = 0;
	for (size_t i = 0; i < t->nr && !ret; i++) {
		const struct template_record *rec = &t->records[i];
		const struct cookie_place key = {rec->cookie, rec->tid, 0};

		if (rec->type != DEFER_RECORD_SAMPLE || !rec->cookie ||
		    (switches && !is_switch(rec->evsel)))
			continue;
		place = bsearch(&key, places, nr, sizeof(key), by_cookie);
		if (place)
			ret = add_sleep(s, &(struct sleep){rec->pid, i, place->record}, err);
	}
	free(places);
	return ret;
}

/* ---- the process ---- */

static bool is_map(const struct template_record *rec)
{
	return rec->type == DEFER_RECORD_MMAP || rec->type == DEFER_RECORD_MMAP2;
}

/* Returns true if @rec is a map of the process in its last program. */
static bool is_its_map(const struct sleepers *s, const struct template_record *rec)
{
	return is_map(rec) && rec->pid == s->pid && rec->time >= s->exec_time;
}

/* Makes @pid the process. Returns false if the trace does not tell its maps. */
static bool take_process(struct sleepers *s, int32_t pid)
{
	const struct trace_template *t = s->template;
	bool has_maps = false;

	s->pid = pid;
	s->exec_time = 0;
	for (size_t i = 0; i < t->nr; i++) {
		const struct template_record *rec = &t->records[i];

		if (rec->is_exec && rec->pid == pid && rec->time > s->exec_time)
			s->exec_time = rec->time;
	}
	for (size_t i = 0; i < t->nr && !has_maps; i++)
		has_maps = is_its_map(s, &t->records[i]);
	return has_maps;
}

static int by_pid(const void *a, const void *b)
{
	const struct sleep *sa = a, *sb = b;

	if (sa->pid != sb->pid)
		return sa->pid < sb->pid ? -1 : 1;
	return sa->sample < sb->sample ? -1 : sa->sample > sb->sample;
}

/* Drops the stacks from before the process's last exec. */
static size_t keep_current(const struct sleepers *s, struct sleep *sleeps, size_t nr)
{
	const struct template_record *records = s->template->records;
	size_t to = 0;

	for (size_t i = 0; i < nr; i++) {
		if (records[sleeps[i].sample].time > s->exec_time &&
		    records[sleeps[i].deferred].time > s->exec_time)
			sleeps[to++] = sleeps[i];
	}
	return to;
}

/* Keeps the stacks of one process: the one with the most of them. */
static void choose_process(struct sleepers *s)
{
	size_t best = 0, nr_best = 0, end;
	int32_t best_pid = -1;

	if (s->nr_sleeps)
		qsort(s->sleeps, s->nr_sleeps, sizeof(*s->sleeps), by_pid);
	for (size_t i = 0; i < s->nr_sleeps; i = end) {
		size_t nr;

		for (end = i; end < s->nr_sleeps && s->sleeps[end].pid == s->sleeps[i].pid;)
			end++;
		if (end - i <= nr_best || !take_process(s, s->sleeps[i].pid))
			continue;
		nr = keep_current(s, s->sleeps + i, end - i);
		if (nr <= nr_best)
			continue;
		best = i;
		nr_best = nr;
		best_pid = s->sleeps[i].pid;
	}
	s->nr_sleeps = nr_best;
	if (!nr_best)
		return;
	memmove(s->sleeps, s->sleeps + best, nr_best * sizeof(*s->sleeps));
	take_process(s, best_pid);
}

int sleepers__init(struct sleepers *sleepers, const struct trace_template *template, uint32_t nr,
		   struct defer_error *err)
{
	int ret;

	*sleepers = (struct sleepers){.template = template, .nr = nr};
	if (!nr)
		return 0;
	ret = find_sleeps(sleepers, true, err);
	choose_process(sleepers);
	if (!ret && !sleepers->nr_sleeps) {
		ret = find_sleeps(sleepers, false, err);
		choose_process(sleepers);
	}
	if (ret || sleepers->nr_sleeps)
		return ret;
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
				"no process has maps and deferred stacks that sleepers could have");
}

void sleepers__exit(struct sleepers *sleepers)
{
	free(sleepers->sleeps);
}

/* ---- records ---- */

/* Appends the sample_id of a record that perf itself makes: zeros. */
static void add_no_id(const struct sleepers *s, struct byte_buf *bytes)
{
	const struct template_record *rec = &s->template->records[s->sleeps[0].deferred];

	byte_buf__zeros(bytes, rec->evsel->layout.id_all_size);
}

static void end_record(const struct sleepers *s, struct byte_buf *bytes, size_t start)
{
	add_no_id(s, bytes);
	if (!bytes->no_memory)
		byte_buf__poke_u16(bytes, start + 6, bytes->size - start);
}

static void add_thread(const struct sleepers *s, struct byte_buf *bytes, uint32_t nth)
{
	const uint32_t pid = SLEEPERS_FIRST_TID, tid = pid + nth;
	char name[COMM_SIZE] = "";
	size_t start = bytes->size;

	if (nth) {
		byte_buf__header(bytes, DEFER_RECORD_FORK, 0, 0);
		byte_buf__u32(bytes, pid);
		byte_buf__u32(bytes, pid);
		byte_buf__u32(bytes, tid);
		byte_buf__u32(bytes, pid);
		byte_buf__u64(bytes, 0);
		end_record(s, bytes, start);
		start = bytes->size;
	}
	snprintf(name, sizeof(name), "sleeper");
	if (s->names)
		snprintf(name, sizeof(name), "sleeper-%u", nth % 10000000);
	byte_buf__header(bytes, DEFER_RECORD_COMM, 0, 0);
	byte_buf__u32(bytes, pid);
	byte_buf__u32(bytes, tid);
	byte_buf__add(bytes, name, sizeof(name));
	end_record(s, bytes, start);
}

/* Appends the map @rec as one of the sleepers' process. */
static void add_map(const struct sleepers *s, struct byte_buf *bytes,
		    const struct template_record *rec)
{
	const size_t start = bytes->size, id_size = rec->evsel->layout.id_all_size;

	byte_buf__add(bytes, trace_template__data(s->template, rec), rec->size - id_size);
	byte_buf__zeros(bytes, id_size);
	if (bytes->no_memory)
		return;
	byte_buf__poke_u32(bytes, start + BODY_AT, SLEEPERS_FIRST_TID);
	byte_buf__poke_u32(bytes, start + BODY_AT + 4, SLEEPERS_FIRST_TID);
}

void sleepers__add_tasks(const struct sleepers *sleepers, struct byte_buf *bytes)
{
	const struct trace_template *t = sleepers->template;

	if (!sleepers->nr)
		return;
	add_thread(sleepers, bytes, 0);
	for (size_t i = 0; i < t->nr; i++) {
		if (is_its_map(sleepers, &t->records[i]))
			add_map(sleepers, bytes, &t->records[i]);
	}
	for (uint32_t i = 1; i < sleepers->nr; i++)
		add_thread(sleepers, bytes, i);
}
