// SPDX-License-Identifier: GPL-2.0-only
/* Records of what was there before a recording, from a /proc of our own and from the real one. */
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-cursor.h>
#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "util/dso/elf-file.h"
#include "util/host/bpf-progs.h"
#include "util/base/byte-buf.h"
#include "util/synth/proc-maps.h"
#include "util/synth/proc-status.h"
#include "util/synth/synth.h"

/* Takes records, and can read them back. */
struct taker {
	struct byte_buf bytes;
	struct defer_evlist *evlist;
	struct synth_opts opts;
	char procfs[128], sysfs[128], modules[128];
	uint32_t nr, stop_after; /* records; 0: never */
	bool kernel_hidden;
};

static int take(void *ctx, const void *rec, size_t size, struct defer_error *err)
{
	struct taker *taker = ctx;

	byte_buf__add(&taker->bytes, rec, size);
	if (++taker->nr == taker->stop_after)
		return defer_error__set(err, DEFER_ERR_IO, "enough");
	return 0;
}

static int taker__init(struct taker *taker, const struct folder *folder)
{
	const struct defer_attr attr = {
		.size = DEFER_ATTR_SIZE_VER9,
		.sample_type = DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | DEFER_SAMPLE_IDENTIFIER,
		.flags = DEFER_ATTR_SAMPLE_ID_ALL,
	};
	const char *root = folder ? folder->path : "";
	struct defer_error err = DEFER_ERROR_INIT;

	memset(taker, 0, sizeof(*taker));
	snprintf(taker->procfs, sizeof(taker->procfs), "%s/proc", root);
	snprintf(taker->sysfs, sizeof(taker->sysfs), "%s/sys", root);
	snprintf(taker->modules, sizeof(taker->modules), "%s/modules", root);
	taker->evlist = defer_evlist__new();
	T_CHECK(taker->evlist);
	T_EQ(defer_evlist__add(taker->evlist, &attr, NULL, 0, &err), 0);
	taker->opts = (struct synth_opts){
		.procfs = taker->procfs,
		.sysfs = taker->sysfs,
		.modules = taker->modules,
		.id_size = defer_evlist__evsel(taker->evlist, 0)->layout.id_all_size,
		.kernel_hidden = &taker->kernel_hidden,
		.fn = take,
		.ctx = taker,
	};
	T_EQ(taker->opts.id_size, 24);
	return TEST_OK;
}

static void taker__exit(struct taker *taker)
{
	defer_evlist__delete(taker->evlist);
	byte_buf__exit(&taker->bytes);
}

