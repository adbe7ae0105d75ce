// SPDX-License-Identifier: GPL-2.0-only
/* How user frames are known, and the places where callers may be missing, in all that shows stacks. */
#include <stdlib.h>
#include <string.h>

#include "tests/names-world.h"
#include "tests/tests.h"
#include "ui/export/folded.h"
#include "ui/script/text.h"
#include "ui/text/json-evidence.h"
#include "util/base/array.h"
#include "util/machine/half-walk.h"
#include "util/profile/zoom.h"

#define IP 0x400010

static const struct names_task task = {100, 100, 1};

/* What the repair of a record makes: its frames, a step by call frame information, a gap. */
static const uint64_t marked[] = {IP,
				  HALF_EVIDENCE(EVIDENCE_CFI),
				  0x400020,
				  HALF_EVIDENCE(EVIDENCE_RECORD),
				  0x400030,
				  HALF_GAP,
				  HALF_EVIDENCE(EVIDENCE_UNPROVED),
				  0x400040};

/* ---- what a half tells ---- */

static int test_names(void)
{
	static const char *const names[EVIDENCE_NR] = {
		"ip", "record", "record-unproved", "cfi", "lbr", "fp-guess", "jit"};

	for (int evidence = 0; evidence < EVIDENCE_NR; evidence++) {
		T_STREQ(evidence__name(evidence), names[evidence]);
		T_CHECK(half__is_own_mark(HALF_EVIDENCE(evidence)));
		T_CHECK(half__is_evidence(HALF_EVIDENCE(evidence)));
	}
	T_CHECK(!half__is_own_mark(HALF_EVIDENCE(EVIDENCE_NR)));
	T_CHECK(!half__is_own_mark(HALF_EVIDENCE(0) + 1));
	T_CHECK(half__is_own_mark(HALF_GAP) && !half__is_evidence(HALF_GAP));
	T_EQ(class__evidence(DEFER_MERGED), EVIDENCE_RECORD);
	T_EQ(class__evidence(DEFER_MERGED_BACK), EVIDENCE_RECORD);
	T_EQ(class__evidence(DEFER_INLINE), EVIDENCE_RECORD);
	T_EQ(class__evidence(DEFER_NOT_UNWOUND), EVIDENCE_LBR);
	T_EQ(class__evidence(DEFER_UNWOUND), EVIDENCE_CFI);
	T_EQ(class__evidence(DEFER_DUMP_ENDED), EVIDENCE_CFI);
	T_EQ(class__evidence(DEFER_TOO_DEEP), EVIDENCE_CFI);
	return TEST_OK;
}

struct want_frame {
	uint64_t ip;
	uint32_t maps_id;
	enum evidence evidence;
};

static int check_walk(const uint64_t *ips, uint32_t nr_ips, enum defer_class cls,
		      const struct want_frame *want, uint32_t nr)
{
	struct half_walk walk;

	half_walk__init(&walk, (struct half){.ips = ips, .nr = nr_ips}, 5);
	for (uint32_t i = 0; i < nr; i++) {
		T_CHECK(half_walk__next(&walk));
		T_EQ(walk.ip, want[i].ip);
		T_EQ(walk.maps_id, want[i].maps_id);
		T_EQ(half_walk__evidence(&walk, cls), want[i].evidence);
	}
	T_CHECK(!half_walk__next(&walk));
	return TEST_OK;
}

