// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/strpool.h"
#include "util/dso/demangle.h"
#include "util/dso/dwarf-cu.h"
#include "util/dso/dwarf-links.h"
#include "util/dso/elf-file.h"
#include "util/dso/srcline.h"

/* Longest chain of DIEs that describe one another. */
#define MAX_ORIGINS 16
#define MAX_RANGES  (1U << 24)

/* A range of a unit's code. */
struct cu_range {
	uint64_t lo, hi;
	Dwarf_Off cu; /* offset of the unit's DIE */
};

struct srcline {
	struct elf_file file;
	Dwarf *dwarf;
	struct dwarf_links links;
	Dwarf_Aranges *aranges;
	bool demangle;
	bool scanned;		 /* ranges are complete */
	struct cu_range *ranges; /* read only if .debug_aranges does not know an address */
	uint32_t nr_ranges;
	size_t cap_ranges;
	struct dwarf_cu **cus; /* units used, sorted by the offset of their DIE */
	uint32_t nr_cus;
	size_t cap_cus;
	struct strpool pool;
};

/*
 * Returns true if the last string of a section is terminated. libdw (0.188 at least) reads past the
 * end of .debug_line_str otherwise. A compressed section has a checksum, so it cannot be truncated
 * or damaged by accident.
 */
static bool string_section_ends(const struct elf_file *file, const char *name)
{
	GElf_Shdr shdr;
	Elf_Data *data;

	if (!elf_file__section(file, name, &shdr) || shdr.sh_type == SHT_NOBITS || !shdr.sh_size ||
	    (shdr.sh_flags & SHF_COMPRESSED))
		return true;
	data = elf_getdata_rawchunk(file->elf, shdr.sh_offset + shdr.sh_size - 1, 1, ELF_T_BYTE);
	return data && !*(const char *)data->d_buf;
}

static int srcline__open(struct srcline *sl, const char *path, struct defer_error *err)
{
	GElf_Shdr shdr;
	int ret;

	ret = elf_file__open(&sl->file, path, err);
	if (ret)
		return ret;
	if (sl->file.ehdr.e_type == ET_REL ||
	    (!elf_file__section(&sl->file, ".debug_info", &shdr) &&
	     !elf_file__section(&sl->file, ".zdebug_info", &shdr)))
		return defer_error__set(err, DEFER_ERR_NOENT, "%s has no DWARF", path);
	if (!string_section_ends(&sl->file, ".debug_str") ||
	    !string_section_ends(&sl->file, ".debug_line_str"))
		return defer_error__set(err, DEFER_ERR_CORRUPT,
					"%s: the last DWARF string is not terminated", path);
	sl->dwarf = dwarf_begin_elf(sl->file.elf, DWARF_C_READ, NULL);
	if (!sl->dwarf)
		return defer_error__set(err, DEFER_ERR_CORRUPT, "%s: %s", path, dwarf_errmsg(-1));
	ret = dwarf_links__init(&sl->links, &sl->file, sl->dwarf, err);
	if (ret)
		return ret;
	if (dwarf_getaranges(sl->dwarf, &sl->aranges, NULL))
		sl->aranges = NULL;
	return 0;
}

int srcline__new(struct srcline **slp, const char *path, bool demangle, struct defer_error *err)
{
	struct srcline *sl = calloc(1, sizeof(*sl));
	int ret;

	if (!sl)
		return error__no_memory(err, "to read the DWARF of %s", path);
	sl->file.fd = sl->links.file.fd = sl->links.empty.fd = -1;
	sl->demangle = demangle;
	ret = srcline__open(sl, path, err);
	if (ret) {
		srcline__delete(sl);
		return ret;
	}
	*slp = sl;
	return 0;
}

