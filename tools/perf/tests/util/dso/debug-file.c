// SPDX-License-Identifier: GPL-2.0-only
/* debug-file: the places where files of a build are looked for, and what is read of them. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/debug-file.h"
#include "util/dso/kernel-syms.h"
#include "util/dso/symbol-elf.h"

#define HEX  "0102030405060708090a0b0c0d0e0f1011121314"
#define REST "02030405060708090a0b0c0d0e0f1011121314"

/* Build @first, first + 1, … */
static struct build_id bid_from(unsigned char first)
{
	unsigned char bytes[BUILD_ID_SIZE];
	struct build_id bid;

	for (int i = 0; i < BUILD_ID_SIZE; i++)
		bytes[i] = first + i;
	build_id__init(&bid, bytes, sizeof(bytes));
	return bid;
}

/* Writes a file of build @first, which has symbols if @has_symtab. */
static bool write_elf(const struct folder *folder, const char *path, unsigned char first,
		      bool has_symtab)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct build_id bid = bid_from(first);
	bool ok;

	if (!w)
		return false;
	elf_writer__init(w, ET_DYN);
	elf_writer__build_id(w, bid.data, bid.size);
	if (has_symtab)
		elf_writer__symtab(w, SHT_SYMTAB);
	ok = folder__write(folder, path, "") && elf_writer__finish(w, folder_at(folder, path));
	free(w);
	return ok;
}

/* ---- places of debug files ----------------------------------------------------------- */

static const char *const places[] = {
	"cache/.build-id/01/" REST "/debug",
	"cache/.build-id/01/" REST "/elf",
	"symfs/usr/lib/debug/.build-id/01/" REST ".debug",
	"symfs/opt/bin/name.dbg",
	"symfs/opt/bin/.debug/name.dbg",
	"symfs/usr/lib/debug/opt/bin/name.dbg",
	"symfs/usr/lib/debug/opt/bin/prog.debug",
	"symfs/usr/lib/debug/opt/bin/prog",
};

/* Looks for the debug file of @origin. Returns the number of its place, or -1. */
static int find(const struct folder *folder, const char *origin, const char *link)
{
	const struct symbol_conf conf = {.buildid_dir = folder_at(folder, "cache"),
					 .symfs = folder_at(folder, "symfs")};
	const struct build_id bid = bid_from(1);
	struct elf_file file;
	char path[PATH_MAX];

	if (debug_file__open(&file, &conf, &bid, origin, link, elf_file__has_symtab, path,
			     sizeof(path)))
		return -1;
	elf_file__close(&file);
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		if (!strcmp(path, folder_at(folder, places[i])))
			return i;
	return -2;
}

static int in_order(const struct folder *folder)
{
	for (size_t i = 0; i < ARRAY_SIZE(places); i++)
		T_CHECK(write_elf(folder, places[i], 1, true));
	for (size_t i = 0; i < ARRAY_SIZE(places); i++) {
		T_EQ(find(folder, "/opt/bin/prog", "name.dbg"), i);
		/* A file of another build is not taken, nor one that lacks what is wanted. */
		T_CHECK(write_elf(folder, places[i], i % 2 ? 2 : 1, i % 2));
	}
	T_EQ(find(folder, "/opt/bin/prog", "name.dbg"), -1);
	return TEST_OK;
}

static int test_in_order(void)
{
	return folder__run(in_order);
}

/* A link is a bare name, and is looked for near a file whose folder is known. */
static int links(const struct folder *folder)
{
	for (size_t i = 3; i < ARRAY_SIZE(places); i++)
		T_CHECK(write_elf(folder, places[i], 1, true));
	T_EQ(find(folder, "/opt/bin/prog", "name.dbg"), 3);
	T_EQ(find(folder, "/opt/bin/prog", NULL), 6);
	T_EQ(find(folder, "/opt/bin/prog", ""), 6);
	T_EQ(find(folder, "/opt/bin/prog", "../bin/name.dbg"), 6);
	T_EQ(find(folder, "/opt/prog", "bin/name.dbg"), -1);
	T_EQ(find(folder, "opt/bin/prog", "name.dbg"), 3);
	T_EQ(find(folder, "opt/bin/prog", NULL), -1);
	T_CHECK(write_elf(folder, "symfs/name.dbg", 1, true));
	T_EQ(find(folder, "prog", "name.dbg"), -1);
	T_EQ(find(folder, "/prog", "name.dbg"), -2);
	return TEST_OK;
}

