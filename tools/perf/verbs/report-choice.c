// SPDX-License-Identifier: GPL-2.0-only
/* The options of report that choose what is shown and what it is compared with. */
#include <stdlib.h>
#include <string.h>

#include "verbs/report-opts.h"
#include "ui/tui/view/views.h"
#include "ui/tui/view/view.h"
#include "util/base/array.h"
#include "util/base/error.h"

static int add_zoom(struct report_opts *opts, const char *value, bool all_but,
		    struct defer_error *err)
{
	struct zoom zoom;
	int ret;

	if (!value) {
		opts->zooms.nr = 0;
		return 0;
	}
	ret = zoom__parse(&zoom, value, all_but, err);
	return ret ? ret : zooms__push(&opts->zooms, &zoom, err);
}

int report_opts__set_all_but(struct report_opts *opts, const char *value, struct defer_error *err)
{
	return add_zoom(opts, value, true, err);
}

int report_opts__set_zoom(struct report_opts *opts, const char *value, struct defer_error *err)
{
	return add_zoom(opts, value, false, err);
}

int report_opts__set_view(struct report_opts *opts, const char *value, struct defer_error *err)
{
	size_t len = value ? strcspn(value, ",") : 0;

	opts->view = value;
	for (const struct tui_view_ops *const *ops = tui_views(); value && *ops; ops++) {
		if (strlen((*ops)->name) == len && !strncmp((*ops)->name, value, len))
			return 0;
	}
	return !value ? 0
		      : defer_error__set(err, DEFER_ERR_INVAL,
					 "--view: '%.*s' is no view; their tabs have their names",
					 (int)len, value);
}

/* Sets the filter that @value names, such as "tid=12", for the samples to compare with. */
int report_opts__set_baseline(struct report_opts *opts, const char *value, struct defer_error *err)
{
	const struct {
		const char *kind, **cell;
	} kinds[] = {
		{"time=", &opts->pipeline.base.time},
		{"cpu=", &opts->pipeline.base.cpus},
		{"pid=", &opts->pipeline.base.pids},
		{"tid=", &opts->pipeline.base.tids},
		{"comm=", &opts->pipeline.base.comms},
		{"thread=", &opts->pipeline.base.tids},
		{"parallelism=", &opts->pipeline.base.parallelism},
	};

	if (!value) {
		opts->pipeline.sort.compares = false;
		opts->pipeline.base = (struct sample_filter_opts){0};
		opts->pipeline.base_path = NULL;
		return 0;
	}
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++) {
		size_t len = strlen(kinds[i].kind);

		if (strncmp(value, kinds[i].kind, len) != 0 || !value[len])
			continue;
		*kinds[i].cell = value + len;
		opts->pipeline.sort.compares = true;
		return 0;
	}
	opts->pipeline.sort.compares = *value && (!strchr(value, '=') || strchr(value, '/'));
	opts->pipeline.base_path = value;
	if (opts->pipeline.sort.compares)
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"--baseline '%s' is none of time=, cpu=, pid=, tid=, thread=, "
				"comm=, parallelism= with a value",
				value);
}

int report_opts__keep_words(struct report_opts *opts, int argc, const char **argv,
			    struct defer_error *err)
{
	opts->words = calloc(argc + 1ULL, sizeof(*opts->words));
	if (!opts->words)
		return error__no_memory(err, "for options");
	for (int i = 1; i < argc; i++)
		opts->words[opts->nr_words++] = argv[i];
	return 0;
}

void report_opts__drop_word(struct report_opts *opts, const char *word)
{
	unsigned int kept = 0;

	for (unsigned int i = 0; i < opts->nr_words; i++) {
		if (opts->words[i] != word)
			opts->words[kept++] = opts->words[i];
	}
	opts->nr_words = kept;
}
