// SPDX-License-Identifier: GPL-2.0-only
/* Files that maps name: which ones are told with a build id, and where that is read. */
#include <elf.h>
#include <stdlib.h>

#include <perf/defer-abi.h>

#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/output/output-dsos.h"

static const uint8_t ids[3][BUILD_ID_SIZE] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

/* A record of a map. MMAP2 may have a build id of @id_size bytes, if @misc says so. */
struct map {
	uint32_t type;
	uint16_t misc;
	uint32_t pid;
	uint64_t start;
	const char *name;
	const uint8_t *id;
	uint8_t id_size;
};

static int see(struct output_dsos *dsos, const struct map *map)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
		uint32_t pid, tid;
		uint64_t start, len, pgoff;
		uint8_t rest[24 + 8 + 64];
	} rec = {.type = map->type,
		 .misc = map->misc,
		 .pid = map->pid,
		 .tid = 99,
		 .start = map->start,
		 .len = 4096};
	size_t name = map->type == DEFER_RECORD_MMAP2 ? 24 + 8 : 0;

	if (name && map->id_size) {
		rec.rest[0] = map->id_size;
		memcpy(rec.rest + 4, map->id, BUILD_ID_SIZE);
	}
	memcpy(rec.rest + name, map->name, strlen(map->name));
	rec.size = sizeof(rec);
	T_EQ(output_dsos__see(dsos, &rec, sizeof(rec), NULL), 0);
	return TEST_OK;
}

#define MAP   DEFER_RECORD_MMAP
#define MAP2  DEFER_RECORD_MMAP2
#define USER  DEFER_MISC_USER
#define OS    DEFER_MISC_KERNEL
#define DATA  DEFER_MISC_MMAP_DATA
#define ID    DEFER_MISC_MMAP_BUILD_ID
#define HIGH  0x7fff00000000
#define LOW   0xf7fff000
#define KNAME "[kernel.kallsyms]"

/* Each map, and whether it adds an entry; its name there. */
static const struct {
	struct map map;
	const char *name; /* NULL: no entry */
} maps[] = {
	{{MAP, USER, 1, LOW, "/bin/a", NULL, 0}, "/bin/a"},
	{{MAP2, USER, 2, LOW, "/bin/a", NULL, 0}, NULL},
	{{MAP2, USER, 3, LOW, "/bin/b", NULL, 0}, "/bin/b"},
	/* The same name with an id is another file, and so is each other id. */
	{{MAP2, USER | ID, 4, LOW, "/bin/a", ids[0], 20}, "/bin/a"},
	{{MAP2, USER | ID, 5, LOW, "/bin/a", ids[1], 20}, "/bin/a"},
	{{MAP2, USER | ID, 5, LOW, "/bin/a", ids[1], 19}, "/bin/a"},
	{{MAP2, USER | ID, 6, LOW, "/bin/a", ids[0], 20}, NULL},
	/* Without the flag these bytes are an inode. */
	{{MAP2, USER, 7, LOW, "/bin/a", ids[2], 20}, NULL},
	{{MAP2, USER | ID, 7, LOW, "/bin/a", ids[2], 21}, NULL},
	/* Maps without code, and other records. */
	{{MAP, USER | DATA, 1, LOW, "/bin/c", NULL, 0}, NULL},
	{{MAP2, USER | DATA, 1, LOW, "/bin/c", NULL, 0}, NULL},
	{{DEFER_RECORD_COMM, USER, 1, LOW, "/bin/c", NULL, 0}, NULL},
	{{DEFER_RECORD_SAMPLE, USER, 1, LOW, "/bin/c", NULL, 0}, NULL},
	/* Memory, unless it has an id. */
	{{MAP, USER, 1, LOW, "/memfd:x", NULL, 0}, NULL},
	{{MAP, USER, 1, LOW, "/memfd", NULL, 0}, "/memfd"},
	{{MAP, USER, 1, LOW, "/dev/x", NULL, 0}, NULL},
	{{MAP, USER, 1, LOW, "/SYSV1", NULL, 0}, NULL},
	{{MAP, USER, 1, LOW, "/anon_hugepage (deleted)", NULL, 0}, NULL},
	{{MAP, USER, 1, LOW, "//anon", NULL, 0}, NULL},
	{{MAP, USER, 1, LOW, "[heap]", NULL, 0}, NULL},
	{{MAP2, USER | ID, 1, LOW, "/memfd:x", ids[0], 20}, "/memfd:x"},
	/* The vdso of programs of 32 bits is another one. */
	{{MAP, USER, 1, LOW, "[vdso]", NULL, 0}, NULL},
	{{MAP, USER, 1, 1ULL << 32, "[vdso]", NULL, 0}, "[vdso]"},
	{{MAP, USER, 1, HIGH, "[vdso]", NULL, 0}, NULL},
	{{MAP, USER, 1, HIGH, "[vsyscall]", NULL, 0}, NULL},
	/* The kernel and its modules, under any name. */
	{{MAP, OS, -1, HIGH, KNAME "_text", NULL, 0}, KNAME},
	{{MAP, OS, -1, HIGH, KNAME "_stext", NULL, 0}, NULL},
	{{MAP, OS, -1, HIGH, "[ext4]", NULL, 0}, "[ext4]"},
	{{MAP, OS, -1, HIGH, "", NULL, 0}, NULL},
	{{MAP, OS, -1, HIGH, "/bin/a", NULL, 0}, "/bin/a"},
};

