// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "tests/trial.h"
#include "util/dso/build-id-cache.h"
#include "util/dso/debug-file.h"
#include "util/dso/task-root.h"
#include "util/dso/vdso.h"

#define HEX_1  "0102030405060708090a0b0c0d0e0f1011121314"
#define HEX_21 "15161718191a1b1c1d1e1f202122232425262728"
#define LINK_1 "cache/.build-id/01/02030405060708090a0b0c0d0e0f1011121314"

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

static bool write_elf(const struct folder *folder, const char *path, unsigned char first,
		      bool probes)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct build_id bid = bid_from(first);
	bool ok;

	if (!w)
		return false;
	elf_writer__init(w, ET_DYN);
	elf_writer__build_id(w, bid.data, bid.size);
	if (probes)
		elf_writer__section(w, ".note.stapsdt", SHT_NOTE, 0, 0, 0, "", 1);
	ok = folder__write(folder, path, "") && elf_writer__finish(w, folder_at(folder, path));
	free(w);
	return ok;
}

static int add_as(struct folder const *folder, const char *file, const char *name,
		  unsigned char first, struct defer_error *err)
{
	struct build_id bid = bid_from(first);
	struct build_id_cache cache;
	int fd, ret;

	ret = build_id_cache__open(&cache, folder_at(folder, "cache"), err);
	if (ret)
		return ret;
	fd = open(folder_at(folder, file), O_RDONLY);
	ret = build_id_cache__add_elf(&cache, name, &bid, fd, err);
	close(fd);
	build_id_cache__close(&cache);
	return ret;
}

static ino_t inode(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_ino;
}

static mode_t mode(const char *path)
{
	struct stat st;

	return stat(path, &st) ? 0 : st.st_mode & 07777;
}

static bool is_link_to(const char *path, const char *target)
{
	char buf[PATH_MAX];
	ssize_t len = readlink(path, buf, sizeof(buf) - 1);

	return len > 0 && (buf[len] = '\0', !strcmp(buf, target));
}

/* ---- what is added is where perf has it, and is found again ---- */

static int layout(const struct folder *folder)
{
	const struct symbol_conf conf = {.buildid_dir = folder_at(folder, "cache")};
	struct build_id bid = bid_from(1);
	char path[PATH_MAX];

	T_CHECK(write_elf(folder, "prog", 1, false));
	T_CHECK(!chmod(folder_at(folder, "prog"), 0755));
	T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), 1);
	T_CHECK(is_link_to(folder_at(folder, LINK_1), "../../usr/bin/prog/" HEX_1));
	T_EQ(inode(folder_at(folder, LINK_1 "/elf")), inode(folder_at(folder, "prog")));
	T_CHECK(!access(folder_at(folder, LINK_1 "/probes"), F_OK));
	T_CHECK(build_id_cache__path(&conf, &bid, "elf", path, sizeof(path)));
	T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), 0);
	T_EQ(add_as(folder, "prog", "/elsewhere/prog", 1, NULL), 0);
	T_CHECK(write_elf(folder, "lib", 21, false));
	T_EQ(add_as(folder, "lib", "/usr//lib/lib", 21, NULL), 1);
	T_EQ(inode(folder_at(folder, "cache/usr/lib/lib/" HEX_21 "/elf")),
	     inode(folder_at(folder, "lib")));
	return TEST_OK;
}

static int test_layout(void)
{
	return folder__run(layout);
}

/* perf lists static probes there; an empty list would say that there are none. */
static int probes(const struct folder *folder)
{
	T_CHECK(write_elf(folder, "prog", 1, true));
	T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), 1);
	T_CHECK(access(folder_at(folder, LINK_1 "/probes"), F_OK));
	return TEST_OK;
}

static int test_probes(void)
{
	return folder__run(probes);
}

/* ---- files that must not get a second name ---- */

