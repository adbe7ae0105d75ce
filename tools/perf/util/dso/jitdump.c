// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <perf/defer-cursor.h>

#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/dso/debug-file.h"
#include "util/dso/jit-file.h"
#include "util/dso/jitdump.h"
#include "util/dso/symbol.h"

#define MAGIC	       0x4a695444 /* "JiTD" */
#define VERSION	       1
#define HEADER_SIZE    40
#define FLAG_ARCH_TIME 1 /* the only flag there is */
#define PREFIX_SIZE    16
/* The most that is looked at of a record at once: the fixed part, and a name of a LOAD. */
#define WINDOW_SIZE (64 << 10)

/* ---- the file ---- */

bool jitdump__is_name(const char *path, int32_t *pid)
{
	const char *base = strrchr(path, '/');
	int end = 0;

	if (!base || strncmp(base, "/jit-", 5) || base[5] < '1' || base[5] > '9')
		return false;
	return sscanf(base + 5, "%9d.dump%n", pid, &end) == 1 && end && !base[5 + end];
}

/*
 * Returns the file from @at on, as far as it is there and the window is large enough; sets *@size.
 * NULL if it cannot be read.
 */
static const uint8_t *jitdump__look(struct jitdump *dump, uint64_t at, size_t want, size_t *size)
{
	const uint64_t end = dump->window_at + dump->window_size;
	ssize_t len;

	if (at < dump->window_at || at > end || end - at < want) {
		len = pread(dump->fd, dump->window, WINDOW_SIZE, at);
		dump->window_at = at;
		dump->window_size = len < 0 ? 0 : len;
	}
	*size = dump->window_size - (at - dump->window_at);
	return dump->window + (at - dump->window_at);
}

static int say_corrupt(const struct jitdump *dump, uint64_t at, const char *what,
		       struct defer_error *err)
{
	return defer_error__set_at(err, DEFER_ERR_CORRUPT, at, "%s: %s", dump->path, what);
}

static int jitdump__read_header(struct jitdump *dump, struct defer_error *err)
{
	struct defer_cursor cur;
	uint32_t magic, version, header_size;
	const uint8_t *bytes;
	uint64_t flags;
	size_t size;

	bytes = jitdump__look(dump, 0, HEADER_SIZE, &size);
	defer_cursor__init(&cur, bytes, size, 0, false);
	magic = defer_cursor__u32(&cur);
	dump->swap = cur.swap = magic == __builtin_bswap32(MAGIC);
	version = defer_cursor__u32(&cur);
	header_size = defer_cursor__u32(&cur);
	dump->machine = defer_cursor__u32(&cur);
	defer_cursor__u32(&cur);
	dump->pid = defer_cursor__u32(&cur);
	defer_cursor__u64(&cur);
	flags = defer_cursor__u64(&cur);
	if (cur.failed || (magic != MAGIC && !dump->swap))
		return say_corrupt(dump, 0, "not a jitdump file", err);
	if (version != VERSION || flags & ~(uint64_t)FLAG_ARCH_TIME)
		return defer_error__set_at(err, DEFER_ERR_UNSUPPORTED, 0,
					   "%s: jitdump of an unknown version", dump->path);
	if (header_size < HEADER_SIZE)
		return say_corrupt(dump, 0, "jitdump header is too short", err);
	dump->is_64 = dump->machine != EM_386 && dump->machine != EM_ARM;
	dump->is_arch_time = flags & FLAG_ARCH_TIME;
	dump->pos = header_size;
	return 0;
}

/* Opens the file where this process sees it. */
static int open_here(struct jitdump *dump, int32_t pid, const struct symbol_conf *conf,
		     struct defer_error *err)
{
	const bool is_elsewhere = conf->symfs && *conf->symfs;
	char path[PATH_MAX];
	int32_t number;

	if (!jitdump__is_name(dump->path, &number) || (number != pid && !is_elsewhere))
		return defer_error__set(err, DEFER_ERR_NOENT,
					"%s: the file of a process that ran in a container as "
					"process %d, and is gone",
					dump->path, number);
	if (!symbol_conf__symfs_path(conf, dump->path, path, sizeof(path)))
		return defer_error__set(err, DEFER_ERR_INVAL, "the path of %s is too long",
					dump->path);
	return jit_file__open(path, conf->force, &dump->size, err);
}

