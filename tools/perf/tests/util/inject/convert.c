// SPDX-License-Identifier: GPL-2.0-only
/* convert: stack dumps become callchains, and nothing else of their samples changes. */
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-event.h>
#include <perf/defer-evlist.h>

#include "tests/builder.h"
#include "tests/elf-writer.h"
#include "tests/folder.h"
#include "util/session/order.h"
#include "tests/rng.h"
#include "tests/tests.h"
#include "util/dso/dso.h"
#include "util/header/env.h"
#include "util/header/feature.h"
#include "util/inject/inject.h"
#include "util/inject/marks.h"
#include "util/session/session.h"

/* ---- a program with call frame information ---- */

/*
 * In the file, at its addresses: a function whose frames are 16 bytes with the return address in the upper
 * half, one that nobody called, and one whose CFA is one byte above the stack pointer, as in no program.
 */
#define CODE	  0x1000
#define CODE_SIZE 0x5000
#define OUTERMOST 0x1200
#define CREEPING  0x4000
#define FUNC_SIZE 0x200

#define START 0x400000ULL /* where the file is mapped */
/* Each 8 bytes of a stack of 0x41 are an address in the creeping function, if it is mapped there. */
#define CREEP_BYTE  0x41
#define CREEP_ADDR  0x4141414141414141ULL
#define CREEP_START (CREEP_ADDR - CREEP_ADDR % 0x1000 - CREEPING)

static void add_cie(struct builder *b)
{
	/* def_cfa rsp+16, ra at cfa-8, nop */
	static const uint8_t rules[] = {0x0c, 7, 16, 0x80 | 16, 1, 0, 0};

	builder__u32(b, 4 + 10 + sizeof(rules));
	builder__u32(b, 0);
	/* version, augmentation, alignments of code and data, column of ra, absolute addresses */
	builder__bytes(b, (const uint8_t[]){1, 'z', 'R', 0, 1, 0x78, 16, 1, 0, 0}, 10);
	builder__bytes(b, rules, sizeof(rules));
}

static void add_fde(struct builder *b, uint64_t start, const uint8_t rules[8])
{
	builder__u32(b, 4 + 16 + 1 + 7);
	builder__u32(b, (uint32_t)b->size);
	builder__u64(b, start);
	builder__u64(b, FUNC_SIZE);
	builder__u8(b, 0);
	builder__bytes(b, rules, 7);
}

static bool write_program(const char *path)
{
	static const uint8_t same[8] = {0}, undefined[8] = {0x07, 16},
			     /* def_cfa rsp+1, ra at cfa */
		creeping[8] = {0x0c, 7, 1, 0x11, 16, 0};
	static struct elf_writer w;
	static uint8_t code[CODE_SIZE];
	struct builder b;

	builder__init(&b, __BYTE_ORDER == __BIG_ENDIAN);
	add_cie(&b);
	add_fde(&b, CODE, same);
	add_fde(&b, OUTERMOST, undefined);
	add_fde(&b, CREEPING, creeping);
	builder__u32(&b, 0);
	elf_writer__init(&w, ET_DYN);
	elf_writer__segment(&w, PT_LOAD, PF_R | PF_X, 0, 0, 0x8000);
	elf_writer__section(&w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR, CODE, CODE, code,
			    sizeof(code));
	elf_writer__section(&w, ".eh_frame", SHT_PROGBITS, SHF_ALLOC, 0x7000, 0x7000, b.data,
			    b.size);
	builder__exit(&b);
	return elf_writer__finish(&w, path);
}

/* ---- traces ---- */

#define PID	  50
#define DUMP_ID	  100
#define PLAIN_ID  200
#define SP	  0x7ffc0000ULL
#define REGS_MASK (1ULL << 6 | 1ULL << 7 | 1ULL << 8) /* bp, sp, ip */
#define K1	  0xffffffff81000010ULL
#define K2	  0xffffffff81000020ULL

/* Fields beside those of the dump; some of the kernel's order stand before it, some behind it. */
#define FIELDS                                                                              \
	(DEFER_SAMPLE_IDENTIFIER | DEFER_SAMPLE_IP | DEFER_SAMPLE_TID | DEFER_SAMPLE_TIME | \
	 DEFER_SAMPLE_CPU | DEFER_SAMPLE_PERIOD | DEFER_SAMPLE_CALLCHAIN)
