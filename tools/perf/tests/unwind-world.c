// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <elf.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <perf/defer-event.h>

#include "tests/cfi-writer.h"
#include "tests/elf-writer.h"
#include "tests/tests.h"
#include "tests/unwind-world.h"
#include "util/base/array.h"
#include "util/unwind/unwind-frame.h"

#define PID	   5
#define ADVANCE(n) (DW_CFA_advance_loc | (n))

/* ---- the files ------------------------------------------------------------------------------- */

#define EXPR(op, reg, ...) op, reg, sizeof((const uint8_t[]){__VA_ARGS__}), __VA_ARGS__
#define X86_CIE		   DW_CFA_def_cfa, 7, 8, DW_CFA_offset | 16, 1
#define FUNC(start, ...)                                       \
	{                                                      \
		start, sizeof((const uint8_t[]){__VA_ARGS__}), \
		{                                              \
			__VA_ARGS__                            \
		}                                              \
	}

struct func {
	uint16_t start;
	uint8_t size;
	uint8_t program[32];
};

static const struct func x86_funcs[] = {
	FUNC(LEAF, DW_CFA_nop),
	FUNC(FRAME, ADVANCE(1), DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 6, 2, ADVANCE(3),
	     DW_CFA_def_cfa_register, 6),
	FUNC(START, DW_CFA_undefined, 16),
	FUNC(BY_RBX, DW_CFA_def_cfa, 3, 16),
	FUNC(BY_RDX, DW_CFA_def_cfa, 1, 16),
	FUNC(BY_R12, DW_CFA_def_cfa_offset, 8, DW_CFA_register, 16, 12),
	FUNC(LOW, DW_CFA_def_cfa_offset_sf, 1, ADVANCE(8), DW_CFA_def_cfa_offset, 0),
	FUNC(BAD, DW_CFA_def_cfa_expression, 3, DW_OP_lit1, DW_OP_lit0, DW_OP_div),
	FUNC(BROKEN, ADVANCE(8), 0x3f),
	FUNC(FAR, DW_CFA_def_cfa_offset, 32,
	     EXPR(DW_CFA_expression, 16, DW_OP_breg7, 0, DW_OP_const1u, 8, DW_OP_plus,
		  DW_OP_deref)),
	FUNC(NO_RA, DW_CFA_same_value, 16),
	FUNC(SAVES, DW_CFA_def_cfa_offset, 24, DW_CFA_offset | 3, 2),
	FUNC(LOSES, DW_CFA_undefined, 3),
	FUNC(BY_RIP, DW_CFA_def_cfa_expression, 11, DW_OP_breg7, 8, DW_OP_breg16, 0, DW_OP_lit15,
	     DW_OP_and, DW_OP_lit11, DW_OP_ge, DW_OP_lit3, DW_OP_shl, DW_OP_plus),
};

/* A handler's return address is the first of this one, so it begins a byte earlier. */
static const uint8_t signal_program[] = {
	DW_CFA_def_cfa_expression,
	3,
	DW_OP_breg7,
	16,
	DW_OP_deref,
	EXPR(DW_CFA_expression, 16, DW_OP_breg7, 24),
	EXPR(DW_CFA_expression, 6, DW_OP_breg7, 8),
	EXPR(DW_CFA_expression, 7, DW_OP_breg7, 16),
};

/* Functions of i386: as LEAF, FRAME and START. */
static const struct func i386_funcs[] = {
	FUNC(LEAF, DW_CFA_nop),
	FUNC(FRAME, ADVANCE(1), DW_CFA_def_cfa_offset, 8, DW_CFA_offset | 5, 2, ADVANCE(2),
	     DW_CFA_def_cfa_register, 5),
	FUNC(START, DW_CFA_undefined, 8),
	FUNC(BY_RBX, DW_CFA_def_cfa, 3, 8),
};

/* Functions of arm64: a leaf, one that signs its return address at 4, the outermost one. */
static const struct func arm64_funcs[] = {
	FUNC(LEAF, DW_CFA_nop),
	FUNC(FRAME, ADVANCE(4), 0x2d, ADVANCE(4), DW_CFA_def_cfa_offset, 16, DW_CFA_offset | 29, 2,
	     DW_CFA_offset | 30, 1),
	FUNC(START, DW_CFA_undefined, 30),
	FUNC(ARM_SAYS_NOTHING, DW_CFA_def_cfa_offset, 16),
};

static void put_funcs(struct cfi_writer *w, size_t cie, const struct func *funcs, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		cfi_writer__fde(w, cie, funcs[i].start, 0x100, funcs[i].program, funcs[i].size);
}

static void put_x86(struct cfi_writer *w)
{
	put_funcs(w, cfi_writer__cie(w, CODE(X86_CIE)), x86_funcs, ARRAY_SIZE(x86_funcs));
	w->augmentation = "zRS";
	cfi_writer__fde(w, cfi_writer__cie(w, CODE(X86_CIE)), SIGNAL - 1, 0x101, signal_program,
			sizeof(signal_program));
}