static int jitdump__open_file(struct jitdump *dump, int32_t pid, const struct symbol_conf *conf,
			      struct defer_error *err)
{
	int32_t inner = jit_file__inner_pid(conf, pid), number;
	int fd = -1;

	if (inner && jitdump__is_name(dump->path, &number) && number == inner)
		fd = jit_file__open_inner(conf, pid, dump->path, &dump->size, NULL);
	return fd >= 0 ? fd : open_here(dump, pid, conf, err);
}

int jitdump__open(struct jitdump *dump, const char *path, int32_t pid,
		  const struct symbol_conf *conf, struct defer_error *err)
{
	int32_t number = 0;
	struct stat st;
	int ret = 0;

	*dump = (struct jitdump){.path = path};
	dump->fd = jitdump__open_file(dump, pid, conf, err);
	if (dump->fd < 0)
		return dump->fd;
	if (!fstat(dump->fd, &st))
		dump->on_disk = (uint64_t)st.st_blocks * 512;
	dump->window = malloc(WINDOW_SIZE);
	if (!dump->window)
		ret = error__no_memory(err, "to read %s", path);
	if (!ret)
		ret = jitdump__read_header(dump, err);
	if (!ret && (!jitdump__is_name(path, &number) || number != dump->pid))
		ret = defer_error__set_at(err, DEFER_ERR_INVAL, 0,
					  "%s: was written by process %d, as it says", path,
					  dump->pid);
	if (ret)
		jitdump__close(dump);
	return ret;
}

void jitdump__close(struct jitdump *dump)
{
	if (dump->fd >= 0)
		close(dump->fd);
	free(dump->window);
	*dump = (struct jitdump){.fd = -1};
}

/* ---- records ---- */

/* A record up to its end, or as far as the window reaches. */
struct body {
	struct defer_cursor cur;
	uint32_t kind;
	uint64_t at, size; /* of the record, with its prefix */
	uint64_t time;
};

static int body__say(const struct jitdump *dump, const struct body *body, const char *what,
		     struct defer_error *err)
{
	return say_corrupt(dump, body->at, what, err);
}

/* Reads the numbers that LOAD and MOVE share. */
static void read_code(struct jit_record *rec, struct defer_cursor *cur)
{
	rec->pid = defer_cursor__u32(cur);
	defer_cursor__u32(cur); /* tid */
	defer_cursor__u64(cur); /* vma: the address again */
	if (rec->kind == JIT_MOVE)
		rec->old_addr = defer_cursor__u64(cur);
	rec->addr = defer_cursor__u64(cur);
	rec->size = defer_cursor__u64(cur);
	rec->index = defer_cursor__u64(cur);
}

static int read_load(struct jitdump *dump, struct body *body, struct jit_record *rec,
		     struct defer_error *err)
{
	struct defer_cursor *cur = &body->cur;
	size_t len;

	read_code(rec, cur);
	len = cur->failed ? 0
			  : strnlen((const char *)cur->data + cur->pos, defer_cursor__left(cur));
	rec->name = defer_cursor__str(cur, len + 1);
	if (!rec->name)
		return body__say(dump, body, "LOAD of a function whose name has no end", err);
	if (rec->size > body->size - cur->pos)
		return body__say(dump, body, "LOAD of more code than its record holds", err);
	rec->code_at = body->at + cur->pos;
	rec->unwinding = dump->unwinding;
	rec->unwinding_hdr_size = dump->unwinding_hdr_size;
	dump->unwinding = (struct jit_part){0};
	return 1;
}

/* Keeps what belongs to the next LOAD. */
static int read_unwinding(struct jitdump *dump, struct body *body, struct defer_error *err)
{
	struct defer_cursor *cur = &body->cur;
	const uint64_t size = defer_cursor__u64(cur), hdr_size = defer_cursor__u64(cur);

	defer_cursor__u64(cur); /* size of what the process itself has mapped of it */
	if (cur->failed || size > body->size - cur->pos || hdr_size > size)
		return body__say(dump, body, "UNWINDING_INFO of more than its record holds", err);
	dump->unwinding = (struct jit_part){body->at + cur->pos, size};
	dump->unwinding_hdr_size = hdr_size;
	return 0;
}

