// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/ledger/links-view.h"
#include "util/dso/dso.h"

const char *fp_link__meaning(enum fp_link link)
{
	static const char *const meanings[FP_NR_LINKS] = {
		[FP_LINKED] = "the frame pointer leads to the caller",
		[FP_SKIPS] = "the frame pointer is the caller's: it is missing",
		[FP_WILD] = "the frame pointer may hold anything",
		[FP_OUTERMOST] = "there is no caller",
		[FP_NO_CFI] = "code without call frame information",
		[FP_NO_FILE] = "the file is not here, or of another build",
	};

	return link < FP_NR_LINKS ? meanings[link] : "";
}

const char *evidence__meaning(enum evidence evidence)
{
	static const char *const meanings[EVIDENCE_NR] = {
		[EVIDENCE_IP] = "registers of the sample",
		[EVIDENCE_RECORD] = "the kernel's walk along frame pointers",
		[EVIDENCE_UNPROVED] = "the same, behind callers that are unknown",
		[EVIDENCE_CFI] = "call frame information, and a copy of the stack",
		[EVIDENCE_LBR] = "the processor's record of branches",
		[EVIDENCE_FP_GUESS] = "a frame pointer, without call frame information",
		[EVIDENCE_JIT] = "call frame information of a JIT",
	};

	return evidence < EVIDENCE_NR ? meanings[evidence] : "";
}

/* ---- the sentence ---- */

/* Returns the frames that have a caller, so far as is known. */
static uint64_t nr_called(const struct link_counts *counts)
{
	return counts->nr - counts->links[FP_OUTERMOST];
}

static uint64_t nr_unlinked(const struct link_counts *counts)
{
	return nr_called(counts) - counts->links[FP_LINKED];
}

static double share(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
}

/* Returns the DSO with most of the first frames whose caller is not found; NULL: there are none. */
static const struct dso_links *worst(const struct frame_links *links)
{
	const struct dso_links *worst = NULL;

	for (size_t i = 0; i < links->nr; i++) {
		if (nr_unlinked(&links->dsos[i].leaf) > (worst ? nr_unlinked(&worst->leaf) : 0))
			worst = &links->dsos[i];
	}
	return worst;
}

const char *links_view__sentence(const struct frame_links *links, char buf[LINKS_VIEW_LEN])
{
	const struct link_counts *leaf = &links->leaf, *callers = &links->callers;
	const struct dso_links *most = worst(links);
	int len;

	if (!leaf->nr) {
		snprintf(buf, LINKS_VIEW_LEN, "no user stack was found along frame pointers");
		return buf;
	}
	len = snprintf(buf, LINKS_VIEW_LEN,
		       "frame pointers lead to the caller from %.2f%% of the first frames, and "
		       "from %.2f%% of the others",
		       share(leaf->links[FP_LINKED], nr_called(leaf)),
		       share(callers->links[FP_LINKED], nr_called(callers)));
	if (most)
		snprintf(buf + len, LINKS_VIEW_LEN - len,
			 "; of the first frames from which they do not, %.2f%% are in %.128s",
			 share(nr_unlinked(&most->leaf), nr_unlinked(leaf)),
			 most->dso ? most->dso->short_name : "no known file");
	return buf;
}

/* ---- JSON ---- */

static void write_counts(struct json *json, const char *key, const struct link_counts *counts)
{
	json__object(json, key);
	json__u64(json, "frames", counts->nr);
	for (int link = 0; link < FP_NR_LINKS; link++)
		json__u64(json, fp_link__name(link), counts->links[link]);
	json__end(json);
}

static void write_evidence(struct json *json, const struct frame_links *links)
{
	json__object(json, "evidence");
	for (int evidence = 0; evidence < EVIDENCE_NR; evidence++)
		json__u64(json, evidence__name(evidence), links->evidence[evidence]);
	json__end(json);
	json__u64(json, "gaps", links->gaps);
}

void links_view__write_json(const struct frame_links *links, struct json *json)
{
	char buf[LINKS_VIEW_LEN];

	json__object(json, "frames");
	json__str(json, "summary", links_view__sentence(links, buf));
	write_counts(json, "first", &links->leaf);
	write_counts(json, "callers", &links->callers);
	json__array(json, "files");
	for (size_t i = 0; i < links->nr; i++) {
		const struct dso_links *dso = &links->dsos[i];

		json__object(json, NULL);
		json__str(json, "file", dso->dso ? dso->dso->name : NULL);
		write_counts(json, "first", &dso->leaf);
		write_counts(json, "callers", &dso->callers);
		json__end(json);
	}
	json__end(json);
	write_evidence(json, links);
	json__end(json);
}
