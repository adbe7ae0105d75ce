// SPDX-License-Identifier: GPL-2.0-only
/* Sample: one sample, whose stacks are made into frames when they are asked for. */
#include <stddef.h>
#include <string.h>

#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>
#include <perf/defer-stitch.h>

#include "python/opened.h"
#include "util/machine/half-walk.h"
#include "util/profile/func.h"

/*
 * A sample. Its own addresses are copied behind it, those of a deferred record belong to the opened
 * trace.
 */
struct sample_object {
	PyVarObject ob_base;
	struct opened *opened;
	unsigned long long time, period, cookie, ip, addr;
	long long delay; /* ns from the sample to the record; valid if @has_delay */
	int pid, tid, cpu;
	uint32_t event, comm_id, kernel_maps_id, user_maps_id;
	uint32_t nr_kernel, nr_user; /* entries, with marks */
	const uint64_t *user;
	uint8_t cls;
	bool has_delay;
	uint64_t ips[]; /* the kernel half, and the user half if no record has it */
};

static void sample_object__copy_values(struct sample_object *self, const struct stitched *stitched)
{
	const struct defer_sample *sample = stitched->sample;

	self->time = stitched->time;
	self->period = sample->period;
	self->cookie = stitched->cookie;
	self->ip = sample->ip;
	self->addr = sample->addr;
	self->pid = sample->pid;
	self->tid = sample->tid;
	self->cpu = sample->cpu;
	self->event = stitched->evsel->idx;
	self->comm_id = stitched->task.comm_id;
	self->kernel_maps_id = stitched->kernel_maps_id;
	self->user_maps_id = stitched->user_maps_id;
	self->cls = stitched->cls;
	if (stitched->record && !self->opened->session->no_time) {
		self->delay = (long long)(stitched->record->time - stitched->time);
		self->has_delay = true;
	}
}

static void sample_object__copy_halves(struct sample_object *self, const struct stitched *stitched)
{
	const struct half *kernel = &stitched->kernel, *user = &stitched->user;

	self->nr_kernel = kernel->nr;
	self->nr_user = user->nr;
	if (kernel->nr)
		memcpy(self->ips, kernel->ips, kernel->nr * sizeof(*self->ips));
	self->user = user->ips;
	if (!stitched->record) {
		self->user = self->ips + kernel->nr;
		if (user->nr)
			memcpy(self->ips + kernel->nr, user->ips, user->nr * sizeof(*self->ips));
	}
}

PyObject *sample_object__new(struct opened *opened, const struct stitched *stitched)
{
	Py_ssize_t nr =
		stitched->kernel.nr + (stitched->record ? 0 : (Py_ssize_t)stitched->user.nr);
	struct sample_object *self =
		(struct sample_object *)PyType_GenericAlloc(opened->native->sample, nr);

	if (!self)
		return NULL;
	self->opened = opened__get(opened);
	sample_object__copy_values(self, stitched);
	sample_object__copy_halves(self, stitched);
	return (PyObject *)self;
}

static void sample_object__dealloc(PyObject *obj)
{
	PyTypeObject *type = Py_TYPE(obj);

	opened__put(((struct sample_object *)obj)->opened);
	PyObject_Free(obj);
	Py_DECREF(type);
}

/* ---- halves ---- */

static Py_ssize_t nr_frames(const struct half *half)
{
	struct half_walk walk;
	Py_ssize_t nr = 0;

	half_walk__init(&walk, *half, 0);
	while (half_walk__next(&walk))
		nr++;
	return nr;
}

/* Returns a tuple of the addresses, as ints. */
static PyObject *make_ips(const uint64_t *ips, uint32_t nr)
{
	const struct half half = {.ips = ips, .nr = nr};
	PyObject *tuple = PyTuple_New(nr_frames(&half)), *ip;
	struct half_walk walk;
	Py_ssize_t pos = 0;

	half_walk__init(&walk, half, 0);
	while (tuple && half_walk__next(&walk)) {
		ip = PyLong_FromUnsignedLongLong(walk.ip);
		if (!ip) {
			Py_DECREF(tuple);
			return NULL;
		}
		PyTuple_SetItem(tuple, pos++, ip);
	}
	return tuple;
}

/* Returns a tuple of the frames of one half. */
static PyObject *make_frames(const struct sample_object *self, const struct half *half,
			     uint32_t maps_id, bool kernel)
{
	PyObject *tuple = PyTuple_New(nr_frames(half)), *frame;
	struct half_walk walk;
	Py_ssize_t pos = 0;

	half_walk__init(&walk, *half, maps_id);
	while (tuple && half_walk__next(&walk)) {
		frame = opened__frame(self->opened, walk.maps_id, walk.ip, kernel,
				      kernel ? EVIDENCE_NR : half_walk__evidence(&walk, self->cls));
		if (!frame) {
			Py_DECREF(tuple);
			return NULL;
		}
		PyTuple_SetItem(tuple, pos++, frame);
	}
	return tuple;
}

