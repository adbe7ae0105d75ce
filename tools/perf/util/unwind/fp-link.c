// SPDX-License-Identifier: GPL-2.0-only
#include <dwarf.h>
#include <stddef.h>

#include "util/unwind/fp-link.h"

const char *fp_link__name(enum fp_link link)
{
	static const char *const names[FP_NR_LINKS] = {
		[FP_LINKED] = "linked",	      [FP_SKIPS] = "may-skip", [FP_WILD] = "runs-wild",
		[FP_OUTERMOST] = "outermost", [FP_NO_CFI] = "no-cfi",  [FP_NO_FILE] = "no-file",
	};

	return link < FP_NR_LINKS ? names[link] : "";
}

/* Returns what @rule says of register @nr, or NULL if the register is as it was. */
static const struct cfi_reg *rule__reg(const struct cfi_rule *rule, uint8_t nr)
{
	for (unsigned int i = 0; i < rule->nr_regs; i++) {
		if (rule->regs[i].reg == nr)
			return &rule->regs[i];
	}
	return NULL;
}

/*
 * Returns true if the register was saved where it points to itself, by an expression. GCC says so of
 * functions that align their stack, where it also puts a copy of the return address above (GCC 12,
 * gcc/config/i386/i386.cc, ix86_expand_prologue()).
 */
static bool saved_where_it_points(const struct cfi_rule *rule, const struct cfi_reg *fp)
{
	const uint8_t *expr = cfi_rule__expr(rule, fp);

	return fp->how == CFI_AT_EXPR && fp->expr_size == 2 && expr[0] == DW_OP_breg0 + fp->reg &&
	       !expr[1];
}

/* Judges a frame that has its caller's frame pointer in memory, at the CFA plus fp->value. */
static enum fp_link judge_saved(const struct cfi_rule *rule, const struct unwind_arch *arch,
				const struct cfi_reg *fp, const struct cfi_reg *ra)
{
	const int64_t from_reg = (int64_t)rule->cfa.value + fp->value;
	const bool is_record =
		ra && ra->how == CFI_AT_CFA && ra->value == fp->value + arch->addr_size;

	if (rule->cfa.how != CFI_IS_CFA)
		return FP_WILD;
	if (rule->cfa.reg == arch->fp)
		return is_record && !from_reg ? FP_LINKED : FP_WILD;
	/* What lies below the stack pointer was restored: compilers do not say so before the return. */
	if (rule->cfa.reg == arch->sp && from_reg < 0)
		return FP_SKIPS;
	return is_record && arch->fp_is_of_record ? FP_LINKED : FP_WILD;
}

enum fp_link fp_link__of(const struct cfi_rule *rule, const struct unwind_arch *arch)
{
	const struct cfi_reg *fp = rule__reg(rule, arch->fp), *ra = rule__reg(rule, rule->ra);

	if (ra && ra->how == CFI_UNDEFINED)
		return FP_OUTERMOST;
	/* A signal finds the frame pointer of what it interrupts, and so does the handler. */
	if (!fp || rule->flags & CFI_RULE_SIGNAL)
		return FP_SKIPS;
	if (fp->how == CFI_AT_CFA)
		return judge_saved(rule, arch, fp, ra);
	return saved_where_it_points(rule, fp) ? FP_LINKED : FP_WILD;
}