static int copied(const struct folder *folder)
{
	static const mode_t modes[] = {04755, 02755, 0775, 0757};
	char name[32];

	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		snprintf(name, sizeof(name), "/bin/%zu", i);
		T_CHECK(folder__remove(folder, "cache"));
		T_CHECK(write_elf(folder, "prog", 1, false));
		T_CHECK(!chmod(folder_at(folder, "prog"), modes[i]));
		T_EQ(add_as(folder, "prog", name, 1, NULL), 1);
		if (inode(folder_at(folder, LINK_1 "/elf")) == inode(folder_at(folder, "prog")))
			T_FAIL("mode %o is linked", (unsigned int)modes[i]);
		T_EQ(mode(folder_at(folder, LINK_1 "/elf")), 0755);
	}
	return TEST_OK;
}

static int test_copied(void)
{
	return folder__run(copied);
}

/* The file is another build by the time that it is opened. */
static int other_build(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;

	T_CHECK(write_elf(folder, "prog", 7, false));
	T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "another file"));
	T_CHECK(access(folder_at(folder, "cache/usr/bin/prog/" HEX_1 "/elf"), F_OK));
	T_CHECK(access(folder_at(folder, LINK_1), F_OK));
	return TEST_OK;
}

static int test_other_build(void)
{
	return folder__run(other_build);
}

/* The cached file shares its inode with one that was written over in place. */
static int spoilt(const struct folder *folder)
{
	T_CHECK(write_elf(folder, "prog", 1, false));
	T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), 1);
	T_CHECK(write_elf(folder, "new", 1, false));
	T_CHECK(!truncate(folder_at(folder, LINK_1 "/elf"), 0));
	T_EQ(add_as(folder, "new", "/usr/bin/prog", 1, NULL), 1);
	T_EQ(inode(folder_at(folder, LINK_1 "/elf")), inode(folder_at(folder, "new")));
	return TEST_OK;
}

static int test_spoilt(void)
{
	return folder__run(spoilt);
}

/* A link that leads nowhere, or is no link, as an interrupted or older perf leaves it. */
static int stale_link(const struct folder *folder)
{
	T_CHECK(write_elf(folder, "prog", 1, false));
	T_CHECK(folder__mkdir(folder, "cache"));
	T_CHECK(folder__link(folder, LINK_1, "../../gone/" HEX_1));
	T_CHECK(!chmod(folder_at(folder, "cache/.build-id"), 0755));
	T_CHECK(!chmod(folder_at(folder, "cache/.build-id/01"), 0755));
	T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), 1);
	T_CHECK(is_link_to(folder_at(folder, LINK_1), "../../usr/bin/prog/" HEX_1));
	return TEST_OK;
}

static int test_stale_link(void)
{
	return folder__run(stale_link);
}

/* ---- places that others could have prepared ---- */

static int refused(const struct folder *folder, const char *name, const char *word)
{
	struct defer_error err = DEFER_ERROR_INIT;

	if (add_as(folder, "prog", name, 1, &err) >= 0)
		T_FAIL("%s is taken", name);
	if (!strstr(err.text, word))
		T_FAIL("no '%s' in: %s", word, err.text);
	return TEST_OK;
}

static int places(const struct folder *folder)
{
	T_CHECK(write_elf(folder, "prog", 1, false));
	T_CHECK(folder__mkdir(folder, "cache"));
	T_CHECK(folder__mkdir(folder, "trap"));

	T_CHECK(!chmod(folder_at(folder, "cache"), 0777));
	T_RUN(refused(folder, "/usr/bin/prog", "writable by other users"));
	T_CHECK(!chmod(folder_at(folder, "cache"), 0755));
	T_CHECK(folder__link(folder, "cache/usr", folder_at(folder, "trap")));
	T_RUN(refused(folder, "/usr/bin/prog", "cannot open usr"));
	T_CHECK(folder__link(folder, "cache/.build-id", folder_at(folder, "trap")));
	T_RUN(refused(folder, "/opt/prog", "cannot open .build-id"));
	T_CHECK(access(folder_at(folder, "trap/01"), F_OK));
	T_CHECK(access(folder_at(folder, "trap/bin"), F_OK));
	T_CHECK(folder__remove(folder, "cache/.build-id"));

	T_RUN(refused(folder, "/opt/../../trap/prog", "invalid name"));
	T_RUN(refused(folder, "..", "invalid name"));
	T_RUN(refused(folder, "/", "invalid name"));
	if (!geteuid()) {
		T_CHECK(!chown(folder_at(folder, "cache"), 12345, -1));
		T_RUN(refused(folder, "/opt/prog", "is owned by user 12345"));
	}
	return TEST_OK;
}

