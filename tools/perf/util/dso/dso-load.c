// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/error.h"
#include "util/dso/debug-file.h"
#include "util/dso/dso-file.h"
#include "util/dso/dso-load.h"
#include "util/dso/jitdump.h"
#include "util/dso/perf-map.h"
#include "util/dso/plt.h"
#include "util/dso/symbol-elf.h"

/*
 * Distance from the start of a module's map within which its first function starts, bytes: jumps
 * may come before it.
 */
#define MODULE_FIRST_SPAN 4096

/* The mapped file, and the one with symbols and DWARF, which may be the same. */
struct dso_files {
	struct elf_file runtime;
	struct elf_file debug;
	bool has_debug;
	char path[PATH_MAX];	   /* path of runtime */
	char debug_path[PATH_MAX]; /* path of debug */
};

static void dso_files__close(struct dso_files *files)
{
	elf_file__close(&files->runtime);
	if (files->has_debug)
		elf_file__close(&files->debug);
}

static bool has_dwarf(const struct elf_file *file)
{
	GElf_Shdr shdr;

	return (elf_file__section(file, ".debug_info", &shdr) ||
		elf_file__section(file, ".zdebug_info", &shdr)) &&
	       shdr.sh_type != SHT_NOBITS;
}

/* Returns the content of .gnu_debuglink (malloc), or NULL. */
static char *read_debuglink(const struct elf_file *file)
{
	GElf_Shdr shdr;
	char *link;

	if (!elf_file__section(file, ".gnu_debuglink", &shdr) ||
	    elf_file__read_section(file, &shdr, &link, NULL))
		return NULL;
	return link;
}

/*
 * Returns true if the debug file can replace the mapped file. It has the same code addresses, but
 * not always the same file offsets.
 */
static bool can_stand_in(const struct elf_file *file)
{
	uint32_t i;

	for (i = 0; i < file->segs.nr; i++) {
		if (file->segs.seg[i].exec)
			return elf_file__has_symtab(file);
	}
	return false;
}

/* Opens a separate debug file if the mapped file lacks symbols or DWARF. */
static void dso__open_debug(struct dso *dso, const struct symbol_conf *conf,
			    struct dso_files *files)
{
	bool (*wanted)(const struct elf_file *) = has_dwarf;
	char *link;

	if (!elf_file__has_symtab(&files->runtime))
		wanted = elf_file__has_symtab;
	else if (has_dwarf(&files->runtime))
		return;
	link = read_debuglink(&files->runtime);
	files->has_debug =
		!debug_file__open(&files->debug, conf, &files->runtime.bid, dso->long_name, link,
				  wanted, files->debug_path, sizeof(files->debug_path));
	free(link);
	/* Without inlined functions there is no need to wait for DWARF. */
	if (!files->has_debug && dso->kind == DSO_ELF && (wanted != has_dwarf || !conf->no_inline))
		files->has_debug = !elf_file__download(
			&files->debug, conf, DEBUGINFOD_DEBUGINFO, dso->short_name,
			&files->runtime.bid, wanted, files->debug_path, sizeof(files->debug_path));
}

/*
 * Keeps the path of the DWARF, which is opened on first use: most dsos are never asked for lines.
 */
static void dso__keep_debug_path(struct dso *dso, const struct dso_files *files)
{
	if (files->path[0] && has_dwarf(&files->runtime))
		dso->debug_path = strdup(files->path);
	else if (files->has_debug && has_dwarf(&files->debug))
		dso->debug_path = strdup(files->debug_path);
}

static int dso__read_symbols(struct dso *dso, const struct elf_file *file,
			     const struct elf_file *runtime, enum elf_space space,
			     struct defer_error *err)
{
	int ret = symtab__load_elf(&dso->symtab, file, runtime, space, err);

	symtab__seal(&dso->symtab);
	if (ret >= 0 && !dso->symtab.nr)
		ret = defer_error__set(err, DEFER_ERR_NOENT, "%s has no symbols", dso->name);
	return ret < 0 ? ret : 0;
}

