// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/peer/facts.h"

struct alias {
	struct span dso, name;
	uint64_t addr;
};

/* The whole file, ended by a NUL. */
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

static int cmp_alias(const void *pa, const void *pb)
{
	const struct alias *a = pa, *b = pb;
	int diff;

	if (a->addr != b->addr)
		return a->addr < b->addr ? -1 : 1;
	diff = cmp_spans(a->name, b->name);
	return diff ? diff : cmp_spans(a->dso, b->dso);
}

static bool parse_alias(struct alias *alias, const char *line, const char *end)
{
	const char *tab = memchr(line, '\t', end - line);
	char *addr_end;

	if (!tab)
		return false;
	alias->dso = (struct span){line, tab - line};
	alias->addr = strtoull(tab + 1, &addr_end, 16);
	if (*addr_end != '\t')
		return false;
	alias->name = (struct span){addr_end + 1, end - addr_end - 1};
	return true;
}

bool facts__read_aliases(struct facts *facts, const char *path)
{
	char *line, *end;

	facts->alias_text = read_text(path);
	if (!facts->alias_text)
		return false;
	facts->aliases = calloc(count_lines(facts->alias_text) + 1, sizeof(*facts->aliases));
	if (!facts->aliases)
		return false;

	for (line = facts->alias_text; (end = strchr(line, '\n')) != NULL; line = end + 1) {
		if (!parse_alias(&facts->aliases[facts->nr_aliases++], line, end)) {
			fprintf(stderr, "%s:%u: not dso, address and name\n", path,
				facts->nr_aliases);
			return false;
		}
	}
	qsort(facts->aliases, facts->nr_aliases, sizeof(*facts->aliases), cmp_alias);
	return true;
}

static int cmp_int(const void *pa, const void *pb)
{
	int a = *(const int *)pa, b = *(const int *)pb;

	return (a > b) - (a < b);
}

bool facts__read_exits(struct facts *facts, const char *path)
{
	char *line, *end;

	facts->exit_text = read_text(path);
	if (!facts->exit_text)
		return false;
	facts->exited = calloc(count_lines(facts->exit_text) + 1, sizeof(*facts->exited));
	if (!facts->exited)
		return false;

	for (line = facts->exit_text; (end = strchr(line, '\n')) != NULL; line = end + 1)
		facts->exited[facts->nr_exited++] = atoi(line);
	qsort(facts->exited, facts->nr_exited, sizeof(*facts->exited), cmp_int);
	return true;
}

void facts__exit(struct facts *facts)
{
	free(facts->aliases);
	free(facts->alias_text);
	free(facts->exited);
	free(facts->exit_text);
}

bool facts__has_symbol(const struct facts *facts, struct span dso, uint64_t addr, struct span name)
{
	struct alias key = {.dso = dso, .name = name, .addr = addr};

	return facts->nr_aliases && bsearch(&key, facts->aliases, facts->nr_aliases,
					    sizeof(*facts->aliases), cmp_alias) != NULL;
}

bool facts__exited(const struct facts *facts, int tid)
{
	return facts->nr_exited && bsearch(&tid, facts->exited, facts->nr_exited,
					   sizeof(*facts->exited), cmp_int) != NULL;
}
