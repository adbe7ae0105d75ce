// SPDX-License-Identifier: GPL-2.0-only
/* The columns of entries into the kernel. */
#include <inttypes.h>
#include <string.h>

#include "ui/ledger/ledger-json.h"
#include "ui/table/tables.h"
#include "util/base/array.h"
#include "util/base/span.h"
#include "util/entry/entry-kinds.h"
#include "util/entry/kind-parts.h"
#include "util/profile/profile.h"

/* ---- values ---- */

/* Sets the class of the samples as text if the time is not known. */
static bool get_remaining(struct cell *cell)
{
	const struct entry *entry = cell->record;

	cell->str = defer_class__name(entry->key.cls);
	cell->look = entry->key.record == SAMPLE_NO_RECORD ? CELL_MISSING : CELL_PLAIN;
	return entry_list__remaining(cell->table->source, entry, &cell->nr);
}

static bool get_return(struct cell *cell)
{
	return entry_list__return(cell->table->source, cell->record, &cell->nr);
}

static bool get_sampled(struct cell *cell)
{
	const struct entry *entry = cell->record;

	cell->nr = entry->sampled;
	return entry->sampled;
}

static bool get_state(struct cell *cell)
{
	cell->nr = entry_list__state(cell->table->source, cell->record);
	cell->str = entry_state__name(cell->nr);
	return true;
}

static bool get_on_cpu(struct cell *cell)
{
	return entry_list__on_cpu(cell->table->source, cell->record, &cell->share);
}

static bool get_on_cpu_ns(struct cell *cell)
{
	struct entry_times times = {0};
	bool known = entry_list__times(cell->table->source, cell->record, &times);

	cell->nr = times.on_cpu;
	return known;
}

static bool get_off_cpu_ns(struct cell *cell)
{
	struct entry_times times = {0};
	bool known = entry_list__times(cell->table->source, cell->record, &times);

	cell->nr = times.off_cpu;
	return known;
}

/* ---- values of the stack ---- */

/* Returns the list that the rows are of: entries, kinds of them, or parts of these. */
static const struct entry_list *list_of(const struct table *table)
{
	const struct kind_parts *parts = table->source;
	const struct entry_kinds *kinds =
		table->kind == &table_of_parts ? parts->kinds : table->source;

	return table->kind == &table_of_entries ? table->source : kinds->list;
}

static const struct entry_stack *stack_of(const struct cell *cell)
{
	return &list_of(cell->table)->stacks[table__stack(cell->table, cell->row)];
}

static bool get_kind(struct cell *cell)
{
	cell->str = stack_of(cell)->kind;
	return true;
}

static bool get_kind_and_call(struct cell *cell)
{
	entry_stack__kind_text(stack_of(cell), cell->buf, CELL_LEN);
	cell->str = cell->buf;
	cell->look = CELL_SEAM;
	return true;
}

static bool get_call(struct cell *cell)
{
	const struct entry_stack *stack = stack_of(cell);

	snprintf(cell->buf, CELL_LEN, "%.*s", (int)stack->call_len, stack->call ? stack->call : "");
	cell->str = cell->buf;
	return stack->call;
}

static bool get_restarted(struct cell *cell)
{
	cell->nr = stack_of(cell)->restarted;
	return true;
}

static bool get_first(struct cell *cell)
{
	uint32_t first = stack_of(cell)->first;

	if (first == ENTRY_NO_FUNC)
		return false;
	cell->str = func__label(funcs__at(&cell->table->shown->profile->funcs, first), cell->buf);
	return true;
}

static bool get_kernel(struct cell *cell)
{
	const struct entry_stack *stack = stack_of(cell);

	cell->frames = (struct frames){
		.profile = cell->table->shown->profile, .node = stack->chain, .end = stack->user};
	return true;
}

/* Sets the user code that entered the kernel, and its callers. */
static bool get_user(struct cell *cell)
{
	const struct profile *profile = cell->table->shown->profile;
	uint32_t user = stack_of(cell)->user, last = user;
	bool cut = false;

	for (uint32_t node = user; node != CHAIN_ROOT;
	     node = entry_list__caller(list_of(cell->table), node, &cut))
		last = node;
	cell->frames = (struct frames){.profile = profile, .node = user, .cut = cut};
	if (cut)
		cell->frames.end = profile->chains.nodes[last].parent;
	return true;
}

