// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/budget.h"
#include "util/base/error.h"
#include "util/base/hash-index.h"
#include "util/base/hash.h"
#include "util/base/stages.h"
#include "util/dso/dso.h"
#include "util/machine/callchain.h"
#include "util/machine/cpumode.h"
#include "util/resolve/resolve-dso.h"
#include "util/resolve/resolve.h"

#define FRAMES_PER_BLOCK 4096
/*
 * Memory of one frame, bytes: the frame, its entries in maps_ids and next, its slots in two
 * indexes.
 */
#define FRAME_COST (sizeof(struct frame) + 2 * sizeof(uint32_t) + 64)

/* The name of gaps, for all that looks at the names of frames. */
static const struct symbol gap = {.name = HALF_GAP_NAME, .demangled = true};
/* The name of addresses that the kernel keeps back. */
static const struct symbol skid = {.name = "[skid into kernel]", .demangled = true};

struct resolve {
	const struct machine *machine;
	struct resolve_opts opts;
	struct kernel_syms ks;
	bool has_ks;

	struct frame **blocks; /* of FRAMES_PER_BLOCK; never move, so frame pointers stay valid */
	uint32_t *maps_ids;    /* per frame */
	uint32_t *next;	       /* per frame: next unnamed one of the same DSO, or NO_FRAME */
	uint32_t nr, cap;
	struct hash_index index; /* by (maps id, ip, kernel) */
	uint64_t hash_key;

	struct resolve_dso *dsos;
	uint32_t nr_dsos;
	size_t cap_dsos;
	struct hash_index dso_index; /* by pointer */
};

static struct frame *frame_at(const struct resolve *resolve, uint32_t id)
{
	return &resolve->blocks[id / FRAMES_PER_BLOCK][id % FRAMES_PER_BLOCK];
}

int resolve__new(struct resolve **resolvep, const struct machine *machine,
		 const struct resolve_opts *opts, struct defer_error *err)
{
	struct resolve *resolve = calloc(1, sizeof(*resolve));
	int ret = 0;

	*resolvep = NULL;
	if (!resolve)
		return error__no_memory(err, "for frames");
	resolve->machine = machine;
	resolve->opts = *opts;
	resolve->hash_key = hash__key();
	if (!opts->no_names)
		ret = machine__init_kernel_syms(machine, opts->conf, opts->release, &resolve->ks,
						err);
	resolve->has_ks = !opts->no_names && !ret;
	if (ret)
		resolve__delete(resolve);
	else
		*resolvep = resolve;
	return ret;
}

void resolve__delete(struct resolve *resolve)
{
	if (!resolve)
		return;
	for (uint32_t i = 0; i * FRAMES_PER_BLOCK < resolve->cap; i++)
		free(resolve->blocks[i]);
	for (uint32_t i = 0; i < resolve->nr_dsos; i++)
		resolve_dso__exit(&resolve->dsos[i]);
	if (resolve->has_ks)
		kernel_syms__exit(&resolve->ks);
	free(resolve->blocks);
	free(resolve->maps_ids);
	free(resolve->next);
	free(resolve->dsos);
	hash_index__exit(&resolve->index);
	hash_index__exit(&resolve->dso_index);
	free(resolve);
}

/* Adds one block. */
static int resolve__grow(struct resolve *resolve, struct defer_error *err)
{
	uint32_t nr_blocks = resolve->cap / FRAMES_PER_BLOCK + 1;
	uint32_t cap = nr_blocks * FRAMES_PER_BLOCK, *words;
	struct frame **blocks;

	if (resolve->cap > UINT32_MAX - 2 * FRAMES_PER_BLOCK)
		return error__no_memory(err, "for frames");
	if (budget__take(resolve->opts.budget, FRAMES_PER_BLOCK * FRAME_COST, err))
		return DEFER_ERR_NOMEM;
	blocks = reallocarray(resolve->blocks, nr_blocks, sizeof(*blocks));
	if (!blocks)
		return error__no_memory(err, "for frames");
	resolve->blocks = blocks;
	words = reallocarray(resolve->maps_ids, cap, sizeof(*words));
	if (!words)
		return error__no_memory(err, "for frames");
	resolve->maps_ids = words;
	words = reallocarray(resolve->next, cap, sizeof(*words));
	if (!words)
		return error__no_memory(err, "for frames");
	resolve->next = words;
	blocks[nr_blocks - 1] = calloc(FRAMES_PER_BLOCK, sizeof(**blocks));
	if (!blocks[nr_blocks - 1])
		return error__no_memory(err, "for frames");
	resolve->cap = cap;
	return 0;
}

static int64_t add_dso(struct resolve *resolve, struct dso *dso, uint64_t hash,
		       struct defer_error *err)
{
	uint32_t idx = resolve->nr_dsos;

	if (!ARRAY_GROW(resolve->dsos, resolve->cap_dsos, idx + 1ULL) ||
	    hash_index__add(&resolve->dso_index, hash, idx))
		return error__no_memory(err, "for frames");
	resolve_dso__init(&resolve->dsos[idx], dso);
	resolve->nr_dsos++;
	return idx;
}

static bool dso_equal(const void *ctx, uint32_t pos, const void *key)
{
	return ((const struct resolve_dso *)ctx)[pos].dso == key;
}

