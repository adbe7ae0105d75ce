// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "util/dso/symbol.h"
#include "util/machine/branch.h"
#include "util/profile/column-branch.h"
#include "util/profile/hist.h"

/* ---- one end ---- */

static const struct func *func_of(const struct hist *hist, const struct hist_entry *entry)
{
	return funcs__at(hist->conf.funcs, entry->func);
}

int branch_end__compare_dso(const struct hist *hist, const struct hist_entry *a,
			    const struct hist_entry *b)
{
	const struct func *fa = func_of(hist, a), *fb = func_of(hist, b);

	if (!fa->dso || !fb->dso)
		return !fb->dso - !fa->dso;
	return strcmp(func__dso_name(fb, true), func__dso_name(fa, true));
}

static uint64_t start_of(const struct func *func)
{
	return func->sym ? func->sym->start : func->addr;
}

int branch_end__compare_symbol(const struct hist *hist, const struct hist_entry *a,
			       const struct hist_entry *b)
{
	const struct func *fa = func_of(hist, a), *fb = func_of(hist, b);

	if (!fa->sym != !fb->sym)
		return !fa->sym - !fb->sym;
	return (start_of(fa) > start_of(fb)) - (start_of(fa) < start_of(fb));
}

/* ---- how it was taken ---- */

uint64_t branch__mispredict(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.branch & (BRANCH_MISPREDICTED | BRANCH_PREDICTED);
}

const char *branch__mispredict_text(const struct hist *hist, const struct hist_entry *entry)
{
	const uint64_t key = branch__mispredict(hist, entry);

	if (key & BRANCH_PREDICTED)
		return "N";
	return key ? "Y" : "N/A";
}

uint64_t branch__in_tx(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.branch & BRANCH_IN_TX;
}

const char *branch__in_tx_text(const struct hist *hist, const struct hist_entry *entry)
{
	return branch__in_tx(hist, entry) ? "T" : ".";
}

uint64_t branch__abort(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.branch & BRANCH_ABORTED;
}

const char *branch__abort_text(const struct hist *hist, const struct hist_entry *entry)
{
	return branch__abort(hist, entry) ? "A" : ".";
}

uint64_t branch__cycles(const struct hist *hist, const struct hist_entry *entry)
{
	(void)hist;
	return entry->who.branch >> BRANCH_CYCLES_SHIFT;
}

int branch__compare_cycles(const struct hist *hist, const struct hist_entry *a,
			   const struct hist_entry *b)
{
	return (int)branch__cycles(hist, b) - (int)branch__cycles(hist, a);
}

int branch__format_cycles(const struct hist *hist, const struct hist_entry *entry,
			  unsigned int width, char *buf, size_t size)
{
	const uint64_t cycles = branch__cycles(hist, entry);

	if (!cycles)
		return snprintf(buf, size, "%-*s", (int)width, "-");
	return snprintf(buf, size, "%-*" PRIu64, (int)width, cycles);
}
