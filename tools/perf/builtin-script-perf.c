// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "builtin-common.h"
#include "builtin-script-perf.h"
#include "util/base/error.h"
#include "util/inject/inject.h"

#define PERF "perf"

/* A parsed command line. */
struct script_perf {
	const char *input;  /* the trace; NULL: no -i */
	const char *script; /* file or name of -s, or NULL */
	bool force;
	bool no_trace;	   /* perf does what was asked without a trace */
	const char **args; /* arguments for perf, NULL-terminated */
	int nr_args;
};

/* ---- the command line ---- */

/*
 * Returns true if @arg is the option @letter or @name. Sets *@value to the value in @arg itself, or
 * NULL.
 */
static bool is_option(const char *arg, char letter, const char *name, const char **value)
{
	const size_t len = strlen(name);

	*value = NULL;
	if (arg[0] == '-' && arg[1] == letter) {
		*value = arg[2] ? arg + 2 : NULL;
		return true;
	}
	if (strncmp(arg, "--", 2) || strncmp(arg + 2, name, len))
		return false;
	if (arg[2 + len] == '=')
		*value = arg + 2 + len + 1;
	return !arg[2 + len] || *value;
}

static bool is_list(const char *arg)
{
	return !strcmp(arg, "-l") || !strcmp(arg, "--list");
}

static bool is_report(int argc, const char **argv)
{
	return argc > 2 && !strcmp(argv[1], "report");
}

bool script_perf__is_wanted(int argc, const char **argv)
{
	const char *value;

	if (is_report(argc, argv))
		return true;
	for (int i = 1; i < argc && strcmp(argv[i], "--"); i++) {
		if (is_option(argv[i], 's', "script", &value) || is_list(argv[i]) ||
		    is_option(argv[i], 'g', "gen-script", &value))
			return true;
	}
	return false;
}

static void script_perf__add(struct script_perf *run, const char *arg)
{
	run->args[run->nr_args++] = arg;
}

/*
 * Takes an argument and its value if they are ours. Returns how many arguments that is, or 0 if the
 * argument is perf's.
 */
static int script_perf__take(struct script_perf *run, int left, const char **argv)
{
	const char *value;

	if (is_option(argv[0], 'i', "input", &value)) {
		run->input = value || left < 2 ? value : argv[1];
		return value || left < 2 ? 1 : 2;
	}
	if (!strcmp(argv[0], "-f") || !strcmp(argv[0], "--force")) {
		run->force = true;
		return 1;
	}
	run->no_trace |= is_list(argv[0]);
	return 0;
}

/* Takes all arguments. Those after the script's name are the script's. */
static void script_perf__take_all(struct script_perf *run, int argc, const char **argv)
{
	const char *value;
	int i = 1, nr;

	while (i < argc && !run->script) {
		nr = script_perf__take(run, argc - i, argv + i);
		if (nr) {
			i += nr;
			continue;
		}
		if (is_option(argv[i], 's', "script", &value)) {
			if (!value && i + 1 < argc)
				script_perf__add(run, argv[i++]);
			run->script = value ? value : argv[i];
		}
		script_perf__add(run, argv[i++]);
	}
	while (i < argc)
		script_perf__add(run, argv[i++]);
}

/*
 * Builds the arguments of a report. perf passes those after the report's name to its shell script,
 * which passes them to perf.
 */
static void script_perf__take_report(struct script_perf *run, int argc, const char **argv)
{
	int i = 3, nr;

	script_perf__add(run, argv[1]);
	script_perf__add(run, argv[2]);
	script_perf__add(run, "-i");
	script_perf__add(run, "-");
	while (i < argc) {
		nr = script_perf__take(run, argc - i, argv + i);
		if (!nr)
			script_perf__add(run, argv[i]);
		i += nr ? nr : 1;
	}
}

static int script_perf__init(struct script_perf *run, int argc, const char **argv,
			     struct defer_error *err)
{
	*run = (struct script_perf){.args = calloc(argc + 8, sizeof(*run->args))};
	if (!run->args)
		return error__no_memory(err, "for perf's command line");
	script_perf__add(run, PERF);
	script_perf__add(run, "script");
	if (is_report(argc, argv)) {
		script_perf__take_report(run, argc, argv);
		return 0;
	}
	script_perf__take_all(run, argc, argv);
	if (run->no_trace)
		return 0;
	/* Insert at the front: arguments after the script are the script's. */
	memmove(run->args + 4, run->args + 2, (run->nr_args - 2) * sizeof(*run->args));
	run->args[2] = "-i";
	run->args[3] = "-";
	run->nr_args += 2;
	return 0;
}

/* ---- perf ---- */

static int sys_error(struct defer_error *err, const char *what)
{
	return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "%s: %s", what,
				strerror(errno));
}

