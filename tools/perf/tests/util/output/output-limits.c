// SPDX-License-Identifier: GPL-2.0-only
/* Limits of the recorder's output: full disks, limits, closed pipes, impossible places. */
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/output-world.h"
#include "tests/tests.h"
#include "util/output/output-priv.h"
#include "util/output/output-switch.h"

#define MAX_ROUNDS 100000

static int count(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	uint64_t *nr = ctx;

	(void)worker;
	(void)s;
	(void)err;
	++*nr;
	return 0;
}

/* Writes the same samples until there is no room. @taken says how many were taken. */
static int fill(struct output_world *world, bool flush, uint64_t *taken)
{
	unsigned int i;

	trace__add_samples(&world->trace, 0, TRACE_NR_SAMPLES);
	T_EQ(output__open(&world->output, &world->opts, &world->err), 0);
	for (i = 0; i < MAX_ROUNDS; i++) {
		output__expect_samples(world->output, TRACE_NR_SAMPLES);
		if (output_world__write(world, world->trace.b.stream) ||
		    (flush && output__flush(world->output, &world->err)))
			break;
	}
	T_CHECK(i < MAX_ROUNDS);
	T_EQ(world->err.code, DEFER_ERR_IO);
	*taken = (uint64_t)i * TRACE_NR_SAMPLES;
	/* Nothing more goes in, and trying does no harm. */
	output__expect_samples(world->output, TRACE_NR_SAMPLES);
	T_EQ(output_world__write(world, world->trace.b.stream), DEFER_ERR_IO);
	T_CHECK(output__why_ended(world->output));
	return TEST_OK;
}

/*
 * The file has those, and of the last @writes and one more as much as there was room for: @kept, as
 * the output says.
 */
static int check_filled(const char *path, uint64_t taken, int writes, uint64_t kept, uint64_t *size)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session;
	uint64_t nr = 0;

	T_RUN(open_session(&session, path));
	T_EQ(session__walk(session, count, &nr, &err), 0);
	for (unsigned int i = 0; i < session->damage.nr_kept; i++)
		fprintf(stderr, "%s\n", session->damage.kept[i].text);
	T_EQ(session->damage.nr, 0);
	T_EQ(nr, kept);
	T_CHECK(nr >= taken);
	T_CHECK(nr < taken + (writes + 1) * TRACE_NR_SAMPLES);
	*size = session->stats.bytes;
	session__close(session);
	return TEST_OK;
}

/* Fills the place of @folder in all ways, which has room for @room bytes. */
static int fill_all_ways(const struct folder *folder, uint64_t room, const char *why,
			 const char *word)
{
	for (int way = 0; way < 4; way++) {
		struct output_world world;
		uint64_t taken, kept, size;

		output_world__init(&world, folder, "perf.data");
		world.opts.keep_old = false;
		world.opts.compress_level = way & 1;
		T_RUN(fill(&world, way & 2, &taken));
		if (!strstr(world.err.text, why))
			T_FAIL("%s", world.err.text);
		T_STREQ(output__why_ended(world.output), word);
		kept = output__samples(world.output);
		output__abandon(world.output);
		/* The table of features needs a place, which small unflushed writes give up. */
		if (way == 1)
			taken -= 4 * TRACE_NR_SAMPLES;
		T_RUN(check_filled(world.path, taken, way == 1 ? 4 : 0, kept, &size));
		/* At most one record is lost, or those that were compressed together. */
		if (!(way & 1))
			T_CHECK(size > room - 4096);
		T_EQ(unlink(world.path), 0);
		output_world__exit(&world);
	}
	return TEST_OK;
}

static int file_limit(const struct folder *folder)
{
	struct rlimit old, limit;
	int ret;

	T_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = old;
	limit.rlim_cur = 200001;
	T_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ret = fill_all_ways(folder, limit.rlim_cur, "ulimit -f", "ulimit -f");
	T_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
	return ret;
}

static int test_file_limit(void)
{
	return folder__run(file_limit);
}

