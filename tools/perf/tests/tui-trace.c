// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/tests.h"
#include "tests/trial.h"
#include "tests/tui-trace.h"
#include "util/fold/fold.h"
#include "util/session/ledger.h"
#include "util/session/session.h"
#include "util/view/heat-samples.h"

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct tui_trace *tt = ctx;
	int ret = ledger__add(tt->ledgers.of[worker], sample, err);

	return ret ? ret : samples__add(&tt->samples, tt->fold, worker, sample, err);
}

static int read_session(struct tui_trace *tt)
{
	struct session *session = tt->session;

	T_EQ(session__gather(session, NULL), 0);
	T_EQ(fold__new(&tt->fold, session, FOLD_BY_TASK, NULL), 0);
	T_EQ(samples__init(&tt->samples, session->nr_workers, NULL), 0);
	T_EQ(ledgers__init(&tt->ledgers, session, NULL), 0);
	T_EQ(session__walk(session, add_sample, tt, NULL), 0);
	T_EQ(fold__finish(tt->fold, NULL), 0);
	T_EQ(samples__finish(&tt->samples, tt->fold, NULL), 0);
	T_EQ(ledgers__finish(&tt->ledgers, session->machine, NULL), 0);
	T_EQ(losses__init(&tt->losses, session, ledgers__all(&tt->ledgers), NULL), 0);
	return TEST_OK;
}

static struct tui_trace *tui_trace__of(struct tui_host *host)
{
	return (struct tui_trace *)((char *)host - offsetof(struct tui_trace, host));
}

static void say(struct tui_host *host, const char *fmt, va_list args)
{
	struct tui_trace *tt = tui_trace__of(host);

	vsnprintf(tt->said, sizeof(tt->said), fmt, args);
}

static int zoom_into(struct tui_host *host, const struct zoom *zoom, struct defer_error *err)
{
	(void)err;
	tui_trace__of(host)->zoom = *zoom;
	return 0;
}

static void want_nothing(struct tui_host *host, enum view_data_kind kind)
{
	(void)host;
	(void)kind;
}

static const struct tui_host_ops host_ops = {
	.say = say,
	.zoom = zoom_into,
	.want = want_nothing,
};

int tui_trace__open(struct tui_trace *tt, const struct builder *b, const struct tui_view_ops *ops,
		    unsigned int rows, unsigned int cols)
{
	char path[32];
	const struct session_opts opts = {.path = path, .nr_workers = 2};
	int fd = trial__memfd(b);

	*tt = (struct tui_trace){0};
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	T_EQ(session__open(&tt->session, &opts, NULL), 0);
	T_RUN(read_session(tt));
	close(fd);
	tt->data = (struct tui_data){
		.path = "the trace",
		.session = tt->session,
		.ledger = ledgers__all(&tt->ledgers),
		.losses = &tt->losses,
		.all = tt->fold,
		.samples = &tt->samples,
		.fold = tt->fold,
	};
	tt->host.ops = &host_ops;
	tt->view = (struct tui_view){.ops = ops, .data = &tt->data, .host = &tt->host};
	T_EQ(term__new_memory(&tt->term, rows, cols, true, NULL), 0);
	T_EQ(view__open(&tt->view, NULL), 0);
	return tui_trace__refresh(tt);
}

static void drop_heats(struct tui_trace *tt)
{
	for (int by = 0; by < VIEW_DATA_NR_HEATS; by++) {
		if (tt->heats[by])
			heat_samples__exit(tt->heats[by]);
		free(tt->heats[by]);
		tt->heats[by] = NULL;
	}
}

int tui_trace__refresh(struct tui_trace *tt)
{
	const struct shown of = {
		.samples = tt->data.samples,
		.all = tt->data.all,
		.part = tt->data.fold,
		.zooms = tt->data.zooms,
	};

	drop_heats(tt);
	for (int by = 0; of.samples && by < HEAT_BY_FUNC; by++)
		T_EQ(view_data__heat(&tt->heats[by], HEAT_ANY_EVENT, by, &of, NULL), 0);
	tt->data.heats = tt->heats;
	T_EQ(tt->view.ops->refresh(&tt->view, NULL), 0);
	return TEST_OK;
}

