// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/span.h"
#include "util/fold/fold.h"
#include "util/header/env.h"
#include "util/profile/column-branch.h"
#include "util/profile/column-trait.h"
#include "util/profile/hist-change.h"
#include "util/profile/hist-group.h"
#include "util/profile/show-opts.h"

/* perf's widths (Linux 7.2, tools/perf/ui/hist.c, tools/perf/util/hist.c). */
#define WIDTH_PERCENT	       8
#define WIDTH_GUEST	       9
#define WIDTH_LATENCY_CHILDREN 7 /* no wider than its header */
#define WIDTH_NUMBER	       12
#define WIDTH_RANGE	       16
#define WIDTH_CHANGE	       9  /* "~-100.00%" */
#define WIDTH_ADDRESS	       16 /* hex digits of an address that has no name */
#define WIDTH_TASK	       8  /* "    123:" before the comm */
#define LEVEL_LEN	       4  /* "[k] " */
#define FULL_ADDR_LEN	       19 /* "0x0123456789abcdef " */

static const char *comm_text(const struct hist *hist, const struct hist_entry *entry)
{
	return hist->conf.comms[entry->who.comm_id];
}

static const struct func *entry_func(const struct hist *hist, const struct hist_entry *entry)
{
	return funcs__at(hist->conf.funcs, entry->func);
}

static const struct func *entry_symbol(const struct hist *hist, const struct hist_entry *entry)
{
	return funcs__at(hist->conf.funcs, entry_func(hist, entry)->symbol_id);
}

/* ---- comm ---- */

static uint64_t comm_key(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.comm_id;
}

/*
 * ---- pid and tgid: perf's "pid" is the thread ----
 *
 * Tasks that had one number one after the other are rows of their own.
 */

static uint64_t task_key(int32_t id, uint32_t life)
{
	return (uint64_t)life << 32 | (uint32_t)id;
}

/* Orders by id; tasks with the same id by their lives, earliest first. */
static int task_compare(int32_t id_a, uint32_t life_a, int32_t id_b, uint32_t life_b)
{
	return CMP(id_a, id_b) ?: CMP(life_a, life_b);
}

static uint64_t tid_key(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return task_key(entry->who.tid, entry->who.tid_life);
}

static int tid_compare(const struct hist *hist, const struct hist_entry *a,
		       const struct hist_entry *b)
{
	(void)hist;
	return task_compare(a->who.tid, a->who.tid_life, b->who.tid, b->who.tid_life);
}

static int tid_format(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size)
{
	(void)width;
	return snprintf(buf, size, "%7d:%s", entry->who.tid,
			hist->conf.comms[entry->who.tid_comm_id]);
}

static uint64_t pid_key(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return task_key(entry->who.pid, entry->who.pid_life);
}

static int pid_compare(const struct hist *hist, const struct hist_entry *a,
		       const struct hist_entry *b)
{
	(void)hist;
	return task_compare(a->who.pid, a->who.pid_life, b->who.pid, b->who.pid_life);
}

static int pid_format(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size)
{
	(void)width;
	return snprintf(buf, size, "%7d:%s", entry->who.pid,
			hist->conf.comms[entry->who.pid_comm_id]);
}

static size_t tid_len(const struct hist *hist, const struct hist_entry *entry)
{
	return WIDTH_TASK + strlen(hist->conf.comms[entry->who.tid_comm_id]);
}

static size_t pid_len(const struct hist *hist, const struct hist_entry *entry)
{
	return WIDTH_TASK + strlen(hist->conf.comms[entry->who.pid_comm_id]);
}

/* ---- cpu ---- */

static uint64_t cpu_key(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return (uint32_t)entry->who.cpu;
}

static int cpu_compare(const struct hist *hist, const struct hist_entry *a,
		       const struct hist_entry *b)
{
	(void)hist;
	return CMP(a->who.cpu, b->who.cpu);
}

static int cpu_format(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
		      char *buf, size_t size)
{
	(void)hist;
	return snprintf(buf, size, "%.*d", width ? (int)width : 1, entry->who.cpu);
}

/* ---- dso ---- */

static const char *dso_text(const struct hist *hist, const struct hist_entry *entry)
{
	return func__dso_name(entry_func(hist, entry), hist->conf.show->full_paths);
}

