// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/dso-code.h"
#include "util/dso/dso.h"

#define FUNC	   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC)
#define LABEL	   ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE)
#define TEXT_FLAGS (SHF_ALLOC | SHF_EXECINSTR)

/* The recorded boot, where vmlinux is linked, and a function in both. */
#define RAN    0xffffffffa7000000
#define LINKED 0xffffffff81000000
#define AT     0x40
#define SIZE   0x20
#define TEXT   0x100

#define RELEASE "6.19.0"
#define NO_FILE "the kernel's code is in its vmlinux: name it with -k"
#define HEX_A	"6161616161616161616161616161616161616161"
#define HEX_B	"6262626262626262626262626262626262626262"
#define COPY_A	"cache/[kernel.kcore]/" HEX_A
#define COPY_B	"cache/[kernel.kcore]/" HEX_B

/* The lists of the recorded boot and of another one. */
#define LIST "ffffffffa7000000 T _text\nffffffffa7000040 T vfs_read\nffffffffa7000060 T vfs_end\n"
#define LIST_OTHER \
	"ffffffffa8000000 T _text\nffffffffa8000040 T vfs_read\nffffffffa8000060 T vfs_end\n"

static const unsigned char id_a[20] = "aaaaaaaaaaaaaaaaaaaa";
static const unsigned char id_b[20] = "bbbbbbbbbbbbbbbbbbbb";

/* A recorded kernel of build a, and what this machine has of it below a folder. */
struct world {
	const struct folder *folder;
	char root[PATH_MAX], cache[PATH_MAX], list[PATH_MAX];
	struct symbol_conf conf;
	struct kernel_syms ks;
	struct dso *dso;
	struct defer_error err;
	struct dso_code code;
};

static void world__init(struct world *world, const struct folder *folder)
{
	*world = (struct world){.folder = folder};
	snprintf(world->root, PATH_MAX, "%s/root", folder->path);
	snprintf(world->cache, PATH_MAX, "%s/cache", folder->path);
	snprintf(world->list, PATH_MAX, "%s/kcore_dir/kallsyms", folder->path);
	world->conf.symfs = world->root;
	world->conf.buildid_dir = world->cache;
}

/* Loads the symbols, and reads the code of the function. */
static int world__read(struct world *world, const void *bid, uint64_t text)
{
	struct build_id id;

	build_id__init(&id, bid, 20);
	defer_error__clear(&world->err);
	T_EQ(kernel_syms__init(&world->ks, &world->conf, &id, RELEASE, "_text", text, NULL), 0);
	world->dso = dso__new("[kernel.kallsyms]_text", DSO_KERNEL, &id, NULL);
	T_CHECK(world->dso);
	dso__load(world->dso, &world->conf, &world->ks);
	dso_code__init(&world->code, world->dso, &world->conf, text + AT, text + AT + SIZE,
		       &world->err);
	return TEST_OK;
}

static void world__end(struct world *world)
{
	dso_code__exit(&world->code);
	dso__delete(world->dso);
	kernel_syms__exit(&world->ks);
}

/* Expects the code that was filled with @first at @vaddr, or, if @why, a refusal that says so. */
static int expect(struct world *world, uint8_t first, uint64_t vaddr, const char *why)
{
	T_RUN(world__read(world, id_a, RAN));
	if (why) {
		T_CHECK(!world->code.bytes);
		if (!strstr(world->err.text, why))
			T_FAIL("%s, not: %s", world->err.text, why);
	} else {
		if (world->err.code)
			T_FAIL("%s", world->err.text);
		T_EQ(world->code.size, SIZE);
		T_EQ(world->code.vaddr, vaddr);
		T_EQ(world->code.machine, EM_X86_64);
		for (size_t i = 0; i < SIZE; i++)
			T_EQ(world->code.bytes[i], first + i);
	}
	world__end(world);
	return TEST_OK;
}

/* Fills the text so that the function begins with @first, then counts. 0: nothing but zeros. */
static void fill(unsigned char *text, uint8_t first)
{
	memset(text, first ? 0xcc : 0, TEXT);
	for (size_t i = 0; first && i < SIZE; i++)
		text[AT + i] = first + i;
}

enum core {
	CORE_WHOLE,
	CORE_SHORT,	/* its segment ends in the function */
	CORE_TRUNCATED, /* its file does */
	CORE_NO_CORE,	/* it is another kind of file */
};

/* Writes @dir/kcore, memory at @text, and @dir/kallsyms. */
static int write_core(const struct folder *folder, const char *dir, uint8_t first, uint64_t text,
		      enum core how, const char *list)
{
	static struct elf_writer w;
	unsigned char bytes[TEXT];
	char path[PATH_MAX];
	uint64_t offset;

