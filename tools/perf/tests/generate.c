// SPDX-License-Identifier: GPL-2.0-only
/*
 * generate: copies of a trace have its samples in the same classes, so many times, with times,
 * cookies and tasks of their own.
 */
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-evlist.h>
#include <perf/defer-stitch.h>

#include "tests/folder.h"
#include "util/session/order.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "util/base/array.h"
#include "tests/generate/generate.h"
#include "tests/generate/sleepers.h"
#include "util/header/env.h"
#include "util/session/losses.h"
#include "util/source/source.h"

/* ---- what a trace holds ---- */

#define MAX_SEEN 8192

struct seen_sample {
	uint64_t time, cookie;
	uint64_t returned; /* time of the deferred record; 0: none */
	int32_t pid, tid;
	uint32_t nr_user;
	uint64_t first, last; /* user address */
	enum defer_class cls;
	char comm[16];
	bool mapped;
};

struct seen {
	struct seen_sample samples[MAX_SEEN];
	size_t nr;
	uint64_t classes[DEFER_NR_CLASSES];
	uint64_t records, lost, damage;
	uint64_t first_time, last_time;
	uint32_t nr_events;
	char host[16];
	const struct session *session;
};

static int see(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct seen *seen = ctx;
	struct seen_sample *sample = &seen->samples[seen->nr];

	(void)worker;
	(void)err;
	if (seen->nr++ >= MAX_SEEN)
		abort();
	*sample = (struct seen_sample){
		.time = s->time,
		.cookie = s->cookie,
		.returned = s->record ? s->record->time : 0,
		.pid = s->sample->pid,
		.tid = s->sample->tid,
		.nr_user = s->user.nr,
		.cls = s->cls,
	};
	if (s->user.nr) {
		sample->first = s->user.ips[0];
		sample->last = s->user.ips[s->user.nr - 1];
		sample->mapped = maps__find(machine__maps(seen->session->machine, s->user_maps_id),
					    s->user.ips[0]);
	}
	snprintf(sample->comm, sizeof(sample->comm), "%s",
		 machine__comm(seen->session->machine, s->task.comm_id));
	seen->classes[s->cls]++;
	return 0;
}

static int read_seen(struct seen *seen, const char *path)
{
	const struct session_opts opts = {.path = path, .nr_workers = 1};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	struct losses losses;

	*seen = (struct seen){0};
	if (session__open(&session, &opts, &err) || session__gather(session, &err))
		T_FAIL("%s: %s", path, err.text);
	seen->session = session;
	if (session__walk_ordered(session, see, seen, &err))
		T_FAIL("%s: %s", path, err.text);
	seen->records = session->stats.types[DEFER_RECORD_CALLCHAIN_DEFERRED];
	if (losses__init(&losses, session, NULL, &err))
		T_FAIL("%s: %s", path, err.text);
	seen->lost = losses.total.lost;
	losses__exit(&losses);
	seen->damage = session->damage.nr;
	seen->nr_events = defer_evlist__nr(session->evlist);
	seen->first_time = session->stats.first_time;
	seen->last_time = session->stats.last_time;
	snprintf(seen->host, sizeof(seen->host), "%s",
		 session->env->hostname ? session->env->hostname : "");
	seen->session = NULL;
	session__close(session);
	return TEST_OK;
}

/* ---- generating ---- */

struct files {
	char in[96], out[96];
};

static int generate(const struct files *files, struct generate_opts opts,
		    struct generate_stats *stats, struct defer_error *err)
{
	const struct session_opts sopts = {.path = files->in};
	struct session *session = NULL;
	int ret = session__open(&session, &sopts, err);

	opts.path = files->out;
	if (!ret)
		ret = generate__run(session, &opts, stats, err);
	session__close(session);
	return ret;
}

static void set_files(struct files *files, const struct folder *folder)
{
	snprintf(files->in, sizeof(files->in), "%s/in", folder->path);
	snprintf(files->out, sizeof(files->out), "%s/out", folder->path);
}

