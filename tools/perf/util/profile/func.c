// SPDX-License-Identifier: GPL-2.0-only
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/dso/dso.h"
#include "util/machine/callchain.h"
#include "util/profile/func.h"
#include "util/profile/short-name.h"
#include "util/profile/show-opts.h"
#include "util/resolve/resolve.h"

void funcs__init(struct funcs *funcs, const struct show_opts *show, bool srclines)
{
	*funcs = (struct funcs){.show = show, .hash_key = hash__key()};
	funcs->srclines = srclines || show->graph.key != GRAPH_KEY_FUNCTION;
}

void funcs__exit(struct funcs *funcs)
{
	free(funcs->funcs);
	free(funcs->spans);
	free(funcs->pool);
	hash_index__exit(&funcs->index);
	hash_index__exit(&funcs->dso_index);
	hash_index__exit(&funcs->srcline_index);
	hash_index__exit(&funcs->srcfile_index);
	strpool__exit(&funcs->strs);
	free(funcs->stem);
	*funcs = (struct funcs){0};
}

static const struct {
	const char *stand_in, *meaning;
} classes[DEFER_NR_CLASSES] = {
	[DEFER_MERGED] = {NULL, "the user stack came later"},
	[DEFER_MERGED_BACK] = {NULL, "the user stack came earlier"},
	[DEFER_INLINE] = {NULL, "the user stack was in the sample"},
	[DEFER_KERNEL] = {NULL, "there is no user stack"},
	[DEFER_LOST] = {"[user stack lost]", "the user stack was lost"},
	[DEFER_PENDING] = {"[user stack pending]",
			   "the task was still in the kernel when the trace ended"},
	[DEFER_EXEC] = {"[exec]", "the task called exec before it returned to user mode"},
	[DEFER_EXITED] = {"[exited]", "the task exited before it returned to user mode"},
	[DEFER_AMBIGUOUS] = {"[user stack ambiguous]",
			     "the user stack may be from another entry or program"},
	[DEFER_NOT_RECORDED] = {"[user stack not recorded]",
				"no event recorded deferred user stacks"},
	[DEFER_NOT_UNWOUND] = {"[user stack not unwound]",
			       "the user stack is in a dump, not unwound"},
	[DEFER_NOT_ASKED] = {"[user stack not asked for]", "the event did not ask for user stacks"},
	[DEFER_SIGRETURN] = {"[sigreturn]", "the task was returning from a signal handler"},
	[DEFER_UNWOUND] = {NULL, "the user stack was unwound from a dump"},
	[DEFER_DUMP_ENDED] = {"[stack dump ended]",
			      "the dump is shorter than the stack: --call-graph dwarf,SIZE"},
	[DEFER_NO_CFI] = {"[no call frame information]",
			  "code without call frame information, such as a JIT's"},
	[DEFER_NO_FILE] = {"[file not found]", "a file of the stack is not here"},
	[DEFER_WRONG_BUILD] = {"[file of another build]",
			       "a file of the stack is of another build"},
	[DEFER_NO_REGISTER] = {"[register not recorded]",
			       "a caller depends on a register that was not recorded"},
	[DEFER_NO_GROWTH] = {"[stack broken]", "a caller's frame would lie below its callee's"},
	[DEFER_BAD_CFI] = {"[call frame information broken]", "call frame information is broken"},
	[DEFER_TOO_DEEP] = {"[stack too deep]",
			    "the stack has more frames than the LBR has, or than are kept"},
};

const char *func__no_half_name(enum defer_class cls)
{
	return cls < DEFER_NR_CLASSES ? classes[cls].stand_in : NULL;
}

const char *defer_class__meaning(enum defer_class cls)
{
	return cls < DEFER_NR_CLASSES ? classes[cls].meaning : "";
}

static bool same_str(const char *a, const char *b)
{
	return a == b || (a && b && !strcmp(a, b));
}

static bool same_dso(const struct func *a, const struct func *b)
{
	return a->dso == b->dso ||
	       (a->by_name && a->dso && b->dso && !strcmp(a->dso->short_name, b->dso->short_name));
}

