// SPDX-License-Identifier: GPL-2.0-only
/* The source view of the TUI, of real traces, on a terminal in memory. */
#include <limits.h>
#include <stdlib.h>

#include <perf/defer-evlist.h>

#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "tests/recorded.h"
#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/export/exports.h"
#include "ui/tui/view/host.h"
#include "ui/tui/view/source-view.h"
#include "ui/tui/view/views.h"
#include "util/dso/symbol.h"
#include "util/fold/fold.h"
#include "util/header/env.h"
#include "util/profile/profile.h"
#include "util/profile/show-opts.h"
#include "util/resolve/resolve.h"

#define COLS 100

struct screen {
	struct symbol_conf conf;
	struct tui_host host;
	char message[256];
	struct session *session;
	struct fold *fold;
	struct resolve *resolve;
	struct profile *profile;
	struct sort_order order;
	struct show_opts show;
	struct tui_data data;
	struct tui_view view;
	struct term *term;
	char symfs[PATH_MAX], kallsyms[PATH_MAX], trace[PATH_MAX];
};

static int add_sample(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	return fold__add(ctx, worker, sample, err);
}

static int read_trace(struct screen *s, const char *keys)
{
	const struct session_opts opts = {.path = s->trace, .nr_workers = 2};
	const struct sort_opts sort = {.sort = keys};
	struct resolve_opts ropts = {.conf = &s->conf, .inlines = true, .nr_workers = 2};
	const struct profile_opts popts = {.order = &s->order, .show = &s->show};

	s->show = (struct show_opts){.graph = GRAPH_CONF_DEFAULT};
	T_EQ(sort_order__init(&s->order, &sort, NULL), 0);
	T_EQ(session__open(&s->session, &opts, NULL), 0);
	T_EQ(session__gather(s->session, NULL), 0);
	T_EQ(fold__new(&s->fold, s->session, 0, NULL), 0);
	T_EQ(session__walk(s->session, add_sample, s->fold, NULL), 0);
	T_EQ(fold__finish(s->fold, NULL), 0);
	ropts.release = s->session->env->os_release;
	T_EQ(resolve__new(&s->resolve, s->session->machine, &ropts, NULL), 0);
	T_EQ(profile__new(&s->profile, s->session, s->fold, s->resolve, &popts, NULL), 0);
	for (uint32_t i = 0; i < s->profile->nr_events; i++)
		T_EQ(hist__sort(&s->profile->events[i].hist, NULL), 0);
	return TEST_OK;
}

/* Keeps what the view says. */
static void keep_message(struct tui_host *host, const char *fmt, va_list args)
{
	struct screen *s = (struct screen *)((char *)host - offsetof(struct screen, host));

	vsnprintf(s->message, sizeof(s->message), fmt, args);
}

static const struct tui_host_ops host_ops = {.say = keep_message};

static int open_view(struct screen *s)
{
	for (uint32_t i = s->profile->nr_events; i-- > 0;) {
		if (s->profile->events[i].all.nr)
			s->data.event = &s->profile->events[i];
	}
	s->data.path = "dir/cxx.data";
	s->data.session = s->session;
	s->data.all = s->data.fold = s->fold;
	s->data.profile = s->profile;
	s->data.resolve = s->resolve;
	s->data.has_names = true;
	s->host = (struct tui_host){.ops = &host_ops, .conf = &s->conf, .children = true};
	s->view = (struct tui_view){.ops = &view_source_ops, .host = &s->host, .data = &s->data};
	T_EQ(term__new_memory(&s->term, 12, COLS, true, NULL), 0);
	T_EQ(view__open(&s->view, NULL), 0);
	T_EQ(view_source_ops.refresh(&s->view, NULL), 0);
	return TEST_OK;
}

