// SPDX-License-Identifier: GPL-2.0-only
#include <limits.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "tests/child.h"
#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/tests.h"
#include "util/dso/debug-file.h"
#include "util/host/libinfo.h"

/* The server's reaction to each request. */
enum misconduct {
	SERVES_NONE, /* answers with the file */
	SERVES_NOT_FOUND,
	SERVES_ERROR,
	SERVES_SILENT,	/* takes the request and says nothing */
	SERVES_TRICKLE, /* a few bytes now and then, without end */
	SERVES_ENDLESS, /* as many as it can, without end */
	SERVES_SIZE,	/* announces a size that fits nowhere */
};

struct server {
	const char *file; /* the answer */
	enum misconduct misconduct;
	int fd;
	pthread_t thread;
	atomic_uint nr_requests;
	atomic_bool ends;
};

static bool say(int fd, const char *text)
{
	return send(fd, text, strlen(text), MSG_NOSIGNAL) == (ssize_t)strlen(text);
}

static void say_file(int fd, const char *path)
{
	char buf[65536], head[128];
	FILE *file = fopen(path, "r");
	size_t size = file ? fread(buf, 1, sizeof(buf), file) : 0;

	if (file)
		fclose(file);
	snprintf(head, sizeof(head), "HTTP/1.0 200 OK\r\nContent-Length: %zu\r\n\r\n", size);
	if (say(fd, head))
		send(fd, buf, size, MSG_NOSIGNAL);
}

static void pause_ms(unsigned int ms)
{
	const struct timespec wait = {.tv_nsec = ms * 1000000L};

	nanosleep(&wait, NULL);
}

static void misbehave(const struct server *server, int fd)
{
	char block[16384];

	memset(block, 'x', sizeof(block) - 1);
	block[sizeof(block) - 1] = '\0';
	switch (server->misconduct) {
	case SERVES_NONE:
		say_file(fd, server->file);
		return;
	case SERVES_NOT_FOUND:
		say(fd, "HTTP/1.0 404 Not Found\r\n\r\n");
		return;
	case SERVES_ERROR:
		say(fd, "HTTP/1.0 500 Internal Server Error\r\n\r\n");
		return;
	case SERVES_SILENT:
		while (!atomic_load(&server->ends))
			pause_ms(20);
		return;
	case SERVES_SIZE:
	case SERVES_TRICKLE:
	case SERVES_ENDLESS:
		say(fd, "HTTP/1.0 200 OK\r\n");
		if (server->misconduct != SERVES_ENDLESS)
			say(fd, server->misconduct == SERVES_SIZE
					? "Content-Length: 9000000000000\r\n"
					: "Content-Length: 100000\r\n");
		say(fd, "\r\n");
		while (!atomic_load(&server->ends) &&
		       say(fd, server->misconduct == SERVES_TRICKLE ? "xyz" : block))
			pause_ms(server->misconduct == SERVES_TRICKLE ? 100 : 1);
		break;
	default:
		break;
	}
}

static void *serve(void *arg)
{
	struct server *server = arg;
	char request[4096];
	int fd;

	while ((fd = accept(server->fd, NULL, NULL)) >= 0 && !atomic_load(&server->ends)) {
		if (recv(fd, request, sizeof(request), 0) > 0) {
			atomic_fetch_add(&server->nr_requests, 1);
			misbehave(server, fd);
		}
		close(fd);
	}
	if (fd >= 0)
		close(fd);
	return NULL;
}

