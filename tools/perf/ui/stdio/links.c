// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/ledger/links-view.h"
#include "ui/stdio/links.h"
#include "ui/stdio/plain.h"
#include "util/dso/dso.h"

#define DOTS "................................................................"

static void print_count(uint64_t nr, uint64_t all, FILE *fp)
{
	fprintf(fp, "  %12" PRIu64 "  %6.2f%%", nr, all ? 100.0 * nr / all : 0);
}

/* Prints the columns of first frames, and of those that called others. */
static void print_counts(uint64_t first, uint64_t callers, const struct frame_links *links,
			 FILE *fp)
{
	print_count(first, links->leaf.nr, fp);
	print_count(callers, links->callers.nr, fp);
}

static void print_link_head(const char *last, int width, FILE *fp)
{
	fprintf(fp, "# %12s  %7s  %12s  %7s  %-10s  %s\n", "First frames", "Share", "Callers",
		"Share", "Pointer", last);
	fprintf(fp, "# %.12s  %.7s  %.12s  %.7s  %.10s  %.*s\n#\n", DOTS, DOTS, DOTS, DOTS, DOTS,
		width, DOTS);
}

/* Prints the sentence with a line for each half of it. */
static void print_sentence(const struct frame_links *links, FILE *fp)
{
	char buf[LINKS_VIEW_LEN], *half;

	links_view__sentence(links, buf);
	half = strstr(buf, "; ");
	if (half)
		*half = '\0';
	fprintf(fp, "# In short: ");
	plain__puts(buf, fp);
	if (half) {
		fprintf(fp, ";\n# ");
		plain__puts(half + 2, fp);
	}
	fprintf(fp, ".\n#\n");
}

static void print_links(const struct frame_links *links, FILE *fp)
{
	const struct link_counts *leaf = &links->leaf, *callers = &links->callers;

	fprintf(fp, "\n# Where frame pointers lead to, by call frame information\n#\n");
	print_sentence(links, fp);
	print_link_head("What it means", 50, fp);
	for (int link = 0; link < FP_NR_LINKS; link++) {
		if (!leaf->links[link] && !callers->links[link])
			continue;
		print_counts(leaf->links[link], callers->links[link], links, fp);
		fprintf(fp, "  %-10s  %s\n", fp_link__name(link), fp_link__meaning(link));
	}
	print_counts(leaf->nr, callers->nr, links, fp);
	fprintf(fp, "  total\n");
}

static void print_dso(const struct dso_links *dso, const struct frame_links *links, FILE *fp)
{
	for (int link = 0; link < FP_NR_LINKS; link++) {
		if (!dso->leaf.links[link] && !dso->callers.links[link])
			continue;
		print_counts(dso->leaf.links[link], dso->callers.links[link], links, fp);
		fprintf(fp, "  %-10s  ", fp_link__name(link));
		plain__puts(dso->dso ? dso->dso->short_name : "[unknown]", fp);
		fputc('\n', fp);
	}
}

static void print_evidence(const struct frame_links *links, FILE *fp)
{
	uint64_t all = links->gaps;

	for (int evidence = 0; evidence < EVIDENCE_NR; evidence++)
		all += links->evidence[evidence];
	fprintf(fp, "\n# How user frames are known\n#\n# %12s  %7s  %-17s  %s\n", "Frames", "Share",
		"Evidence", "What it means");
	fprintf(fp, "# %.12s  %.7s  %.17s  %.50s\n#\n", DOTS, DOTS, DOTS, DOTS);
	for (int evidence = 0; evidence < EVIDENCE_NR; evidence++) {
		if (!links->evidence[evidence])
			continue;
		print_count(links->evidence[evidence], all, fp);
		fprintf(fp, "  %-17s  %s\n", evidence__name(evidence), evidence__meaning(evidence));
	}
	if (links->gaps) {
		print_count(links->gaps, all, fp);
		fprintf(fp, "  %-17s  places where callers may be missing\n", HALF_GAP_NAME);
	}
}

void frame_links__fprintf(const struct frame_links *links, FILE *fp)
{
	print_links(links, fp);
	fprintf(fp, "\n# By file, that of most first frames first\n#\n");
	print_link_head("Shared Object", 20, fp);
	for (size_t i = 0; i < links->nr; i++)
		print_dso(&links->dsos[i], links, fp);
	print_evidence(links, fp);
}