static void add_text(struct byte_buf *text, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void add_text(struct byte_buf *text, const char *fmt, ...)
{
	char line[5000];
	va_list args;

	va_start(args, fmt);
	vsnprintf(line, sizeof(line), fmt, args);
	va_end(args);
	byte_buf__add(text, line, strlen(line));
}

static void say_mmap(struct byte_buf *text, const struct defer_event *ev)
{
	add_text(text, "mmap %d/%d %" PRIx64 "+%" PRIx64 "@%" PRIx64 " %c%c%c%c", ev->mmap.pid,
		 ev->mmap.tid, ev->mmap.start, ev->mmap.len, ev->mmap.pgoff,
		 ev->mmap.prot & PROT_READ ? 'r' : '-', ev->mmap.prot & PROT_WRITE ? 'w' : '-',
		 ev->mmap.prot & PROT_EXEC ? 'x' : '-', ev->mmap.flags & MAP_SHARED ? 's' : 'p');
	if (ev->mmap.build_id_size)
		add_text(text, " <%u:%02x%02x>", ev->mmap.build_id_size, ev->mmap.build_id[0],
			 ev->mmap.build_id[19]);
	else
		add_text(text, " %x:%x:%" PRIu64, ev->mmap.maj, ev->mmap.min, ev->mmap.ino);
	add_text(text, " %s", ev->mmap.filename);
}

static void say_event(struct byte_buf *text, const struct defer_event *ev)
{
	switch (ev->type) {
	case DEFER_RECORD_FORK:
		add_text(text, "fork %d/%d of %d/%d", ev->task.pid, ev->task.tid, ev->task.ppid,
			 ev->task.ptid);
		break;
	case DEFER_RECORD_COMM:
		add_text(text, "comm %d/%d %s", ev->comm.pid, ev->comm.tid, ev->comm.name);
		break;
	case DEFER_RECORD_KSYMBOL:
		add_text(text, "ksymbol %" PRIx64 "+%x type %u flags %u %s", ev->ksymbol.addr,
			 ev->ksymbol.len, ev->ksymbol.ksym_type, ev->ksymbol.flags,
			 ev->ksymbol.name);
		break;
	case DEFER_RECORD_MMAP2:
		say_mmap(text, ev);
		break;
	default:
		break;
	}
	if (ev->misc)
		add_text(text, " misc %x", ev->misc);
	add_text(text, "\n");
}

/* A line for each record; each has its sample_id, all zero. */
static int taker__text(const struct taker *taker, struct byte_buf *text)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_cursor cur;
	struct defer_record rec;
	struct defer_event ev;

	defer_cursor__init(&cur, taker->bytes.data, taker->bytes.size, 0, false);
	while (defer_record__next(&rec, &cur, &err) > 0) {
		T_EQ(rec.size % 8, 0);
		T_EQ(defer_event__decode(&ev, &rec, taker->evlist, &err), 1);
		T_EQ(ev.id.time | ev.id.id | ev.id.pid | ev.id.tid, 0);
		say_event(text, &ev);
	}
	T_EQ(defer_cursor__left(&cur), 0);
	byte_buf__add(text, "", 1);
	return TEST_OK;
}

static int taker__expect(const struct taker *taker, const char *expected)
{
	struct byte_buf text = {0};

	T_RUN(taker__text(taker, &text));
	T_STREQ((char *)text.data, expected);
	byte_buf__exit(&text);
	return TEST_OK;
}

static int test_status(void)
{
	struct proc_status status;

	T_CHECK(proc_status__parse(&status, "Name:\tbash\nUmask:\t0022\nTgid:\t7\nNgid:\t0\n"
					    "Pid:\t8\nPPid:\t6\nKthread:\t0\n"));
	T_STREQ(status.comm, "bash");
	T_EQ(status.tgid, 7);
	T_EQ(status.ppid, 6);
	T_CHECK(!status.kernel);

	/* A name may hold anything; newlines and backslashes are escaped. */
	T_CHECK(proc_status__parse(&status, "Name:\t a\\nTgid:\\\\n\tb \nTgid:\t7\nPPid:\t1\n"
					    "VmSize:\t12 kB\n"));
	T_STREQ(status.comm, " a\nTgid:\\n\tb ");
	T_CHECK(!status.kernel);
	T_CHECK(proc_status__parse(&status, "Name:\t\nTgid:\t7\nPPid:\t0\nKthread:\t1\n"));
	T_STREQ(status.comm, "");
	T_CHECK(status.kernel);
	T_CHECK(proc_status__parse(&status,
				   "Name:\tkworker/0:1-events_long\nTgid:\t7\nPPid:\t2\n"));
	T_STREQ(status.comm, "kworker/0:1-eve");
	T_CHECK(status.kernel);

	T_CHECK(!proc_status__parse(&status, ""));
	T_CHECK(!proc_status__parse(&status, "Name:\tx\nTgid:\t7\n"));
	T_CHECK(!proc_status__parse(&status, "Name:\tx\nTgid:\t\nPPid:\t1\n"));
	T_CHECK(!proc_status__parse(&status, "Tgid:\t7\nPPid:\t1\n"));
	return TEST_OK;
}

