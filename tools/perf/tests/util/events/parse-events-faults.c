// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include "tests/event-folders.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/base/array.h"

struct fault_case {
	const char *text;
	int code;
	const char *say; /* within the message */
};

static const struct fault_case fault_cases[] = {
	{"", DEFER_ERR_INVAL, "column 1: an event has no name"},
	{",", DEFER_ERR_INVAL, "column 1: an event has no name"},
	{"cycles,", DEFER_ERR_INVAL, "column 8: an event has no name"},
	{"cycles,,cs", DEFER_ERR_INVAL, "column 8: an event has no name"},
	{"cylces", DEFER_ERR_NOENT,
	 "event 'cylces' column 1: unknown event 'cylces'; is it 'cycles'?"},
	{"cs,instrucitons:u", DEFER_ERR_NOENT,
	 "column 4: unknown event 'instrucitons'; is it 'instructions'?"},
	{"L1-dcache-lod-misses", DEFER_ERR_NOENT, "is it 'L1-dcache-load-misses'?"},
	{"mem-laods", DEFER_ERR_NOENT, "is it 'mem-loads'?"},
	{"iTLB-stores", DEFER_ERR_NOENT, "unknown event 'iTLB-stores'"},
	{"LLC-", DEFER_ERR_NOENT, "unknown event 'LLC-'"},
	{"LLC-loads-misses-loads", DEFER_ERR_NOENT, "unknown event"},
	{"qqqqqqqqqqqqqqqqqqqqqqqqq", DEFER_ERR_NOENT, "unknown event 'qqqqqqqqqqqqqqqqqqqqqqqqq'"},
	{"rxyz", DEFER_ERR_NOENT, "unknown event 'rxyz'"},
	{"r11112222333344445", DEFER_ERR_NOENT, "unknown event"},
	{"cpuu/event=1/", DEFER_ERR_NOENT,
	 "column 1: unknown PMU or event 'cpuu' (PMUs: breakpoint,cpu,power,software,"},
	{"cpuu/event=1/", DEFER_ERR_NOENT, "is it 'cpu'?"},
	{"cycles:z", DEFER_ERR_INVAL, "column 8: unknown modifier 'z'"},
	{"cycles:uz", DEFER_ERR_INVAL, "column 9: unknown modifier 'z'"},
	{"cycles:b", DEFER_ERR_UNSUPPORTED, "column 8: modifier 'b' is only for perf stat"},
	{"cycles:uu", DEFER_ERR_INVAL, "column 9: duplicate modifier 'u'"},
	{"cycles:pppp", DEFER_ERR_INVAL, "more than ppp"},
	{"{cycles:pp}:pp", DEFER_ERR_INVAL,
	 "column 13: the precision of 'cycles:pp' is more than ppp"},
	{"cycles:W", DEFER_ERR_INVAL, "column 8: modifier 'W' is only for groups"},
	{"cycles:u:u", DEFER_ERR_INVAL, "column 8: modifiers may be given only once"},
	{"{cycles,cs", DEFER_ERR_INVAL, "missing '}' after the group"},
	{"{}", DEFER_ERR_INVAL, "column 2: an event has no name"},
	{"{cycles,{cs}}", DEFER_ERR_INVAL, "column 9: groups cannot be nested"},
	{"{cycles}}", DEFER_ERR_INVAL, "column 9: unexpected '}'"},
	{"{cycles}cs", DEFER_ERR_INVAL, "column 9: unexpected 'c'"},
	{"{cycles}:y", DEFER_ERR_INVAL, "column 10: unknown modifier 'y'"},
	{"cycles}", DEFER_ERR_INVAL, "column 7: unexpected '}'"},
	{"cpu/event=1", DEFER_ERR_INVAL, "column 4: missing '/' after the terms"},
	{"cpu/event=1/u/", DEFER_ERR_INVAL, "column 14: unexpected third '/'"},
	{"cycles:u/period=1/", DEFER_ERR_INVAL, "column 8: modifiers come after the terms"},
	{"/event=1/", DEFER_ERR_INVAL, "an event has no name"},
	{"cpu/evnt=1/", DEFER_ERR_NOENT,
	 "column 5: PMU 'cpu' has no term 'evnt' (it has cmask,edge,event,inv,ldlat,umask); is it 'event'?"},
	{"cpu/event=1,cyclse/", DEFER_ERR_NOENT, "column 13: PMU 'cpu' has no term 'cyclse'"},
	{"cpu/umask=256/", DEFER_ERR_INVAL, "column 5: umask is at most 0xff on PMU 'cpu'"},
	{"cpu/edge=2/", DEFER_ERR_INVAL, "edge is at most 0x1"},
	{"cpu/umask/", DEFER_ERR_INVAL, "column 5: 'umask' needs a value, 0 to 0xff"},
	{"cpu/umask=big/", DEFER_ERR_INVAL, "umask must be a number, not 'big'"},
	{"cpu/event=nothing/", DEFER_ERR_INVAL, "event must be a number, not 'nothing'"},
	{"cpu/umask=/", DEFER_ERR_INVAL, "term 'umask' has no value after '='"},
	{"cpu/umask=1,/", DEFER_ERR_INVAL, "column 13: '' is not a term"},
	{"cpu/=1/", DEFER_ERR_INVAL, "'=1' is not a term"},
	{"cpu/name='x/", DEFER_ERR_INVAL, "term 'name' has an unterminated quote"},
	{"cpu/umask=99999999999999999999/", DEFER_ERR_INVAL, "does not fit into 64 bits"},
	{"cpu/with-param/", DEFER_ERR_INVAL, "column 5: event 'with-param' needs a term 'umask='"},
	{"cpu/self/", DEFER_ERR_NOENT, "column 5: PMU 'cpu' has no term 'self'"},
	{"cpu/broken-alias/", DEFER_ERR_NOENT, "column 5: PMU 'cpu' has no term 'nosuch'"},
	{"cpu/garbage/", DEFER_ERR_INVAL, "is not a term"},
	{"cpu/huge/", DEFER_ERR_CORRUPT, "sysfs: events/huge of PMU 'cpu'"},
	{"huge", DEFER_ERR_CORRUPT, "sysfs: events/huge of PMU 'cpu'"},
	{"power/broken=1/", DEFER_ERR_CORRUPT,
	 "sysfs: format/broken of PMU 'power' does not name any bits"},
	{"cpu/../type/", DEFER_ERR_INVAL, ""},
	{"cpu/aux-output/", DEFER_ERR_UNSUPPORTED, "'aux-output' configures an AUX area"},
	{"cpu/@x=1/", DEFER_ERR_UNSUPPORTED, "AUX area"},
	{"cycles/call-graph=dwarfs/", DEFER_ERR_INVAL,
	 "call-graph must be 'no', 'fp', 'dwarf' or 'lbr', not 'dwarfs'"},
	{"cycles/call-graph='dwarf,70000'/", DEFER_ERR_INVAL, "not 'dwarf,70000'"},
	{"cycles/call-graph=x/", DEFER_ERR_INVAL, "call-graph must be 'no', 'fp'"},
	{"cycles/stack-size=65529/", DEFER_ERR_INVAL,
	 "stack-size must be a number of bytes from 1 to 65528, not '65529'"},
	{"cycles/stack-size=0/", DEFER_ERR_INVAL, "from 1 to 65528, not '0'"},
	{"cycles/period=0/", DEFER_ERR_INVAL,
	 "period must be a number of events, at least 1, not '0'"},
	{"cycles/period/", DEFER_ERR_INVAL, "'period' needs a value"},
	{"cycles/period=x/", DEFER_ERR_INVAL, "period must be a number, not 'x'"},
	{"cycles/freq=0/", DEFER_ERR_INVAL, "freq must be a number of samples per second"},
	{"cycles/time=2/", DEFER_ERR_INVAL, "time must be 0 or 1, not '2'"},
	{"cycles/max-stack=65536/", DEFER_ERR_INVAL,
	 "max-stack must be a number of frames from 1 to 65535"},
	{"cycles/cpu=x/", DEFER_ERR_INVAL, "cpu must be a CPU, a range of them, or a PMU, not 'x'"},
	{"cycles/branch_type='any,x'/", DEFER_ERR_INVAL, "branch_type must be a branch filter"},
	{"cycles/preiod=1/", DEFER_ERR_INVAL,
	 "unknown term 'preiod' for this event; is it 'period'?"},
	{"mem:0x", DEFER_ERR_INVAL, "'0x' is not an address"},
	{"mem:main", DEFER_ERR_INVAL,
	 "'main' is not an address; a breakpoint is mem:0xADDR[/LEN][:rwx]"},
	{"mem:0x1000/0", DEFER_ERR_INVAL, "'0' is not a valid breakpoint length"},
	{"mem:0x1000:rr", DEFER_ERR_INVAL, "duplicate access 'r'"},
	{"mem:0x1000:q", DEFER_ERR_INVAL, "unknown modifier 'q'"},
	{"99999999999:1", DEFER_ERR_INVAL, "an event type has 32 bits"},
};

