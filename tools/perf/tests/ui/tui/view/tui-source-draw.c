// SPDX-License-Identifier: GPL-2.0-only
/* The source view of lines and instructions that are known: each cell, its colour, and keys on them. */
#include <stdlib.h>
#include <string.h>

#include "tests/tests.h"
#include "tests/tui-trace.h"
#include "ui/tui/view/source-view.h"
#include "ui/tui/view/views.h"
#include "util/base/array.h"
#include "util/dso/dso.h"
#include "util/profile/profile.h"

#define COLS 76

static char lines_of_a[] = "int work(int n)\n{\n\tcall();\n}\n";
static uint32_t places_of_a[] = {0, 16, 18, 26, 28};
static char path_of_a[] = "/src/a.c";

static struct source_text texts[] = {
	{.path = "/src/a.c",
	 .file = {.path = path_of_a, .text = lines_of_a, .lines = places_of_a, .nr = 4}},
	{.path = "/src/b.h", .why = {.text = "no b.h is here"}},
};

static const struct symbol work = {.start = 0x100, .end = 0x10a, .name = "work"};
static const struct symbol other = {.start = 0x200, .end = 0x240, .name = "other"};

static struct disasm_insn insns[] = {
	{.addr = 0x100, .vaddr = 0x1100, .size = 2, .text = "push %rbp"},
	{.addr = 0x102,
	 .vaddr = 0x1102,
	 .size = 2,
	 .text = "jmp 1108",
	 .target = 0x108,
	 .target_at = 4,
	 .flow = DISASM_JUMP},
	{.addr = 0x104,
	 .vaddr = 0x1104,
	 .size = 2,
	 .text = "call 1200",
	 .target = 0x200,
	 .target_at = 5,
	 .flow = DISASM_CALL},
	{.addr = 0x106,
	 .vaddr = 0x1106,
	 .size = 2,
	 .text = "je 1100",
	 .target = 0x100,
	 .target_at = 3,
	 .flow = DISASM_JUMP},
	{.addr = 0x108, .vaddr = 0x1108, .size = 2, .text = "ret", .flow = DISASM_RET},
};

/* Lines of the rows below. */
#define ROW_JMP	 3
#define ROW_CALL 4
#define ROW_JE	 6
#define ROW_RET	 7

static struct source_row assembly[] = {
	{.kind = SOURCE_INSN, .at = 0, .text = 0, .line = 1, .jumps = 1, .to = SOURCE_NONE},
	{.kind = SOURCE_QUOTE, .text = 0, .line = 1, .to = SOURCE_NONE},
	{.kind = SOURCE_QUOTE, .text = 0, .line = 3, .to = SOURCE_NONE},
	{.kind = SOURCE_INSN, .at = 1, .text = 0, .line = 3, .to = ROW_RET},
	{.kind = SOURCE_INSN, .at = 2, .text = 0, .line = 3, .to = SOURCE_NONE, .callee = &other},
	{.kind = SOURCE_QUOTE, .text = 1, .line = 9, .to = SOURCE_NONE},
	{.kind = SOURCE_INSN, .at = 3, .text = 1, .line = 9, .to = 0},
	{.kind = SOURCE_INSN, .at = 4, .text = 1, .line = 9, .jumps = 2, .to = SOURCE_NONE},
};

static struct source_row source[] = {
	{.kind = SOURCE_NOTE, .text = SOURCE_NONE},
	{.kind = SOURCE_FILE, .text = 0},
	{.kind = SOURCE_LINE, .text = 0, .line = 1, .at = 0},
	{.kind = SOURCE_LINE, .text = 0, .line = 2, .at = SOURCE_NONE},
	{.kind = SOURCE_LINE, .text = 0, .line = 3, .at = 1},
	{.kind = SOURCE_GAP},
	{.kind = SOURCE_FILE, .text = 1},
	{.kind = SOURCE_LINE, .text = 1, .line = 9, .at = 2},
};

struct screen {
	struct annotate annotate;
	struct dso dso;
	struct profile_event event;
	struct tui_data data;
	struct tui_host host;
	char said[128];
	struct tui_view view;
	struct source_view *sv;
	struct term *term;
};

