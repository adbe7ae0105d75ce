// SPDX-License-Identifier: GPL-2.0-only
/* Where an output goes: places that are taken, old files that are kept, and names by time. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "util/output/output-place.h"
#include "util/output/output-switch.h"

static int check_place(const char *path, int code, const char *text)
{
	const struct output_opts opts = {.path = path, .keep_old = true};
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(output__check(&opts, &err), code);
	T_STREQ(err.text, text);
	defer_error__clear(&err);
	return TEST_OK;
}

/* ---- names of others in folders of all ---- */

/* A FIFO or a link of user @owner, in a folder of @dir_owner with @mode. */
static int check_owner(const struct folder *folder, mode_t mode, uid_t dir_owner, uid_t owner,
		       bool link, bool is_refused)
{
	char dir[96], path[128], text[256] = "";

	T_CHECK(folder__mkdir(folder, "dir"));
	T_CHECK(folder__write(folder, "target", "old"));
	snprintf(dir, sizeof(dir), "%s/dir", folder->path);
	snprintf(path, sizeof(path), "%s/dir/out", folder->path);
	unlink(path);
	if (link)
		T_CHECK(folder__link(folder, "dir/out", "../target"));
	else
		T_CHECK(folder__fifo(folder, "dir/out"));
	T_EQ(lchown(path, owner, -1), 0);
	T_EQ(chown(dir, dir_owner, -1), 0);
	T_EQ(chmod(dir, mode), 0);
	if (is_refused)
		snprintf(text, sizeof(text),
			 "%s is another user's %s in a directory that others may write to", path,
			 link ? "link" : "file");
	return check_place(path, is_refused ? DEFER_ERR_INVAL : 0, text);
}

static int check_owners(const struct folder *folder)
{
	if (geteuid())
		return TEST_SKIP;
	for (int link = 0; link < 2; link++) {
		T_RUN(check_owner(folder, 01777, 0, 7, link, true));
		T_RUN(check_owner(folder, 01770, 0, 7, link, true));
		T_RUN(check_owner(folder, 01707, 0, 7, link, true));
		T_RUN(check_owner(folder, 01755, 0, 7, link, false));
		T_RUN(check_owner(folder, 0777, 0, 7, link, false));
		T_RUN(check_owner(folder, 01777, 0, 0, link, false));
		T_RUN(check_owner(folder, 01777, 7, 7, link, false));
		T_RUN(check_owner(folder, 01777, 8, 7, link, true));
	}
	return TEST_OK;
}

static int test_owners(void)
{
	return folder__run(check_owners);
}

/* ---- what may be replaced ---- */

static int check_places(const struct folder *folder)
{
	char path[128], text[400];

	snprintf(path, sizeof(path), "%s/out", folder->path);
	T_RUN(check_place(path, 0, ""));
	T_RUN(check_place("", DEFER_ERR_INVAL, "the output file name is empty"));
	snprintf(text, sizeof(text), "%s is a directory: name another file with -o", folder->path);
	T_RUN(check_place(folder->path, DEFER_ERR_INVAL, text));
	T_RUN(check_place("/", DEFER_ERR_INVAL, "/ is a directory: name another file with -o"));
	T_RUN(check_place("/dev/null", 0, ""));
	snprintf(path, sizeof(path), "%s/none/out", folder->path);
	snprintf(text, sizeof(text), "cannot create files in %s/none: %s", folder->path,
		 strerror(ENOENT));
	T_RUN(check_place(path, DEFER_ERR_IO, text));
	T_CHECK(folder__write(folder, "none", ""));
	snprintf(text, sizeof(text), "cannot create files in %s/none: %s", folder->path,
		 strerror(ENOTDIR));
	T_RUN(check_place(path, DEFER_ERR_IO, text));

	/* A folder in the place of the old file matters if there is something to keep. */
	T_CHECK(folder__mkdir(folder, "out.old"));
	T_CHECK(folder__write(folder, "out", ""));
	snprintf(path, sizeof(path), "%s/out", folder->path);
	T_RUN(check_place(path, 0, ""));
	T_CHECK(folder__write(folder, "out", "x"));
	snprintf(text, sizeof(text), "%s cannot be kept as %s.old, which is a directory", path,
		 path);
	T_RUN(check_place(path, DEFER_ERR_INVAL, text));
	T_CHECK(folder__remove(folder, "out.old"));
	T_CHECK(folder__write(folder, "out.old", "older"));
	return check_place(path, 0, "");
}

