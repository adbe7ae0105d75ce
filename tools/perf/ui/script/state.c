// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-sample.h>

#include "ui/script/lines.h"
#include "ui/script/fields.h"
#include "ui/script/state.h"
#include "util/header/reg-name.h"
#include "util/machine/branch.h"

static uint64_t reg_value(const struct defer_sample_regs *regs, bool swap, uint64_t i)
{
	uint64_t value;

	memcpy(&value, regs->regs.data + i * sizeof(value), sizeof(value));
	return swap ? __builtin_bswap64(value) : value;
}

void state__print_regs(const struct defer_sample_regs *regs, bool swap, const char *arch,
		       struct out *out)
{
	char buf[REG_NAME_LEN];
	uint64_t nr = 0;

	if (!regs->mask)
		return;
	out__str(out, " ABI:");
	out__u64(out, regs->abi, 0);
	out__char(out, ' ');
	for (unsigned int reg = 0; reg < 64; reg++) {
		if (!(regs->mask >> reg & 1))
			continue;
		out__str_right(out, reg__name(arch, reg, buf), 5);
		out__str(out, ":0x");
		out__hex(out, reg_value(regs, swap, nr++), 0);
		out__char(out, ' ');
	}
}

/*
 * Returns whether @addr is in the kernel. Branches cross between user mode and the kernel, so the
 * address itself decides, not the sample's mode.
 */
static bool is_kernel(uint64_t addr)
{
	return addr >> 63;
}

static int print_end(const struct stitched *sample, uint64_t addr, uint64_t fields,
		     struct resolve *resolve, struct out *out, struct defer_error *err)
{
	bool kernel = is_kernel(addr);
	int64_t id;

	out__str(out, "0x");
	out__hex(out, addr, 0);
	if (!(fields & FIELD_DSO))
		return 0;
	id = resolve__want(resolve, kernel ? sample->kernel_maps_id : sample->user_maps_id, addr,
			   kernel, err);
	if (id < 0)
		return id;
	frame__print_dso(resolve__frame(resolve, id), fields, out);
	return 0;
}

static void print_flags(const struct branch *branch, struct out *out)
{
	const char *spec = branch__spec_name(branch);

	out__char(out, '/');
	out__char(out, branch->predicted ? 'P' : branch->mispredicted ? 'M' : '-');
	out__char(out, '/');
	out__char(out, branch->in_tx ? 'X' : '-');
	out__char(out, '/');
	out__char(out, branch->aborted ? 'A' : '-');
	out__char(out, '/');
	out__u64(out, branch->cycles, 0);
	out__char(out, '/');
	out__str(out, branch->type ? branch__type_name(branch) : "");
	out__char(out, '/');
	out__str(out, *spec ? spec : "-");
	out__char(out, ' ');
}

int state__print_branches(const struct stitched *sample, uint64_t fields, struct resolve *resolve,
			  struct out *out, struct defer_error *err)
{
	struct branch branch;
	int ret = 0;

	for (uint64_t i = 0; i < sample->sample->branch.nr && !ret; i++) {
		branch__read(sample->sample, i, &branch);
		out__char(out, ' ');
		ret = print_end(sample, branch.from, fields, resolve, out, err);
		if (ret)
			break;
		out__char(out, '/');
		ret = print_end(sample, branch.to, fields, resolve, out, err);
		print_flags(&branch, out);
	}
	return ret;
}