/* Symbols are read from the test data; rows are by @keys. */
static int open_sorted(struct screen *s, const char *trace, const char *kallsyms, const char *keys)
{
	const char *dir = getenv("PERF_DEFER_TEST_DATA");

	T_NEED_RECORDED();
	*s = (struct screen){0};
	snprintf(s->trace, sizeof(s->trace), "%s/%s", dir, trace);
	snprintf(s->symfs, sizeof(s->symfs), "%s/symfs", dir);
	snprintf(s->kallsyms, sizeof(s->kallsyms), "%s/%s", dir, kallsyms);
	s->conf = (struct symbol_conf){
		.symfs = s->symfs, .kallsyms = s->kallsyms, .buildid_dir = "/nonexistent"};
	T_RUN(read_trace(s, keys));
	return open_view(s);
}

static int open_screen(struct screen *s, const char *trace, const char *kallsyms)
{
	return open_sorted(s, trace, kallsyms, "sym");
}

static void close_screen(struct screen *s)
{
	view__close(&s->view);
	term__delete(s->term);
	profile__delete(s->profile);
	resolve__delete(s->resolve);
	fold__delete(s->fold);
	session__close(s->session);
}

/* Goes to the function called @name; symbols were read already, sources are below @symfs. */
static int show(struct screen *s, const char *name, const char *symfs)
{
	struct zoom_target target = ZOOM_TARGET_INIT;

	for (size_t i = 0; i < s->profile->funcs.nr && !target.func; i++) {
		const struct func *func = funcs__at(&s->profile->funcs, i);

		if (func->kind == FUNC_SYMBOL && !strcmp(func->name, name))
			target.func = func;
	}
	T_CHECK(target.func);
	if (symfs)
		snprintf(s->symfs, sizeof(s->symfs), "%s", symfs);
	T_EQ(view_source_ops.show(&s->view, &target, NULL), 0);
	return TEST_OK;
}

static char *draw_lines(struct screen *s, uint64_t first, uint64_t last)
{
	char *text, row[COLS * 4 + 1];
	size_t size;
	FILE *out = open_memstream(&text, &size);

	for (uint64_t line = first; line <= last && line < view_source_ops.nr_lines(&s->view);
	     line++) {
		struct term_win win = term__win(s->term);

		term__clear(s->term);
		win = term_win__sub(&win, 0, 0, 1, COLS);
		view_source_ops.draw_line(&s->view, line, &win);
		term__text(s->term, 0, row, sizeof(row));
		fprintf(out, "%s\n", row);
	}
	fclose(out);
	return text;
}

static int check_lines(struct screen *s, uint64_t first, uint64_t last, const char *want)
{
	char *text = draw_lines(s, first, last);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int check_head(struct screen *s, unsigned int row, const char *want)
{
	struct term_win win = term__win(s->term);
	char text[COLS * 4 + 1];

	term__clear(s->term);
	win = term_win__sub(&win, 0, 0, 2, COLS);
	view_source_ops.draw_head(&s->view, &win);
	term__text(s->term, row, text, sizeof(text));
	T_STREQ(text, want);
	return TEST_OK;
}

static int press(struct screen *s, uint32_t key, struct defer_error *err)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};

	return view_source_ops.key(&s->view, &event, err);
}

/* The function that is shown, or NULL. */
static const struct func *shown(const struct screen *s)
{
	struct zoom_target target = ZOOM_TARGET_INIT;

	view_source_ops.target(&s->view, &target);
	return target.func;
}

/* ---- tests ---- */

#define BURN_LINES "one\ntwo\nthree\nfour\nfive\nsix\nseven\n\tif (a\tb) \x1b[2J\nnine\nten\n"