static int test_walk(void)
{
	static const struct want_frame of_marks[] = {{IP, 5, EVIDENCE_IP},
						     {0x400020, 5, EVIDENCE_CFI},
						     {0x400030, 5, EVIDENCE_RECORD},
						     {0, MAPS_GAP, EVIDENCE_NR},
						     {0x400040, 5, EVIDENCE_UNPROVED}};
	static const uint64_t plain[] = {IP, 0x400020, 0x400030};
	static const struct want_frame recorded[] = {{IP, 5, EVIDENCE_IP},
						     {0x400020, 5, EVIDENCE_RECORD},
						     {0x400030, 5, EVIDENCE_RECORD}};
	static const struct want_frame unwound[] = {
		{IP, 5, EVIDENCE_IP}, {0x400020, 5, EVIDENCE_CFI}, {0x400030, 5, EVIDENCE_CFI}};
	/* Marks of the kernel go on; one of ours leads back to the half's own address space. */
	static const uint64_t guest[] = {DEFER_CONTEXT_GUEST_USER,    IP, DEFER_CONTEXT_HV, 1,
					 HALF_EVIDENCE(EVIDENCE_JIT), 2};
	static const struct want_frame of_guest[] = {{IP, MAPS_GUEST, EVIDENCE_IP},
						     {1, MAPS_UNKNOWN, EVIDENCE_RECORD},
						     {2, 5, EVIDENCE_JIT}};
	static const uint64_t gap_first[] = {HALF_GAP, IP};
	static const struct want_frame of_gap[] = {{0, MAPS_GAP, EVIDENCE_NR},
						   {IP, 5, EVIDENCE_RECORD}};

	T_RUN(check_walk(marked, ARRAY_SIZE(marked), DEFER_MERGED, of_marks, 5));
	T_RUN(check_walk(plain, 3, DEFER_INLINE, recorded, 3));
	T_RUN(check_walk(plain, 3, DEFER_UNWOUND, unwound, 3));
	T_RUN(check_walk(guest, 6, DEFER_INLINE, of_guest, 3));
	T_RUN(check_walk(gap_first, 2, DEFER_INLINE, of_gap, 2));
	return TEST_OK;
}

static int test_dropped(void)
{
	static const uint64_t left[] = {IP, 0x400020, 0x400030}; /* not what is behind the gap */
	static const uint64_t foreign[] = {IP, DEFER_CONTEXT_GUEST_USER, 0x400020};
	struct half half = {.ips = marked, .nr = ARRAY_SIZE(marked)};
	struct callchain_buf buf;

	callchain_buf__init(&buf);
	T_EQ(half__drop_own_marks(&half, &buf, NULL), 0);
	T_EQ(half.nr, 3);
	T_CHECK(!memcmp(half.ips, left, sizeof(left)));
	half = (struct half){.ips = foreign, .nr = 3};
	T_EQ(half__drop_own_marks(&half, &buf, NULL), 0);
	T_CHECK(half.ips == foreign && half.nr == 3);
	half = (struct half){0};
	T_EQ(half__drop_own_marks(&half, &buf, NULL), 0);
	T_EQ(half.nr, 0);
	callchain_buf__exit(&buf);
	return TEST_OK;
}

/* ---- in a file ---- */

static int begin_world(struct names_world *w)
{
	T_RUN(names_world__init(w, NULL));
	names_world__comm(w, 10, task, "prog", true);
	names_world__mmap(w, 20, task, DEFER_MISC_USER, 0x400000, 0x10000, "/bin/prog");
	return TEST_OK;
}

/* Checks that frame @i of a half of the sample at @ip, the last one, is that behind an unknown mark. */
static int check_unknown_mark(struct names_world *w, uint64_t ip, bool kernel, uint32_t i)
{
	const struct frame *frame = names_world__frame(w, ip, kernel, i);

	T_CHECK(frame && frame->ip == 0x400020);
	T_EQ(frame->level, 'H');
	T_CHECK(!frame->map && !frame->sym);
	T_CHECK(!names_world__frame(w, ip, kernel, i + 1));
	frame = names_world__frame(w, ip, false, 0);
	T_CHECK(frame && frame->ip == IP && frame->level == '.');
	return TEST_OK;
}

