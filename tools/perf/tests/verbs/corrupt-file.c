// SPDX-License-Identifier: GPL-2.0-only
/* Inputs that change while they are read, or are no files at all, through the whole program. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/spoilt.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/base/array.h"
#include "util/session/session.h"

#define ALL TRACE_NR_SAMPLES

/* ---- a file that shrinks ---- */

#define NR_TIMES 2000 /* so that it has many chunks */

enum when {
	AFTER_OPEN,
	AFTER_GATHER,
	IN_WALK
};

struct shrinking {
	int fd;
	off_t to; /* bytes that are left */
	enum when when;
	uint64_t samples;
};

static int shrink(struct shrinking *shrinking, enum when now)
{
	if (now == shrinking->when && ftruncate(shrinking->fd, shrinking->to))
		abort();
	return 0;
}

static int see_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct shrinking *shrinking = ctx;

	(void)worker;
	(void)sample;
	(void)err;
	if (++shrinking->samples == 1)
		shrink(shrinking, IN_WALK);
	return 0;
}

static int read_shrinking(struct shrinking *shrinking, struct session *session)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int ret;

	shrink(shrinking, AFTER_OPEN);
	ret = session__gather(session, &err);
	shrink(shrinking, AFTER_GATHER);
	if (!ret)
		ret = session__walk(session, see_sample, shrinking, &err);
	if (!ret && !session->damage.nr)
		T_FAIL("nothing was said of %" PRIu64 " samples", shrinking->samples);
	if (ret)
		T_CHECK(err.text[0]);
	return TEST_OK;
}

static int shrinks(enum when when, off_t to, uint64_t min_samples)
{
	struct shrinking shrinking = {.to = to, .when = when};
	struct session_opts opts = {.nr_workers = 1};
	struct session *session;
	struct trace trace;
	char path[64];

	trace__begin(&trace, true, false);
	for (int i = 0; i < NR_TIMES; i++)
		trace__add_samples(&trace, 0, ALL);
	trace__end(&trace);
	shrinking.fd = trial__memfd(&trace.b);
	trace__exit(&trace);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", shrinking.fd);
	opts.path = path;
	T_EQ(session__open(&session, &opts, NULL), 0);
	T_RUN(read_shrinking(&shrinking, session));
	T_CHECK(shrinking.samples >= min_samples);
	T_CHECK(shrinking.samples < (uint64_t)NR_TIMES * ALL);
	session__close(session);
	close(shrinking.fd);
	return TEST_OK;
}

static int test_shrinks_early(void)
{
	T_RUN(shrinks(AFTER_OPEN, 0, 0));
	T_RUN(shrinks(AFTER_OPEN, 5000, 5));
	T_RUN(shrinks(AFTER_OPEN, 1 << 20, 1000));
	return TEST_OK;
}

static int test_shrinks_between(void)
{
	T_RUN(shrinks(AFTER_GATHER, 0, 0));
	T_RUN(shrinks(AFTER_GATHER, 5001, 5));
	T_RUN(shrinks(AFTER_GATHER, 1 << 20, 1000));
	return TEST_OK;
}

static int test_shrinks_late(void)
{
	T_RUN(shrinks(IN_WALK, 0, 1));
	T_RUN(shrinks(IN_WALK, 1 << 20, 1000));
	return TEST_OK;
}

/* ---- what is no file, or not one file ---- */

static int refused(const char *path, const char *says)
{
	struct trial_run run;
	struct trial trial;

	trial__read(&trial, path);
	T_CHECK(trial.ret < 0);
	T_CHECK(strstr(trial.err.text, says));
	trial_run__init(&run, TRIAL_AUDIT, path);
	T_EQ(run.status, 1);
	T_CHECK(strstr(run.err, says));
	T_EQ(run.samples, -1);
	trial_run__exit(&run);
	return TEST_OK;
}

static int test_no_files(void)
{
	T_RUN(refused("/nowhere/perf.data", "No such file"));
	T_RUN(refused("/dev/null", "empty"));
	T_RUN(refused("/proc/self/exe", "ELF"));
	return TEST_OK;
}

static int write_file(const char *dir, const char *name, const void *data, size_t size)
{
	char path[512];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", dir, name);
	file = fopen(path, "w");
	T_CHECK(file);
	T_EQ(fwrite(data, 1, size, file), size);
	T_EQ(fclose(file), 0);
	return TEST_OK;
}

static int remove_dir(const char *dir)
{
	static const char *const names[] = {"data", "data.0", "data.1", "data.x"};
	char path[512];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		snprintf(path, sizeof(path), "%s/%s", dir, names[i]);
		unlink(path);
	}
	return rmdir(dir);
}

/* perf record --threads: the first file has the header, the others have records alone. */
static int in_directory(const char *dir)
{
	struct trace trace;
	struct trial trial;
	size_t half;

	T_RUN(refused(dir, "No such file"));

	trace__begin(&trace, false, false);
	half = trace.b.size;
	trace__add_samples(&trace, 0, ALL);
	T_RUN(write_file(dir, "data", trace.b.data, half));
	T_RUN(write_file(dir, "data.0", trace.b.data + half, trace.b.size - half));
	trial__read(&trial, dir);
	T_EQ(trial.samples, ALL);
	T_CHECK(!trial__complains(&trial));

	/* One file cut, one of zeros, one that is not theirs. */
	T_RUN(write_file(dir, "data.0", trace.b.data + half, trace.samples[5] - half + 20));
	T_RUN(write_file(dir, "data.1", "\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16));
	T_RUN(write_file(dir, "data.x", "?", 1));
	trial__read(&trial, dir);
	T_EQ(trial.samples, 5);
	T_CHECK(trial__says(&trial, "less than the 8 bytes of its header"));
	T_CHECK(trial__says(&trial, "within a record"));
	trace__exit(&trace);
	return TEST_OK;
}

static int test_directory(void)
{
	char dir[] = "/tmp/perf-defer-corrupt-XXXXXX";
	int ret;

	T_CHECK(mkdtemp(dir));
	ret = in_directory(dir);
	T_EQ(remove_dir(dir), 0);
	return ret;
}

static const struct test_case cases[] = {
	{"a file that shrinks before it is read", test_shrinks_early},
	{"a file that shrinks between the passes", test_shrinks_between},
	{"a file that shrinks in the second pass", test_shrinks_late},
	{"what is no trace", test_no_files},
	{"a directory whose files lie", test_directory},
	{0},
};

const struct test_suite suite__corrupt_file = {"corrupt-file", "Bad input: files that change",
					       cases};
