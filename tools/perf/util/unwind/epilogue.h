/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * epilogue: tells which registers a function that is about to return has restored already.
 *
 *   ...                  CFA = rbp+16, rbp at CFA-16
 *   pop %rbp
 *   ret     <- pc        CFA = rsp+8,  rbp at CFA-16: below the stack pointer, where no dump reaches
 *
 * Compilers leave the rule of a register as it is behind its pop. But a function returns with the caller's
 * values in all registers that a call preserves (psABI of x86-64, 3.2.1), so those that the rest of it, pops
 * and a return, does not change have them at the pc.
 */
#ifndef PERF_DEFER_UTIL_UNWIND_EPILOGUE_H
#define PERF_DEFER_UTIL_UNWIND_EPILOGUE_H

#include "util/unwind/unwind-arch.h"

/* Bytes of code that are looked at: seven pops, an addition to the stack pointer and a return. */
#define EPILOGUE_SIZE 32

/*
 * Returns the DWARF numbers, by bit, of the registers that are restored before the instruction at @code, of
 * which @size bytes are known; 0 if other instructions than those of an epilogue come before the return.
 */
uint64_t epilogue__restored(const struct unwind_arch *arch, const uint8_t *code, size_t size);

#endif /* PERF_DEFER_UTIL_UNWIND_EPILOGUE_H */
