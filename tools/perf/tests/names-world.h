/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * names_world: builds a trace in memory, record by record, and looks up the names of its samples'
 * frames. Each sample hits a different address, by which a test finds it.
 */
#ifndef PERF_DEFER_TESTS_NAMES_WORLD_H
#define PERF_DEFER_TESTS_NAMES_WORLD_H

#include "tests/builder.h"
#include "tests/folder.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/profile/half-frames.h"
#include "util/profile/profile.h"
#include "util/profile/show-opts.h"
#include "util/resolve/resolve.h"

struct names_world {
	struct folder folder;
	struct builder b;
	struct builder_event event;
	char kallsyms[96], symfs[96];
	struct symbol_conf conf;
	bool jitdumps; /* read() places the code of JITs, by conf */

	/* set by read() */
	struct session *session;
	struct fold *fold;
	struct resolve *resolve;
	struct half_table halves;
	struct profile *profile; /* set by report() */
	struct sort_order order;
	struct show_opts show;
};

/*
 * Begins a file with one event and the kernel's map. @kallsyms is the text of the kernel's symbols,
 * or NULL for none.
 */
int names_world__init(struct names_world *w, const char *kallsyms);
void names_world__exit(struct names_world *w);

/* ---- records; times are in ns ---- */

struct names_task {
	int32_t pid, tid, cpu;
};

void names_world__comm(struct names_world *w, uint64_t time, struct names_task task,
		       const char *name, bool exec);
void names_world__fork(struct names_world *w, uint64_t time, struct names_task parent,
		       struct names_task child);
/* @cpumode is DEFER_MISC_USER, or _KERNEL for a module. */
void names_world__mmap(struct names_world *w, uint64_t time, struct names_task task,
		       uint16_t cpumode, uint64_t start, uint64_t len, const char *file);
void names_world__ksymbol(struct names_world *w, uint64_t time, uint64_t start, uint32_t len,
			  bool gone, const char *name);
/* @chain has @nr entries, including marks. A non-zero @cookie is added after its mark. */
void names_world__sample(struct names_world *w, uint64_t time, struct names_task task,
			 uint8_t cpumode, uint64_t ip, const uint64_t *chain, uint64_t nr,
			 uint64_t cookie);
void names_world__deferred(struct names_world *w, uint64_t time, struct names_task task,
			   uint64_t cookie, const uint64_t *chain, uint64_t nr);

/* ---- results ---- */

/* Ends the file, reads it, folds by @by and resolves names. */
int names_world__read(struct names_world *w, unsigned int by);
/* Returns the stack of the sample that hit @ip, or NULL unless there is exactly one. */
const struct stack *names_world__stack(const struct names_world *w, uint64_t ip);
/* Returns the frame of @ip itself. */
const struct frame *names_world__hit(struct names_world *w, uint64_t ip);
/* Returns frame @i of a half, innermost first, or NULL if the half is shorter. */
const struct frame *names_world__frame(struct names_world *w, uint64_t ip, bool kernel, uint32_t i);
/* Returns the comm of the sample's task. */
const char *names_world__comm_of(const struct names_world *w, uint64_t ip);

/* Makes the rows of `report -s @sort --no-children`. */
int names_world__report(struct names_world *w, const char *sort);
/*
 * Prints row @i without the overhead, its columns separated by one blank; "" if there is no such
 * row.
 */
void names_world__row(const struct names_world *w, uint32_t i, char *buf, size_t size);
uint32_t names_world__nr_rows(const struct names_world *w);

#endif /* PERF_DEFER_TESTS_NAMES_WORLD_H */
