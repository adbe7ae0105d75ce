// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/strlist.h"
#include "util/base/error.h"

static int strlist__add_name(struct strlist *list, const char *name, size_t len,
			     struct defer_error *err)
{
	if (!ARRAY_GROW(list->strs, list->cap, list->nr + 1ULL))
		return error__no_memory(err, "for names");
	list->strs[list->nr] = strndup(name, len);
	if (!list->strs[list->nr])
		return error__no_memory(err, "for names");
	list->nr++;
	return 0;
}

static int strlist__add_file(struct strlist *list, const char *path, struct defer_error *err)
{
	FILE *file = fopen(path, "r");
	char *line = NULL;
	size_t cap = 0;
	int ret = 0;

	if (!file)
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", path, strerror(errno));
	while (!ret && getline(&line, &cap, file) >= 0) {
		char *name = line + strspn(line, " \t");
		size_t len = strcspn(name, "\r\n");

		while (len && (name[len - 1] == ' ' || name[len - 1] == '\t'))
			len--;
		if (len && *name != '#')
			ret = strlist__add_name(list, name, len, err);
	}
	free(line);
	fclose(file);
	return ret;
}

static int add_word(struct strlist *list, const char *word, size_t len, struct defer_error *err)
{
	static const char scheme[] = "file://";
	size_t skip = sizeof(scheme) - 1;
	char *path;
	int ret;

	if (len <= skip || strncmp(word, scheme, skip))
		return len ? strlist__add_name(list, word, len, err) : 0;

	path = strndup(word + skip, len - skip);
	if (!path)
		return error__no_memory(err, "for names");
	ret = strlist__add_file(list, path, err);
	free(path);
	return ret;
}

static int strlist__compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

int strlist__parse(struct strlist *list, const char *str, struct defer_error *err)
{
	*list = (struct strlist){.given = true};
	for (const char *word = str;; word++) {
		size_t len = strcspn(word, ",");
		int ret = add_word(list, word, len, err);

		if (ret) {
			strlist__exit(list);
			return ret;
		}
		word += len;
		if (!*word)
			break;
	}
	if (list->nr)
		qsort(list->strs, list->nr, sizeof(*list->strs), strlist__compare);
	return 0;
}

void strlist__exit(struct strlist *list)
{
	for (uint32_t i = 0; i < list->nr; i++)
		free(list->strs[i]);
	free(list->strs);
	*list = (struct strlist){0};
}

bool strlist__has(const struct strlist *list, const char *str)
{
	if (!list->given)
		return true;
	return list->nr &&
	       bsearch(&str, list->strs, list->nr, sizeof(*list->strs), strlist__compare);
}