#define DUMP (DEFER_SAMPLE_REGS_USER | DEFER_SAMPLE_STACK_USER)

static const uint64_t layouts[] = {
	DEFER_SAMPLE_WEIGHT,
	DEFER_SAMPLE_RAW | DEFER_SAMPLE_DATA_SRC | DEFER_SAMPLE_PHYS_ADDR,
	DEFER_SAMPLE_BRANCH_STACK | DEFER_SAMPLE_WEIGHT,
	DEFER_SAMPLE_RAW | DEFER_SAMPLE_BRANCH_STACK,
};

struct trial {
	struct builder b;
	struct builder_event events[2];
	unsigned int nr; /* samples so far */
};

static const uint64_t ids[] = {DUMP_ID}, plain_ids[] = {PLAIN_ID};

static void set_events(struct trial *t, uint64_t more)
{
	t->events[0] = (struct builder_event){
		.attr = {.type = DEFER_TYPE_SOFTWARE,
			 .size = DEFER_ATTR_SIZE_VER9,
			 .sample_period = 1000,
			 .sample_type = FIELDS | DUMP | more,
			 .branch_sample_type = DEFER_BRANCH_HW_INDEX,
			 .sample_regs_user = REGS_MASK,
			 .sample_stack_user = 1024,
			 .flags = DEFER_ATTR_SAMPLE_ID_ALL | DEFER_ATTR_EXCLUDE_CALLCHAIN_USER},
		.ids = ids,
		.nr_ids = 1,
	};
	if (more & DEFER_SAMPLE_RAW && more & DEFER_SAMPLE_BRANCH_STACK)
		t->events[0].attr.branch_sample_type |= DEFER_BRANCH_COUNTERS;
	/* This one did not ask for user stacks. */
	t->events[1] = t->events[0];
	t->events[1].attr.sample_type &= ~DUMP;
	t->events[1].ids = plain_ids;
}

static void add_map(struct trial *t, uint64_t start, const char *path)
{
	struct defer_event mmap = {
		.type = DEFER_RECORD_MMAP2,
		.misc = DEFER_MISC_USER,
		.id = {.pid = PID, .tid = PID, .time = 1, .id = PLAIN_ID},
	};

	mmap.mmap.pid = mmap.mmap.tid = PID;
	mmap.mmap.start = start;
	mmap.mmap.len = 0x8000;
	mmap.mmap.prot = 5;
	mmap.mmap.filename = path;
	builder__event(&t->b, &t->events[1].attr, &mmap);
}

/* EVENT_DESC says of the first event what its attr says. */
static void add_event_desc(struct trial *t)
{
	struct builder desc;

	builder__init(&desc, t->b.big);
	builder__u32(&desc, 1);
	builder__u32(&desc, t->events[0].attr.size);
	builder__attr(&desc, &t->events[0].attr);
	builder__u32(&desc, 1);
	builder__u32(&desc, 8);
	builder__str(&desc, "dumps", 8);
	builder__u64(&desc, DUMP_ID);
	builder__feature(&t->b, FEATURE_EVENT_DESC, desc.data, desc.size);
	builder__exit(&desc);
}

static void trial__begin(struct trial *t, const char *program, bool big, bool pipe, uint64_t more)
{
	*t = (struct trial){0};
	set_events(t, more);
	builder__init(&t->b, big);
	if (pipe)
		builder__begin_pipe(&t->b, t->events, 2);
	else
		builder__begin_file(&t->b, t->events, 2);
	builder__feature_str(&t->b, FEATURE_ARCH, "x86_64");
	add_event_desc(t);
	add_map(t, START, program);
	add_map(t, CREEP_START, program);
}

static uint64_t in_order(const struct trial *t, uint64_t v)
{
	return builder__swap(&t->b) ? __builtin_bswap64(v) : v;
}

