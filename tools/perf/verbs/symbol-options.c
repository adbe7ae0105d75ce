// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <subcmd/parse-options.h>

#include "verbs/symbol-options.h"
#include "ui/stdio/plain.h"
#include "util/base/array.h"
#include "util/dso/dso.h"

/* Parses --debuginfod [urls]. The option's value is a symbol_opts. */
static int parse_debuginfod(const struct option *option, const char *arg, int unset)
{
	struct symbol_opts *opts = option->value;

	opts->debuginfod = unset ? "" : arg ? arg : "system";
	return 0;
}

/* Parses --symfs directory[,layout]. The option's value is a symbol_conf. */
static int parse_symfs(const struct option *option, const char *arg, int unset)
{
	struct symbol_conf *conf = option->value;
	char *comma = unset ? NULL : strrchr(arg, ',');

	conf->symfs = unset ? NULL : arg;
	conf->symfs_flat = comma && !strcmp(comma, ",flat");
	if (comma && (conf->symfs_flat || !strcmp(comma, ",hierarchy")))
		*comma = '\0';
	return 0;
}

/* Parses --unwind cfi or fp-fallback. The option's value is a symbol_conf. */
static int parse_unwind(const struct option *option, const char *arg, int unset)
{
	struct symbol_conf *conf = option->value;

	conf->fp_fallback = !unset && !strcmp(arg, "fp-fallback");
	if (unset || conf->fp_fallback || !strcmp(arg, "cfi"))
		return 0;
	fprintf(stderr, "perf-defer: --unwind takes cfi or fp-fallback, not '%s'\n", arg);
	return -1;
}

struct option *file_options__add(struct option *to, struct symbol_conf *conf)
{
	const struct option options[FILE_OPTIONS] = {
		OPT_STRING('k', "vmlinux", &conf->vmlinux, "file", "vmlinux pathname"),
		OPT_STRING(0, "kallsyms", &conf->kallsyms, "file", "kallsyms pathname"),
		OPT_CALLBACK(0, "symfs", conf, "directory[,layout]",
			     "Look for files with symbols relative to this directory; layout: "
			     "'hierarchy' (default) matches full path, 'flat' only matches base "
			     "name",
			     parse_symfs),
		OPT_CALLBACK(
			0, "unwind", conf, "how",
			"How to find callers in stack dumps: 'cfi' (default) only by call frame "
			"information, 'fp-fallback' guesses by the frame pointer where there is "
			"none, and marks such frames",
			parse_unwind),
		OPT_BOOLEAN(0, "no-repair", &conf->no_repair,
			    "show user stacks as the kernel recorded them, even if they can be "
			    "repaired"),
		OPT_UINTEGER(0, "repair-bytes", &conf->repair_bytes,
			     "repair user stacks by so many bytes of each copy of a stack only"),
	};

	return mempcpy(to, options, sizeof(options));
}

struct option *symbol_options__add(struct option *to, struct symbol_opts *opts, bool *short_names)
{
	struct symbol_conf *conf = &opts->conf;
	const struct option options[] = {
		OPT_BOOLEAN('f', "force", &conf->force, "don't complain, do it"),
		{.type = OPTION_CALLBACK,
		 .long_name = "debuginfod",
		 .value = opts,
		 .argh = "debuginfod urls",
		 .help = "Ask DEBUGINFOD_URLS or specified urls for files that are not here "
			 "(default: if the variable is set)",
		 .flags = PARSE_OPT_OPTARG,
		 .callback = parse_debuginfod},
		OPT_BOOLEAN(0, "demangle", &opts->demangle,
			    "Symbol demangling. Enabled by default, use --no-demangle to disable."),
		OPT_BOOLEAN(0, "demangle-kernel", &conf->demangle_kernel,
			    "Enable kernel symbol demangling"),
		OPT_BOOLEAN(0, "inline", &opts->inlines, "Show inline function"),
		OPT_BOOLEAN_SET(0, "short-names", short_names, &opts->short_names_set,
				"Show names of functions without template arguments, parameters "
				"and return types, and fold recursion. Default on terminals"),
	};

	_Static_assert(ARRAY_SIZE(options) + FILE_OPTIONS <= SYMBOL_OPTIONS_MAX,
		       "tables leave room for all");
	return mempcpy(file_options__add(to, conf), options, sizeof(options));
}

void symbol_options__shorten(const struct symbol_opts *opts, bool *short_names)
{
	if (!opts->short_names_set)
		*short_names = isatty(STDOUT_FILENO);
}

static int by_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void verb__warn_of_dsos(const struct resolve *resolve, bool verbose)
{
	uint32_t nr = resolve__nr_dsos(resolve), nr_texts = 0;
	const char **texts = calloc(nr + 1, sizeof(*texts));

	for (uint32_t i = 0; i < nr && texts; i++) {
		const struct dso *dso = resolve__dso(resolve, i);
		const char *why = dso__why_no_symbols(dso);

		if (why && (verbose || dso->why.code != DEFER_ERR_NOENT || dso->kind == DSO_KERNEL))
			texts[nr_texts++] = why;
	}
	if (nr_texts)
		qsort(texts, nr_texts, sizeof(*texts), by_text);
	for (uint32_t i = 0; i < nr_texts; i++) {
		if (i && !strcmp(texts[i], texts[i - 1]))
			continue;
		fputs("perf-defer: ", stderr);
		plain__puts(texts[i], stderr);
		fputc('\n', stderr);
	}
	free(texts);
}