static int test_places(void)
{
	return folder__run(places);
}

/* Returns how many names the directory @path has. */
static int nr_names(const char *path)
{
	DIR *dir = opendir(path);
	int nr = -2; /* "." and ".." */

	while (dir && readdir(dir))
		nr++;
	if (dir)
		closedir(dir);
	return nr;
}

/* Whatever is in the way is left as it is, and no temporary file beside it. */
static int in_the_way(const struct folder *folder)
{
	char name[400] = "/usr/";

	T_CHECK(write_elf(folder, "prog", 1, false));
	memset(name + 5, 'x', 300);
	T_RUN(refused(folder, name, "cannot make xxx"));

	T_CHECK(folder__write(folder, "cache/opt", "a file"));
	T_RUN(refused(folder, "/opt/prog", "cannot open opt: Not a directory"));

	T_CHECK(folder__mkdir(folder, "cache/usr/bin/prog/" HEX_1 "/elf"));
	for (const char *sub = "usr\0usr/bin\0usr/bin/prog\0usr/bin/prog/" HEX_1 "\0"; *sub;
	     sub += strlen(sub) + 1) {
		char path[PATH_MAX];

		snprintf(path, sizeof(path), "%s/cache/%s", folder->path, sub);
		T_CHECK(!chmod(path, 0755));
	}
	T_RUN(refused(folder, "/usr/bin/prog", "cannot name elf: Is a directory"));
	T_EQ(nr_names(folder_at(folder, "cache/usr/bin/prog/" HEX_1)), 1);

	T_CHECK(folder__remove(folder, "cache"));
	T_CHECK(folder__mkdir(folder, LINK_1));
	T_CHECK(!chmod(folder_at(folder, "cache"), 0755));
	T_CHECK(!chmod(folder_at(folder, "cache/.build-id"), 0755));
	T_CHECK(!chmod(folder_at(folder, "cache/.build-id/01"), 0755));
	T_RUN(refused(folder, "/usr/bin/prog", "cannot link 02030405"));
	T_EQ(nr_names(folder_at(folder, "cache/.build-id/01")), 1);
	T_EQ(nr_names(folder_at(folder, LINK_1)), 0);

	T_CHECK(folder__remove(folder, "cache"));
	T_CHECK(folder__write(folder, "cache", "a file"));
	T_RUN(refused(folder, "/usr/bin/prog", "cannot open"));
	return TEST_OK;
}

static int test_in_the_way(void)
{
	return folder__run(in_the_way);
}

static int open_at(const struct folder *folder, const char *dir, struct defer_error *err)
{
	struct build_id_cache cache;
	int ret = build_id_cache__open(&cache, folder_at(folder, dir), err);

	if (!ret)
		build_id_cache__close(&cache);
	return ret;
}

/* The cache's own folder is made with all above it, if nothing is in the way. */
static int own_folder(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct build_id_cache closed = {.fd = -1};
	char name[PATH_MAX + 10];

	T_EQ(open_at(folder, "a/b/c", NULL), 0);
	T_EQ(mode(folder_at(folder, "a/b/c")) & 0700, 0700);
	T_EQ(open_at(folder, "a/b/c", NULL), 0);
	T_CHECK(folder__write(folder, "file", ""));
	T_EQ(open_at(folder, "file/cache", &err), DEFER_ERR_IO);
	T_CHECK(strstr(err.text, "build-id cache: cannot make ") &&
		strstr(err.text, "/file/cache"));
	memset(name, 'x', sizeof(name) - 1);
	name[sizeof(name) - 1] = '\0';
	name[0] = '/';
	defer_error__clear(&err);
	T_EQ(build_id_cache__open(&closed, name, &err), DEFER_ERR_IO);
	T_CHECK(strstr(err.text, "cannot make"));
	T_EQ(closed.fd, -1);
	build_id_cache__close(&closed);
	return TEST_OK;
}

