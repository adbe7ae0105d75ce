// SPDX-License-Identifier: GPL-2.0-only
/* The part of the time that differs most from the rest: in how many samples it has, and in whose they are. */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "util/profile/profile.h"
#include "util/profile/shown.h"
#include "util/profile/zoom-kind.h"
#include "util/session/session.h"
#include "util/summary/summary-parts.h"
#include "util/view/heat-samples.h"

#define NR_SLICES  16
#define MIN_SLICES 4
#define PER_SLICE  50 /* samples, so that chance alone makes no difference that would be told */

/* The difference from the rest that is worth a word: of a rate, of a share, and in standard deviations. */
#define MIN_RATE  0.25
#define MIN_SHARE 0.15
#define MIN_SIGMA 4

#define MAX_THREADS 16 /* to be looked at, those with most samples */

/* What can differ: the number of samples (THE_RATE), the share of the kernel, that of a thread. */
#define THE_RATE   (-2)
#define THE_KERNEL (-1)

/* Consecutive slices that differ in the same way. */
struct stretch {
	int what;	    /* THE_RATE, THE_KERNEL, or the row of a thread */
	uint32_t first, nr; /* slices */
	double strength;    /* of the slice that differs most, in units of what is worth a word */
	uint64_t samples, all; /* in it: of what differs, and all */
};

/* Returns the samples of @what in a slice; for THE_RATE, all. */
static uint64_t samples_in(const struct heat *heat, int what, uint32_t slice)
{
	if (what == THE_RATE)
		return heat_sums__nr(&heat->all[slice]);
	if (what == THE_KERNEL)
		return heat->all[slice].nr[HEAT_KERNEL];
	for (uint64_t i = 0; i < heat->rows[what].nr_cells; i++) {
		const struct heat_cell *cell = &heat->cells[heat->rows[what].first + i];
		uint64_t nr = 0;

		for (int state = 0; cell->bucket == slice && state < HEAT_NR_SAMPLED; state++)
			nr += cell->nr[state];
		if (cell->bucket == slice)
			return nr;
	}
	return 0;
}

/* Returns those of all slices. */
static uint64_t samples_of(const struct heat *heat, int what)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < heat->nr_buckets; i++)
		nr += samples_in(heat, what, i);
	return nr;
}

/*
 * Returns by how much a slice differs from the whole, 1 and more (or -1 and less) if that is worth a
 * word; 0 if it may be chance.
 */
static double strength(const struct heat *heat, int what, uint64_t whole, uint32_t slice)
{
	double nr = samples_in(heat, what, slice), all = samples_in(heat, THE_RATE, slice);
	double mean = (double)whole / heat->nr_buckets, share = (double)whole / heat->nr;
	double by, sigma;

	if (what == THE_RATE) {
		by = (nr - mean) / mean / MIN_RATE;
		sigma = (nr - mean) / sqrt(mean);
	} else {
		by = all ? (nr / all - share) / MIN_SHARE : 0;
		sigma = (nr - share * all) / sqrt(share * (1 - share) * all + 1);
	}
	return fabs(sigma) < MIN_SIGMA ? 0 : by;
}

static void add_slice(struct stretch *stretch, const struct heat *heat, uint32_t slice)
{
	stretch->samples += samples_in(heat, stretch->what, slice);
	stretch->all += samples_in(heat, THE_RATE, slice);
	stretch->nr++;
}

/* Finds the stretch of @what that differs most. Its strength is 0 if there is none. */
static struct stretch find_stretch(const struct heat *heat, int what)
{
	struct stretch best = {.what = what}, now = best;
	uint64_t whole = samples_of(heat, what);

	for (uint32_t i = 0; i < heat->nr_buckets; i++) {
		double by = strength(heat, what, whole, i);

		if (!now.nr || by * now.strength <= 0 || fabs(by) < 1)
			now = (struct stretch){.what = what, .first = i};
		if (fabs(by) < 1)
			continue;
		if (fabs(by) > fabs(now.strength))
			now.strength = by;
		add_slice(&now, heat, i);
		if (fabs(now.strength) > fabs(best.strength) ||
		    (best.nr && now.first == best.first))
			best = now;
	}
	return best;
}

