// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "util/host/cgroupfs.h"
#include "util/plan/plan-cgroups.h"

static bool any_cgroup(const struct plan *plan)
{
	for (uint32_t i = 0; i < plan->events.nr; i++) {
		if (plan->events.specs[i].cgroup)
			return true;
	}
	return false;
}

static int find_cgroup(struct event_spec *spec, const char *mount, struct faults *faults)
{
	char path[PATH_MAX], remedy[PATH_MAX + 32];
	int fd, ret;

	if (snprintf(path, sizeof(path), "%s/%s", mount, spec->cgroup) >= (int)sizeof(path))
		fd = -ENAMETOOLONG;
	else
		fd = cgroupfs__open(path);
	if (fd < 0) {
		snprintf(remedy, sizeof(remedy), "name one by its path below %s", mount);
		ret = faults__add(faults, NULL, remedy, "no access to cgroup %s: %s", spec->cgroup,
				  strerror(-fd));
		/* Go on without the cgroup, to find the event's other faults. */
		free(spec->cgroup);
		spec->cgroup = NULL;
		return ret;
	}
	close(fd);
	free(spec->cgroup);
	spec->cgroup = strdup(path);
	return spec->cgroup ? 0 : DEFER_ERR_NOMEM;
}

/*
 * Returns whether a group spans cgroups. The kernel schedules a group as a whole: Linux 7.2,
 * kernel/events/core.c, perf_event_open().
 */
static bool is_divided(const struct plan *plan, const struct event_spec *spec)
{
	const char *of_leader = plan->events.specs[spec->leader].cgroup;

	return (!spec->cgroup != !of_leader) || (of_leader && strcmp(spec->cgroup, of_leader));
}

int plan_cgroups__find(struct plan *plan, const char *procfs, struct faults *faults)
{
	char mount[PATH_MAX];
	int ret = 0;

	if (!any_cgroup(plan))
		return 0;
	if (cgroupfs__mount_point(procfs, mount, sizeof(mount)))
		return faults__add(faults, NULL, "mount -t cgroup2 cgroup2 /sys/fs/cgroup",
				   "-G: no cgroup hierarchy with perf_event is mounted");
	for (uint32_t i = 0; i < plan->events.nr && !ret; i++) {
		struct event_spec *spec = &plan->events.specs[i];

		if (is_divided(plan, spec))
			ret = faults__add(
				faults, NULL, "name one cgroup for all of them",
				"-G: event %s has a different cgroup than its group leader",
				spec->name);
	}
	for (uint32_t i = 0; i < plan->events.nr && !ret; i++) {
		if (plan->events.specs[i].cgroup)
			ret = find_cgroup(&plan->events.specs[i], mount, faults);
	}
	return ret;
}