/* DSOs with the same name share a row, as in perf, such as a library in many containers. */
static uint64_t dso_key(const struct hist *hist, const struct hist_entry *entry)
{
	return entry_func(hist, entry)->dso_id;
}

static size_t dso_len(const struct hist *hist, const struct hist_entry *entry)
{
	size_t len = strlen(dso_text(hist, entry));
	size_t least = entry_func(hist, entry)->kind == FUNC_ADDRESS ? WIDTH_ADDRESS : 0;

	return len > least ? len : least;
}

/* ---- symbol ---- */

static uint64_t symbol_key(const struct hist *hist, const struct hist_entry *entry)
{
	return entry_func(hist, entry)->symbol_id;
}

static int symbol_compare(const struct hist *hist, const struct hist_entry *a,
			  const struct hist_entry *b)
{
	return func__cmp(entry_symbol(hist, a), entry_symbol(hist, b));
}

static int symbol_format(const struct hist *hist, const struct hist_entry *entry,
			 unsigned int width, char *buf, size_t size)
{
	const struct func *func = entry_symbol(hist, entry);
	char addr[FULL_ADDR_LEN + 1] = "", label[FUNC_LABEL_LEN];

	(void)width;
	if (hist->conf.show->full_paths)
		snprintf(addr, sizeof(addr), "%#-18" PRIx64 " ", func->ip);
	if (!func->name && !hist->conf.show->labels) /* as perf does */
		return snprintf(buf, size, "%s[%c] %#.16" PRIx64, addr, func->level, func->addr);
	return snprintf(buf, size, "%s[%c] %s%s", addr, func->level, func__label(func, label),
			func->kind == FUNC_INLINED ? " (inlined)" : "");
}

static size_t symbol_len(const struct hist *hist, const struct hist_entry *entry)
{
	const struct func *func = entry_symbol(hist, entry);
	size_t len = LEVEL_LEN + (hist->conf.show->full_paths ? FULL_ADDR_LEN : 0);
	char label[FUNC_LABEL_LEN];

	if (!func->name && !hist->conf.show->labels)
		return len + 2 + WIDTH_ADDRESS;
	return len + strlen(func__label(func, label));
}

/* ---- srcline ---- */

static const char *srcline_text(const struct hist *hist, const struct hist_entry *entry)
{
	return func__srcline(entry_func(hist, entry));
}

static uint64_t srcline_key(const struct hist *hist, const struct hist_entry *entry)
{
	return entry_func(hist, entry)->srcline_id;
}

/* ---- srcfile ---- */

static uint64_t srcfile_key(const struct hist *hist, const struct hist_entry *entry)
{
	return entry_func(hist, entry)->srcfile_id;
}

static int srcfile_compare(const struct hist *hist, const struct hist_entry *a,
			   const struct hist_entry *b)
{
	size_t len_a, len_b;
	const char *file_a = func__srcfile(entry_func(hist, a), &len_a);
	const char *file_b = func__srcfile(entry_func(hist, b), &len_b);
	int cmp = memcmp(file_a, file_b, len_a < len_b ? len_a : len_b);

	return cmp ?: CMP(len_a, len_b);
}

static int srcfile_format(const struct hist *hist, const struct hist_entry *entry,
			  unsigned int width, char *buf, size_t size)
{
	size_t len;
	const char *file = func__srcfile(entry_func(hist, entry), &len);

	(void)width;
	return snprintf(buf, size, "%.*s", (int)len, file);
}

static size_t srcfile_len(const struct hist *hist, const struct hist_entry *entry)
{
	size_t len;

	func__srcfile(entry_func(hist, entry), &len);
	return len;
}

/* ---- socket: of the CPU, -1 if it is not known ---- */

static int32_t entry_socket(const struct hist *hist, const struct hist_entry *entry)
{
	return hist->conf.env ? env__socket(hist->conf.env, entry->who.cpu) : -1;
}

static uint64_t socket_key(const struct hist *hist, const struct hist_entry *entry)
{
	return (uint32_t)entry_socket(hist, entry);
}

static int socket_compare(const struct hist *hist, const struct hist_entry *a,
			  const struct hist_entry *b)
{
	return CMP(entry_socket(hist, a), entry_socket(hist, b));
}

static int socket_format(const struct hist *hist, const struct hist_entry *entry,
			 unsigned int width, char *buf, size_t size)
{
	int pad = width < 3 ? 3 : width;

	return snprintf(buf, size, "%*.*d", pad, pad - 3, entry_socket(hist, entry));
}

