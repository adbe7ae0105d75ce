// SPDX-License-Identifier: GPL-2.0-only
/*
 * One function between its callers, which grow upwards, and what it calls; and one after the other the
 * stacks that go through it.
 *
 *	    main               PLACE_CALLERS: the rows of that side, from the last one on
 *	  read
 *	vfs_read               PLACE_CENTER
 *	  lock                 PLACE_CALLEES
 *	    spin
 *	                       PLACE_GAP
 *	Stack 1 of 7           PLACE_HEAD
 *	  main                 PLACE_STACK: its frames
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "ui/tui/view/host.h"
#include "ui/tui/view/row-view.h"
#include "ui/tui/view/views.h"
#include "util/base/error.h"
#include "util/dso/symbol.h"
#include "util/profile/profile.h"
#include "util/view/sandwich.h"

struct calls_frame {
	uint32_t func;
	uint32_t times; /* that it calls itself, if recursion folds; else 1 */
};

struct calls_view {
	struct sandwich *sandwich; /* NULL: no function was chosen, or it is not in what is shown */
	struct tui_view sides[SANDWICH_NR_SIDES]; /* views of @rows */
	struct row_view rows[SANDWICH_NR_SIDES];
	size_t stack;		    /* index of the stack that is shown */
	struct calls_frame *frames; /* outermost first */
	uint32_t nr_frames;

	/* The function that was chosen, to find it in other data. */
	bool is_chosen;
	uint8_t kind; /* enum func_kind */
	char level;
	char *name, *dso; /* name NULL: FUNC_ADDRESS */
	uint64_t start;	  /* see func_start() */
};

/* No number of zooms: the cursor's line is looked for in all rows that come, its first line too. */
#define OTHER_ZOOMS UINT_MAX

/* ---- which line is what ---- */

enum place_kind {
	PLACE_CALLERS,
	PLACE_CENTER,
	PLACE_CALLEES,
	PLACE_GAP,
	PLACE_HEAD,
	PLACE_STACK,
};

struct place {
	enum place_kind kind;
	/* CALLERS, CALLEES: of that side's rows, from 1 on; STACK: index of the frame */
	uint64_t line;
};

/* Returns the number of lines of a side, besides that of the function itself. */
static uint64_t nr_side(const struct calls_view *cv, enum sandwich_side side)
{
	return rows__nr(&cv->rows[side].rows) - 1;
}

static uint64_t calls_view__nr_lines(const struct tui_view *view)
{
	const struct calls_view *cv = view->priv;

	if (!cv->sandwich)
		return 0;
	return nr_side(cv, SANDWICH_CALLERS) + 1 + nr_side(cv, SANDWICH_CALLEES) + 2 +
	       cv->nr_frames;
}

static struct place place_of(const struct calls_view *cv, uint64_t line)
{
	uint64_t up = nr_side(cv, SANDWICH_CALLERS), down = nr_side(cv, SANDWICH_CALLEES);

	if (line < up)
		return (struct place){PLACE_CALLERS, up - line};
	line -= up;
	if (!line)
		return (struct place){.kind = PLACE_CENTER};
	if (line <= down)
		return (struct place){PLACE_CALLEES, line};
	line -= down + 1;
	if (line < 2)
		return (struct place){.kind = line ? PLACE_HEAD : PLACE_GAP};
	return (struct place){PLACE_STACK, line - 2};
}

static uint64_t line_of(const struct calls_view *cv, struct place place)
{
	uint64_t up = nr_side(cv, SANDWICH_CALLERS), down = nr_side(cv, SANDWICH_CALLEES);

	switch (place.kind) {
	case PLACE_CALLERS:
		return up - place.line;
	case PLACE_CALLEES:
		return up + place.line;
	case PLACE_GAP:
		return up + down + 1;
	case PLACE_HEAD:
		return up + down + 2;
	case PLACE_STACK:
		return up + down + 3 + place.line;
	case PLACE_CENTER:
	default:
		return up;
	}
}

