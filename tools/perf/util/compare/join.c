// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>
#include <string.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/base/hash.h"
#include "util/compare/join.h"
#include "util/profile/hist.h"
#include "util/profile/row-traits.h"

#define KEY_TIME   "time"
#define KEY_SYMBOL "symbol"
#define MARK_LEN   4
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
	join->names[join->nr_names] = (struct join_name){text, wanted->text_len};
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

/* Returns where @text ends without what compilers append to the name of a clone, such as ".isra.0.cold". */
static size_t without_clone(const char *text)
{
	static const char *const suffixes[] = {".isra.", ".part.",     ".constprop.",
					       ".cold",	 ".lto_priv.", " [clone ."};
	const char *name = join__without_mark(text), *end = text + strlen(text);

	for (size_t i = 0; i < ARRAY_SIZE(suffixes); i++) {
		const char *at = strstr(name, suffixes[i]);

		if (at && at != name && at < end)
			end = at;
	}
	return end - text;
}

/* The texts of names while a profile is added. */
struct name_buf {
	char *bytes;
	size_t cap;
};

/* Returns the id of @text in @dso; a @symbol loses what makes it a clone. */
static int64_t name_of(struct join *join, struct name_buf *buf, const char *text, const char *dso,
		       bool symbol, struct defer_error *err)
{
	size_t len = symbol && !join->opts.clones ? without_clone(text) : strlen(text);
	size_t dso_len = strlen(dso);

	if (!ARRAY_GROW(buf->bytes, buf->cap, len + dso_len + 2))
		return error__no_memory(err, "for names");
	memcpy(buf->bytes, text, len);
	buf->bytes[len] = '\0';
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

/* Returns the row of @path, which it adds. */
static int64_t row_of(struct join *join, uint32_t path, struct defer_error *err)
{
	if (!ARRAY_GROW(join->row_at, join->cap_row_at, join->paths.nr))
		return error__no_memory(err, "for rows");
	memset(join->row_at + join->nr_row_at, 0,
	       (join->paths.nr - join->nr_row_at) * sizeof(*join->row_at));
	join->nr_row_at = join->paths.nr;
	if (join->row_at[path])
		return join->row_at[path] - 1;
	if (reserve_row(join, err))
		return err->code;
	join->rows[join->nr_rows] = path;
	join->row_at[path] = ++join->nr_rows;
	return join->nr_rows - 1;
}

/* What is added of one run. */
struct adding {
	struct join *join;
	unsigned int run;
	const struct hist *hist;
	const struct join_blocks *blocks;
	const struct column *time; /* NULL: there are no blocks */
	bool periods;
	struct name_buf buf;
	char *text; /* of a key */
	size_t cap_text;
	uint32_t *names; /* by func, or NO_NAME */
	uint32_t *paths; /* by chain */
};

/* Counts the samples of @traits in the block of their time, if it is a whole one. */
static void add_block(struct adding *adding, size_t row, uint32_t traits,
		      const struct sample_sum *sum)
{
	struct join *join = adding->join;
	double weight = adding->periods ? sum->period : sum->nr;
	uint64_t time;
	size_t block;

	if (!adding->time)
		return;
	time = row_traits__value(adding->hist->conf.traits, traits, adding->time);
	if (time < adding->blocks->begin)
		return;
	block = (time - adding->blocks->begin) / adding->blocks->length;
	if (block >= adding->blocks->nr)
		return;
	block += adding->run ? join->nr_blocks[0] : 0;
	join->block_totals[block] += weight;
	join->blocks[row * JOIN_BLOCKS_OF_TWO + block] += weight;
}

static int add_sum(struct adding *adding, uint32_t path, uint32_t traits, const struct sums *sums,
		   struct defer_error *err)
{
	const struct sample_sum sum = sums__samples(sums);
	struct join *join = adding->join;
	int64_t row = row_of(join, path, err);

	if (row < 0)
		return row;
	sample_sum__add(&join->sums[row * join->opts.nr_runs + adding->run], &sum);
	add_block(adding, row, traits, &sum);
	return 0;
}

/* ---- rows by keys ---- */

static int add_entry(struct adding *adding, const struct hist_entry *entry, struct defer_error *err)
{
	const struct column_list *keys = &adding->hist->conf.order->keys;
	const struct func *func = funcs__at(adding->hist->conf.funcs, entry->func);
	int64_t path = CHAIN_ROOT;

	for (unsigned int i = 0; i < keys->nr && path >= 0; i++) {
		const struct column *column = keys->columns[i];
		const char *text;
		bool is_symbol;
		int64_t name;

		if (column == adding->time)
			continue;
		text = column__text(column, adding->hist, entry, &adding->text, &adding->cap_text);
		if (!text)
			return error__no_memory(err, "for names");
		is_symbol = !strcmp(column->name, KEY_SYMBOL);
		if (is_symbol && func__is_nameless(func))
			text = FUNC_NAMELESS;
		name = name_of(adding->join, &adding->buf, text, "", is_symbol, err);
		path = name < 0 ? name : chain_tree__call(&adding->join->paths, path, name, err);
	}
	return path < 0 ? path : add_sum(adding, path, entry->who.traits, &entry->self, err);
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

		if (column == adding->time)
			continue;
		header = strpool__add(&join->strs, column->header, strlen(column->header));
		name = strpool__add(&join->strs, column->name, strlen(column->name));
		if (!header || !name)
			return error__no_memory(err, "for names");
		join->keys[join->nr_headers] = name;
		join->headers[join->nr_headers++] = header;
	}
	return 0;
}

