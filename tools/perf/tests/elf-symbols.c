// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/elf-symbols.h"
#include "util/dso/elf-file.h"
#include "util/dso/plt.h"
#include "util/dso/symbol-elf.h"

const char *elf_symbols__temp(char *path)
{
	int fd;

	strcpy(path, "/tmp/perf-defer-elf-XXXXXX");
	fd = mkstemp(path);
	if (fd < 0)
		return NULL;
	close(fd);
	return path;
}

int elf_symbols__program(struct elf_writer *w)
{
	int text;

	elf_writer__init(w, ET_EXEC);
	text = elf_writer__section(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, TEXT_VADDR,
				   TEXT_OFFSET, NULL, 0x200);
	elf_writer__segment(w, PT_LOAD, PF_R | PF_X, TEXT_VADDR, TEXT_OFFSET, 0x200);
	return text;
}

void elf_symbols__rela(struct elf_writer *w, const char *name, int symtab, uint32_t sym1,
		       uint32_t sym2)
{
	Elf64_Rela rela[2] = {
		{0x404020, ELF64_R_INFO(sym2, R_X86_64_JUMP_SLOT), 0},
		{0x404018, ELF64_R_INFO(sym1, R_X86_64_JUMP_SLOT), 0},
	};
	int idx = elf_writer__section(w, name, SHT_RELA, SHF_ALLOC, 0, 0, rela, sizeof(rela));

	w->shdrs[idx].sh_link = symtab;
	w->shdrs[idx].sh_entsize = sizeof(rela[0]);
}

int elf_symbols__load(struct symtab *tab, const char *path, struct defer_error *err)
{
	struct elf_file file;
	int ret;

	symtab__init(tab, true);
	defer_error__clear(err);
	ret = elf_file__open(&file, path, err);
	if (ret)
		return ret;
	ret = symtab__load_elf(tab, &file, &file, ELF_SPACE_OFFSET, err);
	symtab__seal(tab);
	if (ret >= 0)
		ret = symtab__add_plt(tab, &file, err);
	symtab__seal(tab);
	elf_file__close(&file);
	return ret;
}

int elf_symbols__write(struct elf_writer *w, struct symtab *tab)
{
	struct defer_error err = DEFER_ERROR_INIT;
	char path[64];
	int ret = -1;

	symtab__init(tab, true);
	if (!elf_symbols__temp(path))
		return -1;
	if (elf_writer__finish(w, path))
		ret = elf_symbols__load(tab, path, &err);
	unlink(path);
	return ret;
}

const char *elf_symbols__at(struct symtab *tab, uint64_t offset)
{
	struct symbol *sym = symtab__find(tab, offset);

	return sym ? sym->name : "(none)";
}
