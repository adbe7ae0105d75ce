/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * template: the records of a trace in memory, and the places in each of them that are different in
 * every copy: times, cookies and tasks.
 */
#ifndef PERF_DEFER_TESTS_GENERATE_TEMPLATE_H
#define PERF_DEFER_TESTS_GENERATE_TEMPLATE_H

#include "util/base/byte-buf.h"
#include "util/session/session.h"

struct defer_evsel;

/* The largest task id of a template. Those above are for tasks of copies and for sleepers. */
#define TEMPLATE_MAX_TID (1 << 28)

enum edit_kind {
	EDIT_TIME,
	EDIT_COOKIE,
	EDIT_TASK,
};

struct edit {
	uint32_t at; /* bytes from the start of the record */
	enum edit_kind kind;
};

enum repeat {
	REPEAT_NEVER, /* the first copy has it */
	REPEAT_TASK,  /* has no time, but describes a task that is another one in each copy */
	REPEAT_ALWAYS,
};

struct template_record {
	uint64_t at;   /* offset in the template's bytes */
	uint64_t time; /* ns; 0: none */
	uint64_t cookie, id;
	uint64_t first_edit;
	const struct defer_evsel *evsel; /* NULL: a record that perf itself wrote */
	uint32_t size, type;
	int32_t pid, tid, cpu; /* of MMAP, COMM, FORK: the pid and tid that it describes */
	uint32_t tid_at;       /* offset of the pid before the tid; 0: none */
	uint16_t nr_edits;
	uint8_t repeat; /* enum repeat */
	bool is_exec;
};

/* Cookies by the low bits of their low half, which is the number of the CPU. */
#define TEMPLATE_NR_CPUS 1024

struct cookie_range {
	uint32_t min, max; /* of the high half: the CPU's counter */
};

struct trace_template {
	struct byte_buf bytes;
	struct template_record *records;
	size_t nr, cap;
	struct edit *edits;
	size_t nr_edits, cap_edits;
	int32_t *tasks; /* ids that are others in each copy; sorted */
	size_t nr_tasks, cap_tasks;
	int32_t max_tid;
	uint64_t first_time, last_time; /* ns */
	struct cookie_range cookies[TEMPLATE_NR_CPUS];
};

struct template_opts {
	uint32_t depth; /* frames of each user callchain; 0: as they are */
	bool new_tasks; /* all tasks are others in each copy, not only those that begin in the trace */
};

/*
 * Reads all records of @session. Returns DEFER_ERR_UNSUPPORTED for what cannot be repeated: damage,
 * AUX area data, the other byte order, samples without time or task or with a group's counters.
 */
int trace_template__init(struct trace_template *template, struct session *session,
			 const struct template_opts *opts, struct defer_error *err);
void trace_template__exit(struct trace_template *template);

/* Returns true if task @tid is another one in each copy. */
bool trace_template__is_moved(const struct trace_template *template, int32_t tid);

static inline const uint8_t *trace_template__data(const struct trace_template *template,
						  const struct template_record *rec)
{
	return template->bytes.data + rec->at;
}

static inline struct cookie_range *trace_template__cookies(struct trace_template *template,
							   uint64_t cookie)
{
	return &template->cookies[cookie % TEMPLATE_NR_CPUS];
}

#endif /* PERF_DEFER_TESTS_GENERATE_TEMPLATE_H */
