// SPDX-License-Identifier: GPL-2.0-only
/*
 * Code of many shapes, run step by step by the suite unwind-step between two breakpoints: recursion,
 * stacks of sizes that only the running program knows, tail calls, callbacks from the C library, first
 * calls through the PLT, the vdso, signal handlers on both stacks, longjmp, and hand-written CFI.
 */
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define noinline __attribute__((noinline))

static volatile int sink;

/* ---- hand-written CFI ------------------------------------------------------------------------ */

long odd_pushes(long n);
long odd_by_rbx(long n);
long odd_register(long n);
long odd_two_exits(long n);
long odd_expression(long n);

#ifdef __x86_64__
__asm__(".text\n"
	/* The stack moves under one function. */
	".globl odd_pushes\n.type odd_pushes, @function\nodd_pushes:\n"
	".cfi_startproc\n"
	"push %rbx\n.cfi_adjust_cfa_offset 8\n.cfi_rel_offset rbx, 0\n"
	"mov %rdi, %rbx\n"
	"push $1\n.cfi_adjust_cfa_offset 8\n"
	"push $2\n.cfi_adjust_cfa_offset 8\n"
	"sub $24, %rsp\n.cfi_adjust_cfa_offset 24\n"
	"call odd_by_rbx\n"
	"add $24, %rsp\n.cfi_adjust_cfa_offset -24\n"
	"pop %rdx\n.cfi_adjust_cfa_offset -8\n"
	"pop %rdx\n.cfi_adjust_cfa_offset -8\n"
	"pop %rbx\n.cfi_adjust_cfa_offset -8\n.cfi_restore rbx\n"
	"ret\n.cfi_endproc\n.size odd_pushes, .-odd_pushes\n"
	/* The frame is known by a register that is no frame pointer elsewhere; the stack is aligned. */
	".globl odd_by_rbx\n.type odd_by_rbx, @function\nodd_by_rbx:\n"
	".cfi_startproc\n"
	"push %rbx\n.cfi_def_cfa_offset 16\n.cfi_offset rbx, -16\n"
	"mov %rsp, %rbx\n.cfi_def_cfa_register rbx\n"
	"and $-128, %rsp\n"
	"sub $256, %rsp\n"
	"call odd_register\n"
	"mov %rbx, %rsp\n"
	"pop %rbx\n.cfi_def_cfa rsp, 8\n.cfi_restore rbx\n"
	"ret\n.cfi_endproc\n.size odd_by_rbx, .-odd_by_rbx\n"
	/* The return address leaves the stack. */
	".globl odd_register\n.type odd_register, @function\nodd_register:\n"
	".cfi_startproc\n"
	"pop %r11\n.cfi_def_cfa_offset 0\n.cfi_register rip, r11\n"
	"mov %rdi, %rax\n"
	"add $1, %rax\n"
	"push %r11\n.cfi_def_cfa_offset 8\n.cfi_offset rip, -8\n"
	"ret\n.cfi_endproc\n.size odd_register, .-odd_register\n"
	/* The first exit does not end the frame. */
	".globl odd_two_exits\n.type odd_two_exits, @function\nodd_two_exits:\n"
	".cfi_startproc\n"
	"push %rbp\n.cfi_def_cfa_offset 16\n.cfi_offset rbp, -16\n"
	"mov %rsp, %rbp\n.cfi_def_cfa_register rbp\n"
	"test %rdi, %rdi\n"
	"jne 1f\n"
	"xor %eax, %eax\n"
	".cfi_remember_state\n"
	"pop %rbp\n.cfi_def_cfa rsp, 8\n.cfi_restore rbp\n"
	"ret\n"
	".cfi_restore_state\n"
	"1: dec %rdi\n"
	"call odd_two_exits\n"
	"leave\n.cfi_def_cfa rsp, 8\n.cfi_restore rbp\n"
	"ret\n.cfi_endproc\n.size odd_two_exits, .-odd_two_exits\n"
	/* The CFA is in memory (DW_CFA_def_cfa_expression: breg6 -8, deref), as gcc has it for DRAP. */
	".globl odd_expression\n.type odd_expression, @function\nodd_expression:\n"
	".cfi_startproc\n"
	"lea 8(%rsp), %r10\n.cfi_def_cfa r10, 0\n"
	"and $-64, %rsp\n"
	"pushq -8(%r10)\n"
	"push %rbp\n"
	"mov %rsp, %rbp\n.cfi_escape 0x10, 6, 2, 0x76, 0\n"
	"push %r10\n.cfi_escape 0x0f, 3, 0x76, 0x78, 6\n"
	"sub $40, %rsp\n"
	"call odd_pushes\n"
	"add $40, %rsp\n"
	"pop %r10\n.cfi_def_cfa r10, 0\n"
	"pop %rbp\n.cfi_same_value rbp\n"
	"lea -8(%r10), %rsp\n.cfi_def_cfa rsp, 8\n"
	"ret\n.cfi_endproc\n.size odd_expression, .-odd_expression\n");
