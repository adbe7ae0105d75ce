// SPDX-License-Identifier: GPL-2.0-only
/* Trace: an open file, its events, and the samples in it. */
#include <string.h>

#include <perf/defer-evlist.h>

#include "python/opened.h"

struct trace_object {
	PyObject ob_base;
	struct opened *opened;
	PyObject *stats; /* made when somebody asks */
};

/* Copies a text, which may be NULL. Returns 0, or -1 with an exception. */
static int copy_text(char **to, const char *text)
{
	*to = text ? strdup(text) : NULL;
	if (!text || *to)
		return 0;
	PyErr_NoMemory();
	return -1;
}

/* Copies a path, NULL for an empty one. */
static int copy_path(char **to, const char *path)
{
	return copy_text(to, *path ? path : NULL);
}

static int take_args(struct opened *opened, PyObject *args)
{
	const char *path, *symfs, *kallsyms, *vmlinux, *debuginfod;
	int force, inlines, demangle, srclines;

	if (!PyArg_ParseTuple(args, "yyyyzpppp", &path, &symfs, &kallsyms, &vmlinux, &debuginfod,
			      &force, &inlines, &demangle, &srclines))
		return -1;
	opened->force = force;
	opened->srclines = srclines;
	opened->symbols.inlines = inlines;
	opened->symbols.demangle = demangle;
	if (copy_path(&opened->path, path) || copy_path(&opened->symfs, symfs) ||
	    copy_path(&opened->kallsyms, kallsyms) || copy_path(&opened->vmlinux, vmlinux))
		return -1;
	return copy_text(&opened->debuginfod, debuginfod);
}

PyObject *trace__open(PyObject *module, PyObject *args)
{
	struct native *native = PyModule_GetState(module);
	struct opened *opened = opened__new(module);
	struct trace_object *self = NULL;

	if (!opened)
		return NULL;
	if (!take_args(opened, args) && !opened__open(opened))
		self = (struct trace_object *)PyType_GenericAlloc(native->trace, 0);
	if (self)
		self->opened = opened;
	else
		opened__put(opened);
	return (PyObject *)self;
}

static void trace_object__dealloc(PyObject *obj)
{
	struct trace_object *self = (struct trace_object *)obj;
	PyTypeObject *type = Py_TYPE(obj);

	Py_XDECREF(self->stats);
	opened__drop_frames(self->opened);
	opened__put(self->opened);
	PyObject_Free(obj);
	Py_DECREF(type);
}

/* Returns the opened trace, or NULL with an exception if it was closed. */
static struct opened *trace_object__reading(PyObject *obj)
{
	struct opened *opened = ((struct trace_object *)obj)->opened;

	if (!opened->closed)
		return opened;
	PyErr_SetString(PyExc_ValueError, "the trace is closed");
	return NULL;
}

static PyObject *trace_object__iter(PyObject *obj)
{
	struct opened *opened = trace_object__reading(obj);

	return opened ? samples_object__new(opened) : NULL;
}

static PyObject *trace_object__close(PyObject *obj, PyObject *args)
{
	struct opened *opened = ((struct trace_object *)obj)->opened;

	(void)args;
	opened->closed = true;
	opened__drop_frames(opened);
	return Py_NewRef(Py_None);
}

static PyObject *trace_object__enter(PyObject *obj, PyObject *args)
{
	(void)args;
	if (!trace_object__reading(obj))
		return NULL;
	return Py_NewRef(obj);
}

static PyObject *get_path(PyObject *obj, void *arg)
{
	(void)arg;
	return native__str(((struct trace_object *)obj)->opened->path);
}

static PyObject *get_closed(PyObject *obj, void *arg)
{
	(void)arg;
	return PyBool_FromLong(((struct trace_object *)obj)->opened->closed);
}

static PyObject *get_events(PyObject *obj, void *arg)
{
	struct opened *opened = ((struct trace_object *)obj)->opened;
	uint32_t nr = defer_evlist__nr(opened->session->evlist);
	PyObject *tuple = PyTuple_New(nr);

	(void)arg;
	for (uint32_t i = 0; tuple && i < nr; i++)
		PyTuple_SetItem(tuple, i, Py_NewRef(opened->events[i]));
	return tuple;
}

static PyObject *get_stats(PyObject *obj, void *arg)
{
	struct trace_object *self = (struct trace_object *)obj;
	struct opened *opened;
	PyObject *stats;

	(void)arg;
	if (!self->stats) {
		opened = trace_object__reading(obj);
		stats = opened ? opened__stats(opened) : NULL;
		/* Another thread may have been faster. */
		if (self->stats)
			Py_XDECREF(stats);
		else
			self->stats = stats;
	}
	return Py_XNewRef(self->stats);
}

static PyObject *get_damage(PyObject *obj, void *arg)
{
	const struct opened *opened = ((struct trace_object *)obj)->opened;
	struct damage *damage = &opened->session->damage;
	PyObject *tuple, *error;

	(void)arg;
	damage__sort(damage);
	tuple = PyTuple_New(damage->nr_kept);
	for (unsigned int i = 0; tuple && i < damage->nr_kept; i++) {
		error = native__error(opened->native, opened->path, &damage->kept[i]);
		if (!error) {
			Py_DECREF(tuple);
			return NULL;
		}
		PyTuple_SetItem(tuple, i, error);
	}
	return tuple;
}

static PyObject *trace_object__repr(PyObject *obj)
{
	const struct opened *opened = ((struct trace_object *)obj)->opened;
	PyObject *path = native__str(opened->path), *text = NULL;

	if (path)
		text = PyUnicode_FromFormat("<perf_defer.Trace %R%s>", path,
					    opened->closed ? " (closed)" : "");
	Py_XDECREF(path);
	return text;
}

static const PyMethodDef methods[] = {
	{"close", trace_object__close, METH_NOARGS,
	 "End all reading. Samples that were taken stay whole."},
	{"__enter__", trace_object__enter, METH_NOARGS, NULL},
	{"__exit__", trace_object__close, METH_VARARGS, NULL},
	{0},
};

static const PyGetSetDef getset[] = {
	{.name = "path", .get = get_path, .doc = "The path that was opened."},
	{.name = "closed", .get = get_closed, .doc = "Whether it was closed."},
	{.name = "events", .get = get_events, .doc = "A tuple of the Events that were recorded."},
	{.name = "stats",
	 .get = get_stats,
	 .doc = "The account of all samples, as `perf defer audit --json` prints it; a dict. The "
		"first look reads the whole trace."},
	{.name = "damage",
	 .get = get_damage,
	 .doc = "A tuple of Errors: what was found wrong so far and left something to read."},
	{0},
};

PyTypeObject *trace_type__new(PyObject *module)
{
	PyType_Slot slots[] = {
		{Py_tp_doc, (void *)"An open trace. Iterate it for its samples, in order of time."},
		{Py_tp_dealloc, trace_object__dealloc},
		{Py_tp_iter, trace_object__iter},
		{Py_tp_repr, trace_object__repr},
		{Py_tp_methods, (void *)methods},
		{Py_tp_getset, (void *)getset},
		{0},
	};

	return native__type(module, "perf_defer.Trace", sizeof(struct trace_object), 0, slots);
}
