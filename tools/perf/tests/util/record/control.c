// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tests.h"
#include "util/record/control.h"

/* A control on pipes: what the other side has of them. */
struct pipes {
	int in;	 /* commands are written here */
	int out; /* acks are read here */
	int ours[2];
	struct control control;
};

static int pipes__open(struct pipes *pipes)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int commands[2], acks[2];
	char spec[64];

	T_EQ(pipe(commands), 0);
	T_EQ(pipe(acks), 0);
	pipes->in = commands[1];
	pipes->out = acks[0];
	pipes->ours[0] = commands[0];
	pipes->ours[1] = acks[1];
	snprintf(spec, sizeof(spec), "fd:%d,%d", commands[0], acks[1]);
	if (control__open(&pipes->control, spec, &err))
		T_FAIL("%s: %s", spec, err.text);
	return TEST_OK;
}

static void pipes__close(struct pipes *pipes)
{
	control__close(&pipes->control);
	if (pipes->in >= 0)
		close(pipes->in);
	close(pipes->out);
	close(pipes->ours[0]);
	close(pipes->ours[1]);
}

static int say(int fd, const char *text, size_t len)
{
	T_EQ(write(fd, text, len), (ssize_t)len);
	return TEST_OK;
}

#define SAY(fd, text) T_RUN(say(fd, text, sizeof(text) - 1))

static bool is_readable(int fd)
{
	struct pollfd pollfd = {.fd = fd, .events = POLLIN};

	return poll(&pollfd, 1, 0) == 1;
}

static int test_commands(void)
{
	struct pipes pipes;

	T_RUN(pipes__open(&pipes));
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	SAY(pipes.in, "enable\ndisable\nstop\nping\nsnapshot\nevlist\nevlist -v\n");
	T_EQ(control__read(&pipes.control), CONTROL_ENABLE);
	T_EQ(control__read(&pipes.control), CONTROL_DISABLE);
	T_EQ(control__read(&pipes.control), CONTROL_STOP);
	T_EQ(control__read(&pipes.control), CONTROL_PING);
	T_EQ(control__read(&pipes.control), CONTROL_SNAPSHOT);
	T_EQ(control__read(&pipes.control), CONTROL_EVLIST);
	T_STREQ(pipes.control.arg, "");
	T_EQ(control__read(&pipes.control), CONTROL_EVLIST);
	T_STREQ(pipes.control.arg, "-v");
	T_EQ(control__read(&pipes.control), CONTROL_NONE);

	/* A command for one event; a further blank belongs to its name. */
	SAY(pipes.in,
	    "enable sched:sched_switch\ndisable cpu/event=0x3c, umask=0/u \nenable  x\nenable\n");
	T_EQ(control__read(&pipes.control), CONTROL_ENABLE);
	T_STREQ(pipes.control.arg, "sched:sched_switch");
	T_EQ(control__read(&pipes.control), CONTROL_DISABLE);
	T_STREQ(pipes.control.arg, "cpu/event=0x3c, umask=0/u");
	T_EQ(control__read(&pipes.control), CONTROL_ENABLE);
	T_STREQ(pipes.control.arg, " x");
	T_EQ(control__read(&pipes.control), CONTROL_ENABLE);
	T_STREQ(pipes.control.arg, "");
	T_EQ(control__read(&pipes.control), CONTROL_NONE);

	/*
	 * Parsed as in perf: a NUL ends a command too; surrounding blanks and empty lines are
	 * ignored.
	 */
	SAY(pipes.in, "ping\0\n\n  \nstop \r\n");
	T_EQ(control__read(&pipes.control), CONTROL_PING);
	T_EQ(control__read(&pipes.control), CONTROL_STOP);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	pipes__close(&pipes);
	return TEST_OK;
}

static int test_partial(void)
{
	struct pipes pipes;

	T_RUN(pipes__open(&pipes));
	SAY(pipes.in, "ena");
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	SAY(pipes.in, "ble");
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	SAY(pipes.in, "\nst");
	T_EQ(control__read(&pipes.control), CONTROL_ENABLE);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	SAY(pipes.in, "op\n");
	T_EQ(control__read(&pipes.control), CONTROL_STOP);
	pipes__close(&pipes);
	return TEST_OK;
}

