// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <perf/defer-abi.h>
#include <perf/defer-cursor.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/dso/elf-file.h"
#include "util/dso/task-root.h"
#include "util/dso/vdso.h"
#include "util/output/output-dsos.h"

#define KERNEL_NAME "[kernel.kallsyms]"
#define VDSO_NAME   "[vdso]"

void output_dsos__init(struct output_dsos *dsos)
{
	*dsos = (struct output_dsos){.key = hash__key()};
}

void output_dsos__exit(struct output_dsos *dsos)
{
	free(dsos->dsos);
	hash_index__exit(&dsos->index);
	strpool__exit(&dsos->names);
	*dsos = (struct output_dsos){0};
}

static uint64_t output_dso__hash(const struct output_dso *dso, uint64_t key)
{
	return hash__bytes(key, dso->bid.data, dso->bid.size) ^
	       hash__bytes(key, dso->name, strlen(dso->name));
}

static bool output_dso__equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct output_dsos *dsos = ctx;
	const struct output_dso *a = &dsos->dsos[pos], *b = key;

	return a->kernel == b->kernel && a->bid.size == b->bid.size &&
	       !memcmp(a->bid.data, b->bid.data, a->bid.size) && !strcmp(a->name, b->name);
}

static int output_dsos__add(struct output_dsos *dsos, const struct output_dso *dso,
			    struct defer_error *err)
{
	uint64_t hash = output_dso__hash(dso, dsos->key);
	struct output_dso copy = *dso;

	if (hash_index__find(&dsos->index, hash, output_dso__equal, dsos, dso) != HASH_INDEX_NONE)
		return 0;
	copy.name = strpool__add(&dsos->names, dso->name, strlen(dso->name));
	if (!ARRAY_GROW(dsos->dsos, dsos->cap, dsos->nr + 1) || !copy.name ||
	    hash_index__add(&dsos->index, hash, dsos->nr))
		return error__no_memory(err, "for the list of build ids");
	dsos->dsos[dsos->nr++] = copy;
	return 0;
}

/* Sets the name. That of the kernel's map ends at "]": the symbol for relocation follows there. */
static bool output_dso__set_kernel_name(struct output_dso *dso, const char *filename)
{
	dso->kernel = true;
	dso->name = filename;
	if (!strncmp(filename, KERNEL_NAME, strlen(KERNEL_NAME)))
		dso->name = KERNEL_NAME;
	return *filename;
}

/* Returns whether the name is a file's, not that of memory. */
static bool is_file(const char *name)
{
	return name[0] == '/' && name[1] != '/' && strncmp(name, "/memfd:", 7) &&
	       strncmp(name, "/dev/", 5) && strncmp(name, "/SYSV", 5) &&
	       strncmp(name, "/anon_hugepage", 14);
}

/*
 * Returns whether the vdso is the native one: that of 32-bit programs has the same name here, but
 * another build ID.
 */
static bool is_own_vdso(const char *name, uint64_t start)
{
	return !strcmp(name, VDSO_NAME) && start >> 32;
}

int output_dsos__see(struct output_dsos *dsos, const void *rec, size_t size,
		     struct defer_error *err)
{
	struct output_dso dso = {0};
	struct defer_cursor cur;
	const uint8_t *id;
	const char *name;
	uint64_t start;
	uint32_t type;
	uint16_t misc;

	defer_cursor__init(&cur, rec, size, 0, false);
	type = defer_cursor__u32(&cur);
	misc = defer_cursor__u16(&cur);
	if ((type != DEFER_RECORD_MMAP && type != DEFER_RECORD_MMAP2) ||
	    misc & DEFER_MISC_MMAP_DATA)
		return 0;
	defer_cursor__bytes(&cur, 2); /* size */
	dso.pid = defer_cursor__u32(&cur);
	defer_cursor__bytes(&cur, 4); /* tid */
	start = defer_cursor__u64(&cur);
	defer_cursor__bytes(&cur, 16); /* len, pgoff */
	if (type == DEFER_RECORD_MMAP2) {
		id = defer_cursor__bytes(&cur, 4 + DEFER_BUILD_ID_SIZE + 8);
		if (id && misc & DEFER_MISC_MMAP_BUILD_ID && id[0] <= DEFER_BUILD_ID_SIZE)
			build_id__init(&dso.bid, id + 4, id[0]);
	}
	name = defer_cursor__str(&cur, defer_cursor__left(&cur));
	if (!name)
		return 0;
	if ((misc & DEFER_MISC_CPUMODE_MASK) == DEFER_MISC_KERNEL) {
		if (!output_dso__set_kernel_name(&dso, name))
			return 0;
	} else {
		dso.name = name;
		if (!is_file(name) && !build_id__known(&dso.bid) && !is_own_vdso(name, start))
			return 0;
	}
	return output_dsos__add(dsos, &dso, err);
}

static bool vdso__build_id(struct build_id *bid)
{
	struct elf_file file;

	if (vdso__open_own(&file, NULL))
		return false;
	*bid = file.bid;
	elf_file__close(&file);
	return build_id__known(bid);
}

static bool file__build_id(const char *path, struct build_id *bid)
{
	struct elf_file file;

	if (elf_file__open(&file, path, NULL))
		return false;
	*bid = file.bid;
	elf_file__close(&file);
	return build_id__known(bid);
}

/*
 * Reads the build ID of a module called "[ext4]" or "/lib/modules/…/ext4.ko.xz" from the notes in
 * sysfs, which are those of the loaded module.
 */
static bool module__build_id(const char *name, const char *sysfs, struct build_id *bid)
{
	const char *base = strrchr(name, '/');
	char module[NAME_MAX + 1], path[PATH_MAX];
	size_t len;

	base = base ? base + 1 : name + (*name == '[');
	len = strcspn(base, ".]");
	if (!len || len >= sizeof(module))
		return false;
	/* Names of files may have '-' where names of modules have '_'. */
	for (size_t i = 0; i < len; i++)
		module[i] = base[i] == '-' ? '_' : base[i];
	module[len] = '\0';
	if (snprintf(path, sizeof(path), "%s/module/%s/notes/.note.gnu.build-id", sysfs, module) >=
	    (int)sizeof(path))
		return false;
	return build_id__from_file(bid, path);
}

/*
 * Reads the file as the task that mapped it sees it, while that task exists: in a container the
 * name may mean another file.
 */
static bool task__build_id(const struct output_dso *dso, const char *procfs, struct build_id *bid)
{
	int fd = task_root__open(procfs, dso->pid, dso->name);
	char path[64];
	bool known;

	if (fd < 0)
		return file__build_id(dso->name, bid);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	known = file__build_id(path, bid);
	close(fd);
	return known;
}

bool output_dso__build_id(const struct output_dso *dso, const char *sysfs, const char *procfs,
			  struct build_id *bid)
{
	char path[PATH_MAX];

	*bid = dso->bid;
	if (build_id__known(bid))
		return true;
	if (!dso->kernel && !strcmp(dso->name, VDSO_NAME))
		return vdso__build_id(bid);
	if (!dso->kernel)
		return task__build_id(dso, procfs, bid);
	if (strcmp(dso->name, KERNEL_NAME))
		return module__build_id(dso->name, sysfs, bid);
	snprintf(path, sizeof(path), "%s/kernel/notes", sysfs);
	return build_id__from_file(bid, path);
}
