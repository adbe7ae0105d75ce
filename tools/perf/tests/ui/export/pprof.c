// SPDX-License-Identifier: GPL-2.0-only
/* Profiles for pprof, read again by a reader that knows the fields by their numbers alone. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "tests/stacks.h"
#include "tests/tests.h"
#include "tests/tui-play.h"
#include "ui/export/exports.h"
#include "ui/export/pprof.h"
#include "ui/export/proto.h"
#include "util/profile/profile.h"

#define MAX_ITEMS 256

/* A message, or what is left of it. */
struct message {
	const uint8_t *at, *end;
};

struct field {
	unsigned int number;
	uint64_t value;
	struct message bytes; /* of a field that is no number */
};

/* A profile as it was read; ids are small. */
struct read {
	uint8_t data[64 << 10];
	char *strings[MAX_ITEMS];
	unsigned int nr_strings;
	uint64_t functions[MAX_ITEMS];	     /* name, by id */
	struct message locations[MAX_ITEMS]; /* by id */
	struct message samples[MAX_ITEMS];
	unsigned int nr_samples;
	uint64_t default_type;
	unsigned int nr_mappings, nr_comments;
};

static bool read_varint(struct message *from, uint64_t *value)
{
	unsigned int shift = 0;

	*value = 0;
	while (from->at < from->end && shift < 64) {
		*value |= (uint64_t)(*from->at & 0x7f) << shift;
		shift += 7;
		if (!(*from->at++ & 0x80))
			return true;
	}
	return false;
}

/* Reads the next field; false at the end, or if it is broken: then @from is not at its end. */
static bool next_field(struct message *from, struct field *field)
{
	uint64_t key, size;

	if (from->at == from->end || !read_varint(from, &key))
		return false;
	field->number = key >> 3;
	if ((key & 7) == 0)
		return read_varint(from, &field->value);
	if ((key & 7) != 2 || !read_varint(from, &size) || size > (size_t)(from->end - from->at))
		return false;
	field->bytes = (struct message){from->at, from->at + size};
	from->at += size;
	return true;
}

static uint64_t number_of(struct message from, unsigned int number)
{
	struct field field;

	while (next_field(&from, &field)) {
		if (field.number == number)
			return field.value;
	}
	return 0;
}

static int read_item(struct read *read, const struct field *field)
{
	const uint64_t id =
		field->number == 4 || field->number == 5 ? number_of(field->bytes, 1) : 0;

	T_CHECK(id < MAX_ITEMS && read->nr_strings < MAX_ITEMS && read->nr_samples < MAX_ITEMS);
	if (field->number == 2)
		read->samples[read->nr_samples++] = field->bytes;
	else if (field->number == 3)
		read->nr_mappings++;
	else if (field->number == 4)
		read->locations[id] = field->bytes;
	else if (field->number == 5)
		read->functions[id] = number_of(field->bytes, 2);
	else if (field->number == 6)
		read->strings[read->nr_strings++] =
			strndup((const char *)field->bytes.at, field->bytes.end - field->bytes.at);
	else if (field->number == 13)
		read->nr_comments++;
	else if (field->number == 14)
		read->default_type = field->value;
	return TEST_OK;
}

static int read_profile(struct read *read, const char *gz, size_t size)
{
	z_stream stream = {.next_in = (void *)gz,
			   .avail_in = size,
			   .next_out = read->data,
			   .avail_out = sizeof(read->data)};
	struct message all = {read->data, NULL};
	struct field field;

	T_EQ(inflateInit2(&stream, MAX_WBITS + 16), Z_OK);
	T_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
	all.end = read->data + stream.total_out;
	T_EQ(inflateEnd(&stream), Z_OK);
	while (next_field(&all, &field))
		T_RUN(read_item(read, &field));
	T_CHECK(all.at == all.end);
	T_CHECK(read->nr_strings && !*read->strings[0]);
	return TEST_OK;
}

/* Prints a location: what is inlined first, and the function around it behind a plus. */
static void print_location(const struct read *read, uint64_t id, FILE *out)
{
	struct message location = read->locations[id];
	struct field field;
	unsigned int nr = 0;

	while (next_field(&location, &field)) {
		if (field.number == 4)
			fprintf(out, "%s%s", nr++ ? "+" : "",
				read->strings[read->functions[number_of(field.bytes, 1)]]);
	}
	if (!nr)
		fprintf(out, "0x%" PRIx64, number_of(read->locations[id], 3));
}

