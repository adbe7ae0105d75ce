// SPDX-License-Identifier: GPL-2.0-only
/* Samples in sigreturn: the kernel's functions, and the frames that lie in them. */
#include <elf.h>
#include <stdlib.h>
#include <unistd.h>

#include <perf/defer-sample.h>

#include "tests/elf-writer.h"
#include "tests/tests.h"
#include "util/dso/sigreturn.h"

#define COOKIE 0x300000001ULL
#define RT     0xffffffff810d3cc0ULL /* rt_sigreturn, 0x100 bytes */
#define COMPAT 0xffffffff810dbf80ULL /* the one of 32-bit tasks, 0xe0 bytes, far behind it */

/* ---- frames ---------------------------------------------------------------------------------- */

static const struct defer_stitch_func funcs[] = {{RT, RT + 0x100}, {COMPAT, COMPAT + 0xe0}};

static struct defer_stitch *new_stitch(bool no_output)
{
	const struct defer_stitch_opts opts = {.no_output = no_output};
	const struct defer_stitch_record rec = {
		.cookie = COOKIE, .time = 2000, .ref = 2, .pid = 5, .tid = 5, .nr = 3};
	struct defer_stitch *st = defer_stitch__new(&opts);

	if (!st || defer_stitch__add_record(st, &rec) || defer_stitch__seal(st))
		abort();
	return st;
}

static struct defer_sample sample_of(uint16_t mode, uint64_t ip, const uint64_t *ips, uint64_t nr)
{
	return (struct defer_sample){
		.cpumode = mode,
		.has_ip = true,
		.ip = ip,
		.pid = 5,
		.tid = 5,
		.time = 1000,
		.chain = {.ips = (const uint8_t *)ips, .nr = nr},
	};
}

static enum defer_class class_by(const struct defer_stitch *st, const struct defer_sample *sample)
{
	struct defer_verdict verdict;

	if (defer_stitch__classify(st, sample, 1, NULL, &verdict))
		abort();
	return verdict.cls;
}

/* Returns the class of a sample with the chain @ips, hit in the kernel at @ip. */
static enum defer_class class_of(uint64_t ip, const uint64_t *ips, uint64_t nr)
{
	const struct defer_sample sample = sample_of(DEFER_MISC_KERNEL, ip, ips, nr);
	struct defer_stitch *st = new_stitch(false);
	enum defer_class cls;

	defer_stitch__set_sigreturn(st, funcs, 2);
	cls = class_by(st, &sample);
	defer_stitch__delete(st);
	return cls;
}

#define KERNEL	    DEFER_CONTEXT_KERNEL
#define OTHER	    0xffffffff81000100ULL
#define COOKIE_MARK DEFER_CONTEXT_USER_DEFERRED, COOKIE
#define CLASS_OF(...)                                                 \
	class_of(OTHER, (const uint64_t[]){__VA_ARGS__, COOKIE_MARK}, \
		 sizeof((const uint64_t[]){__VA_ARGS__, COOKIE_MARK}) / sizeof(uint64_t))

/* The frame may be anywhere in the kernel half, whose length is even or odd. */
static int test_frames(void)
{
	uint64_t ips[24];

	for (uint64_t nr = 1; nr <= 20; nr++) {
		ips[0] = KERNEL;
		for (uint64_t i = 1; i <= nr; i++)
			ips[i] = OTHER + i;
		ips[nr + 1] = DEFER_CONTEXT_USER_DEFERRED;
		ips[nr + 2] = COOKIE;
		T_EQ(class_of(OTHER, ips, nr + 3), DEFER_MERGED);
		for (uint64_t i = 1; i <= nr; i++) {
			ips[i] = RT + 0x42;
			T_EQ(class_of(OTHER, ips, nr + 3), DEFER_SIGRETURN);
			ips[i] = OTHER + i;
		}
	}
	return TEST_OK;
}

static int test_edges(void)
{
	T_EQ(CLASS_OF(KERNEL, RT), DEFER_SIGRETURN);
	T_EQ(CLASS_OF(KERNEL, RT - 1), DEFER_MERGED);
	T_EQ(CLASS_OF(KERNEL, RT + 0xff), DEFER_SIGRETURN);
	T_EQ(CLASS_OF(KERNEL, RT + 0x100), DEFER_MERGED);
	T_EQ(CLASS_OF(KERNEL, COMPAT - 1), DEFER_MERGED);
	T_EQ(CLASS_OF(KERNEL, COMPAT), DEFER_SIGRETURN);
	T_EQ(CLASS_OF(KERNEL, COMPAT + 0xdf), DEFER_SIGRETURN);
	T_EQ(CLASS_OF(KERNEL, COMPAT + 0xe0), DEFER_MERGED);
	/* An address of user space may have the same lower half. */
	T_EQ(CLASS_OF(KERNEL, OTHER, RT & 0xffffffff), DEFER_MERGED);
	return TEST_OK;
}

