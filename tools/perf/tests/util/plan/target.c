// SPDX-License-Identifier: GPL-2.0-only
/* Tasks and CPUs of a recording, on a machine that consists of a few folders. */
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/folder.h"
#include "tests/tests.h"
#include "util/plan/target.h"

struct machine_dirs {
	const struct folder *folder;
	char procfs[96], sysfs[96];
};

/* Processes 10 with threads 10 to 12, 20 alone, and 30, which has exited. CPUs 0-2 and 5. */
static int make_machine(struct machine_dirs *dirs, const struct folder *folder)
{
	static const char *const tasks[] = {"10/task/10", "10/task/11", "10/task/12",
					    "20/task/20", "30",		"sys/task/40"};
	char path[100];

	dirs->folder = folder;
	snprintf(dirs->procfs, sizeof(dirs->procfs), "%s/proc", folder->path);
	snprintf(dirs->sysfs, sizeof(dirs->sysfs), "%s/sys", folder->path);
	for (size_t i = 0; i < sizeof(tasks) / sizeof(*tasks); i++) {
		snprintf(path, sizeof(path), "proc/%s", tasks[i]);
		T_CHECK(folder__mkdir(folder, path));
	}
	/* Threads can be looked up, though a list of processes has none of them. */
	T_CHECK(folder__mkdir(folder, "proc/11"));
	T_CHECK(folder__mkdir(folder, "proc/12"));
	T_CHECK(folder__write(folder, "sys/devices/system/cpu/online", "0-2,5\n"));
	return TEST_OK;
}

static int compare_ids(const void *a, const void *b)
{
	const int32_t *id_a = a, *id_b = b;

	return *id_a - *id_b;
}

static int check_ids(const int32_t *ids, uint32_t nr, const int32_t *want)
{
	uint32_t nr_want = 0;

	while (want[nr_want])
		nr_want++;
	T_EQ(nr, nr_want);
	for (uint32_t i = 0; i < nr; i++)
		T_EQ(ids[i], want[i]);
	return TEST_OK;
}

/* CPUs + 1, so that 0 ends a list. */
static int check_cpus(const struct target_list *list, const int32_t *want)
{
	int32_t cpus[8];

	T_CHECK(list->nr_cpus <= 8);
	for (uint32_t i = 0; i < list->nr_cpus; i++)
		cpus[i] = list->cpus[i] + 1;
	return check_ids(cpus, list->nr_cpus, want);
}

static int check_tids(struct target_list *list, const int32_t *want)
{
	/* A folder has its entries in any order. */
	if (list->nr_tids)
		qsort(list->tids, list->nr_tids, sizeof(*list->tids), compare_ids);
	return check_ids(list->tids, list->nr_tids, want);
}

#define IDS(...) ((const int32_t[]){__VA_ARGS__, 0})
#define ONLINE	 IDS(1, 2, 3, 6)
#define NONE	 ((const int32_t[]){0})

static int resolve(const struct machine_dirs *dirs, const struct target *target,
		   const int32_t *tids, const int32_t *cpus_plus_1, bool may_go)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct target_list list;

	T_EQ(target__resolve(target, dirs->procfs, dirs->sysfs, &list, &err), 0);
	T_RUN(check_tids(&list, tids));
	/* CPU -1 is any. */
	if (target->per_thread)
		T_CHECK(list.nr_cpus == 1 && list.cpus[0] == -1);
	else
		T_RUN(check_cpus(&list, cpus_plus_1));
	T_EQ(list.may_go, may_go);
	T_CHECK(!list.cut);
	target_list__exit(&list);
	T_CHECK(!list.tids && !list.cpus && !list.nr_tids && !list.nr_cpus);
	return TEST_OK;
}

#define TARGET(...) (&(const struct target){__VA_ARGS__})

static int check_tasks(const struct folder *folder)
{
	struct machine_dirs dirs;

	T_RUN(make_machine(&dirs, folder));
	T_RUN(resolve(&dirs, TARGET(.pids = "10"), IDS(10, 11, 12), ONLINE, true));
	T_RUN(resolve(&dirs, TARGET(.pids = "20,10", .per_thread = true), IDS(10, 11, 12, 20), NONE,
		      true));
	T_RUN(resolve(&dirs, TARGET(.tids = "10-12"), IDS(10, 11, 12), ONLINE, false));
	T_RUN(resolve(&dirs, TARGET(.tids = "11"), IDS(11), ONLINE, false));
	T_RUN(resolve(&dirs, TARGET(.has_command = true), NONE, ONLINE, false));
	T_RUN(resolve(&dirs, TARGET(.has_command = true, .per_thread = true), NONE, NONE, false));
	T_RUN(resolve(&dirs, TARGET(.has_command = true, .pids = "20"), IDS(20), ONLINE, true));
	/* All tasks are -1: on CPUs, and where nobody is named. */
	T_RUN(resolve(&dirs, TARGET(.has_command = true, .system_wide = true), IDS(-1), ONLINE,
		      false));
	T_RUN(resolve(&dirs, TARGET(.has_command = true, .cpus = "1"), IDS(-1), IDS(2), false));
	T_RUN(resolve(&dirs, TARGET(.has_command = false), IDS(-1), ONLINE, false));
	return resolve(&dirs, TARGET(.cpus = "5,0-1,1"), IDS(-1), IDS(1, 2, 6), false);
}