static struct stretch find_all(const struct heat *heat)
{
	struct stretch best = find_stretch(heat, THE_RATE);

	for (int what = THE_KERNEL; what < MAX_THREADS && what < (int)heat->nr_rows; what++) {
		struct stretch stretch = find_stretch(heat, what);

		if (fabs(stretch.strength) > fabs(best.strength))
			best = stretch;
	}
	return best;
}

/* ---- as text ---- */

/* Writes the time of @stretch, in seconds from the first sample on, as the view of time does. */
static void span_text(const struct heat *heat, const struct stretch *stretch, uint64_t begin,
		      char *buf, size_t size)
{
	uint64_t start = heat__bucket_start(heat, stretch->first) - begin;
	uint64_t end = heat__bucket_start(heat, stretch->first + stretch->nr) - begin;

	snprintf(buf, size, "From +%.3f to +%.3f s", start / 1e9, end / 1e9);
}

static void stretch_text(const struct heat *heat, const struct stretch *stretch,
			 const struct session *session, char *text)
{
	double mean = (double)heat->nr / heat->nr_buckets * stretch->nr;
	struct zoom thread;
	char span[64];

	span_text(heat, stretch, session->stats.first_time, span, sizeof(span));
	if (stretch->what == THE_RATE) {
		snprintf(text, SUMMARY_TEXT_LEN,
			 "%s there are %" PRIu64 " samples, %.0f%% %s than on average", span,
			 stretch->samples, 100 * fabs(stretch->samples - mean) / mean,
			 stretch->samples > mean ? "more" : "fewer");
		return;
	}
	if (stretch->what != THE_KERNEL)
		thread = zoom__at(ZOOM_THREAD, heat->rows[stretch->what].key, session);
	snprintf(text, SUMMARY_TEXT_LEN,
		 "%s %s has %.0f%% of the %" PRIu64 " samples; of all it has %.0f%%", span,
		 stretch->what == THE_KERNEL ? "kernel mode" : thread.name,
		 100.0 * stretch->samples / stretch->all, stretch->all,
		 100.0 * samples_of(heat, stretch->what) / heat->nr);
}

static void heat_text(const struct heat *heat, const struct session *session, char *text)
{
	struct stretch stretch;

	if (session->no_time) {
		snprintf(text, SUMMARY_TEXT_LEN, "The samples have no times");
		return;
	}
	if (heat->nr_buckets < MIN_SLICES) {
		snprintf(text, SUMMARY_TEXT_LEN,
			 "%" PRIu64 " samples are too few to tell a change in time", heat->nr);
		return;
	}
	stretch = find_all(heat);
	if (stretch.nr)
		stretch_text(heat, &stretch, session, text);
	else
		snprintf(text, SUMMARY_TEXT_LEN,
			 "Steady: %.0f samples a second, and nothing stands out in time",
			 heat->nr / ((heat->end - heat->start + 1) / 1e9));
}

int summary__time(struct summary *summary, const struct summary_source *source, char *text,
		  struct defer_error *err)
{
	const struct profile_event *event = &source->shown->profile->events[source->event];
	uint64_t nr = event->shown.nr / PER_SLICE;
	const struct heat_want want = {
		.evsel_idx = source->event,
		.by = HEAT_BY_TASK,
		.nr_buckets = nr < 1	       ? 1
			      : nr > NR_SLICES ? NR_SLICES
					       : nr,
	};
	struct heat_samples hs;
	int ret = heat_samples__init(&hs, source->shown, &want, err);

	(void)summary;
	if (!ret)
		heat_text(&hs.heat, source->shown->session, text);
	heat_samples__exit(&hs);
	return ret;
}