void srcline__delete(struct srcline *sl)
{
	uint32_t i;

	if (!sl)
		return;
	for (i = 0; i < sl->nr_cus; i++) {
		dwarf_cu__exit(sl->cus[i]);
		free(sl->cus[i]);
	}
	free(sl->cus);
	free(sl->ranges);
	dwarf_end(sl->dwarf);
	dwarf_links__exit(&sl->links);
	elf_file__close(&sl->file);
	strpool__exit(&sl->pool);
	free(sl);
}

static int cu_range__cmp(const void *va, const void *vb)
{
	const struct cu_range *a = va, *b = vb;

	return CMP(a->lo, b->lo);
}

static bool srcline__add_range(struct srcline *sl, uint64_t lo, uint64_t hi, Dwarf_Off cu)
{
	if (sl->nr_ranges >= MAX_RANGES ||
	    !ARRAY_GROW(sl->ranges, sl->cap_ranges, sl->nr_ranges + 1ULL))
		return false;
	sl->ranges[sl->nr_ranges++] = (struct cu_range){.lo = lo, .hi = hi, .cu = cu};
	return true;
}

static bool srcline__add_unit(struct srcline *sl, Dwarf_Die *die)
{
	Dwarf_Addr base, lo, hi;
	ptrdiff_t at = 0;

	while ((at = dwarf_ranges(die, at, &base, &lo, &hi)) > 0) {
		if (lo < hi && !srcline__add_range(sl, lo, hi, dwarf_dieoffset(die)))
			return false;
	}
	return true;
}

/*
 * Reads the ranges of each unit, since not all compilers write .debug_aranges, and assemblers
 * rarely do.
 */
static void srcline__scan(struct srcline *sl)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	Dwarf_Die die;
	uint8_t type;

	sl->scanned = true;
	while (!dwarf_get_units(sl->dwarf, cu, &cu, &version, &type, &die, NULL)) {
		if (type != DW_UT_compile && type != DW_UT_skeleton)
			continue;
		if (!srcline__add_unit(sl, &die))
			break;
	}
	if (sl->nr_ranges)
		qsort(sl->ranges, sl->nr_ranges, sizeof(*sl->ranges), cu_range__cmp);
}

static bool srcline__scan_find(struct srcline *sl, uint64_t addr, Dwarf_Off *offset)
{
	size_t after;

	if (!sl->scanned)
		srcline__scan(sl);
	after = LOWER_BOUND(i, sl->nr_ranges, sl->ranges[i].lo <= addr);
	if (!after || addr >= sl->ranges[after - 1].hi)
		return false;
	*offset = sl->ranges[after - 1].cu;
	return true;
}

/* Returns the index in cus of the unit with its DIE at @offset, or where it would be inserted. */
static uint32_t srcline__cu_index(const struct srcline *sl, Dwarf_Off offset)
{
	return LOWER_BOUND(i, sl->nr_cus, dwarf_dieoffset(&sl->cus[i]->die) < offset);
}

static struct dwarf_cu *srcline__add_cu(struct srcline *sl, uint32_t at, Dwarf_Off offset)
{
	struct dwarf_cu *cu;
	Dwarf_Die die;

	if (!dwarf_offdie(sl->dwarf, offset, &die))
		return NULL;
	if (!ARRAY_GROW(sl->cus, sl->cap_cus, sl->nr_cus + 1ULL))
		return NULL;
	cu = malloc(sizeof(*cu));
	if (!cu)
		return NULL;
	dwarf_cu__init(cu, &die, &sl->links);
	memmove(sl->cus + at + 1, sl->cus + at, (sl->nr_cus - at) * sizeof(*sl->cus));
	sl->cus[at] = cu;
	sl->nr_cus++;
	return cu;
}

static struct dwarf_cu *srcline__find_cu(struct srcline *sl, uint64_t addr)
{
	Dwarf_Arange *arange = NULL;
	Dwarf_Off offset;
	uint32_t at;

	if (sl->aranges)
		arange = dwarf_getarange_addr(sl->aranges, addr);
	if ((!arange || dwarf_getarangeinfo(arange, NULL, NULL, &offset)) &&
	    !srcline__scan_find(sl, addr, &offset))
		return NULL;
	at = srcline__cu_index(sl, offset);
	if (at < sl->nr_cus && dwarf_dieoffset(&sl->cus[at]->die) == offset)
		return sl->cus[at];
	return srcline__add_cu(sl, at, offset);
}

