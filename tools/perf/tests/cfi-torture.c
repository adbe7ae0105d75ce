// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "tests/cfi-torture.h"
#include "tests/rng.h"
#include "util/base/arena.h"
#include "util/base/intern.h"
#include "util/unwind/cfi.h"
#include "util/unwind/unwind-arch.h"
#include "util/unwind/unwind-frame.h"

#define SP	   0x7ffc00000000ULL
#define STACK_SIZE 2048
/* Bytes that a section may take for each of its own, and at least. */
#define MEMORY_TIMES 300
#define MEMORY_MIN   (1 << 20)

struct run {
	struct cfi cfi;
	struct intern *rules;
	struct arena arena;
	struct unwind_stack stack;
	struct unwind_frame frame;
};

/* Fills registers and stack: half of the words are addresses in the stack. */
static void fill(struct run *run, uint8_t *stack, uint64_t *rng, uint8_t addr_size)
{
	const uint64_t start = addr_size == 4 ? (uint32_t)SP : SP;

	for (size_t i = 0; i < STACK_SIZE; i += sizeof(uint64_t)) {
		const uint64_t word =
			rng__coin(rng) ? start + rng__below(rng, 2 * STACK_SIZE) : rng__next(rng);

		memcpy(stack + i, &word, sizeof(word));
	}
	run->stack = (struct unwind_stack){.start = start, .size = STACK_SIZE, .data = stack};
	run->frame = (struct unwind_frame){
		.arch = unwind_arch__find(addr_size == 4 ? EM_386 : EM_X86_64),
		.stack = &run->stack,
		.known = rng__next(rng) & ((1ULL << CFI_MAX_REGS) - 1),
		.is_exact = true,
	};
	for (unsigned int i = 0; i < CFI_MAX_REGS; i++)
		run->frame.regs[i] = start + rng__below(rng, STACK_SIZE);
}

static const char *check_rows(struct run *run, const struct cfi_fde *fde,
			      const struct cfi_rows *rows)
{
	for (uint32_t i = 0; i < rows->nr; i++) {
		const struct cfi_row *row = &rows->rows[i];
		struct unwind_frame frame = run->frame;

		if (row->start >= fde->size || (i && row->start <= row[-1].start))
			return "rows are in no order";
		if (cfi_rows__find(rows, fde, fde->start + row->start) != row->rule)
			return "a row is not found";
		if (row->rule)
			unwind_frame__step(&frame, row->rule);
	}
	return rows->nr && !rows->rows[0].start ? NULL : "no row at the start";
}

static const char *run__all(struct run *run)
{
	const char *wrong = NULL;

	for (uint32_t i = 0; !wrong && i < run->cfi.nr; i++) {
		struct cfi_fde *fde = &run->cfi.fdes[i];
		const struct cfi_fde *found = cfi__find(&run->cfi, fde->start);
		const struct cfi_rows *rows;

		rows = cfi__rows(&run->cfi, fde, run->rules, &run->arena);
		if (!rows)
			return "out of memory";
		wrong = check_rows(run, fde, rows);
		if (!wrong && (!found || found->start != fde->start || found->size < fde->size))
			wrong = "a function is not found";
		if (!wrong && i && fde->start < fde[-1].start)
			wrong = "functions are in no order";
	}
	return wrong;
}

const char *cfi_torture__run(const struct cfi_torture *torture, const void *data, size_t size)
{
	const struct dw_base base = {.section = torture->addr, .addr_size = torture->addr_size};
	struct run run = {.rules = intern__new()};
	uint8_t *copy = malloc(size ? size : 1), stack[STACK_SIZE];
	uint64_t rng = torture->seed;
	const char *wrong = "out of memory";

	if (!copy || !run.rules)
		abort();
	memcpy(copy, data, size);
	fill(&run, stack, &rng, torture->addr_size);
	if (!cfi__init(&run.cfi, copy, size, &base, torture->is_eh, torture->swap, NULL))
		wrong = run__all(&run);
	if (!wrong && run.cfi.nr * sizeof(*run.cfi.fdes) > 4 * size)
		wrong = "the table of functions swells";
	if (!wrong && run.arena.bytes > MEMORY_MIN + MEMORY_TIMES * size)
		wrong = "rules and rows swell";
	cfi__exit(&run.cfi);
	intern__delete(run.rules);
	arena__exit(&run.arena);
	return wrong;
}