/* One sample: what is zero is not there. */
struct dump {
	uint16_t mode;
	uint64_t chain[8];
	unsigned int nr_chain;
	uint64_t ip; /* of user space; 0: there are no registers */
	const uint64_t *words;
	unsigned int nr_words;
	unsigned int filled; /* words; 0: all */
	uint32_t id;	     /* 0: DUMP_ID */
};

static void add_sample(struct trial *t, const struct dump *dump)
{
	const uint64_t branches[] = {1, 2, 3, 4, 5, 6};
	uint64_t regs[3] = {in_order(t, 7), in_order(t, SP), in_order(t, dump->ip)};
	uint64_t words[16], chain[8];
	struct defer_sample sample = {
		.misc = dump->mode,
		.id = dump->id ?: DUMP_ID,
		.ip = dump->mode == DEFER_MISC_USER ? START + CODE + 8 : K1,
		.pid = PID,
		.tid = PID,
		.time = 1000 + t->nr,
		.period = 1000,
		.chain = {.ips = (const uint8_t *)chain, .nr = dump->nr_chain},
		.raw = {(const uint8_t *)"raw data", 8},
		.branch = {.nr = t->nr % 3,
			   .entries = {(const uint8_t *)branches, t->nr % 3 * 24},
			   .counters = {(const uint8_t *)branches, t->nr % 3 * 8}},
		.weight = 77,
		.data_src = 88,
		.phys_addr = 99,
	};

	for (unsigned int i = 0; i < dump->nr_words; i++)
		words[i] = in_order(t, dump->words[i]);
	for (unsigned int i = 0; i < dump->nr_chain; i++)
		chain[i] = dump->chain[i];
	if (dump->ip) {
		sample.user_regs.abi = 2;
		sample.user_regs.regs = (struct defer_blob){(const uint8_t *)regs, sizeof(regs)};
		sample.user_stack.bytes =
			(struct defer_blob){(const uint8_t *)words, dump->nr_words * 8};
		sample.user_stack.dyn_size = (dump->filled ?: dump->nr_words) * 8;
	}
	builder__sample(&t->b, &t->events[dump->id == PLAIN_ID].attr, &sample);
	t->nr++;
}

/* ---- what a reader gets ---- */

#define MAX_IPS	    2048
#define MAX_SAMPLES 16

struct got {
	enum defer_class cls;
	uint32_t nr_kernel, nr_user;
	uint64_t kernel[8], user[MAX_IPS];
	uint64_t time, ip, weight, data_src, phys_addr, nr_branches, hw_index;
	uint64_t bytes; /* a sum of all bytes of the record */
	uint8_t raw[8], branches[48], counters[16];
	char last_dso[64]; /* of the outermost user address */
};

struct read {
	struct got got[MAX_SAMPLES];
	unsigned int nr;
	struct session *session;
	struct symbol_conf conf;
	struct defer_attr attrs[2];
};

/* Copies so much as there is room for. */
static void copy(void *to, size_t room, const void *from, uint64_t size)
{
	if (size)
		memcpy(to, from, size < room ? size : room);
}

static int get(void *ctx, unsigned int worker, const struct stitched *s, struct defer_error *err)
{
	struct read *read = ctx;
	struct got *got = &read->got[read->nr];
	const struct map *map;

	(void)worker;
	(void)err;
	if (read->nr == MAX_SAMPLES)
		return 0;
	read->nr++;
	*got = (struct got){
		.cls = s->cls,
		.nr_kernel = s->kernel.nr,
		.nr_user = s->user.nr,
		.time = s->sample->time,
		.ip = s->sample->ip,
		.weight = s->sample->weight,
		.data_src = s->sample->data_src,
		.phys_addr = s->sample->phys_addr,
		.nr_branches = s->sample->branch.nr,
	};
	copy(got->kernel, sizeof(got->kernel), s->kernel.ips, s->kernel.nr * 8ULL);
	copy(got->user, sizeof(got->user), s->user.ips, s->user.nr * 8ULL);
	copy(got->raw, sizeof(got->raw), s->sample->raw.data, s->sample->raw.size);
	copy(got->branches, sizeof(got->branches), s->sample->branch.entries.data,
	     s->sample->branch.entries.size);
	copy(got->counters, sizeof(got->counters), s->sample->branch.counters.data,
	     s->sample->branch.counters.size);
	for (uint32_t i = 0; i < s->rec->size; i++)
		got->bytes = got->bytes * 31 + s->rec->data[i];
	map = s->user.nr ? maps__find(machine__maps(read->session->machine, s->user_maps_id),
				      s->user.ips[s->user.nr - 1])
			 : NULL;
	snprintf(got->last_dso, sizeof(got->last_dso), "%s", map ? map->dso->long_name : "-");
	return 0;
}

