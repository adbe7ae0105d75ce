// SPDX-License-Identifier: GPL-2.0-only
/* A table of each kind of cell: its text, its JSON, what is left out, and the order of rows. */
#include <stdlib.h>

#include "tests/tests.h"
#include "tests/trace.h"
#include "tests/trial.h"
#include "tests/tui-trace.h"
#include "ui/table/table.h"
#include "ui/text/json.h"
#include "ui/tui/view/views.h"
#include "util/base/array.h"
#include "util/fold/fold.h"
#include "util/profile/profile.h"

struct record {
	uint32_t stack, part;
	uint64_t nr, hex, time, span;
	int32_t number;
	double share;
	const char *str;
	bool flag;
	uint64_t same;
};

/*
 * The second one is not known where that can be; the third has the largest of some. Stacks are of the
 * two threads in turn.
 */
static struct record records[] = {
	{0, 0, 7, 0x1f, 1500000000, 2500, -1, 0.256, "b\033", true, 5},
	{1, 1, 0, 0, 0, 0, 0, 0, NULL, false, 5},
	{0, 2, UINT64_MAX - 2, UINT64_MAX, 2000000001, 70000000000, INT32_MAX, 1, "a", true, 5},
	{1, 3, 7, 0x20, 2000000000, 2499, 3, 0.2549, "c", false, 5},
};

static bool get_share(struct cell *cell)
{
	const struct record *record = cell->record;

	cell->share = record->share;
	return record->share > 0;
}

static bool get_str(struct cell *cell)
{
	const struct record *record = cell->record;

	cell->str = record->str;
	cell->nr = record->str ? (uint64_t)record->str[0] : 0;
	return record->str;
}

static bool get_flag(struct cell *cell)
{
	cell->nr = ((const struct record *)cell->record)->flag;
	return true;
}

static bool get_class(struct cell *cell)
{
	cell->nr = ((const struct record *)cell->record)->flag ? DEFER_MERGED : DEFER_LOST;
	return true;
}

/* None, one, one of two and so on in the spans. */
static bool get_times(struct cell *cell)
{
	for (unsigned int i = 0; i < CELL_NR_TIMES; i++)
		cell->times[i] = cell->row == 1 ? 0 : i * cell->row;
	return true;
}

static int compare_tids(const struct table *table, uint32_t a, uint32_t b)
{
	return table__compare_threads(table, b, a);
}

static const struct table_column columns[] = {
	{"nr", "Number", "nr", CELL_U64, TABLE_FIELD(struct record, nr), .width = 20},
	{"int", "Int", "int", CELL_I32, TABLE_FIELD(struct record, number), .width = -10},
	{"hex", "Hex", "hex", CELL_HEX, TABLE_FIELD(struct record, hex), .width = 18},
	{"time", "Time", "time", CELL_TIME, TABLE_FIELD(struct record, time), .width = 10},
	{"span", "Span", "span", CELL_SPAN, TABLE_FIELD(struct record, span), .width = 9,
	 .descending = true},
	{"share", "Share", "share", CELL_SHARE, get_share, .width = 6},
	{"str", "Text", "str", CELL_STR, get_str, .width = -5},
	{"flag", "Flag", "flag", CELL_BOOL, get_flag, .width = 4},
	{NULL, "Class", "class", CELL_CLASS, get_class, .width = -7},
	{.key = "times", .kind = CELL_TIMES, .get = get_times},
	{NULL, "Times", NULL, CELL_TIMES, get_times, .width = -12, .varies = true},
	{"same", "Same", "same", CELL_U64, TABLE_FIELD(struct record, same), .width = 4,
	 .varies = true},
	{NULL, "Tid", "tid", CELL_I32, cell__get_tid, .width = 3},
	{NULL, "Pid", NULL, CELL_I32, cell__get_pid, .width = 3, .varies = true},
	{"thread", "Thread", "thread", CELL_STR, cell__get_thread, .compare = compare_tids},
};

static const void *record_of(const struct table *table, uint32_t row)
{
	(void)table;
	return &records[row];
}

static void print_head(const struct table *table, const struct table_order *order, FILE *out)
{
	fprintf(out, "# %s by %s\n#\n", table->kind->noun,
		order->nr ? table->kind->columns[order->by[0]].name : "nothing");
}

static void write_head(const struct table *table, const struct table_order *order,
		       struct json *json)
{
	(void)table;
	json__u64(json, "keys", order->nr);
}

static struct table parts_of(const struct table *table, uint32_t row);