void tui_trace__close(struct tui_trace *tt)
{
	view__close(&tt->view);
	drop_heats(tt);
	term__delete(tt->term);
	losses__exit(&tt->losses);
	ledgers__exit(&tt->ledgers);
	samples__exit(&tt->samples);
	fold__delete(tt->fold);
	session__close(tt->session);
}

static void draw(struct tui_trace *tt)
{
	const struct tui_view_ops *ops = tt->view.ops;
	struct term_win win = term__win(tt->term), part;
	unsigned int heads = view__nr_heads(&tt->view);

	term__clear(tt->term);
	tt->view.rows = win.rows - heads;
	tt->view.cols = win.cols;
	part = term_win__sub(&win, 0, 0, heads, win.cols);
	if (heads)
		ops->draw_head(&tt->view, &part);
	for (unsigned int row = 0; row < tt->view.rows; row++) {
		if (tt->view.top + row >= ops->nr_lines(&tt->view))
			break;
		part = term_win__sub(&win, heads + row, 0, 1, win.cols);
		part.selected = tt->view.top + row == tt->view.cursor;
		ops->draw_line(&tt->view, tt->view.top + row, &part);
		if (part.selected)
			term_win__fill(&part);
	}
}

uint64_t view__line_with(const struct tui_view *view, uint64_t from, const char *text, bool forward)
{
	struct find_request request = {.text = text, .from = from, .forward = forward};

	return view__find(view, &request) == FIND_FOUND ? request.from : UINT64_MAX;
}

char *term__all_text(const struct term *term)
{
	char *text = NULL, row[1024];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned int i = 0; i < term__rows(term); i++) {
		term__text(term, i, row, sizeof(row));
		fprintf(out, "%s\n", row);
	}
	fclose(out);
	return text;
}

/* Small letters, but for flame graphs and heat. */
static char color_letter(enum term_color color)
{
	static const char letters[] = {
		[TERM_NORMAL] = ' ',	 [TERM_TITLE] = 't',	     [TERM_STATUS] = 'o',
		[TERM_SELECTED] = 'c',	 [TERM_DIM] = 'd',	     [TERM_KEY] = 'k',
		[TERM_TOP] = 'h',	 [TERM_MEDIUM] = 'm',	     [TERM_KERNEL] = 'n',
		[TERM_USER] = 'u',	 [TERM_SEAM] = 's',	     [TERM_MISSING] = 'i',
		[TERM_MATCH] = 'f',	 [TERM_ERROR] = 'e',	     [TERM_BAR] = 'b',
		[TERM_BOX] = 'x',	 [TERM_ADDR] = 'a',	     [TERM_ARROW] = 'w',
		[TERM_MORE] = 'p',	 [TERM_LESS] = 'l',	     [TERM_FLAME_KERNEL] = 'K',
		[TERM_FLAME_USER] = 'U', [TERM_FLAME_MISSING] = 'I', [TERM_FLAME_MORE] = 'P',
		[TERM_FLAME_LESS] = 'L', [TERM_FLAME_NOISE] = 'N',   [TERM_HEAT] = '0',
	};
	unsigned int at = color;

	if (at >= TERM_HEAT_PAIR)
		return '#';
	if (at >= TERM_HEAT)
		return (char)('0' + at - TERM_HEAT);
	while (!letters[at])
		at--; /* one of a group */
	return letters[at];
}

char *term__all_colors(const struct term *term)
{
	char *text = NULL, row[1024];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (unsigned int i = 0; i < term__rows(term); i++) {
		unsigned int end = term__cols(term);

		term__text(term, i, row, sizeof(row));
		fprintf(out, "%s\n", row);
		while (end && term__color_at(term, i, end - 1) == TERM_NORMAL)
			end--;
		for (unsigned int col = 0; col < end; col++)
			putc(color_letter(term__color_at(term, i, col)), out);
		putc('\n', out);
	}
	fclose(out);
	return text;
}

char *tui_trace__draw(struct tui_trace *tt)
{
	draw(tt);
	return term__all_text(tt->term);
}

int tui_trace__press(struct tui_trace *tt, uint32_t key)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};

	return tt->view.ops->key(&tt->view, &event, NULL);
}

int tui_trace__mouse(struct tui_trace *tt, enum term_mouse mouse, unsigned int row,
		     unsigned int col)
{
	const struct term_event event = {
		.kind = TERM_EVENT_MOUSE, .mouse = mouse, .row = row, .col = col};

	return tt->view.ops->key(&tt->view, &event, NULL);
}
