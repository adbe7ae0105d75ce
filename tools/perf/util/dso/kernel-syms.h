/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_syms: where the names of the recorded kernel come from. */
#ifndef PERF_DEFER_UTIL_DSO_KERNEL_SYMS_H
#define PERF_DEFER_UTIL_DSO_KERNEL_SYMS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/kallsyms.h"
#include "util/dso/symbol.h"

/* Where a kernel's names come from. */
enum kernel_source {
	KERNEL_SOURCE_NONE,
	KERNEL_SOURCE_KALLSYMS,
	KERNEL_SOURCE_VMLINUX,
};

/*
 * The names of the kernel that a trace was recorded on, found once and then shared by
 * the dsos of that kernel and its modules. The caller fills the first part.
 */
struct kernel_syms {
	const struct symbol_conf *conf;
	struct build_id bid; /* recorded; size 0 if it was not */
	const char *release; /* uname -r of the recorded machine, or NULL */
	/*
	 * The kernel mmap's name after "[kernel.kallsyms]" ("_text" or "_stext") and its
	 * pgoff, the symbol's address in that boot; NULL, 0: addresses are taken as they are.
	 */
	const char *ref_name;
	uint64_t ref_addr;

	/* Filled by kernel_syms__load(). */
	pthread_mutex_t lock;
	bool loaded;
	enum kernel_source source;
	char *path; /* of the file used */
	struct kallsyms kallsyms;
	struct defer_error why; /* code 0, or why there are no names */
};

/* @conf and the strings outlive @ks. NULL @bid: none recorded. */
int kernel_syms__init(struct kernel_syms *ks, const struct symbol_conf *conf,
		      const struct build_id *bid, const char *release, const char *ref_name,
		      uint64_t ref_addr, struct defer_error *err);
void kernel_syms__exit(struct kernel_syms *ks);

/*
 * Finds the names, once; any thread may call it. In this order, and if the user named
 * a file then only that: --kallsyms; -k; a vmlinux or kallsyms of the recorded build id in
 * the build-id cache; a vmlinux of that build id in the usual places; /proc/kallsyms if
 * the running kernel is the recorded one. Returns 0, or @ks->why.code.
 */
int kernel_syms__load(struct kernel_syms *ks);

/* True if the recorded kernel is the one that runs here, by build id. */
bool kernel_syms__is_running(const struct kernel_syms *ks);

#endif /* PERF_DEFER_UTIL_DSO_KERNEL_SYMS_H */
