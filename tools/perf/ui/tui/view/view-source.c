// SPDX-License-Identifier: GPL-2.0-only
/* The source of one function, or its assembly, with what was hit in each line. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <perf/defer-evlist.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/source-view.h"
#include "ui/tui/view/views.h"
#include "util/base/hash.h"
#include "util/dso/dso.h"
#include "util/profile/profile.h"
#include "util/resolve/resolve.h"

/* ---- the function ---- */

static void drop_rows(struct source_view *sv)
{
	if (sv->has_rows)
		source_rows__exit(&sv->rows);
	sv->has_rows = false;
}

static void source_view__set_func(struct source_view *sv, const struct dso *dso,
				  const struct symbol *sym)
{
	drop_rows(sv);
	sv->dso = dso;
	sv->sym = sym;
}

/* Chooses the function that most samples hit, until the user chooses another one. */
static void choose_func(struct source_view *sv, const struct tui_data *data)
{
	const struct funcs *funcs = data->event->hist.conf.funcs;
	uint32_t id = tui_data__hottest_func(data, true);
	const struct func *func = id < funcs->nr ? funcs__at(funcs, id) : NULL;

	source_view__set_func(sv, func ? func->dso : NULL, func ? func->sym : NULL);
}

/* Returns NULL if the function belongs to another trace: then the pointers in @sv are stale. */
static struct dso *find_dso(const struct source_view *sv, const struct resolve *resolve)
{
	return source_request__find_dso(resolve, sv->dso, sv->sym);
}

static int read_rows(struct tui_view *view, struct source_request *what, bool assembly,
		     struct defer_error *err)
{
	struct source_view *sv = view->priv;
	int ret;

	drop_rows(sv);
	what->assembly = sv->assembly = assembly;
	ret = source_rows__init(&sv->rows, what, err);
	sv->has_rows = !ret;
	return ret;
}

/* Returns whether the source file of the function itself could be read. */
static bool has_source(const struct source_rows *rows)
{
	return rows->nr_texts && rows->texts[0].file.path;
}

static int make_rows(struct tui_view *view, struct defer_error *err)
{
	const struct tui_data *data = view->data;
	struct source_view *sv = view->priv;
	struct source_request what = {
		.fold = data->fold,
		.evsel_idx = data->event->evsel->idx,
		.resolve = data->resolve,
		.dso = find_dso(sv, data->resolve),
		.sym = sv->sym,
		.conf = view->host->conf,
		.no_quotes = sv->no_quotes,
	};
	int ret;

	drop_rows(sv);
	if (!what.dso)
		return 0;
	ret = read_rows(view, &what, sv->mode == SOURCE_ASSEMBLY, err);
	if (ret || sv->mode != SOURCE_AUTO || has_source(&sv->rows) || !disasm__is_there())
		return ret;
	/* Line numbers without source tell less than assembly, but more than nothing. */
	ret = read_rows(view, &what, true, err);
	return ret || !sv->rows.no_assembly ? ret : read_rows(view, &what, false, err);
}

static size_t source_view__hottest(const struct tui_view *view)
{
	const struct source_view *sv = view->priv;

	return source_rows__hottest(&sv->rows, view->host->children);
}

static int go_to_hottest(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	int ret = make_rows(view, err);

	if (sv->has_rows)
		view->cursor = source_view__hottest(view);
	view->center = true; /* lines before it tell more than lines after it */
	return ret;
}

/* Hashes are compared only within one process: any key will do. */
#define MARK_KEY 0x736f75726365726fULL

/* Returns a hash of what row @i is: a line of a file or an address. */
static uint64_t row_mark(const struct source_view *sv, uint64_t i)
{
	const struct source_style full = {.full_addr = true, .labels = LABEL_ALL};
	const struct source_row *row = &sv->rows.rows[i];
	uint64_t hash = hash__u64(MARK_KEY, (uint64_t)row->kind << 32 | row->line);
	char place[64];

	if (row->kind == SOURCE_INSN || row->kind == SOURCE_ADDR) {
		source_rows__place(&sv->rows, i, &full, place, sizeof(place));
		return hash__bytes(hash, place, strlen(place));
	}
	if (row->text >= sv->rows.nr_texts)
		return hash;
	return hash__bytes(hash, sv->rows.texts[row->text].path,
			   strlen(sv->rows.texts[row->text].path));
}

