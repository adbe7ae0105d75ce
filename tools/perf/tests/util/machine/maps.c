// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/tests.h"
#include "util/machine/maps.h"

#define NR_DSOS 3

/* DSOs are told apart by address only, and never looked into. */
static struct dso *dso(unsigned int i)
{
	static const char places[NR_DSOS];

	return (struct dso *)&places[i];
}

static int64_t add(struct maps_pool *pool, uint32_t id, uint64_t start, uint64_t end,
		   unsigned int which)
{
	struct map map = {.start = start, .end = end, .pgoff = start, .dso = dso(which)};

	return maps_pool__insert(pool, id, &map);
}

/* Returns map number @i by ascending address, or NULL. */
static const struct map *maps__at(const struct maps *maps, uint32_t i)
{
	const struct map *map = maps__next(maps, 0);

	while (map && i--)
		map = maps__next(maps, map->end);
	return map;
}

static uint32_t maps__nr(const struct maps *maps)
{
	uint32_t nr = 0;

	for (const struct map *map = maps__next(maps, 0); map; nr++)
		map = maps__next(maps, map->end);
	return nr;
}

static int check_map(const struct maps *maps, uint32_t i, uint64_t start, uint64_t end,
		     uint64_t pgoff, unsigned int which)
{
	const struct map *map = maps__at(maps, i);

	T_CHECK(map);
	T_EQ(map->start, start);
	T_EQ(map->end, end);
	T_EQ(map->pgoff, pgoff);
	T_CHECK(map->dso == dso(which));
	return TEST_OK;
}

static int test_empty(void)
{
	struct maps_pool pool;

	T_EQ(maps_pool__init(&pool), 0);
	T_EQ(maps_pool__nr(&pool), 1);
	T_EQ(maps__nr(maps_pool__get(&pool, 0)), 0);
	T_CHECK(!maps__find(maps_pool__get(&pool, 0), 0));
	T_CHECK(!maps__at(maps_pool__get(&pool, 0), 0));
	T_CHECK(!maps_pool__get(&pool, 1));
	T_EQ(add(&pool, 0, 16, 16, 0), 0);
	T_EQ(add(&pool, 0, 16, 8, 0), 0);
	T_EQ(maps_pool__remove(&pool, 0, 16), 0);
	T_EQ(maps_pool__nr(&pool), 1);
	maps_pool__exit(&pool);
	return TEST_OK;
}

static int test_find(void)
{
	const struct maps *maps;
	struct maps_pool pool;
	int64_t id;

	T_EQ(maps_pool__init(&pool), 0);
	id = add(&pool, 0, 0x1000, 0x2000, 0);
	T_EQ(id, 1);
	T_EQ(add(&pool, id, 0x3000, 0x4000, 1), 2);
	id = add(&pool, 2, 0x2000, 0x2800, 2);
	T_EQ(id, 3);
	maps = maps_pool__get(&pool, id);
	T_EQ(maps__id(maps), id);
	T_EQ(maps__nr(maps), 3);
	T_RUN(check_map(maps, 1, 0x2000, 0x2800, 0x2000, 2));
	T_CHECK(!maps__find(maps, 0xfff));
	T_CHECK(maps__find(maps, 0x1000) == maps__at(maps, 0));
	T_CHECK(maps__find(maps, 0x1fff) == maps__at(maps, 0));
	T_CHECK(maps__find(maps, 0x2000) == maps__at(maps, 1));
	T_CHECK(!maps__find(maps, 0x2800));
	T_CHECK(maps__find(maps, 0x3fff) == maps__at(maps, 2));
	T_CHECK(!maps__find(maps, 0x4000));
	T_EQ(maps__nr(maps_pool__get(&pool, 0)), 0);
	maps_pool__exit(&pool);
	return TEST_OK;
}