static int add_entries(struct adding *adding, struct defer_error *err)
{
	int ret = add_headers(adding, err);

	for (size_t i = 0; i < adding->hist->nr && !ret; i++) {
		if (adding->hist->entries[i].self.nr)
			ret = add_entry(adding, &adding->hist->entries[i], err);
	}
	return ret;
}

/* ---- whole stacks ---- */

static int64_t func_name(struct adding *adding, uint32_t id, struct defer_error *err)
{
	const struct func *func = funcs__at(adding->hist->conf.funcs, id);
	char label[FUNC_LABEL_LEN];
	int64_t name = adding->names[id];

	if (name != NO_NAME)
		return name;
	name = name_of(adding->join, &adding->buf,
		       func__is_nameless(func) ? FUNC_NAMELESS : func__label(func, label),
		       func__dso_name(func, false), true, err);
	if (name >= 0)
		adding->names[id] = name;
	return name;
}

/* Returns the path of a chain, whose parent's is known. */
static int64_t chain_path(struct adding *adding, uint32_t chain, struct defer_error *err)
{
	const struct chain_node *node = &adding->hist->conf.chains->nodes[chain];
	int64_t name = func_name(adding, node->func, err);

	return name < 0 ? name
			: chain_tree__call(&adding->join->paths, adding->paths[node->parent], name,
					   err);
}

/* Turns the chains of the profile, of which parents are before children, into paths of names. */
static int name_chains(struct adding *adding, struct defer_error *err)
{
	const struct chain_tree *chains = adding->hist->conf.chains;
	size_t nr_funcs = adding->hist->conf.funcs->nr;

	adding->names = malloc((nr_funcs + 1) * sizeof(*adding->names));
	adding->paths = calloc(chains->nr + 1, sizeof(*adding->paths));
	if (!adding->names || !adding->paths)
		return error__no_memory(err, "for names");
	memset(adding->names, 0xff, nr_funcs * sizeof(*adding->names));
	for (size_t i = 1; i < chains->nr; i++) {
		int64_t path = chain_path(adding, i, err);

		if (path < 0)
			return path;
		adding->paths[i] = path;
	}
	return 0;
}

static int add_stacks(struct adding *adding, struct defer_error *err)
{
	int ret = name_chains(adding, err);

	adding->join->headers[0] = "Stack";
	adding->join->keys[0] = "stack";
	adding->join->nr_headers = 1;
	for (size_t i = 0; i < adding->hist->nr_stacks && !ret; i++) {
		const struct hist_stack *stack = &adding->hist->stacks[i];
		int64_t path = adding->paths[stack->chain];

		if (path == CHAIN_ROOT) { /* without a callchain, there is what was hit */
			int64_t name = func_name(adding, stack->hit, err);

			path = name < 0 ? name
					: chain_tree__call(&adding->join->paths, CHAIN_ROOT, name,
							   err);
		}
		ret = path < 0 ? path : add_sum(adding, path, stack->who.traits, &stack->sums, err);
	}
	return ret;
}

/* ---- profiles ---- */

/* Returns the column of the hist that tells times apart. */
static const struct column *time_column(const struct hist *hist)
{
	const struct column_list *keys = &hist->conf.order->keys;

	for (unsigned int i = 0; i < keys->nr; i++) {
		if (!strcmp(keys->columns[i]->name, KEY_TIME))
			return keys->columns[i];
	}
	return NULL;
}

int join__add(struct join *join, unsigned int run, const struct hist *hist,
	      const struct join_blocks *blocks, struct defer_error *err)
{
	const struct sample_sum all = sums__samples(&hist->total);
	struct adding adding = {
		.join = join,
		.run = run,
		.hist = hist,
		.blocks = blocks,
		.time = blocks ? time_column(hist) : NULL,
		.periods = hist__has_periods(hist),
	};
	int ret;

	if (blocks)
		join->nr_blocks[run] = blocks->nr;
	ret = join->opts.stacks ? add_stacks(&adding, err) : add_entries(&adding, err);
	sample_sum__add(&join->all[run], &all);
	free(adding.buf.bytes);
	free(adding.text);
	free(adding.names);
	free(adding.paths);
	return ret;
}

size_t join__names(const struct join *join, size_t row, const char **names, size_t max)
{
	uint32_t path = join->rows[row];
	size_t nr = join->paths.nodes[path].depth;

	for (size_t i = nr; i-- > 0; path = join->paths.nodes[path].parent) {
		if (i < max)
			names[i] = join->names[join->paths.nodes[path].func].text;
	}
	return nr;
}