static int test_maps(void)
{
	struct output_dsos dsos;
	size_t nr = 0;

	output_dsos__init(&dsos);
	for (size_t i = 0; i < sizeof(maps) / sizeof(*maps); i++) {
		const struct map *map = &maps[i].map;
		const struct output_dso *dso;
		size_t size = map->misc & ID && map->id_size <= BUILD_ID_SIZE ? map->id_size : 0;

		T_RUN(see(&dsos, map));
		nr += maps[i].name != NULL;
		if (dsos.nr != nr)
			T_FAIL("map %zu: %zu entries, not %zu", i, dsos.nr, nr);
		if (!maps[i].name)
			continue;
		dso = &dsos.dsos[nr - 1];
		T_STREQ(dso->name, maps[i].name);
		T_EQ(dso->kernel, (map->misc & DEFER_MISC_CPUMODE_MASK) == OS);
		T_EQ(dso->pid, (int32_t)map->pid);
		T_EQ(dso->bid.size, size);
		T_CHECK(!size || !memcmp(dso->bid.data, map->id, size));
	}
	output_dsos__exit(&dsos);
	T_CHECK(!dsos.dsos && !dsos.nr);
	return TEST_OK;
}

/* A record that ends before its name does tells nothing. */
static int test_cut_record(void)
{
	struct {
		uint32_t type;
		uint16_t misc, size;
		uint8_t rest[32];
		char name[8];
	} rec = {.type = MAP, .misc = USER, .name = "/bin/aa"};
	struct output_dsos dsos;

	output_dsos__init(&dsos);
	for (size_t size = 0; size < sizeof(rec); size++)
		T_EQ(output_dsos__see(&dsos, &rec, size, NULL), 0);
	T_EQ(dsos.nr, 0);
	T_EQ(output_dsos__see(&dsos, &rec, sizeof(rec), NULL), 0);
	T_EQ(dsos.nr, 1);
	output_dsos__exit(&dsos);
	return TEST_OK;
}

/* ---- where build ids are read ---- */

static int write_notes(const struct folder *folder, const char *path, const uint8_t *id)
{
	struct {
		Elf64_Nhdr header;
		char name[4];
		uint8_t id[BUILD_ID_SIZE];
	} note = {{4, BUILD_ID_SIZE, NT_GNU_BUILD_ID}, "GNU", {0}};

	memcpy(note.id, id, BUILD_ID_SIZE);
	T_CHECK(folder__write_bytes(folder, path, &note, sizeof(note)));
	return TEST_OK;
}

/* The build id of the kernel or a module called @name is @id; NULL: it has none. */
static int check_kernel(const char *sysfs, const char *name, const uint8_t *id)
{
	const struct output_dso dso = {.name = name, .kernel = true, .pid = -1};
	struct build_id bid;

	if (output_dso__build_id(&dso, sysfs, "/nowhere", &bid) != (id != NULL))
		T_FAIL("%s %s a build id", name, id ? "has not" : "has");
	T_CHECK(!id || (bid.size == BUILD_ID_SIZE && !memcmp(bid.data, id, BUILD_ID_SIZE)));
	return TEST_OK;
}

