/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * resolve: names the distinct frames of a trace, each looked up once.
 *
 *   resolve__want()   registers an (address space, address): one hash look-up
 *   resolve__run()    loads the symbols of the DSOs that were hit, in parallel, and names frames
 *   resolve__frame()  returns a named frame
 */
#ifndef PERF_DEFER_UTIL_RESOLVE_RESOLVE_H
#define PERF_DEFER_UTIL_RESOLVE_RESOLVE_H

#include "util/machine/machine.h"

struct budget;
struct stages;
struct dso;
struct symbol;
struct symbol_conf;
struct resolve;

/* A function that the compiler inlined into another one. */
struct inline_frame {
	const char *name;    /* demangled */
	const char *srcline; /* line of the address in this function, "file.c:12", or NULL */
	/*
	 * True if its name is that of the enclosing function. perf then shows it as that function,
	 * as if it had not been inlined (Linux 7.2, tools/perf/util/srcline.c, new_inline_sym()).
	 */
	bool is_symbol;
};

struct frame {
	uint64_t ip;		  /* as recorded */
	uint64_t addr;		  /* in the DSO, as dso__find() takes it */
	const struct map *map;	  /* NULL: no map covers ip */
	struct dso *dso;	  /* NULL without a map */
	const struct symbol *sym; /* NULL: no name is known */
	bool kernel;		  /* belongs to the kernel half */
	char level;		  /* perf's letter: maps__level() */
	uint32_t nr_inlines;	  /* innermost first; the frame itself is the enclosing function */
	const struct inline_frame *inlines;
	const char *srcline; /* line in the enclosing function; NULL: unknown or not asked for */
};

struct resolve_opts {
	const struct symbol_conf *conf;
	const char *release; /* release of the recorded kernel, or NULL; outlives the resolve */
	bool inlines;	     /* fill in frame.inlines of user code */
	bool srclines;	     /* fill in srcline of frames and inlines */
	bool no_names;	     /* fill in maps and DSOs only: run() opens no file */
	unsigned int nr_workers;
	struct budget *budget; /* for frames; or NULL; outlives the resolve */
	struct stages *stages; /* or NULL; outlives the resolve */
};

int resolve__new(struct resolve **resolve, const struct machine *machine,
		 const struct resolve_opts *opts, struct defer_error *err);
void resolve__delete(struct resolve *resolve);

/*
 * Registers a frame. In MAPS_GAP it is no code, but the place where callers may be missing, and is
 * called HALF_GAP_NAME; address 0 in MAPS_SKID is called "[skid into kernel]". Returns its id, the same
 * for equal arguments, or a negative error. Not thread-safe.
 */
int64_t resolve__want(struct resolve *resolve, uint32_t maps_id, uint64_t ip, bool kernel,
		      struct defer_error *err);

/*
 * Names all frames registered since the last run. If a DSO cannot be read, its frames stay without
 * names.
 */
int resolve__run(struct resolve *resolve, struct defer_error *err);

/*
 * Names a kernel address at once: returns the symbol around it and sets its start, or returns NULL. The
 * name lives as long as the machine's symbols.
 */
const char *resolve__kernel_symbol(struct resolve *resolve, uint32_t maps_id, uint64_t addr,
				   uint64_t *start);

uint32_t resolve__nr(const struct resolve *resolve);
/* Returns a frame; the pointer is valid until resolve__delete(). */
const struct frame *resolve__frame(const struct resolve *resolve, uint32_t id);

/*
 * The DSOs of all registered frames, in no particular order. dso__why_no_symbols() tells why one
 * has no symbols.
 */
uint32_t resolve__nr_dsos(const struct resolve *resolve);
const struct dso *resolve__dso(const struct resolve *resolve, uint32_t i);
/*
 * Returns how many of them, beside the kernel's, have no symbols for a reason that is worth saying: as in
 * report --stdio, a file that merely does not exist is not. Sets *@kernel if the kernel has none.
 */
unsigned int resolve__nr_without_symbols(const struct resolve *resolve, bool *kernel);

/* Returns true for a frame of MAPS_GAP. */
bool frame__is_gap(const struct frame *frame);

/* Returns the DSO's name as in perf's dso column, or "[unknown]". */
const char *frame__dso_name(const struct frame *frame);

#endif /* PERF_DEFER_UTIL_RESOLVE_RESOLVE_H */