static const struct table_kind kind = {
	.noun = "things",
	.columns = columns,
	.nr_columns = ARRAY_SIZE(columns),
	.stack = offsetof(struct record, stack),
	.record = record_of,
	.print_head = print_head,
	.write_head = write_head,
	.parts = parts_of,
};

static const struct table_column part_columns[] = {
	{NULL, "Part", "part", CELL_U64, TABLE_FIELD(struct record, part), .width = 6},
	{NULL, "Text", "str", CELL_STR, get_str, .width = 0},
};

static const struct table_kind part_kind = {
	.noun = "parts",
	.columns = part_columns,
	.nr_columns = ARRAY_SIZE(part_columns),
	.record = record_of,
};

/* A row is divided into as many parts as its number. */
static struct table parts_of(const struct table *table, uint32_t row)
{
	static uint32_t rows[] = {2, 0, 1, 3};

	return (struct table){.kind = &part_kind, .shown = table->shown, .rows = rows, .nr = row};
}

/* Two threads of a process, whose stacks differ. */
struct world {
	struct trace trace;
	struct tui_trace tt;
	const char *comms[16];
	struct profile profile;
	struct shown shown;
	uint32_t rows[ARRAY_SIZE(records)];
	struct table table;
};

static int world__init(struct world *world)
{
	uint32_t first;

	trace__begin(&world->trace, false, false);
	trace__sample(&world->trace, 0, TRACE_PID, 0, 0);
	trace__sample(&world->trace, 1, TRACE_PID + 1, 0, 0);
	trace__end(&world->trace);
	T_RUN(tui_trace__open(&world->tt, &world->trace.b, &view_time_ops, 7, 80));
	T_EQ(fold__nr(world->tt.fold), 2);
	first = fold__stack(world->tt.fold, 0)->tid == TRACE_PID ? 0 : 1;
	for (uint32_t i = 0; i < ARRAY_SIZE(records); i++)
		records[i].stack = (first + i) % 2;
	for (size_t i = 0; i < ARRAY_SIZE(world->comms); i++)
		world->comms[i] = "comm";
	world->profile = (struct profile){.comms = world->comms};
	world->shown = (struct shown){
		.session = world->tt.session, .all = world->tt.fold, .profile = &world->profile};
	for (uint32_t i = 0; i < ARRAY_SIZE(records); i++)
		world->rows[i] = i;
	world->table = (struct table){.kind = &kind,
				      .shown = &world->shown,
				      .rows = world->rows,
				      .nr = ARRAY_SIZE(records)};
	return TEST_OK;
}

static void world__exit(struct world *world)
{
	tui_trace__close(&world->tt);
	trace__exit(&world->trace);
}

