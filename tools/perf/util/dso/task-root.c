// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/openat2.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/dso/elf-file.h"
#include "util/dso/task-root.h"

/*
 * The headers of a kernel tree's tools hide the system's, and have only some numbers. Linux,
 * scripts/syscall.tbl.
 */
#ifndef SYS_openat2
#define SYS_openat2 437
#endif

/* More containers than a machine runs. Each costs a lookup for every missing file. */
#define MAX_ROOTS 4096

/* Opens a file with O_PATH, which has no effect on a FIFO or a device. */
static int open_place(int root, const char *path, uint64_t flags)
{
	const struct open_how how = {
		.flags = O_PATH | O_CLOEXEC | flags,
		.resolve = RESOLVE_IN_ROOT | RESOLVE_NO_MAGICLINKS,
	};

	return syscall(SYS_openat2, root, path, &how, sizeof(how));
}

/* Opens @place for reading if it is a regular file. Closes @place. */
static int open_regular(int place)
{
	char path[64];
	struct stat st;
	int fd = -1;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", place);
	if (!fstat(place, &st) && S_ISREG(st.st_mode))
		fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	close(place);
	return fd;
}

static int open_in_root(const char *procfs, int32_t pid, const char *path, uint64_t flags)
{
	char root_path[PATH_MAX];
	int root, place;

	if (path[0] != '/' ||
	    snprintf(root_path, sizeof(root_path), "%s/%d/root", procfs, pid) >= PATH_MAX)
		return -1;
	root = open(root_path, O_PATH | O_DIRECTORY | O_CLOEXEC);
	if (root < 0)
		return -1;
	place = open_place(root, path, flags);
	close(root);
	return place < 0 ? -1 : open_regular(place);
}

int task_root__open(const char *procfs, int32_t pid, const char *path)
{
	return open_in_root(procfs, pid, path, 0);
}

int task_root__open_own(const char *procfs, int32_t pid, const char *path)
{
	struct stat st, task;
	char proc[PATH_MAX];
	int fd;

	if (snprintf(proc, sizeof(proc), "%s/%d", procfs, pid) >= PATH_MAX || stat(proc, &task))
		return -1;
	fd = open_in_root(procfs, pid, path, O_NOFOLLOW);
	if (fd < 0 || (!fstat(fd, &st) && (!st.st_uid || st.st_uid == task.st_uid)))
		return fd;
	close(fd);
	return -1;
}

/* Returns false if the task is gone or not accessible. */
static bool task_root__read(struct task_root *task, const char *procfs, const char *pid)
{
	char path[PATH_MAX];
	struct stat st;

	if (snprintf(path, sizeof(path), "%s/%s/ns/mnt", procfs, pid) >= PATH_MAX ||
	    stat(path, &st))
		return false;
	task->ns = st.st_ino;
	if (snprintf(path, sizeof(path), "%s/%s/root", procfs, pid) >= PATH_MAX || stat(path, &st))
		return false;
	task->dev = st.st_dev;
	task->ino = st.st_ino;
	task->pid = atoi(pid);
	return true;
}

static bool same_root(const struct task_root *a, const struct task_root *b)
{
	return a->ns == b->ns && a->dev == b->dev && a->ino == b->ino;
}

/* Reads the last number of the line NSpid, which is the one in the task's own namespace. */
static bool read_inner_pid(const char *procfs, int32_t pid, int32_t *inner)
{
	char path[PATH_MAX], line[512];
	bool found = false;
	FILE *status;

	if (snprintf(path, sizeof(path), "%s/%d/status", procfs, pid) >= PATH_MAX)
		return false;
	status = fopen(path, "re");
	while (status && !found && fgets(line, sizeof(line), status))
		found = !strncmp(line, "NSpid:", 6);
	if (status)
		fclose(status);
	if (found)
		*inner = atoi(strrchr(line, '\t') ? strrchr(line, '\t') + 1 : line + 6);
	return found && *inner > 0;
}

bool task_root__is_inner(const char *procfs, int32_t pid, int32_t *inner)
{
	struct task_root self, task;
	char number[16];

	snprintf(number, sizeof(number), "%d", pid);
	if (pid <= 0 || !read_inner_pid(procfs, pid, inner) ||
	    !task_root__read(&self, procfs, "self") || !task_root__read(&task, procfs, number))
		return false;
	return *inner != pid || !same_root(&self, &task);
}

static void task_roots__add(struct task_roots *roots, const struct task_root *task)
{
	/* The first entry is this process. */
	for (size_t i = 0; i < roots->nr; i++) {
		if (same_root(&roots->roots[i], task))
			return;
	}
	if (roots->nr == MAX_ROOTS)
		return;
	if (!ARRAY_GROW(roots->roots, roots->cap, roots->nr + 1))
		return;
	roots->roots[roots->nr++] = *task;
}

void task_roots__init(struct task_roots *roots, const char *procfs)
{
	struct task_root task;
	struct dirent *entry;
	DIR *dir;

	*roots = (struct task_roots){0};
	if (!task_root__read(&task, procfs, "self"))
		return;
	task_roots__add(roots, &task);
	dir = opendir(procfs);
	if (!dir)
		return;
	while ((entry = readdir(dir))) {
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
		    task_root__read(&task, procfs, entry->d_name))
			task_roots__add(roots, &task);
	}
	closedir(dir);
}

void task_roots__exit(struct task_roots *roots)
{
	free(roots->roots);
	*roots = (struct task_roots){0};
}

static bool has_build(int fd, const struct build_id *bid)
{
	struct elf_file file;
	char path[64];
	bool same;

	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	if (elf_file__open(&file, path, NULL))
		return false;
	same = build_id__equal(&file.bid, bid);
	elf_file__close(&file);
	return same;
}

int task_roots__open_build(const struct task_roots *roots, const char *procfs, const char *path,
			   const struct build_id *bid)
{
	for (size_t i = 1; i < roots->nr; i++) {
		int fd = task_root__open(procfs, roots->roots[i].pid, path);

		if (fd >= 0 && has_build(fd, bid))
			return fd;
		if (fd >= 0)
			close(fd);
	}
	return -1;
}