static int test_own_folder(void)
{
	return folder__run(own_folder);
}

/* Adds "prog" as a build of @size bytes; the ids of prog are those of build 1. */
static int add_sized(const struct folder *folder, const char *name, int size,
		     struct defer_error *err)
{
	struct build_id bid = bid_from(1);
	struct build_id_cache cache;
	int fd, ret;

	bid.size = size;
	T_EQ(build_id_cache__open(&cache, folder_at(folder, "cache"), NULL), 0);
	fd = open(folder_at(folder, "prog"), O_RDONLY);
	ret = build_id_cache__add_elf(&cache, name, &bid, fd, err);
	close(fd);
	build_id_cache__close(&cache);
	return ret;
}

/* A file has no place without a build id that names two folders, or with a name without end. */
static int unnamed(const struct folder *folder)
{
	char name[2 * PATH_MAX];

	T_CHECK(write_elf(folder, "prog", 1, false));
	for (int size = 0; size <= 1; size++) {
		struct defer_error err = DEFER_ERROR_INIT;

		T_EQ(add_sized(folder, "/bin/prog", size, &err), DEFER_ERR_INVAL);
		T_STREQ(err.text, "/bin/prog has no build id");
	}
	/* The start of the file's own is taken for it. */
	T_EQ(add_sized(folder, "/bin/prog", 2, NULL), 1);
	T_CHECK(is_link_to(folder_at(folder, "cache/.build-id/01/02"), "../../bin/prog/0102"));
	for (size_t i = 0; i < sizeof(name); i++)
		name[i] = i % 100 ? 'x' : '/';
	name[sizeof(name) - 1] = '\0';
	T_RUN(refused(folder, name, "invalid name xxx"));
	return TEST_OK;
}

static int test_unnamed(void)
{
	return folder__run(unnamed);
}

static ino_t link_inode(const char *path)
{
	struct stat st;

	return lstat(path, &st) ? 0 : st.st_ino;
}

/* A link that leads to the right folder already is kept; others are replaced, and nothing else is left. */
static int kept_link(const struct folder *folder)
{
	static const char *const targets[] = {"../../usr/bin/prog/" HEX_1, "../../usr/bin/prog",
					      "../../usr/bin/prog/" HEX_1 "/."};

	T_CHECK(write_elf(folder, "prog", 1, false));
	for (size_t i = 0; i < sizeof(targets) / sizeof(*targets); i++) {
		ino_t was;

		T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), i != 2);
		T_CHECK(!unlink(folder_at(folder, LINK_1)));
		T_CHECK(!symlink(targets[i], folder_at(folder, LINK_1)));
		was = link_inode(folder_at(folder, LINK_1));
		T_CHECK(!unlink(folder_at(folder, "cache/usr/bin/prog/" HEX_1 "/elf")));
		T_EQ(add_as(folder, "prog", "/usr/bin/prog", 1, NULL), 1);
		T_CHECK(is_link_to(folder_at(folder, LINK_1), targets[0]));
		T_CHECK((link_inode(folder_at(folder, LINK_1)) == was) == !i);
		T_EQ(nr_names(folder_at(folder, "cache/.build-id/01")), 1);
		T_EQ(nr_names(folder_at(folder, "cache/usr/bin/prog/" HEX_1)), 2);
		if (i != 1)
			T_CHECK(!unlink(folder_at(folder, "cache/usr/bin/prog/" HEX_1 "/elf")));
	}
	return TEST_OK;
}

static int test_kept_link(void)
{
	return folder__run(kept_link);
}