static int refuses(struct event_folders *folders, struct event_list *list)
{
	T_RUN(event_folders__parse(folders, list, "cs:u"));
	for (size_t i = 0; i < ARRAY_SIZE(fault_cases); i++) {
		const struct fault_case *c = &fault_cases[i];
		struct defer_error err = DEFER_ERROR_INIT;
		int ret = parse_events(list, &folders->paths, c->text, &err);

		if (ret != c->code || err.code != c->code)
			T_FAIL("%s: %d %s", c->text, ret, err.text);
		if (!strstr(err.text, c->say))
			T_FAIL("%s: \"%s\" does not say \"%s\"", c->text, err.text, c->say);
		T_EQ(list->nr, 1);
		T_STREQ(list->specs[0].name, "cs:u");
		T_EQ(parse_events(list, &folders->paths, c->text, NULL), c->code);
	}
	return TEST_OK;
}

/* An event that traces into an AUX area is not opened like a counter. */
static int refuses_aux(struct event_folders *folders, struct event_list *list)
{
	static const char *const names[] = {"intel_pt", "intel_bts", "cs_etm", "arm_spe_0",
					    "hisi_ptt0_2"};
	char path[100], text[120];

	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		struct defer_error err = DEFER_ERROR_INIT;

		snprintf(path, sizeof(path), "sys/bus/event_source/devices/%s/type", names[i]);
		T_CHECK(folder__write(&folders->folder, path, "9\n"));
		snprintf(text, sizeof(text), "cs,%s//u", names[i]);
		T_EQ(parse_events(list, &folders->paths, text, &err), DEFER_ERR_UNSUPPORTED);
		snprintf(text, sizeof(text), "column 4: PMU '%s' traces into an AUX area",
			 names[i]);
		if (!strstr(err.text, text) || !strstr(err.text, "; use perf record"))
			T_FAIL("%s", err.text);
		T_EQ(list->nr, 0);
	}
	/* Only by these names. */
	T_CHECK(folder__write(&folders->folder, "sys/bus/event_source/devices/intel_ptx/type",
			      "9\n"));
	T_EQ(parse_events(list, &folders->paths, "intel_ptx/config=1/", NULL), 0);
	return TEST_OK;
}

