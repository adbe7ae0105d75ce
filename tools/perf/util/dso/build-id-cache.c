// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/dso/build-id-cache.h"
#include "util/dso/elf-file.h"
#include "util/dso/vdso.h"

/* Size limit of a copy, bytes: the owner of the file could give it any size. */
#define COPY_MAX (4ULL << 30)

#define COPY_STEP (64U << 20)

/* Bytes of a kernel's list, from its start, that are enough to see where the kernel was loaded. */
#define KALLSYMS_HEAD 65536

/* Longest path of a directory below the cache's. */
#define NAME_SIZE (PATH_MAX + SBUILD_ID_SIZE)

static int build_id_cache__io_error(struct defer_error *err, const char *what, const char *name)
{
	return defer_error__set(err, DEFER_ERR_IO, "build-id cache: cannot %s %s: %s", what, name,
				strerror(errno));
}

/* ---- folders ---- */

/* Refuses a directory that others can write to, since they could replace any file in it. */
static int check_ours(int fd, const char *name, struct defer_error *err)
{
	struct stat st;

	if (fstat(fd, &st))
		return build_id_cache__io_error(err, "look at", name);
	if (st.st_uid != geteuid())
		return defer_error__set(err, DEFER_ERR_IO,
					"build-id cache: %s is owned by user %u, not by the "
					"current user",
					name, (unsigned int)st.st_uid);
	if (st.st_mode & (S_IWGRP | S_IWOTH))
		return defer_error__set(err, DEFER_ERR_IO,
					"build-id cache: %s is writable by other users", name);
	return 0;
}

/*
 * Opens the directory @name in @parent, and creates it if missing. Returns a descriptor, or a
 * negative code.
 */
static int build_id_cache__enter(int parent, const char *name, struct defer_error *err)
{
	int fd, ret;

	if (mkdirat(parent, name, 0755) && errno != EEXIST)
		return build_id_cache__io_error(err, "make", name);
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
	if (fd < 0)
		return build_id_cache__io_error(err, "open", name);
	ret = check_ours(fd, name, err);
	if (ret) {
		close(fd);
		return ret;
	}
	return fd;
}

/* Opens the directory @path, shorter than NAME_SIZE, below the cache's: one component after the other. */
static int enter_path(const struct build_id_cache *cache, const char *path, struct defer_error *err)
{
	char copy[NAME_SIZE], *name, *rest = copy;
	int fd, next;

	snprintf(copy, sizeof(copy), "%s", path);
	fd = fcntl(cache->fd, F_DUPFD_CLOEXEC, 0);
	if (fd < 0)
		return build_id_cache__io_error(err, "open", path);
	while ((name = strsep(&rest, "/"))) {
		if (!*name)
			continue;
		if (!strcmp(name, ".") || !strcmp(name, ".."))
			next = defer_error__set(err, DEFER_ERR_INVAL,
						"build-id cache: invalid name %s", path);
		else
			next = build_id_cache__enter(fd, name, err);
		close(fd);
		if (next < 0)
			return next;
		fd = next;
	}
	return fd;
}

/* Creates the parents of @dir. Ignores errors: a later step fails again and reports it. */
static void make_parents(const char *dir)
{
	char path[PATH_MAX];

	if (snprintf(path, sizeof(path), "%s", dir) >= (int)sizeof(path))
		return;
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		mkdir(path, 0755);
		*slash = '/';
	}
}

int build_id_cache__open(struct build_id_cache *cache, const char *dir, struct defer_error *err)
{
	int ret;

	make_parents(dir);
	if (mkdir(dir, 0755) && errno != EEXIST)
		return build_id_cache__io_error(err, "make", dir);
	cache->fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (cache->fd < 0)
		return build_id_cache__io_error(err, "open", dir);
	ret = check_ours(cache->fd, dir, err);
	if (ret)
		build_id_cache__close(cache);
	return ret;
}

void build_id_cache__close(struct build_id_cache *cache)
{
	if (cache->fd >= 0)
		close(cache->fd);
	cache->fd = -1;
}

/* ---- files: written under a temporary name, then renamed ---- */

#define TMP_SIZE 32

static void make_tmp_name(char tmp[static TMP_SIZE])
{
	uint64_t random = 0;

	if (getrandom(&random, sizeof(random), GRND_NONBLOCK) != sizeof(random))
		random = getpid();
	snprintf(tmp, TMP_SIZE, ".new-%016" PRIx64, random);
}