static int test_links(void)
{
	return folder__run(links);
}

/* ---- places of kernels --------------------------------------------------------------- */

static const char *const kernels[] = {
	"cache/.build-id/01/" REST "/debug",
	"cache/.build-id/01/" REST "/elf",
	"symfs/usr/lib/debug/.build-id/01/" REST ".debug",
	"symfs/boot/vmlinux-6.1",
	"symfs/usr/lib/debug/boot/vmlinux-6.1",
	"symfs/lib/modules/6.1/build/vmlinux",
	"symfs/usr/lib/debug/lib/modules/6.1/vmlinux",
	"symfs/usr/lib/debug/boot/vmlinux-6.1.debug",
};

static int find_kernel(const struct folder *folder, const char *release, bool has_id)
{
	const struct symbol_conf conf = {.buildid_dir = folder_at(folder, "cache"),
					 .symfs = folder_at(folder, "symfs")};
	struct kernel_syms ks = {.conf = &conf, .release = release};
	struct elf_file file;
	char path[PATH_MAX];

	if (has_id)
		ks.bid = bid_from(1);
	if (kernel_syms__open_vmlinux(&ks, elf_file__has_symtab, &file, path))
		return -1;
	elf_file__close(&file);
	for (size_t i = 0; i < ARRAY_SIZE(kernels); i++)
		if (!strcmp(path, folder_at(folder, kernels[i])))
			return i;
	return -2;
}

static int kernels_in_order(const struct folder *folder)
{
	for (size_t i = 0; i < ARRAY_SIZE(kernels); i++)
		T_CHECK(write_elf(folder, kernels[i], 1, true));
	for (size_t i = 0; i < ARRAY_SIZE(kernels); i++) {
		T_EQ(find_kernel(folder, "6.1", true), i);
		T_EQ(find_kernel(folder, NULL, true), i < 3 ? (int)i : -1);
		T_EQ(find_kernel(folder, "6.2", true), i < 3 ? (int)i : -1);
		T_EQ(find_kernel(folder, "6.1", false), -1);
		T_CHECK(write_elf(folder, kernels[i], i % 2 ? 2 : 1, i % 2));
	}
	T_EQ(find_kernel(folder, "6.1", true), -1);
	return TEST_OK;
}

static int test_kernels(void)
{
	return folder__run(kernels_in_order);
}

/* A kernel that is named by an absolute path is not looked for below symfs. */
static int test_named_kernel(void)
{
	static char name[PATH_MAX + 2], path[PATH_MAX];
	struct symbol_conf conf = {.symfs = "/sys/root", .vmlinux = "/boot/vmlinux"};

	T_CHECK(kernel_syms__vmlinux_path(&conf, path));
	T_STREQ(path, "/boot/vmlinux");
	conf.vmlinux = "boot/vmlinux";
	T_CHECK(kernel_syms__vmlinux_path(&conf, path));
	T_STREQ(path, "/sys/root/boot/vmlinux");
	memset(name, '/', PATH_MAX);
	conf.vmlinux = name;
	T_CHECK(!kernel_syms__vmlinux_path(&conf, path));
	name[PATH_MAX - 1] = '\0';
	T_CHECK(kernel_syms__vmlinux_path(&conf, path));
	memset(name, 'x', PATH_MAX - 1);
	T_CHECK(!kernel_syms__vmlinux_path(&conf, path));
	return TEST_OK;
}

