// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/dso/perf-map.h"

#define PERF_MAP_MAX_SIZE (1ULL << 30)

/* Opens @path if it can be trusted. Sets @size to its size. */
static int perf_map__open(const char *path, bool force, size_t *size, struct defer_error *err)
{
	struct stat st;
	int fd, ret = 0;

	fd = fd__open_regular_nofollow(path, NULL, err);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st))
		ret = defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "%s: %s", path,
				       strerror(errno));
	else if (!force && st.st_uid && st.st_uid != geteuid())
		ret = defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
				       "%s: not owned by current user or root, ignoring it (use "
				       "-f to override)",
				       path);
	else if ((uint64_t)st.st_size > PERF_MAP_MAX_SIZE)
		ret = defer_error__set(err, DEFER_ERR_UNSUPPORTED, DEFER_NO_OFFSET,
				       "%s is too "
				       "large",
				       path);
	if (ret) {
		close(fd);
		return ret;
	}
	*size = st.st_size;
	return fd;
}

/* Reads the first @size bytes. The process may still be appending to the file. */
static char *perf_map__read(int fd, size_t *size)
{
	char *text = malloc(*size + 1);
	size_t len = 0;
	ssize_t n = 1;

	while (text && len < *size && n > 0) {
		n = read(fd, text + len, *size - len);
		if (n > 0)
			len += n;
		else if (n < 0 && errno == EINTR)
			n = 1;
	}
	if (text)
		text[len] = '\0';
	*size = len;
	return text;
}

/* Reads a hex number and the space after it. The text ends with a NUL. */
static char *parse_number(char *text, uint64_t *value)
{
	char *end;

	if (!strchr("0123456789abcdefABCDEF", *text) || !*text)
		return NULL;
	errno = 0;
	*value = strtoull(text, &end, 16);
	return errno || *end != ' ' ? NULL : end + 1;
}

static int perf_map__add(struct symtab *tab, char *line, struct defer_error *err)
{
	uint64_t start, size;
	char *name, *c;
	int ret;

	name = parse_number(line, &start);
	name = name ? parse_number(name, &size) : NULL;
	if (!name || !*name || !size)
		return 0;
	for (c = name; *c; c++) {
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	}
	ret = symtab__add(tab, start, size, STB_GLOBAL, STT_FUNC, name, err);
	if (!ret)
		tab->syms[tab->nr - 1].demangled = true;
	return ret;
}

static int perf_map__parse(struct symtab *tab, char *text, size_t size, struct defer_error *err)
{
	char *line, *end = text + size, *eol;
	int ret = 0;

	for (line = text; !ret && line < end; line = eol + 1) {
		eol = memchr(line, '\n', end - line);
		if (!eol)
			eol = end;
		*eol = '\0';
		ret = perf_map__add(tab, line, err);
	}
	return ret;
}

int symtab__load_perf_map(struct symtab *tab, const char *path, bool force, struct defer_error *err)
{
	size_t size = 0;
	char *text;
	int fd, ret;

	fd = perf_map__open(path, force, &size, err);
	if (fd < 0)
		return fd;
	text = perf_map__read(fd, &size);
	close(fd);
	if (!text)
		return error__no_memory(err, "to read %s", path);
	ret = symtab__own(tab, text, err);
	if (!ret)
		ret = perf_map__parse(tab, text, size, err);
	if (ret)
		return ret;
	symtab__seal(tab);
	return tab->nr;
}
