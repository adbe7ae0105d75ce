/* SPDX-License-Identifier: GPL-2.0-only */
/* facts: what is known from elsewhere, so that a rule can ask for proof. */
#ifndef PERF_DEFER_TESTS_PEER_FACTS_H
#define PERF_DEFER_TESTS_PEER_FACTS_H

#include "tests/peer/script-text.h"

struct facts {
	char *alias_text, *exit_text;
	struct alias *aliases; /* sorted */
	uint32_t nr_aliases;
	int *exited; /* sorted */
	uint32_t nr_exited;
};

/* Symbols of ELF files, "dso<TAB>address<TAB>name" a line, the address in hex. */
bool facts__read_aliases(struct facts *facts, const char *path);
/* Tasks that have an EXIT record: a tid a line. */
bool facts__read_exits(struct facts *facts, const char *path);
void facts__exit(struct facts *facts);

/* Does @dso have a symbol @name with the value @addr? */
bool facts__has_symbol(const struct facts *facts, struct span dso, uint64_t addr, struct span name);
bool facts__exited(const struct facts *facts, int tid);

#endif /* PERF_DEFER_TESTS_PEER_FACTS_H */