/*
 * Returns true if both describe one func. Inlined functions with equal names in one DSO are one
 * func, wherever they were inlined.
 */
static bool func__equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct func *func = &((const struct func *)ctx)[pos], *want = key;

	if (func->kind != want->kind || func->level != want->level || !same_dso(func, want) ||
	    func->place != want->place || !same_str(func->srcline, want->srcline))
		return false;
	switch (want->kind) {
	case FUNC_SYMBOL:
		return want->by_name ? !strcmp(func->name, want->name) : func->sym == want->sym;
	case FUNC_ADDRESS:
		return func->addr == want->addr;
	case FUNC_SEAM:
		return func->leaf == want->leaf && !strcmp(func->name, want->name);
	default:
		return !strcmp(func->name, want->name);
	}
}

static uint64_t func__hash(const struct funcs *funcs, const struct func *func)
{
	uint64_t hash = hash__u64(funcs->hash_key, func->kind | func->level << 8);

	if (funcs->by_name || funcs->show->join_clones)
		return func->name ? hash__bytes(hash, func->name, strlen(func->name))
				  : hash__u64(hash, func->addr);
	hash = hash__u64(hash, (uintptr_t)func->dso);
	hash = hash__u64(hash, func->place);
	if (func->srcline)
		hash = hash__bytes(hash, func->srcline, strlen(func->srcline));
	switch (func->kind) {
	case FUNC_SYMBOL:
		return hash__u64(hash, (uintptr_t)func->sym);
	case FUNC_ADDRESS:
		return hash__u64(hash, func->addr);
	default:
		return hash__bytes(hash, func->name, strlen(func->name));
	}
}

static const char *dso_name(const struct funcs *funcs, const struct func *func)
{
	return func__dso_name(func, funcs->show->full_paths);
}

static bool dso_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct funcs *funcs = ctx;

	return !strcmp(dso_name(funcs, &funcs->funcs[pos]), key);
}

static bool srcline_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct funcs *funcs = ctx;

	return !strcmp(func__srcline(&funcs->funcs[pos]), key);
}

/* A part of a string. */
struct srcfile {
	const char *name;
	size_t len;
};

static bool srcfile_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct funcs *funcs = ctx;
	const struct srcfile *want = key;
	size_t len;
	const char *name = func__srcfile(&funcs->funcs[pos], &len);

	return len == want->len && !memcmp(name, want->name, len);
}

/* Sets the first func of the same source file. */
static int set_srcfile_id(struct funcs *funcs, uint32_t id)
{
	struct srcfile file = {0};
	uint64_t hash;
	uint32_t pos;

	file.name = func__srcfile(&funcs->funcs[id], &file.len);
	hash = hash__bytes(funcs->hash_key, file.name, file.len);
	pos = hash_index__find(&funcs->srcfile_index, hash, srcfile_equal, funcs, &file);
	if (pos == HASH_INDEX_NONE && hash_index__add(&funcs->srcfile_index, hash, id))
		return DEFER_ERR_NOMEM;
	funcs->funcs[id].srcfile_id = pos == HASH_INDEX_NONE ? id : pos;
	return 0;
}

/* Returns the first func that has @name in @index, which becomes @id if there is none. */
static int64_t first_with(struct funcs *funcs, struct hash_index *index, hash_index_equal_fn equal,
			  const char *name, uint32_t id)
{
	uint64_t hash = hash__bytes(funcs->hash_key, name, strlen(name));
	uint32_t pos = hash_index__find(index, hash, equal, funcs, name);

	if (pos != HASH_INDEX_NONE)
		return pos;
	return hash_index__add(index, hash, id) ? (int64_t)DEFER_ERR_NOMEM : id;
}

static int set_name_ids(struct funcs *funcs, uint32_t id)
{
	struct func *func = &funcs->funcs[id];
	int64_t dso_id = first_with(funcs, &funcs->dso_index, dso_equal, dso_name(funcs, func), id);
	int64_t srcline_id =
		first_with(funcs, &funcs->srcline_index, srcline_equal, func__srcline(func), id);

	if (dso_id < 0 || srcline_id < 0)
		return DEFER_ERR_NOMEM;
	func->dso_id = dso_id;
	func->srcline_id = srcline_id;
	return funcs->srclines ? set_srcfile_id(funcs, id) : 0;
}

