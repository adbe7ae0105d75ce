// SPDX-License-Identifier: GPL-2.0-only
/* Exported stacks, of stacks that are written as text. */
#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "tests/xml-check.h"
#include "ui/export/folded.h"
#include "ui/export/stack-tree.h"
#include "ui/export/svg.h"
#include "ui/export/xml.h"

static int write_shape(const struct hist *hist, enum flame_shape shape, char **text)
{
	size_t size;
	FILE *out = open_memstream(text, &size);
	int ret = folded__write(hist, &(struct folded_opts){.shape = shape}, out, NULL);

	fclose(out);
	return ret;
}

static int write_folded(const struct hist *hist, char **text)
{
	return write_shape(hist, FLAME_CALLERS, text);
}

static int write_svg(const struct hist *hist, const struct svg_opts *opts, char **text)
{
	size_t size;
	FILE *out = open_memstream(text, &size);
	int ret = svg__write(hist, opts, out, NULL);

	fclose(out);
	return ret;
}

static int test_folded(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;read;k:sys;k:vfs", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;read", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;read;k:sys", 1, 5), 0);
	T_EQ(stacks__add(&stacks, "other", "main;foo+bar", 1, 7), 0);
	T_EQ(stacks__add(&stacks, "prog", "!lost;k:sys", 1, 9), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;0x1234", 1, 1), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;0x5678", 1, 2), 0);
	T_EQ(write_folded(&stacks.hist, &text), 0);
	T_STREQ(text, "other;main;foo;bar_[i] 7\n"
		      "prog;[user stack lost];sys_[k] 9\n"
		      "prog;main;[unknown] 3\n"
		      "prog;main;read 10\n"
		      "prog;main;read;sys_[k] 5\n"
		      "prog;main;read;sys_[k];vfs_[k] 20\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* From what was hit; and with threads, which the stacks of one command have in common otherwise. */
static int test_shapes(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;read;k:sys", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "other", "main;write;k:sys", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "prog", "main", 1, 5), 0);
	T_EQ(write_shape(&stacks.hist, FLAME_INVERTED, &text), 0);
	T_STREQ(text, "main;prog 5\n"
		      "sys_[k];read;main;prog 20\n"
		      "sys_[k];write;main;other 10\n");
	free(text);
	T_EQ(write_shape(&stacks.hist, FLAME_THREADS, &text), 0);
	T_STREQ(text, "other-100/101;main;write;sys_[k] 10\n"
		      "prog-100/100;main 5\n"
		      "prog-100/100;main;read;sys_[k] 20\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Names cannot end a line, or a frame; where there are no periods samples count. */
static int test_folded_names(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a;b\nc", "op\x1b[2J\r\xc2\x9b\xc3\xa9;std::f<int, 7>(x \"&)", 3,
			 0),
	     0);
	T_EQ(write_folded(&stacks.hist, &text), 0);
	T_STREQ(text, "a:b.c;op.[2J..\xc3\xa9;std::f<int, 7>(x \"&) 3\n");
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

static int test_empty(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	const struct svg_opts svg = {0};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(write_folded(&stacks.hist, &text), 0);
	T_STREQ(text, "");
	free(text);
	T_EQ(write_svg(&stacks.hist, &svg, &text), 0);
	T_CHECK(strstr(text, "0 samples"));
	T_CHECK(!strstr(text, "nan"));
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* Every node has what its callees have and its own; siblings are in order. */
static int check_tree(const struct stack_tree *tree)
{
	const struct flame_node *nodes = tree->flame.nodes;
	size_t seen = 1;

	for (uint32_t i = 0; (i = flame__next(&tree->flame, i)) != FLAME_END; seen++)
		T_CHECK(nodes[i].depth == nodes[nodes[i].parent].depth + 1);
	T_EQ(seen, tree->flame.nr);
	for (uint32_t i = 0; i < tree->flame.nr; i++) {
		uint64_t sum = nodes[i].self;

		for (uint32_t c = nodes[i].first; c != FLAME_END; c = nodes[c].next) {
			uint32_t next = nodes[c].next;

			T_EQ(nodes[c].parent, i);
			sum += nodes[c].total;
			T_CHECK(next == FLAME_END ||
				strcmp(stack_tree__name(tree, c)->text,
				       stack_tree__name(tree, next)->text) <= 0);
		}
		T_EQ(nodes[i].total, sum);
	}
	return TEST_OK;
}

static int test_tree(void)
{
	static const char *const texts[] = {"a;b;c;d", "a;b",	"a;c;d",    "b;a;k:c",
					    "a;b;b;b", "!exec", "b;k:a;k:c"};
	const struct stacks_opts opts = {.sort = "sym"};
	struct stack_tree tree;
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	for (unsigned int i = 0; i < 40; i++)
		T_EQ(stacks__add(&stacks, i % 3 ? "x" : "y", texts[i % 7], 1 + i % 2, i * i), 0);
	T_EQ(stack_tree__init(&tree, &stacks.hist, FLAME_CALLERS, false, NULL), 0);
	T_RUN(check_tree(&tree));
	T_EQ(tree.flame.nodes[FLAME_ROOT].nr, 60);
	T_EQ(tree.flame.max_depth, 5);
	stack_tree__exit(&tree);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* The tree never has more nodes than the hist allows. */
static int test_limit(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct stack_tree tree;
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "x", "a;b;c", 1, 1), 0);
	T_EQ(stacks__add(&stacks, "y", "a;b;c", 1, 1), 0);
	stacks.hist.conf.max_nodes = 9;
	T_EQ(stack_tree__init(&tree, &stacks.hist, FLAME_CALLERS, false, &err), 0);
	T_EQ(tree.flame.nr, 9);
	stack_tree__exit(&tree);
	stacks.hist.conf.max_nodes = 8;
	T_EQ(stack_tree__init(&tree, &stacks.hist, FLAME_CALLERS, false, &err), DEFER_ERR_NOMEM);
	T_EQ(tree.flame.nr, 8);
	T_STREQ(err.text, "this trace has too many nodes for the export: more than 8, far more "
			  "than its size justifies");
	stack_tree__exit(&tree);
	/* Turned over, the stacks share all frames. */
	T_EQ(stack_tree__init(&tree, &stacks.hist, FLAME_INVERTED, false, NULL), 0);
	T_EQ(tree.flame.nr, 6);
	stack_tree__exit(&tree);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* ---- XML ---- */

static int check_xml(const char *text)
{
	const char *fault = xml_check__fault(text);

	if (fault)
		T_FAIL("no XML from here: %.80s", fault);
	return TEST_OK;
}

/* The checker sees what it is for. */
static int test_checker(void)
{
	T_CHECK(!xml_check__fault("<?xml?>\n<a b=\"1\"><c/>x &lt;<![CDATA[<&]]></a>"));
	T_CHECK(xml_check__fault("<a><b></a></b>"));
	T_CHECK(xml_check__fault("<a>"));
	T_CHECK(xml_check__fault("</a>"));
	T_CHECK(xml_check__fault("<a>x & y</a>"));
	T_CHECK(xml_check__fault("<a b=\"<\"/>"));
	T_CHECK(xml_check__fault("<a b=\"1/>"));
	T_CHECK(xml_check__fault("<a>\x01</a>"));
	return TEST_OK;
}

static int check_escape(const char *str, size_t max, const char *want)
{
	char *text;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	xml__puts(str, max, out);
	fclose(out);
	T_STREQ(text, want);
	free(text);
	return TEST_OK;
}

static int test_escape(void)
{
	T_RUN(check_escape("a<b>&\"'", 99, "a&lt;b&gt;&amp;&quot;&#39;"));
	T_RUN(check_escape("]]>", 99, "]]&gt;"));
	T_RUN(check_escape("\x1b[31m\n\t\x7f", 99, ".[31m..."));
	T_RUN(check_escape("\xff\xc3(\xed\xa0\x80\xc0\x80", 99, "..(....."));
	T_RUN(check_escape("\xef\xbf\xbf\xef\xbf\xbe\xe2\x80\xae", 99, "..."));
	T_RUN(check_escape("grün\xc2\x85", 99, "grün."));
	T_RUN(check_escape("<<<<<", 4, "&lt;&lt;.."));
	T_RUN(check_escape("grün", 4, "grün"));
	T_RUN(check_escape("grüne", 4, "gr.."));
	T_RUN(check_escape("", 4, ""));
	return TEST_OK;
}

static int count(const char *text, const char *what)
{
	int nr = 0;

	for (; (text = strstr(text, what)); text += strlen(what))
		nr++;
	return nr;
}

static int test_svg(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	const struct svg_opts svg = {.title = "<cycles> & \"more\""};
	struct stacks stacks;
	char *text;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "a&b", "main;op<<\x1b\"x\";k:sys;k:vfs", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "a&b", "main;]]>\xff", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a&b", "!lost;k:sys", 1, 10), 0);
	T_EQ(stacks__add(&stacks, "a&b", "main;foo+bar", 1234567, 59), 0);
	T_EQ(stacks__add(&stacks, "a&b", "main;bar", 1, 1), 0);
	T_EQ(write_svg(&stacks.hist, &svg, &text), 0);
	T_RUN(check_xml(text));
	/* all, a&b; main, op, sys, vfs, ]]>, foo, bar, bar; lost, sys */
	T_EQ(count(text, "<g class="), 12);
	T_EQ(count(text, "<g class=\"k\""), 3);
	T_EQ(count(text, "<g class=\"m\""), 1);
	T_EQ(count(text, "<g class=\"i\""), 1);
	T_CHECK(strstr(text, "<title>&lt;cycles&gt; &amp; &quot;more&quot;</title>"));
	T_CHECK(strstr(text, "<title>op&lt;&lt;.&quot;x&quot; (2 samples, 20.00%)</title>"));
	T_CHECK(strstr(text, "<title>[user stack lost] (1 sample, 10.00%)</title>"));
	T_CHECK(strstr(text, "<title>bar (1,234,567 samples, 59.00%)</title>"));
	/* The heaviest is first, and of equal ones that whose name is. */
	T_CHECK(strstr(text, "data-s=\"0\" data-v=\"90\" data-d=\"2\"><title>main ("));
	T_CHECK(strstr(text,
		       "data-s=\"90\" data-v=\"10\" data-d=\"2\"><title>[user stack lost] ("));
	T_CHECK(strstr(text, "data-s=\"59\" data-v=\"20\" data-d=\"3\"><title>op&lt;"));
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* The y of the frame called @name, or -1. */
static int y_of(const char *text, const char *name)
{
	char want[64];
	const char *at;
	int y;

	snprintf(want, sizeof(want), "<title>%s (", name);
	at = strstr(text, want);
	at = at ? strstr(at, " y=\"") : NULL;
	return at && sscanf(at, " y=\"%d\"", &y) == 1 ? y : -1;
}

static int test_svg_direction(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct svg_opts svg = {0};
	struct stacks stacks;
	char *text;
	int all, leaf;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "comm", "main;leaf", 1, 100000), 0);
	T_EQ(stacks__add(&stacks, "comm", "main;sliver;slim;slight", 1, 1), 0);
	T_EQ(write_svg(&stacks.hist, &svg, &text), 0);
	all = y_of(text, "all");
	leaf = y_of(text, "leaf");
	T_EQ(all - leaf, 3 * 17);
	/* Too narrow to be seen, and no room is kept for it. */
	T_CHECK(!strstr(text, "<title>s"));
	T_EQ(leaf, 62);
	free(text);

	svg.icicle = true;
	T_EQ(write_svg(&stacks.hist, &svg, &text), 0);
	T_EQ(y_of(text, "all"), 62);
	T_EQ(y_of(text, "leaf"), 62 + 3 * 17);
	free(text);
	stacks__exit(&stacks);
	return TEST_OK;
}

/* A failed write is an error, not a short file. */
static int test_full(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	const struct svg_opts svg = {0};
	struct defer_error err = DEFER_ERROR_INIT;
	struct stacks stacks;
	FILE *full = fopen("/dev/full", "w");

	if (!full)
		return TEST_SKIP;
	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "comm", "main;leaf", 1, 1), 0);
	T_EQ(folded__write(&stacks.hist, &(struct folded_opts){.shape = FLAME_CALLERS}, full, &err),
	     DEFER_ERR_IO);
	T_CHECK(strstr(err.text, "No space left"));
	T_EQ(svg__write(&stacks.hist, &svg, full, NULL), DEFER_ERR_IO);
	fclose(full);
	stacks__exit(&stacks);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"shapes of stacks", test_shapes},
	{"one line a stack, kernel and inlined frames marked", test_folded},
	{"names that would break lines", test_folded_names},
	{"nothing to export", test_empty},
	{"sums and order of the tree", test_tree},
	{"too many nodes", test_limit},
	{"the checker of XML finds faults", test_checker},
	{"what XML cannot hold", test_escape},
	{"a picture of all kinds of frames", test_svg},
	{"flame and icicle, thin frames", test_svg_direction},
	{"a full disk", test_full},
	{0},
};

const struct test_suite suite__export = {"export", "folded stacks and SVG pictures", cases};
