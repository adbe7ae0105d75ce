/* SPDX-License-Identifier: GPL-2.0-only */
/* kernel_code: finds a file with the machine code of the recorded kernel. */
#ifndef PERF_DEFER_UTIL_DSO_KERNEL_CODE_H
#define PERF_DEFER_UTIL_DSO_KERNEL_CODE_H

#include <stdint.h>

#include <perf/defer-error.h>

#include "util/dso/elf-file.h"
#include "util/dso/kernel-syms.h"

/*
 * Opens the first of these that holds code, and sets *@bias to the recorded minus the file's
 * addresses:
 *
 * - the vmlinux that the user named with -k, and then no other file,
 * - a vmlinux of the recorded build id in the build-id cache or the usual places,
 * - the file kcore beside the user's --kallsyms, as perf record --kcore makes it,
 * - a copy of kcore in the build-id cache, as perf buildid-cache --kcore makes it,
 * - /proc/kcore if the running kernel is the recorded one, by build id.
 *
 * A kcore holds memory, at the addresses of its boot: it is taken only if the list of symbols
 * beside it has the reference symbol at the recorded address, as in Linux 7.2,
 * tools/perf/util/symbol.c, validate_kcore_addresses(). @ks is loaded; NULL: no symbols are known.
 * Returns DEFER_ERR_NOENT or why the best candidate cannot be used.
 */
int kernel_code__open(struct elf_file *file, const struct kernel_syms *ks, uint64_t *bias,
		      struct defer_error *err);

#endif /* PERF_DEFER_UTIL_DSO_KERNEL_CODE_H */