static int dso__load_files(struct dso *dso, struct dso_files *files, struct defer_error *err)
{
	const struct elf_file *file = &files->runtime;
	int ret;

	if (files->has_debug && !elf_file__has_symtab(file))
		file = &files->debug;
	ret = dso__read_symbols(dso, file, &files->runtime, ELF_SPACE_OFFSET, err);
	if (!ret) {
		ret = symtab__add_plt(&dso->symtab, &files->runtime, err);
		symtab__seal(&dso->symtab);
	}
	dso__keep_debug_path(dso, files);
	dso->segs = files->runtime.segs;
	files->runtime.segs = (struct elf_segments){.nr = 0};
	return ret;
}

static int dso__load_file(struct dso *dso, const struct symbol_conf *conf,
			  const struct kernel_syms *ks, struct dso_files *files,
			  struct defer_error *err)
{
	int ret;

	ret = dso__open_file(dso, conf, ks, can_stand_in, &files->runtime, files->path, err);
	if (ret)
		return ret;
	dso__open_debug(dso, conf, files);
	return dso__load_files(dso, files, err);
}

/* Loads vmlinux and moves its symbols from their linked to their recorded address. */
static int dso__load_vmlinux(struct dso *dso, const struct kernel_syms *ks, struct dso_files *files,
			     struct defer_error *err)
{
	uint32_t i;
	int ret;

	ret = elf_file__open_build(&files->runtime, ks->path, &ks->bid, err);
	if (ret)
		return ret;
	if (!kernel_syms__bias(ks, &files->runtime, &dso->bias))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"%s has no symbol %s, which is needed to locate "
					"the recorded kernel",
					ks->path, ks->ref_name);
	ret = dso__read_symbols(dso, &files->runtime, &files->runtime, ELF_SPACE_VADDR, err);
	for (i = 0; i < dso->symtab.nr; i++) {
		dso->symtab.syms[i].start += dso->bias;
		dso->symtab.syms[i].end += dso->bias;
	}
	symtab__seal(&dso->symtab);
	if (has_dwarf(&files->runtime))
		dso->debug_path = strdup(ks->path);
	return ret;
}

static int dso__load_kernel(struct dso *dso, struct kernel_syms *ks, struct dso_files *files,
			    struct defer_error *err)
{
	if (kernel_syms__load(ks)) {
		*err = ks->why;
		return ks->why.code;
	}
	dso->ks = ks;
	if (ks->source == KERNEL_SOURCE_VMLINUX)
		return dso__load_vmlinux(dso, ks, files, err);
	dso->kallsyms = &ks->kallsyms;
	return 0;
}

/* Reads the build id of the loaded module, if the recorded kernel is running here. */
static bool module_build_id(const char *module, const struct kernel_syms *ks, struct build_id *bid)
{
	char path[PATH_MAX];

	if (!kernel_syms__is_running(ks))
		return false;
	snprintf(path, sizeof(path), "/sys/module/%s/notes/.note.gnu.build-id", module);
	return build_id__from_file(bid, path);
}

/* Loads the module's own file. Its text was mapped at ref_addr, whatever address the file has. */
static int dso__load_ko(struct dso *dso, const struct symbol_conf *conf,
			const struct kernel_syms *ks, struct dso_files *files,
			struct defer_error *err)
{
	struct build_id bid = dso->bid;
	GElf_Shdr text;
	uint32_t i;
	int ret;

	if (dso->long_name[0] != '/' || !dso->ref_addr)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"no symbols for module %s: use --kallsyms with a copy "
					"of the recorded kernel's /proc/kallsyms",
					dso->name);
	if (!build_id__known(&bid))
		module_build_id(dso->module, ks, &bid);
	if (!symbol_conf__symfs_path(conf, dso->long_name, files->path, sizeof(files->path)))
		return defer_error__set(err, DEFER_ERR_INVAL, "the path of %s is too long",
					dso->name);
	ret = elf_file__open_build(&files->runtime, files->path, &bid, err);
	if (ret)
		return ret;
	if (!elf_file__section(&files->runtime, ".text", &text))
		return defer_error__set(err, DEFER_ERR_UNSUPPORTED, "%s has no text", files->path);
	ret = dso__read_symbols(dso, &files->runtime, &files->runtime, ELF_SPACE_MODULE, err);
	for (i = 0; i < dso->symtab.nr; i++) {
		dso->symtab.syms[i].start += dso->ref_addr - text.sh_offset;
		dso->symtab.syms[i].end += dso->ref_addr - text.sh_offset;
	}
	symtab__seal(&dso->symtab);
	return ret;
}

