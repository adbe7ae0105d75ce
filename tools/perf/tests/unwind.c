// SPDX-License-Identifier: GPL-2.0-only
/*
 * Stacks as samples have them, in a small world of files: registers and a dump, with the frames and the
 * class that must come out.
 */
#include <dwarf.h>
#include <elf.h>
#include <stdlib.h>
#include <sys/mman.h>

#include "tests/cfi-writer.h"
#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/symbol.h"
#include "util/machine/machine.h"
#include "util/unwind/unwind.h"

#define PID	   5
#define ADVANCE(n) (DW_CFA_advance_loc | (n))

/* ---- the files ------------------------------------------------------------------------------- */

/* Functions of x86-64, by address in the file. Each has 0x100 bytes. */
enum {
	LEAF = 0x1000,	 /* CFA = rsp+8 all the time */
	FRAME = 0x1100,	 /* push rbp; mov rbp, rsp at 1; from 4 on by rbp */
	START = 0x1200,	 /* the outermost one: no return address */
	SIGNAL = 0x1300, /* rsp, rbp and rip are in memory at rsp+16, +8 and +24 */
	BY_RBX = 0x1400,
	BY_RDX = 0x1500,
	BY_R12 = 0x1600, /* the return address is in r12 */
	LOW = 0x1700,	 /* CFA = rsp-8, from 8 on rsp+0 */
	BAD = 0x1800,	 /* CFA = 1 divided by 0 */
	BROKEN = 0x1900, /* from 8 on an instruction that nobody knows */
	GAP = 0x1a00,	 /* none at all */
	FAR = 0x1b00,	 /* the return address is where an expression says: the word at rsp+8 */
	NO_RA = 0x1c00,	 /* nothing about the return address */
	SAVES = 0x1d00,	 /* rbx at CFA-16 */
	LOSES = 0x1e00,	 /* rbx is lost */
	BY_RIP = 0x1f00, /* CFA = rsp+8, and 8 more if the last 4 bits of rip are 11 or more */
	END = 0x2000,
};

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
	     EXPR(DW_CFA_expression, 16, DW_OP_breg7, 0, DW_OP_const2u, 8, 0, DW_OP_plus,
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
#define ARM_SAYS_NOTHING BY_RBX
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

/* Where the files are mapped: their addresses are LEAF to END from there. */
enum {
	PROGRAM = 0x400000,
	REBUILT = 0x500000, /* another build was recorded */
	GONE = 0x600000,    /* not here */
	DEBUG = 0x700000,   /* has .debug_frame only */
	I386 = 0x800000,
	ARM64 = 0x900000,
	RISCV = 0xa00000,
	ANON = 0xb00000, /* code of no file */
	NOWHERE = 0xc00000,
};

static const struct {
	uint64_t base;
	const char *path;
	uint8_t bid;
} mapped[] = {
	{PROGRAM, "/program", 1}, {REBUILT, "/rebuilt", 3}, {GONE, "/gone", 9},
	{DEBUG, "/debug", 4},	  {I386, "/i386", 5},	    {ARM64, "/arm64", 6},
	{RISCV, "/riscv", 7},	  {ANON, "//anon", 0},
};

/* The files, and a process that has mapped them all. */
struct world {
	const struct folder *folder;
	struct machine_log *log;
	struct machine *machine;
	struct unwinder *unwinder;
	struct unwind_thread *thread;
	struct symbol_conf conf;
	uint32_t maps_id;
	char none[128];
};

static int map_files(struct world *world)
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

static int world__open(struct world *world, const char *arch)
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

static void world__close(struct world *world)
{
	if (world->unwinder)
		unwinder__give(world->unwinder, world->thread);
	unwinder__delete(world->unwinder);
	machine__delete(world->machine);
	machine_log__delete(world->log);
}

/* ---- samples --------------------------------------------------------------------------------- */

#define SP   0x7ffc00001000ULL
#define SP32 0xffff1000ULL

/* Numbers of registers in a sample. */
enum {
	X86_BX = 1,
	X86_CX = 2,
	X86_DX = 3,
	X86_BP = 6,
	X86_SP = 7,
	X86_IP = 8,
	X86_R12 = 20,
	X86_ALL = 0xff01ff,
	X86_32 = 0x1ff,
	X86_THREE = 1 << X86_BP | 1 << X86_SP | 1 << X86_IP,
};

struct core {
	const char *what;
	enum defer_class cls;
	uint64_t ip, bp, bx, dx, r12;
	uint64_t mask; /* registers that were recorded; 0: X86_ALL */
	bool in_kernel, no_abi, big;
	uint64_t dyn_size;   /* bytes of the dump; 0: all of it */
	uint64_t stack[12];  /* words from SP on */
	uint64_t frames[12]; /* what must come out, up to 0 */
};

/* Bytes of registers and of a dump, in the order of a trace. */
struct dump {
	struct builder regs, stack;
	struct defer_sample sample;
};

static void dump__init(struct dump *dump, bool big)
{
	*dump = (struct dump){.sample.cpumode = DEFER_MISC_USER};
	builder__init(&dump->regs, big);
	builder__init(&dump->stack, big);
	dump->sample.swap = builder__swap(&dump->regs);
}

static void dump__exit(struct dump *dump)
{
	builder__exit(&dump->regs);
	builder__exit(&dump->stack);
}

static const struct defer_sample *dump__sample(struct dump *dump, uint64_t abi, uint64_t mask,
					       uint64_t dyn_size)
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

/* Unwinds @sample and compares. The frames end with 0. */
static int check(struct world *world, const struct defer_sample *sample, enum defer_class want,
		 const uint64_t *frames)
{
	struct defer_error err = DEFER_ERROR_INIT;
	enum defer_class cls;
	struct half half = {0};

	T_EQ(unwind_thread__unwind(world->thread, sample, world->maps_id, &half, &cls, &err), 0);
	if (cls != want)
		T_FAIL("class %s, not %s", defer_class__name(cls), defer_class__name(want));
	for (uint32_t i = 0; i < half.nr; i++) {
		if (half.ips[i] != frames[i])
			T_FAIL("frame %u is 0x%" PRIx64 ", not 0x%" PRIx64, i, half.ips[i],
			       frames[i]);
	}
	T_EQ(frames[half.nr], 0);
	return TEST_OK;
}

static uint64_t core__reg(const struct core *core, int nr)
{
	const bool is_faked = nr == X86_BX || nr >= X86_R12;

	switch (nr) {
	case X86_IP:
		return core->ip;
	case X86_SP:
		return SP;
	case X86_BP:
		return core->bp;
	case X86_BX:
		return core->bx;
	case X86_DX:
		return core->dx;
	case X86_R12:
		return core->r12;
	default:
		return is_faked && core->r12 == UINT64_MAX ? UINT64_MAX : 0x1000ULL + nr;
	}
}

static int core__check(struct world *world, const struct core *core)
{
	const uint64_t mask = core->no_abi ? 0 : core->mask ? core->mask : X86_ALL;
	struct dump dump;
	int ret;

	dump__init(&dump, core->big != (__BYTE_ORDER == __BIG_ENDIAN));
	for (int nr = 0; nr < 64; nr++) {
		if (mask >> nr & 1)
			builder__u64(&dump.regs, core__reg(core, nr));
	}
	for (size_t i = 0; i < ARRAY_SIZE(core->stack); i++)
		builder__u64(&dump.stack, core->stack[i]);
	dump.sample.cpumode = core->in_kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER;
	ret = check(world, dump__sample(&dump, core->no_abi ? 0 : 2, mask, core->dyn_size),
		    core->cls, core->frames);
	dump__exit(&dump);
	return ret;
}

/* An address in a file; after a call that ends there; and the address that shows this call. */
#define IN(file, func, at) ((file) + (func) + (at))
#define P(func, at)	   IN(PROGRAM, func, at)
#define CALL(func, at)	   (P(func, at) - 1)
#define OUTERMOST	   P(START, 0x20)
#define SHOWN		   CALL(START, 0x20)

static const struct core cores[] = {
	{.what = "a leaf of the outermost function",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .stack = {OUTERMOST},
	 .frames = {P(LEAF, 5), SHOWN}},
	{.what = "the outermost function itself",
	 .cls = DEFER_UNWOUND,
	 .ip = P(START, 5),
	 .frames = {P(START, 5)}},
	{.what = "a return address of 0",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .frames = {P(LEAF, 5)}},
	{.what = "frames by rbp, in each of a function's three states",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 0),
	 .bp = SP + 24,
	 .stack = {P(FRAME, 0x40), 1, 2, SP + 48, P(FRAME, 0x50), 3, 4, OUTERMOST},
	 .frames = {P(FRAME, 0), CALL(FRAME, 0x40), CALL(FRAME, 0x50), SHOWN}},
	{.what = "behind push rbp",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 1),
	 .bp = SP + 24,
	 .stack = {SP + 24, P(FRAME, 0x40), 2, 0, OUTERMOST},
	 .frames = {P(FRAME, 1), CALL(FRAME, 0x40), SHOWN}},
	{.what = "behind mov rbp, rsp",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 4),
	 .bp = SP + 8,
	 .stack = {1, SP + 32, P(FRAME, 0x40), 2, 0, OUTERMOST},
	 .frames = {P(FRAME, 4), CALL(FRAME, 0x40), SHOWN}},
	{.what = "a call at the end of a function",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .bp = SP + 16,
	 .stack = {P(START, 0), 1, 0, OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(START, 0), SHOWN}},
	{.what = "a signal handler, and what it interrupted at its first instruction",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .bp = 1,
	 .stack = {P(SIGNAL, 0), 0, 0, SP + 48, P(LEAF, 0), 0, OUTERMOST},
	 .frames = {P(LEAF, 5), P(SIGNAL, 0), P(LEAF, 0), SHOWN}},
	{.what = "a handler on a stack of its own, above the other one",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SIGNAL, 3),
	 .stack = {0, SP - 48, SP - 64, P(START, 4)},
	 .frames = {P(SIGNAL, 3), P(START, 4)}},
	{.what = "rbp of what a signal interrupted",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SIGNAL, 3),
	 .stack = {0, SP + 48, SP + 32, P(FRAME, 0x40), 0, 0, 0, OUTERMOST},
	 .frames = {P(SIGNAL, 3), P(FRAME, 0x40), SHOWN}},
	{.what = "by rdx",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RDX, 0),
	 .dx = SP,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RDX, 0), SHOWN}},
	{.what = "by rbx",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RBX, 0),
	 .bx = SP,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RBX, 0), SHOWN}},
	{.what = "by rbx of the caller, from the callee's frame",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SAVES, 0),
	 .bx = 1,
	 .stack = {0, SP + 24, P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(SAVES, 0), CALL(BY_RBX, 5), SHOWN}},
	{.what = "by rbx of the caller, which the callee left alone",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 0),
	 .bx = SP + 8,
	 .stack = {P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BY_RBX, 5), SHOWN}},
	{.what = "a return address in a register",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_R12, 0),
	 .r12 = OUTERMOST,
	 .frames = {P(BY_R12, 0), SHOWN}},
	{.what = "a return address where an expression says",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FAR, 0),
	 .stack = {0, SP + 24, 0, OUTERMOST},
	 .frames = {P(FAR, 0), SHOWN}},
	{.what = "an expression with rip, low",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RIP, 10),
	 .stack = {OUTERMOST},
	 .frames = {P(BY_RIP, 10), SHOWN}},
	{.what = "an expression with rip, high, and of a caller",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RIP, 11),
	 .stack = {0, P(BY_RIP, 12), 0, OUTERMOST},
	 .frames = {P(BY_RIP, 11), CALL(BY_RIP, 12), SHOWN}},
	{.what = "by .debug_frame",
	 .cls = DEFER_UNWOUND,
	 .ip = IN(DEBUG, LEAF, 5),
	 .stack = {OUTERMOST},
	 .frames = {IN(DEBUG, LEAF, 5), SHOWN}},
	{.what = "three registers are enough for most",
	 .cls = DEFER_UNWOUND,
	 .ip = P(FRAME, 1),
	 .mask = X86_THREE,
	 .bp = SP + 24,
	 .stack = {SP + 24, P(FRAME, 0x40), 2, 0, OUTERMOST},
	 .frames = {P(FRAME, 1), CALL(FRAME, 0x40), SHOWN}},
	{.what = "a sample in the kernel",
	 .cls = DEFER_UNWOUND,
	 .ip = P(BY_RBX, 0),
	 .bx = SP,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RBX, 0), SHOWN}},

	{.what = "a dump of no bytes",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(LEAF, 5),
	 .dyn_size = 1,
	 .stack = {OUTERMOST},
	 .frames = {P(LEAF, 5)}},
	{.what = "a dump that ends within a return address",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(LEAF, 5),
	 .dyn_size = 15,
	 .stack = {P(LEAF, 9), OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(LEAF, 9)}},
	{.what = "a dump that ends behind a return address",
	 .cls = DEFER_UNWOUND,
	 .ip = P(LEAF, 5),
	 .dyn_size = 16,
	 .stack = {P(LEAF, 9), OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(LEAF, 9), SHOWN}},
	{.what = "a dump that claims more bytes than there are",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(FRAME, 4),
	 .bp = SP + 88,
	 .dyn_size = UINT64_MAX,
	 .frames = {P(FRAME, 4)}},
	{.what = "a frame below the dump",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(SIGNAL, 3),
	 .stack = {0, 0, SP - 64, P(LEAF, 4), 0},
	 .frames = {P(SIGNAL, 3), P(LEAF, 4)}},
	{.what = "an expression reads behind the dump",
	 .cls = DEFER_DUMP_ENDED,
	 .ip = P(FAR, 0),
	 .dyn_size = 8,
	 .frames = {P(FAR, 0)}},
	{.what = "a function without CFI",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {P(GAP, 5), OUTERMOST},
	 .frames = {P(LEAF, 5), CALL(GAP, 5)}},
	{.what = "the part of a function that nobody can read",
	 .cls = DEFER_NO_CFI,
	 .ip = P(BROKEN, 7),
	 .stack = {P(BROKEN, 9), OUTERMOST},
	 .frames = {P(BROKEN, 7), CALL(BROKEN, 9)}},
	{.what = "code of no file",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {IN(ANON, LEAF, 5)},
	 .frames = {P(LEAF, 5), IN(ANON, LEAF, 4)}},
	{.what = "nothing is mapped",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {NOWHERE},
	 .frames = {P(LEAF, 5), NOWHERE - 1}},
	{.what = "a jump to nowhere",
	 .cls = DEFER_NO_CFI,
	 .ip = NOWHERE,
	 .stack = {OUTERMOST},
	 .frames = {NOWHERE}},
	{.what = "a file of another machine",
	 .cls = DEFER_NO_CFI,
	 .ip = P(LEAF, 5),
	 .stack = {IN(ARM64, LEAF, 8)},
	 .frames = {P(LEAF, 5), IN(ARM64, LEAF, 7)}},
	{.what = "a machine whose registers nobody knows",
	 .cls = DEFER_NO_CFI,
	 .ip = IN(RISCV, LEAF, 5),
	 .frames = {IN(RISCV, LEAF, 5)}},
	{.what = "a file that is not here",
	 .cls = DEFER_NO_FILE,
	 .ip = P(LEAF, 5),
	 .stack = {IN(GONE, LEAF, 5), OUTERMOST},
	 .frames = {P(LEAF, 5), IN(GONE, LEAF, 4)}},
	{.what = "a file that is not here, at once",
	 .cls = DEFER_NO_FILE,
	 .ip = IN(GONE, LEAF, 5),
	 .stack = {OUTERMOST},
	 .frames = {IN(GONE, LEAF, 5)}},
	{.what = "a file of another build",
	 .cls = DEFER_WRONG_BUILD,
	 .ip = P(LEAF, 5),
	 .stack = {IN(REBUILT, LEAF, 5), OUTERMOST},
	 .frames = {P(LEAF, 5), IN(REBUILT, LEAF, 4)}},
	{.what = "a register that was not recorded",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(BY_RBX, 0),
	 .bx = SP,
	 .mask = X86_THREE,
	 .stack = {0, OUTERMOST},
	 .frames = {P(BY_RBX, 0)}},
	{.what = "a register that a function may have changed",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(LEAF, 0),
	 .dx = SP + 8,
	 .stack = {P(BY_RDX, 5), 0, OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BY_RDX, 5)}},
	{.what = "a register that a function says it lost",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(LOSES, 0),
	 .bx = SP + 8,
	 .stack = {P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(LOSES, 0), CALL(BY_RBX, 5)}},
	{.what = "a register saved behind the end of the dump",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(SIGNAL, 3),
	 .mask = X86_THREE,
	 .stack = {0, SP + 32, SP + 32, P(BY_RBX, 4)},
	 .frames = {P(SIGNAL, 3), P(BY_RBX, 4)}},
	{.what = "an NMI in the kernel: rbx is -1",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(LEAF, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .stack = {P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BY_RBX, 5)}},
	{.what = "an NMI in the kernel: r12 is -1",
	 .cls = DEFER_NO_REGISTER,
	 .ip = P(BY_R12, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .frames = {P(BY_R12, 0)}},
	{.what = "a program that has -1 there is believed in user mode",
	 .cls = DEFER_NO_CFI,
	 .ip = P(BY_R12, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .frames = {P(BY_R12, 0), UINT64_MAX - 1}},
	{.what = "an NMI: what a callee saved is known",
	 .cls = DEFER_UNWOUND,
	 .ip = P(SAVES, 0),
	 .bx = UINT64_MAX,
	 .r12 = UINT64_MAX,
	 .in_kernel = true,
	 .stack = {0, SP + 24, P(BY_RBX, 5), 0, OUTERMOST},
	 .frames = {P(SAVES, 0), CALL(BY_RBX, 5), SHOWN}},
	{.what = "a CFA below the stack",
	 .cls = DEFER_NO_GROWTH,
	 .ip = P(LOW, 0),
	 .stack = {OUTERMOST},
	 .frames = {P(LOW, 0)}},
	{.what = "a caller whose CFA is its callee's",
	 .cls = DEFER_NO_GROWTH,
	 .ip = P(LEAF, 0),
	 .stack = {P(LOW, 0x10), OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(LOW, 0x10)}},
	{.what = "a frame pointer that goes back",
	 .cls = DEFER_NO_GROWTH,
	 .ip = P(FRAME, 4),
	 .bp = SP + 8,
	 .stack = {0, SP, P(FRAME, 0x40), OUTERMOST},
	 .frames = {P(FRAME, 4), CALL(FRAME, 0x40)}},
	{.what = "an expression that divides by 0",
	 .cls = DEFER_BAD_CFI,
	 .ip = P(LEAF, 0),
	 .stack = {P(BAD, 5), OUTERMOST},
	 .frames = {P(LEAF, 0), CALL(BAD, 5)}},
	{.what = "nothing is said of the return address",
	 .cls = DEFER_BAD_CFI,
	 .ip = P(NO_RA, 0),
	 .stack = {OUTERMOST},
	 .frames = {P(NO_RA, 0)}},
	{.what = "a sample without registers",
	 .cls = DEFER_NOT_UNWOUND,
	 .no_abi = true,
	 .ip = P(LEAF, 0),
	 .stack = {OUTERMOST}},
	{.what = "a sample without a stack pointer",
	 .cls = DEFER_NOT_UNWOUND,
	 .mask = 1 << X86_IP,
	 .ip = P(LEAF, 0),
	 .stack = {OUTERMOST}},
	{.what = "a sample without a program counter",
	 .cls = DEFER_NOT_UNWOUND,
	 .mask = 1 << X86_SP,
	 .ip = P(LEAF, 0),
	 .stack = {OUTERMOST}},
};

static int each_core(const struct folder *folder)
{
	struct world world = {.folder = folder};
	int ret = world__open(&world, "x86_64");

	/* Twice: what a thread remembers of an address is what it found there. */
	for (size_t i = 0; ret == TEST_OK && i < 2 * ARRAY_SIZE(cores); i++) {
		const struct core *core = &cores[i % ARRAY_SIZE(cores)];

		if (core__check(&world, core) != TEST_OK) {
			fprintf(stderr, "%s\n", core->what);
			ret = TEST_FAIL;
		}
	}
	world__close(&world);
	return ret;
}

static int test_cores(void)
{
	return folder__run(each_core);
}

/* The same samples in the other byte order; the files stay as they are. */
static int each_swapped(const struct folder *folder)
{
	struct world world = {.folder = folder};
	int ret = world__open(&world, "x86_64");

	for (size_t i = 0; ret == TEST_OK && i < ARRAY_SIZE(cores); i++) {
		struct core core = cores[i];

		core.big = true;
		if (core__check(&world, &core) != TEST_OK) {
			fprintf(stderr, "%s\n", core.what);
			ret = TEST_FAIL;
		}
	}
	world__close(&world);
	return ret;
}

static int test_swapped(void)
{
	return folder__run(each_swapped);
}

/* ---- too deep -------------------------------------------------------------------------------- */

/* Unwinds a recursion of @depth frames of a leaf, the outermost function behind them. */
static int check_depth(struct world *world, uint32_t depth, enum defer_class want, uint32_t want_nr)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct half half = {0};
	enum defer_class cls;
	struct dump dump;
	int ret;

	dump__init(&dump, __BYTE_ORDER == __BIG_ENDIAN);
	builder__u64(&dump.regs, SP);
	builder__u64(&dump.regs, P(LEAF, 5));
	for (uint32_t i = 0; i + 1 < depth; i++)
		builder__u64(&dump.stack, P(LEAF, 9));
	builder__u64(&dump.stack, OUTERMOST);
	ret = unwind_thread__unwind(world->thread,
				    dump__sample(&dump, 2, 1 << X86_SP | 1 << X86_IP, 0),
				    world->maps_id, &half, &cls, &err);
	dump__exit(&dump);
	T_EQ(ret, 0);
	T_EQ(cls, want);
	T_EQ(half.nr, want_nr);
	for (uint32_t i = 1; i + 1 < half.nr; i++)
		T_EQ(half.ips[i], CALL(LEAF, 9));
	return TEST_OK;
}

