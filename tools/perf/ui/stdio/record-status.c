// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "ui/stdio/plain.h"
#include "ui/stdio/record-status.h"
#include "ui/text/units.h"
#include "util/plan/size.h"

#define MB (1024.0 * 1024.0)

/* Every line begins with this and ends with " ]", as perf's lines do. */
#define HEAD "[ perf defer record: "

/* Losses of more CPUs than this are summed up. */
#define MAX_CPUS 8

static const char *record_plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Returns a percentage that is not rounded up to 100 while something is missing. */
static double record_percent(uint64_t part, uint64_t all)
{
	double share = 100.0 * part / all;

	return part < all && share > 99.9 ? 99.9 : share;
}

/* ---- the line of status ---- */

void record_status__init(struct record_status *status, FILE *out)
{
	*status = (struct record_status){.out = isatty(fileno(out)) ? out : NULL};
}

static int format_status(const struct recorder_stats *stats, uint64_t elapsed_ns, char *line,
			 size_t size)
{
	char merged[32] = "";

	if (stats->deferred_samples)
		snprintf(merged, sizeof(merged), ", %.1f%% answered",
			 record_percent(stats->answered, stats->deferred_samples));
	return snprintf(line, size, HEAD "%.1f s, %.3f MB, %s samples, %s lost%s ]",
			elapsed_ns / 1e9, stats->bytes / MB, UNITS_GROUPED(stats->samples),
			UNITS_GROUPED(stats->lost), merged);
}

void record_status__show(void *ctx, const struct recorder_stats *stats, uint64_t elapsed_ns)
{
	struct record_status *status = ctx;
	char line[200];
	int len;

	if (!status->out || status->finishing.out)
		return;
	if (stats->finishing) {
		record_status__clear(status);
		progress_line__start(&status->finishing, status->out, PROGRESS_LINE_DELAY_MS,
				     "finishing the file");
		return;
	}
	len = format_status(stats, elapsed_ns, line, sizeof(line));
	progress_line__overwrite(status->out, &status->width, line, len);
}

void record_status__clear(struct record_status *status)
{
	progress_line__stop(&status->finishing);
	if (status->out)
		progress_line__wipe(status->out, &status->width);
}

/* ---- before ---- */

/* Prints each line of @text with an indent. */
static void print_indented(const char *text, FILE *out)
{
	size_t len;

	for (; *text; text += len + (text[len] == '\n')) {
		len = strcspn(text, "\n");
		fprintf(out, "      %.*s\n", (int)len, text);
	}
}

void faults__fprintf(const struct faults *faults, FILE *out)
{
	fprintf(out,
		"perf-defer: cannot record: %" PRIu32 " problem%s; nothing was opened, created "
		"or started\n",
		faults->nr, record_plural(faults->nr));
	for (uint32_t i = 0; i < faults->nr; i++) {
		const struct fault *fault = &faults->faults[i];

		fprintf(out, "%3" PRIu32 ". ", i + 1);
		plain__puts(fault->what, out);
		fputc('\n', out);
		if (fault->detail)
			print_indented(fault->detail, out);
		if (fault->remedy[0]) {
			fputs("   -> ", out);
			plain__puts(fault->remedy, out);
			fputc('\n', out);
		}
	}
}

void notes__fprintf(const struct faults *notes, FILE *out)
{
	for (uint32_t i = 0; i < notes->nr; i++) {
		fputs(HEAD, out);
		plain__puts(notes->faults[i].what, out);
		fputs(" ]\n", out);
	}
}

void plan__print_defer(const struct plan *plan, const struct record_opts *opts,
		       const char *why_in_place, FILE *out)
{
	const char *why = why_in_place ? why_in_place : plan->why_not_deferred;

	if (plan->defer == PLAN_IN_PLACE && !why_in_place && opts->no_defer_notice)
		return;
	fputs(HEAD, out);
	if (plan->defer == PLAN_NO_CHAINS)
		fputs("No callchains: --no-call-graph asks for none", out);
	else if (plan->defer == PLAN_DUMPED)
		fputs("User stacks are COPIED, and unwound when they are shown", out);
	else if (plan->defer == PLAN_BRANCHES)
		fputs("User callchains are in branch records (LBR)", out);
	else if (opts->kernel_callchains_only)
		fputs("Kernel callchains only: --kernel-callchains asks for it", out);
	else if (plan->defer == PLAN_DEFERRED)
		fputs("User callchains are DEFERRED until tasks return to user mode", out);
	else
		fprintf(out, "User callchains are taken in place: %s",
			why ? why : "deferral was not requested");
	fputs(" ]\n", out);
}

