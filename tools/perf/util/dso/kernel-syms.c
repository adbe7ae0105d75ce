// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/kernel-syms.h"
#include "util/dso/symbol-elf.h"

int kernel_syms__init(struct kernel_syms *ks, const struct symbol_conf *conf,
		      const struct build_id *bid, const char *release, const char *ref_name,
		      uint64_t ref_addr, struct defer_error *err)
{
	memset(ks, 0, sizeof(*ks));
	ks->conf = conf;
	if (bid)
		ks->bid = *bid;
	ks->release = release;
	ks->ref_name = ref_name;
	ks->ref_addr = ref_addr;
	defer_error__clear(&ks->why);
	if (pthread_mutex_init(&ks->lock, NULL))
		return error__no_memory(err, "for a lock");
	return 0;
}

void kernel_syms__exit(struct kernel_syms *ks)
{
	if (ks->source == KERNEL_SOURCE_KALLSYMS)
		kallsyms__exit(&ks->kallsyms);
	free(ks->path);
	pthread_mutex_destroy(&ks->lock);
	memset(ks, 0, sizeof(*ks));
}

bool kernel_syms__has_ref(const struct kernel_syms *ks)
{
	return ks->ref_name && *ks->ref_name && ks->ref_addr;
}

bool kernel_syms__bias(const struct kernel_syms *ks, const struct elf_file *vmlinux, uint64_t *bias)
{
	uint64_t linked;

	*bias = 0;
	if (!kernel_syms__has_ref(ks))
		return true;
	if (!elf_file__symbol_value(vmlinux, ks->ref_name, &linked))
		return false;
	*bias = ks->ref_addr - linked;
	return true;
}

bool kernel_syms__is_running(const struct kernel_syms *ks)
{
	struct build_id running;

	return build_id__known(&ks->bid) && build_id__running_kernel(&running) &&
	       build_id__equal(&running, &ks->bid);
}

/*
 * Returns true if the running kernel may be the recorded one. Without a recorded build id, the
 * release and a reference symbol of this boot have to do.
 */
static bool kernel_syms__may_be_running(const struct kernel_syms *ks)
{
	struct utsname uts;

	if (build_id__known(&ks->bid))
		return kernel_syms__is_running(ks);
	return kernel_syms__has_ref(ks) && !uname(&uts) &&
	       (!ks->release || !strcmp(ks->release, uts.release));
}

static int kernel_syms__take(struct kernel_syms *ks, enum kernel_source source, const char *path,
			     struct defer_error *err)
{
	ks->path = strdup(path);
	if (!ks->path)
		return error__no_memory(err, "for a path");
	ks->source = source;
	return 0;
}

/* Finds the distance of the recorded kernel from @kallsyms. Returns false if it is unknown. */
static bool kernel_syms__delta(const struct kernel_syms *ks, const struct kallsyms *kallsyms,
			       uint64_t *delta)
{
	uint64_t addr;

	*delta = 0;
	if (!kernel_syms__has_ref(ks))
		return true;
	if (!kallsyms__addr(kallsyms, ks->ref_name, &addr))
		return false;
	*delta = ks->ref_addr - addr;
	return true;
}

/*
 * Loads @path. If @exact, a list of another boot is refused with DEFER_ERR_NOENT; else it is moved
 * to the address of the recorded kernel.
 */
static int kernel_syms__try_kallsyms(struct kernel_syms *ks, const char *path, bool exact,
				     struct defer_error *err)
{
	struct kallsyms kallsyms;
	uint64_t delta;
	int ret;

	ret = kallsyms__load_some(&kallsyms, path, ks->conf->demangle_kernel, ks->ref_name,
				  ks->part, err);
	if (ret)
		return ret;
	if (!kernel_syms__delta(ks, &kallsyms, &delta))
		ret = defer_error__set(err, DEFER_ERR_INVAL,
				       "%s has no symbol %s, which is needed to locate the "
				       "recorded kernel",
				       path, ks->ref_name);
	else if (delta && exact)
		ret = DEFER_ERR_NOENT;
	else if (delta)
		ret = kallsyms__relocate(&kallsyms, delta, err);
	if (!ret)
		ret = kernel_syms__take(ks, KERNEL_SOURCE_KALLSYMS, path, err);
	if (ret)
		kallsyms__exit(&kallsyms);
	else
		ks->kallsyms = kallsyms;
	return ret;
}

static int kernel_syms__try_vmlinux(struct kernel_syms *ks, const char *path,
				    struct defer_error *err)
{
	struct elf_file file;
	int ret;

	ret = elf_file__open_build(&file, path, &ks->bid, err);
	if (ret)
		return ret;
	if (!elf_file__has_symtab(&file))
		ret = defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s has no symbol table", path);
	else
		ret = kernel_syms__take(ks, KERNEL_SOURCE_VMLINUX, path, err);
	elf_file__close(&file);
	return ret;
}

bool kernel_syms__vmlinux_path(const struct symbol_conf *conf, char path[static PATH_MAX])
{
	const char *name = conf->vmlinux;

	if (name[0] != '/')
		return symbol_conf__symfs_path(conf, name, path, PATH_MAX);
	return snprintf(path, PATH_MAX, "%s", name) < PATH_MAX;
}

