// SPDX-License-Identifier: GPL-2.0-only
/* The first page: where the time went, and a sentence for each of some views, with the view's key. */
#include <string.h>

#include "ui/tui/term/text-lines.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/views.h"
#include "util/summary/summary.h"

#define KEY_COLS  4   /* before a sentence */
#define MAX_LINES 4   /* of a sentence */
#define MAX_BAR	  200 /* columns */

/* ---- what is still to be made ---- */

/* Requests the next part, so that each is shown as soon as it is known. */
static int refresh_summary(struct tui_view *view, struct defer_error *err)
{
	const struct summary *summary = view->data->summary;
	unsigned int known = summary ? summary->known : 0;

	(void)err;
	if ((known & SUMMARY_QUICK) != SUMMARY_QUICK) {
		tui_host__want(view->host, VIEW_DATA_SUMMARY * SUMMARY_QUICK);
		return 0;
	}
	if (!view->data->samples) /* the others need all samples and names */
		return 0;
	for (int part = 0; part < SUMMARY_NR; part++) {
		if (known & SUMMARY_PART(part))
			continue;
		tui_host__want(view->host, VIEW_DATA_SUMMARY << part);
		return 0;
	}
	return 0;
}

/* ---- sentences ---- */

/* Returns the lines that @text takes. */
static unsigned int count_lines(const char *text, unsigned int cols)
{
	unsigned int nr = 1;

	for (text += text__fit(text, cols); *text; text += text__fit(text, cols)) {
		text += strspn(text, " ");
		nr++;
	}
	return nr;
}

/* Draws @text in @win from its pen on, in @max lines at most, of which the last is cut. */
static void draw_text(struct term_win *win, const char *text, unsigned int max)
{
	unsigned int left = win->col, cols = win->cols > left ? win->cols - left : 1;
	char line[SUMMARY_TEXT_LEN];

	for (unsigned int nr = 1; *text; nr++) {
		size_t len = nr < max ? text__fit(text, cols) : strlen(text);

		memcpy(line, text, len);
		line[len] = '\0';
		term_win__puts(win, line);
		text += len;
		text += strspn(text, " ");
		if (*text)
			term_win__at(win, win->row + 1, left);
	}
}

static const char *text_of(const struct summary *summary, enum summary_part part)
{
	return summary && summary->known & SUMMARY_PART(part) ? summary->texts[part] : "...";
}

static void draw_sentence(struct term_win *win, const struct summary *summary,
			  enum summary_part part, unsigned int max)
{
	char key = summary_part__key(part);

	win->color = key ? TERM_KEY : TERM_TITLE;
	if (key)
		term_win__printf(win, " %c", key);
	win->col = key ? KEY_COLS : 1;
	win->color = key ? TERM_NORMAL : TERM_TITLE;
	draw_text(win, text_of(summary, part), max);
}

/* ---- the bar ---- */

static enum term_color state_color(enum summary_state state)
{
	static const enum term_color colors[SUMMARY_NR_STATES] = {
		[SUMMARY_USER] = TERM_USER,
		[SUMMARY_KERNEL] = TERM_KERNEL,
		[SUMMARY_IDLE] = TERM_DIM,
		[SUMMARY_MISSING] = TERM_MISSING,
	};

	return colors[state];
}

static void draw_bar(struct term_win *win, const struct summary *summary)
{
	unsigned int cols = win->cols > MAX_BAR ? MAX_BAR : win->cols > 2 ? win->cols - 2 : 0;
	char bar[MAX_BAR];

	summary__bar(summary, bar, cols);
	for (unsigned int i = 0; i < cols; i++) {
		char letter[2] = {bar[i], '\0'};

		for (int state = 0; state < SUMMARY_NR_STATES; state++) {
			if (summary_state__letter(state) == bar[i])
				win->color = state_color(state);
		}
		term_win__puts(win, letter);
	}
}

/* Draws what each letter of the bar means, in a second line if there is no room. Returns the lines. */
static unsigned int draw_legend(struct term_win *win, const struct summary *summary)
{
	unsigned int lines = 1;
	char text[64];

	for (int state = 0; state < SUMMARY_NR_STATES; state++) {
		snprintf(text, sizeof(text), "%c %s %.2f%%  ", summary_state__letter(state),
			 summary_state__name(state), summary->shares[state]);
		if (win->col + term__width(text) > win->cols + 2) {
			term_win__at(win, win->row + 1, 1);
			lines++;
		}
		win->color = state_color(state);
		term_win__puts(win, text);
	}
	return lines;
}

/* ---- the view ---- */

/* Returns the lines that all sentences take if each has @max at most. */
static unsigned int count_all(const struct summary *summary, unsigned int cols, unsigned int max)
{
	unsigned int all = 0;

	for (int i = 1; i < SUMMARY_NR; i++) {
		unsigned int nr = count_lines(text_of(summary, summary_order[i]), cols);

		all += nr < max ? nr : max;
	}
	return all;
}

static void draw_summary(struct tui_view *view, struct term_win *win)
{
	const struct summary *summary = view->data->summary;
	unsigned int row = 1, max = MAX_LINES,
		     cols = win->cols > KEY_COLS ? win->cols - KEY_COLS : 1;
	unsigned int blank;

	term_win__at(win, 0, 0);
	draw_sentence(win, summary, SUMMARY_WHERE, 1);
	if (summary && summary->known & SUMMARY_PART(SUMMARY_WHERE)) {
		term_win__at(win, row++, 1);
		draw_bar(win, summary);
		term_win__at(win, row, 1);
		row += draw_legend(win, summary);
	}
	while (max > 1 && row + count_all(summary, cols, max) > win->rows)
		max--;
	blank = row + count_all(summary, cols, max) + SUMMARY_NR - 1 <= win->rows;
	row += blank;
	for (int i = 1; i < SUMMARY_NR; i++) {
		term_win__at(win, row, 0);
		draw_sentence(win, summary, summary_order[i], max);
		row = win->row + 1 + blank;
	}
}

const struct tui_view_ops view_summary_ops = {
	.name = "summary",
	.title = "Where the time goes, and what stands out, each with the key of its view",
	.hint = "a line's key: its view  other keys: the rows",
	.passes_keys = true,
	.refresh = refresh_summary,
	.draw = draw_summary,
};