static int test_tasks(void)
{
	return folder__run(check_tasks);
}

/* The error of a target, with the remedy for it. */
static int refuse(const struct machine_dirs *dirs, const struct target *target, int code,
		  const char *text, const char *remedy)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct target_list list;
	char how[100];

	T_EQ(target__resolve(target, dirs->procfs, dirs->sysfs, &list, &err), code);
	T_STREQ(err.text, text);
	T_CHECK(!list.tids && !list.cpus);
	target__remedy(target, dirs->sysfs, how, sizeof(how));
	T_STREQ(how, remedy);
	defer_error__clear(&err);
	return TEST_OK;
}

static int check_refusals(const struct folder *folder)
{
	static const char processes[] = "name running processes: see ps -e";
	static const char threads[] = "name running threads: see ps -eL";
	static const char users[] = "name a user with running tasks: see ps -eo user,pid";
	static const char cpus[] = "name CPUs that are online: -C 0-2,5";
	char uid[16], text[160];
	struct machine_dirs dirs;

	T_RUN(make_machine(&dirs, folder));
	T_RUN(refuse(&dirs, TARGET(.pids = "10,13"), DEFER_ERR_NOENT, "there is no process 13",
		     processes));
	T_RUN(refuse(&dirs, TARGET(.pids = "30"), DEFER_ERR_NOENT, "there is no process 30",
		     processes));
	T_RUN(refuse(&dirs, TARGET(.tids = "12-13"), DEFER_ERR_NOENT, "there is no thread 13",
		     threads));
	T_RUN(refuse(&dirs, TARGET(.uid = "no such user"), DEFER_ERR_INVAL,
		     "there is no user \"no such user\"", users));
	T_RUN(refuse(&dirs, TARGET(.uid = "7up"), DEFER_ERR_INVAL, "there is no user \"7up\"",
		     users));
	T_RUN(refuse(&dirs, TARGET(.uid = "2147483648"), DEFER_ERR_INVAL,
		     "there is no user \"2147483648\"", users));
	snprintf(uid, sizeof(uid), "%u", 2147483647 - geteuid());
	snprintf(text, sizeof(text), "user %s has no tasks", uid);
	T_RUN(refuse(&dirs, TARGET(.uid = uid), DEFER_ERR_NOENT, text, users));
	T_RUN(refuse(&dirs, TARGET(.cpus = "1,3"), DEFER_ERR_INVAL, "CPU 3 is not online", cpus));
	T_RUN(refuse(&dirs, TARGET(.cpus = "65535"), DEFER_ERR_INVAL, "CPU 65535 is not online",
		     cpus));
	T_RUN(refuse(&dirs, TARGET(.cpus = "0,65536"), DEFER_ERR_INVAL, "there is no CPU 65536",
		     cpus));
	snprintf(dirs.procfs, sizeof(dirs.procfs), "%s/none", folder->path);
	snprintf(text, sizeof(text), "%s: No such file or directory", dirs.procfs);
	return refuse(&dirs, TARGET(.uid = "0"), DEFER_ERR_IO, text, users);
}

static int test_refusals(void)
{
	return folder__run(check_refusals);
}

/* A machine that does not tell which CPUs are online: they count from 0. */
static int check_no_sysfs(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	long nr = sysconf(_SC_NPROCESSORS_ONLN);
	struct machine_dirs dirs;
	struct target_list list;
	char text[64];

	T_RUN(make_machine(&dirs, folder));
	for (int empty = 0; empty < 2; empty++) {
		if (empty)
			T_CHECK(folder__write(folder, "sys/devices/system/cpu/online", "\n"));
		else
			T_CHECK(folder__remove(folder, "sys/devices/system/cpu/online"));
		T_EQ(target__resolve(TARGET(.system_wide = true), dirs.procfs, dirs.sysfs, &list,
				     &err),
		     0);
		T_EQ(list.nr_cpus, nr);
		for (long i = 0; i < nr; i++)
			T_EQ(list.cpus[i], i);
		target_list__exit(&list);
		/* CPUs that are named may be there. */
		T_RUN(resolve(&dirs, TARGET(.cpus = "7"), IDS(-1), IDS(8), false));
		target__remedy(TARGET(.cpus = "7"), dirs.sysfs, text, sizeof(text));
		T_STREQ(text, "name what to record");
	}
	return TEST_OK;
}