	snprintf(path, sizeof(path), "%s/kallsyms", dir);
	T_CHECK(folder__write(folder, path, list));
	fill(bytes, first);
	elf_writer__init(&w, how == CORE_NO_CORE ? ET_EXEC : ET_CORE);
	elf_writer__section(&w, "", SHT_PROGBITS, 0, 0, 0x1000, bytes, TEXT);
	offset = w.shdrs[1].sh_offset;
	elf_writer__segment(&w, PT_LOAD, PF_R | PF_W | PF_X, text, offset,
			    how == CORE_SHORT ? AT + SIZE - 1 : TEXT);
	snprintf(path, sizeof(path), "%s/%s/kcore", folder->path, dir);
	T_CHECK(elf_writer__finish(&w, path));
	if (how == CORE_TRUNCATED)
		T_EQ(truncate(path, offset + AT + SIZE - 1), 0);
	return TEST_OK;
}

/* Writes a vmlinux. @text_type: SHT_PROGBITS with code, SHT_NOBITS without. */
static int write_vmlinux(const struct folder *folder, const char *name, const void *bid,
			 uint8_t first, uint32_t text_type)
{
	static struct elf_writer w;
	unsigned char bytes[TEXT];
	char path[PATH_MAX];
	int text;

	T_CHECK(folder__write(folder, name, ""));
	fill(bytes, first);
	elf_writer__init(&w, ET_EXEC);
	text = elf_writer__section(&w, ".text", text_type, TEXT_FLAGS, LINKED, 0x1000, bytes, TEXT);
	elf_writer__segment(&w, PT_LOAD, PF_R | PF_X, LINKED, 0x1000, TEXT);
	elf_writer__symbol(&w, "_text", LINKED, 0, LABEL, text);
	elf_writer__symbol(&w, "vfs_read", LINKED + AT, SIZE, FUNC, text);
	elf_writer__symtab(&w, SHT_SYMTAB);
	elf_writer__build_id(&w, bid, 20);
	snprintf(path, sizeof(path), "%s/%s", folder->path, name);
	T_CHECK(elf_writer__finish(&w, path));
	return TEST_OK;
}

/* ---- copies of kcore ---- */

static int check_named(const struct folder *folder)
{
	static const struct {
		enum core how;
		uint8_t first;
		const char *list, *why;
	} cores[] = {
		{CORE_WHOLE, 1, LIST, NULL},
		{CORE_SHORT, 1, LIST, "does not hold this code"},
		{CORE_TRUNCATED, 1, LIST, "cannot read the code"},
		{CORE_NO_CORE, 1, LIST, "kcore_dir/kcore is not a core file"},
		{CORE_WHOLE, 0, LIST, "only zeros"},
		/* The names move with the kernel, but the memory is that of another boot. */
		{CORE_WHOLE, 1, LIST_OTHER, "another boot, its code is not used"},
	};
	struct world world;

	world__init(&world, folder);
	world.conf.kallsyms = world.list;
	for (size_t i = 0; i < ARRAY_SIZE(cores); i++) {
		T_RUN(write_core(folder, "kcore_dir", cores[i].first, RAN, cores[i].how,
				 cores[i].list));
		T_RUN(expect(&world, 1, RAN + AT, cores[i].why));
	}
	T_CHECK(folder__write(folder, "kcore_dir/kallsyms", LIST));
	T_CHECK(folder__write(folder, "kcore_dir/kcore", "no ELF"));
	T_RUN(expect(&world, 1, RAN + AT, "kcore is not an ELF file"));
	T_CHECK(folder__remove(folder, "kcore_dir/kcore"));
	T_RUN(expect(&world, 1, RAN + AT, NO_FILE));
	return TEST_OK;
}

static int test_named(void)
{
	return folder__run(check_named);
}

static int check_cached(const struct folder *folder)
{
	struct world world;

	world__init(&world, folder);
	T_CHECK(folder__write(folder, "kcore_dir/kallsyms", LIST));
	world.conf.kallsyms = world.list;
	/* Another build, although it ran at the same place. */
	T_RUN(write_core(folder, COPY_B "/2026112301020304", 0x50, RAN, CORE_WHOLE, LIST));
	T_RUN(expect(&world, 0, 0, NO_FILE));
	/* Another boot of this build, and two copies of the recorded one: the latest is taken. */
	T_RUN(write_core(folder, COPY_A "/2026112301020309", 0x60, RAN, CORE_WHOLE, LIST_OTHER));
	T_RUN(expect(&world, 0, 0, NO_FILE));
	T_RUN(write_core(folder, COPY_A "/2026112301020304", 0x70, RAN, CORE_WHOLE, LIST));
	T_RUN(expect(&world, 0x70, RAN + AT, NULL));
	T_RUN(write_core(folder, COPY_A "/2026112301020305", 0x80, RAN, CORE_WHOLE, LIST));
	T_RUN(expect(&world, 0x80, RAN + AT, NULL));
	/* The user's own copy comes first. */
	T_RUN(write_core(folder, "kcore_dir", 0x10, RAN, CORE_WHOLE, LIST));
	T_RUN(expect(&world, 0x10, RAN + AT, NULL));
	return TEST_OK;
}