static int parse_map(struct proc_map *map, char *copy, const char *line)
{
	strcpy(copy, line);
	return proc_map__parse(map, copy);
}

static int test_maps(void)
{
	struct proc_map map;
	char line[512];

	T_CHECK(parse_map(&map, line,
			  "55e4c0-55e5d0 r-xp 00002000 fe:0b 332383        /bin/a b\n"));
	T_EQ(map.start, 0x55e4c0);
	T_EQ(map.end, 0x55e5d0);
	T_EQ(map.prot, PROT_READ | PROT_EXEC);
	T_EQ(map.flags, MAP_PRIVATE);
	T_EQ(map.pgoff, 0x2000);
	T_EQ(map.maj, 0xfe);
	T_EQ(map.min, 0xb);
	T_EQ(map.ino, 332383);
	T_STREQ(map.name, "/bin/a b");
	T_CHECK(parse_map(&map, line, "1000-2000 -w-s 0 00:00 0 \n"));
	T_EQ(map.prot, PROT_WRITE);
	T_EQ(map.flags, MAP_SHARED);
	T_STREQ(map.name, "");
	T_CHECK(parse_map(&map, line, "1000-2000 ---p 0 00:00 0"));
	T_STREQ(map.name, "");
	T_CHECK(parse_map(&map, line, "1000-2000 r-xp 0 0:1 5   /a\\012b\\x (deleted)\n"));
	T_STREQ(map.name, "/a\nb\\x (deleted)");
	T_CHECK(parse_map(&map, line,
			  "ffffffffff600000-ffffffffff601000 --xp 0 00:00 0 [vsyscall]"));
	T_EQ(map.start, 0xffffffffff600000ULL);
	return TEST_OK;
}

static int test_bad_maps(void)
{
	static const char *const lines[] = {
		"",
		"\n",
		"1000",
		"1000-",
		"1000-2000",
		"1000-2000 ",
		"1000-2000 r-x",
		"1000-2000 r-xp",
		"1000-2000 r-xq 0 0:0 0",
		"1000-2000 rrxp 0 0:0 0",
		"1000-2000 r-xp 0",
		"1000-2000 r-xp 0 0:0",
		"1000-2000 r-xp 0 0:0 x",
		"1000-2000 r-xp 0 0:0 1x /a",
		"2000-1000 r-xp 0 0:0 0 /a",
		"-1000-2000 r-xp 0 0:0 0 /a",
		"x000-2000 r-xp 0 0:0 0 /a",
	};
	struct proc_map map;
	char copy[128];

	for (size_t i = 0; i < sizeof(lines) / sizeof(*lines); i++) {
		if (parse_map(&map, copy, lines[i]))
			T_FAIL("\"%s\" was taken", lines[i]);
	}
	return TEST_OK;
}

#define STATUS(name, tgid, ppid, kthread) \
	"Name:\t" name "\nTgid:\t" tgid "\nPPid:\t" ppid "\nKthread:\t" kthread "\n"

/*
 * A kernel thread; a process of two threads; one whose maps are not ours to see; one that ended
 * while we look; and what is no process.
 */
