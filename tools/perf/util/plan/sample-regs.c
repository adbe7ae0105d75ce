// SPDX-License-Identifier: GPL-2.0-only
/*
 * Registers that exist: Linux 6.12, arch/{x86,arm64}/include/uapi/asm/perf_regs.h; registers that
 * perf accepts: its tools/perf/arch/.../perf_regs.h.
 */
#include <string.h>
#include <strings.h>

#include <perf/defer-abi.h>
#include <perf/defer-attr.h>

#include "util/header/reg-name.h"
#include "util/plan/plan-probe.h"
#include "util/plan/sample-regs.h"

#define BITS(from, to) ((~0ULL >> (63 - (to))) & (~0ULL << (from)))

/* X86_SEGMENTS are DS, ES, FS and GS, which a 64-bit kernel does not provide. */
#if defined(__x86_64__)
#define ARCH	     "x86_64"
#define X86_SEGMENTS BITS(12, 15)
#define USER_REGS    (BITS(0, 23) & ~X86_SEGMENTS)
#define UNWIND_REGS  (1ULL << 8 | 1ULL << 7)   /* IP, SP */
#define REPAIR_REGS  (UNWIND_REGS | 1ULL << 6) /* and BP */
#define VECTOR_REGS  SAMPLE_REGS_VECTOR
#elif defined(__aarch64__)
#define ARCH	    "aarch64"
#define USER_REGS   BITS(0, 32)
#define UNWIND_REGS (1ULL << 32 | 1ULL << 31) /* pc, sp */
#define REPAIR_REGS 0ULL
#define VECTOR_REGS 0ULL
#else
#define ARCH	    NULL
#define USER_REGS   0ULL
#define UNWIND_REGS 0ULL
#define REPAIR_REGS 0ULL
#define VECTOR_REGS 0ULL
#endif

#define HW_CPU_CYCLES 0

uint64_t sample_regs__user(void)
{
	return USER_REGS;
}

uint64_t sample_regs__unwind(void)
{
	return UNWIND_REGS;
}

uint64_t sample_regs__repair(void)
{
	return REPAIR_REGS;
}

static bool has_vector_regs(void)
{
	const struct defer_attr attr = {
		.type = DEFER_TYPE_HARDWARE,
		.config = HW_CPU_CYCLES,
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_period = 1,
		.sample_type = DEFER_SAMPLE_REGS_INTR,
		.sample_regs_intr = VECTOR_REGS,
		.flags = DEFER_ATTR_DISABLED | DEFER_ATTR_EXCLUDE_KERNEL |
			 1ULL << DEFER_ATTR_PRECISE_IP_SHIFT,
	};

	return VECTOR_REGS && !plan_probe__attr(&attr);
}

uint64_t sample_regs__intr(void)
{
	return USER_REGS | (has_vector_regs() ? VECTOR_REGS : 0);
}

/* Returns whether @reg has a name: a vector register has two bits, and the first one names it. */
static bool is_named(unsigned int reg, uint64_t there)
{
	return there >> reg & 1 && !(VECTOR_REGS >> reg & 1 && reg & 1);
}

static uint64_t bits_of(unsigned int reg)
{
	return (VECTOR_REGS >> reg & 1 ? 3ULL : 1ULL) << reg;
}

static bool find_reg(const char *str, size_t len, uint64_t there, uint64_t *bits)
{
	char buf[REG_NAME_LEN];

	for (unsigned int reg = 0; reg < 64; reg++) {
		const char *name = reg__name(ARCH, reg, buf);

		if (is_named(reg, there) && strlen(name) == len && !strncasecmp(name, str, len)) {
			*bits = bits_of(reg);
			return true;
		}
	}
	return false;
}

int sample_regs__parse(const char *str, uint64_t there, const char *option, uint64_t *mask,
		       struct defer_error *err)
{
	uint64_t all = 0, bits = 0;
	size_t len;

	for (;; str += len + 1) {
		len = strcspn(str, ",");
		if (!find_reg(str, len, there, &bits))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"%s: unknown register '%.*s': %s=? lists them",
						option, (int)len, str, option);
		all |= bits;
		if (!str[len])
			break;
	}
	*mask = all;
	return 0;
}

bool sample_regs__asks(const char *str)
{
	size_t len;

	for (;; str += len + 1) {
		len = strcspn(str, ",");
		if (len == 1 && *str == '?')
			return true;
		if (!str[len])
			return false;
	}
}

void sample_regs__print(uint64_t there, FILE *out)
{
	char buf[REG_NAME_LEN];

	fputs("available registers:", out);
	for (unsigned int reg = 0; reg < 64; reg++) {
		if (is_named(reg, there))
			fprintf(out, " %s", reg__name(ARCH, reg, buf));
	}
	fputc('\n', out);
}
