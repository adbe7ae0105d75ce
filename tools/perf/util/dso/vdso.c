// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/vdso.h"

/* The vdso has some kilobytes on every architecture, in whole pages. */
#define VDSO_MAX_SIZE (1UL << 20)

/*
 * Returns the size of our own vdso. The running kernel wrote its headers, so they can be trusted.
 */
static size_t vdso_size(const ElfW(Ehdr) * ehdr)
{
	return ehdr->e_shoff + (size_t)ehdr->e_shnum * ehdr->e_shentsize;
}

int vdso__open_own(struct elf_file *file, struct defer_error *err)
{
	unsigned long addr = getauxval(AT_SYSINFO_EHDR);
	const void *mapped = (const void *)addr;
	size_t size;
	void *copy;

	if (!mapped)
		return DEFER_ERR_NOENT;
	size = vdso_size(mapped);
	if (size > VDSO_MAX_SIZE)
		return DEFER_ERR_NOENT;
	copy = malloc(size);
	if (!copy)
		return error__no_memory(err, "for a copy of the vdso");
	memcpy(copy, mapped, size);
	return elf_file__open_image(file, copy, size, "[vdso]", err);
}

/*
 * Returns true if the file is of the wanted class. A kernel has a vdso for each kind of process,
 * under one name.
 */
static bool is_of_bits(const struct elf_file *file, unsigned int bits)
{
	return gelf_getclass(file->elf) == (bits == 32 ? ELFCLASS32 : ELFCLASS64);
}

int vdso__open(struct elf_file *file, unsigned int bits, const struct build_id *bid,
	       const struct symbol_conf *conf, const struct kernel_syms *ks,
	       struct defer_error *err)
{
	struct defer_error ignored = DEFER_ERROR_INIT;
	char path[PATH_MAX];
	int ret;

	if (build_id_cache__path(conf, bid, "vdso", path, sizeof(path)) &&
	    !elf_file__open_build(file, path, bid, &ignored)) {
		if (is_of_bits(file, bits))
			return 0;
		elf_file__close(file);
	}
	ret = vdso__open_own(file, err);
	if (ret && ret != DEFER_ERR_NOENT)
		return ret;
	if (!ret) {
		if (is_of_bits(file, bits) &&
		    (build_id__known(bid) ? build_id__equal(&file->bid, bid)
					  : kernel_syms__is_running(ks)))
			return 0;
		elf_file__close(file);
	}
	return defer_error__set(err, DEFER_ERR_NOENT,
				"[vdso] belongs to a kernel other than the running one%s",
				bits == 32 ? ", or to 32-bit processes" : "");
}