/* Sets the label of a func that has none yet, and keeps the name of one that was a clone. */
static int set_label(struct funcs *funcs, struct func *func)
{
	char *shorter;

	if (func->label || !func->name)
		return 0;
	if (func->name == funcs->stem)
		func->name = strpool__add(&funcs->strs, func->name, strlen(func->name));
	if (!func->name)
		return DEFER_ERR_NOMEM;
	func->label = func->name;
	shorter = funcs->show->short_names ? short_name__new(func->name) : NULL;
	if (shorter)
		func->label = strpool__add(&funcs->strs, shorter, strlen(shorter));
	free(shorter);
	return func->label ? 0 : DEFER_ERR_NOMEM;
}

static int64_t add_func(struct funcs *funcs, const struct func *want, uint64_t hash,
			struct defer_error *err)
{
	uint32_t id = funcs->nr;

	if (!ARRAY_GROW(funcs->funcs, funcs->cap, funcs->nr + 1) || funcs->nr >= UINT32_MAX - 1)
		return error__no_memory(err, "for functions");
	funcs->funcs[id] = *want;
	if (set_label(funcs, &funcs->funcs[id]) || set_name_ids(funcs, id) ||
	    hash_index__add(&funcs->index, hash, id))
		return error__no_memory(err, "for functions");
	funcs->nr++;
	return id;
}

static int64_t find_or_add(struct funcs *funcs, const struct func *want, struct defer_error *err)
{
	uint64_t hash = func__hash(funcs, want);
	uint32_t pos = hash_index__find(&funcs->index, hash, func__equal, funcs->funcs, want);

	if (pos == HASH_INDEX_NONE)
		return add_func(funcs, want, hash, err);
	if (want->ip < funcs->funcs[pos].ip) {
		funcs->funcs[pos].ip = want->ip;
		funcs->funcs[pos].addr = want->addr;
	}
	return pos;
}

/*
 * Finds or adds the func that @want describes, and the one of its whole symbol. Returns the former.
 */
static int64_t funcs__intern(struct funcs *funcs, const struct func *want, struct defer_error *err)
{
	struct func whole = *want;
	int64_t id, whole_id;

	whole.place = 0;
	whole.srcline = NULL;
	whole_id = find_or_add(funcs, &whole, err);
	if (whole_id < 0)
		return whole_id;
	id = want->place || want->srcline ? find_or_add(funcs, want, err) : whole_id;
	if (id < 0)
		return id;
	funcs->funcs[whole_id].symbol_id = whole_id;
	funcs->funcs[whole_id].graph_id = whole_id;
	funcs->funcs[id].symbol_id = whole_id;
	funcs->funcs[id].graph_id = funcs->show->graph.key == GRAPH_KEY_FUNCTION ? whole_id : id;
	return id;
}

/*
 * Sets the source line as perf prints it: "file.c:12"; without a line "symbol+8", without a symbol
 * "dso[addr]".
 */
static int set_srcline(struct funcs *funcs, struct func *func, const struct frame *frame,
		       const char *srcline, struct defer_error *err)
{
	char buf[512];
	int len;

	func->srcline = srcline;
	func->has_line = srcline;
	if (!funcs->srclines || srcline)
		return 0;
	if (frame->sym)
		len = snprintf(buf, sizeof(buf), "%s+%" PRIu64, frame->sym->name,
			       frame->addr - frame->sym->start);
	else
		len = snprintf(buf, sizeof(buf), "%s[%" PRIx64 "]", frame__dso_name(frame),
			       frame->dso ? frame->addr : frame->ip);
	if (len >= (int)sizeof(buf))
		len = sizeof(buf) - 1;
	func->srcline = strpool__add(&funcs->strs, buf, len);
	return func->srcline ? 0 : error__no_memory(err, "for functions");
}