#else
__asm__(".text\n"
	".globl odd_pushes\n.type odd_pushes, @function\nodd_pushes:\n"
	".cfi_startproc\n"
	"push %ebx\n.cfi_adjust_cfa_offset 4\n.cfi_rel_offset ebx, 0\n"
	"mov 8(%esp), %ebx\n"
	"push $1\n.cfi_adjust_cfa_offset 4\n"
	"push %ebx\n.cfi_adjust_cfa_offset 4\n"
	"call odd_by_rbx\n"
	"pop %edx\n.cfi_adjust_cfa_offset -4\n"
	"pop %edx\n.cfi_adjust_cfa_offset -4\n"
	"pop %ebx\n.cfi_adjust_cfa_offset -4\n.cfi_restore ebx\n"
	"ret\n.cfi_endproc\n.size odd_pushes, .-odd_pushes\n"
	".globl odd_by_rbx\n.type odd_by_rbx, @function\nodd_by_rbx:\n"
	".cfi_startproc\n"
	"push %ebx\n.cfi_def_cfa_offset 8\n.cfi_offset ebx, -8\n"
	"mov %esp, %ebx\n.cfi_def_cfa_register ebx\n"
	"and $-128, %esp\n"
	"sub $256, %esp\n"
	"call odd_register\n"
	"mov %ebx, %esp\n"
	"pop %ebx\n.cfi_def_cfa esp, 4\n.cfi_restore ebx\n"
	"ret\n.cfi_endproc\n.size odd_by_rbx, .-odd_by_rbx\n"
	".globl odd_register\n.type odd_register, @function\nodd_register:\n"
	".cfi_startproc\n"
	"pop %ecx\n.cfi_def_cfa_offset 0\n.cfi_register eip, ecx\n"
	"mov $1, %eax\n"
	"push %ecx\n.cfi_def_cfa_offset 4\n.cfi_offset eip, -4\n"
	"ret\n.cfi_endproc\n.size odd_register, .-odd_register\n"
	".globl odd_two_exits\n.type odd_two_exits, @function\nodd_two_exits:\n"
	".cfi_startproc\n"
	"push %ebp\n.cfi_def_cfa_offset 8\n.cfi_offset ebp, -8\n"
	"mov %esp, %ebp\n.cfi_def_cfa_register ebp\n"
	"mov 8(%ebp), %eax\n"
	"test %eax, %eax\n"
	"jne 1f\n"
	".cfi_remember_state\n"
	"pop %ebp\n.cfi_def_cfa esp, 4\n.cfi_restore ebp\n"
	"ret\n"
	".cfi_restore_state\n"
	"1: dec %eax\n"
	"push %eax\n"
	"call odd_two_exits\n"
	"leave\n.cfi_def_cfa esp, 4\n.cfi_restore ebp\n"
	"ret\n.cfi_endproc\n.size odd_two_exits, .-odd_two_exits\n"
	".globl odd_expression\n.type odd_expression, @function\nodd_expression:\n"
	".cfi_startproc\n"
	"lea 4(%esp), %ecx\n.cfi_def_cfa ecx, 0\n"
	"and $-64, %esp\n"
	"pushl -4(%ecx)\n"
	"push %ebp\n"
	"mov %esp, %ebp\n.cfi_escape 0x10, 5, 2, 0x75, 0\n"
	"push %ecx\n.cfi_escape 0x0f, 3, 0x75, 0x7c, 6\n"
	"sub $20, %esp\n"
	"call odd_pushes\n"
	"add $20, %esp\n"
	"pop %ecx\n.cfi_def_cfa ecx, 0\n"
	"pop %ebp\n.cfi_same_value ebp\n"
	"lea -4(%ecx), %esp\n.cfi_def_cfa esp, 4\n"
	"ret\n.cfi_endproc\n.size odd_expression, .-odd_expression\n");
