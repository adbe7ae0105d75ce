// SPDX-License-Identifier: GPL-2.0-only
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/fd.h"
#include "util/source/claims.h"
#include "util/source/segment.h"
#include "util/source/skim.h"
#include "util/source/source.h"
#include "util/source/spool.h"

/* The place of a chunk, which lets later passes read it without a lock. */
struct chunk_place {
	uint32_t segment, size;
	uint64_t pos;		/* offset in the segment, bytes */
	uint64_t offset, order; /* same as in struct chunk */
	bool inflated;
};

struct source {
	char *path;
	struct damage *damage;
	struct source_opts opts;
	struct defer_header header;
	struct segment *segments; /* [0] has the file header */
	uint32_t nr_segments;
	size_t cap_segments;
	struct defer_header *sequels; /* of segments[1] and so on; NULL: none */
	uint64_t inflate_limit;
	uint64_t limit; /* value of @order at which a pass ends; 0: none */

	struct claims claims; /* of chunks that are read one after the other */
	uint32_t cur;	      /* segment being read; like what follows, it changes in turns only */
	/* chunks so far in this pass; after the first whole pass, all chunks */
	uint32_t nr_chunks;
	uint64_t order;
	bool whole; /* the places of all chunks are known, so they can be read in any order */
	bool inflates;
	bool spooled; /* segments[0] is a temporary copy */
	bool cut;     /* records are missing at the end */
	struct chunk_place *places;
	uint32_t nr_places;
	size_t cap_places;
	atomic_uint next_place;
	source_wanted_fn is_wanted; /* NULL: all chunks are */
	const void *wanted_ctx;
};

bool source__is_recording(const char *path)
{
	int fd = fd__open_regular(path, NULL, NULL);
	char magic[8];
	bool found;

	if (fd < 0)
		return false;
	found = read(fd, magic, sizeof(magic)) == sizeof(magic) &&
		(!memcmp(magic, "PERFILE2", 8) || !memcmp(magic, "2ELIFREP", 8));
	close(fd);
	return found;
}

const struct defer_header *source__header(const struct source *source)
{
	return &source->header;
}

bool source__is_spooled(const struct source *source)
{
	return source->spooled;
}

const char *source__path(const struct source *source)
{
	return source->path;
}

bool source__is_cut(const struct source *source)
{
	for (uint32_t i = 0; i < source->nr_segments; i++)
		if (source->segments[i].broken)
			return true;
	return source->cut;
}

bool source__is_directory(const struct source *source)
{
	return source->nr_segments > 1 && !source->opts.nr_sequels;
}

static int64_t segment__pread_fn(void *ctx, void *buf, size_t size, uint64_t offset,
				 struct defer_error *err)
{
	return segment__pread(ctx, buf, size, offset, err);
}

struct source_file source__sequel(const struct source *source, unsigned int i)
{
	return (struct source_file){.path = source->opts.sequels[i],
				    .header = &source->sequels[i],
				    .pread = segment__pread_fn,
				    .ctx = &source->segments[i + 1]};
}

uint64_t source__size(const struct source *source)
{
	uint64_t size = 0;
	uint32_t i;

	for (i = 0; i < source->nr_segments; i++)
		size += source->segments[i].file_size;
	return size;
}

void source__set_inflate_limit(struct source *source, uint64_t bytes)
{
	uint32_t i;

	source->inflate_limit = bytes;
	for (i = 0; i < source->nr_segments; i++)
		source->segments[i].inflate_limit = bytes;
}

int64_t source__pread(void *ctx, void *buf, size_t size, uint64_t offset, struct defer_error *err)
{
	struct source *source = ctx;

	return segment__pread(&source->segments[0], buf, size, offset, err);
}

static struct segment *source__add_segment(struct source *source, struct defer_error *err)
{
	if (!ARRAY_GROW(source->segments, source->cap_segments, source->nr_segments + 1ULL)) {
		error__no_memory(err, "for a file");
		return NULL;
	}
	segment__init(&source->segments[source->nr_segments]);
	return &source->segments[source->nr_segments++];
}

/* Adds a segment for @fd. Takes @fd over even if it fails. */
static int source__add_fd(struct source *source, int fd, const char *name, struct defer_error *err)
{
	struct segment *segment = source__add_segment(source, err);

	if (segment)
		return segment__set_fd(segment, fd, true, name, err);
	close(fd);
	return DEFER_ERR_NOMEM;
}