static int test_no_sysfs(void)
{
	return folder__run(check_no_sysfs);
}

/* The user's tasks are those of all processes whose folder is the user's. */
static int check_user(const struct folder *folder)
{
	struct machine_dirs dirs;
	char uid[16], path[128];

	T_RUN(make_machine(&dirs, folder));
	snprintf(uid, sizeof(uid), "%u", geteuid());
	T_RUN(resolve(&dirs, TARGET(.uid = uid), IDS(10, 11, 12, 20), ONLINE, true));
	if (geteuid())
		return TEST_OK;
	/* By its name, and without the tasks of others. */
	snprintf(path, sizeof(path), "%s/10", dirs.procfs);
	if (chown(path, 7, -1))
		return TEST_SKIP;
	T_RUN(resolve(&dirs, TARGET(.uid = "root"), IDS(20), ONLINE, true));
	return resolve(&dirs, TARGET(.uid = "7"), IDS(10, 11, 12), ONLINE, true);
}

static int test_user(void)
{
	return folder__run(check_user);
}

static int relist(const struct machine_dirs *dirs, const struct target *target, const int32_t *tids)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct target_list list;

	T_EQ(target__relist(target, dirs->procfs, &list, &err), 0);
	T_EQ(err.code, 0);
	T_RUN(check_tids(&list, tids));
	T_EQ(list.nr_cpus, 0);
	target_list__exit(&list);
	return TEST_OK;
}

static int check_relist(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct target_list list;
	struct machine_dirs dirs;
	char uid[16];

	T_RUN(make_machine(&dirs, folder));
	/* Those that have exited are no fault any more. */
	T_RUN(relist(&dirs, TARGET(.pids = "9-10,30,20"), IDS(10, 11, 12, 20)));
	T_RUN(relist(&dirs, TARGET(.tids = "11"), NONE));
	T_RUN(relist(&dirs, TARGET(.pids = "13"), NONE));
	T_RUN(relist(&dirs, TARGET(.pids = "2147483647"), NONE)); /* the largest number ends, too */
	snprintf(uid, sizeof(uid), "%u", geteuid());
	T_RUN(relist(&dirs, TARGET(.uid = uid), IDS(10, 11, 12, 20)));
	snprintf(uid, sizeof(uid), "%u", 2147483647 - geteuid());
	T_RUN(relist(&dirs, TARGET(.uid = uid), NONE));
	T_EQ(target__relist(TARGET(.uid = "no such user"), dirs.procfs, &list, &err),
	     DEFER_ERR_INVAL);
	defer_error__clear(&err);
	T_EQ(target__relist(TARGET(.pids = "x"), dirs.procfs, &list, &err), DEFER_ERR_INVAL);
	defer_error__clear(&err);
	return TEST_OK;
}

static int test_relist(void)
{
	return folder__run(check_relist);
}

/* A list that has fewer threads than the folder counts was cut. */
static int check_cut(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct machine_dirs dirs;
	struct target_list list;
	char path[128];
	struct stat st;

	T_RUN(make_machine(&dirs, folder));
	T_CHECK(folder__mkdir(folder, "proc/10/task/12x"));
	snprintf(path, sizeof(path), "%s/10/task", dirs.procfs);
	T_EQ(stat(path, &st), 0);
	/* A file system that does not count folders says nothing of threads. */
	if (st.st_nlink != 2 + 4)
		return TEST_SKIP;
	T_EQ(target__relist(TARGET(.pids = "10,20"), dirs.procfs, &list, &err), 0);
	T_RUN(check_tids(&list, IDS(10, 11, 12, 20)));
	T_CHECK(list.cut);
	target_list__exit(&list);
	return TEST_OK;
}

static int test_cut(void)
{
	return folder__run(check_cut);
}

static const struct test_case cases[] = {
	{"tasks and CPUs by each option", test_tasks},
	{"who is not there, and what to do", test_refusals},
	{"a machine that does not list its CPUs", test_no_sysfs},
	{"the tasks of a user", test_user},
	{"who is still there", test_relist},
	{"a list of threads that is cut is told", test_cut},
	{0},
};

const struct test_suite suite__target = {"target", "Tasks and CPUs of a recording", cases};