static int make_proc(const struct folder *folder)
{
	T_CHECK(folder__mkdir(folder, "proc/2/task/2"));
	T_CHECK(folder__write(folder, "proc/2/status", STATUS("kthreadd", "2", "0", "1")));
	T_CHECK(folder__write(folder, "proc/2/maps", "1000-2000 r-xp 0 0:0 0 /never\n"));
	T_CHECK(folder__mkdir(folder, "proc/100/task/100"));
	T_CHECK(folder__mkdir(folder, "proc/100/task/101"));
	T_CHECK(folder__write(folder, "proc/100/status", STATUS("a b", "100", "1", "0")));
	T_CHECK(folder__write(folder, "proc/101/status", STATUS("thread", "100", "1", "0")));
	T_CHECK(folder__write(folder, "proc/100/maps",
			      "400000-401000 r--p 00000000 08:01 11   /bin/prog\n"
			      "401000-409000 r-xp 00001000 08:01 11   /bin/prog\n"
			      "no map at all\n"
			      "500000-501000 rwxp 00000000 00:00 0 \n"
			      "600000-601000 --xp 00000000 00:00 0    [vdso]\n"
			      "700000-702000 r-xs 00000000 08:01 12   /tmp/gone (deleted)\n"
			      "800000-801000 -w-p 00000000 00:00 0    [heap]\n"));
	T_CHECK(folder__mkdir(folder, "proc/200/task/200"));
	T_CHECK(folder__write(folder, "proc/200/status", STATUS("other", "200", "100", "0")));
	T_CHECK(folder__mkdir(folder, "proc/300/task/300"));
	T_CHECK(folder__mkdir(folder, "proc/400"));
	T_CHECK(folder__write(folder, "proc/cmdline", "quiet\n"));
	T_CHECK(folder__mkdir(folder, "proc/100x/task/500"));
	return TEST_OK;
}

static const char *const maps_of_100 =
	"mmap 100/100 401000+8000@1000 r-xp 8:1:11 /bin/prog misc 2\n"
	"mmap 100/100 500000+1000@0 rwxp 0:0:0 //anon misc 2\n"
	"mmap 100/100 600000+1000@0 --xp 0:0:0 [vdso] misc 2\n"
	"mmap 100/100 700000+2000@0 r-xs 8:1:12 /tmp/gone (deleted) "
	"misc 2\n";

/* Folders are read in no order: each process's lines stand together. */
static int all_tasks(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct byte_buf text = {0};
	struct taker taker;
	const char *begin;

	T_RUN(make_proc(folder));
	T_RUN(taker__init(&taker, folder));
	T_EQ(synth__all_tasks(&taker.opts, &err), 0);
	T_RUN(taker__text(&taker, &text));
	T_CHECK(strstr((char *)text.data, "fork 2/2 of 0/0 misc 2000\ncomm 2/2 kthreadd\n"));
	T_CHECK(strstr((char *)text.data, "fork 100/101 of 100/100 misc 2000\n"
					  "comm 100/101 thread\n"));
	T_CHECK(strstr((char *)text.data, "fork 200/200 of 100/100 misc 2000\n"
					  "comm 200/200 other\n"));
	begin = strstr((char *)text.data, "fork 100/100 of 1/1 misc 2000\ncomm 100/100 a b\n");
	T_CHECK(begin);
	T_CHECK(strstr(begin, maps_of_100));
	T_EQ(taker.nr, 4 * 2 + 4);
	byte_buf__exit(&text);
	taker__exit(&taker);
	return TEST_OK;
}

static int test_all_tasks(void)
{
	return folder__run(all_tasks);
}

static int named_tasks(const struct folder *folder)
{
	static const int32_t tids[] = {101, -1, 300, 200, 9999};
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;
	char expected[2048];

	T_RUN(make_proc(folder));
	T_RUN(taker__init(&taker, folder));
	T_EQ(synth__tasks(&taker.opts, tids, 5, &err), 0);
	snprintf(expected, sizeof(expected),
		 "comm 100/101 thread\ncomm 200/200 other\ncomm 100/100 a b\n%s", maps_of_100);
	T_RUN(taker__expect(&taker, expected));
	taker__exit(&taker);

	/* The leader is named too: it comes once. */
	T_RUN(taker__init(&taker, folder));
	T_EQ(synth__tasks(&taker.opts, (const int32_t[]){101, 100}, 2, &err), 0);
	snprintf(expected, sizeof(expected), "comm 100/101 thread\ncomm 100/100 a b\n%s",
		 maps_of_100);
	T_RUN(taker__expect(&taker, expected));
	taker__exit(&taker);

	T_RUN(taker__init(&taker, folder));
	T_EQ(synth__task(&taker.opts, 2, &err), 0);
	T_RUN(taker__expect(&taker, "comm 2/2 kthreadd\n"));
	taker__exit(&taker);
	return TEST_OK;
}

