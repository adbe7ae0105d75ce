// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/profile/annotate.h"

/*
 * Limits: the depth of inlining that is kept, and the number of addresses probed for a function's
 * extent.
 */
#define MAX_FRAMES 64
#define MAX_PROBES 4096

void annotate__init(struct annotate *annotate, uint64_t start, uint64_t end)
{
	*annotate = (struct annotate){.start = start, .end = end};
}

void annotate__exit(struct annotate *annotate)
{
	free(annotate->paths);
	free(annotate->path_addrs);
	free(annotate->addrs);
	free(annotate->files);
	free(annotate->lines);
	*annotate = (struct annotate){0};
}

/* ---- paths ---- */

int annotate__add_path(struct annotate *annotate, const uint64_t *addrs, size_t nr_addrs, bool hit,
		       const struct sample_sum *stat, struct defer_error *err)
{
	struct annotate_path path = {.first = annotate->nr_path_addrs, .stat = *stat};

	if (!ARRAY_GROW(annotate->path_addrs, annotate->cap_path_addrs,
			annotate->nr_path_addrs + nr_addrs))
		return error__no_memory(err, "for the lines of a function");
	for (size_t i = 0; i < nr_addrs; i++) {
		if (addrs[i] < annotate->start || addrs[i] >= annotate->end)
			continue;
		path.hit |= hit && !i;
		annotate->path_addrs[path.first + path.nr++] = addrs[i];
	}
	if (!path.nr)
		return 0;
	if (!ARRAY_GROW(annotate->paths, annotate->cap_paths, annotate->nr_paths + 1))
		return error__no_memory(err, "for the lines of a function");
	annotate->paths[annotate->nr_paths++] = path;
	annotate->nr_path_addrs += path.nr;
	sample_sum__add(&annotate->total, stat);
	if (path.hit)
		sample_sum__add(&annotate->self, stat);
	return 0;
}

/* ---- addresses ---- */

static int cmp_addrs(const void *va, const void *vb)
{
	const struct annotate_addr *a = va, *b = vb;

	return CMP(a->addr, b->addr);
}

/* Returns the index of the first address that is not below @addr. */
static size_t find_addr(const struct annotate *annotate, uint64_t addr)
{
	return LOWER_BOUND(i, annotate->nr_addrs, annotate->addrs[i].addr < addr);
}

static int make_addrs(struct annotate *annotate)
{
	struct annotate_addr *addrs = calloc(annotate->nr_path_addrs + 1, sizeof(*addrs));
	size_t nr = 0;

	if (!addrs)
		return DEFER_ERR_NOMEM;
	annotate->addrs = addrs;
	for (size_t i = 0; i < annotate->nr_path_addrs; i++)
		addrs[i].addr = annotate->path_addrs[i];
	if (annotate->nr_path_addrs)
		qsort(addrs, annotate->nr_path_addrs, sizeof(*addrs), cmp_addrs);
	for (size_t i = 0; i < annotate->nr_path_addrs; i++) {
		if (!nr || addrs[nr - 1].addr != addrs[i].addr)
			addrs[nr++] = addrs[i];
	}
	annotate->nr_addrs = nr;
	return 0;
}

struct sample_sum annotate__at(const struct annotate *annotate, uint64_t addr, uint64_t size,
			       struct sample_sum *total)
{
	struct sample_sum self = {0}, sum = {0};

	for (size_t i = find_addr(annotate, addr);
	     i < annotate->nr_addrs && annotate->addrs[i].addr - addr < size; i++) {
		sample_sum__add(&self, &annotate->addrs[i].self);
		sample_sum__add(&sum, &annotate->addrs[i].total);
	}
	if (total)
		*total = sum;
	return self;
}

/* ---- lines ---- */

static int64_t find_file(struct annotate *annotate, const char *path)
{
	for (size_t i = 0; i < annotate->nr_files; i++) {
		if (annotate->files[i].path == path || !strcmp(annotate->files[i].path, path))
			return i;
	}
	if (!ARRAY_GROW(annotate->files, annotate->cap_files, annotate->nr_files + 1))
		return DEFER_ERR_NOMEM;
	annotate->files[annotate->nr_files] = (struct annotate_file){.path = path};
	return annotate->nr_files++;
}

static bool has_place(const struct src_frame *frame)
{
	return frame->file && frame->line;
}