/* Loads the kernel's symbols by @conf, where the kernel's @ref was at @addr; @why is why there are none. */
static int check_kernel(const struct symbol_conf *conf, const char *ref, uint64_t addr, int code,
			const char *why)
{
	struct kernel_syms ks;

	T_EQ(kernel_syms__init(&ks, conf, NULL, NULL, ref, addr, NULL), 0);
	T_EQ(kernel_syms__load(&ks), code);
	T_EQ(kernel_syms__load(&ks), code);
	T_EQ(ks.why.code, code);
	if (code && !strstr(ks.why.text, why))
		T_FAIL("'%s' is not in '%s'", why, ks.why.text);
	T_EQ(ks.source, code ? KERNEL_SOURCE_NONE : KERNEL_SOURCE_KALLSYMS);
	T_CHECK(!ks.path == !!code);
	kernel_syms__exit(&ks);
	return TEST_OK;
}

/* Files of the user that lack what is needed are refused with a reason, and others are moved. */
static int named_kernels(const struct folder *folder)
{
	static char name[PATH_MAX + 1];
	struct symbol_conf conf = {.kallsyms = folder_at(folder, "kallsyms")};
	struct kernel_syms ks;

	T_CHECK(folder__write(folder, "kallsyms",
			      "ffffffff81000000 T _text\nffffffff81000100 T fn\n"));
	T_RUN(check_kernel(&conf, "_text", 0xffffffff81000000, 0, NULL));
	T_RUN(check_kernel(&conf, "_stext", 0xffffffff81000000, DEFER_ERR_INVAL,
			   "kallsyms has no symbol _stext, which is needed to locate"));
	/* Without a place to compare, addresses are those of the list. */
	T_RUN(check_kernel(&conf, "_stext", 0, 0, NULL));
	T_RUN(check_kernel(&conf, "", 1, 0, NULL));
	T_RUN(check_kernel(&conf, NULL, 1, 0, NULL));
	T_EQ(kernel_syms__init(&ks, &conf, NULL, NULL, "_text", 0xffffffff91000000, NULL), 0);
	T_EQ(kernel_syms__load(&ks), 0);
	T_STREQ(kallsyms__find(&ks.kallsyms, NULL, 0xffffffff91000110)->name, "fn");
	T_CHECK(!kallsyms__find(&ks.kallsyms, NULL, 0xffffffff81000110));
	T_STREQ(ks.path, conf.kallsyms);
	kernel_syms__exit(&ks);

	conf = (struct symbol_conf){.vmlinux = folder_at(folder, "vmlinux")};
	T_CHECK(write_elf(folder, "vmlinux", 1, false));
	T_RUN(check_kernel(&conf, "_text", 1, DEFER_ERR_UNSUPPORTED, "has no symbol table"));
	memset(name, 'x', PATH_MAX);
	conf.vmlinux = name;
	T_RUN(check_kernel(&conf, "_text", 1, DEFER_ERR_INVAL, "the path of vmlinux is too long"));
	return TEST_OK;
}

static int test_named_kernels(void)
{
	return folder__run(named_kernels);
}

/* ---- paths --------------------------------------------------------------------------- */

/* The folder of the cache is what was asked for, then that of the environment, then the user's. */
static int test_cache_folder(void)
{
	struct symbol_conf conf = {.buildid_dir = "/mine"};
	char buf[16];

	setenv("PERF_BUILDID_DIR", "/theirs", 1);
	setenv("HOME", "/home/me", 1);
	symbol_conf__buildid_dir(&conf, buf, sizeof(buf));
	T_STREQ(buf, "/mine");
	symbol_conf__buildid_dir(&conf, buf, 6);
	T_STREQ(buf, "/mine");
	symbol_conf__buildid_dir(&conf, buf, 5);
	T_STREQ(buf, "");
	conf.buildid_dir = NULL;
	symbol_conf__buildid_dir(&conf, buf, sizeof(buf));
	T_STREQ(buf, "/theirs");
	unsetenv("PERF_BUILDID_DIR");
	symbol_conf__buildid_dir(&conf, buf, sizeof(buf));
	T_STREQ(buf, "/home/me/.debug");
	symbol_conf__buildid_dir(&conf, buf, 15);
	T_STREQ(buf, "");
	unsetenv("HOME");
	strcpy(buf, "x");
	symbol_conf__buildid_dir(&conf, buf, sizeof(buf));
	T_STREQ(buf, "");
	return TEST_OK;
}

