// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "python/opened.h"
#include "util/dso/containers.h"

struct opened *opened__new(PyObject *module)
{
	struct opened *opened = calloc(1, sizeof(*opened));

	if (!opened) {
		PyErr_NoMemory();
		return NULL;
	}
	opened->refs = 1;
	Py_INCREF(module);
	opened->module = module;
	opened->native = PyModule_GetState(module);
	opened->keeps_frames = true;
	pthread_mutex_init(&opened->lock, NULL);
	return opened;
}

struct opened *opened__get(struct opened *opened)
{
	opened->refs++;
	return opened;
}

static void opened__free(struct opened *opened)
{
	uint32_t nr_events = opened->session ? defer_evlist__nr(opened->session->evlist) : 0;

	for (uint32_t i = 0; opened->events && i < nr_events; i++)
		Py_XDECREF(opened->events[i]);
	for (size_t i = 0; i < opened->nr_comms; i++)
		Py_XDECREF(opened->comms[i]);
	free(opened->events);
	free(opened->comms);
	free(opened->frames);
	session_order__delete(opened->order);
	resolve__delete(opened->resolve);
	session__close(opened->session);
	symbol_opts__exit(&opened->symbols);
	free(opened->path);
	free(opened->symfs);
	free(opened->kallsyms);
	free(opened->vmlinux);
	free(opened->debuginfod);
	pthread_mutex_destroy(&opened->lock);
	Py_DECREF(opened->module);
	free(opened);
}

void opened__put(struct opened *opened)
{
	if (!--opened->refs)
		opened__free(opened);
}

void opened__lock(struct opened *opened)
{
	PyThreadState *state;

	if (!pthread_mutex_trylock(&opened->lock))
		return;
	/* Who holds it may need Python's lock to go on. */
	state = PyEval_SaveThread();
	pthread_mutex_lock(&opened->lock);
	PyEval_RestoreThread(state);
}

void opened__unlock(struct opened *opened)
{
	pthread_mutex_unlock(&opened->lock);
}

/* ---- opening ---- */

static void opened__set_symbols(struct opened *opened)
{
	struct symbol_opts *opts = &opened->symbols;

	opts->conf.symfs = opened->symfs;
	opts->conf.kallsyms = opened->kallsyms;
	opts->conf.vmlinux = opened->vmlinux;
	opts->conf.force = opened->force;
	opts->debuginfod = opened->debuginfod;
}

static int opened__gather(struct opened *opened, void *ctx, struct defer_error *err)
{
	const struct session_opts opts = {
		.path = opened->path,
		.owned_only = !opened->force,
		.progress = &opened->progress,
		.bounded = true,
		.symbols = &opened->symbols.conf,
		.jitdumps = true,
	};
	int ret = session__open(&opened->session, &opts, err);

	(void)ctx;
	if (!ret)
		ret = session__gather(opened->session, err);
	if (!ret)
		budget__pause(&opened->session->budget);
	return ret;
}

static int opened__add_events(struct opened *opened)
{
	const struct defer_evlist *evlist = opened->session->evlist;
	uint32_t nr = defer_evlist__nr(evlist);

	opened->events = calloc(nr, sizeof(*opened->events));
	if (!opened->events) {
		PyErr_NoMemory();
		return -1;
	}
	for (uint32_t i = 0; i < nr; i++) {
		opened->events[i] =
			event_object__new(opened->native, defer_evlist__evsel(evlist, i));
		if (!opened->events[i])
			return -1;
	}
	return 0;
}

int opened__open(struct opened *opened)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct symbol_opts *opts = &opened->symbols;
	bool inlines = opts->inlines, demangle = opts->demangle;
	int ret = symbol_opts__init(opts, &err);

	opts->inlines = inlines;
	opts->demangle = demangle;
	opened__set_symbols(opened);
	if (!ret)
		ret = symbol_opts__check(opts, &err);
	if (!ret)
		ret = symbol_opts__connect(opts, &err);
	if (ret) {
		native__raise(opened->native, opened->path, &err);
		return -1;
	}
	if (opened__run(opened, opened__gather, NULL))
		return -1;
	return opened__add_events(opened);
}

/* ---- passes ---- */

static int opened__make_order(struct opened *opened, void *ctx, struct defer_error *err)
{
	int ret;

	(void)ctx;
	budget__resume(&opened->session->budget);
	ret = session_order__new(&opened->order, opened->session, err);
	budget__pause(&opened->session->budget);
	return ret;
}

int opened__sort(struct opened *opened)
{
	int ret = 0;

	opened__lock(opened);
	if (!opened->order)
		ret = opened__run(opened, opened__make_order, NULL);
	opened__unlock(opened);
	return ret;
}
