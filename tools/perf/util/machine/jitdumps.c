// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-evlist.h>

#include "util/machine/jitdumps.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "util/base/array.h"
#include "util/base/budget.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/dso/jitdump.h"
#include "util/header/env.h"
#include "util/machine/machine-log.h"

/* More JITs than run on one machine. Each costs a look at its process. */
#define MAX_FILES 4096
/* The number of records between two checks of the budget. */
#define RECORDS_LOOK 8192

/* Code that was loaded, for a MOVE. */
struct code {
	uint64_t index, at; /* its number; its offset in the file */
};

/* One file, while it is read. */
struct reading {
	struct machine_log *to;
	const struct jitdumps_opts *opts;
	const struct logged_jitdump *file;
	struct jitdump dump;
	struct code *codes;
	size_t nr_codes, cap_codes;
	struct hash_index by_index;
	uint64_t hash_key;
};

/* ---- the clock ---- */

static bool is_monotonic(const struct defer_evlist *evlist)
{
	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		const struct defer_attr *attr = &defer_evlist__evsel(evlist, i)->attr;

		if (!(attr->flags & DEFER_ATTR_USE_CLOCKID) || attr->clockid != CLOCK_MONOTONIC)
			return false;
	}
	return defer_evlist__has_time(evlist);
}

/* As in Linux 6.19, tools/perf/util/jitdump.c, a dump by the CPU's counter needs perf's own clock. */
static int check_clock(const struct reading *reading, struct defer_error *err)
{
	const struct jitdumps_opts *opts = reading->opts;

	if (!reading->dump.is_arch_time)
		return is_monotonic(opts->evlist)
			       ? 0
			       : defer_error__set(err, DEFER_ERR_UNSUPPORTED,
						  "%s has times of another clock than the trace: "
						  "record with -k mono",
						  reading->file->path);
	if (opts->env->time_conv.mult && opts->env->time_conv.shift < 64 &&
	    !defer_evlist__any_flag(opts->evlist, DEFER_ATTR_USE_CLOCKID))
		return 0;
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
				"%s has times of the CPU's counter: record without -k",
				reading->file->path);
}

/* Linux 6.19, include/uapi/linux/perf_event.h, struct perf_event_mmap_page: time_cycles, time_mult. */
static uint64_t time_of(const struct reading *reading, uint64_t time)
{
	const struct env *env = reading->opts->env;
	const uint64_t shift = env->time_conv.shift, mult = env->time_conv.mult;

	if (!reading->dump.is_arch_time)
		return time;
	if (env->time_conv.cap_short)
		time = env->time_conv.cycles +
		       ((time - env->time_conv.cycles) & env->time_conv.mask);
	return env->time_conv.zero + (time >> shift) * mult +
	       (((time & ((1ULL << shift) - 1)) * mult) >> shift);
}

/* ---- records ---- */

static int add_entry(struct reading *reading, const struct jit_record *rec, uint32_t type,
		     const struct logged_mmap *range, struct defer_error *err)
{
	struct logged *entry = machine_log__room(reading->to);

	if (!entry)
		return error__no_memory(err, "for the code of JITs");
	*entry = (struct logged){
		.time = time_of(reading, rec->time),
		.type = type,
		.pid = reading->file->pid,
		.name = reading->file->path,
	};
	if (machine_log__add_mmap(reading->to, entry, range))
		return error__no_memory(err, "for the code of JITs");
	reading->to->nr++;
	return reading->to->nr % RECORDS_LOOK ? 0 : budget__check(reading->opts->budget, err);
}

static bool code_equal(const void *ctx, uint32_t pos, const void *key)
{
	return ((const struct code *)ctx)[pos].index == *(const uint64_t *)key;
}

static struct code *find_code(const struct reading *reading, uint64_t index)
{
	uint32_t pos = hash_index__find(&reading->by_index, hash__u64(reading->hash_key, index),
					code_equal, reading->codes, &index);

	return pos == HASH_INDEX_NONE ? NULL : &reading->codes[pos];
}

/* Remembers where the code of a LOAD is in the file. */
static int add_code(struct reading *reading, const struct jit_record *rec)
{
	const struct code code = {rec->index, rec->code_at};
	struct code *known = find_code(reading, rec->index);

	if (known) {
		*known = code;
		return 0;
	}
	if (!ARRAY_APPEND(reading->codes, reading->nr_codes, reading->cap_codes, &code, 1))
		return DEFER_ERR_NOMEM;
	return hash_index__add(&reading->by_index, hash__u64(reading->hash_key, rec->index),
			       reading->nr_codes - 1);
}