static void say(struct tui_host *host, const char *fmt, va_list args)
{
	struct screen *s = (struct screen *)((char *)host - offsetof(struct screen, host));

	vsnprintf(s->said, sizeof(s->said), fmt, args);
}

static void edit(struct tui_host *host, const char *path, unsigned int line)
{
	struct screen *s = (struct screen *)((char *)host - offsetof(struct screen, host));

	snprintf(s->said, sizeof(s->said), "edits %s:%u", path, line);
}

static const struct tui_host_ops host_ops = {.say = say, .edit = edit};

/* Lines 1 and 3 of a.c, and 9 of b.h; the last instruction has no line. */
static int find_place(void *ctx, uint64_t addr, struct src_frame *frames, int max)
{
	(void)ctx;
	if (max < 1 || addr >= 0x108)
		return 0;
	frames[0] = (struct src_frame){NULL, addr < 0x106 ? "/src/a.c" : "/src/b.h",
				       addr < 0x102   ? 1
				       : addr < 0x106 ? 3
						      : 9};
	return 1;
}

static int add(struct annotate *annotate, uint64_t addr, bool hit, uint64_t nr, uint64_t period)
{
	const uint64_t addrs[] = {addr};
	const struct sample_sum stat = {nr, period};

	return annotate__add_path(annotate, addrs, 1, hit, &stat, NULL);
}

/* The call has more than hit it. */
static int make_samples(struct annotate *annotate)
{
	annotate__init(annotate, 0x100, 0x10a);
	T_EQ(add(annotate, 0x100, true, 1, 499), 0);
	T_EQ(add(annotate, 0x102, true, 30, 9431), 0);
	T_EQ(add(annotate, 0x104, true, 10, 20), 0);
	T_EQ(add(annotate, 0x106, true, 7, 50), 0);
	T_EQ(add(annotate, 0x105, false, 52, 40000), 0);
	T_EQ(annotate__seal(annotate, find_place, NULL, NULL), 0);
	return TEST_OK;
}

static int open_screen(struct screen *s, struct source_row *rows, size_t nr, bool is_assembly)
{
	*s = (struct screen){.dso = {.short_name = "prog"}, .host = {.ops = &host_ops}};
	T_RUN(make_samples(&s->annotate));
	s->event.all = (struct sample_sum){1000, 1000000};
	s->data.event = &s->event;
	s->host.children = true;
	s->view = (struct tui_view){.ops = &view_source_ops, .host = &s->host, .data = &s->data};
	T_EQ(term__new_memory(&s->term, SOURCE_HEADS + nr, COLS, true, NULL), 0);
	T_EQ(view__open(&s->view, NULL), 0);
	s->sv = s->view.priv;
	s->sv->dso = &s->dso;
	s->sv->sym = &work;
	s->sv->has_rows = true;
	s->sv->assembly = is_assembly;
	s->sv->rows = (struct source_rows){
		.name = "work",
		.annotate = s->annotate,
		.texts = texts,
		.nr_texts = ARRAY_SIZE(texts),
		.disasm = {.insns = insns, .nr = is_assembly ? ARRAY_SIZE(insns) : 0},
		.rows = rows,
		.nr = nr,
		.why = {.text = "there is no assembly"},
	};
	return TEST_OK;
}

static void close_screen(struct screen *s)
{
	s->sv->has_rows = false; /* the rows are not its own */
	view__close(&s->view);
	annotate__exit(&s->annotate);
	term__delete(s->term);
}

/* Draws all lines, and returns them; with their colours if these are asked for. */
static char *draw(struct screen *s, bool with_colors)
{
	const struct tui_view_ops *ops = s->view.ops;
	struct term_win win = term__win(s->term), part;

	term__clear(s->term);
	part = term_win__sub(&win, 0, 0, SOURCE_HEADS, win.cols);
	ops->draw_head(&s->view, &part);
	for (uint64_t line = 0; line < ops->nr_lines(&s->view); line++) {
		part = term_win__sub(&win, SOURCE_HEADS + line, 0, 1, win.cols);
		ops->draw_line(&s->view, line, &part);
	}
	return with_colors ? term__all_colors(s->term) : term__all_text(s->term);
}

