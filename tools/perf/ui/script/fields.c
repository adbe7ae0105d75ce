// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>
#include <string.h>

#include <perf/defer-abi.h>
#include <perf/defer-evlist.h>

#include "ui/script/fields.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

#define COMMON (FIELD_COMM | FIELD_TID | FIELD_CPU | FIELD_TIME | FIELD_EVENT)
#define CHAIN  (FIELD_IP | FIELD_SYM | FIELD_SYMOFF | FIELD_DSO)
#define MEMORY                                                                \
	(FIELD_ADDR | FIELD_WEIGHT | FIELD_PHYS_ADDR | FIELD_DATA_PAGE_SIZE | \
	 FIELD_CODE_PAGE_SIZE | FIELD_INS_LAT | FIELD_RETIRE_LAT)

static const struct {
	const char *name; /* before the colon of -F; NULL: cannot be named */
	const char *what;
	uint64_t defaults;
} types[FIELDS_NR_TYPES] = {
	[FIELDS_HARDWARE] = {"hw", "hardware", COMMON | CHAIN | FIELD_PERIOD},
	[FIELDS_SOFTWARE] = {"sw", "software", COMMON | CHAIN | FIELD_PERIOD},
	[FIELDS_TRACEPOINT] = {"trace", "tracepoint", COMMON | FIELD_TRACE},
	[FIELDS_HW_CACHE] = {NULL, "hardware cache", COMMON | CHAIN | FIELD_PERIOD},
	[FIELDS_RAW] = {"raw", "raw", COMMON | CHAIN | FIELD_PERIOD | MEMORY},
	[FIELDS_BREAKPOINT] = {"break", "breakpoint", COMMON | CHAIN | FIELD_PERIOD},
	[FIELDS_OTHER] = {NULL, "other", COMMON | CHAIN | FIELD_PERIOD},
};

/* The bits of sample_type that a field needs, any of them; 0: none. */
static const struct {
	const char *name;
	uint64_t field;
	uint64_t sample_type;
} names[] = {
	{"comm", FIELD_COMM, 0},
	{"tid", FIELD_TID, DEFER_SAMPLE_TID},
	{"pid", FIELD_PID, DEFER_SAMPLE_TID},
	{"time", FIELD_TIME, DEFER_SAMPLE_TIME},
	{"cpu", FIELD_CPU, DEFER_SAMPLE_CPU},
	{"event", FIELD_EVENT, 0},
	{"trace", FIELD_TRACE, DEFER_SAMPLE_RAW},
	{"ip", FIELD_IP, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN},
	{"sym", FIELD_SYM, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_ADDR},
	{"dso", FIELD_DSO, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_ADDR},
	{"dsoff", FIELD_DSOFF, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_ADDR},
	{"addr", FIELD_ADDR, DEFER_SAMPLE_ADDR},
	{"symoff", FIELD_SYMOFF, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_ADDR},
	{"srcline", FIELD_SRCLINE, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN},
	{"period", FIELD_PERIOD, 0},
	{"weight", FIELD_WEIGHT, DEFER_SAMPLE_WEIGHT | DEFER_SAMPLE_WEIGHT_STRUCT},
	{"misc", FIELD_MISC, 0},
	{"phys_addr", FIELD_PHYS_ADDR, DEFER_SAMPLE_PHYS_ADDR},
	{"data_page_size", FIELD_DATA_PAGE_SIZE, DEFER_SAMPLE_DATA_PAGE_SIZE},
	{"code_page_size", FIELD_CODE_PAGE_SIZE, DEFER_SAMPLE_CODE_PAGE_SIZE},
	{"ins_lat", FIELD_INS_LAT, DEFER_SAMPLE_WEIGHT_STRUCT},
	{"retire_lat", FIELD_RETIRE_LAT, DEFER_SAMPLE_WEIGHT_STRUCT},
	{"cgroup", FIELD_CGROUP, DEFER_SAMPLE_CGROUP},
	{"iregs", FIELD_IREGS, DEFER_SAMPLE_REGS_INTR},
	{"uregs", FIELD_UREGS, DEFER_SAMPLE_REGS_USER},
	{"brstack", FIELD_BRSTACK, DEFER_SAMPLE_BRANCH_STACK},
	{"class", FIELD_CLASS, 0},
	{"delay", FIELD_DELAY, 0},
	{"cookie", FIELD_COOKIE, 0},
	{"evidence", FIELD_EVIDENCE, DEFER_SAMPLE_IP | DEFER_SAMPLE_CALLCHAIN},
};