/* Writes @trace, which it exits, and one generated of it. */
static int make_of(struct files *files, const struct folder *folder, struct trace *trace,
		   const struct generate_opts *opts)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct generate_stats stats;

	set_files(files, folder);
	builder__write(&trace->b, files->in);
	trace__exit(trace);
	if (generate(files, *opts, &stats, &err))
		T_FAIL("%s", err.text);
	return TEST_OK;
}

/* Writes the small trace, and one generated of it. */
static int make(struct files *files, const struct folder *folder, const struct generate_opts *opts,
		bool pipe)
{
	struct trace trace;

	trace__build(&trace, false, pipe);
	return make_of(files, folder, &trace, opts);
}

static bool has_cookie(const struct seen *seen, size_t end, uint64_t cookie)
{
	for (size_t i = 0; i < end; i++) {
		if (seen->samples[i].cookie == cookie)
			return true;
	}
	return false;
}

static int check_copies(const struct seen *seen, unsigned int copies)
{
	T_EQ(seen->nr, copies * TRACE_NR_SAMPLES);
	T_EQ(seen->classes[DEFER_MERGED], copies * TRACE_NR_SAMPLES);
	T_EQ(seen->records, copies * TRACE_NR_SAMPLES);
	T_EQ(seen->damage, 0);
	T_EQ(seen->nr_events, 2);
	T_STREQ(seen->host, "recorder");
	for (size_t i = 0; i < seen->nr; i++) {
		const struct seen_sample *s = &seen->samples[i];
		/* A FORK of the trace begins the task, so each copy has another one. */
		const int32_t copy = i / TRACE_NR_SAMPLES;

		T_EQ(s->tid, TRACE_PID + copy);
		T_EQ(s->pid, TRACE_PID + copy);
		T_STREQ(s->comm, "program");
		T_EQ(s->nr_user, TRACE_NR_IPS);
		T_CHECK(s->mapped);
		T_CHECK(!has_cookie(seen, i, s->cookie));
		T_EQ(s->cookie >> 32 & 1, 1);
		T_EQ((uint32_t)s->cookie, 1);
		T_CHECK(!i || s->time > s[-1].time);
	}
	return TEST_OK;
}

static struct seen *new_seen(void)
{
	struct seen *seen = calloc(1, sizeof(*seen));

	if (!seen)
		abort();
	return seen;
}

static int copies_of(const struct folder *folder, bool pipe)
{
	struct seen *seen = new_seen();
	struct files files;

	T_RUN(make(&files, folder, &(struct generate_opts){.copies = 5}, pipe));
	T_RUN(read_seen(seen, files.out));
	T_RUN(check_copies(seen, 5));
	free(seen);
	return TEST_OK;
}

static int test_copies_in(const struct folder *folder)
{
	return copies_of(folder, false);
}

static int test_copies(void)
{
	return folder__run(test_copies_in);
}

static int test_stream_in(const struct folder *folder)
{
	return copies_of(folder, true);
}

static int test_stream(void)
{
	return folder__run(test_stream_in);
}

static int same_bytes(const char *a, const char *b)
{
	FILE *fa = fopen(a, "re"), *fb = fopen(b, "re");
	int ca, cb;

	T_CHECK(fa && fb);
	do {
		ca = fgetc(fa);
		cb = fgetc(fb);
		T_EQ(ca, cb);
	} while (ca != EOF);
	fclose(fa);
	fclose(fb);
	return TEST_OK;
}

/* One copy is the trace itself. */
static int test_one_in(const struct folder *folder)
{
	struct files files;

	T_RUN(make(&files, folder, &(struct generate_opts){0}, false));
	return same_bytes(files.in, files.out);
}

static int test_one(void)
{
	return folder__run(test_one_in);
}

