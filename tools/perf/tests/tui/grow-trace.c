// SPDX-License-Identifier: GPL-2.0-only
/*
 * grow-trace: makes a large trace of a small one.
 *
 *   grow-trace FROM TO BYTES [THREADS]
 *
 * Repeats the records of the perf.data file FROM until TO has BYTES or more. Each repetition
 * comes later in time and has cookies of its own, so that samples and deferred records belong
 * together as they did, and every share stays what it was. What perf writes without a time, such
 * as what ran when recording began, stands there once.
 *
 * With THREADS, the programs that are executed have so many threads, each of its own name, and
 * their runs, one entry into the kernel each, are spread over these: a profile by comm has nearly
 * as many rows as there are threads times functions.
 *
 * FROM is of this machine's byte order, has times, and is not compressed.
 */
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer.h>

#define MAX_RECORD (1U << 20)
#define MAX_EXECS  64
#define FIRST_TID  4194304 /* pid_max's limit: no thread of FROM has that (kernel/pid.c) */
#define GAP	   1000000 /* ns between repetitions */

/* What the header has at which place: struct perf_file_header. */
#define HEADER_DATA_SIZE 48

struct exec {
	int32_t pid;
	uint64_t time; /* of the last one */
};

struct grower {
	const uint8_t *from; /* the file */
	uint64_t size;
	struct defer_header header;
	struct defer_evlist *evlist;
	FILE *to;
	uint64_t written; /* of the data section */

	uint64_t first_time, last_time;
	uint32_t min_count, max_count; /* high halves of cookies */

	uint32_t nr_threads;
	struct exec execs[MAX_EXECS];
	uint32_t nr_execs;
	uint64_t *kept; /* cookies of runs that stay their task's; sorted */
	size_t nr_kept, cap_kept;

	uint32_t copy;
	uint8_t record[MAX_RECORD]; /* that is changed */
	struct defer_error err;
};

/* What of a record is changed, and where it stands. */
struct fields {
	uint64_t time, cookie;
	int32_t pid;
	size_t time_at, second_time_at, cookie_at, tid_at; /* bytes from its start; 0: has none */
	bool is_exec;
};

static int fail(struct grower *g, const char *text)
{
	return defer_error__set(&g->err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET, "%s", text);
}

/* ---- what a record has ---- */

static int read_sample(struct grower *g, const struct defer_record *rec,
		       const struct defer_layout *layout, struct fields *fields)
{
	const uint64_t before_tid = DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP;
	struct defer_sample sample;
	int ret = defer_sample__decode(&sample, rec, layout, &g->err);

	if (ret)
		return ret;
	if (layout->time_pos < 0 || !(layout->sample_type & DEFER_SAMPLE_TID))
		return fail(g, "the samples have no times or no tasks");
	fields->pid = sample.pid;
	fields->time = sample.time;
	fields->time_at = DEFER_RECORD_HEADER_SIZE + 8 * layout->time_pos;
	fields->tid_at = DEFER_RECORD_HEADER_SIZE + 4 +
			 8 * __builtin_popcountll(layout->sample_type & before_tid);
	fields->cookie = defer_chain__cookie(&sample.chain);
	if (fields->cookie)
		fields->cookie_at = sample.chain.ips + 8 * (sample.chain.nr - 1) - rec->data;
	return 0;
}

/* FORK, EXIT and THROTTLE have a time besides that of their sample_id. */
static size_t second_time(uint32_t type)
{
	switch (type) {
	case DEFER_RECORD_FORK:
	case DEFER_RECORD_EXIT:
		return DEFER_RECORD_HEADER_SIZE + 16;
	case DEFER_RECORD_THROTTLE:
	case DEFER_RECORD_UNTHROTTLE:
		return DEFER_RECORD_HEADER_SIZE;
	default:
		return 0;
	}
}

static int read_event(struct grower *g, const struct defer_record *rec,
		      const struct defer_layout *layout, struct fields *fields)
{
	size_t id = rec->size - layout->id_all_size;
	struct defer_event ev;
	int ret = defer_event__decode(&ev, rec, g->evlist, &g->err);

	if (ret < 0)
		return ret;
	if (!ev.id.has_time || !ev.id.time || !(layout->sample_type & DEFER_SAMPLE_TID))
		return 0;
	fields->pid = ev.id.pid;
	fields->time = ev.id.time;
	fields->tid_at = id + 4;
	fields->time_at = id + 8;
	fields->second_time_at = second_time(rec->type);
	fields->is_exec = rec->type == DEFER_RECORD_COMM && ret > 0 && ev.comm.exec;
	if (rec->type == DEFER_RECORD_CALLCHAIN_DEFERRED) {
		fields->cookie = ev.deferred.cookie;
		fields->cookie_at = DEFER_RECORD_HEADER_SIZE;
	}
	return 0;
}

