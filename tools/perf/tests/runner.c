// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <perf/defer-error.h>

#include "tests/runner.h"

/* Enough for a script on a busy machine to end its background jobs and to remove its folder. */
#define GRACE_S 10

#ifdef __SANITIZE_ADDRESS__
/* libtraceevent (1.7, parse-events.c) loses the word that it has read where it refuses a format. */
__attribute__((visibility("default"))) const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
	return "leak:tep_parse_event";
}

/*
 * LeakSanitizer of GCC 12 guesses the size of a module's thread-local variables from the word before them, which may
 * be any, and reads that much. Of allocations that only these hold, none is known.
 */
__attribute__((visibility("default"))) const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "intercept_tls_get_addr=0";
}
#endif

#ifdef __SANITIZE_THREAD__
/* A TUI that is left does not wait for work that cannot be interrupted (loader__delete()): the process ends it. */
__attribute__((visibility("default"))) const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
	return "report_thread_leaks=0";
}
#endif

static int count_cases(const struct test_suite *suite)
{
	int nr = 0;

	while (suite->cases[nr].run)
		nr++;
	return nr;
}

static int sys_error(struct defer_error *err, const char *what)
{
	return defer_error__set(err, DEFER_ERR_IO, "%s: %s", what, strerror(errno));
}

/* Never one of the standard three: the child puts others there, and the caller may lack one. */
static int make_out_fd(void)
{
	int fd = memfd_create("perf-defer-test", MFD_CLOEXEC), above;

	if (fd < 0 || fd > STDERR_FILENO)
		return fd;
	above = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
	close(fd);
	return above;
}