static int check_source(const struct folder *folder)
{
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_CHECK(folder__write(folder, "tmp/vm/burn.c", BURN_LINES));
	T_RUN(show(&s, "leaf_compute", folder->path));
	T_RUN(check_head(&s, 0,
			 " leaf_compute  burn  688 samples, 0.88% of all; Children: 726, 0.93%"));
	T_RUN(check_head(&s, 1, " Children     Self   Line   Source (a: assembly)"));
	T_EQ(s.view.cursor, 3);
	T_RUN(check_lines(&s, 0, 99,
			  " /tmp/vm/burn.c\n"
			  "                        6 | six\n"
			  "                        7 | seven\n"
			  "  100.00%   94.77%      8 |         if (a   b) .[2J\n"
			  "                        9 | nine\n"
			  "                       10 | ten\n"));
	T_EQ(view__line_with(&s.view, 0, "NINE", true), 4);
	T_EQ(view__line_with(&s.view, 5, "nine", true), UINT64_MAX);
	T_EQ(view__line_with(&s.view, 4, "n", false), 2);
	T_STREQ(shown(&s)->name, "leaf_compute");

	/* perf's keys: unit, base, hottest line. */
	s.view.cursor = 0;
	T_EQ(press(&s, 'H', NULL), TUI_DONE);
	T_EQ(s.view.cursor, 3);
	T_EQ(press(&s, 'p', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 3, 3, "    0.93%    0.88%      8 |         if (a   b) .[2J\n"));
	T_EQ(press(&s, 'b', NULL), TUI_DONE);
	T_STREQ(s.message, "Percentages are of all samples, by samples");
	T_RUN(check_lines(&s, 3, 3, "    0.93%    0.88%      8 |         if (a   b) .[2J\n"));
	T_EQ(press(&s, 'b', NULL), TUI_DONE);
	T_EQ(press(&s, 'l', NULL), TUI_DONE);
	T_STREQ(s.message, "/tmp/vm/burn.c:8");
	T_EQ(press(&s, 'k', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 3, 3, "    0.93%    0.88%        |         if (a   b) .[2J\n"));
	T_EQ(press(&s, 'k', NULL), TUI_DONE);
	T_EQ(press(&s, 't', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 3, 3,
			  "      181500000      172000000      8 |         if (a   b) .[2J\n"));
	T_EQ(press(&s, 't', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 3, 3, "      726      688      8 |         if (a   b) .[2J\n"));
	T_EQ(press(&s, 't', NULL), TUI_DONE);
	T_EQ(press(&s, 'y', NULL), TUI_PASS);
	close_screen(&s);
	return TEST_OK;
}

static int test_source(void)
{
	return folder__run(check_source);
}

/* The file is not there, or is not the one that was compiled. */
static int check_no_source(const struct folder *folder)
{
	char *text;
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_CHECK(folder__mkdir(folder, "tmp/vm/burn.c"));
	T_RUN(show(&s, "leaf_compute", folder->path));
	text = draw_lines(&s, 0, 9);
	T_CHECK(!strncmp(text, " /tmp/vm/burn.c\n There is no source: /", 38));
	T_CHECK(strstr(text, "burn.c: not a regular file\n"
			     "  100.00%   94.77%      8 |\n"));
	T_EQ(view_source_ops.nr_lines(&s.view), 3);
	free(text);

	T_CHECK(folder__write(folder, "tmp/vm/burn.c", "one\ntwo\n"));
	T_EQ(view_source_ops.refresh(&s.view, NULL), 0);
	T_RUN(check_lines(
		&s, 0, 9,
		" /tmp/vm/burn.c\n"
		"  100.00%   94.77%      8 | (the file has only 2 lines: it is not what was "
		"compiled)\n"));
	close_screen(&s);
	return TEST_OK;
}

static int test_no_source(void)
{
	return folder__run(check_no_source);
}

/* Makes the rows of the function @name, without the view. */
static int open_rows(struct source_rows *rows, const struct screen *s, const char *name)
{
	const struct frame *frame = NULL;
	struct source_request what;

	for (uint32_t i = 0; !frame && i < resolve__nr(s->resolve); i++) {
		frame = resolve__frame(s->resolve, i);
		frame = frame->sym && !strcmp(frame->sym->name, name) ? frame : NULL;
	}
	T_CHECK(frame);
	what = (struct source_request){.fold = s->fold,
				       .evsel_idx = s->data.event->evsel->idx,
				       .resolve = s->resolve,
				       .dso = frame->dso,
				       .sym = frame->sym,
				       .conf = &s->conf};
	T_EQ(source_rows__init(rows, &what, NULL), 0);
	return TEST_OK;
}

