// SPDX-License-Identifier: GPL-2.0-only
#include "tests/nasty.h"

#include <stdlib.h>
#include <unistd.h>

#include "tests/elf-writer.h"
#include "tests/tests.h"
#include "tests/trace.h"
#include "ui/text/utf8.h"
#include "util/header/feature.h"

#define TEXT_OFFSET 0x1000
#define MAP_START   0x10000000
#define OTHER_START 0x20000000
#define FUNC_SIZE   0x10

#define LONG_UNIT "\x1b[A\xe4\xb8\xad\xe2\x80\xae"
#define LONG_NR	  400

static const char *const names[] = {
	"\x1b[2J\x1b[31m\x1b]0;title\x07\x1bP1$r\x1b\\", /* escape sequences */
	"\xc2\x9b"
	"31m\xc2\x85\xc2\x90q\xc2\x9c", /* C1 controls */
	"\x9b"
	"31m\x85\xff\xfe",				/* the same, as single bytes */
	"\xe4\xb8\xad\xe6\x96\x87\xf0\x9f\x98\x80",	/* wide */
	"e\xcc\x81\xcc\x82\xcc\x83\xe2\x83\xa3",	/* combining */
	"\xe2\x80\xae\xe2\x81\xa6\xd8\x9c\xe2\x80\x8f", /* from right to left */
	"\xd7\xa9\xd7\x9c\xd7\x95\xd7\x9d",		/* letters that are written so */
	"\xc0\xaf\xed\xa0\x80\xf4\x90\x80\x80\xe4\xb8", /* no UTF-8 */
	"\nFORGED;frame 1\r\nFORGED 2\ttab\v\f\b",
	"\xe2\x80\xa8"
	"FORGED\xe2\x80\xa9\x7f", /* lines, by Unicode */
	"<b a='\">&amp;]]>--><![CDATA[\xef\xbf\xbf\xef\xbf\xbe",
	"%s%n%1000000d\\033[2J$(reboot)`reboot`'\"",
	"", /* LONG_NR times LONG_UNIT */
};

#define NR_NAMES (sizeof(names) / sizeof(*names))

static const char nasty_comm[] = "\x1b[2J\xc2\x9b\xe2\x80\xae\xff<\n;c";
static const char nasty_file[] = "/bin/\x1b[31m\xc2\x9b\xe2\x80\xae\xff<&\nFORGED;.so";
static const char nasty_word[] = "\x1b]0;x\x07\xc2\x9b\xe2\x80\xae\xff\nFORGED";

unsigned int nasty__nr(void)
{
	return NR_NAMES;
}

const char *nasty__label(unsigned int i, char *buf)
{
	snprintf(buf, NASTY_LABEL_LEN, "f%u_", i);
	return buf;
}

/* To be freed. */
static char *name_of(unsigned int i)
{
	char label[NASTY_LABEL_LEN], *name;
	size_t size;
	FILE *out = open_memstream(&name, &size);

	fputs(nasty__label(i, label), out);
	fputs(names[i], out);
	for (int nr = names[i][0] ? 0 : LONG_NR; nr > 0; nr--)
		fputs(LONG_UNIT, out);
	fclose(out);
	return name;
}

static int write_program(const struct folder *folder)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	char path[256];
	bool written;
	int text;

	T_CHECK(w && folder__mkdir(folder, NASTY_SYMFS "/bin"));
	elf_writer__init(w, ET_EXEC);
	text = elf_writer__section(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
				   0x400000 + TEXT_OFFSET, TEXT_OFFSET, NULL, NR_NAMES * FUNC_SIZE);
	elf_writer__segment(w, PT_LOAD, PF_R | PF_X, 0x400000 + TEXT_OFFSET, TEXT_OFFSET,
			    NR_NAMES * FUNC_SIZE);
	for (unsigned int i = 0; i < NR_NAMES; i++) {
		char *name = name_of(i);

		elf_writer__symbol(w, name, 0x400000 + TEXT_OFFSET + i * FUNC_SIZE, FUNC_SIZE,
				   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), text);
		free(name);
	}
	elf_writer__symtab(w, SHT_SYMTAB);
	snprintf(path, sizeof(path), "%s/" NASTY_SYMFS "/bin/nasty", folder->path);
	written = elf_writer__finish(w, path);
	free(w);
	T_CHECK(written);
	return TEST_OK;
}

