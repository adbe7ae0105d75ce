// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <gelf.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/byte-buf.h"
#include "util/base/error.h"
#include "util/dso/build-id-cache.h"
#include "util/inject/mark-elf.h"
#include "util/profile/func.h"

#define TEXT_AT	    0x400 /* of .text, in the file and in memory, bytes */
#define SYMBOL_SIZE 16

uint64_t mark_elf__offset(enum defer_class cls)
{
	return func__no_half_name(cls) ? TEXT_AT + SYMBOL_SIZE * (uint64_t)cls : 0;
}

void mark_elf__build_id(struct build_id *bid)
{
	char data[BUILD_ID_SIZE + 1] = "perf-defer marks";
	uint32_t hash = 2166136261; /* FNV-1a */

	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const char *name = func__no_half_name(cls);

		for (; name && *name; name++)
			hash = (hash ^ (unsigned char)*name) * 16777619;
		hash = (hash ^ cls) * 16777619;
	}
	for (int i = 0; i < 4; i++)
		data[16 + i] = hash >> 8 * i;
	build_id__init(bid, data, BUILD_ID_SIZE);
}

/* ---- the file ---- */

enum {
	NOTE = 1,
	TEXT,
	SYMTAB,
	STRTAB,
	SHSTRTAB
};

/* Contents of the sections, which libelf reads when it writes the file. */
struct contents {
	struct {
		GElf_Nhdr header;
		char name[4];
		uint8_t id[BUILD_ID_SIZE];
	} note;
	uint8_t text[SYMBOL_SIZE * DEFER_NR_CLASSES];
	Elf64_Sym symbols[DEFER_NR_CLASSES + 1];
	size_t nr_symbols;
	struct byte_buf names;
};

static const char section_names[] = "\0.note.gnu.build-id\0.text\0.symtab\0.strtab\0.shstrtab";

static void contents__init(struct contents *contents)
{
	struct build_id bid;

	*contents = (struct contents){
		.note = {.header = {4, BUILD_ID_SIZE, NT_GNU_BUILD_ID}, .name = "GNU"},
		.nr_symbols = 1,
	};
	mark_elf__build_id(&bid);
	memcpy(contents->note.id, bid.data, BUILD_ID_SIZE);
	byte_buf__zeros(&contents->names, 1);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		const char *name = func__no_half_name(cls);

		if (!name)
			continue;
		contents->symbols[contents->nr_symbols++] = (Elf64_Sym){
			.st_name = contents->names.size,
			.st_info = ELF64_ST_INFO(STB_GLOBAL, STT_FUNC),
			.st_shndx = TEXT,
			.st_value = mark_elf__offset(cls),
			.st_size = SYMBOL_SIZE,
		};
		byte_buf__add(&contents->names, name, strlen(name) + 1);
	}
}

static bool add_section(Elf *elf, const Elf64_Shdr *header, const char *name, const void *buf,
			size_t size, Elf_Type type)
{
	Elf_Scn *scn = elf_newscn(elf);
	Elf_Data *data = scn ? elf_newdata(scn) : NULL;
	Elf64_Shdr *shdr = data ? elf64_getshdr(scn) : NULL;
	const char *at = memmem(section_names, sizeof(section_names), name, strlen(name) + 1);

	if (!shdr || !at)
		return false;
	*shdr = *header;
	shdr->sh_name = at - section_names;
	*data = (Elf_Data){
		.d_buf = (void *)buf,
		.d_type = type,
		.d_size = size,
		.d_align = header->sh_addralign,
		.d_version = EV_CURRENT,
	};
	return true;
}