static int each_depth(const struct folder *folder)
{
	struct world world = {.folder = folder};
	int ret = world__open(&world, "x86_64");

	if (ret == TEST_OK)
		ret = check_depth(&world, 1023, DEFER_UNWOUND, 1024);
	if (ret == TEST_OK)
		ret = check_depth(&world, 1024, DEFER_TOO_DEEP, 1024);
	world__close(&world);
	return ret;
}

static int test_too_deep(void)
{
	return folder__run(each_depth);
}

/* ---- other machines -------------------------------------------------------------------------- */

/* A sample of i386: registers in the order of their numbers, a stack of 4-byte words. */
static int check_i386(struct world *world, uint32_t ip, uint32_t bp, uint32_t bx, bool in_kernel,
		      const uint32_t *stack, size_t nr, enum defer_class want,
		      const uint64_t *frames)
{
	const uint32_t regs[] = {0x10, bx, 0x12, 0x13, 0x14, 0x15, bp, SP32, ip};
	struct dump dump;
	int ret;

	dump__init(&dump, __BYTE_ORDER == __BIG_ENDIAN);
	/* The upper half of a register is not the task's. */
	for (size_t i = 0; i < ARRAY_SIZE(regs); i++)
		builder__u64(&dump.regs, regs[i] | (i == X86_BP ? 0xabcdULL << 32 : 0));
	for (size_t i = 0; i < nr; i++)
		builder__u32(&dump.stack, stack[i]);
	dump.sample.cpumode = in_kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER;
	ret = check(world, dump__sample(&dump, 1, X86_32, 0), want, frames);
	dump__exit(&dump);
	return ret;
}

