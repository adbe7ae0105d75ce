// SPDX-License-Identifier: GPL-2.0-only
/* demerge: what inject --reversible wrote becomes the old trace again, byte by byte, or nothing. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/recorded.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "util/inject/demerge.h"
#include "util/inject/inject.h"
#include "util/inject/reversal.h"

/* ---- files ---- */

struct paths {
	char old[4096], merged[96], back[96];
};

static void paths__init(struct paths *paths, const struct folder *folder)
{
	snprintf(paths->old, sizeof(paths->old), "%s/old.data", folder->path);
	snprintf(paths->merged, sizeof(paths->merged), "%s/merged.data", folder->path);
	snprintf(paths->back, sizeof(paths->back), "%s/back.data", folder->path);
}

/* Reads a whole file, which the caller frees with the builder. */
static void read_file(struct builder *b, const char *path)
{
	struct stat st;
	uint8_t buf[65536];
	ssize_t got;
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	builder__init(b, false);
	if (fd < 0 || fstat(fd, &st))
		abort();
	while ((got = read(fd, buf, sizeof(buf))) > 0)
		builder__bytes(b, buf, got);
	close(fd);
}

static bool same_files(const char *a, const char *b)
{
	struct builder x, y;
	bool same;

	read_file(&x, a);
	read_file(&y, b);
	same = x.size == y.size && !memcmp(x.data, y.data, x.size);
	builder__exit(&x);
	builder__exit(&y);
	return same;
}

/* ---- there and back ---- */

static int merge(const struct paths *paths, struct inject_opts opts, struct defer_error *err)
{
	const struct session_opts sopts = {.path = paths->old, .nr_workers = 2};
	struct session *session = NULL;
	struct inject_stats stats;
	int ret = session__open(&session, &sopts, err);

	opts.path = paths->merged;
	if (!ret)
		ret = session__gather(session, err);
	if (!ret)
		ret = inject__run(session, &opts, &stats, err);
	if (session)
		session__close(session);
	return ret;
}

static int demerge(const struct paths *paths, struct defer_error *err)
{
	const struct session_opts sopts = {.path = paths->merged, .nr_workers = 2};
	const struct output_end end = {0};
	struct session *session = NULL;
	uint64_t bytes;
	int ret = session__open(&session, &sopts, err);

	if (!ret)
		ret = demerge__run(session, paths->back, &end, &bytes, err);
	if (session)
		session__close(session);
	return ret;
}

static int check_back(const struct paths *paths, const struct inject_opts *opts)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (merge(paths, *opts, &err) || demerge(paths, &err))
		T_FAIL("%s: %s", paths->old, err.text);
	T_CHECK(!same_files(paths->old, paths->merged));
	T_CHECK(same_files(paths->old, paths->back));
	return TEST_OK;
}

static const struct inject_opts all_opts[] = {
	{.reversible = true},
	{.reversible = true, .keep_cookies = true},
	{.reversible = true, .extended = true, .compress_level = 1},
};

static int check_all_opts(const struct paths *paths)
{
	for (size_t i = 0; i < sizeof(all_opts) / sizeof(*all_opts); i++) {
		if (check_back(paths, &all_opts[i]))
			T_FAIL("options %zu", i);
	}
	return TEST_OK;
}

/* AUX area data between the records, which no frame holds: more than is copied at once. */
static void add_aux(struct trace *trace)
{
	static const uint8_t aux[(1 << 20) + 4096] = {0xff, 0xfe, [1 << 20] = 0xfd};
	struct builder *b = &trace->b;

	builder__auxtrace(b, sizeof(aux));
	builder__bytes(b, aux, sizeof(aux));
}

static int check_forms(const struct folder *folder)
{
	struct paths paths;

	paths__init(&paths, folder);
	for (int i = 0; i < 12; i++) {
		struct trace trace;
		const int form = i % 6 / 2;

		if (form == 2) {
			trace__build_compressed(&trace, i & 1);
		} else {
			trace__begin(&trace, i & 1, form);
			trace__add_samples(&trace, 0, 5);
			if (i >= 6)
				add_aux(&trace);
			trace__add_samples(&trace, 5, TRACE_NR_SAMPLES);
			if (i >= 6)
				add_aux(&trace);
			trace__end(&trace);
		}
		builder__write(&trace.b, paths.old);
		trace__exit(&trace);
		if (check_all_opts(&paths))
			T_FAIL("form %d", i);
	}
	return TEST_OK;
}

static int test_forms(void)
{
	return folder__run(check_forms);
}

static int check_real(const struct folder *folder)
{
	static const char *const traces[] = {
		"burn2.data",	   "cxx.data",	   "forky-systemwide.data",
		"overrun.data",	   "burn1.pipe",   "burn2-compressed.data",
		"group-read.data", "latency.data", "tracepoints.data",
	};
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct paths paths;

	T_CHECK(dir);
	paths__init(&paths, folder);
	for (size_t i = 0; i < sizeof(traces) / sizeof(*traces); i++) {
		snprintf(paths.old, sizeof(paths.old), "%s/%s", dir, traces[i]);
		T_RUN(check_back(&paths, &all_opts[0]));
	}
	return TEST_OK;
}