/* One way, with room for @limit bytes: what was flushed is there, and all else is whole. */
static int fill_limit(const struct folder *folder, uint64_t limit, int way)
{
	struct output_world world;
	uint64_t taken, kept, size, slack = way == 1 ? 4 : 0;

	output_world__init(&world, folder, "perf.data");
	world.opts.keep_old = false;
	world.opts.compress_level = way & 1;
	T_RUN(fill(&world, way & 2, &taken));
	defer_error__clear(&world.err);
	kept = output__samples(world.output);
	if (limit & 1)
		output__abandon(world.output);
	else
		T_EQ(output__finish(world.output, &world.err), DEFER_ERR_IO);
	taken -= taken < slack * TRACE_NR_SAMPLES ? taken : slack * TRACE_NR_SAMPLES;
	T_RUN(check_filled(world.path, taken, slack, kept, &size));
	output_world__exit(&world);
	return TEST_OK;
}

/* Wherever in a record, a table or a header the room ends. */
static int any_limit(const struct folder *folder)
{
	struct rlimit old, limit;
	int ret = TEST_OK;

	T_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = old;
	for (int i = 0; i < 80 && ret == TEST_OK; i++) {
		limit.rlim_cur = 6000 + 13 * i;
		T_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
		ret = fill_limit(folder, limit.rlim_cur, i & 3);
		if (ret == TEST_OK)
			ret = fill_limit(folder, limit.rlim_cur, i & 2 ? 3 : 1);
	}
	T_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
	if (ret != TEST_OK)
		fprintf(stderr, "with a limit of %" PRIu64 " bytes\n", (uint64_t)limit.rlim_cur);
	return ret;
}

static int test_any_limit(void)
{
	return folder__run(any_limit);
}

#define SKIPPED 77

/* Runs in its own mount namespace. */
static int fill_tmpfs(const struct folder *folder)
{
	if (unshare(CLONE_NEWNS) || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) ||
	    mount("tmpfs", folder->path, "tmpfs", 0, "size=1m"))
		return SKIPPED;
	return fill_all_ways(folder, 1 << 20, "No space left on device", "no space left");
}

static int disk_full(const struct folder *folder)
{
	pid_t pid = child__begin();
	int ret;

	if (!pid)
		_exit(fill_tmpfs(folder));
	ret = child__end(pid);
	if (ret != SKIPPED)
		return ret;
	fprintf(stderr, "may not mount a file system\n");
	return TEST_SKIP;
}

static int test_disk_full(void)
{
	return folder__run(disk_full);
}

/* The bound holds, is filled as far as records go, and leaves the features their place. */
static int max_size(const struct folder *folder)
{
	for (int way = 0; way < 4; way++) {
		struct output_world world;
		uint64_t taken, kept, size;
		struct stat st;

		output_world__init(&world, folder, "perf.data");
		world.opts.keep_old = false;
		world.opts.compress_level = way & 1;
		world.opts.max_size = 50000;
		T_RUN(fill(&world, way & 2, &taken));
		T_CHECK(strstr(world.err.text, "50000"));
		T_CHECK(output__reached_max_size(world.output));
		T_EQ(stat(world.path, &st), 0);
		T_CHECK(st.st_size <= 50000);
		T_CHECK(way & 1 || st.st_size > 49000);
		defer_error__clear(&world.err);
		T_STREQ(output__why_ended(world.output), "--max-size");
		kept = output__samples(world.output);
		T_EQ(output__finish(world.output, &world.err), 0);
		T_RUN(check_filled(world.path, taken, 0, kept, &size));
		output_world__exit(&world);
	}
	return TEST_OK;
}

static int test_max_size(void)
{
	return folder__run(max_size);
}

/* The size of a file that was filled up to @max bytes. */
static int size_within(const struct folder *folder, uint64_t max, bool flush, uint64_t *size)
{
	struct output_world world;
	uint64_t taken;
	struct stat st;

	output_world__init(&world, folder, "perf.data");
	world.opts.keep_old = false;
	world.opts.max_size = max;
	T_RUN(fill(&world, flush, &taken));
	T_EQ(stat(world.path, &st), 0);
	*size = st.st_size;
	output__abandon(world.output);
	output_world__exit(&world);
	return TEST_OK;
}

/* Wherever in a record the bound lies: no byte is past it, and a record that just fits is there. */
static int tight_max_size(const struct folder *folder)
{
	unsigned int exact[2] = {0};

	for (uint64_t max = 20000; max < 20200; max += 8) {
		for (int flush = 0; flush < 2; flush++) {
			uint64_t size;

			T_RUN(size_within(folder, max, flush, &size));
			if (size > max)
				T_FAIL("%" PRIu64 " bytes of %" PRIu64, size, max);
			exact[flush] += size == max;
		}
	}
	T_CHECK(exact[0] && exact[1]);
	return TEST_OK;
}

