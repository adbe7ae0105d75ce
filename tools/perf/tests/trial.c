// SPDX-License-Identifier: GPL-2.0-only
#include "tests/trial.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "ui/stdio/dump.h"
#include "util/base/array.h"
#include "util/session/session.h"

#define NR_WORKERS 2
#define TIME_LIMIT 60 /* seconds */

/* ---- in this process ---- */

struct counts {
	uint64_t samples, classes[DEFER_NR_CLASSES];
};

static int count(void *ctx, unsigned int worker, const struct stitched *sample,
		 struct defer_error *err)
{
	struct counts *counts = (struct counts *)ctx + worker;

	(void)err;
	if (sample->cls >= DEFER_NR_CLASSES)
		abort();
	counts->samples++;
	counts->classes[sample->cls]++;
	return 0;
}

static void keep_damage(struct trial *trial, struct session *session)
{
	damage__sort(&session->damage);
	trial->nr_damage = session->damage.nr;
	trial->nr_kept = session->damage.nr_kept;
	memcpy(trial->kept, session->damage.kept, sizeof(trial->kept));
}

void trial__finish(struct trial *trial, struct session *session)
{
	struct counts *counts = calloc(session->nr_workers, sizeof(*counts));

	if (!counts)
		abort();
	trial->ret = session__gather(session, &trial->err);
	if (!trial->ret)
		trial->ret = session__walk(session, count, counts, &trial->err);
	for (unsigned int i = 0; i < session->nr_workers; i++) {
		trial->samples += counts[i].samples;
		for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
			trial->classes[cls] += counts[i].classes[cls];
	}
	keep_damage(trial, session);
	free(counts);
}

void trial__read(struct trial *trial, const char *path)
{
	const struct session_opts opts = {.path = path, .nr_workers = NR_WORKERS};
	struct session *session;

	*trial = (struct trial){.err = DEFER_ERROR_INIT};
	trial->ret = session__open(&session, &opts, &trial->err);
	if (trial->ret)
		return;
	trial__finish(trial, session);
	session__close(session);
}

int trial__memfd(const struct builder *b)
{
	int fd = memfd_create("trace", 0);

	for (size_t at = 0; at < b->size;) {
		ssize_t ret = write(fd, b->data + at, b->size - at);

		if (ret <= 0)
			abort();
		at += (size_t)ret;
	}
	if (fd < 0)
		abort();
	return fd;
}

void trial__read_builder(struct trial *trial, const struct builder *b)
{
	int fd = trial__memfd(b);
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	trial__read(trial, path);
	close(fd);
}

char *trial__dump(const struct builder *b)
{
	struct session_opts opts = {.nr_workers = 2};
	struct defer_error err = DEFER_ERROR_INIT;
	struct session *session = NULL;
	char path[64], *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	int ret, fd = trial__memfd(b);

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	opts.path = path;
	ret = session__open(&session, &opts, &err);
	if (!ret)
		ret = session__gather(session, &err);
	if (!ret)
		ret = session__dump(session, out, &err);
	fclose(out);
	if (session)
		session__close(session);
	close(fd);
	if (!ret)
		return text;
	free(text);
	return NULL;
}

static bool says(const struct defer_error *err, const char *text)
{
	return err->offset != DEFER_NO_OFFSET && strstr(err->text, text);
}

bool trial__says(const struct trial *trial, const char *text)
{
	if (trial->ret && says(&trial->err, text))
		return true;
	for (unsigned int i = 0; i < trial->nr_kept; i++) {
		if (says(&trial->kept[i], text))
			return true;
	}
	return false;
}

bool trial__complains(const struct trial *trial)
{
	return trial->ret || trial->nr_damage;
}

bool trial__is_sound(const struct trial *trial)
{
	uint64_t sum = 0;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		sum += trial->classes[cls];
	if (sum != trial->samples)
		return false;
	if (trial->ret && (!trial->err.code || !trial->err.text[0]))
		return false;
	for (unsigned int i = 0; i < trial->nr_kept; i++) {
		if (!trial->kept[i].code || !trial->kept[i].text[0])
			return false;
	}
	return trial->nr_damage >= trial->nr_kept;
}

/* ---- as a user runs it ---- */

bool trial__is_sanitized(void)
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
	return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
	return true;
#endif
#endif
	return false;
}

static void set_limits(void)
{
	/* Threads reserve address space in proportion to the number of CPUs. */
	rlim_t data = (1536ULL << 20) + ((rlim_t)sysconf(_SC_NPROCESSORS_ONLN) << 23);
	const struct rlimit memory = {data, data}, cpu = {TIME_LIMIT, TIME_LIMIT};
	const struct rlimit core = {0, 0};

	alarm(TIME_LIMIT);
	setrlimit(RLIMIT_CPU, &cpu);
	setrlimit(RLIMIT_CORE, &core);
	if (!trial__is_sanitized())
		setrlimit(RLIMIT_DATA, &memory);
}