/* ---- parallelism: how many threads ran ---- */

static uint64_t parallelism_key(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.parallelism;
}

static int parallelism_compare(const struct hist *hist, const struct hist_entry *a,
			       const struct hist_entry *b)
{
	(void)hist;
	return CMP(a->who.parallelism, b->who.parallelism);
}

static int parallelism_format(const struct hist *hist, const struct hist_entry *entry,
			      unsigned int width, char *buf, size_t size)
{
	(void)hist;
	return snprintf(buf, size, "%*" PRIu32, (int)width, entry->who.parallelism);
}

/* ---- class: how the sample got its user half ---- */

static uint64_t class_key(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.cls;
}

static int class_compare(const struct hist *hist, const struct hist_entry *a,
			 const struct hist_entry *b)
{
	(void)hist;
	return CMP(a->who.cls, b->who.cls);
}

static int class_format(const struct hist *hist, const struct hist_entry *entry, unsigned int width,
			char *buf, size_t size)
{
	(void)hist;
	(void)width;
	return snprintf(buf, size, "%s", defer_class__name(entry->who.cls));
}

static size_t class_len(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return strlen(defer_class__name(entry->who.cls));
}

/* ---- numbers ---- */

/* In hundredths of a percent, cut off as in audit, plus 1; 0: no sample has a user half. */
static uint64_t known(const struct hist_entry *entry)
{
	if (!entry->users.nr)
		return 0;
	return 1 + 10000 * (entry->users.nr - entry->users.nr_missing) / entry->users.nr;
}

/* The share that is certain: with the functions that were called, if these count. */
static uint64_t least(const struct hist_entry *entry)
{
	return entry->children.period > entry->self.period ? entry->children.period
							   : entry->self.period;
}

/* Rows without a known delay come after those with one of 0. */
static uint64_t known_delay(const struct hist_entry *entry, uint64_t delay)
{
	return entry->delayed ? delay + 1 : 0;
}

static uint64_t delay(const struct hist_entry *entry)
{
	return known_delay(entry, entry->delay_mean);
}

static uint64_t delay_median(const struct hist_entry *entry)
{
	return known_delay(entry, entry->delay_median);
}

static uint64_t delay_99(const struct hist_entry *entry)
{
	return known_delay(entry, entry->delay_99);
}

#define KEY(_name, _alias, _header, _width, _fn, _len, _fold_by, _help)                          \
	{                                                                                        \
		.name = _name, .alias = _alias, .header = _header, .help = _help,                \
		.kind = COLUMN_KEY, .width = _width, .key = _fn##_key, .compare = _fn##_compare, \
		.format = _fn##_format, .len = _len, .fold_by = _fold_by                         \
	}

/* A key whose text tells its order and length, if @_len is NULL. */
#define WORDS(_name, _header, _fn, _len, _help)                                      \
	{                                                                            \
		.name = _name, .header = _header, .help = _help, .kind = COLUMN_KEY, \
		.key = _fn##_key, .text = _fn##_text, .len = _len                    \
	}

#define TRAIT(_name, _header, _width, _trait, _of, _fold_by, _help)                    \
	{                                                                              \
		.name = _name, .header = _header, .help = _help, .kind = COLUMN_TRAIT, \
		.width = _width, .trait = _trait, .of = _of, .fold_by = _fold_by       \
	}

#define TEXT(_name, _header, _trait, _fold_by, _help)                                  \
	{                                                                              \
		.name = _name, .header = _header, .help = _help, .kind = COLUMN_TRAIT, \
		.trait = _trait, .fold_by = _fold_by                                   \
	}

/* The two columns of a number: its value, and its value times the samples of a row, as in perf. */
#define WEIGHT(_local, _local_header, _name, _header, _of, _help)                                 \
	{.name = _local,                                                                          \
	 .header = _local_header,                                                                 \
	 .help = _help,                                                                           \
	 .kind = COLUMN_TRAIT,                                                                    \
	 .trait = COLUMN_TRAIT_NUMBER,                                                            \
	 .of = _of,                                                                               \
	 .fold_by = FOLD_BY_TRAIT(_of),                                                           \
	 .falling = true},                                                                        \
	{                                                                                         \
		.name = _name, .header = _header, .help = _help ", times the samples of the row", \
		.kind = COLUMN_TRAIT, .trait = COLUMN_TRAIT_TOTAL, .of = _of,                     \
		.fold_by = FOLD_BY_TRAIT(_of), .falling = true, .sort_only = true                 \
	}