static int test_symfs(void)
{
	static const struct {
		const char *symfs;
		bool flat;
		const char *path, *full;
	} known[] = {
		{NULL, false, "/bin/a", "/bin/a"},   {"", true, "/bin/a", "/bin/a"},
		{"/s", false, "/bin/a", "/s/bin/a"}, {"/s", false, "bin/a", "/s/bin/a"},
		{"/s", true, "/bin/a", "/s/a"},	     {"/s", true, "a", "/s/a"},
		{"/s", true, "/bin/", "/s/"},
	};

	for (size_t i = 0; i < ARRAY_SIZE(known); i++) {
		const struct symbol_conf conf = {.symfs = known[i].symfs,
						 .symfs_flat = known[i].flat};
		size_t len = strlen(known[i].full);
		char buf[32];

		T_CHECK(symbol_conf__symfs_path(&conf, known[i].path, buf, len + 1));
		T_STREQ(buf, known[i].full);
		T_CHECK(!symbol_conf__symfs_path(&conf, known[i].path, buf, len));
	}
	return TEST_OK;
}

/* A cached file is found by its build id, if it can be read and its path fits. */
static int cached(const struct folder *folder)
{
	struct symbol_conf conf = {.buildid_dir = folder_at(folder, "cache")};
	struct build_id bid = bid_from(1), none = {.size = 0}, shortest = bid_from(1);
	char path[PATH_MAX];
	size_t len = strlen(folder_at(folder, places[0]));

	T_CHECK(folder__write(folder, places[0], ""));
	T_CHECK(build_id_cache__path(&conf, &bid, "debug", path, len + 1));
	T_STREQ(path, folder_at(folder, places[0]));
	T_CHECK(!build_id_cache__path(&conf, &bid, "debug", path, len));
	T_CHECK(!build_id_cache__path(&conf, &bid, "elf", path, sizeof(path)));
	T_CHECK(!build_id_cache__path(&conf, &none, "debug", path, sizeof(path)));
	shortest.size = 2;
	T_CHECK(folder__write(folder, "cache/.build-id/01/02/elf", ""));
	T_CHECK(build_id_cache__path(&conf, &shortest, "elf", path, sizeof(path)));
	shortest.size = 1;
	T_CHECK(folder__write(folder, "cache/.build-id/01/elf", ""));
	T_CHECK(!build_id_cache__path(&conf, &shortest, "elf", path, sizeof(path)));
	conf.buildid_dir = "";
	T_CHECK(!build_id_cache__path(&conf, &bid, "debug", path, sizeof(path)));
	return TEST_OK;
}

static int test_cached(void)
{
	return folder__run(cached);
}

/* ---- files --------------------------------------------------------------------------- */