/* What a file has in place of our marks are marks that nobody knows. */
static int test_in_file(void)
{
	static const uint64_t ours[] = {HALF_GAP, HALF_EVIDENCE(EVIDENCE_CFI),
					HALF_EVIDENCE(EVIDENCE_IP)};
	struct names_world w;

	for (size_t i = 0; i < ARRAY_SIZE(ours); i++) {
		const uint64_t user[] = {DEFER_CONTEXT_USER, IP, ours[i], 0x400020};
		const uint64_t record[] = {IP, ours[i], 0x400020};

		T_RUN(begin_world(&w));
		names_world__sample(&w, 100, task, DEFER_MISC_USER, IP, user, 4, 0);
		names_world__sample(&w, 200, task, DEFER_MISC_KERNEL, 0xffffffff81000100, NULL, 0,
				    0x300000003);
		names_world__deferred(&w, 300, task, 0x300000003, record, 3);
		names_world__sample(&w, 400, task, DEFER_MISC_USER, ours[i], NULL, 0, 0);
		T_RUN(names_world__read(&w, 0));
		T_RUN(check_unknown_mark(&w, IP, true, 0));
		T_RUN(check_unknown_mark(&w, 0xffffffff81000100, false, 1));
		T_CHECK(!names_world__frame(&w, ours[i], false, 0));
		names_world__exit(&w);
	}
	return TEST_OK;
}

/* ---- what shows stacks ---- */

/* Adds the sample with the marked half in place of its own. */
static int add_marked(void *ctx, unsigned int worker, const struct stitched *sample,
		      struct defer_error *err)
{
	struct stitched with = *sample;

	with.user = (struct half){.ips = marked, .nr = ARRAY_SIZE(marked)};
	return fold__add(ctx, worker, &with, err);
}

static int world__init(struct names_world *w)
{
	const uint64_t chain[] = {DEFER_CONTEXT_USER, IP};

	T_RUN(begin_world(w));
	names_world__sample(w, 100, task, DEFER_MISC_USER, IP, chain, 2, 0);
	T_RUN(names_world__read(w, 0));
	fold__delete(w->fold);
	T_EQ(fold__new(&w->fold, w->session, 0, NULL), 0);
	T_EQ(session__walk(w->session, add_marked, w->fold, NULL), 0);
	T_EQ(fold__finish(w->fold, NULL), 0);
	T_EQ(fold__nr(w->fold), 1);
	return TEST_OK;
}

/* The gap is a frame of its own name, which is no code. */
static int test_gap(void)
{
	const struct frame *gap;
	struct names_world w;

	T_RUN(world__init(&w));
	gap = names_world__frame(&w, IP, false, 3);
	T_CHECK(gap && frame__is_gap(gap));
	T_STREQ(gap->sym->name, "[callers unknown]");
	T_CHECK(!gap->ip && !gap->map && !gap->dso && !gap->kernel && gap->level == '.');
	for (uint32_t i = 0; i < 5; i++)
		T_EQ(frame__is_gap(names_world__frame(&w, IP, false, i)), i == 3);
	T_EQ(names_world__frame(&w, IP, false, 4)->ip, 0x400040);
	T_CHECK(names_world__frame(&w, IP, false, 4)->map);
	T_CHECK(!names_world__frame(&w, IP, false, 5));
	names_world__exit(&w);
	return TEST_OK;
}

/* The terminal UI offers a zoom into the gap, and into no other name in place of frames. */
static int check_target(const struct func *gap)
{
	const struct func lost = {.kind = FUNC_NO_HALF, .name = "[user stack lost]"};
	struct zoom_target target = {.func = gap};
	struct zoom zoom;

	T_CHECK(zoom__from_target(&zoom, ZOOM_SYMBOL, &target, NULL));
	T_STREQ(zoom.name, "[callers unknown]");
	target.func = &lost;
	T_CHECK(!zoom__from_target(&zoom, ZOOM_SYMBOL, &target, NULL));
	return TEST_OK;
}

