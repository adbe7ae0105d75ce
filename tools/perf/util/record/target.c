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

#include "util/base/id-list.h"
#include "util/record/target.h"

/* CPU numbers beyond any machine's: a range to there is a slip of the finger. */
#define TARGET_MAX_CPU 65536

static int ids__add(int32_t **ids, uint32_t *nr, int32_t id, struct defer_error *err)
{
	int32_t *array;

	/* Powers of two are where the array is full. */
	if (!(*nr & (*nr - 1))) {
		array = realloc(*ids, (*nr ? *nr * 2 : 1) * sizeof(*array));
		if (!array)
			return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
						"no memory for a list of tasks");
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

/* A number at *@str, which is then behind it; negative if there is none. */
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
			ret = defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					       "there is no CPU %d", cpus.ranges[i].last);
		for (cpu = cpus.ranges[i].first; !ret && cpu <= cpus.ranges[i].last; cpu++)
			ret = ids__add(&list->cpus, &list->nr_cpus, cpu, err);
	}
	id_list__exit(&cpus);
	return ret;
}

/* Without sysfs, as in a bare container, CPUs are taken to be numbered from 0 on. */
static int list__add_first_cpus(struct target_list *list, struct defer_error *err)
{
	long nr = sysconf(_SC_NPROCESSORS_ONLN);
	int32_t cpu;
	int ret = 0;

	for (cpu = 0; cpu < nr && !ret; cpu++)
		ret = ids__add(&list->cpus, &list->nr_cpus, cpu, err);
	return ret;
}

static int list__add_online_cpus(struct target_list *list, const char *sysfs,
				 struct defer_error *err)
{
	char path[4096], line[4096];
	FILE *file;
	char *got;

	snprintf(path, sizeof(path), "%s/devices/system/cpu/online", sysfs);
	file = fopen(path, "re");
	got = file ? fgets(line, sizeof(line), file) : NULL;
	if (file)
		fclose(file);
	if (!got)
		return list__add_first_cpus(list, err);
	line[strcspn(line, "\n")] = '\0';
	return list__add_cpus(list, line, err);
}

/* All threads of process @pid: 0, or DEFER_ERR_NOENT if it is gone. */
static int list__add_threads(struct target_list *list, const char *procfs, int32_t pid,
			     struct defer_error *err)
{
	char path[4096];
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	snprintf(path, sizeof(path), "%s/%d/task", procfs, pid);
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
	return ret;
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
		return defer_error__set(err, ret, DEFER_NO_OFFSET, "there is no %s %d",
					threads ? "process" : "thread", id);
	return ret;
}

static int list__add_pids(struct target_list *list, const char *procfs, const char *str,
			  bool threads, struct defer_error *err)
{
	struct id_list ids;
	uint32_t i;
	int32_t id;
	int ret;

	ret = id_list__parse(&ids, str, threads ? "process ids" : "thread ids", err);
	if (ret)
		return ret;
	for (i = 0; !ret && i < ids.nr; i++)
		for (id = ids.ranges[i].first; !ret && id <= ids.ranges[i].last; id++)
			ret = list__add_task(list, procfs, id, threads, err);
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
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"there is no user \"%s\"", str);
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
		return defer_error__set(err, DEFER_ERR_IO, DEFER_NO_OFFSET, "%s: %s", procfs,
					strerror(errno));
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
		ret = defer_error__set(err, DEFER_ERR_NOENT, DEFER_NO_OFFSET,
				       "user %s has no tasks", str);
	return ret;
}

static int target__check(const struct target *target, struct defer_error *err)
{
	int tasks = !!target->pids + !!target->tids + !!target->uid;

	if (tasks > 1)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"only one of -p, -t and -u can say whom to record");
	if (tasks && target->system_wide)
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"-a records all tasks: it goes with none of -p, -t and -u");
	if (target->per_thread && (target->system_wide || target->cpus))
		return defer_error__set(err, DEFER_ERR_INVAL, DEFER_NO_OFFSET,
					"--per-thread has no CPUs: it goes with neither -a nor -C");
	return 0;
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
	/* Of CPUs all tasks are recorded; a command's is added when it is forked. */
	if (target->system_wide || target->cpus || !target->has_command)
		return ids__add(&list->tids, &list->nr_tids, -1, err);
	return 0;
}

int target__resolve(const struct target *target, const char *procfs, const char *sysfs,
		    struct target_list *list, struct defer_error *err)
{
	int ret;

	memset(list, 0, sizeof(*list));
	ret = target__check(target, err);
	if (!ret)
		ret = target__add_tasks(target, procfs, list, err);
	if (!ret && target->per_thread)
		ret = ids__add(&list->cpus, &list->nr_cpus, -1, err);
	else if (!ret && target->cpus)
		ret = list__add_cpus(list, target->cpus, err);
	else if (!ret)
		ret = list__add_online_cpus(list, sysfs, err);
	if (ret)
		target_list__exit(list);
	return ret;
}
