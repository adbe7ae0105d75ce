// SPDX-License-Identifier: GPL-2.0-only
#include "util/dso/debuginfod.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "util/base/array.h"
#include "util/base/clock.h"
#include "util/host/dynlib.h"

#define SONAME "libdebuginfod.so.1"

/* A trace may name any number of files. */
#define MAX_REQUESTS 1000

/* An upper bound for the library's rounds while it waits for a server. */
#define MOST_ROUNDS 4096

/* Shorter ids do not come from a linker. */
#define MIN_ID 8

#define TIMEOUT "DEBUGINFOD_TIMEOUT"
#define MAXTIME "DEBUGINFOD_MAXTIME"
#define MAXSIZE "DEBUGINFOD_MAXSIZE"

/* The library's limits, and their values if the user sets none. */
static const struct limit {
	const char *name, *value;
} limits[] = {
	{TIMEOUT, "20"},	 /* s */
	{MAXTIME, "600"},	 /* s */
	{MAXSIZE, "4294967296"}, /* bytes */
};

/*
 * The library's functions (elfutils 0.188, debuginfod_find_debuginfo(3)). They are found by dlsym(), so that
 * neither its header nor its libraries are needed.
 */
struct calls {
	void *(*begin)(void);
	void (*end)(void *client);
	void (*set_progressfn)(void *client, int (*fn)(void *client, long a, long b));
	void (*set_user_data)(void *client, void *data);
	void *(*get_user_data)(void *client);
	int (*find_executable)(void *client, const unsigned char *id, int size, char **path);
	int (*find_debuginfo)(void *client, const unsigned char *id, int size, char **path);
};

struct debuginfod {
	pthread_mutex_t lock; /* protects the fields below; held during a whole request */
	void *lib;
	struct calls calls;
	void *client;
	uint64_t max_size; /* bytes */
	uint32_t nr_asked;
	bool gave_up, is_too_large;
	struct defer_error why; /* the first error */

	atomic_bool stop;
	pthread_mutex_t state_lock;
	struct debuginfod_state state;
};

bool debuginfod__is_there(void)
{
#ifdef HAVE_LIBDEBUGINFOD
	return true;
#else
	return false;
#endif
}

struct debuginfod *debuginfod__new(void)
{
	struct debuginfod *dbg = calloc(1, sizeof(*dbg));

	if (!dbg)
		return NULL;
	for (size_t i = 0; i < ARRAY_SIZE(limits); i++) {
		if (setenv(limits[i].name, limits[i].value, 0)) {
			free(dbg);
			return NULL;
		}
	}
	dbg->max_size = strtoull(getenv(MAXSIZE), NULL, 10) ?: UINT64_MAX;
	defer_error__clear(&dbg->why);
	pthread_mutex_init(&dbg->lock, NULL);
	pthread_mutex_init(&dbg->state_lock, NULL);
	return dbg;
}

void debuginfod__delete(struct debuginfod *dbg)
{
	if (!dbg)
		return;
	if (dbg->client)
		dbg->calls.end(dbg->client);
	/* The library stays loaded: what it uses may have threads and exit handlers. */
	pthread_mutex_destroy(&dbg->lock);
	pthread_mutex_destroy(&dbg->state_lock);
	free(dbg);
}

static bool find_calls(void *lib, struct calls *calls)
{
	const struct dynlib_call wanted[] = {
		{&calls->begin, "debuginfod_begin"},
		{&calls->end, "debuginfod_end"},
		{&calls->set_progressfn, "debuginfod_set_progressfn"},
		{&calls->set_user_data, "debuginfod_set_user_data"},
		{&calls->get_user_data, "debuginfod_get_user_data"},
		{&calls->find_executable, "debuginfod_find_executable"},
		{&calls->find_debuginfo, "debuginfod_find_debuginfo"},
	};

	return dynlib__find(lib, wanted, ARRAY_SIZE(wanted));
}

/*
 * Notes the progress of the request, and ends it after stop(). Until a server answers, @a counts the
 * library's own rounds, several a second, and @b is 0; after that they are the bytes received and
 * the total, if known (elfutils 0.188, debuginfod_set_progressfn(3)).
 */
static int on_progress(void *client, long a, long b)
{
	void *lib = dlopen(SONAME, RTLD_LAZY | RTLD_NOLOAD);
	struct debuginfod *dbg;
	struct calls calls;

	if (!find_calls(lib, &calls))
		return 1;
	dlclose(lib);
	dbg = calls.get_user_data(client);
	pthread_mutex_lock(&dbg->state_lock);
	dbg->state.bytes = b > 0 || a > MOST_ROUNDS ? a : 0;
	dbg->state.total = b > 0 ? b : 0;
	pthread_mutex_unlock(&dbg->state_lock);
	/* The library's own limit is for sizes that a server announces. */
	dbg->is_too_large |= a > 0 && (uint64_t)a > dbg->max_size;
	return dbg->is_too_large || atomic_load(&dbg->stop);
}

static bool start(struct debuginfod *dbg)
{
	if (dbg->client)
		return true;
	if (!dbg->lib)
		dbg->lib = dlopen(SONAME, RTLD_NOW);
	if (find_calls(dbg->lib, &dbg->calls))
		dbg->client = dbg->calls.begin();
	if (!dbg->client)
		return false;
	dbg->calls.set_progressfn(dbg->client, on_progress);
	dbg->calls.set_user_data(dbg->client, dbg);
	return true;
}