/* Takes what makes the func a clone from its name, which then stands in a buffer. */
static int set_stem(struct funcs *funcs, struct func *func, struct defer_error *err)
{
	size_t len = func->name ? clone_name__stem(func->name) : 0;

	if (!func->name || !func->name[len])
		return 0;
	if (!ARRAY_GROW(funcs->stem, funcs->cap_stem, len + 1))
		return error__no_memory(err, "for functions");
	memcpy(funcs->stem, func->name, len);
	funcs->stem[len] = '\0';
	func->name = funcs->stem;
	return 0;
}

/*
 * Returns the func of inlined function @i of @frame, or of the enclosing one if @i is their number, at
 * @srcline.
 */
static int64_t func_at(struct funcs *funcs, const struct frame *frame, uint32_t i,
		       const char *srcline, char level, struct defer_error *err)
{
	const struct inline_frame *inl = i < frame->nr_inlines ? &frame->inlines[i] : NULL;
	struct func func = {
		.kind = frame->sym ? FUNC_SYMBOL : FUNC_ADDRESS,
		.name = frame->sym ? frame->sym->name : NULL,
		.sym = frame->sym,
		.dso = frame->dso,
		.ip = frame->ip,
		.addr = frame->dso ? frame->addr : frame->ip,
		.place = funcs->show->graph.key == GRAPH_KEY_ADDRESS ? frame->addr : 0,
		.level = level,
		.is_kernel = level != '.' && level != 'u',
	};
	int ret;

	if (frame__is_gap(frame))
		return funcs__stand_in(funcs, HALF_GAP_NAME, err);
	func.by_name = funcs->by_name || funcs->show->join_clones;
	if (funcs->by_name && func__is_nameless(&func)) {
		func.name = FUNC_NAMELESS;
		func.addr = func.ip = 0;
	}
	if (inl && !inl->is_symbol) {
		func.kind = FUNC_INLINED;
		func.name = inl->name;
	}
	ret = set_srcline(funcs, &func, frame, srcline, err);
	if (!funcs->srclines)
		func.srcline = NULL;
	if (!ret && funcs->show->join_clones)
		ret = set_stem(funcs, &func, err);
	return ret ? ret : funcs__intern(funcs, &func, err);
}

/* Returns the source line of inlined function @i of @frame, or of the enclosing one. */
static const char *line_of(const struct frame *frame, uint32_t i)
{
	return i < frame->nr_inlines ? frame->inlines[i].srcline : frame->srcline;
}

static int add_span(struct funcs *funcs, uint32_t id, const struct frame *frame,
		    struct defer_error *err)
{
	struct func_span span = {funcs->nr_pool, frame->nr_inlines + 1};

	if (!ARRAY_GROW(funcs->pool, funcs->cap_pool, funcs->nr_pool + span.nr))
		return error__no_memory(err, "for functions");
	for (uint32_t i = 0; i < span.nr; i++) {
		int64_t func = func_at(funcs, frame, i, line_of(frame, i), frame->level, err);

		if (func < 0)
			return func;
		funcs->pool[funcs->nr_pool++] = func;
	}
	funcs->spans[id] = span;
	return 0;
}

void funcs__forget_frames(struct funcs *funcs)
{
	funcs->nr_spans = 0;
}

int funcs__of_frame(struct funcs *funcs, uint32_t id, const struct frame *frame,
		    struct func_span *span, struct defer_error *err)
{
	if (id >= funcs->nr_spans) {
		if (!ARRAY_GROW(funcs->spans, funcs->cap_spans, id + 1ULL))
			return error__no_memory(err, "for functions");
		memset(&funcs->spans[funcs->nr_spans], 0,
		       (funcs->cap_spans - funcs->nr_spans) * sizeof(*funcs->spans));
		funcs->nr_spans = funcs->cap_spans;
	}
	if (!funcs->spans[id].nr) {
		int ret = add_span(funcs, id, frame, err);

		if (ret)
			return ret;
	}
	*span = funcs->spans[id];
	return 0;
}

static char cpumode_level(uint8_t cpumode)
{
	switch (cpumode) {
	case DEFER_MISC_KERNEL:
		return 'k';
	case DEFER_MISC_GUEST_KERNEL:
		return 'g';
	case DEFER_MISC_GUEST_USER:
		return 'u';
	case DEFER_MISC_USER:
		return '.';
	default:
		return 'H';
	}
}

