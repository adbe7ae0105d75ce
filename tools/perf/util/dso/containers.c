// SPDX-License-Identifier: GPL-2.0-only
#include <pthread.h>
#include <stdlib.h>

#include "util/dso/containers.h"
#include "util/dso/task-root.h"

struct containers {
	const char *procfs;
	pthread_mutex_t lock; /* protects the two fields below until they are set */
	struct task_roots roots;
	bool known;
};

struct containers *containers__new(const char *procfs)
{
	struct containers *containers = calloc(1, sizeof(*containers));

	if (!containers)
		return NULL;
	containers->procfs = procfs;
	pthread_mutex_init(&containers->lock, NULL);
	return containers;
}

void containers__delete(struct containers *containers)
{
	if (!containers)
		return;
	task_roots__exit(&containers->roots);
	pthread_mutex_destroy(&containers->lock);
	free(containers);
}

int containers__open_build(struct containers *containers, const char *path,
			   const struct build_id *bid)
{
	pthread_mutex_lock(&containers->lock);
	if (!containers->known)
		task_roots__init(&containers->roots, containers->procfs);
	containers->known = true;
	pthread_mutex_unlock(&containers->lock);
	return task_roots__open_build(&containers->roots, containers->procfs, path, bid);
}

int32_t containers__inner_pid(const struct containers *containers, int32_t pid)
{
	int32_t inner;

	return task_root__is_inner(containers->procfs, pid, &inner) ? inner : 0;
}

int containers__open_own(const struct containers *containers, int32_t pid, const char *path)
{
	return task_root__open_own(containers->procfs, pid, path);
}
