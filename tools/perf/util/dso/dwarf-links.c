// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <elfutils/libdwelf.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/dwarf-links.h"

/* ---- paths ---- */

/* Returns the path that libdw derives from the file's descriptor. */
static char *path_of_fd(int fd)
{
	char link[64], path[PATH_MAX];
	ssize_t len;

	snprintf(link, sizeof(link), "/proc/self/fd/%d", fd);
	len = readlink(link, path, sizeof(path) - 1);
	if (len <= 0 || path[0] != '/')
		return NULL;
	return strndup(path, len);
}

/* Joins @dir (may be NULL) and @name. A relative path starts in the directory of the file. */
static bool dwarf_links__join(const struct dwarf_links *links, const char *dir, const char *name,
			      char *path)
{
	const char *base = links->path ? links->path : "/";
	int folder = strrchr(base, '/') + 1 - base, len;

	if (name[0] == '/')
		len = snprintf(path, PATH_MAX, "%s", name);
	else if (dir && dir[0] == '/')
		len = snprintf(path, PATH_MAX, "%s/%s", dir, name);
	else
		len = snprintf(path, PATH_MAX, "%.*s%s%s%s", folder, base, dir ? dir : "",
			       dir ? "/" : "", name);
	return len >= 0 && len < PATH_MAX;
}

/*
 * Returns true if @path is a regular file or does not exist. A path that is too long cannot be
 * opened either.
 */
static bool is_harmless(const char *path)
{
	struct stat st;

	return stat(path, &st) || S_ISREG(st.st_mode);
}

/* ---- supplementary files ---- */

/*
 * Makes an ELF file whose .debug_info is one empty unit, so any reference into it leads past its
 * end and fails.
 */
static int open_empty(struct dwarf_links *links, struct defer_error *err)
{
	static const char names[] = "\0.debug_info\0.shstrtab";
	struct {
		Elf64_Ehdr ehdr;
		Elf64_Shdr shdrs[3];
		char names[sizeof(names)];
		char info[1];
	} *image = calloc(1, sizeof(*image));
	Elf64_Shdr *info, *strings;
	int ret;

	if (!image)
		return error__no_memory(err, "to read DWARF");
	memcpy(image->ehdr.e_ident, ELFMAG, SELFMAG);
	image->ehdr.e_ident[EI_CLASS] = ELFCLASS64;
	image->ehdr.e_ident[EI_DATA] =
		__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? ELFDATA2LSB : ELFDATA2MSB;
	image->ehdr.e_ident[EI_VERSION] = EV_CURRENT;
	image->ehdr.e_type = ET_DYN;
	image->ehdr.e_version = EV_CURRENT;
	image->ehdr.e_ehsize = sizeof(image->ehdr);
	image->ehdr.e_shoff = (char *)image->shdrs - (char *)image;
	image->ehdr.e_shentsize = sizeof(image->shdrs[0]);
	image->ehdr.e_shnum = 3;
	image->ehdr.e_shstrndx = 2;
	info = &image->shdrs[1];
	info->sh_name = 1;
	info->sh_type = SHT_PROGBITS;
	info->sh_offset = image->info - (char *)image;
	info->sh_size = sizeof(image->info);
	info->sh_addralign = 1;
	strings = &image->shdrs[2];
	strings->sh_name = 1 + sizeof(".debug_info");
	strings->sh_type = SHT_STRTAB;
	strings->sh_offset = image->names - (char *)image;
	strings->sh_size = sizeof(names);
	strings->sh_addralign = 1;
	memcpy(image->names, names, sizeof(names));
	ret = elf_file__open_image(&links->empty, image, sizeof(*image), "no file", err);
	if (ret)
		return ret;
	links->no_alt = dwarf_begin_elf(links->empty.elf, DWARF_C_READ, NULL);
	if (!links->no_alt)
		return defer_error__set(err, DEFER_ERR_NOMEM, "cannot read DWARF: %s",
					dwarf_errmsg(-1));
	dwarf_setalt(links->no_alt, links->no_alt);
	return 0;
}

