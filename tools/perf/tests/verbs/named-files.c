// SPDX-License-Identifier: GPL-2.0-only
/*
 * Files named by a trace, an ELF file or DWARF that are not regular: opening one may block forever,
 * or trigger a device. inotify sees every open() of a FIFO.
 */
#include <dwarf.h>
#include <limits.h>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/dso/debug-file.h"
#include "util/dso/kallsyms.h"
#include "util/dso/perf-map.h"
#include "util/dso/src-file.h"
#include "util/dso/srcline.h"
#include "util/source/source.h"

#define CODE 0x401000

#define ID "supplementary build!" /* 20 bytes, as build ids are */

static const char *in(const struct folder *folder, const char *name, char *path)
{
	snprintf(path, PATH_MAX, "%s/%s", folder->path, name);
	return path;
}

/* Watches what becomes of one file; -1 if that is not possible. */
static int watch(const struct folder *folder, const char *name)
{
	char path[PATH_MAX];
	int fd = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);

	if (fd < 0 || inotify_add_watch(fd, in(folder, name, path), IN_OPEN) < 0)
		return -1;
	return fd;
}

/* Was it opened since then? Ends the watch. */
static bool was_opened(int fd)
{
	char events[4096];
	bool opened = read(fd, events, sizeof(events)) > 0;

	close(fd);
	return opened;
}

/* ---- DWARF, byte by byte ---- */

struct bytes {
	uint8_t data[512];
	size_t size;
};

static void put(struct bytes *b, uint64_t val, int size)
{
	for (int i = 0; i < size; i++)
		b->data[b->size++] =
			val >> 8 * (__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__ ? i : size - 1 - i);
}

static void put_str(struct bytes *b, const char *str)
{
	memcpy(b->data + b->size, str, strlen(str) + 1);
	b->size += strlen(str) + 1;
}

/* The reference of a skeleton unit to its other half. */
struct skeleton {
	const char *dwo, *dir;
	const char *altlink; /* then the name is the string at offset 1 of that file */
};

static void put_abbrev(struct bytes *b, const struct skeleton *skel)
{
	const uint8_t attrs[][2] = {
		{DW_AT_dwo_name, skel->altlink ? 0 : DW_FORM_string},
		{DW_AT_comp_dir, DW_FORM_string},
		{DW_AT_low_pc, DW_FORM_addr},
		{DW_AT_high_pc, DW_FORM_data4},
	};

	put(b, 1, 1);
	put(b, DW_TAG_skeleton_unit, 1);
	put(b, DW_CHILDREN_no, 1);
	for (size_t i = 0; i < sizeof(attrs) / sizeof(*attrs); i++) {
		put(b, attrs[i][0], 1);
		if (attrs[i][1])
			put(b, attrs[i][1], 1);
		else
			put(b,
			    (DW_FORM_GNU_strp_alt & 0x7f) | 0x80 |
				    (uint64_t)(DW_FORM_GNU_strp_alt >> 7) << 8,
			    2);
	}
	put(b, 0, 3);
}

static void put_unit(struct bytes *b, const struct skeleton *skel)
{
	struct bytes die = {.size = 0};

	put(&die, 5, 2); /* version */
	put(&die, DW_UT_skeleton, 1);
	put(&die, 8, 1);
	put(&die, 0, 4);
	put(&die, 0x1234, 8); /* id of the unit */
	put(&die, 1, 1);
	if (skel->altlink)
		put(&die, 1, 4);
	else
		put_str(&die, skel->dwo);
	put_str(&die, skel->dir);
	put(&die, CODE, 8);
	put(&die, 0x100, 4);
	put(b, die.size, 4);
	memcpy(b->data + b->size, die.data, die.size);
	b->size += die.size;
}

static int write_skeleton(const struct folder *folder, const char *name,
			  const struct skeleton *skel)
{
	struct bytes abbrev = {.size = 0}, info = {.size = 0}, link = {.size = 0};
	static struct elf_writer w;
	char path[PATH_MAX];

	put_abbrev(&abbrev, skel);
	put_unit(&info, skel);
	elf_writer__init(&w, ET_EXEC);
	elf_writer__section(&w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, CODE, 0x1000,
			    NULL, 0x100);
	elf_writer__segment(&w, PT_LOAD, PF_R | PF_X, CODE, 0x1000, 0x100);
	elf_writer__section(&w, ".debug_abbrev", SHT_PROGBITS, 0, 0, 0, abbrev.data, abbrev.size);
	elf_writer__section(&w, ".debug_info", SHT_PROGBITS, 0, 0, 0, info.data, info.size);
	if (skel->altlink) {
		put_str(&link, skel->altlink);
		memcpy(link.data + link.size, ID, 20);
		elf_writer__section(&w, ".gnu_debugaltlink", SHT_PROGBITS, 0, 0, 0, link.data,
				    link.size + 20);
	}
	T_CHECK(elf_writer__finish(&w, in(folder, name, path)));
	return TEST_OK;
}

/* A file of strings that others refer to. */
static int write_alt(const struct folder *folder, const char *name, const char *id,
		     const char *string)
{
	struct bytes strings = {.size = 1};
	static struct elf_writer w;
	char path[PATH_MAX];

	put_str(&strings, string);
	elf_writer__init(&w, ET_EXEC);
	elf_writer__section(&w, ".debug_info", SHT_PROGBITS, 0, 0, 0, "", 1);
	elf_writer__section(&w, ".debug_str", SHT_PROGBITS, 0, 0, 0, strings.data, strings.size);
	elf_writer__build_id(&w, id, 20);
	T_CHECK(elf_writer__finish(&w, in(folder, name, path)));
	return TEST_OK;
}

