// SPDX-License-Identifier: GPL-2.0-only
#include "util/dso/dsos.h"

#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"

void dsos__init(struct dsos *dsos)
{
	memset(dsos, 0, sizeof(*dsos));
	dsos->hash_key = hash__key();
}

void dsos__exit(struct dsos *dsos)
{
	size_t i;

	for (i = 0; i < dsos->nr; i++)
		dso__delete(dsos->entries[i].dso);
	free(dsos->entries);
	free(dsos->names);
	hash_index__exit(&dsos->by_key);
	hash_index__exit(&dsos->by_name);
	memset(dsos, 0, sizeof(*dsos));
}

static uint64_t key_hash(const struct dsos *dsos, const struct dsos_key *key)
{
	uint64_t hash = hash__bytes(dsos->hash_key, key->long_name, strlen(key->long_name));

	hash = hash__u64(dsos->hash_key, hash ^ key->addr);
	hash = hash__u64(dsos->hash_key, hash ^ key->len);
	return hash ^ hash__bytes(dsos->hash_key, key->bid.data, key->bid.size);
}

static bool key_equal(const void *ctx, uint32_t pos, const void *arg)
{
	const struct dsos *dsos = ctx;
	const struct dsos_entry *entry = &dsos->entries[pos];
	const struct dsos_key *key = arg;

	return entry->addr == key->addr && entry->len == key->len &&
	       entry->dso->kind == key->kind && entry->bid.size == key->bid.size &&
	       !memcmp(entry->bid.data, key->bid.data, key->bid.size) &&
	       !strcmp(entry->dso->long_name, key->long_name);
}

static bool dsos__name_equal(const void *ctx, uint32_t pos, const void *name)
{
	const struct dsos *dsos = ctx;

	return !strcmp(dsos->entries[dsos->names[pos].entry].dso->name, name);
}

static uint32_t dsos__find_name(const struct dsos *dsos, const char *name)
{
	return hash_index__find(&dsos->by_name, hash__bytes(dsos->hash_key, name, strlen(name)),
				dsos__name_equal, dsos, name);
}

/* Registers entry @pos, which has no build id, for dsos__set_build_id(). */
static int dsos__add_name(struct dsos *dsos, uint32_t pos)
{
	const char *name = dsos->entries[pos].dso->name;
	uint32_t i = dsos__find_name(dsos, name);

	if (i == HASH_INDEX_NONE) {
		if (!ARRAY_GROW(dsos->names, dsos->cap_names, dsos->nr_names + 1))
			return DEFER_ERR_NOMEM;
		i = dsos->nr_names;
		dsos->names[i] = (struct dsos_name){.first_no_bid = HASH_INDEX_NONE, .entry = pos};
		if (hash_index__add(&dsos->by_name, hash__bytes(dsos->hash_key, name, strlen(name)),
				    i))
			return DEFER_ERR_NOMEM;
		dsos->nr_names++;
	}
	dsos->entries[pos].next_no_bid = dsos->names[i].first_no_bid;
	dsos->names[i].first_no_bid = pos;
	return 0;
}

static int dsos__add(struct dsos *dsos, const struct dsos_key *key, uint64_t hash,
		     struct defer_error *err)
{
	struct dso *dso;

	if (dsos->nr >= HASH_INDEX_NONE || !ARRAY_GROW(dsos->entries, dsos->cap, dsos->nr + 1))
		return error__no_memory(err, "for DSOs");
	dso = dso__new(key->long_name, key->kind, key->bid.size ? &key->bid : NULL, err);
	if (!dso)
		return DEFER_ERR_NOMEM;
	if (key->kind == DSO_KERNEL || key->kind == DSO_KMODULE)
		dso->ref_addr = key->addr;
	if (key->kind == DSO_JITDUMP)
		dso->pid = key->addr;
	if (key->kind == DSO_KMODULE)
		dso->ref_len = key->len;
	dsos->entries[dsos->nr] = (struct dsos_entry){
		.dso = dso, .addr = key->addr, .len = key->len, .bid = key->bid};
	if (hash_index__add(&dsos->by_key, hash, dsos->nr)) {
		dso__delete(dso);
		return error__no_memory(err, "for DSOs");
	}
	dsos->nr++;
	if (key->kind == DSO_IMAGE && dso__set_image(dso, key->addr, key->len, key->long_name, err))
		return DEFER_ERR_NOMEM;
	if (!key->bid.size && dsos__add_name(dsos, dsos->nr - 1))
		return error__no_memory(err, "for DSOs");
	return 0;
}

struct dso *dsos__findnew(struct dsos *dsos, const struct dsos_key *key, struct defer_error *err)
{
	uint64_t hash = key_hash(dsos, key);
	uint32_t pos = hash_index__find(&dsos->by_key, hash, key_equal, dsos, key);

	if (pos == HASH_INDEX_NONE) {
		if (dsos__add(dsos, key, hash, err))
			return NULL;
		pos = dsos->nr - 1;
	}
	return dsos->entries[pos].dso;
}

int dsos__set_build_id(struct dsos *dsos, const char *name, const struct build_id *bid)
{
	uint32_t i = dsos__find_name(dsos, name), pos;
	int nr = 0;

	if (i == HASH_INDEX_NONE)
		return 0;
	for (pos = dsos->names[i].first_no_bid; pos != HASH_INDEX_NONE;
	     pos = dsos->entries[pos].next_no_bid) {
		dsos->entries[pos].dso->bid = *bid;
		nr++;
	}
	dsos->names[i].first_no_bid = HASH_INDEX_NONE;
	return nr;
}
