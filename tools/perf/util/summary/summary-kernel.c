// SPDX-License-Identifier: GPL-2.0-only
/* The parts that are about the kernel: who enters it where, and how long that lasts. */
#include <inttypes.h>
#include <string.h>

#include "util/entry/entry-kinds.h"
#include "util/pipeline.h"
#include "util/profile/shown.h"
#include "util/summary/summary-parts.h"

/* ---- the way into the kernel ---- */

/* Makes the rows that the key p shows. The caller deletes the profile. */
static int make_pivots(const struct summary_source *source, struct show_opts *show,
		       struct profile **profile, struct defer_error *err)
{
	const struct shown *shown = source->shown;
	const struct pipeline_look look = {.show = show, .order = shown->profile->opts.order};
	int ret;

	*show = *shown->profile->opts.show;
	show->seam = SEAM_PIVOT;
	ret = pipeline__profile_look(source->pipeline, shown->part, &look, source->resolve, profile,
				     err);
	if (!ret && shown->part != shown->all)
		ret = profile__add_rest(*profile, shown->all, shown->part, err);
	return ret;
}

/* Returns true for a row of user code that enters the kernel, not for one of user mode alone. */
static bool is_seam(const struct hist *hist, const struct hist_entry *row)
{
	const struct func *user = funcs__subject(hist->conf.funcs, row->func);

	return user && func__is_frame(user) && row->modes.sys + row->modes.guest_sys &&
	       !hist_entry__is_idle(hist, row);
}

/* Returns the heaviest such row; NULL: there is none. */
static const struct hist_entry *heaviest_seam(const struct hist *hist)
{
	const struct hist_entry *best = NULL;

	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		const struct hist_entry *row = &hist->entries[hist->rows[i]];

		if (is_seam(hist, row) && (!best || row->self.period > best->self.period))
			best = row;
	}
	return best;
}

static void seam_text(const struct hist *hist, char *text)
{
	const struct hist_entry *row = heaviest_seam(hist);
	const char *comm = row ? hist_entry__comm(hist, row) : "";

	if (row)
		snprintf(text, SUMMARY_TEXT_LEN, "%.2f%% is %s%s%s",
			 hist__percent(hist, row->self.period), comm, *comm ? ": " : "",
			 funcs__at(hist->conf.funcs, row->func)->label);
	else
		snprintf(text, SUMMARY_TEXT_LEN, "No user code is known to enter the kernel");
}

int summary__seam(struct summary *summary, const struct summary_source *source, char *text,
		  struct defer_error *err)
{
	struct profile *profile = NULL;
	struct show_opts show;
	int ret = make_pivots(source, &show, &profile, err);

	(void)summary;
	if (!ret)
		ret = hist__sort(&profile->events[source->event].hist, err);
	if (!ret)
		seam_text(&profile->events[source->event].hist, text);
	profile__delete(profile);
	return ret;
}

/* ---- entries into the kernel ---- */

static void entries_text(const struct entry_kinds *kinds, char *text)
{
	const struct entry_kind *kind = &kinds->kinds[0];
	const struct func *user = kinds->nr ? entry_kind__user(kinds, kind) : NULL;
	char name[128], label[FUNC_LABEL_LEN], total[SPAN_LEN], median[SPAN_LEN], longest[SPAN_LEN];
	const char *least = kinds->nr && kind->exact ? "" : ">= ";

	if (!kinds->nr) {
		snprintf(text, SUMMARY_TEXT_LEN,
			 "No entry into the kernel is known by a deferred stack");
		return;
	}
	entry_stack__kind_text(entry_list__stack(kinds->list, kind->like), name, sizeof(name));
	snprintf(text, SUMMARY_TEXT_LEN,
		 "%s of %s%s%s lasts longest: %s%s in %" PRIu64 " of %" PRIu32
		 "%s entries, median %s%s, longest %s%s",
		 name, entry_list__comm(kinds->list, kind->like), user ? " by " : "",
		 user ? func__label(user, label) : "", least, summary__span(kind->total, total),
		 kind->nr, kinds->list->nr, kind->exact ? "" : " sampled", least,
		 summary__span(kind->median, median), least, summary__span(kind->longest, longest));
}

int summary__entries(struct summary *summary, const struct summary_source *source, char *text,
		     struct defer_error *err)
{
	struct entry_list *list;
	struct entry_kinds *kinds = NULL;
	int ret = entry_list__new(&list, source->shown, NULL, err);

	(void)summary;
	if (!ret)
		ret = entry_kinds__new(&kinds, list, err);
	if (!ret)
		entries_text(kinds, text);
	entry_kinds__delete(kinds);
	entry_list__delete(list);
	return ret;
}
