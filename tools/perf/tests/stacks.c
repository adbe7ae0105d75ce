// SPDX-License-Identifier: GPL-2.0-only
#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "tests/stacks.h"
#include "ui/stdio/callgraph.h"
#include "util/dso/dso.h"
#include "util/profile/callgraph.h"
#include "util/profile/hist-change.h"
#include "util/profile/seam-rows.h"

static int init_order(struct stacks *stacks, const struct stacks_opts *opts)
{
	const struct sort_opts sort = {
		.sort = opts->sort,
		.fields = opts->fields,
		.children = opts->children,
		.hierarchy = opts->hierarchy,
		.compares = opts->compares,
	};

	stacks->show = (struct show_opts){
		.graph = GRAPH_CONF_DEFAULT,
		.seam = opts->seam,
		.symbol_filter = opts->symbol_filter,
		.min_percent = opts->min_percent,
		.fold_recursion = opts->fold_recursion,
		.join_clones = opts->join_clones,
	};
	if (opts->children)
		stacks->show.graph.order = ORDER_CALLER;
	if (opts->graph && graph_conf__parse(&stacks->show.graph, opts->graph, NULL))
		return -1;
	return sort_order__init(&stacks->order, &sort, NULL) ? -1 : 0;
}

int stacks__init(struct stacks *stacks, const struct stacks_opts *opts)
{
	struct hist_conf conf = {
		.order = &stacks->order,
		.show = &stacks->show,
		.funcs = &stacks->funcs,
		.chains = &stacks->chains,
		.comms = stacks->comms,
		.compares = opts->compares,
	};

	*stacks = (struct stacks){0};
	if (init_order(stacks, opts))
		return -1;
	funcs__init(&stacks->funcs, &stacks->show,
		    column_list__has(&stacks->order.keys, "srcline"));
	if (opts->seam == SEAM_PIVOT && seam_sides__init(&conf.sides, &stacks->funcs, NULL))
		return -1;
	hist__init(&stacks->hist, &conf);
	if (opts->compares && hist__add_base(&stacks->hist, NULL))
		return -1;
	stacks->prog = dso__new("/usr/bin/prog", DSO_ELF, NULL, NULL);
	stacks->kernel = dso__new("[kernel.kallsyms]", DSO_KERNEL, NULL, NULL);
	return chain_tree__init(&stacks->chains, NULL) || !stacks->prog || !stacks->kernel ? -1 : 0;
}

void stacks__exit(struct stacks *stacks)
{
	hist__exit(&stacks->hist);
	chain_tree__exit(&stacks->chains);
	funcs__exit(&stacks->funcs);
	dso__delete(stacks->prog);
	dso__delete(stacks->kernel);
	for (unsigned int i = 0; i < stacks->nr_frames; i++)
		free(stacks->frames[i].word);
}

/* Aborts if a list is full: then the test needs a greater limit in stacks.h. */
static void check_room(unsigned int nr, unsigned int max, const char *what)
{
	if (nr < max)
		return;
	fprintf(stderr, "stacks: more than %u %s\n", max, what);
	abort();
}

static uint32_t comm_id(struct stacks *stacks, const char *comm)
{
	unsigned int i = 0;

	while (i < stacks->nr_comms && strcmp(stacks->comms[i], comm))
		i++;
	if (i == stacks->nr_comms) {
		check_room(i, STACKS_MAX_COMMS, "comms");
		stacks->comms[stacks->nr_comms++] = comm;
	}
	return i;
}

/* The symbol of another frame that has the same name. */
static const struct symbol *find_symbol(const struct stacks *stacks, const char *name,
					const struct dso *dso)
{
	for (unsigned int i = 0; i < stacks->nr_frames; i++) {
		const struct frame *frame = &stacks->frames[i].frame;

		if (frame->sym && frame->dso == dso && !strcmp(frame->sym->name, name))
			return frame->sym;
	}
	return NULL;
}

/* What the word says, but for the inlined function. */
static void fill_frame(struct stacks *stacks, struct stacks_frame *sf, char *name)
{
	unsigned int idx = sf - stacks->frames;
	bool kernel = !strncmp(name, "k:", 2);
	struct frame *frame = &sf->frame;

	frame->kernel = kernel;
	frame->level = kernel ? 'k' : '.';
	frame->dso = kernel ? stacks->kernel : stacks->prog;
	frame->addr = 0x1000 * (idx + 1) + 4;
	frame->ip = frame->addr + 0x400000;
	if (!strncmp(name, "0x", 2)) {
		frame->dso = NULL;
		frame->ip = strtoull(name, NULL, 16);
		return;
	}
	frame->sym = find_symbol(stacks, name + (kernel ? 2 : 0), frame->dso);
	if (frame->sym)
		return;
	sf->sym = (struct symbol){
		.start = frame->addr - 4,
		.end = frame->addr + 0x100,
		.name = name + (kernel ? 2 : 0),
		.type = STT_FUNC,
	};
	frame->sym = &sf->sym;
}

/* The id of the frame that @word is; equal words are one frame. */
static uint32_t frame_id(struct stacks *stacks, const char *word, size_t len)
{
	struct stacks_frame *sf;
	char *plus;

	for (unsigned int i = 0; i < stacks->nr_frames; i++) {
		/* The word was cut where the inlined function begins. */
		const char *inl = stacks->frames[i].inl.name;
		size_t first = strlen(stacks->frames[i].word);

		if (!strncmp(stacks->frames[i].word, word, first) &&
		    (inl ? word[first] == '+' && len == first + 1 + strlen(inl) &&
				     !strncmp(word + first + 1, inl, strlen(inl))
			 : len == first))
			return i;
	}
	check_room(stacks->nr_frames, STACKS_MAX_FRAMES, "frames");
	sf = &stacks->frames[stacks->nr_frames];
	sf->word = strndup(word, len);
	plus = strchr(sf->word, '+');
	if (plus) {
		*plus = '\0';
		sf->inl.name = plus + 1;
		sf->inl.is_symbol = !strcmp(sf->inl.name, sf->word);
		sf->frame.inlines = &sf->inl;
		sf->frame.nr_inlines = 1;
	}
	fill_frame(stacks, sf, sf->word);
	return stacks->nr_frames++;
}

