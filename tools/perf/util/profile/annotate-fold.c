// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/dso/dso.h"
#include "util/machine/half-walk.h"
#include "util/profile/annotate-fold.h"
#include "util/profile/seam.h"

/* One distinct half of stacks, with the sum of its samples, and the address they hit. */
struct annotate_half {
	const struct intern_entry *entry; /* NULL: empty, only the address that was hit is known */
	uint32_t maps_id;
	bool kernel, hit; /* hit: @ip is in the function */
	uint64_t ip;
	struct sample_sum stat;
};

struct annotate_build {
	struct annotate *annotate;
	struct resolve *resolve;
	const struct dso *dso;
	const struct symbol *sym;
	struct annotate_half *halves;
	size_t nr, cap;
	struct hash_index index;
	uint64_t hash_key;
	uint64_t *addrs; /* the path of one half */
	size_t cap_addrs;
};

static const struct frame *frame_of(struct annotate_build *build, uint32_t maps_id, uint64_t ip,
				    bool kernel, int *ret, struct defer_error *err)
{
	int64_t id = resolve__want(build->resolve, maps_id, ip, kernel, err);

	if (id < 0)
		*ret = id;
	return id < 0 ? NULL : resolve__frame(build->resolve, id);
}

static bool is_own(const struct annotate_build *build, const struct frame *frame)
{
	return frame && frame->sym == build->sym && frame->dso == build->dso;
}

/* ---- halves ---- */

static bool annotate_fold__half_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct annotate_half *a = &((const struct annotate_half *)ctx)[pos], *b = key;

	return a->entry == b->entry && a->maps_id == b->maps_id && a->kernel == b->kernel &&
	       a->hit == b->hit && a->ip == b->ip;
}

static int add_half(struct annotate_build *build, const struct annotate_half *half)
{
	uint64_t key = build->hash_key;
	uint64_t hash = hash__u64(hash__u64(hash__u64(key, (uintptr_t)half->entry), half->ip),
				  half->maps_id * 4ULL + half->kernel * 2 + half->hit);
	uint32_t pos = hash_index__find(&build->index, hash, annotate_fold__half_equal,
					build->halves, half);

	if (pos != HASH_INDEX_NONE) {
		sample_sum__add(&build->halves[pos].stat, &half->stat);
		return 0;
	}
	if (!ARRAY_GROW(build->halves, build->cap, build->nr + 1) ||
	    hash_index__add(&build->index, hash, build->nr))
		return DEFER_ERR_NOMEM;
	build->halves[build->nr++] = *half;
	return 0;
}

/*
 * Adds one half of @stack. A function is either in the kernel or in user space, so the other half
 * need not be searched.
 */
static int annotate_build__add_stack(struct annotate_build *build, const struct stack *stack,
				     bool kernel, struct defer_error *err)
{
	struct annotate_half half = {
		.entry = kernel ? stack->kernel : stack->user,
		.maps_id = kernel ? stack->kernel_maps_id : stack->user_maps_id,
		.kernel = kernel,
		.stat = sums__samples(&stack->sums),
	};
	int ret = 0;

	if (stack__ip_maps(stack) == half.maps_id)
		half.hit =
			is_own(build, frame_of(build, half.maps_id, stack->ip, kernel, &ret, err));
	if (half.hit)
		half.ip = stack->ip;
	return ret || (!half.entry && !half.hit) ? ret : add_half(build, &half);
}

/* ---- paths ---- */

/*
 * Returns an address inside the call instruction. A stack has return addresses, which may be on the
 * next line already. The first frame of a half has the address where the half was left, which is
 * exact for interrupts and faults; so is a kernel frame whose callee @inner is the entry of one.
 */
static uint64_t call_of(const struct frame *frame, const struct frame *inner)
{
	bool called = inner && !(inner->sym && seam__is_trap(inner->sym->name));

	return called && frame->addr > frame->sym->start ? frame->addr - 1 : frame->addr;
}

static int add_path(struct annotate_build *build, const struct annotate_half *from,
		    struct defer_error *err)
{
	struct half half = half__of(from->entry);
	const struct frame *frame, *inner = NULL;
	struct half_walk walk;
	size_t nr = 0;
	int ret = 0;

	if (!ARRAY_GROW(build->addrs, build->cap_addrs, half.nr + 1ULL))
		return DEFER_ERR_NOMEM;
	/* The half usually begins with the address that was hit: add it only once. */
	if (from->hit && (!half.nr || half.ips[0] != from->ip)) {
		frame = frame_of(build, from->maps_id, from->ip, from->kernel, &ret, err);
		if (frame)
			build->addrs[nr++] = frame->addr;
	}
	half_walk__init(&walk, half, from->maps_id);
	while (!ret && half_walk__next(&walk)) {
		frame = frame_of(build, walk.maps_id, walk.ip, from->kernel, &ret, err);
		if (is_own(build, frame))
			build->addrs[nr++] = call_of(frame, inner);
		inner = frame;
	}
	if (ret || !nr)
		return ret;
	return annotate__add_path(build->annotate, build->addrs, nr, from->hit, &from->stat, err);
}

static bool is_of_kernel(const struct dso *dso)
{
	return dso->kind == DSO_KERNEL || dso->kind == DSO_KMODULE || dso->kind == DSO_IMAGE;
}

int annotate__add_fold(struct annotate *annotate, const struct fold *fold, uint32_t evsel_idx,
		       struct resolve *resolve, const struct dso *dso, const struct symbol *sym,
		       struct defer_error *err)
{
	struct annotate_build build = {
		.annotate = annotate,
		.resolve = resolve,
		.dso = dso,
		.sym = sym,
		.hash_key = hash__key(),
	};
	bool kernel = is_of_kernel(dso);
	int ret = 0;

	for (uint32_t i = 0; !ret && i < fold__nr(fold); i++) {
		const struct stack *stack = fold__stack(fold, i);

		if (stack->evsel_idx == evsel_idx)
			ret = annotate_build__add_stack(&build, stack, kernel, err);
	}
	for (size_t i = 0; !ret && i < build.nr; i++)
		ret = add_path(&build, &build.halves[i], err);
	free(build.halves);
	free(build.addrs);
	hash_index__exit(&build.index);
	return ret;
}
