// SPDX-License-Identifier: GPL-2.0-only
#include <perf/defer-cursor.h>
#include <perf/defer-evlist.h>
#include <perf/defer-sample.h>

#include "util/header/tracing-data.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

#include "util/base/error.h"
#include "util/header/tep-check.h"
#include "util/header/tep-fields.h"

/* All systems of a large machine take a tenth of that. */
#define MAX_SIZE (64U << 20)

/*
 * Adding an event makes libtraceevent move all later events, so the time is quadratic. A kernel has
 * some 3000.
 */
#define MAX_EVENTS 20000

struct tracing_data {
	struct tep_handle *tep;
	tracing_symbol_fn resolve;
	void *resolve_ctx;
	uint64_t start; /* start of the symbol resolved last */
	struct trace_seq seq;
	uint8_t *room; /* TEP_CHECK_ROOM bytes: the sample being printed, then zeros */
	size_t used;   /* bytes in use, from the start; the others are zero */
};

/* The blob being read. */
struct blob {
	struct tracing_data *td;
	struct defer_cursor cur;
	struct damage *damage;
	uint32_t nr_events;
	bool no_memory;
};

/* ---- reading ---- */

static void blob__refuse(struct blob *blob, const char *what)
{
	damage__addf(blob->damage, DEFER_ERR_CORRUPT, defer_cursor__offset(&blob->cur),
		     "The tracing data has %s", what);
	blob->cur.failed = true;
}

/* Returns the next bytes up to and including a NUL, or NULL if there is no NUL. */
static const char *blob__str(struct blob *blob)
{
	size_t left = defer_cursor__left(&blob->cur);
	const char *str = (const char *)blob->cur.data + blob->cur.pos;
	const char *end = blob->cur.failed || !left ? NULL : memchr(str, '\0', left);

	if (!end) {
		blob->cur.failed = true;
		return NULL;
	}
	return defer_cursor__bytes(&blob->cur, end - str + 1);
}

static bool blob__expect(struct blob *blob, const void *bytes, size_t size, const char *what)
{
	const void *got = defer_cursor__bytes(&blob->cur, size);

	if (got && memcmp(got, bytes, size))
		blob__refuse(blob, what);
	return !blob->cur.failed;
}

/*
 * Parses a format. An error may mean that the kernel is newer than libtraceevent; samples of that
 * event then have no text.
 */
static void parse_format(struct blob *blob, const char *text, size_t size, const char *system)
{
	errno = 0;
	if (tep_parse_event(blob->td->tep, text, size, system) && errno == ENOMEM)
		blob->no_memory = true;
}

/* libtraceevent and perf print this before the fields of a format that they do not understand. */
#define NOT_UNDERSTOOD "[FAILED TO PARSE]"

/* The print fmt of events that are shown by their fields. */
#define BY_FIELDS "[FIELDS]"

/* Parses only the fields, which end at @fmt, since the print fmt is not trusted. */
static void parse_fields(struct blob *blob, const char *text, const char *fmt, const char *instead,
			 const char *system)
{
	char *copy;
	int len = asprintf(&copy, "%.*sprint fmt: \"%s\"\n", (int)(fmt - text), text, instead);

	if (len < 0) {
		blob->no_memory = true;
		return;
	}
	parse_format(blob, copy, len, system);
	free(copy);
}

static void read_format(struct blob *blob, const char *system)
{
	uint64_t size = defer_cursor__u64(&blob->cur);
	const char *bytes = defer_cursor__bytes(&blob->cur, size), *fmt;
	enum tep_trust trust;
	char *text;

	if (!bytes)
		return;
	if (++blob->nr_events > MAX_EVENTS) {
		blob__refuse(blob, "more events than any kernel has");
		return;
	}
	text = strndup(bytes, size);
	if (!text) {
		blob->no_memory = true;
		return;
	}
	trust = tep_check__format(text, size, &fmt);
	if (trust == TEP_TRUST_ALL)
		parse_format(blob, text, size, system);
	else if (trust != TEP_TRUST_NOTHING)
		parse_fields(blob, text, fmt,
			     trust == TEP_TRUST_FIELDS ? NOT_UNDERSTOOD : BY_FIELDS, system);
	free(text);
}

static void read_formats(struct blob *blob, const char *system)
{
	uint32_t nr = defer_cursor__u32(&blob->cur), i;

	for (i = 0; i < nr && !blob->cur.failed && !blob->no_memory; i++)
		read_format(blob, system);
}

/*
 * Returns true if the name of a system is safe to print: none of its bytes moves a terminal's
 * cursor.
 */
static bool tracing_data__is_name(const char *name)
{
	return name[strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				 "0123456789_-.")] == '\0';
}

