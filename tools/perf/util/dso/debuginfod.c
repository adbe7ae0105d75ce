// SPDX-License-Identifier: GPL-2.0-only
#include "util/dso/debuginfod.h"

#ifdef HAVE_LIBDEBUGINFOD

#include <dlfcn.h>
#include <elfutils/debuginfod.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include "util/base/array.h"
#include "util/base/clock.h"
#include "util/host/dynlib.h"

/* Defaults if the environment sets no limits. */
#define STALL_S	  20
#define FILE_S	  600
#define FILE_SIZE (4ULL << 30)

/* A trace may name any number of files. */
#define MAX_REQUESTS 1000

/* An upper bound for the library's rounds while it waits for a server. */
#define MOST_ROUNDS 4096

/* Shorter ids do not come from a linker. */
#define MIN_ID 8

enum cancel {
	CANCEL_NOT,
	CANCEL_STOPPED,
	CANCEL_STALLED,
	CANCEL_SLOW,
	CANCEL_LARGE,
};

/* The library's functions, with the types of its header. */
struct calls {
	__typeof__(debuginfod_begin) *begin;
	__typeof__(debuginfod_end) *end;
	__typeof__(debuginfod_set_progressfn) *set_progressfn;
	__typeof__(debuginfod_set_user_data) *set_user_data;
	__typeof__(debuginfod_find_executable) *find_executable;
	__typeof__(debuginfod_find_debuginfo) *find_debuginfo;
};

/*
 * A request to the servers. It has a thread of its own: since elfutils 0.190 the library calls no
 * callback while a server is silent, so it cannot be stopped from inside. A thread that does not
 * stop is abandoned together with its client, and frees the request when it ends.
 */
struct request {
	pthread_mutex_t lock; /* protects all fields except the thread's input */
	pthread_cond_t over;
	__typeof__(debuginfod_find_executable) *find;
	debuginfod_client *client;
	enum debuginfod_what what;
	struct build_id bid;

	long a, b; /* last values from the library's progress callback */
	bool cancel, done, abandoned;
	int fd;	    /* when done: result of the library */
	char *path; /* when done: path of the file; to be freed */
};

struct debuginfod {
	pthread_mutex_t lock; /* protects the fields below; held during a whole request */
	void *lib;
	struct calls calls;
	debuginfod_client *client;
	uint64_t stall_ms, file_ms, file_size; /* limits */
	/* ms: start of the request, and last growth of its file */
	uint64_t started_ms, grew_ms;
	long last; /* last value from the library's progress callback */
	enum cancel cancel;
	uint32_t nr_asked;
	bool gave_up;
	struct defer_error why; /* the first error */

	atomic_bool stop;
	pthread_mutex_t state_lock;
	struct debuginfod_state state;
};

bool debuginfod__is_there(void)
{
	return true;
}

static uint64_t debuginfod__limit(const char *name, uint64_t otherwise)
{
	const char *text = getenv(name);
	unsigned long long value = text ? strtoull(text, NULL, 10) : 0;

	return value ? value : otherwise;
}

struct debuginfod *debuginfod__new(void)
{
	struct debuginfod *dbg = calloc(1, sizeof(*dbg));

	if (!dbg)
		return NULL;
	dbg->stall_ms = debuginfod__limit(DEBUGINFOD_TIMEOUT_ENV_VAR, STALL_S) * 1000;
	dbg->file_ms = debuginfod__limit(DEBUGINFOD_MAXTIME_ENV_VAR, FILE_S) * 1000;
	dbg->file_size = debuginfod__limit(DEBUGINFOD_MAXSIZE_ENV_VAR, FILE_SIZE);
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

static void give_up(struct debuginfod *dbg, const char *what, const char *why)
{
	dbg->gave_up = true;
	if (!dbg->why.code)
		defer_error__set(&dbg->why, DEFER_ERR_IO, "debuginfod: %s%s%s", what,
				 *why ? ": " : "", why);
}

/* ---- the library ---- */

static bool find_calls(struct debuginfod *dbg)
{
	struct calls *calls = &dbg->calls;
	const struct dynlib_call wanted[] = {
		{&calls->begin, "debuginfod_begin"},
		{&calls->end, "debuginfod_end"},
		{&calls->set_progressfn, "debuginfod_set_progressfn"},
		{&calls->set_user_data, "debuginfod_set_user_data"},
		{&calls->find_executable, "debuginfod_find_executable"},
		{&calls->find_debuginfo, "debuginfod_find_debuginfo"},
	};

	return dynlib__find(dbg->lib, wanted, ARRAY_SIZE(wanted));
}

/*
 * Returns true if the progress values are bytes. Until a server answers, @a counts the library's
 * own rounds, several a second, and @b is 0; after that they are the bytes received and the total,
 * if known (elfutils 0.188, debuginfod_set_progressfn(3)).
 */
static bool are_bytes(long a, long b)
{
	return b > 0 || a > MOST_ROUNDS;
}

static enum cancel debuginfod__look(struct debuginfod *dbg, long a, long b)
{
	uint64_t now = clock__now() / NSEC_PER_MSEC;

