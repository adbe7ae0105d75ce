// SPDX-License-Identifier: GPL-2.0-only
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "util/annotate.h"
#include "util/array.h"

/* Deeper inlining than this is cut, and so many addresses tell a function's extent. */
#define MAX_FRAMES 64
#define MAX_PROBES 4096

void annotate__init(struct annotate *annotate, uint64_t start, uint64_t end)
{
	*annotate = (struct annotate){.start = start, .end = end};
}

void annotate__exit(struct annotate *annotate)
{
	free(annotate->addrs);
	free(annotate->files);
	free(annotate->lines);
	*annotate = (struct annotate){0};
}

static int no_memory(struct defer_error *err)
{
	return defer_error__set(err, DEFER_ERR_NOMEM, DEFER_NO_OFFSET,
				"no memory for the lines of a function");
}

static void add_stat(struct annotate_stat *stat, const struct annotate_stat *more)
{
	stat->nr += more->nr;
	stat->period += more->period;
}

/* ---- addresses ---- */

int annotate__add(struct annotate *annotate, uint64_t addr, uint64_t nr, uint64_t period,
		  struct defer_error *err)
{
	const struct annotate_stat stat = {nr, period};
	struct annotate_addr *addrs;

	if (addr < annotate->start || addr >= annotate->end)
		return 0;
	addrs = array__reserve(annotate->addrs, &annotate->cap_addrs, annotate->nr_addrs + 1,
			       sizeof(*addrs));
	if (!addrs)
		return no_memory(err);
	annotate->addrs = addrs;
	addrs[annotate->nr_addrs++] = (struct annotate_addr){addr, stat};
	add_stat(&annotate->total, &stat);
	return 0;
}

static int cmp_addrs(const void *va, const void *vb)
{
	const struct annotate_addr *a = va, *b = vb;

	return (a->addr > b->addr) - (a->addr < b->addr);
}

static void merge_addrs(struct annotate *annotate)
{
	struct annotate_addr *addrs = annotate->addrs;
	size_t nr = 0;

	if (annotate->nr_addrs)
		qsort(addrs, annotate->nr_addrs, sizeof(*addrs), cmp_addrs);
	for (size_t i = 0; i < annotate->nr_addrs; i++) {
		if (nr && addrs[nr - 1].addr == addrs[i].addr)
			add_stat(&addrs[nr - 1].stat, &addrs[i].stat);
		else
			addrs[nr++] = addrs[i];
	}
	annotate->nr_addrs = nr;
}

struct annotate_stat annotate__at(const struct annotate *annotate, uint64_t addr, uint64_t size)
{
	struct annotate_stat stat = {0};
	size_t lo = 0, hi = annotate->nr_addrs;

	while (lo < hi) {
		size_t mid = lo + (hi - lo) / 2;

		if (annotate->addrs[mid].addr < addr)
			lo = mid + 1;
		else
			hi = mid;
	}
	for (; lo < annotate->nr_addrs && annotate->addrs[lo].addr - addr < size; lo++)
		add_stat(&stat, &annotate->addrs[lo].stat);
	return stat;
}

/* ---- lines ---- */

static int64_t find_file(struct annotate *annotate, const char *path)
{
	struct annotate_file *files;

	for (size_t i = 0; i < annotate->nr_files; i++) {
		if (annotate->files[i].path == path || !strcmp(annotate->files[i].path, path))
			return i;
	}
	files = array__reserve(annotate->files, &annotate->cap_files, annotate->nr_files + 1,
			       sizeof(*files));
	if (!files)
		return DEFER_ERR_NOMEM;
	annotate->files = files;
	files[annotate->nr_files] = (struct annotate_file){.path = path};
	return annotate->nr_files++;
}

static bool has_place(const struct src_frame *frame)
{
	return frame->file && frame->line;
}

/* Recursion that was inlined comes to one place twice: only once do samples count there. */
static bool seen_before(const struct src_frame *frames, int i)
{
	for (int j = 0; j < i; j++) {
		if (has_place(&frames[j]) && frames[j].line == frames[i].line &&
		    !strcmp(frames[j].file, frames[i].file))
			return true;
	}
	return false;
}