/* ---- order ---- */

static int compare_kinds(const struct table *table, uint32_t a, uint32_t b)
{
	const struct entry_list *list = list_of(table);

	return entry_stack__compare(&list->stacks[a], &list->stacks[b]);
}

/* Entries without user code come last. */
static int compare_users(const struct table *table, uint32_t a, uint32_t b)
{
	const struct entry_list *list = list_of(table);
	const struct func *fa = entry_list__func(list, list->stacks[a].user);
	const struct func *fb = entry_list__func(list, list->stacks[b].user);

	return fa && fb ? func__cmp(fa, fb) : !fa - !fb;
}

/* ---- the columns ---- */

static const struct table_column columns[] = {
	{.key = "cookie", .kind = CELL_HEX, TABLE_FIELD(struct entry, key.cookie)},
	{.key = "pid", .kind = CELL_I32, .get = cell__get_pid},
	{.key = "tid", .kind = CELL_I32, .get = cell__get_tid},
	{.key = "comm", .kind = CELL_STR, .get = cell__get_comm},
	{"remaining", "Remaining", "remaining_ns", CELL_SPAN, get_remaining, .width = 10,
	 .searched = true, .descending = true},
	{"begin", NULL, "begin", CELL_TIME, TABLE_FIELD(struct entry, begin)},
	{.key = "last", .kind = CELL_TIME, TABLE_FIELD(struct entry, last)},
	{.name = "return", .key = "return", .kind = CELL_TIME, .get = get_return},
	{"samples", "Samples", "samples", CELL_U64, TABLE_FIELD(struct entry, nr), .width = 7,
	 .descending = true},
	{.key = "class", .kind = CELL_CLASS, TABLE_FIELD(struct entry, key.cls)},
	{.key = "merged_back", .kind = CELL_U64, TABLE_FIELD(struct entry, back)},
	{"sampled", "Sampled", "sampled_ns", CELL_SPAN, get_sampled, .width = 9,
	 .narrow = TABLE_HIDDEN, .descending = true, .varies = true},
	{"state", "State", "state", CELL_STR, get_state, .width = -9, .narrow = TABLE_HIDDEN,
	 .searched = true, .varies = true},
	{"on-cpu", "On CPU", NULL, CELL_SHARE, get_on_cpu, .width = 6, .narrow = TABLE_HIDDEN,
	 .varies = true},
	{.key = "on_cpu_ns", .kind = CELL_SPAN, .get = get_on_cpu_ns},
	{.key = "off_cpu_ns", .kind = CELL_SPAN, .get = get_off_cpu_ns},
	{"kind", "Kind", NULL, CELL_STR, get_kind_and_call, .width = -23, .narrow = -18,
	 .searched = true, .compare = compare_kinds},
	{.key = "kind", .kind = CELL_STR, .get = get_kind},
	{.key = "syscall", .kind = CELL_STR, .get = get_call},
	{.key = "restarted", .kind = CELL_BOOL, .get = get_restarted},
	{.key = "first_kernel", .kind = CELL_STR, .get = get_first},
	{"thread", "Thread", NULL, CELL_STR, cell__get_thread, .width = -20, .narrow = -15,
	 .searched = true, .compare = table__compare_threads},
	{"begin", "Begin", NULL, CELL_TIME, TABLE_FIELD(struct entry, begin), .width = 14,
	 .narrow = TABLE_HIDDEN},
	{"return", "Return", NULL, CELL_TIME, get_return, .width = 14, .narrow = TABLE_HIDDEN},
	{.key = "kernel", .kind = CELL_FRAMES, .get = get_kernel},
	{"user", "User code, with its callers", "user", CELL_FRAMES, get_user, .searched = true,
	 .compare = compare_users},
	{"class", NULL, NULL, CELL_CLASS, TABLE_FIELD(struct entry, key.cls)},
	{.key = "evidence", .kind = CELL_EVIDENCE},
};

