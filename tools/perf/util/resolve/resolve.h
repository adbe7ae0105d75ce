/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * resolve: names for the distinct frames of a trace, each looked up once.
 *
 * First every wanted (address space, address) is asked for, which costs a hash look-up; then
 * run() loads the symbols of the DSOs that were hit, DSOs in parallel; then frames answer.
 */
#ifndef PERF_DEFER_UTIL_RESOLVE_RESOLVE_H
#define PERF_DEFER_UTIL_RESOLVE_RESOLVE_H

#include <perf/defer.h>

#include "util/machine/machine.h"

struct budget;
struct dso;
struct symbol;
struct symbol_conf;
struct resolve;

/* A function that the compiler put into another one. */
struct inline_frame {
	const char *name;    /* demangled */
	const char *srcline; /* "file.c:12", or NULL; where in it the address stands */
	/*
	 * It has the name of the function around, which perf then shows in its place, as if it
	 * had not been inlined (Linux 7.2, tools/perf/util/srcline.c, new_inline_sym()).
	 */
	bool is_symbol;
};

struct frame {
	uint64_t ip;		  /* as recorded */
	uint64_t addr;		  /* in the DSO: what dso__find() took */
	const struct map *map;	  /* NULL: nothing is mapped there */
	struct dso *dso;	  /* NULL without a map */
	const struct symbol *sym; /* NULL: no name is known */
	bool kernel;		  /* kernel half */
	char level;		  /* perf's letter: maps__level() */
	uint32_t nr_inlines;	  /* innermost first; the frame itself is the function around */
	const struct inline_frame *inlines;
	const char *srcline; /* of the function around, if lines were asked for, or NULL */
};

struct resolve_opts {
	const struct symbol_conf *conf;
	const char *release; /* of the recorded kernel, or NULL; outlives the resolve */
	bool inlines;	     /* fill in inlines, of user code */
	bool srclines;	     /* fill in srcline, and those of inlines */
	bool no_names;	     /* only maps and DSOs: run() opens no file */
	unsigned int nr_workers;
	struct budget *budget; /* for frames; or NULL; outlives the resolve */
};

int resolve__new(struct resolve **resolve, const struct machine *machine,
		 const struct resolve_opts *opts, struct defer_error *err);
void resolve__delete(struct resolve *resolve);

/* Asks for a frame: its id >= 0, the same for the same question, or negative. One thread. */
int64_t resolve__want(struct resolve *resolve, uint32_t maps_id, uint64_t ip, bool kernel,
		      struct defer_error *err);

/* Names all that was asked for since the last run. A DSO that cannot be read costs its names. */
int resolve__run(struct resolve *resolve, struct defer_error *err);

uint32_t resolve__nr(const struct resolve *resolve);
/* Its address stays the same until resolve__delete(). */
const struct frame *resolve__frame(const struct resolve *resolve, uint32_t id);

/*
 * The DSOs that were asked for, in no order that means anything. Those that have no symbols say
 * so: dso__why_no_symbols().
 */
uint32_t resolve__nr_dsos(const struct resolve *resolve);
const struct dso *resolve__dso(const struct resolve *resolve, uint32_t i);

/* The DSO's name as perf's dso column has it, or "[unknown]". */
const char *frame__dso_name(const struct frame *frame);

#endif /* PERF_DEFER_UTIL_RESOLVE_RESOLVE_H */