static int each_i386(const struct folder *folder)
{
	static const uint32_t plain[] = {IN(I386, FRAME, 0x40), 0, SP32 + 20,
					 IN(I386, FRAME, 0x50), 0, 0,
					 IN(I386, START, 0x20)};
	static const uint32_t by_ebx[] = {IN(I386, BY_RBX, 5), 0, IN(I386, START, 0x20)};
	static const uint32_t wide[] = {P(LEAF, 5)};
	struct world world = {.folder = folder};
	int ret = world__open(&world, "i686");

	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), SP32 + 8, 0, false, plain,
				 ARRAY_SIZE(plain), DEFER_UNWOUND,
				 (const uint64_t[]){IN(I386, LEAF, 3), IN(I386, FRAME, 0x3f),
						    IN(I386, FRAME, 0x4f), IN(I386, START, 0x1f),
						    0});
	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), 0, SP32 + 4, true, by_ebx,
				 ARRAY_SIZE(by_ebx), DEFER_UNWOUND,
				 (const uint64_t[]){IN(I386, LEAF, 3), IN(I386, BY_RBX, 4),
						    IN(I386, START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), 0, UINT32_MAX, true, by_ebx,
				 ARRAY_SIZE(by_ebx), DEFER_NO_REGISTER,
				 (const uint64_t[]){IN(I386, LEAF, 3), IN(I386, BY_RBX, 4), 0});
	/* Code of 64 bits in a task of 32: no such task calls it. */
	if (ret == TEST_OK)
		ret = check_i386(&world, IN(I386, LEAF, 3), 0, 0, false, wide, ARRAY_SIZE(wide),
				 DEFER_NO_CFI,
				 (const uint64_t[]){IN(I386, LEAF, 3), P(LEAF, 4), 0});
	if (ret == TEST_OK)
		ret = check_i386(&world, P(LEAF, 3), 0, 0, false, wide, ARRAY_SIZE(wide),
				 DEFER_NO_CFI, (const uint64_t[]){P(LEAF, 3), 0});
	world__close(&world);
	return ret;
}

