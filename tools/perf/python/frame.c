// SPDX-License-Identifier: GPL-2.0-only
/* Frame: one frame of a stack, whose names are looked up when they are asked for. */
#include <stddef.h>
#include <stdio.h>

#include "python/opened.h"
#include "util/dso/dso.h"

#define NOT_INLINED -1

/*
 * A frame of a stack, or a function that was inlined there. All but @id and @inline_idx is made when
 * somebody asks.
 */
struct frame_object {
	PyObject ob_base;
	struct opened *opened;
	uint32_t id;
	uint8_t evidence; /* enum evidence */
	int inline_idx;	  /* NOT_INLINED: the frame itself, which stands in opened->frames */
	PyObject *symbol, *dso, *inlined;
};

static struct frame_object *frame_object__alloc(struct opened *opened, uint32_t id,
						enum evidence evidence, int inline_idx)
{
	struct frame_object *self =
		(struct frame_object *)PyType_GenericAlloc(opened->native->frame, 0);

	if (self) {
		self->opened = opened__get(opened);
		self->id = id;
		self->evidence = evidence;
		self->inline_idx = inline_idx;
	}
	return self;
}

PyObject *frame_object__new(struct opened *opened, uint32_t id, enum evidence evidence)
{
	return (PyObject *)frame_object__alloc(opened, id, evidence, NOT_INLINED);
}

static void frame_object__dealloc(PyObject *obj)
{
	struct frame_object *self = (struct frame_object *)obj;
	PyTypeObject *type = Py_TYPE(obj);

	if (self->inline_idx == NOT_INLINED)
		self->opened->frames[frame_object__key(self->id, self->evidence)] = NULL;
	Py_XDECREF(self->symbol);
	Py_XDECREF(self->dso);
	Py_XDECREF(self->inlined);
	opened__put(self->opened);
	PyObject_Free(obj);
	Py_DECREF(type);
}

static const struct frame *frame_object__find(const struct frame_object *self)
{
	return opened__name(self->opened, self->id);
}

/*
 * Returns the inlined function that it stands for. NULL: it stands for the frame itself, as does an
 * inlined function that has the enclosing one's name.
 */
static const struct inline_frame *frame_object__inline(const struct frame_object *self,
						       const struct frame *frame)
{
	if (self->inline_idx == NOT_INLINED || frame->inlines[self->inline_idx].is_symbol)
		return NULL;
	return &frame->inlines[self->inline_idx];
}

/* Returns the string of @text, or None for NULL; keeps it at @kept. */
static PyObject *keep_str(PyObject **kept, const char *text)
{
	if (!*kept)
		*kept = text ? native__str(text) : Py_NewRef(Py_None);
	return Py_XNewRef(*kept);
}

static PyObject *get_ip(PyObject *obj, void *arg)
{
	const struct frame_object *self = (struct frame_object *)obj;

	(void)arg;
	return PyLong_FromUnsignedLongLong(resolve__frame(self->opened->resolve, self->id)->ip);
}

static PyObject *get_kernel(PyObject *obj, void *arg)
{
	const struct frame_object *self = (struct frame_object *)obj;

	(void)arg;
	return PyBool_FromLong(resolve__frame(self->opened->resolve, self->id)->kernel);
}

static PyObject *get_evidence(PyObject *obj, void *arg)
{
	const struct frame_object *self = (struct frame_object *)obj;

	(void)arg;
	if (self->evidence == EVIDENCE_NR)
		return Py_NewRef(Py_None);
	return native__str(evidence__name(self->evidence));
}

static PyObject *get_symbol(PyObject *obj, void *arg)
{
	struct frame_object *self = (struct frame_object *)obj;
	const struct inline_frame *inl;
	const struct frame *frame;
	const char *name;

	(void)arg;
	if (self->symbol)
		return keep_str(&self->symbol, NULL);
	frame = frame_object__find(self);
	if (!frame)
		return NULL;
	inl = frame_object__inline(self, frame);
	name = inl ? inl->name : frame->sym ? frame->sym->name : NULL;
	return keep_str(&self->symbol, name);
}

static PyObject *get_dso(PyObject *obj, void *arg)
{
	struct frame_object *self = (struct frame_object *)obj;
	const struct frame *frame = resolve__frame(self->opened->resolve, self->id);

	(void)arg;
	return keep_str(&self->dso, frame->dso ? frame->dso->name : NULL);
}

static PyObject *get_offset(PyObject *obj, void *arg)
{
	const struct frame_object *self = (struct frame_object *)obj;
	const struct frame *frame = frame_object__find(self);

	(void)arg;
	if (!frame)
		return NULL;
	if (!frame->sym || !frame->dso || frame_object__inline(self, frame))
		return Py_NewRef(Py_None);
	return PyLong_FromUnsignedLongLong(frame->addr - frame->sym->start);
}