/* The namespaces of a task, of which all but two are readable. */
static int namespaces(const struct folder *folder)
{
	static const char *const there[] = {"net", "uts", "ipc", "mnt", "cgroup"};
	static const int places[] = {DEFER_NS_NET, DEFER_NS_UTS, DEFER_NS_IPC, DEFER_NS_MNT,
				     DEFER_NS_CGROUP};
	struct defer_error err = DEFER_ERROR_INIT;
	struct defer_record rec;
	struct defer_event ev;
	struct taker taker;
	uint64_t dev, ino;
	char path[PATH_MAX];
	struct stat st;

	T_RUN(make_proc(folder));
	T_CHECK(folder__mkdir(folder, "proc/200/ns"));
	T_RUN(taker__init(&taker, folder));
	taker.opts.namespaces = true;
	for (int i = 0; i < 5; i++) {
		snprintf(path, sizeof(path), "proc/200/ns/%s", there[i]);
		T_CHECK(folder__write(folder, path, ""));
	}
	T_EQ(synth__task(&taker.opts, 200, &err), 0);
	T_EQ(taker.nr, 2);
	T_EQ(defer_record__decode(&rec, taker.bytes.data, taker.bytes.size, 0, false, &err), 0);
	T_EQ(rec.type, DEFER_RECORD_COMM);
	T_EQ(defer_record__decode(&rec, taker.bytes.data + rec.size, taker.bytes.size - rec.size, 0,
				  false, &err),
	     0);
	T_EQ(defer_event__decode(&ev, &rec, taker.evlist, &err), 1);
	T_EQ(ev.type, DEFER_RECORD_NAMESPACES);
	T_EQ(ev.namespaces.pid, 200);
	T_EQ(ev.namespaces.tid, 200);
	T_EQ(ev.namespaces.nr, DEFER_NR_NS);
	for (int i = 0; i < 5; i++) {
		snprintf(path, sizeof(path), "%s/proc/200/ns/%s", folder->path, there[i]);
		T_EQ(stat(path, &st), 0);
		defer_event__namespace(&ev, places[i], &dev, &ino);
		T_EQ(dev, st.st_dev);
		T_EQ(ino, st.st_ino);
	}
	defer_event__namespace(&ev, DEFER_NS_PID, &dev, &ino);
	T_EQ(dev | ino, 0);
	taker__exit(&taker);
	return TEST_OK;
}

static int test_namespaces(void)
{
	return folder__run(namespaces);
}

static int test_named_tasks(void)
{
	return folder__run(named_tasks);
}

static int data_maps(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct byte_buf text = {0};
	struct taker taker;

	T_RUN(make_proc(folder));
	T_RUN(taker__init(&taker, folder));
	taker.opts.data_maps = true;
	T_EQ(synth__task(&taker.opts, 100, &err), 0);
	T_RUN(taker__text(&taker, &text));
	T_EQ(taker.nr, 6);
	T_CHECK(strstr((char *)text.data,
		       "400000+1000@0 r--p 8:1:11 /bin/prog misc 2002\nmmap 100/100 401000"));
	T_CHECK(!strstr((char *)text.data, "[heap]"));
	byte_buf__exit(&text);
	taker__exit(&taker);
	return TEST_OK;
}

static int test_data_maps(void)
{
	return folder__run(data_maps);
}

