// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/dso/jit-file.h"
#include "util/dso/perf-map.h"

#define PERF_MAP_MAX_SIZE (1ULL << 30)

/* Opens the process's own file if it runs in a container, else the one at @path. */
static int perf_map__open(const char *path, int32_t pid, const struct symbol_conf *conf,
			  size_t *size, struct defer_error *err)
{
	int32_t inner = pid ? jit_file__inner_pid(conf, pid) : 0;
	uint64_t length = 0;
	char own[32];
	int fd = -1;

	snprintf(own, sizeof(own), "/tmp/perf-%" PRId32 ".map", inner);
	if (inner)
		fd = jit_file__open_inner(conf, pid, own, &length, NULL);
	if (fd < 0)
		fd = jit_file__open(path, conf->force, &length, err);
	if (fd < 0)
		return fd;
	if (length > PERF_MAP_MAX_SIZE) {
		close(fd);
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s is too large", path);
	}
	*size = length;
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

int symtab__load_perf_map(struct symtab *tab, const char *path, int32_t pid,
			  const struct symbol_conf *conf, struct defer_error *err)
{
	size_t size = 0;
	char *text;
	int fd, ret;

	fd = perf_map__open(path, pid, conf, &size, err);
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