static int test_cached(void)
{
	return folder__run(check_cached);
}

/* perf reads the build id from /sys beside the /proc that it is given. */
static int check_by_perf(const struct folder *folder)
{
	struct {
		Elf64_Nhdr head;
		char name[4];
		unsigned char id[20];
	} note = {{4, 20, NT_GNU_BUILD_ID}, "GNU", {0}};
	struct world world;
	char cmd[PATH_MAX];

	if (system("perf --version >/dev/null 2>&1"))
		return TEST_SKIP;
	memcpy(note.id, id_a, sizeof(id_a));
	T_CHECK(folder__write_bytes(folder, "sys/kernel/notes", &note, sizeof(note)));
	T_CHECK(folder__write(folder, "proc/modules", ""));
	T_RUN(write_core(folder, "proc", 0x30, RAN, CORE_WHOLE,
			 LIST "ffffffffa7000000 T _stext\nffffffffa7000100 T _etext\n"));
	snprintf(cmd, sizeof(cmd),
		 "perf --buildid-dir %s/cache buildid-cache --kcore %s/proc/kcore >/dev/null 2>&1",
		 folder->path, folder->path);
	T_EQ(system(cmd), 0);
	world__init(&world, folder);
	T_CHECK(folder__write(folder, "kcore_dir/kallsyms", LIST));
	world.conf.kallsyms = world.list;
	T_RUN(expect(&world, 0x30, RAN + AT, NULL));
	return TEST_OK;
}

static int test_by_perf(void)
{
	return folder__run(check_by_perf);
}

/* Without a reference symbol nobody knows where the kernel ran. */
static int check_nowhere(const struct folder *folder)
{
	struct world world;

	world__init(&world, folder);
	world.conf.kallsyms = world.list;
	T_RUN(write_core(folder, "kcore_dir", 1, RAN, CORE_WHOLE, LIST));
	T_RUN(world__read(&world, id_a, 0));
	T_CHECK(!world.code.bytes);
	T_CHECK(strstr(world.err.text, "does not tell where the kernel ran"));
	world__end(&world);
	return TEST_OK;
}

static int test_nowhere(void)
{
	return folder__run(check_nowhere);
}

/* /proc/kcore is for the running kernel only, and never below --symfs. */
static int check_running(const struct folder *folder)
{
	struct build_id running;
	struct world world;

	if (!build_id__running_kernel(&running))
		return TEST_SKIP;
	world__init(&world, folder);
	T_CHECK(folder__write(folder, "kcore_dir/kallsyms", LIST));
	world.conf.kallsyms = world.list;
	T_RUN(world__read(&world, running.data, RAN));
	T_STREQ(world.err.text, NO_FILE);
	world__end(&world);
	/* It did not run where the recorded one did, or hides where it runs. */
	world.conf.symfs = NULL;
	T_RUN(world__read(&world, running.data, RAN));
	T_CHECK(!world.code.bytes);
	T_CHECK(strstr(world.err.text, "/proc/kallsyms"));
	T_CHECK(strstr(world.err.text, "; the kernel's code is in /proc/kcore, for root"));
	world__end(&world);
	T_RUN(world__read(&world, id_b, RAN));
	T_STREQ(world.err.text, NO_FILE);
	world__end(&world);
	return TEST_OK;
}

/* Finds the entry for system calls of the running kernel, where it begins and ends; and _text. */
static bool find_entry(uint64_t *text, uint64_t *start, uint64_t *end)
{
	FILE *list = fopen("/proc/kallsyms", "r");
	unsigned long long addr;
	char name[256];

	*text = *start = *end = 0;
	while (list && !*end && fscanf(list, "%llx %*c %255s%*[^\n]", &addr, name) == 2) {
		if (*start && addr > *start)
			*end = addr;
		else if (!strcmp(name, "entry_SYSCALL_64"))
			*start = addr;
		else if (!strcmp(name, "_text"))
			*text = addr;
	}
	if (list)
		fclose(list);
	return *text && *end;
}

/*
 * The entry for system calls begins with swapgs, after an endbr64 where the kernel has it (Linux
 * 7.2, arch/x86/entry/entry_64.S).
 */