static int test_places(void)
{
	return folder__run(check_places);
}

/* The longest name leaves room for what is added to it. */
static int test_long_names(void)
{
	char path[PATH_MAX];

	memset(path, '/', sizeof(path));
	memcpy(path, "/tmp", 4);
	path[PATH_MAX - 32 - 1] = 'x';
	path[PATH_MAX - 32] = '\0';
	T_RUN(check_place(path, 0, ""));
	path[PATH_MAX - 32] = 'x';
	path[PATH_MAX - 31] = '\0';
	return check_place(path, DEFER_ERR_INVAL, "the output file name is too long");
}

/* ---- the input ---- */

static int refuse_input(const char *path, const char *input, const char *text)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_EQ(output_place__refuse_input(path, input, &err), text[0] ? DEFER_ERR_INVAL : 0);
	T_STREQ(err.text, text);
	defer_error__clear(&err);
	return TEST_OK;
}

static int check_input(const struct folder *folder)
{
	char in[96], out[96], link[96], text[256];

	snprintf(in, sizeof(in), "%s/in", folder->path);
	snprintf(out, sizeof(out), "%s/out", folder->path);
	snprintf(link, sizeof(link), "%s/link", folder->path);
	T_CHECK(folder__write(folder, "in", "x"));
	T_CHECK(folder__link(folder, "link", "in"));
	T_RUN(refuse_input(out, in, ""));
	T_CHECK(folder__write(folder, "out", "x"));
	T_RUN(refuse_input(out, in, ""));
	T_RUN(refuse_input("-", in, ""));
	T_RUN(refuse_input(in, "-", ""));
	snprintf(text, sizeof(text), "%s is the input: it cannot be the output as well", in);
	T_RUN(refuse_input(in, in, text));
	T_RUN(refuse_input(in, link, text));
	snprintf(text, sizeof(text), "%s is the input: it cannot be the output as well", link);
	T_RUN(refuse_input(link, in, text));
	/* The same number of a file elsewhere is another file. */
	return refuse_input("/proc/self/status", in, "");
}

static int test_input(void)
{
	return folder__run(check_input);
}

/* ---- the file, and the one before ---- */

static int check_content(const char *path, const char *want)
{
	char text[64] = "";
	int fd = open(path, O_RDONLY);
	ssize_t got;

	if (!want) {
		T_EQ(fd, -1);
		return TEST_OK;
	}
	T_CHECK(fd >= 0);
	got = read(fd, text, sizeof(text) - 1);
	close(fd);
	T_CHECK(got >= 0);
	T_STREQ(text, want);
	return TEST_OK;
}

/* Writes "new" over a file with @before, if not NULL, while there is an older one. */
static int replace(const struct folder *folder, bool keep_old, const char *before, const char *now,
		   const char *old)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct output_place place;
	char path[96], kept[128], *tmp;
	const struct output_opts opts = {.path = path, .keep_old = keep_old};
	struct stat st;

	snprintf(path, sizeof(path), "%s/out", folder->path);
	snprintf(kept, sizeof(kept), "%s.old", path);
	unlink(path);
	T_CHECK(folder__write(folder, "out.old", "older"));
	if (before)
		T_CHECK(folder__write(folder, "out", before));
	T_EQ(output_place__open(&place, &tmp, &opts, &err), 0);
	T_CHECK(!place.is_stream && tmp);
	T_CHECK(fcntl(place.fd, F_GETFD) & FD_CLOEXEC);
	T_EQ(fstat(place.fd, &st), 0);
	/* Nobody else may read it, and until it is whole the old file stands. */
	T_EQ(st.st_mode & 07777, 0600);
	T_CHECK(!strncmp(tmp, path, strlen(path)) && tmp[strlen(path)] == '.');
	T_EQ(write(place.fd, "new", 3), 3);
	T_RUN(check_content(path, before));
	T_EQ(output_place__commit(tmp, &opts, &err), 0);
	T_RUN(check_content(tmp, NULL));
	T_RUN(check_content(path, now));
	T_RUN(check_content(kept, old));
	close(place.fd);
	free(tmp);
	return TEST_OK;
}