static int test_size_in(const struct folder *folder)
{
	const uint64_t size = 100000;
	struct defer_error err = DEFER_ERROR_INIT;
	struct generate_stats stats;
	struct files files;
	uint64_t each;

	T_RUN(make(&files, folder, &(struct generate_opts){0}, false));
	T_EQ(generate(&files, (struct generate_opts){.copies = 3}, &stats, &err), 0);
	each = stats.bytes / 3 + 1;
	T_EQ(generate(&files, (struct generate_opts){.size = size}, &stats, &err), 0);
	T_CHECK(stats.bytes >= size && stats.bytes < size + each + 1000);
	T_EQ(stats.samples, stats.copies * TRACE_NR_SAMPLES);
	return TEST_OK;
}

static int test_size(void)
{
	return folder__run(test_size_in);
}

/* ---- sleepers ---- */

#define NR_SLEEPERS 100

static bool is_sleeper(const struct seen_sample *sample)
{
	return sample->tid >= SLEEPERS_FIRST_TID;
}

static size_t last_of_copy(size_t i)
{
	const size_t nr = TRACE_NR_SAMPLES + NR_SLEEPERS;

	return i / nr * nr + nr - 1;
}

static int check_sleepers(const struct seen *seen, unsigned int copies)
{
	char comm[16];
	size_t nr = 0;

	T_EQ(seen->nr, copies * (TRACE_NR_SAMPLES + NR_SLEEPERS));
	T_EQ(seen->classes[DEFER_MERGED], seen->nr);
	for (size_t i = 0; i < seen->nr; i++) {
		const struct seen_sample *s = &seen->samples[i];

		T_CHECK(!has_cookie(seen, i, s->cookie));
		/* All of them wait before the first other sample of the copy. */
		T_EQ(is_sleeper(s), i % (TRACE_NR_SAMPLES + NR_SLEEPERS) < NR_SLEEPERS);
		if (!is_sleeper(s))
			continue;
		/* They return after the last one. */
		T_CHECK(s->returned > seen->samples[last_of_copy(i)].time);
		T_EQ(s->pid, SLEEPERS_FIRST_TID);
		T_EQ(s->tid, SLEEPERS_FIRST_TID + nr % NR_SLEEPERS);
		snprintf(comm, sizeof(comm), "sleeper-%zu", nr % NR_SLEEPERS);
		T_STREQ(s->comm, comm);
		T_EQ(s->nr_user, TRACE_NR_IPS);
		T_CHECK(s->mapped);
		nr++;
	}
	return TEST_OK;
}

/* Returns the number of deferred records before the last sample of a sleeper in the first copy. */
static int woken_early(const char *path, unsigned int *nr)
{
	const struct session_opts opts = {.path = path};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	struct defer_record rec;
	unsigned int samples = 0;
	struct chunk chunk;

	*nr = 0;
	T_EQ(session__open(&session, &opts, &err), 0);
	chunk__init(&chunk);
	T_EQ(source__next(session->source, &chunk, &err), 1);
	for (size_t pos = 0; pos < chunk.size && samples < NR_SLEEPERS; pos += rec.size) {
		T_EQ(chunk__record(&chunk, pos, &rec, &err), 0);
		samples += rec.type == DEFER_RECORD_SAMPLE;
		*nr += rec.type == DEFER_RECORD_CALLCHAIN_DEFERRED;
	}
	chunk__exit(&chunk);
	session__close(session);
	return TEST_OK;
}

static int test_sleepers_in(const struct folder *folder)
{
	struct seen *seen = new_seen();
	struct files files;
	unsigned int nr;

	T_RUN(make(&files, folder,
		   &(struct generate_opts){.copies = 3, .sleepers = NR_SLEEPERS, .names = true},
		   false));
	T_RUN(read_seen(seen, files.out));
	T_RUN(check_sleepers(seen, 3));
	T_RUN(woken_early(files.out, &nr));
	T_EQ(nr, 0);
	free(seen);
	return TEST_OK;
}

static int test_sleepers(void)
{
	return folder__run(test_sleepers_in);
}

/* ---- depth ---- */