/*
 * Returns true if an inner frame is at the same place, as with inlined recursion: its samples count
 * there only once.
 */
static bool seen_before(const struct src_frame *frames, int i)
{
	for (int j = 0; j < i; j++) {
		if (has_place(&frames[j]) && frames[j].line == frames[i].line &&
		    !strcmp(frames[j].file, frames[i].file))
			return true;
	}
	return false;
}

/* The source lines of each address. */
struct places {
	struct annotate_line *lines; /* grouped by address */
	size_t nr, cap;
	size_t *first;	/* per address: first index in lines; one more at the end */
	uint64_t *seen; /* last path that passed a line or an address, counted from 1 */
};

static void places__exit(struct places *places)
{
	free(places->lines);
	free(places->first);
	free(places->seen);
}

static int add_place(struct annotate *annotate, struct places *places,
		     const struct src_frame *frame, const struct sample_sum *self)
{
	int64_t file = find_file(annotate, frame->file);

	if (file < 0 || !ARRAY_GROW(places->lines, places->cap, places->nr + 1))
		return DEFER_ERR_NOMEM;
	places->lines[places->nr] = (struct annotate_line){.file = file, .line = frame->line};
	if (self) {
		places->lines[places->nr].self = *self;
		sample_sum__add(&annotate->files[file].self, self);
	}
	places->nr++;
	return 0;
}

static int add_places(struct annotate *annotate, struct places *places,
		      const struct annotate_addr *addr, const struct src_frame *frames, int nr)
{
	int ret = 0;

	if (nr <= 0 || !has_place(&frames[0]))
		sample_sum__add(&annotate->unplaced, &addr->self);
	for (int i = 0; !ret && i < nr; i++) {
		if (has_place(&frames[i]) && !seen_before(frames, i))
			ret = add_place(annotate, places, &frames[i], i ? NULL : &addr->self);
	}
	return ret;
}

static int find_places(struct annotate *annotate, struct places *places, annotate_find_fn find,
		       void *ctx)
{
	struct src_frame frames[MAX_FRAMES];
	int ret = 0;

	places->first = calloc(annotate->nr_addrs + 1, sizeof(*places->first));
	if (!places->first)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; !ret && i < annotate->nr_addrs; i++) {
		const struct annotate_addr *addr = &annotate->addrs[i];

		ret = add_places(annotate, places, addr, frames,
				 find(ctx, addr->addr, frames, MAX_FRAMES));
		places->first[i + 1] = places->nr;
	}
	return ret;
}

/* Finds the function's own file, and its first and last line there. */
static int probe(struct annotate *annotate, annotate_find_fn find, void *ctx)
{
	uint64_t size = annotate->end - annotate->start, step = size / MAX_PROBES + 1;
	uint64_t last = 0;
	int64_t own = -1;

	/* at < last: the last step overflowed. */
	for (uint64_t at = 0; at < size && at >= last; last = at, at += step) {
		struct src_frame frames[MAX_FRAMES], *outer;
		int nr = find(ctx, annotate->start + at, frames, MAX_FRAMES);
		struct annotate_file *file;

		outer = nr > 0 ? &frames[nr - 1] : NULL;
		if (!outer || !has_place(outer))
			continue;
		if (own < 0)
			own = find_file(annotate, outer->file);
		if (own < 0)
			return DEFER_ERR_NOMEM;
		file = &annotate->files[own];
		if (strcmp(file->path, outer->file))
			continue;
		if (!file->begin || outer->line < file->begin)
			file->begin = outer->line;
		if (outer->line > file->end)
			file->end = outer->line;
	}
	return 0;
}

static int cmp_files(const void *va, const void *vb)
{
	const struct annotate_file *a = va, *b = vb;
	int cmp = CMP(!a->begin, !b->begin) ?: CMP(b->self.period, a->self.period);

	return cmp ?: CMP(b->self.nr, a->self.nr) ?: strcmp(a->path, b->path);
}

/* Files in order; places are told by first, which until here is where the file was. */
static int order_files(struct annotate *annotate, struct places *places)
{
	uint32_t *now = malloc((annotate->nr_files + 1) * sizeof(*now));

	if (!now)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < annotate->nr_files; i++)
		annotate->files[i].first = i;
	if (annotate->nr_files)
		qsort(annotate->files, annotate->nr_files, sizeof(*annotate->files), cmp_files);
	for (size_t i = 0; i < annotate->nr_files; i++)
		now[annotate->files[i].first] = i;
	for (size_t i = 0; i < places->nr; i++)
		places->lines[i].file = now[places->lines[i].file];
	free(now);
	return 0;
}

