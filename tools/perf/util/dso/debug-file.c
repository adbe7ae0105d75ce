// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/dso/debug-file.h"

static bool debug_file__fits(int len, size_t size)
{
	return len >= 0 && (size_t)len < size;
}

void symbol_conf__buildid_dir(const struct symbol_conf *conf, char *buf, size_t size)
{
	const char *dir = conf->buildid_dir, *home;
	int len = 0;

	if (!dir)
		dir = getenv("PERF_BUILDID_DIR");
	home = dir ? NULL : getenv("HOME");
	if (dir)
		len = snprintf(buf, size, "%s", dir);
	else if (home)
		len = snprintf(buf, size, "%s/.debug", home);
	if (!len || !debug_file__fits(len, size))
		buf[0] = '\0';
}

bool symbol_conf__symfs_path(const struct symbol_conf *conf, const char *path, char *buf,
			     size_t size)
{
	const char *base = strrchr(path, '/');

	if (!conf->symfs || !*conf->symfs)
		return debug_file__fits(snprintf(buf, size, "%s", path), size);
	if (conf->symfs_flat && base)
		path = base + 1;
	return debug_file__fits(
		snprintf(buf, size, "%s/%s", conf->symfs, path[0] == '/' ? path + 1 : path), size);
}

bool build_id_cache__path(const struct symbol_conf *conf, const struct build_id *bid,
			  const char *what, char *buf, size_t size)
{
	char dir[PATH_MAX], hex[SBUILD_ID_SIZE];

	symbol_conf__buildid_dir(conf, dir, sizeof(dir));
	if (!dir[0] || build_id__snprintf(bid, hex) < 4)
		return false;
	return debug_file__fits(
		       snprintf(buf, size, "%s/.build-id/%.2s/%s/%s", dir, hex, hex + 2, what),
		       size) &&
	       !access(buf, R_OK);
}

int elf_file__open_build(struct elf_file *file, const char *path, const struct build_id *bid,
			 struct defer_error *err)
{
	char found[SBUILD_ID_SIZE], wanted[SBUILD_ID_SIZE];
	int ret;

	ret = elf_file__open(file, path, err);
	if (ret || !build_id__known(bid) || build_id__equal(&file->bid, bid))
		return ret;
	if (!build_id__snprintf(&file->bid, found))
		strcpy(found, "none");
	build_id__snprintf(bid, wanted);
	elf_file__close(file);
	return defer_error__set(err, DEFER_ERR_INVAL,
				"wrong build id, not used: %s, recorded %s: %s", found, wanted,
				path);
}

/* State of debug_file__open(). */
struct debug_search {
	struct elf_file *file;
	const struct symbol_conf *conf;
	const struct build_id *bid;
	bool (*wanted)(const struct elf_file *file);
	char *buf;
	size_t size;
};

/* Tries the path in buf. */
static bool debug_search__try(struct debug_search *search)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (elf_file__open_build(search->file, search->buf, search->bid, &err))
		return false;
	if (search->wanted(search->file))
		return true;
	elf_file__close(search->file);
	return false;
}

/* Tries a path below symfs. */
static bool __attribute__((format(printf, 2, 3)))
debug_search__path(struct debug_search *search, const char *fmt, ...)
{
	char path[PATH_MAX];
	va_list args;
	int len;

	va_start(args, fmt);
	len = vsnprintf(path, sizeof(path), fmt, args);
	va_end(args);
	return debug_file__fits(len, sizeof(path)) &&
	       symbol_conf__symfs_path(search->conf, path, search->buf, search->size) &&
	       debug_search__try(search);
}

static bool debug_search__cache(struct debug_search *search, const char *what)
{
	return build_id_cache__path(search->conf, search->bid, what, search->buf, search->size) &&
	       debug_search__try(search);
}

static bool debug_search__link(struct debug_search *search, const char *origin, const char *link)
{
	const char *slash = strrchr(origin, '/');
	int dir = slash ? slash - origin : 0;

	/* A valid link is a base name. */
	if (!link || !*link || strchr(link, '/') || !slash)
		return false;
	return debug_search__path(search, "%.*s/%s", dir, origin, link) ||
	       debug_search__path(search, "%.*s/.debug/%s", dir, origin, link) ||
	       debug_search__path(search, "/usr/lib/debug%.*s/%s", dir, origin, link);
}

int debug_file__open(struct elf_file *file, const struct symbol_conf *conf,
		     const struct build_id *bid, const char *origin, const char *debuglink,
		     bool (*wanted)(const struct elf_file *file), char *buf, size_t size)
{
	struct debug_search search = {file, conf, bid, wanted, buf, size};
	char hex[SBUILD_ID_SIZE];

	if (build_id__snprintf(bid, hex) < 4)
		return DEFER_ERR_NOENT;
	if (debug_search__cache(&search, "debug") || debug_search__cache(&search, "elf") ||
	    debug_search__path(&search, "/usr/lib/debug/.build-id/%.2s/%s.debug", hex, hex + 2) ||
	    debug_search__link(&search, origin, debuglink))
		return 0;
	if (origin[0] == '/' && (debug_search__path(&search, "/usr/lib/debug%s.debug", origin) ||
				 debug_search__path(&search, "/usr/lib/debug%s", origin)))
		return 0;
	return DEFER_ERR_NOENT;
}

int elf_file__download(struct elf_file *file, const struct symbol_conf *conf,
		       enum debuginfod_what what, const char *name, const struct build_id *bid,
		       bool (*wanted)(const struct elf_file *file), char *buf, size_t size)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (!debuginfod__find(conf->debuginfod, what, name, bid, buf, size))
		return DEFER_ERR_NOENT;
	if (elf_file__open_build(file, buf, bid, &err)) {
		debuginfod__reject(conf->debuginfod, buf, err.text);
		return DEFER_ERR_NOENT;
	}
	if (wanted(file))
		return 0;
	elf_file__close(file);
	return DEFER_ERR_NOENT;
}
