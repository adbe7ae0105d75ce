// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/build-id-cache.h"
#include "util/inject/marks.h"
#include "util/inject/splice.h"
#include "util/output/feature-writer.h"
#include "util/profile/func.h"
#include "util/synth/synth-record.h"
#include "util/unwind/repair-outcome.h"

static const struct build_id file_id = {MARKS_FILE_ID, BUILD_ID_SIZE};

/* ---- the file ---- */

#define NR_MARKS    (MARK_GAP + 1)
#define SYMBOL_SIZE 16
#define NAME_SIZE   40

/* The sections are none, the note, .text, .symtab and .strtab. */
#define TEXT	    2
#define STRTAB	    4
#define NR_SECTIONS 5

/* The file, byte by byte, in the byte order of this machine. It is mapped from its beginning on. */
struct marks_file {
	Elf64_Ehdr header;
	Elf64_Phdr load, notes;
	Elf64_Nhdr note;
	char note_name[4];
	uint8_t id[BUILD_ID_SIZE];
	_Alignas(0x400) uint8_t text[SYMBOL_SIZE * NR_MARKS];
	Elf64_Sym symbols[1 + NR_MARKS];
	char names[NR_SECTIONS + NR_MARKS][NAME_SIZE];
	Elf64_Shdr sections[NR_SECTIONS];
};

#define AT(member) offsetof(struct marks_file, member)
#define NOTE_SIZE  (AT(id) + BUILD_ID_SIZE - AT(note))

/*
 * All but the symbols. It holds no code, so it is of no machine. What stands without the names of members
 * is in the order of elf.h.
 */
static const struct marks_file without_symbols = {
	.header = {.e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64,
			       __BYTE_ORDER == __BIG_ENDIAN ? ELFDATA2MSB : ELFDATA2LSB,
			       EV_CURRENT},
		   .e_type = ET_DYN,
		   .e_version = EV_CURRENT,
		   .e_phoff = AT(load),
		   .e_shoff = AT(sections),
		   .e_ehsize = sizeof(Elf64_Ehdr),
		   .e_phentsize = sizeof(Elf64_Phdr),
		   .e_phnum = 2,
		   .e_shentsize = sizeof(Elf64_Shdr),
		   .e_shnum = NR_SECTIONS,
		   .e_shstrndx = STRTAB},
	.load = {PT_LOAD, PF_R | PF_X, 0, 0, 0, AT(symbols), AT(symbols), MARKS_FILE_SIZE},
	.notes = {PT_NOTE, PF_R, AT(note), AT(note), AT(note), NOTE_SIZE, NOTE_SIZE, 4},
	.note = {4, BUILD_ID_SIZE, NT_GNU_BUILD_ID},
	.note_name = "GNU",
	.id = MARKS_FILE_ID,
	.names = {"", ".note.gnu.build-id", ".text", ".symtab", ".strtab"},
	.sections = {{0},
		     {1 * NAME_SIZE, SHT_NOTE, SHF_ALLOC, AT(note), AT(note), NOTE_SIZE, 0, 0, 4,
		      0},
		     {TEXT * NAME_SIZE, SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, AT(text), AT(text),
		      AT(symbols) - AT(text), 0, 0, SYMBOL_SIZE, 0},
		     {3 * NAME_SIZE, SHT_SYMTAB, 0, 0, AT(symbols), AT(names) - AT(symbols), STRTAB,
		      1 + NR_MARKS, 8, sizeof(Elf64_Sym)},
		     {STRTAB * NAME_SIZE, SHT_STRTAB, 0, 0, AT(names), AT(sections) - AT(names), 0,
		      0, 1, 0}},
};

const char *marks__name(unsigned int kind)
{
	return kind == MARK_GAP ? HALF_GAP_NAME : func__no_half_name(kind);
}

uint64_t marks__offset(unsigned int kind)
{
	return marks__name(kind) ? AT(text) + SYMBOL_SIZE * (uint64_t)kind : 0;
}

static void marks_file__add_symbols(struct marks_file *file)
{
	for (unsigned int kind = 0; kind < NR_MARKS; kind++) {
		const char *name = marks__name(kind);

		if (!name)
			continue;
		strncpy(file->names[NR_SECTIONS + kind], name, NAME_SIZE - 1);
		file->symbols[1 + kind] = (Elf64_Sym){
			.st_name = (NR_SECTIONS + kind) * NAME_SIZE,
			.st_info = ELF64_ST_INFO(STB_LOCAL, STT_FUNC),
			.st_shndx = TEXT,
			.st_value = marks__offset(kind),
			.st_size = SYMBOL_SIZE,
		};
	}
}

static int add_to_cache(const char *dir, struct defer_error *err)
{
	int fd = memfd_create("marks", MFD_CLOEXEC), ret;
	struct marks_file file = without_symbols;
	struct build_id_cache cache;

	marks_file__add_symbols(&file);
	if (fd < 0 || pwrite(fd, &file, sizeof(file), 0) != sizeof(file))
		ret = defer_error__set(err, DEFER_ERR_IO, "cannot make a file in memory: %s",
				       strerror(errno));
	else
		ret = build_id_cache__open(&cache, dir, err);
	if (!ret) {
		ret = build_id_cache__add_elf(&cache, MARKS_FILE, &file_id, fd, err);
		build_id_cache__close(&cache);
	}
	close(fd);
	return ret < 0 ? ret : 0;
}