static void save_source(struct tui_view *view)
{
	struct source_view *sv = view->priv;

	if (sv->has_rows && view->cursor < sv->rows.nr)
		sv->mark = row_mark(sv, view->cursor);
}

/* Moves the cursor to the row that it was on before, or to the hottest if that is not there. */
static void return_to_row(struct tui_view *view)
{
	const struct source_view *sv = view->priv;
	uint64_t i = 0;

	while (i < sv->rows.nr && row_mark(sv, i) != sv->mark)
		i++;
	view->cursor = i < sv->rows.nr ? i : source_view__hottest(view);
}

/* Makes the rows anew, or drops them, since their strings may belong to a trace that is gone. */
static int refresh_source(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	const struct symbol *before = sv->sym;
	size_t nr = sv->has_rows ? sv->rows.nr : sv->nr_before;
	int ret;

	drop_rows(sv);
	sv->nr_before = nr;
	if (!source_view__is_ready(view))
		return 0;
	if (!sv->chosen || !find_dso(sv, view->data->resolve)) {
		sv->nr_places = 0;
		choose_func(sv, view->data);
		sv->chosen = false;
	}
	if (!sv->sym)
		return 0;
	if (!nr || sv->sym != before)
		return go_to_hottest(view, err);
	ret = make_rows(view, err);
	if (sv->has_rows && sv->rows.nr != nr)
		return_to_row(view);
	return ret;
}

static int show_source(struct tui_view *view, const struct zoom_target *target,
		       struct defer_error *err)
{
	struct source_view *sv = view->priv;
	const struct func *func = target->func;

	if (sv->has_rows && sv->sym == func->sym && sv->dso == func->dso)
		return 0;
	sv->chosen = true;
	sv->nr_places = 0;
	source_view__set_func(sv, func->dso, func->sym);
	return source_view__is_ready(view) ? go_to_hottest(view, err) : 0;
}

static void source_target(const struct tui_view *view, struct zoom_target *target)
{
	const struct profile *profile = view->data->profile;
	const struct source_view *sv = view->priv;

	/* Until names are there, the function may be one of a trace that is gone. */
	if (!profile || !sv->sym || !source_view__is_ready(view))
		return;
	target->dso = sv->dso;
	for (size_t i = 0; i < profile->funcs.nr && !target->func; i++) {
		const struct func *func = funcs__at(&profile->funcs, i);

		if (func->kind == FUNC_SYMBOL && func->sym == sv->sym && func->dso == sv->dso)
			target->func = func;
	}
}

/* ---- keys: how it looks ---- */

static int toggle_assembly(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;

	if (!disasm__is_there())
		return disasm__init(&(struct disasm){0}, NULL, 0, false, err);
	if (!sv->sym || !source_view__is_ready(view)) {
		tui_host__say(view->host, "There is no function to show the assembly of");
		return 0;
	}
	sv->mode = sv->assembly ? SOURCE_ONLY : SOURCE_ASSEMBLY;
	return go_to_hottest(view, err);
}

/* Returns the address of the code that @line stands for; UINT64_MAX: none. */
static uint64_t addr_of(const struct source_rows *rows, uint64_t line)
{
	while (line < rows->nr && rows->rows[line].kind == SOURCE_QUOTE)
		line++;
	if (line >= rows->nr || rows->rows[line].kind != SOURCE_INSN)
		return UINT64_MAX;
	return rows->disasm.insns[rows->rows[line].at].addr;
}