static PyObject *get_srcline(PyObject *obj, void *arg)
{
	const struct frame_object *self = (struct frame_object *)obj;
	const struct frame *frame = frame_object__find(self);
	const char *srcline;

	(void)arg;
	if (!frame)
		return NULL;
	srcline = self->inline_idx == NOT_INLINED ? frame->srcline
						  : frame->inlines[self->inline_idx].srcline;
	return srcline ? native__str(srcline) : Py_NewRef(Py_None);
}

static PyObject *get_is_inlined(PyObject *obj, void *arg)
{
	const struct frame_object *self = (struct frame_object *)obj;
	const struct frame *frame = frame_object__find(self);

	(void)arg;
	return frame ? PyBool_FromLong(!!frame_object__inline(self, frame)) : NULL;
}

static PyObject *make_inlined(const struct frame_object *self, const struct frame *frame)
{
	uint32_t nr = self->inline_idx == NOT_INLINED ? frame->nr_inlines : 0;
	PyObject *tuple = PyTuple_New(nr);

	for (uint32_t i = 0; tuple && i < nr; i++) {
		struct frame_object *inl =
			frame_object__alloc(self->opened, self->id, self->evidence, i);

		if (!inl) {
			Py_DECREF(tuple);
			return NULL;
		}
		PyTuple_SetItem(tuple, i, (PyObject *)inl);
	}
	return tuple;
}

static PyObject *get_inlined(PyObject *obj, void *arg)
{
	struct frame_object *self = (struct frame_object *)obj;
	const struct frame *frame;

	(void)arg;
	if (!self->inlined) {
		frame = frame_object__find(self);
		self->inlined = frame ? make_inlined(self, frame) : NULL;
	}
	return Py_XNewRef(self->inlined);
}

static PyObject *frame_object__repr(PyObject *obj)
{
	struct frame_object *self = (struct frame_object *)obj;
	const struct frame *frame = frame_object__find(self);
	PyObject *symbol, *dso, *text = NULL;
	char ip[24], offset[24] = "";

	if (!frame)
		return NULL;
	snprintf(ip, sizeof(ip), "0x%llx", (unsigned long long)frame->ip);
	if (frame->sym && frame->dso && !frame_object__inline(self, frame))
		snprintf(offset, sizeof(offset), "+0x%llx",
			 (unsigned long long)(frame->addr - frame->sym->start));
	symbol = get_symbol(obj, NULL);
	dso = get_dso(obj, NULL);
	if (symbol && dso)
		text = PyUnicode_FromFormat("<perf_defer.Frame %s %S%s (%S)>", ip, symbol, offset,
					    dso);
	Py_XDECREF(symbol);
	Py_XDECREF(dso);
	return text;
}

static const PyGetSetDef getset[] = {
	{.name = "ip", .get = get_ip, .doc = "The address as recorded."},
	{.name = "kernel", .get = get_kernel, .doc = "Whether it belongs to the kernel half."},
	{.name = "evidence",
	 .get = get_evidence,
	 .doc = "How a frame of the user half is known: \"ip\", \"record\", \"record-unproved\", "
		"\"cfi\", \"lbr\", \"fp-guess\" or \"jit\". None in the kernel half, and for "
		"\"[callers unknown]\"."},
	{.name = "symbol", .get = get_symbol, .doc = "The function's name, demangled, or None."},
	{.name = "offset",
	 .get = get_offset,
	 .doc = "Bytes from the function's start; None without a symbol, and if it was inlined."},
	{.name = "dso",
	 .get = get_dso,
	 .doc = "The path of the file, or [kernel.kallsyms], or None."},
	{.name = "srcline",
	 .get = get_srcline,
	 .doc = "The source line, \"file.c:12\", or None; open() needs srclines=True."},
	{.name = "inlined",
	 .get = get_inlined,
	 .doc = "Frames of the functions that the compiler inlined here, innermost first."},
	{.name = "is_inlined", .get = get_is_inlined, .doc = "Whether it is one of these."},
	{0},
};

PyTypeObject *frame_type__new(PyObject *module)
{
	PyType_Slot slots[] = {
		{Py_tp_doc,
		 (void *)"An address in a stack, named when it is asked. Equal frames of one "
			 "open trace, known in the same way, are one object."},
		{Py_tp_dealloc, frame_object__dealloc},
		{Py_tp_repr, frame_object__repr},
		{Py_tp_getset, (void *)getset},
		{0},
	};

	return native__type(module, "perf_defer.Frame", sizeof(struct frame_object), 0, slots);
}