static int read_fields(struct grower *g, const struct defer_record *rec, struct fields *fields)
{
	const struct defer_evsel *evsel;

	*fields = (struct fields){.pid = -1};
	if (rec->size > sizeof(g->record) || defer_record__tail(rec) ||
	    rec->type == DEFER_RECORD_COMPRESSED || rec->type == DEFER_RECORD_COMPRESSED2)
		return fail(g, "compressed and AUX traces cannot be grown");
	if (rec->type >= DEFER_RECORD_USER_START)
		return 0;
	evsel = defer_evlist__record_evsel(g->evlist, rec, &g->err);
	if (!evsel)
		return g->err.code;
	return rec->type == DEFER_RECORD_SAMPLE ? read_sample(g, rec, &evsel->layout, fields)
						: read_event(g, rec, &evsel->layout, fields);
}

/* ---- the first look ---- */

static int32_t find_exec(const struct grower *g, int32_t pid)
{
	for (uint32_t i = 0; i < g->nr_execs; i++) {
		if (g->execs[i].pid == pid)
			return i;
	}
	return -1;
}

static int add_exec(struct grower *g, const struct fields *fields)
{
	int32_t i = find_exec(g, fields->pid);

	if (i < 0 && g->nr_execs == MAX_EXECS)
		return fail(g, "too many programs are executed");
	if (i < 0)
		i = g->nr_execs++;
	g->execs[i] = (struct exec){fields->pid, fields->time};
	return 0;
}

/* Their own task's stay: runs of other programs, and those that an exec ends. */
static int keep_cookie(struct grower *g, const struct fields *fields)
{
	int32_t i = find_exec(g, fields->pid);

	if (i >= 0 && fields->time > g->execs[i].time)
		return 0;
	if (g->nr_kept == g->cap_kept) {
		size_t cap = g->cap_kept ? g->cap_kept * 2 : 1024;
		uint64_t *kept = realloc(g->kept, cap * sizeof(*kept));

		if (!kept)
			return fail(g, "out of memory");
		g->kept = kept;
		g->cap_kept = cap;
	}
	g->kept[g->nr_kept++] = fields->cookie;
	return 0;
}

static int by_value(const void *a, const void *b)
{
	const uint64_t *ua = a, *ub = b;

	return *ua < *ub ? -1 : *ua > *ub;
}

static int look_at(struct grower *g, const struct defer_record *rec, const struct fields *fields)
{
	uint32_t count = fields->cookie >> 32;

	(void)rec;
	if (!fields->time_at)
		return 0;
	if (fields->time < g->first_time)
		g->first_time = fields->time;
	if (fields->time > g->last_time)
		g->last_time = fields->time;
	if (fields->cookie && count < g->min_count)
		g->min_count = count;
	if (fields->cookie && count > g->max_count)
		g->max_count = count;
	return fields->is_exec ? add_exec(g, fields) : 0;
}

static int look_for_kept(struct grower *g, const struct defer_record *rec,
			 const struct fields *fields)
{
	return fields->cookie && rec->type == DEFER_RECORD_SAMPLE ? keep_cookie(g, fields) : 0;
}

static int walk(struct grower *g, int (*visit)(struct grower *g, const struct defer_record *rec,
					       const struct fields *fields))
{
	const struct defer_section *data = &g->header.data;
	struct defer_record rec;
	struct defer_cursor cur;
	struct fields fields;
	int ret;

	defer_cursor__init(&cur, g->from + data->offset, data->size, data->offset, false);
	while ((ret = defer_record__next(&rec, &cur, &g->err)) > 0) {
		ret = read_fields(g, &rec, &fields);
		if (!ret)
			ret = visit(g, &rec, &fields);
		if (ret)
			break;
	}
	return ret;
}

static int look(struct grower *g)
{
	int ret;

	g->first_time = UINT64_MAX;
	g->min_count = UINT32_MAX;
	ret = walk(g, look_at);
	if (!ret && g->first_time > g->last_time)
		ret = fail(g, "no record has a time");
	if (!ret && g->nr_threads)
		ret = walk(g, look_for_kept);
	if (!ret && g->nr_kept)
		qsort(g->kept, g->nr_kept, sizeof(*g->kept), by_value);
	return ret;
}

/* ---- writing ---- */

static int put(struct grower *g, const void *data, size_t size)
{
	if (fwrite(data, 1, size, g->to) != size)
		return defer_error__set(&g->err, DEFER_ERR_IO, DEFER_NO_OFFSET, "cannot write: %s",
					strerror(errno));
	return 0;
}