/* ---- what comes before the rows ---- */

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

static void print_head(const struct table *table, const struct table_order *order, FILE *out)
{
	const struct entry_list *list = table->source;

	fprintf(out, "# Entries into the kernel: %" PRIu32 ", sorted by", list->nr);
	for (unsigned int i = 0; i < order->nr; i++)
		fprintf(out, "%s %s", i ? "," : "", columns[order->by[i]].name);
	fprintf(out, "\n# Their samples: %" PRIu64, sum_of(list->classes));
	print_classes(list->classes, out);
	fprintf(out, "# Samples of no entry: %" PRIu64, sum_of(list->others));
	print_classes(list->others, out);
	if (!list->nr && sum_of(list->others))
		fputs("# " ENTRY_NONE "\n", out);
	fputs("#\n", out);
}

static void write_head(const struct table *table, const struct table_order *order,
		       struct json *json)
{
	const struct entry_list *list = table->source;

	json__array(json, "sort");
	for (unsigned int i = 0; i < order->nr; i++)
		json__str(json, NULL, columns[order->by[i]].name);
	json__end(json);
	json__u64(json, "nr_entries", list->nr);
	json__classes(json, "classes", list->classes);
	json__classes(json, "others", list->others);
}

static const void *record_of(const struct table *table, uint32_t row)
{
	return entry_list__at(table->source, row);
}

const struct table_kind table_of_entries = {
	.noun = "entries",
	.columns = columns,
	.nr_columns = ARRAY_SIZE(columns),
	.stack = offsetof(struct entry, stack),
	.record = record_of,
	.print_head = print_head,
	.write_head = write_head,
};

struct table entry_list__table(const struct entry_list *list)
{
	return (struct table){&table_of_entries, &list->shown, list, list->rows, list->nr, 0, NULL};
}

/* ---- kinds of entries ---- */

/* Sets a time as text, ">= 11.06 ms", or "11.06 ms" if it is exact. */
static bool set_time(struct cell *cell, uint64_t ns)
{
	const struct entry_kind *kind = cell->record;
	char span[SPAN_LEN];

	snprintf(cell->buf, CELL_LEN, "%s%s", kind->exact ? "" : ">= ", span__text(ns, span));
	cell->str = cell->buf;
	cell->nr = ns;
	return kind->nr_timed;
}

static bool get_total(struct cell *cell)
{
	return set_time(cell, ((const struct entry_kind *)cell->record)->total);
}

static bool get_median(struct cell *cell)
{
	return set_time(cell, ((const struct entry_kind *)cell->record)->median);
}

static bool get_p99(struct cell *cell)
{
	return set_time(cell, ((const struct entry_kind *)cell->record)->p99);
}

static bool get_longest(struct cell *cell)
{
	return set_time(cell, ((const struct entry_kind *)cell->record)->longest);
}

static bool get_times(struct cell *cell)
{
	const struct entry_kind *kind = cell->record;

	entry_kind__times(cell->table->source, kind, cell->times);
	return kind->nr_timed;
}

static bool get_cpu_time(struct cell *cell)
{
	const struct entry_kind *kind = cell->record;

	cell->nr = kind->sampled;
	return kind->sampled;
}

static bool get_exact(struct cell *cell)
{
	const struct entry_kind *kind = cell->record;

	cell->nr = kind->exact;
	cell->str = kind->exact ? "exact" : "sampled";
	return true;
}

/* Sets the user code that entered the kernel, without its callers, which differ. */
static bool get_user_code(struct cell *cell)
{
	get_user(cell);
	if (cell->frames.node != CHAIN_ROOT)
		cell->frames.end = cell->frames.profile->chains.nodes[cell->frames.node].parent;
	cell->frames.cut = false;
	return true;
}

static int compare_comms(const struct table *table, uint32_t a, uint32_t b)
{
	const char *const *comms = table->shown->profile->comms;

	return strcmp(comms[fold__stack(table->shown->all, a)->comm_id],
		      comms[fold__stack(table->shown->all, b)->comm_id]);
}

