// SPDX-License-Identifier: GPL-2.0-only
/* task-root: which tasks have files of their own, and what they have there. */
#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/base/array.h"
#include "util/dso/task-root.h"

/* Makes a task with the mounts of file @ns and the root @root; @status is its file of that name, or NULL. */
static bool make_task(const struct folder *folder, const char *pid, const char *ns,
		      const char *root, const char *status)
{
	char path[64], target[PATH_MAX];

	snprintf(path, sizeof(path), "proc/%s/ns/mnt", pid);
	if (!folder__link(folder, path, folder__path(folder, ns, target)))
		return false;
	snprintf(path, sizeof(path), "proc/%s/root", pid);
	if (!folder__link(folder, path, folder__path(folder, root, target)))
		return false;
	snprintf(path, sizeof(path), "proc/%s/status", pid);
	return !status || folder__write(folder, path, status);
}

static bool make_host(const struct folder *folder)
{
	return folder__write(folder, "ns/host", "") && folder__write(folder, "ns/box", "") &&
	       folder__mkdir(folder, "host") && folder__mkdir(folder, "box") &&
	       folder__mkdir(folder, "jail") && make_task(folder, "self", "ns/host", "host", NULL);
}

/* ---- whether a task is elsewhere, and its number there ---------------------------------- */

static int inner(const struct folder *folder)
{
	static const struct {
		const char *ns, *root, *status;
		int32_t inner; /* 0: is not elsewhere */
	} tasks[] = {
		{"ns/host", "host", "Name:\tx\nNSpid:\t7\n", 0},
		{"ns/host", "host", "Name:\tx\nNSpid:\t7\t3\n", 3},
		{"ns/host", "host", "NSpid:\t7\t30\t2\nNSpgid:\t9\n", 2},
		{"ns/box", "host", "Name:\tx\nNSpid:\t7\nNSsid:\t7\n", 7},
		{"ns/host", "jail", "NSpid:\t7\n", 7},
		{"ns/box", "box", "NSpid:\t7\t1\n", 1},
		{"ns/box", "box", "NSpid:\t7\t0\n", 0},
		{"ns/box", "box", "NSpid:5\n", 5},
		{"ns/box", "box", "Name:\tNSpid:\t5\nPid:\t5\n", 0},
		{"ns/box", "box", "", 0},
		{"ns/none", "box", "NSpid:\t7\t1\n", 0},
		{"ns/box", "none", "NSpid:\t7\t1\n", 0},
	};
	int32_t pid = 0;

	T_CHECK(make_host(folder));
	for (size_t i = 0; i < ARRAY_SIZE(tasks); i++) {
		T_CHECK(make_task(folder, "7", tasks[i].ns, tasks[i].root, tasks[i].status));
		T_EQ(task_root__is_inner(folder_at(folder, "proc"), 7, &pid), !!tasks[i].inner);
		if (tasks[i].inner)
			T_EQ(pid, tasks[i].inner);
	}
	T_CHECK(make_task(folder, "7", "ns/box", "box", "NSpid:\t7\t1\n"));
	T_CHECK(task_root__is_inner(folder_at(folder, "proc"), 7, &pid));
	T_CHECK(!task_root__is_inner(folder_at(folder, "proc"), 8, &pid));
	/* A task may not be called 0, and nothing is known without this program's own root. */
	T_CHECK(make_task(folder, "0", "ns/box", "box", "NSpid:\t0\t1\n"));
	T_CHECK(!task_root__is_inner(folder_at(folder, "proc"), 0, &pid));
	T_CHECK(folder__remove(folder, "proc/self"));
	T_CHECK(!task_root__is_inner(folder_at(folder, "proc"), 7, &pid));
	return TEST_OK;
}

static int test_inner(void)
{
	return folder__run(inner);
}

/* ---- the roots of a machine ---------------------------------------------------------- */

static int32_t pid_of(const struct task_roots *roots, const char *wanted)
{
	int32_t found = -1;

	for (size_t i = 1; i < roots->nr; i++)
		if (strchr(wanted, '0' + roots->roots[i].pid))
			found = found < 0 ? roots->roots[i].pid : -2;
	return found;
}

/* Each root is known once, whichever of its tasks is seen first, and that of this program is the first. */
static int each_once(const struct folder *folder)
{
	struct task_roots roots;

	task_roots__init(&roots, folder_at(folder, "proc"));
	T_EQ(roots.nr, 0);
	task_roots__exit(&roots);

	T_CHECK(make_host(folder));
	T_CHECK(make_task(folder, "1", "ns/host", "host", NULL));
	T_CHECK(make_task(folder, "2", "ns/box", "box", NULL));
	T_CHECK(make_task(folder, "3", "ns/box", "box", NULL));
	T_CHECK(make_task(folder, "4", "ns/host", "jail", NULL));
	T_CHECK(make_task(folder, "9", "ns/box", "host", NULL));
	T_CHECK(make_task(folder, "x5", "ns/box", "jail", NULL));
	T_CHECK(make_task(folder, "5", "ns/none", "jail", NULL));
	task_roots__init(&roots, folder_at(folder, "proc"));
	T_EQ(roots.nr, 4);
	T_EQ(roots.roots[0].pid, 0);
	T_CHECK(pid_of(&roots, "23") > 0);
	T_EQ(pid_of(&roots, "4"), 4);
	T_EQ(pid_of(&roots, "9"), 9);
	T_EQ(pid_of(&roots, "15"), -1);
	task_roots__exit(&roots);
	T_CHECK(!roots.nr && !roots.roots);

	T_CHECK(folder__remove(folder, "proc/self"));
	task_roots__init(&roots, folder_at(folder, "proc"));
	T_EQ(roots.nr, 0);
	task_roots__exit(&roots);
	return TEST_OK;
}

