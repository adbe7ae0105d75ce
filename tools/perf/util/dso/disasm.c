// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/dso/disasm.h"
#include "util/dso/dso-code.h"

#ifdef HAVE_CAPSTONE

#include "util/host/capstone.h"

/* The library, and its handle for one machine. */
struct disassembler {
	struct capstone cs;
	csh handle;
};

struct machine_mode {
	uint16_t machine;
	cs_arch arch;
	cs_mode mode_32, mode_64;
};

static const struct machine_mode modes[] = {
	{EM_386, CS_ARCH_X86, CS_MODE_32, CS_MODE_32},
	{EM_X86_64, CS_ARCH_X86, CS_MODE_64, CS_MODE_64},
	{EM_AARCH64, CS_ARCH_ARM64, CS_MODE_ARM, CS_MODE_ARM},
	{EM_ARM, CS_ARCH_ARM, CS_MODE_ARM, CS_MODE_ARM},
	{EM_PPC, CS_ARCH_PPC, CS_MODE_32, CS_MODE_32},
	{EM_PPC64, CS_ARCH_PPC, CS_MODE_64, CS_MODE_64},
	{EM_MIPS, CS_ARCH_MIPS, CS_MODE_MIPS32, CS_MODE_MIPS64},
	{EM_S390, CS_ARCH_SYSZ, CS_MODE_BIG_ENDIAN, CS_MODE_BIG_ENDIAN},
#if CS_API_MAJOR >= 5
	{EM_RISCV, CS_ARCH_RISCV, CS_MODE_RISCV32 | CS_MODE_RISCVC,
	 CS_MODE_RISCV64 | CS_MODE_RISCVC},
#endif
};

bool disasm__is_there(void)
{
	struct capstone cs;

	return capstone__load(&cs);
}

static int disassembler__open(struct disassembler *dis, const struct dso_code *code, bool intel)
{
	for (size_t i = 0; i < ARRAY_SIZE(modes); i++) {
		cs_mode mode = code->is_64 ? modes[i].mode_64 : modes[i].mode_32;

		if (modes[i].machine != code->machine)
			continue;
		if (code->big_endian)
			mode = (cs_mode)((unsigned int)mode | (unsigned int)CS_MODE_BIG_ENDIAN);
		if (dis->cs.open(modes[i].arch, mode, &dis->handle))
			return -1;
		/* Without a choice, objdump and perf annotate use AT&T's syntax. */
		if (modes[i].arch == CS_ARCH_X86 && !intel)
			dis->cs.option(dis->handle, CS_OPT_SYNTAX, CS_OPT_SYNTAX_ATT);
		dis->cs.option(dis->handle, CS_OPT_SKIPDATA, CS_OPT_ON);
		dis->cs.option(dis->handle, CS_OPT_DETAIL, CS_OPT_ON); /* needed to find jumps */
		return 0;
	}
	return -1;
}

static enum disasm_flow flow_of(const struct disassembler *dis, const cs_insn *insn)
{
	if (!insn->id || !insn->detail)
		return DISASM_GOES_ON;
	if (dis->cs.insn_group(dis->handle, insn, CS_GRP_CALL))
		return DISASM_CALL;
	if (dis->cs.insn_group(dis->handle, insn, CS_GRP_RET))
		return DISASM_RET;
	return dis->cs.insn_group(dis->handle, insn, CS_GRP_JUMP) ? DISASM_JUMP : DISASM_GOES_ON;
}

/*
 * Finds the target of a direct jump or call: the address at the end of the text, on every machine:
 * "jne 0x40", "cbz x0, #0x40". Not "*0x40(%rip)" or "*%rax".
 */
static bool find_target(const char *text, struct disasm_insn *insn, uint64_t *vaddr)
{
	const char *last = strrchr(text, ' ');
	char *end;

	if (!last || (insn->flow != DISASM_JUMP && insn->flow != DISASM_CALL))
		return false;
	last += 1 + (last[1] == '#');
	if (strncmp(last, "0x", 2))
		return false;
	*vaddr = strtoull(last, &end, 16);
	insn->target_at = last - text;
	return !*end;
}

static int add_insn(struct disasm *disasm, const struct disassembler *dis, const cs_insn *insn,
		    uint64_t addr)
{
	char text[sizeof(insn->mnemonic) + sizeof(insn->op_str) + 8];
	struct disasm_insn *added;
	uint64_t target;
	int len;

	if (!ARRAY_GROW(disasm->insns, disasm->cap, disasm->nr + 1))
		return DEFER_ERR_NOMEM;
	len = snprintf(text, sizeof(text), insn->op_str[0] ? "%-7s %s" : "%s", insn->mnemonic,
		       insn->op_str);
	added = &disasm->insns[disasm->nr];
	*added = (struct disasm_insn){
		.addr = addr,
		.vaddr = insn->address,
		.size = insn->size,
		.flow = flow_of(dis, insn),
		.text = strpool__add(&disasm->strs, text, len),
	};
	if (find_target(text, added, &target))
		added->target = target - insn->address + addr;
	else
		added->target_at = 0;
	disasm->nr++;
	return added->text ? 0 : DEFER_ERR_NOMEM;
}

static int disasm__add_all(struct disasm *disasm, const struct disassembler *dis,
			   const struct dso_code *code, uint64_t addr)
{
	const uint8_t *bytes = code->bytes;
	uint64_t vaddr = code->vaddr;
	size_t left = code->size;
	cs_insn *insn = dis->cs.malloc(dis->handle);
	int ret = insn ? 0 : DEFER_ERR_NOMEM;

	while (!ret && left && dis->cs.disasm_iter(dis->handle, &bytes, &left, &vaddr, insn))
		ret = add_insn(disasm, dis, insn, addr + (insn->address - code->vaddr));
	if (insn)
		dis->cs.free(insn, 1);
	return ret;
}

int disasm__init(struct disasm *disasm, const struct dso_code *code, uint64_t addr, bool intel,
		 struct defer_error *err)
{
	struct disassembler dis;
	int ret;

	*disasm = (struct disasm){0};
	if (!capstone__load(&dis.cs))
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"no assembly: " CAPSTONE_SONAME " cannot be loaded");
	if (disassembler__open(&dis, code, intel))
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"libcapstone does not support machine %u", code->machine);
	ret = disasm__add_all(disasm, &dis, code, addr);
	dis.cs.close(&dis.handle);
	if (!ret)
		return 0;
	disasm__exit(disasm);
	return defer_error__set(err, ret, "not enough memory for the assembly");
}

#else

bool disasm__is_there(void)
{
	return false;
}

int disasm__init(struct disasm *disasm, const struct dso_code *code, uint64_t addr, bool intel,
		 struct defer_error *err)
{
	(void)code;
	(void)addr;
	(void)intel;
	*disasm = (struct disasm){0};
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
				"no assembly: perf-defer was built without libcapstone");
}

#endif

void disasm__exit(struct disasm *disasm)
{
	free(disasm->insns);
	strpool__exit(&disasm->strs);
	*disasm = (struct disasm){0};
}

int64_t disasm__find(const struct disasm *disasm, uint64_t addr)
{
	size_t after = LOWER_BOUND(i, disasm->nr, disasm->insns[i].addr <= addr);
	const struct disasm_insn *insn = after ? &disasm->insns[after - 1] : NULL;

	return insn && addr - insn->addr < insn->size ? insn - disasm->insns : -1;
}