static int test_report(void)
{
	const struct profile_event *event;
	const struct funcs *funcs;
	struct names_world w;
	uint32_t nr_gaps = 0;
	size_t size;
	char *text;
	FILE *out;

	T_RUN(world__init(&w));
	T_RUN(names_world__report(&w, "symbol"));
	event = &w.profile->events[0];
	out = open_memstream(&text, &size);
	T_EQ(folded__write(&event->hist, &(struct folded_opts){.shape = FLAME_CALLERS}, out, NULL),
	     0);
	fclose(out);
	T_STREQ(text, "prog;[prog];[callers unknown];[prog];[prog];[prog] 1\n");
	free(text);
	funcs = &w.profile->funcs;
	for (size_t i = 0; i < funcs->nr; i++) {
		const struct func *func = funcs__at(funcs, i);

		if (!func__matches(func, "=[callers unknown]"))
			continue;
		T_EQ(func->kind, FUNC_NO_HALF);
		T_RUN(check_target(func));
		T_CHECK(func__matches(func, "CALLERS"));
		nr_gaps++;
	}
	T_EQ(nr_gaps, 1);
	names_world__exit(&w);
	return TEST_OK;
}

static int count_zoomed(struct names_world *w, const char *symbol, uint32_t *nr)
{
	struct zoom zoom = {.kind = ZOOM_SYMBOL};
	struct zooms zooms = {0};
	struct fold *part;

	zoom__set_name(&zoom, symbol);
	T_EQ(zooms__push(&zooms, &zoom, NULL), 0);
	T_EQ(zooms__apply(&zooms, w->fold, NULL, w->resolve, &part, NULL), 0);
	*nr = fold__nr(part);
	fold__delete(part);
	return TEST_OK;
}

static int test_zoom(void)
{
	struct names_world w;
	uint32_t nr;

	T_RUN(world__init(&w));
	T_RUN(count_zoomed(&w, "[callers unknown]", &nr));
	T_EQ(nr, 1);
	T_RUN(count_zoomed(&w, "[callers known]", &nr));
	T_EQ(nr, 0);
	names_world__exit(&w);
	return TEST_OK;
}

/* Sets *@text to what script prints of stacks, one after the other. */
static int print_stack(struct names_world *w, const char *str, unsigned int max_stack, char **text)
{
	struct script_fields fields;
	const struct text_opts opts = {.fields = &fields, .max_stack = max_stack, .say_cut = true};
	const struct stack_text *stack;
	struct text t;
	size_t size;
	FILE *out;

	script_fields__init(&fields);
	T_EQ(script_fields__parse(&fields, str, NULL), 0);
	T_EQ(script_fields__start(&fields, w->session->evlist, NULL), 0);
	T_EQ(text__init(&t, w->session, w->resolve, &opts, NULL), 0);
	T_EQ(text__want(&t, w->fold, NULL), 0);
	T_EQ(resolve__run(w->resolve, NULL), 0);
	T_EQ(text__start(&t, 1, NULL), 0);
	out = open_memstream(text, &size);
	for (uint32_t i = 0; i < fold__nr(w->fold); i++) {
		stack = stack_text__get(&t, &t.writers[0].stacks, i, NULL);
		T_CHECK(stack);
		fwrite(stack->text + stack->comm + stack->event, 1, stack->frames, out);
	}
	fclose(out);
	text__exit(&t);
	return TEST_OK;
}

