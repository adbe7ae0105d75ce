/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_syms: finds the symbols of the recorded kernel. */
#ifndef PERF_DEFER_UTIL_DSO_KERNEL_SYMS_H
#define PERF_DEFER_UTIL_DSO_KERNEL_SYMS_H

#include <limits.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/build-id.h"
#include "util/dso/elf-file.h"
#include "util/dso/kallsyms.h"
#include "util/dso/symbol.h"

/* Sources of a kernel's symbols. */
enum kernel_source {
	KERNEL_SOURCE_NONE,
	KERNEL_SOURCE_KALLSYMS,
	KERNEL_SOURCE_VMLINUX,
};

/*
 * The symbols of the kernel that a trace was recorded on, found once and shared by the dsos of that
 * kernel and its modules. The caller sets the fields of the first part.
 */
struct kernel_syms {
	const struct symbol_conf *conf;
	struct build_id bid; /* recorded id; size 0: none recorded */
	const char *release; /* uname -r of the recording machine, or NULL */
	/*
	 * The suffix of the kernel mmap's name after "[kernel.kallsyms]" ("_text" or "_stext") and
	 * its pgoff, the symbol's address in that boot. NULL and 0: addresses are used as they are.
	 */
	const char *ref_name;
	uint64_t ref_addr;
	const char *part; /* keeps of a kallsyms only what kallsyms__load_some() says; or NULL */

	/* Set by kernel_syms__load(). */
	pthread_mutex_t lock;
	bool loaded;
	enum kernel_source source;
	char *path; /* path of the file used */
	struct kallsyms kallsyms;
	struct defer_error why; /* reason why there are no symbols; code 0: there are */
};

/* Initializes @ks. @conf and the strings must outlive it. NULL @bid: none recorded. */
int kernel_syms__init(struct kernel_syms *ks, const struct symbol_conf *conf,
		      const struct build_id *bid, const char *release, const char *ref_name,
		      uint64_t ref_addr, struct defer_error *err);
void kernel_syms__exit(struct kernel_syms *ks);

/*
 * Finds the symbols on the first call; any thread may call it. Returns 0, or @ks->why.code. Uses
 * the first of these, and only the user's file if one was given:
 *
 * - --kallsyms,
 * - -k,
 * - a vmlinux or kallsyms of the recorded build id in the build-id cache,
 * - a vmlinux of that build id in the usual places,
 * - /proc/kallsyms if the running kernel is the recorded one.
 */
int kernel_syms__load(struct kernel_syms *ks);

/* Returns true if the running kernel is the recorded one, by build id. */
bool kernel_syms__is_running(const struct kernel_syms *ks);

/* Returns true if a reference symbol was recorded, which tells where the kernel ran. */
bool kernel_syms__has_ref(const struct kernel_syms *ks);

/*
 * Computes the recorded minus the linked addresses of @vmlinux; 0 without a reference symbol.
 * Returns false if @vmlinux lacks that symbol.
 */
bool kernel_syms__bias(const struct kernel_syms *ks, const struct elf_file *vmlinux,
		       uint64_t *bias);

/* Writes the path of conf->vmlinux, which is set. Returns false if it is too long. */
bool kernel_syms__vmlinux_path(const struct symbol_conf *conf, char path[static PATH_MAX]);

/*
 * Opens the first vmlinux of the recorded build id, in the build-id cache and the usual places,
 * that @wanted accepts, and writes its path. Returns 0 or DEFER_ERR_NOENT.
 */
int kernel_syms__open_vmlinux(const struct kernel_syms *ks,
			      bool (*wanted)(const struct elf_file *file), struct elf_file *file,
			      char path[static PATH_MAX]);

#endif /* PERF_DEFER_UTIL_DSO_KERNEL_SYMS_H */