static int test_aux(void)
{
	return event_folders__run(refuses_aux);
}

static int test_faults(void)
{
	return event_folders__run(refuses);
}

static int says_column(struct event_folders *folders, struct event_list *list)
{
	char text[4000];
	struct defer_error err = DEFER_ERROR_INIT;

	text[0] = '\0';
	for (int i = 0; i < 300; i++)
		strcat(text, "cycles:u,");
	strcat(text, "cylces:u,cs");
	T_EQ(parse_events(list, &folders->paths, text, &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "…") && strstr(err.text, "cylces:u,cs' column 2701: "));
	T_EQ(list->nr, 0);
	return TEST_OK;
}

static int test_column(void)
{
	return event_folders__run(says_column);
}

/* Checks that the list is consistent, whatever was parsed. */
static int is_sound(const struct event_list *list)
{
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct event_spec *spec = &list->specs[i];

		T_CHECK(spec->name);
		T_CHECK(spec->leader <= i);
		T_EQ(list->specs[spec->leader].leader, spec->leader);
		/* Groups lie in one piece. */
		T_CHECK(spec->leader == i || list->specs[i - 1].leader == spec->leader);
	}
	return TEST_OK;
}

static const char *any_of(const char *const *list, size_t nr, uint64_t *rng)
{
	return list[rng__below(rng, nr)];
}

