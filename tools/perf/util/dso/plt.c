// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/dso/demangle.h"
#include "util/dso/plt.h"

struct plt_reloc {
	uint64_t offset; /* offset of the GOT slot that the stub jumps through */
	uint64_t addend;
	uint32_t sym;
	uint32_t type;
};

struct plt_relocs {
	struct plt_reloc *rel;
	size_t nr;
	Elf_Data *syms;
	size_t str_scn;
};

/* The layout of a stub section. Source of the facts: Linux 7.2, tools/perf/util/symbol-elf.c. */
struct plt_layout {
	uint64_t header;
	uint64_t entry;
};

static bool machine_is_x86(const struct elf_file *file)
{
	return file->ehdr.e_machine == EM_386 || file->ehdr.e_machine == EM_X86_64;
}

static bool plt_layout__init(struct plt_layout *layout, const struct elf_file *file,
			     const GElf_Shdr *shdr)
{
	uint64_t entry = shdr->sh_entsize;

	switch (file->ehdr.e_machine) {
	case EM_ARM:
		*layout = (struct plt_layout){20, 12};
		break;
	case EM_AARCH64:
	case EM_LOONGARCH:
	case EM_RISCV:
		*layout = (struct plt_layout){32, 16};
		break;
	case EM_SPARC:
		*layout = (struct plt_layout){48, 12};
		break;
	case EM_SPARCV9:
		*layout = (struct plt_layout){128, 32};
		break;
	case EM_386:
	case EM_X86_64:
		if (entry != 8 && entry != 16)
			entry = shdr->sh_addralign == 8 ? 8 : 16;
		/* fall through */
	default:
		*layout = (struct plt_layout){entry, entry};
	}
	return layout->entry != 0;
}