/* Fields of perf that we lack: they are not about callchains, or need hardware tracing. */
static const char *const not_here[] = {
	"brstacksym",  "data_src", "bpf-output",    "callindent", "insn",
	"disasm",      "insnlen",  "brstackinsn",   "brstackoff", "synth",
	"metric",      "srccode",  "ipc",	    "tod",	  "brstackinsnlen",
	"machine_pid", "vcpu",	   "brstackdisasm", "brcntr",	  "flags",
};

void script_fields__init(struct script_fields *fields)
{
	*fields = (struct script_fields){0};
	for (int i = 0; i < FIELDS_NR_TYPES; i++)
		fields->types[i].fields = types[i].defaults;
}

/* Returns whether perf can show @field for events of @type, whatever -F says. */
static bool is_valid(int type, uint64_t field)
{
	return field != FIELD_TRACE || type == FIELDS_TRACEPOINT;
}

enum change {
	SET,
	ADD,
	REMOVE
};

static void change_type(struct script_fields *fields, int type, uint64_t field, enum change change)
{
	if (!is_valid(type, field))
		return;
	if (field == FIELD_DSOFF && change != REMOVE)
		field |= FIELD_DSO;
	if (change == REMOVE) {
		fields->types[type].fields &= ~field;
		fields->types[type].wanted &= ~field;
	} else {
		fields->types[type].fields |= field;
		fields->types[type].wanted |= field;
	}
	fields->types[type].set = true;
}

static int find_field(const char *name, size_t len, uint64_t *field, struct defer_error *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (strlen(names[i].name) == len && !strncmp(names[i].name, name, len)) {
			*field = names[i].field;
			return 0;
		}
	}
	for (size_t i = 0; i < ARRAY_SIZE(not_here); i++) {
		if (strlen(not_here[i]) == len && !strncmp(not_here[i], name, len))
			return defer_error__set(err, DEFER_ERR_UNSUPPORTED,
						"the field '%s' of perf script is not supported",
						not_here[i]);
	}
	return defer_error__set(err, DEFER_ERR_INVAL, "unknown field '%.*s'", (int)len, name);
}

/* Parses one field. @type is FIELDS_NR_TYPES for all types. */
static int parse_field(struct script_fields *fields, int type, const char *name, size_t len,
		       enum change change, struct defer_error *err)
{
	uint64_t field = 0;
	int ret = find_field(name, len, &field, err);

	if (ret)
		return ret;
	if (type < FIELDS_NR_TYPES && !is_valid(type, field))
		return defer_error__set(err, DEFER_ERR_INVAL,
					"the field '%.*s' is not valid for %s events", (int)len,
					name, types[type].what);
	for (int i = 0; i < FIELDS_NR_TYPES; i++) {
		if (type == FIELDS_NR_TYPES || type == i)
			change_type(fields, i, field, change);
	}
	return 0;
}

/* Parses the type before a colon. Returns FIELDS_NR_TYPES if there is no colon, or negative. */
static int parse_type(const char **str, struct defer_error *err)
{
	const char *colon = strchr(*str, ':');
	size_t len;

	if (!colon)
		return FIELDS_NR_TYPES;
	len = colon - *str;
	for (int i = 0; i < FIELDS_NR_TYPES; i++) {
		if (types[i].name && strlen(types[i].name) == len &&
		    !strncmp(types[i].name, *str, len)) {
			*str = colon + 1;
			return i;
		}
	}
	return defer_error__set(err, DEFER_ERR_INVAL,
				"invalid event type '%.*s' in fields: valid types are hw, sw, "
				"trace, raw, break",
				(int)len, *str);
}

/* Drops all fields of @type, because a new list replaces them. */
static void script_fields__clear(struct script_fields *fields, int type)
{
	for (int i = 0; i < FIELDS_NR_TYPES; i++) {
		if (type != FIELDS_NR_TYPES && type != i)
			continue;
		fields->types[i].fields = 0;
		fields->types[i].wanted = 0;
		fields->types[i].set = true;
	}
}

