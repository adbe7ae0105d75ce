// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/dso/containers.h"
#include "util/dso/debug-file.h"
#include "util/dso/dso-file.h"
#include "util/dso/vdso.h"

/* Opens the file in a container whose task still runs, and names it by its descriptor. */
static int open_contained(struct dso *dso, const struct symbol_conf *conf, struct elf_file *file,
			  char path[static PATH_MAX])
{
	if (!conf->containers || conf->symfs || !build_id__known(&dso->bid))
		return DEFER_ERR_NOENT;
	dso->fd = containers__open_build(conf->containers, dso->long_name, &dso->bid);
	if (dso->fd < 0)
		return DEFER_ERR_NOENT;
	snprintf(path, PATH_MAX, "/proc/self/fd/%d", dso->fd);
	if (elf_file__open_build(file, path, &dso->bid, NULL))
		return DEFER_ERR_NOENT;
	dso->path = strdup(path);
	return 0;
}

/* Opens what an earlier call had found elsewhere. */
static int open_known(const struct dso *dso, struct elf_file *file, char path[static PATH_MAX])
{
	if (!dso->path)
		return DEFER_ERR_NOENT;
	snprintf(path, PATH_MAX, "%s", dso->path);
	return elf_file__open_build(file, path, &dso->bid, NULL);
}

static int open_elf(struct dso *dso, const struct symbol_conf *conf,
		    bool (*wanted)(const struct elf_file *file), struct elf_file *file,
		    char path[static PATH_MAX], struct defer_error *err)
{
	int ret;

	if (!symbol_conf__symfs_path(conf, dso->long_name, path, PATH_MAX))
		return defer_error__set(err, DEFER_ERR_INVAL, "the path of %s is too long",
					dso->short_name);
	ret = elf_file__open_build(file, path, &dso->bid, err);
	if (!ret)
		return 0;
	if (open_known(dso, file, path) && (dso->path || open_contained(dso, conf, file, path)) &&
	    debug_file__open(file, conf, &dso->bid, dso->long_name, NULL, wanted, path, PATH_MAX)) {
		if (elf_file__download(file, conf, DEBUGINFOD_EXECUTABLE, dso->short_name,
				       &dso->bid, elf_file__has_code, path, PATH_MAX))
			return ret;
		free(dso->path);
		dso->path = strdup(path);
	}
	defer_error__clear(err);
	return 0;
}

int dso__open_file(struct dso *dso, const struct symbol_conf *conf, const struct kernel_syms *ks,
		   bool (*wanted)(const struct elf_file *file), struct elf_file *file,
		   char path[static PATH_MAX], struct defer_error *err)
{
	path[0] = '\0';
	if (dso->kind == DSO_VDSO || dso->kind == DSO_VDSO32)
		return vdso__open(file, dso->kind == DSO_VDSO32 ? 32 : 64, &dso->bid, conf, ks,
				  err);
	return open_elf(dso, conf, wanted, file, path, err);
}