static int64_t no_half(struct stacks *stacks, const char *name, size_t len)
{
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (strlen(defer_class__name(cls)) == len &&
		    !strncmp(defer_class__name(cls), name, len))
			return funcs__stand_in(&stacks->funcs, func__no_half_name(cls), NULL);
	}
	return -1;
}

/* @node with what the word stands for called from it; *hit becomes its function. */
static int64_t call_word(struct stacks *stacks, int64_t node, const char *word, size_t len,
			 struct hist_stack *stack)
{
	struct func_span span;
	uint32_t id;

	if (*word == '!') {
		stack->hit = no_half(stacks, word + 1, len - 1);
		return chain_tree__call(&stacks->chains, node, stack->hit, NULL);
	}
	id = frame_id(stacks, word, len);
	if (funcs__of_frame(&stacks->funcs, id, &stacks->frames[id].frame, &span, NULL))
		return -1;
	for (uint32_t i = span.nr; node >= 0 && i-- > 0;)
		node = chain_tree__call(&stacks->chains, node, stacks->funcs.pool[span.first + i],
					NULL);
	stack->cpumode = stacks->frames[id].frame.kernel ? DEFER_MISC_KERNEL : DEFER_MISC_USER;
	stack->hit = funcs__of_hit(&stacks->funcs, &stacks->frames[id].frame, stack->cpumode, NULL);
	return node;
}

static int add_stack(struct stacks *stacks, const char *comm, const char *text,
		     const struct sample_sums *sums)
{
	struct hist *hist = &stacks->hist;
	uint32_t id = comm_id(stacks, comm);
	struct hist_stack stack = {
		.who.comm_id = id,
		.who.tid_comm_id = id,
		.who.pid_comm_id = id,
		.who.tid = 100 + id,
		.who.pid = 100 + (id & ~1U),
		.who.cpu = id,
		.sums.nr = sums->now.nr,
		.sums.period = sums->now.period,
	};
	const struct defer_evsel evsel = {0};
	int64_t node = CHAIN_ROOT;
	struct seam_row row;

	for (const char *word = text; node >= 0; word++) {
		size_t len = strcspn(word, ";");

		node = call_word(stacks, node, word, len, &stack);
		word += len;
		if (!*word)
			break;
	}
	if (node < 0)
		return -1;
	row = (struct seam_row){.hit = stack.hit, .chain = node};
	if (seam_row__apply(&row, stacks->show.seam, &stacks->chains, &stacks->funcs, &evsel,
			    stack.cpumode, NULL))
		return -1;
	stack.hit = row.hit;
	stack.chain = row.chain;
	if (hist__add(hist, &stack, NULL))
		return -1;
	stack.sums = (struct sums){.nr = sums->before.nr, .period = sums->before.period};
	return hist->base && hist__add(hist->base, &stack, NULL) ? -1 : 0;
}

int stacks__add(struct stacks *stacks, const char *comm, const char *text, uint64_t nr,
		uint64_t period)
{
	const struct sample_sums sums = {.now = {nr, period}};

	return add_stack(stacks, comm, text, &sums);
}

int stacks__add_both(struct stacks *stacks, const char *comm, const char *text, uint64_t now,
		     uint64_t before)
{
	const struct sample_sums sums = {.before = {before, 10 * before}, .now = {now, 10 * now}};

	return add_stack(stacks, comm, text, &sums);
}

char *stacks__rows(struct stacks *stacks)
{
	const struct hist *hist = &stacks->hist;
	const struct column_list *fields = &stacks->order.fields;
	char *text = NULL;
	size_t size;
	FILE *out;

	if (hist__sort(&stacks->hist, NULL))
		return NULL;
	out = open_memstream(&text, &size);
	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		for (unsigned int j = 0; j < fields->nr; j++) {
			char cell[256];

			column__format(fields->columns[j], hist, &hist->entries[hist->rows[i]], 0,
				       true, cell, sizeof(cell));
			fprintf(out, "%s%s", j ? "|" : "", cell);
		}
		fputc('\n', out);
	}
	fclose(out);
	return text;
}

char *stacks__graph(struct stacks *stacks, uint32_t row)
{
	const struct hist *hist = &stacks->hist;
	const struct hist_entry *entry = &hist->entries[hist->rows[row]];
	const struct hist_print how = {0};
	const struct callgraph_print print = {
		.conf = &stacks->show.graph,
		.total = hist->total.period,
		.parent = hist__entry_period(hist, entry),
		.how = &how,
	};
	struct callgraph graph;
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	if (hist__has_graph(hist, entry)) {
		if (hist__callgraph(hist, entry, &graph, NULL) ||
		    callgraph__print(&graph, &print, out, NULL))
			fputs("no graph", out);
		callgraph__exit(&graph);
	}
	fclose(out);
	return text;
}

uint32_t stacks__box(const struct flame *flame, uint32_t parent, const char *name)
{
	char buf[FLAME_LABEL_LEN];
	uint32_t i = flame->nodes[parent].first;

	while (i != FLAME_END && strcmp(flame__label(flame, i, buf), name))
		i = flame->nodes[i].next;
	return i;
}
