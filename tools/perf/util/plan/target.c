// SPDX-License-Identifier: GPL-2.0-only
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/error.h"
#include "util/base/id-list.h"
#include "util/plan/target.h"

/* Limit for CPU numbers, beyond any machine's: a larger number is a typing error. */
#define TARGET_MAX_CPU 65536

static int ids__add(int32_t **ids, uint32_t *nr, int32_t id, struct defer_error *err)
{
	int32_t *array;

	/* The array is full when *nr is 0 or a power of two. */
	if (!(*nr & (*nr - 1))) {
		array = realloc(*ids, (*nr ? *nr * 2 : 1) * sizeof(*array));
		if (!array)
			return error__no_memory(err, "for a list of tasks");
		*ids = array;
	}
	(*ids)[(*nr)++] = id;
	return 0;
}

void target_list__exit(struct target_list *list)
{
	free(list->tids);
	free(list->cpus);
	memset(list, 0, sizeof(*list));
}

/* Reads a number at *@str and steps over it. Returns a negative value if there is none. */
static int32_t parse_id(const char **str)
{
	unsigned long id;
	char *end;

	if (!isdigit((unsigned char)**str))
		return -1;
	errno = 0;
	id = strtoul(*str, &end, 10);
	if (errno || id > INT32_MAX)
		return -1;
	*str = end;
	return id;
}

static int list__add_cpus(struct target_list *list, const char *str, struct defer_error *err)
{
	struct id_list cpus;
	uint32_t i;
	int32_t cpu;
	int ret;

	ret = id_list__parse(&cpus, str, "CPUs", err);
	if (ret)
		return ret;
	for (i = 0; !ret && i < cpus.nr; i++) {
		if (cpus.ranges[i].last >= TARGET_MAX_CPU)
			ret = defer_error__set(err, DEFER_ERR_INVAL, "there is no CPU %d",
					       cpus.ranges[i].last);
		for (cpu = cpus.ranges[i].first; !ret && cpu <= cpus.ranges[i].last; cpu++)
			ret = ids__add(&list->cpus, &list->nr_cpus, cpu, err);
	}
	id_list__exit(&cpus);
	return ret;
}

/* Adds CPUs numbered from 0, for systems without sysfs, such as bare containers. */
static int list__add_first_cpus(struct target_list *list, struct defer_error *err)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);
	int32_t cpu;
	int ret = 0;

	for (cpu = 0; cpu < nr && !ret; cpu++)
		ret = ids__add(&list->cpus, &list->nr_cpus, cpu, err);
	return ret;
}

/* Reads the list of online CPUs, "0-3,5". Returns false if it is not available. */
static bool read_online_cpus(const char *sysfs, char *line, size_t size)
{
	char path[4096];
	FILE *file;
	char *got;

	snprintf(path, sizeof(path), "%s/devices/system/cpu/online", sysfs);
	file = fopen(path, "re");
	got = file ? fgets(line, size, file) : NULL;
	if (file)
		fclose(file);
	if (got)
		line[strcspn(line, "\n")] = '\0';
	return got && *line;
}

static int list__add_online_cpus(struct target_list *list, const char *sysfs,
				 struct defer_error *err)
{
	char line[4096];

	if (!read_online_cpus(sysfs, line, sizeof(line)))
		return list__add_first_cpus(list, err);
	return list__add_cpus(list, line, err);
}

static int compare_cpus(const void *a, const void *b)
{
	const int32_t *cpu_a = a, *cpu_b = b;

	return (*cpu_a > *cpu_b) - (*cpu_a < *cpu_b);
}

/* Sorts the CPUs and removes duplicates: a CPU has one buffer, however often it is named. */
static void list__sort_cpus(struct target_list *list)
{
	uint32_t i, nr = 0;

	qsort(list->cpus, list->nr_cpus, sizeof(*list->cpus), compare_cpus);
	for (i = 0; i < list->nr_cpus; i++)
		if (!nr || list->cpus[nr - 1] != list->cpus[i])
			list->cpus[nr++] = list->cpus[i];
	list->nr_cpus = nr;
}

/*
 * Checks that the CPUs are online. Without a list the kernel decides when the first event is tried.
 */
static int list__check_online(const struct target_list *list, const char *sysfs,
			      struct defer_error *err)
{
	struct target_list online = {0};
	char line[4096];
	uint32_t i;
	int ret = 0;

	if (!read_online_cpus(sysfs, line, sizeof(line)))
		return 0;
	ret = list__add_cpus(&online, line, err);
	for (i = 0; i < list->nr_cpus && !ret; i++)
		if (!bsearch(&list->cpus[i], online.cpus, online.nr_cpus, sizeof(*online.cpus),
			     compare_cpus))
			ret = defer_error__set(err, DEFER_ERR_INVAL, "CPU %d is not online",
					       list->cpus[i]);
	target_list__exit(&online);
	return ret;
}

