// SPDX-License-Identifier: GPL-2.0-only
#include <string.h>

#include "util/profile/shown.h"
#include "util/summary/summary-parts.h"

/* A part, and what it is made of beside rows. */
struct part_info {
	char key;
	bool needs_samples, needs_names;
	int (*make)(struct summary *summary, const struct summary_source *source, char *text,
		    struct defer_error *err);
};

static const struct part_info parts_info[SUMMARY_NR] = {
	[SUMMARY_WHERE] = {.make = summary__where},
	[SUMMARY_FUNCS] = {.key = '1', .make = summary__funcs},
	[SUMMARY_KNOWN] = {.key = '4', .make = summary__user_stacks},
	[SUMMARY_SEAM] = {.key = 'p', .needs_names = true, .make = summary__seam},
	[SUMMARY_ENTRIES] = {.key = '7', .needs_samples = true, .make = summary__entries},
	[SUMMARY_TIME] = {.key = '6', .needs_samples = true, .make = summary__time},
};

const enum summary_part summary_order[SUMMARY_NR] = {SUMMARY_WHERE,   SUMMARY_FUNCS, SUMMARY_SEAM,
						     SUMMARY_ENTRIES, SUMMARY_TIME,  SUMMARY_KNOWN};

char summary_part__key(enum summary_part part)
{
	return parts_info[part].key;
}

int summary__make(struct summary *summary, unsigned int parts, const struct summary_source *source,
		  struct defer_error *err)
{
	for (int part = 0; part < SUMMARY_NR; part++) {
		const struct part_info *info = &parts_info[part];
		int ret;

		if (!(parts & SUMMARY_PART(part)) ||
		    (info->needs_samples && !source->shown->samples) ||
		    (info->needs_names && !source->has_names))
			continue;
		ret = info->make(summary, source, summary->texts[part], err);
		if (ret)
			return ret;
		summary->known |= SUMMARY_PART(part);
	}
	return 0;
}

void summary__take(struct summary *summary, const struct summary *from)
{
	for (int part = 0; part < SUMMARY_NR; part++) {
		if (from->known & SUMMARY_PART(part))
			memcpy(summary->texts[part], from->texts[part], SUMMARY_TEXT_LEN);
	}
	if (from->known & SUMMARY_PART(SUMMARY_WHERE))
		memcpy(summary->shares, from->shares, sizeof(summary->shares));
	summary->known |= from->known;
}

/* ---- the bar ---- */

const char *summary_state__name(enum summary_state state)
{
	static const char *const names[SUMMARY_NR_STATES] = {
		[SUMMARY_USER] = "user",
		[SUMMARY_KERNEL] = "kernel",
		[SUMMARY_IDLE] = "idle",
		[SUMMARY_MISSING] = "no user stack",
	};

	return names[state];
}

char summary_state__letter(enum summary_state state)
{
	return "uki?"[state];
}

void summary__bar(const struct summary *summary, char *bar, unsigned int cols)
{
	double sum = 0;
	unsigned int at = 0;

	for (int state = 0; state < SUMMARY_NR_STATES; state++) {
		sum += summary->shares[state];
		while (at < cols && at + 0.5 < sum * cols / 100)
			bar[at++] = summary_state__letter(state);
	}
	memset(bar + at, ' ', cols - at);
}
