// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "verbs/common.h"
#include "ui/ledger/ledger-view.h"
#include "ui/stdio/plain.h"
#include "util/base/damage.h"
#include "util/machine/jitdumps.h"
#include "util/pipeline.h"
#include "util/session/aux-area.h"

static void print_line(const char *path, const struct defer_error *err)
{
	fprintf(stderr, "perf-defer: ");
	if (path && strncmp(err->text, path, strlen(path)))
		fprintf(stderr, "%s: ", path);
	plain__puts(err->text[0] ? err->text : defer_error__name(err->code), stderr);
	if (err->offset != DEFER_NO_OFFSET)
		fprintf(stderr, " (at file offset %#" PRIx64 ")", err->offset);
	fprintf(stderr, "\n");
}

int verb__error(const char *path, const struct defer_error *err)
{
	fflush(stdout);
	print_line(path, err);
	if (path && !strcmp(path, "perf.data") && access(path, F_OK))
		fprintf(stderr,
			"perf-defer: try 'perf defer record' first, or name a file: -i FILE\n");
	return 1;
}

int verb__print_damage(const char *path, struct damage *damage)
{
	if (!damage->nr)
		return 0;

	fflush(stdout);
	damage__sort(damage);
	for (unsigned int i = 0; i < damage->nr_kept; i++)
		print_line(path, &damage->kept[i]);
	if (damage->nr > damage->nr_kept)
		fprintf(stderr, "perf-defer: %s%sand %" PRIu64 " more like these\n",
			path ? path : "", path ? ": " : "", damage->nr - damage->nr_kept);
	return 1;
}

int verb__print_damage_of(const struct pipeline *pipeline)
{
	const struct pipeline_other *other = pipeline->other;
	int status = 0;

	if (pipeline->session)
		status =
			verb__print_damage(pipeline->opts.session.path, &pipeline->session->damage);
	if (other && other->pipeline.session)
		status |= verb__print_damage(other->path, &other->pipeline.session->damage);
	return status;
}

void verb__warn_of_aux(const char *path, const struct aux_area *aux)
{
	if (!aux->bytes)
		return;
	fflush(stdout);
	fprintf(stderr, "perf-defer: ");
	plain__puts(path, stderr);
	fprintf(stderr,
		": %" PRIu64 " bytes of AUX area data (%s) are not decoded: perf report and "
		"perf script decode them\n",
		aux->bytes, aux_area__kind_name(aux));
}

void verb__warn_of_cut_maps(const char *path, uint64_t nr)
{
	if (!nr)
		return;
	fflush(stdout);
	fprintf(stderr, "perf-defer: ");
	plain__puts(path, stderr);
	fprintf(stderr,
		": the maps of %" PRIu64 " task%s took too long to list, so some addresses have no "
		"names: record with a longer --proc-map-timeout\n",
		nr, nr == 1 ? "" : "s");
}

void verb__warn_of_jitdumps(const char *path, const struct jitdumps *dumps)
{
	if (!dumps || !dumps->refused)
		return;
	fflush(stdout);
	fprintf(stderr, "perf-defer: ");
	plain__puts(path, stderr);
	fprintf(stderr, ": functions of a JIT have no names: ");
	plain__puts(dumps->why.text, stderr);
	if (dumps->why.offset != DEFER_NO_OFFSET)
		fprintf(stderr, " (at its offset %#" PRIx64 ")", dumps->why.offset);
	if (dumps->refused > 1)
		fprintf(stderr, ", and %" PRIu32 " more files", dumps->refused - 1);
	fputc('\n', stderr);
}

void verb__warn_of_stacks(const char *path, const struct session *session)
{
	const char *what = ledger_view__not_unwound(session);

	if (!what)
		return;
	fflush(stdout);
	fprintf(stderr, "perf-defer: ");
	plain__puts(path, stderr);
	fprintf(stderr,
		": user stacks in %s are not unwound: perf report and perf script unwind them\n",
		what);
}

const char *verb__input(const char *path)
{
	struct stat st;

	if (path && *path)
		return path;
	return !fstat(STDIN_FILENO, &st) && S_ISFIFO(st.st_mode) ? "-" : "perf.data";
}

int verb__finish_output(FILE *out)
{
	if (!fflush(out) && !ferror(out))
		return 0;
	/* The error is reported only once. */
	clearerr(out);
	if (errno == EPIPE)
		return 0;
	fprintf(stderr, "perf-defer: cannot write the output: %s\n", strerror(errno));
	return 1;
}

void verb__exe_dir(char *dir, size_t size)
{
	ssize_t len = readlink("/proc/self/exe", dir, size - 1);
	char *slash;

	dir[len < 0 ? 0 : len] = '\0';
	slash = strrchr(dir, '/');
	*(slash ? slash : dir) = '\0';
}