/* Listens on a free loopback port and sets the variables to it. */
static int server__start(struct server *server, enum misconduct misconduct,
			 const struct folder *folder)
{
	struct sockaddr_in addr = {.sin_family = AF_INET,
				   .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
	socklen_t len = sizeof(addr);
	char url[64], cache[PATH_MAX];

	*server = (struct server){.misconduct = misconduct};
	server->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	T_EQ(bind(server->fd, (struct sockaddr *)&addr, len), 0);
	T_EQ(listen(server->fd, 5), 0);
	T_EQ(getsockname(server->fd, (struct sockaddr *)&addr, &len), 0);
	T_EQ(pthread_create(&server->thread, NULL, serve, server), 0);
	snprintf(url, sizeof(url), "http://127.0.0.1:%u", ntohs(addr.sin_port));
	snprintf(cache, sizeof(cache), "%s/client", folder->path);
	setenv("DEBUGINFOD_URLS", url, 1);
	setenv("DEBUGINFOD_CACHE_PATH", cache, 1);
	/* A busy machine may keep a server that answers waiting; short limits are for those that do not. */
	setenv("DEBUGINFOD_TIMEOUT", misconduct == SERVES_SILENT ? "1" : "100", 1);
	setenv("DEBUGINFOD_MAXTIME", misconduct == SERVES_TRICKLE ? "2" : "200", 1);
	setenv("DEBUGINFOD_MAXSIZE", "1000000", 1);
	setenv("no_proxy", "127.0.0.1", 1);
	return TEST_OK;
}

static void server__stop(struct server *server)
{
	atomic_store(&server->ends, true);
	shutdown(server->fd, SHUT_RDWR);
	pthread_join(server->thread, NULL);
	close(server->fd);
}

static struct build_id bid_from(unsigned char first, int size)
{
	unsigned char bytes[BUILD_ID_SIZE];
	struct build_id bid;

	for (int i = 0; i < BUILD_ID_SIZE; i++)
		bytes[i] = first + i;
	build_id__init(&bid, bytes, size);
	return bid;
}

static bool any(const struct elf_file *file)
{
	return file;
}

/* Asks for build @bid: 1 if it was had. */
static int ask(struct debuginfod *dbg, const struct build_id *bid)
{
	const struct symbol_conf conf = {.debuginfod = dbg};
	struct elf_file file;
	char path[PATH_MAX];

	if (elf_file__download(&file, &conf, DEBUGINFOD_EXECUTABLE, "prog", bid, any, path,
			       sizeof(path)))
		return 0;
	elf_file__close(&file);
	return 1;
}

static bool write_elf(const struct folder *folder, unsigned char first, char path[PATH_MAX])
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	struct build_id bid = bid_from(first, BUILD_ID_SIZE);
	bool ok;

	snprintf(path, PATH_MAX, "%s/file", folder->path);
	if (!w)
		return false;
	elf_writer__init(w, ET_DYN);
	elf_writer__build_id(w, bid.data, bid.size);
	ok = elf_writer__finish(w, path);
	free(w);
	return ok;
}

/* ---- answers ---- */

static int truth(const struct folder *folder)
{
	struct build_id bid = bid_from(1, BUILD_ID_SIZE);
	struct debuginfod *dbg = debuginfod__new();
	char path[PATH_MAX];
	struct server server;

	T_RUN(server__start(&server, SERVES_NONE, folder));
	T_CHECK(write_elf(folder, 1, path));
	server.file = path;
	T_EQ(ask(dbg, &bid), 1);
	T_EQ(ask(dbg, &bid), 1);
	T_EQ(server.nr_requests, 1); /* the library's cache has it then */
	T_CHECK(!debuginfod__why(dbg));
	server__stop(&server);
	debuginfod__delete(dbg);
	return TEST_OK;
}

/*
 * Runs a case in a process of its own: libdebuginfod 0.192 leaves the descriptor of a file open that it
 * does not finish.
 */
static int run_alone(int (*what)(const struct folder *folder))
{
	pid_t pid = child__begin();

	if (!pid)
		exit(folder__run(what));
	return child__end(pid);
}

/* Runs a case where the library can be loaded: packages recommend it, and do not depend on it. */
static int run(int (*what)(const struct folder *folder))
{
	struct libinfo libs[LIBINFO_NR];

	libinfo__read(libs);
	for (int i = 0; i < LIBINFO_NR; i++) {
		if (!strcmp(libs[i].name, "libdebuginfod") && libs[i].is_there)
			return run_alone(what);
	}
	printf("libdebuginfod is not there\n");
	return TEST_SKIP;
}

static int test_truth(void)
{
	return run(truth);
}

/* The build id of another file: it is not used, and the server is not asked again. */
static int another(const struct folder *folder)
{
	struct build_id bid = bid_from(1, BUILD_ID_SIZE), next = bid_from(2, BUILD_ID_SIZE);
	struct debuginfod *dbg = debuginfod__new();
	char path[PATH_MAX];
	struct server server;

	T_RUN(server__start(&server, SERVES_NONE, folder));
	T_CHECK(write_elf(folder, 9, path));
	server.file = path;
	T_EQ(ask(dbg, &bid), 0);
	T_EQ(ask(dbg, &next), 0);
	T_EQ(server.nr_requests, 1);
	T_CHECK(debuginfod__why(dbg) && strstr(debuginfod__why(dbg), "wrong build id"));
	server__stop(&server);
	debuginfod__delete(dbg);
	return TEST_OK;
}

static int test_another(void)
{
	return run(another);
}

/* Asks twice for different files; how often the server was asked, and what is said. */
static int check_misconduct(const struct folder *folder, enum misconduct misconduct,
			    const char *word, unsigned int nr_requests)
{
	/* The library remembers what was not there. */
	struct build_id bid = bid_from(1 + 30 * misconduct, BUILD_ID_SIZE);
	struct build_id next = bid_from(2 + 30 * misconduct, BUILD_ID_SIZE);
	struct timespec start, end;
	struct debuginfod *dbg;
	char why[256];
	int had;
	struct server server;

	T_RUN(server__start(&server, misconduct, folder));
	dbg = debuginfod__new();
	clock_gettime(CLOCK_MONOTONIC, &start);
	had = ask(dbg, &bid) + ask(dbg, &next);
	clock_gettime(CLOCK_MONOTONIC, &end);
	server__stop(&server);
	snprintf(why, sizeof(why), "%s", debuginfod__why(dbg) ? debuginfod__why(dbg) : "");
	debuginfod__delete(dbg);
	T_EQ(had, 0);
	if (end.tv_sec - start.tv_sec > 90)
		T_FAIL("misconduct %d took %d s", misconduct, (int)(end.tv_sec - start.tv_sec));
	if (word ? !strstr(why, word) : *why)
		T_FAIL("misconduct %d: no '%s' in: %s", misconduct, word ? word : "", why);
	if (nr_requests)
		T_EQ(server.nr_requests, nr_requests);
	return TEST_OK;
}

