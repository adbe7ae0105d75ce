// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/peer/facts.h"

struct fact_symbol {
	struct span dso, name;
	uint64_t addr;
};

struct fact_task {
	int tid;
	uint64_t time;	  /* ns */
	struct span comm; /* empty: an EXIT */
};

/* Reads the whole file. Returns it with a NUL at its end. */
static char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;

	if (!file || getdelim(&text, &size, '\0', file) < 0) {
		free(text);
		text = file && feof(file) ? calloc(1, 1) : NULL;
	}
	if (!text)
		perror(path);
	if (file)
		fclose(file);
	return text;
}

static uint32_t count_lines(const char *text)
{
	uint32_t nr = 0;

	for (; *text; text++)
		nr += *text == '\n';
	return nr;
}

static int cmp_spans(struct span a, struct span b)
{
	int diff = memcmp(a.str, b.str, a.len < b.len ? a.len : b.len);

	return diff ? diff : (a.len > b.len) - (a.len < b.len);
}

static int cmp_symbol(const void *pa, const void *pb)
{
	const struct fact_symbol *a = pa, *b = pb;
	int diff;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	diff = cmp_spans(a->name, b->name);
	return diff ? diff : cmp_spans(a->dso, b->dso);
}

static bool parse_symbol(struct fact_symbol *sym, const char *line, const char *end)
{
	const char *tab = memchr(line, '\t', end - line);
	char *addr_end;

	if (!tab)
		return false;
	sym->dso = (struct span){line, tab - line};
	sym->addr = strtoull(tab + 1, &addr_end, 16);
	if (*addr_end != '\t')
		return false;
	sym->name = (struct span){addr_end + 1, end - addr_end - 1};
	return true;
}

bool facts__read_symbols(struct facts *facts, const char *path)
{
	char *line, *end;

	facts->symbol_text = read_text(path);
	if (!facts->symbol_text)
		return false;
	facts->symbols = calloc(count_lines(facts->symbol_text) + 1, sizeof(*facts->symbols));
	if (!facts->symbols)
		return false;

	for (line = facts->symbol_text; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		if (!parse_symbol(&facts->symbols[facts->nr_symbols++], line, end)) {
			fprintf(stderr, "%s:%u: not dso, address and name\n", path,
				facts->nr_symbols);
			return false;
		}
	}
	qsort(facts->symbols, facts->nr_symbols, sizeof(*facts->symbols), cmp_symbol);
	return true;
}

static int cmp_task(const void *pa, const void *pb)
{
	const struct fact_task *a = pa, *b = pb;

	if (a->tid != b->tid)
		return a->tid < b->tid ? -1 : 1;
	return a->time < b->time ? -1 : a->time > b->time;
}

static bool parse_task_fact(struct fact_task *task, const char *line, const char *end)
{
	bool is_comm = !strncmp(line, "comm\t", 5);
	char *pos;

	if (!is_comm && strncmp(line, "exit\t", 5) != 0)
		return false;
	task->tid = (int)strtol(line + 5, &pos, 10);
	if (*pos != '\t')
		return false;
	task->time = strtoull(pos + 1, &pos, 10);
	if (*pos != '\t' || is_comm != (pos + 1 < end))
		return false;
	task->comm = (struct span){pos + 1, end - pos - 1};
	return true;
}

bool facts__read_tasks(struct facts *facts, const char *path)
{
	char *line, *end;

	facts->task_text = read_text(path);
	if (!facts->task_text)
		return false;
	facts->tasks = calloc(count_lines(facts->task_text) + 1, sizeof(*facts->tasks));
	if (!facts->tasks)
		return false;

	for (line = facts->task_text; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		if (!parse_task_fact(&facts->tasks[facts->nr_tasks++], line, end)) {
			fprintf(stderr, "%s:%u: neither an exit nor a comm\n", path,
				facts->nr_tasks);
			return false;
		}
	}
	qsort(facts->tasks, facts->nr_tasks, sizeof(*facts->tasks), cmp_task);
	return true;
}

void facts__exit(struct facts *facts)
{
	free(facts->symbols);
	free(facts->symbol_text);
	free(facts->tasks);
	free(facts->task_text);
}

bool facts__has_symbol(const struct facts *facts, struct span dso, uint64_t addr, struct span name)
{
	struct fact_symbol key = {.dso = dso, .name = name, .addr = addr};

	return facts->nr_symbols && bsearch(&key, facts->symbols, facts->nr_symbols,
					    sizeof(*facts->symbols), cmp_symbol) != NULL;
}

/* Returns the first fact of @tid at @time or later. */
static uint32_t first_task(const struct facts *facts, int tid, uint64_t time)
{
	struct fact_task key = {.tid = tid, .time = time};
	uint32_t lo = 0, hi = facts->nr_tasks;

	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;

		if (cmp_task(&facts->tasks[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return lo;
}

bool facts__exited(const struct facts *facts, int tid)
{
	uint32_t i = first_task(facts, tid, 0);

	for (; i < facts->nr_tasks && facts->tasks[i].tid == tid; i++) {
		if (!facts->tasks[i].comm.len)
			return true;
	}
	return false;
}

bool facts__renamed(const struct facts *facts, int tid, uint64_t time, struct span comm)
{
	uint32_t i = first_task(facts, tid, time);

	for (; i < facts->nr_tasks && facts->tasks[i].tid == tid; i++) {
		if (comm.len && span__equal(facts->tasks[i].comm, comm))
			return true;
	}
	return false;
}