static void read_systems(struct blob *blob)
{
	uint32_t nr = defer_cursor__u32(&blob->cur), i;
	const char *system;

	for (i = 0; i < nr && !blob->cur.failed && !blob->no_memory; i++) {
		system = blob__str(blob);
		if (system && !tracing_data__is_name(system))
			blob__refuse(blob, "a system with an invalid name");
		else if (system)
			read_formats(blob, system);
	}
}

/* Reads '0xffffffff8224c9a0 : "rcu_sched"'. @line ends with a NUL. */
static void read_printk_line(struct blob *blob, const char *line)
{
	const char *colon = strchr(line, ':'), *str = colon ? colon + 1 : "";
	uint64_t addr = strtoull(line, NULL, 16);

	while (*str == ' ')
		str++;
	/* libtraceevent expects "\\n\"" at the end of a quoted string. */
	if (str[0] != '"' || strlen(str) < sizeof("\"\\n\""))
		return;
	if (tep_register_print_string(blob->td->tep, str, addr) && errno == ENOMEM)
		blob->no_memory = true;
}

/* Reads the strings that fields may point to. */
static void read_printk(struct blob *blob)
{
	uint32_t size = defer_cursor__u32(&blob->cur);
	const char *text = defer_cursor__bytes(&blob->cur, size);
	char *copy, *line, *rest;

	if (!text)
		return;
	copy = strndup(text, size);
	if (!copy) {
		blob->no_memory = true;
		return;
	}
	for (line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
		read_printk_line(blob, line);
	free(copy);
}

/*
 * Reads the size of the kernel's long from the page header's commit field. The size at the start of
 * the blob is the recorder's and may differ.
 */
static void read_long_size(struct blob *blob, const char *page, size_t size)
{
	const char *commit = memmem(page, size, "commit;", 7), *field;

	if (!commit)
		return;
	field = memmem(commit, page + size - commit, "size:", 5);
	if (!field || field + 5 >= page + size)
		return;
	if (field[5] == '4' || field[5] == '8')
		tep_set_long_size(blob->td->tep, field[5] - '0');
}

static void read_headers(struct blob *blob)
{
	uint64_t size;
	const char *page;

	if (!blob__expect(blob, "header_page", 12, "no header_page"))
		return;
	size = defer_cursor__u64(&blob->cur);
	page = defer_cursor__bytes(&blob->cur, size);
	if (page)
		read_long_size(blob, page, size);
	if (!blob__expect(blob, "header_event", 13, "no header_event"))
		return;
	size = defer_cursor__u64(&blob->cur);
	defer_cursor__bytes(&blob->cur, size);
}

static void read_start(struct blob *blob)
{
	const bool host_big = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
	struct tep_handle *tep = blob->td->tep;
	uint8_t big, long_size;

	if (!blob__expect(blob, "\27\10\104tracing", 10, "no tracing data") || !blob__str(blob))
		return;
	big = defer_cursor__u8(&blob->cur);
	long_size = defer_cursor__u8(&blob->cur);
	blob->cur.swap = !!big != host_big;
	tep_set_file_bigendian(tep, big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_local_bigendian(tep, host_big ? TEP_BIG_ENDIAN : TEP_LITTLE_ENDIAN);
	tep_set_page_size(tep, defer_cursor__u32(&blob->cur));
	if (!blob->cur.failed && long_size != 4 && long_size != 8)
		blob__refuse(blob, "longs of neither 4 nor 8 bytes");
	tep_set_long_size(tep, long_size);
}

static void read_blob(struct blob *blob)
{
	read_start(blob);
	if (!blob->cur.failed)
		read_headers(blob);
	if (!blob->cur.failed)
		read_formats(blob, "ftrace");
	if (!blob->cur.failed)
		read_systems(blob);
	if (!blob->cur.failed) /* old perfs put /proc/kallsyms here */
		defer_cursor__bytes(&blob->cur, defer_cursor__u32(&blob->cur));
	if (!blob->cur.failed)
		read_printk(blob);
}

/* Returns the section's bytes after checking that the file has them, or NULL with damage. */
static uint8_t *tracing_data__read_section(const struct defer_section *section,
					   defer_pread_fn pread, void *ctx, struct damage *damage,
					   struct defer_error *err)
{
	uint64_t last = section->offset + section->size - 1;
	struct defer_error why = DEFER_ERROR_INIT;
	uint8_t *data, byte;

	if (section->size > MAX_SIZE || last < section->offset ||
	    pread(ctx, &byte, 1, last, &why) != 1) {
		damage__addf(damage, DEFER_ERR_TRUNCATED, section->offset,
			     "The tracing data has %" PRIu64 " bytes, but the file ends before "
			     "its end",
			     section->size);
		return NULL;
	}
	data = malloc(section->size);
	if (!data) {
		error__no_memory(err, "for the tracing data");
		return NULL;
	}
	if (pread(ctx, data, section->size, section->offset, &why) == (int64_t)section->size)
		return data;
	damage__addf(damage, DEFER_ERR_IO, section->offset, "The tracing data cannot be read");
	free(data);
	return NULL;
}

static struct tracing_data *tracing_data__alloc(void)
{
	struct tracing_data *td = calloc(1, sizeof(*td));

	if (!td)
		return NULL;
	tep_set_loglevel(TEP_LOG_NONE);
	trace_seq_init(&td->seq);
	td->tep = tep_alloc();
	td->room = calloc(1, TEP_CHECK_ROOM);
	if (td->tep && td->room)
		return td;
	tracing_data__delete(td);
	return NULL;
}

int tracing_data__new(struct tracing_data **tdp, const struct defer_section *section,
		      defer_pread_fn pread, void *ctx, struct damage *damage,
		      struct defer_error *err)
{
	struct blob blob = {.damage = damage};
	uint8_t *data;

	*tdp = NULL;
	if (!section->size)
		return 0;
	data = tracing_data__read_section(section, pread, ctx, damage, err);
	if (!data)
		return err && err->code ? err->code : 0;
	blob.td = tracing_data__alloc();
	if (blob.td) {
		defer_cursor__init(&blob.cur, data, section->size, section->offset, false);
		read_blob(&blob);
	}
	free(data);
	if (!blob.td || blob.no_memory) {
		tracing_data__delete(blob.td);
		return error__no_memory(err, "for the tracing data");
	}
	if (blob.cur.failed)
		damage__addf(damage, DEFER_ERR_TRUNCATED, defer_cursor__offset(&blob.cur),
			     "The tracing data is truncated: %" PRIu32 " events are known",
			     tracing_data__nr_events(blob.td));
	*tdp = blob.td;
	return 0;
}

void tracing_data__delete(struct tracing_data *td)
{
	if (!td)
		return;
	trace_seq_destroy(&td->seq);
	if (td->tep)
		tep_free(td->tep);
	free(td->room);
	free(td);
}

/* ---- answers ---- */

static char *resolve_function(void *priv, unsigned long long *addr, char **module)
{
	struct tracing_data *td = priv;
	const char *name = td->resolve(td->resolve_ctx, *addr, &td->start);

	*module = NULL;
	if (name)
		*addr = td->start;
	return (char *)name;
}

int tracing_data__set_resolver(struct tracing_data *td, tracing_symbol_fn fn, void *ctx,
			       struct defer_error *err)
{
	td->resolve = fn;
	td->resolve_ctx = ctx;
	if (tep_set_function_resolver(td->tep, resolve_function, td))
		return error__no_memory(err, "for names in the text of tracepoints");
	return 0;
}

uint32_t tracing_data__nr_events(const struct tracing_data *td)
{
	return tep_get_events_count(td->tep);
}

static struct tep_event *find_event(const struct tracing_data *td, uint64_t id)
{
	return id <= INT32_MAX ? tep_find_event(td->tep, (int)id) : NULL;
}

bool tracing_data__event_name(const struct tracing_data *td, uint64_t id, char *buf, size_t size)
{
	const struct tep_event *event = find_event(td, id);

	if (!event || !event->name || !tracing_data__is_name(event->name))
		return false;
	snprintf(buf, size, "%s:%s", event->system, event->name);
	return true;
}

int tracing_data__name_events(const struct tracing_data *td, struct defer_evlist *evlist,
			      struct defer_error *err)
{
	static const char unknown[] = "unknown tracepoint";
	const struct defer_evsel *evsel;
	char name[256];
	uint32_t i;
	int ret;

	for (i = 0; i < defer_evlist__nr(evlist); i++) {
		evsel = defer_evlist__evsel(evlist, i);
		if (evsel->attr.type != DEFER_TYPE_TRACEPOINT ||
		    (evsel->name && strncmp(evsel->name, unknown, strlen(unknown))) ||
		    !tracing_data__event_name(td, evsel->attr.config, name, sizeof(name)))
			continue;
		ret = defer_evlist__set_name(evlist, i, name, err);
		if (ret)
			return ret;
	}
	return 0;
}

/* Copies @raw to the room. Reads past its end find zeros. */
static void fill_room(struct tracing_data *td, const struct defer_blob *raw)
{
	memcpy(td->room, raw->data, raw->size);
	if (raw->size < td->used)
		memset(td->room + raw->size, 0, td->used - raw->size);
	td->used = raw->size;
}

static void tracing_data__print_event(struct tracing_data *td, struct tep_event *event,
				      struct tep_record *record)
{
	const char *fmt = event->print_fmt.format;

	if (event->flags & TEP_EVENT_FL_FAILED || !strcmp(fmt, NOT_UNDERSTOOD)) {
		trace_seq_puts(&td->seq, NOT_UNDERSTOOD);
		tep_fields__print(event, td->room, &td->seq);
	} else if (strcmp(fmt, BY_FIELDS) != 0 && tep_check__conversions(fmt) &&
		   !(event->flags & (TEP_EVENT_FL_ISBPRINT | TEP_EVENT_FL_PRINTRAW))) {
		tep_print_event(td->tep, &td->seq, record, "%s", TEP_PRINT_INFO);
	} else {
		tep_fields__print(event, td->room, &td->seq);
	}
}

/* Returns the end of the last field, bytes; SIZE_MAX if one is nowhere in a sample. */
static size_t fields_end(const struct tep_format_field *field)
{
	size_t end = 0;

	for (; field; field = field->next) {
		if ((unsigned int)field->offset > TEP_CHECK_MAX_SAMPLE ||
		    (unsigned int)field->size > TEP_CHECK_MAX_SAMPLE)
			return SIZE_MAX;
		if ((size_t)field->offset + field->size > end)
			end = field->offset + field->size;
	}
	return end;
}

/* Copies the sample to the room if it is one of tracepoint @id. Returns NULL if it is not. */
static struct tep_event *enter_room(struct tracing_data *td, uint64_t id,
				    const struct defer_blob *raw, struct tep_record *record)
{
	struct tep_event *event = find_event(td, id);

	/* Without a print fmt, libtraceevent could not read the fields before it. */
	if (!event || !event->print_fmt.format || raw->size > TEP_CHECK_MAX_SAMPLE ||
	    raw->size < fields_end(event->format.common_fields) ||
	    raw->size < fields_end(event->format.fields))
		return NULL;
	fill_room(td, raw);
	record->data = td->room;
	record->size = (int)raw->size;
	/* The text depends on the type in the sample, which must be the event that was checked. */
	if (tep_find_event_by_record(td->tep, record) != event)
		return NULL;
	trace_seq_reset(&td->seq);
	return event;
}

static const char *finish_text(struct tracing_data *td)
{
	trace_seq_terminate(&td->seq);
	return td->seq.state == TRACE_SEQ__GOOD ? td->seq.buffer : NULL;
}

const char *tracing_data__text(struct tracing_data *td, uint64_t id, const struct defer_blob *raw,
			       int32_t cpu)
{
	struct tep_record record = {.cpu = cpu};
	struct tep_event *event = enter_room(td, id, raw, &record);

	if (!event)
		return NULL;
	tracing_data__print_event(td, event, &record);
	return finish_text(td);
}

const char *tracing_data__raw_text(struct tracing_data *td, uint64_t id,
				   const struct defer_blob *raw)
{
	struct tep_record record = {0};
	struct tep_event *event = enter_room(td, id, raw, &record);

	if (!event)
		return NULL;
	tep_fields__print(event, td->room, &td->seq);
	return finish_text(td);
}

/* ---- fields ---- */

static bool set_field(struct tracing_field *field, const struct tep_format_field *format)
{
	if (!format || !format->name || !tracing_data__is_name(format->name))
		return false;
	*field = (struct tracing_field){
		.name = format->name,
		.offset = format->offset,
		.size = format->size,
		.is_string = format->flags & TEP_FIELD_IS_STRING,
		.format = format,
	};
	return true;
}

bool tracing_data__find_field(const struct tracing_data *td, uint64_t id, const char *name,
			      struct tracing_field *field)
{
	struct tep_event *event = find_event(td, id);

	return event && set_field(field, tep_find_any_field(event, name));
}

bool tracing_data__own_field(const struct tracing_data *td, uint64_t id, uint32_t i,
			     struct tracing_field *field)
{
	const struct tep_event *event = find_event(td, id);
	const struct tep_format_field *format = event ? event->format.fields : NULL;

	while (format && i--)
		format = format->next;
	return set_field(field, format);
}

const char *tracing_data__field_text(struct tracing_data *td, uint64_t id,
				     const struct defer_blob *raw,
				     const struct tracing_field *field, struct defer_blob *bytes)
{
	struct tep_record record = {0};
	struct tep_field_bytes in_room;

	if (!enter_room(td, id, raw, &record))
		return NULL;
	in_room = tep_fields__bytes(field->format, td->room);
	*bytes = (struct defer_blob){.data = in_room.data, .size = in_room.size};
	tep_fields__print_value(field->format, td->room, &td->seq);
	return finish_text(td);
}