	if (are_bytes(a, b) && a != dbg->last)
		dbg->grew_ms = now;
	dbg->last = a;
	if (atomic_load(&dbg->stop))
		return CANCEL_STOPPED;
	if (now - dbg->grew_ms > dbg->stall_ms)
		return CANCEL_STALLED;
	if (now - dbg->started_ms > dbg->file_ms)
		return CANCEL_SLOW;
	if ((a > 0 && (uint64_t)a > dbg->file_size) || (b > 0 && (uint64_t)b > dbg->file_size))
		return CANCEL_LARGE;
	return CANCEL_NOT;
}

/*
 * Returns the client's user data. The client is all that a callback gets, and only @dbg has the
 * library's functions.
 */
static struct request *user_data(debuginfod_client *client)
{
	void *lib = dlopen(DEBUGINFOD_SONAME, RTLD_LAZY | RTLD_NOLOAD);
	__typeof__(debuginfod_get_user_data) *get = NULL;
	const struct dynlib_call wanted = {&get, "debuginfod_get_user_data"};
	bool found = dynlib__find(lib, &wanted, 1);

	if (lib)
		dlclose(lib);
	return found ? get(client) : NULL;
}

static int on_progress(debuginfod_client *client, long a, long b)
{
	struct request *req = user_data(client);
	bool cancel;

	if (!req)
		return 1;
	pthread_mutex_lock(&req->lock);
	req->a = a;
	req->b = b;
	cancel = req->cancel;
	pthread_mutex_unlock(&req->lock);
	return cancel;
}

static bool start(struct debuginfod *dbg)
{
	if (dbg->client)
		return true;
	if (!dbg->lib)
		dbg->lib = dlopen(DEBUGINFOD_SONAME, RTLD_NOW);
	if (find_calls(dbg))
		dbg->client = dbg->calls.begin();
	if (!dbg->client) {
		give_up(dbg, "the library cannot be loaded", "install libdebuginfod1");
		return false;
	}
	dbg->calls.set_progressfn(dbg->client, on_progress);
	return true;
}

/* ---- a request ---- */

static void set_state(struct debuginfod *dbg, const char *name)
{
	pthread_mutex_lock(&dbg->state_lock);
	dbg->state = (struct debuginfod_state){.asking = name};
	if (name)
		snprintf(dbg->state.name, sizeof(dbg->state.name), "%s", name);
	pthread_mutex_unlock(&dbg->state_lock);
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

/*
 * Finds the reason of a request that ended. The library reports a timeout as a missing file, and
 * counts whole seconds.
 */
static enum cancel look_back(struct debuginfod *dbg)
{
	uint64_t took_ms = clock__now() / NSEC_PER_MSEC - dbg->started_ms;

	if (took_ms + 1000 > dbg->file_ms && took_ms > dbg->file_ms / 2)
		return CANCEL_SLOW;
	return debuginfod__look(dbg, dbg->last, 0);
}

/*
 * Hides the library's leaks from LeakSanitizer: each request that ends early leaks some kilobytes
 * (seen with elfutils 0.188).
 */
static void ignore_leaks(bool ignore)
{
#ifdef __SANITIZE_ADDRESS__
	if (ignore)
		__lsan_disable();
	else
		__lsan_enable();
#else
	(void)ignore;
#endif
}

/* Finds the library's cache: debuginfod_find_debuginfo(3), "CACHE". */
static bool cache_dir(char *path, size_t size)
{
	const char *dir = getenv(DEBUGINFOD_CACHE_PATH_ENV_VAR), *home = getenv("HOME");
	const char *xdg = getenv("XDG_CACHE_HOME");

	if (dir && *dir)
		return snprintf(path, size, "%s", dir) < (int)size;
	if (home && snprintf(path, size, "%s/.debuginfod_client_cache", home) < (int)size &&
	    !access(path, F_OK))
		return true;
	if (xdg && *xdg)
		return snprintf(path, size, "%s/debuginfod_client", xdg) < (int)size;
	return home && snprintf(path, size, "%s/.cache/debuginfod_client", home) < (int)size;
}

/*
 * Removes the library's note that no server has the file. It takes a cancelled request for a
 * missing file and remembers that for ten minutes, by an empty file (seen with elfutils 0.188).
 */
static void forget_miss(enum debuginfod_what what, const struct build_id *bid)
{
	char dir[PATH_MAX], path[PATH_MAX], hex[SBUILD_ID_SIZE];
	struct build_id asked;
	struct stat st;

	build_id__init(&asked, bid->data, id_size(bid));
	build_id__snprintf(&asked, hex);
	if (cache_dir(dir, sizeof(dir)) &&
	    snprintf(path, sizeof(path), "%s/%s/%s", dir, hex,
		     what == DEBUGINFOD_EXECUTABLE ? "executable" : "debuginfo") <
		    (int)sizeof(path) &&
	    !lstat(path, &st) && S_ISREG(st.st_mode) && !st.st_size)
		unlink(path);
}

static void request__delete(struct request *req)
{
	pthread_mutex_destroy(&req->lock);
	pthread_cond_destroy(&req->over);
	free(req);
}

static struct request *request__new(const struct debuginfod *dbg, enum debuginfod_what what,
				    const struct build_id *bid)
{
	struct request *req = calloc(1, sizeof(*req));
	pthread_condattr_t attr;

	if (!req)
		return NULL;
	pthread_mutex_init(&req->lock, NULL);
	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(&req->over, &attr);
	pthread_condattr_destroy(&attr);
	req->find = what == DEBUGINFOD_EXECUTABLE ? dbg->calls.find_executable
						  : dbg->calls.find_debuginfo;
	req->client = dbg->client;
	req->what = what;
	req->bid = *bid;
	req->fd = -1;
	return req;
}

static void *request__run(void *arg)
{
	struct request *req = arg;
	char *path = NULL;
	bool abandoned;
	int fd;

	ignore_leaks(true);
	fd = req->find(req->client, req->bid.data, id_size(&req->bid), &path);
	ignore_leaks(false);
	pthread_mutex_lock(&req->lock);
	req->fd = fd;
	req->path = path;
	req->done = true;
	abandoned = req->abandoned;
	pthread_cond_signal(&req->over);
	pthread_mutex_unlock(&req->lock);
	if (!abandoned)
		return NULL;
	if (fd >= 0)
		close(fd);
	else
		forget_miss(req->what, &req->bid);
	free(path);
	request__delete(req);
	return NULL;
}

/* Starts the thread of a request. The thread blocks all signals, which the caller handles. */
static int request__start(struct request *req, pthread_t *thread)
{
	sigset_t all, old;
	int ret;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	ret = pthread_create(thread, NULL, request__run, req);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return ret;
}

/* Waits for the end of the request, at most @ms. The caller holds its lock. */
static void request__wait(struct request *req, unsigned int ms)
{
	struct timespec until = clock__after(ms);

	while (!req->done)
		if (pthread_cond_timedwait(&req->over, &req->lock, &until) == ETIMEDOUT)
			return;
}

static void show_progress(struct debuginfod *dbg, long a, long b)
{
	pthread_mutex_lock(&dbg->state_lock);
	dbg->state.bytes = are_bytes(a, b) ? a : 0;
	dbg->state.total = b > 0 ? b : 0;
	pthread_mutex_unlock(&dbg->state_lock);
}

/*
 * Time for the library to stop by itself, ms. It waits for a silent server for up to a second before it looks
 * (elfutils 0.192, debuginfod-client.c).
 */
#define GRACE_MS 1500

/* Waits until the request is done or has to end. Returns false if its thread was abandoned. */
static bool debuginfod__watch(struct debuginfod *dbg, struct request *req)
{
	bool done;

	pthread_mutex_lock(&req->lock);
	while (!req->done && dbg->cancel == CANCEL_NOT) {
		request__wait(req, 50);
		dbg->cancel = req->done ? CANCEL_NOT : debuginfod__look(dbg, req->a, req->b);
		show_progress(dbg, req->a, req->b);
	}
	req->cancel = true;
	request__wait(req, GRACE_MS);
	done = req->done;
	req->abandoned = !done;
	pthread_mutex_unlock(&req->lock);
	return done;
}

static int debuginfod__ask(struct debuginfod *dbg, enum debuginfod_what what,
			   const struct build_id *bid, char **path)
{
	struct request *req = request__new(dbg, what, bid);
	pthread_t thread;
	int fd;

	if (!req)
		return -ENOMEM;
	dbg->started_ms = dbg->grew_ms = clock__now() / NSEC_PER_MSEC;
	dbg->last = 0;
	dbg->cancel = CANCEL_NOT;
	dbg->nr_asked++;
	dbg->calls.set_user_data(dbg->client, req);
	if (request__start(req, &thread)) {
		request__delete(req);
		return -EAGAIN;
	}
	if (!debuginfod__watch(dbg, req)) {
		pthread_detach(thread);
		dbg->client = NULL;
		return -EINTR;
	}
	pthread_join(thread, NULL);
	fd = req->fd;
	*path = req->path;
	request__delete(req);
	if (fd < 0 && dbg->cancel == CANCEL_NOT)
		dbg->cancel = look_back(dbg);
	return fd;
}

/*
 * Notes why a request failed. A server without the file is the normal case. After a server that
 * does not answer, no more requests are made.
 */
static void debuginfod__explain(struct debuginfod *dbg, int error, const char *name)
{
	char text[64];

	switch (dbg->cancel) {
	case CANCEL_STOPPED:
		if (!dbg->why.code)
			defer_error__set(&dbg->why, DEFER_ERR_IO,
					 "debuginfod: interrupted, some files were not "
					 "downloaded");
		return;
	case CANCEL_STALLED:
		snprintf(text, sizeof(text), "almost no data for %u s",
			 (unsigned int)(dbg->stall_ms / 1000));
		give_up(dbg, text, "no further requests");
		return;
	case CANCEL_SLOW:
		snprintf(text, sizeof(text), "a file takes longer than %u s",
			 (unsigned int)(dbg->file_ms / 1000));
		give_up(dbg, text, "no further requests");
		return;
	case CANCEL_LARGE:
		break;
	case CANCEL_NOT:
		if (error == -ENOENT)
			return;
		if (error != -EFBIG) {
			give_up(dbg, strerror(-error), "no further requests");
			return;
		}
		break;
	default:
		break;
	}
	if (!dbg->why.code)
		defer_error__set(&dbg->why, DEFER_ERR_IO,
				 "debuginfod: a file is too large to download: %s", name);
}

static bool find_locked(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
			const struct build_id *bid, char *path, size_t size)
{
	char *found = NULL;
	bool fits;
	int fd;

	if (dbg->gave_up || atomic_load(&dbg->stop) || !id_size(bid) || !start(dbg))
		return false;
	if (dbg->nr_asked == MAX_REQUESTS) {
		give_up(dbg, "too many files were requested", "no further requests");
		return false;
	}
	set_state(dbg, name);
	fd = debuginfod__ask(dbg, what, bid, &found);
	set_state(dbg, NULL);
	if (fd < 0) {
		if (dbg->cancel != CANCEL_NOT)
			forget_miss(what, bid);
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

void debuginfod__reject(struct debuginfod *dbg, const char *path, const char *why)
{
	pthread_mutex_lock(&dbg->lock);
	unlink(path);
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

#else

bool debuginfod__is_there(void)
{
	return false;
}

struct debuginfod *debuginfod__new(void)
{
	return NULL;
}

void debuginfod__delete(struct debuginfod *dbg)
{
	(void)dbg;
}

bool debuginfod__find(struct debuginfod *dbg, enum debuginfod_what what, const char *name,
		      const struct build_id *bid, char *path, size_t size)
{
	(void)dbg;
	(void)what;
	(void)name;
	(void)bid;
	(void)path;
	(void)size;
	return false;
}

void debuginfod__reject(struct debuginfod *dbg, const char *path, const char *why)
{
	(void)dbg;
	(void)path;
	(void)why;
}

void debuginfod__stop(struct debuginfod *dbg)
{
	(void)dbg;
}

void debuginfod__resume(struct debuginfod *dbg)
{
	(void)dbg;
}

void debuginfod__state(struct debuginfod *dbg, struct debuginfod_state *state)
{
	(void)dbg;
	*state = (struct debuginfod_state){0};
}

const char *debuginfod__why(const struct debuginfod *dbg)
{
	(void)dbg;
	return NULL;
}

#endif