static int test_split(void)
{
	const struct maps *maps;
	struct maps_pool pool;
	int64_t id, split;

	T_EQ(maps_pool__init(&pool), 0);
	id = add(&pool, 0, 0x1000, 0x5000, 0);
	split = add(&pool, id, 0x2000, 0x3000, 1);
	T_CHECK(split > id);
	maps = maps_pool__get(&pool, split);
	T_EQ(maps__nr(maps), 3);
	T_RUN(check_map(maps, 0, 0x1000, 0x2000, 0x1000, 0));
	T_RUN(check_map(maps, 1, 0x2000, 0x3000, 0x2000, 1));
	T_RUN(check_map(maps, 2, 0x3000, 0x5000, 0x3000, 0));
	T_EQ(map__dso_addr(maps__at(maps, 2), 0x3010), 0x3010);
	maps = maps_pool__get(&pool, id);
	T_EQ(maps__nr(maps), 1);
	T_RUN(check_map(maps, 0, 0x1000, 0x5000, 0x1000, 0));
	maps_pool__exit(&pool);
	return TEST_OK;
}

/* A repeated map makes no new state. The same map but longer is new. */
static int test_same(void)
{
	struct map other = {.start = 0x1000, .end = 0x2000, .pgoff = 0, .dso = dso(0)};
	struct maps_pool pool;
	int64_t id, longer;

	T_EQ(maps_pool__init(&pool), 0);
	id = add(&pool, 0, 0x1000, 0x5000, 0);
	T_EQ(add(&pool, id, 0x1000, 0x5000, 0), id);
	T_EQ(add(&pool, id, 0x2000, 0x3000, 0), id);
	T_EQ(maps__nr(maps_pool__get(&pool, id)), 1);
	longer = add(&pool, id, 0, 0x6000, 0);
	T_CHECK(longer > id);
	T_CHECK(maps__find(maps_pool__get(&pool, longer), 0x5fff));
	T_EQ(map__dso_addr(maps__find(maps_pool__get(&pool, longer), 0x5fff), 0x5fff), 0x5fff);
	T_EQ(map__dso_addr(maps__find(maps_pool__get(&pool, longer), 0xfff), 0xfff), 0xfff);
	T_CHECK(!maps__find(maps_pool__get(&pool, id), 0x5fff));
	T_CHECK(!maps__find(maps_pool__get(&pool, id), 0xfff));
	T_EQ(maps__nr(maps_pool__get(&pool, id)), 1);
	T_EQ(maps__nr(maps_pool__get(&pool, longer)), 3);
	T_CHECK(maps_pool__insert(&pool, id, &other) > id);
	maps_pool__exit(&pool);
	return TEST_OK;
}

static int test_share(void)
{
	struct maps_pool pool;
	int64_t parent, child;

	T_EQ(maps_pool__init(&pool), 0);
	parent = add(&pool, 0, 0x1000, 0x2000, 0);
	maps_pool__share(&pool, parent);
	T_EQ(add(&pool, parent, 0x1000, 0x2000, 0), parent);
	child = add(&pool, parent, 0x3000, 0x4000, 1);
	T_CHECK(child != parent);
	T_CHECK(!maps__find(maps_pool__get(&pool, parent), 0x3000));
	T_CHECK(maps__find(maps_pool__get(&pool, child), 0x3000));
	T_CHECK(maps__find(maps_pool__get(&pool, child), 0x1000));
	T_EQ(add(&pool, parent, 0x3000, 0x4000, 2), child + 1);
	T_CHECK(maps__find(maps_pool__get(&pool, child), 0x3000)->dso == dso(1));
	maps_pool__exit(&pool);
	return TEST_OK;
}

static int test_limits(void)
{
	const struct maps *maps;
	struct maps_pool pool;
	int64_t id;

	T_EQ(maps_pool__init(&pool), 0);
	id = add(&pool, 0, 0, UINT64_MAX, 0);
	T_CHECK(maps__find(maps_pool__get(&pool, id), 0));
	T_CHECK(maps__find(maps_pool__get(&pool, id), UINT64_MAX - 1));
	T_CHECK(!maps__find(maps_pool__get(&pool, id), UINT64_MAX));
	id = add(&pool, id, UINT64_MAX - 16, UINT64_MAX, 1);
	id = add(&pool, id, 0, 16, 2);
	maps = maps_pool__get(&pool, id);
	T_EQ(maps__nr(maps), 3);
	T_RUN(check_map(maps, 1, 16, UINT64_MAX - 16, 16, 0));
	maps_pool__exit(&pool);
	return TEST_OK;
}