/* Starts perf with @in as its stdin unless @in is negative. Returns its pid, or a negative code. */
static pid_t start_perf(const char **argv, int in, struct defer_error *err)
{
	pid_t pid = fork();

	if (pid < 0)
		return sys_error(err, "cannot start perf");
	if (pid)
		return pid;
	if (in >= 0)
		dup2(in, STDIN_FILENO);
	execvp(argv[0], (char **)argv);
	fprintf(stderr, "perf-defer: cannot run perf, whose interpreter scripts need: %s\n",
		strerror(errno));
	_exit(127);
}

/* Waits for the process. Returns its exit status as a shell would. */
static int wait_for(pid_t pid)
{
	int status;

	while (waitpid(pid, &status, 0) < 0) {
		if (errno != EINTR)
			return 127;
	}
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Returns true if `perf version --build-options` lists @what as off. */
static bool perf_lacks(const char *what)
{
	FILE *out = popen(PERF " version --build-options 2>/dev/null", "re");
	bool lacks = false;
	char line[256];

	while (out && fgets(line, sizeof(line), out)) {
		if (strstr(line, what))
			lacks = strstr(line, "[ OFF ") != NULL;
	}
	if (out)
		pclose(out);
	return lacks;
}

static int check_language(const char *script, struct defer_error *err)
{
	static const struct {
		const char *ending, *what, *name;
	} languages[] = {{".py", " libpython:", "Python"}, {".pl", " libperl:", "Perl"}};
	const char *dot = script ? strrchr(script, '.') : NULL;

	for (size_t i = 0; dot && i < sizeof(languages) / sizeof(*languages); i++) {
		if (strcmp(dot, languages[i].ending) || !perf_lacks(languages[i].what))
			continue;
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
					"the perf on the PATH was built without %s, which %s needs",
					languages[i].name, script);
	}
	return 0;
}

/* ---- the stream ---- */

static int read_trace(const struct script_perf *run, const char *path, struct session **session,
		      struct defer_error *err)
{
	const struct session_opts opts = {
		.path = path,
		.owned_only = !run->force,
		.bounded = true,
	};
	int ret = session__open(session, &opts, err);

	return ret ? ret : session__gather(*session, err);
}

/*
 * Returns true if the script stopped reading: it may have seen enough, or perf has reported why it
 * ended.
 */
static bool is_reader_gone(void)
{
	struct pollfd poll_fd = {.fd = STDOUT_FILENO};

	return poll(&poll_fd, 1, 0) > 0 && poll_fd.revents & POLLERR;
}

static int script_perf__stream(const struct script_perf *run, struct session *session,
			       struct defer_error *err)
{
	const struct inject_opts opts = {.path = "-"};
	struct inject_stats stats;
	int ends[2], ret, status;
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC))
		return sys_error(err, "cannot make a pipe");
	pid = start_perf(run->args, ends[0], err);
	close(ends[0]);
	/* From here on stdout is perf's. Ours is the pipe, so that the trace goes there. */
	ret = pid < 0 ? pid : 0;
	if (!ret && dup2(ends[1], STDOUT_FILENO) < 0)
		ret = sys_error(err, "cannot write to a pipe");
	close(ends[1]);
	if (pid < 0)
		return ret;
	signal(SIGPIPE, SIG_IGN);
	if (!ret)
		ret = inject__run(session, &opts, &stats, err);
	if (ret == DEFER_ERR_IO && is_reader_gone()) {
		defer_error__clear(err);
		ret = 0;
	}
	close(STDOUT_FILENO);
	status = wait_for(pid);
	return ret ? ret : status;
}

/* Reads the trace before it starts perf, so that perf does not report an empty stream. */
static int run_on_trace(const struct script_perf *run, const char *path, struct defer_error *err)
{
	struct session *session = NULL;
	int ret = read_trace(run, path, &session, err);

	if (!ret)
		ret = script_perf__stream(run, session, err);
	if (session && ret >= 0)
		ret |= verb__print_damage(path, &session->damage);
	if (session)
		session__close(session);
	return ret;
}

static int run_alone(const struct script_perf *run, struct defer_error *err)
{
	pid_t pid = start_perf(run->args, -1, err);

	return pid < 0 ? pid : wait_for(pid);
}

int script_perf__run(int argc, const char **argv, const char **path, struct defer_error *err)
{
	struct script_perf run;
	int ret = script_perf__init(&run, argc, argv, err);

	*path = verb__input(run.input);
	if (!ret)
		ret = check_language(run.script, err);
	if (!ret)
		ret = run.no_trace ? run_alone(&run, err) : run_on_trace(&run, *path, err);
	free(run.args);
	return ret;
}