/*
 * Returns true if @dso is in the kernel's list at its recorded address. The text of a module starts
 * its map, so a module that starts elsewhere was loaded at another time. Sets *@first to its
 * address in the list.
 */
static bool is_listed(const struct dso *dso, const struct kallsyms *kallsyms, bool *elsewhere,
		      uint64_t *first)
{
	uint64_t last, end = dso->ref_addr + dso->ref_len;

	*elsewhere = false;
	if (!kallsyms__module_text(kallsyms, dso->module, first, &last))
		return false;
	/* For a start below the map the difference wraps around and is large as well. */
	*elsewhere = dso->ref_addr &&
		     (*first - dso->ref_addr >= MODULE_FIRST_SPAN || (dso->ref_len && last >= end));
	return !*elsewhere;
}

/*
 * Loads a module's symbols. The kernel's list has the real address of each symbol; the module's
 * file is second best.
 */
static int dso__load_module(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks,
			    struct dso_files *files, struct defer_error *err)
{
	size_t len = strlen(dso->name);
	bool elsewhere = false;
	uint64_t first;
	int ret;

	dso->module = len > 2 ? strndup(dso->name + 1, len - 2) : NULL;
	if (!dso->module)
		return error__no_memory(err, "for %s", dso->name);
	if (!kernel_syms__load(ks) && ks->source == KERNEL_SOURCE_KALLSYMS &&
	    is_listed(dso, &ks->kallsyms, &elsewhere, &first)) {
		dso->kallsyms = &ks->kallsyms;
		return 0;
	}
	ret = dso__load_ko(dso, conf, ks, files, err);
	if (!ret || ret == DEFER_ERR_NOMEM || !elsewhere)
		return ret;
	defer_error__clear(err);
	return defer_error__set(err, DEFER_ERR_INVAL,
				"%s has module %s at %#" PRIx64 ", but it was recorded at %#" PRIx64
				": another boot, or the module was reloaded; its "
				"functions have no names",
				ks->path, dso->name, first, dso->ref_addr);
}

static int dso__load_jitdump(struct dso *dso, const struct symbol_conf *conf,
			     struct defer_error *err)
{
	struct jitdump dump;
	int ret = jitdump__open(&dump, dso->long_name, dso->pid, conf, err);

	if (ret)
		return ret;
	ret = symtab__load_jitdump(&dso->symtab, &dump, err);
	jitdump__close(&dump);
	return ret;
}

static int dso__load_kind(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks,
			  struct dso_files *files, struct defer_error *err)
{
	switch (dso->kind) {
	case DSO_ELF:
	case DSO_VDSO:
	case DSO_VDSO32:
		return dso__load_file(dso, conf, ks, files, err);
	case DSO_KERNEL:
		return dso__load_kernel(dso, ks, files, err);
	case DSO_KMODULE:
		return dso__load_module(dso, conf, ks, files, err);
	case DSO_PERF_MAP:
		return symtab__load_perf_map(&dso->symtab, dso->long_name, dso->pid, conf, err);
	case DSO_JITDUMP:
		return dso__load_jitdump(dso, conf, err);
	case DSO_IMAGE:
	case DSO_NONE:
	default:
		break;
	}
	return 0;
}

void dso__load_symbols(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks,
		       struct defer_error *err)
{
	bool kernel = dso->kind == DSO_KERNEL || dso->kind == DSO_KMODULE;
	struct dso_files files = {.runtime = {.fd = -1}};

	dso->symtab.demangle = kernel ? conf->demangle_kernel : !conf->no_demangle;
	if (dso->kind == DSO_IMAGE)
		dso->symtab.demangle = false;
	dso__load_kind(dso, conf, ks, &files, err);
	dso_files__close(&files);
}