static int test_each_once(void)
{
	return folder__run(each_once);
}

static bool write_elf(const struct folder *folder, const char *path, unsigned char first)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	unsigned char id[BUILD_ID_SIZE] = {first};
	bool ok;

	if (!w)
		return false;
	elf_writer__init(w, ET_DYN);
	elf_writer__build_id(w, id, sizeof(id));
	ok = folder__write(folder, path, "") && elf_writer__finish(w, folder_at(folder, path));
	free(w);
	return ok;
}

/* A build is looked for in all roots but this program's own; a file of another build is passed over. */
static int builds(const struct folder *folder)
{
	static const unsigned char first = 5;
	struct task_roots roots;
	struct build_id bid;
	char path[64], there[PATH_MAX];
	ssize_t len;
	int fd;

	build_id__init(&bid, (unsigned char[BUILD_ID_SIZE]){first}, BUILD_ID_SIZE);
	T_CHECK(make_host(folder));
	T_CHECK(make_task(folder, "2", "ns/box", "box", NULL));
	T_CHECK(make_task(folder, "4", "ns/host", "jail", NULL));
	T_CHECK(write_elf(folder, "host/prog", first));
	T_CHECK(write_elf(folder, "box/prog", first + 1));
	T_CHECK(folder__write(folder, "jail/prog", "no ELF file"));
	task_roots__init(&roots, folder_at(folder, "proc"));
	T_EQ(roots.nr, 3);
	T_EQ(task_roots__open_build(&roots, folder_at(folder, "proc"), "/prog", &bid), -1);
	T_CHECK(write_elf(folder, "jail/prog", first));
	fd = task_roots__open_build(&roots, folder_at(folder, "proc"), "/prog", &bid);
	T_CHECK(fd >= 0);
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	len = readlink(path, there, sizeof(there) - 1);
	T_CHECK(len > 0);
	there[len] = '\0';
	T_STREQ(there, folder_at(folder, "jail/prog"));
	close(fd);
	T_EQ(task_roots__open_build(&roots, folder_at(folder, "proc"), "/none", &bid), -1);
	task_roots__exit(&roots);
	return TEST_OK;
}

static int test_builds(void)
{
	return folder__run(builds);
}

/* ---- a task's own files --------------------------------------------------------------- */

/* A file that somebody else than the task or root wrote is not the task's; nor is what a link leads to. */
static int own(const struct folder *folder)
{
	int fd;

	T_CHECK(make_host(folder));
	T_CHECK(make_task(folder, "7", "ns/box", "box", NULL));
	T_CHECK(folder__write(folder, "box/tmp/file", ""));
	T_CHECK(folder__link(folder, "box/tmp/link", "file"));
	fd = task_root__open_own(folder_at(folder, "proc"), 7, "/tmp/file");
	T_CHECK(fd >= 0);
	close(fd);
	T_EQ(task_root__open_own(folder_at(folder, "proc"), 7, "/tmp/link"), -1);
	T_EQ(task_root__open_own(folder_at(folder, "proc"), 7, "/tmp/none"), -1);
	T_EQ(task_root__open_own(folder_at(folder, "proc"), 8, "/tmp/file"), -1);
	fd = task_root__open(folder_at(folder, "proc"), 7, "/tmp/link");
	T_CHECK(fd >= 0);
	close(fd);
	if (geteuid())
		return TEST_OK;
	T_CHECK(!chown(folder_at(folder, "box/tmp/file"), 12345, -1));
	T_EQ(task_root__open_own(folder_at(folder, "proc"), 7, "/tmp/file"), -1);
	T_CHECK(!chown(folder_at(folder, "proc/7"), 12345, -1));
	fd = task_root__open_own(folder_at(folder, "proc"), 7, "/tmp/file");
	T_CHECK(fd >= 0);
	close(fd);
	T_CHECK(!chown(folder_at(folder, "box/tmp/file"), 0, -1));
	fd = task_root__open_own(folder_at(folder, "proc"), 7, "/tmp/file");
	T_CHECK(fd >= 0);
	close(fd);
	return TEST_OK;
}

static int test_own(void)
{
	return folder__run(own);
}

static const struct test_case cases[] = {
	{"tasks that are elsewhere, and their numbers there", test_inner},
	{"each root once", test_each_once},
	{"a build in any root", test_builds},
	{"files of a task", test_own},
	{0},
};

const struct test_suite suite__task_root = {
	.name = "task-root",
	.desc = "tasks that see other files than this program",
	.cases = cases,
};