/* Returns the side that @place belongs to; the function itself is the first line of both. */
static enum sandwich_side side_of(struct place place)
{
	return place.kind == PLACE_CALLERS ? SANDWICH_CALLERS : SANDWICH_CALLEES;
}

static bool is_of_side(struct place place)
{
	return place.kind <= PLACE_CALLEES;
}

/* Returns the view of the side that @place is on, with the cursor there. */
static struct tui_view *side_at(const struct tui_view *view, struct place place)
{
	struct calls_view *cv = view->priv;
	struct tui_view *side = &cv->sides[side_of(place)];

	side->cursor = place.line;
	side->left = view->left;
	side->cols = view->cols;
	side->search = view->search;
	return side;
}

static const struct funcs *calls_funcs(const struct calls_view *cv)
{
	return cv->sandwich->from->conf.funcs;
}

static const struct func *center(const struct calls_view *cv)
{
	return funcs__at(calls_funcs(cv), cv->sandwich->func);
}

/* ---- open and close ---- */

static int calls_view__open(struct tui_view *view, struct defer_error *err)
{
	struct calls_view *cv = view->priv;

	(void)err;
	for (int side = 0; side < SANDWICH_NR_SIDES; side++)
		cv->sides[side] = (struct tui_view){
			.host = view->host, .data = view->data, .priv = &cv->rows[side]};
	return 0;
}

static void drop_sandwich(struct calls_view *cv)
{
	for (int side = 0; side < SANDWICH_NR_SIDES; side++)
		row_view__clear(&cv->rows[side]);
	sandwich__delete(cv->sandwich);
	free(cv->frames);
	cv->sandwich = NULL;
	cv->frames = NULL;
	cv->nr_frames = 0;
}

static void calls_view__close(struct tui_view *view)
{
	struct calls_view *cv = view->priv;

	drop_sandwich(cv);
	for (int side = 0; side < SANDWICH_NR_SIDES; side++)
		row_memory__exit(&cv->rows[side].memory);
	free(cv->name);
	free(cv->dso);
}

/* ---- the stack that is shown ---- */

/* Makes one frame of those of a function that calls itself. */
static void fold_frames(struct calls_view *cv)
{
	const struct funcs *funcs = calls_funcs(cv);
	uint32_t nr = 0;

	for (uint32_t i = 0; i < cv->nr_frames; i++) {
		if (nr && funcs__at(funcs, cv->frames[nr - 1].func)->graph_id ==
				  funcs__at(funcs, cv->frames[i].func)->graph_id)
			cv->frames[nr - 1].times++;
		else
			cv->frames[nr++] = cv->frames[i];
	}
	cv->nr_frames = nr;
}

static int set_stack(struct calls_view *cv, size_t stack, struct defer_error *err)
{
	const struct chain_node *nodes = cv->sandwich->from->conf.chains->nodes;
	uint32_t chain = cv->sandwich->stacks[stack].chain, nr = nodes[chain].depth;
	struct calls_frame *frames = malloc((nr + 1ULL) * sizeof(*frames));

	if (!frames)
		return error__no_memory(err, "for a view");
	free(cv->frames);
	cv->frames = frames;
	cv->nr_frames = nr;
	cv->stack = stack;
	for (uint32_t i = nr; i-- > 0; chain = nodes[chain].parent)
		frames[i] = (struct calls_frame){nodes[chain].func, 1};
	if (cv->sandwich->from->conf.show->fold_recursion)
		fold_frames(cv);
	return 0;
}

static int step_stack(struct tui_view *view, bool forward, struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	size_t nr = cv->sandwich->nr_stacks;
	int ret = set_stack(cv, (cv->stack + (forward ? 1 : nr - 1)) % nr, err);

	if (ret)
		return ret;
	view->cursor = line_of(cv, (struct place){.kind = PLACE_HEAD});
	/* All of it comes in sight, if there is room. */
	if (view->cursor + cv->nr_frames >= view->top + view->rows)
		view->top = cv->nr_frames < view->rows
				    ? view->cursor + cv->nr_frames + 1 - view->rows
				    : view->cursor;
	return TUI_DONE;
}