#define PERCENT(_name, _header, _width, _member, _help)                                  \
	{                                                                                \
		.name = _name, .header = _header, .help = _help, .kind = COLUMN_PERCENT, \
		.width = _width, .at = offsetof(struct hist_entry, _member)              \
	}

#define LATENCY(_name, _width, _member, _help)                                             \
	{                                                                                  \
		.name = _name, .header = "Latency", .help = _help, .kind = COLUMN_LATENCY, \
		.width = _width, .at = offsetof(struct hist_entry, _member)                \
	}

#define NUMBER(_kind, _name, _header, _width, _member, _help)                                    \
	{                                                                                        \
		.name = _name, .header = _header, .help = _help, .kind = _kind, .width = _width, \
		.at = offsetof(struct hist_entry, _member)                                       \
	}

/* A number that no member is. */
#define VALUE(_kind, _name, _header, _width, _fn, _help)                                         \
	{                                                                                        \
		.name = _name, .header = _header, .help = _help, .kind = _kind, .width = _width, \
		.value = _fn                                                                     \
	}

#define DELAY(_name, _header, _fn, _help)                                              \
	{                                                                              \
		.name = _name, .header = _header, .help = _help, .kind = COLUMN_DELAY, \
		.width = WIDTH_NUMBER, .value = _fn, .fold_by = FOLD_BY_DELAY          \
	}

/* A key of -b. Its text tells its order, if @_compare is NULL; @_format prints it, if @_text is. */
#define BRANCH(_name, _header, _key, _text, _compare, _format, _len, _fold_by, _help)             \
	{                                                                                         \
		.name = _name, .header = _header, .help = _help, .kind = COLUMN_KEY, .key = _key, \
		.text = _text, .compare = _compare, .format = _format, .len = _len,               \
		.fold_by = _fold_by, .branch = true,                                              \
		.from = (_fold_by) == FOLD_BY_TRAIT(TRAIT_BRANCH_FROM)                            \
	}

#define BY_FROM	 FOLD_BY_TRAIT(TRAIT_BRANCH_FROM)
#define BY_FLAGS FOLD_BY_TRAIT(TRAIT_BRANCH)

