// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/dso/symbol-elf.h"

/* A pass over one symbol table. */
struct elf_loader {
	struct symtab *tab;
	const struct elf_file *file;
	const struct elf_file *runtime;
	enum elf_space space;
	uint64_t text_end; /* for ELF_SPACE_MODULE */
	const char *strtab;
	size_t strtab_size;
	Elf_Data *syms;
};

bool elf_file__has_symtab(const struct elf_file *file)
{
	GElf_Shdr shdr;

	return elf_file__section(file, ".symtab", &shdr) && shdr.sh_type == SHT_SYMTAB;
}

static size_t nr_elf_symbols(const struct elf_file *file, const Elf_Data *syms)
{
	return syms->d_size / gelf_fsize(file->elf, ELF_T_SYM, 1, EV_CURRENT);
}

/* Opens section @name of @type and reads its strings (malloc). Returns 0 if there is none. */
static int elf_loader__open(struct elf_loader *loader, const char *name, uint32_t type,
			    char **strtab, struct defer_error *err)
{
	GElf_Shdr shdr, str_shdr;
	Elf_Scn *scn, *str_scn;
	int ret;

	scn = elf_file__section(loader->file, name, &shdr);
	if (!scn || shdr.sh_type != type)
		return 0;
	str_scn = elf_getscn(loader->file->elf, shdr.sh_link);
	loader->syms = elf_getdata(scn, NULL);
	if (!loader->syms || !str_scn || !gelf_getshdr(str_scn, &str_shdr))
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, shdr.sh_offset, "%s: %s", name,
					   elf_errmsg(-1));
	ret = elf_file__read_section(loader->file, &str_shdr, strtab, err);
	if (ret)
		return ret;
	loader->strtab = *strtab;
	loader->strtab_size = str_shdr.sh_size;
	return 1;
}

static bool section_is_text_or_data(const struct elf_file *file, const GElf_Shdr *shdr)
{
	const char *name = elf_file__section_name(file, shdr);

	return name && (strstr(name, "text") || strstr(name, "data"));
}

/*
 * Returns true for marks that assemblers set on data in text and the like, which are not functions.
 */
static bool name_is_mapping_symbol(uint16_t machine, const char *name)
{
	if (name[0] != '$')
		return false;
	switch (machine) {
	case EM_ARM:
	case EM_AARCH64:
		return name[1] && strchr("adtx", name[1]) && (!name[2] || name[2] == '.');
	case EM_RISCV:
		return name[1] && strchr("dx", name[1]);
	default:
		break;
	}
	return false;
}

/*
 * Returns true for names that perf ignores: Linux 7.2, tools/perf/util/symbol.h,
 * is_ignored_kernel_symbol().
 */
static bool name_is_ignored_in_kernel(const char *name)
{
	return name[0] == '$' || !strncmp(name, ".L", 2) || !strncmp(name, "L0", 2);
}

static bool symbol_is_wanted(const GElf_Sym *sym)
{
	int visibility = GELF_ST_VISIBILITY(sym->st_other);

	if (!sym->st_name || sym->st_shndx == SHN_UNDEF || sym->st_shndx == SHN_ABS)
		return false;
	switch (GELF_ST_TYPE(sym->st_info)) {
	case STT_FUNC:
	case STT_GNU_IFUNC:
	case STT_OBJECT:
		return true;
	case STT_NOTYPE:
		return visibility != STV_HIDDEN && visibility != STV_INTERNAL;
	default:
		break;
	}
	return false;
}

/* Finds the section of @sym. Uses the mapped file's if the debug file's is only a placeholder. */
static bool elf_loader__section(const struct elf_loader *loader, const GElf_Sym *sym,
				GElf_Shdr *shdr)
{
	const struct elf_file *file = loader->file;
	Elf_Scn *scn = elf_getscn(file->elf, sym->st_shndx);

	if (!scn || !gelf_getshdr(scn, shdr))
		return false;
	if (shdr->sh_type == SHT_NOBITS && loader->runtime != file) {
		file = loader->runtime;
		scn = elf_getscn(file->elf, sym->st_shndx);
		if (!scn || !gelf_getshdr(scn, shdr))
			return false;
	}
	if (!(shdr->sh_flags & SHF_ALLOC))
		return false;
	return GELF_ST_TYPE(sym->st_info) != STT_NOTYPE || section_is_text_or_data(file, shdr);
}

static bool elf_loader__start(const struct elf_loader *loader, const GElf_Sym *sym,
			      const GElf_Shdr *shdr, uint64_t *start)
{
	uint64_t value = sym->st_value;

	if (loader->file->ehdr.e_machine == EM_ARM && GELF_ST_TYPE(sym->st_info) == STT_FUNC)
		value &= ~1ULL; /* clear the thumb bit */
	if (loader->space == ELF_SPACE_VADDR) {
		*start = value;
		return true;
	}
	if (loader->runtime->ehdr.e_type == ET_REL) {
		*start = value + shdr->sh_offset;
		return loader->space != ELF_SPACE_MODULE ||
		       ((shdr->sh_flags & SHF_EXECINSTR) && shdr->sh_offset < loader->text_end);
	}
	return elf_segments__to_offset(&loader->runtime->segs, value, start);
}

