// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>

#include "ui/stdio/plain.h"
#include "ui/stdio/recursion.h"
#include "util/profile/profile.h"
#include "util/profile/recursion.h"

#define FUNC_COLS -32

static double percent(uint64_t part, uint64_t all)
{
	return all ? 100.0 * part / all : 0;
}

static void print_func(const struct hist *hist, uint32_t id, int width, FILE *out)
{
	char label[FUNC_LABEL_LEN];

	plain__pad(func__label(funcs__at(hist->conf.funcs, id), label), width, out);
}

static void print_recursion(const struct hist *hist, const struct recursion *recursion, FILE *out)
{
	const struct func *func = funcs__at(hist->conf.funcs, recursion->func);

	fprintf(out, "%8.2f%%  %10" PRIu64 "  %7" PRIu32 "  %-6s  ",
		percent(recursion->sums.period, hist->total.period), recursion->sums.nr,
		recursion->deepest, func->is_kernel ? "kernel" : "user");
	print_func(hist, recursion->func, FUNC_COLS, out);
	fprintf(out, "  %6.2f%% ", percent(recursion->by_caller, recursion->sums.period));
	print_func(hist, recursion->caller, 0, out);
	fputc('\n', out);
}

static int print_event(const struct profile_event *event, FILE *out, struct defer_error *err)
{
	struct recursions recursions;
	int ret = recursions__init(&recursions, &event->hist, err);

	fprintf(out, "# Functions that are more than once in a stack, of event '");
	plain__puts(profile_event__own_name(event), out);
	fprintf(out, "'\n#\n# %7s  %10s  %7s  %-6s  %-32s  %s\n", "Share", "Samples", "Deepest",
		"Where", "Function", "Called again by");
	for (size_t i = 0; !ret && i < recursions.nr; i++)
		print_recursion(&event->hist, &recursions.of[i], out);
	if (!ret && !recursions.nr)
		fprintf(out, "# none\n");
	recursions__exit(&recursions);
	return ret;
}

int profile__print_recursions(const struct profile *profile, FILE *out, struct defer_error *err)
{
	int ret = 0;

	for (uint32_t i = 0, nr = 0; !ret && i < profile->nr_events; i++) {
		if (!profile->events[i].all.nr)
			continue;
		if (nr++)
			fputc('\n', out);
		ret = print_event(&profile->events[i], out, err);
	}
	return ret;
}