/*
 * Returns a string attribute of @die, or of a DIE that it refers to as its origin.
 * dwarf_attr_integrate() is not used, since it looks for the other half of a skeleton unit, which a
 * crafted DIE may claim as its origin: see dwarf_links.
 */
static const char *die_string(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Die at = *die, origin;
	Dwarf_Attribute attr;

	for (int depth = 0; depth < MAX_ORIGINS; depth++) {
		if (dwarf_attr(&at, name, &attr))
			return dwarf_formstring(&attr);
		if (!dwarf_attr(&at, DW_AT_abstract_origin, &attr) &&
		    !dwarf_attr(&at, DW_AT_specification, &attr))
			break;
		if (!dwarf_formref_die(&attr, &origin))
			break;
		at = origin;
	}
	return NULL;
}

/* Returns the name of an inlined function as it would be in the symbol table. */
static const char *srcline__name(struct srcline *sl, Dwarf_Die *die)
{
	const char *name = die_string(die, DW_AT_linkage_name);
	char *demangled = NULL;

	if (!name)
		name = die_string(die, DW_AT_MIPS_linkage_name);
	if (!name)
		name = die_string(die, DW_AT_name);
	if (!name)
		return "??";
	if (sl->demangle)
		demangled = demangle_sym(name);
	if (demangled) {
		name = strpool__add(&sl->pool, demangled, strlen(demangled));
		free(demangled);
	}
	return name ? name : "??";
}

static const char *call_file(struct dwarf_cu *cu, Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Files *files;
	Dwarf_Word idx;
	size_t nr;

	if (dwarf_formudata(dwarf_attr(die, DW_AT_call_file, &attr), &idx) ||
	    dwarf_getsrcfiles(&cu->die, &files, &nr) || idx >= nr)
		return NULL;
	return dwarf_filesrc(files, idx, NULL, NULL);
}

static unsigned int call_line(Dwarf_Die *die)
{
	Dwarf_Attribute attr;
	Dwarf_Word line;

	return dwarf_formudata(dwarf_attr(die, DW_AT_call_line, &attr), &line) ? 0 : line;
}

/* Sets the name of frames[0], and its call site in frames[1]. */
static bool srcline__unwind(struct srcline *sl, struct dwarf_cu *cu, struct dwarf_inline *inl,
			    struct src_frame *frames)
{
	Dwarf_Die die;

	if (!dwarf_cu__die(cu, inl->die, &die))
		return false;
	if (!inl->name)
		inl->name = srcline__name(sl, &die);
	frames[0].name = inl->name;
	frames[1] = (struct src_frame){
		.file = call_file(cu, &die),
		.line = call_line(&die),
	};
	return true;
}

int srcline__find(struct srcline *sl, uint64_t addr, struct src_frame *frames, int max)
{
	struct dwarf_cu *cu = max > 0 ? srcline__find_cu(sl, addr) : NULL;
	struct dwarf_func *func;
	Dwarf_Line *line;
	int nr = 1, no;
	uint32_t i;

	line = cu ? dwarf_getsrc_die(&cu->die, addr) : NULL;
	if (!line || dwarf_lineno(line, &no))
		return 0;
	frames[0] = (struct src_frame){
		.file = dwarf_linesrc(line, NULL, NULL),
		.line = no > 0 ? no : 0,
	};
	func = dwarf_cu__find_func(cu, addr);
	i = func ? dwarf_cu__find_inline(cu, func, addr) : DWARF_NONE;
	for (; i != DWARF_NONE && nr < max; i = func->inlines[i].parent) {
		if (!srcline__unwind(sl, cu, &func->inlines[i], &frames[nr - 1]))
			break;
		nr++;
	}
	return nr;
}
