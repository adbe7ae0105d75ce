// SPDX-License-Identifier: GPL-2.0-only
#include "ui/stdio/plain.h"
#include "ui/stdio/summary.h"
#include "util/summary/summary.h"

#define BAR_COLS 78

static void print_shares(const struct summary *summary, FILE *out)
{
	char bar[BAR_COLS + 1];

	summary__bar(summary, bar, BAR_COLS);
	bar[BAR_COLS] = '\0';
	fprintf(out, " %s\n", bar);
	for (int state = 0; state < SUMMARY_NR_STATES; state++)
		fprintf(out, "%s%c %s %.2f%%", state ? "  " : " ", summary_state__letter(state),
			summary_state__name(state), summary->shares[state]);
	fputc('\n', out);
}

void summary__print(const struct summary *summary, FILE *out)
{
	for (int i = 0; i < SUMMARY_NR; i++) {
		enum summary_part part = summary_order[i];
		char key = summary_part__key(part);

		if (!(summary->known & SUMMARY_PART(part)))
			continue;
		if (key)
			fprintf(out, " %c  ", key);
		plain__puts(summary->texts[part], out);
		fputc('\n', out);
		if (part == SUMMARY_WHERE)
			print_shares(summary, out);
	}
}