static void print_label(const struct read *read, struct message label, FILE *out)
{
	const uint64_t text = number_of(label, 2);

	fprintf(out, " %s=", read->strings[number_of(label, 1)]);
	if (text)
		fputs(read->strings[text], out);
	else
		fprintf(out, "%" PRIu64, number_of(label, 3));
}

static void print_sample(const struct read *read, struct message sample, FILE *out)
{
	struct field field;
	uint64_t value;
	const char *sep = "";

	while (next_field(&sample, &field)) {
		while (field.number < 3 && read_varint(&field.bytes, &value)) {
			if (field.number == 1) {
				fputs(sep, out);
				print_location(read, value, out);
				sep = ";";
			} else {
				fprintf(out, " %" PRIu64, value);
			}
		}
		if (field.number == 3)
			print_label(read, field.bytes, out);
	}
	fputc('\n', out);
}

static int print_profile(const struct stacks *stacks, struct read *read, char **text)
{
	struct profile_event event = {.hist = stacks->hist};
	size_t size;
	char *gz;
	FILE *out = open_memstream(&gz, &size);

	event.shown_classes[DEFER_LOST] = 1;
	T_EQ(pprof__write(&event, out, NULL), 0);
	fclose(out);
	T_RUN(read_profile(read, gz, size));
	free(gz);
	out = open_memstream(text, &size);
	for (unsigned int i = 0; i < read->nr_samples; i++)
		print_sample(read, read->samples[i], out);
	fclose(out);
	return TEST_OK;
}

static void read__exit(struct read *read)
{
	for (unsigned int i = 0; i < read->nr_strings; i++)
		free(read->strings[i]);
	free(read);
}

static int check(struct stacks *stacks, const char *expected)
{
	struct read *read = calloc(1, sizeof(*read));
	char *text;

	T_CHECK(read);
	T_RUN(print_profile(stacks, read, &text));
	T_STREQ(text, expected);
	T_EQ(read->nr_comments, 1);
	T_CHECK(read->nr_mappings == 1 || read->nr_mappings == 2);
	T_STREQ(read->strings[read->default_type], "period");
	read__exit(read);
	free(text);
	stacks__exit(stacks);
	return TEST_OK;
}

static int test_stacks(void)
{
	const struct stacks_opts opts = {.sort = "comm,sym"};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;read;k:sys;k:vfs", 2, 20), 0);
	T_EQ(stacks__add(&stacks, "other", "main;foo+bar", 1, 7), 0);
	T_EQ(stacks__add(&stacks, "prog", "!lost;k:sys", 1, 300), 0);
	T_EQ(stacks__add(&stacks, "prog", "main;0x1234", 1, 1), 0);
	return check(&stacks, "vfs;sys;read;main 2 20 comm=prog pid=100 tid=100\n"
			      "bar+foo;main 1 7 comm=other pid=100 tid=101\n"
			      "sys;[user stack lost] 1 300 comm=prog pid=100 tid=100\n"
			      "0x1234;main 1 1 comm=prog pid=100 tid=100\n");
}

/* The class is a label if it tells stacks apart. */
static int test_classes(void)
{
	const struct stacks_opts opts = {.sort = "class"};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", "main", 1, 1), 0);
	return check(&stacks, "main 1 1 comm=prog pid=100 tid=100 class=merged\n");
}

/* Bytes that are no text would make readers refuse the whole file. */
static int test_names(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct stacks stacks;

	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "p\xff", "ma\xc3\x28n", 1, 1), 0);
	return check(&stacks, "ma.(n 1 1 comm=p. pid=100 tid=100\n");
}

static int test_no_room(void)
{
	const struct stacks_opts opts = {.sort = "sym"};
	struct defer_error err = DEFER_ERROR_INIT;
	struct profile_event event = {0};
	struct stacks stacks;
	FILE *full = fopen("/dev/full", "w");

	T_CHECK(full);
	T_EQ(stacks__init(&stacks, &opts), 0);
	T_EQ(stacks__add(&stacks, "prog", "main", 1, 1), 0);
	event.hist = stacks.hist;
	T_EQ(pprof__write(&event, full, &err), DEFER_ERR_IO);
	T_STREQ(err.text, "cannot write the export: No space left on device");
	fclose(full);
	stacks__exit(&stacks);
	return TEST_OK;
}

#define MAX_TASKS 32

/* Samples by the labels of their task. */
struct tasks {
	char *labels[MAX_TASKS];
	uint64_t samples[MAX_TASKS];
	unsigned int nr;
};

