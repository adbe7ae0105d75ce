/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * func: what one frame of a stack is called in rows and call graphs: a symbol, an inlined function,
 * an address without a name, or a stand-in for a missing user half.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_FUNC_H
#define PERF_DEFER_UTIL_PROFILE_FUNC_H

#include <perf/defer.h>

#include "util/base/hash-index.h"
#include "util/base/strpool.h"
#include "util/profile/graph-conf.h"

struct dso;
struct frame;
struct symbol;

enum func_kind {
	FUNC_SYMBOL,
	FUNC_INLINED,
	FUNC_ADDRESS, /* no symbol is known */
	FUNC_NO_HALF, /* stand-in for a missing user half or for frames that were cut off */
};

struct func {
	const char *name;	  /* NULL for FUNC_ADDRESS */
	const char *srcline;	  /* as perf prints it; NULL unless lines were asked for */
	const struct dso *dso;	  /* NULL: none, or unknown */
	const struct symbol *sym; /* FUNC_SYMBOL; FUNC_INLINED: the enclosing function */
	uint64_t ip;		  /* lowest one that was seen */
	uint64_t addr;		  /* ip's address in the DSO; ip itself without one */
	uint64_t place;		  /* addr if it tells funcs apart, else 0 */
	uint32_t symbol_id;	  /* func that represents all of the same symbol */
	uint32_t dso_id;	  /* first func whose DSO has the same name */
	uint32_t srcline_id;	  /* first func with the same source line */
	uint32_t graph_id;	  /* func that represents all of the same graph node */
	uint8_t kind;		  /* enum func_kind */
	char level;		  /* perf's mark: k kernel, . user, g and u of guests, H */
};

/* The part of funcs.pool with the funcs of one frame, innermost first. */
struct func_span {
	uint32_t first, nr;
};

struct funcs_opts {
	enum graph_key key;
	bool srclines;	 /* tell lines apart */
	bool full_paths; /* tell DSOs apart by path, not only by file name */
};

struct funcs {
	struct funcs_opts opts;
	struct func *funcs;
	size_t nr, cap;
	struct hash_index index;
	struct hash_index dso_index, srcline_index; /* over first funcs */
	uint64_t hash_key;
	struct strpool strs;

	struct func_span *spans; /* by frame id; nr 0: not yet asked for */
	size_t nr_spans, cap_spans;
	uint32_t *pool; /* ids of funcs that spans refer to */
	size_t nr_pool, cap_pool;
};

void funcs__init(struct funcs *funcs, const struct funcs_opts *opts);
void funcs__exit(struct funcs *funcs);

/*
 * Finds the funcs of a frame and its inlined functions, innermost first: ids at funcs->pool +
 * span->first. @id identifies the frame: equal ids must mean equal frames.
 */
int funcs__of_frame(struct funcs *funcs, uint32_t id, const struct frame *frame,
		    struct func_span *span, struct defer_error *err);

/*
 * Returns the func of the address that a sample hit, which is never an inlined one: id or a
 * negative error.
 */
int64_t funcs__of_hit(struct funcs *funcs, const struct frame *frame, uint8_t cpumode,
		      struct defer_error *err);

/*
 * Returns a func called @name that stands in for other frames: id or a negative error. @name must
 * outlive all funcs.
 */
int64_t funcs__stand_in(struct funcs *funcs, const char *name, struct defer_error *err);

/*
 * Returns the name of the stand-in for the user half of a sample of @cls, such as "[user stack
 * lost]"; NULL for a class that has a user half.
 */
const char *func__no_half_name(enum defer_class cls);

/* The name of the stand-in for frames beyond the depth that is shown. */
#define FUNC_CUT_NAME "[stack cut]"
/* The default depth. Linux 6.12, tools/perf: PERF_MAX_STACK_DEPTH. */
#define FUNC_MAX_STACK 127

static inline const struct func *funcs__at(const struct funcs *funcs, uint32_t id)
{
	return &funcs->funcs[id];
}

/*
 * Orders by name, then DSO, then address. The order is total, so output does not depend on chance.
 */
int func__cmp(const struct func *a, const struct func *b);

/* Returns perf's name of the DSO, or "[unknown]"; with its path if @full. */
const char *func__dso_name(const struct func *func, bool full);

/* Returns the source line; without one the name, or "". */
const char *func__srcline(const struct func *func);

#endif /* PERF_DEFER_UTIL_PROFILE_FUNC_H */