/* A copy has all bytes, is its owner's to write, and runs with nobody's rights. */
static int copies(const struct folder *folder)
{
	static const struct {
		mode_t from, to;
	} modes[] = {{04711, 0711}, {02444, 0644}, {0664, 0644}, {0622, 0600}};
	char from[PATH_MAX], to[PATH_MAX];
	static char a[1 << 17], b[1 << 17];

	for (size_t i = 0; i < sizeof(modes) / sizeof(*modes); i++) {
		FILE *file;
		size_t size;

		T_CHECK(folder__remove(folder, "cache"));
		T_CHECK(write_elf(folder, "prog", 1, false));
		snprintf(from, sizeof(from), "%s/prog", folder->path);
		snprintf(to, sizeof(to), "%s/" LINK_1 "/elf", folder->path);
		T_CHECK(!truncate(from, 100001));
		T_CHECK(!chmod(from, modes[i].from));
		T_EQ(add_as(folder, "prog", "/bin/prog", 1, NULL), 1);
		T_CHECK(inode(to) != inode(from));
		T_EQ(mode(to), modes[i].to);
		file = fopen(from, "r");
		T_CHECK(file);
		size = fread(a, 1, sizeof(a), file);
		fclose(file);
		T_EQ(size, 100001);
		file = fopen(to, "r");
		T_CHECK(file);
		T_EQ(fread(b, 1, sizeof(b), file), size);
		fclose(file);
		T_CHECK(!memcmp(a, b, size));
	}
	if (!geteuid()) {
		T_CHECK(folder__remove(folder, "cache"));
		T_CHECK(!chmod(from, 0755));
		T_CHECK(!chown(from, 12345, -1));
		T_EQ(add_as(folder, "prog", "/bin/prog", 1, NULL), 1);
		T_CHECK(inode(to) != inode(from));
	}
	return TEST_OK;
}

static int test_copies(void)
{
	return folder__run(copies);
}

/* ---- the kernel's names ---- */

#define KALLSYMS(start) "0000000000000000 A fixed_percpu_data\n" start " T _text\n"

static int add_kallsyms(const struct folder *folder, const char *text)
{
	struct build_id bid = bid_from(1);
	struct build_id_cache cache;
	int ret;

	T_CHECK(folder__write(folder, "kallsyms", text));
	T_EQ(build_id_cache__open(&cache, folder_at(folder, "cache"), NULL), 0);
	ret = build_id_cache__add_kallsyms(&cache, &bid, folder_at(folder, "kallsyms"), NULL);
	build_id_cache__close(&cache);
	return ret;
}

static int kallsyms(const struct folder *folder)
{
	const char *path = LINK_1 "/kallsyms";
	char text[256] = "";
	FILE *file;

	T_EQ(add_kallsyms(folder, KALLSYMS("0000000000000000")), DEFER_ERR_NOENT);
	T_EQ(add_kallsyms(folder, "no list\n"), DEFER_ERR_NOENT);
	T_EQ(add_kallsyms(folder, KALLSYMS("ffffffff81000000")), 1);
	T_CHECK(is_link_to(folder_at(folder, LINK_1), "../../[kernel.kallsyms]/" HEX_1));
	T_EQ(mode(folder_at(folder, path)), 0600);
	T_EQ(add_kallsyms(folder, KALLSYMS("ffffffff81000000")), 0);
	T_EQ(add_kallsyms(folder, KALLSYMS("ffffffff92000000")), 1);
	file = fopen(folder_at(folder, path), "r");
	T_CHECK(file && fread(text, 1, sizeof(text) - 1, file));
	fclose(file);
	T_STREQ(text, KALLSYMS("ffffffff92000000"));
	return TEST_OK;
}

static int test_kallsyms(void)
{
	return folder__run(kallsyms);
}

