/* SPDX-License-Identifier: GPL-2.0-only */
/* disasm: disassembles machine code with libcapstone, if perf-defer was built with it. */
#ifndef PERF_DEFER_UTIL_DSO_DISASM_H
#define PERF_DEFER_UTIL_DSO_DISASM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <perf/defer-error.h>

#include "util/base/strpool.h"

struct dso_code;

enum disasm_flow {
	DISASM_GOES_ON,
	DISASM_JUMP, /* conditional or not */
	DISASM_CALL,
	DISASM_RET,
};

struct disasm_insn {
	uint64_t addr;	    /* address relative to the one given to init */
	uint64_t vaddr;	    /* address as linked, to which jumps refer */
	uint64_t target;    /* target of a direct jump or call, relative as addr is; else 0 */
	uint32_t size;	    /* length in bytes */
	uint32_t target_at; /* offset of the target in text; 0: none */
	uint8_t flow;	    /* enum disasm_flow */
	const char *text;   /* "mov %rsp, %rbp"; ".byte" if it is not an instruction */
};

struct disasm {
	struct disasm_insn *insns;
	size_t nr, cap;
	struct strpool strs;
};

/* Returns true if it was built in, and the library can be loaded. */
bool disasm__is_there(void);

/*
 * Disassembles all of @code, with the first instruction at @addr; of x86 in AT&T's syntax, or with
 * @intel in Intel's. Returns DEFER_ERR_UNSUPPORTED,
 * with the reason, without libcapstone or for an unknown machine. @code is not read without it.
 */
int disasm__init(struct disasm *disasm, const struct dso_code *code, uint64_t addr, bool intel,
		 struct defer_error *err);
void disasm__exit(struct disasm *disasm);

/* Returns the index of the instruction that contains @addr, or -1. */
int64_t disasm__find(const struct disasm *disasm, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_DISASM_H */