static int64_t load(struct maps_pool *pool, uint32_t id, uint64_t start, uint64_t end,
		    unsigned int which)
{
	struct map map = {.start = start, .end = end, .pgoff = start, .dso = dso(which)};

	return maps_pool__load(pool, id, &map);
}

static unsigned int which_at(const struct maps_pool *pool, uint32_t id, uint64_t addr)
{
	const struct map *map = maps__find(maps_pool__get(pool, id), addr);

	return map ? (const char *)map->dso - (const char *)dso(0) : NR_DSOS;
}

/* Code of a JIT is over maps, and does not change them. */
static int test_code(void)
{
	int64_t base, first, second, third, cut;
	struct maps_pool pool;

	T_EQ(maps_pool__init(&pool), 0);
	base = add(&pool, 0, 0x1000, 0x9000, 0);
	first = load(&pool, base, 0x2000, 0x3000, 1);
	second = load(&pool, first, 0x4000, 0x5000, 1);
	T_CHECK(base > 0 && first > base && second > first);
	T_EQ(which_at(&pool, base, 0x2000), 0);
	T_EQ(which_at(&pool, first, 0x2000), 1);
	T_EQ(which_at(&pool, first, 0x3000), 0);
	T_EQ(which_at(&pool, first, 0x4000), 0);
	T_EQ(which_at(&pool, second, 0x4fff), 1);
	T_EQ(maps__nr(maps_pool__get(&pool, second)), 1);

	/* A map beside leaves the code as it is, and so does its removal. */
	third = add(&pool, second, 0xa000, 0xb000, 2);
	T_EQ(which_at(&pool, third, 0xa000), 2);
	T_EQ(which_at(&pool, third, 0x2000), 1);
	T_EQ(add(&pool, third, 0xa000, 0xb000, 2), third);
	cut = maps_pool__remove(&pool, third, 0x2000);
	T_EQ(which_at(&pool, cut, 0x1000), NR_DSOS);
	T_EQ(which_at(&pool, cut, 0x2000), 1);

	cut = maps_pool__unload(&pool, third, 0x2800, 0x4800);
	T_EQ(which_at(&pool, cut, 0x27ff), 1);
	T_EQ(which_at(&pool, cut, 0x2800), 0);
	T_EQ(which_at(&pool, cut, 0x47ff), 0);
	T_EQ(which_at(&pool, cut, 0x4800), 1);
	T_EQ(which_at(&pool, third, 0x2800), 1);
	T_EQ(maps_pool__unload(&pool, cut, 0x3000, 0x4000), cut);
	T_EQ(maps_pool__unload(&pool, base, 0, UINT64_MAX), base);

	/* An address is at one place while nothing changes there. */
	T_EQ(maps_pool__place(&pool, base, 0x2000), base);
	T_EQ(maps_pool__place(&pool, first, 0x8000), base);
	T_EQ(maps_pool__place(&pool, second, 0x8000), base);
	T_EQ(maps_pool__place(&pool, first, 0x2000), maps_pool__place(&pool, cut, 0x2000));
	T_EQ(which_at(&pool, maps_pool__place(&pool, cut, 0x2000), 0x2000), 1);
	maps_pool__exit(&pool);
	return TEST_OK;
}

/* ---- against a model: each address of a small space, by itself ---- */

#define SPACE	  96
#define NR_STATES 4000

struct model {
	uint16_t means[SPACE]; /* 0: not mapped, else DSO and address in it */
	bool shared;
};

static uint16_t meaning(const struct map *map, uint64_t addr)
{
	unsigned int which = 0;

	while (map->dso != dso(which))
		which++;
	return 1 + which * 1000 + map__dso_addr(map, addr);
}