static int plt_reloc__cmp(const void *va, const void *vb)
{
	const struct plt_reloc *a = va, *b = vb;

	return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static bool plt_reloc__read(struct plt_reloc *rel, Elf_Data *data, uint32_t type, size_t i)
{
	GElf_Rela rela = {.r_addend = 0};
	GElf_Rel plain;

	if (type == SHT_RELA) {
		if (!gelf_getrela(data, i, &rela))
			return false;
	} else {
		if (!gelf_getrel(data, i, &plain))
			return false;
		rela.r_offset = plain.r_offset;
		rela.r_info = plain.r_info;
	}
	*rel = (struct plt_reloc){
		.offset = rela.r_offset,
		.addend = rela.r_addend,
		.sym = GELF_R_SYM(rela.r_info),
		.type = GELF_R_TYPE(rela.r_info),
	};
	return true;
}

/* Reads section @name, sorted by offset if @sort. Leaves @rels empty if it is not usable. */
static int plt_relocs__read(struct plt_relocs *rels, const struct elf_file *file, const char *name,
			    bool sort)
{
	GElf_Shdr shdr, sym_shdr;
	Elf_Scn *scn, *sym_scn;
	Elf_Data *data;
	size_t nr;

	memset(rels, 0, sizeof(*rels));
	scn = elf_file__section(file, name, &shdr);
	if (!scn || (shdr.sh_type != SHT_RELA && shdr.sh_type != SHT_REL) || !shdr.sh_link)
		return 0;
	data = elf_getdata(scn, NULL);
	sym_scn = elf_getscn(file->elf, shdr.sh_link);
	if (!data || !sym_scn || !gelf_getshdr(sym_scn, &sym_shdr) ||
	    (sym_shdr.sh_type != SHT_DYNSYM && sym_shdr.sh_type != SHT_SYMTAB))
		return 0;
	rels->syms = elf_getdata(sym_scn, NULL);
	rels->str_scn = sym_shdr.sh_link;
	if (!rels->syms)
		return 0;

	nr = data->d_size / gelf_fsize(file->elf, shdr.sh_type == SHT_RELA ? ELF_T_RELA : ELF_T_REL,
				       1, EV_CURRENT);
	rels->rel = calloc(nr ? nr : 1, sizeof(*rels->rel));
	if (!rels->rel)
		return DEFER_ERR_NOMEM;
	while (rels->nr < nr && plt_reloc__read(&rels->rel[rels->nr], data, shdr.sh_type, rels->nr))
		rels->nr++;
	if (sort)
		qsort(rels->rel, rels->nr, sizeof(*rels->rel), plt_reloc__cmp);
	return 0;
}

/* Returns the name of the symbol that @rel refers to, "" if it has none. */
static const char *plt_relocs__name(const struct plt_relocs *rels, const struct elf_file *file,
				    const struct plt_reloc *rel)
{
	const char *name = NULL;
	GElf_Sym sym;

	if (rel->sym && gelf_getsym(rels->syms, rel->sym, &sym) && sym.st_name)
		name = elf_strptr(file->elf, rels->str_scn, sym.st_name);
	return name ? name : "";
}

/*
 * Returns the name of the resolver at the addend. In static programs it selects the stub's target
 * at start.
 */
static const char *ifunc_name(struct symtab *tab, const struct elf_file *file,
			      const struct plt_reloc *rel)
{
	struct symbol *sym;
	uint64_t offset;

	if (file->ehdr.e_machine != EM_X86_64 || rel->type != R_X86_64_IRELATIVE ||
	    !elf_segments__to_offset(&file->segs, rel->addend, &offset))
		return "";
	sym = symtab__find(tab, offset);
	if (!sym || sym->start != offset || (sym->type != STT_GNU_IFUNC && !sym->ifunc_alias))
		return "";
	return sym->name;
}

/* Adds the stub at @offset, which calls @name; "" if the name is unknown. */
static int symtab__add_stub(struct symtab *tab, uint64_t offset, uint64_t size, const char *name,
			    struct defer_error *err)
{
	char *demangled = NULL, *text, *kept = NULL;
	int len, ret;

	if (*name && tab->demangle)
		demangled = demangle_sym(name);
	if (*name)
		len = asprintf(&text, "%s@plt", demangled ? demangled : name);
	else
		len = asprintf(&text, "offset_%#" PRIx64 "@plt", offset);
	free(demangled);
	if (len >= 0) {
		kept = strpool__add(&tab->pool, text, len);
		free(text);
	}
	if (!kept)
		return error__no_memory(err, "for a symbol name");
	ret = symtab__add(tab, offset, size, STB_GLOBAL, STT_FUNC, kept, err);
	if (!ret)
		tab->syms[tab->nr - 1].demangled = true;
	return ret;
}

/*
 * Returns the distance of an x86-64 stub's GOT slot from its start, or 0: endbr64, bnd, jmp
 * *disp(%rip).
 */
static uint32_t stub_displacement(const unsigned char *stub, size_t size)
{
	static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa};
	size_t n = 0;

	if (size >= 4 && !memcmp(stub, endbr64, sizeof(endbr64)))
		n += sizeof(endbr64);
	if (n < size && stub[n] == 0xf2)
		n++;
	if (n + 6 > size || stub[n] != 0xff || stub[n + 1] != 0x25)
		return 0;
	return n + 6 +
	       ((uint32_t)stub[n + 2] | (uint32_t)stub[n + 3] << 8 | (uint32_t)stub[n + 4] << 16 |
		(uint32_t)stub[n + 5] << 24);
}

/* Finds the name that the stub at @addr calls, by the relocation of its GOT slot. */
static const char *plt_got_name(const struct elf_file *file, const struct plt_relocs *rels,
				uint64_t addr, const unsigned char *stub, size_t size)
{
	uint32_t disp = stub_displacement(stub, size);
	struct plt_reloc key = {.offset = addr + disp};
	const struct plt_reloc *rel;

	if (!disp || !rels->nr)
		return "";
	rel = bsearch(&key, rels->rel, rels->nr, sizeof(key), plt_reloc__cmp);
	return rel ? plt_relocs__name(rels, file, rel) : "";
}