static int elf_loader__add(struct elf_loader *loader, const GElf_Sym *sym, struct defer_error *err)
{
	const char *name;
	GElf_Shdr shdr;
	uint64_t start;

	if (!symbol_is_wanted(sym) || sym->st_name >= loader->strtab_size)
		return 0;
	name = loader->strtab + sym->st_name;
	if (name_is_mapping_symbol(loader->file->ehdr.e_machine, name) ||
	    (loader->space != ELF_SPACE_OFFSET && name_is_ignored_in_kernel(name)))
		return 0;
	if (!elf_loader__section(loader, sym, &shdr) ||
	    !elf_loader__start(loader, sym, &shdr, &start))
		return 0;
	return symtab__add(loader->tab, start, sym->st_size, GELF_ST_BIND(sym->st_info),
			   GELF_ST_TYPE(sym->st_info), name, err);
}

static int elf_loader__load(struct elf_loader *loader, const char *section, uint32_t type,
			    struct defer_error *err)
{
	char *strtab = NULL;
	size_t i, nr;
	GElf_Sym sym;
	int ret;

	ret = elf_loader__open(loader, section, type, &strtab, err);
	if (ret <= 0)
		return ret;
	ret = symtab__own(loader->tab, strtab, err);
	nr = nr_elf_symbols(loader->file, loader->syms);
	for (i = 0; !ret && i < nr && gelf_getsym(loader->syms, i, &sym); i++)
		ret = elf_loader__add(loader, &sym, err);
	if (!ret)
		symtab__fixup(loader->tab);
	return ret;
}

/*
 * Returns the end of the text that starts with .text in a module's file. The kernel places the
 * executable sections one after another, except .init and .exit.
 */
static uint64_t elf_file__module_text_end(const struct elf_file *file)
{
	Elf_Scn *scn = NULL;
	uint64_t end = 0, align;
	const char *name;
	GElf_Shdr shdr;

	while ((scn = elf_nextscn(file->elf, scn))) {
		if (!gelf_getshdr(scn, &shdr))
			break;
		if (~shdr.sh_flags & (SHF_ALLOC | SHF_EXECINSTR))
			continue;
		name = elf_file__section_name(file, &shdr);
		if (!name || !strncmp(name, ".init", 5) || !strncmp(name, ".exit", 5))
			break;
		align = shdr.sh_addralign ? shdr.sh_addralign : 1;
		if (end && (end + align - 1) / align * align != shdr.sh_offset)
			break;
		end = shdr.sh_offset + shdr.sh_size;
	}
	return end;
}

int symtab__load_elf(struct symtab *tab, const struct elf_file *file,
		     const struct elf_file *runtime, enum elf_space space, struct defer_error *err)
{
	struct elf_loader loader = {
		.tab = tab,
		.file = file,
		.runtime = runtime,
		.space = space,
	};
	int ret;

	if (space == ELF_SPACE_MODULE)
		loader.text_end = elf_file__module_text_end(runtime);
	ret = elf_loader__load(&loader, ".symtab", SHT_SYMTAB, err);
	if (!ret)
		ret = elf_loader__load(&loader, ".dynsym", SHT_DYNSYM, err);
	return ret ? ret : (int)tab->nr;
}

bool elf_file__find_symbol(const struct elf_file *file, elf_symbol_fn fn, void *ctx)
{
	struct elf_loader loader = {.file = file};
	struct defer_error err = DEFER_ERROR_INIT;
	char *strtab = NULL;
	bool found = false;
	GElf_Sym sym;
	size_t i, nr;

	if (elf_loader__open(&loader, ".symtab", SHT_SYMTAB, &strtab, &err) <= 0)
		return false;
	nr = nr_elf_symbols(file, loader.syms);
	for (i = 0; !found && i < nr && gelf_getsym(loader.syms, i, &sym); i++) {
		found = sym.st_name && sym.st_name < loader.strtab_size &&
			fn(ctx, strtab + sym.st_name, &sym);
	}
	free(strtab);
	return found;
}

/* A symbol's name, and its value once it is found. */
struct symbol_value {
	const char *name;
	uint64_t value;
};

static bool take_value(void *ctx, const char *name, const GElf_Sym *sym)
{
	struct symbol_value *wanted = ctx;

	wanted->value = sym->st_value;
	return !strcmp(name, wanted->name);
}

bool elf_file__symbol_value(const struct elf_file *file, const char *name, uint64_t *value)
{
	struct symbol_value wanted = {.name = name};
	bool found = elf_file__find_symbol(file, take_value, &wanted);

	if (found)
		*value = wanted.value;
	return found;
}