/* Opens a stream. Copies it to a temporary file, since it is read more than once. */
static int source__open_stream(struct source *source, int fd, struct defer_error *err)
{
	int spool = spool__copy(fd, source->opts.progress, err);

	source->spooled = true;
	return spool < 0 ? spool : source__add_fd(source, spool, source->path, err);
}

/* Checks the owner by perf's rule: another user may have made the file to mislead its reader. */
static int source__check_owner(const struct source *source, int fd, const char *path,
			       struct defer_error *err)
{
	struct stat st;

	if (!source->opts.owned_only || fstat(fd, &st) || !st.st_uid || st.st_uid == geteuid())
		return 0;
	return defer_error__set(err, DEFER_ERR_INVAL,
				"%s: not owned by current user or root (use -f to override)", path);
}

static int source__open_file(struct source *source, const char *path, struct defer_error *err)
{
	struct stat st;
	int fd, ret;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return defer_error__set(err, errno == ENOENT ? DEFER_ERR_NOENT : DEFER_ERR_IO,
					"%s: %s", path, strerror(errno));
	ret = source__check_owner(source, fd, path, err);
	if (ret) {
		close(fd);
		return ret;
	}
	if (!fstat(fd, &st) && !S_ISREG(st.st_mode)) {
		ret = source__open_stream(source, fd, err);
		close(fd);
		return ret;
	}
	return source__add_fd(source, fd, path, err);
}

static int source__open_stdin(struct source *source, struct defer_error *err)
{
	struct segment *segment;
	struct stat st;

	if (fstat(STDIN_FILENO, &st) || !S_ISREG(st.st_mode))
		return source__open_stream(source, STDIN_FILENO, err);
	segment = source__add_segment(source, err);
	if (!segment)
		return DEFER_ERR_NOMEM;
	return segment__set_fd(segment, STDIN_FILENO, false, source->path, err);
}

static int data_file__filter(const struct dirent *entry)
{
	const char *n = entry->d_name;

	return !strncmp(n, "data.", 5) && n[5] && strspn(n + 5, "0123456789") == strlen(n + 5);
}

/* Opens one of a directory's files. The user did not name it, so it must be a regular file. */
static int source__open_part(struct source *source, const char *path, struct defer_error *err)
{
	int fd = fd__open_regular(path, NULL, err), ret;

	if (fd < 0)
		return fd;
	ret = source__check_owner(source, fd, path, err);
	if (!ret)
		return source__add_fd(source, fd, path, err);
	close(fd);
	return ret;
}

/* Opens a directory of perf record --threads: "data" has the header, "data.N" are raw records. */
static int source__open_dir(struct source *source, const char *path, struct defer_error *err)
{
	struct dirent **names = NULL;
	char name[4096];
	int i, nr, ret;

	snprintf(name, sizeof(name), "%s/data", path);
	ret = source__open_part(source, name, err);
	if (ret)
		return ret;

	nr = scandir(path, &names, data_file__filter, versionsort);
	if (nr < 0)
		return defer_error__set(err, DEFER_ERR_IO, "%s: %s", path, strerror(errno));
	for (i = 0; i < nr; i++) {
		snprintf(name, sizeof(name), "%s/%s", path, names[i]->d_name);
		if (!ret)
			ret = source__open_part(source, name, err);
		free(names[i]);
	}
	free(names);
	return ret;
}

static int source__open_path(struct source *source, struct defer_error *err)
{
	struct stat st;

	if (!strcmp(source->path, "-"))
		return source__open_stdin(source, err);
	if (!stat(source->path, &st) && S_ISDIR(st.st_mode))
		return source__open_dir(source, source->path, err);
	return source__open_file(source, source->path, err);
}