/* An abbreviation matches the first name that it fits, as in perf. */
static const struct column table[] = {
	KEY("pid", "tid", "    Pid:Command", 0, tid, tid_len, FOLD_BY_TASK, "thread, as in perf"),
	KEY("tgid", NULL, "   Tgid:Command", 0, pid, pid_len, FOLD_BY_TASK, "process"),
	WORDS("comm", "Command", comm, NULL, "name of the thread"),
	WORDS("dso", "Shared Object", dso, dso_len, "file or kernel of the function"),
	KEY("symbol", NULL, "Symbol", 0, symbol, symbol_len, 0, "function"),
	KEY("cpu", NULL, "CPU", 3, cpu, NULL, FOLD_BY_CPU, "CPU of the sample"),
	KEY("socket", NULL, "Socket", 6, socket, NULL, FOLD_BY_CPU, "processor of the CPU"),
	TRAIT("cgroup", "Cgroup", 0, COLUMN_TRAIT_CGROUP, TRAIT_CGROUP, FOLD_BY_TRAIT(TRAIT_CGROUP),
	      "cgroup, of record --all-cgroups"),
	WORDS("srcline", "Source:Line", srcline, NULL, "source line, from DWARF"),
	KEY("srcfile", NULL, "Source File", 0, srcfile, srcfile_len, 0, "source file, from DWARF"),
	KEY(COLUMN_PARALLELISM, NULL, "Parallelism", 11, parallelism, NULL, FOLD_BY_PARALLELISM,
	    "how many threads ran, of record --latency"),
	WEIGHT("local_weight", "Local Weight", "weight", "Weight", TRAIT_WEIGHT,
	       "weight of a sample"),
	WEIGHT("local_ins_lat", "Local INSTR Latency", "ins_lat", "INSTR Latency", TRAIT_INS_LAT,
	       "latency of the instruction"),
	WEIGHT("local_retire_lat", "Local Retire Latency", "retire_lat", "Retire Latency",
	       TRAIT_WEIGHT3, "time to retire"),
	WEIGHT("local_p_stage_cyc", "Local Pipeline Stage Cycle", "p_stage_cyc",
	       "Pipeline Stage Cycle", TRAIT_WEIGHT3, "cycles of the pipeline's stage"),
	TRAIT("time", "Time", 12, COLUMN_TRAIT_TIME, TRAIT_TIME, FOLD_BY_TRAIT(TRAIT_TIME),
	      "time span of the sample: --time-quantum"),
	TEXT("parent", "Parent symbol", COLUMN_TRAIT_PARENT, 0,
	     "function of the stack that matches -p"),
	TEXT("comm_nodigit", "CommandNoDigit", COLUMN_TRAIT_COMM_NODIGIT, 0,
	     "name of the thread with <N> for numbers"),
	TEXT("trace", "Trace output", COLUMN_TRAIT_TRACE, FOLD_BY_RAW, "text of a tracepoint"),
	TEXT("simd", "Simd   ", COLUMN_TRAIT_SIMD, 0, "vector instructions"),
	BRANCH("dso_from", "Source Shared Object", dso_key, dso_text, branch_end__compare_dso, NULL,
	       dso_len, BY_FROM, "file that a branch came from: -b"),
	BRANCH("dso_to", "Target Shared Object", dso_key, dso_text, branch_end__compare_dso, NULL,
	       dso_len, 0, "file that it led to"),
	BRANCH("symbol_from", "Source Symbol", symbol_key, NULL, branch_end__compare_symbol,
	       symbol_format, symbol_len, BY_FROM, "function that a branch came from: -b"),
	BRANCH("symbol_to", "Target Symbol", symbol_key, NULL, branch_end__compare_symbol,
	       symbol_format, symbol_len, 0, "function that it led to"),
	BRANCH("srcline_from", "From Source:Line", srcline_key, srcline_text, NULL, NULL, NULL,
	       BY_FROM, "source line that a branch came from: -b"),
	BRANCH("srcline_to", "To Source:Line", srcline_key, srcline_text, NULL, NULL, NULL, 0,
	       "source line that it led to"),
	BRANCH("mispredict", "Branch Mispredicted", branch__mispredict, branch__mispredict_text,
	       NULL, NULL, NULL, BY_FLAGS, "N: a branch was predicted; Y: not: -b"),
	BRANCH("in_tx", "Branch in transaction", branch__in_tx, branch__in_tx_text, NULL, NULL,
	       NULL, BY_FLAGS, "T: it was in a transaction: -b"),
	BRANCH("abort", "Transaction abort", branch__abort, branch__abort_text, NULL, NULL, NULL,
	       BY_FLAGS, "A: it aborted one: -b"),
	BRANCH("cycles", "Basic Block Cycles", branch__cycles, NULL, branch__compare_cycles,
	       branch__format_cycles, NULL, BY_FLAGS, "cycles since the branch before it: -b"),
	KEY("class", NULL, "Class", 0, class, class_len, 0, "how the sample got its user stack"),
	PERCENT(COLUMN_OVERHEAD, "Overhead", WIDTH_PERCENT, self.period, "share of the period"),
	PERCENT("overhead_sys", "sys", WIDTH_PERCENT, modes.sys, "share, in the kernel"),
	PERCENT("overhead_us", "usr", WIDTH_PERCENT, modes.us, "share, in user mode"),
	PERCENT("overhead_guest_sys", "guest sys", WIDTH_GUEST, modes.guest_sys,
		"share, in guests' kernels"),
	PERCENT("overhead_guest_us", "guest usr", WIDTH_GUEST, modes.guest_us,
		"share, in guests' user mode"),
	PERCENT(COLUMN_OVERHEAD_CHILDREN, "Children", WIDTH_PERCENT, children.period,
		"share with functions that were called"),
	LATENCY(COLUMN_LATENCY_NAME, WIDTH_PERCENT, self.latency, "share of the wall clock"),
	LATENCY(COLUMN_LATENCY_CHILDREN, WIDTH_LATENCY_CHILDREN, children.latency,
		"the same with functions that were called"),
	NUMBER(COLUMN_NUMBER, "sample", "Samples", WIDTH_NUMBER, self.nr, "samples"),
	NUMBER(COLUMN_NUMBER, "period", "Period", WIDTH_NUMBER, self.period, "period"),
	NUMBER(COLUMN_AVERAGE, "weight1", "Weight1", WIDTH_PERCENT, self.weight,
	       "weight of a sample on average"),
	VALUE(COLUMN_KNOWN, "known", "Known", WIDTH_PERCENT, known,
	      "share of the samples whose user stack is known"),
	PERCENT("most", "At most", WIDTH_PERCENT, most,
		"share if the function were in all user stacks that are missing"),
	VALUE(COLUMN_RANGE, "range", "Between", WIDTH_RANGE, least,
	      "the shares between which the true one is, given the missing user stacks"),
	DELAY("delay", "Delay", delay, "time until the return to user mode, on average"),
	DELAY("delay50", "Delay50", delay_median, "the same, median"),
	DELAY("delay99", "Delay99", delay_99, "the same, of 99 % of the samples at most"),
	NUMBER(COLUMN_BASELINE, COLUMN_BASELINE_NAME, "Baseline", WIDTH_PERCENT, self.period,
	       "share in the samples of --baseline"),
	NUMBER(COLUMN_CHANGE, COLUMN_CHANGE_NAME, "Delta Abs", WIDTH_CHANGE, self.period,
	       "change of the share, in points; with ~ if it may be chance"),
	{0},
};