/* Returns true if the file has skeleton units. Supplementary and split files must not have any. */
static bool has_skeletons(Dwarf *dwarf)
{
	Dwarf_CU *cu = NULL;
	Dwarf_Half version;
	uint8_t type;

	while (!dwarf_get_units(dwarf, cu, &cu, &version, &type, NULL, NULL)) {
		if (type == DW_UT_skeleton)
			return true;
	}
	return false;
}

static bool try_alt(struct dwarf_links *links, const char *path, const struct build_id *bid)
{
	if (elf_file__open_build(&links->file, path, bid, NULL))
		return false;
	links->alt = dwarf_begin_elf(links->file.elf, DWARF_C_READ, NULL);
	if (links->alt) {
		dwarf_setalt(links->alt, links->no_alt);
		if (!has_skeletons(links->alt))
			return true;
		dwarf_end(links->alt);
		links->alt = NULL;
	}
	elf_file__close(&links->file);
	return false;
}

/* Searches the same places as libdw. */
static void find_alt(struct dwarf_links *links, Dwarf *dwarf)
{
	char path[PATH_MAX], hex[SBUILD_ID_SIZE];
	const char *name = NULL;
	const void *id = NULL;
	struct build_id bid;
	ssize_t size;

	size = dwelf_dwarf_gnu_debugaltlink(dwarf, &name, &id);
	if (size <= 0)
		return;
	build_id__init(&bid, id, size);
	if (build_id__snprintf(&bid, hex) < 4)
		return;
	snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%.2s/%s.debug", hex, hex + 2);
	if (!try_alt(links, path, &bid) && dwarf_links__join(links, NULL, name, path))
		try_alt(links, path, &bid);
}

int dwarf_links__init(struct dwarf_links *links, const struct elf_file *file, Dwarf *dwarf,
		      struct defer_error *err)
{
	int ret;

	*links = (struct dwarf_links){.file = {.fd = -1}, .empty = {.fd = -1}};
	links->path = path_of_fd(file->fd);
	ret = open_empty(links, err);
	if (ret)
		return ret;
	find_alt(links, dwarf);
	dwarf_setalt(dwarf, links->alt ? links->alt : links->no_alt);
	return 0;
}

void dwarf_links__exit(struct dwarf_links *links)
{
	dwarf_end(links->alt);
	dwarf_end(links->no_alt);
	elf_file__close(&links->file);
	elf_file__close(&links->empty);
	free(links->path);
	memset(links, 0, sizeof(*links));
}

/* ---- split units ---- */

static const char *string_of(Dwarf_Die *die, unsigned int name)
{
	Dwarf_Attribute attr;

	return dwarf_formstring(dwarf_attr(die, name, &attr));
}

bool dwarf_links__may_split(const struct dwarf_links *links, Dwarf_Die *die)
{
	const char *name = string_of(die, DW_AT_dwo_name), *dir = string_of(die, DW_AT_comp_dir);
	char path[PATH_MAX];

	if (!links->path)
		return false;
	if (snprintf(path, sizeof(path), "%s.dwp", links->path) >= (int)sizeof(path) ||
	    !is_harmless(path))
		return false;
	if (!name)
		name = string_of(die, DW_AT_GNU_dwo_name);
	if (!name)
		return true;
	return dwarf_links__join(links, NULL, name, path) && is_harmless(path) &&
	       dwarf_links__join(links, dir, name, path) && is_harmless(path);
}

bool dwarf_links__guard_split(struct dwarf_links *links, Dwarf *split)
{
	/* Many units of one package ask for the same file, so the last answer is kept. */
	if (links->last_split != split) {
		dwarf_setalt(split, links->no_alt);
		links->last_split = split;
		links->last_may = !has_skeletons(split);
	}
	return links->last_may;
}