/* Shows or hides source lines; the cursor stays on its instruction. */
static int toggle_quotes(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	uint64_t addr;
	int ret;

	if (!sv->assembly)
		return toggle_assembly(view, err);
	if (!sv->has_rows || !source_view__is_ready(view))
		return 0;
	addr = addr_of(&sv->rows, view->cursor);
	sv->no_quotes = !sv->no_quotes;
	ret = make_rows(view, err);
	for (uint64_t i = 0; sv->has_rows && i < sv->rows.nr; i++) {
		if (addr != UINT64_MAX && sv->rows.rows[i].kind == SOURCE_INSN &&
		    addr_of(&sv->rows, i) == addr)
			view->cursor = i;
	}
	return ret;
}

static void next_unit(struct tui_view *view)
{
	static const char *const names[] = {"percentages", "periods", "samples"};
	struct source_view *sv = view->priv;

	sv->unit = (sv->unit + 1) % SOURCE_NR_UNITS;
	tui_host__say(view->host, "Lines show %s", names[sv->unit]);
}

static void next_labels(struct tui_view *view)
{
	static const char *const names[] = {"where jumps go", "where jumps go, and of calls",
					    "of all instructions"};
	struct source_view *sv = view->priv;

	sv->look.labels = (sv->look.labels + 1) % LABEL_NR;
	tui_host__say(view->host, "Addresses are shown %s", names[sv->look.labels]);
}

static void say_percent(struct tui_view *view)
{
	const struct source_view *sv = view->priv;

	tui_host__say(view->host, "Percentages are of %s, by %s",
		      sv->of_all ? "all samples" : "the function",
		      sv->by_hits ? "samples" : "periods");
}

/* Returns the row with the source line of the cursor, or NULL after a message that there is none. */
static const struct source_row *line_row(const struct tui_view *view)
{
	const struct source_view *sv = view->priv;

	for (uint64_t i = view->cursor; sv->has_rows && i < sv->rows.nr; i--) {
		const struct source_row *row = &sv->rows.rows[i];

		if (row->kind == SOURCE_LINE || row->kind == SOURCE_QUOTE)
			return row;
	}
	tui_host__say(view->host, "It is not known which line this is");
	return NULL;
}

/* Shows the file and line under the cursor as a message, in full. */
static void say_place(struct tui_view *view)
{
	const struct source_view *sv = view->priv;
	const struct source_row *row = line_row(view);

	if (row)
		tui_host__say(view->host, "%s:%u", sv->rows.texts[row->text].path, row->line);
}

static void edit_line(struct tui_view *view)
{
	const struct source_view *sv = view->priv;
	const struct source_row *row = line_row(view);
	const struct source_text *text = row ? &sv->rows.texts[row->text] : NULL;

	if (text && text->file.path)
		tui_host__edit(view->host, text->file.path, row->line);
	else if (text)
		tui_host__say(view->host, "%s", text->why.text);
}

/* ---- keys: going places ---- */

static int go_to_func(struct tui_view *view, const struct dso *dso, const struct symbol *sym,
		      struct defer_error *err)
{
	struct source_view *sv = view->priv;

	sv->chosen = true;
	source_view__set_func(sv, dso, sym);
	return source_view__is_ready(view) ? go_to_hottest(view, err) : 0;
}

static int go_to_callee(struct tui_view *view, const struct symbol *sym, struct defer_error *err)
{
	struct source_view *sv = view->priv;

	if (!source_view__is_ready(view)) {
		tui_host__say(view->host, "Functions are being named");
		return 0;
	}
	if (sv->nr_places == SOURCE_MAX_PLACES)
		memmove(sv->places, sv->places + 1, --sv->nr_places * sizeof(*sv->places));
	sv->places[sv->nr_places++] = (struct source_place){sv->dso, sv->sym, view->cursor};
	/* The other function may have no lines, but it has code. */
	sv->mode = SOURCE_ASSEMBLY;
	return go_to_func(view, sv->dso, sym, err);
}

static int go_back(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	struct source_place place;
	int ret;

	if (!sv->nr_places || !source_view__is_ready(view))
		return TUI_PASS;
	place = sv->places[--sv->nr_places];
	ret = go_to_func(view, place.dso, place.sym, err);
	view->cursor = place.cursor;
	return ret ? ret : TUI_DONE;
}