const struct column *column__table(void)
{
	return table;
}

static bool is_named(const struct column *column, const char *name, size_t len)
{
	return !strncasecmp(column->name, name, len) ||
	       (column->alias && strlen(column->alias) == len &&
		!strncasecmp(column->alias, name, len));
}

const struct column *column__find(const char *name, size_t len)
{
	for (const struct column *col = table; col->name; col++) {
		if (!col->sort_only && is_named(col, name, len))
			return col;
	}
	return NULL;
}

const struct column *column__find_sort(const char *name, size_t len)
{
	for (const struct column *col = table; col->name; col++) {
		if (column__is_key(col) && is_named(col, name, len))
			return col;
	}
	return column__find(name, len);
}

uint64_t column__key(const struct column *column, const struct hist *hist,
		     const struct hist_entry *entry)
{
	struct hist_entry other;

	return column->kind == COLUMN_KEY
		       ? column->key(hist, branch_end__row(column, entry, &other))
		       : column_trait__value(column, hist, entry);
}

size_t column__len(const struct column *column, const struct hist *hist,
		   const struct hist_entry *entry)
{
	struct hist_entry other;

	entry = branch_end__row(column, entry, &other);
	if (column->kind == COLUMN_TRAIT)
		return column_trait__len(column, hist, entry);
	if (column->len)
		return column->len(hist, entry);
	return column->text ? strlen(column->text(hist, entry)) : 0;
}

int column__compare(const struct column *column, const struct hist *hist,
		    const struct hist_entry *a, const struct hist_entry *b)
{
	struct hist_entry other_a, other_b;

	a = branch_end__row(column, a, &other_a);
	b = branch_end__row(column, b, &other_b);
	if (column->compare)
		return column->compare(hist, a, b);
	if (column->text)
		return strcmp(column->text(hist, a), column->text(hist, b));
	if (column->kind == COLUMN_TRAIT)
		return column_trait__compare(column, hist, a, b);
	if (column__compares(column))
		return hist_change__compare(column, hist, a, b);
	if (hist->group && !column__is_children(column))
		return hist_group__compare(column, hist, a, b);
	return CMP(column__value(column, b), column__value(column, a));
}

bool column__is_children(const struct column *column)
{
	return !strcmp(column->name, COLUMN_OVERHEAD_CHILDREN) ||
	       !strcmp(column->name, COLUMN_LATENCY_CHILDREN);
}

double column__percent(const struct column *column, const struct hist *hist,
		       const struct hist_entry *entry)
{
	uint64_t total = column->kind == COLUMN_LATENCY ? hist->total.latency : hist->total.period;

	return total ? 100.0 * column__value(column, entry) / total : 0;
}

static int format_percent(double percent, int width, char *buf, size_t size)
{
	return snprintf(buf, size, " %*.2f%%", width > 2 ? width - 2 : 1, percent);
}

static int format_known(uint64_t value, unsigned int room, char *buf, size_t size)
{
	if (!value)
		return snprintf(buf, size, " %*s", room ? (int)room - 1 : 1, "-");
	return format_percent((double)(value - 1) / 100, room, buf, size);
}