static int check_depth(const struct folder *folder, uint32_t depth)
{
	struct seen *seen = new_seen();
	struct files files;

	T_RUN(make(&files, folder, &(struct generate_opts){.copies = 2, .depth = depth}, false));
	T_RUN(read_seen(seen, files.out));
	T_EQ(seen->classes[DEFER_MERGED], 2 * TRACE_NR_SAMPLES);
	T_EQ(seen->damage, 0);
	for (size_t i = 0; i < seen->nr; i++) {
		T_EQ(seen->samples[i].nr_user, depth);
		T_EQ(seen->samples[i].first, 0x400100);
		if (depth >= TRACE_NR_IPS)
			T_EQ(seen->samples[i].last, 0x400300 + i % TRACE_NR_SAMPLES % 3);
	}
	free(seen);
	return TEST_OK;
}

static int test_depth_in(const struct folder *folder)
{
	T_RUN(check_depth(folder, 1));
	T_RUN(check_depth(folder, 2));
	T_RUN(check_depth(folder, 3));
	T_RUN(check_depth(folder, 4));
	return check_depth(folder, 400);
}

static int test_depth(void)
{
	return folder__run(test_depth_in);
}

/* ---- loss ---- */

static int test_loss_in(const struct folder *folder)
{
	struct generate_opts opts = {.copies = 200, .loss = 25, .seed = 7};
	struct defer_error err = DEFER_ERROR_INIT;
	struct generate_stats stats, again;
	struct seen *seen = new_seen();
	struct files files;
	uint64_t all = 200 * 2 * TRACE_NR_SAMPLES;

	T_RUN(make(&files, folder, &opts, false));
	T_RUN(read_seen(seen, files.out));
	T_EQ(seen->damage, 0);
	T_EQ(seen->lost, all - seen->nr - seen->records);
	T_CHECK(seen->lost > all / 5 && seen->lost < all * 3 / 10);
	T_CHECK(seen->classes[DEFER_LOST] > 0);

	/* The same seed, the same losses. */
	T_EQ(generate(&files, opts, &again, &err), 0);
	T_EQ(again.lost, seen->lost);
	T_EQ(again.samples, seen->nr);
	opts.seed++;
	T_EQ(generate(&files, opts, &stats, &err), 0);
	T_CHECK(stats.lost != again.lost || stats.samples != again.samples);
	free(seen);
	return TEST_OK;
}

static int test_loss(void)
{
	return folder__run(test_loss_in);
}

/* A trace without sample_id_all: its records end with their fields, and so does LOST. */
static void build_without_ids(struct trace *trace)
{
	trace__begin(trace, false, false);
	builder__exit(&trace->b);
	builder__init(&trace->b, false);
	for (size_t i = 0; i < ARRAY_SIZE(trace->events); i++)
		trace->events[i].attr.flags &= ~DEFER_ATTR_SAMPLE_ID_ALL;
	builder__begin_file(&trace->b, trace->events, ARRAY_SIZE(trace->events));
	trace__add_samples(trace, 0, TRACE_NR_SAMPLES);
	trace__end(trace);
}

static int test_loss_without_ids_in(const struct folder *folder)
{
	const struct generate_opts opts = {.copies = 50, .loss = 50, .seed = 7};
	const uint64_t all = 50 * 2 * TRACE_NR_SAMPLES;
	struct seen *seen = new_seen();
	struct files files;
	struct trace trace;

	build_without_ids(&trace);
	T_RUN(make_of(&files, folder, &trace, &opts));
	T_RUN(read_seen(seen, files.out));
	T_EQ(seen->damage, 0);
	T_CHECK(seen->lost > 0);
	T_CHECK(seen->nr > all / 10 && seen->records > all / 10);
	free(seen);
	return TEST_OK;
}

static int test_loss_without_ids(void)
{
	return folder__run(test_loss_without_ids_in);
}

/* ---- tasks ---- */