/* ---- addresses that the trace uses ---- */

/*
 * The ranges that the map may have: a page at each of 0x0f00000000000000, 0x0f01000000000000, and so
 * on. No kernel maps memory there: x86-64 and RISC-V end at 2^56, arm64 at 2^52.
 */
#define BASE		  0x0f00000000000000ULL
#define BASE_MASK	  0xfff0fffffffff000ULL
#define SHIFT		  48
#define NR_RANGES	  16
#define RANGE_BASE(range) (BASE | (uint64_t)(range) << SHIFT)

/* Returns the bit of the range that has @addr, or 0. */
static uint32_t range_of(uint64_t addr)
{
	return (addr & BASE_MASK) == BASE ? 1U << (addr >> SHIFT & (NR_RANGES - 1)) : 0;
}

static uint32_t ranges_of_stack(const struct stitched *sample)
{
	uint32_t taken = range_of(sample->sample->ip) | range_of(sample->sample->addr);

	for (uint32_t i = 0; i < sample->user.nr; i++)
		taken |= range_of(sample->user.ips[i]);
	return taken;
}

static uint32_t ranges_of_maps(const struct maps *maps)
{
	uint32_t taken = 0;

	for (unsigned int i = 0; i < NR_RANGES; i++) {
		const struct map *next = maps__next(maps, RANGE_BASE(i));

		if (next && next->start < RANGE_BASE(i) + MARKS_FILE_SIZE)
			taken |= 1U << i;
	}
	return taken;
}

/* ---- the samples ---- */

void marks__exit(struct marks *marks)
{
	free(marks->marks);
}

/* The class of a half with a gap tells only where it came from. */
static unsigned int kind_of(const struct stitched *sample)
{
	const struct repair *repair = sample->repair;

	return repair && repair_outcome__has_gap(repair->outcome) ? MARK_GAP : sample->cls;
}

static struct mark mark_of(const struct stitched *sample, const struct machine *machine)
{
	const uint32_t leader = machine__life_leader(machine, sample->task.life);

	return (struct mark){
		.order = sample->rec->order,
		.time = sample->time,
		/* A task of which no record tells is its own process, for all that is known. */
		.process = leader == LIFE_NONE ? 1ULL << 32 | (uint32_t)sample->task.pid : leader,
		.kind = kind_of(sample),
	};
}

static int marks__add(struct marks *marks, struct mark mark, struct defer_error *err)
{
	if (!ARRAY_GROW(marks->marks, marks->cap, marks->nr + 1))
		return error__no_memory(err, "to mark samples");
	marks->marks[marks->nr++] = mark;
	return 0;
}

int marks__see(struct marks *marks, const struct stitched *sample, bool gets_user,
	       const struct machine *machine, struct defer_error *err)
{
	const bool can_have = gets_user && marks__offset(kind_of(sample)) && sample->task.pid >= 0;
	uint32_t taken = ranges_of_stack(sample);
	int ret = 0;

	if (can_have)
		taken |= ranges_of_maps(machine__maps(machine, sample->task.maps_id));
	if (!can_have && !taken)
		return 0;
	pthread_mutex_lock(&marks->lock);
	marks->taken |= taken;
	if (can_have)
		ret = marks__add(marks, mark_of(sample, machine), err);
	pthread_mutex_unlock(&marks->lock);
	return ret;
}

static int cmp_marks(const void *a, const void *b)
{
	const struct mark *x = a, *y = b;

	return CMP(x->process, y->process) ?: CMP(x->time, y->time) ?: CMP(x->order, y->order);
}

int marks__seal(struct marks *marks, const char *dir, struct defer_error *err)
{
	const unsigned int range = __builtin_ctz(~marks->taken);

	if (range >= NR_RANGES)
		return defer_error__set(
			err, DEFER_ERR_UNSUPPORTED,
			"the trace uses all addresses that --marks could give to a frame");
	marks->base = RANGE_BASE(range);
	qsort(marks->marks, marks->nr, sizeof(*marks->marks), cmp_marks);
	return add_to_cache(dir, err);
}

static void marks__add_map(const struct marks *marks, const struct stitched *sample,
			   struct byte_buf *bytes)
{
	const struct synth_map map = {
		.pid = sample->task.pid,
		.tid = sample->task.pid,
		.misc = DEFER_MISC_USER,
		.start = marks->base,
		.len = MARKS_FILE_SIZE,
		.prot = 5, /* PROT_READ | PROT_EXEC */
		.bid = file_id,
		.name = MARKS_FILE,
	};

	splice__add_map(bytes, sample, &map);
}

uint64_t marks__ip(const struct marks *marks, const struct stitched *sample,
		   const struct machine *machine, struct byte_buf *bytes)
{
	const struct mark key = mark_of(sample, machine), *first = marks->marks;
	const struct mark *mark = bsearch(&key, first, marks->nr, sizeof(key), cmp_marks);

	if (!mark)
		return 0;
	/* A sample that reads several counters was seen several times. */
	while (mark > first && !cmp_marks(mark - 1, &key))
		mark--;
	if (mark == first || mark[-1].process != key.process)
		marks__add_map(marks, sample, bytes);
	return marks->base + marks__offset(mark->kind);
}

void marks__add_build_id(struct byte_buf *bytes)
{
	feature__add_build_id(bytes, MARKS_FILE, DEFER_MISC_USER, &file_id);
}
