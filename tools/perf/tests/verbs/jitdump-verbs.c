// SPDX-License-Identifier: GPL-2.0-only
/* A stack dump whose code a JIT has described ends alike for all verbs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <perf/defer-event.h>
#include <perf/defer-sample.h>

#include "tests/folder.h"
#include "tests/jit-writer.h"
#include "tests/tests.h"
#include "util/header/feature.h"

#define CODE_SIZE 384
#define SP	  0x7ffc0000ULL

#define UNDEFINED 0x07 /* DW_CFA_undefined, of the return address: nobody called the function */
#define RETURN	  16
#define PROGRAM	  45 /* offset in call_frames */

/* For the code before it: the return address is on top of the stack. Behind it is .eh_frame_hdr, as V8 writes it. */
static const uint8_t call_frames[] = {
	0x18, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x03, 0x7a, 0x4c, 0x52, 0x00,
	0x01, 0x78, 0x10, 0x02, 0xff, 0x1b, 0x0c, 0x07, 0x08, 0x90, 0x01, 0x00, 0x00,
	0x00, 0x00, 0x14, 0x00, 0x00, 0x00, 0x20, 0x00, 0x00, 0x00, 0x5c, 0xfe, 0xff,
	0xff, 0x80, 0x01, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
	0x00, 0x00, 0x00, 0x00, 0x01, 0x1b, 0x03, 0x3b, 0xc4, 0xff, 0xff, 0xff, 0x01,
	0x00, 0x00, 0x00, 0x48, 0xfe, 0xff, 0xff, 0xe4, 0xff, 0xff, 0xff};

static void add_code(struct builder *d, unsigned int i, bool is_outermost, const char *name)
{
	uint8_t frames[sizeof(call_frames)];
	const size_t at = jit_writer__begin(d, JIT_UNWINDING_INFO, 1);

	memcpy(frames, call_frames, sizeof(frames));
	frames[PROGRAM] = is_outermost ? UNDEFINED : 0;
	frames[PROGRAM + 1] = is_outermost ? RETURN : 0;
	builder__u64(d, sizeof(frames));
	builder__u64(d, 20);
	builder__u64(d, sizeof(frames));
	builder__bytes(d, frames, sizeof(frames));
	jit_writer__end(d, at);
	jit_writer__load(d, 1, JIT_CODE + i * 0x1000, CODE_SIZE, i, name);
}

static bool write_jitdump(const struct folder *folder)
{
	struct builder d;
	bool ok;

	jit_writer__init(&d, false);
	add_code(&d, 0, false, "leaf");
	add_code(&d, 1, true, "outermost");
	ok = folder__write_bytes(folder, "tmp/" JIT_NAME, d.data, d.size);
	builder__exit(&d);
	return ok;
}

static void add_map(struct builder *b, const struct defer_attr *attr, uint64_t start, uint64_t len,
		    const char *file)
{
	struct defer_event mmap = {.type = DEFER_RECORD_MMAP2, .misc = DEFER_MISC_USER};

	mmap.id.time = 1;
	mmap.mmap.pid = mmap.mmap.tid = JIT_PID;
	mmap.mmap.start = start;
	mmap.mmap.len = len;
	mmap.mmap.prot = 5;
	mmap.mmap.filename = file;
	builder__event(b, attr, &mmap);
}

/* One sample in the code, with a copy of its stack. */
static void write_trace(const struct folder *folder)
{
	static const uint64_t regs[] = {SP + 8, SP, JIT_CODE + 16}; /* bp, sp, ip */
	static const uint64_t words[] = {JIT_CODE + 0x1020, 0};
	const struct builder_event event = {
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_period = 1,
			 .sample_type = DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME |
					DEFER_SAMPLE_CALLCHAIN | DEFER_SAMPLE_REGS_USER |
					DEFER_SAMPLE_STACK_USER,
			 .sample_regs_user = 7 << 6,
			 .sample_stack_user = sizeof(words),
			 .clockid = CLOCK_MONOTONIC,
			 .flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_USE_CLOCKID |
				  DEFER_ATTR_EXCLUDE_CALLCHAIN_USER},
	};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_USER,
		.ip = JIT_CODE + 16,
		.pid = JIT_PID,
		.tid = JIT_PID,
		.time = 1000,
		.user_regs = {.abi = 2, .regs = {(const uint8_t *)regs, sizeof(regs)}},
		.user_stack = {{(const uint8_t *)words, sizeof(words)}, sizeof(words)},
	};
	char path[256];
	struct builder b;

	builder__init(&b, false);
	builder__begin_file(&b, &event, 1);
	builder__feature_str(&b, FEATURE_ARCH, "x86_64");
	add_map(&b, &event.attr, 0x7f0000000000, 0x1000, "/tmp/" JIT_NAME);
	add_map(&b, &event.attr, JIT_CODE, 0x2000, "//anon");
	builder__sample(&b, &event.attr, &sample);
	builder__end_file(&b);
	snprintf(path, sizeof(path), "%s/perf.data", folder->path);
	builder__write(&b, path);
	builder__exit(&b);
}

/* Checks that the verb, with its options, prints @word. */
static int prints(const struct folder *folder, const char *verb, const char *word)
{
	char command[1024], said[8192];
	FILE *pipe;

	snprintf(command, sizeof(command),
		 "\"$PERF_DEFER\" %s -f --symfs '%s' -i '%s/perf.data' -o /dev/null 2>&1", verb,
		 folder->path, folder->path);
	if (strncmp(verb, "inject", 6))
		*strstr(command, "-o /dev/null") = '\0';
	pipe = popen(command, "r");
	if (!pipe)
		abort();
	said[fread(said, 1, sizeof(said) - 1, pipe)] = '\0';
	pclose(pipe);
	if (!strstr(said, word))
		T_FAIL("%s does not print '%s': %s", verb, word, said);
	return TEST_OK;
}

static int check_verbs(const struct folder *folder)
{
	T_CHECK(write_jitdump(folder));
	write_trace(folder);
	T_RUN(prints(folder, "script -F ip,sym,class,evidence", " unwound "));
	T_RUN(prints(folder, "script -F ip,sym,class,evidence", " leaf [ip]\n"));
	T_RUN(prints(folder, "script -F ip,sym,class,evidence", " outermost [jit]\n"));
	T_RUN(prints(folder, "report --stdio", "1 unwound"));
	T_RUN(prints(folder, "audit --json", "\"unwound\": 1,"));
	T_RUN(prints(folder, "inject --convert-callchain", "1 up to the outermost frame"));
	return TEST_OK;
}

static int test_verbs(void)
{
	return folder__run(check_verbs);
}

static const struct test_case cases[] = {
	{"script, report, audit, inject", test_verbs},
	{0},
};

const struct test_suite suite__jitdump_verbs = {"jitdump-verbs", "Stack dumps in the code of a JIT",
						cases};
