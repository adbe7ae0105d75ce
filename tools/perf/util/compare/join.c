// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/compare/join.h"
#include "util/profile/entry-stack.h"
#include "util/profile/hist.h"

#define KEY_SYMBOL "symbol"
#define MARK_LEN   4
#define KIND_LEN   128
#define NO_NAME	   UINT32_MAX

int join__init(struct join *join, const struct join_opts *opts, struct defer_error *err)
{
	*join = (struct join){.opts = *opts, .hash_key = hash__key()};
	join->all = calloc(opts->nr_runs, sizeof(*join->all));
	if (!join->all)
		return error__no_memory(err, "to compare profiles");
	return chain_tree__init(&join->paths, err);
}

void join__exit(struct join *join)
{
	strpool__exit(&join->strs);
	free(join->names);
	hash_index__exit(&join->name_index);
	chain_tree__exit(&join->paths);
	free(join->row_at);
	free(join->rows);
	free(join->pairs);
	hash_index__exit(&join->pair_index);
	free(join->sums);
	free(join->blocks);
	free(join->all);
	*join = (struct join){0};
}

/* ---- names ---- */

/* The bytes of a name that is looked for. */
struct wanted_name {
	const char *bytes;
	size_t text_len, len;
};

static bool name_equal(const void *ctx, uint32_t pos, const void *key)
{
	const struct join_name *name = &((const struct join *)ctx)->names[pos];
	const struct wanted_name *wanted = key;

	return name->len == wanted->text_len &&
	       !memcmp(name->text, wanted->bytes, wanted->text_len) &&
	       !strcmp(name->text + name->len + 1, wanted->bytes + wanted->text_len + 1);
}

static int64_t add_name(struct join *join, uint64_t hash, const struct wanted_name *wanted,
			struct defer_error *err)
{
	const char *text = strpool__add(&join->strs, wanted->bytes, wanted->len);

	if (!text || join->nr_names >= NO_NAME ||
	    !ARRAY_GROW(join->names, join->cap_names, join->nr_names + 1) ||
	    hash_index__add(&join->name_index, hash, join->nr_names))
		return error__no_memory(err, "for names");
	join->names[join->nr_names] = (struct join_name){.text = text, .len = wanted->text_len};
	return join->nr_names++;
}

/* Returns the id of the name that @bytes has: a text, NUL, a DSO, NUL. */
static int64_t find_name(struct join *join, const char *bytes, struct defer_error *err)
{
	size_t text_len = strlen(bytes);
	struct wanted_name wanted = {bytes, text_len,
				     text_len + 1 + strlen(bytes + text_len + 1) + 1};
	uint64_t hash = hash__bytes(join->hash_key, bytes, wanted.len);
	uint32_t id = hash_index__find(&join->name_index, hash, name_equal, join, &wanted);

	return id != HASH_INDEX_NONE ? id : add_name(join, hash, &wanted, err);
}

const char *join__without_mark(const char *name)
{
	return name[0] == '[' && name[1] && name[2] == ']' && name[3] == ' ' ? name + MARK_LEN
									     : name;
}

/* The texts of names while a profile is added. */
struct name_buf {
	char *bytes;
	size_t cap;
};

/* Returns the id of @text in @dso. */
static int64_t name_of(struct join *join, struct name_buf *buf, const char *text, const char *dso,
		       struct defer_error *err)
{
	size_t len = strlen(text), dso_len = strlen(dso);

	if (!ARRAY_GROW(buf->bytes, buf->cap, len + dso_len + 2))
		return error__no_memory(err, "for names");
	memcpy(buf->bytes, text, len + 1);
	memcpy(buf->bytes + len + 1, dso, dso_len + 1);
	return find_name(join, buf->bytes, err);
}

/* ---- rows ---- */

/* Makes room for one more row; its counts are 0. */
static int reserve_row(struct join *join, struct defer_error *err)
{
	const size_t at = join->nr_rows, runs = join->opts.nr_runs;

	if (!ARRAY_GROW(join->rows, join->cap_rows, at + 1) ||
	    !ARRAY_GROW(join->sums, join->cap_sums, (at + 1) * runs))
		return error__no_memory(err, "for rows");
	memset(&join->sums[at * runs], 0, runs * sizeof(*join->sums));
	if (runs != 2)
		return 0;
	if (!ARRAY_GROW(join->blocks, join->cap_blocks, (at + 1) * JOIN_BLOCKS_OF_TWO))
		return error__no_memory(err, "for rows");
	memset(&join->blocks[at * JOIN_BLOCKS_OF_TWO], 0,
	       JOIN_BLOCKS_OF_TWO * sizeof(*join->blocks));
	return 0;
}