void plan__print(const struct plan *plan, FILE *out)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	char size[32];

	size__print(plan->mmap_pages * page, size, sizeof(size));
	fprintf(out, HEAD "Would open %" PRIu64 " events with %" PRIu64 " buffers of %s",
		plan->nr_fds, plan->nr_buffers, size);
	if (plan->tracking_pages) {
		size__print(plan->tracking_pages * page, size, sizeof(size));
		fprintf(out, ", and as many of %s for tasks and user callchains", size);
	}
	fputc(':', out);
	for (uint32_t i = 0; i < plan->events.nr; i++) {
		fputc(' ', out);
		plain__puts(plan->events.specs[i].name, out);
	}
	fputs(" ]\n", out);
}

/* ---- at the end ---- */

static void print_file(const struct recorder_stats *stats, const struct record_opts *opts,
		       FILE *out)
{
	fprintf(out, HEAD "Captured and wrote %.3f MB ", stats->bytes / MB);
	plain__puts(stats->file && stats->nr_files == 1 ? stats->file : opts->output, out);
	if (stats->nr_files > 1)
		fprintf(out, " in %" PRIu32 " files", stats->nr_files);
	if (stats->samples)
		fprintf(out, " (%" PRIu64 " samples)", stats->samples - stats->dropped);
	if (opts->compress_level && stats->bytes)
		fprintf(out, ", compressed (original %.3f MB, ratio is %.3f)",
			stats->raw_bytes / MB, (double)stats->raw_bytes / stats->bytes);
	fputs(" ]\n", out);
}

/* Prints why there are no samples. */
static void print_empty(const struct recorder_stats *stats, const struct record_opts *opts,
			FILE *out)
{
	if (stats->samples || stats->lost || stats->lost_samples || opts->no_samples)
		return;
	fputs(HEAD "No samples: ", out);
	if (stats->left_behind)
		fputs("the kernel ended the events when the command began a program with other "
		      "privileges (set-user-ID, capabilities, or not readable); root can record it",
		      out);
	else if (stats->counted)
		fprintf(out, "the events counted %s, which is less than a period (-c, -F)",
			UNITS_GROUPED(stats->counted));
	else
		fputs("no event happened, or none while it was enabled", out);
	if (stats->end == RECORDER_TARGET_ENDED && !opts->argc)
		fprintf(out, "; all recorded tasks had ended after %.0f ms",
			stats->recorded_ns / 1e6);
	fputs(" ]\n", out);
}

/* Prints how many samples were kept, dropped and lost, if any were dropped. */
static void print_dropped(const struct recorder_stats *stats, FILE *out)
{
	uint64_t lost = stats->lost_samples;

	if (!stats->dropped)
		return;
	/* Older kernels do not count them. */
	if (!lost)
		lost = stats->lost - stats->lost_tracking;
	fprintf(out, HEAD "Of %s samples, %s were kept and %s DROPPED (%s)",
		UNITS_GROUPED(stats->samples + lost),
		UNITS_GROUPED(stats->samples - stats->dropped), UNITS_GROUPED(stats->dropped),
		stats->why_dropped ? stats->why_dropped : "the output failed");
	if (lost)
		fprintf(out, ", %s LOST (full buffers)", UNITS_GROUPED(lost));
	fputs(" ]\n", out);
}

static void print_stacks(const struct recorder_stats *stats, FILE *out)
{
	uint64_t missing = stats->deferred_samples - stats->answered;

	if (!stats->deferred_samples)
		return;
	fprintf(out, HEAD "User callchains came for %.1f%% of %s deferred samples",
		record_percent(stats->answered, stats->deferred_samples),
		UNITS_GROUPED(stats->deferred_samples));
	if (missing)
		fprintf(out, ", not for %s of them", UNITS_GROUPED(missing));
	if (stats->dropped)
		fputs(", including dropped ones", out);
	if (stats->pending)
		fprintf(out, "; %s task%s did not return to user mode within %.0f ms (--drain)",
			UNITS_GROUPED(stats->pending), record_plural(stats->pending),
			stats->drained_ns / 1e6);
	/* Only the audit knows all execs: a callchain that arrived may be of the next program. */
	fputs("; perf defer audit refuses those that came after an exec ]\n", out);
}

