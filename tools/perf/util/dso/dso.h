/* SPDX-License-Identifier: GPL-2.0-only */
/* dso: one file, kernel image or piece of code that addresses resolve into. */
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

/* What an address resolves into, and with that, what "address" means to dso__find(). */
enum dso_kind {
	DSO_ELF,      /* a user file: offset in the file, ip - map start + map pgoff */
	DSO_KERNEL,   /* [kernel.kallsyms]: the ip itself */
	DSO_KMODULE,  /* [ext4]: the ip itself */
	DSO_VDSO,     /* [vdso]: offset in the image, ip - map start */
	DSO_VDSO32,   /* the same, of processes whose addresses have 32 bits */
	DSO_PERF_MAP, /* /tmp/perf-PID.map: the ip itself */
	DSO_IMAGE,    /* bpf_prog_…, ftrace and kprobe trampolines: the ip itself */
	DSO_NONE,     /* //anon, [heap], [stack], [unknown] …: nothing is ever found */
};

/*
 * Several threads may hold one; loading it and looking up in it is for one thread at a
 * time.
 */
struct dso {
	enum dso_kind kind;
	char *name;		/* what script prints: the path, or [module] */
	char *long_name;	/* the path as recorded */
	char *jit_name;		/* DSO_PERF_MAP: its short name */
	const char *short_name; /* last part of the path, or [module]; what report prints */
	struct build_id bid;	/* recorded; size 0 if none was */
	/*
	 * DSO_KMODULE: where its text was mapped. DSO_KERNEL: the recorded address (pgoff) of the
	 * symbol that its long name ends with. 0: unknown.
	 */
	uint64_t ref_addr;
	uint64_t ref_len; /* DSO_KMODULE: of its map, in bytes; 0: unknown */

	/* Of dso.c alone from here on. */
	bool loaded;
	bool no_inline;
	struct symtab symtab;
	struct kallsyms *kallsyms; /* searched instead of symtab: of dso__load()'s kernel_syms */
	char *module;		   /* in kallsyms; NULL: the kernel itself */
	struct elf_segments segs;  /* file offset to virtual address, for DWARF */
	uint64_t bias;		   /* DSO_KERNEL: recorded minus linked address */
	char *path;		   /* DSO_ELF: of the file, if a server or a container had it */
	int fd;			   /* of the container's file, which @path names; or -1 */
	char *debug_path;	   /* the file that has DWARF, or NULL */
	struct srcline *srcline;   /* opened when first asked for */
	struct defer_error why;
};

/*
 * @long_name is copied. The name and short name follow from it: of a module path,
 * "[ext4]"; of "[kernel.kallsyms]_text", what is in brackets; of a perf-PID.map,
 * short, "[JIT] tid PID"; else the path and its last
 * part. NULL @bid: none recorded.
 */
struct dso *dso__new(const char *long_name, enum dso_kind kind, const struct build_id *bid,
		     struct defer_error *err);
void dso__delete(struct dso *dso);

/* The kind that a user mapping's recorded name means, DSO_ELF for a path. */
enum dso_kind dso_kind__from_name(const char *name);

/*
 * True if code in a user mapping with this name can only be JIT output (anonymous
 * memory): its dso is then "/tmp/perf-PID.map", kind DSO_PERF_MAP.
 */
bool dso_name__is_anon(const char *name);

/* DSO_IMAGE: the one symbol of the image, before dso__load(). @name is copied. */
int dso__set_image(struct dso *dso, uint64_t start, uint64_t size, const char *name,
		   struct defer_error *err);

/*
 * Finds and reads the symbols, once; later calls cost nothing. @ks may be shared by
 * threads; it and @conf outlive @dso. Returns 0, or a negative enum defer_err and then
 * dso__why_no_symbols() says more; either way dso__find() may be called.
 */
int dso__load(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks);

/*
 * Why a load failed, one line to show once; NULL if it did not, and for DSO_NONE. A file on
 * disk with another build id than the recorded one is never used: this says so.
 */
const char *dso__why_no_symbols(const struct dso *dso);

/*
 * The symbol around @addr (see enum dso_kind), or NULL. Its start is in the same
 * terms as @addr. One symbol has one address in memory, valid until dso__delete() and
 * kernel_syms__exit().
 */
const struct symbol *dso__find(struct dso *dso, uint64_t addr);

/*
 * The functions inlined at @addr, innermost first, then its own: as srcline__find(). With
 * conf->no_inline only where the address stands is said, in one frame without a name.
 */
int dso__inline(struct dso *dso, uint64_t addr, struct src_frame *frames, int max);
/* Is there DWARF at all? If not, dso__inline() knows of no address. */
bool dso__has_dwarf(struct dso *dso);

#endif /* PERF_DEFER_UTIL_DSO_DSO_H */
