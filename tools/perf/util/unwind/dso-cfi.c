// SPDX-License-Identifier: GPL-2.0-only
#include <endian.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/dso-file.h"
#include "util/unwind/dso-cfi.h"
#include "util/unwind/epilogue.h"

/* Returns the section's bytes, inflated (malloc), or NULL if it has none. */
static uint8_t *read_section(const struct elf_file *file, const char *name, GElf_Shdr *shdr,
			     size_t *size)
{
	Elf_Scn *scn = elf_file__section(file, name, shdr);
	const Elf_Data *data;
	uint8_t *bytes;
	char *raw;

	if (!scn || shdr->sh_type == SHT_NOBITS)
		return NULL;
	if (!(shdr->sh_flags & SHF_COMPRESSED)) {
		if (elf_file__read_section(file, shdr, &raw, NULL))
			return NULL;
		*size = shdr->sh_size;
		return (uint8_t *)raw;
	}
	if (elf_compress(scn, 0, 0) < 0)
		return NULL;
	data = elf_rawdata(scn, NULL);
	bytes = data && data->d_buf ? malloc(data->d_size) : NULL;
	if (bytes) {
		memcpy(bytes, data->d_buf, data->d_size);
		*size = data->d_size;
	}
	return bytes;
}

static int read_cfi(struct cfi *cfi, const struct elf_file *file, const char *name, bool is_eh,
		    struct defer_error *err)
{
	const bool is_msb = file->ehdr.e_ident[EI_DATA] == ELFDATA2MSB;
	struct dw_base base;
	GElf_Shdr shdr;
	uint8_t *data;
	size_t size;

	data = read_section(file, name, &shdr, &size);
	if (!data)
		return 0;
	base.section = shdr.sh_addr;
	base.addr_size = gelf_getclass(file->elf) == ELFCLASS32 ? 4 : 8;
	return cfi__init(cfi, data, size, &base, is_eh, is_msb != (BYTE_ORDER == BIG_ENDIAN), err);
}

static bool has_debug_frame(const struct elf_file *file)
{
	GElf_Shdr shdr;

	return elf_file__section(file, ".debug_frame", &shdr) && shdr.sh_type != SHT_NOBITS;
}

/* Reads .debug_frame, of the debug file if the file itself has none. */
static int read_debug_frame(struct dso_cfi *dc, const struct elf_file *file, const struct dso *dso,
			    const struct symbol_conf *conf, struct defer_error *err)
{
	struct elf_file debug;
	char path[PATH_MAX];
	int ret;

	if (has_debug_frame(file))
		return read_cfi(&dc->debug, file, ".debug_frame", false, err);
	if (!build_id__known(&file->bid) ||
	    debug_file__open(&debug, conf, &file->bid, dso->long_name, NULL, has_debug_frame, path,
			     sizeof(path)))
		return 0;
	ret = read_cfi(&dc->debug, &debug, ".debug_frame", false, err);
	elf_file__close(&debug);
	return ret;
}

static int read_file(struct dso_cfi *dc, struct elf_file *file, const struct dso *dso,
		     const struct symbol_conf *conf, struct defer_error *err)
{
	int ret;

	dc->arch = unwind_arch__find(file->ehdr.e_machine);
	if (!dc->arch)
		return 0;
	dc->cls = DEFER_UNWOUND;
	dc->segs = file->segs;
	file->segs = (struct elf_segments){0};
	ret = read_cfi(&dc->eh, file, ".eh_frame", true, err);
	return ret ? ret : read_debug_frame(dc, file, dso, conf, err);
}

static int init_jit(struct dso_cfi *dc, const struct dso *dso, const struct symbol_conf *conf,
		    struct defer_error *err)
{
	int ret = jit_cfi__init(&dc->jit, dso, conf, &dc->arch, err);

	if (!ret && dc->arch)
		dc->cls = DEFER_UNWOUND;
	if (ret != DEFER_ERR_NOENT)
		return ret;
	dc->cls = DEFER_NO_FILE;
	return 0;
}

