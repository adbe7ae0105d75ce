// SPDX-License-Identifier: GPL-2.0-only
/* What annotate prints of a function whose samples, lines and instructions are known. */
#include <stdlib.h>

#include "tests/tests.h"
#include "ui/stdio/annotate.h"
#include "util/base/array.h"
#include "util/dso/dso.h"

static char path_of_prog[] = "/usr/bin/pr\033og";
static char lines_of_a[] = "int work(int n)\n{\n\tcall();\n\n\tjump();\n}\n";
static uint32_t places_of_a[] = {0, 16, 18, 27, 28, 37, 39};

/* Lines 1 to 6 of a.c; b.h, which is not here, is inlined. */
static int find_place(void *ctx, uint64_t addr, struct src_frame *frames, int max)
{
	static const struct src_frame plain[] = {
		{NULL, "/src/dir/a.c", 1}, {NULL, "/src/dir/a.c", 3}, {NULL, "/src/dir/a.c", 5}};
	static const struct src_frame inlined[] = {{"b", "/src/b.h", 7}, {NULL, "/src/dir/a.c", 5}};

	(void)ctx;
	if (max < 2 || addr >= 0x108)
		return 0;
	if (addr < 0x106) {
		frames[0] = plain[(addr - 0x100) / 2];
		return 1;
	}
	memcpy(frames, inlined, sizeof(inlined));
	return 2;
}

static int add_addr(struct annotate *annotate, uint64_t addr, uint64_t nr, uint64_t period)
{
	const struct sample_sum stat = {nr, period};

	return annotate__add_path(annotate, &addr, 1, true, &stat, NULL);
}

/* Samples of one event: @nr at each place; the second place has @more of them. */
static int make_samples(struct annotate *annotate, uint64_t nr, uint64_t more)
{
	annotate__init(annotate, 0x100, 0x10a);
	for (uint64_t addr = 0x100; addr < 0x10a; addr += 2)
		T_EQ(add_addr(annotate, addr, nr + (addr == 0x102 ? more : 0),
			      1000 * nr + (addr == 0x104)),
		     0);
	T_EQ(annotate__seal(annotate, find_place, NULL, NULL), 0);
	return TEST_OK;
}

static const struct symbol other = {.start = 0x200, .end = 0x240, .name = "oth\033er"};

static struct disasm_insn insns[] = {
	{.addr = 0x100, .vaddr = 0x401100, .size = 2, .text = "push %rbp"},
	{.addr = 0x102,
	 .vaddr = 0x401102,
	 .size = 2,
	 .text = "call 401200",
	 .target = 0x200,
	 .target_at = 5,
	 .flow = DISASM_CALL},
	{.addr = 0x104,
	 .vaddr = 0x401104,
	 .size = 2,
	 .text = "jmp 401210",
	 .target = 0x210,
	 .target_at = 4,
	 .flow = DISASM_JUMP},
	{.addr = 0x106,
	 .vaddr = 0x401106,
	 .size = 2,
	 .text = "je 401100",
	 .target = 0x100,
	 .target_at = 3,
	 .flow = DISASM_JUMP},
	{.addr = 0x108,
	 .vaddr = 0x401108,
	 .size = 2,
	 .text = "jne 401106",
	 .target = 0x106,
	 .target_at = 4,
	 .flow = DISASM_JUMP},
	{.addr = 0x10a,
	 .vaddr = 0x40110a,
	 .size = 1,
	 .text = "call 409999",
	 .target = 0x9999,
	 .target_at = 5,
	 .flow = DISASM_CALL},
};

#define QUOTE(_text, _line, _inlined)                                                          \
	{                                                                                      \
		.kind = SOURCE_QUOTE, .text = (_text), .line = (_line), .inlined = (_inlined), \
		.to = SOURCE_NONE                                                              \
	}
#define INSN(_at, _text, _line, _to, _callee)                                                    \
	{                                                                                        \
		.kind = SOURCE_INSN, .at = (_at), .text = (_text), .line = (_line), .to = (_to), \
		.callee = (_callee)                                                              \
	}