static void add_map(struct trace *trace, uint64_t start, const char *filename)
{
	struct defer_event mmap = {
		.type = DEFER_RECORD_MMAP2, .misc = DEFER_MISC_USER, .id = trace__id(0)};

	mmap.mmap.pid = mmap.mmap.tid = TRACE_PID;
	mmap.mmap.start = start;
	mmap.mmap.len = 0x10000;
	mmap.mmap.filename = filename;
	builder__event(&trace->b, &trace->events[1].attr, &mmap);
}

static void add_comm(struct trace *trace)
{
	struct defer_event comm = {.type = DEFER_RECORD_COMM, .id = trace__id(0)};

	comm.comm.pid = comm.comm.tid = TRACE_PID;
	comm.comm.name = nasty_comm;
	builder__event(&trace->b, &trace->events[1].attr, &comm);
}

/* In function @i, called by all before it, and by the file with the nasty name. */
static void add_sample(struct trace *trace, unsigned int i)
{
	uint64_t ips[NR_NAMES + 2] = {DEFER_CONTEXT_USER}, nr = 1;
	struct defer_sample sample = {
		.misc = DEFER_MISC_USER,
		.id = TRACE_ID,
		.pid = TRACE_PID,
		.tid = TRACE_PID,
		.time = trace__id(i + 1).time,
		.period = 1000 + i,
	};

	for (unsigned int at = i + 1; at-- > 0;)
		ips[nr++] = MAP_START + TEXT_OFFSET + at * FUNC_SIZE + 1;
	ips[nr++] = OTHER_START + 1;
	sample.ip = ips[1];
	sample.chain = (struct defer_chain){.ips = (const uint8_t *)ips, .nr = nr};
	builder__sample(&trace->b, &trace->events[0].attr, &sample);
}

static void write_trace(void)
{
	struct trace trace;

	trace__begin(&trace, false, false);
	add_map(&trace, MAP_START, "/bin/nasty");
	add_map(&trace, OTHER_START, nasty_file);
	add_comm(&trace);
	for (unsigned int i = 0; i < NR_NAMES; i++)
		add_sample(&trace, i);
	builder__feature_str(&trace.b, FEATURE_OSRELEASE, nasty_word);
	builder__feature_str(&trace.b, FEATURE_CPUDESC, nasty_word);
	trace__end(&trace);
	builder__write(&trace.b, NASTY_TRACE);
	trace__exit(&trace);
}

int nasty__write(const struct folder *folder)
{
	T_EQ(chdir(folder->path), 0);
	T_RUN(write_program(folder));
	write_trace();
	return TEST_OK;
}

/* ---- what is harmless: a definition of its own, not the tested one ---- */

static bool is_harmless(uint32_t ch)
{
	static const uint32_t bad[] = {0x61c,  0x200e, 0x200f, 0x2028, 0x2029, 0x202a,
				       0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067,
				       0x2068, 0x2069, 0xfffe, 0xffff};

	if (ch == '\n' || ch == '\t')
		return true;
	for (size_t i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		if (ch == bad[i])
			return false;
	}
	return ch >= ' ' && (ch < 0x7f || ch > 0x9f) && ch != UINT32_MAX;
}

const char *nasty__fault(const char *text, size_t size)
{
	static const char forged[] = "FORGED";
	uint32_t ch;

	for (size_t i = 0, len; i < size; i += len) {
		len = utf8__next(text + i, size - i, &ch);
		if (!is_harmless(ch))
			return text + i;
		if ((!i || text[i - 1] == '\n') && !strncmp(text + i, forged, strlen(forged)))
			return text + i;
	}
	return NULL;
}

char *nasty__read(const char *path, size_t *size)
{
	FILE *in = fopen(path, "r"), *out;
	char buf[4096], *text;
	size_t nr;

	if (!in)
		return NULL;
	out = open_memstream(&text, size);
	while ((nr = fread(buf, 1, sizeof(buf), in)))
		fwrite(buf, 1, nr, out);
	fclose(in);
	fclose(out);
	return text;
}