/* A kernel starts where its list says, by the first of three names that has an address. */
static int kernel_starts(const struct folder *folder)
{
	static const struct {
		const char *text;
		int ret; /* 0: of the boot before */
	} lists[] = {
		{"ffffffff81000000 T _text\n", 1},
		{"ffffffff82000000 T _stext\nffffffff81000000 T _text\n", 0},
		{"ffffffff81000000 t _text\nffffffff82000000 T _stext\n", 0},
		{"0 T _text\nffffffff81000000 T _stext\n", 0},
		{"ffffffff82000000 T _text2\nffffffff83000000 x T _text3\n"
		 "ffffffff81000000 T _stext\nffffffff84000000 T z\n",
		 0},
		{"ffffffff82000000 T _stext\n", 1},
		{"ffffffff81000000 t _stext\n", DEFER_ERR_NOENT},
		{"", DEFER_ERR_NOENT},
	};
	struct build_id bid = bid_from(1);
	struct build_id_cache cache;
	struct defer_error err = DEFER_ERROR_INIT;

	for (size_t i = 0; i < sizeof(lists) / sizeof(*lists); i++) {
		int ret = add_kallsyms(folder, lists[i].text);

		if (ret != lists[i].ret)
			T_FAIL("%s: %d", lists[i].text, ret);
	}
	T_EQ(build_id_cache__open(&cache, folder_at(folder, "cache"), NULL), 0);
	T_EQ(build_id_cache__add_kallsyms(&cache, &bid, folder_at(folder, "none"), &err),
	     DEFER_ERR_IO);
	T_CHECK(strstr(err.text, "cannot read") && strstr(err.text, "/none: "));
	build_id_cache__close(&cache);

	/* A file that is there and is no list is replaced. */
	T_CHECK(!unlink(folder_at(folder, LINK_1 "/kallsyms")));
	T_CHECK(!mkfifo(folder_at(folder, LINK_1 "/kallsyms"), 0600));
	T_EQ(add_kallsyms(folder, "ffffffff82000000 T _stext\n"), 1);
	T_EQ(add_kallsyms(folder, "ffffffff82000000 T _stext\n"), 0);
	return TEST_OK;
}

static int test_kernel_starts(void)
{
	return folder__run(kernel_starts);
}

/* ---- the vdso ---- */

/* Adds the vdso while no file can grow. */
static int add_to_full(struct build_id_cache *cache, const struct build_id *bid,
		       struct defer_error *err)
{
	struct rlimit full, limit;
	int ret;

	if (getrlimit(RLIMIT_FSIZE, &limit))
		return 0;
	full = limit;
	full.rlim_cur = 0;
	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &full);
	ret = build_id_cache__add_vdso(cache, bid, err);
	setrlimit(RLIMIT_FSIZE, &limit);
	signal(SIGXFSZ, SIG_DFL);
	return ret;
}

/* Returns how many files are open. */
static int nr_open(void)
{
	int nr = 0;

	for (int fd = 0; fd < 256; fd++)
		nr += fcntl(fd, F_GETFD) >= 0;
	return nr;
}

/* Without memory nothing is said of the kernel that runs. */
static int vdso_without_memory(struct build_id_cache *cache, const struct build_id *bid)
{
	const pid_t pid = child__begin();
	void **taken = NULL, **next;

	if (pid)
		return child__end(pid);
	setrlimit(RLIMIT_AS, &(struct rlimit){0});
	for (size_t size = 1 << 20; size >= 1024; size /= 2) {
		for (; (next = malloc(size)) != NULL; taken = next)
			*next = taken;
	}
	_exit(build_id_cache__add_vdso(cache, bid, NULL) != DEFER_ERR_NOMEM);
}