static int lies(const struct folder *folder)
{
	T_RUN(check_misconduct(folder, SERVES_NOT_FOUND, NULL, 2));
	T_RUN(check_misconduct(folder, SERVES_SILENT, "almost no data for 1 s", 0));
	T_RUN(check_misconduct(folder, SERVES_TRICKLE, "longer than 2 s", 0));
	T_RUN(check_misconduct(folder, SERVES_ENDLESS, "too large", 0));
	T_RUN(check_misconduct(folder, SERVES_SIZE, "too large", 0));
	return TEST_OK;
}

static int test_lies(void)
{
	return run(lies);
}

/* ---- what is not asked ---- */

static int not_asked(const struct folder *folder)
{
	static const unsigned char zeros[BUILD_ID_SIZE];
	struct debuginfod *dbg = debuginfod__new();
	struct server server;
	struct build_id bid;

	T_RUN(server__start(&server, SERVES_NOT_FOUND, folder));
	for (int size = 0; size < 8; size++) {
		bid = bid_from(1, size);
		T_EQ(ask(dbg, &bid), 0);
	}
	build_id__init(&bid, zeros, sizeof(zeros));
	T_EQ(ask(dbg, &bid), 0);
	T_EQ(ask(NULL, &bid), 0);
	T_EQ(server.nr_requests, 0);

	/* A trace may name any number of files; the library remembers what is not there. */
	for (int i = 0; i < 1100; i++) {
		bid = bid_from(1, 8 + i % 2);
		memcpy(bid.data + 2, &i, sizeof(i));
		T_EQ(ask(dbg, &bid), 0);
	}
	T_EQ(server.nr_requests, 1000);
	T_CHECK(strstr(debuginfod__why(dbg), "too many files"));
	server__stop(&server);
	debuginfod__delete(dbg);
	return TEST_OK;
}

static int test_not_asked(void)
{
	return run(not_asked);
}

/* ---- interrupted by another thread, as the terminal UI does it ---- */

static void *stop_soon(void *arg)
{
	struct debuginfod_state state = {0};

	while (!state.asking) {
		pause_ms(10);
		debuginfod__state(arg, &state);
	}
	debuginfod__stop(arg);
	return NULL;
}

static int stopped(const struct folder *folder)
{
	struct build_id bid = bid_from(1, BUILD_ID_SIZE);
	struct debuginfod_state state;
	struct debuginfod *dbg;
	struct server server;
	char path[PATH_MAX];
	pthread_t thread;

	T_RUN(server__start(&server, SERVES_SILENT, folder));
	setenv("DEBUGINFOD_TIMEOUT", "100", 1);
	dbg = debuginfod__new();
	T_EQ(pthread_create(&thread, NULL, stop_soon, dbg), 0);
	T_EQ(ask(dbg, &bid), 0);
	pthread_join(thread, NULL);
	T_CHECK(strstr(debuginfod__why(dbg), "interrupted"));
	debuginfod__state(dbg, &state);
	T_CHECK(state.stopped && !state.asking);
	T_EQ(ask(dbg, &bid), 0);
	T_CHECK(server.nr_requests <= 1); /* it may be too early even for that */
	server__stop(&server);

	/* Another trace is opened. */
	T_RUN(server__start(&server, SERVES_NONE, folder));
	T_CHECK(write_elf(folder, 1, path));
	server.file = path;
	debuginfod__resume(dbg);
	if (!ask(dbg, &bid))
		T_FAIL("not resumed: %s", debuginfod__why(dbg));
	server__stop(&server);
	debuginfod__delete(dbg);
	return TEST_OK;
}

static int test_stopped(void)
{
	return run(stopped);
}

static const struct test_case cases[] = {
	{"takes what was asked for, once", test_truth},
	{"refuses another build, and trusts the server no more", test_another},
	{"does not wait for ever, nor take any amount", test_lies},
	{"asks for build ids that linkers make, and not without end", test_not_asked},
	{"can be stopped, and resumed", test_stopped},
	{0},
};

const struct test_suite suite__debuginfod = {
	.name = "debuginfod",
	.desc = "Answers of debuginfod servers are not believed",
	.cases = cases,
};