int dso_cfi__init(struct dso_cfi *dc, struct dso *dso, const struct symbol_conf *conf,
		  const struct kernel_syms *ks, bool keep_code, struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;
	struct elf_file file;
	char path[PATH_MAX];
	int ret;

	*dc = (struct dso_cfi){.cls = DEFER_NO_CFI, .code_fd = -1};
	if (dso->kind == DSO_JITDUMP)
		return init_jit(dc, dso, conf, err);
	if (dso->kind != DSO_ELF && dso->kind != DSO_VDSO && dso->kind != DSO_VDSO32)
		return 0;
	ret = dso__open_file(dso, conf, ks, elf_file__has_code, &file, path, &why);
	if (ret == DEFER_ERR_NOMEM)
		return error__no_memory(err, "for %s", dso->short_name);
	if (ret) {
		/* elf_file__open_build() says so of a file that is there, but of another build. */
		dc->cls = ret == DEFER_ERR_INVAL ? DEFER_WRONG_BUILD : DEFER_NO_FILE;
		return 0;
	}
	ret = read_file(dc, &file, dso, conf, err);
	if (keep_code) /* an image in memory has no descriptor, nor a copy of one */
		dc->code_fd = fcntl(file.fd, F_DUPFD_CLOEXEC, 0);
	elf_file__close(&file);
	if (ret)
		dso_cfi__exit(dc);
	return ret;
}

void dso_cfi__exit(struct dso_cfi *dc)
{
	free(dc->segs.seg);
	cfi__exit(&dc->eh);
	cfi__exit(&dc->debug);
	jit_cfi__exit(&dc->jit);
	if (dc->code_fd >= 0)
		close(dc->code_fd);
	*dc = (struct dso_cfi){.cls = DEFER_NO_CFI, .code_fd = -1};
}

/* Finds the FDE of @addr, and which of the tables it is in; turns @addr into an address there. */
static struct cfi_fde *find_fde(const struct dso_cfi *dc, uint64_t *addr, const struct cfi **cfi)
{
	struct cfi_fde *fde;

	*cfi = jit_cfi__find(&dc->jit, *addr);
	if (*cfi)
		return cfi__find(*cfi, *addr);
	if (!elf_segments__to_vaddr(&dc->segs, *addr, addr))
		return NULL;
	*cfi = &dc->eh;
	fde = cfi__find(*cfi, *addr);
	if (fde)
		return fde;
	*cfi = &dc->debug;
	return cfi__find(*cfi, *addr);
}

int dso_cfi__rule(struct dso_cfi *dc, uint64_t addr, struct intern *rules, struct arena *arena,
		  const struct cfi_rule **rule)
{
	const struct cfi_rows *rows;
	const struct cfi *cfi;
	struct cfi_fde *fde;

	*rule = NULL;
	fde = find_fde(dc, &addr, &cfi);
	if (!fde)
		return 0;
	rows = cfi__rows(cfi, fde, rules, arena);
	if (!rows)
		return DEFER_ERR_NOMEM;
	*rule = cfi_rows__find(rows, fde, addr);
	return 0;
}

/* Returns whether @rule has a register below the stack pointer. */
static bool has_regs_below(const struct dso_cfi *dc, const struct cfi_rule *rule)
{
	if (rule->cfa.how != CFI_IS_CFA || rule->cfa.reg != dc->arch->sp)
		return false;
	for (unsigned int i = 0; i < rule->nr_regs; i++)
		if (rule->regs[i].how == CFI_AT_CFA && rule->regs[i].value < -rule->cfa.value)
			return true;
	return false;
}

uint64_t dso_cfi__restored(const struct dso_cfi *dc, uint64_t addr, const struct cfi_rule *rule)
{
	uint8_t code[EPILOGUE_SIZE];
	ssize_t size;

	if (dc->code_fd < 0 || !has_regs_below(dc, rule))
		return 0;
	size = pread(dc->code_fd, code, sizeof(code), addr);
	return size > 0 ? epilogue__restored(dc->arch, code, size) : 0;
}