static int open_session(struct session **session, const char *path, struct symbol_conf *conf,
			struct defer_error *err)
{
	const struct session_opts opts = {.path = path, .nr_workers = 2, .symbols = conf};
	int ret = session__open(session, &opts, err);

	return ret ? ret : session__gather(*session, err);
}

static int read_any(struct read *read, const char *path)
{
	struct defer_error err = DEFER_ERROR_INIT;

	memset(read, 0, sizeof(*read));
	if (open_session(&read->session, path, &read->conf, &err) ||
	    session__walk_ordered(read->session, get, read, &err))
		T_FAIL("%s: %s", path, err.text);
	return TEST_OK;
}

static int read_samples(struct read *read, const char *path)
{
	T_RUN(read_any(read, path));
	T_EQ(read->session->damage.nr, 0);
	T_EQ(defer_evlist__nr(read->session->evlist), 2);
	for (uint32_t i = 0; i < 2; i++)
		read->attrs[i] = defer_evlist__evsel(read->session->evlist, i)->attr;
	if (read->session->env->nr_events)
		T_EQ(read->session->env->events[0].attr.sample_type, read->attrs[0].sample_type);
	session__close(read->session);
	return TEST_OK;
}

static int inject(const char *from, const struct inject_opts *opts, struct inject_stats *stats,
		  struct defer_error *err)
{
	struct session *session = NULL;
	struct symbol_conf conf = {0};
	int ret = open_session(&session, from, &conf, err);

	if (!ret)
		ret = inject__run(session, opts, stats, err);
	if (session)
		session__close(session);
	return ret;
}

/* ---- what becomes of it ---- */

struct paths {
	char program[96], old[96], new[96], cache[96];
};

static int make_paths(struct paths *paths, const struct folder *folder)
{
	snprintf(paths->program, 96, "%s/program", folder->path);
	snprintf(paths->old, 96, "%s/old.data", folder->path);
	snprintf(paths->new, 96, "%s/new.data", folder->path);
	snprintf(paths->cache, 96, "%s/cache", folder->path);
	T_CHECK(write_program(paths->program));
	return TEST_OK;
}

static void trial__end(struct trial *t, const char *path)
{
	if (!t->b.is_pipe)
		builder__end_file(&t->b);
	builder__write(&t->b, path);
	builder__exit(&t->b);
}

/* The stack of two frames and the outermost function. */
static const uint64_t words[] = {11, START + CODE + 0x50,      22, START + CODE + 0x60,
				 33, START + OUTERMOST + 0x70, 44, 55};
#define WHOLE .ip = START + CODE + 0x10, .words = words, .nr_words = 8

#define KERNEL_CHAIN .mode = DEFER_MISC_KERNEL, .chain = {DEFER_CONTEXT_KERNEL, K1, K2}

static const struct dump dumps[] = {
	{KERNEL_CHAIN, .nr_chain = 3, WHOLE},
	{.mode = DEFER_MISC_USER, WHOLE},
	{KERNEL_CHAIN, .nr_chain = 2, WHOLE, .filled = 3},
	{KERNEL_CHAIN, .nr_chain = 3}, /* a kernel thread */
	{.mode = DEFER_MISC_USER},
	/* frame pointers have given a user half as well */
	{.mode = DEFER_MISC_KERNEL,
	 .chain = {DEFER_CONTEXT_KERNEL, K1, DEFER_CONTEXT_USER, 1, 2},
	 .nr_chain = 5,
	 WHOLE},
	{.mode = DEFER_MISC_USER, .ip = 0x1234, .words = words, .nr_words = 8},
	/* no kernel writes this: addresses of user space without a mark */
	{.mode = DEFER_MISC_USER, .chain = {1, 2}, .nr_chain = 2, WHOLE},
	{KERNEL_CHAIN, .nr_chain = 2, .id = PLAIN_ID},
};