static const struct table_column kind_columns[] = {
	{"total", "Total", NULL, CELL_STR, get_total, .width = 12, .descending = true},
	{"median", "Median", NULL, CELL_STR, get_median, .width = 12, .narrow = TABLE_HIDDEN,
	 .descending = true},
	{"99%", "99%", NULL, CELL_STR, get_p99, .width = 12, .narrow = TABLE_HIDDEN,
	 .descending = true},
	{"longest", "Longest", NULL, CELL_STR, get_longest, .width = 12, .descending = true},
	{.key = "total_ns", .kind = CELL_SPAN, .get = get_total},
	{.key = "median_ns", .kind = CELL_SPAN, .get = get_median},
	{.key = "p99_ns", .kind = CELL_SPAN, .get = get_p99},
	{.key = "longest_ns", .kind = CELL_SPAN, .get = get_longest},
	{NULL, "<1 us ... 1 s", "log4_ns", CELL_TIMES, get_times, .width = -13,
	 .narrow = TABLE_HIDDEN},
	{"entries", "Entries", "entries", CELL_U64, TABLE_FIELD(struct entry_kind, nr), .width = 7,
	 .descending = true},
	{.key = "timed", .kind = CELL_U64, TABLE_FIELD(struct entry_kind, nr_timed)},
	{"facts", "Facts", NULL, CELL_STR, get_exact, .width = -7, .narrow = TABLE_HIDDEN},
	{.key = "exact", .kind = CELL_BOOL, .get = get_exact},
	{"sampled", "Sampled", "sampled_ns", CELL_SPAN, get_cpu_time, .width = 9,
	 .narrow = TABLE_HIDDEN, .descending = true, .varies = true},
	{.key = "samples", .kind = CELL_U64, TABLE_FIELD(struct entry_kind, samples)},
	{"kind", "Kind", NULL, CELL_STR, get_kind_and_call, .width = -23, .narrow = -18,
	 .searched = true, .compare = compare_kinds},
	{.key = "kind", .kind = CELL_STR, .get = get_kind},
	{.key = "syscall", .kind = CELL_STR, .get = get_call},
	{.key = "restarted", .kind = CELL_BOOL, .get = get_restarted},
	{"comm", "Command", "comm", CELL_STR, cell__get_comm, .width = -15, .narrow = -10,
	 .searched = true, .compare = compare_comms},
	{"user", "User code", "user", CELL_FRAMES, get_user_code, .searched = true,
	 .compare = compare_users},
};

static void print_kinds_head(const struct table *table, const struct table_order *order, FILE *out)
{
	const struct entry_kinds *kinds = table->source;

	fprintf(out,
		"# Kinds of entries into the kernel: %" PRIu32 ", of %" PRIu32
		" entries with samples, sorted by",
		kinds->nr, kinds->list->nr);
	for (unsigned int i = 0; i < order->nr; i++)
		fprintf(out, "%s %s", i ? "," : "", kind_columns[order->by[i]].name);
	fputs("\n# Times begin at the first sample of an entry (>=), unless an event marks each: then all is "
	      "exact\n",
	      out);
	if (!kinds->nr)
		fputs("# " ENTRY_NONE "\n", out);
	fputs("#\n", out);
}

static void write_kinds_head(const struct table *table, const struct table_order *order,
			     struct json *json)
{
	const struct entry_kinds *kinds = table->source;

	json__array(json, "sort");
	for (unsigned int i = 0; i < order->nr; i++)
		json__str(json, NULL, kind_columns[order->by[i]].name);
	json__end(json);
	json__u64(json, "nr_kinds", kinds->nr);
	json__u64(json, "nr_entries", kinds->list->nr);
}

static const void *kind_of(const struct table *table, uint32_t row)
{
	const struct entry_kinds *kinds = table->source;

	return &kinds->kinds[row];
}

static struct table parts_of(const struct table *table, uint32_t row)
{
	return kind_parts__table(table->parts, row);
}