static int put_record(struct grower *g, size_t size)
{
	g->written += size;
	return put(g, g->record, size);
}

static void set_u64(struct grower *g, size_t at, uint64_t value)
{
	memcpy(g->record + at, &value, sizeof(value));
}

static void set_s32(struct grower *g, size_t at, int32_t value)
{
	memcpy(g->record + at, &value, sizeof(value));
}

static uint64_t shift_time(const struct grower *g, uint64_t time)
{
	return time + g->copy * (g->last_time - g->first_time + GAP);
}

/* Cookies are odd in their high half: the kernel counts by two. */
static uint64_t shift_cookie(const struct grower *g, uint64_t cookie)
{
	uint64_t step = ((uint64_t)(g->max_count - g->min_count) + 2) & ~1ULL;

	return cookie + ((g->copy * step) << 32);
}

/* The thread of executed program @exec that takes the run of @cookie over. */
static int32_t thread_tid(const struct grower *g, uint32_t exec, uint64_t cookie)
{
	uint64_t mixed = (cookie * 0x9e3779b97f4a7c15ULL) >> 32;

	return FIRST_TID + exec * g->nr_threads + mixed % g->nr_threads;
}

/* The program whose threads take the record over, or -1. */
static int32_t new_owner(const struct grower *g, const struct fields *fields)
{
	if (!g->nr_threads || !fields->cookie ||
	    bsearch(&fields->cookie, g->kept, g->nr_kept, sizeof(*g->kept), by_value))
		return -1;
	return find_exec(g, fields->pid);
}

/* A thread begins as a FORK says, and calls itself something; the ids are as those of @exec. */
static int put_thread(struct grower *g, const struct defer_record *exec,
		      const struct fields *fields, uint32_t nth)
{
	const struct {
		uint32_t type;
		uint16_t misc, size;
		int32_t pid, ppid, tid, ptid;
		uint64_t time;
	} fork = {DEFER_RECORD_FORK,
		  0,
		  sizeof(fork) + exec->size - (fields->tid_at - 4),
		  fields->pid,
		  fields->pid,
		  FIRST_TID + nth,
		  fields->pid,
		  fields->time + 1};
	struct {
		uint32_t type;
		uint16_t misc, size;
		int32_t pid, tid;
		char name[16];
	} comm = {
		DEFER_RECORD_COMM, 0, sizeof(comm) + exec->size - (fields->tid_at - 4), fields->pid,
		FIRST_TID + nth,   ""};
	const uint8_t *ids = exec->data + fields->tid_at - 4;
	size_t ids_size = exec->size - (fields->tid_at - 4);
	int ret;

	snprintf(comm.name, sizeof(comm.name), "worker-%05" PRIu32, nth % 100000);
	memcpy(g->record, &fork, sizeof(fork));
	memcpy(g->record + sizeof(fork), ids, ids_size);
	set_u64(g, sizeof(fork) + 8, fields->time + 1);
	ret = put_record(g, fork.size);
	memcpy(g->record, &comm, sizeof(comm));
	memcpy(g->record + sizeof(comm), ids, ids_size);
	set_s32(g, sizeof(comm) + 4, FIRST_TID + nth);
	set_u64(g, sizeof(comm) + 8, fields->time + 1);
	return ret ? ret : put_record(g, comm.size);
}

static int put_threads(struct grower *g, const struct defer_record *exec,
		       const struct fields *fields)
{
	uint32_t first = find_exec(g, fields->pid) * g->nr_threads;
	int ret = 0;

	for (uint32_t i = 0; !ret && i < g->nr_threads; i++)
		ret = put_thread(g, exec, fields, first + i);
	return ret;
}

/* Later copies have no more of what is said once: all else, where threads live on. */
static bool is_wanted(const struct grower *g, const struct defer_record *rec,
		      const struct fields *fields, int32_t owner)
{
	if (!g->copy || rec->type == DEFER_RECORD_FINISHED_ROUND)
		return true;
	return g->nr_threads ? owner >= 0 : fields->time_at;
}