/* Returns the row of @path, or the inclusive one, which it adds. */
static int64_t row_of(struct join *join, uint32_t path, bool inclusive, struct defer_error *err)
{
	uint32_t *row;

	if (!ARRAY_GROW(join->row_at, join->cap_row_at, join->paths.nr))
		return error__no_memory(err, "for rows");
	memset(join->row_at + join->nr_row_at, 0,
	       (join->paths.nr - join->nr_row_at) * sizeof(*join->row_at));
	join->nr_row_at = join->paths.nr;
	row = inclusive ? &join->row_at[path].inclusive : &join->row_at[path].own;
	if (*row)
		return *row - 1;
	if (reserve_row(join, err))
		return err->code;
	join->rows[join->nr_rows] = (struct join_row){path, inclusive};
	*row = ++join->nr_rows;
	return join->nr_rows - 1;
}

/* What is added of one run. */
struct adding {
	struct join *join;
	unsigned int run;
	struct hist *hist;
	const struct defer_evsel *evsel;  /* of the hist */
	const struct join_blocks *blocks; /* NULL: none */
	struct sample_sum *entry_blocks;  /* by entry that was hit and block; NULL: none */
	bool periods;
	struct name_buf buf;
	char *text; /* of a key */
	size_t cap_text;
	uint32_t *names; /* by func, or NO_NAME */
	uint32_t *paths; /* by chain */
};

/* The samples of a stack or an entry: all, and those of each block. */
struct counted {
	const struct sums *sums;
	const struct sample_sum *blocks; /* NULL: none */
};

static struct counted count_stack(const struct adding *adding, size_t idx)
{
	const struct join_blocks *blocks = adding->blocks;

	return (struct counted){&adding->hist->stacks[idx].sums,
				blocks ? blocks->sums + idx * blocks->nr : NULL};
}

static struct counted count_entry(const struct adding *adding, size_t idx)
{
	return (struct counted){
		&adding->hist->entries[idx].self,
		adding->entry_blocks ? adding->entry_blocks + idx * adding->blocks->nr : NULL};
}

static void add_blocks(struct adding *adding, size_t row, const struct sample_sum *blocks)
{
	struct join *join = adding->join;
	const size_t first = adding->run ? join->nr_blocks[0] : 0;

	for (size_t i = 0; i < adding->blocks->nr; i++) {
		double weight = adding->periods ? blocks[i].period : blocks[i].nr;

		join->block_totals[first + i] += join->rows[row].is_inclusive ? 0 : weight;
		join->blocks[row * JOIN_BLOCKS_OF_TWO + first + i] += weight;
	}
}

/* Adds the samples to the row of @path, or the inclusive one. Returns the row. */
static int64_t add_sum(struct adding *adding, uint32_t path, bool inclusive, struct counted counted,
		       struct defer_error *err)
{
	const struct sample_sum sum = sums__samples(counted.sums);
	struct join *join = adding->join;
	int64_t row = row_of(join, path, inclusive, err);

	if (row < 0)
		return row;
	sample_sum__add(&join->sums[row * join->opts.nr_runs + adding->run], &sum);
	if (counted.blocks)
		add_blocks(adding, row, counted.blocks);
	return row;
}

/* ---- inclusive rows ---- */

static bool pair_equal(const void *ctx, uint32_t pos, const void *key)
{
	return !memcmp(&((const struct row_pair *)ctx)[pos], key, sizeof(struct row_pair));
}

/* Notes that inclusive row @inclusive has samples of row @own. */
static int add_pair(struct join *join, uint32_t inclusive, uint32_t own, struct defer_error *err)
{
	const struct row_pair pair = {inclusive, own};
	uint64_t hash = hash__bytes(join->hash_key, &pair, sizeof(pair));

	if (hash_index__find(&join->pair_index, hash, pair_equal, join->pairs, &pair) !=
	    HASH_INDEX_NONE)
		return 0;
	if (join->nr_pairs >= UINT32_MAX - 1 ||
	    !ARRAY_APPEND(join->pairs, join->nr_pairs, join->cap_pairs, &pair, 1) ||
	    hash_index__add(&join->pair_index, hash, join->nr_pairs - 1))
		return error__no_memory(err, "for rows");
	return 0;
}

/* Adds samples that hit row @own to the inclusive row of @path. */
static int add_inclusive(struct adding *adding, uint32_t path, uint32_t own, struct counted counted,
			 struct defer_error *err)
{
	int64_t row = add_sum(adding, path, true, counted, err);

	return row < 0 ? row : add_pair(adding->join, row, own, err);
}