/* Follows the instruction under the cursor if it is a jump or a call. */
static int source_view__follow(struct tui_view *view, struct defer_error *err)
{
	struct source_view *sv = view->priv;
	const struct source_row *row;
	int ret = 0;

	if (!sv->assembly || view->cursor >= sv->rows.nr)
		return TUI_PASS;
	row = &sv->rows.rows[view->cursor];
	if (row->kind != SOURCE_INSN)
		return TUI_PASS;
	if (sv->rows.disasm.insns[row->at].flow == DISASM_RET) {
		ret = go_back(view, err);
		if (ret == TUI_PASS)
			tui_host__say(view->host, "No call was followed to here");
		return ret == TUI_PASS ? TUI_DONE : ret;
	}
	if (row->callee && row->callee != sv->sym)
		ret = go_to_callee(view, row->callee, err);
	else if (row->to != SOURCE_NONE)
		view->cursor = row->to;
	else
		return TUI_PASS;
	return ret ? ret : TUI_DONE;
}

/* The functions before and after the current one in the order of the rows. */
struct func_places {
	const struct func *first, *last, *before, *after;
	bool found;
};

static void func_places__add(struct func_places *places, const struct source_view *sv,
			     const struct func *func)
{
	if (func->sym == sv->sym && func->dso == sv->dso) {
		places->found = true;
		places->before = places->last;
	} else if (places->found && !places->after) {
		places->after = func;
	}
	if (!places->first)
		places->first = func;
	places->last = func;
}

/*
 * Finds the neighbours in the order of the symbols view; a function with several rows counts at the
 * first.
 */
static int find_places(const struct source_view *sv, const struct hist *hist,
		       struct func_places *places)
{
	const struct funcs *funcs = hist->conf.funcs;
	bool *seen = calloc(funcs->nr + 1, sizeof(*seen));

	*places = (struct func_places){0};
	if (!seen)
		return DEFER_ERR_NOMEM;
	for (uint32_t i = 0; i < hist->nr_rows; i++) {
		const struct func *func = funcs__at(funcs, hist->entries[hist->rows[i]].func);

		if (func->kind != FUNC_SYMBOL || !func->sym || !func->dso || seen[func->symbol_id])
			continue;
		seen[func->symbol_id] = true;
		func_places__add(places, sv, func);
	}
	free(seen);
	return 0;
}

/* Returns the next function, or the previous one; wraps around at the ends. */
static const struct func *choose_place(const struct func_places *places, bool forward)
{
	if (forward)
		return places->after ? places->after : places->first;
	return places->before ? places->before : places->last;
}

static int step_func(struct tui_view *view, bool forward, struct defer_error *err)
{
	const struct hist *hist = view->data->event ? &view->data->event->hist : NULL;
	struct source_view *sv = view->priv;
	struct func_places places;
	const struct func *func;

	if (!hist || !source_view__is_ready(view))
		return 0;
	if (find_places(sv, hist, &places))
		return defer_error__set(err, DEFER_ERR_NOMEM,
					"not enough memory for the next function");
	func = choose_place(&places, forward);
	if (!func)
		return 0;
	sv->nr_places = 0;
	return go_to_func(view, func->dso, func->sym, err);
}

static void step_heat(struct tui_view *view, bool down)
{
	struct source_view *sv = view->priv;

	if (!sv->has_rows)
		return;
	view->cursor = source_rows__next_hot(&sv->rows, view->cursor, view->host->children, down);
	view->center = true;
}

/* ---- keys ---- */

/* Handles keys that change the appearance. Returns TUI_DONE if @key is one of them. */
static int look_key(struct tui_view *view, uint32_t key)
{
	struct source_view *sv = view->priv;

	switch (key) {
	case 't':
		next_unit(view);
		break;
	case 'p':
		sv->of_all = !sv->of_all;
		say_percent(view);
		break;
	case 'b':
		sv->by_hits = !sv->by_hits;
		say_percent(view);
		break;
	case 'k':
		sv->look.no_lines = !sv->look.no_lines;
		break;
	case 'o':
		sv->look.raw = !sv->look.raw;
		break;
	case 'O':
		next_labels(view);
		break;
	case 'f':
		sv->look.full_addr = !sv->look.full_addr;
		break;
	case 'j':
		sv->no_arrows = !sv->no_arrows;
		break;
	case 'J':
		sv->jumps = !sv->jumps;
		break;
	case 'l':
		say_place(view);
		break;
	case 'v':
		edit_line(view);
		break;
	default:
		return TUI_PASS;
	}
	return TUI_DONE;
}