#define NR_DUMPS (sizeof(dumps) / sizeof(dumps[0]))

struct want {
	enum defer_class before, after;
	unsigned int nr_kernel, nr_user;
	uint64_t user[3];
};

#define WHOLE_HALF                                                            \
	{                                                                     \
		START + CODE + 0x10, START + CODE + 0x4f, START + CODE + 0x5f \
	}

static const struct want wants[NR_DUMPS] = {
	{DEFER_UNWOUND, DEFER_INLINE, 2, 4, WHOLE_HALF},
	{DEFER_UNWOUND, DEFER_INLINE, 0, 4, WHOLE_HALF},
	{DEFER_DUMP_ENDED, DEFER_INLINE, 1, 2, WHOLE_HALF},
	{DEFER_KERNEL, DEFER_KERNEL, 2, 0, {0}},
	{DEFER_NOT_UNWOUND, DEFER_INLINE, 0, 1, {START + CODE + 8}},
	{DEFER_INLINE, DEFER_INLINE, 1, 2, {1, 2}},
	{DEFER_NO_CFI, DEFER_INLINE, 0, 1, {0x1234}},
	{DEFER_UNWOUND, DEFER_INLINE, 0, 4, WHOLE_HALF},
	{DEFER_NOT_ASKED, DEFER_NOT_ASKED, 1, 0, {0}},
};

static int check_stack(const struct got *got, const struct want *want, enum defer_class cls)
{
	T_EQ(got->cls, cls);
	T_EQ(got->nr_kernel, want->nr_kernel);
	T_EQ(got->nr_user, want->nr_user);
	for (unsigned int i = 0; i < want->nr_user && i < 3; i++)
		T_EQ(got->user[i], want->user[i]);
	if (want->nr_user == 4)
		T_EQ(got->user[3], START + OUTERMOST + 0x6f);
	return TEST_OK;
}

/* All that is not the stack is as it was. */
static int check_fields(const struct got *old, const struct got *new)
{
	T_EQ(new->time, old->time);
	T_EQ(new->ip, old->ip);
	T_EQ(new->weight, old->weight);
	T_EQ(new->data_src, old->data_src);
	T_EQ(new->phys_addr, old->phys_addr);
	T_EQ(new->nr_branches, old->nr_branches);
	T_EQ(memcmp(new->raw, old->raw, sizeof(old->raw)), 0);
	T_EQ(memcmp(new->branches, old->branches, sizeof(old->branches)), 0);
	T_EQ(memcmp(new->counters, old->counters, sizeof(old->counters)), 0);
	T_EQ(memcmp(new->kernel, old->kernel, sizeof(old->kernel)), 0);
	return TEST_OK;
}

static int check_attrs(const struct read *old, const struct read *new)
{
	const struct defer_attr *attr = &new->attrs[0];

	T_EQ(attr->sample_type, old->attrs[0].sample_type & ~DUMP);
	T_EQ(attr->flags, DEFER_ATTR_SAMPLE_ID_ALL);
	T_EQ(attr->sample_regs_user, 0);
	T_EQ(attr->sample_stack_user, 0);
	T_EQ(attr->branch_sample_type, old->attrs[0].branch_sample_type);
	T_EQ(new->attrs[1].sample_type, old->attrs[1].sample_type);
	T_EQ(new->attrs[1].flags, old->attrs[1].flags);
	T_EQ(new->attrs[1].sample_regs_user, REGS_MASK);
	return TEST_OK;
}

static void write_dumps(const struct paths *paths, bool big, bool pipe, uint64_t more)
{
	struct trial t;

	trial__begin(&t, paths->program, big, pipe, more);
	for (size_t i = 0; i < NR_DUMPS; i++)
		add_sample(&t, &dumps[i]);
	trial__end(&t, paths->old);
}

