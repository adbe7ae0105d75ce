/* SPDX-License-Identifier: GPL-2.0-only */
/* facts: symbols of files, and ends and names of tasks, by which a rule proves a difference. */
#ifndef PERF_DEFER_TESTS_PEER_FACTS_H
#define PERF_DEFER_TESTS_PEER_FACTS_H

#include "tests/peer/script-text.h"

struct facts {
	char *symbol_text, *task_text;
	struct fact_symbol *symbols; /* sorted */
	uint32_t nr_symbols;
	struct fact_task *tasks; /* sorted */
	uint32_t nr_tasks;
	bool other_kernel; /* perf ran on another kernel than the recorded one */
};

/* Symbols of ELF files, "dso<TAB>address<TAB>name" a line, the address in hex. */
bool facts__read_symbols(struct facts *facts, const char *path);
/* EXIT and COMM records: "exit<TAB>tid<TAB>ns<TAB>" and "comm<TAB>tid<TAB>ns<TAB>name" a line. */
bool facts__read_tasks(struct facts *facts, const char *path);
void facts__exit(struct facts *facts);

/* Returns whether @dso has a symbol @name with the value @addr. */
bool facts__has_symbol(const struct facts *facts, struct span dso, uint64_t addr, struct span name);
/* Returns whether the trace has an EXIT of @tid. */
bool facts__exited(const struct facts *facts, int tid);
/* Returns whether @tid gets the name @comm at @time or later. */
bool facts__renamed(const struct facts *facts, int tid, uint64_t time, struct span comm);

#endif /* PERF_DEFER_TESTS_PEER_FACTS_H */