/* Returns the first mapped address from @addr on, or SPACE. */
static uint64_t model__next(const struct model *model, uint64_t addr)
{
	while (addr < SPACE && !model->means[addr])
		addr++;
	return addr;
}

static int check_state(const struct maps *maps, const struct model *model)
{
	const struct map *map, *prev = NULL;
	uint64_t addr, next;

	for (addr = 0; addr < SPACE; addr++) {
		map = maps__find(maps, addr);
		T_EQ(map ? meaning(map, addr) : 0, model->means[addr]);
		map = maps__next(maps, addr);
		next = model__next(model, addr);
		T_EQ(map ? (map->start > addr ? map->start : addr) : SPACE, next);
	}
	for (map = maps__next(maps, 0); map; prev = map, map = maps__next(maps, map->end)) {
		T_CHECK(map->start < map->end);
		T_CHECK(!prev || prev->end <= map->start);
	}
	return TEST_OK;
}

/* Returns whether the map contradicts the model, which must make a new state. */
static bool model__insert(struct model *model, const struct map *map)
{
	bool contradicts = false;
	uint64_t addr;

	for (addr = map->start; addr < map->end; addr++) {
		contradicts |= model->means[addr] && model->means[addr] != meaning(map, addr);
		model->means[addr] = meaning(map, addr);
	}
	return contradicts;
}

static bool model__remove(struct model *model, const struct map *map)
{
	uint64_t addr;

	for (addr = map->start; addr < map->end; addr++)
		model->means[addr] = 0;
	return true;
}

static int step(struct maps_pool *pool, struct model *models, uint32_t id)
{
	struct map map = {.start = rand() % (SPACE - 1), .dso = dso(rand() % NR_DSOS)};
	struct model next = models[id];
	const struct map *hit;
	bool contradicts;
	int64_t ret;

	map.end = map.start + 1 + rand() % (rand() % 4 ? 6 : SPACE - map.start);
	if (map.end > SPACE)
		map.end = SPACE;
	map.pgoff = rand() % 3 ? map.start : (uint64_t)rand() % 300;
	hit = maps__find(maps_pool__get(pool, id), map.start);
	if (hit && !(rand() % 8)) {
		contradicts = model__remove(&next, hit);
		ret = maps_pool__remove(pool, id, map.start);
	} else {
		contradicts = model__insert(&next, &map);
		ret = maps_pool__insert(pool, id, &map);
	}
	T_CHECK(ret >= 0 && ret < NR_STATES);
	if (contradicts || (models[id].shared && memcmp(&models[id], &next, sizeof(next))))
		T_CHECK(ret != id);
	next.shared = ret == id && models[id].shared;
	models[id].shared |= ret != id;
	models[ret] = next;
	return check_state(maps_pool__get(pool, ret), &models[ret]);
}

static int test_model(void)
{
	struct model *models = calloc(NR_STATES, sizeof(*models));
	struct maps_pool pool;
	uint32_t id, i;

	srand(1);
	T_CHECK(models);
	T_EQ(maps_pool__init(&pool), 0);
	models[0].shared = true;
	while (maps_pool__nr(&pool) < NR_STATES - 1) {
		id = rand() % maps_pool__nr(&pool);
		if (!(rand() % 6)) {
			maps_pool__share(&pool, id);
			models[id].shared = true;
		}
		T_RUN(step(&pool, models, id));
	}
	/* nothing that came later has touched an older state */
	for (i = 0; i < maps_pool__nr(&pool); i++)
		T_RUN(check_state(maps_pool__get(&pool, i), &models[i]));
	maps_pool__exit(&pool);
	free(models);
	return TEST_OK;
}