static int check_one(const struct paths *paths, bool keep_cookies)
{
	const struct inject_opts opts = {
		.path = paths->new, .convert = true, .keep_cookies = keep_cookies};
	struct defer_error err = DEFER_ERROR_INIT;
	static struct read old, new;
	struct inject_stats stats;

	if (inject(paths->old, &opts, &stats, &err))
		T_FAIL("%s", err.text);
	T_EQ(stats.dumps[DEFER_UNWOUND], 3);
	T_EQ(stats.dumps[DEFER_DUMP_ENDED], 1);
	T_EQ(inject_stats__dumps(&stats), 6);
	T_EQ(stats.samples, NR_DUMPS);
	T_RUN(read_samples(&old, paths->old));
	T_RUN(read_samples(&new, paths->new));
	T_EQ(old.nr, NR_DUMPS);
	T_EQ(new.nr, NR_DUMPS);
	T_RUN(check_attrs(&old, &new));
	for (size_t i = 0; i < NR_DUMPS; i++) {
		if (check_stack(&old.got[i], &wants[i], wants[i].before) ||
		    check_stack(&new.got[i], &wants[i], wants[i].after) ||
		    check_fields(&old.got[i], &new.got[i]))
			T_FAIL("sample %zu", i);
	}
	return TEST_OK;
}

static int check_forms(const struct folder *folder)
{
	struct paths paths;

	T_RUN(make_paths(&paths, folder));
	for (unsigned int i = 0; i < 32; i++) {
		write_dumps(&paths, i & 1, i & 2, layouts[i / 8]);
		if (check_one(&paths, i & 4))
			T_FAIL("big %u, pipe %u, keep %u, layout %u", i & 1, i & 2, i & 4, i / 8);
	}
	return TEST_OK;
}

/* Without the option, samples are what they were, byte by byte. */
static int check_unasked(const struct folder *folder)
{
	struct defer_error err = DEFER_ERROR_INIT;
	static struct read old, new;
	struct inject_stats stats;
	struct paths paths;

	T_RUN(make_paths(&paths, folder));
	for (unsigned int i = 0; i < 8; i++) {
		const struct inject_opts opts = {
			.path = paths.new,
			.marks_dir = i & 4 ? paths.cache : NULL,
		};

		write_dumps(&paths, i & 1, i & 2, layouts[3]);
		T_EQ(inject(paths.old, &opts, &stats, &err), 0);
		T_RUN(read_samples(&old, paths.old));
		T_RUN(read_samples(&new, paths.new));
		T_EQ(new.nr, NR_DUMPS);
		for (size_t at = 0; at < NR_DUMPS; at++)
			T_CHECK(new.got[at].bytes == old.got[at].bytes);
		T_EQ(new.attrs[0].sample_type, old.attrs[0].sample_type);
		T_EQ(new.attrs[0].sample_stack_user, 1024);
		T_EQ(stats.marked, 0);
		T_EQ(inject_stats__dumps(&stats), 0);
	}
	return TEST_OK;
}

/* A stack that ends early gets a last frame that says why. */
static int check_marks(const struct folder *folder)
{
	static const enum defer_class marked[] = {DEFER_DUMP_ENDED, DEFER_NOT_UNWOUND,
						  DEFER_NO_CFI};
	static const unsigned int at[] = {2, 4, 6};
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_opts opts = {.convert = true};
	static struct read new;
	struct inject_stats stats;
	struct paths paths;

	T_RUN(make_paths(&paths, folder));
	write_dumps(&paths, false, false, layouts[0]);
	opts.path = paths.new;
	opts.marks_dir = paths.cache;
	if (inject(paths.old, &opts, &stats, &err))
		T_FAIL("%s", err.text);
	T_EQ(stats.marked, 3);
	T_RUN(read_samples(&new, paths.new));
	for (size_t i = 0; i < 3; i++) {
		const struct got *got = &new.got[at[i]];

		T_EQ(got->nr_user, wants[at[i]].nr_user + 1);
		T_STREQ(got->last_dso, MARKS_FILE);
		T_EQ(got->user[got->nr_user - 1] % MARKS_FILE_SIZE, marks__offset(marked[i]));
	}
	T_RUN(check_stack(&new.got[0], &wants[0], DEFER_INLINE));
	return TEST_OK;
}

/* ---- what has no room ---- */

#define NR_CREEPING 1000 /* bytes of the stack, and so nearly as many frames */

