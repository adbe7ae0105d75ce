// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ui/tui/view/flame-note.h"

#define NOTE_LEN 160

/* Writes the note in at most @room columns; "" if there are none. */
static const char *note_text(const struct flame_note *note, unsigned int room, char buf[NOTE_LEN])
{
	const char *plural = note->nr == 1 ? "" : "s";

	snprintf(buf, NOTE_LEN, " \"%.100s\" %.2f%% in %zu place%s", note->text, note->percent,
		 note->nr, plural);
	if (term__width(buf) > room)
		snprintf(buf, NOTE_LEN, " %.2f%% in %zu place%s", note->percent, note->nr, plural);
	if (term__width(buf) > room)
		snprintf(buf, NOTE_LEN, " %.2f%%", note->percent);
	return term__width(buf) > room ? "" : buf;
}

struct term_span flame_note__draw_name(const struct func *func, const char *label,
				       struct term_win *win)
{
	struct term_span name;

	if (func && func->kind != FUNC_SEAM)
		term_win__printf(win, "[%c] ", func->level);
	name.begin = win->col;
	term_win__puts(win, label);
	name.end = win->col;
	if (func && func->dso)
		term_win__printf(win, "  %s", func__dso_name(func, false));
	term_win__fill(win);
	return name;
}

void flame_note__draw(const struct flame_note *note, struct term_span name, struct term_win *win)
{
	unsigned int most = name.begin + win->cols / 2, keep = name.end < most ? name.end : most;
	char buf[NOTE_LEN];
	const char *text = note_text(note, keep < win->cols ? win->cols - keep : 0, buf);

	term_win__at(win, 0, win->cols - term__width(text));
	term_win__color(win, TERM_MATCH);
	term_win__puts(win, text);
}
