/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * func: what one frame of a stack is called in rows and call graphs: a symbol, an inlined function,
 * an address without a name, or a stand-in for a missing user half.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_FUNC_H
#define PERF_DEFER_UTIL_PROFILE_FUNC_H

#include <perf/defer-class.h>
#include <perf/defer-error.h>

#include "util/base/hash-index.h"
#include "util/base/strpool.h"

struct dso;
struct frame;
struct symbol;

enum func_kind {
	FUNC_SYMBOL,
	FUNC_INLINED,
	FUNC_ADDRESS, /* no symbol is known */
	FUNC_NO_HALF, /* stand-in for a missing user half, or for frames that are missing or cut off */
	FUNC_SEAM,    /* no frame, but a row or a side of SEAM_PIVOT: see seam-rows.h */
};

struct func {
	const char *name;	  /* NULL for FUNC_ADDRESS */
	const char *label;	  /* name, or what views show of it; NULL for FUNC_ADDRESS */
	const char *srcline;	  /* as perf prints it; NULL unless lines were asked for */
	const struct dso *dso;	  /* NULL: none, or unknown */
	const struct symbol *sym; /* FUNC_SYMBOL; FUNC_INLINED: the enclosing function */
	uint64_t ip;		  /* lowest one that was seen */
	uint64_t addr;		  /* ip's address in the DSO; ip itself without one */
	uint64_t place;		  /* addr if it tells funcs apart, else 0 */
	uint32_t symbol_id;	  /* func that represents all of the same symbol */
	uint32_t dso_id;	  /* first func whose DSO has the same name */
	uint32_t srcline_id;	  /* first func with the same source line */
	uint32_t srcfile_id;	  /* first func with the same source file */
	uint32_t graph_id;	  /* func that represents all of the same graph node */
	uint32_t leaf;		  /* FUNC_SEAM: func of its user code, or FUNC_NO_LEAF */
	uint8_t kind;		  /* enum func_kind */
	bool by_name;		  /* as in its funcs */
	bool has_line;		  /* srcline is from DWARF, not a substitute */
	bool is_kernel; /* in a kernel half, the host's or a guest's; else in a user half, or in none */
	char level;	/* perf's mark: k kernel, . user, g and u of guests, H */
};

/* The part of funcs.pool with the funcs of one frame, innermost first. */
struct func_span {
	uint32_t first, nr;
};

struct funcs {
	const struct show_opts *show;
	bool srclines; /* tell lines apart */
	bool by_name; /* functions are one if they and their DSOs are called alike; set after init */
	struct func *funcs;
	size_t nr, cap;
	struct hash_index index;
	struct hash_index dso_index, srcline_index, srcfile_index; /* over first funcs */
	uint64_t hash_key;
	struct strpool strs;
	char *stem; /* the name of a func without what makes it a clone, until it is added */
	size_t cap_stem;

	struct func_span *spans; /* by frame id; nr 0: not yet asked for */
	size_t nr_spans, cap_spans;
	uint32_t *pool; /* ids of funcs that spans refer to */
	size_t nr_pool, cap_pool;
};

/*
 * @show, which outlives the funcs, tells functions apart: by the key of call graphs, and DSOs by
 * their paths if they are shown. Labels are those of short_name__new() if names are short.
 */
void funcs__init(struct funcs *funcs, const struct show_opts *show, bool srclines);
void funcs__exit(struct funcs *funcs);

/*
 * Finds the funcs of a frame and its inlined functions, innermost first: ids at funcs->pool +
 * span->first. @id identifies the frame: equal ids must mean equal frames.
 */
int funcs__of_frame(struct funcs *funcs, uint32_t id, const struct frame *frame,
		    struct func_span *span, struct defer_error *err);

/* Forgets which funcs frames have: their ids will be those of another session. */
void funcs__forget_frames(struct funcs *funcs);

/*
 * Returns the func of the address that a sample hit, which is never an inlined one, but at the
 * innermost source line, as in perf: id or a negative error.
 */
int64_t funcs__of_hit(struct funcs *funcs, const struct frame *frame, uint8_t cpumode,
		      struct defer_error *err);