static int cmp_lines(const void *va, const void *vb)
{
	const struct annotate_line *a = va, *b = vb;

	return CMP(a->file, b->file) ?: CMP(a->line, b->line);
}

static int make_lines(struct annotate *annotate, const struct places *places)
{
	struct annotate_line *lines = malloc((places->nr + 1) * sizeof(*lines));
	size_t nr = 0;

	if (!lines)
		return DEFER_ERR_NOMEM;
	annotate->lines = lines;
	if (places->nr) {
		memcpy(lines, places->lines, places->nr * sizeof(*lines));
		qsort(lines, places->nr, sizeof(*lines), cmp_lines);
	}
	for (size_t i = 0; i < places->nr; i++) {
		if (nr && !cmp_lines(&lines[nr - 1], &lines[i]))
			sample_sum__add(&lines[nr - 1].self, &lines[i].self);
		else
			lines[nr++] = lines[i];
	}
	annotate->nr_lines = nr;
	for (size_t i = 0; i < annotate->nr_files; i++)
		annotate->files[i].first = 0;
	for (size_t i = nr; i-- > 0;) {
		annotate->files[lines[i].file].first = i;
		annotate->files[lines[i].file].nr++;
	}
	return 0;
}

/* ---- paths, and what they come by ---- */

static void add_own_stats(struct annotate *annotate)
{
	for (size_t i = 0; i < annotate->nr_paths; i++) {
		const struct annotate_path *path = &annotate->paths[i];
		size_t at = find_addr(annotate, annotate->path_addrs[path->first]);

		if (path->hit)
			sample_sum__add(&annotate->addrs[at].self, &path->stat);
	}
}

/* A path counts once where it comes by, however often it does. */
static void add_once(struct sample_sum *total, uint64_t *seen, uint64_t path,
		     const struct sample_sum *stat)
{
	if (*seen != path)
		sample_sum__add(total, stat);
	*seen = path;
}

static void add_path_totals(struct annotate *annotate, struct places *places, size_t nr)
{
	const struct annotate_path *path = &annotate->paths[nr];
	uint64_t *seen_addrs = places->seen + annotate->nr_lines;

	for (uint32_t i = 0; i < path->nr; i++) {
		size_t at = find_addr(annotate, annotate->path_addrs[path->first + i]);

		add_once(&annotate->addrs[at].total, &seen_addrs[at], nr + 1, &path->stat);
		for (size_t j = places->first[at]; j < places->first[at + 1]; j++) {
			const struct annotate_line *place = &places->lines[j];
			size_t line = annotate__line(annotate, place->file, place->line) -
				      annotate->lines;

			add_once(&annotate->lines[line].total, &places->seen[line], nr + 1,
				 &path->stat);
		}
	}
}

static int add_totals(struct annotate *annotate, struct places *places)
{
	places->seen = calloc(annotate->nr_lines + annotate->nr_addrs + 1, sizeof(*places->seen));
	if (!places->seen)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < annotate->nr_paths; i++)
		add_path_totals(annotate, places, i);
	return 0;
}

int annotate__seal(struct annotate *annotate, annotate_find_fn find, void *ctx,
		   struct defer_error *err)
{
	struct places places = {.nr = 0};
	int ret = make_addrs(annotate);

	if (!ret)
		ret = probe(annotate, find, ctx);
	if (!ret) {
		add_own_stats(annotate);
		ret = find_places(annotate, &places, find, ctx);
	}
	if (!ret)
		ret = order_files(annotate, &places);
	if (!ret)
		ret = make_lines(annotate, &places);
	if (!ret)
		ret = add_totals(annotate, &places);
	places__exit(&places);
	return ret ? error__no_memory(err, "for the lines of a function") : 0;
}

const struct annotate_line *annotate__line(const struct annotate *annotate, uint32_t file,
					   unsigned int line)
{
	const struct annotate_line want = {.file = file, .line = line};

	if (!annotate->nr_lines)
		return NULL;
	return bsearch(&want, annotate->lines, annotate->nr_lines, sizeof(want), cmp_lines);
}