/* ---- the function ---- */

/* Returns what tells functions of the same name and DSO apart. */
static uint64_t func_start(const struct func *func)
{
	if (func->kind == FUNC_SYMBOL)
		return func->sym->start;
	return func->kind == FUNC_ADDRESS ? func->addr : 0;
}

static bool is_chosen_func(const struct calls_view *cv, const struct func *func)
{
	return func->kind == cv->kind && func->level == cv->level &&
	       func_start(func) == cv->start && (!func->name || !strcmp(func->name, cv->name)) &&
	       !strcmp(func__dso_name(func, false), cv->dso);
}

/* Returns the id of the function that was chosen, or funcs->nr if it is not there. */
static size_t find_chosen(const struct calls_view *cv, const struct funcs *funcs)
{
	size_t i = 0;

	while (i < funcs->nr && !is_chosen_func(cv, funcs__at(funcs, i)))
		i++;
	return i;
}

static int set_side(struct calls_view *cv, enum sandwich_side side, struct defer_error *err)
{
	const struct row_source source = {.hist = &cv->sandwich->sides[side], .heaviest = true};
	int ret;

	cv->rows[side].above = center(cv);
	cv->sides[side].cursor = 0;
	ret = row_view__set(&cv->sides[side], &source, err);
	return ret ? ret : rows__open(&cv->rows[side].rows, 0, true, err);
}

static int make_sandwich(struct tui_view *view, uint32_t func, struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	uint64_t up, down;
	int ret = sandwich__new(&cv->sandwich, &view->data->event->hist, func, err);

	if (ret || !cv->sandwich->nr_stacks) {
		drop_sandwich(cv);
		return ret;
	}
	ret = set_side(cv, SANDWICH_CALLERS, err);
	if (!ret)
		ret = set_side(cv, SANDWICH_CALLEES, err);
	if (!ret)
		ret = set_stack(cv, 0, err);
	if (ret) {
		drop_sandwich(cv);
		return ret;
	}
	up = cv->sides[SANDWICH_CALLERS].cursor;
	down = cv->sides[SANDWICH_CALLEES].cursor;
	view->cursor = line_of(cv, up	  ? (struct place){PLACE_CALLERS, up}
				   : down ? (struct place){PLACE_CALLEES, down}
					  : (struct place){.kind = PLACE_CENTER});
	view->center = true;
	return 0;
}

static void calls_view__save(struct tui_view *view)
{
	struct calls_view *cv = view->priv;
	struct place place;

	if (!cv->sandwich)
		return;
	place = place_of(cv, view->cursor);
	for (int side = 0; side < SANDWICH_NR_SIDES; side++) {
		bool here = is_of_side(place) && side_of(place) == (enum sandwich_side)side;

		cv->sides[side].cursor = here ? place.line : 0;
		row_view__save(&cv->sides[side]);
		cv->rows[side].memory.nr_zooms = OTHER_ZOOMS;
	}
}

static int calls_view__refresh(struct tui_view *view, struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	const struct tui_data *data = view->data;
	size_t func;

	drop_sandwich(cv);
	if (!data->event)
		return 0;
	func = cv->is_chosen ? find_chosen(cv, data->event->hist.conf.funcs)
			     : tui_data__hottest_func(data, false);
	return func < data->event->hist.conf.funcs->nr ? make_sandwich(view, func, err) : 0;
}

static int calls_view__show(struct tui_view *view, const struct zoom_target *target,
			    struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	const struct func *func = target->func;
	char *name = func->name ? strdup(func->name) : NULL;
	char *dso = strdup(func__dso_name(func, false));

	if ((func->name && !name) || !dso) {
		free(name);
		free(dso);
		return error__no_memory(err, "for a view");
	}
	free(cv->name);
	free(cv->dso);
	cv->name = name;
	cv->dso = dso;
	cv->kind = func->kind;
	cv->level = func->level;
	cv->start = func_start(func);
	cv->is_chosen = true;
	for (int side = 0; side < SANDWICH_NR_SIDES; side++)
		row_memory__exit(&cv->rows[side].memory);
	return calls_view__refresh(view, err);
}