/* Copies all of @from from its start. */
static int build_id_cache__copy(int from, int to, struct defer_error *err)
{
	uint64_t done = 0;
	ssize_t nr;
	char *buf;

	/*
	 * The kernel's copy may share blocks, but not every file system supports it, nor does
	 * /proc.
	 */
	while (done <= COPY_MAX && (nr = copy_file_range(from, NULL, to, NULL, COPY_STEP, 0)) > 0)
		done += nr;
	buf = malloc(1 << 16);
	if (!buf)
		return error__no_memory(err, "to copy a file");
	while (done <= COPY_MAX && (nr = fd__read_all(from, buf, 1 << 16)) > 0) {
		if (fd__write_all(to, buf, nr)) {
			nr = -1;
			break;
		}
		done += nr;
	}
	free(buf);
	if (done > COPY_MAX)
		errno = EFBIG;
	return nr < 0 || done > COPY_MAX ? build_id_cache__io_error(err, "write", "a copy") : 0;
}

/* Adds a copy of @from. @mode is the final mode of the file. */
static int add_copy(int dir, const char *what, int from, mode_t mode, struct defer_error *err)
{
	char tmp[TMP_SIZE];
	int fd, ret;

	make_tmp_name(tmp);
	fd = openat(dir, tmp, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
	if (fd < 0)
		return build_id_cache__io_error(err, "create", what);
	ret = lseek(from, 0, SEEK_SET) ? build_id_cache__io_error(err, "read", what)
				       : build_id_cache__copy(from, fd, err);
	if (!ret && fchmod(fd, mode))
		ret = build_id_cache__io_error(err, "write", what);
	if (close(fd) && !ret)
		ret = build_id_cache__io_error(err, "write", what);
	if (!ret && renameat(dir, tmp, dir, what))
		ret = build_id_cache__io_error(err, "name", what);
	if (ret)
		unlinkat(dir, tmp, 0);
	return ret;
}

/*
 * Returns true if the file may be hard-linked, which takes no space; perf does so too. Files that
 * other users could change afterwards, and setuid or setgid files, must not be: the link would
 * survive the removal of the original.
 */
static bool may_link(int fd)
{
	struct stat st;

	return !fstat(fd, &st) && !(st.st_mode & (S_ISUID | S_ISGID | S_IWGRP | S_IWOTH)) &&
	       (!st.st_uid || st.st_uid == geteuid());
}

static int add_link_or_copy(int dir, const char *what, int from, struct defer_error *err)
{
	char self[64], tmp[TMP_SIZE];
	struct stat st;
	bool linked;

	make_tmp_name(tmp);
	snprintf(self, sizeof(self), "/proc/self/fd/%d", from);
	linked = may_link(from) && !linkat(AT_FDCWD, self, dir, tmp, AT_SYMLINK_FOLLOW);
	if (linked) {
		linked = !renameat(dir, tmp, dir, what);
		/*
		 * If both names already were links to one file, rename() did nothing and the
		 * temporary name is still there.
		 */
		unlinkat(dir, tmp, 0);
	}
	if (linked)
		return 0;
	if (fstat(from, &st))
		return build_id_cache__io_error(err, "look at", what);
	return add_copy(dir, what, from, (st.st_mode & 0755) | 0600, err);
}

/* ---- an entry: a directory, and the link by which it is found ---- */

struct entry {
	char path[NAME_SIZE]; /* path of the directory, below the cache's */
	char hex[SBUILD_ID_SIZE];
	int fd;
};

/* Writes the path of @what behind the build id's link. Returns false if there is no such file. */
static bool build_id_cache__find(const struct build_id_cache *cache, const struct build_id *bid,
				 const char *what, char path[static PATH_MAX])
{
	char hex[SBUILD_ID_SIZE];

	build_id__snprintf(bid, hex);
	return snprintf(path, PATH_MAX, "/proc/self/fd/%d/.build-id/%.2s/%s/%s", cache->fd, hex,
			hex + 2, what) < PATH_MAX &&
	       !access(path, R_OK);
}

static int entry__open(struct entry *entry, const struct build_id_cache *cache, const char *name,
		       const struct build_id *bid, struct defer_error *err)
{
	entry->fd = -1;
	if (build_id__snprintf(bid, entry->hex) < 4)
		return defer_error__set(err, DEFER_ERR_INVAL, "%s has no build id", name);
	while (*name == '/')
		name++;
	if (!*name || snprintf(entry->path, sizeof(entry->path), "%s/%s", name, entry->hex) >=
			      (int)sizeof(entry->path))
		return defer_error__set(err, DEFER_ERR_INVAL, "build-id cache: invalid name %s",
					name);
	entry->fd = enter_path(cache, entry->path, err);
	return entry->fd < 0 ? entry->fd : 0;
}

/*
 * Replaces a symbolic link atomically, since another process may be following it. Keeps an equal
 * link whose target exists.
 */
static int replace_link(int dir, const char *target, const char *name, struct defer_error *err)
{
	char tmp[TMP_SIZE];

	if (!faccessat(dir, name, F_OK, 0)) {
		char there[NAME_SIZE];
		ssize_t len = readlinkat(dir, name, there, sizeof(there) - 1);

		if (len > 0 && (size_t)len == strlen(target) && !memcmp(there, target, len))
			return 0;
	}
	make_tmp_name(tmp);
	if (symlinkat(target, dir, tmp))
		return build_id_cache__io_error(err, "link", name);
	if (!renameat(dir, tmp, dir, name))
		return 0;
	build_id_cache__io_error(err, "link", name);
	unlinkat(dir, tmp, 0);
	return DEFER_ERR_IO;
}

/* Makes the build id's link. The directory must have its file already. */
static int entry__link(const struct entry *entry, const struct build_id_cache *cache,
		       struct defer_error *err)
{
	char dir[32], target[NAME_SIZE + 8];
	int fd, ret = 0;

	snprintf(dir, sizeof(dir), ".build-id/%.2s", entry->hex);
	fd = enter_path(cache, dir, err);
	if (fd < 0)
		return fd;
	snprintf(target, sizeof(target), "../../%s", entry->path);
	if (symlinkat(target, fd, entry->hex + 2))
		ret = errno == EEXIST ? replace_link(fd, target, entry->hex + 2, err)
				      : build_id_cache__io_error(err, "link", entry->hex);
	close(fd);
	return ret;
}

static void entry__close(struct entry *entry)
{
	if (entry->fd >= 0)
		close(entry->fd);
}

/* ---- what is added ---- */

static bool has_build(const char *path, const struct build_id *bid)
{
	struct elf_file file;
	bool same;

	if (elf_file__open(&file, path, NULL))
		return false;
	same = build_id__equal(&file.bid, bid);
	elf_file__close(&file);
	return same;
}

/*
 * Adds an empty list for a file without static probes. The list of a file with probes is left to
 * perf, which writes it.
 */
static void entry__add_probes(const struct entry *entry)
{
	struct elf_file file;
	GElf_Shdr shdr;
	char path[64];
	bool none;
	int fd;

	snprintf(path, sizeof(path), "/proc/self/fd/%d/elf", entry->fd);
	if (elf_file__open(&file, path, NULL))
		return;
	none = !elf_file__section(&file, ".note.stapsdt", &shdr);
	elf_file__close(&file);
	if (!none)
		return;
	fd = openat(entry->fd, "probes", O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC,
		    0644);
	if (fd >= 0)
		close(fd);
}

static int build_id_cache__add_file(struct build_id_cache *cache, const char *name,
				    const char *what, const struct build_id *bid, int fd,
				    struct defer_error *err)
{
	char path[PATH_MAX];
	struct entry entry;
	int ret;

	if (build_id_cache__find(cache, bid, what, path) && has_build(path, bid))
		return 0;
	ret = entry__open(&entry, cache, name, bid, err);
	if (!ret)
		ret = add_link_or_copy(entry.fd, what, fd, err);
	/* The file may have changed since its build id was read. */
	snprintf(path, sizeof(path), "/proc/self/fd/%d/%s", entry.fd, what);
	if (!ret && !has_build(path, bid)) {
		unlinkat(entry.fd, what, 0);
		ret = defer_error__set(err, DEFER_ERR_INVAL,
				       "build-id cache: %s was replaced by another file", name);
	}
	if (!ret && !strcmp(what, "elf"))
		entry__add_probes(&entry);
	if (!ret)
		ret = entry__link(&entry, cache, err);
	entry__close(&entry);
	return ret ? ret : 1;
}

int build_id_cache__add_elf(struct build_id_cache *cache, const char *name,
			    const struct build_id *bid, int fd, struct defer_error *err)
{
	return build_id_cache__add_file(cache, name, "elf", bid, fd, err);
}

int build_id_cache__add_debug(struct build_id_cache *cache, const char *name,
			      const struct build_id *bid, int fd, struct defer_error *err)
{
	return build_id_cache__add_file(cache, name, "debug", bid, fd, err);
}

/* Returns the address at which a list's kernel starts; 0 if it has none, or hides it. */
static uint64_t kernel_start(int fd)
{
	static const char *const names[] = {" T _text\n", " t _text\n", " T _stext\n"};
	char *head = malloc(KALLSYMS_HEAD + 1), *at;
	uint64_t start = 0;
	ssize_t size;

	if (!head)
		return 0;
	size = lseek(fd, 0, SEEK_SET) ? -1 : fd__read_all(fd, head, KALLSYMS_HEAD);
	head[size < 0 ? 0 : size] = '\0';
	for (size_t i = 0; i < ARRAY_SIZE(names) && !start; i++) {
		at = strstr(head, names[i]);
		while (at && at > head && at[-1] != '\n')
			at--;
		if (at)
			start = strtoull(at, NULL, 16);
	}
	free(head);
	return start;
}

static bool is_of_this_boot(const char *path, uint64_t start)
{
	int fd = fd__open_regular(path, NULL, NULL);
	bool same;

	if (fd < 0)
		return false;
	same = kernel_start(fd) == start;
	close(fd);
	return same;
}

static int add_kallsyms(struct build_id_cache *cache, const struct build_id *bid, int fd,
			struct defer_error *err)
{
	uint64_t start = kernel_start(fd);
	char path[PATH_MAX];
	struct entry entry;
	int ret;

	if (!start)
		return defer_error__set(err, DEFER_ERR_NOENT, "/proc/kallsyms hides addresses");
	if (build_id_cache__find(cache, bid, "kallsyms", path) && is_of_this_boot(path, start))
		return 0;
	ret = entry__open(&entry, cache, "[kernel.kallsyms]", bid, err);
	/* Other users must not see kernel addresses. */
	if (!ret)
		ret = add_copy(entry.fd, "kallsyms", fd, 0600, err);
	if (!ret)
		ret = entry__link(&entry, cache, err);
	entry__close(&entry);
	return ret ? ret : 1;
}

int build_id_cache__add_kallsyms(struct build_id_cache *cache, const struct build_id *bid,
				 const char *path, struct defer_error *err)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), ret;

	if (fd < 0)
		return build_id_cache__io_error(err, "read", path);
	ret = add_kallsyms(cache, bid, fd, err);
	close(fd);
	return ret;
}