static int kernel_ids(const struct folder *folder)
{
	char sysfs[96], name[512];

	snprintf(sysfs, sizeof(sysfs), "%s/sys", folder->path);
	T_RUN(check_kernel(sysfs, KNAME, NULL));
	T_RUN(write_notes(folder, "sys/kernel/notes", ids[0]));
	T_RUN(check_kernel(sysfs, KNAME, ids[0]));
	T_RUN(write_notes(folder, "sys/module/ext4/notes/.note.gnu.build-id", ids[1]));
	T_RUN(write_notes(folder, "sys/module/snd_hda/notes/.note.gnu.build-id", ids[2]));
	T_RUN(check_kernel(sysfs, "[ext4]", ids[1]));
	T_RUN(check_kernel(sysfs, "/lib/modules/6.1/kernel/fs/ext4/ext4.ko.xz", ids[1]));
	T_RUN(check_kernel(sysfs, "ext4.ko", ids[1]));
	T_RUN(check_kernel(sysfs, "/lib/snd-hda.ko", ids[2]));
	T_RUN(check_kernel(sysfs, "[snd_hda]", ids[2]));
	T_RUN(check_kernel(sysfs, "[xt4]", NULL));
	T_RUN(check_kernel(sysfs, "[]", NULL));
	T_RUN(check_kernel(sysfs, "/lib/.ko", NULL));
	memset(name, 'x', sizeof(name));
	name[sizeof(name) - 1] = '\0';
	T_RUN(check_kernel(sysfs, name, NULL));
	/* The longest name that a file can have. */
	snprintf(name, sizeof(name), "sys/module/%0255d/notes/.note.gnu.build-id", 7);
	T_RUN(write_notes(folder, name, ids[0]));
	snprintf(name, sizeof(name), "[%0255d]", 7);
	return check_kernel(sysfs, name, ids[0]);
}

static int test_kernel_ids(void)
{
	return folder__run(kernel_ids);
}

/* A file is read as its task sees it, or under its name; an id that the map told goes first. */
static int file_ids(const struct folder *folder)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct output_dso dso = {.pid = 7};
	char path[128], procfs[96];
	struct build_id bid;

	T_CHECK(w);
	T_CHECK(folder__mkdir(folder, "proc"));
	snprintf(procfs, sizeof(procfs), "%s/proc", folder->path);
	snprintf(path, sizeof(path), "%s/prog", folder->path);
	dso.name = path;
	T_CHECK(!output_dso__build_id(&dso, "/nowhere", procfs, &bid));
	/* A file without an id. */
	elf_writer__init(w, ET_DYN);
	T_CHECK(elf_writer__finish(w, path));
	T_CHECK(!output_dso__build_id(&dso, "/nowhere", procfs, &bid));
	memset(w, 0, sizeof(*w));
	elf_writer__init(w, ET_DYN);
	elf_writer__build_id(w, ids[0], BUILD_ID_SIZE);
	T_CHECK(elf_writer__finish(w, path));
	T_CHECK(output_dso__build_id(&dso, "/nowhere", procfs, &bid));
	T_CHECK(bid.size == BUILD_ID_SIZE && !memcmp(bid.data, ids[0], BUILD_ID_SIZE));
	build_id__init(&dso.bid, ids[1], 5);
	T_CHECK(output_dso__build_id(&dso, "/nowhere", procfs, &bid));
	T_CHECK(bid.size == 5 && !memcmp(bid.data, ids[1], 5));
	free(w);
	return TEST_OK;
}

static int test_file_ids(void)
{
	return folder__run(file_ids);
}

static const struct test_case cases[] = {
	{"each map that names a file, once", test_maps},
	{"a record that is cut", test_cut_record},
	{"build ids of the kernel and of modules", test_kernel_ids},
	{"build ids of files", test_file_ids},
	{0},
};

const struct test_suite suite__output_dsos = {"output-dsos", "Files that a recording's maps name",
					      cases};