static int vdso(const struct folder *folder)
{
	const struct symbol_conf conf = {.buildid_dir = folder_at(folder, "cache")};
	struct build_id other = bid_from(1), bid;
	struct build_id_cache cache;
	struct elf_file file;
	char path[PATH_MAX];
	int nr;

	if (vdso__open_own(&file, NULL))
		return TEST_SKIP;
	bid = file.bid;
	elf_file__close(&file);
	T_EQ(build_id_cache__open(&cache, folder_at(folder, "cache"), NULL), 0);
	T_EQ(build_id_cache__add_vdso(&cache, &other, NULL), DEFER_ERR_NOENT);
	T_EQ(add_to_full(&cache, &bid, NULL), DEFER_ERR_IO);
	T_CHECK(access(folder_at(folder, "cache/[vdso]"), F_OK));
	if (!trial__is_sanitized())
		T_RUN(vdso_without_memory(&cache, &bid));
	nr = nr_open();
	T_EQ(build_id_cache__add_vdso(&cache, &bid, NULL), 1);
	T_EQ(build_id_cache__add_vdso(&cache, &bid, NULL), 0);
	T_EQ(nr_open(), nr);
	build_id_cache__close(&cache);
	T_CHECK(build_id_cache__path(&conf, &bid, "vdso", path, sizeof(path)));
	T_EQ(elf_file__open_build(&file, path, &bid, NULL), 0);
	elf_file__close(&file);
	return TEST_OK;
}

static int test_vdso(void)
{
	return folder__run(vdso);
}

/* ---- files as a task with another root sees them ---- */

static int can_open(const struct folder *folder, const char *path)
{
	int fd = task_root__open(folder_at(folder, "proc"), 7, path);

	if (fd < 0)
		return 0;
	close(fd);
	return 1;
}

static int roots(const struct folder *folder)
{
	int32_t inner;

	T_CHECK(write_elf(folder, "box/bin/prog", 1, false));
	T_CHECK(folder__write(folder, "secret", "of the host\n"));
	T_CHECK(folder__mkdir(folder, "proc/7"));
	T_CHECK(folder__link(folder, "proc/7/root", folder_at(folder, "box")));
	T_CHECK(folder__link(folder, "box/link", "/bin/prog"));
	T_CHECK(folder__link(folder, "box/up", "../secret"));
	T_CHECK(folder__link(folder, "box/out", folder_at(folder, "secret")));
	T_CHECK(folder__link(folder, "box/magic", "/proc/self/exe"));
	T_CHECK(folder__fifo(folder, "box/fifo"));

	T_EQ(can_open(folder, "/bin/prog"), 1);
	T_EQ(can_open(folder, "/link"), 1);
	T_EQ(can_open(folder, "/up"), 0);
	T_EQ(can_open(folder, "/out"), 0);
	T_EQ(can_open(folder, "/magic"), 0);
	T_EQ(can_open(folder, "/../secret"), 0);
	T_EQ(can_open(folder, "/fifo"), 0);
	T_EQ(can_open(folder, "/bin"), 0);
	T_EQ(can_open(folder, "bin/prog"), 0);
	T_EQ(task_root__open(folder_at(folder, "proc"), 8, "/bin/prog"), -1);
	T_CHECK(!task_root__is_inner(folder_at(folder, "proc"), 8, &inner));
	return TEST_OK;
}

static int test_roots(void)
{
	return folder__run(roots);
}

static const struct test_case cases[] = {
	{"is laid out as perf's, and files are found by build id", test_layout},
	{"says of probes nothing that it does not know", test_probes},
	{"copies what others may change, or what runs with another's rights", test_copied},
	{"takes no file that has become another one", test_other_build},
	{"replaces a file that was written over", test_spoilt},
	{"replaces a link that leads nowhere", test_stale_link},
	{"goes only into folders that are ours, and over no link", test_places},
	{"keeps the kernel's names of the latest boot, and to ourselves", test_kallsyms},
	{"leaves what is in its way", test_in_the_way},
	{"makes its own folder", test_own_folder},
	{"has no place for what has no build id or name", test_unnamed},
	{"keeps a link that is right", test_kept_link},
	{"copies all bytes, and no rights", test_copies},
	{"knows a boot by where its kernel starts", test_kernel_starts},
	{"keeps the vdso", test_vdso},
	{"opens a container's files, and none beyond", test_roots},
	{0},
};

const struct test_suite suite__build_id_cache = {
	.name = "build-id-cache",
	.desc = "The cache of build ids is written as perf's, and by nobody else",
	.cases = cases,
};