/* A line that has not quite room loses its last character, and nothing behind it is written. */
static int check_room(const struct folder *folder)
{
	const struct source_style look = {0};
	struct source_rows rows;
	char text[256];
	struct screen s;
	size_t row = 0;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_CHECK(folder__write(folder, "tmp/vm/burn.c", "1\n2\n3\n4\n5\n6\n7\n\t9 to 11\n"));
	snprintf(s.symfs, sizeof(s.symfs), "%s", folder->path);
	T_RUN(open_rows(&rows, &s, "leaf_compute"));
	while (row < rows.nr && (rows.rows[row].kind != SOURCE_LINE || rows.rows[row].line != 8))
		row++;
	T_CHECK(row > 0 && row < rows.nr);
	T_EQ(rows.rows[row - 1].line, 7); /* around the last line of a file, too */
	T_STREQ(source_rows__text(&rows, row, &look, text, sizeof(text)), "        9 to 11");
	T_STREQ(source_rows__text(&rows, row, &look, text, 16), "        9 to 11");
	T_STREQ(source_rows__text(&rows, row, &look, text, 15), "        9 to 1");
	T_STREQ(source_rows__text(&rows, row, &look, text, 8), "");
	source_rows__exit(&rows);
	close_screen(&s);
	return TEST_OK;
}

static int test_room(void)
{
	return folder__run(check_room);
}

/* What was inlined has files of its own; shares of the function's lines take it in. */
static int test_inlined(void)
{
	struct sample_sum self, total, sum = {0};
	struct source_rows rows;
	struct screen s;

	T_RUN(open_screen(&s, "cxx.data", "kallsyms-boot2"));
	T_RUN(open_rows(&rows, &s, "main"));
	T_CHECK(rows.annotate.nr_files > 1);
	T_STREQ(strrchr(rows.annotate.files[0].path, '/'), "/cxx.cc");
	T_EQ(rows.annotate.self.nr, 171);
	T_EQ(rows.annotate.total.nr, 6532);
	T_EQ(rows.annotate.unplaced.nr, 0);
	for (size_t i = 0; i < rows.nr; i++) {
		if (source_rows__stat(&rows, i, &self, &total)) {
			sum.nr += self.nr;
			T_CHECK(total.nr >= self.nr);
		}
	}
	T_EQ(sum.nr, 171);
	/* All of main is one line of cxx.cc. */
	T_EQ(annotate__line(&rows.annotate, 0, 12)->total.nr, 6532);
	source_rows__exit(&rows);
	close_screen(&s);
	return TEST_OK;
}

static int test_assembly(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_RUN(show(&s, "leaf_compute", NULL));
	if (!disasm__is_there()) {
		T_EQ(press(&s, 'a', &err), DEFER_ERR_UNSUPPORTED);
		T_CHECK(strstr(err.text, "libcapstone"));
		close_screen(&s);
		return TEST_OK;
	}
	T_RUN(check_head(&s, 1, " Children     Self     Address   Assembly (a: source)"));
	/* Code says more than the numbers of lines alone. */
	T_EQ(s.view.cursor, 4);
	T_RUN(check_lines(&s, 0, 6,
			  "                               |   burn.c:8\n"
			  "                               |   testl   %edi, %edi\n"
			  "                               |   jle     28\n"
			  "    0.14%    0.14%             |   movl    $0, %edx\n"
			  "   99.86%   94.63%           9 |   movq    0xd9cab(%rip), %rcx\n"
			  "                               |   movl    %edx, %eax\n"
			  "                               |   imull   %edx, %eax\n"));
	/* perf's keys for how it looks. */
	T_EQ(press(&s, 'f', NULL), TUI_DONE);
	T_EQ(press(&s, 'J', NULL), TUI_DONE);
	T_RUN(check_head(&s, 1, " Children     Self Jump     Address   Assembly (a: source)"));
	T_RUN(check_lines(&s, 4, 4,
			  "   99.86%   94.63%    1      40166e |   movq    0xd9cab(%rip), %rcx\n"));
	T_EQ(press(&s, 'J', NULL), TUI_DONE);
	T_EQ(press(&s, 'f', NULL), TUI_DONE);
	T_EQ(press(&s, 'O', NULL), TUI_DONE);
	T_EQ(press(&s, 'O', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 2, 2, "                             2 |   jle     28\n"));
	T_EQ(press(&s, 'O', NULL), TUI_DONE);
	T_EQ(press(&s, 'o', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 2, 2, "                        401667 |   jle     0x40168d\n"));
	T_EQ(press(&s, 'o', NULL), TUI_DONE);
	/* The arrow of the jump that the cursor is on, and the jump itself. */
	s.view.cursor = 2;
	T_RUN(check_lines(&s, 2, 3,
			  "                               | + jle     28\n"
			  "    0.14%    0.14%             | | movl    $0, %edx\n"));
	T_EQ(press(&s, KEY_ENTER, NULL), TUI_DONE);
	T_RUN(check_lines(&s, s.view.cursor, s.view.cursor,
			  "                            28 |   retq\n"));
	T_EQ(press(&s, 'a', NULL), TUI_DONE);
	T_RUN(check_head(&s, 1, " Children     Self   Line   Source (a: assembly)"));
	close_screen(&s);
	return TEST_OK;
}