static int list__add_named_cpus(struct target_list *list, const char *sysfs, const char *str,
				struct defer_error *err)
{
	int ret = list__add_cpus(list, str, err);

	if (ret)
		return ret;
	list__sort_cpus(list);
	return list__check_online(list, sysfs, err);
}

/* Returns the current number of threads of process @path/..; 0 if unknown. */
static uint64_t nr_threads(const char *path)
{
	struct stat st;

	return stat(path, &st) || st.st_nlink < 2 ? 0 : st.st_nlink - 2;
}

/* Adds all threads of process @pid. Returns 0, or DEFER_ERR_NOENT if it has exited. */
static int list__add_threads(struct target_list *list, const char *procfs, int32_t pid,
			     struct defer_error *err)
{
	uint32_t had = list->nr_tids;
	uint64_t before, after;
	char path[4096];
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%d/task", procfs, pid);
	before = nr_threads(path);
	dir = opendir(path);
	if (!dir)
		return DEFER_ERR_NOENT;
	while (!ret && (entry = readdir(dir))) {
		const char *name = entry->d_name;
		int32_t tid = parse_id(&name);

		if (tid >= 0 && !*name)
			ret = ids__add(&list->tids, &list->nr_tids, tid, err);
	}
	closedir(dir);
	after = nr_threads(path);
	list->cut |= list->nr_tids - had < (before < after ? before : after);
	return ret;
}

int target_list__add(struct target_list *list, int32_t tid, struct defer_error *err)
{
	return ids__add(&list->tids, &list->nr_tids, tid, err);
}

static int list__add_task(struct target_list *list, const char *procfs, int32_t id, bool threads,
			  struct defer_error *err)
{
	char path[4096];
	int ret;

	snprintf(path, sizeof(path), "%s/%d", procfs, id);
	if (threads)
		ret = list__add_threads(list, procfs, id, err);
	else if (access(path, F_OK))
		ret = DEFER_ERR_NOENT;
	else
		ret = ids__add(&list->tids, &list->nr_tids, id, err);
	if (ret == DEFER_ERR_NOENT)
		return defer_error__set(err, ret, "there is no %s %d",
					threads ? "process" : "thread", id);
	return ret;
}

static int list__add_pids(struct target_list *list, const char *procfs, const char *str,
			  bool threads, struct defer_error *err)
{
	struct id_list ids;
	uint32_t i;
	int64_t id; /* goes beyond the last one, which may be INT32_MAX */
	int ret;

	ret = id_list__parse(&ids, str, threads ? "process ids" : "thread ids", err);
	if (ret)
		return ret;
	for (i = 0; !ret && i < ids.nr; i++)
		for (id = ids.ranges[i].first; !ret && id <= ids.ranges[i].last; id++)
			ret = list__add_task(list, procfs, (int32_t)id, threads, err);
	id_list__exit(&ids);
	return ret;
}

static int uid__parse(const char *str, uid_t *uid, struct defer_error *err)
{
	const struct passwd *user = getpwnam(str);
	const char *pos = str;
	int32_t id;

	if (user) {
		*uid = user->pw_uid;
		return 0;
	}
	id = parse_id(&pos);
	if (id < 0 || *pos)
		return defer_error__set(err, DEFER_ERR_INVAL, "there is no user \"%s\"", str);
	*uid = id;
	return 0;
}

static int list__add_user(struct target_list *list, const char *procfs, const char *str,
			  struct defer_error *err)
{
	struct dirent *entry;
	char path[4096];
	struct stat st;
	uid_t uid = 0;
	DIR *dir;
	int ret;

	ret = uid__parse(str, &uid, err);
	if (ret)
		return ret;
	dir = opendir(procfs);
	if (!dir)
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", procfs, strerror(errno));
	while (!ret && (entry = readdir(dir))) {
		const char *name = entry->d_name;
		int32_t pid = parse_id(&name);

		if (pid <= 0 || *name)
			continue;
		snprintf(path, sizeof(path), "%s/%d", procfs, pid);
		if (stat(path, &st) || st.st_uid != uid)
			continue;
		ret = list__add_threads(list, procfs, pid, err);
		if (ret == DEFER_ERR_NOENT)
			ret = 0;
	}
	closedir(dir);
	if (!ret && !list->nr_tids)
		ret = defer_error__set(err, DEFER_ERR_NOENT, "user %s has no tasks", str);
	return ret;
}

/*
 * Notes that @weaker is ignored if both are given. Returns 1 if so, 0 if not, or a negative code.
 */
static int overrides(bool stronger, bool weaker, const char *text, struct faults *notes)
{
	if (!stronger || !weaker)
		return 0;
	return faults__add(notes, NULL, "", "%s", text) ? DEFER_ERR_NOMEM : 1;
}