/* A file with a table behind its data: records of 8 bytes, which are not compressed. */
static int tight_table(const struct folder *folder)
{
	for (uint64_t max = 20000; max < 20016; max++) {
		struct output_world world;
		struct stat st;

		output_world__init(&world, folder, "perf.data");
		world.opts.keep_old = false;
		world.opts.compress_level = 1;
		world.opts.max_size = max;
		T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
		T_CHECK(world.output->nr_early);
		for (int i = 0; i < 3000; i++)
			T_EQ(output_world__write_round(&world), 0);
		T_EQ(output__flush(world.output, &world.err), DEFER_ERR_IO);
		T_EQ(stat(world.path, &st), 0);
		T_EQ(st.st_size, max / 8 * 8);
		output__abandon(world.output);
		output_world__exit(&world);
	}
	return TEST_OK;
}

static int test_tight_max_size(void)
{
	T_RUN(folder__run(tight_max_size));
	return folder__run(tight_table);
}

/* A buffer may wrap within a record that names a file, and ends with a whole record. */
static int wrapped_records(const struct folder *folder)
{
	struct output_world world;
	const uint8_t *data;
	uint8_t *pieces[2];
	size_t at, size;

	output_world__init(&world, folder, "perf.data");
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	data = world.trace.b.data + world.trace.b.stream;
	size = world.trace.b.size - world.trace.b.stream;
	T_CHECK(world.trace.mmap - world.trace.b.stream + 16 < size);
	pieces[0] = malloc(2 * size);
	pieces[1] = malloc(size);
	T_CHECK(pieces[0] && pieces[1]);
	/* Wherever the buffer wraps; after its end are bytes of something else. */
	for (at = 0; at <= size; at += 8) {
		output_dsos__exit(&world.output->dsos);
		output_dsos__init(&world.output->dsos);
		memset(pieces[0], 'x', 2 * size);
		memcpy(pieces[0], data, at);
		memcpy(pieces[1], data + at, size - at);
		T_EQ(output__write(world.output, pieces[0], at, pieces[1], size - at, &world.err),
		     0);
		T_EQ(world.output->dsos.nr, 1);
		T_STREQ(world.output->dsos.dsos[0].name, "/nowhere/bin/program");
	}
	free(pieces[0]);
	free(pieces[1]);
	T_EQ(output__write(world.output, data, size - 8, NULL, 0, &world.err), DEFER_ERR_CORRUPT);
	output__abandon(world.output);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_wrapped_records(void)
{
	return folder__run(wrapped_records);
}

static int closed_pipe(const struct folder *folder)
{
	void (*handler)(int) = signal(SIGPIPE, SIG_IGN);
	struct output_world world;
	bool is_gone = false;
	char path[64];
	int fds[2];

	output_world__init(&world, folder, "unused");
	T_EQ(pipe(fds), 0);
	T_CHECK(fcntl(fds[1], F_SETPIPE_SZ, 1 << 20) >= 1 << 20);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[1]);
	world.opts.path = path;
	world.opts.end.reader_gone = &is_gone;
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	T_EQ(close(fds[0]), 0);
	trace__add_samples(&world.trace, 0, 1);
	T_EQ(output_world__write(&world, world.trace.b.stream), DEFER_ERR_IO);
	T_CHECK(strstr(world.err.text, "gone"));
	T_CHECK(is_gone);
	T_EQ(close(fds[1]), 0);
	output__abandon(world.output);
	output_world__exit(&world);
	signal(SIGPIPE, handler);
	return TEST_OK;
}

static int test_closed_pipe(void)
{
	return folder__run(closed_pipe);
}

static bool end_at_once(void *ctx)
{
	(void)ctx;
	return true;
}

static int write_often(struct output_world *world)
{
	int ret = 0;

	for (int i = 0; i < 8 && !ret; i++)
		ret = output_world__write(world, world->trace.b.stream);
	return ret;
}

/*
 * There is no reader for a while, and the pipe does not block: the writer waits all the same, also where
 * the end is asked for.
 */