/* Asks for the one address that the file has code at. */
static int ask(const struct folder *folder, const char *name)
{
	struct src_frame frames[4];
	struct srcline *sl = NULL;
	char path[PATH_MAX];

	T_EQ(srcline__new(&sl, in(folder, name, path), true, NULL), 0);
	T_EQ(srcline__find(sl, CODE + 8, frames, 4), 0);
	srcline__delete(sl);
	return TEST_OK;
}

/* Returns whether @file is opened when the unit's other half is needed. */
static int check_split(const struct folder *folder, const struct skeleton *skel, const char *file,
		       bool want)
{
	int fd = watch(folder, file);

	T_CHECK(fd >= 0);
	T_RUN(write_skeleton(folder, "prog", skel));
	alarm(20);
	T_RUN(ask(folder, "prog"));
	alarm(0);
	T_EQ(was_opened(fd), want);
	return TEST_OK;
}

static int check_splits(const struct folder *folder)
{
	char path[PATH_MAX];

	T_CHECK(folder__fifo(folder, "fifo"));
	T_CHECK(folder__fifo(folder, "dir/below"));
	T_CHECK(folder__link(folder, "link", "fifo"));
	T_CHECK(folder__write(folder, "file", "no ELF file"));
	T_RUN(check_split(folder, &(struct skeleton){"fifo", "/none", NULL}, "fifo", false));
	T_RUN(check_split(folder, &(struct skeleton){"link", "/none", NULL}, "fifo", false));
	T_RUN(check_split(folder, &(struct skeleton){"below", "dir", NULL}, "dir/below", false));
	T_RUN(check_split(folder, &(struct skeleton){"below", in(folder, "dir", path), NULL},
			  "dir/below", false));
	T_RUN(check_split(folder, &(struct skeleton){in(folder, "fifo", path), "", NULL}, "fifo",
			  false));
	/* Otherwise the test would prove nothing. */
	T_RUN(check_split(folder, &(struct skeleton){"file", "/none", NULL}, "file", true));
	/* Newer versions of libdw look into this first. */
	T_CHECK(folder__fifo(folder, "prog.dwp"));
	return check_split(folder, &(struct skeleton){"file", "/none", NULL}, "file", false);
}

static int test_split(void)
{
	return folder__run(check_splits);
}

static int check_altlinks(const struct folder *folder)
{
	char path[PATH_MAX];

	T_CHECK(folder__fifo(folder, "fifo"));
	T_CHECK(folder__write(folder, "file", "no ELF file"));
	T_RUN(check_split(folder, &(struct skeleton){NULL, "/none", "fifo"}, "fifo", false));
	T_RUN(check_split(folder, &(struct skeleton){NULL, "/none", in(folder, "fifo", path)},
			  "fifo", false));
	/* The name of the other half is in a file that is there, or that is of another build. */
	T_RUN(write_alt(folder, "alt", ID, "file"));
	T_RUN(check_split(folder, &(struct skeleton){NULL, "/none", "alt"}, "file", true));
	T_RUN(write_alt(folder, "alt", "another build, alas!", "file"));
	T_RUN(check_split(folder, &(struct skeleton){NULL, "/none", "alt"}, "file", false));
	return TEST_OK;
}

static int test_altlink(void)
{
	return folder__run(check_altlinks);
}

/* ---- all the others ---- */

static bool any(const struct elf_file *file)
{
	(void)file;
	return true;
}

static int open_all(const struct folder *folder, const char *fifo)
{
	char buf[PATH_MAX];
	struct symbol_conf conf = {.buildid_dir = folder->path};
	struct kallsyms ks;
	struct build_id bid;
	struct src_file src;
	struct elf_file elf;
	struct symtab tab;

	T_CHECK(elf_file__open(&elf, fifo, NULL) < 0);
	build_id__init(&bid, ID, 20);
	T_CHECK(debug_file__open(&elf, &conf, &bid, in(folder, "prog", buf), "fifo", any, buf,
				 sizeof(buf)) < 0);
	T_CHECK(src_file__init(&src, &conf, fifo, NULL) < 0);
	T_CHECK(!build_id__from_file(&bid, fifo));
	symtab__init(&tab, false);
	T_CHECK(symtab__load_perf_map(&tab, fifo, 0, &(struct symbol_conf){.force = true}, NULL) <
		0);
	symtab__exit(&tab);
	T_CHECK(kallsyms__load(&ks, fifo, false, NULL) < 0);
	return TEST_OK;
}

static int check_others(const struct folder *folder)
{
	struct damage damage;
	struct source *source;
	char path[PATH_MAX];
	int fd;

	T_CHECK(folder__fifo(folder, "fifo"));
	fd = watch(folder, "fifo");
	T_CHECK(fd >= 0);
	alarm(20);
	T_RUN(open_all(folder, in(folder, "fifo", path)));
	T_CHECK(!was_opened(fd));

	/* The same in perf's cache, and among the files of a trace. */
	T_CHECK(folder__fifo(folder, ".build-id/73/"
				     "7570706c656d656e74617279206275696c6421/elf"));
	T_RUN(open_all(folder, path));
	T_CHECK(folder__fifo(folder, "trace/data"));
	damage__init(&damage);
	T_CHECK(source__open(&source, in(folder, "trace", path), &damage, NULL, NULL) < 0);
	damage__exit(&damage);
	alarm(0);
	return TEST_OK;
}

static int test_others(void)
{
	return folder__run(check_others);
}

static const struct test_case cases[] = {
	{"the other half of a unit is no regular file", test_split},
	{"a supplementary file is no regular file, or of another build", test_altlink},
	{"no other file that somebody names is", test_others},
	{0},
};

const struct test_suite suite__named_files = {"named-files",
					      "Files that are named, but are no files", cases};