static int override_text(const char *stronger, const char **weaker, const char *text,
			 struct faults *notes)
{
	int ret = overrides(stronger, *weaker, text, notes);

	if (ret > 0)
		*weaker = NULL;
	return ret < 0 ? ret : 0;
}

static int override_flag(bool stronger, bool *weaker, const char *text, struct faults *notes)
{
	int ret = overrides(stronger, *weaker, text, notes);

	if (ret > 0)
		*weaker = false;
	return ret < 0 ? ret : 0;
}

/*
 * Checks in the order of perf's target__validate(), with its messages (Linux 7.2,
 * tools/perf/util/target.c).
 */
int target__settle(struct target *target, struct faults *notes)
{
	const char *tasks = target->pids ? target->pids : target->tids;
	int ret;

	ret = override_text(target->pids, &target->tids, "PID switch overriding TID", notes);
	if (!ret)
		ret = override_text(tasks, &target->cpus, "PID/TID switch overriding CPU", notes);
	if (!ret)
		ret = override_text(tasks, &target->uid, "PID/TID switch overriding UID", notes);
	if (!ret)
		ret = override_text(target->uid, &target->cpus, "UID switch overriding CPU", notes);
	if (!ret)
		ret = override_flag(tasks, &target->system_wide, "PID/TID switch overriding SYSTEM",
				    notes);
	if (!ret)
		ret = override_flag(target->uid, &target->system_wide,
				    "UID switch overriding SYSTEM", notes);
	if (!ret)
		ret = override_flag(target->system_wide || target->cpus, &target->per_thread,
				    "SYSTEM/CPU switch overriding PER-THREAD", notes);
	return ret;
}

void target__remedy(const struct target *target, const char *sysfs, char *text, size_t size)
{
	char online[4096];

	if (target->pids)
		snprintf(text, size, "name running processes: see ps -e");
	else if (target->tids)
		snprintf(text, size, "name running threads: see ps -eL");
	else if (target->uid)
		snprintf(text, size, "name a user with running tasks: see ps -eo user,pid");
	else if (target->cpus && read_online_cpus(sysfs, online, sizeof(online)))
		snprintf(text, size, "name CPUs that are online: -C %s", online);
	else
		snprintf(text, size, "name what to record");
}

static int target__add_tasks(const struct target *target, const char *procfs,
			     struct target_list *list, struct defer_error *err)
{
	if (target->pids)
		return list__add_pids(list, procfs, target->pids, true, err);
	if (target->tids)
		return list__add_pids(list, procfs, target->tids, false, err);
	if (target->uid)
		return list__add_user(list, procfs, target->uid, err);
	/* On CPUs all tasks are recorded. A command's task is added when it is forked. */
	if (target->system_wide || target->cpus || !target->has_command)
		return ids__add(&list->tids, &list->nr_tids, -1, err);
	return 0;
}

int target__resolve(const struct target *target, const char *procfs, const char *sysfs,
		    struct target_list *list, struct defer_error *err)
{
	int ret;

	memset(list, 0, sizeof(*list));
	list->may_go = target->pids || target->uid;
	ret = target__add_tasks(target, procfs, list, err);
	if (!ret && target->per_thread)
		ret = ids__add(&list->cpus, &list->nr_cpus, -1, err);
	else if (!ret && target->cpus)
		ret = list__add_named_cpus(list, sysfs, target->cpus, err);
	else if (!ret)
		ret = list__add_online_cpus(list, sysfs, err);
	if (ret)
		target_list__exit(list);
	return ret;
}

/* Adds the threads of each process in @str that still exists. */
static int list__add_pids_again(struct target_list *list, const char *procfs, const char *str,
				struct defer_error *err)
{
	struct id_list ids;
	int64_t id; /* goes beyond the last one, which may be INT32_MAX */
	int ret;

	ret = id_list__parse(&ids, str, "process ids", err);
	if (ret)
		return ret;
	for (uint32_t i = 0; !ret && i < ids.nr; i++) {
		for (id = ids.ranges[i].first; !ret && id <= ids.ranges[i].last; id++) {
			ret = list__add_threads(list, procfs, (int32_t)id, err);
			if (ret == DEFER_ERR_NOENT)
				ret = 0;
		}
	}
	id_list__exit(&ids);
	return ret;
}

int target__relist(const struct target *target, const char *procfs, struct target_list *list,
		   struct defer_error *err)
{
	int ret = 0;

	*list = (struct target_list){0};
	if (target->pids)
		ret = list__add_pids_again(list, procfs, target->pids, err);
	else if (target->uid)
		ret = list__add_user(list, procfs, target->uid, err);
	if (ret)
		target_list__exit(list);
	if (ret != DEFER_ERR_NOENT)
		return ret;
	defer_error__clear(err);
	return 0;
}