static int source_key(struct tui_view *view, const struct term_event *event,
		      struct defer_error *err)
{
	struct source_view *sv = view->priv;
	int ret = 0;

	if (event->kind != TERM_EVENT_KEY)
		return TUI_PASS;
	switch (event->key) {
	case 'a':
		ret = toggle_assembly(view, err);
		break;
	case 's':
		ret = toggle_quotes(view, err);
		break;
	case 'H':
		if (sv->has_rows)
			view->cursor = source_view__hottest(view);
		break;
	case '.':
	case ',':
		step_heat(view, event->key == '.');
		break;
	case '<':
	case '>':
		ret = step_func(view, event->key == '>', err);
		break;
	case KEY_ENTER:
	case KEY_RIGHT:
		return source_view__follow(view, err);
	case KEY_ESC:
	case KEY_LEFT:
		return go_back(view, err);
	default:
		return look_key(view, event->key);
	}
	return ret ? ret : TUI_DONE;
}

static bool source_has(const struct tui_view *view, uint64_t line, const char *text)
{
	const struct source_view *sv = view->priv;
	char buf[SOURCE_TEXT_LEN];

	return strcasestr(source_rows__text(&sv->rows, line, &sv->look, buf, sizeof(buf)), text);
}

/* ---- the view ---- */

static void close_source(struct tui_view *view)
{
	drop_rows(view->priv);
}

static uint64_t nr_source_lines(const struct tui_view *view)
{
	const struct source_view *sv = view->priv;

	return sv->has_rows ? sv->rows.nr : 0;
}

static unsigned int nr_source_heads(const struct tui_view *view)
{
	(void)view;
	return SOURCE_HEADS;
}

static const struct tui_key keys[] = {
	{{'a'}, "Source lines, or assembly"},
	{{'s'}, "Assembly with the source lines that it was made of, or without"},
	{{'H'}, "Go to the hottest line"},
	{{'.', ','}, "Go to the next hottest line, and back"},
	{{KEY_ENTER}, "Follow a jump or a call; at a return: back"},
	{{KEY_ESC, KEY_LEFT}, "Back to where a call was followed from"},
	{{'<', '>'}, "The function before, after, in the order of the symbols view"},
	{{'t'}, "Percentages, periods or samples of lines"},
	{{'p'}, "Percentages of the function, or of all samples"},
	{{'b'}, "Percentages by periods, or by samples"},
	{{'o'}, "Names and offsets in assembly, or as the disassembler has it"},
	{{'O'}, "Addresses where jumps go, of calls as well, or everywhere"},
	{{'f'}, "Offsets in the function, or full addresses"},
	{{'j'}, "Arrow from a jump to where it goes, or none"},
	{{'J'}, "Number of jumps to an instruction, or none"},
	{{'k'}, "Line numbers, or none"},
	{{'l'}, "Say the full path of the source line"},
	{{'v'}, "Open the line in $VISUAL, $EDITOR or vi"},
	{{0}, NULL},
};

const struct tui_view_ops view_source_ops = {
	.name = "source",
	.title = "the source of a function, line by line, or its assembly",
	.hint = "a: source/assembly  H: hottest  /: search",
	.keys = keys,
	.size = sizeof(struct source_view),
	.close = close_source,
	.save = save_source,
	.refresh = refresh_source,
	.nr_lines = nr_source_lines,
	.draw_line = source_view__draw_line,
	.nr_heads = nr_source_heads,
	.draw_head = source_view__draw_head,
	.key = source_key,
	.has = source_has,
	.target = source_target,
	.show = show_source,
	.needs_symbol = true,
};
