// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/fd.h"
#include "util/dso/elf-file.h"

/* More than any linker makes. A header that claims more is refused. */
#define ELF_MAX_SEGMENTS 1024
#define ELF_MAX_SECTION	 (1ULL << 31)

static int elf_error(struct defer_error *err, const char *name)
{
	return defer_error__set(err, DEFER_ERR_CORRUPT, "%s: %s", name, elf_errmsg(-1));
}

static int segments__add(struct elf_segments *segs, const struct elf_segment *seg)
{
	if (!ARRAY_GROW(segs->seg, segs->cap, segs->nr + 1ULL))
		return DEFER_ERR_NOMEM;
	segs->seg[segs->nr++] = *seg;
	return 0;
}

/*
 * Adds a segment unless it wraps around. It may reach past the end of the file: some debug files
 * have the headers of the code they describe, but not the code.
 */
static int segments__add_checked(struct elf_file *file, struct elf_segment seg)
{
	if (!seg.size || seg.offset + seg.size < seg.offset || seg.vaddr + seg.size < seg.vaddr)
		return 0;
	return segments__add(&file->segs, &seg);
}

static int elf_file__read_phdrs(struct elf_file *file, size_t nr)
{
	GElf_Phdr phdr;
	Elf_Data *data;
	size_t i;
	int ret;

	for (i = 0; i < nr && i < ELF_MAX_SEGMENTS; i++) {
		if (!gelf_getphdr(file->elf, i, &phdr))
			continue;
		if (phdr.p_type == PT_NOTE && !build_id__known(&file->bid)) {
			data = elf_getdata_rawchunk(file->elf, phdr.p_offset, phdr.p_filesz,
						    phdr.p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
			if (data)
				build_id__from_notes(&file->bid, data->d_buf, data->d_size,
						     phdr.p_align);
		}
		if (phdr.p_type != PT_LOAD)
			continue;
		ret = segments__add_checked(file, (struct elf_segment){
							  .vaddr = phdr.p_vaddr,
							  .offset = phdr.p_offset,
							  .size = phdr.p_filesz,
							  .exec = phdr.p_flags & PF_X,
						  });
		if (ret)
			return ret;
	}
	return 0;
}

/* Uses sections if there are no program headers (files written by JITs, relocatable files). */
static int elf_file__read_shdrs(struct elf_file *file)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	int ret;

	while (file->segs.nr < ELF_MAX_SEGMENTS && (scn = elf_nextscn(file->elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type == SHT_NOBITS ||
		    !(shdr.sh_flags & SHF_ALLOC))
			continue;
		ret = segments__add_checked(file, (struct elf_segment){
							  .vaddr = shdr.sh_addr,
							  .offset = shdr.sh_offset,
							  .size = shdr.sh_size,
							  .exec = shdr.sh_flags & SHF_EXECINSTR,
						  });
		if (ret)
			return ret;
	}
	return 0;
}

static void elf_file__read_note_sections(struct elf_file *file)
{
	Elf_Scn *scn = NULL;
	GElf_Shdr shdr;
	Elf_Data *data;

	while (!build_id__known(&file->bid) && (scn = elf_nextscn(file->elf, scn))) {
		if (!gelf_getshdr(scn, &shdr) || shdr.sh_type != SHT_NOTE)
			continue;
		data = elf_getdata(scn, NULL);
		if (data && data->d_buf)
			build_id__from_notes(&file->bid, data->d_buf, data->d_size,
					     shdr.sh_addralign);
	}
}

static int elf_file__init(struct elf_file *file, const char *name, struct defer_error *err)
{
	size_t nr_phdrs = 0;
	int ret;

	if (elf_kind(file->elf) != ELF_K_ELF)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s is not an ELF file", name);
	if (!gelf_getehdr(file->elf, &file->ehdr) || elf_getphdrnum(file->elf, &nr_phdrs))
		return elf_error(err, name);
	if (elf_getshdrstrndx(file->elf, &file->shstrndx))
		file->shstrndx = 0;

	ret = elf_file__read_phdrs(file, nr_phdrs);
	if (!ret && !file->segs.nr && file->ehdr.e_type != ET_REL)
		ret = elf_file__read_shdrs(file);
	if (ret)
		return defer_error__set(err, ret, "not enough memory to read %s", name);
	elf_file__read_note_sections(file);
	return 0;
}

int elf_file__open(struct elf_file *file, const char *path, struct defer_error *err)
{
	int ret;

	memset(file, 0, sizeof(*file));
	file->fd = fd__open_regular(path, &file->size, err);
	if (file->fd < 0)
		return file->fd;

	elf_version(EV_CURRENT);
	file->elf = elf_begin(file->fd, ELF_C_READ, NULL);
	ret = file->elf ? elf_file__init(file, path, err) : elf_error(err, path);
	if (ret)
		elf_file__close(file);
	return ret;
}

int elf_file__open_image(struct elf_file *file, void *image, size_t size, const char *name,
			 struct defer_error *err)
{
	int ret;

	memset(file, 0, sizeof(*file));
	file->fd = -1;
	file->image = image;
	file->size = size;

	elf_version(EV_CURRENT);
	file->elf = elf_memory(image, size);
	ret = file->elf ? elf_file__init(file, name, err) : elf_error(err, name);
	if (ret)
		elf_file__close(file);
	return ret;
}

void elf_file__close(struct elf_file *file)
{
	elf_end(file->elf);
	if (file->fd >= 0)
		close(file->fd);
	free(file->image);
	free(file->segs.seg);
	memset(file, 0, sizeof(*file));
	file->fd = -1;
}

const char *elf_file__section_name(const struct elf_file *file, const GElf_Shdr *shdr)
{
	return elf_strptr(file->elf, file->shstrndx, shdr->sh_name);
}

Elf_Scn *elf_file__section(const struct elf_file *file, const char *name, GElf_Shdr *shdr)
{
	Elf_Scn *scn = NULL;
	const char *str;

	while ((scn = elf_nextscn(file->elf, scn))) {
		if (!gelf_getshdr(scn, shdr))
			continue;
		str = elf_file__section_name(file, shdr);
		if (str && !strcmp(str, name))
			return scn;
	}
	return NULL;
}

bool elf_file__has_code(const struct elf_file *file)
{
	GElf_Shdr shdr;

	return !elf_file__section(file, ".text", &shdr) || shdr.sh_type != SHT_NOBITS;
}

static int elf_file__pread(const struct elf_file *file, char *buf, uint64_t size, uint64_t offset)
{
	ssize_t n;

	if (file->image) {
		memcpy(buf, (const char *)file->image + offset, size);
		return 0;
	}
	while (size) {
		n = pread(file->fd, buf, size, offset);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return -1;
		buf += n;
		offset += n;
		size -= n;
	}
	return 0;
}

int elf_file__read_section(const struct elf_file *file, const GElf_Shdr *shdr, char **buf,
			   struct defer_error *err)
{
	uint64_t size = shdr->sh_size;

	if (shdr->sh_type == SHT_NOBITS || shdr->sh_offset > file->size ||
	    size > file->size - shdr->sh_offset || size > ELF_MAX_SECTION)
		return defer_error__set_at(err, DEFER_ERR_CORRUPT, shdr->sh_offset,
					   "a section does not fit in its file");
	*buf = malloc(size + 1);
	if (!*buf)
		return defer_error__set_at(err, DEFER_ERR_NOMEM, shdr->sh_offset,
					   "not enough memory for a section of %llu bytes",
					   (unsigned long long)size);
	if (elf_file__pread(file, *buf, size, shdr->sh_offset)) {
		free(*buf);
		*buf = NULL;
		return defer_error__set_at(err, DEFER_ERR_TRUNCATED, shdr->sh_offset,
					   "the file ends within a section");
	}
	(*buf)[size] = '\0';
	return 0;
}

bool elf_segments__to_offset(const struct elf_segments *segs, uint64_t vaddr, uint64_t *offset)
{
	const struct elf_segment *seg = segs->seg;
	uint32_t i;

	for (i = 0; i < segs->nr; i++, seg++) {
		if (vaddr - seg->vaddr < seg->size) {
			*offset = vaddr - seg->vaddr + seg->offset;
			return true;
		}
	}
	return false;
}

/* Segments may share a page of the file; the executable one is preferred. */
bool elf_segments__to_vaddr(const struct elf_segments *segs, uint64_t offset, uint64_t *vaddr)
{
	const struct elf_segment *seg, *best = NULL;

	for (seg = segs->seg; seg < segs->seg + segs->nr; seg++) {
		if (offset - seg->offset < seg->size && (!best || (seg->exec && !best->exec)))
			best = seg;
	}
	if (best)
		*vaddr = offset - best->offset + best->vaddr;
	return best;
}