static int test_garbage(void)
{
	struct pipes pipes;

	T_RUN(pipes__open(&pipes));
	/* A command with a letter more or less, or with further words, is unknown. */
	SAY(pipes.in, "stopp\nsto\nstop it\n\xff\xfe\x01\nSTOP\nping\n");
	for (int i = 0; i < 5; i++)
		T_EQ(control__read(&pipes.control), CONTROL_UNKNOWN);
	T_EQ(control__read(&pipes.control), CONTROL_PING);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	pipes__close(&pipes);
	return TEST_OK;
}

/* Lines of all lengths around the buffer's, each followed by a good one. */
static int test_long(void)
{
	struct pipes pipes;
	char line[300];

	memset(line, 'x', sizeof(line));
	T_RUN(pipes__open(&pipes));
	for (size_t len = 1; len < sizeof(line); len++) {
		T_RUN(say(pipes.in, line, len));
		SAY(pipes.in, "\nping\n");
		T_EQ(control__read(&pipes.control), CONTROL_UNKNOWN);
		T_EQ(control__read(&pipes.control), CONTROL_PING);
		T_EQ(control__read(&pipes.control), CONTROL_NONE);
	}
	/* The end of an overlong line is no command, though it reads as one. */
	memset(line, ' ', sizeof(line));
	T_RUN(say(pipes.in, line, sizeof(pipes.control.line) * 2));
	SAY(pipes.in, "stop\nping\n");
	T_EQ(control__read(&pipes.control), CONTROL_UNKNOWN);
	T_EQ(control__read(&pipes.control), CONTROL_PING);
	pipes__close(&pipes);
	return TEST_OK;
}

/* A writer that never ends a line does not hold us up: one call reads a part of the pipe. */
static int test_flood(void)
{
	static char flood[60000];
	struct pipes pipes;
	int calls = 0;

	memset(flood, 'x', sizeof(flood));
	T_RUN(pipes__open(&pipes));
	T_RUN(say(pipes.in, flood, sizeof(flood)));
	while (is_readable(pipes.ours[0])) {
		T_EQ(control__read(&pipes.control), CONTROL_NONE);
		calls++;
	}
	T_CHECK(calls > 4);
	SAY(pipes.in, "\nping\n");
	T_EQ(control__read(&pipes.control), CONTROL_UNKNOWN);
	T_EQ(control__read(&pipes.control), CONTROL_PING);
	pipes__close(&pipes);
	return TEST_OK;
}

static int test_eof(void)
{
	struct pipes pipes;
	char line[100];

	T_RUN(pipes__open(&pipes));
	T_CHECK(!is_readable(pipes.control.fd));
	SAY(pipes.in, "enable\nstop");
	T_CHECK(is_readable(pipes.control.fd));
	close(pipes.in);
	pipes.in = -1;
	T_EQ(control__read(&pipes.control), CONTROL_ENABLE);
	T_EQ(control__read(&pipes.control), CONTROL_STOP);
	T_EQ(pipes.control.fd, -1);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	/* It was not ours to close. */
	T_CHECK(fcntl(pipes.ours[0], F_GETFD) >= 0);
	pipes__close(&pipes);

	/* At once, without a word; and in the middle of a line that is too long. */
	T_RUN(pipes__open(&pipes));
	close(pipes.in);
	pipes.in = -1;
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	T_EQ(pipes.control.fd, -1);
	pipes__close(&pipes);

	T_RUN(pipes__open(&pipes));
	memset(line, 'x', sizeof(line));
	T_RUN(say(pipes.in, line, sizeof(line)));
	close(pipes.in);
	pipes.in = -1;
	T_EQ(control__read(&pipes.control), CONTROL_UNKNOWN);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	T_EQ(pipes.control.fd, -1);
	pipes__close(&pipes);
	return TEST_OK;
}

