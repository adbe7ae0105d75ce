/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * zoom: what a profile is narrowed down to, of one of the kinds in the table of zoom-kind.c. That table
 * is the only place that tells kinds apart: a kind that no other code names is a row there.
 */
#ifndef PERF_DEFER_UTIL_PROFILE_ZOOM_KIND_H
#define PERF_DEFER_UTIL_PROFILE_ZOOM_KIND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct dso;
struct env;
struct frame;
struct func;
struct sample_ref;
struct session;
struct stack;

/* The kinds that other code names. The table may have more. */
enum zoom_kind {
	ZOOM_THREAD, /* samples of one thread */
	ZOOM_COMM,   /* of tasks with one comm */
	ZOOM_CPU,
	ZOOM_SOCKET, /* of all CPUs of a socket */
	ZOOM_CLASS,  /* enum defer_class */
	ZOOM_DSO,    /* with the DSO anywhere in their stack */
	ZOOM_SYMBOL, /* with the function anywhere in their stack */
	ZOOM_TIME,
	ZOOM_DELAY, /* with a time until the deferred record between two: sample_ref__delay() */
	ZOOM_TID,   /* of all threads with one tid */
	ZOOM_ROWS, /* no samples, but rows whose symbol has the name in it: show_opts.symbol_filter */
	ZOOM_FOLD, /* neither: show_opts.fold_recursion */
};

#define ZOOM_MAX_KINDS 24 /* in the table, at most */
#define ZOOM_NAME_LEN  256

struct zoom {
	enum zoom_kind kind;
	bool all_but;		  /* all samples but these; never with ROWS and FOLD */
	bool joined;		  /* one step of the user made it and the one before it */
	uint64_t start, end;	  /* values that pass, both inclusive, of kinds that have values */
	char name[ZOOM_NAME_LEN]; /* DSO: its short name; SYMBOL; ROWS; others: text to show */
	uint64_t rest;		  /* hash of the whole name if it is longer; else 0 */
};

/* The value of what has only a name, such as a COMM of the command line. */
#define ZOOM_BY_NAME UINT32_MAX

/* Returns the value of a THREAD. */
static inline uint64_t zoom_thread(int32_t pid, int32_t tid)
{
	return (uint64_t)(uint32_t)pid << 32 | (uint32_t)tid;
}

/* The things that a line or a box stands for. Keys that zoom and that open the source ask for them. */
struct zoom_target {
	const struct func *func; /* NULL: none */
	const struct dso *dso;
	int32_t pid, tid;     /* -1: no thread */
	int32_t cpu;	      /* -1: none */
	uint32_t comm_id;     /* UINT32_MAX: none */
	int cls;	      /* enum defer_class; -1: none */
	uint64_t start, end;  /* a span of time, ns; end 0: none */
	uint64_t least, most; /* delays of samples, ns, both inclusive; most 0: none */
};

#define ZOOM_TARGET_INIT                                                          \
	{                                                                         \
		.pid = -1, .tid = -1, .cpu = -1, .comm_id = UINT32_MAX, .cls = -1 \
	}

/* The facts that tell a kind from others. It has values, names in frames, or spans; ROWS has none. */
struct zoom_kind_info {
	const char *name;   /* "thread" */
	unsigned int rank;  /* by how closely it is related to a line, from 1 on; 0: to none */
	const char *choice; /* its line in the menu of all zooms; NULL: it is not there */
	const char *
		option; /* "thread=", before the value on a command line; NULL: it cannot stand there */
	/* Makes a zoom of the text of the option. NULL: its name is that text. */
	int (*parse)(struct zoom *zoom, const char *text, struct defer_error *err);
	/* Prints that text. NULL: it is the name. */
	void (*print)(const struct zoom *zoom, char *buf, size_t size);

	/* Offset in a target of the int32_t that is the value, negative: none. 0: there are no values. */
	size_t field;
	size_t high; /* offset of the upper half of the value; 0: it has none */
	/* Makes the value of a CPU. NULL: the field is the value. */
	int32_t (*of_cpu)(const struct env *env, int32_t cpu);
	/* Sets the text to show for the value. NULL: it is a number. */
	void (*put_name)(struct zoom *zoom, const struct session *session);

	/* Returns the name to find; NULL: @target has none. */
	const char *(*text)(const struct zoom_target *target);
	bool (*in_frame)(const struct zoom *zoom, const struct frame *frame);

	/* Sets values and name. Returns false if @target has no span. */
	bool (*span)(struct zoom *zoom, const struct zoom_target *target);
	/* Sets what a sample has of it. Returns false if that is not known. */
	bool (*of_sample)(const struct session *session, const struct sample_ref *ref,
			  uint64_t *value);
};

/* By kind; the last has no name. */
extern const struct zoom_kind_info zoom_kinds[];

/* Returns whether samples of one stack may differ in what they have of it. */
static inline bool zoom_kind__is_of_samples(const struct zoom_kind_info *info)
{
	return info->of_sample || info->field == offsetof(struct zoom_target, cpu);
}

/* Sets *@value to that of @target. Returns false if it has none. */
bool zoom_kind__value(const struct zoom_kind_info *info, const struct zoom_target *target,
		      const struct session *session, uint64_t *value);
/* Returns that of all samples of @stack, of a kind that has values but is not of samples. */
uint64_t zoom_kind__of_stack(const struct zoom_kind_info *info, const struct stack *stack);

/* Makes the choice that recursion folds. */
struct zoom zoom__fold(void);
/* Makes the zoom into @value, of a kind that has values. */
struct zoom zoom__at(enum zoom_kind kind, uint64_t value, const struct session *session);
/* Makes the zoom of @kind into @target. Returns false if @target has nothing of that kind. */
bool zoom__from_target(struct zoom *zoom, enum zoom_kind kind, const struct zoom_target *target,
		       const struct session *session);
/* Makes all zooms into @target, by how closely they are related to it. Returns their number. */
unsigned int zoom__all_of_target(struct zoom zooms[ZOOM_MAX_KINDS],
				 const struct zoom_target *target, const struct session *session);
/*
 * Parses what to zoom into, or, if @all_but, what to leave out: "idle", or the option of a kind with a value:
 * "comm=burn", "thread=114", "time=1.5,2".
 */
int zoom__parse(struct zoom *zoom, const char *text, bool all_but, struct defer_error *err);
/* Prints what it was parsed of. Returns false if there is no such text: of ROWS, or of a name that is cut. */
bool zoom__print_option(const struct zoom *zoom, char *buf, size_t size);
/* Sets the name. C++ names may be longer than what is stored; the hash still tells them apart. */
void zoom__set_name(struct zoom *zoom, const char *name);

/* Returns true if both select the same, whatever their text. */
bool zoom__equal(const struct zoom *a, const struct zoom *b);
/* Prints @before and "all but DSO: libc.so.6", with a name of at most @max bytes, like snprintf(). */
size_t zoom__text(const struct zoom *zoom, const char *before, int max, char *buf, size_t size);

/* Returns whether samples do not pass it. */
static inline bool zoom__hides_samples(const struct zoom *zoom)
{
	return zoom->kind != ZOOM_ROWS && zoom->kind != ZOOM_FOLD;
}

static inline bool zoom__has(const struct zoom *zoom, uint64_t value)
{
	return value >= zoom->start && value <= zoom->end;
}

#endif /* PERF_DEFER_UTIL_PROFILE_ZOOM_KIND_H */
