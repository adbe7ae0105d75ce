// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/kernel-code.h"
#include "util/dso/symbol-elf.h"

/* ---- vmlinux ---- */

static bool is_usable(const struct elf_file *file)
{
	return elf_file__has_code(file) && elf_file__has_symtab(file);
}

static int open_named(struct elf_file *file, const struct kernel_syms *ks, struct defer_error *err)
{
	char path[PATH_MAX];
	int ret;

	if (!kernel_syms__vmlinux_path(ks->conf, path))
		return defer_error__set(err, DEFER_ERR_INVAL, "the path of vmlinux is too long");
	ret = elf_file__open_build(file, path, &ks->bid, err);
	if (ret || is_usable(file))
		return ret;
	elf_file__close(file);
	return defer_error__set(err, DEFER_ERR_NOENT, "%s has no code or no symbols", path);
}

static int open_vmlinux(struct elf_file *file, const struct kernel_syms *ks, uint64_t *bias,
			struct defer_error *err)
{
	char path[PATH_MAX];
	int ret;

	if (ks->conf->vmlinux)
		ret = open_named(file, ks, err);
	else
		ret = kernel_syms__open_vmlinux(ks, is_usable, file, path);
	if (ret || kernel_syms__bias(ks, file, bias))
		return ret;
	elf_file__close(file);
	return defer_error__set(err, DEFER_ERR_NOENT,
				"the vmlinux has no symbol %s, which is needed to locate the "
				"recorded kernel",
				ks->ref_name);
}

/* ---- kcore ---- */

/* Checks that the kernel of the list @path ran where the recorded one did. */
static int check_addresses(const struct kernel_syms *ks, const char *path, struct defer_error *err)
{
	struct kallsyms kallsyms;
	uint64_t addr;
	bool found;
	int ret;

	if (!kernel_syms__has_ref(ks))
		return defer_error__set(err, DEFER_ERR_NOENT,
					"the recording does not tell where the kernel ran");
	ret = kallsyms__load(&kallsyms, path, false, err);
	if (ret)
		return ret;
	found = kallsyms__addr(&kallsyms, ks->ref_name, &addr);
	kallsyms__exit(&kallsyms);
	if (found && addr == ks->ref_addr)
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"another boot, its code is not used: %s has %s elsewhere than the "
				"recorded kernel",
				path, ks->ref_name);
}

/* Opens the file kcore of the folder @dir, which has its kallsyms, too. */
static int open_kcore(struct elf_file *file, const struct kernel_syms *ks, const char *dir,
		      const char *list, struct defer_error *err)
{
	char path[PATH_MAX];
	int ret;

	ret = check_addresses(ks, list, err);
	if (ret)
		return ret;
	if (snprintf(path, sizeof(path), "%s/kcore", dir) >= (int)sizeof(path))
		return defer_error__set(err, DEFER_ERR_INVAL, "the path of kcore is too long");
	ret = elf_file__open(file, path, err);
	if (ret || file->ehdr.e_type == ET_CORE)
		return ret;
	elf_file__close(file);
	return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s is not a core file", path);
}

/* Sets @dir to the folder of the user's --kallsyms. Returns false if it has no copy of kcore. */
static bool beside_kallsyms(const struct symbol_conf *conf, char dir[static PATH_MAX])
{
	const char *slash = conf->kallsyms ? strrchr(conf->kallsyms, '/') : NULL;
	char path[PATH_MAX + sizeof("/kcore")];

	if (!conf->kallsyms || strlen(conf->kallsyms) >= PATH_MAX)
		return false;
	strcpy(dir, slash ? conf->kallsyms : ".");
	if (slash)
		dir[slash - conf->kallsyms] = '\0';
	/* /proc/kcore needs the check of the build id. */
	snprintf(path, sizeof(path), "%s/kcore", dir);
	return strcmp(dir, "/proc") != 0 && !access(path, F_OK);
}

static int is_date(const struct dirent *entry)
{
	return entry->d_name[0] >= '0' && entry->d_name[0] <= '9';
}

/* Opens the latest copy of this build in the build-id cache that was made in the recorded boot. */
static int open_cached(struct elf_file *file, const struct kernel_syms *ks)
{
	char cache[PATH_MAX], hex[SBUILD_ID_SIZE];
	char dir[PATH_MAX + SBUILD_ID_SIZE + sizeof("/[kernel.kcore]/")];
	char copy[sizeof(dir) + NAME_MAX + 1], list[sizeof(copy) + sizeof("/kallsyms")];
	struct dirent **dates;
	int nr, ret = DEFER_ERR_NOENT;

	symbol_conf__buildid_dir(ks->conf, cache, sizeof(cache));
	if (!cache[0] || !build_id__snprintf(&ks->bid, hex))
		return DEFER_ERR_NOENT;
	snprintf(dir, sizeof(dir), "%s/[kernel.kcore]/%s", cache, hex);
	nr = scandir(dir, &dates, is_date, alphasort);
	for (int i = nr - 1; i >= 0; i--) {
		snprintf(copy, sizeof(copy), "%s/%s", dir, dates[i]->d_name);
		snprintf(list, sizeof(list), "%s/kallsyms", copy);
		if (ret)
			ret = open_kcore(file, ks, copy, list, NULL);
		free(dates[i]);
	}
	if (nr >= 0)
		free(dates);
	return ret;
}

static bool is_running_here(const struct kernel_syms *ks)
{
	return !(ks->conf->symfs && *ks->conf->symfs) && kernel_syms__is_running(ks);
}

static int open_running(struct elf_file *file, const struct kernel_syms *ks,
			struct defer_error *err)
{
	struct defer_error why = DEFER_ERROR_INIT;
	int ret = open_kcore(file, ks, "/proc", "/proc/kallsyms", &why);

	if (ret)
		defer_error__set(err, ret,
				 "%s; the kernel's code is in /proc/kcore, for root, and in its "
				 "vmlinux: name it with -k",
				 why.text);
	return ret;
}

static int ask_for_vmlinux(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOENT,
				"the kernel's code is in its vmlinux: name it with -k");
}

static int open_any_kcore(struct elf_file *file, const struct kernel_syms *ks,
			  struct defer_error *err)
{
	char dir[PATH_MAX];

	if (beside_kallsyms(ks->conf, dir))
		return open_kcore(file, ks, dir, ks->conf->kallsyms, err);
	if (!open_cached(file, ks))
		return 0;
	if (is_running_here(ks))
		return open_running(file, ks, err);
	return ask_for_vmlinux(err);
}

int kernel_code__open(struct elf_file *file, const struct kernel_syms *ks, uint64_t *bias,
		      struct defer_error *err)
{
	*bias = 0;
	if (!ks)
		return ask_for_vmlinux(err);
	if (ks->conf->vmlinux)
		return open_vmlinux(file, ks, bias, err);
	if (!open_vmlinux(file, ks, bias, NULL))
		return 0;
	return open_any_kcore(file, ks, err);
}
