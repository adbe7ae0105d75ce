// SPDX-License-Identifier: GPL-2.0-only
/* The iterator over the samples of a trace. */
#include "python/opened.h"

/* An iterator over the samples in order of time. */
struct samples_object {
	PyObject ob_base;
	struct opened *opened;
	struct order_reader *reader; /* NULL once it has come to its end */
};

PyObject *samples_object__new(struct opened *opened)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct samples_object *self;

	if (opened__sort(opened))
		return NULL;
	self = (struct samples_object *)PyType_GenericAlloc(opened->native->samples, 0);
	if (!self)
		return NULL;
	self->opened = opened__get(opened);
	if (!order_reader__new(&self->reader, opened->order, &err))
		return &self->ob_base;
	Py_DECREF(&self->ob_base);
	return native__raise(opened->native, opened->path, &err);
}

static void samples_object__dealloc(PyObject *obj)
{
	struct samples_object *self = (struct samples_object *)obj;
	PyTypeObject *type = Py_TYPE(obj);

	order_reader__delete(self->reader);
	opened__put(self->opened);
	PyObject_Free(obj);
	Py_DECREF(type);
}

/* Ends the iteration: with what is wrong in the trace, if anything is. */
static PyObject *samples_object__end(struct samples_object *self)
{
	struct damage *damage = &self->opened->session->damage;

	order_reader__delete(self->reader);
	self->reader = NULL;
	if (!damage->nr)
		return NULL;
	damage__sort(damage);
	return native__raise(self->opened->native, self->opened->path, &damage->kept[0]);
}

static PyObject *samples_object__next(PyObject *obj)
{
	struct samples_object *self = (struct samples_object *)obj;
	struct defer_error err = DEFER_ERROR_INIT;
	const struct stitched *stitched;
	int ret;

	if (self->opened->closed) {
		PyErr_SetString(PyExc_ValueError, "the trace is closed");
		return NULL;
	}
	if (!self->reader)
		return NULL;
	ret = order_reader__next(self->reader, &stitched, &err);
	if (ret > 0)
		return sample_object__new(self->opened, stitched);
	if (!ret)
		return samples_object__end(self);
	order_reader__delete(self->reader);
	self->reader = NULL;
	return native__raise(self->opened->native, self->opened->path, &err);
}

PyTypeObject *samples_type__new(PyObject *module)
{
	PyType_Slot slots[] = {
		{Py_tp_doc, (void *)"An iterator over the samples of a trace, in order of time."},
		{Py_tp_dealloc, samples_object__dealloc},
		{Py_tp_iter, PyObject_SelfIter},
		{Py_tp_iternext, samples_object__next},
		{0},
	};

	return native__type(module, "perf_defer.Samples", sizeof(struct samples_object), 0, slots);
}