/* Each function and file is named where its lines begin, and not again. */
static struct source_row assembly[] = {
	QUOTE(0, 1, NULL),
	QUOTE(0, 2, NULL),
	INSN(0, 0, 1, SOURCE_NONE, NULL),
	QUOTE(0, 3, NULL),
	INSN(1, 0, 3, SOURCE_NONE, &other),
	QUOTE(0, 4, NULL),
	INSN(2, 0, 5, SOURCE_NONE, &other),
	QUOTE(1, 7, "b\033"),
	INSN(3, 1, 7, 2, NULL),
	QUOTE(0, 5, "b\033"),
	QUOTE(0, 6, NULL),
	INSN(4, SOURCE_NONE, 0, 8, NULL),
	INSN(5, SOURCE_NONE, 0, SOURCE_NONE, NULL),
};

static struct source_row source[] = {
	{.kind = SOURCE_FILE, .text = 0},
	{.kind = SOURCE_LINE, .text = 0, .line = 1, .at = 0},
	{.kind = SOURCE_LINE, .text = 0, .line = 2, .at = SOURCE_NONE},
	{.kind = SOURCE_LINE, .text = 0, .line = 3, .at = 1},
	{.kind = SOURCE_LINE, .text = 0, .line = 4, .at = SOURCE_NONE},
	{.kind = SOURCE_LINE, .text = 0, .line = 5, .at = 2},
	{.kind = SOURCE_GAP},
	{.kind = SOURCE_ADDR, .at = 4},
};

struct shown {
	struct source_rows rows;
	struct source_text texts[2];
	struct annotate second;
	struct dso dso;
	struct annotate_event events[2];
};

static int open_shown(struct shown *shown, struct source_row *rows, size_t nr, bool with_insns)
{
	*shown = (struct shown){
		.rows = {.name = "wo\033rk",
			 .texts = shown->texts,
			 .nr_texts = 2,
			 .rows = rows,
			 .nr = nr},
		.texts = {{.path = "/src/dir/a\033.c",
			   .file = {.text = lines_of_a, .lines = places_of_a, .nr = 6}},
			  {.path = "/src/b.h"}},
		.dso = {.short_name = "pr\033og", .long_name = path_of_prog},
	};
	if (with_insns) {
		shown->rows.disasm.insns = insns;
		shown->rows.disasm.nr = ARRAY_SIZE(insns);
	}
	T_RUN(make_samples(&shown->rows.annotate, 2, 5));
	T_RUN(make_samples(&shown->second, 1, 395));
	shown->events[0] = (struct annotate_event){&shown->rows.annotate, {30, 20002}};
	shown->events[1] = (struct annotate_event){&shown->second, {800, 10001}};
	return TEST_OK;
}