/* ---- drawing ---- */

static void calls_view__draw_head(const struct tui_view *view, struct term_win *win)
{
	const struct calls_view *cv = view->priv;

	term_win__color(win, TERM_TITLE);
	if (cv->sandwich)
		term_win__printf(
			win, "  Share  Function: callers above, callees below%s%s (, .: stacks)",
			view__has_one_comm(view) ? "" : ", all commands",
			cv->sandwich->from->base ? ", not compared" : "");
	else if (!cv->is_chosen)
		term_win__puts(win, "  w on a function, in any view, shows its callers and what it "
				    "calls");
	else
		term_win__printf(win, "  %s is not in what is shown",
				 cv->name ? cv->name : "The function");
	term_win__fill(win);
}

static double percent_of(const struct calls_view *cv, uint64_t period)
{
	uint64_t total = cv->sandwich->from->total.period;

	return total ? 100.0 * period / total : 0;
}

static void draw_center(const struct calls_view *cv, const char *search, struct term_win *win)
{
	const struct sandwich *sandwich = cv->sandwich;

	term_win__hold(win);
	row_view__draw_percent(percent_of(cv, sandwich->sum.period), win);
	term_win__puts(win, " ");
	row_view__draw_percent(percent_of(cv, sandwich->self.period), win);
	term_win__puts(win, " self  ");
	term_win__release(win);
	row_view__draw_call(&cv->rows[SANDWICH_CALLEES], NULL, center(cv), search, win);
	if (cv->rows[SANDWICH_CALLEES].verbose)
		return; /* it has named the DSO */
	win->color = TERM_DIM;
	term_win__printf(win, "  %s", func__dso_name(center(cv), false));
	win->color = TERM_NORMAL;
}

static void draw_stack_head(const struct calls_view *cv, struct term_win *win)
{
	const struct sandwich_stack *stack = &cv->sandwich->stacks[cv->stack];

	term_win__color(win, TERM_TITLE);
	term_win__printf(win, "  Heaviest stack %zu of %zu: %.2f%%, %" PRIu64 " sample%s",
			 cv->stack + 1, cv->sandwich->nr_stacks, percent_of(cv, stack->sum.period),
			 stack->sum.nr, stack->sum.nr == 1 ? "" : "s");
	term_win__fill(win);
}

static void draw_stack_frame(const struct calls_view *cv, uint64_t i, const char *search,
			     struct term_win *win)
{
	const struct funcs *funcs = calls_funcs(cv);
	const struct func *func = funcs__at(funcs, cv->frames[i].func);
	const struct func *from = i ? funcs__at(funcs, cv->frames[i - 1].func) : NULL;

	term_win__puts(win, func->symbol_id == cv->sandwich->func ? "  * " : "    ");
	row_view__draw_call(&cv->rows[SANDWICH_CALLEES], from, func, search, win);
	row_view__draw_times(cv->frames[i].times, cv->frames[i].times, win);
}

static void calls_view__draw_line(const struct tui_view *view, uint64_t line, struct term_win *win)
{
	const struct calls_view *cv = view->priv;
	struct place place;

	if (!cv->sandwich)
		return;
	place = place_of(cv, line);
	switch (place.kind) {
	case PLACE_CALLERS:
	case PLACE_CALLEES:
		row_view__draw_line(side_at(view, place), place.line, win);
		break;
	case PLACE_CENTER:
		draw_center(cv, view->search, win);
		break;
	case PLACE_HEAD:
		draw_stack_head(cv, win);
		break;
	case PLACE_STACK:
		draw_stack_frame(cv, place.line, view->search, win);
		break;
	case PLACE_GAP:
	default:
		break;
	}
}

/* ---- keys ---- */

/* Opens or closes everything on both sides, besides the function itself. */
static int open_sides(struct calls_view *cv, bool open, struct defer_error *err)
{
	int ret = 0;

	for (int side = 0; !ret && side < SANDWICH_NR_SIDES; side++) {
		struct rows *rows = &cv->rows[side].rows;

		ret = rows__open_all(rows, 0, open, err);
		if (!ret)
			ret = rows__open(rows, 0, true, err);
	}
	return ret;
}