/* As copies of arrays, these states would take 25 GB. */
static int test_many(void)
{
	const uint32_t nr = 20000;
	struct maps_pool pool;
	int64_t id = 0;
	uint32_t i;

	T_EQ(maps_pool__init(&pool), 0);
	for (i = 0; i < nr; i++) {
		id = add(&pool, id, 0x10000ULL * i, 0x10000ULL * i + 0x8000, 0);
		T_CHECK(id >= 0);
	}
	for (i = 0; i < nr; i++) {
		maps_pool__share(&pool, id);
		id = add(&pool, id, 0x10000ULL * i, 0x10000ULL * i + 0x4000, 1);
		T_CHECK(id >= 0);
	}
	T_EQ(maps_pool__nr(&pool), 2 * nr + 1);
	T_EQ(maps__nr(maps_pool__get(&pool, id)), 2 * nr);
	T_EQ(maps__nr(maps_pool__get(&pool, 1)), 1);
	T_EQ(maps__nr(maps_pool__get(&pool, nr)), nr);
	for (i = 0; i < nr; i++)
		T_CHECK(maps__find(maps_pool__get(&pool, id), 0x10000ULL * i)->dso == dso(1));
	maps_pool__exit(&pool);
	return TEST_OK;
}

#define NR_TURNS 4
#define NR_RUNS	 (1 << 2 * NR_TURNS)

/* Maps that cover one another in all ways, and one that differs only in what it may be used for. */
static const struct map turn_maps[4] = {
	{.start = 10, .end = 30, .pgoff = 10},
	{.start = 20, .end = 40, .pgoff = 20},
	{.start = 10, .end = 30, .pgoff = 11},
	{.start = 10, .end = 30, .pgoff = 10, .prot = 5},
};

/* Adds the maps that the bits of @run choose to the empty address space. */
static int64_t take_turns(struct maps_pool *pool, uint32_t run)
{
	int64_t id = 0;

	for (uint32_t i = 0; i < NR_TURNS && id >= 0; i++) {
		struct map map = turn_maps[run >> 2 * i & 3];

		map.dso = dso(0);
		id = maps_pool__insert(pool, id, &map);
	}
	return id;
}

static int check_equal(const struct maps *a, const struct maps *b)
{
	T_EQ(maps__nr(a), maps__nr(b));
	for (uint32_t i = 0; i < maps__nr(a); i++) {
		const struct map *ma = maps__at(a, i), *mb = maps__at(b, i);

		T_CHECK(ma->start == mb->start && ma->end == mb->end && ma->pgoff == mb->pgoff);
		T_CHECK(ma->prot == mb->prot && ma->flags == mb->flags && ma->dso == mb->dso);
	}
	return TEST_OK;
}

/* Programs that map the same in the same order have equal states, and these are known. */
static int test_first(void)
{
	int64_t ids[NR_RUNS];
	struct maps_pool pool;

	T_EQ(maps_pool__init(&pool), 0);
	T_EQ(maps_pool__first(&pool, 0), 0);
	for (uint32_t run = 0; run < NR_RUNS; run++) {
		ids[run] = take_turns(&pool, run);
		T_CHECK(ids[run] > 0);
		T_RUN(check_equal(maps_pool__get(&pool, ids[run]),
				  maps_pool__get(&pool, maps_pool__first(&pool, ids[run]))));
	}
	for (uint32_t run = 0; run < NR_RUNS; run++) {
		int64_t again = take_turns(&pool, run);

		T_CHECK(again > ids[NR_RUNS - 1]);
		T_EQ(maps_pool__first(&pool, again), maps_pool__first(&pool, ids[run]));
	}
	T_CHECK(maps_pool__first(&pool, add(&pool, 0, 10, 20, 0)) !=
		maps_pool__first(&pool, add(&pool, 0, 10, 20, 1)));
	maps_pool__exit(&pool);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"an empty address space", test_empty},
	{"finding what covers an address", test_find},
	{"a map in the middle of another one splits it", test_split},
	{"what says nothing new makes no new state", test_same},
	{"a shared state stays as it is", test_share},
	{"both ends of the address space", test_limits},
	{"code of JITs over maps", test_code},
	{"thousands of random states agree with a model", test_model},
	{"many states of many maps share what is equal", test_many},
	{"the same maps in the same order make equal states", test_first},
	{0},
};

const struct test_suite suite__maps = {"maps", "Address spaces and their states", cases};
