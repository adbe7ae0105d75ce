// SPDX-License-Identifier: GPL-2.0-only
#include <ftw.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/dso/dsos.h"
#include "util/dso/elf-file.h"
#include "util/dso/vdso.h"

#define FUNC	   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define TEXT_FLAGS (SHF_ALLOC | SHF_EXECINSTR)

static const unsigned char id_a[20] = "aaaaaaaaaaaaaaaaaaaa";
static const unsigned char id_b[20] = "bbbbbbbbbbbbbbbbbbbb";
#define HEX_A "6161616161616161616161616161616161616161"
#define HEX_B "6262626262626262626262626262626262626262"

/* A folder with what a machine has: its files below root, perf's cache in cache. */
struct world {
	char dir[64];
	char root[128];
	char cache[128];
	struct symbol_conf conf;
	struct kernel_syms ks;
};

static int world__init(struct world *world)
{
	memset(world, 0, sizeof(*world));
	strcpy(world->dir, "/tmp/perf-defer-dso-XXXXXX");
	T_CHECK(mkdtemp(world->dir));
	snprintf(world->root, sizeof(world->root), "%s/root", world->dir);
	snprintf(world->cache, sizeof(world->cache), "%s/cache", world->dir);
	world->conf.symfs = world->root;
	world->conf.buildid_dir = world->cache;
	T_EQ(kernel_syms__init(&world->ks, &world->conf, NULL, NULL, "_text", 0x7000000, NULL), 0);
	return TEST_OK;
}

static int remove_one(const char *path, const struct stat *st, int flag, struct FTW *ftw)
{
	(void)st, (void)flag, (void)ftw;
	return remove(path);
}