/* The record at which the time was over says so, and is the last of its process. */
static int cut_maps(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	uint32_t nr_cut = 0;
	struct taker taker;

	T_RUN(make_proc(folder));
	T_RUN(taker__init(&taker, folder));
	taker.opts.has_map_timeout = true;
	taker.opts.nr_cut = &nr_cut;
	T_EQ(synth__tasks(&taker.opts, (const int32_t[]){100, 200}, 2, &err), 0);
	T_RUN(taker__expect(&taker,
			    "comm 100/100 a b\n"
			    "mmap 100/100 401000+8000@1000 r-xp 8:1:11 /bin/prog misc 1002\n"
			    "comm 200/200 other\n"));
	T_EQ(nr_cut, 1);
	taker__exit(&taker);

	T_RUN(taker__init(&taker, folder));
	taker.opts.has_map_timeout = true;
	taker.opts.map_timeout_ms = 1000000;
	taker.opts.nr_cut = &nr_cut;
	T_EQ(synth__task(&taker.opts, 100, &err), 0);
	T_EQ(taker.nr, 1 + 4);
	T_EQ(nr_cut, 1);
	taker__exit(&taker);
	return TEST_OK;
}

static int test_cut_maps(void)
{
	return folder__run(cut_maps);
}

/* Whoever takes the records may have had enough. */
static int stop(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;

	T_RUN(make_proc(folder));
	for (uint32_t i = 1; i <= 5; i++) {
		T_RUN(taker__init(&taker, folder));
		defer_error__clear(&err);
		taker.stop_after = i;
		T_EQ(synth__task(&taker.opts, 100, &err), DEFER_ERR_IO);
		T_STREQ(err.text, "enough");
		T_EQ(taker.nr, i);
		taker__exit(&taker);
	}
	return TEST_OK;
}

static int test_stop(void)
{
	return folder__run(stop);
}

/* Our own maps: the kernel and the file itself tell the same build id. */
static int own_maps(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct byte_buf text = {0};
	char exe[4096], expected[64];
	struct elf_file file;
	struct taker taker;
	char *line;
	ssize_t len;

	len = readlink("/proc/self/exe", exe, sizeof(exe) - 1);
	T_CHECK(len > 0);
	exe[len] = '\0';
	T_EQ(elf_file__open(&file, exe, &err), 0);
	T_EQ(file.bid.size, BUILD_ID_SIZE);
	snprintf(expected, sizeof(expected), " <20:%02x%02x> ", file.bid.data[0],
		 file.bid.data[19]);
	elf_file__close(&file);

	T_RUN(taker__init(&taker, NULL));
	taker.opts.build_ids = true;
	T_EQ(synth__task(&taker.opts, getpid(), &err), 0);
	T_RUN(taker__text(&taker, &text));
	line = strstr((char *)text.data, exe);
	T_CHECK(line);
	T_CHECK(!strncmp(line - strlen(expected), expected, strlen(expected)));
	T_CHECK(strstr((char *)text.data, " 0:0:0 [vdso] misc 2\n"));
	byte_buf__exit(&text);
	taker__exit(&taker);
	return TEST_OK;
}

/* An old kernel cannot be asked: the file is found below the process's own root. */
static int root_maps(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct byte_buf text = {0};
	struct taker taker;

	T_RUN(make_proc(folder));
	T_CHECK(folder__link(folder, "proc/100/root/bin/prog", "/proc/self/exe"));
	T_RUN(taker__init(&taker, folder));
	taker.opts.build_ids = true;
	T_EQ(synth__task(&taker.opts, 100, &err), 0);
	T_RUN(taker__text(&taker, &text));
	T_CHECK(strstr((char *)text.data, "401000+8000@1000 r-xp <20:"));
	T_CHECK(strstr((char *)text.data, "> /bin/prog misc 4002\n"));
	T_CHECK(strstr((char *)text.data, " 8:1:12 /tmp/gone (deleted) misc 2\n"));
	byte_buf__exit(&text);
	taker__exit(&taker);
	return TEST_OK;
}

static int test_build_ids(void)
{
	T_RUN(own_maps());
	return folder__run(root_maps);
}

/* Name size 4, 20 bytes of id, type 3 (build id). */
static const char notes[] = "\4\0\0\0\24\0\0\0\3\0\0\0GNU\0\xc0 67890123456789012\xc1";

