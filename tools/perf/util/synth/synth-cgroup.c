// SPDX-License-Identifier: GPL-2.0-only
/* Records with the names of all cgroups. */
#include <fts.h>
#include <limits.h>
#include <string.h>

#include <perf/defer-abi.h>

#include "util/base/error.h"
#include "util/host/cgroupfs.h"
#include "util/synth/synth-record.h"

static int write_cgroup(struct synth_record *rec, const char *mount, const char *path,
			struct defer_error *err)
{
	const char *name = path + strlen(mount);
	uint64_t id;

	/* The cgroup may have been removed since it was listed. */
	if (cgroupfs__id(path, &id))
		return 0;
	synth_record__begin(rec, DEFER_RECORD_CGROUP, 0);
	byte_buf__u64(&rec->bytes, id);
	synth_record__str(rec, *name ? name : "/");
	return synth_record__end(rec, err);
}

int synth__cgroups(const struct synth_opts *opts, struct defer_error *err)
{
	struct synth_record rec = {.opts = opts};
	char mount[PATH_MAX], *const roots[] = {mount, NULL};
	FTSENT *entry;
	int ret = 0;
	FTS *tree;

	if (cgroupfs__mount_point(opts->procfs, mount, sizeof(mount)))
		return 0;
	tree = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR | FTS_XDEV, NULL);
	if (!tree)
		return error__no_memory(err, "for the list of cgroups");
	while (!ret && (entry = fts_read(tree)))
		if (entry->fts_info == FTS_D)
			ret = write_cgroup(&rec, mount, entry->fts_path, err);
	fts_close(tree);
	byte_buf__exit(&rec.bytes);
	return ret;
}