static int check(struct source_row *rows, size_t nr, unsigned int nr_events, bool with_insns,
		 const struct annotate_style *style, const char *want)
{
	struct shown shown;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_RUN(open_shown(&shown, rows, nr, with_insns));
	annotate_text__print(&shown.rows, &shown.dso, "ev\033ent", shown.events, nr_events, style,
			     out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	annotate__exit(&shown.rows.annotate);
	annotate__exit(&shown.second);
	return TEST_OK;
}

static int check_assembly(unsigned int nr_events, const struct annotate_style *style,
			  const char *want)
{
	return check(assembly, ARRAY_SIZE(assembly), nr_events, true, style, want);
}

static const char assembly_text[] =
	" Percent |\tSource code & Disassembly of pr.og for ev.ent (15 samples, "
	"percent: local period)\n"
	"------------------------------------------------------------------------------"
	"--------------\n"
	"         : wo.rk():\n"
	"         : /src/dir/a..c\n"
	"         : 1      int work(int n)\n"
	"         : 2      {\n"
	"   20.00 :   401100: push %rbp\n"
	"         : 3              call();\n"
	"   20.00 :   401102: call 401200 <oth.er>\n"
	"         : 4\n"
	"   20.01 :   401104: jmp 401210 <oth.er+0x10>\n"
	"         : b.(): (inlined)\n"
	"         : /src/b.h\n"
	"         : 7\n"
	"   20.00 :   401106: je 401100 <wo.rk>\n"
	"         : /src/dir/a..c\n"
	"         : 5              jump();\n"
	"         : wo.rk():\n"
	"         : 6      }\n"
	"   20.00 :   401108: jne 401106 <wo.rk+0x6>\n"
	"    0.00 :   40110a: call 409999\n";
static const char two_text[] =
	" Percent         |\tSource code & Disassembly of pr.og for ev.ent (15 "
	"samples, percent: local period)\n"
	"------------------------------------------------------------------------------"
	"----------------------\n"
	"                 : wo.rk():\n"
	"                 : /src/dir/a..c\n"
	"                 : 1      int work(int n)\n"
	"                 : 2      {\n"
	"   20.00   20.00 :   401100: push %rbp\n"
	"                 : 3              call();\n"
	"   20.00   20.00 :   401102: call 401200 <oth.er>\n"
	"                 : 4\n"
	"   20.01   20.02 :   401104: jmp 401210 <oth.er+0x10>\n"
	"                 : b.(): (inlined)\n"
	"                 : /src/b.h\n"
	"                 : 7\n"
	"   20.00   20.00 :   401106: je 401100 <wo.rk>\n"
	"                 : /src/dir/a..c\n"
	"                 : 5              jump();\n"
	"                 : wo.rk():\n"
	"                 : 6      }\n"
	"   20.00   20.00 :   401108: jne 401106 <wo.rk+0x6>\n"
	"    0.00    0.00 :   40110a: call 409999\n";
static const char lines_text[] =
	"\n"
	"Sorted summary for file /usr/bin/pr.og\n"
	"----------------------------------------------\n"
	"\n"
	"   20.01 a.c:5\n"
	"   20.00 b.h:7\n"
	"   20.00 a.c:1\n"
	"   20.00 a.c:3\n"
	"\n"
	"Sorted summary for file /usr/bin/pr.og\n"
	"----------------------------------------------\n"
	"\n"
	"   20.02 a.c:5\n"
	"   20.00 b.h:7\n"
	"   20.00 a.c:1\n"
	"   20.00 a.c:3\n"
	" Percent         |\tSource code & Disassembly of pr.og for ev.ent (15 "
	"samples, percent: local period)\n"
	"------------------------------------------------------------------------------"
	"----------------------\n"
	"                 : wo.rk():\n"
	"                 : /src/dir/a..c\n"
	"                 : 1      int work(int n)\n"
	"                 : 2      {\n"
	"   20.00   20.00 :   401100: push %rbp // a..c:1\n"
	"                 : 3              call();\n"
	"   20.00   20.00 :   401102: call 401200 <oth.er> // a..c:3\n"
	"                 : 4\n"
	"   20.01   20.02 :   401104: jmp 401210 <oth.er+0x10> // a..c:5\n"
	"                 : b.(): (inlined)\n"
	"                 : /src/b.h\n"
	"                 : 7\n"
	"   20.00   20.00 :   401106: je 401100 <wo.rk> // b.h:7\n"
	"                 : /src/dir/a..c\n"
	"                 : 5              jump();\n"
	"                 : wo.rk():\n"
	"                 : 6      }\n"
	"   20.00   20.00 :   401108: jne 401106 <wo.rk+0x6>\n"
	"    0.00    0.00 :   40110a: call 409999\n";
static const char full_text[] =
	"\n"
	"Sorted summary for file /usr/bin/pr.og\n"
	"----------------------------------------------\n"
	"\n"
	"   46.67 /src/dir/a.c:3\n"
	"   13.33 /src/b.h:7\n"
	"   13.33 /src/dir/a.c:1\n"
	"   13.33 /src/dir/a.c:5\n"
	" Percent |\tSource code & Disassembly of /usr/bin/pr.og for ev.ent (15 "
	"samples, percent: local hits)\n"
	"------------------------------------------------------------------------------"
	"---------------------\n"
	"         : wo.rk():\n"
	"         : /src/dir/a..c\n"
	"         : 1      int work(int n)\n"
	"         : 2      {\n"
	"   13.33 :   401100: push %rbp // /src/dir/a..c:1\n"
	"         : 3              call();\n"
	"   46.67 :   401102: call 401200 <oth.er> // /src/dir/a..c:3\n"
	"         : 4\n"
	"   13.33 :   401104: jmp 401210 <oth.er+0x10> // /src/dir/a..c:5\n"
	"         : b.(): (inlined)\n"
	"         : /src/b.h\n"
	"         : 7\n"
	"   13.33 :   401106: je 401100 <wo.rk> // /src/b.h:7\n"
	"         : /src/dir/a..c\n"
	"         : 5              jump();\n"
	"         : wo.rk():\n"
	"         : 6      }\n"
	"   13.33 :   401108: jne 401106 <wo.rk+0x6>\n"
	"    0.00 :   40110a: call 409999\n";
static const char samples_text[] =
	" Samples         |\tSource code & Disassembly of pr.og for ev.ent (15 "
	"samples, percent: global period)\n"
	"------------------------------------------------------------------------------"
	"-----------------------\n"
	"                 : wo.rk():\n"
	"                 : /src/dir/a..c\n"
	"                 : 1      int work(int n)\n"
	"                 : 2      {\n"
	"       2       1 :   401100: push %rbp\n"
	"                 : 3              call();\n"
	"       7     396 :   401102: call 401200 <oth.er>\n"
	"                 : 4\n"
	"       2       1 :   401104: jmp 401210 <oth.er+0x10>\n"
	"                 : b.(): (inlined)\n"
	"                 : /src/b.h\n"
	"                 : 7\n"
	"       2       1 :   401106: je 401100 <wo.rk>\n"
	"                 : /src/dir/a..c\n"
	"                 : 5              jump();\n"
	"                 : wo.rk():\n"
	"                 : 6      }\n"
	"       2       1 :   401108: jne 401106 <wo.rk+0x6>\n"
	"       0       0 :   40110a: call 409999\n";
static const char period_text[] =
	" Period                  |\tSource code & Disassembly of pr.og for ev.ent (15 "
	"samples, percent: local period)\n"
	"------------------------------------------------------------------------------"
	"------------------------------\n"
	"                         : wo.rk():\n"
	"                         : /src/dir/a..c\n"
	"                         : 1      int work(int n)\n"
	"                         : 2      {\n"
	"        2000        1000 :   401100: push %rbp\n"
	"                         : 3              call();\n"
	"        2000        1000 :   401102: call 401200 <oth.er>\n"
	"                         : 4\n"
	"        2001        1001 :   401104: jmp 401210 <oth.er+0x10>\n"
	"                         : b.(): (inlined)\n"
	"                         : /src/b.h\n"
	"                         : 7\n"
	"        2000        1000 :   401106: je 401100 <wo.rk>\n"
	"                         : /src/dir/a..c\n"
	"                         : 5              jump();\n"
	"                         : wo.rk():\n"
	"                         : 6      }\n"
	"        2000        1000 :   401108: jne 401106 <wo.rk+0x6>\n"
	"           0           0 :   40110a: call 409999\n";
static const char color_text[] =
	"\n"
	"Sorted summary for file /usr/bin/pr.og\n"
	"----------------------------------------------\n"
	"\n"
	"\033[31m   46.67\033[m a.c:3\n"
	"\033[31m   13.33\033[m b.h:7\n"
	"\033[31m   13.33\033[m a.c:1\n"
	"\033[31m   13.33\033[m a.c:5\n"
	"\n"
	"Sorted summary for file /usr/bin/pr.og\n"
	"----------------------------------------------\n"
	"\n"
	"\033[31m   99.00\033[m a.c:3\n"
	" Percent         |\tSource code & Disassembly of pr.og for ev.ent (15 "
	"samples, percent: local hits)\n"
	"------------------------------------------------------------------------------"
	"--------------------\n"
	"                 : wo.rk():\n"
	"                 : /src/dir/a..c\n"
	"                 : 1      int work(int n)\n"
	"                 : 2      {\n"
	"\033[31m   13.33\033[m    0.25 :   401100: push %rbp // a..c:1\n"
	"                 : 3              call();\n"
	"\033[31m   46.67\033[m\033[31m   99.00\033[m :   401102: call 401200 <oth.er> "
	"// a..c:3\n"
	"                 : 4\n"
	"\033[31m   13.33\033[m    0.25 :   401104: jmp 401210 <oth.er+0x10> // a..c:5\n"
	"                 : b.(): (inlined)\n"
	"                 : /src/b.h\n"
	"                 : 7\n"
	"\033[31m   13.33\033[m    0.25 :   401106: je 401100 <wo.rk> // b.h:7\n"
	"                 : /src/dir/a..c\n"
	"                 : 5              jump();\n"
	"                 : wo.rk():\n"
	"                 : 6      }\n"
	"\033[31m   13.33\033[m    0.25 :   401108: jne 401106 <wo.rk+0x6>\n"
	"    0.00    0.00 :   40110a: call 409999\n";
static const char source_text[] =
	" Percent |\tSource code of pr.og for ev.ent (15 samples, percent: local "
	"period)\n"
	"------------------------------------------------------------------------------\n"
	"         : wo.rk():\n"
	"         : /src/dir/a..c\n"
	"   20.00 : 1      int work(int n)\n"
	"    0.00 : 2      {\n"
	"   20.00 : 3              call();\n"
	"    0.00 : 4\n"
	"   20.01 : 5              jump();\n"
	"         : ...\n"
	"   20.00 : wo.rk+0x8\n";
static const char cold_text[] =
	"\n"
	"Sorted summary for file /usr/bin/pr.og\n"
	"----------------------------------------------\n"
	"\n"
	" Nothing higher than 0.5%\n"
	" Percent |\tSource code of pr.og for event (15 samples, percent: global "
	"period)\n"
	"------------------------------------------------------------------------------\n"
	"         : wo.rk():\n"
	"         : /src/dir/a..c\n";

static int test_assembly(void)
{
	const struct annotate_style style = {0};

	T_RUN(check_assembly(1, &style, assembly_text));
	T_RUN(check_assembly(2, &style, two_text));
	return TEST_OK;
}

/* The hottest lines are first; of equal ones, by their file and number. */
static int test_lines(void)
{
	const struct annotate_style lines = {.lines = true},
				    full = {.lines = true, .full_paths = true, .by_hits = true};

	T_RUN(check_assembly(2, &lines, lines_text));
	T_RUN(check_assembly(1, &full, full_text));
	return TEST_OK;
}

static int test_numbers(void)
{
	const struct annotate_style samples = {.nr_samples = true, .of_all = true},
				    period = {.total_period = true},
				    color = {.color = true, .lines = true, .by_hits = true};

	T_RUN(check_assembly(2, &samples, samples_text));
	T_RUN(check_assembly(2, &period, period_text));
	T_RUN(check_assembly(2, &color, color_text));
	return TEST_OK;
}

static int test_source(void)
{
	const struct annotate_style style = {0};

	return check(source, ARRAY_SIZE(source), 1, false, &style, source_text);
}

/* Of all samples of the event, none of the lines has half a percent. */
static int test_cold(void)
{
	const struct annotate_style style = {.lines = true, .of_all = true};
	struct shown shown;
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	T_RUN(open_shown(&shown, source, 1, false));
	/* Exactly half a percent is not more. */
	shown.events[0].all.period = 2000 * 200;
	shown.rows.annotate.lines[2].self.period = 2000;
	annotate_text__print(&shown.rows, &shown.dso, "event", shown.events, 1, &style, out);
	fclose(out);
	T_STREQ(text, cold_text);
	free(text);
	annotate__exit(&shown.rows.annotate);
	annotate__exit(&shown.second);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"assembly between its lines, of one event and of two", test_assembly},
	{"the lines that were hit first", test_lines},
	{"samples, periods and colours", test_numbers},
	{"source lines alone", test_source},
	{"a function that is hardly hit", test_cold},
	{0},
};

const struct test_suite suite__annotate_text = {"annotate-text", "What annotate prints", cases};