/* Returns the descriptor of an unnamed file with the image in memory. */
static int image_fd(const struct elf_file *file, struct defer_error *err)
{
	int fd = memfd_create("vdso", MFD_CLOEXEC);

	if (fd < 0 || fd__write_all(fd, file->image, file->size)) {
		build_id_cache__io_error(err, "copy", "[vdso]");
		if (fd >= 0)
			close(fd);
		return DEFER_ERR_IO;
	}
	return fd;
}

int build_id_cache__add_vdso(struct build_id_cache *cache, const struct build_id *bid,
			     struct defer_error *err)
{
	struct elf_file own;
	char path[PATH_MAX];
	struct entry entry;
	int fd, ret;

	ret = vdso__open_own(&own, err);
	if (ret)
		return ret;
	if (!build_id__equal(&own.bid, bid)) {
		elf_file__close(&own);
		return defer_error__set(err, DEFER_ERR_NOENT,
					"the build id of [vdso] is not that of the running "
					"kernel");
	}
	if (build_id_cache__find(cache, bid, "vdso", path) && has_build(path, bid)) {
		elf_file__close(&own);
		return 0;
	}
	fd = image_fd(&own, err);
	elf_file__close(&own);
	if (fd < 0)
		return fd;
	ret = entry__open(&entry, cache, "[vdso]", bid, err);
	if (!ret)
		ret = add_copy(entry.fd, "vdso", fd, 0600, err);
	if (!ret)
		ret = entry__link(&entry, cache, err);
	entry__close(&entry);
	close(fd);
	return ret ? ret : 1;
}