/* Opens what goes on with the recording. Such files are never streams, which end with their recording. */
static int source__open_sequel(struct source *source, unsigned int i, struct defer_error *err)
{
	const char *path = source->opts.sequels[i];
	struct defer_error cause = DEFER_ERROR_INIT;
	struct segment *segment;
	int ret = source__open_file(source, path, err);

	if (ret)
		return ret;
	segment = &source->segments[source->nr_segments - 1];
	ret = defer_header__read(&source->sequels[i], segment__pread_fn, segment, &cause);
	if (ret)
		return defer_error__set_at(err, ret, cause.offset, "%s: %s", path, cause.text);
	if (source->nr_segments != i + 2 || source->spooled || source->header.pipe ||
	    source->sequels[i].pipe || source->sequels[i].swap != source->header.swap)
		return defer_error__set(
			err, DEFER_ERR_INVAL,
			"%s cannot go on with %s: only files of one recording can be "
			"read as one",
			path, source->path);
	return 0;
}

static int source__open_sequels(struct source *source, struct defer_error *err)
{
	const unsigned int nr = source->opts.nr_sequels;
	int ret = 0;

	source->sequels = calloc(nr, sizeof(*source->sequels));
	if (nr && !source->sequels)
		return error__no_memory(err, "for the source");
	for (unsigned int i = 0; i < nr && !ret; i++)
		ret = source__open_sequel(source, i, err);
	return ret;
}

/* Sets the range of records of a file that has a header, and reports its false claims. */
static void source__bound_file(struct source *source, struct segment *segment,
			       const struct defer_header *hdr)
{
	uint64_t end = hdr->data.offset + hdr->data.size;

	if (hdr->pipe) {
		segment__bound(segment, hdr->size, segment->file_size);
		return;
	}
	if (!hdr->data.size) {
		segment__bound(segment, hdr->data.offset, segment->file_size);
		/* In a directory, all records may be in the other files. */
		if (source__is_directory(source))
			return;
		source->cut = true;
		damage__addf(source->damage, DEFER_ERR_TRUNCATED, segment->begin,
			     "the recording was not finished (data size 0): "
			     "reading every whole record up to the end of the file");
		return;
	}
	if (end < hdr->data.offset || end > segment->file_size) {
		end = segment->file_size;
		source->cut = true;
		damage__addf(source->damage, DEFER_ERR_TRUNCATED, end,
			     "the file ends %llu bytes before the end of its data section",
			     (unsigned long long)(hdr->data.offset + hdr->data.size - end));
	}
	segment__bound(segment, hdr->data.offset, end);
}

/* Sets the range of records in each file. */
static void source__bound(struct source *source)
{
	source__bound_file(source, &source->segments[0], &source->header);
	for (uint32_t i = 1; i < source->nr_segments; i++) {
		struct segment *segment = &source->segments[i];

		if (source->opts.nr_sequels)
			source__bound_file(source, segment, &source->sequels[i - 1]);
		else
			segment__bound(segment, 0, segment->file_size);
	}
}

int source__open(struct source **sourcep, const char *path, struct damage *damage,
		 const struct source_opts *opts, struct defer_error *err)
{
	struct source *source = calloc(1, sizeof(*source));
	uint32_t i;
	int ret;

	if (!source)
		return error__no_memory(err, "for the source");
	claims__init(&source->claims);
	source->damage = damage;
	if (opts)
		source->opts = *opts;
	source->path = strdup(path);
	if (!source->path)
		ret = error__no_memory(err, "for the source");
	else
		ret = source__open_path(source, err);
	if (!ret)
		ret = defer_header__read(&source->header, source__pread, source, err);
	if (!ret)
		ret = source__open_sequels(source, err);
	if (ret) {
		source__close(source);
		return ret;
	}
	source__set_inflate_limit(source, SEGMENT_INFLATE_LIMIT);
	for (i = 0; i < source->nr_segments; i++) {
		source->segments[i].swap = source->header.swap;
		source->segments[i].damage = damage;
		if (source->opts.chunk_size)
			source->segments[i].chunk_size = source->opts.chunk_size;
	}
	source__bound(source);
	*sourcep = source;
	return 0;
}

void source__close(struct source *source)
{
	uint32_t i;

	if (!source)
		return;
	for (i = 0; i < source->nr_segments; i++)
		segment__exit(&source->segments[i]);
	free(source->segments);
	free(source->places);
	free(source->sequels);
	free(source->path);
	claims__exit(&source->claims);
	free(source);
}

static int source__keep_place(struct source *source, const struct chunk *chunk, uint32_t segment,
			      uint64_t pos, struct defer_error *err)
{
	if (!ARRAY_GROW(source->places, source->cap_places, source->nr_places + 1ULL))
		return error__no_memory(err, "for the list of chunks");
	source->places[source->nr_places++] = (struct chunk_place){
		.segment = segment,
		.size = chunk->size,
		.pos = pos,
		.offset = chunk->offset,
		.order = chunk->order,
		.inflated = chunk->inflated,
	};
	return 0;
}

