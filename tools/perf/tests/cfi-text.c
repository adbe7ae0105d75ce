// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "tests/cfi-text.h"

static void put_expr(FILE *out, const struct cfi_rule *rule, const struct cfi_reg *reg)
{
	const uint8_t *bytes = cfi_rule__expr(rule, reg);

	fputc('(', out);
	for (unsigned int i = 0; i < reg->expr_size; i++)
		fprintf(out, "%02x", bytes[i]);
	fputc(')', out);
}

static void put_reg(FILE *out, const struct cfi_rule *rule, const struct cfi_reg *reg)
{
	static const char signs[] = {
		[CFI_SAME] = '!',   [CFI_UNDEFINED] = '?', [CFI_AT_CFA] = '@',	[CFI_IS_CFA] = ':',
		[CFI_IN_REG] = '=', [CFI_AT_EXPR] = '@',   [CFI_IS_EXPR] = '=',
	};

	fprintf(out, " r%u%c", reg->reg, signs[reg->how]);
	if (reg->how == CFI_AT_EXPR || reg->how == CFI_IS_EXPR)
		put_expr(out, rule, reg);
	else if (reg->how == CFI_IN_REG)
		fprintf(out, "r%d", reg->value);
	else if (reg->how != CFI_UNDEFINED)
		fprintf(out, "%+d", reg->value);
}

static void put_rule(FILE *out, const struct cfi_rule *rule)
{
	if (!rule) {
		fputc('-', out);
		return;
	}
	if (rule->cfa.how == CFI_IS_EXPR)
		put_expr(out, rule, &rule->cfa);
	else
		fprintf(out, "r%u%+d", rule->cfa.reg, rule->cfa.value);
	for (unsigned int i = 0; i < rule->nr_regs; i++)
		put_reg(out, rule, &rule->regs[i]);
	fputs(rule->flags & CFI_RULE_SIGNAL ? " S" : "", out);
	fputs(rule->flags & CFI_RULE_SIGNED ? " B" : "", out);
}

void cfi_rule__text(const struct cfi_rule *rule, char *text, size_t size)
{
	FILE *out = fmemopen(text, size, "w");

	*text = '\0';
	if (!out)
		return;
	put_rule(out, rule);
	fclose(out);
	text[size - 1] = '\0';
}

void cfi_rows__text(const struct cfi_rows *rows, char *text, size_t size)
{
	FILE *out = fmemopen(text, size, "w");

	*text = '\0';
	if (!out)
		return;
	for (uint32_t i = 0; i < rows->nr; i++) {
		fprintf(out, "%s%u: ", i ? "; " : "", rows->rows[i].start);
		put_rule(out, rows->rows[i].rule);
	}
	fclose(out);
	text[size - 1] = '\0';
}