int script_fields__parse(struct script_fields *fields, const char *str, struct defer_error *err)
{
	int type = parse_type(&str, err), ret = 0;
	bool relative = str[0] == '+' || str[0] == '-';
	size_t len;

	if (type < 0)
		return type;
	if (type == FIELDS_NR_TYPES && !*str)
		return defer_error__set(err, DEFER_ERR_INVAL,
					"-F cannot set fields to 'none' for all event types");
	if (!relative)
		script_fields__clear(fields, type);
	if (type < FIELDS_NR_TYPES && !relative)
		fields->types[type].named = true;

	for (; *str && !ret; str += len + (str[len] == ',')) {
		enum change change = *str == '+' ? ADD : *str == '-' ? REMOVE : SET;

		if ((change != SET) != relative)
			return defer_error__set(err, DEFER_ERR_INVAL,
						"-F cannot mix +/-field with a plain list of "
						"fields");
		str += relative;
		len = strcspn(str, ",");
		ret = parse_field(fields, type, str, len, change, err);
	}
	return ret;
}

static int type_of(const struct defer_evsel *evsel)
{
	switch (evsel->attr.type) {
	case DEFER_TYPE_HARDWARE:
		return FIELDS_HARDWARE;
	case DEFER_TYPE_SOFTWARE:
		return FIELDS_SOFTWARE;
	case DEFER_TYPE_TRACEPOINT:
		return FIELDS_TRACEPOINT;
	case DEFER_TYPE_HW_CACHE:
		return FIELDS_HW_CACHE;
	case DEFER_TYPE_RAW:
		return FIELDS_RAW;
	case DEFER_TYPE_BREAKPOINT:
		return FIELDS_BREAKPOINT;
	default:
		return FIELDS_OTHER;
	}
}

/* Fields that say more of others, and show nothing without any of these. perf refuses the first two as well. */
static const struct {
	uint64_t field, of;
	const char *name, *of_names;
} additions[] = {
	{FIELD_SYMOFF, FIELD_SYM, "symoff", "'sym'"},
	{FIELD_SRCLINE, FIELD_IP, "srcline", "'ip'"},
	{FIELD_SYM, FIELD_IP | FIELD_ADDR, "sym", "'ip' or 'addr'"},
	{FIELD_DSO, FIELD_IP | FIELD_ADDR, "dso", "'ip' or 'addr'"},
};

/* Refuses what -F wants if it would show nothing for any event. */
static int check_additions(uint64_t shown, uint64_t wanted, struct defer_error *err)
{
	for (size_t i = 0; i < ARRAY_SIZE(additions); i++) {
		if (wanted & additions[i].field && !(shown & additions[i].of))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"the field '%s' shows nothing without %s",
						additions[i].name, additions[i].of_names);
	}
	return 0;
}

/*
 * Returns whether the event is PERF_COUNT_SW_DUMMY, which only tracks tasks and maps: as in perf,
 * fields that it lacks are no error.
 */
static bool never_samples(const struct defer_evsel *evsel)
{
	return evsel->attr.type == DEFER_TYPE_SOFTWARE && evsel->attr.config == 9;
}

int script_fields__of_evsel(const struct script_fields *fields, const struct defer_evsel *evsel,
			    uint64_t *of_evsel, struct defer_error *err)
{
	int type = type_of(evsel);

	*of_evsel = fields->types[type].fields;
	for (size_t i = 0; i < ARRAY_SIZE(names); i++) {
		if (!(*of_evsel & names[i].field) || !names[i].sample_type ||
		    evsel->attr.sample_type & names[i].sample_type)
			continue;
		if (fields->types[type].wanted & names[i].field && !never_samples(evsel))
			return defer_error__set(err, DEFER_ERR_INVAL,
						"samples of event '%s' do not have the field "
						"'%s': they were recorded without it",
						evsel->name, names[i].name);
		*of_evsel &= ~names[i].field;
	}
	return 0;
}

int script_fields__start(struct script_fields *fields, const struct defer_evlist *evlist,
			 struct defer_error *err)
{
	bool there[FIELDS_NR_TYPES] = {false};
	uint64_t shown = 0, wanted = 0;

	for (uint32_t i = 0; i < defer_evlist__nr(evlist); i++) {
		const struct defer_evsel *evsel = defer_evlist__evsel(evlist, i);
		int type = type_of(evsel);

		there[type] = true;
		if (type == FIELDS_TRACEPOINT && !fields->types[type].set &&
		    evsel->attr.sample_type & DEFER_SAMPLE_CALLCHAIN)
			fields->types[type].fields |= CHAIN;
	}
	for (int i = 0; i < FIELDS_NR_TYPES; i++) {
		if (fields->types[i].named && !there[i])
			return defer_error__set(err, DEFER_ERR_INVAL,
						"-F %s: the trace has no events of this type",
						types[i].name);
		if (there[i]) {
			shown |= fields->types[i].fields;
			wanted |= fields->types[i].wanted;
		}
	}
	return check_additions(shown, wanted, err);
}
