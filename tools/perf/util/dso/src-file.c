// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/dso/debug-file.h"
#include "util/dso/src-file.h"

static int no_file(struct defer_error *err, const char *path, const char *why)
{
	return defer_error__set(err, DEFER_ERR_NOENT, "%s: %s", path, why);
}

static int find_lines(struct src_file *file, uint32_t size)
{
	uint32_t nr = 0, i = 0;

	for (uint32_t pos = 0; pos < size; pos++)
		nr += file->text[pos] == '\n' || pos + 1 == size;
	file->lines = malloc((nr + 1ULL) * sizeof(*file->lines));
	if (!file->lines)
		return -1;
	file->lines[0] = 0;
	for (uint32_t pos = 0; pos < size; pos++) {
		if (file->text[pos] == '\n' || pos + 1 == size)
			file->lines[++i] = pos + 1;
	}
	file->nr = nr;
	return 0;
}

static int src_file__read_text(struct src_file *file, int fd, uint64_t max, const char *path,
			       struct defer_error *err)
{
	ssize_t size;

	if (max > SRC_FILE_MAX)
		return no_file(err, path, "too large for a source file");
	file->text = malloc(max + 1);
	file->path = strdup(path);
	if (!file->text || !file->path)
		return error__no_memory(err, "for %s", path);
	size = fd__read_all(fd, file->text, max);
	if (size < 0)
		return no_file(err, path, strerror(errno));
	return find_lines(file, size) ? error__no_memory(err, "for %s", path) : 0;
}

static int read_path(struct src_file *file, const char *path, struct defer_error *err)
{
	uint64_t size;
	int fd = fd__open_regular(path, &size, err), ret;

	/* The path may exist without symfs. */
	if (fd < 0)
		return DEFER_ERR_NOENT;
	ret = src_file__read_text(file, fd, size, path, err);
	close(fd);
	if (ret)
		src_file__exit(file);
	return ret;
}

int src_file__init(struct src_file *file, const struct symbol_conf *conf, const char *path,
		   struct defer_error *err)
{
	char below[PATH_MAX];
	int ret;

	*file = (struct src_file){0};
	if (!symbol_conf__symfs_path(conf, path, below, sizeof(below)))
		return no_file(err, path, "the name is too long");
	ret = read_path(file, below, err);
	if (ret == DEFER_ERR_NOENT && strcmp(below, path) && !read_path(file, path, NULL)) {
		defer_error__clear(err);
		ret = 0;
	}
	return ret;
}

void src_file__exit(struct src_file *file)
{
	free(file->path);
	free(file->text);
	free(file->lines);
	*file = (struct src_file){0};
}

const char *src_file__line(const struct src_file *file, unsigned int line, size_t *len)
{
	uint32_t begin, end;

	if (!line || line > file->nr)
		return NULL;
	begin = file->lines[line - 1];
	end = file->lines[line];
	if (end > begin && file->text[end - 1] == '\n')
		end--;
	if (end > begin && file->text[end - 1] == '\r')
		end--;
	*len = end - begin;
	return file->text + begin;
}