static int test_i386(void)
{
	return folder__run(each_i386);
}

/* A signature in the upper bits of an address. */
#define SIGNED(addr) ((addr) | 0x5a2aULL << 48)
#define A(func, at)  IN(ARM64, func, at)

static int check_arm64(struct world *world, uint64_t pc, uint64_t lr, const uint64_t *stack,
		       size_t nr, enum defer_class want, const uint64_t *frames)
{
	struct dump dump;
	int ret;

	dump__init(&dump, __BYTE_ORDER == __BIG_ENDIAN);
	for (unsigned int i = 0; i < 30; i++)
		builder__u64(&dump.regs, 0x100 + i);
	builder__u64(&dump.regs, lr);
	builder__u64(&dump.regs, SP);
	builder__u64(&dump.regs, pc);
	for (size_t i = 0; i < nr; i++)
		builder__u64(&dump.stack, stack[i]);
	ret = check(world, dump__sample(&dump, 2, (1ULL << 33) - 1, 0), want, frames);
	dump__exit(&dump);
	return ret;
}

static int each_arm64(const struct folder *folder)
{
	static const uint64_t framed[] = {0, SIGNED(A(START, 0x20))};
	struct world world = {.folder = folder};
	int ret = world__open(&world, "aarch64");

	/* A leaf has its return address in x30. */
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(LEAF, 8), A(START, 0x20), NULL, 0, DEFER_UNWOUND,
				  (const uint64_t[]){A(LEAF, 8), A(START, 0x1f), 0});
	/* Before it is signed, when it is, and when it is in memory. */
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(FRAME, 0), A(START, 0x20), NULL, 0, DEFER_UNWOUND,
				  (const uint64_t[]){A(FRAME, 0), A(START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(FRAME, 4), SIGNED(A(START, 0x20)), NULL, 0,
				  DEFER_UNWOUND,
				  (const uint64_t[]){A(FRAME, 4), A(START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(FRAME, 8), 1, framed, ARRAY_SIZE(framed), DEFER_UNWOUND,
				  (const uint64_t[]){A(FRAME, 8), A(START, 0x1f), 0});
	if (ret == TEST_OK)
		ret = check_arm64(
			&world, A(LEAF, 8), A(FRAME, 0x20), framed, ARRAY_SIZE(framed),
			DEFER_UNWOUND,
			(const uint64_t[]){A(LEAF, 8), A(FRAME, 0x1f), A(START, 0x1f), 0});
	/* Who has made a call has overwritten x30, so it must say where the address went. */
	if (ret == TEST_OK)
		ret = check_arm64(&world, A(LEAF, 8), A(ARM_SAYS_NOTHING, 0x20), framed,
				  ARRAY_SIZE(framed), DEFER_BAD_CFI,
				  (const uint64_t[]){A(LEAF, 8), A(ARM_SAYS_NOTHING, 0x1f), 0});
	world__close(&world);
	return ret;
}

static int test_arm64(void)
{
	return folder__run(each_arm64);
}

/* A machine that nobody can unwind. */
static int each_unknown(const struct folder *folder)
{
	struct world world = {.folder = folder};
	struct core core = {.cls = DEFER_NOT_UNWOUND, .ip = P(LEAF, 0)};
	int ret = world__open(&world, "s390x");

	if (ret == TEST_OK)
		ret = core__check(&world, &core);
	world__close(&world);
	return ret;
}

static int test_unknown(void)
{
	return folder__run(each_unknown);
}

static const struct test_case cases[] = {
	{"each class, from a sample of its own", test_cores},
	{"the same in the other byte order", test_swapped},
	{"a stack of too many frames", test_too_deep},
	{"i386", test_i386},
	{"arm64, with signed return addresses", test_arm64},
	{"another architecture", test_unknown},
	{0},
};

const struct test_suite suite__unwind = {
	.name = "unwind",
	.desc = "stacks in dumps: frames, and how they end",
	.cases = cases,
};
