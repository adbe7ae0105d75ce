// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>

#include <perf/defer-error.h>

#include "tests/suites.h"
#include "util/base/error.h"

/* Takes the strings. A name or desc of NULL means that there was no memory for it. */
static int add_entry(struct suites *suites, struct suite_entry entry, struct defer_error *err)
{
	struct suite_entry *entries = NULL;

	if (entry.name && entry.desc)
		entries = reallocarray(suites->entries, suites->nr + 1, sizeof(*entries));
	if (!entries) {
		free(entry.name);
		free(entry.desc);
		free(entry.script);
		return error__no_memory(err, "for the suites");
	}
	suites->entries = entries;
	entries[suites->nr++] = entry;
	return 0;
}

static int add_c_suites(struct suites *suites, struct defer_error *err)
{
	for (int i = 0; test_suites[i]; i++) {
		struct suite_entry entry = {
			.name = strdup(test_suites[i]->name),
			.desc = strdup(test_suites[i]->desc),
			.suite = test_suites[i],
		};
		int ret = add_entry(suites, entry, err);

		if (ret)
			return ret;
	}
	return 0;
}

/* The script's second line is its description, as a comment. NULL if there is no memory. */
static char *script_desc(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[256] = "", *from = line;

	if (!file)
		return strdup("");
	for (int i = 0; i < 2; i++) {
		if (!fgets(line, sizeof(line), file))
			line[0] = '\0';
	}
	fclose(file);
	line[strcspn(line, "\n")] = '\0';
	from += strspn(from, "# ");
	return strdup(from);
}

static int add_script(struct suites *suites, const char *dir, const char *file,
		      struct defer_error *err)
{
	struct suite_entry entry = {0};

	if (asprintf(&entry.script, "%s/%s", dir, file) < 0)
		return error__no_memory(err, "for the suites");
	entry.name = strndup(file, strlen(file) - strlen(".sh"));
	entry.desc = script_desc(entry.script);
	return add_entry(suites, entry, err);
}

static int is_script(const struct dirent *file)
{
	size_t len = strlen(file->d_name);

	return len > 3 && file->d_name[0] != '.' && !strcmp(file->d_name + len - 3, ".sh");
}

static int add_scripts(struct suites *suites, const char *dir, struct defer_error *err)
{
	struct dirent **files;
	int nr, ret = 0;

	nr = scandir(dir, &files, is_script, alphasort);
	if (nr < 0 && errno == ENOENT)
		return 0;
	if (nr < 0)
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", dir, strerror(errno));

	for (int i = 0; i < nr; i++) {
		if (!ret)
			ret = add_script(suites, dir, files[i]->d_name, err);
		free(files[i]);
	}
	free(files);
	return ret;
}

int suites__init(struct suites *suites, const char *dir, struct defer_error *err)
{
	int ret;

	*suites = (struct suites){0};
	ret = add_c_suites(suites, err);
	if (!ret && dir)
		ret = add_scripts(suites, dir, err);
	return ret;
}

void suites__exit(struct suites *suites)
{
	for (int i = 0; i < suites->nr; i++) {
		free(suites->entries[i].name);
		free(suites->entries[i].desc);
		free(suites->entries[i].script);
	}
	free(suites->entries);
}

/* Reads "5" or "5-7". False if @word is not of that form. */
static bool parse_range(const char *word, int *from, int *to)
{
	int end = 0;

	if (sscanf(word, "%d-%d%n", from, to, &end) == 2 && end && !word[end])
		return true;
	end = 0;
	if (sscanf(word, "%d%n", from, &end) == 1 && end && !word[end]) {
		*to = *from;
		return true;
	}
	return false;
}

int suites__mark(const struct suites *suites, const char *word, bool *marks, bool value,
		 struct defer_error *err)
{
	int from = 0, to = 0;
	bool is_range = parse_range(word, &from, &to), found = false;

	for (int i = 0; i < suites->nr; i++) {
		bool hit = is_range ? i + 1 >= from && i + 1 <= to
				    : strcasestr(suites->entries[i].name, word) != NULL;

		if (hit)
			marks[i] = value;
		found = found || hit;
	}
	if (!found)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"no test matches '%s' (see 'perf defer test list')", word);
	return 0;
}
