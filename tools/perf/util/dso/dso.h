/* SPDX-License-Identifier: GPL-2.0-only */
/* dso: a file, kernel image or piece of code that addresses resolve into. */
#ifndef PERF_DEFER_UTIL_DSO_DSO_H
#define PERF_DEFER_UTIL_DSO_DSO_H

#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/elf-file.h"
#include "util/dso/kernel-syms.h"
#include "util/dso/srcline.h"
#include "util/dso/symbol.h"

/* The kinds of dso, and what each one takes as the address in dso__find(). */
enum dso_kind {
	DSO_ELF,      /* a user file: file offset, ip - map start + map pgoff */
	DSO_KERNEL,   /* [kernel.kallsyms]: the ip itself */
	DSO_KMODULE,  /* [ext4]: the ip itself */
	DSO_VDSO,     /* [vdso]: offset in the image, ip - map start */
	DSO_VDSO32,   /* [vdso] of 32-bit processes: as DSO_VDSO */
	DSO_PERF_MAP, /* /tmp/perf-PID.map: the ip itself */
	DSO_JITDUMP,  /* jit-PID.dump: offset of the code in that file */
	DSO_IMAGE,    /* bpf_prog_…, ftrace and kprobe trampolines: the ip itself */
	DSO_NONE,     /* //anon, [heap], [stack], [unknown] …: never has symbols */
};

/* Several threads may refer to a dso, but only one at a time may load it or look up symbols. */
struct dso {
	enum dso_kind kind;
	char *name;	 /* name in script: the path, or [module] */
	char *long_name; /* the path as recorded */
	char *jit_name;	 /* DSO_PERF_MAP: the short name */
	int32_t pid;	 /* DSO_PERF_MAP, DSO_JITDUMP: process that wrote the file; 0: unknown */
	const char *short_name; /* name in report: last part of the path, or [module] */
	struct build_id bid;	/* recorded id; size 0: none recorded */
	/*
	 * DSO_KMODULE: address where its text was mapped. DSO_KERNEL: recorded address (pgoff) of
	 * the symbol that its long name ends with. 0: unknown.
	 */
	uint64_t ref_addr;
	uint64_t ref_len; /* DSO_KMODULE: size of its map, bytes; 0: unknown */

	/* The rest is private to dso.c. */
	bool loaded;
	bool no_inline;
	struct symtab symtab;
	/* if set, searched instead of symtab; owned by the kernel_syms of dso__load() */
	struct kallsyms *kallsyms;
	char *module;		  /* name in kallsyms; NULL: the kernel itself */
	struct elf_segments segs; /* maps file offsets to virtual addresses, for DWARF */
	uint64_t bias;		  /* DSO_KERNEL: recorded minus linked address */
	/* DSO_KERNEL: the source of its symbols, not owned; NULL: none */
	const struct kernel_syms *ks;
	/* DSO_ELF: path of the file if it came from a server or a container */
	char *path;
	int fd;			 /* descriptor of the container's file at @path, or -1 */
	char *debug_path;	 /* file with the DWARF, or NULL */
	struct srcline *srcline; /* opened on first use */
	struct defer_error why;
};

/*
 * Returns a new dso with a copy of @long_name, from which the other names follow: "[ext4]" for the
 * path of a module; the part in brackets for "[kernel.kallsyms]_text"; the short name "[JIT] tid
 * PID" for perf-PID.map; else the path, and its last part as the short name. NULL @bid: none
 * recorded.
 */
struct dso *dso__new(const char *long_name, enum dso_kind kind, const struct build_id *bid,
		     struct defer_error *err);
void dso__delete(struct dso *dso);

/* Returns the kind that the recorded name of a user mapping implies; DSO_ELF for a path. */
enum dso_kind dso_kind__from_name(const char *name);

/*
 * Returns true if code in a user mapping of this name can only come from a JIT (anonymous memory).
 * Its dso is then "/tmp/perf-PID.map", of kind DSO_PERF_MAP.
 */
bool dso_name__is_anon(const char *name);

/* Sets the only symbol of a DSO_IMAGE before dso__load(). Copies @name. */
int dso__set_image(struct dso *dso, uint64_t start, uint64_t size, const char *name,
		   struct defer_error *err);

/*
 * Finds and reads the symbols on the first call; later calls cost nothing. Threads may share @ks;
 * it and @conf must outlive @dso. Returns 0, or a negative enum defer_err, which
 * dso__why_no_symbols() explains; dso__find() may be called in both cases.
 */
int dso__load(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks);

/*
 * Returns a line that explains a failed load, to show once. NULL if it did not fail, and for
 * DSO_NONE. A file whose build id differs from the recorded one is never used; the line says so.
 */
const char *dso__why_no_symbols(const struct dso *dso);

/*
 * Returns the symbol that contains @addr (see enum dso_kind), or NULL. Its start is in the same
 * terms as @addr. A symbol has one address in memory, valid until dso__delete() and
 * kernel_syms__exit().
 */
const struct symbol *dso__find(struct dso *dso, uint64_t addr);

/*
 * Finds the functions inlined at @addr, innermost first, then the function itself, as
 * srcline__find() does. With conf->no_inline it finds only the source line of the address, in one
 * frame without a name.
 */
int dso__inline(struct dso *dso, uint64_t addr, struct src_frame *frames, int max);
/* Returns true if there is DWARF. Without it dso__inline() finds nothing. */
bool dso__has_dwarf(struct dso *dso);

#endif /* PERF_DEFER_UTIL_DSO_DSO_H */
