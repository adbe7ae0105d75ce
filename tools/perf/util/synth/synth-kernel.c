// SPDX-License-Identifier: GPL-2.0-only
/* Records of the kernel's image and its modules. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include <perf/defer-abi.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/strpool.h"
#include "util/synth/synth-record.h"

#define HOST_PID -1

struct synth_kernel {
	const struct synth_opts *opts;
	struct synth_record rec;
};

/* Bounds of the image; the name is that of the symbol from which readers compute relocation. */
struct kernel_range {
	const char *name; /* "_text" or "_stext"; NULL: not found */
	uint64_t start, edata, etext;
};

/* Reads a line such as "ffffffff81000000 T _stext". A module's line also ends with its name. */
static void kernel_range__see(struct kernel_range *range, char *line)
{
	uint64_t addr;
	char *pos;

	addr = strtoull(line, &pos, 16);
	if (pos == line || pos[0] != ' ' || !pos[1] || pos[2] != ' ' || pos[3] != '_')
		return;
	pos += 3;
	pos[strcspn(pos, "\n")] = '\0';
	if (!strcmp(pos, "_text")) {
		range->name = "_text";
		range->start = addr;
	} else if (!strcmp(pos, "_stext") && !range->name) {
		range->name = "_stext";
		range->start = addr;
	} else if (!strcmp(pos, "_etext")) {
		range->etext = addr;
	} else if (!strcmp(pos, "_edata")) {
		range->edata = addr;
	}
}

static void kernel_range__read(struct kernel_range *range, const char *procfs)
{
	char path[PATH_MAX], *line = NULL;
	size_t cap = 0;
	FILE *file;

	*range = (struct kernel_range){0};
	snprintf(path, sizeof(path), "%s/kallsyms", procfs);
	file = fopen(path, "re");
	if (!file)
		return;
	while ((!range->name || !range->edata) && getline(&line, &cap, file) > 0)
		kernel_range__see(range, line);
	free(line);
	fclose(file);
}

static int write_kernel_map(struct synth_kernel *kernel, struct synth_map *map, const char *notes,
			    struct defer_error *err)
{
	char path[PATH_MAX];

	map->pid = HOST_PID;
	map->misc = DEFER_MISC_KERNEL;
	if (kernel->opts->build_ids &&
	    snprintf(path, sizeof(path), "%s/%s", kernel->opts->sysfs, notes) < (int)sizeof(path))
		build_id__from_file(&map->bid, path);
	return synth_record__mmap2(&kernel->rec, map, err);
}

/* Writes the image. @end is its bound if no symbol gives one. */
static int write_image(struct synth_kernel *kernel, uint64_t end, struct defer_error *err)
{
	struct kernel_range range;
	struct synth_map map = {0};
	char name[64];

	kernel_range__read(&range, kernel->opts->procfs);
	if (!range.start) {
		if (kernel->opts->kernel_hidden)
			*kernel->opts->kernel_hidden = true;
		return 0;
	}
	if (range.edata > range.start)
		end = range.edata;
	else if (range.etext > range.start)
		end = range.etext;
	else if (end <= range.start)
		end = UINT64_MAX;
	snprintf(name, sizeof(name), "[kernel.kallsyms]%s", range.name);
	map.start = map.pgoff = range.start;
	map.len = end - range.start;
	map.name = name;
	return write_kernel_map(kernel, &map, "kernel/notes", err);
}

/* ---- modules ---- */

struct module {
	char *name;	  /* kernel's name: "snd_hda_intel" */
	const char *path; /* path of its file, or NULL */
	uint64_t start, size;
};

struct modules {
	struct module *modules;
	size_t nr, cap;
	struct strpool strings;
};

static int synth_kernel__by_name(const void *a, const void *b)
{
	return strcmp(((const struct module *)a)->name, ((const struct module *)b)->name);
}

/* Adds the module of a line such as "ext4 1130496 1 - Live 0xffffffffc0a00000 (E)". */
static int modules__add(struct modules *modules, const char *line, struct defer_error *err)
{
	unsigned long long size, start;
	char name[64];

	if (sscanf(line, "%63s %llu %*s %*s %*s %llx", name, &size, &start) != 3 || !start)
		return 0;
	if (!ARRAY_GROW(modules->modules, modules->cap, modules->nr + 1))
		return error__no_memory(err, "for the list of modules");
	modules->modules[modules->nr] = (struct module){
		.name = strpool__add(&modules->strings, name, strlen(name)),
		.start = start,
		.size = size,
	};
	if (!modules->modules[modules->nr].name)
		return error__no_memory(err, "for the list of modules");
	modules->nr++;
	return 0;
}

