// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tests/elf-writer.h"

#define ELF_WRITER_FIRST 0x400 /* behind the headers */

void elf_writer__init(struct elf_writer *w, uint16_t type)
{
	memset(w, 0, sizeof(*w));
	memcpy(w->ehdr.e_ident, ELFMAG, SELFMAG);
	w->ehdr.e_ident[EI_CLASS] = ELFCLASS64;
	w->ehdr.e_ident[EI_DATA] = __BYTE_ORDER == __LITTLE_ENDIAN ? ELFDATA2LSB : ELFDATA2MSB;
	w->ehdr.e_ident[EI_VERSION] = EV_CURRENT;
	w->ehdr.e_type = type;
	w->ehdr.e_machine = EM_X86_64;
	w->ehdr.e_version = EV_CURRENT;
	w->ehdr.e_ehsize = sizeof(w->ehdr);
	w->ehdr.e_phentsize = sizeof(w->phdrs[0]);
	w->ehdr.e_shentsize = sizeof(w->shdrs[0]);
	w->ehdr.e_shnum = 1;
	w->size = ELF_WRITER_FIRST;
	w->names_size = 1;
	w->strings_size = 1;
	w->nr_syms = 1;
}

static uint32_t add_string(struct elf_writer *w, char *strings, size_t *used, size_t cap,
			   const char *str)
{
	size_t len = strlen(str) + 1;
	uint32_t at = *used;

	if (len > cap - *used) {
		w->failed = true;
		return 0;
	}
	memcpy(strings + at, str, len);
	*used += len;
	return at;
}

int elf_writer__section(struct elf_writer *w, const char *name, uint32_t type, uint64_t flags,
			uint64_t addr, uint64_t offset, const void *data, size_t size)
{
	Elf64_Shdr *shdr = &w->shdrs[w->ehdr.e_shnum];

	if (!offset)
		offset = (w->size + 15) & ~15UL;
	if (w->ehdr.e_shnum == ELF_WRITER_SECTIONS || offset < w->size ||
	    offset > sizeof(w->bytes) || size > sizeof(w->bytes) - offset) {
		w->failed = true;
		return 0;
	}
	*shdr = (Elf64_Shdr){
		.sh_name = add_string(w, w->names, &w->names_size, sizeof(w->names), name),
		.sh_type = type,
		.sh_flags = flags,
		.sh_addr = addr,
		.sh_offset = offset,
		.sh_size = size,
		.sh_addralign = 1,
	};
	if (type != SHT_NOBITS) {
		if (data)
			memcpy(w->bytes + offset, data, size);
		w->size = offset + size;
	}
	return w->ehdr.e_shnum++;
}

void elf_writer__segment(struct elf_writer *w, uint32_t type, uint32_t flags, uint64_t vaddr,
			 uint64_t offset, uint64_t size)
{
	if (w->ehdr.e_phnum == ELF_WRITER_SEGMENTS) {
		w->failed = true;
		return;
	}
	w->phdrs[w->ehdr.e_phnum++] = (Elf64_Phdr){
		.p_type = type,
		.p_flags = flags,
		.p_offset = offset,
		.p_vaddr = vaddr,
		.p_filesz = size,
		.p_memsz = size,
		.p_align = 4,
	};
}

void elf_writer__build_id(struct elf_writer *w, const void *id, uint32_t size)
{
	struct {
		Elf64_Nhdr nhdr;
		char name[4];
		unsigned char desc[32];
	} note = {
		.nhdr = {.n_namesz = 4, .n_descsz = size, .n_type = NT_GNU_BUILD_ID},
		.name = "GNU",
	};
	size_t len = offsetof(__typeof__(note), desc) + ((size + 3) & ~3U);
	int idx;

	memcpy(note.desc, id, size);
	idx = elf_writer__section(w, ".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0, 0, &note, len);
	elf_writer__segment(w, PT_NOTE, PF_R, 0, w->shdrs[idx].sh_offset, len);
}

uint32_t elf_writer__symbol(struct elf_writer *w, const char *name, uint64_t value, uint64_t size,
			    unsigned char info, uint16_t shndx)
{
	if (w->nr_syms == ELF_WRITER_SYMBOLS) {
		w->failed = true;
		return 0;
	}
	w->syms[w->nr_syms] = (Elf64_Sym){
		.st_name = add_string(w, w->strings, &w->strings_size, sizeof(w->strings), name),
		.st_info = info,
		.st_shndx = shndx,
		.st_value = value,
		.st_size = size,
	};
	return w->nr_syms++;
}

int elf_writer__symtab(struct elf_writer *w, uint32_t type)
{
	bool dyn = type == SHT_DYNSYM;
	int strtab, symtab;

	strtab = elf_writer__section(w, dyn ? ".dynstr" : ".strtab", SHT_STRTAB, 0, 0, 0,
				     w->strings, w->strings_size);
	symtab = elf_writer__section(w, dyn ? ".dynsym" : ".symtab", type, 0, 0, 0, w->syms,
				     w->nr_syms * sizeof(w->syms[0]));
	w->shdrs[symtab].sh_link = strtab;
	w->shdrs[symtab].sh_entsize = sizeof(w->syms[0]);
	w->shdrs[symtab].sh_addralign = 8;
	w->nr_syms = 1;
	w->strings_size = 1;
	return symtab;
}

static bool write_file(const char *path, const void *bytes, size_t size)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	bool ok = fd >= 0 && write(fd, bytes, size) == (ssize_t)size;

	return (fd < 0 || !close(fd)) && ok;
}

bool elf_writer__finish(struct elf_writer *w, const char *path)
{
	size_t size;

	w->ehdr.e_shstrndx =
		elf_writer__section(w, ".shstrtab", SHT_STRTAB, 0, 0, 0, NULL, sizeof(w->names));
	if (w->failed)
		return false;
	memcpy(w->bytes + w->shdrs[w->ehdr.e_shstrndx].sh_offset, w->names, sizeof(w->names));
	w->ehdr.e_shoff = (w->size + 7) & ~7UL;
	size = w->ehdr.e_shnum * sizeof(w->shdrs[0]);
	if (size > sizeof(w->bytes) - w->ehdr.e_shoff)
		return false;
	memcpy(w->bytes + w->ehdr.e_shoff, w->shdrs, size);
	w->size = w->ehdr.e_shoff + size;
	if (w->ehdr.e_phnum)
		w->ehdr.e_phoff = sizeof(w->ehdr);
	memcpy(w->bytes, &w->ehdr, sizeof(w->ehdr));
	memcpy(w->bytes + sizeof(w->ehdr), w->phdrs, sizeof(w->phdrs));
	return write_file(path, w->bytes, w->size);
}