static int check_entry(const struct build_id *running)
{
	static const unsigned char endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa},
				   swapgs[] = {0x0f, 0x01, 0xf8};
	struct symbol_conf conf = {0};
	struct kernel_syms ks;
	struct defer_error err = {0};
	struct dso_code code;
	struct dso *dso;
	uint64_t text, start, end;
	const unsigned char *at;

	T_CHECK(find_entry(&text, &start, &end));
	T_EQ(kernel_syms__init(&ks, &conf, running, RELEASE, "_text", text, NULL), 0);
	dso = dso__new("[kernel.kallsyms]_text", DSO_KERNEL, running, NULL);
	T_CHECK(dso);
	dso__load(dso, &conf, &ks);
	dso_code__init(&code, dso, &conf, start, end, &err);
	if (err.code)
		T_FAIL("%s", err.text);
	T_EQ(code.vaddr, start);
	T_EQ(code.size, end - start);
	at = code.bytes;
	if (!memcmp(at, endbr64, sizeof(endbr64)))
		at += sizeof(endbr64);
	T_CHECK(!memcmp(at, swapgs, sizeof(swapgs)));
	dso_code__exit(&code);
	dso__delete(dso);
	kernel_syms__exit(&ks);
	return TEST_OK;
}

static int test_running(void)
{
	struct build_id running;

	T_RUN(folder__run(check_running));
	/* The suite vm-state runs this as root, where memory can be read. */
	if (!access("/proc/kcore", R_OK) && build_id__running_kernel(&running))
		return check_entry(&running);
	return TEST_OK;
}

/* ---- vmlinux ---- */

static int check_vmlinux(const struct folder *folder)
{
	static const char *const places[] = {
		"root/lib/modules/" RELEASE "/build/vmlinux",
		"root/usr/lib/debug/boot/vmlinux-" RELEASE,
		"root/boot/vmlinux-" RELEASE,
	};
	struct world world;

	world__init(&world, folder);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		T_RUN(write_vmlinux(folder, places[i], id_b, 0x90, SHT_PROGBITS));
		T_RUN(expect(&world, 0, 0, NO_FILE));
		T_CHECK(folder__remove(folder, places[i]));
	}
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		T_RUN(write_vmlinux(folder, places[i], id_a, 0x10 * (i + 1), SHT_PROGBITS));
		T_RUN(expect(&world, 0x10 * (i + 1), LINKED + AT, NULL));
	}
	/* Of these two the first has the symbols, the second the code. */
	T_RUN(write_vmlinux(folder, places[2], id_a, 0x40, SHT_NOBITS));
	T_RUN(expect(&world, 0x20, LINKED + AT, NULL));
	/* It is preferred to a copy of memory, and finds the code of names from a list, too. */
	T_RUN(write_core(folder, "kcore_dir", 1, RAN, CORE_WHOLE, LIST));
	world.conf.kallsyms = world.list;
	T_RUN(expect(&world, 0x20, LINKED + AT, NULL));
	return TEST_OK;
}

static int test_vmlinux(void)
{
	return folder__run(check_vmlinux);
}

/* What -k names is used alone. */
static int check_user(const struct folder *folder)
{
	char path[PATH_MAX];
	struct world world;

	world__init(&world, folder);
	T_RUN(write_vmlinux(folder, "root/boot/vmlinux-" RELEASE, id_a, 0x10, SHT_PROGBITS));
	T_RUN(write_vmlinux(folder, "root/mine", id_a, 0x20, SHT_PROGBITS));
	world.conf.vmlinux = "mine";
	T_RUN(expect(&world, 0x20, LINKED + AT, NULL));
	snprintf(path, sizeof(path), "%s/root/mine", folder->path);
	world.conf.vmlinux = path;
	T_RUN(expect(&world, 0x20, LINKED + AT, NULL));
	T_RUN(write_vmlinux(folder, "root/mine", id_a, 0x20, SHT_NOBITS));
	T_RUN(expect(&world, 0, 0, "mine has no code"));
	T_RUN(write_vmlinux(folder, "root/mine", id_b, 0x20, SHT_PROGBITS));
	T_CHECK(folder__write(folder, "kcore_dir/kallsyms", LIST));
	world.conf.kallsyms = world.list;
	T_RUN(expect(&world, 0, 0, "wrong build id, not used: " HEX_B));
	return TEST_OK;
}

static int test_user(void)
{
	return folder__run(check_user);
}

static const struct test_case cases[] = {
	{"a copy of kcore beside --kallsyms", test_named},
	{"copies of kcore in the build-id cache", test_cached},
	{"a copy of kcore that perf made", test_by_perf},
	{"a kernel that ran nobody knows where", test_nowhere},
	{"/proc/kcore of this boot, of another kernel or boot", test_running},
	{"a vmlinux in the usual places", test_vmlinux},
	{"a vmlinux named with -k", test_user},
	{0},
};

const struct test_suite suite__kernel_code = {"kernel-code",
					      "Where a kernel's machine code is found", cases};