/* Finds or adds @dso. Returns its index, or a negative error. */
static int64_t find_dso(struct resolve *resolve, struct dso *dso, struct defer_error *err)
{
	uint64_t hash = hash__u64(resolve->hash_key, (uintptr_t)dso);
	uint32_t idx = hash_index__find(&resolve->dso_index, hash, dso_equal, resolve->dsos, dso);

	return idx != HASH_INDEX_NONE ? idx : add_dso(resolve, dso, hash, err);
}

/* Fills in what needs no symbols, and queues the frame at its DSO. */
static int resolve__place(struct resolve *resolve, uint32_t id, struct defer_error *err)
{
	struct frame *frame = frame_at(resolve, id);
	struct resolve_dso *rdso;
	int64_t idx;

	frame->map = maps__find(machine__maps(resolve->machine, resolve->maps_ids[id]), frame->ip);
	resolve->next[id] = NO_FRAME;
	if (!frame->map)
		return 0;
	frame->dso = frame->map->dso;
	frame->addr = map__dso_addr(frame->map, frame->ip);

	idx = find_dso(resolve, frame->dso, err);
	if (idx < 0)
		return idx;
	rdso = &resolve->dsos[idx];
	resolve->next[id] = rdso->first;
	rdso->first = id;
	rdso->nr++;
	return 0;
}

struct frame_key {
	uint64_t ip;
	uint32_t maps_id;
	bool kernel;
};

static bool frame_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct frame_key *want = key;
	const struct resolve *resolve = ctx;
	const struct frame *frame = frame_at(resolve, pos);

	return frame->ip == want->ip && resolve->maps_ids[pos] == want->maps_id &&
	       frame->kernel == want->kernel;
}

/* Returns the name of frames that no DSO has; NULL: the frame is not one of them. */
static const struct symbol *name_without_dso(uint32_t maps_id, uint64_t ip)
{
	if (maps_id == MAPS_SKID && !ip)
		return &skid;
	return maps_id == MAPS_GAP ? &gap : NULL;
}

int64_t resolve__want(struct resolve *resolve, uint32_t maps_id, uint64_t ip, bool kernel,
		      struct defer_error *err)
{
	struct frame_key key = {.ip = ip, .kernel = kernel};
	uint64_t hash;
	uint32_t id;
	int ret;

	maps_id = key.maps_id = machine__place(resolve->machine, maps_id, ip);
	hash = hash__u64(hash__u64(resolve->hash_key, ip), maps_id * 2ULL + kernel);
	id = hash_index__find(&resolve->index, hash, frame_equal, resolve, &key);

	if (id != HASH_INDEX_NONE)
		return id;
	id = resolve->nr;
	if (id == resolve->cap && resolve__grow(resolve, err))
		return DEFER_ERR_NOMEM;
	*frame_at(resolve, id) = (struct frame){
		.ip = ip,
		.sym = name_without_dso(maps_id, ip),
		.kernel = kernel,
		.level = maps__level(maps_id, kernel),
	};
	resolve->maps_ids[id] = maps_id;
	ret = resolve__place(resolve, id, err);
	if (ret)
		return ret;
	if (hash_index__add(&resolve->index, hash, id))
		return error__no_memory(err, "for frames");
	resolve->nr++;
	return id;
}

int resolve__run(struct resolve *resolve, struct defer_error *err)
{
	struct resolve_run run = {
		.opts = &resolve->opts,
		.ks = &resolve->ks,
		.blocks = resolve->blocks,
		.frames_per_block = FRAMES_PER_BLOCK,
		.next = resolve->next,
	};

	const enum stage was = stages__enter(resolve->opts.stages, STAGE_RESOLVE);
	int ret;

	if (resolve->opts.no_names)
		return 0;
	ret = resolve_run__all(&run, resolve->dsos, resolve->nr_dsos, err);
	stages__leave(resolve->opts.stages, was);
	return ret;
}

uint32_t resolve__nr(const struct resolve *resolve)
{
	return resolve->nr;
}

const struct frame *resolve__frame(const struct resolve *resolve, uint32_t id)
{
	return frame_at(resolve, id);
}

uint32_t resolve__nr_dsos(const struct resolve *resolve)
{
	return resolve->nr_dsos;
}

const struct dso *resolve__dso(const struct resolve *resolve, uint32_t i)
{
	return resolve->dsos[i].dso;
}

static bool is_worth_saying(const struct dso *dso)
{
	return dso__why_no_symbols(dso) &&
	       (dso->why.code != DEFER_ERR_NOENT || dso->kind == DSO_KERNEL);
}

unsigned int resolve__nr_without_symbols(const struct resolve *resolve, bool *kernel)
{
	unsigned int files = 0;

	for (uint32_t i = 0; i < resolve->nr_dsos; i++) {
		const struct dso *dso = resolve->dsos[i].dso;

		if (!is_worth_saying(dso))
			continue;
		if (dso->kind == DSO_KERNEL)
			*kernel = true;
		else
			files++;
	}
	return files;
}

bool frame__is_gap(const struct frame *frame)
{
	return frame->sym == &gap;
}

const char *frame__dso_name(const struct frame *frame)
{
	return frame->dso ? frame->dso->short_name : "[unknown]";
}

const char *resolve__kernel_symbol(struct resolve *resolve, uint32_t maps_id, uint64_t addr,
				   uint64_t *start)
{
	int64_t id = resolve__want(resolve, maps_id, addr, true, NULL);
	const struct frame *frame;

	if (id < 0 || resolve__run(resolve, NULL))
		return NULL;
	frame = resolve__frame(resolve, id);
	if (!frame->sym)
		return NULL;
	*start = addr - (frame->addr - frame->sym->start);
	return frame->sym->name;
}