static int copy_record(struct grower *g, const struct defer_record *rec,
		       const struct fields *fields)
{
	int32_t owner = new_owner(g, fields);
	uint64_t cookie = shift_cookie(g, fields->cookie);
	int ret;

	if (!is_wanted(g, rec, fields, owner))
		return 0;
	memcpy(g->record, rec->data, rec->size);
	if (fields->time_at)
		set_u64(g, fields->time_at, shift_time(g, fields->time));
	if (fields->second_time_at)
		set_u64(g, fields->second_time_at, shift_time(g, fields->time));
	if (fields->cookie)
		set_u64(g, fields->cookie_at, cookie);
	if (owner >= 0)
		set_s32(g, fields->tid_at, thread_tid(g, owner, cookie));
	ret = put_record(g, rec->size);
	if (!ret && g->nr_threads && fields->is_exec &&
	    fields->time == g->execs[find_exec(g, fields->pid)].time)
		ret = put_threads(g, rec, fields);
	return ret;
}

/* ---- the file around the records ---- */

static unsigned int nr_features(const struct defer_header *header)
{
	unsigned int nr = 0;

	for (size_t i = 0; i < sizeof(header->features) / sizeof(header->features[0]); i++)
		nr += __builtin_popcountll(header->features[i]);
	return nr;
}

/* The sections after the data, and the table of them, which comes first. */
static int put_features(struct grower *g)
{
	const struct defer_section *data = &g->header.data;
	uint64_t at = data->offset + data->size, end = at;
	int ret = 0;

	for (unsigned int i = nr_features(&g->header); !ret && i--; end += sizeof(*data)) {
		struct defer_section section;

		if (g->size - end < sizeof(section))
			return fail(g, "the table of features is cut");
		memcpy(&section, g->from + end, sizeof(section));
		if (section.offset >= at)
			section.offset += g->written - data->size;
		ret = put(g, &section, sizeof(section));
	}
	return ret ? ret : put(g, g->from + end, g->size - end);
}

static int put_data_size(struct grower *g)
{
	if (fseeko(g->to, HEADER_DATA_SIZE, SEEK_SET))
		return fail(g, "cannot go back to the header");
	return put(g, &g->written, sizeof(g->written));
}

static int grow(struct grower *g, uint64_t bytes)
{
	int ret = look(g);

	if (!ret)
		ret = put(g, g->from, g->header.data.offset);
	for (; !ret && (!g->copy || g->size - g->header.data.size + g->written < bytes);
	     g->copy++) {
		uint64_t before = g->written;

		if (shift_cookie(g, (uint64_t)g->max_count << 32) >> 32 < g->max_count)
			return fail(g, "there are no further cookies");
		ret = walk(g, copy_record);
		if (!ret && g->copy && g->written == before)
			return fail(g, "nothing can be repeated");
	}
	if (!ret)
		ret = put_features(g);
	return ret ? ret : put_data_size(g);
}

static int64_t pread_from(void *ctx, void *buf, size_t size, uint64_t offset,
			  struct defer_error *err)
{
	const struct grower *g = ctx;

	(void)err;
	if (offset >= g->size)
		return 0;
	if (size > g->size - offset)
		size = g->size - offset;
	memcpy(buf, g->from + offset, size);
	return size;
}

static int open_from(struct grower *g, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;
	const struct defer_section *data = &g->header.data;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) || !st.st_size)
		return fail(g, "cannot open the trace");
	g->size = st.st_size;
	g->from = mmap(NULL, g->size, PROT_READ, MAP_PRIVATE, fd, 0);
	close(fd);
	if (g->from == MAP_FAILED)
		return fail(g, "cannot map the trace");
	ret = defer_header__read(&g->header, pread_from, g, &g->err);
	if (ret)
		return ret;
	if (g->header.pipe || g->header.swap)
		return fail(g, "streams and traces of the other byte order cannot be grown");
	if (data->offset > g->size || data->size > g->size - data->offset)
		return fail(g, "the trace is cut");
	return defer_header__read_attrs(&g->header, pread_from, g, g->evlist, &g->err);
}

int main(int argc, char **argv)
{
	struct grower *g = calloc(1, sizeof(*g));
	int ret;

	if (argc < 4 || argc > 5 || !g) {
		fprintf(stderr, "usage: grow-trace FROM TO BYTES [THREADS]\n");
		return 2;
	}
	g->nr_threads = argc > 4 ? strtoul(argv[4], NULL, 0) : 0;
	g->evlist = defer_evlist__new();
	g->to = fopen(argv[2], "we");
	ret = g->evlist && g->to ? open_from(g, argv[1]) : fail(g, "cannot create the file");
	if (!ret)
		ret = grow(g, strtoull(argv[3], NULL, 0));
	if (g->to && fclose(g->to) && !ret)
		ret = fail(g, "cannot write the file");
	if (ret) {
		fprintf(stderr, "grow-trace: %s: %s\n", argv[1], g->err.text);
		unlink(argv[2]);
	}
	free(g->kept);
	defer_evlist__delete(g->evlist);
	free(g);
	return ret ? 1 : 0;
}