/* A task that was there before, whose name has no time: TRACE_PID + 1. */
static void build_old_task(struct trace *trace)
{
	struct defer_event comm = {.type = DEFER_RECORD_COMM};

	trace__begin(trace, false, false);
	comm.comm.pid = comm.comm.tid = TRACE_PID + 1;
	comm.comm.name = "older";
	comm.id.pid = comm.id.tid = 0;
	comm.id.id = 0;
	builder__event(&trace->b, &trace->events[1].attr, &comm);
	trace__sample(trace, 1, TRACE_PID + 1, 0, TRACE_COOKIE(500));
	builder__poke_u32(&trace->b, trace->b.record + TRACE_SAMPLE_PID, TRACE_PID + 1);
	trace__end(trace);
}

static int old_tasks(const struct folder *folder, bool new_tasks)
{
	struct generate_opts opts = {.copies = 3, .new_tasks = new_tasks};
	struct seen *seen = new_seen();
	struct files files;
	struct trace trace;

	build_old_task(&trace);
	T_RUN(make_of(&files, folder, &trace, &opts));
	T_RUN(read_seen(seen, files.out));
	T_EQ(seen->nr, 3);
	for (size_t i = 0; i < 3; i++) {
		T_STREQ(seen->samples[i].comm, "older");
		T_EQ(seen->samples[i].tid == TRACE_PID + 1, !new_tasks || !i);
		T_CHECK(!new_tasks || !i || seen->samples[i].tid > seen->samples[i - 1].tid);
	}
	free(seen);
	return TEST_OK;
}

static int test_tasks_in(const struct folder *folder)
{
	T_RUN(old_tasks(folder, false));
	return old_tasks(folder, true);
}

static int test_tasks(void)
{
	return folder__run(test_tasks_in);
}

/* ---- what cannot be repeated ---- */

static int refused(const struct folder *folder, struct trace *trace, struct generate_opts opts,
		   const char *why)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct generate_stats stats;
	struct files files;

	set_files(&files, folder);
	builder__write(&trace->b, files.in);
	trace__exit(trace);
	T_EQ(generate(&files, opts, &stats, &err), DEFER_ERR_UNSUPPORTED);
	if (!strstr(err.text, why))
		T_FAIL("\"%s\" is not in \"%s\"", why, err.text);
	T_CHECK(access(files.out, F_OK));
	return TEST_OK;
}

static int test_refused_in(const struct folder *folder)
{
	struct trace trace;

	trace__build(&trace, true, false);
	T_RUN(refused(folder, &trace, (struct generate_opts){0}, "byte order"));
	trace__begin(&trace, false, false);
	trace__end(&trace);
	builder__poke_u64(&trace.b, trace.fork + 8, 1ULL << 61 | 1); /* pid, and its parent's */
	T_RUN(refused(folder, &trace, (struct generate_opts){0}, "too large"));
	/* No sample has a cookie. */
	trace__begin(&trace, false, false);
	trace__sample(&trace, 1, TRACE_PID, 0, 0);
	trace__end(&trace);
	T_RUN(refused(folder, &trace, (struct generate_opts){.sleepers = 1}, "sleepers"));
	trace__build(&trace, false, false);
	T_RUN(refused(folder, &trace, (struct generate_opts){.depth = 9000}, "64 KiB"));
	trace__build(&trace, false, false);
	return refused(folder, &trace, (struct generate_opts){.copies = 1ULL << 31}, "cookies");
}

static int test_refused(void)
{
	return folder__run(test_refused_in);
}

static const struct test_case cases[] = {
	{"One copy is the trace, byte for byte", test_one},
	{"Each copy has its own times, cookies and tasks", test_copies},
	{"Copies of a stream are a stream", test_stream},
	{"Whole copies, until the size is reached", test_size},
	{"Sleepers wait all at once, and get their stacks", test_sleepers},
	{"User callchains of any depth", test_depth},
	{"Losses are told, and repeat with their seed", test_loss},
	{"Losses are told where records have no sample_id", test_loss_without_ids},
	{"Tasks that were there before stay or are others, as asked", test_tasks},
	{"Names what it cannot repeat", test_refused},
	{NULL, NULL},
};

const struct test_suite suite__generate = {
	"generate",
	"Large traces are made of small ones, and stitch like them",
	cases,
};