static int check(struct screen *s, bool with_colors, const char *want)
{
	char *text = draw(s, with_colors);

	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int press(struct screen *s, uint32_t key, int want, const char *said)
{
	const struct term_event event = {.kind = TERM_EVENT_KEY, .key = key};

	*s->said = '\0';
	T_EQ(s->view.ops->key(&s->view, &event, NULL), want);
	T_STREQ(s->said, said);
	return TEST_OK;
}

static const char assembly_text[] =
	" work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	" Children     Self     Address   Assembly (a: source)\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"    1.00%    1.00%           0 |   push %rbp\n"
	"mmmmmmmmmmmmmmmmmmaaaaaaaaaaaaaaaww\n"
	"                               |   a.c:1  int work(int n)\n"
	"                  aaaaaaaaaaaaaaawwdddddddddddddddddddddd\n"
	"                               |   a.c:3          call();\n"
	"                  aaaaaaaaaaaaaaawwdddddddddddddddddddddd\n"
	"   18.86%   18.86%             | + jmp 8\n"
	"hhhhhhhhhhhhhhhhhhaaaaaaaaaaaaaaaww\n"
	"   80.04%    0.04%             | | call other\n"
	"hhhhhhhhh         aaaaaaaaaaaaaaaww\n"
	"                               | | b.h:9\n"
	"                  aaaaaaaaaaaaaaawwddddddd\n"
	"    0.10%    0.10%             | | je 0\n"
	"                  aaaaaaaaaaaaaaawwff\n"
	"                             8 | +>ret\n"
	"                  aaaaaaaaaaaaaaaww\n";
static const char up_text[] = " work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
			      " Children     Self     Address   Assembly (a: source)\n"
			      "    1.00%    1.00%           0 | +>push %rbp\n"
			      "                               | | a.c:1  int work(int n)\n"
			      "                               | | a.c:3          call();\n"
			      "   18.86%   18.86%             | | jmp 8\n"
			      "   80.04%    0.04%             | | call other\n"
			      "                               | | b.h:9\n"
			      "    0.10%    0.10%             | + je 0\n"
			      "                             8 |   ret\n";
static const char call_text[] = " work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
				" Children     Self     Address   Assembly (a: source)\n"
				"    1.00%    1.00%           0 |   push %rbp\n"
				"                               |   a.c:1  int work(int n)\n"
				"                               |   a.c:3          call();\n"
				"   18.86%   18.86%             |   jmp 8\n"
				"   80.04%    0.04%             |   call other\n"
				"                               |   b.h:9\n"
				"    0.10%    0.10%             |   je 0\n"
				"                             8 |   ret\n";
static const char jumps_text[] =
	" work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	" Children     Self Jump     Address   Assembly (a: source)\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"    1.00%    1.00%    1           0 |   push %rbp\n"
	"mmmmmmmmmmmmmmmmmm     aaaaaaaaaaaaaaaww\n"
	"                                    |   a.c:1  int work(int n)\n"
	"                       aaaaaaaaaaaaaaawwdddddddddddddddddddddd\n"
	"                                    |   a.c:3          call();\n"
	"                       aaaaaaaaaaaaaaawwdddddddddddddddddddddd\n"
	"   18.86%   18.86%                  | + jmp 8\n"
	"hhhhhhhhhhhhhhhhhh     aaaaaaaaaaaaaaaww\n"
	"   80.04%    0.04%                  | | call other\n"
	"hhhhhhhhh              aaaaaaaaaaaaaaaww\n"
	"                                    | | b.h:9\n"
	"                       aaaaaaaaaaaaaaawwddddddd\n"
	"    0.10%    0.10%                  | | je 0\n"
	"                       aaaaaaaaaaaaaaaww\n"
	"                      2           8 | +>ret\n"
	"                  mmmmmaaaaaaaaaaaaaaaww\n";
static const char no_arrows_text[] = " work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
				     " Children     Self     Address   Assembly (a: source)\n"
				     "    1.00%    1.00%           0 | push %rbp\n"
				     "                               | a.c:1  int work(int n)\n"
				     "                               | a.c:3          call();\n"
				     "   18.86%   18.86%             | jmp 8\n"
				     "   80.04%    0.04%             | call other\n"
				     "                               | b.h:9\n"
				     "    0.10%    0.10%             | je 0\n"
				     "                             8 | ret\n";
static const char periods_text[] =
	" work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
	"       Children           Self     Address   Assembly (a: source)\n"
	"            499            499           0 |   push %rbp\n"
	"                                           |   a.c:1  int work(int n)\n"
	"                                           |   a.c:3          call();\n"
	"           9431           9431             |   jmp 8\n"
	"          40020             20             |   call other\n"
	"                                           |   b.h:9\n"
	"             50             50             |   je 0\n"
	"                                         8 |   ret\n";
static const char samples_text[] = " work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
				   " Children     Self     Address   Assembly (a: source)\n"
				   "        1        1           0 |   push %rbp\n"
				   "                               |   a.c:1  int work(int n)\n"
				   "                               |   a.c:3          call();\n"
				   "       30       30             |   jmp 8\n"
				   "       62       10             |   call other\n"
				   "                               |   b.h:9\n"
				   "        7        7             |   je 0\n"
				   "                             8 |   ret\n";
static const char of_all_text[] =
	" work  prog  48 samples, 4.80% of all; Children: 100, 10.00%\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	" Children     Self     Address   Assembly (a: source)\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"    0.10%    0.10%           0 |   push %rbp\n"
	"                  aaaaaaaaaaaaaaaaa\n"
	"                               |   a.c:1  int work(int n)\n"
	"                  aaaaaaaaaaaaaaaaadddddddddddddddddddddd\n"
	"                               |   a.c:3          call();\n"
	"                  aaaaaaaaaaaaaaaaadddddddddddddddddddddd\n"
	"    3.00%    3.00%             |   jmp 8\n"
	"mmmmmmmmmmmmmmmmmmaaaaaaaaaaaaaaaaa\n"
	"    6.20%    1.00%             |   call other\n"
	"hhhhhhhhhmmmmmmmmmaaaaaaaaaaaaaaaaa\n"
	"                               |   b.h:9\n"
	"                  aaaaaaaaaaaaaaaaaddddddd\n"
	"    0.70%    0.70%             |   je 0\n"
	"mmmmmmmmmmmmmmmmmmaaaaaaaaaaaaaaaaa\n"
	"                             8 |   ret\n"
	"                  aaaaaaaaaaaaaaaaa\n";
static const char raw_text[] = " work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
			       " Children     Self     Address   Assembly (a: source)\n"
			       "    1.00%    1.00%        1100 |   push %rbp\n"
			       "                               |   int work(int n)\n"
			       "                               |           call();\n"
			       "   18.86%   18.86%        1102 |   jmp 1108\n"
			       "   80.04%    0.04%        1104 |   call 1200\n"
			       "                               |\n"
			       "    0.10%    0.10%        1106 |   je 1100\n"
			       "                          1108 |   ret\n";
static const char source_text[] =
	" work  prog  48 samples, 1.00% of all; Children: 100, 5.00%\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	" Children     Self   Line   Source (a: assembly)\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	" There are no lines: there is no assembly\n"
	" iiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiiii\n"
	" /src/a.c\n"
	" kkkkkkkk\n"
	"    1.00%    1.00%      1 | int work(int n)\n"
	"mmmmmmmmmmmmmmmmmmaaaaaaaaaa\n"
	"                        2 | {\n"
	"                  aaaaaaaaaa\n"
	"   98.90%   18.90%      3 |         call();\n"
	"hhhhhhhhhhhhhhhhhhaaaaaaaaaa\n"
	"                          | ...\n"
	"                  aaaaaaaaaaddd\n"
	" /src/b.h\n"
	" kkkkkkkk\n"
	"    0.10%    0.10%      9 |\n"
	"                  aaaaaaaaaa\n";
static const char self_text[] = " work  prog  48 samples, 0.00% of all\n"
				"     Self   Line   Source (a: assembly)\n"
				" There are no lines: there is no assembly\n"
				" /src/a.c\n"
				"    0.00%      1 | int work(int n)\n"
				"               2 | {\n"
				"    0.00%      3 |         call();\n"
				"                 | ...\n"
				" /src/b.h\n"
				"    0.00%      9 |\n";
static const char nothing_text[] =
	" Functions are being named\n"
	"tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n"
	"\n";

static int test_assembly(void)
{
	struct screen s;

	T_RUN(open_screen(&s, assembly, ARRAY_SIZE(assembly), true));
	s.view.cursor = ROW_JMP;
	s.view.search = "je";
	T_RUN(check(&s, true, assembly_text));
	s.view.search = NULL;
	s.view.cursor = ROW_JE;
	T_RUN(check(&s, false, up_text));
	s.view.cursor = ROW_CALL;
	T_RUN(check(&s, false, call_text));
	s.view.cursor = ROW_JMP;
	T_RUN(press(&s, 'J', TUI_DONE, ""));
	T_RUN(check(&s, true, jumps_text));
	T_RUN(press(&s, 'J', TUI_DONE, ""));
	T_RUN(press(&s, 'j', TUI_DONE, ""));
	T_RUN(check(&s, false, no_arrows_text));
	T_RUN(press(&s, 'x', TUI_PASS, ""));
	close_screen(&s);
	return TEST_OK;
}

static int test_looks(void)
{
	struct screen s;

	T_RUN(open_screen(&s, assembly, ARRAY_SIZE(assembly), true));
	T_RUN(press(&s, 't', TUI_DONE, "Lines show periods"));
	T_RUN(check(&s, false, periods_text));
	T_RUN(press(&s, 't', TUI_DONE, "Lines show samples"));
	T_RUN(check(&s, false, samples_text));
	T_RUN(press(&s, 't', TUI_DONE, "Lines show percentages"));
	T_RUN(press(&s, 'p', TUI_DONE, "Percentages are of all samples, by periods"));
	T_RUN(press(&s, 'b', TUI_DONE, "Percentages are of all samples, by samples"));
	T_RUN(check(&s, true, of_all_text));
	T_RUN(press(&s, 'p', TUI_DONE, "Percentages are of the function, by samples"));
	T_RUN(press(&s, 'b', TUI_DONE, "Percentages are of the function, by periods"));
	T_RUN(press(&s, 'O', TUI_DONE, "Addresses are shown where jumps go, and of calls"));
	T_RUN(press(&s, 'O', TUI_DONE, "Addresses are shown of all instructions"));
	T_RUN(press(&s, 'f', TUI_DONE, ""));
	T_RUN(press(&s, 'o', TUI_DONE, ""));
	T_RUN(press(&s, 'k', TUI_DONE, ""));
	T_RUN(check(&s, false, raw_text));
	T_RUN(press(&s, 'O', TUI_DONE, "Addresses are shown where jumps go"));
	T_EQ(s.sv->look.labels, LABEL_TARGETS);
	close_screen(&s);
	return TEST_OK;
}

static int test_source(void)
{
	struct screen s;

	T_RUN(open_screen(&s, source, ARRAY_SIZE(source), false));
	/* Jumps and arrows are of assembly. */
	s.sv->jumps = true;
	T_RUN(check(&s, true, source_text));
	s.host.children = false;
	s.event.all = (struct sample_sum){0};
	s.sv->of_all = true;
	T_RUN(check(&s, false, self_text));
	s.sv->has_rows = false;
	T_RUN(check(&s, true, nothing_text));
	close_screen(&s);
	return TEST_OK;
}

/* Jumps lead to their rows; a call, a return and what is no jump lead nowhere here. */
static int test_follow(void)
{
	struct screen s;

	T_RUN(open_screen(&s, assembly, ARRAY_SIZE(assembly), true));
	s.view.cursor = ROW_JMP;
	T_RUN(press(&s, KEY_ENTER, TUI_DONE, ""));
	T_EQ(s.view.cursor, ROW_RET);
	T_RUN(press(&s, KEY_RIGHT, TUI_DONE, "No call was followed to here"));
	T_RUN(press(&s, KEY_ESC, TUI_PASS, ""));
	T_RUN(press(&s, KEY_LEFT, TUI_PASS, ""));
	s.view.cursor = ROW_JE;
	T_RUN(press(&s, KEY_RIGHT, TUI_DONE, ""));
	T_EQ(s.view.cursor, 0);
	T_RUN(press(&s, KEY_ENTER, TUI_PASS, ""));
	s.view.cursor = ROW_CALL;
	T_RUN(press(&s, KEY_ENTER, TUI_DONE, "Functions are being named"));
	T_EQ(s.sv->nr_places, 0);
	T_EQ(s.view.cursor, ROW_CALL);
	s.view.cursor = 1;
	T_RUN(press(&s, KEY_ENTER, TUI_PASS, ""));
	s.view.cursor = ARRAY_SIZE(assembly);
	T_RUN(press(&s, KEY_ENTER, TUI_PASS, ""));
	s.sv->assembly = false;
	s.view.cursor = ROW_JMP;
	T_RUN(press(&s, KEY_ENTER, TUI_PASS, ""));
	T_EQ(s.view.cursor, ROW_JMP);
	/* Until functions are named, there is no other one, and lines stay. */
	T_RUN(press(&s, '<', TUI_DONE, ""));
	T_RUN(press(&s, '>', TUI_DONE, ""));
	s.sv->assembly = true;
	T_RUN(press(&s, 's', TUI_DONE, ""));
	T_CHECK(!s.sv->no_quotes);
	T_CHECK(s.sv->has_rows && s.sv->sym == &work);
	close_screen(&s);
	return TEST_OK;
}

/* Down from the hottest line to the least hot one, and around. */
static int test_heat(void)
{
	static const unsigned int order[] = {ROW_CALL, ROW_JMP, 0, ROW_JE};
	struct screen s;

	T_RUN(open_screen(&s, assembly, ARRAY_SIZE(assembly), true));
	s.view.cursor = ROW_RET;
	T_RUN(press(&s, 'H', TUI_DONE, ""));
	T_EQ(s.view.cursor, order[0]);
	for (unsigned int i = 1; i <= ARRAY_SIZE(order); i++) {
		s.view.center = false;
		T_RUN(press(&s, '.', TUI_DONE, ""));
		T_EQ(s.view.cursor, order[i % ARRAY_SIZE(order)]);
		T_CHECK(s.view.center);
	}
	for (unsigned int i = ARRAY_SIZE(order); i-- > 0;) {
		T_RUN(press(&s, ',', TUI_DONE, ""));
		T_EQ(s.view.cursor, order[i]);
	}
	/* By what hit them, not by what they called. */
	s.host.children = false;
	T_RUN(press(&s, 'H', TUI_DONE, ""));
	T_EQ(s.view.cursor, ROW_JMP);
	close_screen(&s);
	return TEST_OK;
}

/* The line of a row is that of the last source line at it or above it. */
static int test_lines(void)
{
	struct screen s;

	T_RUN(open_screen(&s, assembly, ARRAY_SIZE(assembly), true));
	T_RUN(press(&s, 'l', TUI_DONE, "It is not known which line this is"));
	T_RUN(press(&s, 'v', TUI_DONE, "It is not known which line this is"));
	s.view.cursor = 1;
	T_RUN(press(&s, 'l', TUI_DONE, "/src/a.c:1"));
	T_RUN(press(&s, 'v', TUI_DONE, "edits /src/a.c:1"));
	s.view.cursor = ROW_CALL;
	T_RUN(press(&s, 'l', TUI_DONE, "/src/a.c:3"));
	s.view.cursor = ROW_RET;
	T_RUN(press(&s, 'l', TUI_DONE, "/src/b.h:9"));
	T_RUN(press(&s, 'v', TUI_DONE, "no b.h is here"));
	s.sv->has_rows = false;
	T_RUN(press(&s, 'l', TUI_DONE, "It is not known which line this is"));
	T_RUN(press(&s, 'H', TUI_DONE, ""));
	T_RUN(press(&s, '.', TUI_DONE, ""));
	T_EQ(s.view.cursor, ROW_RET);
	close_screen(&s);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"assembly, with arrows and jumps", test_assembly},
	{"units, shares and addresses", test_looks},
	{"source, and nothing", test_source},
	{"where jumps, calls and returns lead", test_follow},
	{"from hot to hot", test_heat},
	{"which line a row is of", test_lines},
	{0},
};

const struct test_suite suite__tui_source_draw = {
	"tui-source-draw", "Each cell of the source view of the TUI, and keys on it", cases};