static int make_kernel(const struct folder *folder, const char *kallsyms)
{
	T_CHECK(folder__write(folder, "proc/kallsyms", kallsyms));
	T_CHECK(folder__write(folder, "proc/modules",
			      "zram 65536 1 - Live 0xffffffffc0300000 (O)\n"
			      "snd_hda_intel 53248 0 - Live 0xffffffffc0200000\n"
			      "hidden 4096 0 - Live 0x0000000000000000\n"
			      "broken\n"));
	T_CHECK(folder__write(folder, "modules/modules.dep",
			      "kernel/sound/snd-hda-intel.ko.xz: kernel/sound/other.ko\n"
			      "kernel/sound/other.ko:\n"));
	T_CHECK(folder__write_bytes(folder, "sys/kernel/notes", notes, sizeof(notes) - 1));
	T_CHECK(folder__write_bytes(folder, "sys/module/zram/notes/.note.gnu.build-id", notes,
				    sizeof(notes) - 1));
	return TEST_OK;
}

static int kernel(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;
	char expected[512];

	T_RUN(make_kernel(folder, "ffffffff81000000 T _stext\nffffffff81000000 T _text\n"
				  "ffffffff81000100 T _text_of_something\n"
				  "ffffffff82000000 T _etext\nffffffff83000000 D _edata\n"));
	T_RUN(taker__init(&taker, folder));
	taker.opts.build_ids = true;
	T_EQ(synth__kernel(&taker.opts, &err), 0);
	T_CHECK(!taker.kernel_hidden);
	snprintf(expected, sizeof(expected),
		 "mmap -1/0 ffffffff81000000+2000000@ffffffff81000000 ---p <20:c0c1> "
		 "[kernel.kallsyms]_text misc 4001\n"
		 "mmap -1/0 ffffffffc0200000+d000@0 ---p 0:0:0 "
		 "%s/kernel/sound/snd-hda-intel.ko.xz misc 1\n"
		 "mmap -1/0 ffffffffc0300000+10000@0 ---p <20:c0c1> [zram] misc 4001\n",
		 taker.modules);
	T_RUN(taker__expect(&taker, expected));
	taker__exit(&taker);
	return TEST_OK;
}

static int test_kernel(void)
{
	return folder__run(kernel);
}