static const struct {
	const char *name, *args[6];
} verbs[] = {
	[TRIAL_AUDIT] = {"audit", {"audit", "--json"}},
	[TRIAL_SCRIPT] = {"script", {"script"}},
	[TRIAL_REPORT] = {"report", {"report", "--stdio"}},
	[TRIAL_EXPORT] = {"export", {"report", "--export", "folded", "--shape", "inverted"}},
	[TRIAL_INJECT] = {"inject", {"inject", "-q", "-o", "/dev/null"}},
};

/* Counts the instructions of what follows, and says the number at the end. */
static const char *const counter[] = {
	"valgrind",
	"--tool=cachegrind",
	"--cache-sim=no",
	"--cachegrind-out-file=/dev/null",
};

const char *trial_verb__name(enum trial_verb verb)
{
	return verbs[verb].name;
}

/* @path: the trace. @counted: by the counter. */
struct child {
	enum trial_verb verb;
	const char *path;
	bool counted;
};

static void run_child(const struct child *child, FILE *out, FILE *err)
{
	const char *program = getenv("PERF_DEFER");
	const char *args[ARRAY_SIZE(counter) + ARRAY_SIZE(verbs[0].args) + 4] = {0};
	const enum trial_verb verb = child->verb;
	char self[PATH_MAX] = "";
	int nr = 0;

	if (!program && readlink("/proc/self/exe", self, sizeof(self) - 1) > 0)
		program = self;
	for (; child->counted && nr < (int)ARRAY_SIZE(counter); nr++)
		args[nr] = counter[nr];
	args[nr++] = program;
	for (int i = 0; verbs[verb].args[i]; i++)
		args[nr++] = verbs[verb].args[i];
	args[nr++] = "-i";
	args[nr++] = child->path;

	set_limits();
	if (dup2(fileno(out), STDOUT_FILENO) < 0 || dup2(fileno(err), STDERR_FILENO) < 0)
		_exit(126);
	execvp(args[0], (char *const *)args);
	_exit(127);
}

static char *read_all(FILE *file)
{
	long size;
	char *text;

	fseek(file, 0, SEEK_END);
	size = ftell(file);
	rewind(file);
	text = calloc(1, (size_t)size + 1);
	if (!text || fread(text, 1, (size_t)size, file) != (size_t)size)
		abort();
	fclose(file);
	return text;
}

/* Each sample of script begins with a line that is not indented. */
static int64_t count_samples(enum trial_verb verb, const char *out)
{
	const char *at;
	int64_t nr = 0;

	if (verb != TRIAL_AUDIT && verb != TRIAL_SCRIPT)
		return -1;
	if (verb == TRIAL_AUDIT) {
		at = strstr(out, "\"samples\": ");
		return at ? atoll(at + strlen("\"samples\": ")) : -1;
	}
	for (at = out; *at; at += strcspn(at, "\n"), at += *at == '\n')
		nr += *at != '\n' && *at != '\t' && *at != ' ';
	return nr;
}

static void run(struct trial_run *run, const struct child *child)
{
	FILE *out = tmpfile(), *err = tmpfile();
	struct rusage usage;
	int status;
	pid_t pid;

	if (!out || !err)
		abort();
	pid = fork();
	if (!pid)
		run_child(child, out, err);
	if (pid < 0 || wait4(pid, &status, 0, &usage) != pid)
		abort();

	run->status = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
	run->max_rss = usage.ru_maxrss;
	run->out = read_all(out);
	run->err = read_all(err);
	run->samples = count_samples(child->verb, run->out);
}

void trial_run__init(struct trial_run *to, enum trial_verb verb, const char *path)
{
	run(to, &(struct child){.verb = verb, .path = path});
}

static void run_builder(struct trial_run *to, struct child *child, const struct builder *b)
{
	int fd = trial__memfd(b);
	char path[64];

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	child->path = path;
	run(to, child);
	close(fd);
}

void trial_run__init_builder(struct trial_run *to, enum trial_verb verb, const struct builder *b)
{
	run_builder(to, &(struct child){.verb = verb}, b);
}

int64_t trial__instructions(enum trial_verb verb, const struct builder *b)
{
	struct trial_run counted;
	int64_t nr = 0;
	const char *at;

	run_builder(&counted, &(struct child){.verb = verb, .counted = true}, b);
	at = strstr(counted.err, "refs:");
	if (counted.status || !at)
		fprintf(stderr, "status %d: %s\n", counted.status, counted.err);
	else
		for (at += strcspn(at, "0123456789"); *at > ' '; at++)
			nr = *at == ',' ? nr : nr * 10 + (*at - '0');
	trial_run__exit(&counted);
	return nr;
}

void trial_run__exit(struct trial_run *run)
{
	free(run->out);
	free(run->err);
}
