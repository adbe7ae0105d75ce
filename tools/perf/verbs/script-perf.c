// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <subcmd/parse-options.h>

#include "verbs/common.h"
#include "verbs/options.h"
#include "verbs/script-perf.h"
#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/symbol-opts.h"
#include "util/inject/inject.h"

#define PERF "perf"

/* ---- the command line ---- */

/*
 * Returns true if the word may be one that requires an interpreter. Other command lines are not
 * parsed as perf does, so that options of perf that we refuse are told first.
 */
static bool may_be_wanted(const char *word)
{
	static const char *const names[] = {"script", "list", "gen-script"};

	if (word[0] != '-')
		return !strcmp(word, "report");
	if (word[1] != '-')
		return strpbrk(word, "slg");
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!strncmp(word + 2, names[i], strcspn(word + 2, "=")))
			return true;
	}
	return false;
}

/* Takes note of an option, which is passed to perf as it stands. */
static int note_option(const struct option *opt, const char *arg, int unset)
{
	/* Options of ours that perf script does not have. */
	static const char *const only_ours[] = {"perfetto", "quiet", "debuginfod"};
	struct script_perf *run = opt->value;
	const char *name = opt->long_name;

	if (!strcmp(name, "input"))
		run->input = arg;
	else if (!strcmp(name, "force"))
		run->force = !unset;
	else if (!strcmp(name, "script"))
		run->script = arg;
	else if (!strcmp(name, "vmlinux"))
		run->vmlinux = arg;
	else if (!strcmp(name, "kallsyms"))
		run->kallsyms = arg;
	else if (!strcmp(name, "list"))
		run->no_trace = true;
	run->is_wanted |= run->script || run->no_trace || !strcmp(name, "gen-script");
	run->needs_file |=
		!strcmp(name, "cpu") || (!strcmp(name, "time") && arg && strchr(arg, '%'));
	for (size_t i = 0; i < ARRAY_SIZE(only_ours); i++) {
		if (!strcmp(name, only_ours[i]))
			run->only_ours = name;
	}
	return 0;
}

/* Returns a table with the same options and the same usage, which only takes note of them. */
static struct option *note_options(const struct option *options, struct script_perf *run)
{
	struct option *all, *to;
	size_t nr = 0;

	while (options[nr].type != OPTION_END)
		nr++;
	all = calloc(nr + 1, sizeof(*all));
	if (!all)
		return NULL;
	memcpy(all, options, (nr + 1) * sizeof(*all));
	for (to = all; to->type != OPTION_END; to++) {
		if (to->type == OPTION_BOOLEAN || to->type == OPTION_INCR)
			to->flags |= PARSE_OPT_NOARG;
		if (to->type == OPTION_UINTEGER)
			to->argh = "n";
		to->type = OPTION_CALLBACK;
		to->callback = note_option;
		to->value = run;
	}
	return all;
}

static void script_perf__add(struct script_perf *run, const char *arg)
{
	run->args[run->nr_args++] = arg;
}

/*
 * Takes the arguments of a report: perf passes them to a shell script. That expects words for the
 * report first, and passes the others to another perf.
 */
static void script_perf__take_report(struct script_perf *run, int argc, const char **argv)
{
	const struct option options[] = {
		OPT_STRING('i', "input", &run->input, "file", "input file name"),
		OPT_END(),
	};
	const char *const usage[] = {"perf defer script report <script> [<script-args>]", NULL};

	argc = verb__parse_options(argc, argv, options, usage,
				   PARSE_OPT_KEEP_ARGV0 | PARSE_OPT_KEEP_UNKNOWN |
					   PARSE_OPT_KEEP_DASHDASH | PARSE_OPT_NO_INTERNAL_HELP);
	script_perf__add(run, "report");
	for (; argc && argv[0][0] != '-'; argc--, argv++)
		script_perf__add(run, argv[0]);
	script_perf__add(run, "-i");
	script_perf__add(run, "-");
	for (; argc; argc--, argv++)
		script_perf__add(run, argv[0]);
	run->needs_file = false;
	run->is_wanted = true;
}

/* Does what script_perf__parse() does. */
static int parse_as_perf(struct script_perf *run, int argc, const char **argv,
			 const struct option *options, const char *const *usage,
			 struct defer_error *err)
{
	const char **rest = calloc(argc + 1, sizeof(*rest)); /* is reordered */
	struct option *all = note_options(options, run);
	int nr_rest, ret = 0;