static int test_script(void)
{
	struct names_world w;
	char *text;

	T_RUN(world__init(&w));
	T_RUN(print_stack(&w, "ip,sym,symoff,dso,evidence", 0, &text));
	T_STREQ(text, "\n"
		      "\t          400010 [unknown] (/bin/prog) [ip]\n"
		      "\t          400020 [unknown] (/bin/prog) [cfi]\n"
		      "\t          400030 [unknown] (/bin/prog) [record]\n"
		      "\t               0 [callers unknown] ([unknown])\n"
		      "\t          400040 [unknown] (/bin/prog) [record-unproved]\n");
	free(text);
	/* A gap has no address. */
	T_RUN(print_stack(&w, "ip", 0, &text));
	T_STREQ(text, "\n"
		      "\t          400010\n"
		      "\t          400020\n"
		      "\t          400030\n"
		      "\t          400040\n");
	free(text);
	T_RUN(print_stack(&w, "ip,sym,symoff", 0, &text));
	T_STREQ(text, "\n"
		      "\t          400010 [unknown]\n"
		      "\t          400020 [unknown]\n"
		      "\t          400030 [unknown]\n"
		      "\t               0 [callers unknown]\n"
		      "\t          400040 [unknown]\n");
	free(text);
	/* Marks are no frames: five of them are the whole stack, four are not. */
	T_RUN(print_stack(&w, "ip,sym", 5, &text));
	T_CHECK(!strstr(text, "[stack cut]"));
	free(text);
	T_RUN(print_stack(&w, "ip,sym", 4, &text));
	T_CHECK(strstr(text, "[stack cut]"));
	free(text);
	names_world__exit(&w);
	return TEST_OK;
}

/* One frame has a line for each way in which it may be known, and no other has it. */
static int test_lines(void)
{
	const uint64_t other[] = {DEFER_CONTEXT_USER, 0x400020, IP};
	const uint64_t chain[] = {DEFER_CONTEXT_USER, IP, 0x400020};
	struct names_world w;
	char *text;

	T_RUN(begin_world(&w));
	names_world__sample(&w, 100, task, DEFER_MISC_USER, IP, chain, 3, 0);
	names_world__sample(&w, 200, task, DEFER_MISC_USER, 0x400020, other, 3, 0);
	T_RUN(names_world__read(&w, 0));
	T_EQ(fold__nr(w.fold), 2);
	T_RUN(print_stack(&w, "ip,sym,evidence", 0, &text));
	T_CHECK(strstr(text, "\n\t          400010 [unknown] [ip]\n"
			     "\t          400020 [unknown] [record]\n"));
	T_CHECK(strstr(text, "\n\t          400020 [unknown] [ip]\n"
			     "\t          400010 [unknown] [record]\n"));
	free(text);
	names_world__exit(&w);
	return TEST_OK;
}

static int test_json(void)
{
	struct names_world w;
	struct json json;
	size_t size;
	char *text;
	FILE *out;

	T_RUN(world__init(&w));
	out = open_memstream(&text, &size);
	json__init(&json, out);
	json__object(&json, NULL);
	json__evidence(&json, fold__stack(w.fold, 0));
	json__end(&json);
	T_EQ(json__finish(&json, NULL), 0);
	fclose(out);
	for (char *from = text, *to = text;; from++) {
		if (*from != ' ' && *from != '\n')
			*to++ = *from;
		if (!*from)
			break;
	}
	T_STREQ(text, "{\"evidence\":[{\"known_by\":\"ip\",\"frames\":1},"
		      "{\"known_by\":\"cfi\",\"frames\":1},{\"known_by\":\"record\",\"frames\":1},"
		      "{\"known_by\":null,\"frames\":1},"
		      "{\"known_by\":\"record-unproved\",\"frames\":1}]}");
	free(text);
	names_world__exit(&w);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"marks and names", test_names},
	{"the frames of a half, and how they are known", test_walk},
	{"other programs get no marks of ours", test_dropped},
	{"a file has none of them", test_in_file},
	{"a gap is a frame", test_gap},
	{"a gap in call graphs and exports", test_report},
	{"a gap is found by its name", test_zoom},
	{"script prints gaps and evidence", test_script},
	{"one address is known in several ways", test_lines},
	{"JSON has runs of frames", test_json},
	{0},
};

const struct test_suite suite__evidence = {"evidence", "How user frames are known", cases};