/* The same address means something else in a guest, and in user space. */
static int test_spaces(void)
{
	T_EQ(CLASS_OF(DEFER_CONTEXT_GUEST_KERNEL, RT), DEFER_MERGED);
	T_EQ(CLASS_OF(DEFER_CONTEXT_GUEST_KERNEL, RT, KERNEL, OTHER), DEFER_MERGED);
	T_EQ(CLASS_OF(DEFER_CONTEXT_GUEST_KERNEL, OTHER, KERNEL, RT), DEFER_SIGRETURN);
	T_EQ(CLASS_OF(KERNEL, OTHER, DEFER_CONTEXT_USER, RT), DEFER_MERGED);
	return TEST_OK;
}

/* The address that was hit is a frame even if the chain has none. */
static int test_hit(void)
{
	const uint64_t ips[] = {COOKIE_MARK};
	struct defer_sample sample = sample_of(DEFER_MISC_KERNEL, RT + 8, ips, 2);
	struct defer_stitch *st = new_stitch(false);

	defer_stitch__set_sigreturn(st, funcs, 2);
	T_EQ(class_by(st, &sample), DEFER_SIGRETURN);
	sample.cpumode = DEFER_MISC_GUEST_KERNEL;
	T_EQ(class_by(st, &sample), DEFER_MERGED);
	sample = sample_of(DEFER_MISC_KERNEL, OTHER, ips, 2);
	T_EQ(class_by(st, &sample), DEFER_MERGED);
	defer_stitch__delete(st);
	return TEST_OK;
}

/* A chain of the other byte order, and a chain that begins at an odd address. */
static int test_bytes(void)
{
	const uint64_t ips[] = {KERNEL, OTHER, RT + 4, COOKIE_MARK};
	uint64_t swapped[5];
	uint8_t odd[sizeof(ips) + 1];
	struct defer_sample sample = sample_of(DEFER_MISC_KERNEL, OTHER, swapped, 5);
	struct defer_stitch *st = new_stitch(false);

	for (int i = 0; i < 5; i++)
		swapped[i] = __builtin_bswap64(ips[i]);
	sample.chain.swap = true;
	defer_stitch__set_sigreturn(st, funcs, 2);
	T_EQ(class_by(st, &sample), DEFER_SIGRETURN);
	memcpy(odd + 1, ips, sizeof(ips));
	sample.chain = (struct defer_chain){odd + 1, 5, false};
	T_EQ(class_by(st, &sample), DEFER_SIGRETURN);
	defer_stitch__delete(st);
	return TEST_OK;
}

/* What is known of the functions, and of the records, decides whether there is the class at all. */
static int test_known(void)
{
	static const struct defer_stitch_func apart[] = {{0x1000, 0x1100}, {RT, RT + 0x100}};
	const uint64_t ips[] = {KERNEL, OTHER, RT, COOKIE_MARK};
	const uint64_t in_place[] = {KERNEL, RT, DEFER_CONTEXT_USER, 0x400100};
	struct defer_sample sample = sample_of(DEFER_MISC_KERNEL, OTHER, ips, 5);
	struct defer_stitch *st = new_stitch(false);

	T_EQ(class_by(st, &sample), DEFER_MERGED);
	defer_stitch__set_sigreturn(st, apart, 2);
	T_EQ(class_by(st, &sample), DEFER_SIGRETURN);
	defer_stitch__set_sigreturn(st, funcs + 1, 1);
	T_EQ(class_by(st, &sample), DEFER_MERGED);
	defer_stitch__set_sigreturn(st, funcs, 2);
	/* An in-place chain is unwound on the spot, and right. */
	sample = sample_of(DEFER_MISC_KERNEL, RT, in_place, 4);
	T_EQ(class_by(st, &sample), DEFER_INLINE);
	defer_stitch__delete(st);
	st = new_stitch(true);
	defer_stitch__set_sigreturn(st, funcs, 2);
	sample = sample_of(DEFER_MISC_KERNEL, OTHER, ips, 5);
	T_EQ(class_by(st, &sample), DEFER_NOT_RECORDED);
	defer_stitch__delete(st);
	return TEST_OK;
}

