// SPDX-License-Identifier: GPL-2.0-only
/* The names of frames, each made into an object once. */
#include <stdlib.h>
#include <string.h>

#include "python/opened.h"
#include "util/header/env.h"

/* Makes room for @nr pointers, those added being NULL. Returns 0, or -1 with an exception. */
static int grow(PyObject ***objects, size_t *nr, size_t to)
{
	PyObject **grown = reallocarray(*objects, to, sizeof(*grown));

	if (!grown) {
		PyErr_NoMemory();
		return -1;
	}
	memset(grown + *nr, 0, (to - *nr) * sizeof(*grown));
	*objects = grown;
	*nr = to;
	return 0;
}

PyObject *opened__comm(struct opened *opened, uint32_t comm_id)
{
	const struct machine *machine = opened->session->machine;

	if (comm_id >= opened->nr_comms &&
	    grow(&opened->comms, &opened->nr_comms, machine__nr_comms(machine)))
		return NULL;
	if (!opened->comms[comm_id])
		opened->comms[comm_id] = native__str(machine__comm(machine, comm_id));
	return opened->comms[comm_id];
}

/* Reads the kernel's symbols. The caller has the lock. */
static int opened__start_names(struct opened *opened, struct defer_error *err)
{
	struct session *session = opened->session;
	const struct resolve_opts opts = {
		.conf = &opened->symbols.conf,
		.release = session->env->os_release,
		.inlines = !opened->symbols.conf.no_inline,
		.srclines = opened->srclines,
		.nr_workers = 1, /* each run names few frames */
		.budget = &session->budget,
	};

	return opened->resolve ? 0 : resolve__new(&opened->resolve, session->machine, &opts, err);
}

/* Returns the object of the frame @id, which is made if there is none. */
static PyObject *opened__frame_object(struct opened *opened, uint32_t id, enum evidence evidence)
{
	const size_t key = frame_object__key(id, evidence);
	PyObject *frame;

	if (key >= opened->nr_frames && grow(&opened->frames, &opened->nr_frames, (key | 8191) + 1))
		return NULL;
	frame = opened->frames[key];
	if (frame)
		return Py_NewRef(frame);
	frame = frame_object__new(opened, id, evidence);
	opened->frames[key] = frame;
	return opened->keeps_frames ? Py_XNewRef(frame) : frame;
}

PyObject *opened__frame(struct opened *opened, uint32_t maps_id, uint64_t ip, bool kernel,
			enum evidence evidence)
{
	struct defer_error err = DEFER_ERROR_INIT;
	int64_t id;

	opened__lock(opened);
	id = opened__start_names(opened, &err);
	if (!id)
		id = resolve__want(opened->resolve, maps_id, ip, kernel, &err);
	opened__unlock(opened);
	if (id < 0)
		return native__raise(opened->native, opened->path, &err);
	return opened__frame_object(opened, id, evidence);
}

const struct frame *opened__name(struct opened *opened, uint32_t id)
{
	struct defer_error err = DEFER_ERROR_INIT;
	PyThreadState *state;
	int ret = 0;

	/* Only grows, under Python's lock. */
	if (id < opened->nr_named)
		return resolve__frame(opened->resolve, id);
	opened__lock(opened);
	if (id >= opened->nr_named) {
		state = PyEval_SaveThread();
		ret = resolve__run(opened->resolve, &err);
		PyEval_RestoreThread(state);
		if (!ret)
			opened->nr_named = resolve__nr(opened->resolve);
	}
	opened__unlock(opened);
	if (!ret)
		return resolve__frame(opened->resolve, id);
	native__raise(opened->native, opened->path, &err);
	return NULL;
}

void opened__drop_frames(struct opened *opened)
{
	if (!opened->keeps_frames)
		return;
	opened->keeps_frames = false;
	for (size_t i = 0; i < opened->nr_frames; i++)
		Py_XDECREF(opened->frames[i]);
}