static void write_creeping(const struct paths *paths, uint32_t raw_size)
{
	static uint8_t stack[NR_CREEPING], raw[UINT16_MAX];
	const uint64_t regs[3] = {7, SP, CREEP_ADDR};
	const struct defer_sample sample = {
		.misc = DEFER_MISC_USER,
		.id = DUMP_ID,
		.pid = PID,
		.tid = PID,
		.time = 1000,
		.chain = {.ips = (const uint8_t *)regs},
		.raw = {raw, raw_size},
		.user_regs = {.abi = 2, .regs = {(const uint8_t *)regs, sizeof(regs)}},
		.user_stack = {.bytes = {stack, NR_CREEPING}, .dyn_size = NR_CREEPING},
	};
	struct trial t;

	memset(stack, CREEP_BYTE, sizeof(stack));
	trial__begin(&t, paths->program, false, false, DEFER_SAMPLE_RAW);
	builder__sample(&t.b, &t.events[0].attr, &sample);
	trial__end(&t, paths->old);
}

static int check_large(const struct folder *folder)
{
	struct inject_opts opts = {.convert = true};
	struct defer_error err = DEFER_ERROR_INIT;
	static struct read old, new;
	struct inject_stats stats;
	struct paths paths;

	T_RUN(make_paths(&paths, folder));
	opts.path = paths.new;
	write_creeping(&paths, 60004);
	T_RUN(read_samples(&old, paths.old));
	T_CHECK(old.got[0].nr_user > 900);
	for (int extended = 0; extended < 2; extended++) {
		opts.extended = extended;
		if (inject(paths.old, &opts, &stats, &err))
			T_FAIL("%s", err.text);
		T_EQ(stats.cut, !extended);
		T_RUN(read_samples(&new, paths.new));
		/* 65,528 bytes: header and fixed fields 56, RAW 60,008, the number of entries, the mark */
		T_EQ(new.got[0].nr_user,
		     extended ? old.got[0].nr_user : (65528 - 56 - 60008 - 8 - 8) / 8);
		T_EQ(memcmp(new.got[0].user, old.got[0].user, new.got[0].nr_user * 8ULL), 0);
	}
	write_creeping(&paths, 100);
	opts.extended = false;
	T_EQ(inject(paths.old, &opts, &stats, &err), 0);
	T_EQ(stats.cut, 0);
	return TEST_OK;
}

/* ---- what is refused ---- */

static int check_refused(const struct folder *folder)
{
	struct inject_opts opts = {.convert = true};
	struct defer_error err = DEFER_ERROR_INIT;
	struct inject_stats stats;
	struct paths paths;
	struct trial t;

	T_RUN(make_paths(&paths, folder));
	opts.path = paths.new;

	/* None can be unwound: what is in them would be gone. */
	trial__begin(&t, paths.program, false, false, layouts[0]);
	add_sample(&t, &dumps[4]);
	trial__end(&t, paths.old);
	T_EQ(inject(paths.old, &opts, &stats, &err), DEFER_ERR_UNSUPPORTED);
	T_CHECK(strstr(err.text, "no stack dump could be unwound"));
	T_CHECK(access(paths.new, F_OK) != 0);

	/* Without a callchain there is nothing that could hold the addresses. */
	defer_error__clear(&err);
	t = (struct trial){0};
	set_events(&t, 0);
	t.events[0].attr.sample_type &= ~DEFER_SAMPLE_CALLCHAIN;
	builder__init(&t.b, false);
	builder__begin_file(&t.b, t.events, 2);
	trial__end(&t, paths.old);
	T_EQ(inject(paths.old, &opts, &stats, &err), DEFER_ERR_INVAL);
	T_CHECK(strstr(err.text, "no event has"));
	T_CHECK(access(paths.new, F_OK) != 0);

	/* Readers would show what the LBR has, not the callchain. */
	defer_error__clear(&err);
	t = (struct trial){0};
	set_events(&t, DEFER_SAMPLE_BRANCH_STACK);
	t.events[0].attr.branch_sample_type |= DEFER_BRANCH_CALL_STACK;
	builder__init(&t.b, false);
	builder__begin_file(&t.b, t.events, 2);
	trial__end(&t, paths.old);
	T_EQ(inject(paths.old, &opts, &stats, &err), DEFER_ERR_INVAL);
	return TEST_OK;
}