static int slow_reader(const struct folder *folder)
{
	struct output_world world;
	char path[64], buf[4096];
	int fds[2], status;
	size_t size = 0;
	ssize_t got;
	pid_t pid;

	output_world__init(&world, folder, "unused");
	trace__add_samples(&world.trace, 0, TRACE_NR_SAMPLES);
	T_EQ(pipe2(fds, O_NONBLOCK), 0);
	T_CHECK(fcntl(fds[1], F_SETPIPE_SZ, 4096) >= 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fds[1]);
	world.opts.path = path;
	world.opts.end.is_asked = end_at_once;
	fflush(NULL);
	pid = fork();
	if (!pid) {
		close(fds[0]);
		_exit(fcntl(fds[1], F_SETFL, O_NONBLOCK) ||
		      output__open(&world.output, &world.opts, &world.err) || write_often(&world) ||
		      output__finish(world.output, &world.err));
	}
	T_EQ(close(fds[1]), 0);
	T_EQ(fcntl(fds[0], F_SETFL, 0), 0);
	usleep(50000);
	while ((got = read(fds[0], buf, sizeof(buf))) > 0)
		size += got;
	T_EQ(waitpid(pid, &status, 0), pid);
	T_EQ(status, 0);
	T_CHECK(size > 8 * (world.trace.b.size - world.trace.b.stream));
	T_EQ(close(fds[0]), 0);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_slow_reader(void)
{
	return folder__run(slow_reader);
}

/* ---- no reader ---- */

/* The end is asked for when it was asked so many times whether it is. */
static bool ends_soon(void *ctx)
{
	int *left = ctx;

	if (*left)
		(*left)--;
	return !*left;
}

static double seconds_since(const struct timespec *start)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec - start->tv_sec + (now.tv_nsec - start->tv_nsec) / 1e9;
}

/* Writes until the missing reader is noticed. Runs in its own process, because a failure hangs. */
static int write_unread(struct output_world *world)
{
	struct timespec start;
	int ret, left = 4;

	alarm(20);
	world->opts.end = (struct output_end){.is_asked = ends_soon, .ctx = &left};
	trace__add_samples(&world->trace, 0, TRACE_NR_SAMPLES);
	clock_gettime(CLOCK_MONOTONIC, &start);
	T_EQ(output__open(&world->output, &world->opts, &world->err), 0);
	do
		ret = output_world__write(world, world->trace.b.stream);
	while (!ret);
	T_EQ(ret, DEFER_ERR_IO);
	T_CHECK(strstr(world->err.text, "has stopped reading"));
	T_CHECK(seconds_since(&start) < 10);
	T_EQ(left, 0);
	output__abandon(world->output);
	return TEST_OK;
}

static int in_child(int (*fn)(struct output_world *), struct output_world *world)
{
	int status;
	pid_t pid;

	fflush(NULL);
	pid = fork();
	T_CHECK(pid >= 0);
	if (!pid)
		_exit(fn(world));
	T_EQ(waitpid(pid, &status, 0), pid);
	T_EQ(status, 0);
	return TEST_OK;
}

/* On stdout: a pipe that can be opened anew, one that cannot (no /proc), a socket. */
static int write_stdout(struct output_world *world)
{
	int way = world->opts.max_size, fds[2];

	world->opts.max_size = 0;
	world->opts.path = "-";
	if (way == 2)
		T_EQ(socketpair(AF_UNIX, SOCK_STREAM, 0, fds), 0);
	else
		T_EQ(pipe(fds), 0);
	T_EQ(dup2(fds[1], STDOUT_FILENO), STDOUT_FILENO);
	if (way == 1 && !geteuid() && !unshare(CLONE_NEWNS) &&
	    !mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL))
		T_EQ(mount("tmpfs", "/proc", "tmpfs", 0, NULL), 0);
	T_RUN(write_unread(world));
	/* Other processes share this end, and do not expect a write to fail. */
	T_CHECK(!(fcntl(fds[1], F_GETFL) & O_NONBLOCK));
	return TEST_OK;
}

static int stalled_reader(const struct folder *folder)
{
	for (int way = 0; way < 3; way++) {
		struct output_world world;

		output_world__init(&world, folder, "unused");
		world.opts.max_size = way;
		T_RUN(in_child(write_stdout, &world));
		output_world__exit(&world);
	}
	return TEST_OK;
}

static int test_stalled_reader(void)
{
	return folder__run(stalled_reader);
}

static int open_unread(struct output_world *world)
{
	int left = 4;

	alarm(20);
	world->opts.end = (struct output_end){.is_asked = ends_soon, .ctx = &left};
	T_EQ(output__open(&world->output, &world->opts, &world->err), DEFER_ERR_IO);
	T_CHECK(strstr(world->err.text, "nobody has opened"));
	T_EQ(left, 0);
	return TEST_OK;
}