int64_t funcs__of_hit(struct funcs *funcs, const struct frame *frame, uint8_t cpumode,
		      struct defer_error *err)
{
	return func_at(funcs, frame, frame->nr_inlines, line_of(frame, 0), cpumode_level(cpumode),
		       err);
}

int64_t funcs__of_end(struct funcs *funcs, const struct frame *frame, struct defer_error *err)
{
	const uint8_t mode = frame->kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER;

	return funcs__of_hit(funcs, frame, frame->map ? mode : DEFER_MISC_HYPERVISOR, err);
}

int64_t funcs__stand_in(struct funcs *funcs, const char *name, struct defer_error *err)
{
	struct func func = {
		.kind = FUNC_NO_HALF,
		.name = name,
		.level = '.',
	};

	return funcs__intern(funcs, &func, err);
}

int64_t funcs__seam(struct funcs *funcs, uint32_t leaf, const char *name, const char *label,
		    struct defer_error *err)
{
	struct func func = {.level = '.'};
	uint32_t pos;

	if (leaf != FUNC_NO_LEAF)
		func = *funcs__at(funcs, leaf);
	func.kind = FUNC_SEAM;
	func.name = name;
	func.srcline = NULL;
	func.place = 0;
	func.leaf = leaf;
	pos = hash_index__find(&funcs->index, func__hash(funcs, &func), func__equal, funcs->funcs,
			       &func);
	if (pos != HASH_INDEX_NONE)
		return pos;
	func.name = strpool__add(&funcs->strs, name, strlen(name));
	func.label =
		strcmp(label, name) ? strpool__add(&funcs->strs, label, strlen(label)) : func.name;
	return func.name && func.label ? funcs__intern(funcs, &func, err)
				       : error__no_memory(err, "for functions");
}

bool func__is_in_stacks(const struct func *func)
{
	if (func->kind == FUNC_NO_HALF)
		return !strcmp(func->name, HALF_GAP_NAME);
	return func->name && func__is_frame(func);
}

const char *func__dso_name(const struct func *func, bool full)
{
	if (!func->dso)
		return "[unknown]";
	return full ? func->dso->name : func->dso->short_name;
}

const char *func__label(const struct func *func, char buf[FUNC_LABEL_LEN])
{
	if (func->label)
		return func->label;
	if (func->dso)
		snprintf(buf, FUNC_LABEL_LEN, "%.100s+0x%" PRIx64, func__dso_name(func, false),
			 func->addr);
	else
		snprintf(buf, FUNC_LABEL_LEN, "0x%" PRIx64, func->ip);
	return buf;
}

bool func__matches(const struct func *func, const char *text)
{
	char buf[FUNC_LABEL_LEN];
	const char *label = func__label(func, buf);

	if (!func_text__is_name(text))
		return strcasestr(label, text);
	return !strcmp(label, text + 1) || same_str(func->name, text + 1);
}

const char *func__srcline(const struct func *func)
{
	if (func->srcline)
		return func->srcline;
	return func->name ? func->name : "";
}

const char *func__srcfile(const struct func *func, size_t *len)
{
	const char *line = func__srcline(func), *end = strchr(line, ':');

	*len = func->srcline && func->has_line && end ? end - line : 0;
	return line;
}

/* Compares strings; NULL sorts last. */
static int cmp_str(const char *a, const char *b)
{
	if (!a || !b)
		return !a - !b;
	return strcmp(a, b);
}

static int cmp_u64(uint64_t a, uint64_t b)
{
	return CMP(a, b);
}

int func__cmp(const struct func *a, const struct func *b)
{
	int cmp = cmp_str(a->name, b->name);

	if (!cmp)
		cmp = strcmp(func__dso_name(a, true), func__dso_name(b, true));
	if (!cmp)
		cmp = cmp_str(a->srcline, b->srcline);
	if (!cmp)
		cmp = cmp_u64(a->sym ? a->sym->start : a->addr, b->sym ? b->sym->start : b->addr);
	if (!cmp)
		cmp = cmp_u64(a->place, b->place);
	if (!cmp)
		cmp = a->kind - b->kind;
	return cmp ? cmp : a->level - b->level;
}