/* A sample in sigreturn without a record shows that its task had left another entry. */
static int test_sign(void)
{
	const uint64_t other = 0x500000001ULL;
	const uint64_t ips[] = {KERNEL, RT, DEFER_CONTEXT_USER_DEFERRED, other};
	struct defer_sample sample = sample_of(DEFER_MISC_KERNEL, RT, ips, 4);
	struct defer_stitch_sample before = {0x700000001ULL, 500, 0, 5, 5, 0};
	struct defer_stitch *st = new_stitch(false);
	struct defer_signs *signs = defer_signs__new(st);
	struct defer_verdict verdict;

	T_CHECK(signs);
	/* There is no later record to show it. */
	sample.time = 3000;
	before.time = 2500;
	defer_stitch__set_sigreturn(st, funcs, 2);
	T_EQ(defer_stitch__settle(st, signs, &before), DEFER_PENDING);
	T_EQ(defer_stitch__classify(st, &sample, 9, signs, &verdict), 0);
	T_EQ(verdict.cls, DEFER_SIGRETURN);
	T_CHECK(!verdict.has_record);
	T_EQ(defer_stitch__settle(st, signs, &before), DEFER_LOST);
	defer_signs__delete(signs);
	defer_stitch__delete(st);
	return TEST_OK;
}

/* ---- functions ------------------------------------------------------------------------------- */

static char *new_file(const char *text, size_t size)
{
	char *path = strdup("/tmp/perf-defer-sigreturn-XXXXXX");
	int fd = path ? mkstemp(path) : -1;

	if (fd < 0 || write(fd, text, size) != (ssize_t)size)
		abort();
	close(fd);
	return path;
}

static bool find_in(struct sigreturn *sigreturn, const struct symbol_conf *conf,
		    const char *ref_name, uint64_t ref_addr)
{
	struct kernel_syms ks;
	bool found;

	if (kernel_syms__init(&ks, conf, NULL, NULL, ref_name, ref_addr, NULL))
		abort();
	found = sigreturn__find(sigreturn, &ks);
	kernel_syms__exit(&ks);
	return found;
}

static bool find_in_list(struct sigreturn *sigreturn, const char *text, uint64_t ref_addr)
{
	char *path = new_file(text, strlen(text));
	const struct symbol_conf conf = {.kallsyms = path};
	bool found = find_in(sigreturn, &conf, ref_addr ? "_text" : NULL, ref_addr);

	unlink(path);
	free(path);
	return found;
}

#define LIST                                                         \
	"ffffffff81000000 T _text\n"                                 \
	"ffffffff81000010 T kernel_text_address\n"                   \
	"ffffffff810983e0 T arch_syscall_is_vdso_sigreturn\n"        \
	"ffffffff810d39b0 T x64_setup_rt_frame\n"                    \
	"ffffffff810d3cb0 T __pfx___x64_sys_rt_sigreturn\n"          \
	"ffffffff810d3cc0 t __do_sys_rt_sigreturn\n"                 \
	"ffffffff810d3cc0 T __ia32_sys_rt_sigreturn\n"               \
	"ffffffff810d3cc0 T __x64_sys_rt_sigreturn\n"                \
	"ffffffff810d3dc0 T __pfx_sigaction_compat_abi\n"            \
	"ffffffff810dbf80 t __do_compat_sys_sigreturn.constprop.0\n" \
	"ffffffff810dc060 t __x64_compat_sys_x32_rt_sigreturn\n"     \
	"ffffffff810dc0f0 T next\n"                                  \
	"ffffffff81100000 t __x64_sys_rt_sigreturn\t[module]\n"      \
	"ffffffff82e322e0 t event_exit__rt_sigreturn\n"              \
	"ffffffff83911ec8 d _eil_addr___x64_sys_rt_sigreturn\n"      \
	"ffffffff83912000 D _edata\n"                                \
	"ffffffffc0001100 t other\t[module]\n"

static int check_list(const struct sigreturn *sigreturn, uint64_t delta)
{
	T_EQ(sigreturn->nr, 3);
	T_EQ(sigreturn->funcs[0].start, 0xffffffff810d3cc0 + delta);
	T_EQ(sigreturn->funcs[0].end, 0xffffffff810d3dc0 + delta);
	T_EQ(sigreturn->funcs[1].start, 0xffffffff810dbf80 + delta);
	T_EQ(sigreturn->funcs[1].end, 0xffffffff810dc060 + delta);
	T_EQ(sigreturn->funcs[2].start, 0xffffffff810dc060 + delta);
	T_EQ(sigreturn->funcs[2].end, 0xffffffff810dc0f0 + delta);
	return TEST_OK;
}

static int test_list(void)
{
	struct sigreturn sigreturn;

	T_CHECK(find_in_list(&sigreturn, LIST, 0));
	T_RUN(check_list(&sigreturn, 0));
	T_CHECK(find_in_list(&sigreturn, LIST, 0xffffffff81000000));
	T_RUN(check_list(&sigreturn, 0));
	/* The list of another boot is moved. */
	T_CHECK(find_in_list(&sigreturn, LIST, 0xffffffffa6e00000));
	T_RUN(check_list(&sigreturn, 0x25e00000));
	return TEST_OK;
}

