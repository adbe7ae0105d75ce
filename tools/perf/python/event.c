// SPDX-License-Identifier: GPL-2.0-only
/* Event: one event of a trace, and its attributes. */
#include <stddef.h>

#include <perf/defer-evlist.h>

#include "python/opened.h"

/* An event of a trace: what its attr says. */
struct event_object {
	PyObject ob_base;
	PyObject *name;
	unsigned int index, type;
	unsigned long long config, period, frequency, sample_type;
	char deferred;
};

PyObject *event_object__new(const struct native *native, const struct defer_evsel *evsel)
{
	struct event_object *event = (struct event_object *)PyType_GenericAlloc(native->event, 0);
	bool freq = evsel->attr.flags & DEFER_ATTR_FREQ;

	if (!event)
		return NULL;
	event->index = evsel->idx;
	event->type = evsel->attr.type;
	event->config = evsel->attr.config;
	event->sample_type = evsel->attr.sample_type;
	event->period = freq ? 0 : evsel->attr.sample_period;
	event->frequency = freq ? evsel->attr.sample_period : 0;
	event->deferred = !!(evsel->attr.flags & DEFER_ATTR_DEFER_CALLCHAIN);
	event->name = native__str(evsel->name);
	if (event->name)
		return &event->ob_base;
	Py_DECREF(&event->ob_base);
	return NULL;
}

static void event_object__dealloc(PyObject *self)
{
	struct event_object *event = (struct event_object *)self;
	PyTypeObject *type = Py_TYPE(self);

	Py_XDECREF(event->name);
	PyObject_Free(self);
	Py_DECREF(type);
}

static PyObject *event_object__str(PyObject *self)
{
	struct event_object *event = (struct event_object *)self;

	return Py_NewRef(event->name);
}

static PyObject *event_object__repr(PyObject *self)
{
	return PyUnicode_FromFormat("<perf_defer.Event %R>", ((struct event_object *)self)->name);
}

static const PyMemberDef members[] = {
	{"name", T_OBJECT_EX, offsetof(struct event_object, name), READONLY,
	 "The name, such as \"cpu-clock\"."},
	{"index", T_UINT, offsetof(struct event_object, index), READONLY,
	 "Its place among the events of the trace."},
	{"type", T_UINT, offsetof(struct event_object, type), READONLY, "perf_event_attr.type."},
	{"config", T_ULONGLONG, offsetof(struct event_object, config), READONLY,
	 "perf_event_attr.config."},
	{"sample_type", T_ULONGLONG, offsetof(struct event_object, sample_type), READONLY,
	 "perf_event_attr.sample_type: the fields of its samples."},
	{"period", T_ULONGLONG, offsetof(struct event_object, period), READONLY,
	 "The sampling period; 0 with a frequency."},
	{"frequency", T_ULONGLONG, offsetof(struct event_object, frequency), READONLY,
	 "The sampling frequency in Hz; 0 with a period."},
	{"deferred", T_BOOL, offsetof(struct event_object, deferred), READONLY,
	 "Whether its samples ask for deferred user callchains."},
	{0},
};

PyTypeObject *event_type__new(PyObject *module)
{
	PyType_Slot slots[] = {
		{Py_tp_doc, (void *)"An event that was recorded. str() gives its name."},
		{Py_tp_dealloc, event_object__dealloc},
		{Py_tp_str, event_object__str},
		{Py_tp_repr, event_object__repr},
		{Py_tp_members, (void *)members},
		{0},
	};

	return native__type(module, "perf_defer.Event", sizeof(struct event_object), 0, slots);
}
