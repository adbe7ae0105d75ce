// SPDX-License-Identifier: GPL-2.0-only
/* What audit --frames prints and writes of frame pointers, to the last byte. */
#include <stdlib.h>

#include "tests/tests.h"
#include "ui/ledger/links-view.h"
#include "ui/stdio/links.h"
#include "util/dso/dso.h"
#include "util/session/frame-links.h"

/* Returns counts of all links but FP_SKIPS and FP_NO_CFI, which no frame of the test has. */
static struct link_counts counts_of(uint64_t linked, uint64_t wild, uint64_t outermost,
				    uint64_t no_file)
{
	return (struct link_counts){
		.nr = linked + wild + outermost + no_file,
		.links = {[FP_LINKED] = linked,
			  [FP_WILD] = wild,
			  [FP_OUTERMOST] = outermost,
			  [FP_NO_FILE] = no_file},
	};
}

/* Checks what @print makes of the frames of a program, and of those that are in no known file. */
static int check_printed(void (*print)(const struct frame_links *links, FILE *fp), const char *want)
{
	struct dso *prog = dso__new("/usr/bin/prog", DSO_ELF, NULL, NULL);
	struct dso_links dsos[] = {
		{.dso = prog, .leaf = counts_of(3, 4, 1, 0), .callers = counts_of(20, 0, 10, 0)},
		{.leaf = counts_of(0, 0, 0, 2), .callers = counts_of(0, 0, 0, 10)},
	};
	const struct frame_links links = {
		.dsos = dsos,
		.nr = 2,
		.leaf = counts_of(3, 4, 1, 2),
		.callers = counts_of(20, 0, 10, 10),
		.evidence = {[EVIDENCE_IP] = 10, [EVIDENCE_RECORD] = 20, [EVIDENCE_JIT] = 6},
		.gaps = 4,
	};
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	print(&links, fp);
	fclose(fp);
	T_STREQ(text, want);
	free(text);
	dso__delete(prog);
	return TEST_OK;
}

static int test_text(void)
{
	return check_printed(
		frame_links__fprintf,
		"\n"
		"# Where frame pointers lead to, by call frame information\n"
		"#\n"
		"# In short: frame pointers lead to the caller from 33.33% of the first frames, and from 66.67% of the others;\n"
		"# of the first frames from which they do not, 66.67% are in prog.\n"
		"#\n"
		"# First frames    Share       Callers    Share  Pointer     What it means\n"
		"# ............  .......  ............  .......  ..........  ..................................................\n"
		"#\n"
		"             3   30.00%            20   50.00%  linked      the frame pointer leads to the caller\n"
		"             4   40.00%             0    0.00%  runs-wild   the frame pointer may hold anything\n"
		"             1   10.00%            10   25.00%  outermost   there is no caller\n"
		"             2   20.00%            10   25.00%  no-file     the file is not here, or of another build\n"
		"            10  100.00%            40  100.00%  total\n"
		"\n"
		"# By file, that of most first frames first\n"
		"#\n"
		"# First frames    Share       Callers    Share  Pointer     Shared Object\n"
		"# ............  .......  ............  .......  ..........  ....................\n"
		"#\n"
		"             3   30.00%            20   50.00%  linked      prog\n"
		"             4   40.00%             0    0.00%  runs-wild   prog\n"
		"             1   10.00%            10   25.00%  outermost   prog\n"
		"             2   20.00%            10   25.00%  no-file     [unknown]\n"
		"\n"
		"# How user frames are known\n"
		"#\n"
		"#       Frames    Share  Evidence           What it means\n"
		"# ............  .......  .................  ..................................................\n"
		"#\n"
		"            10   25.00%  ip                 registers of the sample\n"
		"            20   50.00%  record             the kernel's walk along frame pointers\n"
		"             6   15.00%  jit                call frame information of a JIT\n"
		"             4   10.00%  [callers unknown]  places where callers may be missing\n");
}

static void print_json(const struct frame_links *links, FILE *fp)
{
	struct json json;

	json__init(&json, fp);
	json__object(&json, NULL);
	links_view__write_json(links, &json);
	json__end(&json);
	json__finish(&json, NULL);
}

static int test_json(void)
{
	return check_printed(
		print_json,
		"{\n"
		"  \"frames\": {\n"
		"    \"summary\": \"frame pointers lead to the caller from 33.33% of the first frames, and from 66.67% of the others; of the first frames from which they do not, 66.67% are in prog\",\n"
		"    \"first\": {\n"
		"      \"frames\": 10,\n"
		"      \"linked\": 3,\n"
		"      \"may-skip\": 0,\n"
		"      \"runs-wild\": 4,\n"
		"      \"outermost\": 1,\n"
		"      \"no-cfi\": 0,\n"
		"      \"no-file\": 2\n"
		"    },\n"
		"    \"callers\": {\n"
		"      \"frames\": 40,\n"
		"      \"linked\": 20,\n"
		"      \"may-skip\": 0,\n"
		"      \"runs-wild\": 0,\n"
		"      \"outermost\": 10,\n"
		"      \"no-cfi\": 0,\n"
		"      \"no-file\": 10\n"
		"    },\n"
		"    \"files\": [\n"
		"      {\n"
		"        \"file\": \"/usr/bin/prog\",\n"
		"        \"first\": {\n"
		"          \"frames\": 8,\n"
		"          \"linked\": 3,\n"
		"          \"may-skip\": 0,\n"
		"          \"runs-wild\": 4,\n"
		"          \"outermost\": 1,\n"
		"          \"no-cfi\": 0,\n"
		"          \"no-file\": 0\n"
		"        },\n"
		"        \"callers\": {\n"
		"          \"frames\": 30,\n"
		"          \"linked\": 20,\n"
		"          \"may-skip\": 0,\n"
		"          \"runs-wild\": 0,\n"
		"          \"outermost\": 10,\n"
		"          \"no-cfi\": 0,\n"
		"          \"no-file\": 0\n"
		"        }\n"
		"      },\n"
		"      {\n"
		"        \"file\": null,\n"
		"        \"first\": {\n"
		"          \"frames\": 2,\n"
		"          \"linked\": 0,\n"
		"          \"may-skip\": 0,\n"
		"          \"runs-wild\": 0,\n"
		"          \"outermost\": 0,\n"
		"          \"no-cfi\": 0,\n"
		"          \"no-file\": 2\n"
		"        },\n"
		"        \"callers\": {\n"
		"          \"frames\": 10,\n"
		"          \"linked\": 0,\n"
		"          \"may-skip\": 0,\n"
		"          \"runs-wild\": 0,\n"
		"          \"outermost\": 0,\n"
		"          \"no-cfi\": 0,\n"
		"          \"no-file\": 10\n"
		"        }\n"
		"      }\n"
		"    ],\n"
		"    \"evidence\": {\n"
		"      \"ip\": 10,\n"
		"      \"record\": 20,\n"
		"      \"record-unproved\": 0,\n"
		"      \"cfi\": 0,\n"
		"      \"lbr\": 0,\n"
		"      \"fp-guess\": 0,\n"
		"      \"jit\": 6\n"
		"    },\n"
		"    \"gaps\": 4\n"
		"  }\n"
		"}\n");
}

static const struct test_case cases[] = {
	{"text", test_text},
	{"JSON", test_json},
	{0},
};

const struct test_suite suite__links_text = {"links-text", "The text of frame pointers", cases};