#define ANY_OF(list, rng) any_of(list, sizeof(list) / sizeof((list)[0]), rng)

/* Mostly events that are right, with something thrown in now and then. */
static void write_anything(char text[static 1024], uint64_t *rng)
{
	static const char *const events[] = {
		"cycles",      "cpu/event=1,umask=2/",	  "mem:0x10/4:rw",    "mem-loads",
		"imc/cas/",    "sched:sched_switch",	  "syscalls:*",	      "r1a8",
		"LLC-loads",   "cpu/mem-loads,ldlat=3/",  "faults/period=3/", "1:9",
		"{cs,cycles}", "cpu/with-param,umask=1/",
	};
	static const char *const tails[] = {"", "", ":u", ":k", ":pp", ":P", ":S"};
	static const char *const junk[] = {
		":",	",", "/",    "{",     "}",
		"=",	"'", "*",    "?",     "[",
		"\xff", "@", " ",    "ppp",   "mem:",
		"self", "W", "name", "sched", "99999999999999999999",
	};

	text[0] = '\0';
	for (uint64_t n = rng__below(rng, 5); n; n--) {
		strcat(strcat(text, ANY_OF(events, rng)), ANY_OF(tails, rng));
		if (!rng__below(rng, 4))
			strcat(text, ANY_OF(junk, rng));
		if (n > 1)
			strcat(text, ",");
	}
	if (text[0] && !rng__below(rng, 4))
		text[rng__below(rng, strlen(text))] = *ANY_OF(junk, rng);
}

static int survives_anything(struct event_folders *folders, struct event_list *list)
{
	uint64_t rng = 3, taken = 0;
	char text[1024];

	for (int i = 0; i < 4000; i++) {
		struct defer_error err = DEFER_ERROR_INIT;
		uint32_t before = list->nr;
		int ret;

		write_anything(text, &rng);
		ret = parse_events(list, &folders->paths, text, &err);
		if (ret)
			T_CHECK(err.code == ret && err.text[0] && list->nr == before);
		else if (list->nr == before)
			T_FAIL("'%s' gives no event", text);
		taken += !ret;
		T_RUN(is_sound(list));
		if (list->nr > 50)
			event_list__truncate(list, 0);
	}
	/* Otherwise the inputs were too easy, or too hard. */
	T_CHECK(taken > 500 && taken < 3500);
	return TEST_OK;
}

static int test_anything(void)
{
	return event_folders__run(survives_anything);
}

/* Without any sysfs the kernel's own names still are events. */
static int test_no_sysfs(void)
{
	const struct event_paths bare = {.sysfs = "/nowhere", .tracefs = "/nowhere"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct event_list list;

	event_list__init(&list);
	T_EQ(parse_events(&list, &bare, "cycles,cs:u,r1,LLC-loads,mem:0x10", NULL), 0);
	T_EQ(list.nr, 5);
	T_EQ(parse_events(&list, &bare, "cpu/event=1/", &err), DEFER_ERR_NOENT);
	T_CHECK(strstr(err.text, "unknown PMU or event 'cpu'"));
	event_list__exit(&list);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"faults name the part and what is near; the list stays", test_faults},
	{"AUX areas are perf's", test_aux},
	{"the column in a long list", test_column},
	{"no text harms, the list stays sound", test_anything},
	{"no sysfs", test_no_sysfs},
	{0},
};

const struct test_suite suite__parse_faults = {"parse-faults", "Events that -e does not take",
					       cases};
