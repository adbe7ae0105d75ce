// SPDX-License-Identifier: GPL-2.0-only
/* inject by different numbers of workers, and by one walk or two. */
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/inject/inject.h"

static const char *const traces[] = {"burn2.data", "overrun.data", "group-read.data",
				     "forky-systemwide.data", "burn1.pipe"};

#define NR_TRACES ARRAY_SIZE(traces)

struct injected {
	struct inject_stats stats;
	uint8_t *bytes;
	size_t size;
};

static int read_back(struct injected *in, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct stat st;

	T_CHECK(fd >= 0 && !fstat(fd, &st));
	in->size = st.st_size;
	in->bytes = malloc(in->size + 1);
	T_CHECK(in->bytes && pread(fd, in->bytes, in->size, 0) == (ssize_t)in->size);
	close(fd);
	unlink(path);
	return TEST_OK;
}

/* @by: the number of workers and the size of chunks. */
static int inject_by(struct injected *in, const char *trace, const struct session_opts *by,
		     const struct inject_opts *how)
{
	char from[4096], to[] = "/tmp/perf-defer-injected-XXXXXX";
	struct session_opts sopts = *by;
	struct inject_opts opts = *how;
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	int fd = mkstemp(to), ret;

	T_CHECK(fd >= 0);
	close(fd);
	opts.path = to;
	sopts.path = from;
	snprintf(from, sizeof(from), "%s/%s", getenv("PERF_DEFER_TEST_DATA"), trace);
	ret = session__open(&session, &sopts, &err);
	if (!ret)
		ret = session__gather(session, &err);
	if (!ret)
		ret = inject__run(session, &opts, &in->stats, &err);
	if (session)
		session__close(session);
	if (ret)
		T_FAIL("%s: %s", from, err.text);
	return read_back(in, to);
}

static int inject(struct injected *in, const char *trace, unsigned int nr_workers,
		  const struct inject_opts *how)
{
	const struct session_opts by = {.nr_workers = nr_workers};

	return inject_by(in, trace, &by, how);
}

static int no_data(void)
{
	T_NEED_RECORDED();
	return TEST_OK;
}

static int same_trace(const char *trace, const struct inject_opts *opts)
{
	struct injected one, many;

	T_RUN(inject(&one, trace, 1, opts));
	for (unsigned int nr = 2; nr <= 7; nr += 5) {
		T_RUN(inject(&many, trace, nr, opts));
		if (many.size != one.size || memcmp(many.bytes, one.bytes, one.size))
			T_FAIL("%s: %u workers write another trace than one", trace, nr);
		T_CHECK(!memcmp(&many.stats, &one.stats, sizeof(one.stats)));
		free(many.bytes);
	}
	free(one.bytes);
	return TEST_OK;
}

static int test_workers(void)
{
	const struct inject_opts plain = {0}, packed = {.compress_level = 1},
				 kept = {.keep_cookies = true};

	T_RUN(no_data());
	for (size_t i = 0; i < NR_TRACES; i++) {
		T_RUN(same_trace(traces[i], &plain));
		T_RUN(same_trace(traces[i], &kept));
	}
	return same_trace("burn2.data", &packed);
}

/* Small chunks make many parts, most of which are made before the one that comes before them. */
static int test_chunks(void)
{
	static const uint32_t sizes[] = {1024, 40000, 3 << 20};
	const struct inject_opts plain = {0};

	T_RUN(no_data());
	for (size_t i = 0; i < NR_TRACES; i++) {
		struct injected whole, parts;

		T_RUN(inject(&whole, traces[i], 2, &plain));
		for (size_t j = 0; j < ARRAY_SIZE(sizes); j++) {
			const struct session_opts by = {.nr_workers = 3, .chunk_size = sizes[j]};

			T_RUN(inject_by(&parts, traces[i], &by, &plain));
			if (parts.size != whole.size ||
			    memcmp(parts.bytes, whole.bytes, whole.size))
				T_FAIL("%s: chunks of %u bytes give another trace", traces[i],
				       sizes[j]);
			T_CHECK(!memcmp(&parts.stats, &whole.stats, sizeof(whole.stats)));
			free(parts.bytes);
		}
		free(whole.bytes);
	}
	return TEST_OK;
}

/* Where nothing depends on all samples, they are walked once, and counted as by two walks. */
static int test_count(void)
{
	const struct inject_opts once = {0}, twice = {.keep_cookies = true};

	T_RUN(no_data());
	for (size_t i = 0; i < NR_TRACES; i++) {
		struct injected a, b;

		T_RUN(inject(&a, traces[i], 3, &once));
		T_RUN(inject(&b, traces[i], 3, &twice));
		T_CHECK(a.stats.samples > 100);
		T_EQ(a.stats.samples, b.stats.samples);
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
			T_EQ(a.stats.classes[cls], b.stats.classes[cls]);
		free(a.bytes);
		free(b.bytes);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the new trace does not depend on the number of workers", test_workers},
	{"the new trace does not depend on the size of chunks", test_chunks},
	{"one walk counts what two walks count", test_count},
	{0},
};

const struct test_suite suite__inject_workers = {"inject-workers", "inject by many workers", cases};