static const struct source_row *row_at(const struct screen *s, uint64_t line)
{
	const struct source_view *sv = s->view.priv;

	return &sv->rows.rows[line];
}

/* The line of a call of @name. */
static uint64_t find_call(struct screen *s, const char *name)
{
	for (uint64_t i = 0; i < view_source_ops.nr_lines(&s->view); i++) {
		const struct symbol *callee = row_at(s, i)->callee;

		if (row_at(s, i)->kind == SOURCE_INSN && callee && !strcmp(callee->name, name))
			return i;
	}
	return UINT64_MAX;
}

/* A function that has samples mostly on its way to others, and what it calls. */
static int test_calls(void)
{
	struct source_view *sv;
	struct screen s;
	uint64_t call;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_RUN(show(&s, "level1", NULL));
	T_RUN(check_head(&s, 0, " level1  burn  5 samples, 0.01% of all; Children: 77535, 98.95%"));
	if (!disasm__is_there()) {
		close_screen(&s);
		return TEST_OK;
	}
	call = find_call(&s, "level2");
	T_CHECK(call != UINT64_MAX);
	T_EQ(s.view.cursor, call);
	T_RUN(check_lines(&s, call, call, "   99.99%                      |   callq   level2\n"));
	T_EQ(press(&s, KEY_ENTER, NULL), TUI_DONE);
	T_STREQ(shown(&s)->name, "level2");
	s.view.cursor = 0;
	T_EQ(press(&s, KEY_LEFT, NULL), TUI_DONE);
	T_RUN(check_head(&s, 0, " level1  burn  5 samples, 0.01% of all; Children: 77535, 98.95%"));
	T_EQ(s.view.cursor, call);
	T_EQ(press(&s, KEY_LEFT, NULL), TUI_PASS);
	/* Of more calls than are kept, the first one is forgotten. */
	for (sv = s.view.priv; sv->nr_places < SOURCE_MAX_PLACES; sv->nr_places++)
		sv->places[sv->nr_places] = (struct source_place){sv->dso, sv->sym, call};
	sv->places[1].cursor = 1;
	T_EQ(press(&s, KEY_RIGHT, NULL), TUI_DONE);
	T_EQ(sv->places[0].cursor, 1);
	for (int i = SOURCE_MAX_PLACES; i > 0; i--)
		T_EQ(press(&s, KEY_LEFT, NULL), TUI_DONE);
	s.view.cursor = call;
	/* From one hot line to the next, around, and back. */
	for (int i = 0; i < 4; i++) {
		T_EQ(press(&s, '.', NULL), TUI_DONE);
		T_CHECK(s.view.cursor != call);
	}
	T_EQ(press(&s, '.', NULL), TUI_DONE);
	T_EQ(s.view.cursor, call);
	T_EQ(press(&s, ',', NULL), TUI_DONE);
	T_CHECK(s.view.cursor != call);
	T_EQ(press(&s, '.', NULL), TUI_DONE);
	T_EQ(s.view.cursor, call);
	/* As with report --no-children: what perf shows. */
	s.host.children = false;
	T_EQ(view_source_ops.refresh(&s.view, NULL), 0);
	T_RUN(check_head(&s, 1, "     Self     Address   Assembly (a: source)"));
	T_RUN(check_lines(&s, call, call, "                      |   callq   level2\n"));
	T_RUN(check_lines(&s, call + 1, call + 1, "   20.00%             |   movl    $0, %edx\n"));
	close_screen(&s);
	return TEST_OK;
}