static int check_files(const struct folder *folder)
{
	T_RUN(replace(folder, true, NULL, "new", "older"));
	T_RUN(replace(folder, true, "", "new", "older"));
	T_RUN(replace(folder, true, "x", "new", "x"));
	return replace(folder, false, "x", "new", "older");
}

static int test_files(void)
{
	return folder__run(check_files);
}

/* A name that cannot be given is told. */
static int check_commits(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char path[96], tmp[96], text[256];
	const struct output_opts opts = {.path = path, .keep_old = true};

	snprintf(path, sizeof(path), "%s/out", folder->path);
	snprintf(tmp, sizeof(tmp), "%s/tmp", folder->path);
	T_EQ(output_place__commit(tmp, &opts, &err), DEFER_ERR_IO);
	snprintf(text, sizeof(text), "cannot create %s: %s", path, strerror(ENOENT));
	T_STREQ(err.text, text);
	defer_error__clear(&err);
	T_CHECK(folder__write(folder, "tmp", "new"));
	T_CHECK(folder__write(folder, "out", "x"));
	T_CHECK(folder__write(folder, "out.old/x", "x"));
	T_EQ(output_place__commit(tmp, &opts, &err), DEFER_ERR_IO);
	snprintf(text, sizeof(text), "cannot keep the old %s: %s", path, strerror(EISDIR));
	T_STREQ(err.text, text);
	T_RUN(check_content(path, "x"));
	return check_content(tmp, "new");
}

static int test_commits(void)
{
	return folder__run(check_commits);
}

/* ---- streams ---- */