static int modules__read(struct modules *modules, const char *procfs, struct defer_error *err)
{
	char path[PATH_MAX], *line = NULL;
	size_t cap = 0;
	int ret = 0;
	FILE *file;

	*modules = (struct modules){0};
	snprintf(path, sizeof(path), "%s/modules", procfs);
	file = fopen(path, "re");
	if (!file)
		return 0;
	while (!ret && getline(&line, &cap, file) > 0)
		ret = modules__add(modules, line, err);
	free(line);
	fclose(file);
	if (modules->nr)
		qsort(modules->modules, modules->nr, sizeof(*modules->modules),
		      synth_kernel__by_name);
	return ret;
}

/* Finds the module with file @path. Names of files may have '-' where names of modules have '_'. */
static struct module *modules__find(const struct modules *modules, const char *path)
{
	const char *base = strrchr(path, '/');
	char name[64];
	struct module key = {.name = name};
	size_t i;

	base = base ? base + 1 : path;
	for (i = 0; base[i] && base[i] != '.' && i < sizeof(name) - 1; i++)
		name[i] = base[i] == '-' ? '_' : base[i];
	name[i] = '\0';
	return bsearch(&key, modules->modules, modules->nr, sizeof(key), synth_kernel__by_name);
}

/* Finds files in modules.dep. Each line is a path, a colon, and its dependencies. */
static int modules__find_files(struct modules *modules, const char *dir, struct defer_error *err)
{
	char path[PATH_MAX], *line = NULL;
	struct module *module;
	size_t cap = 0;
	FILE *file;
	int ret = 0, len;

	if (!modules->nr)
		return 0;
	snprintf(path, sizeof(path), "%s/modules.dep", dir);
	file = fopen(path, "re");
	if (!file)
		return 0;
	while (!ret && getline(&line, &cap, file) > 0) {
		line[strcspn(line, ":\n")] = '\0';
		module = modules__find(modules, line);
		if (!module)
			continue;
		len = snprintf(path, sizeof(path), "%s/%s", dir, line);
		if (len < (int)sizeof(path))
			module->path = strpool__add(&modules->strings, path, len);
		if (!module->path)
			ret = error__no_memory(err, "for the names of modules");
	}
	free(line);
	fclose(file);
	return ret;
}

static uint64_t modules__lowest(const struct modules *modules)
{
	uint64_t lowest = UINT64_MAX;

	for (size_t i = 0; i < modules->nr; i++) {
		if (modules->modules[i].start < lowest)
			lowest = modules->modules[i].start;
	}
	return lowest;
}

static int write_module(struct synth_kernel *kernel, const struct module *module,
			struct defer_error *err)
{
	char notes[PATH_MAX], name[80];
	struct synth_map map = {
		.start = module->start,
		.len = module->size,
		.name = module->path ? module->path : name,
	};

	snprintf(name, sizeof(name), "[%s]", module->name);
	snprintf(notes, sizeof(notes), "module/%s/notes/.note.gnu.build-id", module->name);
	return write_kernel_map(kernel, &map, notes, err);
}

static void modules__dir(const struct synth_opts *opts, char *dir, size_t size)
{
	struct utsname uts;

	if (opts->modules)
		snprintf(dir, size, "%s", opts->modules);
	else if (!uname(&uts))
		snprintf(dir, size, "/lib/modules/%s", uts.release);
	else
		*dir = '\0';
}

int synth__kernel(const struct synth_opts *opts, struct defer_error *err)
{
	struct synth_kernel kernel = {.opts = opts, .rec = {.opts = opts}};
	struct modules modules;
	char dir[PATH_MAX / 2];
	int ret;

	ret = modules__read(&modules, opts->procfs, err);
	modules__dir(opts, dir, sizeof(dir));
	if (!ret)
		ret = modules__find_files(&modules, dir, err);
	if (!ret)
		ret = write_image(&kernel, modules__lowest(&modules), err);
	for (size_t i = 0; i < modules.nr && !ret; i++)
		ret = write_module(&kernel, &modules.modules[i], err);
	byte_buf__exit(&kernel.rec.bytes);
	free(modules.modules);
	strpool__exit(&modules.strings);
	return ret;
}
