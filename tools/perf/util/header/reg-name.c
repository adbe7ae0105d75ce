// SPDX-License-Identifier: GPL-2.0-only
/*
 * Names of registers: Linux 6.12, arch/x86/include/uapi/asm/perf_regs.h, and the same file of
 * arm64.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "util/base/array.h"
#include "util/header/reg-name.h"

#define X86_XMM0 32 /* two bits for each register */
#define X86_END	 64

static const char *const x86_names[] = {
	"AX", "BX", "CX", "DX", "SI", "DI", "BP",  "SP",  "IP",	 "FLAGS", "CS",	 "SS",
	"DS", "ES", "FS", "GS", "R8", "R9", "R10", "R11", "R12", "R13",	  "R14", "R15",
};

static const char *x86_name(unsigned int reg, char buf[REG_NAME_LEN])
{
	if (reg < ARRAY_SIZE(x86_names))
		return x86_names[reg];
	if (reg < X86_XMM0 || reg >= X86_END)
		return NULL;
	snprintf(buf, REG_NAME_LEN, "XMM%u", (reg - X86_XMM0) / 2);
	return buf;
}

static const char *arm64_name(unsigned int reg, char buf[REG_NAME_LEN])
{
	static const char *const special[] = {"lr", "sp", "pc"};

	if (reg < 30) {
		snprintf(buf, REG_NAME_LEN, "x%u", reg);
		return buf;
	}
	return reg - 30 < ARRAY_SIZE(special) ? special[reg - 30] : reg == 46 ? "vg" : NULL;
}

static bool is_x86(const char *arch)
{
	return !strcmp(arch, "x86_64") || (arch[0] == 'i' && !strcmp(arch + 2, "86"));
}

const char *reg__name(const char *arch, unsigned int reg, char buf[REG_NAME_LEN])
{
	const char *name = NULL;

	if (arch && is_x86(arch))
		name = x86_name(reg, buf);
	else if (arch && !strcmp(arch, "aarch64"))
		name = arm64_name(reg, buf);
	if (name)
		return name;
	snprintf(buf, REG_NAME_LEN, "reg%u", reg);
	return buf;
}