/* A sample of another size than its fields is left out: by the new attr it might be a whole one. */
static int check_broken(const struct folder *folder)
{
	struct inject_opts opts = {.convert = true};
	struct defer_error err = DEFER_ERROR_INIT;
	static struct read new;
	struct inject_stats stats;
	struct defer_attr attr;
	struct paths paths;
	struct trial t;

	T_RUN(make_paths(&paths, folder));
	opts.path = paths.new;
	trial__begin(&t, paths.program, false, false, layouts[0]);
	add_sample(&t, &dumps[0]);
	attr = t.events[0].attr;
	t.events[0].attr.sample_type &= ~DUMP;
	add_sample(&t, &dumps[3]);
	t.events[0].attr = attr;
	add_sample(&t, &dumps[1]);
	trial__end(&t, paths.old);
	T_EQ(inject(paths.old, &opts, &stats, &err), 0);
	T_RUN(read_samples(&new, paths.new));
	T_EQ(new.nr, 2);
	T_EQ(new.got[1].time, 1002);
	return TEST_OK;
}

/* Whatever came in: each sample that could be read has the stack that it had. */
static int check_spoilt(const struct paths *paths)
{
	const struct inject_opts opts = {.path = paths->new, .convert = true};
	struct defer_error err = DEFER_ERROR_INIT;
	static struct read old, new;
	struct inject_stats stats;

	unlink(paths->new);
	if (inject(paths->old, &opts, &stats, &err)) {
		T_CHECK(access(paths->new, F_OK) != 0);
		return TEST_OK;
	}
	T_RUN(read_any(&old, paths->old));
	T_RUN(read_any(&new, paths->new));
	session__close(old.session);
	session__close(new.session);
	T_EQ(new.nr, old.nr);
	for (unsigned int i = 0; i < new.nr; i++) {
		T_EQ(new.got[i].nr_user, old.got[i].nr_user);
		T_EQ(memcmp(new.got[i].user, old.got[i].user, sizeof(old.got[i].user)), 0);
		T_EQ(new.got[i].nr_kernel, old.got[i].nr_kernel);
		T_RUN(check_fields(&old.got[i], &new.got[i]));
	}
	return TEST_OK;
}

static int check_mutants(const struct folder *folder)
{
	const char *scale = getenv("HOSTILE_SCALE");
	const int nr = 400 * (scale ? atoi(scale) : 1);
	struct paths paths;
	struct trial t;
	uint64_t rng = 7;

	T_RUN(make_paths(&paths, folder));
	for (int i = 0; i < nr; i++) {
		trial__begin(&t, paths.program, i & 1, i & 2, layouts[i / 4 % 4]);
		for (size_t at = 0; at < NR_DUMPS; at++)
			add_sample(&t, &dumps[at]);
		for (uint64_t left = 1 + rng__below(&rng, 4); left; left--)
			t.b.data[rng__below(&rng, t.b.size)] = rng__next(&rng);
		trial__end(&t, paths.old);
		if (check_spoilt(&paths))
			T_FAIL("mutant %d", i);
	}
	return TEST_OK;
}

/* Each case has a folder of its own. */
#define IN_FOLDER(name)                           \
	static int test_##name(void)              \
	{                                         \
		return folder__run(check_##name); \
	}
IN_FOLDER(forms)
IN_FOLDER(unasked)
IN_FOLDER(marks)
IN_FOLDER(large)
IN_FOLDER(refused)
IN_FOLDER(broken)
IN_FOLDER(mutants)

static const struct test_case cases[] = {
	{"files, streams, both byte orders, other fields around the dump", test_forms},
	{"unasked, samples stay as they are", test_unasked},
	{"a last frame says why a stack ended early", test_marks},
	{"stacks that no record has room for", test_large},
	{"traces that are refused", test_refused},
	{"samples that cannot be read", test_broken},
	{"damaged traces", test_mutants},
	{0},
};

const struct test_suite suite__convert = {"convert", "stack dumps become callchains", cases};