static int check_text(const struct table *table, const struct table_order *order, bool quiet,
		      const char *want)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	table__print(table, order, quiet, out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int check_json(const struct table *table, const struct table_order *order, const char *want)
{
	struct json json;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	json__init(&json, out);
	table__write_json(table, order, &json);
	T_EQ(json__finish(&json, NULL), 0);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static const char all_text[] =
	"# things by nothing\n"
	"#\n"
	"#               Number  Int                        Hex        Time       Span   Share  "
	"Text   Flag  Class    Times         Same  Tid  Pid  Thread\n"
	"#\n"
	"                     7  -                         0x1f    1.500000    2.50 us   25.6%  "
	"b.        1  merged                    5   50   50  comm 50\n"
	"                     0  0                            -    0.000000       0 ns       -  "
	"-         0  lost                      5   51   50  comm 51\n"
	"  18446744073709551613  2147483647  0xffffffffffffffff    2.000000   70.00 s   100.0%  "
	"a         1  merged    .:--=+**#@@     5   50   50  comm 50\n"
	"                     7  3                         0x20    2.000000    2.50 us   25.5%  "
	"c         0  lost      .:--=+**#@@     5   51   50  comm 51\n";
static const char parts_text[] =
	"# things by span\n"
	"#\n"
	"#               Number  Int                        Hex        Time       Span   Share  "
	"Text   Flag  Class    Times         Same  Tid  Pid  Thread\n"
	"#       Part  Text\n"
	"#\n"
	"                     7  -                         0x1f    1.500000    2.50 us   25.6%  "
	"b.        1  merged                    5   50   50  comm 50\n"
	"\n"
	"                     0  0                            -    0.000000       0 ns       -  "
	"-         0  lost                      5   51   50  comm 51\n"
	"           2  a\n"
	"\n"
	"  18446744073709551613  2147483647  0xffffffffffffffff    2.000000   70.00 s   100.0%  "
	"a         1  merged    .:--=+**#@@     5   50   50  comm 50\n"
	"           2  a\n"
	"           0  b.\n"
	"\n"
	"                     7  3                         0x20    2.000000    2.50 us   25.5%  "
	"c         0  lost      .:--=+**#@@     5   51   50  comm 51\n"
	"           2  a\n"
	"           0  b.\n"
	"           1  -\n"
	"\n";
static const char left_out_text[] =
	"# things by span\n"
	"#\n"
	"# The same in all rows: Same 5, Pid 50\n"
	"#\n"
	"#               Number  Int                        Hex        Time       Span   Share  "
	"Text   Flag  Class    Times         Tid  Thread\n"
	"#\n"
	"                     7  -                         0x1f    1.500000    2.50 us   25.6%  "
	"b.        1  merged                  50  comm 50\n"
	"                     0  0                            -    0.000000       0 ns       -  "
	"-         0  lost                    51  comm 51\n"
	"  18446744073709551613  2147483647  0xffffffffffffffff    2.000000   70.00 s   100.0%  "
	"a         1  merged    .:--=+**#@@   50  comm 50\n"
	"                     7  3                         0x20    2.000000    2.50 us   25.5%  "
	"c         0  lost      .:--=+**#@@   51  comm 51\n";
static const char json_text[] = "{\n"
				"  \"keys\": 0,\n"
				"  \"things\": [\n"
				"    {\n"
				"      \"nr\": 7,\n"
				"      \"int\": -1,\n"
				"      \"hex\": \"0x1f\",\n"
				"      \"time\": 1500000000,\n"
				"      \"span\": 2500,\n"
				"      \"share\": 0.2560,\n"
				"      \"str\": \"b\\u001b\",\n"
				"      \"flag\": true,\n"
				"      \"class\": \"merged\",\n"
				"      \"times\": [],\n"
				"      \"same\": 5,\n"
				"      \"tid\": 50,\n"
				"      \"thread\": \"comm 50\",\n"
				"      \"parts\": []\n"
				"    },\n"
				"    {\n"
				"      \"nr\": 0,\n"
				"      \"int\": 0,\n"
				"      \"hex\": null,\n"
				"      \"time\": 0,\n"
				"      \"span\": 0,\n"
				"      \"share\": null,\n"
				"      \"str\": null,\n"
				"      \"flag\": false,\n"
				"      \"class\": \"lost\",\n"
				"      \"times\": [],\n"
				"      \"same\": 5,\n"
				"      \"tid\": 51,\n"
				"      \"thread\": \"comm 51\",\n"
				"      \"parts\": [\n"
				"        {\n"
				"          \"part\": 2,\n"
				"          \"str\": \"a\"\n"
				"        }\n"
				"      ]\n"
				"    },\n"
				"    {\n"
				"      \"nr\": 18446744073709551613,\n"
				"      \"int\": 2147483647,\n"
				"      \"hex\": \"0xffffffffffffffff\",\n"
				"      \"time\": 2000000001,\n"
				"      \"span\": 70000000000,\n"
				"      \"share\": 1.0000,\n"
				"      \"str\": \"a\",\n"
				"      \"flag\": true,\n"
				"      \"class\": \"merged\",\n"
				"      \"times\": [\n"
				"        {\n"
				"          \"from\": 1024,\n"
				"          \"nr\": 2\n"
				"        },\n"
				"        {\n"
				"          \"from\": 4096,\n"
				"          \"nr\": 4\n"
				"        },\n"
				"        {\n"
				"          \"from\": 16384,\n"
				"          \"nr\": 6\n"
				"        },\n"
				"        {\n"
				"          \"from\": 65536,\n"
				"          \"nr\": 8\n"
				"        },\n"
				"        {\n"
				"          \"from\": 262144,\n"
				"          \"nr\": 10\n"
				"        },\n"
				"        {\n"
				"          \"from\": 1048576,\n"
				"          \"nr\": 12\n"
				"        },\n"
				"        {\n"
				"          \"from\": 4194304,\n"
				"          \"nr\": 14\n"
				"        },\n"
				"        {\n"
				"          \"from\": 16777216,\n"
				"          \"nr\": 16\n"
				"        },\n"
				"        {\n"
				"          \"from\": 67108864,\n"
				"          \"nr\": 18\n"
				"        },\n"
				"        {\n"
				"          \"from\": 268435456,\n"
				"          \"nr\": 20\n"
				"        },\n"
				"        {\n"
				"          \"from\": 1073741824,\n"
				"          \"nr\": 22\n"
				"        }\n"
				"      ],\n"
				"      \"same\": 5,\n"
				"      \"tid\": 50,\n"
				"      \"thread\": \"comm 50\",\n"
				"      \"parts\": [\n"
				"        {\n"
				"          \"part\": 2,\n"
				"          \"str\": \"a\"\n"
				"        },\n"
				"        {\n"
				"          \"part\": 0,\n"
				"          \"str\": \"b\\u001b\"\n"
				"        }\n"
				"      ]\n"
				"    }\n"
				"  ]\n"
				"}\n";

static int test_text(void)
{
	struct table_order order = {.nr = 0};
	struct world world;

	T_RUN(world__init(&world));
	T_RUN(check_text(&world.table, &order, false, all_text));
	world.table.parts = &world;
	order = (struct table_order){.by = {4}, .nr = 1};
	T_RUN(check_text(&world.table, &order, false, parts_text));
	world.table.parts = NULL;
	table__leave_out(&world.table);
	T_EQ(world.table.left_out, 1U << 11 | 1U << 13);
	T_RUN(check_text(&world.table, &order, false, left_out_text));
	/* One row does not tell what is the same in all. */
	world.table.nr = 1;
	table__leave_out(&world.table);
	T_EQ(world.table.left_out, 0);
	world.table.nr = 0;
	T_RUN(check_text(&world.table, &order, true, ""));
	world__exit(&world);
	return TEST_OK;
}

static int test_json(void)
{
	const struct table_order order = {.nr = 0};
	struct world world;

	T_RUN(world__init(&world));
	world.table.parts = &world;
	table__leave_out(&world.table);
	world.table.nr = 3;
	T_RUN(check_json(&world.table, &order, json_text));
	world__exit(&world);
	return TEST_OK;
}

/* Sorts the rows, which are in @from, by @keys; then they are in @to. */
static int check_order(struct world *world, const char *keys, const char *from, const char *to)
{
	struct table_order order;
	char got[ARRAY_SIZE(records) + 1] = "";

	T_EQ(table_order__parse(&order, &kind, keys, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(records); i++)
		world->rows[i] = from[i] - '0';
	T_EQ(table__sort(&world->table, &order, NULL), 0);
	for (size_t i = 0; i < ARRAY_SIZE(records); i++)
		got[i] = (char)('0' + world->rows[i]);
	T_STREQ(got, to);
	return TEST_OK;
}

/* What is not known comes last; equal rows stay in their order. */
static int test_order(void)
{
	struct world world;

	T_RUN(world__init(&world));
	T_RUN(check_order(&world, "nr", "0123", "1032"));
	T_RUN(check_order(&world, "NR", "3210", "1302"));
	T_RUN(check_order(&world, "hex", "0123", "1032"));
	T_RUN(check_order(&world, "time", "3210", "1032"));
	T_RUN(check_order(&world, "span", "0123", "2031"));
	T_RUN(check_order(&world, "share", "0123", "3021"));
	T_RUN(check_order(&world, "str", "1230", "2031"));
	T_RUN(check_order(&world, "flag", "0123", "1302"));
	T_RUN(check_order(&world, "flag,str", "0123", "3120"));
	T_RUN(check_order(&world, "same", "2310", "2310"));
	T_RUN(check_order(&world, "thread", "0123", "1302"));
	T_RUN(check_order(&world, "thread nr,thread", "2310", "1302"));
	world__exit(&world);
	return TEST_OK;
}

static int test_names(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct table_order order;

	T_EQ(table_order__parse(&order, &kind, "s,span, hex", &err), 0);
	T_EQ(order.nr, 2); /* the first column whose name begins so, once */
	T_EQ(order.by[0], 4);
	T_EQ(order.by[1], 2);
	T_EQ(table_order__parse(&order, &kind, "hex,nox", &err), DEFER_ERR_INVAL);
	T_STREQ(err.text,
		"things cannot be sorted by 'nox'; they can by nr int hex time span share "
		"str flag same thread");
	T_EQ(table_kind__find(&kind, "SAME", 4), 11);
	T_EQ(table_kind__find(&kind, "times", 5), ARRAY_SIZE(columns));
	/* In a ring, over those without a name or a header. */
	T_EQ(table_kind__next(&kind, 7, false), 11);
	T_EQ(table_kind__next(&kind, 11, false), 14);
	T_EQ(table_kind__next(&kind, 14, false), 0);
	T_EQ(table_kind__next(&kind, 0, true), 14);
	T_EQ(table_kind__next(&kind, 11, true), 7);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"text of all kinds of cells, parts of rows, and what is left out", test_text},
	{"the same as JSON", test_json},
	{"the order of rows by each key", test_order},
	{"names of keys", test_names},
	{0},
};

const struct test_suite suite__table_cells = {"table-cells", "Cells, rows and their order", cases};
