/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * native: the module perf_defer._native, which gives Python the samples of a trace.
 *
 *   opened  <--- Trace      what open() returns
 *     ^  ^-----  Samples    an iterator
 *     |--------  Sample     values, and copies of the addresses that the next sample overwrites
 *     '--------  Frame      an address, named when somebody asks
 *
 * Each object holds the opened trace, which is freed with the last of them. Everything here runs under
 * Python's lock (GIL), but what opened__run() and opened__name() call.
 */
#ifndef PERF_DEFER_PYTHON_NATIVE_H
#define PERF_DEFER_PYTHON_NATIVE_H

/* The stable ABI: one build serves Python 3.10 and all later ones. */
#define Py_LIMITED_API 0x030A0000
#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <structmember.h>

#include <perf/defer-class.h>
#include <perf/defer-error.h>

/* The state of the module. */
struct native {
	PyTypeObject *trace, *samples, *sample, *frame, *event;
	PyObject *error; /* perf_defer.Error */
	PyObject *classes[DEFER_NR_CLASSES];
};

/*
 * Creates a type of the module, whose objects are made here alone. @size is that of an object,
 * @item_size that of the items behind it, bytes. Returns NULL with an exception set if it cannot.
 */
PyTypeObject *native__type(PyObject *module, const char *name, int size, int item_size,
			   PyType_Slot *slots);
/* Create the types, as native__type(). */
PyTypeObject *trace_type__new(PyObject *module);
PyTypeObject *samples_type__new(PyObject *module);
PyTypeObject *sample_type__new(PyObject *module);
PyTypeObject *frame_type__new(PyObject *module);
PyTypeObject *event_type__new(PyObject *module);

/*
 * Opens a trace: the function _native.open. Its arguments are those of perf_defer.open(), with paths as
 * bytes that are empty where there is none.
 */
PyObject *trace__open(PyObject *module, PyObject *args);

/* Decodes text of a trace as Python decodes names of files: any bytes, with surrogateescape. */
PyObject *native__str(const char *text);

/* Returns a perf_defer.Error made of @err. @path is the trace's, put before the text. */
PyObject *native__error(const struct native *native, const char *path,
			const struct defer_error *err);

/* Raises such an error, unless an exception is set already, such as KeyboardInterrupt. Returns NULL. */
PyObject *native__raise(const struct native *native, const char *path,
			const struct defer_error *err);

#endif /* PERF_DEFER_PYTHON_NATIVE_H */
