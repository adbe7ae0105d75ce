// SPDX-License-Identifier: GPL-2.0-only
/* The command that is recorded, events that switch files, and a recorder's priority. */
#include <errno.h>
#include <linux/perf_event.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <perf/defer-abi.h>

#include "tests/child.h"
#include "tests/fake-events.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/record/command.h"
#include "util/record/realtime.h"
#include "util/record/switch-events.h"

/* ---- the command ---- */

static void wait_for_end(struct command *command)
{
	while (!command__ended(command))
		nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

static int run_command(void)
{
	const char *ends[] = {"sh", "-c", "exit 3", NULL}, *none[] = {"/nonexistent/x", NULL};
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct command command;
	struct caller caller;
	char text[100];

	caller__save(&caller);
	T_EQ(command__fork(&command, ends, false, &caller, &err), 0);
	T_CHECK(command.pid > 0 && !command.running);
	/* It waits, and is alive. */
	T_CHECK(!command__exits(&command));
	T_EQ(command__start(&command, ends[0], &err), 0);
	wait_for_end(&command);
	T_CHECK(WIFEXITED(command.status) && WEXITSTATUS(command.status) == 3);
	T_CHECK(command__ended(&command) && command__exits(&command));
	command__exit(&command);
	T_EQ(command.pid, -1);
	T_EQ(lowest_fd(), before);

	T_EQ(command__fork(&command, none, false, &caller, &err), 0);
	T_EQ(command__start(&command, none[0], &err), DEFER_ERR_NOENT);
	snprintf(text, sizeof(text), "/nonexistent/x: %s", strerror(ENOENT));
	T_STREQ(err.text, text);
	wait_for_end(&command);
	T_CHECK(WIFEXITED(command.status) && WEXITSTATUS(command.status) == 127);
	command__exit(&command);
	T_EQ(lowest_fd(), before);
	return TEST_OK;
}

static int test_command(void)
{
	return child__run(run_command);
}

/* A command that was never started ends by itself, and one that runs is ended. */
static int run_early_end(void)
{
	const char *sleeps[] = {"sleep", "1000", NULL};
	struct defer_error err = DEFER_ERROR_INIT;
	int before = lowest_fd();
	struct command command;
	struct caller caller;

	caller__save(&caller);
	T_EQ(command__fork(&command, sleeps, false, &caller, &err), 0);
	command__exit(&command);
	T_CHECK(WIFEXITED(command.status) && !WEXITSTATUS(command.status));
	T_EQ(lowest_fd(), before);
	T_EQ(command__fork(&command, sleeps, false, &caller, &err), 0);
	T_EQ(command__start(&command, sleeps[0], &err), 0);
	T_CHECK(command.running && !command__ended(&command) && !command__exits(&command));
	command__exit(&command);
	T_CHECK(WIFSIGNALED(command.status) && WTERMSIG(command.status) == SIGTERM);
	T_CHECK(!command.running);
	T_EQ(lowest_fd(), before);
	/* There is nothing to end twice. */
	command__exit(&command);
	T_EQ(waitpid(-1, NULL, WNOHANG), -1);
	return TEST_OK;
}

static int test_early_end(void)
{
	return child__run(run_early_end);
}

/* The command has the signals and limits that the caller had. */
static int check_inherited(const struct folder *folder)
{
	const char *tells[] = {"sh", "-c", NULL, NULL};
	const struct rlimit low = {.rlim_cur = 1000, .rlim_max = 2000};
	struct rlimit high = {.rlim_cur = 1500, .rlim_max = 2000};
	struct defer_error err = DEFER_ERROR_INIT;
	struct command command;
	struct caller caller;
	char script[160], text[32] = "";
	sigset_t set;
	FILE *file;

	snprintf(script, sizeof(script),
		 "ulimit -n > %s/limit; grep -q '^SigBlk:.*0$' /proc/self/status || exit 9; "
		 "kill -PIPE $$; exit 5",
		 folder->path);
	tells[2] = script;
	T_EQ(setrlimit(RLIMIT_NOFILE, &low), 0);
	signal(SIGPIPE, SIG_DFL);
	sigemptyset(&set);
	sigprocmask(SIG_SETMASK, &set, NULL);
	caller__save(&caller);
	T_EQ(setrlimit(RLIMIT_NOFILE, &high), 0);
	signal(SIGPIPE, SIG_IGN);
	signal(SIGCHLD, SIG_DFL);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigprocmask(SIG_BLOCK, &set, NULL);
	T_EQ(command__fork(&command, tells, true, &caller, &err), 0);
	T_EQ(command__start(&command, tells[0], &err), 0);
	wait_for_end(&command);
	T_CHECK(WIFSIGNALED(command.status) && WTERMSIG(command.status) == SIGPIPE);
	command__exit(&command);
	snprintf(script, sizeof(script), "%s/limit", folder->path);
	file = fopen(script, "r");
	T_CHECK(file && fgets(text, sizeof(text), file));
	fclose(file);
	T_STREQ(text, "1000\n");
	return TEST_OK;
}

static int run_inherited(void)
{
	return folder__run(check_inherited);
}

static int test_inherited(void)
{
	return child__run(run_inherited);
}

/* The words of the command go to stderr where stdout is the recording. */
static int check_quiet(bool quiet, const char *want)
{
	const char *says[] = {"sh", "-c", "echo out; echo err >&2", NULL};
	struct defer_error err = DEFER_ERROR_INIT;
	int fds[2], saved = dup(STDOUT_FILENO);
	struct command command;
	struct caller caller;
	char text[32] = "";
	ssize_t got;

	caller__save(&caller);
	T_EQ(pipe(fds), 0);
	dup2(fds[1], STDOUT_FILENO);
	T_EQ(command__fork(&command, says, quiet, &caller, &err), 0);
	dup2(saved, STDOUT_FILENO);
	close(fds[1]);
	T_EQ(command__start(&command, says[0], &err), 0);
	wait_for_end(&command);
	got = read(fds[0], text, sizeof(text) - 1);
	T_EQ(got, (ssize_t)strlen(want));
	T_STREQ(text, want);
	close(fds[0]);
	close(saved);
	command__exit(&command);
	return TEST_OK;
}

static int run_quiet(void)
{
	T_RUN(check_quiet(false, "out\n"));
	return check_quiet(true, "");
}

static int test_quiet(void)
{
	return child__run(run_quiet);
}

/* ---- events of --switch-output-event ---- */

#define MAX_EVENTS 8

static int fds[MAX_EVENTS];
static struct event_call calls[MAX_EVENTS];
static uint32_t nr_calls, nr_watched, nr_enabled;
static uint64_t watched_data[MAX_EVENTS];
static int refuse_open, refuse_filter, refuse_enable;
static bool no_buffers;

static int answer(const struct event_call *call)
{
	int fd;

	if (refuse_open)
		return -refuse_open;
	fd = no_buffers ? fake_events__accept() : memfd_create("event", MFD_CLOEXEC);
	if (!no_buffers && ftruncate(fd, 2 * sysconf(_SC_PAGESIZE)))
		return -EIO;
	if (nr_calls < MAX_EVENTS) {
		fds[nr_calls] = fd;
		calls[nr_calls] = *call;
	}
	nr_calls++;
	return fd;
}

static int control(int fd, uint64_t request, void *arg)
{
	(void)fd;
	(void)arg;
	if (request == PERF_EVENT_IOC_SET_FILTER)
		return -refuse_filter;
	nr_enabled += request == PERF_EVENT_IOC_ENABLE;
	return -refuse_enable;
}

static void watch(int fd, uint64_t data)
{
	(void)fd;
	if (nr_watched < MAX_EVENTS)
		watched_data[nr_watched] = (uint32_t)data;
	nr_watched++;
}

/* Adds records of @size bytes to a buffer, which nobody has read yet. */
static void add_records(int fd, uint64_t size)
{
	struct perf_event_mmap_page *page =
		mmap(NULL, sysconf(_SC_PAGESIZE), PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	page->data_head += size;
	munmap(page, sysconf(_SC_PAGESIZE));
}

static int refuse(const struct plan *plan, int code, const char *what, int error)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct switch_events events;
	int before = lowest_fd();
	char text[128];

	T_EQ(switch_events__open(&events, plan, -1, &err), code);
	snprintf(text, sizeof(text), "cannot %s event a of --switch-output-event: %s", what,
		 strerror(error));
	T_STREQ(err.text, text);
	T_EQ(events.epoll_fd, -1);
	T_EQ(lowest_fd(), before);
	defer_error__clear(&err);
	refuse_open = refuse_filter = 0;
	no_buffers = false;
	return TEST_OK;
}

static int run_switching(void)
{
	int32_t tids[] = {10, 20, 30};
	struct plan plan = {.targets = {.tids = tids, .nr_tids = 3}};
	struct defer_error err = DEFER_ERROR_INIT;
	struct switch_events events;
	int before = lowest_fd();
	struct event_spec *spec;

	/* Without such events nothing is open, and none happens. */
	T_EQ(switch_events__open(&events, &plan, -1, &err), 0);
	T_EQ(events.epoll_fd, -1);
	T_CHECK(!switch_events__happened(&events));
	switch_events__close(&events);

	spec = event_list__add(&plan.switch_events, "a");
	T_CHECK(spec);
	spec->attr.config = 5;
	spec->filter = strdup("x > 1");
	spec = event_list__add(&plan.switch_events, "b");
	T_CHECK(spec);
	spec->attr.config = 6;
	T_EQ(switch_events__open(&events, &plan, -1, &err), 0);
	T_EQ(nr_calls, 6);
	T_EQ(nr_watched, 6);
	for (uint32_t i = 0; i < 6; i++) {
		T_EQ(calls[i].config, i < 3 ? 5 : 6);
		T_EQ(calls[i].pid, tids[i % 3]);
		T_EQ(calls[i].cpu, -1);
		T_EQ(calls[i].group_fd, -1);
		T_EQ(watched_data[i], i);
	}
	T_EQ(switch_events__enable(&events), 0);
	T_EQ(nr_enabled, 6);
	refuse_enable = EIO;
	T_EQ(switch_events__enable(&events), -EIO);

	T_CHECK(!switch_events__happened(&events));
	for (uint32_t i = 0; i < 6; i++) {
		add_records(fds[i], 8);
		T_CHECK(switch_events__happened(&events));
		T_CHECK(!switch_events__happened(&events));
	}
	/* Several at once happen once. */
	add_records(fds[0], 8);
	add_records(fds[5], 8);
	T_CHECK(switch_events__happened(&events));
	T_CHECK(!switch_events__happened(&events));
	switch_events__close(&events);
	T_EQ(events.epoll_fd, -1);
	T_EQ(events.nr, 0);
	T_EQ(lowest_fd(), before);

	refuse_open = ESRCH;
	T_RUN(refuse(&plan, DEFER_ERR_NOENT, "open", ESRCH));
	refuse_open = EMFILE;
	T_RUN(refuse(&plan, DEFER_ERR_IO, "open", EMFILE));
	refuse_filter = EINVAL;
	T_RUN(refuse(&plan, DEFER_ERR_IO, "set the filter of", EINVAL));
	no_buffers = true;
	T_RUN(refuse(&plan, DEFER_ERR_IO, "watch", ENODEV));
	event_list__exit(&plan.switch_events);
	return TEST_OK;
}

static int test_switching(void)
{
	fake_events__catch(control, watch);
	return fake_events__run(answer, run_switching);
}

/* ---- the recorder's priority ---- */

static int run_priority(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	const struct rlimit none = {0};
	struct sched_param param;
	char text[128];

	for (int i = 0; i < 2; i++) {
		const int priority = i ? 100 : 0;

		T_EQ(realtime__set(priority, &err), DEFER_ERR_INVAL);
		snprintf(text, sizeof(text),
			 "invalid realtime priority %d: it must be from 1 to 99 (-r)", priority);
		T_STREQ(err.text, text);
		defer_error__clear(&err);
	}
	if (!realtime__set(1, &err)) {
		T_EQ(sched_getscheduler(0), SCHED_FIFO);
		T_EQ(sched_getparam(0, &param), 0);
		T_EQ(param.sched_priority, 1);
		param.sched_priority = 0;
		T_EQ(sched_setscheduler(0, SCHED_OTHER, &param), 0);
	}
	defer_error__clear(&err);
	/* A user without the right, and without a limit that allows it. */
	if (setrlimit(RLIMIT_RTPRIO, &none) ||
	    (!geteuid() && (setreuid(65534, 65534) || prctl(PR_SET_DUMPABLE, 1))))
		return TEST_SKIP;
	T_EQ(realtime__set(1, &err), DEFER_ERR_IO);
	T_STREQ(err.text, "no permission to set realtime priority 1 (-r): it needs CAP_SYS_NICE "
			  "or a sufficient ulimit -r");
	T_EQ(sched_getscheduler(0), SCHED_OTHER);
	return TEST_OK;
}

static int test_priority(void)
{
	return child__run(run_priority);
}

static const struct test_case cases[] = {
	{"a command runs once it is started", test_command},
	{"a command that ends early", test_early_end},
	{"a command has what its caller had", test_inherited},
	{"what a command prints beside a stream", test_quiet},
	{"events that switch files", test_switching},
	{"a priority, and who may have it", test_priority},
	{0},
};

const struct test_suite suite__record_parts = {
	"record-parts", "The command, events that switch files, a priority", cases};