	run->args = calloc(argc + 5, sizeof(*run->args));
	if (!rest || !all || !run->args) {
		ret = error__no_memory(err, "for perf's command line");
		goto out;
	}
	memcpy(rest, argv, argc * sizeof(*rest));
	nr_rest = verb__parse_options(argc, rest, all, usage,
				      PARSE_OPT_STOP_AT_NON_OPTION | PARSE_OPT_KEEP_DASHDASH);
	script_perf__add(run, PERF);
	script_perf__add(run, "script");
	for (int i = 1; i < argc - nr_rest; i++)
		script_perf__add(run, argv[i]);
	if (nr_rest > 1 && !run->is_wanted && !strcmp(rest[0], "report")) {
		script_perf__take_report(run, nr_rest - 1, rest + 1);
		goto out;
	}
	if (!run->no_trace) {
		/* perf takes the last -i. */
		script_perf__add(run, "-i");
		run->input_arg = run->nr_args;
		script_perf__add(run, "-");
	}
	for (int i = 0; i < nr_rest; i++)
		script_perf__add(run, rest[i]);
	if (run->is_wanted && run->only_ours)
		verb__usage_error(usage, options,
				  "--%s is not an option of perf script, which runs the script",
				  run->only_ours);
out:
	free(rest);
	free(all);
	return ret;
}

int script_perf__parse(struct script_perf *run, int argc, const char **argv,
		       const struct option *options, const char *const *usage,
		       struct defer_error *err)
{
	*run = (struct script_perf){0};
	for (int i = 1; i < argc; i++) {
		if (may_be_wanted(argv[i]))
			return parse_as_perf(run, argc, argv, options, usage, err);
	}
	return 0;
}

void script_perf__exit(struct script_perf *run)
{
	free(run->args);
}

/* ---- perf ---- */

static int sys_error(struct defer_error *err, const char *what)
{
	return defer_error__set(err, DEFER_ERR_IO, "%s: %s", what, strerror(errno));
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
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"the perf on the PATH was built without %s, which %s needs",
					languages[i].name, script);
	}
	return 0;
}

/* ---- the stream ---- */

static int read_trace(const struct script_perf *run, const char *path, struct session **session,
		      struct defer_error *err)
{
	struct symbol_opts symbols;
	const struct session_opts opts = {
		.path = path,
		.owned_only = !run->force,
		.bounded = true,
		.symbols = &symbols.conf,
	};
	int ret = symbol_opts__init(&symbols, err);

	symbols.conf.vmlinux = run->vmlinux;
	symbols.conf.kallsyms = run->kallsyms;
	if (!ret)
		ret = session__open(session, &opts, err);
	if (!ret)
		ret = session__gather(*session, err);
	symbol_opts__exit(&symbols);
	return ret;
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

/* ---- the file ---- */

static void block_signals(sigset_t *old)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, old);
}

static bool is_signal_pending(void *ctx)
{
	sigset_t set;

	(void)ctx;
	sigpending(&set);
	return sigismember(&set, SIGINT) || sigismember(&set, SIGTERM) || sigismember(&set, SIGHUP);
}

/* Writes the trace to a file without a name. Returns its descriptor, or a negative code. */
static int write_file(struct session *session, struct defer_error *err)
{
	const char *tmp = getenv("TMPDIR");
	char dir[PATH_MAX - 16], path[PATH_MAX];
	const struct inject_opts opts = {.path = path, .end.is_asked = is_signal_pending};
	struct inject_stats stats;
	sigset_t old;
	int fd, ret;

	snprintf(dir, sizeof(dir), "%s/perf-defer-XXXXXX", tmp && *tmp ? tmp : "/tmp");
	block_signals(&old);
	fd = ret = mkdtemp(dir) ? 0 : sys_error(err, dir);
	if (!ret) {
		snprintf(path, sizeof(path), "%s/perf.data", dir);
		ret = inject__run(session, &opts, &stats, err);
		if (!ret)
			fd = open(path, O_RDONLY);
		unlink(path);
		rmdir(dir);
	}
	sigprocmask(SIG_SETMASK, &old, NULL);
	return ret ? ret : fd < 0 ? sys_error(err, path) : fd;
}

/* perf looks up CPUs and parts of the time before it reads a stream, so these need a file. */
static int script_perf__pass_file(struct script_perf *run, struct session *session,
				  struct defer_error *err)
{
	const int fd = write_file(session, err);
	char name[32];
	pid_t pid;

	if (fd < 0)
		return fd;
	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	run->args[run->input_arg] = name;
	pid = start_perf(run->args, -1, err);
	close(fd);
	return pid < 0 ? pid : wait_for(pid);
}

/* Reads the trace before it starts perf, so that perf does not report an empty stream. */
static int run_on_trace(struct script_perf *run, const char *path, struct defer_error *err)
{
	struct session *session = NULL;
	int ret = read_trace(run, path, &session, err);

	if (!ret)
		ret = run->needs_file ? script_perf__pass_file(run, session, err)
				      : script_perf__stream(run, session, err);
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

int script_perf__run(struct script_perf *run, const char **path, struct defer_error *err)
{
	int ret = check_language(run->script, err);

	*path = verb__input(run->input);
	if (ret)
		return ret;
	return run->no_trace ? run_alone(run, err) : run_on_trace(run, *path, err);
}