/* An entry of the hist, and the path of its names. */
struct entry_path {
	uint32_t path, entry;
};

/* The state while the callers of one hist are counted: its stacks have the paths of what they hit. */
struct calls {
	struct adding *adding;
	struct entry_path *of; /* by entry; then sorted by path */
	uint32_t *hits, *seen; /* by stack: path of what it hit, and that which counted it last */
};

static int calls__init(struct calls *calls, struct adding *adding, struct defer_error *err)
{
	const struct hist *hist = adding->hist;

	*calls = (struct calls){
		.adding = adding,
		.of = calloc(hist->nr + 1, sizeof(*calls->of)),
		.hits = calloc(hist->nr_stacks + 1, sizeof(*calls->hits)),
		.seen = calloc(hist->nr_stacks + 1, sizeof(*calls->seen)),
	};
	return calls->of && calls->hits && calls->seen ? 0 : error__no_memory(err, "for rows");
}

static void calls__exit(struct calls *calls)
{
	free(calls->of);
	free(calls->hits);
	free(calls->seen);
}

static int compare_paths(const void *a, const void *b)
{
	const struct entry_path *x = a, *y = b;

	return CMP(x->path, y->path) ?: CMP(x->entry, y->entry);
}

static void calls__add(struct calls *calls, uint32_t entry, uint32_t path)
{
	const struct hist *hist = calls->adding->hist;

	calls->of[entry] = (struct entry_path){path, entry};
	for (uint32_t i = hist->entries[entry].first_ref; i != HIST_NO_REF;
	     i = hist->refs[i].next) {
		if (hist->refs[i].chain == CHAIN_ROOT)
			calls->hits[hist->refs[i].stack] = path;
	}
}

/* Adds the samples of the entry, and the stacks that it called something in, unless the path has them already. */
static int count_calls(struct calls *calls, const struct entry_path *of, struct defer_error *err)
{
	struct adding *adding = calls->adding;
	const struct hist *hist = adding->hist;
	const struct hist_entry *entry = &hist->entries[of->entry];
	int ret = 0;

	if (entry->self.nr)
		ret = add_inclusive(adding, of->path, adding->join->row_at[of->path].own - 1,
				    count_entry(adding, of->entry), err);
	for (uint32_t i = entry->first_ref; !ret && i != HIST_NO_REF; i = hist->refs[i].next) {
		const uint32_t stack = hist->refs[i].stack, hit = calls->hits[stack];

		if (hit == of->path || calls->seen[stack] == of->path)
			continue;
		calls->seen[stack] = of->path;
		ret = add_inclusive(adding, of->path, adding->join->row_at[hit].own - 1,
				    count_stack(adding, stack), err);
	}
	return ret;
}

static int calls__count(struct calls *calls, struct defer_error *err)
{
	const size_t nr = calls->adding->hist->nr;
	int ret = 0;

	qsort(calls->of, nr, sizeof(*calls->of), compare_paths);
	for (size_t i = 0; i < nr && !ret; i++)
		ret = count_calls(calls, &calls->of[i], err);
	return ret;
}

/* Returns the path that goes on with @name, or the error that @name is. */
static int64_t path_below(struct adding *adding, int64_t path, int64_t name,
			  struct defer_error *err)
{
	return name < 0 ? name : chain_tree__call(&adding->join->paths, path, name, err);
}

/* ---- rows by keys ---- */

/* Returns the path of the entry's names. */
static int64_t entry_path(struct adding *adding, const struct hist_entry *entry,
			  struct defer_error *err)
{
	const struct column_list *keys = &adding->hist->conf.order->keys;
	const struct func *func = funcs__at(adding->hist->conf.funcs, entry->func);
	int64_t path = CHAIN_ROOT;

	for (unsigned int i = 0; i < keys->nr && path >= 0; i++) {
		const struct column *column = keys->columns[i];
		const char *text;
		int64_t name;

		text = column__text(column, adding->hist, entry, &adding->text, &adding->cap_text);
		if (!text)
			return error__no_memory(err, "for names");
		if (!strcmp(column->name, KEY_SYMBOL) && func__is_nameless(func))
			text = FUNC_NAMELESS;
		name = name_of(adding->join, &adding->buf, text, "", err);
		if (name >= 0 && !strcmp(column->name, KEY_SYMBOL))
			adding->join->names[name].is_user |= !func->is_kernel;
		path = path_below(adding, path, name, err);
	}
	return path;
}

static int add_entry(struct adding *adding, struct calls *calls, uint32_t idx,
		     struct defer_error *err)
{
	const struct hist_entry *entry = &adding->hist->entries[idx];
	int64_t ret = entry_path(adding, entry, err);