/*
 * Does the same for one end of a branch, of which no mode is recorded. As in perf, that of an address where nothing is
 * mapped is not known.
 */
int64_t funcs__of_end(struct funcs *funcs, const struct frame *frame, struct defer_error *err);

/*
 * Returns a func called @name that stands in for other frames: id or a negative error. @name must
 * outlive all funcs.
 */
int64_t funcs__stand_in(struct funcs *funcs, const char *name, struct defer_error *err);

#define FUNC_NO_LEAF UINT32_MAX

/*
 * Returns a FUNC_SEAM called @name, and in views @label, both of which are copied, for user code
 * @leaf: id or a negative error. It has the DSO, symbol and address of its user code.
 */
int64_t funcs__seam(struct funcs *funcs, uint32_t leaf, const char *name, const char *label,
		    struct defer_error *err);

/*
 * Returns the name of the stand-in for the user half of a sample of @cls, such as "[user stack
 * lost]"; NULL for a class that has a user half.
 */
const char *func__no_half_name(enum defer_class cls);

/* Returns the meaning of @cls in a few words. Never NULL. */
const char *defer_class__meaning(enum defer_class cls);

/* The name of the stand-in for frames beyond the depth that is shown. */
#define FUNC_CUT_NAME "[stack cut]"
/* The default depth. Linux 6.12, tools/perf: PERF_MAX_STACK_DEPTH. */
#define FUNC_MAX_STACK 127

static inline const struct func *funcs__at(const struct funcs *funcs, uint32_t id)
{
	return &funcs->funcs[id];
}

/* A pivot's sides in the funcs of a profile. */
struct seam_sides {
	bool on;		   /* rows are pivots */
	uint32_t callers, callees; /* func ids of the heads */
};

/*
 * Returns true if the function has no name but an address that other sessions have elsewhere: kernels move from
 * boot to boot, and so does memory without a file.
 */
static inline bool func__is_nameless(const struct func *func)
{
	return func->kind == FUNC_ADDRESS && (func->is_kernel || func->level != '.' || !func->dso);
}

#define FUNC_NAMELESS "[unknown]" /* all such functions, where sessions are compared */

/* Returns true if @func is a function or an address, not a name in place of frames. */
static inline bool func__is_frame(const struct func *func)
{
	return func->kind < FUNC_NO_HALF;
}

/* Returns true if a zoom finds @func in stacks by its name: a function, or the gap between two. */
bool func__is_in_stacks(const struct func *func);

/* Returns the function that a row of @func is about: the user code of a seam; NULL: none. */
static inline const struct func *funcs__subject(const struct funcs *funcs, uint32_t id)
{
	const struct func *func = funcs__at(funcs, id);

	if (func->kind != FUNC_SEAM)
		return func;
	return func->leaf == FUNC_NO_LEAF ? NULL : funcs__at(funcs, func->leaf);
}

/*
 * Orders by name, then DSO, then address. The order is total, so output does not depend on chance.
 */
int func__cmp(const struct func *a, const struct func *b);

/* Returns perf's name of the DSO, or "[unknown]"; with its path if @full. */
const char *func__dso_name(const struct func *func, bool full);

#define FUNC_LABEL_LEN 128
/*
 * Returns what views call the function: its label, or for an address without a symbol its DSO and the
 * address in it, "libc.so.6+0x12", written to @buf; without a DSO the address alone.
 */
const char *func__label(const struct func *func, char buf[FUNC_LABEL_LEN]);

/*
 * Returns whether the label has @text, in any case. A text "=NAME" asks for the function of that name,
 * whole or as its label is.
 */
bool func__matches(const struct func *func, const char *text);

/* Returns true if @text is of the form "=NAME". */
static inline bool func_text__is_name(const char *text)
{
	return text[0] == '=' && text[1];
}

/* Returns the source line; without one the name, or "". */
const char *func__srcline(const struct func *func);

/* Sets the part of func__srcline() that is the name of the file. Its length is 0 without a line. */
const char *func__srcfile(const struct func *func, size_t *len);

#endif /* PERF_DEFER_UTIL_PROFILE_FUNC_H */
