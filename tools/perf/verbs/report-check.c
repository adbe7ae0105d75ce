// SPDX-License-Identifier: GPL-2.0-only
/* Checks that the options of report go together, and sets what follows from that of an export or a list. */
#include <string.h>

#include "verbs/report-opts.h"
#include "ui/table/tables.h"
#include "util/entry/kind-parts.h"
#include "util/output/output-place.h"

static int check_report(const struct report_opts *opts, struct defer_error *err)
{
	if (opts->pipeline.show.max_stack < 0)
		return defer_error__set(err, DEFER_ERR_INVAL, "--max-stack cannot be negative");
	if (opts->pipeline.groups.sort_idx < 0)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--group-sort-idx cannot be negative");
	if (opts->tui && opts->stdio)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--tui and --stdio cannot be used together");
	if (opts->pipeline.sort.branches &&
	    (opts->tui || opts->export || opts->each_sample || opts->pipeline.entries ||
	     opts->pipeline.sort.compares || opts->pipeline.show.seam != SEAM_BOTH))
		return defer_error__set(
			err, DEFER_ERR_INVAL,
			"-b shows rows as text, without stacks: it does not go with --tui, "
			"--export, --each-sample, --entries, --baseline, --seam");
	if (opts->pipeline.sort.compares && opts->pipeline.sort.hierarchy)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--hierarchy and --baseline cannot be used together");
	if (opts->print.sep && *opts->print.sep == '.')
		return defer_error__set(err, DEFER_ERR_INVAL,
					"'.' is the only non valid --field-separator argument");
	return 0;
}

static int check_export(struct report_opts *opts, struct defer_error *err)
{
	struct output_opts output = {.path = opts->output ? opts->output : "-"};
	enum flame_shape shape = opts->shape;

	if ((opts->shape || opts->output) && !opts->export)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s is about --export, which is not given",
					opts->shape ? "--shape" : "-o");
	if (opts->export && (opts->tui || opts->header || opts->header_only || opts->dump ||
			     opts->stats || opts->threads))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--export writes a file of one profile alone: it goes with "
					"none of --tui, --header, --header-only, -D, --stats, -T");
	opts->output = output.path;
	if (opts->exports && !opts->export && !opts->list_formats)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"which format? -f names one, and --list has them");
	if (!opts->export)
		return 0;
	if (opts->export_event && opts->export->has_all_events)
		return defer_error__set(err, DEFER_ERR_INVAL, "%s has all events, not '%s' alone",
					opts->export->name, opts->export_event);
	if ((opts->folded.no_marks || opts->folded.counts) && !opts->export->has_marks)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--no-marks and --counts are about folded stacks, not %s",
					opts->export->name);
	if (opts->export->sort && opts->pipeline.sort.sort == opts->config_sort)
		opts->pipeline.sort.sort = opts->export->sort;
	if (output_place__refuse_input(output.path, opts->pipeline.session.path, err) ||
	    output__check(&output, err))
		return err->code;
	if (export_format__check(opts->export, &shape, err))
		return err->code;
	opts->shape = shape;
	opts->pipeline.samples |= shape == FLAME_TIME || opts->export->has_samples;
	opts->pipeline.switches = opts->export->has_entries;
	opts->pipeline.ledger = opts->export->has_ledger;
	return 0;
}

/* Checks that @option, which prints something else than rows of functions, stands alone. */
static int check_alone(const struct report_opts *opts, const char *option, struct defer_error *err)
{
	if (opts->tui || opts->export || opts->header || opts->header_only || opts->dump ||
	    opts->stats || opts->threads || opts->pipeline.sort.fields || opts->print.sep ||
	    opts->print.widths)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s prints no profile: it goes with none of --tui, "
					"--export, --header, --header-only, -D, --stats, -T, -F, "
					"-t, -w",
					option);
	return 0;
}

static int check_listing(const struct report_opts *opts, const char *option,
			 struct defer_error *err)
{
	if (check_alone(opts, option, err))
		return err->code;
	if (opts->pipeline.show.seam || opts->pipeline.dsos || opts->pipeline.syms ||
	    opts->pipeline.show.symbol_filter || opts->pipeline.show.hide_unresolved ||
	    opts->pipeline.sort.compares)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s shows whole samples: it goes with none of -d, -S, "
					"--symbol-filter, -U, --seam, --baseline",
					option);
	return 0;
}

/* Takes the words of --by. Returns false if one is unknown. */
static bool parse_by(struct report_opts *opts)
{
	static const char kinds[] = "kind,caller";
	static const char *const parts[] = {
		[PART_SITE] = "site", [PART_STATE] = "state", [PART_GAP] = "gap"};
	const char *rest = opts->by;

	if (strncmp(rest, kinds, strlen(kinds)) != 0)
		return false;
	for (rest += strlen(kinds); *rest == ',';) {
		size_t len = strcspn(++rest, ",");
		enum part_by by = 0;

		while (by < PART_NR && (strlen(parts[by]) != len || strncmp(parts[by], rest, len)))
			by++;
		if (by == PART_NR)
			return false;
		opts->parts |= 1U << by;
		rest += len;
	}
	opts->pipeline.samples |= opts->parts & 1U << PART_GAP;
	return !*rest;
}

/* Takes -s as the order of entries or samples, and checks that nothing else is asked for. */
static int check_listings(struct report_opts *opts, struct defer_error *err)
{
	const char *sort =
		opts->pipeline.sort.sort == opts->config_sort ? NULL : opts->pipeline.sort.sort;
	int ret;

	if (opts->by && (!opts->pipeline.entries || !parse_by(opts)))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--by goes with --entries only, and is kind,caller, which "
					"site, state and gap may follow");
	if (!opts->pipeline.entries && !opts->each_sample)
		return !opts->json ? 0
				   : defer_error__set(
					     err, DEFER_ERR_INVAL,
					     "--json goes with --entries or --each-sample only");
	if (opts->pipeline.entries && opts->each_sample)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--entries and --each-sample cannot be used together");
	ret = check_listing(opts, opts->pipeline.entries ? "--entries" : "--each-sample", err);
	if (ret)
		return ret;
	opts->pipeline.sort.sort = NULL;
	if (opts->by)
		return table_order__parse(&opts->order, &table_of_kinds, sort ? sort : "total",
					  err);
	if (opts->pipeline.entries)
		return table_order__parse(&opts->order, &table_of_entries,
					  sort ? sort : "remaining", err);
	return table_order__parse(&opts->order, &table_of_samples, sort ? sort : "time", err);
}

static int check_summary(const struct report_opts *opts, struct defer_error *err)
{
	const struct pipeline_opts *pipeline = &opts->pipeline;

	const char *option = opts->summary ? "--summary" : "--recursion";

	if (!opts->summary && !opts->recursion)
		return 0;
	if (pipeline->entries || opts->each_sample || pipeline->sort.branches ||
	    pipeline->sort.compares)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s goes with none of --entries, --each-sample, -b, "
					"--baseline",
					option);
	if (opts->recursion && (opts->summary || pipeline->show.seam != SEAM_BOTH))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"--recursion is about whole stacks: it goes with neither "
					"--summary nor --seam");
	return check_alone(opts, option, err);
}

int report_opts__check(struct report_opts *opts, struct defer_error *err)
{
	int ret = check_report(opts, err);

	if (!ret)
		ret = check_export(opts, err);
	if (!ret)
		ret = check_summary(opts, err);
	return ret ? ret : check_listings(opts, err);
}