	if (ret >= 0 && calls)
		calls__add(calls, idx, ret);
	if (ret >= 0 && entry->self.nr)
		ret = add_sum(adding, ret, false, count_entry(adding, idx), err);
	return ret < 0 ? ret : 0;
}

/* Keeps the headers of the keys of the first run; those of others are the same. */
static int add_headers(struct adding *adding, struct defer_error *err)
{
	const struct column_list *keys = &adding->hist->conf.order->keys;
	struct join *join = adding->join;

	if (join->nr_headers)
		return 0;
	for (unsigned int i = 0; i < keys->nr; i++) {
		const struct column *column = keys->columns[i];
		const char *header, *name;

		header = strpool__add(&join->strs, column->header, strlen(column->header));
		name = strpool__add(&join->strs, column->name, strlen(column->name));
		if (!header || !name)
			return error__no_memory(err, "for names");
		join->keys[join->nr_headers] = name;
		join->headers[join->nr_headers++] = header;
	}
	return 0;
}

/* Adds up the blocks of the stacks that hit each entry. */
static int make_entry_blocks(struct adding *adding, struct defer_error *err)
{
	struct hist *hist = adding->hist;
	const size_t nr = adding->blocks->nr;

	adding->entry_blocks = calloc(hist->nr * nr + 1, sizeof(*adding->entry_blocks));
	if (!adding->entry_blocks)
		return error__no_memory(err, "for rows");
	for (size_t i = 0; i < hist->nr_stacks; i++) {
		const struct sample_sum *from = count_stack(adding, i).blocks;
		struct sample_sum *to = adding->entry_blocks + hist__hit_entry(hist, i) * nr;

		for (size_t j = 0; j < nr; j++)
			sample_sum__add(&to[j], &from[j]);
	}
	return 0;
}

static int add_entries(struct adding *adding, struct defer_error *err)
{
	const bool inclusive = adding->join->opts.inclusive;
	struct calls calls = {0};
	int ret = add_headers(adding, err);

	if (!ret && adding->blocks)
		ret = make_entry_blocks(adding, err);
	if (!ret && inclusive)
		ret = calls__init(&calls, adding, err);
	for (size_t i = 0; i < adding->hist->nr && !ret; i++) {
		if (inclusive || adding->hist->entries[i].self.nr)
			ret = add_entry(adding, inclusive ? &calls : NULL, i, err);
	}
	if (!ret && inclusive)
		ret = calls__count(&calls, err);
	calls__exit(&calls);
	return ret;
}

/* ---- rows of stacks ---- */

static int64_t func_name(struct adding *adding, uint32_t id, struct defer_error *err)
{
	const struct func *func = funcs__at(adding->hist->conf.funcs, id);
	char label[FUNC_LABEL_LEN];
	int64_t name = adding->names[id];

	if (name != NO_NAME)
		return name;
	name = name_of(adding->join, &adding->buf,
		       func__is_nameless(func) ? FUNC_NAMELESS : func__label(func, label),
		       func__dso_name(func, false), err);
	if (name < 0)
		return name;
	adding->names[id] = name;
	adding->join->names[name].is_user |= !func->is_kernel;
	return name;
}

/* Returns the path of a chain, whose parent's is known. */
static int64_t chain_path(struct adding *adding, uint32_t chain, struct defer_error *err)
{
	const struct chain_node *node = &adding->hist->conf.chains->nodes[chain];

	return path_below(adding, adding->paths[node->parent], func_name(adding, node->func, err),
			  err);
}

/* Returns the path of a chain from what was hit outwards. */
static int64_t inverted_path(struct adding *adding, uint32_t chain, struct defer_error *err)
{
	const struct chain_node *nodes = adding->hist->conf.chains->nodes;
	int64_t path = CHAIN_ROOT;

	for (; chain != CHAIN_ROOT && path >= 0; chain = nodes[chain].parent)
		path = path_below(adding, path, func_name(adding, nodes[chain].func, err), err);
	return path;
}

/* Turns the chains of the profile, of which parents are before children, into paths of names, but for trees of callers. */
static int name_chains(struct adding *adding, struct defer_error *err)
{
	const struct chain_tree *chains = adding->hist->conf.chains;
	size_t nr_funcs = adding->hist->conf.funcs->nr;

	adding->names = malloc((nr_funcs + 1) * sizeof(*adding->names));
	adding->paths = calloc(chains->nr + 1, sizeof(*adding->paths));
	if (!adding->names || !adding->paths)
		return error__no_memory(err, "for names");
	memset(adding->names, 0xff, nr_funcs * sizeof(*adding->names));
	for (size_t i = 1; i < chains->nr && !adding->join->opts.callers; i++) {
		int64_t path = chain_path(adding, i, err);

		if (path < 0)
			return path;
		adding->paths[i] = path;
	}
	return 0;
}