#define MAX_FUNCS 1000

/* The functions of rows in their order, each once: how many. */
static size_t list_funcs(const struct screen *s, const struct func **list)
{
	const struct hist *hist = &s->data.event->hist;
	size_t nr = 0;

	for (uint32_t i = 0; i < hist->nr_rows && nr < MAX_FUNCS; i++) {
		const struct func *func =
			funcs__at(hist->conf.funcs, hist->entries[hist->rows[i]].func);
		size_t j = 0;

		while (j < nr && list[j]->sym != func->sym)
			j++;
		if (j == nr && func->kind == FUNC_SYMBOL)
			list[nr++] = func;
	}
	return nr;
}

/* Through all of them, on from the last to the first, and back. */
static int check_steps(const char *keys)
{
	const struct func *list[MAX_FUNCS];
	struct screen s;
	size_t nr, at = 0;

	T_RUN(open_sorted(&s, "burn2.data", "kallsyms-boot1", keys));
	nr = list_funcs(&s, list);
	T_CHECK(nr > 20);
	T_RUN(show(&s, "leaf_compute", NULL));
	while (list[at]->sym != shown(&s)->sym)
		T_CHECK(++at < nr);
	for (size_t i = 1; i <= nr; i++) {
		T_EQ(press(&s, '>', NULL), TUI_DONE);
		T_STREQ(shown(&s)->name, list[(at + i) % nr]->name);
	}
	for (size_t i = nr; i-- > 0;) {
		T_EQ(press(&s, '<', NULL), TUI_DONE);
		T_STREQ(shown(&s)->name, list[(at + i) % nr]->name);
	}
	close_screen(&s);
	return TEST_OK;
}

static int test_steps(void)
{
	T_RUN(check_steps("sym"));
	return check_steps("tid,sym");
}

/* The hottest line has lines before it, also when it is shown for the first time. */
static int test_center(void)
{
	struct term_win win;
	struct screen s;

	T_RUN(open_screen(&s, "cxx.data", "kallsyms-boot2"));
	win = term__win(s.term);
	T_RUN(show(&s, "main", NULL));
	view__draw(&s.view, &win, true);
	T_CHECK(view_source_ops.nr_lines(&s.view) > 3 * s.view.rows);
	T_CHECK(s.view.cursor > s.view.rows);
	T_EQ(s.view.cursor - s.view.top, s.view.rows / 2);
	close_screen(&s);
	return TEST_OK;
}

/* Assembly with the lines that it was made of, and without. */
static int check_quotes(const struct folder *folder)
{
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_CHECK(folder__write(folder, "tmp/vm/burn.c", BURN_LINES));
	T_RUN(show(&s, "leaf_compute", NULL));
	if (!disasm__is_there()) {
		close_screen(&s);
		return TEST_OK;
	}
	T_EQ(press(&s, 'a', NULL), TUI_DONE);
	T_EQ(press(&s, 'a', NULL), TUI_DONE);
	T_EQ(row_at(&s, 0)->kind, SOURCE_QUOTE);
	s.view.cursor = 2;
	T_RUN(check_lines(&s, 0, 2,
			  "                               |   burn.c:8\n"
			  "                               |   testl   %edi, %edi\n"
			  "                               | + jle     28\n"));
	T_EQ(press(&s, 'k', NULL), TUI_DONE);
	T_RUN(check_lines(&s, 0, 0, "                               |\n"));
	T_EQ(press(&s, 'k', NULL), TUI_DONE);
	T_EQ(press(&s, 'l', NULL), TUI_DONE);
	T_STREQ(s.message, "/tmp/vm/burn.c:8");
	T_EQ(press(&s, 's', NULL), TUI_DONE);
	T_EQ(s.view.cursor, 1);
	T_EQ(row_at(&s, 0)->kind, SOURCE_INSN);
	T_EQ(press(&s, 's', NULL), TUI_DONE);
	T_EQ(s.view.cursor, 2);
	close_screen(&s);
	return TEST_OK;
}

