// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/dso/dso-load.h"
#include "util/dso/dso.h"

static bool starts_with(const char *str, const char *prefix)
{
	return !strncmp(str, prefix, strlen(prefix));
}

/* Linux 7.2, tools/perf/util/map.h, is_anon_memory() and is_no_dso_memory(). */
bool dso_name__is_anon(const char *name)
{
	return !strcmp(name, "//anon") || starts_with(name, "/dev/zero") ||
	       starts_with(name, "/anon_hugepage") || starts_with(name, "[stack") ||
	       starts_with(name, "/SYSV") || !strcmp(name, "[heap]");
}

enum dso_kind dso_kind__from_name(const char *name)
{
	if (!strcmp(name, "[vdso]"))
		return DSO_VDSO;
	if (!strcmp(name, "[vdso32]") || !strcmp(name, "[vdsox32]"))
		return DSO_VDSO32;
	if (name[0] != '/' || name[1] == '/' || dso_name__is_anon(name))
		return DSO_NONE;
	return DSO_ELF;
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* Returns "[snd_pcm]" for "/lib/modules/…/snd-pcm.ko.xz". */
static char *module_name(const char *long_name)
{
	const char *base = base_name(long_name);
	const char *end = strstr(base, ".ko");
	char *name, *c;

	if (base[0] == '[')
		return strdup(base);
	if (asprintf(&name, "[%.*s]", (int)(end ? end - base : (ptrdiff_t)strlen(base)), base) < 0)
		return NULL;
	for (c = name; *c; c++) {
		if (*c == '-')
			*c = '_';
	}
	return name;
}

static char *kernel_name(const char *long_name)
{
	const char *end = strchr(long_name, ']');

	return end ? strndup(long_name, end + 1 - long_name) : strdup(long_name);
}

static char *dso__make_name(const struct dso *dso)
{
	if (dso->kind == DSO_KMODULE)
		return module_name(dso->long_name);
	if (dso->kind == DSO_KERNEL)
		return kernel_name(dso->long_name);
	return strdup(dso->long_name);
}

static int dso__make_names(struct dso *dso, const char *long_name)
{
	dso->long_name = strdup(long_name);
	dso->name = dso->long_name ? dso__make_name(dso) : NULL;
	if (!dso->name)
		return DEFER_ERR_NOMEM;
	if (dso->kind != DSO_PERF_MAP || sscanf(long_name, "/tmp/perf-%d.map", &dso->pid) != 1) {
		dso->short_name = base_name(dso->name);
		return 0;
	}
	if (asprintf(&dso->jit_name, "[JIT] tid %d", dso->pid) < 0) {
		dso->jit_name = NULL;
		return DEFER_ERR_NOMEM;
	}
	dso->short_name = dso->jit_name;
	return 0;
}

struct dso *dso__new(const char *long_name, enum dso_kind kind, const struct build_id *bid,
		     struct defer_error *err)
{
	struct dso *dso = calloc(1, sizeof(*dso));

	if (dso) {
		dso->kind = kind;
		dso->fd = -1;
		if (bid)
			dso->bid = *bid;
		defer_error__clear(&dso->why);
		symtab__init(&dso->symtab, false);
		if (!dso__make_names(dso, long_name))
			return dso;
		dso__delete(dso);
	}
	error__no_memory(err, "for %s", long_name);
	return NULL;
}

void dso__delete(struct dso *dso)
{
	if (!dso)
		return;
	srcline__delete(dso->srcline);
	symtab__exit(&dso->symtab);
	free(dso->segs.seg);
	if (dso->fd >= 0)
		close(dso->fd);
	free(dso->path);
	free(dso->debug_path);
	free(dso->module);
	free(dso->jit_name);
	free(dso->name);
	free(dso->long_name);
	free(dso);
}

int dso__set_image(struct dso *dso, uint64_t start, uint64_t size, const char *name,
		   struct defer_error *err)
{
	char *kept = strdup(name);
	int ret;

	if (!kept)
		return error__no_memory(err, "for %s", name);
	ret = symtab__own(&dso->symtab, kept, err);
	if (!ret)
		ret = symtab__add(&dso->symtab, start, size, STB_GLOBAL, STT_FUNC, kept, err);
	if (!ret)
		symtab__seal(&dso->symtab);
	return ret;
}

int dso__load(struct dso *dso, const struct symbol_conf *conf, struct kernel_syms *ks)
{
	if (!dso->loaded) {
		dso->loaded = true;
		dso->no_inline = conf->no_inline;
		dso__load_symbols(dso, conf, ks, &dso->why);
	}
	return dso->why.code;
}

const char *dso__why_no_symbols(const struct dso *dso)
{
	return dso->why.code ? dso->why.text : NULL;
}

const struct symbol *dso__find(struct dso *dso, uint64_t addr)
{
	if (dso->kallsyms)
		return kallsyms__find(dso->kallsyms, dso->module, addr);
	return symtab__find(&dso->symtab, addr);
}

/* Returns the opened DWARF. Does not try again if it could not be opened. */
static struct srcline *dso__srcline(struct dso *dso)
{
	if (!dso->srcline && dso->debug_path) {
		if (srcline__new(&dso->srcline, dso->debug_path, dso->symtab.demangle, NULL))
			dso->srcline = NULL;
		free(dso->debug_path);
		dso->debug_path = NULL;
	}
	return dso->srcline;
}

bool dso__has_dwarf(struct dso *dso)
{
	return dso__srcline(dso) != NULL;
}

int dso__inline(struct dso *dso, uint64_t addr, struct src_frame *frames, int max)
{
	struct srcline *srcline = dso__srcline(dso);

	if (!srcline)
		return 0;
	if (dso->kind == DSO_KERNEL)
		addr -= dso->bias;
	else if (!elf_segments__to_vaddr(&dso->segs, addr, &addr))
		return 0;
	return srcline__find(srcline, addr, frames, dso->no_inline && max > 1 ? 1 : max);
}