static void put_i386(struct cfi_writer *w)
{
	w->ra = 8;
	w->data_align = -4;
	put_funcs(w, cfi_writer__cie(w, CODE(DW_CFA_def_cfa, 4, 4, DW_CFA_offset | 8, 1)),
		  i386_funcs, ARRAY_SIZE(i386_funcs));
}

static void put_arm64(struct cfi_writer *w)
{
	w->ra = 30;
	put_funcs(w, cfi_writer__cie(w, CODE(DW_CFA_def_cfa, 31, 0)), arm64_funcs,
		  ARRAY_SIZE(arm64_funcs));
}

/* A file of @machine whose CFI @put makes, in the section @name. */
struct elf_of {
	const char *path;
	uint16_t machine;
	void (*put)(struct cfi_writer *w);
	bool is_debug; /* .debug_frame */
	uint8_t bid;   /* each byte of the build id */
};

static bool write_elf(const struct folder *folder, const struct elf_of *of)
{
	char path[128];
	uint8_t bid[20];
	struct elf_writer *elf = calloc(1, sizeof(*elf));
	struct cfi_writer w;
	bool ok;

	if (!elf)
		abort();
	cfi_writer__init(&w);
	w.is_eh = !of->is_debug;
	if (of->is_debug) {
		w.augmentation = "";
		w.addr = 0;
	}
	of->put(&w);
	elf_writer__init(elf, ET_DYN);
	elf->ehdr.e_machine = of->machine;
	memset(bid, of->bid, sizeof(bid));
	elf_writer__build_id(elf, bid, sizeof(bid));
	elf_writer__section(elf, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, LEAF, LEAF, NULL,
			    END - LEAF);
	elf_writer__segment(elf, PT_LOAD, PF_R | PF_X, LEAF, LEAF, END - LEAF);
	elf_writer__section(elf, of->is_debug ? ".debug_frame" : ".eh_frame", SHT_PROGBITS,
			    of->is_debug ? 0 : SHF_ALLOC, w.addr, END, w.b.data, w.b.size);
	snprintf(path, sizeof(path), "%s%s", folder->path, of->path);
	ok = elf_writer__finish(elf, path);
	cfi_writer__exit(&w);
	free(elf);
	return ok;
}

static const struct elf_of elfs[] = {
	{"/program", EM_X86_64, put_x86, false, 1},  {"/rebuilt", EM_X86_64, put_x86, false, 2},
	{"/debug", EM_X86_64, put_x86, true, 4},     {"/i386", EM_386, put_i386, false, 5},
	{"/arm64", EM_AARCH64, put_arm64, false, 6}, {"/riscv", EM_RISCV, put_x86, false, 7},
};

/* ---- the process ----------------------------------------------------------------------------- */

static const struct {
	uint64_t base;
	const char *path;
	uint8_t bid;
} mapped[] = {
	{PROGRAM, "/program", 1}, {REBUILT, "/rebuilt", 3}, {GONE, "/gone", 9},
	{DEBUG, "/debug", 4},	  {I386, "/i386", 5},	    {ARM64, "/arm64", 6},
	{RISCV, "/riscv", 7},	  {ANON, "//anon", 0},
};

static int map_files(struct unwind_world *world)
{
	for (size_t i = 0; i < ARRAY_SIZE(mapped); i++) {
		struct defer_event ev = {
			.type = DEFER_RECORD_MMAP2,
			.misc = DEFER_MISC_USER | (mapped[i].bid ? DEFER_MISC_MMAP_BUILD_ID : 0),
			.mmap = {.pid = PID,
				 .tid = PID,
				 .start = mapped[i].base + LEAF,
				 .len = END - LEAF,
				 .pgoff = LEAF,
				 .prot = PROT_READ | PROT_EXEC,
				 .build_id_size = mapped[i].bid ? 20 : 0,
				 .filename = mapped[i].path},
		};

		memset(ev.mmap.build_id, mapped[i].bid, 20);
		T_EQ(machine_log__add(world->log, &ev, i, NULL), 0);
	}
	return TEST_OK;
}

int unwind_world__open(struct unwind_world *world, const char *arch)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct task_view task;

	for (size_t i = 0; i < ARRAY_SIZE(elfs); i++)
		T_CHECK(write_elf(world->folder, &elfs[i]));
	snprintf(world->none, sizeof(world->none), "%s/none", world->folder->path);
	world->conf =
		(struct symbol_conf){.symfs = world->folder->path, .buildid_dir = world->none};
	world->log = machine_log__new();
	T_CHECK(world->log);
	T_RUN(map_files(world));
	T_EQ(machine__new(&world->machine, &world->log, 1, &err), 0);
	machine__find_task(world->machine, PID, PID, 100, 100, &task);
	world->maps_id = task.maps_id;
	T_EQ(unwinder__new(&world->unwinder, world->machine, &world->conf, arch, NULL, &err), 0);
	world->thread = unwinder__take(world->unwinder);
	T_CHECK(world->thread);
	return TEST_OK;
}