static int check_streams(const struct folder *folder)
{
	struct output_opts opts = {.path = "/dev/null"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct output_place place;
	int fds[2], saved, fd;
	char path[96], *tmp;
	struct stat st;

	T_EQ(output_place__open(&place, &tmp, &opts, &err), 0);
	T_CHECK(place.is_stream && !tmp && place.fd >= 0);
	T_EQ(fstat(place.fd, &st), 0);
	T_CHECK(S_ISCHR(st.st_mode));
	T_CHECK(fcntl(place.fd, F_GETFD) & FD_CLOEXEC);
	close(place.fd);

	snprintf(path, sizeof(path), "%s/fifo", folder->path);
	T_CHECK(folder__fifo(folder, "fifo"));
	fd = open(path, O_RDONLY | O_NONBLOCK);
	T_CHECK(fd >= 0);
	opts.path = path;
	T_EQ(output_place__open(&place, &tmp, &opts, &err), 0);
	T_CHECK(place.is_stream && !tmp);
	T_EQ(write(place.fd, "x", 1), 1);
	close(place.fd);
	close(fd);

	/* A pipe on stdout is opened anew, so that others still wait for it. */
	fflush(stdout);
	saved = dup(STDOUT_FILENO);
	T_EQ(pipe(fds), 0);
	dup2(fds[1], STDOUT_FILENO);
	opts.path = "-";
	T_EQ(output_place__open(&place, &tmp, &opts, &err), 0);
	T_CHECK(place.is_stream && !tmp && place.fd > STDERR_FILENO);
	T_CHECK(fcntl(place.fd, F_GETFL) & O_NONBLOCK);
	T_CHECK(!(fcntl(STDOUT_FILENO, F_GETFL) & O_NONBLOCK));
	T_CHECK(fcntl(place.fd, F_GETFD) & FD_CLOEXEC);
	close(place.fd);
	/* A file on stdout has no such mode; no stdout is an error. */
	fd = open("/dev/null", O_WRONLY);
	dup2(fd, STDOUT_FILENO);
	T_EQ(output_place__open(&place, &tmp, &opts, &err), 0);
	T_CHECK(place.is_stream && place.fd > STDERR_FILENO);
	T_CHECK(fcntl(place.fd, F_GETFD) & FD_CLOEXEC);
	close(place.fd);
	close(STDOUT_FILENO);
	T_EQ(output_place__open(&place, &tmp, &opts, &err), DEFER_ERR_IO);
	dup2(saved, STDOUT_FILENO);
	T_CHECK(!strncmp(err.text, "cannot write stdout: ", 21));
	close(saved);
	close(fd);
	close(fds[0]);
	close(fds[1]);
	return TEST_OK;
}

static int test_streams(void)
{
	return folder__run(check_streams);
}

/* ---- files with their times ---- */

static int keep(struct output_switch *files, const struct folder *folder, time_t sec, long nsec,
		const char *name)
{
	const struct timespec now = {.tv_sec = sec, .tv_nsec = nsec};
	struct defer_error err = DEFER_ERROR_INIT;
	char path[128];

	T_CHECK(folder__write(folder, "out", name));
	if (output_switch__keep(files, &now, &err))
		T_FAIL("%s", err.text);
	snprintf(path, sizeof(path), "%s/out.%s", folder->path, name);
	T_STREQ(output_switch__last(files), path);
	return check_content(path, name);
}

static int check_names(const struct folder *folder)
{
	const struct timespec now = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	char path[96], name[128], text[256];
	struct output_switch files;

	setenv("TZ", "UTC", 1);
	tzset();
	snprintf(path, sizeof(path), "%s/out", folder->path);
	T_EQ(output_switch__init(&files, path, 0, &err), 0);
	T_CHECK(!output_switch__last(&files));
	/* The first free hundredth of a second. */
	T_RUN(keep(&files, folder, 86399, 989999999, "1970010123595998"));
	T_RUN(keep(&files, folder, 86399, 980000000, "1970010123595999"));
	T_RUN(keep(&files, folder, 86399, 980000000, "1970010200000000"));
	T_RUN(keep(&files, folder, 86399, 990000000, "1970010200000001"));
	T_RUN(keep(&files, folder, 951782400, 0, "2000022900000000"));
	T_RUN(keep(&files, folder, 951782400, 9999999, "2000022900000001"));
	/* None was removed, as there is no limit. */
	snprintf(name, sizeof(name), "%s.1970010123595998", path);
	T_RUN(check_content(name, "1970010123595998"));
	T_EQ(output_switch__keep(&files, &now, &err), DEFER_ERR_IO);
	snprintf(text, sizeof(text), "cannot rename %s: %s", path, strerror(ENOENT));
	T_STREQ(err.text, text);
	defer_error__clear(&err);
	output_switch__exit(&files);
	T_CHECK(!files.last && !files.names);
	return TEST_OK;
}

static int test_names(void)
{
	return folder__run(check_names);
}

static int check_limit(const struct folder *folder)
{
	const struct timespec now = {.tv_sec = 100};
	struct defer_error err = DEFER_ERROR_INIT;
	char path[96], name[128], text[256];
	struct output_switch files;

	setenv("TZ", "UTC", 1);
	tzset();
	snprintf(path, sizeof(path), "%s/out", folder->path);
	T_EQ(output_switch__init(&files, path, 2, &err), 0);
	T_RUN(keep(&files, folder, 1, 0, "1970010100000100"));
	T_RUN(keep(&files, folder, 2, 0, "1970010100000200"));
	snprintf(name, sizeof(name), "%s.1970010100000100", path);
	T_RUN(check_content(name, "1970010100000100"));
	T_RUN(keep(&files, folder, 3, 0, "1970010100000300"));
	T_RUN(check_content(name, NULL));
	snprintf(name, sizeof(name), "%s.1970010100000200", path);
	T_RUN(check_content(name, "1970010100000200"));
	/* One that somebody else has removed is no fault; a folder in its place is. */
	T_EQ(unlink(name), 0);
	T_RUN(keep(&files, folder, 4, 0, "1970010100000400"));
	snprintf(name, sizeof(name), "%s.1970010100000300", path);
	T_EQ(unlink(name), 0);
	T_EQ(mkdir(name, 0700), 0);
	T_CHECK(folder__write(folder, "out", "x"));
	T_EQ(output_switch__keep(&files, &now, &err), DEFER_ERR_IO);
	snprintf(text, sizeof(text), "cannot remove %s: ", name);
	T_CHECK(!strncmp(err.text, text, strlen(text)));
	output_switch__exit(&files);
	return TEST_OK;
}

static int test_limit(void)
{
	return folder__run(check_limit);
}

static const struct test_case cases[] = {
	{"names of others in folders that all may write to", test_owners},
	{"places that can be written, or replaced", test_places},
	{"the longest name", test_long_names},
	{"the input is no output", test_input},
	{"a file and the one before", test_files},
	{"names that cannot be given", test_commits},
	{"streams", test_streams},
	{"files are named by their time", test_names},
	{"the oldest files go", test_limit},
	{0},
};

const struct test_suite suite__output_place = {"output-place", "Where an output goes", cases};