static int test_quotes(void)
{
	return folder__run(check_quotes);
}

/* The kernel, which most samples hit, has neither here: what is known is by address. */
static int test_kernel(void)
{
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_RUN(check_head(&s, 0,
			 " rep_movs_alternative  [kernel.kallsyms]  35422 samples, 45.21% of all; "
			 "Children: 35500, 45.30%"));
	T_RUN(check_lines(&s, 0, 9,
			  " There are no lines: [kernel.kallsyms] has no DWARF here\n"
			  "    0.09%    0.09%        | rep_movs_alternative+0\n"
			  "   99.90%   99.68%        | rep_movs_alternative+0x4a\n"
			  "    0.01%    0.01%        | rep_movs_alternative+0x4c\n"));
	T_EQ(s.view.cursor, 2);
	if (disasm__is_there()) {
		T_EQ(press(&s, 'a', NULL), TUI_DONE);
		T_RUN(check_lines(
			&s, 0, 0,
			" There is no assembly: the kernel's code is in its vmlinux: name "
			"it with -k\n"));
	}
	close_screen(&s);
	return TEST_OK;
}

#define REP_MOVS      0xffffffffa7f094f0
#define REP_MOVS_SIZE 0xa0

/* Writes a copy of the recorded kernel's memory: the function's hottest place, among nops. */
static int write_kcore(const struct folder *folder)
{
	static struct elf_writer w;
	unsigned char bytes[REP_MOVS_SIZE];
	char path[PATH_MAX];

	memset(bytes, 0x90, sizeof(bytes));
	memcpy(bytes + 0x4a, "\xf3\xa4\xc3", 3);
	elf_writer__init(&w, ET_CORE);
	elf_writer__section(&w, "", SHT_PROGBITS, 0, 0, 0x1000, bytes, sizeof(bytes));
	elf_writer__segment(&w, PT_LOAD, PF_R | PF_W | PF_X, REP_MOVS, 0x1000, sizeof(bytes));
	snprintf(path, sizeof(path), "%s/kcore", folder->path);
	T_CHECK(elf_writer__finish(&w, path));
	T_CHECK(folder__write(folder, "kallsyms", "ffffffffa6e00000 T _text\n"));
	return TEST_OK;
}

static int check_kcore(const struct folder *folder)
{
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_RUN(write_kcore(folder));
	snprintf(s.kallsyms, sizeof(s.kallsyms), "%s/kallsyms", folder->path);
	T_RUN(show(&s, "rep_movs_alternative", NULL));
	if (disasm__is_there()) {
		T_EQ(press(&s, 'a', NULL), TUI_DONE);
		T_EQ(press(&s, 'H', NULL), TUI_DONE);
		T_RUN(check_lines(&s, s.view.cursor - 1, s.view.cursor + 1,
				  "                               |   nop\n"
				  "   99.90%   99.68%             |   rep movsb (%rsi), (%rdi)\n"
				  "    0.01%    0.01%             |   retq\n"));
	}
	close_screen(&s);
	return TEST_OK;
}

static int test_kcore(void)
{
	return folder__run(check_kcore);
}

/* An assembly file among others: its program has DWARF, but not of it. */
static int test_no_lines(void)
{
	struct screen s;
	char *text;

	T_RUN(open_screen(&s, "cxx.data", "kallsyms-boot2"));
	T_RUN(show(&s, "__memcmp_avx2_movbe", NULL));
	if (disasm__is_there())
		T_EQ(press(&s, 'a', NULL), TUI_DONE);
	text = draw_lines(&s, 0, 0);
	T_STREQ(text, " There are no lines: the DWARF of cxx has none of this function\n");
	free(text);
	close_screen(&s);
	return TEST_OK;
}