static int test_no_list(void)
{
	struct sigreturn sigreturn;

	T_CHECK(!find_in_list(&sigreturn, "ffffffff81000000 T _text\n", 0));
	T_CHECK(!find_in_list(&sigreturn, "0000000000000000 T __x64_sys_rt_sigreturn\n", 0));
	T_CHECK(!find_in_list(&sigreturn, "", 0));
	return TEST_OK;
}

/* In a list out of order, the next line is far away: the function does not end there. */
static int test_unordered(void)
{
	struct sigreturn sigreturn;

	T_CHECK(find_in_list(&sigreturn,
			     "ffffffff810d3cc0 T __x64_sys_rt_sigreturn\n"
			     "ffffffff89000000 T far\n",
			     0));
	T_EQ(sigreturn.nr, 1);
	T_EQ(sigreturn.funcs[0].end - sigreturn.funcs[0].start, 4096);
	return TEST_OK;
}

/* Wherever the list is cut into blocks, the function ends where the next line says. */
static int test_blocks(void)
{
	static const char head[] = "ffffffff81000000 T _text\n";
	static const char tail[] = "ffffffff810d3cc0 T __x64_sys_rt_sigreturn\n"
				   "ffffffff810d3dc0 T next\n";
	static const char line[] = "ffffffff81000001 r %0*d\n";
	const size_t block = 128 << 10;
	char *text = malloc(block + 1024);

	T_CHECK(text);
	for (size_t before = 0; before < sizeof(tail) + 2; before++) {
		size_t at = sprintf(text, "%s", head), want = block - before;
		struct sigreturn sigreturn;

		while (want - at > 200)
			at += sprintf(text + at, line, 80, 0);
		at += sprintf(text + at, line, (int)(want - at - 20), 0);
		T_EQ(at, want);
		strcpy(text + at, tail);
		T_CHECK(find_in_list(&sigreturn, text, 0xffffffffa6e00000));
		T_EQ(sigreturn.nr, 1);
		T_EQ(sigreturn.funcs[0].start, 0xffffffffa6ed3cc0);
		T_EQ(sigreturn.funcs[0].end, 0xffffffffa6ed3dc0);
	}
	free(text);
	return TEST_OK;
}

/* A vmlinux has the addresses of the linker. */
static int test_vmlinux(void)
{
	struct elf_writer *w = calloc(1, sizeof(*w));
	char *path = new_file("", 0);
	const struct symbol_conf conf = {.vmlinux = path};
	struct sigreturn sigreturn;
	int text;

	T_CHECK(w);
	elf_writer__init(w, ET_EXEC);
	text = elf_writer__section(w, ".text", SHT_PROGBITS, SHF_ALLOC | SHF_EXECINSTR,
				   0xffffffff81000000, 0, "", 1);
	elf_writer__symbol(w, "_text", 0xffffffff81000000, 0, ELF64_ST_INFO(STB_GLOBAL, STT_NOTYPE),
			   text);
	elf_writer__symbol(w, "__x64_sys_rt_sigreturn", 0xffffffff810d3cc0, 0x100,
			   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), text);
	elf_writer__symbol(w, "__ia32_sys_rt_sigreturn", 0xffffffff810d3cc0, 0x100,
			   ELF64_ST_INFO(STB_GLOBAL, STT_FUNC), text);
	elf_writer__symbol(w, "_eil_addr___x64_sys_rt_sigreturn", 0xffffffff82000000, 8,
			   ELF64_ST_INFO(STB_LOCAL, STT_OBJECT), text);
	elf_writer__symtab(w, SHT_SYMTAB);
	T_CHECK(elf_writer__finish(w, path));
	free(w);
	T_CHECK(find_in(&sigreturn, &conf, "_text", 0xffffffffa6e00000));
	T_EQ(sigreturn.nr, 1);
	T_EQ(sigreturn.funcs[0].start, 0xffffffffa6ed3cc0);
	T_EQ(sigreturn.funcs[0].end, 0xffffffffa6ed3dc0);
	T_CHECK(!find_in(&sigreturn, &conf, "_start", 0xffffffffa6e00000));
	unlink(path);
	free(path);
	return TEST_OK;
}

static const struct test_case cases[] = {
	{"a frame anywhere in the kernel half", test_frames},
	{"the edges of functions", test_edges},
	{"the same address in other spaces", test_spaces},
	{"the address that was hit", test_hit},
	{"chains as they may lie in a record", test_bytes},
	{"what is known of functions and records", test_known},
	{"a sign for other samples", test_sign},
	{"the functions of a list, also of another boot", test_list},
	{"lists without them", test_no_list},
	{"a list out of order", test_unordered},
	{"a list cut into blocks", test_blocks},
	{"the functions of a vmlinux", test_vmlinux},
	{0},
};

const struct test_suite suite__sigreturn = {"sigreturn", "Samples in sigreturn", cases};