#endif

/* ---- shapes of functions --------------------------------------------------------------------- */

static noinline int leaf(int n)
{
	return n * 3 + sink;
}

static noinline int recurse(int n)
{
	char buf[40];

	memset(buf, n, sizeof(buf));
	sink += buf[n % 40];
	return n ? recurse(n - 1) + leaf(n) : leaf(1);
}

static noinline int unknown_size(size_t n)
{
	char *buf = __builtin_alloca(n);

	memset(buf, 1, n);
	sink += buf[n / 2];
	return recurse(1);
}

/* gcc keeps the caller's stack pointer in memory here. */
static noinline int aligned(size_t n)
{
	_Alignas(64) char first[64];
	char *buf = __builtin_alloca(n);

	memset(first, 2, sizeof(first));
	memset(buf, 3, n);
	sink += first[n % 64] + buf[0];
	return unknown_size(n + 16);
}

static noinline int large_frame(int n)
{
	volatile char buf[9000];

	buf[n] = 1;
	buf[8999 - n] = 2;
	return buf[n] + leaf(n);
}

static noinline int tail(int n)
{
	sink += n;
	return leaf(n + 1);
}

static noinline int many(int a, int b, int c, int d, int e, int f, int g, int h)
{
	return a + b * leaf(c) + d * leaf(e) + f * leaf(g) + h;
}

static int compare(const void *a, const void *b)
{
	return leaf(*(const int *)a) - leaf(*(const int *)b);
}

static noinline int callbacks(void)
{
	int nums[5] = {5, 3, 4, 1, 2};

	qsort(nums, 5, sizeof(nums[0]), compare);
	return nums[sink & 3];
}

static noinline int library(void)
{
	char text[64];
	struct timespec ts;

	snprintf(text, sizeof(text), "%d %s %5.2f", sink, "text", 1.5);
	clock_gettime(CLOCK_MONOTONIC, &ts);
	free(malloc(100));
	return strcmp(text, "1 text") + (int)strlen(text) + (int)ts.tv_nsec + (int)time(NULL);
}

/* ---- signals and jumps ----------------------------------------------------------------------- */

static void handler(int sig)
{
	sink += leaf(sig);
	recurse(1);
}

static char other_stack[16384];

static noinline void take_signal(int sig, int flags)
{
	struct sigaction action = {.sa_handler = handler, .sa_flags = flags};

	sigaction(sig, &action, NULL);
}

static noinline void jump(jmp_buf env, int n)
{
	if (n)
		jump(env, n - 1);
	else if (sink != -1)
		longjmp(env, 1);
	sink++;
}

static noinline int jumps(void)
{
	jmp_buf env;

	if (!setjmp(env))
		jump(env, 3);
	return leaf(1);
}

static noinline void all(void)
{
	sink += recurse(4);
	sink += unknown_size(sink % 7 + 20);
	sink += aligned(sink % 7 + 40);
	sink += large_frame(7);
	sink += tail(3);
	sink += many(1, 2, 3, 4, 5, 6, 7, 8);
	sink += (int)odd_two_exits(3);
	sink += (int)odd_expression(3);
	sink += callbacks();
	raise(SIGUSR1);
	raise(SIGUSR2);
	sink += jumps();
	sink += library();
}

int main(void)
{
	stack_t other = {.ss_sp = other_stack, .ss_size = sizeof(other_stack)};

	sigaltstack(&other, NULL);
	take_signal(SIGUSR1, 0);
	take_signal(SIGUSR2, SA_ONSTACK);
	__asm__ volatile("int3");
	all();
	__asm__ volatile("int3");
	return 0;
}
