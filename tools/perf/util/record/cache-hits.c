// SPDX-License-Identifier: GPL-2.0-only
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "util/base/intern.h"
#include "util/base/progress.h"
#include "util/dso/build-id-cache.h"
#include "util/dso/containers.h"
#include "util/dso/debug-file.h"
#include "util/dso/dso.h"
#include "util/fold/fold.h"
#include "util/record/cache-hits.h"
#include "util/resolve/resolve.h"

/* ---- finding the DSOs that were hit ---- */

struct hits {
	struct session *session;
	struct fold *fold;
	struct resolve *resolve; /* NULL: take all mapped DSOs */
};

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	return fold__add(ctx, worker, sample, err);
}

static int want_half(struct resolve *resolve, const struct intern_entry *entry, uint32_t maps_id,
		     bool kernel, struct defer_error *err)
{
	struct half half = half__of(entry);

	for (uint32_t i = 0; i < half.nr; i++) {
		int64_t id = resolve__want(resolve, maps_id, half.ips[i], kernel, err);

		if (id < 0)
			return id;
	}
	return 0;
}

static int want_stack(struct resolve *resolve, const struct stack *stack, struct defer_error *err)
{
	bool in_kernel = stack->cpumode == DEFER_MISC_KERNEL;
	int64_t id = resolve__want(resolve, in_kernel ? stack->kernel_maps_id : stack->user_maps_id,
				   stack->ip, in_kernel, err);
	int ret = id < 0 ? id : 0;

	if (!ret && stack->kernel)
		ret = want_half(resolve, stack->kernel, stack->kernel_maps_id, true, err);
	if (!ret && stack->user)
		ret = want_half(resolve, stack->user, stack->user_maps_id, false, err);
	return ret;
}

static int hits__fold(struct hits *hits, struct defer_error *err)
{
	const struct resolve_opts opts = {.no_names = true};
	int ret = fold__new(&hits->fold, hits->session, 0, err);

	if (!ret)
		ret = session__walk(hits->session, add_sample, hits->fold, err);
	if (!ret)
		ret = fold__finish(hits->fold, err);
	if (!ret)
		ret = resolve__new(&hits->resolve, hits->session->machine, &opts, err);
	for (uint32_t i = 0; !ret && i < fold__nr(hits->fold); i++)
		ret = want_stack(hits->resolve, fold__stack(hits->fold, i), err);
	return ret;
}

static int hits__init(struct hits *hits, const struct cache_hits_opts *opts,
		      struct defer_error *err)
{
	const struct session_opts sopts = {.path = opts->path, .progress = opts->progress};
	int ret;

	*hits = (struct hits){0};
	ret = session__open(&hits->session, &sopts, err);
	if (!ret)
		ret = session__gather(hits->session, err);
	return ret || opts->all ? ret : hits__fold(hits, err);
}

static void hits__exit(struct hits *hits)
{
	resolve__delete(hits->resolve);
	fold__delete(hits->fold);
	session__close(hits->session);
}

static uint32_t hits__nr(const struct hits *hits)
{
	return hits->resolve ? resolve__nr_dsos(hits->resolve)
			     : machine__nr_dsos(hits->session->machine);
}

static const struct dso *hits__dso(const struct hits *hits, uint32_t i)
{
	return hits->resolve ? resolve__dso(hits->resolve, i)
			     : machine__dso(hits->session->machine, i);
}

/* ---- adding them to the cache ---- */

struct adding {
	const struct cache_hits_opts *opts;
	struct build_id_cache cache;
	struct containers *containers; /* NULL without memory */
};

/* Opens @path if it is a regular file with build ID @bid. Returns a descriptor, or -1. */
static int open_build(const char *path, const struct build_id *bid)
{
	struct elf_file file;
	int fd = -1;

	if (elf_file__open_build(&file, path, bid, NULL))
		return -1;
	/* Keep the file that was checked: the name may mean another one by now. */
	fd = fcntl(file.fd, F_DUPFD_CLOEXEC, 0);
	elf_file__close(&file);
	return fd;
}

/* Opens the file by its name on this host, or in a container. */
static int adding__open(struct adding *adding, const struct dso *dso)
{
	int fd = open_build(dso->long_name, &dso->bid);

	if (fd >= 0)
		return fd;
	if (!adding->containers)
		return -1;
	return containers__open_build(adding->containers, dso->long_name, &dso->bid);
}

static bool any_file(const struct elf_file *file)
{
	(void)file;
	return true;
}

