// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/entry/entry-cell.h"
#include "ui/entry/entry-text.h"
#include "ui/stdio/plain.h"
#include "util/profile/profile.h"

/* Prints " (3 merged, 1 lost)", or nothing if all are 0. */
static void print_classes(const uint64_t classes[DEFER_NR_CLASSES], FILE *out)
{
	const char *before = " (";

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (!classes[cls])
			continue;
		fprintf(out, "%s%" PRIu64 " %s", before, classes[cls], defer_class__name(cls));
		before = ", ";
	}
	fputs(*before == ',' ? ")\n" : "\n", out);
}

static uint64_t sum_of(const uint64_t classes[DEFER_NR_CLASSES])
{
	uint64_t sum = 0;

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++)
		sum += classes[cls];
	return sum;
}

static void print_heads(const struct entry_list *list, const struct entry_print *print, FILE *out)
{
	fprintf(out, "# Entries into the kernel: %" PRIu32 ", sorted by", list->nr);
	for (unsigned int i = 0; i < print->order->nr; i++)
		fprintf(out, "%s %s", i ? "," : "", entry_sort__name(print->order->by[i]));
	fprintf(out, "\n# Their samples: %" PRIu64, sum_of(list->classes));
	print_classes(list->classes, out);
	fprintf(out, "# Samples of no entry: %" PRIu64, sum_of(list->others));
	print_classes(list->others, out);
	if (!list->nr && sum_of(list->others))
		fputs("# " ENTRY_NONE "\n", out);
	fputs("#\n# ", out);
	for (unsigned int i = 0; i < ENTRY_NR_COLUMNS; i++) {
		plain__pad(entry_cell__header(i), entry_cell__width(i), out);
		fputs("  ", out);
	}
	fprintf(out, "%s\n#\n", ENTRY_USER_HEADER);
}

/* Prints the user code that entered the kernel, and its callers. */
static void print_user(const struct entry_list *list, const struct entry *entry, FILE *out)
{
	const struct chain_node *nodes = list->shown.profile->chains.nodes;
	uint32_t user = entry_list__stack(list, entry)->user;
	char buf[ENTRY_CELL_LEN];
	bool cut = false;

	for (uint32_t node = user; node != CHAIN_ROOT;
	     node = entry_list__caller(list, node, &cut)) {
		if (node != user)
			fputs(ENTRY_CALLED_BY, out);
		plain__puts(entry_cell__func(list, nodes[node].func, buf), out);
	}
	if (cut)
		fputs(ENTRY_CALLED_BY ENTRY_NO_MAP, out);
}

void entry_list__print(const struct entry_list *list, const struct entry_print *print, bool quiet,
		       FILE *out)
{
	char buf[ENTRY_CELL_LEN];

	if (!quiet)
		print_heads(list, print, out);
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct entry *entry = entry_list__at(list, print->rows[i]);

		fputs("  ", out);
		for (unsigned int column = 0; column < ENTRY_NR_COLUMNS; column++) {
			plain__pad(entry_cell__text(list, entry, column, buf),
				   entry_cell__width(column), out);
			fputs("  ", out);
		}
		print_user(list, entry, out);
		putc('\n', out);
	}
}
