// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <string.h>

#include "python/native.h"

PyMODINIT_FUNC PyInit__native(void);

PyObject *native__str(const char *text)
{
	return PyUnicode_DecodeUTF8(text, strlen(text), "surrogateescape");
}

PyTypeObject *native__type(PyObject *module, const char *name, int size, int item_size,
			   PyType_Slot *slots)
{
	PyType_Spec spec = {
		.name = name,
		.basicsize = size,
		.itemsize = item_size,
		.flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
		.slots = slots,
	};
	PyTypeObject *type = (PyTypeObject *)PyType_FromModuleAndSpec(module, &spec, NULL);

	if (type && PyModule_AddType(module, type))
		Py_CLEAR(type);
	return type;
}

PyObject *native__error(const struct native *native, const char *path,
			const struct defer_error *err)
{
	const char *text = err->text[0] ? err->text : defer_error__name(err->code);
	bool named = !strncmp(text, path, strlen(path));
	PyObject *message, *offset, *error = NULL;

	message = PyUnicode_FromFormat("%s%s%s", named ? "" : path, named ? "" : ": ", text);
	if (!message) {
		/* The format takes UTF-8 alone; a path may be anything. */
		PyErr_Clear();
		message = native__str(text);
	}
	offset = err->offset == DEFER_NO_OFFSET ? Py_NewRef(Py_None)
						: PyLong_FromUnsignedLongLong(err->offset);
	if (message && offset)
		error = PyObject_CallFunction(native->error, "OOs", message, offset,
					      defer_error__name(err->code));
	Py_XDECREF(message);
	Py_XDECREF(offset);
	return error;
}

PyObject *native__raise(const struct native *native, const char *path,
			const struct defer_error *err)
{
	PyObject *error = PyErr_Occurred() ? NULL : native__error(native, path, err);

	if (error) {
		PyErr_SetObject(native->error, error);
		Py_DECREF(error);
	}
	return NULL;
}

/* Takes the classes and the exception, which are written in Python. */
static int native__import(struct native *native)
{
	PyObject *types = PyImport_ImportModule("perf_defer._types"), *cls = NULL;
	int ret = -1;

	if (types) {
		native->error = PyObject_GetAttrString(types, "Error");
		cls = PyObject_GetAttrString(types, "Class");
	}
	if (native->error && cls) {
		ret = 0;
		for (int i = 0; i < DEFER_NR_CLASSES && !ret; i++) {
			native->classes[i] = PyObject_CallFunction(cls, "s", defer_class__name(i));
			ret = native->classes[i] ? 0 : -1;
		}
	}
	Py_XDECREF(types);
	Py_XDECREF(cls);
	return ret;
}

static int native__exec(PyObject *module)
{
	struct native *native = PyModule_GetState(module);

	if (native__import(native))
		return -1;
	native->trace = trace_type__new(module);
	native->samples = samples_type__new(module);
	native->sample = sample_type__new(module);
	native->frame = frame_type__new(module);
	native->event = event_type__new(module);
	if (!native->trace || !native->samples || !native->sample || !native->frame ||
	    !native->event)
		return -1;
	return 0;
}

static int native__clear(PyObject *module)
{
	struct native *native = PyModule_GetState(module);

	Py_CLEAR(native->trace);
	Py_CLEAR(native->samples);
	Py_CLEAR(native->sample);
	Py_CLEAR(native->frame);
	Py_CLEAR(native->event);
	Py_CLEAR(native->error);
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		Py_CLEAR(native->classes[i]);
	return 0;
}

static int native__traverse(PyObject *module, visitproc visit, void *arg)
{
	struct native *native = PyModule_GetState(module);

	Py_VISIT(native->trace);
	Py_VISIT(native->samples);
	Py_VISIT(native->sample);
	Py_VISIT(native->frame);
	Py_VISIT(native->event);
	Py_VISIT(native->error);
	for (int i = 0; i < DEFER_NR_CLASSES; i++)
		Py_VISIT(native->classes[i]);
	return 0;
}

static void native__free(void *module)
{
	native__clear(module);
}

static const PyMethodDef methods[] = {
	{"open", trace__open, METH_VARARGS, "Open a trace; perf_defer.open() has defaults."},
	{0},
};

static const PyModuleDef_Slot slots[] = {
	{Py_mod_exec, native__exec},
	{0},
};

PyMODINIT_FUNC PyInit__native(void)
{
	/* Python counts the references to it here, so it is the one variable that outlives its caller. */
	static PyModuleDef def = {
		PyModuleDef_HEAD_INIT,
		.m_name = "perf_defer._native",
		.m_doc = "The part of perf_defer that is written in C.",
		.m_size = sizeof(struct native),
		.m_methods = (PyMethodDef *)methods,
		.m_slots = (PyModuleDef_Slot *)slots,
		.m_traverse = native__traverse,
		.m_clear = native__clear,
		.m_free = native__free,
	};

	return PyModuleDef_Init(&def);
}
