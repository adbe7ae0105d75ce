/* SPDX-License-Identifier: GPL-2.0-only */
/* dsos: the DSOs named by the maps of a machine, each once. For one thread. */
#ifndef PERF_DEFER_UTIL_DSO_DSOS_H
#define PERF_DEFER_UTIL_DSO_DSOS_H

#include <stddef.h>
#include <stdint.h>

#include "util/base/hash-index.h"
#include "util/dso/dso.h"

struct dsos_entry {
	struct dso *dso;
	uint64_t addr, len;   /* distinguish modules and images of one name */
	struct build_id bid;  /* id in the map's record */
	uint32_t next_no_bid; /* next entry of this name without a build id */
};

/* All DSOs of one name to which no record gave a build id. */
struct dsos_name {
	uint32_t first_no_bid; /* HASH_INDEX_NONE: no such DSO, or all were given an id */
	uint32_t entry;	       /* any of them, to read the name */
};

struct dsos {
	struct dsos_entry *entries; /* in order of first use */
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
	struct build_id bid; /* different builds of one path are different DSOs; size 0: unknown */
	/*
	 * Modules and images (KSYMBOL): start and maximum size of the code. The kernel: address of
	 * the reference symbol. A jitdump: the process. Else 0.
	 */
	uint64_t addr, len;
};

/* Returns the DSO of @key, made if it does not exist; NULL if out of memory. @dsos owns it. */
struct dso *dsos__findnew(struct dsos *dsos, const struct dsos_key *key, struct defer_error *err);

/*
 * Sets @bid for the DSOs of @name (a path or "[module]") that have no build id. The first id set
 * for a name stays. Returns the number of DSOs that took it.
 */
int dsos__set_build_id(struct dsos *dsos, const char *name, const struct build_id *bid);

#endif /* PERF_DEFER_UTIL_DSO_DSOS_H */
