/* SPDX-License-Identifier: GPL-2.0-only */
/* cfi_text: rules and rows as a line, to compare. */
#ifndef PERF_DEFER_TESTS_CFI_TEXT_H
#define PERF_DEFER_TESTS_CFI_TEXT_H

#include "util/unwind/cfi.h"

/*
 * Write a text into @size bytes, cut if need be. Rows are "0: r7+8 r16@-8; 1: ...", by their offset;
 * "-" is no rule. A rule has the CFA, r7+8 or an expression (7708) in hex, and registers:
 *
 *   r16@-8    in memory at CFA-8         r16=r1      in register 1
 *   r7:+16    CFA+16                     r16?        lost
 *   r3@(76)   where the expression says  r3=(76)     what the expression says
 *
 * then S for a signal's frame, B for a signed return address.
 */
void cfi_rule__text(const struct cfi_rule *rule, char *text, size_t size);
void cfi_rows__text(const struct cfi_rows *rows, char *text, size_t size);

#endif /* PERF_DEFER_TESTS_CFI_TEXT_H */
