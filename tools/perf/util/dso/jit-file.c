// SPDX-License-Identifier: GPL-2.0-only
#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/fd.h"
#include "util/dso/containers.h"
#include "util/dso/jit-file.h"
#include "util/dso/symbol.h"

int32_t jit_file__inner_pid(const struct symbol_conf *conf, int32_t pid)
{
	if (!conf->containers || (conf->symfs && *conf->symfs))
		return 0;
	return containers__inner_pid(conf->containers, pid);
}

int jit_file__open_inner(const struct symbol_conf *conf, int32_t pid, const char *path,
			 uint64_t *size, struct defer_error *err)
{
	int fd = containers__open_own(conf->containers, pid, path);
	struct stat st;

	if (fd < 0)
		return defer_error__set(err, DEFER_ERR_NOENT,
					"%s: no such file of process %d, which runs in a container",
					path, pid);
	if (!fstat(fd, &st)) {
		*size = st.st_size;
		return fd;
	}
	close(fd);
	return defer_error__set(err, DEFER_ERR_IO, "%s: %s", path, strerror(errno));
}

int jit_file__open(const char *path, bool force, uint64_t *size, struct defer_error *err)
{
	struct stat st;
	int fd, ret = 0;

	fd = fd__open_regular_nofollow(path, NULL, err);
	if (fd < 0)
		return fd;
	if (fstat(fd, &st))
		ret = defer_error__set(err, DEFER_ERR_IO, "%s: %s", path, strerror(errno));
	else if (!force && st.st_uid && st.st_uid != geteuid())
		ret = defer_error__set(err, DEFER_ERR_INVAL,
				       "%s: not owned by current user or root, ignoring it (use "
				       "-f to override)",
				       path);
	if (ret) {
		close(fd);
		return ret;
	}
	*size = st.st_size;
	return fd;
}