/* Returns 1 if the record is one for the caller, 0 if not, or a negative code. */
static int read_body(struct jitdump *dump, struct body *body, struct jit_record *rec,
		     struct defer_error *err)
{
	*rec = (struct jit_record){.kind = body->kind, .at = body->at, .time = body->time};
	switch (body->kind) {
	case JIT_LOAD:
		return read_load(dump, body, rec, err);
	case JIT_MOVE:
		read_code(rec, &body->cur);
		return body->cur.failed ? body__say(dump, body, "MOVE is too short", err) : 1;
	case JIT_CLOSE:
		return 1;
	case JIT_UNWINDING_INFO:
		return read_unwinding(dump, body, err);
	default:
		return 0;
	}
}

/* Reads the prefix, and sees the rest. Returns 1, 0 at the end, or a negative code. */
static int jitdump__begin(struct jitdump *dump, struct body *body, struct defer_error *err)
{
	const uint64_t left = dump->pos < dump->size ? dump->size - dump->pos : 0;
	const uint8_t *bytes;
	size_t have;

	if (left < PREFIX_SIZE)
		return 0;
	body->at = dump->pos;
	bytes = jitdump__look(dump, body->at, PREFIX_SIZE, &have);
	defer_cursor__init(&body->cur, bytes, have, body->at, dump->swap);
	body->kind = defer_cursor__u32(&body->cur);
	body->size = defer_cursor__u32(&body->cur);
	body->time = defer_cursor__u64(&body->cur);
	if (body->cur.failed)
		return defer_error__set_at(err, DEFER_ERR_IO, body->at, "cannot read %s",
					   dump->path);
	if (body->size < PREFIX_SIZE)
		return body__say(dump, body, "record is smaller than its prefix", err);
	if (body->size > left)
		return 0;
	dump->pos += body->size;
	bytes = jitdump__look(dump, body->at, body->size < WINDOW_SIZE ? body->size : WINDOW_SIZE,
			      &have);
	defer_cursor__init(&body->cur, bytes, have < body->size ? have : body->size, body->at,
			   dump->swap);
	defer_cursor__bytes(&body->cur, PREFIX_SIZE);
	return 1;
}

int jitdump__next(struct jitdump *dump, struct jit_record *rec, struct defer_error *err)
{
	struct body body;
	int ret;

	do {
		ret = jitdump__begin(dump, &body, err);
		if (ret <= 0)
			return ret;
		ret = read_body(dump, &body, rec, err);
	} while (!ret);
	return ret;
}

uint8_t *jitdump__read_part(const struct jitdump *dump, const struct jit_part *part)
{
	uint8_t *bytes = malloc(part->size + 1);

	if (bytes && pread(dump->fd, bytes, part->size, part->at) == (ssize_t)part->size)
		return bytes;
	free(bytes);
	return NULL;
}

/* ---- names ---- */

/* Copies a name that may hold anything to @tab. NULL if there is no memory. */
static char *copy_name(struct symtab *tab, const char *name)
{
	char *copy = strpool__add(&tab->pool, name, strlen(name));

	for (char *c = copy; c && *c; c++) {
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			*c = '?';
	}
	return copy;
}

int symtab__load_jitdump(struct symtab *tab, struct jitdump *dump, struct defer_error *err)
{
	struct jit_record rec;
	char *name;
	int ret;

	while ((ret = jitdump__next(dump, &rec, err)) > 0 && rec.kind != JIT_CLOSE) {
		if (rec.kind != JIT_LOAD || !rec.size || !*rec.name)
			continue;
		name = copy_name(tab, rec.name);
		if (!name)
			return error__no_memory(err, "to read %s", dump->path);
		ret = symtab__add(tab, rec.code_at, rec.size, STB_GLOBAL, STT_FUNC, name, err);
		if (ret)
			return ret;
		tab->syms[tab->nr - 1].demangled = true;
	}
	symtab__seal(tab);
	/* A record that contradicts itself ends the file for those who place the code, and for us. */
	if (ret < 0 && ret != DEFER_ERR_NOMEM && tab->nr) {
		if (err)
			defer_error__clear(err);
		ret = 0;
	}
	return ret < 0 ? ret : (int)tab->nr;
}