int runner__init(struct runner *run, const struct test_suite *suite, const char *script,
		 unsigned int limit_s, struct defer_error *err)
{
	void *shared;

	*run = (struct runner){
		.suite = suite,
		.script = script,
		.nr_cases = suite ? count_cases(suite) : 1,
		.out_fd = -1,
		.limit_s = limit_s,
		.grace_s = GRACE_S,
	};

	/* One more than needed, because an empty mapping is refused. */
	shared = mmap(NULL, (run->nr_cases + 1) * sizeof(*run->results), PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
	if (shared == MAP_FAILED)
		return sys_error(err, "mmap");
	run->results = shared;

	run->out_fd = make_out_fd();
	if (run->out_fd < 0)
		return sys_error(err, "memfd_create");
	return 0;
}

void runner__exit(struct runner *run)
{
	if (run->pid > 0) {
		kill(-run->pid, SIGKILL);
		waitpid(run->pid, NULL, 0);
	}
	if (run->results)
		munmap(run->results, (run->nr_cases + 1) * sizeof(*run->results));
	if (run->out_fd >= 0)
		close(run->out_fd);
}

/* Returns the number of bytes written: the descriptor's position is shared with the child. */
static off_t out_position(const struct runner *run)
{
	return lseek(run->out_fd, 0, SEEK_END);
}

static enum case_state state_of(int result)
{
	switch (result) {
	case TEST_OK:
		return CASE_OK;
	case TEST_SKIP:
		return CASE_SKIPPED;
	default:
		break;
	}
	return CASE_FAILED;
}

/* Returns the number of descriptors that are open. */
static int count_open(void)
{
	DIR *dir = opendir("/proc/self/fd");
	int nr = 0;

	while (dir && readdir(dir))
		nr++;
	if (dir)
		closedir(dir);
	return nr;
}

static void run_case(struct runner *run, int nr)
{
	struct case_result *result = &run->results[nr];
	int ret, more = count_open();

	result->out_from = out_position(run);
	result->state = CASE_RUNNING;
	ret = run->suite->cases[nr].run();
	more = count_open() - more;
	if (ret == TEST_OK && more > 0) {
		printf("%d descriptors stay open\n", more);
		ret = TEST_FAIL;
	}
	fflush(stdout);
	fflush(stderr);
	result->out_to = out_position(run);
	result->state = state_of(ret);
}

static int next_case(const struct runner *run)
{
	int nr = 0;

	while (nr < run->nr_cases && run->results[nr].state != CASE_WAITING)
		nr++;
	return nr;
}

/* Undoes what nohup or a careless parent leaves; a sanitizer's handlers stay. */
static void default_signals(void)
{
	struct sigaction action;
	sigset_t none;
	int sig;

	for (sig = 1; sig <= SIGRTMAX; sig++)
		if (!sigaction(sig, NULL, &action) && action.sa_handler == SIG_IGN)
			signal(sig, SIG_DFL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static void empty_stdin(void)
{
	int null = open("/dev/null", O_RDONLY);

	if (null == STDIN_FILENO)
		return; /* there was none */
	dup2(null, STDIN_FILENO);
	close(null);
}

static void __attribute__((noreturn)) child(struct runner *run)
{
	setpgid(0, 0);
	default_signals();
	empty_stdin();
	dup2(run->out_fd, STDOUT_FILENO);
	dup2(run->out_fd, STDERR_FILENO);

	if (!run->suite) {
		execl(run->script, run->script, (char *)NULL);
		fprintf(stderr, "%s: %s\n", run->script, strerror(errno));
		_exit(TEST_FAIL);
	}
	for (int nr = next_case(run); nr < run->nr_cases; nr++)
		run_case(run, nr);
	/* exit(), so that the sanitizers' own checks at the end take part. */
	exit(0);
}

static void set_deadline(struct runner *run, unsigned int seconds)
{
	clock_gettime(CLOCK_MONOTONIC, &run->deadline);
	run->deadline.tv_sec += seconds;
}

static bool deadline_passed(const struct runner *run)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	if (now.tv_sec != run->deadline.tv_sec)
		return now.tv_sec > run->deadline.tv_sec;
	return now.tv_nsec >= run->deadline.tv_nsec;
}

int runner__start(struct runner *run, struct defer_error *err)
{
	if (run->script) {
		run->results[0].out_from = out_position(run);
		run->results[0].state = CASE_RUNNING;
	}

	fflush(stdout);
	fflush(stderr);
	run->pid = fork();
	if (run->pid < 0) {
		run->pid = 0;
		return sys_error(err, "fork");
	}
	if (!run->pid)
		child(run);
	/* The child does this as well, so that the group exists when it is needed. */
	setpgid(run->pid, run->pid);
	run->ending = false;
	set_deadline(run, run->limit_s);
	return 0;
}

static void note_end(struct runner *run, struct case_result *result, int status)
{
	result->out_to = out_position(run);
	if (WIFSIGNALED(status)) {
		result->signal = WTERMSIG(status);
		result->state = CASE_FAILED;
	} else if (run->script) {
		result->state = state_of(WEXITSTATUS(status));
	} else {
		/* A case may not end the process; and a sanitizer ends it with its own status. */
		result->state = CASE_FAILED;
	}
}

/*
 * Gives the process's end to the case that it was in. If all were done and the process
 * still failed, as at a leak that is found in exit(), the last case takes it.
 */
static void reaped(struct runner *run, int status)
{
	int last = next_case(run) - 1;

	/* Processes that the suite left running would write into the next process's output. */
	kill(-run->pid, SIGKILL);
	run->pid = 0;

	if (last < 0) {
		if (!run->nr_cases)
			return;
		last = 0;
		run->results[0].out_from = 0;
		run->results[0].state = CASE_RUNNING;
	}
	if (run->results[last].state == CASE_RUNNING || status)
		note_end(run, &run->results[last], status);
	/* A script that cleaned up may exit with any status. */
	if (run->results[last].timed_out)
		run->results[last].state = CASE_FAILED;
}

/* Ends the process at its deadline. Returns whether it is dead; else it has a new deadline. */
static bool end_late(struct runner *run)
{
	int last = next_case(run) - 1;

	if (run->nr_cases)
		run->results[last < 0 ? 0 : last].timed_out = true;
	if (run->script && !run->ending) {
		run->ending = true;
		set_deadline(run, run->grace_s);
		/* The whole group, because a shell waits for its command before it handles a signal. */
		kill(-run->pid, SIGTERM);
		kill(-run->pid, SIGCONT);
		return false;
	}
	kill(-run->pid, SIGKILL);
	return true;
}

int runner__poll(struct runner *run, struct defer_error *err)
{
	int status;
	pid_t pid;

	pid = waitpid(run->pid, &status, WNOHANG);
	if (!pid && run->limit_s && deadline_passed(run) && end_late(run))
		pid = waitpid(run->pid, &status, 0);
	if (pid < 0)
		return sys_error(err, "waitpid");
	if (!pid)
		return 0;

	reaped(run, status);
	if (next_case(run) == run->nr_cases)
		return 1;
	return runner__start(run, err);
}

void runner__run_here(struct runner *run)
{
	for (int nr = 0; run->suite && nr < run->nr_cases; nr++)
		run_case(run, nr);
}