static int bounds(const struct folder *folder)
{
	static const struct {
		const char *kallsyms, *expected;
	} cases[] = {
		{"ffffffff81000000 T _stext\nffffffff82000000 T _etext\n",
		 "mmap -1/0 ffffffff81000000+1000000@ffffffff81000000 ---p 0:0:0 "
		 "[kernel.kallsyms]_stext misc 1\n"},
		/* Up to the first module, where no symbol ends it. */
		{"ffffffff81000000 T _text\n",
		 "mmap -1/0 ffffffff81000000+3f200000@ffffffff81000000 ---p 0:0:0 "
		 "[kernel.kallsyms]_text misc 1\n"},
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct byte_buf text = {0};
	struct taker taker;

	for (int i = 0; i < 2; i++) {
		T_RUN(make_kernel(folder, cases[i].kallsyms));
		T_RUN(taker__init(&taker, folder));
		T_EQ(synth__kernel(&taker.opts, &err), 0);
		T_RUN(taker__text(&taker, &text));
		T_CHECK(!strncmp((char *)text.data, cases[i].expected, strlen(cases[i].expected)));
		byte_buf__exit(&text);
		taker__exit(&taker);
	}
	return TEST_OK;
}

static int test_bounds(void)
{
	return folder__run(bounds);
}

static int hidden(const struct folder *folder)
{
	static const char *const kallsyms[] = {
		"0000000000000000 T _stext\n0000000000000000 T _text\n0000000000000000 D _edata\n",
		"",
		"nonsense\n\n _text\nffffffff81000000 T\n",
	};
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;

	for (int i = 0; i < 3; i++) {
		T_RUN(make_kernel(folder, kallsyms[i]));
		T_CHECK(folder__remove(folder, "proc/modules"));
		T_RUN(taker__init(&taker, folder));
		T_EQ(synth__kernel(&taker.opts, &err), 0);
		T_CHECK(taker.kernel_hidden);
		T_EQ(taker.nr, 0);
		taker__exit(&taker);
	}
	return TEST_OK;
}

static int test_hidden(void)
{
	return folder__run(hidden);
}

/* Code by which the kernel calls BPF: no program, no module, no other function. */
static int trampolines(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct taker taker;
	char expected[256];

	T_CHECK(folder__write(folder, "proc/kallsyms",
			      "ffffffff81000000 T _text\n"
			      "ffffffff81000100 t bpf_trampoline_enter\n"
			      "ffffffffc0000100 t bpf_trampoline_7\t[other]\n"
			      "ffffffffc0001000 t bpf_prog_6deef7357e7b4530_x\t[bpf]\n"
			      "ffffffffc0002000 t bpf_trampoline_6442536467\t[bpf]\n"
			      "0000000000000000 t bpf_trampoline_9\t[bpf]\n"
			      "ffffffffc0003000 t bpf_dispatcher_xdp\t[bpf]\n"
			      "nonsense\n"));
	T_RUN(taker__init(&taker, folder));
	T_EQ(synth__trampolines(&taker.opts, &err), 0);
	snprintf(expected, sizeof(expected),
		 "ksymbol ffffffffc0002000+%lx type 1 flags 0 bpf_trampoline_6442536467\n"
		 "ksymbol ffffffffc0003000+%lx type 1 flags 0 bpf_dispatcher_xdp\n",
		 sysconf(_SC_PAGESIZE), sysconf(_SC_PAGESIZE));
	T_RUN(taker__expect(&taker, expected));
	taker__exit(&taker);

	T_CHECK(folder__remove(folder, "proc/kallsyms"));
	T_RUN(taker__init(&taker, folder));
	T_EQ(synth__trampolines(&taker.opts, &err), 0);
	T_EQ(taker.nr, 0);
	taker__exit(&taker);
	return TEST_OK;
}

static int test_trampolines(void)
{
	return folder__run(trampolines);
}

static int test_bpf_name(void)
{
	static const uint8_t tag[BPF_PROGS_TAG_SIZE] = {0x6d, 0xee, 0xf7, 0x35, 0x7e, 0x7b, 0, 0xf};
	char name[BPF_PROGS_NAME_SIZE];

	bpf_progs__name(name, sizeof(name), tag, "sd_fw_egress");
	T_STREQ(name, "bpf_prog_6deef7357e7b000f_sd_fw_egress");
	bpf_progs__name(name, sizeof(name), tag, NULL);
	T_STREQ(name, "bpf_prog_6deef7357e7b000f");
	bpf_progs__name(name, 20, tag, "long");
	T_STREQ(name, "bpf_prog_6deef7357e");
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"the status of a task, whatever its name", test_status},
	{"maps of a process", test_maps},
	{"what is no map", test_bad_maps},
	{"all tasks, but those that are gone", test_all_tasks},
	{"named tasks, and the leaders of their processes", test_named_tasks},
	{"their namespaces, where they are asked for", test_namespaces},
	{"maps of data, where they are asked for", test_data_maps},
	{"maps that take too long to read", test_cut_maps},
	{"an error of who takes the records ends it", test_stop},
	{"build ids, asked of the kernel or read", test_build_ids},
	{"the kernel and its modules", test_kernel},
	{"where the kernel ends", test_bounds},
	{"a kernel that hides its addresses has no map", test_hidden},
	{"code by which the kernel calls BPF", test_trampolines},
	{"what a function of a BPF program is called", test_bpf_name},
	{0},
};

const struct test_suite suite__synth = {"synth", "records of what there was before", cases};