void unwind_world__close(struct unwind_world *world)
{
	if (world->unwinder)
		unwinder__give(world->unwinder, world->thread);
	unwinder__delete(world->unwinder);
	machine__delete(world->machine);
	machine_log__delete(world->log);
}

/* ---- samples --------------------------------------------------------------------------------- */

void unwind_dump__init(struct unwind_dump *dump, bool big)
{
	*dump = (struct unwind_dump){.sample.cpumode = DEFER_MISC_USER};
	builder__init(&dump->regs, big);
	builder__init(&dump->stack, big);
	dump->sample.swap = builder__swap(&dump->regs);
}

void unwind_dump__exit(struct unwind_dump *dump)
{
	builder__exit(&dump->regs);
	builder__exit(&dump->stack);
}

const struct defer_sample *unwind_dump__sample(struct unwind_dump *dump, uint64_t abi,
					       uint64_t mask, uint64_t dyn_size)
{
	struct defer_sample *sample = &dump->sample;

	sample->user_regs = (struct defer_sample_regs){
		.abi = abi,
		.mask = mask,
		.regs = {.data = dump->regs.data, .size = dump->regs.size},
	};
	sample->user_stack.bytes = (struct defer_blob){dump->stack.data, dump->stack.size};
	sample->user_stack.dyn_size = dyn_size ? dyn_size : dump->stack.size;
	return sample;
}

/* A copy of a dump, of which the rest is not there before it is read. */
struct part {
	const struct defer_blob *whole;
	uint8_t bytes[16384];
	struct unwind_rest rest;
	unsigned int reads;
};

static bool part__read(void *ctx)
{
	struct part *part = ctx;
	const size_t begin = part->rest.begin;

	memcpy(part->bytes + begin, part->whole->data + begin, part->rest.end - begin);
	part->reads++;
	return true;
}

/* Unwinds @sample once more, with no more than the first @begin bytes of its dump at first. */
static int check_part(struct unwind_world *world, const struct defer_sample *sample, size_t begin,
		      const struct half *want, enum defer_class want_cls)
{
	struct part part = {.whole = &sample->user_stack.bytes,
			    .rest = {.begin = begin, .read = part__read, .ctx = &part}};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_sample cut = *sample;
	struct half half = {0};
	enum defer_class cls;

	memset(part.bytes, 0xa5, sizeof(part.bytes));
	if (begin)
		memcpy(part.bytes, part.whole->data, begin);
	cut.user_stack.bytes.data = part.bytes;
	T_EQ(unwind_thread__unwind(world->thread, &cut, &part.rest, world->maps_id, &half, &cls,
				   &err),
	     0);
	T_EQ(cls, want_cls);
	T_EQ(half.nr, want->nr);
	T_CHECK(!half.nr || !memcmp(half.ips, want->ips, half.nr * sizeof(*half.ips)));
	T_CHECK(part.reads <= 1);
	return TEST_OK;
}

/* The rest of a dump is read if a frame needs it, in the middle of a word too, and nothing else changes. */
static int check_parts(struct unwind_world *world, const struct defer_sample *sample,
		       const struct half *half, enum defer_class cls)
{
	uint64_t *ips = calloc(half->nr + 1, sizeof(*ips));
	const struct half want = {.nr = half->nr, .ips = ips};
	const size_t size = sample->user_stack.bytes.size;
	int ret = TEST_OK;

	if (half->nr)
		memcpy(ips, half->ips, half->nr * sizeof(*ips));
	for (size_t begin = 0; begin <= size && size <= sizeof((struct part){0}.bytes) && !ret;
	     begin += 4)
		ret = check_part(world, sample, begin, &want, cls);
	free(ips);
	return ret;
}

/* Unwinds @sample and compares. The frames end with 0. */
int unwind_world__check(struct unwind_world *world, const struct defer_sample *sample,
			enum defer_class want, const uint64_t *frames)
{
	struct defer_error err = DEFER_ERROR_INIT;
	enum defer_class cls;
	struct half half = {0};

	T_EQ(unwind_thread__unwind(world->thread, sample, NULL, world->maps_id, &half, &cls, &err),
	     0);
	if (cls != want)
		T_FAIL("class %s, not %s", defer_class__name(cls), defer_class__name(want));
	for (uint32_t i = 0; i < half.nr; i++) {
		if (half.ips[i] != frames[i])
			T_FAIL("frame %u is 0x%" PRIx64 ", not 0x%" PRIx64, i, half.ips[i],
			       frames[i]);
	}
	T_EQ(frames[half.nr], 0);
	return check_parts(world, sample, &half, cls);
}
