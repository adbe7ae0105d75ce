// SPDX-License-Identifier: GPL-2.0-only
/* Records of existing tasks, and of the maps of their processes. */
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>

#include <perf/defer-abi.h>

#include "util/base/clock.h"
#include "util/base/error.h"
#include "util/dso/jitdump.h"
#include "util/synth/proc-maps.h"
#include "util/synth/proc-status.h"
#include "util/synth/synth-build-ids.h"
#include "util/synth/synth-record.h"

struct synth_tasks {
	const struct synth_opts *opts;
	struct synth_record rec;
	struct synth_build_ids build_ids;
};

static void synth_tasks__init(struct synth_tasks *tasks, const struct synth_opts *opts)
{
	*tasks = (struct synth_tasks){.opts = opts, .rec = {.opts = opts}};
	synth_build_ids__init(&tasks->build_ids);
}

static void synth_tasks__exit(struct synth_tasks *tasks)
{
	byte_buf__exit(&tasks->rec.bytes);
	synth_build_ids__exit(&tasks->build_ids);
}

/* Writes FORK. A thread's parent is its process's leader; a leader's parent is in its status. */
static int write_fork(struct synth_tasks *tasks, int32_t tid, const struct proc_status *status,
		      struct defer_error *err)
{
	struct byte_buf *bytes = &tasks->rec.bytes;
	int32_t parent = tid == status->tgid ? status->ppid : status->tgid;

	synth_record__begin(&tasks->rec, DEFER_RECORD_FORK, DEFER_MISC_FORK_EXEC);
	byte_buf__u32(bytes, status->tgid);
	byte_buf__u32(bytes, parent);
	byte_buf__u32(bytes, tid);
	byte_buf__u32(bytes, parent);
	byte_buf__u64(bytes, 0); /* time 0: before all other records */
	return synth_record__end(&tasks->rec, err);
}

static int write_comm(struct synth_tasks *tasks, int32_t tid, const struct proc_status *status,
		      struct defer_error *err)
{
	synth_record__begin(&tasks->rec, DEFER_RECORD_COMM, 0);
	byte_buf__u32(&tasks->rec.bytes, status->tgid);
	byte_buf__u32(&tasks->rec.bytes, tid);
	synth_record__str(&tasks->rec, status->comm);
	return synth_record__end(&tasks->rec, err);
}

/* Writes the namespaces. Those that are not readable, or that this kernel lacks, are 0. */
static int write_namespaces(struct synth_tasks *tasks, int32_t tid,
			    const struct proc_status *status, struct defer_error *err)
{
	static const char *const names[DEFER_NR_NS] = {
		[DEFER_NS_NET] = "net",	      [DEFER_NS_UTS] = "uts",	[DEFER_NS_IPC] = "ipc",
		[DEFER_NS_PID] = "pid",	      [DEFER_NS_USER] = "user", [DEFER_NS_MNT] = "mnt",
		[DEFER_NS_CGROUP] = "cgroup",
	};
	struct byte_buf *bytes = &tasks->rec.bytes;
	char path[PATH_MAX];
	struct stat st;

	synth_record__begin(&tasks->rec, DEFER_RECORD_NAMESPACES, 0);
	byte_buf__u32(bytes, status->tgid);
	byte_buf__u32(bytes, tid);
	byte_buf__u64(bytes, DEFER_NR_NS);
	for (int i = 0; i < DEFER_NR_NS; i++) {
		snprintf(path, sizeof(path), "%s/%d/ns/%s", tasks->opts->procfs, tid, names[i]);
		if (stat(path, &st))
			memset(&st, 0, sizeof(st));
		byte_buf__u64(bytes, st.st_dev);
		byte_buf__u64(bytes, st.st_ino);
	}
	return synth_record__end(&tasks->rec, err);
}

static bool is_late(const struct synth_opts *opts, uint64_t start_ns)
{
	return opts->has_map_timeout && clock__now() - start_ns >= opts->map_timeout_ms * 1000000;
}

/* Returns whether a map is written: code, and with --data-mmap all that is readable. */
static bool is_written(const struct synth_opts *opts, const struct proc_map *map)
{
	return map->prot & PROT_EXEC || (opts->data_maps && map->prot & PROT_READ);
}

/* Writes one map. @misc is added to the flags that the map itself gives. */
static int write_map(struct synth_tasks *tasks, int32_t pid, const struct proc_maps *maps,
		     const struct proc_map *map, uint16_t misc, struct defer_error *err)
{
	struct synth_map out = {
		.pid = pid,
		.tid = pid,
		.misc = DEFER_MISC_USER | misc,
		.start = map->start,
		.len = map->end - map->start,
		.pgoff = map->pgoff,
		.prot = map->prot,
		.flags = map->flags,
		.maj = map->maj,
		.min = map->min,
		.ino = map->ino,
		.name = *map->name ? map->name : "//anon",
	};
	int32_t number;

	if (!is_written(tasks->opts, map))
		return 0;
	if (tasks->opts->has_jitdump && jitdump__is_name(out.name, &number))
		*tasks->opts->has_jitdump = true;
	if (!(map->prot & PROT_EXEC))
		out.misc |= DEFER_MISC_MMAP_DATA;
	if (tasks->opts->build_ids)
		synth_build_ids__find(&tasks->build_ids, tasks->opts->procfs, pid, maps, map,
				      &out.bid);
	return synth_record__mmap2(&tasks->rec, &out, err);
}