static int test_real(void)
{
	T_NEED_RECORDED();
	return folder__run(check_real);
}

/* ---- records of many frames, and frames of many records ---- */

static int check_large(const struct folder *folder)
{
	uint64_t rng = 5;
	struct paths paths;
	struct trace trace;

	paths__init(&paths, folder);
	trace__begin(&trace, false, false);
	trace__add_samples(&trace, 0, TRACE_NR_SAMPLES);
	trace__end(&trace);
	/* Behind the features come more bytes than one frame holds, and than a record can. */
	while (trace.b.size < REVERSAL_FRAME_MAX + 300000)
		builder__u64(&trace.b, trace.b.size < 400000 ? rng__next(&rng) : 1);
	builder__write(&trace.b, paths.old);
	trace__exit(&trace);
	return check_all_opts(&paths);
}

static int test_large(void)
{
	return folder__run(check_large);
}

/* ---- what cannot be restored ---- */

static int check_refusals(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_opts opts = {0};
	struct paths paths;
	struct trace trace;

	paths__init(&paths, folder);
	trace__build(&trace, false, false);
	builder__write(&trace.b, paths.old);
	T_EQ(merge(&paths, opts, &err), 0);
	T_EQ(demerge(&paths, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "without --reversible"));
	T_CHECK(access(paths.back, F_OK) != 0);

	/* What is damaged now would be damaged then. */
	defer_error__clear(&err);
	trace.b.size -= 100;
	builder__write(&trace.b, paths.old);
	trace__exit(&trace);
	opts.reversible = true;
	unlink(paths.merged);
	T_EQ(merge(&paths, opts, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "a damaged trace"));
	T_CHECK(access(paths.merged, F_OK) != 0);
	return TEST_OK;
}

static int test_refusals(void)
{
	return folder__run(check_refusals);
}

/* Either the old trace is restored from @b, or nothing is. */
static int check_spoilt(const struct paths *paths, const struct builder *b)
{
	struct defer_error err = DEFER_ERROR_INIT;

	builder__write(b, paths->merged);
	unlink(paths->back);
	if (!demerge(paths, &err))
		return same_files(paths->old, paths->back) ? TEST_OK : TEST_FAIL;
	T_CHECK(err.text[0]);
	T_CHECK(access(paths->back, F_OK) != 0);
	return TEST_OK;
}

static int merge_small(struct paths *paths, int i, struct builder *merged)
{
	struct inject_opts opts = {.reversible = true, .compress_level = i & 4 ? 1 : 0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct trace trace;

	trace__build(&trace, i & 1, i & 2);
	builder__write(&trace.b, paths->old);
	trace__exit(&trace);
	if (merge(paths, opts, &err))
		T_FAIL("%s", err.text);
	read_file(merged, paths->merged);
	return TEST_OK;
}

static int check_prefixes(const struct folder *folder)
{
	struct builder merged;
	struct paths paths;

	paths__init(&paths, folder);
	for (int i = 0; i < 6; i += 2) {
		T_RUN(merge_small(&paths, i, &merged));
		for (size_t size = merged.size - 1; size > 0; size--) {
			merged.size = size;
			if (check_spoilt(&paths, &merged))
				T_FAIL("form %d, the first %zu bytes", i, size);
		}
		builder__exit(&merged);
	}
	return TEST_OK;
}

static int test_prefixes(void)
{
	return folder__run(check_prefixes);
}

static int check_mutants(const struct folder *folder)
{
	const char *scale = getenv("HOSTILE_SCALE");
	const int nr = 400 * (scale ? atoi(scale) : 1);
	uint64_t rng = 7;
	struct paths paths;

	paths__init(&paths, folder);
	for (int i = 0; i < nr; i++) {
		struct builder merged;

		T_RUN(merge_small(&paths, i, &merged));
		for (uint64_t left = 1 + rng__below(&rng, 3); left; left--)
			merged.data[rng__below(&rng, merged.size)] = rng__next(&rng);
		if (check_spoilt(&paths, &merged))
			T_FAIL("mutant %d", i);
		builder__exit(&merged);
	}
	return TEST_OK;
}

static int test_mutants(void)
{
	return folder__run(check_mutants);
}

static const struct test_case cases[] = {
	{"files, streams, compressed, both byte orders, AUX area data", test_forms},
	{"real traces", test_real},
	{"more than fits a frame", test_large},
	{"what cannot be restored", test_refusals},
	{"every part of a trace", test_prefixes},
	{"damaged traces", test_mutants},
	{0},
};

const struct test_suite suite__demerge = {"demerge", "restores traces after a merge", cases};