/* Downloads symbols from the servers that the user named, unless the file itself has them. */
static int adding__download(struct adding *adding, const struct dso *dso)
{
	const struct symbol_conf conf = {.debuginfod = adding->opts->debuginfod};
	struct elf_file file;
	char path[PATH_MAX];
	int fd;

	if (!conf.debuginfod ||
	    elf_file__download(&file, &conf, DEBUGINFOD_DEBUGINFO, dso->long_name, &dso->bid,
			       any_file, path, sizeof(path)))
		return -1;
	fd = fcntl(file.fd, F_DUPFD_CLOEXEC, 0);
	elf_file__close(&file);
	return fd;
}

/* Adds symbols from a separate file: without them a copy of a stripped file is of little use. */
static void adding__add_debug(struct adding *adding, const struct dso *dso)
{
	char path[PATH_MAX], hex[SBUILD_ID_SIZE];
	int fd;

	if (build_id__snprintf(&dso->bid, hex) < 4)
		return;
	snprintf(path, sizeof(path), "/usr/lib/debug/.build-id/%.2s/%s.debug", hex, hex + 2);
	fd = open_build(path, &dso->bid);
	if (fd < 0)
		fd = adding__download(adding, dso);
	if (fd < 0)
		return;
	build_id_cache__add_debug(&adding->cache, dso->long_name, &dso->bid, fd, NULL);
	close(fd);
}

static int adding__add_file(struct adding *adding, const struct dso *dso, struct defer_error *err)
{
	int fd = dso->long_name[0] == '/' ? adding__open(adding, dso) : -1, ret;

	if (fd < 0)
		return DEFER_ERR_NOENT;
	ret = build_id_cache__add_elf(&adding->cache, dso->long_name, &dso->bid, fd, err);
	close(fd);
	if (ret >= 0)
		adding__add_debug(adding, dso);
	return ret;
}

static int adding__add_kernel(struct adding *adding, const struct dso *dso, struct defer_error *err)
{
	struct build_id running;
	char path[PATH_MAX];

	if (!build_id__running_kernel(&running) || !build_id__equal(&running, &dso->bid))
		return DEFER_ERR_NOENT;
	snprintf(path, sizeof(path), "%s/kallsyms", adding->opts->procfs);
	return build_id_cache__add_kallsyms(&adding->cache, &dso->bid, path, err);
}

static int adding__add(struct adding *adding, const struct dso *dso, struct defer_error *err)
{
	if (!build_id__known(&dso->bid))
		return DEFER_ERR_NOENT;
	switch (dso->kind) {
	case DSO_ELF:
	case DSO_KMODULE:
		return adding__add_file(adding, dso, err);
	case DSO_KERNEL:
		return adding__add_kernel(adding, dso, err);
	case DSO_VDSO:
		return build_id_cache__add_vdso(&adding->cache, &dso->bid, err);
	case DSO_VDSO32:
	case DSO_PERF_MAP:
	case DSO_JITDUMP:
	case DSO_IMAGE:
	case DSO_NONE:
	default:
		return DEFER_ERR_NOENT;
	}
}

static bool is_stopped(const struct cache_hits_opts *opts)
{
	return opts->progress && atomic_load(&opts->progress->stop);
}

/* Adds all DSOs. Reports the first failure, except for missing files. */
static int adding__add_all(struct adding *adding, const struct hits *found, struct cache_hits *hits,
			   struct defer_error *err)
{
	int result = 0;

	for (uint32_t i = 0; i < hits__nr(found) && !is_stopped(adding->opts); i++) {
		struct defer_error why = DEFER_ERROR_INIT;
		int ret = adding__add(adding, hits__dso(found, i), &why);

		if (ret >= 0)
			(*(ret ? &hits->added : &hits->there))++;
		else if (ret == DEFER_ERR_NOENT)
			hits->missing++;
		else if (!result) {
			result = ret;
			*err = why;
		}
	}
	return result;
}

int cache_hits__add(struct cache_hits *hits, const struct cache_hits_opts *opts,
		    struct defer_error *err)
{
	struct adding adding = {.opts = opts, .containers = containers__new(opts->procfs)};
	struct hits found;
	int ret;

	*hits = (struct cache_hits){0};
	ret = build_id_cache__open(&adding.cache, opts->dir, err);
	if (ret) {
		containers__delete(adding.containers);
		return ret;
	}
	ret = hits__init(&found, opts, err);
	if (!ret)
		ret = adding__add_all(&adding, &found, hits, err);
	hits__exit(&found);
	containers__delete(adding.containers);
	build_id_cache__close(&adding.cache);
	return ret;
}