static int write_maps(struct synth_tasks *tasks, int32_t pid, struct defer_error *err)
{
	const struct synth_opts *opts = tasks->opts;
	uint64_t start_ns = opts->has_map_timeout ? clock__now() : 0;
	struct proc_maps maps;
	struct proc_map map;
	bool cut = false;
	int ret = 0;

	if (opts->no_maps || !proc_maps__open(&maps, opts->procfs, pid))
		return 0;
	while (!ret && !cut && proc_maps__next(&maps, &map)) {
		/* As in perf, a flag in the last record tells that the list was cut. */
		cut = is_written(opts, &map) && is_late(opts, start_ns);
		ret = write_map(tasks, pid, &maps, &map,
				cut ? DEFER_MISC_PROC_MAP_PARSE_TIMEOUT : 0, err);
	}
	if (cut && opts->nr_cut)
		++*opts->nr_cut;
	proc_maps__close(&maps);
	return ret;
}

/*
 * Writes the records of one task, FORK only if @with_fork. Sets @tgid, to -1 if the task has
 * exited.
 */
static int write_task(struct synth_tasks *tasks, int32_t tid, bool with_fork, int32_t *tgid,
		      struct defer_error *err)
{
	struct proc_status status;
	int ret = 0;

	*tgid = -1;
	if (!proc_status__read(&status, tasks->opts->procfs, tid))
		return 0;
	*tgid = status.tgid;
	if (with_fork)
		ret = write_fork(tasks, tid, &status, err);
	if (!ret)
		ret = write_comm(tasks, tid, &status, err);
	if (!ret && tasks->opts->namespaces)
		ret = write_namespaces(tasks, tid, &status, err);
	if (!ret && status.tgid == tid && !status.kernel)
		ret = write_maps(tasks, tid, err);
	return ret;
}

/* Returns the number that is the entry's name; -1 for other names. */
static int32_t entry__id(const struct dirent *entry)
{
	char *end;
	long id;

	if (entry->d_name[0] < '0' || entry->d_name[0] > '9')
		return -1;
	id = strtol(entry->d_name, &end, 10);
	return *end || id > INT32_MAX ? -1 : id;
}

static int write_process(struct synth_tasks *tasks, int32_t pid, struct defer_error *err)
{
	char path[PATH_MAX];
	struct dirent *entry;
	int32_t tid, tgid;
	int ret = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%d/task", tasks->opts->procfs, pid);
	dir = opendir(path);
	if (!dir)
		return 0;
	while (!ret && (entry = readdir(dir))) {
		tid = entry__id(entry);
		if (tid > 0)
			ret = write_task(tasks, tid, true, &tgid, err);
	}
	closedir(dir);
	return ret;
}

int synth__all_tasks(const struct synth_opts *opts, struct defer_error *err)
{
	struct synth_tasks tasks;
	struct dirent *entry;
	int32_t pid;
	int ret = 0;
	DIR *dir;

	dir = opendir(opts->procfs);
	if (!dir)
		return 0;
	synth_tasks__init(&tasks, opts);
	while (!ret && (entry = readdir(dir))) {
		pid = entry__id(entry);
		if (pid > 0)
			ret = write_process(&tasks, pid, err);
	}
	synth_tasks__exit(&tasks);
	closedir(dir);
	return ret;
}

static int by_id(const void *a, const void *b)
{
	int32_t x = *(const int32_t *)a, y = *(const int32_t *)b;

	return x < y ? -1 : x > y;
}

/*
 * Writes COMM of the tasks in @tids, and the maps of those that lead a process. The leaders of the
 * other tasks are added to @leaders, once for each task.
 */
static int write_named(struct synth_tasks *tasks, const int32_t *tids, uint32_t nr,
		       int32_t *leaders, uint32_t *nr_leaders, struct defer_error *err)
{
	int32_t tgid;
	int ret = 0;

	*nr_leaders = 0;
	for (uint32_t i = 0; i < nr && !ret; i++) {
		if (tids[i] < 0)
			continue;
		ret = write_task(tasks, tids[i], false, &tgid, err);
		if (tgid >= 0 && tgid != tids[i])
			leaders[(*nr_leaders)++] = tgid;
	}
	return ret;
}

/* Writes the maps of leaders that are not in @tids, once each. Both arrays are sorted. */
static int write_leaders(struct synth_tasks *tasks, const int32_t *leaders, uint32_t nr_leaders,
			 const int32_t *tids, uint32_t nr, struct defer_error *err)
{
	int32_t tgid;
	int ret = 0;

	for (uint32_t i = 0; i < nr_leaders && !ret; i++) {
		if (i && leaders[i] == leaders[i - 1])
			continue;
		if (!bsearch(&leaders[i], tids, nr, sizeof(*tids), by_id))
			ret = write_task(tasks, leaders[i], false, &tgid, err);
	}
	return ret;
}

int synth__tasks(const struct synth_opts *opts, const int32_t *tids, uint32_t nr,
		 struct defer_error *err)
{
	int32_t *leaders = calloc(2 * (size_t)nr + 1, sizeof(*leaders)), *sorted;
	struct synth_tasks tasks;
	uint32_t nr_leaders;
	int ret;

	if (!leaders)
		return error__no_memory(err, "for %u tasks", nr);
	sorted = leaders + nr;
	synth_tasks__init(&tasks, opts);
	ret = write_named(&tasks, tids, nr, leaders, &nr_leaders, err);
	if (nr)
		memcpy(sorted, tids, nr * sizeof(*tids));
	qsort(sorted, nr, sizeof(*sorted), by_id);
	qsort(leaders, nr_leaders, sizeof(*leaders), by_id);
	if (!ret)
		ret = write_leaders(&tasks, leaders, nr_leaders, sorted, nr, err);
	synth_tasks__exit(&tasks);
	free(leaders);
	return ret;
}

int synth__task(const struct synth_opts *opts, int32_t tid, struct defer_error *err)
{
	return synth__tasks(opts, &tid, 1, err);
}
