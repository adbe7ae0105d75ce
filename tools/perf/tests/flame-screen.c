// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "tests/flame-screen.h"
#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/tui/term/term-priv.h"

static int add_stacks(struct stacks *stacks)
{
	T_EQ(stacks__add(stacks, "a", "main;read;k:entry;k:vfs_read", 1, 20), 0);
	T_EQ(stacks__add(stacks, "a", "main;write;k:entry;k:copy", 1, 40), 0);
	T_EQ(stacks__add(stacks, "a", "main;write;k:entry;k:lock", 1, 10), 0);
	T_EQ(stacks__add(stacks, "a", "main;write", 1, 18), 0);
	T_EQ(stacks__add(stacks, "a", "!lost;k:entry;k:lock", 1, 8), 0);
	T_EQ(stacks__add(stacks, "a", "main;tiny", 1, 2), 0);
	T_EQ(stacks__add(stacks, "a", "main;small;deep", 1, 2), 0);
	return TEST_OK;
}

static struct flame_screen *screen_of(struct tui_host *host)
{
	return (struct flame_screen *)((char *)host - offsetof(struct flame_screen, host));
}

static void say(struct tui_host *host, const char *fmt, va_list args)
{
	vsnprintf(screen_of(host)->said, sizeof(screen_of(host)->said), fmt, args);
}

static void want(struct tui_host *host, enum view_data_kind kind)
{
	screen_of(host)->wanted |= kind;
}

static const struct tui_host_ops host_ops = {.say = say, .want = want};

int flame_screen__open(struct flame_screen *screen, unsigned int rows, bool ascii)
{
	const struct stacks_opts opts = {.sort = "sym", .children = true};

	*screen = (struct flame_screen){0};
	T_EQ(stacks__init(&screen->stacks, &opts), 0);
	T_RUN(add_stacks(&screen->stacks));
	screen->event.hist = screen->stacks.hist;
	screen->data.event = &screen->event;
	T_EQ(flame__init(&screen->flame, &screen->event.hist, FLAME_CALLERS, NULL), 0);
	screen->flames[FLAME_CALLERS] = &screen->flame;
	screen->data.flames = screen->flames;
	screen->view = (struct tui_view){.ops = &view_flame_ops, .data = &screen->data};
	screen->host.ops = &host_ops;
	screen->view.host = &screen->host;
	T_EQ(term__new_memory(&screen->term, rows, 40, ascii, NULL), 0);
	T_EQ(view__open(&screen->view, NULL), 0);
	T_EQ(view_flame_ops.refresh(&screen->view, NULL), 0);
	return TEST_OK;
}

void flame_screen__close(struct flame_screen *screen)
{
	view__close(&screen->view);
	flame__exit(&screen->flame);
	term__delete(screen->term);
	stacks__exit(&screen->stacks);
}

void flame_screen__draw(struct flame_screen *screen)
{
	struct term_win win = term__win(screen->term);

	term__clear(screen->term);
	view_flame_ops.draw(&screen->view, &win);
}

char *flame_screen__text(struct flame_screen *screen)
{
	flame_screen__draw(screen);
	return term__all_text(screen->term);
}

int flame_screen__check(struct flame_screen *screen, const char *want)
{
	char *text = flame_screen__text(screen);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

int flame_screen__check_head(struct flame_screen *screen, const char *want)
{
	char row[256];

	flame_screen__draw(screen);
	term__text(screen->term, 0, row, sizeof(row));
	T_STREQ(row, want);
	return TEST_OK;
}

int flame_screen__press(struct flame_screen *screen, uint32_t key)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};

	return view_flame_ops.key(&screen->view, &event, NULL);
}

int flame_screen__click(struct flame_screen *screen, enum term_mouse mouse, unsigned int row,
			unsigned int col)
{
	const struct term_event event = {
		.kind = TERM_EVENT_MOUSE, .mouse = mouse, .row = row, .col = col};

	return view_flame_ops.key(&screen->view, &event, NULL);
}