static int test_ack(void)
{
	static char filling[4096];
	struct pipes pipes;
	char got[8] = "";
	int flags;

	T_RUN(pipes__open(&pipes));
	control__ack(&pipes.control);
	T_EQ(read(pipes.out, got, sizeof(got)), 4);
	T_STREQ(got, "ack\n");

	/* Without a reader, a further ack does not block. */
	flags = fcntl(pipes.ours[1], F_GETFL);
	T_EQ(flags & O_NONBLOCK, 0);
	fcntl(pipes.ours[1], F_SETFL, flags | O_NONBLOCK);
	while (write(pipes.ours[1], filling, sizeof(filling)) > 0)
		;
	fcntl(pipes.ours[1], F_SETFL, flags);
	alarm(10);
	control__ack(&pipes.control);
	alarm(0);

	/* No reader is left. */
	signal(SIGPIPE, SIG_IGN);
	close(pipes.out);
	control__ack(&pipes.control);
	pipes__close(&pipes);
	return TEST_OK;
}

/* A caller that polls the control in its own set is not woken forever at the end of the file. */
static int test_poller(void)
{
	int set = epoll_create1(0);
	struct epoll_event event = {.events = EPOLLIN};
	struct pipes pipes;

	T_RUN(pipes__open(&pipes));
	T_EQ(epoll_ctl(set, EPOLL_CTL_ADD, pipes.control.fd, &event), 0);
	T_EQ(epoll_wait(set, &event, 1, 0), 0);
	SAY(pipes.in, "ping\n");
	T_EQ(epoll_wait(set, &event, 1, 0), 1);
	T_EQ(control__read(&pipes.control), CONTROL_PING);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	T_EQ(epoll_wait(set, &event, 1, 0), 0);
	close(pipes.in);
	pipes.in = -1;
	T_EQ(epoll_wait(set, &event, 1, 0), 1);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	T_EQ(epoll_wait(set, &event, 1, 0), 0);
	close(set);
	pipes__close(&pipes);
	return TEST_OK;
}

/* Flags are shared by all holders of the descriptor, such as a shell and its terminal. */
static int test_flags(void)
{
	struct pipes pipes;

	T_RUN(pipes__open(&pipes));
	T_EQ(fcntl(pipes.ours[0], F_GETFL) & O_NONBLOCK, 0);
	alarm(10);
	T_EQ(control__read(&pipes.control), CONTROL_NONE);
	alarm(0);
	T_EQ(fcntl(pipes.ours[0], F_GETFL) & O_NONBLOCK, 0);
	pipes__close(&pipes);
	return TEST_OK;
}

struct fifos {
	char dir[64], in[80], out[80], plain[80];
};

static int fifos__make(struct fifos *fifos)
{
	FILE *file;

	snprintf(fifos->dir, sizeof(fifos->dir), "/tmp/perf-defer-control-XXXXXX");
	T_CHECK(mkdtemp(fifos->dir));
	snprintf(fifos->in, sizeof(fifos->in), "%s/in", fifos->dir);
	snprintf(fifos->out, sizeof(fifos->out), "%s/out", fifos->dir);
	snprintf(fifos->plain, sizeof(fifos->plain), "%s/plain", fifos->dir);
	T_EQ(mkfifo(fifos->in, 0600), 0);
	T_EQ(mkfifo(fifos->out, 0600), 0);
	file = fopen(fifos->plain, "w");
	T_CHECK(file);
	fclose(file);
	return TEST_OK;
}

static void fifos__remove(const struct fifos *fifos)
{
	unlink(fifos->in);
	unlink(fifos->out);
	unlink(fifos->plain);
	rmdir(fifos->dir);
}

static int use_fifos(const struct fifos *fifos)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct control control;
	char spec[200], got[8] = "";
	int in, out, fd;

	snprintf(spec, sizeof(spec), "fifo:%s,%s", fifos->in, fifos->out);
	T_EQ(control__open(&control, spec, &err), 0);
	T_EQ(control__read(&control), CONTROL_NONE);
	out = open(fifos->out, O_RDONLY | O_NONBLOCK);
	T_CHECK(out >= 0);

	/* Writers may come and go. */
	for (int i = 0; i < 3; i++) {
		in = open(fifos->in, O_WRONLY | O_NONBLOCK);
		T_CHECK(in >= 0);
		SAY(in, "ping\n");
		close(in);
		T_EQ(control__read(&control), CONTROL_PING);
		T_EQ(control__read(&control), CONTROL_NONE);
		T_CHECK(control.fd >= 0);
		control__ack(&control);
		T_EQ(read(out, got, sizeof(got)), 4);
		T_STREQ(got, "ack\n");
	}
	close(out);
	fd = control.in_fd;
	T_CHECK(fcntl(fd, F_GETFD) & FD_CLOEXEC);
	control__close(&control);
	T_EQ(fcntl(fd, F_GETFD), -1);
	control__close(&control);
	return TEST_OK;
}