/* Reads the next chunk in the order of the stream. */
static int source__next_in_turn(struct source *source, struct chunk *chunk, struct defer_error *err)
{
	int ret = 0;

	if (source->limit && source->order >= source->limit) {
		source->cur = source->nr_segments;
		source->cut = true;
	}
	while (source->cur < source->nr_segments) {
		ret = segment__next(&source->segments[source->cur], chunk, err);
		if (ret)
			break;
		source->cur++;
	}
	if (ret <= 0)
		return ret;

	chunk->idx = source->nr_chunks++;
	chunk->file = source->cur;
	chunk->order = source->order;
	chunk->swap = source->header.swap;
	source->order += chunk->size;
	source->inflates |= chunk->inflated;
	if (!source->inflates) {
		ret = source__keep_place(source, chunk, source->cur, chunk->offset, err);
		if (ret)
			return ret;
	}
	return 1;
}

/* Reads @size bytes at @skip of a chunk. Returns how many there were, or a negative code. */
static int64_t source__read_part(struct source *source, const struct chunk_place *place,
				 uint64_t skip, void *buf, size_t size, struct defer_error *err)
{
	const struct segment *segment = &source->segments[place->segment];
	int64_t got = segment__pread(segment, buf, size, place->pos + skip, err);

	if (got >= 0 && (size_t)got < size)
		damage__addf(source->damage, DEFER_ERR_TRUNCATED, place->offset + skip + got,
			     "the file shrank while it was read");
	return got;
}

static int source__read_place(struct source *source, uint32_t idx, struct chunk *chunk,
			      struct defer_error *err)
{
	const struct chunk_place *place = &source->places[idx];
	const struct segment *segment = &source->segments[place->segment];
	int64_t got;

	if (segment__skim(segment, chunk, place->pos, place->size, place->size) < place->size) {
		if (chunk__reset(chunk, place->size, err))
			return DEFER_ERR_NOMEM;
		got = source__read_part(source, place, 0, chunk->data, place->size, err);
		if (got < 0)
			return got;
		chunk->size = got;
		chunk->nr_read += got;
	}
	chunk->idx = idx;
	chunk->offset = place->offset;
	chunk->order = place->order;
	chunk->inflated = place->inflated;
	chunk->swap = source->header.swap;
	return 1;
}

/* Reads a chunk by its place, in a later pass over plain records. Any worker may read any chunk. */
static int source__next_place(struct source *source, struct chunk *chunk, struct defer_error *err)
{
	uint32_t idx;

	do {
		idx = atomic_fetch_add(&source->next_place, 1);
		if (idx >= source->nr_places)
			return 0;
	} while (source->is_wanted && !source->is_wanted(source->wanted_ctx, idx));
	return source__read_place(source, idx, chunk, err);
}

/* Returns the index of the chunk that contains the byte at @order, or a negative code. */
static int64_t source__place_of(const struct source *source, uint64_t order,
				struct defer_error *err)
{
	uint32_t after;

	if (!source->whole || !source->nr_places)
		return defer_error__set(err, DEFER_ERR_INVAL, "no chunk can be read by itself");
	after = LOWER_BOUND(i, source->nr_places, source->places[i].order <= order);
	return after ? after - 1 : 0;
}

uint64_t source__offset_of(const struct source *source, uint64_t order)
{
	int64_t idx = source__place_of(source, order, NULL);

	if (idx < 0)
		return DEFER_NO_OFFSET;
	if (source->places[idx].inflated)
		return source->places[idx].offset;
	return source->places[idx].offset + (order - source->places[idx].order);
}

int64_t source__read_at(struct source *source, uint64_t order, void *buf, size_t size,
			struct defer_error *err)
{
	int64_t idx = source__place_of(source, order, err), got = 0;
	size_t done = 0, want;

	if (idx < 0)
		return idx;
	for (; done < size && idx < source->nr_places; idx++) {
		const struct chunk_place *place = &source->places[idx];
		uint64_t skip = order + done - place->order;

		if (skip >= place->size)
			break;
		want = size - done < place->size - skip ? size - done : place->size - skip;
		got = source__read_part(source, place, skip, (char *)buf + done, want, err);
		if (got < 0)
			return got;
		done += got;
		if ((size_t)got < want)
			break;
	}
	return done;
}