/*
 * Returns the real size of @bid, which perf pads with zeros if it is short. 0: no linker makes such
 * an id.
 */
static int id_size(const struct build_id *bid)
{
	static const int sizes[] = {8, 16};
	static const uint8_t zeros[BUILD_ID_SIZE];

	if (bid->size < MIN_ID || !memcmp(bid->data, zeros, MIN_ID))
		return 0;
	for (size_t i = 0; i < ARRAY_SIZE(sizes); i++) {
		if (bid->size == BUILD_ID_SIZE &&
		    !memcmp(bid->data + sizes[i], zeros, BUILD_ID_SIZE - sizes[i]))
			return sizes[i];
	}
	return bid->size;
}

static void set_state(struct debuginfod *dbg, const char *name)
{
	pthread_mutex_lock(&dbg->state_lock);
	dbg->state = (struct debuginfod_state){.asking = name};
	if (name)
		snprintf(dbg->state.name, sizeof(dbg->state.name), "%s", name);
	pthread_mutex_unlock(&dbg->state_lock);
}

static int debuginfod__ask(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
			   const struct build_id *bid, char **path)
{
	__typeof__(dbg->calls.find_executable) find = what == DEBUGINFOD_EXECUTABLE
							      ? dbg->calls.find_executable
							      : dbg->calls.find_debuginfo;
	int fd;

	dbg->nr_asked++;
	dbg->is_too_large = false;
	set_state(dbg, name);
#ifdef __SANITIZE_ADDRESS__
	__lsan_disable(); /* a request that ends early leaks some kilobytes (elfutils 0.188) */
#endif
	fd = find(dbg->client, bid->data, id_size(bid), path);
#ifdef __SANITIZE_ADDRESS__
	__lsan_enable();
#endif
	set_state(dbg, NULL);
	return fd;
}

static void note(struct debuginfod *dbg, const char *what, const char *why)
{
	if (!dbg->why.code)
		defer_error__set(&dbg->why, DEFER_ERR_IO, "debuginfod: %s%s%s", what,
				 *why ? ": " : "", why);
}

static void give_up(struct debuginfod *dbg, const char *what, const char *why)
{
	dbg->gave_up = true;
	note(dbg, what, why);
}

/*
 * Notes why a request failed. A server without the file is the normal case. After a server that
 * does not answer, no more requests are made.
 */
static void debuginfod__explain(struct debuginfod *dbg, int error, const char *name)
{
	char text[128];

	if (atomic_load(&dbg->stop))
		note(dbg, "interrupted, some files were not downloaded", "");
	else if (error == -EFBIG || dbg->is_too_large)
		note(dbg, "a file is too large to download", name);
	else if (error == -ETIME) {
		snprintf(text, sizeof(text),
			 "almost no data for %s s, or a file takes longer than %s s",
			 getenv(TIMEOUT), getenv(MAXTIME));
		give_up(dbg, text, "no further requests");
	} else if (error != -ENOENT)
		give_up(dbg, strerror(-error), "no further requests");
}

static bool find_locked(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
			const struct build_id *bid, char *path, size_t size)
{
	char *found = NULL;
	bool fits;
	int fd;

	if (dbg->gave_up || atomic_load(&dbg->stop) || !id_size(bid))
		return false;
	if (!start(dbg)) {
		give_up(dbg, "the library cannot be loaded", "install libdebuginfod1");
		return false;
	}
	if (dbg->nr_asked == MAX_REQUESTS) {
		give_up(dbg, "too many files were requested", "no further requests");
		return false;
	}
	fd = debuginfod__ask(dbg, what, name, bid, &found);
	if (fd < 0) {
		debuginfod__explain(dbg, fd, name);
		return false;
	}
	close(fd);
	fits = found && snprintf(path, size, "%s", found) < (int)size;
	free(found);
	return fits;
}

bool debuginfod__find(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
		      const struct build_id *bid, char *path, size_t size)
{
	bool found;

	if (!dbg)
		return false;
	pthread_mutex_lock(&dbg->lock);
	found = find_locked(dbg, what, name, bid, path, size);
	pthread_mutex_unlock(&dbg->lock);
	return found;
}

void debuginfod__reject(struct debuginfod *dbg, const char *why)
{
	pthread_mutex_lock(&dbg->lock);
	give_up(dbg, "a server sent the wrong file, no further requests", why);
	pthread_mutex_unlock(&dbg->lock);
}

void debuginfod__stop(struct debuginfod *dbg)
{
	if (dbg)
		atomic_store(&dbg->stop, true);
}

void debuginfod__resume(struct debuginfod *dbg)
{
	if (dbg)
		atomic_store(&dbg->stop, false);
}

void debuginfod__state(struct debuginfod *dbg, struct debuginfod_state *state)
{
	*state = (struct debuginfod_state){0};
	if (!dbg)
		return;
	pthread_mutex_lock(&dbg->state_lock);
	*state = dbg->state;
	pthread_mutex_unlock(&dbg->state_lock);
	state->stopped = atomic_load(&dbg->stop);
}

const char *debuginfod__why(const struct debuginfod *dbg)
{
	return dbg && dbg->why.code ? dbg->why.text : NULL;
}