static int test_fifos(void)
{
	struct fifos fifos = {0};
	int ret;

	T_RUN(fifos__make(&fifos));
	ret = use_fifos(&fifos);
	fifos__remove(&fifos);
	return ret;
}

static int check_bad(const char *spec, int code)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct control control;

	if (control__open(&control, spec, &err) != code)
		T_FAIL("'%s' gives '%s'", spec, err.text);
	T_CHECK(err.text[0]);
	T_EQ(control.fd, -1);
	T_EQ(control.ack_fd, -1);
	return TEST_OK;
}

static int test_bad_files(void)
{
	struct fifos fifos = {0};
	char spec[200];
	int ret, before = dup(0);

	close(before);
	T_RUN(fifos__make(&fifos));
	snprintf(spec, sizeof(spec), "fifo:%s", fifos.plain);
	ret = check_bad(spec, DEFER_ERR_INVAL);
	snprintf(spec, sizeof(spec), "fifo:%s,%s", fifos.in, fifos.plain);
	if (!ret)
		ret = check_bad(spec, DEFER_ERR_INVAL);
	snprintf(spec, sizeof(spec), "fifo:%s,%s/none", fifos.in, fifos.dir);
	if (!ret)
		ret = check_bad(spec, DEFER_ERR_IO);
	fifos__remove(&fifos);
	T_RUN(ret);

	/* Whatever was opened until then is closed. */
	ret = dup(0);
	close(ret);
	T_EQ(ret, before);
	return TEST_OK;
}

static int test_bad_specs(void)
{
	static const char *const bad[] = {
		"",	  "fd:",     "fd:x",	       "fd:-1", "fd:1x", "fd:0,",
		"fd:0,x", "fd:0,1,", "fd:99999999999", "fd: 0", "fd:+0", "fd:4294967295",
		"fifo:",  "fifo:,",  "fifo:,/tmp/x",   "fifo",	"fd0",	 "pipe:/tmp/x",
		"FD:0",	  "fd:987",  "fd:0,987",
	};
	struct control control;
	int fds[2];
	char spec[32];

	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++)
		T_RUN(check_bad(bad[i], DEFER_ERR_INVAL));

	/* A file that is never at its end for good. */
	fds[0] = open("/proc/self/exe", O_RDONLY);
	snprintf(spec, sizeof(spec), "fd:%d", fds[0]);
	T_RUN(check_bad(spec, DEFER_ERR_INVAL));
	close(fds[0]);

	/* The wrong way round. */
	T_EQ(pipe(fds), 0);
	snprintf(spec, sizeof(spec), "fd:%d", fds[1]);
	T_RUN(check_bad(spec, DEFER_ERR_INVAL));
	snprintf(spec, sizeof(spec), "fd:%d,%d", fds[0], fds[0]);
	T_RUN(check_bad(spec, DEFER_ERR_INVAL));
	close(fds[0]);
	close(fds[1]);

	T_EQ(control__open(&control, NULL, NULL), 0);
	T_EQ(control__read(&control), CONTROL_NONE);
	control__ack(&control);
	control__close(&control);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"commands, as perf has them", test_commands},
	{"a command that comes in parts", test_partial},
	{"garbage is told from commands", test_garbage},
	{"lines of any length", test_long},
	{"a flood does not hold us up", test_flood},
	{"the end of the file", test_eof},
	{"the end of the file wakes a poller once", test_poller},
	{"acks never wait", test_ack},
	{"flags of others' descriptors stay", test_flags},
	{"fifos, whose writers come and go", test_fifos},
	{"files that are none", test_bad_files},
	{"specs that make no sense", test_bad_specs},
	{0},
};

const struct test_suite suite__control = {"control", "Commands to a recording", cases};