/* Prints " 60.56 .. 60.69%", or one of them where both are the same. */
static int format_range(const struct hist *hist, const struct hist_entry *entry, int width,
			char *buf, size_t size)
{
	double total = hist->total.period ? hist->total.period : 1;
	double low = 100 * least(entry) / total;
	double high = 100 * entry->most / total;
	char from[32], to[32];

	snprintf(from, sizeof(from), "%.2f", low);
	snprintf(to, sizeof(to), "%.2f", high);
	if (!strcmp(from, to))
		return format_percent(low, width, buf, size);
	return snprintf(buf, size, " %*s .. %5s%%", width > 11 ? width - 11 : 1, from, to);
}

/* Prints a delay, without room in ns, as a program reads it; @value is 0 if there is none, else 1 ns more. */
static int format_delay(uint64_t value, unsigned int room, char *buf, size_t size)
{
	char span[SPAN_LEN];

	if (value && !room)
		return snprintf(buf, size, " %" PRIu64, value - 1);
	return snprintf(buf, size, " %*s", room ? (int)room - 1 : 1,
			value ? span__text(value - 1, span) : "-");
}

/* Prints a number to @room characters; 0: as many as it takes. */
static int format_number(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry, unsigned int room, char *buf, size_t size)
{
	uint64_t value = column__value(column, entry);

	switch (column->kind) {
	case COLUMN_PERCENT:
	case COLUMN_LATENCY:
		return format_percent(column__percent(column, hist, entry), room, buf, size);
	case COLUMN_AVERAGE:
		return snprintf(buf, size, " %*.1f", room ? (int)room - 1 : 1,
				entry->self.nr ? 1.0 * value / entry->self.nr : 0);
	case COLUMN_KNOWN:
		return format_known(value, room, buf, size);
	case COLUMN_RANGE:
		return format_range(hist, entry, room, buf, size);
	case COLUMN_DELAY:
		return format_delay(value, room, buf, size);
	case COLUMN_BASELINE:
	case COLUMN_CHANGE:
		return hist_change__format(column, hist, entry, room, buf, size);
	case COLUMN_KEY:
	case COLUMN_TRAIT:
	case COLUMN_NUMBER:
	default:
		return snprintf(buf, size, " %*" PRIu64, room ? (int)room - 1 : 1, value);
	}
}

int column__format_member(const struct column *column, const struct hist *hist,
			  const struct hist_entry *entry, uint32_t member, bool tight, char *buf,
			  size_t size)
{
	return format_number(column, hist->group->members[member].hist,
			     hist_group__entry(hist, entry, member), tight ? 0 : column->width, buf,
			     size);
}

static int format_group(const struct column *column, const struct hist *hist,
			const struct hist_entry *entry, bool tight, char *buf, size_t size)
{
	size_t len = 0;

	for (uint32_t i = 0; i < hist->group->nr; i++) {
		size_t at = len < size ? len : size;

		if (hist->group->members[i].has_samples)
			len += column__format_member(column, hist, entry, i, tight, buf + at,
						     size - at);
	}
	return len;
}

int column__format(const struct column *column, const struct hist *hist,
		   const struct hist_entry *entry, unsigned int width, bool tight, char *buf,
		   size_t size)
{
	struct hist_entry other;

	entry = branch_end__row(column, entry, &other);
	if (column->text)
		return snprintf(buf, size, "%s", column->text(hist, entry));
	if (column->kind == COLUMN_KEY)
		return column->format(hist, entry, width, buf, size);
	if (column->kind == COLUMN_TRAIT)
		return column_trait__format(column, hist, entry, width, buf, size);
	if (hist->group)
		return format_group(column, hist, entry, tight, buf, size);
	return format_number(column, hist, entry, tight ? 0 : width, buf, size);
}

const char *column__text(const struct column *column, const struct hist *hist,
			 const struct hist_entry *entry, char **buf, size_t *cap)
{
	int len = column__format(column, hist, entry, 0, true, *buf, *cap);

	if (len >= 0 && (size_t)len < *cap)
		return *buf;
	if (len < 0 || !ARRAY_GROW(*buf, *cap, len + 1ULL))
		return NULL;
	column__format(column, hist, entry, 0, true, *buf, *cap);
	return *buf;
}
