// SPDX-License-Identifier: GPL-2.0-only
/*
 * bpf [MS]: loads three BPF programs, and then has the kernel run each in turn, for so long.
 *
 * hot_entry calls hot_loop, and has BTF, which names both. bare is the same without BTF. alone is
 * the loop by itself, without BTF. Prints "loaded" when they are there; fails where the kernel
 * does not load them.
 */
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/filter.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

#define INSN(c, dst, src, o, i) \
	((struct bpf_insn){.code = (c), .dst_reg = (dst), .src_reg = (src), .off = (o), .imm = (i)})
#define EXIT_INSN INSN(BPF_JMP | BPF_EXIT, 0, 0, 0, 0)
/* Of three instructions, so often; of which is returned. */
#define LOOP                                                   \
	INSN(BPF_ALU64 | BPF_MOV | BPF_K, 0, 0, 0, 0),         \
		INSN(BPF_ALU64 | BPF_MOV | BPF_K, 1, 0, 0, 0), \
		INSN(BPF_ALU64 | BPF_ADD | BPF_X, 0, 1, 0, 0), \
		INSN(BPF_ALU64 | BPF_ADD | BPF_K, 1, 0, 0, 1), \
		INSN(BPF_JMP | BPF_JLT | BPF_K, 1, 0, -3, 4000), EXIT_INSN
#define LOOP_AT 2 /* instructions before it */

static const struct bpf_insn with_call[] = {
	INSN(BPF_JMP | BPF_CALL, 0, BPF_PSEUDO_CALL, 0, LOOP_AT - 1),
	EXIT_INSN,
	LOOP,
};
static const struct bpf_insn loop[] = {LOOP};

/* Names, of which the offsets are below; the first one is empty. */
static const char strings[] = "\0int\0hot_entry\0hot_loop";

#define KIND(kind) ((uint32_t)(kind) << 24)

/* int hot_entry(void), int hot_loop(void) */
struct btf_blob {
	struct btf_header header;
	struct btf_type integer;
	uint32_t bits;
	struct btf_type proto, entry, loop;
	char strings[sizeof(strings)];
} __attribute__((packed));

enum {
	TYPE_INT = 1,
	TYPE_PROTO,
	TYPE_ENTRY,
	TYPE_LOOP
};

static int load_btf(void)
{
	struct btf_blob blob = {
		.header = {.magic = BTF_MAGIC,
			   .version = BTF_VERSION,
			   .hdr_len = sizeof(blob.header)},
		.integer = {.name_off = 1, .info = KIND(BTF_KIND_INT), .size = 4},
		.bits = BTF_INT_SIGNED << 24 | 32,
		.proto = {.info = KIND(BTF_KIND_FUNC_PROTO), .type = TYPE_INT},
		.entry = {.name_off = 5, .info = KIND(BTF_KIND_FUNC), .type = TYPE_PROTO},
		.loop = {.name_off = 15, .info = KIND(BTF_KIND_FUNC), .type = TYPE_PROTO},
	};
	union bpf_attr attr = {.btf = (uintptr_t)&blob, .btf_size = sizeof(blob)};

	memcpy(blob.strings, strings, sizeof(strings));
	blob.header.type_len = offsetof(struct btf_blob, strings) - sizeof(blob.header);
	blob.header.str_off = blob.header.type_len;
	blob.header.str_len = sizeof(strings);
	return syscall(SYS_bpf, BPF_BTF_LOAD, &attr, sizeof(attr));
}

static int load(const char *name, const struct bpf_insn *insns, uint32_t nr, int btf)
{
	const struct bpf_func_info funcs[] = {{0, TYPE_ENTRY}, {LOOP_AT, TYPE_LOOP}};
	union bpf_attr attr = {
		.prog_type = BPF_PROG_TYPE_SCHED_CLS,
		.insns = (uintptr_t)insns,
		.insn_cnt = nr,
		.license = (uintptr_t) "GPL",
	};

	memcpy(attr.prog_name, name, strlen(name));
	if (btf >= 0) {
		attr.prog_btf_fd = btf;
		attr.func_info = (uintptr_t)funcs;
		attr.func_info_cnt = 2;
		attr.func_info_rec_size = sizeof(funcs[0]);
	}
	return syscall(SYS_bpf, BPF_PROG_LOAD, &attr, sizeof(attr));
}

static __noinline long run(int fd)
{
	static const char packet[64];
	union bpf_attr attr = {.test = {
				       .prog_fd = fd,
				       .data_in = (uintptr_t)packet,
				       .data_size_in = sizeof(packet),
				       .repeat = 200,
			       }};

	return syscall3(SYS_bpf, BPF_PROG_TEST_RUN, (long)&attr, sizeof(attr));
}

int main(int argc, char **argv)
{
	double end = arg_deadline(argc, argv, 1, 1000);
	int btf = load_btf(), progs[3];

	end_chains_above(__builtin_frame_address(0));
	progs[0] = btf < 0 ? -1 : load("hot_entry", with_call, 2 + 6, btf);
	progs[1] = load("bare", with_call, 2 + 6, -1);
	progs[2] = load("alone", loop, 6, -1);
	if (progs[0] < 0 || progs[1] < 0 || progs[2] < 0)
		die("bpf");
	puts("loaded");
	fflush(stdout);
	for (int i = 0; now() < end; i++) {
		long ret = run(progs[i % 3]);

		if (ret < 0) {
			fprintf(stderr, "bpf: run: %s\n", strerror(-ret));
			exit(1);
		}
	}
	exit(0);
}
