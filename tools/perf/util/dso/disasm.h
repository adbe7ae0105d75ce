/* SPDX-License-Identifier: GPL-2.0-only */
/* disasm: machine code as text, by libcapstone, where perf-defer was built with it. */
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
	uint64_t addr;	    /* counted from what init was told */
	uint64_t vaddr;	    /* as the file was linked: what jumps name */
	uint64_t target;    /* of a direct jump or call, counted as addr is; else 0 */
	uint32_t size;	    /* bytes */
	uint32_t target_at; /* where in text it stands; 0: there is none */
	uint8_t flow;	    /* enum disasm_flow */
	const char *text;   /* "mov %rsp, %rbp"; what is no instruction is ".byte" */
};

struct disasm {
	struct disasm_insn *insns;
	size_t nr, cap;
	struct strpool strs;
};

/* Was it built in? */
bool disasm__is_there(void);

/*
 * All of @code, whose first instruction is to be at @addr. DEFER_ERR_UNSUPPORTED, with the
 * reason, without libcapstone or for a machine that it does not know.
 */
int disasm__init(struct disasm *disasm, const struct dso_code *code, uint64_t addr,
		 struct defer_error *err);
void disasm__exit(struct disasm *disasm);

/* The instruction that @addr lies in: its place, or -1. */
int64_t disasm__find(const struct disasm *disasm, uint64_t addr);

#endif /* PERF_DEFER_UTIL_DSO_DISASM_H */
