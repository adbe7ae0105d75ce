// SPDX-License-Identifier: GPL-2.0-only
/* report --export: writes the profile of one event in a format of ui/export. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-evlist.h>

#include "verbs/report.h"
#include "ui/export/exports.h"
#include "ui/stdio/plain.h"
#include "util/output/output-place.h"
#include "util/pipeline.h"
#include "util/profile/profile.h"

/* Warns about the events left out, since a file with one event does not show that. */
static void warn_of_others(const struct report_opts *opts, const struct profile *profile,
			   const struct profile_event *event)
{
	unsigned int nr = 0;

	for (uint32_t i = 0; i < profile->nr_events; i++) {
		if (&profile->events[i] == event || !profile->events[i].all.nr)
			continue;
		fprintf(stderr, "%s", nr++ ? ", " : "perf-defer: not exported: ");
		plain__puts(profile_event__own_name(&profile->events[i]), stderr);
	}
	if (nr)
		fprintf(stderr, "; --export %s,EVENT exports another event\n", opts->export->name);
}

/* Opens what -o names. A FIFO comes nonblocking, but stdio waits for its reader. */
static FILE *open_output(const struct output_opts *output, char **tmp, struct defer_error *err)
{
	struct output_place place;
	FILE *out;

	if (output_place__open(&place, tmp, output, err))
		return NULL;
	fcntl(place.fd, F_SETFL, fcntl(place.fd, F_GETFL) & ~O_NONBLOCK);
	out = fdopen(place.fd, "w");
	if (out)
		return out;
	close(place.fd);
	defer_error__set(err, DEFER_ERR_NOMEM, "cannot write %s: %s", output->path,
			 strerror(errno));
	return NULL;
}

/* Writes @source to the file of -o, which is replaced only by a whole one. */
static int write_file(const struct report_opts *opts, const struct export_source *source,
		      struct defer_error *err)
{
	const struct output_opts output = {.path = opts->output};
	char *tmp = NULL;
	FILE *out = open_output(&output, &tmp, err);
	int ret = out ? export_source__write(source, opts->export, out, err) : err->code;
	bool failed = out && ferror(out);

	failed |= out && fclose(out);
	if (!ret && failed)
		ret = defer_error__set(err, DEFER_ERR_IO, "cannot write %s: %s", opts->output,
				       strerror(errno));
	if (!ret && tmp)
		ret = output_place__commit(tmp, &output, err);
	if (ret && tmp)
		unlink(tmp);
	free(tmp);
	return ret;
}

int report__export(const struct report_opts *opts, const struct pipeline *pipeline,
		   const struct shown *shown, struct defer_error *err)
{
	const struct profile *profile = shown->profile;
	const uint32_t i = profile__find_event(profile, opts->export_event);
	const struct profile_event *event = i < profile->nr_events ? &profile->events[i] : NULL;
	struct export_source source = {.path = opts->pipeline.session.path,
				       .event = event,
				       .shape = opts->shape,
				       .shown = shown,
				       .folded = opts->folded};

	if (opts->export->has_ledger) {
		source.ledger = pipeline__ledger(pipeline);
		source.losses = &pipeline->losses;
	}
	if (!event && opts->export_event)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--export: the trace has no event '%s'",
					opts->export_event);
	if (!opts->print.quiet && !opts->export_event && !opts->export->has_all_events)
		warn_of_others(opts, profile, event);
	if (!strcmp(opts->output, "-"))
		return export_source__write(&source, opts->export, stdout, err);
	return write_file(opts, &source, err);
}
