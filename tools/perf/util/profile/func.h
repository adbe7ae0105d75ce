/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * func: what one frame of a stack is called in rows and call graphs: a symbol, a function that
 * was inlined, an address that has no name, or the lack of a user half.
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
	FUNC_NO_HALF, /* stands for a user half that is not there, or for frames cut off */
};

struct func {
	const char *name;	  /* NULL for FUNC_ADDRESS */
	const char *srcline;	  /* as perf prints it; NULL unless lines were asked for */
	const struct dso *dso;	  /* NULL: none, or not known */
	const struct symbol *sym; /* FUNC_SYMBOL; FUNC_INLINED: of the function around */
	uint64_t ip;		  /* the lowest that was seen */
	uint64_t addr;		  /* of ip in the DSO; ip itself without one */
	uint64_t place;		  /* addr, if it tells funcs apart, else 0 */
	uint32_t symbol_id;	  /* the func that stands for all of the same symbol */
	uint32_t dso_id;	  /* the first func whose DSO has the same name */
	uint32_t srcline_id;	  /* the first func with the same source line */
	uint32_t graph_id;	  /* the func that stands for all of the same graph node */
	uint8_t kind;		  /* enum func_kind */
	char level;		  /* perf's mark: k kernel, . user, g and u of guests, H */
};

/* Where funcs begin that one frame stands for, innermost first. */
struct func_span {
	uint32_t first, nr;
};

struct funcs_opts {
	enum graph_key key;
	bool srclines;	 /* tell lines apart */
	bool full_paths; /* tell DSOs apart by their paths, not only by the last part of it */
};

struct funcs {
	struct funcs_opts opts;
	struct func *funcs;
	size_t nr, cap;
	struct hash_index index;
	struct hash_index dso_index, srcline_index; /* of the first func that has it */
	uint64_t hash_key;
	struct strpool strs;

	struct func_span *spans; /* by frame id; nr 0: not asked for yet */
	size_t nr_spans, cap_spans;
	uint32_t *pool; /* what spans point into */
	size_t nr_pool, cap_pool;
};

void funcs__init(struct funcs *funcs, const struct funcs_opts *opts);
void funcs__exit(struct funcs *funcs);

/*
 * The funcs of a frame with its inlined functions, innermost first. @id is the frame's own: the
 * same id always means the same frame. The ids are at funcs->pool + span->first.
 */
int funcs__of_frame(struct funcs *funcs, uint32_t id, const struct frame *frame,
		    struct func_span *span, struct defer_error *err);

/* The func of the place that a sample hit, which is never an inlined one: id or negative. */
int64_t funcs__of_hit(struct funcs *funcs, const struct frame *frame, uint8_t cpumode,
		      struct defer_error *err);

/*
 * The frame called @name, which outlives all funcs, that stands for others outside all those
 * shown: id or negative.
 */
int64_t funcs__stand_in(struct funcs *funcs, const char *name, struct defer_error *err);

/*
 * What stands for the user half of a sample of @cls, "[user stack lost]"; NULL for a class that has
 * its user half.
 */
const char *func__no_half_name(enum defer_class cls);

/* What stands for frames beyond the depth that is shown. */
#define FUNC_CUT_NAME "[stack cut]"
/* The depth that is shown if nobody says another. Linux 6.12, tools/perf: PERF_MAX_STACK_DEPTH. */
#define FUNC_MAX_STACK 127

static inline const struct func *funcs__at(const struct funcs *funcs, uint32_t id)
{
	return &funcs->funcs[id];
}

/* By name, then DSO, then address: never by chance. */
int func__cmp(const struct func *a, const struct func *b);

/* perf's name of the DSO, or "[unknown]"; @full: with its path. */
const char *func__dso_name(const struct func *func, bool full);

/* The source line; without one the name, or "". */
const char *func__srcline(const struct func *func);

#endif /* PERF_DEFER_UTIL_PROFILE_FUNC_H */