static int add_line(struct annotate *annotate, const struct src_frame *frame,
		    const struct annotate_stat *stat, bool self)
{
	struct annotate_line *lines = array__reserve(annotate->lines, &annotate->cap_lines,
						     annotate->nr_lines + 1, sizeof(*lines));
	int64_t file = lines ? find_file(annotate, frame->file) : DEFER_ERR_NOMEM;

	if (lines)
		annotate->lines = lines;
	if (file < 0)
		return DEFER_ERR_NOMEM;
	lines[annotate->nr_lines] =
		(struct annotate_line){.file = file, .line = frame->line, .total = *stat};
	if (self) {
		lines[annotate->nr_lines].self = *stat;
		add_stat(&annotate->files[file].self, stat);
	}
	annotate->nr_lines++;
	return 0;
}

static int add_places(struct annotate *annotate, const struct annotate_addr *addr,
		      const struct src_frame *frames, int nr)
{
	int ret = 0;

	if (nr <= 0 || !has_place(&frames[0]))
		add_stat(&annotate->unplaced, &addr->stat);
	for (int i = 0; !ret && i < nr; i++) {
		if (has_place(&frames[i]) && !seen_before(frames, i))
			ret = add_line(annotate, &frames[i], &addr->stat, !i);
	}
	return ret;
}

/* The file that the function itself stands in, and from where to where. */
static int probe(struct annotate *annotate, annotate_find_fn find, void *ctx)
{
	uint64_t size = annotate->end - annotate->start, step = size / MAX_PROBES + 1;
	uint64_t last = 0;
	int64_t own = -1;

	/* The last step may go past all addresses. */
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

	if (!a->begin != !b->begin)
		return a->begin ? -1 : 1;
	if (a->self.period != b->self.period)
		return a->self.period > b->self.period ? -1 : 1;
	if (a->self.nr != b->self.nr)
		return a->self.nr > b->self.nr ? -1 : 1;
	return strcmp(a->path, b->path);
}

/* Files in order; lines are told by first, which until here is where the file was. */
static int order_files(struct annotate *annotate)
{
	uint32_t *places = malloc((annotate->nr_files + 1) * sizeof(*places));

	if (!places)
		return DEFER_ERR_NOMEM;
	for (size_t i = 0; i < annotate->nr_files; i++)
		annotate->files[i].first = i;
	if (annotate->nr_files)
		qsort(annotate->files, annotate->nr_files, sizeof(*annotate->files), cmp_files);
	for (size_t i = 0; i < annotate->nr_files; i++)
		places[annotate->files[i].first] = i;
	for (size_t i = 0; i < annotate->nr_lines; i++)
		annotate->lines[i].file = places[annotate->lines[i].file];
	free(places);
	return 0;
}

static int cmp_lines(const void *va, const void *vb)
{
	const struct annotate_line *a = va, *b = vb;

	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return (a->line > b->line) - (a->line < b->line);
}

static void merge_lines(struct annotate *annotate)
{
	struct annotate_line *lines = annotate->lines;
	size_t nr = 0;

	if (annotate->nr_lines)
		qsort(lines, annotate->nr_lines, sizeof(*lines), cmp_lines);
	for (size_t i = 0; i < annotate->nr_lines; i++) {
		if (nr && !cmp_lines(&lines[nr - 1], &lines[i])) {
			add_stat(&lines[nr - 1].self, &lines[i].self);
			add_stat(&lines[nr - 1].total, &lines[i].total);
		} else {
			lines[nr++] = lines[i];
		}
	}
	annotate->nr_lines = nr;
	for (size_t i = 0; i < annotate->nr_files; i++)
		annotate->files[i].first = 0;
	for (size_t i = nr; i-- > 0;) {
		annotate->files[lines[i].file].first = i;
		annotate->files[lines[i].file].nr++;
	}
}

int annotate__seal(struct annotate *annotate, annotate_find_fn find, void *ctx,
		   struct defer_error *err)
{
	struct src_frame frames[MAX_FRAMES];
	int ret;

	merge_addrs(annotate);
	ret = probe(annotate, find, ctx);
	for (size_t i = 0; !ret && i < annotate->nr_addrs; i++) {
		const struct annotate_addr *addr = &annotate->addrs[i];

		ret = add_places(annotate, addr, frames, find(ctx, addr->addr, frames, MAX_FRAMES));
	}
	if (!ret)
		ret = order_files(annotate);
	if (ret)
		return no_memory(err);
	merge_lines(annotate);
	return 0;
}

const struct annotate_line *annotate__line(const struct annotate *annotate, uint32_t file,
					   unsigned int line)
{
	const struct annotate_line want = {.file = file, .line = line};

	if (!annotate->nr_lines)
		return NULL;
	return bsearch(&want, annotate->lines, annotate->nr_lines, sizeof(want), cmp_lines);
}
