// SPDX-License-Identifier: GPL-2.0-only
/*
 * jit [DIR [MS [CLOSE]]]: a JIT compiler that dumps what it does to DIR/jit-PID.dump.
 *
 * It compiles "first", which burns MS milliseconds, then "second" at the same address, which it moves
 * to another one, and "third" at the old address. Each burns as long as the others, called by jit ->
 * run. For each time of burning one line: "NAME T0 T1", CLOCK_MONOTONIC in seconds. With CLOSE the
 * file ends before the last time, whose name is then "closed".
 *
 * Source of the format: Linux 6.19, tools/perf/Documentation/jitdump-specification.txt. x86-64.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#define MAGIC	  0x4a695444
#define MACHINE	  62 /* EM_X86_64 */
#define AREA_SIZE (1 << 20)
#define MOVED_BY  4096
#define LOAD	  0
#define MOVE	  1
#define CLOSE	  3

/* push %rbp; mov %rsp,%rbp; mov $1000000,%ecx; 1: dec %ecx; jnz 1b; pop %rbp; ret */
static const uint8_t code[] = {0x55, 0x48, 0x89, 0xe5, 0xb9, 0x40, 0x42, 0x0f,
			       0x00, 0xff, 0xc9, 0x75, 0xfc, 0x5d, 0xc3};

struct header {
	uint32_t magic, version, size, machine, pad, pid;
	uint64_t time, flags;
};

struct prefix {
	uint32_t kind, size;
	uint64_t time;
};

struct load {
	struct prefix prefix;
	uint32_t pid, tid;
	uint64_t vma, addr, size, index;
};

struct move {
	struct prefix prefix;
	uint32_t pid, tid;
	uint64_t vma, from, to, size, index;
};

struct jit {
	int fd;
	uint8_t *area;
	uint64_t index; /* of the next function */
	long ms;
};

static uint64_t now_ns(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec * 1000000000ULL + ts.tv_nsec;
}

static void put(struct jit *jit, const void *bytes, size_t size)
{
	if (write(jit->fd, bytes, size) != (ssize_t)size)
		die("write");
}

/* Opens the file, and maps it, by which a recorder finds it. */
static void begin(struct jit *jit, const char *dir)
{
	const struct header header = {MAGIC, 1, sizeof(header), MACHINE, 0, getpid(), now_ns(), 0};
	char path[4096];

	snprintf(path, sizeof(path), "%s/jit-%d.dump", dir, getpid());
	jit->fd = open(path, O_CREAT | O_TRUNC | O_RDWR, 0644);
	if (jit->fd < 0)
		die(path);
	put(jit, &header, sizeof(header));
	if (mmap(NULL, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE, jit->fd, 0) == MAP_FAILED)
		die("mmap");
	jit->area = mmap(NULL, AREA_SIZE, PROT_READ | PROT_WRITE | PROT_EXEC,
			 MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (jit->area == MAP_FAILED)
		die("mmap");
}

static uint8_t *compile(struct jit *jit, uint64_t offset, const char *name)
{
	uint8_t *at = jit->area + offset;
	const size_t len = strlen(name) + 1;
	const struct load load = {
		.prefix = {LOAD, sizeof(load) + len + sizeof(code), now_ns()},
		.pid = getpid(),
		.tid = getpid(),
		.vma = (uintptr_t)at,
		.addr = (uintptr_t)at,
		.size = sizeof(code),
		.index = jit->index++,
	};

	memcpy(at, code, sizeof(code));
	put(jit, &load, sizeof(load));
	put(jit, name, len);
	put(jit, code, sizeof(code));
	return at;
}

static uint8_t *move(struct jit *jit, uint8_t *from)
{
	const struct move move = {
		.prefix = {MOVE, sizeof(move), now_ns()},
		.pid = getpid(),
		.tid = getpid(),
		.vma = (uintptr_t)from + MOVED_BY,
		.from = (uintptr_t)from,
		.to = (uintptr_t)from + MOVED_BY,
		.size = sizeof(code),
		.index = jit->index - 1,
	};

	memcpy(from + MOVED_BY, from, sizeof(code));
	put(jit, &move, sizeof(move));
	return from + MOVED_BY;
}

static __noinline void run(const struct jit *jit, uint8_t *at, const char *name)
{
	void (*function)(void) = (void (*)(void))at;
	const double began = now(), until = began + (double)jit->ms / 1e3;

	do {
		function();
	} while (now() < until);
	printf("%s %.9f %.9f\n", name, began, now());
}

int main(int argc, char **argv)
{
	struct jit jit = {.ms = arg_number(argc, argv, 2, 200)};
	const bool closes = argc > 3;
	uint8_t *at;

	end_chains_above(__builtin_frame_address(0));
	begin(&jit, argc > 1 ? argv[1] : ".");
	run(&jit, compile(&jit, 0, "first"), "first");
	at = compile(&jit, 0, "second");
	run(&jit, at, "second");
	run(&jit, move(&jit, at), "second");
	at = compile(&jit, 0, "third");
	if (closes) {
		const struct prefix end = {CLOSE, sizeof(end), now_ns()};

		put(&jit, &end, sizeof(end));
	}
	run(&jit, at, closes ? "closed" : "third");
	exit(0);
}
