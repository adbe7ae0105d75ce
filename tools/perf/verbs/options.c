// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <subcmd/pager.h>
#include <subcmd/parse-options.h>

#include "verbs/options.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"
#include "util/events/event-nearest.h"
#include "util/session/filter.h"

/*
 * libsubcmd writes the error, then the usage, then exits. The output is kept until then, and only
 * the error of it is written. Allocated on the heap, since exit() calls back into it.
 */
struct capture {
	FILE *kept; /* what is written to the file of stderr; NULL while nothing is captured */
	int real;   /* that file */
	const struct option *options;
};

/* As atexit(), with a value for the function (the C++ ABI for Itanium, 3.3.5; in all libcs of Linux). */
int __cxa_atexit(void (*func)(void *ctx), void *ctx, void *dso);

/* Names this program there. With NULL, ThreadSanitizer takes the function for one of atexit(), without a value. */
extern void *__dso_handle __attribute__((visibility("hidden")));

/* Prints which option the user may have meant by one that is unknown, ahead of the line's end. */
static void print_hint(const char *reason, size_t len, const struct option *options)
{
	static const char unknown[] = "unknown option `";
	const char *word = reason + strlen(unknown);
	struct event_nearest nearest;
	bool unset;

	if (len < strlen(unknown) || strncmp(reason, unknown, strlen(unknown)) != 0)
		return;
	unset = !strncmp(word, "no-", 3);
	word += unset ? 3 : 0;
	event_nearest__init(&nearest, word, strcspn(word, "='\n"));
	for (; options->type != OPTION_END; options++) {
		if (options->long_name && !(options->flags & PARSE_OPT_HIDDEN))
			event_nearest__offer(&nearest, options->long_name);
	}
	if (nearest.best[0])
		fprintf(stderr, "; did you mean --%s%s?", unset ? "no-" : "", nearest.best);
}

static void print_line(const char *text, size_t len, const struct option *options)
{
	fprintf(stderr, "perf-defer: %.*s", (int)len, text);
	print_hint(text, len, options);
	fputc('\n', stderr);
}

/* Prints " Error: x" as "perf-defer: x"; a message that has the prefix stays as it is. */
static void print_reason(const char *text, size_t len, const struct option *options)
{
	static const char *const heads[] = {"Error: ", "perf-defer: "};
	const char *end = text + len;

	while (text < end) {
		size_t line = strcspn(text, "\n");

		if (line > (size_t)(end - text))
			line = end - text;
		for (; line && *text == ' '; line--)
			text++;
		for (size_t i = 0; i < ARRAY_SIZE(heads); i++) {
			if (line >= strlen(heads[i]) &&
			    !strncmp(text, heads[i], strlen(heads[i]))) {
				text += strlen(heads[i]);
				line -= strlen(heads[i]);
			}
		}
		if (line)
			print_line(text, line, options);
		text += line + (text + line < end);
	}
}

/* Prints what was kept: the reason alone, or usage that was requested, which may be long. */
static void print_kept(const char *text, const struct option *options)
{
	const char *usage = strstr(text, "\n Usage: ");
	size_t reason = usage ? (size_t)(usage - text) : strlen(text);

	if (usage && !reason) {
		setup_pager();
		fputs(usage, stderr);
	}
	print_reason(text, reason, options);
}

static void capture__end(struct capture *capture)
{
	FILE *kept = capture->kept;
	char *text = NULL;
	size_t cap = 0;

	if (!kept)
		return;
	capture->kept = NULL;
	dup2(capture->real, STDERR_FILENO);
	close(capture->real);
	force_pager(NULL);
	rewind(kept);
	if (getdelim(&text, &cap, '\0', kept) > 0)
		print_kept(text, capture->options);
	free(text);
	fclose(kept);
}

static void at_exit(void *ctx)
{
	capture__end(ctx);
	free(ctx);
}

/* Lets a file in memory take what is written to stderr. Returns false, and leaves that, if it fails. */
static bool capture__redirect(struct capture *capture)
{
	int kept = memfd_create("stderr", MFD_CLOEXEC);

	capture->real = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
	if (kept > STDERR_FILENO && capture->real >= 0 && dup2(kept, STDERR_FILENO) >= 0)
		capture->kept = fdopen(kept, "r");
	if (capture->kept)
		return true;
	if (capture->real >= 0) {
		dup2(capture->real, STDERR_FILENO);
		close(capture->real);
	}
	if (kept >= 0)
		close(kept);
	return false;
}