static void tasks__add(struct tasks *tasks, char *labels, uint64_t samples)
{
	unsigned int i = 0;

	while (i < tasks->nr && strcmp(tasks->labels[i], labels) != 0)
		i++;
	if (i < tasks->nr || i == MAX_TASKS)
		free(labels);
	else
		tasks->labels[tasks->nr++] = labels;
	if (i < MAX_TASKS)
		tasks->samples[i] += samples;
}

/* Adds up all samples of the file at @path. */
static int tasks__read(struct tasks *tasks, const char *path)
{
	struct read *read = calloc(1, sizeof(*read));
	char gz[16 << 10], *labels;
	FILE *in = fopen(path, "r"), *out;
	size_t size;

	T_CHECK(read && in);
	T_RUN(read_profile(read, gz, fread(gz, 1, sizeof(gz), in)));
	fclose(in);
	for (unsigned int i = 0; i < read->nr_samples; i++) {
		struct message sample = read->samples[i];
		struct field field;
		uint64_t samples = 0;

		out = open_memstream(&labels, &size);
		while (next_field(&sample, &field)) {
			if (field.number == 2)
				T_CHECK(read_varint(&field.bytes, &samples));
			else if (field.number == 3)
				print_label(read, field.bytes, out);
		}
		fclose(out);
		tasks__add(tasks, labels, samples);
		T_CHECK(tasks->nr < MAX_TASKS);
	}
	read__exit(read);
	return TEST_OK;
}

/* What the terminal UI writes tells tasks apart, as the rows of -s comm,pid,tid do. */
static int test_tui(void)
{
	static const struct term_step steps[] = {
		IDLE_K('x'),
		UNTIL("A profile for pprof"),
		K(KEY_DOWN),
		K(KEY_DOWN),
		K(KEY_DOWN),
		K(KEY_ENTER),
		UNTIL("Exported to perf.pprof.0.pb.gz"),
	};
	static const struct {
		const char *labels;
		uint64_t samples;
	} wanted[] = {
		{" comm=par pid=5920 tid=5920", 14}, {" comm=par pid=5921 tid=5921", 15},
		{" comm=par pid=5924 tid=5924", 15}, {" comm=par pid=5925 tid=5925", 14},
		{" comm=par pid=5926 tid=5926", 14}, {" comm=par pid=5927 tid=5927", 14},
		{" comm=par pid=6021 tid=6021", 14}, {" comm=par pid=6023 tid=6023", 11},
		{" comm=seq pid=5542 tid=5542", 16}, {" comm=sleep pid=7487 tid=7487", 1},
	};
	char path[] = "/tmp/perf-defer-pprof-XXXXXX";
	struct tasks tasks = {.nr = 0};
	struct play play;

	T_RUN(play__init(&play, "latency.data", 24, 100));
	T_RUN(play__enter_folder(path));
	T_PLAY(&play, steps);
	play__exit(&play);
	T_RUN(tasks__read(&tasks, "perf.pprof.0.pb.gz"));
	T_EQ(tasks.nr, sizeof(wanted) / sizeof(*wanted));
	for (unsigned int i = 0, j; i < tasks.nr; i++) {
		for (j = 0; j < tasks.nr && strcmp(tasks.labels[j], wanted[i].labels) != 0;)
			j++;
		T_CHECK(j < tasks.nr);
		T_EQ(tasks.samples[j], wanted[i].samples);
	}
	for (unsigned int i = 0; i < tasks.nr; i++)
		free(tasks.labels[i]);
	return play__leave_folder(path);
}

static int test_varint(void)
{
	const uint64_t values[] = {0, 1, 127, 128, 300, 1ULL << 35, UINT64_MAX};
	struct byte_buf bytes = {0};
	struct message message;
	uint64_t value;

	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		proto__varint(&bytes, values[i]);
	message = (struct message){bytes.data, bytes.data + bytes.size};
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		T_CHECK(read_varint(&message, &value));
		T_EQ(value, values[i]);
	}
	T_CHECK(message.at == message.end);
	byte_buf__exit(&bytes);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"stacks, from what was hit outward", test_stacks},
	{"classes", test_classes},
	{"names that are no text", test_names},
	{"no room for it", test_no_room},
	{"numbers of any size", test_varint},
	{"tasks, in the terminal UI", test_tui},
	{NULL, NULL},
};

const struct test_suite suite__pprof = {"pprof", "Profiles for pprof", cases};