/* Gives the key to the side that the cursor is on, whose lines it knows by other numbers. */
static int side_key(struct tui_view *view, struct place place, const struct term_event *event,
		    struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	struct tui_view *side = side_at(view, place);
	int ret = row_view__key(side, event, err);
	int opened = rows__open(&cv->rows[side_of(place)].rows, 0, true, err);

	place.line = side->cursor;
	if (!place.line)
		place.kind = PLACE_CENTER;
	view->cursor = line_of(cv, place);
	return opened ? opened : ret;
}

static int lines_key(struct tui_view *view, const struct term_event *event, struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	struct place place = place_of(cv, view->cursor);
	bool at_center = place.kind == PLACE_CENTER;
	uint64_t nr;
	int ret;

	switch (event->key) {
	case ',':
	case '.':
		return step_stack(view, event->key == '.', err);
	case 'V':
		for (int side = 0; side < SANDWICH_NR_SIDES; side++)
			cv->rows[side].verbose = !cv->rows[side].verbose;
		return TUI_DONE;
	case 'E':
	case 'C':
	case 'e':
	case 'c':
		if (!at_center && (event->key == 'e' || event->key == 'c'))
			break;
		nr = calls_view__nr_lines(view);
		ret = open_sides(cv, event->key == 'E' || event->key == 'e', err);
		if (event->key == 'C' && calls_view__nr_lines(view) == nr)
			return ret ? ret : TUI_PASS; /* none was open */
		view->cursor = line_of(cv, (struct place){.kind = PLACE_CENTER});
		view->center = true;
		return ret ? ret : TUI_DONE;
	default:
		break;
	}
	return is_of_side(place) && !at_center ? side_key(view, place, event, err) : TUI_PASS;
}

static int calls_view__key(struct tui_view *view, const struct term_event *event,
			   struct defer_error *err)
{
	struct calls_view *cv = view->priv;
	uint64_t up;
	int ret;

	if (event->kind != TERM_EVENT_KEY || !cv->sandwich)
		return TUI_PASS;
	up = nr_side(cv, SANDWICH_CALLERS);
	ret = lines_key(view, event, err);
	/* Lines that appear above leave the others where they are on the screen. */
	if (view->top + nr_side(cv, SANDWICH_CALLERS) >= up)
		view->top += nr_side(cv, SANDWICH_CALLERS) - up;
	return ret;
}

/* ---- search ---- */

/* Finds the next or previous frame of the stack, from frame @request->from on or before it. */
static enum find_result find_frame(const struct calls_view *cv, struct find_request *request)
{
	const struct funcs *funcs = calls_funcs(cv);
	bool forward = request->forward;
	uint64_t i = request->from;

	while (forward ? i < cv->nr_frames : i > 0) {
		i -= !forward;
		if (func__matches(funcs__at(funcs, cv->frames[i].func), request->text)) {
			request->from = line_of(cv, (struct place){PLACE_STACK, i});
			return FIND_FOUND;
		}
		i += forward;
	}
	return FIND_NONE;
}

/*
 * Finds a line of a side, from its line @from on or before it. The lines of the callers are shown in
 * the opposite order.
 */
static enum find_result find_on_side(struct calls_view *cv, enum sandwich_side side, uint64_t from,
				     struct find_request *request)
{
	bool is_up = side == SANDWICH_CALLERS;
	struct place place = {is_up ? PLACE_CALLERS : PLACE_CALLEES, 0};
	struct find_request there = *request;
	enum find_result result;

	there.from = from;
	there.forward ^= is_up;
	result = row_view__find(&cv->sides[side], &there);
	if (result == FIND_NONE)
		return FIND_NONE;
	/* Both ways, a search of the callers goes on behind the line that it begins with. */
	place.line = there.from - (is_up && result == FIND_MORE);
	if (!place.line)
		place.kind = PLACE_CENTER;
	request->from = line_of(cv, place);
	request->below = there.below;
	return result;
}

