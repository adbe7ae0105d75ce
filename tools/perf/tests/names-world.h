/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * names_world: a trace in memory, record by record, and what its samples' frames are called. Each
 * sample hits an address of its own, by which a test asks for it.
 */
#ifndef PERF_DEFER_TESTS_NAMES_WORLD_H
#define PERF_DEFER_TESTS_NAMES_WORLD_H

#include "tests/builder.h"
#include "tests/folder.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/profile/half-frames.h"
#include "util/profile/profile.h"
#include "util/resolve/resolve.h"

struct names_world {
	struct folder folder;
	struct builder b;
	struct builder_event event;
	char kallsyms[96], symfs[96];
	struct symbol_conf conf;

	/* after read() */
	struct session *session;
	struct fold *fold;
	struct resolve *resolve;
	struct half_table halves;
	struct profile *profile; /* after report() */
	struct sort_order order;
	struct graph_conf graph;
};

/* A file with one event, and the kernel's map. Names come from @kallsyms; NULL: there are none. */
int names_world__init(struct names_world *w, const char *kallsyms);
void names_world__exit(struct names_world *w);

/* ---- records; times are ns ---- */

struct names_task {
	int32_t pid, tid, cpu;
};

void names_world__comm(struct names_world *w, uint64_t time, struct names_task task,
		       const char *name, bool exec);
void names_world__fork(struct names_world *w, uint64_t time, struct names_task parent,
		       struct names_task child);
/* @cpumode: DEFER_MISC_USER, or _KERNEL, which modules have. */
void names_world__mmap(struct names_world *w, uint64_t time, struct names_task task,
		       uint16_t cpumode, uint64_t start, uint64_t len, const char *file);
void names_world__ksymbol(struct names_world *w, uint64_t time, uint64_t start, uint32_t len,
			  bool gone, const char *name);
/* @nr entries of @chain, marks too. With a @cookie the mark and it are added. */
void names_world__sample(struct names_world *w, uint64_t time, struct names_task task,
			 uint8_t cpumode, uint64_t ip, const uint64_t *chain, uint64_t nr,
			 uint64_t cookie);
void names_world__deferred(struct names_world *w, uint64_t time, struct names_task task,
			   uint64_t cookie, const uint64_t *chain, uint64_t nr);

/* ---- what is made of them ---- */

/* Ends the file, reads, folds by @by and names. */
int names_world__read(struct names_world *w, unsigned int by);
/* The stack of the sample that hit @ip; NULL unless there is one. */
const struct stack *names_world__stack(const struct names_world *w, uint64_t ip);
/* The frame of the place itself. */
const struct frame *names_world__hit(struct names_world *w, uint64_t ip);
/* Frame @i of a half, innermost first; NULL if it has not as many. */
const struct frame *names_world__frame(struct names_world *w, uint64_t ip, bool kernel, uint32_t i);
/* The comm of its task. */
const char *names_world__comm_of(const struct names_world *w, uint64_t ip);

/* Makes the rows of `report -s @sort --no-children`. */
int names_world__report(struct names_world *w, const char *sort);
/* Row @i as text, its columns apart by one blank, without the overhead; "" if there is none. */
void names_world__row(const struct names_world *w, uint32_t i, char *buf, size_t size);
uint32_t names_world__nr_rows(const struct names_world *w);

#endif /* PERF_DEFER_TESTS_NAMES_WORLD_H */