/* Adds the stack to what it hit, the outermost node of @path, and to each caller below that. */
static int add_inverted(struct adding *adding, struct counted counted, uint32_t path,
			struct defer_error *err)
{
	const struct chain_tree *paths = &adding->join->paths;
	int64_t row = 0;

	for (; row >= 0 && path != CHAIN_ROOT; path = paths->nodes[path].parent)
		row = add_sum(adding, path, paths->nodes[path].depth > 1, counted, err);
	return row < 0 ? row : 0;
}

/* Adds the stack to its row, and if there are inclusive ones to each node of the tree above it. */
static int add_stack(struct adding *adding, struct counted counted, uint32_t path,
		     struct defer_error *err)
{
	const struct join *join = adding->join;
	int64_t row = add_sum(adding, path, false, counted, err);
	int ret = row < 0 ? row : 0;

	for (; join->opts.inclusive && !ret && path != CHAIN_ROOT;
	     path = join->paths.nodes[path].parent)
		ret = add_inclusive(adding, path, row, counted, err);
	return ret;
}

/* Returns the path of the whole stack; without a callchain, there is what was hit. */
static int64_t stack_path(struct adding *adding, const struct hist_stack *stack,
			  struct defer_error *err)
{
	int64_t path = adding->join->opts.callers ? inverted_path(adding, stack->chain, err)
						  : adding->paths[stack->chain];

	return path == CHAIN_ROOT
		       ? path_below(adding, path, func_name(adding, stack->hit, err), err)
		       : path;
}

static int64_t kind_path(struct adding *adding, const struct hist_stack *stack,
			 struct defer_error *err)
{
	const struct hist_conf *conf = &adding->hist->conf;
	struct entry_stack at;
	char text[KIND_LEN];

	entry_stack__init(&at, stack->chain, conf->chains, conf->funcs, adding->evsel,
			  stack->cpumode);
	entry_stack__mode_text(&at, text, sizeof(text));
	return path_below(adding, CHAIN_ROOT, name_of(adding->join, &adding->buf, text, "", err),
			  err);
}

static void set_header(struct join *join, const char *header, const char *key)
{
	join->headers[0] = header;
	join->keys[0] = key;
	join->nr_headers = 1;
}

static int add_stacks(struct adding *adding, struct defer_error *err)
{
	const struct join_opts *opts = &adding->join->opts;
	const bool kinds = opts->kinds;
	int ret = kinds ? 0 : name_chains(adding, err);

	if (kinds)
		set_header(adding->join, "Entry", "kind");
	else
		set_header(adding->join, opts->callers ? "Function, its callers" : "Stack",
			   "stack");
	for (size_t i = 0; i < adding->hist->nr_stacks && !ret; i++) {
		const struct hist_stack *stack = &adding->hist->stacks[i];
		int64_t path = (kinds ? kind_path : stack_path)(adding, stack, err);

		ret = path < 0 ? path
			       : (opts->callers ? add_inverted : add_stack)(
					 adding, count_stack(adding, i), path, err);
	}
	return ret;
}

/* ---- profiles ---- */

int join__add(struct join *join, unsigned int run, struct hist *hist,
	      const struct defer_evsel *evsel, const struct join_blocks *blocks,
	      struct defer_error *err)
{
	const struct sample_sum all = sums__samples(&hist->total);
	struct adding adding = {
		.join = join,
		.run = run,
		.hist = hist,
		.evsel = evsel,
		.blocks = blocks,
		.periods = hist__has_periods(hist),
	};
	int ret;

	if (blocks)
		join->nr_blocks[run] = blocks->nr;
	ret = join->opts.stacks || join->opts.kinds ? add_stacks(&adding, err)
						    : add_entries(&adding, err);
	sample_sum__add(&join->all[run], &all);
	free(adding.entry_blocks);
	free(adding.buf.bytes);
	free(adding.text);
	free(adding.names);
	free(adding.paths);
	return ret;
}

size_t join__names(const struct join *join, size_t row, const char **names, size_t max)
{
	uint32_t path = join->rows[row].path;
	size_t nr = join->paths.nodes[path].depth;

	for (size_t i = nr; i-- > 0; path = join->paths.nodes[path].parent) {
		if (i < max)
			names[i] = join->names[join->paths.nodes[path].func].text;
	}
	return nr;
}