static int symtab__add_plt_got(struct symtab *tab, const struct elf_file *file,
			       struct defer_error *err)
{
	struct plt_relocs rels = {.nr = 0};
	const unsigned char *stubs;
	const char *name = "";
	GElf_Shdr shdr;
	Elf_Data *data;
	Elf_Scn *scn;
	uint64_t i;
	int ret = 0;

	scn = elf_file__section(file, ".plt.got", &shdr);
	data = scn ? elf_rawdata(scn, NULL) : NULL;
	if (!data || !data->d_buf || shdr.sh_entsize < 8)
		return 0;
	if (file->ehdr.e_machine == EM_X86_64)
		ret = plt_relocs__read(&rels, file, ".rela.dyn", true);
	stubs = data->d_buf;
	for (i = 0; !ret && i + shdr.sh_entsize <= data->d_size; i += shdr.sh_entsize) {
		name = plt_got_name(file, &rels, shdr.sh_addr + i, stubs + i, shdr.sh_entsize);
		ret = symtab__add_stub(tab, shdr.sh_offset + i, shdr.sh_entsize, name, err);
	}
	free(rels.rel);
	return ret;
}

/* Cuts a symbol before .plt (.init): without a size of its own it was extended over .plt. */
static void symtab__cut_at(struct symtab *tab, uint64_t offset)
{
	struct symbol *sym = symtab__find(tab, offset);

	if (sym && sym->start < offset)
		sym->end = offset;
}

/* Adds stubs, which are in the order of their GOT slots. */
static int symtab__add_stubs(struct symtab *tab, const struct elf_file *file,
			     const struct plt_relocs *rels, uint64_t offset, uint64_t end,
			     uint64_t entry, struct defer_error *err)
{
	const char *name;
	int ret = 0;
	size_t i;

	for (i = 0; !ret && i < rels->nr && offset < end; i++, offset += entry) {
		name = plt_relocs__name(rels, file, &rels->rel[i]);
		if (!*name)
			name = ifunc_name(tab, file, &rels->rel[i]);
		ret = symtab__add_stub(tab, offset, entry, name, err);
	}
	return ret;
}

static int symtab__add_plt_section(struct symtab *tab, const struct elf_file *file,
				   const GElf_Shdr *plt, const struct plt_relocs *rels,
				   struct defer_error *err)
{
	struct plt_layout layout;
	uint64_t offset, end, header;
	GElf_Shdr sec;
	int ret;

	if (!plt_layout__init(&layout, file, plt))
		return 0;
	offset = plt->sh_offset;
	end = offset + plt->sh_size;
	header = layout.header;
	if (machine_is_x86(file) && elf_file__section(file, ".plt.sec", &sec)) {
		/* .plt only serves .plt.sec, where calls go. */
		header = plt->sh_size;
		if (!plt_layout__init(&layout, file, &sec))
			return 0;
		offset = sec.sh_offset;
		end = offset + sec.sh_size;
	} else if (rels->nr && rels->nr * layout.entry == plt->sh_size) {
		header = 0; /* no lazy binding, so no header */
	} else {
		offset += header;
	}
	ret = symtab__add_stubs(tab, file, rels, offset, end, layout.entry, err);
	if (!ret && header)
		ret = symtab__add(tab, plt->sh_offset, header, STB_GLOBAL, STT_FUNC, ".plt", err);
	return ret;
}

int symtab__add_plt(struct symtab *tab, const struct elf_file *file, struct defer_error *err)
{
	bool x86 = machine_is_x86(file);
	struct plt_relocs rels;
	GElf_Shdr plt;
	int ret;

	if (!elf_file__section(file, ".plt", &plt) || plt.sh_type == SHT_NOBITS)
		return 0;
	symtab__cut_at(tab, plt.sh_offset);
	ret = plt_relocs__read(&rels, file, ".rela.plt", x86);
	if (!ret && !rels.rel)
		ret = plt_relocs__read(&rels, file, ".rel.plt", x86);
	if (!ret)
		ret = symtab__add_plt_section(tab, file, &plt, &rels, err);
	free(rels.rel);
	if (!ret && x86)
		ret = symtab__add_plt_got(tab, file, err);
	return ret;
}