const struct table_kind table_of_kinds = {
	.noun = "kinds",
	.columns = kind_columns,
	.nr_columns = ARRAY_SIZE(kind_columns),
	.stack = offsetof(struct entry_kind, stack),
	.record = kind_of,
	.print_head = print_kinds_head,
	.write_head = write_kinds_head,
	.parts = parts_of,
};

struct table entry_kinds__table(const struct entry_kinds *kinds, const struct kind_parts *parts)
{
	return (struct table){
		&table_of_kinds, &kinds->list->shown, kinds, kinds->rows, kinds->nr, 0, parts};
}

const struct entry *entry_kinds__first(const struct table *table, uint32_t row)
{
	return ((const struct entry_kind *)kind_of(table, row))->like;
}

uint32_t entry_kinds__comm(const struct table *table, uint32_t row)
{
	const struct entry_kind *kind = kind_of(table, row);

	return fold__stack(table->shown->all, kind->stack)->comm_id;
}

const struct func *entry_kinds__user(const struct table *table, uint32_t row)
{
	return entry_kind__user(table->source, kind_of(table, row));
}

/* ---- parts of kinds ---- */

static bool get_part_share(struct cell *cell)
{
	const struct kind_parts *parts = cell->table->source;
	const struct kind_part *part = cell->record;
	uint64_t total = parts->kinds->kinds[part->kind].total;

	cell->share = total ? (double)part->ns / (double)total : 0;
	return true;
}

static bool get_part_by(struct cell *cell)
{
	const struct kind_part *part = cell->record;

	cell->str = part_by__name(part->by);
	return true;
}

/* Sets the call site, its callers too. */
static bool get_part_site(struct cell *cell)
{
	const struct kind_part *part = cell->record;

	return part->by == PART_SITE && !part->rest && get_user(cell);
}

/* Sets the state, or the function before the gap. */
static bool get_part_text(struct cell *cell)
{
	const struct kind_part *part = cell->record;

	if (part->by == PART_STATE)
		cell->str = entry_state__name(part->id);
	else if (part->by == PART_GAP && part->id != PART_NO_GAP)
		cell->str = func__label(funcs__at(&cell->table->shown->profile->funcs, part->id),
					cell->buf);
	return cell->str;
}

/* Sets what tells a part from others: frames, or a text with which it returns false. */
static bool get_part_name(struct cell *cell)
{
	const struct kind_part *part = cell->record;

	if (part->rest) {
		snprintf(cell->buf, CELL_LEN, "... %" PRIu32 " more", part->rest);
		cell->str = cell->buf;
	} else if (!get_part_text(cell)) {
		cell->str = "no gap";
	}
	return get_part_site(cell);
}

static const struct table_column part_columns[] = {
	{NULL, "Entries", "entries", CELL_U64, TABLE_FIELD(struct kind_part, nr), .width = 10},
	{NULL, "Total", "total_ns", CELL_SPAN, TABLE_FIELD(struct kind_part, ns), .width = 9},
	{NULL, "Time", NULL, CELL_SHARE, get_part_share, .width = 6},
	{NULL, "By", "by", CELL_STR, get_part_by, .width = -10},
	{"part", "", NULL, CELL_FRAMES, get_part_name, .searched = true},
	{.key = "name", .kind = CELL_STR, .get = get_part_text},
	{.key = "user", .kind = CELL_FRAMES, .get = get_part_site},
};

static const void *part_of(const struct table *table, uint32_t row)
{
	const struct kind_parts *parts = table->source;

	return &parts->parts[row];
}

const struct table_kind table_of_parts = {
	.noun = "parts",
	.columns = part_columns,
	.nr_columns = ARRAY_SIZE(part_columns),
	.stack = offsetof(struct kind_part, stack),
	.record = part_of,
};

struct table kind_parts__table(const struct kind_parts *parts, uint32_t row)
{
	size_t first = LOWER_BOUND(i, parts->nr, parts->parts[i].kind < row);
	size_t end = LOWER_BOUND(i, parts->nr, parts->parts[i].kind <= row);

	return (struct table){.kind = &table_of_parts,
			      .shown = &parts->kinds->list->shown,
			      .source = parts,
			      .rows = parts->rows + first,
			      .nr = end - first};
}
