// SPDX-License-Identifier: GPL-2.0-only
#include <endian.h>
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/dso-code.h"
#include "util/dso/dso.h"
#include "util/dso/jitdump.h"
#include "util/dso/kernel-code.h"

static int open_elf(struct elf_file *file, const struct dso *dso, const struct symbol_conf *conf,
		    struct defer_error *err)
{
	char path[PATH_MAX];
	int ret;

	if (!symbol_conf__symfs_path(conf, dso->long_name, path, sizeof(path)))
		return defer_error__set(err, DEFER_ERR_NOENT, "the path of %s is too long",
					dso->short_name);
	ret = elf_file__open_build(file, path, &dso->bid, err);
	if (ret && ((build_id_cache__path(conf, &dso->bid, "elf", path, sizeof(path)) &&
		     !elf_file__open_build(file, path, &dso->bid, NULL)) ||
		    (dso->path && !elf_file__open_build(file, dso->path, &dso->bid, NULL)))) {
		defer_error__clear(err);
		ret = 0;
	}
	return ret;
}

/* Opens the file with the code. Sets *@bias to the recorded minus the file's address. */
static int open_file(struct elf_file *file, const struct dso *dso, const struct symbol_conf *conf,
		     uint64_t *bias, struct defer_error *err)
{
	*bias = 0;
	if (dso->kind == DSO_ELF)
		return open_elf(file, dso, conf, err);
	if (dso->kind == DSO_KERNEL)
		return kernel_code__open(file, dso->ks, bias, err);
	return defer_error__set(err, DEFER_ERR_NOENT, "no file holds the code of %s",
				dso->short_name);
}

/* Finds the file offset of the code, if the file has all of it. */
static bool find_offset(const struct elf_file *file, uint64_t vaddr, uint64_t size,
			uint64_t *offset)
{
	for (uint32_t i = 0; i < file->segs.nr; i++) {
		const struct elf_segment *seg = &file->segs.seg[i];

		if (seg->exec && vaddr >= seg->vaddr && vaddr - seg->vaddr <= seg->size &&
		    size <= seg->size - (vaddr - seg->vaddr)) {
			*offset = seg->offset + (vaddr - seg->vaddr);
			return true;
		}
	}
	return false;
}

static bool is_zero(const struct dso_code *code)
{
	for (size_t i = 0; i < code->size; i++) {
		if (code->bytes[i])
			return false;
	}
	return true;
}

static int read_code(struct dso_code *code, const struct elf_file *file, const struct dso *dso,
		     uint64_t start, uint64_t bias, struct defer_error *err)
{
	uint64_t offset;

	code->vaddr = start - bias;
	if (dso->kind != DSO_KERNEL && !elf_segments__to_vaddr(&file->segs, start, &code->vaddr))
		code->vaddr = UINT64_MAX;
	if (!find_offset(file, code->vaddr, code->size, &offset))
		return defer_error__set(err, DEFER_ERR_NOENT,
					"the file of %s does not hold this code", dso->short_name);
	code->bytes = malloc(code->size);
	if (!code->bytes)
		return error__no_memory(err, "for the code of %s", dso->short_name);
	if (pread(file->fd, code->bytes, code->size, offset) != (ssize_t)code->size)
		return defer_error__set(err, DEFER_ERR_IO, "cannot read the code of %s",
					dso->short_name);
	/* The kernel gives zeros for memory that it cannot read. */
	if (dso->kind == DSO_KERNEL && is_zero(code))
		return defer_error__set(err, DEFER_ERR_IO,
					"the file of %s has only zeros for this code",
					dso->short_name);
	code->machine = file->ehdr.e_machine;
	code->is_64 = file->ehdr.e_ident[EI_CLASS] == ELFCLASS64;
	code->big_endian = file->ehdr.e_ident[EI_DATA] == ELFDATA2MSB;
	return 0;
}

/* Reads code that a JIT dumped. */
static int read_dumped(struct dso_code *code, const struct dso *dso, const struct symbol_conf *conf,
		       uint64_t start, struct defer_error *err)
{
	const struct jit_part part = {start, code->size};
	struct jitdump dump;
	int ret = jitdump__open(&dump, dso->long_name, dso->pid, conf, err);

	if (ret)
		return ret;
	code->vaddr = start;
	code->bytes = jitdump__read_part(&dump, &part);
	code->machine = dump.machine;
	code->is_64 = dump.is_64;
	code->big_endian = dump.swap == (BYTE_ORDER == LITTLE_ENDIAN);
	jitdump__close(&dump);
	return code->bytes ? 0
			   : defer_error__set(err, DEFER_ERR_IO, "cannot read the code of %s",
					      dso->short_name);
}

int dso_code__init(struct dso_code *code, const struct dso *dso, const struct symbol_conf *conf,
		   uint64_t start, uint64_t end, struct defer_error *err)
{
	struct elf_file file = {.fd = -1};
	uint64_t bias;
	int ret;

	*code = (struct dso_code){.size = end - start};
	if (end <= start)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"a symbol without a size has no code");
	if (dso->kind == DSO_JITDUMP)
		return read_dumped(code, dso, conf, start, err);
	ret = open_file(&file, dso, conf, &bias, err);
	if (ret)
		return ret;
	ret = read_code(code, &file, dso, start, bias, err);
	elf_file__close(&file);
	if (ret)
		dso_code__exit(code);
	return ret;
}

void dso_code__exit(struct dso_code *code)
{
	free(code->bytes);
	*code = (struct dso_code){0};
}