static enum find_result find_down(struct calls_view *cv, struct find_request *request)
{
	struct place place = place_of(cv, request->from);
	enum find_result result = FIND_NONE;

	if (place.kind <= PLACE_CENTER) {
		/* The function itself is the first line of the callers: the last one here. */
		result = find_on_side(cv, SANDWICH_CALLERS, place.line + !request->below, request);
		place = (struct place){PLACE_CALLEES, 1};
		request->below = false;
	}
	if (result == FIND_NONE && place.kind == PLACE_CALLEES)
		result = find_on_side(cv, SANDWICH_CALLEES, place.line, request);
	if (result != FIND_NONE)
		return result;
	request->from = place.kind == PLACE_STACK ? place.line + request->below : 0;
	return find_frame(cv, request);
}

static enum find_result find_up(struct calls_view *cv, struct find_request *request)
{
	bool at_end = request->from >= line_of(cv, (struct place){.kind = PLACE_STACK});
	struct place place = place_of(cv, request->from);
	enum find_result result = FIND_NONE;

	request->from = place.line;
	if (at_end)
		result = find_frame(cv, request);
	if (result == FIND_NONE && place.kind > PLACE_CALLEES)
		place = (struct place){PLACE_CALLEES, nr_side(cv, SANDWICH_CALLEES) + 1};
	if (result == FIND_NONE && place.kind == PLACE_CALLEES) {
		result = find_on_side(cv, SANDWICH_CALLEES, place.line, request);
		place = (struct place){.kind = PLACE_CENTER};
	}
	if (result != FIND_NONE)
		return result;
	request->below = true;
	return find_on_side(cv, SANDWICH_CALLERS, place.line, request);
}

static enum find_result calls_view__find(const struct tui_view *view, struct find_request *request)
{
	struct calls_view *cv = view->priv;

	if (!cv->sandwich)
		return FIND_NONE;
	return request->forward ? find_down(cv, request) : find_up(cv, request);
}

static bool calls_view__count(struct tui_view *view, const char *text, uint64_t *from, uint64_t *nr)
{
	struct calls_view *cv = view->priv;

	(void)from;
	if (!cv->sandwich)
		return false;
	for (int side = 0; side < SANDWICH_NR_SIDES; side++) {
		uint64_t entry = 0;

		while (row_view__count(&cv->sides[side], text, &entry, nr))
			;
	}
	*nr -= func__matches(center(cv), text); /* it is an entry of both */
	for (uint32_t i = 0; i < cv->nr_frames; i++)
		*nr += func__matches(funcs__at(calls_funcs(cv), cv->frames[i].func), text);
	return false;
}

static void calls_view__target(const struct tui_view *view, struct zoom_target *target)
{
	const struct calls_view *cv = view->priv;
	struct place place;

	if (!cv->sandwich)
		return;
	place = place_of(cv, view->cursor);
	if (is_of_side(place))
		row_view__target(side_at(view, place), target);
	else if (place.kind == PLACE_STACK)
		row_view__target_func(&cv->rows[SANDWICH_CALLEES], cv->frames[place.line].func,
				      target);
}

static const struct tui_key keys[] = {
	{{',', '.'}, "The stack before, after, heaviest first"},
	ROW_VIEW_KEYS,
	{{0}, NULL},
};

const struct tui_view_ops view_calls_ops = {
	.name = "calls",
	.title = "one function: its callers upwards, what it calls downwards, its stacks",
	.hint = ", .: stacks  w: other function  f: search",
	.folds = true,
	.keys = keys,
	.size = sizeof(struct calls_view),
	.open = calls_view__open,
	.close = calls_view__close,
	.save = calls_view__save,
	.refresh = calls_view__refresh,
	.nr_lines = calls_view__nr_lines,
	.draw_line = calls_view__draw_line,
	.indents = true,
	.draw_head = calls_view__draw_head,
	.key = calls_view__key,
	.find = calls_view__find,
	.count = calls_view__count,
	.target = calls_view__target,
	.show = calls_view__show,
};