static int builds(const struct folder *folder)
{
	const struct build_id one = bid_from(1), two = bid_from(2), none = {.size = 0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct elf_file file;
	char want[2 * PATH_MAX];

	T_CHECK(write_elf(folder, "one", 1, false));
	T_EQ(elf_file__open_build(&file, folder_at(folder, "one"), &one, &err), 0);
	T_CHECK(build_id__equal(&file.bid, &one) && file.fd >= 0 && !file.image);
	elf_file__close(&file);
	T_EQ(elf_file__open_build(&file, folder_at(folder, "one"), &none, &err), 0);
	elf_file__close(&file);
	T_EQ(elf_file__open_build(&file, folder_at(folder, "one"), &two, &err), DEFER_ERR_INVAL);
	snprintf(want, sizeof(want),
		 "wrong build id, not used: " HEX
		 ", recorded 02030405060708090a0b0c0d0e0f101112131415: %s",
		 folder_at(folder, "one"));
	T_STREQ(err.text, want);

	T_CHECK(w);
	elf_writer__init(w, ET_DYN);
	T_CHECK(elf_writer__finish(w, folder_at(folder, "none")));
	free(w);
	defer_error__clear(&err);
	T_EQ(elf_file__open_build(&file, folder_at(folder, "none"), &one, &err), DEFER_ERR_INVAL);
	snprintf(want, sizeof(want), "wrong build id, not used: none, recorded " HEX ": %s",
		 folder_at(folder, "none"));
	T_STREQ(err.text, want);
	return TEST_OK;
}

static int test_builds(void)
{
	return folder__run(builds);
}

/* Only notes are searched for a build id, not what looks like one. */
static int notes(const struct folder *folder)
{
	static const struct {
		Elf64_Nhdr header;
		char name[4];
		unsigned char id[4];
	} note = {{.n_namesz = 4, .n_descsz = 4, .n_type = NT_GNU_BUILD_ID}, "GNU", {1, 2, 3, 4}};

	for (int is_note = 0; is_note < 2; is_note++) {
		struct elf_writer *w = calloc(1, sizeof(*w));
		struct elf_file file;

		T_CHECK(w);
		elf_writer__init(w, ET_DYN);
		elf_writer__section(w, ".first", SHT_PROGBITS, 0, 0, 0, "no", 2);
		elf_writer__section(w, ".second", is_note ? SHT_NOTE : SHT_PROGBITS, 0, 0, 0, &note,
				    sizeof(note));
		T_CHECK(elf_writer__finish(w, folder_at(folder, "file")));
		free(w);
		T_EQ(elf_file__open(&file, folder_at(folder, "file"), NULL), 0);
		T_EQ(file.bid.size, is_note ? 4 : 0);
		T_CHECK(!is_note || !memcmp(file.bid.data, "\1\2\3\4", 4));
		elf_file__close(&file);
	}
	return TEST_OK;
}

static int test_notes(void)
{
	return folder__run(notes);
}

/* A section of a file and of an image in memory: all bytes, with a NUL behind, or an error. */
static int sections(const struct folder *folder)
{
	static const char data[] = "the bytes of a section";
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct defer_error err = DEFER_ERROR_INIT;
	struct elf_file file;
	GElf_Shdr shdr;

	T_CHECK(w);
	elf_writer__init(w, ET_DYN);
	elf_writer__section(w, ".note", SHT_PROGBITS, 0, 0, 0, "no", 2);
	elf_writer__section(w, ".notes", SHT_PROGBITS, 0, 0, 0, data, sizeof(data) - 1);
	T_CHECK(elf_writer__finish(w, folder_at(folder, "file")));
	for (int image = 0; image < 2; image++) {
		if (image) {
			void *bytes = malloc(w->size);

			T_CHECK(bytes);
			memcpy(bytes, w->bytes, w->size);
			T_EQ(elf_file__open_image(&file, bytes, w->size, "image", &err), 0);
			T_CHECK(file.fd < 0 && file.image == bytes);
		} else {
			T_EQ(elf_file__open(&file, folder_at(folder, "file"), &err), 0);
		}
		T_EQ(file.size, w->size);
		T_CHECK(elf_file__section(&file, ".notes", &shdr));
		T_STREQ(elf_file__section_name(&file, &shdr), ".notes");
		T_CHECK(!elf_file__section(&file, ".not", &shdr));
		T_CHECK(elf_file__section(&file, ".notes", &shdr));
		for (int i = 0; i < 5; i++) {
			GElf_Shdr lie = shdr;
			char *bytes = NULL;
			int ret;

			defer_error__clear(&err);
			if (i == 1)
				lie.sh_type = SHT_NOBITS;
			else if (i == 2)
				lie.sh_size = file.size - lie.sh_offset + 1;
			else if (i == 3)
				lie.sh_offset = file.size + 1;
			else if (i == 4)
				lie.sh_size = file.size - lie.sh_offset;
			ret = elf_file__read_section(&file, &lie, &bytes, &err);
			T_EQ(ret, i % 4 ? DEFER_ERR_CORRUPT : 0);
			T_EQ(err.offset, i % 4 ? lie.sh_offset : DEFER_NO_OFFSET);
			if (!ret) {
				T_CHECK(!memcmp(bytes, data, sizeof(data) - 1));
				T_EQ(bytes[lie.sh_size], 0);
			}
			free(bytes);
		}
		elf_file__close(&file);
		T_CHECK(!file.elf && !file.image && file.fd < 0);
	}
	free(w);
	return TEST_OK;
}

static int test_sections(void)
{
	return folder__run(sections);
}

/* A file that debuggers read has its code's section, but not its code. */
static int has_code(const struct folder *folder)
{
	for (int i = 0; i < 3; i++) {
		struct elf_writer *w = calloc(1, sizeof(*w));
		struct elf_file file;

		T_CHECK(w);
		elf_writer__init(w, ET_DYN);
		if (i)
			elf_writer__section(w, ".text", i == 1 ? SHT_PROGBITS : SHT_NOBITS,
					    SHF_ALLOC, 0x1000, 0, NULL, 16);
		T_CHECK(elf_writer__finish(w, folder_at(folder, "file")));
		free(w);
		T_EQ(elf_file__open(&file, folder_at(folder, "file"), NULL), 0);
		T_EQ(elf_file__has_code(&file), i < 2);
		elf_file__close(&file);
	}
	return TEST_OK;
}

static int test_has_code(void)
{
	return folder__run(has_code);
}

/* Where segments share bytes of the file, the one with code is meant; of equal ones the first. */
static int test_segments(void)
{
	struct elf_segment seg[] = {
		{.vaddr = 0x1000, .offset = 0, .size = 0x800},
		{.vaddr = 0x5000, .offset = 0x400, .size = 0x800, .exec = true},
		{.vaddr = 0x9000, .offset = 0x700, .size = 0x800, .exec = true},
	};
	const struct elf_segments segs = {.seg = seg, .nr = 3};
	static const struct {
		uint64_t offset, vaddr; /* 0: none */
	} offsets[] = {
		{0, 0x1000},	 {0x3ff, 0x13ff}, {0x400, 0x5000}, {0x700, 0x5300}, {0x7ff, 0x53ff},
		{0xbff, 0x57ff}, {0xc00, 0x9500}, {0xeff, 0x97ff}, {0xf00, 0},	    {UINT64_MAX, 0},
	};
	static const struct {
		uint64_t vaddr;
		bool is_there;
		uint64_t offset;
	} vaddrs[] = {
		{0xfff, false, 0},  {0x1000, true, 0},	   {0x17ff, true, 0x7ff},
		{0x1800, false, 0}, {0x5000, true, 0x400}, {0x97ff, true, 0xeff},
		{0x9800, false, 0},
	};

	for (size_t i = 0; i < ARRAY_SIZE(offsets); i++) {
		uint64_t vaddr = 7;

		T_EQ(elf_segments__to_vaddr(&segs, offsets[i].offset, &vaddr), !!offsets[i].vaddr);
		T_EQ(vaddr, offsets[i].vaddr ? offsets[i].vaddr : 7);
	}
	for (size_t i = 0; i < ARRAY_SIZE(vaddrs); i++) {
		uint64_t offset = 7;

		T_EQ(elf_segments__to_offset(&segs, vaddrs[i].vaddr, &offset), vaddrs[i].is_there);
		T_EQ(offset, vaddrs[i].is_there ? vaddrs[i].offset : 7);
	}
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"debug files, in the order of their places", test_in_order},
	{"what a link to a debug file may be", test_links},
	{"kernels, in the order of their places", test_kernels},
	{"a kernel that is named", test_named_kernel},
	{"files of kernels that lack something", test_named_kernels},
	{"the folder of the cache", test_cache_folder},
	{"paths below symfs", test_symfs},
	{"files of the cache", test_cached},
	{"files of other builds, or of none", test_builds},
	{"what looks like a note", test_notes},
	{"sections of files and of images", test_sections},
	{"files without their code", test_has_code},
	{"segments that share bytes", test_segments},
	{0},
};

const struct test_suite suite__debug_file = {
	.name = "debug-file",
	.desc = "where files of a build are looked for, and what is read of them",
	.cases = cases,
};