static void print_loss_of_cpu(const struct recorder_cpu_loss *cpu, FILE *out)
{
	if (cpu->cpu < 0)
		fputs(" any CPU ", out);
	else
		fprintf(out, " CPU %" PRId32 " ", cpu->cpu);
	fprintf(out, "%s (%s time%s)", UNITS_GROUPED(cpu->lost), UNITS_GROUPED(cpu->losses),
		record_plural(cpu->losses));
}

/* Prints the CPUs whose buffers were full, and the buffer size that would have sufficed. */
static void print_lost(const struct recorder_stats *stats, const struct plan *plan, FILE *out)
{
	uint64_t page = sysconf(_SC_PAGESIZE);
	uint64_t lost = stats->lost - stats->lost_tracking;
	char had[32], needed[32];
	uint32_t i;

	if (!lost)
		return;
	fprintf(out, HEAD "LOST %s record%s, because buffers were full:", UNITS_GROUPED(lost),
		record_plural(lost));
	for (i = 0; i < stats->nr_cpus && i < MAX_CPUS; i++) {
		fputs(i ? "," : "", out);
		print_loss_of_cpu(&stats->cpus[i], out);
	}
	if (i < stats->nr_cpus)
		fprintf(out, ", and %" PRIu32 " more CPUs", stats->nr_cpus - i);
	if (stats->needed_mmap_bytes) {
		size__print(plan->mmap_pages * page, had, sizeof(had));
		size__print(stats->needed_mmap_bytes, needed, sizeof(needed));
		fprintf(out, "; -m %s would have held them, it was %s", needed, had);
	}
	fputs(" ]\n", out);
}

/* Prints losses of the tracking event. No -m would have avoided them. */
static void print_lost_tracking(const struct recorder_stats *stats, FILE *out)
{
	if (!stats->lost_tracking)
		return;
	fprintf(out,
		HEAD "LOST %s record%s of tasks, maps and user callchains, because the recorder "
		     "did not keep up ]\n",
		UNITS_GROUPED(stats->lost_tracking), record_plural(stats->lost_tracking));
}

/*
 * Prints what the kernel itself counted as lost. That is more than LOST records tell, since those
 * are only written with the next sample.
 */
static void print_lost_samples(const struct recorder_stats *stats, FILE *out)
{
	if (!stats->lost_samples)
		return;
	fprintf(out, HEAD "The kernel counted %s lost sample%s ]\n",
		UNITS_GROUPED(stats->lost_samples), record_plural(stats->lost_samples));
}

static void print_cut_maps(const struct recorder_stats *stats, const struct record_opts *opts,
			   FILE *out)
{
	if (!stats->nr_cut_maps)
		return;
	fprintf(out,
		HEAD "The maps of %" PRIu32 " task%s took longer to read than "
		     "--proc-map-timeout %" PRIu64 " ms and were cut: some addresses have no "
		     "names ]\n",
		stats->nr_cut_maps, record_plural(stats->nr_cut_maps), opts->map_timeout_ms);
}

static void print_jitdump(const struct recorder_stats *stats, const struct record_opts *opts,
			  FILE *out)
{
	if (stats->has_jitdump && !(opts->has_clockid && opts->clockid == CLOCK_MONOTONIC))
		fprintf(out, HEAD "A JIT dumps its code, by the times of CLOCK_MONOTONIC: its "
				  "functions have names only if recorded with -k mono ]\n");
}

void recorder_stats__fprintf(const struct recorder_stats *stats, const struct record_opts *opts,
			     const struct plan *plan, FILE *out)
{
	char limit[32];

	if (stats->end == RECORDER_MAX_SIZE) {
		size__print(opts->max_size, limit, sizeof(limit));
		fprintf(out, HEAD "Stopped: the file reached its --max-size of %s ]\n", limit);
	}
	print_file(stats, opts, out);
	print_empty(stats, opts, out);
	print_dropped(stats, out);
	print_stacks(stats, out);
	print_lost(stats, plan, out);
	print_lost_tracking(stats, out);
	print_lost_samples(stats, out);
	print_cut_maps(stats, opts, out);
	print_jitdump(stats, opts, out);
}
