/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * jitdump: reads the records of a file jit-PID.dump, in which a JIT compiler keeps its code and tells
 * when it was where. Source of the format: Linux 6.19,
 * tools/perf/Documentation/jitdump-specification.txt.
 */
#ifndef PERF_DEFER_UTIL_DSO_JITDUMP_H
#define PERF_DEFER_UTIL_DSO_JITDUMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

struct symbol_conf;
struct symtab;

/* A part of the file. */
struct jit_part {
	uint64_t at, size; /* bytes */
};

/* A file, opened. One thread may use it. */
struct jitdump {
	int fd;
	const char *path; /* the caller's, for messages */
	uint64_t size;	  /* of the file when it was opened, bytes */
	uint64_t on_disk; /* the part of it that is no hole, bytes */
	uint64_t pos;	  /* offset of the next record */
	uint8_t *window;  /* bytes of the file */
	uint64_t window_at;
	size_t window_size;
	bool swap;		   /* numbers are in the other byte order */
	bool is_64;		   /* the code has addresses of 8 bytes */
	bool is_arch_time;	   /* times are the CPU's counter (TSC), else of CLOCK_MONOTONIC */
	uint32_t machine;	   /* EM_* of the code */
	int32_t pid;		   /* of the process, as it knows it */
	struct jit_part unwinding; /* of the next LOAD */
	uint64_t unwinding_hdr_size;
};

/* Kinds of records, with their numbers in the file. */
enum jit_kind {
	JIT_LOAD = 0,
	JIT_MOVE = 1,
	JIT_DEBUG_INFO = 2,
	JIT_CLOSE = 3,
	JIT_UNWINDING_INFO = 4,
};

/* A LOAD, MOVE or CLOSE. What the kind does not have is 0. */
struct jit_record {
	enum jit_kind kind;
	uint64_t at;   /* offset in the file */
	uint64_t time; /* ns, or of the counter: see is_arch_time */

	/* LOAD and MOVE: */
	int32_t pid;	/* as the process knows it */
	uint64_t addr;	/* where the code is from now on */
	uint64_t size;	/* of the code, bytes */
	uint64_t index; /* number of the code */

	uint64_t old_addr; /* MOVE: where the code was */

	/* LOAD: */
	const char *name; /* of the function, until the next record is read; may be "" */
	uint64_t code_at; /* offset of the code in the file */
	/*
	 * .eh_frame, and at its end .eh_frame_hdr, of the UNWINDING_INFO before it; size 0: there is none.
	 * They count from the end of the code, rounded up to 8.
	 */
	struct jit_part unwinding;
	uint64_t unwinding_hdr_size;
};

/*
 * Opens the file that process @pid of the trace mapped as @path, "…/jit-N.dump". If the process runs in
 * a container, that is its own file there; else N must be @pid, unless the file is below conf->symfs. The
 * file must be regular and no symbolic link, its owner root or us, unless conf->force. @path must
 * outlive @dump.
 */
int jitdump__open(struct jitdump *dump, const char *path, int32_t pid,
		  const struct symbol_conf *conf, struct defer_error *err);
void jitdump__close(struct jitdump *dump);

/* Returns true if a mapped file of this name is a jitdump, and sets *@pid to the number in it. */
bool jitdump__is_name(const char *path, int32_t *pid);

/*
 * Reads up to the next LOAD, MOVE or CLOSE; steps over records of unknown kinds. Returns 1; 0 at the end, which
 * is also where a record is cut off, since the process may still be writing; or a negative code if a
 * record contradicts itself, or the file cannot be read.
 */
int jitdump__next(struct jitdump *dump, struct jit_record *rec, struct defer_error *err);

/* Returns the bytes of @part (malloc), or NULL if there is no memory, or they cannot be read. */
uint8_t *jitdump__read_part(const struct jitdump *dump, const struct jit_part *part);

/*
 * Adds the function of each LOAD to @tab, at the file offsets of its code. Returns their number, or a
 * negative code. A fault of a record ends the file.
 */
int symtab__load_jitdump(struct symtab *tab, struct jitdump *dump, struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_JITDUMP_H */