static int kernel_syms__load_vmlinux(struct kernel_syms *ks, struct defer_error *err)
{
	char path[PATH_MAX];

	if (!kernel_syms__vmlinux_path(ks->conf, path))
		return defer_error__set(err, DEFER_ERR_INVAL, "the path of vmlinux is too long");
	return kernel_syms__try_vmlinux(ks, path, err);
}

/* Opens @path below symfs if it has the recorded build id and @wanted accepts it. */
static bool open_wanted(const struct kernel_syms *ks, const char *path,
			bool (*wanted)(const struct elf_file *file), struct elf_file *file,
			char full[static PATH_MAX])
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (!symbol_conf__symfs_path(ks->conf, path, full, PATH_MAX) ||
	    elf_file__open_build(file, full, &ks->bid, &err))
		return false;
	if (wanted(file))
		return true;
	elf_file__close(file);
	return false;
}

int kernel_syms__open_vmlinux(const struct kernel_syms *ks,
			      bool (*wanted)(const struct elf_file *file), struct elf_file *file,
			      char path[static PATH_MAX])
{
	static const struct {
		const char *before, *after; /* parts of the path around the release */
	} places[] = {
		{"/boot/vmlinux-", ""},
		{"/usr/lib/debug/boot/vmlinux-", ""},
		{"/lib/modules/", "/build/vmlinux"},
		{"/usr/lib/debug/lib/modules/", "/vmlinux"},
		{"/usr/lib/debug/boot/vmlinux-", ".debug"},
	};
	char name[PATH_MAX];

	if (!debug_file__open(file, ks->conf, &ks->bid, "", NULL, wanted, path, PATH_MAX))
		return 0;
	for (size_t i = 0; build_id__known(&ks->bid) && ks->release && i < ARRAY_SIZE(places);
	     i++) {
		snprintf(name, sizeof(name), "%s%s%s", places[i].before, ks->release,
			 places[i].after);
		if (open_wanted(ks, name, wanted, file, path))
			return 0;
	}
	return DEFER_ERR_NOENT;
}

/* Searches the places where perf and distributions keep vmlinux. Returns 0 if it is found. */
static int kernel_syms__search_vmlinux(struct kernel_syms *ks)
{
	struct elf_file file;
	char path[PATH_MAX];

	if (kernel_syms__open_vmlinux(ks, elf_file__has_symtab, &file, path))
		return DEFER_ERR_NOENT;
	elf_file__close(&file);
	return kernel_syms__take(ks, KERNEL_SOURCE_VMLINUX, path, NULL);
}

/*
 * Searches perf's copy and the running kernel's list. Modules have other addresses in each boot, so
 * the list of the recorded boot is preferred to one that has to be moved.
 */
static int kernel_syms__search_kallsyms(struct kernel_syms *ks, struct defer_error *err)
{
	const char *live = "/proc/kallsyms";
	char path[PATH_MAX];
	bool cached, running;

	cached = build_id_cache__path(ks->conf, &ks->bid, "kallsyms", path, sizeof(path));
	running = !(ks->conf->symfs && *ks->conf->symfs) && kernel_syms__may_be_running(ks);
	if (cached && !kernel_syms__try_kallsyms(ks, path, true, err))
		return 0;
	if (running && !kernel_syms__try_kallsyms(ks, live, true, err))
		return 0;
	if (cached && !kernel_syms__try_kallsyms(ks, path, false, err))
		return 0;
	if (running && build_id__known(&ks->bid) &&
	    !kernel_syms__try_kallsyms(ks, live, false, err))
		return 0;
	return DEFER_ERR_NOENT;
}

static void kernel_syms__say_none(struct kernel_syms *ks)
{
	char hex[SBUILD_ID_SIZE];

	if (build_id__snprintf(&ks->bid, hex))
		defer_error__set(&ks->why, DEFER_ERR_NOENT,
				 "no symbols for the recorded kernel%s%s with build id %s: use "
				 "--kallsyms with a copy of its /proc/kallsyms, or -k with its "
				 "vmlinux",
				 ks->release ? " " : "", ks->release ? ks->release : "", hex);
	else
		defer_error__set(&ks->why, DEFER_ERR_NOENT,
				 "the recorded kernel is unknown, as it has no build id: use "
				 "--kallsyms with a copy of its /proc/kallsyms, or -k with its "
				 "vmlinux");
}

static void kernel_syms__load_locked(struct kernel_syms *ks)
{
	const struct symbol_conf *conf = ks->conf;

	if (conf->kallsyms)
		kernel_syms__try_kallsyms(ks, conf->kallsyms, false, &ks->why);
	else if (conf->vmlinux)
		kernel_syms__load_vmlinux(ks, &ks->why);
	else if (kernel_syms__search_vmlinux(ks) && kernel_syms__search_kallsyms(ks, &ks->why))
		kernel_syms__say_none(ks);
	if (ks->source != KERNEL_SOURCE_NONE)
		defer_error__clear(&ks->why);
}

int kernel_syms__load(struct kernel_syms *ks)
{
	pthread_mutex_lock(&ks->lock);
	if (!ks->loaded) {
		kernel_syms__load_locked(ks);
		ks->loaded = true;
	}
	pthread_mutex_unlock(&ks->lock);
	return ks->why.code;
}
