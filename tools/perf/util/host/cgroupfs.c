// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <mntent.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <perf/defer-error.h>

#include "util/host/cgroupfs.h"

static bool has_events(const struct mntent *mount)
{
	return !strcmp(mount->mnt_type, "cgroup") && hasmntopt(mount, "perf_event");
}

int cgroupfs__mount_point(const char *procfs, char *path, size_t size)
{
	char mounts[PATH_MAX], line[2 * PATH_MAX];
	struct mntent mount;
	bool found = false;
	FILE *file;

	snprintf(mounts, sizeof(mounts), "%s/mounts", procfs);
	file = setmntent(mounts, "re");
	if (!file)
		return DEFER_ERR_NOENT;
	while (getmntent_r(file, &mount, line, sizeof(line))) {
		bool first = has_events(&mount);

		if (!first && (found || strcmp(mount.mnt_type, "cgroup2")))
			continue;
		if (strlen(mount.mnt_dir) >= size)
			continue;
		strcpy(path, mount.mnt_dir);
		found = true;
		if (first)
			break;
	}
	endmntent(file);
	return found ? 0 : DEFER_ERR_NOENT;
}

int cgroupfs__open(const char *path)
{
	int fd = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

int cgroupfs__id(const char *path, uint64_t *id)
{
	struct {
		struct file_handle handle;
		uint64_t id;
	} node = {.handle.handle_bytes = sizeof(node.id)};
	int mount_id;

	if (name_to_handle_at(AT_FDCWD, path, &node.handle, &mount_id, 0))
		return -errno;
	memcpy(id, node.handle.f_handle, sizeof(*id));
	return 0;
}