static int read_load(struct reading *reading, const struct jit_record *rec, struct defer_error *err)
{
	const struct logged_mmap range = {
		.start = rec->addr, .len = rec->size, .pgoff = rec->code_at};

	if (add_code(reading, rec))
		return error__no_memory(err, "for the code of JITs");
	return add_entry(reading, rec, LOGGED_JIT_LOAD, &range, err);
}

static int read_move(struct reading *reading, const struct jit_record *rec, struct defer_error *err)
{
	const struct code *code = find_code(reading, rec->index);
	struct logged_mmap range = {.start = rec->old_addr, .len = rec->size};
	int ret = add_entry(reading, rec, LOGGED_JIT_UNLOAD, &range, err);

	if (ret || !code)
		return ret;
	range.start = rec->addr;
	range.pgoff = code->at;
	return add_entry(reading, rec, LOGGED_JIT_LOAD, &range, err);
}

/* Returns 0, or a negative code. */
static int read_records(struct reading *reading, struct defer_error *err)
{
	const struct logged_mmap all = {.start = 0, .len = UINT64_MAX};
	struct jit_record rec;
	int ret;

	while ((ret = jitdump__next(&reading->dump, &rec, err)) > 0) {
		if (rec.kind == JIT_CLOSE)
			return add_entry(reading, &rec, LOGGED_JIT_UNLOAD, &all, err);
		/* A child writes into its parent's file until it has its own. */
		if (rec.pid != reading->dump.pid)
			continue;
		ret = rec.kind == JIT_LOAD ? read_load(reading, &rec, err)
					   : read_move(reading, &rec, err);
		if (ret)
			return ret;
	}
	return ret;
}

/* ---- files ---- */

static int read_file(struct machine_log *to, const struct logged_jitdump *file,
		     const struct jitdumps_opts *opts, struct defer_error *err)
{
	struct reading reading = {.to = to, .opts = opts, .file = file, .hash_key = hash__key()};
	int ret = jitdump__open(&reading.dump, file->path, file->pid, opts->conf, err);

	if (ret)
		return ret;
	ret = check_clock(&reading, err);
	if (!ret) {
		budget__widen(opts->budget, reading.dump.on_disk);
		ret = read_records(&reading, err);
	}
	hash_index__exit(&reading.by_index);
	free(reading.codes);
	jitdump__close(&reading.dump);
	return ret;
}

static int cmp_files(const void *a, const void *b)
{
	const struct logged_jitdump *x = a, *y = b;

	return x->pid != y->pid ? (x->pid < y->pid ? -1 : 1) : strcmp(x->path, y->path);
}

/* Puts each file once into an array (malloc), which may be NULL without memory. */
static struct logged_jitdump *gather_files(struct machine_log *const *logs, unsigned int nr_logs,
					   size_t *nr)
{
	struct logged_jitdump *files;
	size_t all = 0, kept = 0;

	for (unsigned int i = 0; i < nr_logs; i++)
		all += logs[i]->nr_jitdumps;
	files = calloc(all + 1, sizeof(*files));
	if (!files)
		return NULL;
	for (unsigned int i = 0; i < nr_logs; i++) {
		if (!logs[i]->nr_jitdumps)
			continue;
		memcpy(files + kept, logs[i]->jitdumps, logs[i]->nr_jitdumps * sizeof(*files));
		kept += logs[i]->nr_jitdumps;
	}
	qsort(files, all, sizeof(*files), cmp_files);
	kept = 0;
	for (size_t i = 0; i < all; i++) {
		if (!kept || cmp_files(&files[kept - 1], &files[i]))
			files[kept++] = files[i];
	}
	*nr = kept;
	return files;
}

static void jitdumps__refuse(struct jitdumps *dumps, const struct defer_error *why)
{
	if (!dumps->refused++)
		dumps->why = *why;
}

int jitdumps__read(struct jitdumps *dumps, struct machine_log *to, struct machine_log *const *logs,
		   unsigned int nr, const struct jitdumps_opts *opts, struct defer_error *err)
{
	struct logged_jitdump *files;
	size_t nr_files;
	int ret = 0;

	*dumps = (struct jitdumps){.why = DEFER_ERROR_INIT};
	files = gather_files(logs, nr, &nr_files);
	if (!files)
		return error__no_memory(err, "for the code of JITs");
	dumps->nr = nr_files;
	for (size_t i = 0; i < nr_files && !ret; i++) {
		struct defer_error why = DEFER_ERROR_INIT;

		ret = i < MAX_FILES
			      ? read_file(to, &files[i], opts, &why)
			      : defer_error__set(&why, DEFER_ERR_UNSUPPORTED,
						 "there are more than %d files of JITs", MAX_FILES);
		if (ret == DEFER_ERR_NOMEM) {
			*err = why;
		} else if (ret) {
			jitdumps__refuse(dumps, &why);
			ret = 0;
		}
	}
	free(files);
	return ret;
}