/* Returns NULL, and captures nothing, if that fails. */
static struct capture *capture__begin(const struct option *options)
{
	struct capture *capture = calloc(1, sizeof(*capture));

	if (!capture || __cxa_atexit(at_exit, capture, &__dso_handle)) {
		free(capture);
		return NULL;
	}
	capture->options = options;
	if (!capture__redirect(capture))
		return NULL; /* exit() has it */
	/* No pager yet: it would take all later output. */
	force_pager("cat");
	return capture;
}

static void list_options(const struct option *options)
{
	for (; options->type != OPTION_END; options++) {
		if (options->long_name && !(options->flags & PARSE_OPT_HIDDEN))
			printf("--%s ", options->long_name);
	}
	putchar('\n');
	exit(130);
}

int verb__parse_options(int argc, const char **argv, const struct option *options,
			const char *const *usage, int flags)
{
	struct capture *capture;

	if (argc > 1 && !strcmp(argv[1], "--list-opts"))
		list_options(options);
	capture = capture__begin(options);
	argc = parse_options(argc, argv, options, usage, flags);
	if (capture)
		capture__end(capture);
	return argc;
}

void verb__usage_error(const char *const *usage, const struct option *options, const char *fmt, ...)
{
	char reason[512];
	va_list args;

	va_start(args, fmt);
	vsnprintf(reason, sizeof(reason), fmt, args);
	va_end(args);
	capture__begin(options);
	usage_with_options_msg(usage, options, "%s", reason);
	abort();
}

void verb__take_input(const char **input, int argc, const char **argv, const char *const *usage,
		      const struct option *options)
{
	if (argc > 1)
		verb__usage_error(usage, options,
				  "only one input file can be read, not '%s' "
				  "and '%s'",
				  argv[0], argv[1]);
	if (argc && *input)
		verb__usage_error(usage, options,
				  "only one input file can be read, not -i %s "
				  "and '%s'",
				  *input, argv[0]);
	if (argc)
		*input = argv[0];
}

void verb__take_inputs(const char **input, struct input_files *files, int argc, const char **argv)
{
	if (!*input && argc) {
		*input = *argv++;
		argc--;
	}
	*files = (struct input_files){argv, argc};
}

struct option *filter_options__add(struct option *to, struct sample_filter_opts *filter,
				   const char *comms_help)
{
	const struct option options[] = {
		OPT_STRING(0, "time", &filter->time, "str", "Time span of interest (start,stop)"),
		OPT_STRING('C', "cpu", &filter->cpus, "cpu", "list of cpus to profile"),
		OPT_STRING(0, "pid", &filter->pids, "pid[,pid...]",
			   "only consider symbols in these pids"),
		OPT_STRING(0, "tid", &filter->tids, "tid[,tid...]",
			   "only consider symbols in these tids"),
		OPT_STRING('c', "comms", &filter->comms, "comm[,comm...]", comms_help),
	};

	_Static_assert(ARRAY_SIZE(options) <= FILTER_OPTIONS_MAX, "tables leave room for all");
	return mempcpy(to, options, sizeof(options));
}

bool filter_options__warn(const char *path, const struct sample_filter_opts *filter,
			  const char *dsos, const char *symbols)
{
	const struct {
		const char *name, *value;
	} given[] = {
		{"time", filter->time},	  {"cpu", filter->cpus},
		{"pid", filter->pids},	  {"tid", filter->tids},
		{"comms", filter->comms}, {"parallelism", filter->parallelism},
		{"dsos", dsos},		  {"symbols", symbols},
	};
	bool any = false;

	for (size_t i = 0; i < ARRAY_SIZE(given); i++)
		any |= given[i].value != NULL;
	if (!any)
		return false;
	fflush(stdout);
	fprintf(stderr, "perf-defer: ");
	plain__puts(path, stderr);
	fprintf(stderr, ": no sample matches");
	for (size_t i = 0; i < ARRAY_SIZE(given); i++) {
		if (!given[i].value)
			continue;
		fprintf(stderr, " --%s ", given[i].name);
		plain__puts(given[i].value, stderr);
	}
	fputc('\n', stderr);
	return true;
}
