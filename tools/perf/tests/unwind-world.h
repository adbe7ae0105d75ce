/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * unwind_world: a small world of files with call frame information, a process that has mapped them, and
 * samples of it.
 */
#ifndef PERF_DEFER_TESTS_UNWIND_WORLD_H
#define PERF_DEFER_TESTS_UNWIND_WORLD_H

#include <perf/defer-sample.h>

#include "tests/builder.h"
#include "tests/folder.h"
#include "util/dso/symbol.h"
#include "util/machine/machine.h"
#include "util/unwind/unwind.h"

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

/* The same of arm64: says nothing about its return address. */
#define ARM_SAYS_NOTHING BY_RBX

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

/* An address in one of the files. */
#define IN(file, func, at) ((file) + (func) + (at))

/* The stack pointer of samples, of 64 and of 32 bits. */
#define SP   0x7ffc00001000ULL
#define SP32 0xffff1000ULL

/* The files, and a process that has mapped them all. */
struct unwind_world {
	const struct folder *folder;
	struct machine_log *log;
	struct machine *machine;
	struct unwinder *unwinder;
	struct unwind_thread *thread;
	struct symbol_conf conf;
	uint32_t maps_id;
	char none[128];
};

/* Writes the files into @world->folder, and makes the unwinder for traces of @arch, as uname has it. */
int unwind_world__open(struct unwind_world *world, const char *arch);
void unwind_world__close(struct unwind_world *world);

/* Bytes of registers and of a dump, in the order of a trace. */
struct unwind_dump {
	struct builder regs, stack;
	struct defer_sample sample;
};

/* Begins a sample in user mode, big-endian or not. The caller appends to its registers and its stack. */
void unwind_dump__init(struct unwind_dump *dump, bool big);
void unwind_dump__exit(struct unwind_dump *dump);
/* Returns the sample with what was appended. @dyn_size: the size that it claims; 0: that of the stack. */
const struct defer_sample *unwind_dump__sample(struct unwind_dump *dump, uint64_t abi,
					       uint64_t mask, uint64_t dyn_size);

/* Unwinds @sample, and compares with @want and @frames, which end with 0. Returns enum test_result. */
int unwind_world__check(struct unwind_world *world, const struct defer_sample *sample,
			enum defer_class want, const uint64_t *frames);

#endif /* PERF_DEFER_TESTS_UNWIND_WORLD_H */
