/* SPDX-License-Identifier: GPL-2.0-only */
/* dsos: the DSOs that the maps of a machine name, each once. For one thread. */
#ifndef PERF_DEFER_UTIL_DSO_DSOS_H
#define PERF_DEFER_UTIL_DSO_DSOS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-index.h"
#include "util/dso/dso.h"

struct dsos_entry {
	struct dso *dso;
	uint64_t addr, len;   /* of what one name may have several of: modules and images */
	struct build_id bid;  /* as the map's record had it */
	uint32_t next_no_bid; /* the next without a build id under this name */
};

/* All DSOs of one name that no record gave a build id. */
struct dsos_name {
	uint32_t first_no_bid; /* HASH_INDEX_NONE: none, or they were given one */
	uint32_t entry;	       /* any of them, for the name */
};

struct dsos {
	struct dsos_entry *entries; /* in order of first mention */
	size_t nr, cap;
	struct dsos_name *names;
	size_t nr_names, cap_names;
	struct hash_index by_key, by_name;
	uint64_t hash_key;
};

void dsos__init(struct dsos *dsos);
void dsos__exit(struct dsos *dsos);

struct dsos_key {
	const char *long_name;
	enum dso_kind kind;
	struct build_id bid; /* two builds under one path are two DSOs; size 0 if not known */
	/*
	 * Modules and images (KSYMBOL): where the code lies, and how long it is at most. The
	 * kernel: address of the reference symbol. Else 0.
	 */
	uint64_t addr, len;
};

/* Owned by @dsos; NULL without memory. */
struct dso *dsos__findnew(struct dsos *dsos, const struct dsos_key *key, struct defer_error *err);

/*
 * Gives @bid to what is called @name (a path or "[module]") and has none. The first id that a
 * name is given stays. Returns how many DSOs took it.
 */
int dsos__set_build_id(struct dsos *dsos, const char *name, const struct build_id *bid);

#endif /* PERF_DEFER_UTIL_DSO_DSOS_H */