/* Data that is not there yet, and gone. */
static int test_nothing(void)
{
	struct zoom_target target = ZOOM_TARGET_INIT;
	struct screen s;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_RUN(show(&s, "leaf_compute", NULL));

	s.data.resolve = NULL;
	T_EQ(view_source_ops.refresh(&s.view, NULL), 0);
	T_EQ(view_source_ops.nr_lines(&s.view), 0);
	T_RUN(check_head(&s, 0, " Functions are being named"));
	T_EQ(view__line_with(&s.view, 0, "a", true), UINT64_MAX);
	T_EQ(press(&s, 'H', NULL), TUI_DONE);
	/* It may have been a function of a trace that is gone. */
	target = (struct zoom_target)ZOOM_TARGET_INIT;
	view_source_ops.target(&s.view, &target);
	T_CHECK(!target.dso && !target.func);
	s.data.resolve = s.resolve;
	T_EQ(view_source_ops.refresh(&s.view, NULL), 0);
	T_RUN(check_head(&s, 0,
			 " leaf_compute  burn  688 samples, 0.88% of all; Children: 726, 0.93%"));
	close_screen(&s);
	return TEST_OK;
}

/* Once the function that was chosen is gone, the hottest one of each event follows. */
static int test_other_trace(void)
{
	uint32_t hottest[2];
	struct screen s, other;

	T_RUN(open_screen(&s, "burn2.data", "kallsyms-boot1"));
	T_RUN(open_screen(&other, "sched.data", "kallsyms-boot1"));
	T_RUN(show(&s, "leaf_compute", NULL));
	s.data = other.data;
	for (int i = 0; i < 2; i++, s.data.event++) {
		hottest[i] = tui_data__hottest_func(&s.data, true);
		T_EQ(view_source_ops.refresh(&s.view, NULL), 0);
		T_CHECK(shown(&s) == funcs__at(s.data.event->hist.conf.funcs, hottest[i]));
	}
	T_CHECK(hottest[0] != hottest[1]);
	close_screen(&s);
	close_screen(&other);
	return TEST_OK;
}

static int check_export(const struct screen *s, const char *name, const char *want)
{
	const struct export_source source = {.path = s->data.path, .event = s->data.event};
	const struct export_format *format = export_format__find(name, strlen(name));
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_EQ(format->write(&source, out, NULL) | fclose(out), 0);
	T_CHECK(strstr(text, want));
	free(text);
	return TEST_OK;
}

static int test_exports(void)
{
	struct defer_error err = DEFER_ERROR_INIT;
	struct screen s;

	T_RUN(open_screen(&s, "cxx.data", "kallsyms-boot2"));
	T_RUN(check_export(&s, "folded", ";__libc_start_call_main;main;"));
	T_RUN(check_export(&s, "flame", "<title>cpu-clock of cxx.data</title>"));
	T_RUN(check_export(&s, "icicle", "<title>all (7,797 samples, 100.00%)</title>"));
	for (const struct export_format *const *f = export_formats(); *f; f++)
		T_EQ(export_source__write(&(struct export_source){0}, *f, stderr, &err),
		     DEFER_ERR_NOENT);
	T_CHECK(!export_format__find("flam", 4) && !export_format__find("flames", 6));
	close_screen(&s);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"lines of a function, their shares, and perf's keys", test_source},
	{"source that is not there, or too short", test_no_source},
	{"what was inlined", test_inlined},
	{"a line that has no room", test_room},
	{"assembly", test_assembly},
	{"what a function calls", test_calls},
	{"from function to function", test_steps},
	{"lines before the hottest one", test_center},
	{"assembly and its source", test_quotes},
	{"a kernel without lines", test_kernel},
	{"assembly of the kernel from a copy of kcore", test_kcore},
	{"a function without lines", test_no_lines},
	{"no names yet", test_nothing},
	{"another trace, and its events", test_other_trace},
	{"exports of what is shown", test_exports},
	{0},
};

const struct test_suite suite__tui_source = {"tui-source",
					     "the source view, and exports of the TUI", cases};