static int fifo_without_reader(const struct folder *folder)
{
	struct output_world world;

	output_world__init(&world, folder, "fifo");
	T_EQ(mkfifo(world.path, 0600), 0);
	T_RUN(in_child(open_unread, &world));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_fifo_without_reader(void)
{
	return folder__run(fifo_without_reader);
}

static int old_file(const struct folder *folder)
{
	struct output_world world;
	char old[PATH_MAX + 8];

	output_world__init(&world, folder, "perf.data");
	T_RUN(output_world__record(&world));
	output_world__exit(&world);

	/* The existing file is kept, and the one kept before is not. */
	T_CHECK(folder__write(folder, "perf.data.old", "an older one"));
	output_world__init(&world, folder, "perf.data");
	snprintf(old, sizeof(old), "%s.old", world.path);
	T_EQ(output__check(&world.opts, &world.err), 0);
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	T_RUN(check_file(old, TRACE_NR_SAMPLES));
	output__abandon(world.output);

	/* One that cannot be begun changes nothing. */
	world.events[0].attr.config4 = 1;
	world.opts.compress_level = 1;
	world.opts.path = "/nonexistent/folder/perf.data";
	T_EQ(output__open(&world.output, &world.opts, &world.err), DEFER_ERR_IO);
	T_RUN(check_file(old, TRACE_NR_SAMPLES));

	/* An empty one is nothing to keep. */
	defer_error__clear(&world.err);
	world.opts.path = world.path;
	T_CHECK(folder__write(folder, "perf.data", ""));
	T_EQ(output__open(&world.output, &world.opts, &world.err), 0);
	output__abandon(world.output);
	T_RUN(check_file(old, TRACE_NR_SAMPLES));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_old_file(void)
{
	return folder__run(old_file);
}

/* @path is refused, with @why in the text, by check() and by open(). */
static int refuse(struct output_world *world, const char *path, const char *why)
{
	world->opts.path = path;
	for (int i = 0; i < 2; i++) {
		defer_error__clear(&world->err);
		T_CHECK((i ? output__open(&world->output, &world->opts, &world->err)
			   : output__check(&world->opts, &world->err)) < 0);
		if (!strstr(world->err.text, why))
			T_FAIL("%s: %s", path, world->err.text);
	}
	return TEST_OK;
}

static int bad_places(const struct folder *folder)
{
	char path[PATH_MAX + 64], long_name[PATH_MAX + 2];
	struct output_world world;

	output_world__init(&world, folder, "perf.data");
	T_RUN(refuse(&world, folder->path, "is a directory"));
	T_RUN(refuse(&world, "", "empty"));
	memset(long_name, 'x', sizeof(long_name) - 1);
	long_name[sizeof(long_name) - 1] = '\0';
	T_RUN(refuse(&world, long_name, "too long"));
	T_RUN(refuse(&world, "/nonexistent/perf.data", "No such file or directory"));

	/* The old one cannot go where a folder is. */
	T_CHECK(folder__write(folder, "perf.data", "something"));
	T_CHECK(folder__mkdir(folder, "perf.data.old"));
	T_RUN(refuse(&world, world.path, "perf.data.old"));
	snprintf(path, sizeof(path), "%s/perf.data/x", folder->path);
	T_RUN(refuse(&world, path, "Not a directory"));
	output_world__exit(&world);
	return TEST_OK;
}

static int test_bad_places(void)
{
	return folder__run(bad_places);
}

/* No other file is left beside it, whatever the outcome. */
static int nr_entries(const char *dir)
{
	char command[PATH_MAX];
	FILE *pipe;
	int nr = -1;

	snprintf(command, sizeof(command), "ls -A %s | wc -l", dir);
	pipe = popen(command, "r");
	if (!pipe || fscanf(pipe, "%d", &nr) != 1)
		nr = -1;
	if (pipe)
		pclose(pipe);
	return nr;
}

static int nothing_left(const struct folder *folder)
{
	struct rlimit old, limit;
	struct output_world world;
	int ret;

	/* There is no room even for the header. */
	T_EQ(getrlimit(RLIMIT_FSIZE, &old), 0);
	limit = old;
	limit.rlim_cur = 200;
	output_world__init(&world, folder, "perf.data");
	T_CHECK(folder__write(folder, "perf.data", "an old one"));
	T_EQ(output__check(&world.opts, &world.err), 0);
	T_EQ(nr_entries(folder->path), 1);
	T_EQ(setrlimit(RLIMIT_FSIZE, &limit), 0);
	ret = output__open(&world.output, &world.opts, &world.err);
	T_EQ(setrlimit(RLIMIT_FSIZE, &old), 0);
	T_EQ(ret, DEFER_ERR_IO);
	T_EQ(nr_entries(folder->path), 1);

	defer_error__clear(&world.err);
	T_RUN(output_world__record(&world));
	T_EQ(nr_entries(folder->path), 2);
	output_world__exit(&world);
	return TEST_OK;
}

static int test_nothing_left(void)
{
	return folder__run(nothing_left);
}

static int keep_one(struct output_switch *files, const struct folder *folder, int minute,
		    const char *suffix)
{
	struct tm tm = {.tm_year = 126, .tm_mon = 10, .tm_mday = 20, .tm_hour = 7};
	struct timespec now = {.tv_nsec = 340000000};
	struct defer_error err = DEFER_ERROR_INIT;
	const char *name;

	tm.tm_min = minute;
	tm.tm_sec = 12;
	tm.tm_isdst = -1;
	now.tv_sec = mktime(&tm);
	T_CHECK(folder__write(folder, "perf.data", suffix));
	T_EQ(output_switch__keep(files, &now, &err), 0);
	name = output_switch__last(files);
	T_CHECK(name);
	T_EQ(access(name, F_OK), 0);
	T_STREQ(strrchr(name, '.'), suffix);
	return TEST_OK;
}

static int switching(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char path[PATH_MAX], gone[PATH_MAX + 32];
	struct output_switch files;

	snprintf(path, sizeof(path), "%s/perf.data", folder->path);
	T_EQ(output_switch__init(&files, path, 2, &err), 0);
	T_CHECK(!output_switch__last(&files));
	T_RUN(keep_one(&files, folder, 5, ".2026112007051234"));
	T_RUN(keep_one(&files, folder, 5, ".2026112007051235"));
	T_EQ(nr_entries(folder->path), 2);
	T_RUN(keep_one(&files, folder, 6, ".2026112007061234"));
	T_EQ(nr_entries(folder->path), 2);
	snprintf(gone, sizeof(gone), "%s.2026112007051234", path);
	T_CHECK(access(gone, F_OK));
	T_CHECK(folder__remove(folder, "perf.data.2026112007051235"));
	/* A file removed by another process is no error. */
	T_RUN(keep_one(&files, folder, 7, ".2026112007071234"));
	T_RUN(keep_one(&files, folder, 8, ".2026112007081234"));
	T_EQ(nr_entries(folder->path), 2);
	output_switch__exit(&files);

	T_EQ(output_switch__init(&files, path, 0, &err), 0);
	for (int i = 20; i < 30; i++) {
		char suffix[32];

		snprintf(suffix, sizeof(suffix), ".2026112007%d1234", i);
		T_RUN(keep_one(&files, folder, i, suffix));
	}
	T_EQ(nr_entries(folder->path), 12);
	T_EQ(output_switch__keep(&files, &(struct timespec){0}, &err), DEFER_ERR_IO);
	output_switch__exit(&files);
	return TEST_OK;
}

static int test_switching(void)
{
	return folder__run(switching);
}

static const struct test_case cases[] = {
	{"a limit of file sizes leaves whole records", test_file_limit},
	{"so does any limit", test_any_limit},
	{"so does a full disk", test_disk_full},
	{"so does --max-size, and features follow", test_max_size},
	{"to the byte", test_tight_max_size},
	{"buffers that wrap, and half records", test_wrapped_records},
	{"a reader that is gone is an error", test_closed_pipe},
	{"a reader that is slow is waited for", test_slow_reader},
	{"a reader that has stopped is not, once the end is asked for", test_stalled_reader},
	{"nor is the reader of a FIFO that never comes", test_fifo_without_reader},
	{"an old file is kept, once the new one stands", test_old_file},
	{"places that take no recording are refused before", test_bad_places},
	{"nothing is left beside the file", test_nothing_left},
	{"switched files have their times, the oldest go", test_switching},
	{0},
};

const struct test_suite suite__output_limits = {"output-limits",
						"where a recording's file comes to an end", cases};