static PyObject *get_kernel(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;
	const struct half half = {.ips = self->ips, .nr = self->nr_kernel};

	(void)arg;
	return make_frames(self, &half, self->kernel_maps_id, true);
}

static PyObject *get_user(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;
	const struct half half = {.ips = self->user, .nr = self->nr_user};

	(void)arg;
	return make_frames(self, &half, self->user_maps_id, false);
}

static PyObject *get_kernel_ips(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;

	(void)arg;
	return make_ips(self->ips, self->nr_kernel);
}

static PyObject *get_user_ips(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;

	(void)arg;
	return make_ips(self->user, self->nr_user);
}

/* ---- values ---- */

static PyObject *get_comm(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;
	PyObject *comm = opened__comm(self->opened, self->comm_id);

	(void)arg;
	return Py_XNewRef(comm);
}

static PyObject *get_event(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;

	(void)arg;
	return Py_NewRef(self->opened->events[self->event]);
}

static PyObject *get_class(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;

	(void)arg;
	return Py_NewRef(self->opened->native->classes[self->cls]);
}

static PyObject *get_delay(PyObject *obj, void *arg)
{
	const struct sample_object *self = (struct sample_object *)obj;

	(void)arg;
	if (self->has_delay)
		return PyLong_FromLongLong(self->delay);
	return Py_NewRef(Py_None);
}

static PyObject *get_missing(PyObject *obj, void *arg)
{
	const char *name = func__no_half_name(((struct sample_object *)obj)->cls);

	(void)arg;
	if (name)
		return native__str(name);
	return Py_NewRef(Py_None);
}

static PyObject *sample_object__repr(PyObject *obj)
{
	const struct sample_object *self = (struct sample_object *)obj;
	PyObject *comm = opened__comm(self->opened, self->comm_id);

	if (!comm)
		return NULL;
	return PyUnicode_FromFormat("<perf_defer.Sample %R %d/%d [%d] %llu ns %R %s>", comm,
				    self->pid, self->tid, self->cpu, self->time,
				    self->opened->events[self->event],
				    defer_class__name(self->cls));
}

static const PyMemberDef members[] = {
	{"time", T_ULONGLONG, offsetof(struct sample_object, time), READONLY,
	 "The time in ns, by the clock of the recording; the place in a trace without times."},
	{"pid", T_INT, offsetof(struct sample_object, pid), READONLY,
	 "The process, -1 if not recorded."},
	{"tid", T_INT, offsetof(struct sample_object, tid), READONLY,
	 "The thread, -1 if not recorded."},
	{"cpu", T_INT, offsetof(struct sample_object, cpu), READONLY,
	 "The CPU, -1 if not recorded."},
	{"period", T_ULONGLONG, offsetof(struct sample_object, period), READONLY,
	 "The number of events that the sample stands for."},
	{"cookie", T_ULONGLONG, offsetof(struct sample_object, cookie), READONLY,
	 "The cookie of the kernel entry, 0 if the user callchain was not deferred."},
	{"ip", T_ULONGLONG, offsetof(struct sample_object, ip), READONLY,
	 "The instruction pointer, 0 if not recorded."},
	{"addr", T_ULONGLONG, offsetof(struct sample_object, addr), READONLY,
	 "The data address, 0 if not recorded."},
	{0},
};

static const PyGetSetDef getset[] = {
	{.name = "comm", .get = get_comm, .doc = "The name of the task at this time."},
	{.name = "event", .get = get_event, .doc = "The Event that was sampled."},
	{.name = "class_",
	 .get = get_class,
	 .doc = "The Class: what became of the user callchain."},
	{.name = "delay",
	 .get = get_delay,
	 .doc = "The ns from the sample to the record of its user callchain, negative for "
		"merged-back; None without a record."},
	{.name = "missing",
	 .get = get_missing,
	 .doc = "What `perf defer script` shows in place of a missing user half, such as "
		"\"[user stack lost]\"; None if nothing is missing."},
	{.name = "kernel",
	 .get = get_kernel,
	 .doc = "The kernel half: a tuple of Frame, innermost first."},
	{.name = "user",
	 .get = get_user,
	 .doc = "The user half: a tuple of Frame, innermost first."},
	{.name = "kernel_ips",
	 .get = get_kernel_ips,
	 .doc = "The addresses of the kernel half: a tuple of int."},
	{.name = "user_ips",
	 .get = get_user_ips,
	 .doc = "The addresses of the user half: a tuple of int, 0 where callers are unknown."},
	{0},
};

PyTypeObject *sample_type__new(PyObject *module)
{
	PyType_Slot slots[] = {
		{Py_tp_doc, (void *)"A sample with its merged stack."},
		{Py_tp_dealloc, sample_object__dealloc},
		{Py_tp_repr, sample_object__repr},
		{Py_tp_members, (void *)members},
		{Py_tp_getset, (void *)getset},
		{0},
	};

	return native__type(module, "perf_defer.Sample", sizeof(struct sample_object),
			    sizeof(uint64_t), slots);
}