static void world__exit(struct world *world)
{
	kernel_syms__exit(&world->ks);
	nftw(world->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* Joins and makes all folders on the way. */
static const char *world__path(const char *base, const char *name, char *path)
{
	char *slash;

	snprintf(path, PATH_MAX, "%s/%s", base, name);
	for (slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
	return path;
}

/* An executable whose one function, of 64 bytes, is @func. NULL @func: no symbols. */
static int write_elf(const char *base, const char *name, const void *bid, const char *func)
{
	static struct elf_writer w;
	char path[PATH_MAX];
	int text;

	elf_writer__init(&w, ET_EXEC);
	text = elf_writer__section(&w, ".text", SHT_PROGBITS, TEXT_FLAGS, 0x401000, 0x1000, NULL,
				   0x100);
	elf_writer__segment(&w, PT_LOAD, PF_R | PF_X, 0x401000, 0x1000, 0x100);
	if (func) {
		elf_writer__symbol(&w, func, 0x401000, 64, FUNC, text);
		elf_writer__symtab(&w, SHT_SYMTAB);
	}
	if (bid)
		elf_writer__build_id(&w, bid, 20);
	T_CHECK(elf_writer__finish(&w, world__path(base, name, path)));
	return TEST_OK;
}

static int write_text(const char *path, const char *text)
{
	FILE *fp = fopen(path, "w");

	T_CHECK(fp);
	T_CHECK(fputs(text, fp) >= 0);
	T_EQ(fclose(fp), 0);
	return TEST_OK;
}

static struct dso *load(struct world *world, const char *name, enum dso_kind kind, const void *bid)
{
	struct build_id id;
	struct dso *dso;

	build_id__init(&id, bid ? bid : id_a, bid ? 20 : 0);
	dso = dso__new(name, kind, &id, NULL);
	if (dso)
		dso__load(dso, &world->conf, &world->ks);
	return dso;
}

static const char *name_at(struct dso *dso, uint64_t addr)
{
	const struct symbol *sym = dso__find(dso, addr);

	return sym ? sym->name : "(none)";
}

static int check_names(const char *long_name, enum dso_kind kind, const char *name,
		       const char *short_name)
{
	struct dso *dso = dso__new(long_name, kind, NULL, NULL);

	T_CHECK(dso);
	T_STREQ(dso->name, name);
	T_STREQ(dso->short_name, short_name);
	T_STREQ(dso->long_name, long_name);
	dso__delete(dso);
	return TEST_OK;
}

static int test_names(void)
{
	T_RUN(check_names("/usr/bin/cxx", DSO_ELF, "/usr/bin/cxx", "cxx"));
	T_RUN(check_names("[kernel.kallsyms]_text", DSO_KERNEL, "[kernel.kallsyms]",
			  "[kernel.kallsyms]"));
	T_RUN(check_names("/lib/modules/6.19/kernel/sound/snd-pcm.ko.xz", DSO_KMODULE, "[snd_pcm]",
			  "[snd_pcm]"));
	T_RUN(check_names("[ext4]", DSO_KMODULE, "[ext4]", "[ext4]"));
	T_RUN(check_names("/tmp/perf-42.map", DSO_PERF_MAP, "/tmp/perf-42.map", "[JIT] tid 42"));
	T_RUN(check_names("[vdso]", DSO_VDSO, "[vdso]", "[vdso]"));
	T_RUN(check_names("/", DSO_ELF, "/", "/"));
	return TEST_OK;
}

static int test_kinds(void)
{
	T_EQ(dso_kind__from_name("/usr/bin/cxx"), DSO_ELF);
	T_EQ(dso_kind__from_name("[vdso]"), DSO_VDSO);
	T_EQ(dso_kind__from_name("[vdso32]"), DSO_VDSO32);
	T_EQ(dso_kind__from_name("//anon"), DSO_NONE);
	T_EQ(dso_kind__from_name("[heap]"), DSO_NONE);
	T_EQ(dso_kind__from_name("/SYSV00000000"), DSO_NONE);
	T_EQ(dso_kind__from_name("relative"), DSO_NONE);
	T_EQ(dso_kind__from_name(""), DSO_NONE);
	T_CHECK(dso_name__is_anon("//anon"));
	T_CHECK(dso_name__is_anon("[stack:12]"));
	T_CHECK(!dso_name__is_anon("/usr/bin/cxx"));
	return TEST_OK;
}

static int test_file(void)
{
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	T_RUN(write_elf(world.root, "usr/bin/prog", NULL, "main"));
	dso = load(&world, "/usr/bin/prog", DSO_ELF, NULL);
	T_CHECK(!dso__why_no_symbols(dso));
	T_STREQ(name_at(dso, 0x103f), "main");
	T_STREQ(name_at(dso, 0x1040), "(none)");
	T_CHECK(dso__find(dso, 0x1000) == dso__find(dso, 0x1001));
	dso__delete(dso);

	/* The flat layout has no folders. */
	world.conf.symfs_flat = true;
	T_RUN(write_elf(world.root, "other", NULL, "flat"));
	dso = load(&world, "/opt/somewhere/other", DSO_ELF, NULL);
	T_STREQ(name_at(dso, 0x1000), "flat");
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* The path holds another build: nothing is taken from it, and the message has both ids. */
static int test_other_build(void)
{
	struct world world;
	struct dso *dso;
	const char *why;

	T_RUN(world__init(&world));
	T_RUN(write_elf(world.root, "usr/bin/prog", id_b, "wrong"));
	dso = load(&world, "/usr/bin/prog", DSO_ELF, id_a);
	T_STREQ(name_at(dso, 0x1000), "(none)");
	why = dso__why_no_symbols(dso);
	T_CHECK(why && strstr(why, HEX_A) && strstr(why, HEX_B) && strstr(why, "usr/bin/prog"));
	dso__delete(dso);

	/* A file without a build id is treated alike. */
	T_RUN(write_elf(world.root, "usr/bin/prog", NULL, "wrong"));
	dso = load(&world, "/usr/bin/prog", DSO_ELF, id_a);
	T_STREQ(name_at(dso, 0x1000), "(none)");
	T_CHECK(dso__why_no_symbols(dso));
	dso__delete(dso);

	/* The right build in perf's cache is as good as the file. */
	T_RUN(write_elf(world.cache,
			".build-id/61/"
			"61616161616161616161616161616161616161/elf",
			id_a, "right"));
	dso = load(&world, "/usr/bin/prog", DSO_ELF, id_a);
	T_STREQ(name_at(dso, 0x1000), "right");
	T_CHECK(!dso__why_no_symbols(dso));
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

static int test_missing(void)
{
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	dso = load(&world, "/usr/bin/gone (deleted)", DSO_ELF, NULL);
	T_CHECK(strstr(dso__why_no_symbols(dso), "/usr/bin/gone (deleted)"));
	T_STREQ(name_at(dso, 0x1000), "(none)");
	T_EQ(dso__inline(dso, 0x1000, NULL, 0), 0);
	dso__delete(dso);
	T_RUN(write_elf(world.root, "usr/bin/stripped", NULL, NULL));
	dso = load(&world, "/usr/bin/stripped", DSO_ELF, NULL);
	T_CHECK(strstr(dso__why_no_symbols(dso), "no symbols"));
	dso__delete(dso);
	dso = load(&world, "//anon", DSO_NONE, NULL);
	T_CHECK(!dso__why_no_symbols(dso));
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* A stripped program and its debug file, which is found by build id, and only by that. */
static int test_debug_file(void)
{
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	T_RUN(write_elf(world.root, "usr/bin/prog", id_a, NULL));
	T_RUN(write_elf(world.root, "usr/lib/debug/usr/bin/prog.debug", id_b, "wrong"));
	dso = load(&world, "/usr/bin/prog", DSO_ELF, NULL);
	T_STREQ(name_at(dso, 0x1000), "(none)");
	dso__delete(dso);
	T_RUN(write_elf(world.root,
			"usr/lib/debug/.build-id/61/61616161616161616161616161616161616161.debug",
			id_a, "right"));
	dso = load(&world, "/usr/bin/prog", DSO_ELF, NULL);
	T_STREQ(name_at(dso, 0x1000), "right");
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

static int test_perf_map(void)
{
	struct world world;
	char path[PATH_MAX], link[PATH_MAX];
	struct dso *dso;

	T_RUN(world__init(&world));
	world__path(world.root, "perf-42.map", path);
	T_RUN(write_text(path, "7f0000001000 20 old code\n"
			       "7f0000001000 40 new code(int)\n"
			       "7f0000002000 10 \x1b[31mred\n"
			       "7f0000003000 0 nothing\n"
			       "7f0000004000 10\n"
			       "-7f0000005000 10 minus\n"
			       "zzz\n\n"
			       "fffffffffffffff0 ffffffffffffffff far\n"
			       "7f0000006000 10 last"));
	dso = load(&world, path, DSO_PERF_MAP, NULL);
	T_CHECK(!dso__why_no_symbols(dso));
	T_STREQ(name_at(dso, 0x7f0000001030), "new code(int)");
	T_STREQ(name_at(dso, 0x7f000000200f), "?[31mred");
	T_STREQ(name_at(dso, 0x7f0000003000), "(none)");
	T_STREQ(name_at(dso, 0x7f0000006000), "last");
	T_STREQ(name_at(dso, 0x7f0000006010), "(none)");
	dso__delete(dso);

	/* A link may have been planted to show another user's file. */
	T_EQ(symlink(path, world__path(world.root, "perf-43.map", link)), 0);
	dso = load(&world, link, DSO_PERF_MAP, NULL);
	T_CHECK(dso__why_no_symbols(dso));
	dso__delete(dso);
	if (!chown(path, 12345, 12345)) {
		dso = load(&world, path, DSO_PERF_MAP, NULL);
		T_CHECK(strstr(dso__why_no_symbols(dso), "not owned by current user"));
		dso__delete(dso);
		world.conf.force = true;
		dso = load(&world, path, DSO_PERF_MAP, NULL);
		T_STREQ(name_at(dso, 0x7f0000006000), "last");
		dso__delete(dso);
	}
	world__exit(&world);
	return TEST_OK;
}

static int test_image(void)
{
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	dso = dso__new("bpf_prog_6deef7357e7b4530_main", DSO_IMAGE, NULL, NULL);
	T_EQ(dso__set_image(dso, 0xffffffffc0000000, 0x80, "bpf_prog_6deef7357e7b4530_main", NULL),
	     0);
	T_EQ(dso__load(dso, &world.conf, &world.ks), 0);
	T_STREQ(name_at(dso, 0xffffffffc000007f), "bpf_prog_6deef7357e7b4530_main");
	T_STREQ(name_at(dso, 0xffffffffc0000080), "(none)");
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* --kallsyms names the kernel and its modules. */
static int test_kallsyms(void)
{
	char path[PATH_MAX];
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	world.conf.kallsyms = world__path(world.dir, "kallsyms", path);
	T_RUN(write_text(path, "0000000007000000 T _text\n0000000007000100 T _ZN4Deep5visitEii\n"
			       "0000000009000000 t ext4_fn\t[ext4]\n"));
	dso = load(&world, "[kernel.kallsyms]_text", DSO_KERNEL, NULL);
	T_STREQ(name_at(dso, 0x7000104), "_ZN4Deep5visitEii");
	T_EQ(dso__inline(dso, 0x7000104, NULL, 0), 0);
	dso__delete(dso);
	dso = load(&world, "/lib/modules/x/ext4.ko.xz", DSO_KMODULE, NULL);
	T_STREQ(name_at(dso, 0x9000004), "ext4_fn");
	dso__delete(dso);
	dso = load(&world, "[xfs]", DSO_KMODULE, NULL);
	T_STREQ(name_at(dso, 0x9000004), "(none)");
	T_CHECK(strstr(dso__why_no_symbols(dso), "[xfs]"));
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* A vmlinux linked at 0x401000 of a kernel that ran with _text at 0x7000000. */
static int test_vmlinux(void)
{
	static struct elf_writer w;
	char path[PATH_MAX];
	struct world world;
	struct dso *dso;
	int text;

	T_RUN(world__init(&world));
	elf_writer__init(&w, ET_EXEC);
	text = elf_writer__section(&w, ".text", SHT_PROGBITS, TEXT_FLAGS, 0x401000, 0x1000, NULL,
				   0x100);
	elf_writer__symbol(&w, "_text", 0x401000, 0, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE), text);
	elf_writer__symbol(&w, "do_syscall_64", 0x401040, 0x20, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	elf_writer__build_id(&w, id_a, 20);
	T_CHECK(elf_writer__finish(&w, world__path(world.dir, "vmlinux", path)));
	world.conf.vmlinux = path;
	dso = load(&world, "[kernel.kallsyms]_text", DSO_KERNEL, NULL);
	T_CHECK(!dso__why_no_symbols(dso));
	T_STREQ(name_at(dso, 0x7000050), "do_syscall_64");
	T_EQ(dso__find(dso, 0x7000050)->start, 0x7000040);
	T_STREQ(name_at(dso, 0x401050), "(none)");
	dso__delete(dso);
	kernel_syms__exit(&world.ks);

	/* A file of another build is refused, and nothing else is tried. */
	T_EQ(kernel_syms__init(&world.ks, &world.conf, NULL, NULL, "_text", 0x7000000, NULL), 0);
	build_id__init(&world.ks.bid, id_b, 20);
	dso = load(&world, "[kernel.kallsyms]_text", DSO_KERNEL, NULL);
	T_CHECK(strstr(dso__why_no_symbols(dso), HEX_A));
	T_STREQ(name_at(dso, 0x7000050), "(none)");
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* Nothing is known of the recorded kernel here: say what to do. */
static int test_no_kernel(void)
{
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	build_id__init(&world.ks.bid, id_b, 20);
	dso = load(&world, "[kernel.kallsyms]_text", DSO_KERNEL, NULL);
	T_CHECK(strstr(dso__why_no_symbols(dso), HEX_B));
	T_CHECK(strstr(dso__why_no_symbols(dso), "--kallsyms"));
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* perf's copy of the kernel's list, by build id, moved to the recorded place. */
static int test_cached_kallsyms(void)
{
	char path[PATH_MAX];
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	build_id__init(&world.ks.bid, id_b, 20);
	world__path(world.cache, ".build-id/62/62626262626262626262626262626262626262/kallsyms",
		    path);
	T_RUN(write_text(path, "0000000006000000 T _text\n0000000006000100 T fn\n"));
	dso = load(&world, "[kernel.kallsyms]_text", DSO_KERNEL, NULL);
	T_CHECK(!dso__why_no_symbols(dso));
	T_STREQ(name_at(dso, 0x7000108), "fn");
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* A module's own file: .text was mapped at 0x9000000, what is in .init.text elsewhere. */
static int test_module_file(void)
{
	static struct elf_writer w;
	char path[PATH_MAX];
	struct world world;
	struct dso *dso;
	int text, init;

	T_RUN(world__init(&world));
	elf_writer__init(&w, ET_REL);
	text = elf_writer__section(&w, ".text", SHT_PROGBITS, TEXT_FLAGS, 0, 0x1000, NULL, 0x100);
	init = elf_writer__section(&w, ".init.text", SHT_PROGBITS, TEXT_FLAGS, 0, 0x1100, NULL,
				   0x100);
	elf_writer__symbol(&w, "mod_fn", 0x40, 0x20, FUNC, text);
	elf_writer__symbol(&w, "mod_init", 0, 0x20, FUNC, init);
	elf_writer__symtab(&w, SHT_SYMTAB);
	T_CHECK(elf_writer__finish(&w, world__path(world.root, "lib/modules/x/mod.ko", path)));
	dso = dso__new("/lib/modules/x/mod.ko", DSO_KMODULE, NULL, NULL);
	dso->ref_addr = 0x9000000;
	T_EQ(dso__load(dso, &world.conf, &world.ks), 0);
	T_STREQ(name_at(dso, 0x9000050), "mod_fn");
	T_STREQ(name_at(dso, 0x9000100), "(none)");
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* A module's file has no symbols. @list: has the module at another address, which is the better reason. */
static int check_module_without_symbols(const char *list, const char *why)
{
	static struct elf_writer w;
	char path[PATH_MAX];
	struct world world;
	struct dso *dso;

	T_RUN(world__init(&world));
	elf_writer__init(&w, ET_REL);
	elf_writer__section(&w, ".text", SHT_PROGBITS, TEXT_FLAGS, 0, 0x1000, NULL, 0x100);
	T_CHECK(elf_writer__finish(&w, world__path(world.root, "lib/modules/x/mod.ko", path)));
	world.conf.kallsyms = world__path(world.dir, "kallsyms", path);
	T_RUN(write_text(path, list));
	dso = dso__new("/lib/modules/x/mod.ko", DSO_KMODULE, NULL, NULL);
	dso->ref_addr = 0x9000000;
	T_CHECK(dso__load(dso, &world.conf, &world.ks));
	if (!strstr(dso__why_no_symbols(dso), why))
		T_FAIL("not '%s': %s", why, dso__why_no_symbols(dso));
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

static int test_module_without_symbols(void)
{
	T_RUN(check_module_without_symbols("0000000007000000 T _text\n", "has no symbols"));
	return check_module_without_symbols("0000000007000000 T _text\n"
					    "00000000a0000000 t mod_fn\t[mod]\n",
					    "another boot");
}

/* The vdso of this kernel that processes with addresses of 64 bits have names no other's. */
static int check_vdso32(struct world *world)
{
	const unsigned int bits = sizeof(void *) * 8;
	struct defer_error err = DEFER_ERROR_INIT;
	struct build_id bid = {.size = 0};
	struct elf_file file;
	struct dso *dso;

	T_EQ(vdso__open(&file, bits, &bid, &world->conf, &world->ks, &err), 0);
	bid = file.bid;
	elf_file__close(&file);
	T_CHECK(vdso__open(&file, 96 - bits, &bid, &world->conf, &world->ks, &err));
	bid.size = 0;
	T_CHECK(vdso__open(&file, 96 - bits, &bid, &world->conf, &world->ks, &err));
	dso = load(world, "[vdso]", bits == 64 ? DSO_VDSO32 : DSO_VDSO, NULL);
	T_CHECK(strstr(dso__why_no_symbols(dso), "[vdso]"));
	T_CHECK(!dso__find(dso, 0x900));
	dso__delete(dso);
	return TEST_OK;
}

/* Our own vdso, if it is the recorded one. */
static int test_vdso(void)
{
	struct world world;
	struct dso *dso;

	if (!getauxval(AT_SYSINFO_EHDR))
		return TEST_SKIP;
	T_RUN(world__init(&world));
	dso = load(&world, "[vdso]", DSO_VDSO, id_a);
	T_CHECK(strstr(dso__why_no_symbols(dso), "a kernel other than"));
	dso__delete(dso);
	dso = load(&world, "[vdso]", DSO_VDSO, NULL);
	T_CHECK(dso__why_no_symbols(dso));
	dso__delete(dso);
	if (build_id__running_kernel(&world.ks.bid)) {
		dso = load(&world, "[vdso]", DSO_VDSO, NULL);
		T_CHECK(!dso__why_no_symbols(dso));
		T_CHECK(dso->symtab.nr > 0);
		dso__delete(dso);
		T_RUN(check_vdso32(&world));
	}
	world__exit(&world);
	return TEST_OK;
}

/* The whole way, on a recorded program. */
static int test_inline(void)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");
	struct src_frame frames[8];
	char symfs[PATH_MAX];
	struct world world;
	struct dso *dso;

	T_NEED_RECORDED();
	if (!dir)
		return TEST_SKIP;
	T_RUN(world__init(&world));
	snprintf(symfs, sizeof(symfs), "%s/symfs", dir);
	world.conf.symfs = symfs;
	dso = load(&world, "/usr/bin/cxx", DSO_ELF, NULL);
	T_STREQ(name_at(dso, 0x208a), "main");
	T_EQ(dso__inline(dso, 0x208a, frames, 8), 4);
	T_STREQ(frames[2].name, "Deep::visit(int, int)");
	dso__delete(dso);
	world.conf.no_inline = true;
	dso = load(&world, "/usr/bin/cxx", DSO_ELF, NULL);
	T_EQ(dso__inline(dso, 0x208a, frames, 8), 1);
	T_EQ(frames[0].line, 730);
	dso__delete(dso);
	world__exit(&world);
	return TEST_OK;
}

/* ---- each DSO once ---- */

/* Keys that differ in one thing each are of different DSOs; the same key is of the same one. */
static int test_each_once(void)
{
	const struct dsos_key keys[] = {
		{.long_name = "/bin/a", .kind = DSO_ELF},
		{.long_name = "/bin/b", .kind = DSO_ELF},
		{.long_name = "/bin/a", .kind = DSO_ELF, .bid = {{1, 2}, 2}},
		{.long_name = "/bin/a", .kind = DSO_ELF, .bid = {{1, 3}, 2}},
		{.long_name = "/bin/a", .kind = DSO_ELF, .bid = {{1, 2, 3}, 3}},
		{.long_name = "[m]", .kind = DSO_KMODULE, .addr = 0x1000, .len = 0x100},
		{.long_name = "[m]", .kind = DSO_KMODULE, .addr = 0x2000, .len = 0x100},
		{.long_name = "[m]", .kind = DSO_KMODULE, .addr = 0x1000, .len = 0x200},
		{.long_name = "[kernel.kallsyms]_text", .kind = DSO_KERNEL, .addr = 0x3000},
		{.long_name = "/tmp/jit-7.dump", .kind = DSO_JITDUMP, .addr = 7},
		{.long_name = "/tmp/jit-7.dump", .kind = DSO_ELF, .addr = 7},
		{.long_name = "bpf_prog", .kind = DSO_IMAGE, .addr = 0x5000, .len = 0x40},
	};
	enum {
		NR = sizeof(keys) / sizeof(*keys)
	};
	const struct build_id bid = {{9, 9}, 2}, later = {{8, 8}, 2};
	struct dso *found[NR];
	struct dsos dsos;

	dsos__init(&dsos);
	for (int i = 0; i < NR; i++) {
		found[i] = dsos__findnew(&dsos, &keys[i], NULL);
		T_CHECK(found[i]);
		T_EQ(dsos.nr, i + 1);
	}
	for (int i = 0; i < NR; i++) {
		T_CHECK(dsos__findnew(&dsos, &keys[i], NULL) == found[i]);
		T_STREQ(found[i]->long_name, keys[i].long_name);
		T_EQ(found[i]->kind, keys[i].kind);
		T_EQ(found[i]->ref_addr, i >= 5 && i <= 8 ? keys[i].addr : 0);
		T_EQ(found[i]->ref_len, i >= 5 && i <= 7 ? keys[i].len : 0);
		T_EQ(found[i]->pid, i == 9 ? 7 : 0);
	}
	T_EQ(dsos.nr, NR);
	T_STREQ(name_at(found[11], 0x503f), "bpf_prog");

	/* An id that comes later is for all of a name that have none, and for those only. */
	T_EQ(dsos__set_build_id(&dsos, "[m]", &bid), 3);
	T_EQ(dsos__set_build_id(&dsos, "[m]", &later), 0);
	T_EQ(dsos__set_build_id(&dsos, "/bin/a", &bid), 1);
	T_EQ(dsos__set_build_id(&dsos, "/bin/none", &bid), 0);
	for (int i = 0; i < NR; i++) {
		const bool is_set = !i || (i >= 5 && i <= 7);

		T_EQ(found[i]->bid.data[0], is_set ? 9 : keys[i].bid.data[0]);
		T_EQ(found[i]->bid.size, is_set ? 2 : keys[i].bid.size);
	}
	/* The key of a map stays what its record said. */
	T_CHECK(dsos__findnew(&dsos, &keys[0], NULL) == found[0]);
	T_EQ(dsos.nr, NR);
	dsos__exit(&dsos);
	return TEST_OK;
}

/* An image in memory that is no ELF file is freed, and the error says so. */
static int test_no_image(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_file file;
	char *image = strdup("neither code nor symbols");

	T_CHECK(image);
	T_EQ(elf_file__open_image(&file, image, strlen(image), "[vdso]", &err),
	     DEFER_ERR_UNSUPPORTED);
	T_STREQ(err.text, "[vdso] is not an ELF file");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"names as script and report print them", test_names},
	{"kinds of user mappings", test_kinds},
	{"each file, module and image once", test_each_once},
	{"a file below --symfs", test_file},
	{"another build is never used", test_other_build},
	{"what is missing is said", test_missing},
	{"a debug file of the same build", test_debug_file},
	{"JIT code", test_perf_map},
	{"a BPF program", test_image},
	{"--kallsyms", test_kallsyms},
	{"--vmlinux, moved", test_vmlinux},
	{"no names for the recorded kernel", test_no_kernel},
	{"perf's copy of a kernel's list", test_cached_kallsyms},
	{"a module's file", test_module_file},
	{"a module's file without symbols", test_module_without_symbols},
	{"the vdso", test_vdso},
	{"inlined functions and lines", test_inline},
	{"an image that is no ELF file", test_no_image},
	{0},
};

const struct test_suite suite__dso = {"dso", "Where names of a file or kernel come from", cases};
