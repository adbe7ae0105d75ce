// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/config.h"
#include "util/base/error.h"
#include "util/dso/containers.h"
#include "util/dso/debug-file.h"
#include "util/dso/debuginfod.h"
#include "util/dso/symbol-opts.h"

static int symbol_opts__read_setting(void *ctx, const char *key, const char *value,
				     struct defer_error *err)
{
	struct symbol_opts *opts = ctx;
	char **to;

	if (!strcmp(key, "buildid.dir"))
		to = &opts->config_buildid_dir;
	else if (!strcmp(key, "buildid-cache.debuginfod"))
		to = &opts->config_debuginfod;
	else
		return 0;
	if (!value)
		return 0;
	free(*to);
	*to = strdup(value);
	return *to ? 0 : error__no_memory(err, "for options");
}

int symbol_opts__init(struct symbol_opts *opts, struct defer_error *err)
{
	int ret;

	*opts = (struct symbol_opts){
		.conf.containers = containers__new("/proc"),
		.inlines = true,
		.demangle = true,
	};
	if (!opts->conf.containers)
		return error__no_memory(err, "for options");
	ret = config__read(symbol_opts__read_setting, opts, err);
	opts->conf.buildid_dir = getenv("PERF_BUILDID_DIR");
	if (!opts->conf.buildid_dir)
		opts->conf.buildid_dir = opts->config_buildid_dir;
	return ret;
}

void symbol_opts__exit(struct symbol_opts *opts)
{
	containers__delete(opts->conf.containers);
	debuginfod__delete(opts->conf.debuginfod);
	free(opts->config_buildid_dir);
	free(opts->config_debuginfod);
}

/* ---- servers ---- */

const char *symbol_opts__servers(const struct symbol_opts *opts)
{
	const char *urls = opts->debuginfod ? opts->debuginfod : opts->config_debuginfod;

	if (!urls || !strcmp(urls, "system"))
		urls = getenv("DEBUGINFOD_URLS");
	return urls && *urls && strcmp(urls, "no") ? urls : NULL;
}

/* Leaves a variable alone that is right: another program's thread may be reading it. */
static int set_servers(const char *urls)
{
	const char *now = getenv("DEBUGINFOD_URLS");

	return strcmp(now ? now : "", urls) ? setenv("DEBUGINFOD_URLS", urls, 1) : 0;
}

int symbol_opts__connect(struct symbol_opts *opts, struct defer_error *err)
{
	const char *urls = symbol_opts__servers(opts);
	char *copy = strdup(urls ? urls : "");

	opts->conf.no_inline = !opts->inlines;
	opts->conf.no_demangle = !opts->demangle;
	/* urls may point to the variable's own value, so a copy is set. */
	if (!copy || set_servers(copy)) {
		free(copy);
		return error__no_memory(err, "for options");
	}
	free(copy);
	if (urls && debuginfod__is_there()) {
		opts->conf.debuginfod = debuginfod__new();
		return opts->conf.debuginfod ? 0 : error__no_memory(err, "for options");
	}
	if (opts->debuginfod && *opts->debuginfod && urls)
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
					"--debuginfod: perf-defer was built without "
					"libdebuginfod; install libdebuginfod-dev and build again");
	return 0;
}

static int bad_path(const char *option, const char *path, const char *why, struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_INVAL, "%s %s: %s", option, path, why);
}

/* Reads the first @size bytes. Never opens anything that could block or have effects. */
static int read_start(const char *option, const char *path, char *buf, size_t size,
		      struct defer_error *err)
{
	struct stat st;
	ssize_t len;
	int fd;

	if (stat(path, &st))
		return bad_path(option, path, strerror(errno), err);
	if (!S_ISREG(st.st_mode))
		return bad_path(option, path, "not a regular file", err);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	len = fd < 0 ? -1 : read(fd, buf, size - 1);
	buf[len < 0 ? 0 : len] = '\0';
	if (len < 0)
		bad_path(option, path, strerror(errno), err);
	if (fd >= 0)
		close(fd);
	return len < 0 ? DEFER_ERR_INVAL : 0;
}

static int check_vmlinux(const struct symbol_conf *conf, struct defer_error *err)
{
	const char *path = conf->vmlinux;
	char buf[PATH_MAX], start[8];

	/* The same path as in the search: an absolute one is used without symfs. */
	if (path[0] != '/' && !symbol_conf__symfs_path(conf, path, buf, sizeof(buf)))
		return bad_path("-k", path, "the path is too long", err);
	path = path[0] == '/' ? path : buf;
	if (read_start("-k", path, start, sizeof(start), err))
		return DEFER_ERR_INVAL;
	/* vmlinuz is a program for EFI, or compressed by gzip; what it unpacks has no symbols in Debian. */
	if (!strncmp(start, "MZ", 2) || !strncmp(start, "\037\213", 2))
		return bad_path("-k", path,
				"a vmlinuz has no symbols: the vmlinux is in Debian's "
				"linux-image-VERSION-dbg, below /usr/lib/debug/boot; or use "
				"--kallsyms with a copy of its /proc/kallsyms",
				err);
	if (strncmp(start, "\177ELF", 4) != 0)
		return bad_path("-k", path, "not an ELF file", err);
	return 0;
}

/* Checks that the file starts like /proc/kallsyms: an address, a letter, a name. */
static int check_kallsyms(const struct symbol_conf *conf, struct defer_error *err)
{
	char start[64], type, name;

	if (read_start("--kallsyms", conf->kallsyms, start, sizeof(start), err))
		return DEFER_ERR_INVAL;
	if (sscanf(start, "%*16[0-9a-fA-F] %c %c", &type, &name) != 2)
		return bad_path("--kallsyms", conf->kallsyms, "not a list of symbols", err);
	return 0;
}

static int check_symfs(const struct symbol_conf *conf, struct defer_error *err)
{
	struct stat st;

	if (stat(conf->symfs, &st))
		return bad_path("--symfs", conf->symfs, strerror(errno), err);
	return S_ISDIR(st.st_mode) ? 0 : bad_path("--symfs", conf->symfs, "not a directory", err);
}

int symbol_opts__check(const struct symbol_opts *opts, struct defer_error *err)
{
	const struct symbol_conf *conf = &opts->conf;
	int ret = conf->symfs && *conf->symfs ? check_symfs(conf, err) : 0;

	if (!ret && conf->vmlinux)
		ret = check_vmlinux(conf, err);
	if (!ret && conf->kallsyms)
		ret = check_kallsyms(conf, err);
	return ret;
}