/* Ends the turn of @claim. */
static void source__end_claim(struct source *source, const struct claim *claim)
{
	const struct segment *next =
		source->cur < source->nr_segments ? &source->segments[source->cur] : NULL;

	if (next && segment__has_cells(next))
		claims__end(&source->claims, claim, source->cur, segment__cell(next));
	else
		claims__end(&source->claims, claim, CLAIM_NO_SEGMENT, 0);
}

/* Reads the next chunk in its turn, and before that what it will probably have. */
static int source__next_claim(struct source *source, struct chunk *chunk, struct defer_error *err)
{
	struct claim claim;
	int ret;

	claims__take(&source->claims, &claim);
	if (claim.segment != CLAIM_NO_SEGMENT)
		segment__read_ahead(&source->segments[claim.segment], claim.cell, claim.is_known,
				    chunk);
	claims__wait(&source->claims, &claim);
	ret = source__next_in_turn(source, chunk, err);
	source__end_claim(source, &claim);
	return ret;
}

int source__next(struct source *source, struct chunk *chunk, struct defer_error *err)
{
	return source->whole ? source__next_place(source, chunk, err)
			     : source__next_claim(source, chunk, err);
}

void source__rewind(struct source *source)
{
	uint32_t i;

	if (source->cur == source->nr_segments && !source->inflates)
		source->whole = true;
	atomic_store(&source->next_place, 0);
	source->is_wanted = NULL;
	source__leave_out(source, &(struct gap){0});
	if (source->whole)
		return;

	claims__restart(&source->claims);
	source->cur = 0;
	source->nr_chunks = 0;
	source->nr_places = 0;
	source->order = 0;
	/* The first pass has reported all damage. */
	for (i = 0; i < source->nr_segments; i++) {
		source->segments[i].damage = NULL;
		segment__rewind(&source->segments[i]);
	}
}

bool source__has_places(const struct source *source)
{
	return source->whole;
}

void source__want(struct source *source, source_wanted_fn is_wanted, const void *ctx)
{
	source->is_wanted = is_wanted;
	source->wanted_ctx = ctx;
}

void source__leave_out(struct source *source, const struct gap *gap)
{
	for (uint32_t i = 0; i < source->nr_segments; i++)
		source->segments[i].gap = *gap;
}

int source__complete(struct source *source, struct chunk *chunk, size_t from, size_t to,
		     struct defer_error *err)
{
	const struct chunk_place *place = &source->places[chunk->idx];
	int64_t got = segment__pread(&source->segments[place->segment], chunk->data + from,
				     to - from, place->pos + from, err);

	if (got < 0)
		return got;
	chunk->nr_read += got;
	if ((size_t)got == to - from)
		return 0;
	return defer_error__set_at(err, DEFER_ERR_TRUNCATED, place->offset + from + got,
				   "the file shrank while it was read");
}

void source__set_limit(struct source *source, uint64_t bytes)
{
	source->limit = bytes;
}

/* Copies all chunks to @fd, one after the other, and keeps the new place of each. */
static int source__inflate_to(struct source *source, int fd, struct defer_error *err)
{
	uint32_t spooled = source->nr_segments;
	struct chunk chunk;
	int ret;

	chunk__init(&chunk);
	while ((ret = source__next_in_turn(source, &chunk, err)) > 0) {
		ret = spool__write(fd, chunk.data, chunk.size, err);
		if (ret)
			break;
		source->nr_places = chunk.idx;
		ret = source__keep_place(source, &chunk, spooled, chunk.order, err);
		if (ret)
			break;
	}
	chunk__exit(&chunk);
	return ret;
}

int source__make_seekable(struct source *source, struct defer_error *err)
{
	int fd, ret;

	source__rewind(source);
	if (source->whole)
		return 0;
	fd = spool__new(err);
	if (fd < 0)
		return fd;
	ret = source__inflate_to(source, fd, err);
	if (ret) {
		close(fd);
		return ret;
	}
	ret = source__add_fd(source, fd, "temporary copy", err);
	source->whole = !ret;
	return ret;
}