static bool add_sections(Elf *elf, const struct contents *contents)
{
	const Elf64_Shdr note = {.sh_type = SHT_NOTE, .sh_flags = SHF_ALLOC, .sh_addralign = 4};
	const Elf64_Shdr text = {.sh_type = SHT_PROGBITS,
				 .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
				 .sh_addr = TEXT_AT,
				 .sh_addralign = TEXT_AT};
	const Elf64_Shdr symbols = {.sh_type = SHT_SYMTAB,
				    .sh_link = STRTAB,
				    .sh_info = 1,
				    .sh_addralign = 8,
				    .sh_entsize = sizeof(Elf64_Sym)};
	const Elf64_Shdr strings = {.sh_type = SHT_STRTAB, .sh_addralign = 1};

	return add_section(elf, &note, ".note.gnu.build-id", &contents->note,
			   sizeof(contents->note), ELF_T_BYTE) &&
	       add_section(elf, &text, ".text", contents->text, sizeof(contents->text),
			   ELF_T_BYTE) &&
	       add_section(elf, &symbols, ".symtab", contents->symbols,
			   contents->nr_symbols * sizeof(Elf64_Sym), ELF_T_SYM) &&
	       add_section(elf, &strings, ".strtab", contents->names.data, contents->names.size,
			   ELF_T_BYTE) &&
	       add_section(elf, &strings, ".shstrtab", section_names, sizeof(section_names),
			   ELF_T_BYTE);
}

/* Fills in what depends on the layout. Returns false if .text is not where its symbols are. */
static bool place_segments(Elf *elf, Elf64_Phdr phdrs[2])
{
	Elf64_Shdr *note = elf64_getshdr(elf_getscn(elf, NOTE));
	const Elf64_Shdr *text = elf64_getshdr(elf_getscn(elf, TEXT));

	if (!note || !text || text->sh_offset != TEXT_AT)
		return false;
	note->sh_addr = note->sh_offset;
	phdrs[0] = (Elf64_Phdr){
		.p_type = PT_LOAD,
		.p_flags = PF_R | PF_X,
		.p_filesz = TEXT_AT + text->sh_size,
		.p_memsz = TEXT_AT + text->sh_size,
		.p_align = 4096,
	};
	phdrs[1] = (Elf64_Phdr){
		.p_type = PT_NOTE,
		.p_flags = PF_R,
		.p_offset = note->sh_offset,
		.p_vaddr = note->sh_offset,
		.p_paddr = note->sh_offset,
		.p_filesz = note->sh_size,
		.p_memsz = note->sh_size,
		.p_align = 4,
	};
	return true;
}

static bool write_elf(Elf *elf, const struct contents *contents)
{
	Elf64_Ehdr *ehdr = elf ? elf64_newehdr(elf) : NULL;
	Elf64_Phdr *phdrs = ehdr ? elf64_newphdr(elf, 2) : NULL;

	if (!phdrs || !add_sections(elf, contents))
		return false;
	ehdr->e_ident[EI_DATA] = __BYTE_ORDER == __BIG_ENDIAN ? ELFDATA2MSB : ELFDATA2LSB;
	ehdr->e_type = ET_DYN;
	ehdr->e_machine = EM_NONE; /* it holds no code */
	ehdr->e_version = EV_CURRENT;
	ehdr->e_shstrndx = SHSTRTAB;
	return elf_update(elf, ELF_C_NULL) >= 0 && place_segments(elf, phdrs) &&
	       elf_update(elf, ELF_C_WRITE) >= 0;
}

/* Returns a descriptor of the file in memory, or a negative code. */
static int mark_elf__new(struct defer_error *err)
{
	int fd = memfd_create("marks", MFD_CLOEXEC);
	struct contents contents;
	Elf *elf;
	bool ok;

	if (fd < 0)
		return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET,
					"cannot make a file in memory: %s", strerror(errno));
	elf_version(EV_CURRENT);
	contents__init(&contents);
	elf = elf_begin(fd, ELF_C_WRITE, NULL);
	ok = !contents.names.no_memory && write_elf(elf, &contents);
	if (!ok)
		error__no_memory(err, "for the names of missing stacks");
	elf_end(elf);
	byte_buf__exit(&contents.names);
	if (ok)
		return fd;
	close(fd);
	return DEFER_ERR_NOMEM;
}

int mark_elf__cache(const char *dir, struct defer_error *err)
{
	struct build_id_cache cache;
	struct build_id bid;
	int fd = mark_elf__new(err), ret;

	if (fd < 0)
		return fd;
	mark_elf__build_id(&bid);
	ret = build_id_cache__open(&cache, dir, err);
	if (!ret) {
		ret = build_id_cache__add_elf(&cache, MARK_ELF_NAME, &bid, fd, err);
		build_id_cache__close(&cache);
	}
	close(fd);
	return ret;
}
