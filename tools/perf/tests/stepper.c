// SPDX-License-Identifier: GPL-2.0-only
#ifdef __x86_64__
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/stepper.h"

/* Kinds of instructions that the truth depends on. */
enum insn {
	INSN_OTHER,
	INSN_CALL,
	INSN_RET,
	INSN_JUMP, /* to an address in a register or in memory */
	INSN_SYSCALL,
	INSN_INT3,
};

#define CS_32 0x23 /* code segment of 32-bit tasks */

size_t stepper__read(const struct stepper *st, uint64_t addr, void *buf, size_t size)
{
	const uintptr_t from = addr;
	struct iovec here = {buf, size}, there = {(void *)from, size};
	ssize_t nr = process_vm_readv(st->pid, &here, 1, &there, 1, 0);

	return nr < 0 ? 0 : nr;
}

static uint64_t read_word(const struct stepper *st, uint64_t addr)
{
	uint64_t value = 0;

	return stepper__read(st, addr, &value, st->addr_size) == st->addr_size ? value : 0;
}

static bool is_prefix(uint8_t byte, bool is_64)
{
	return byte == 0x66 || byte == 0x67 || byte == 0xf2 || byte == 0xf3 || byte == 0x2e ||
	       byte == 0x36 || byte == 0x3e || byte == 0x26 || byte == 0x64 || byte == 0x65 ||
	       (is_64 && (byte & 0xf0) == 0x40);
}

static enum insn insn_at(const struct stepper *st)
{
	uint8_t bytes[16] = {0}, *op = bytes;
	const uint8_t *last = bytes + sizeof(bytes) - 2;

	stepper__read(st, st->regs.rip, bytes, sizeof(bytes));
	while (op < last && is_prefix(*op, st->addr_size == 8))
		op++;
	switch (*op) {
	case 0xe8:
		return INSN_CALL;
	case 0xc2:
	case 0xc3:
		return INSN_RET;
	case 0xcc:
		return INSN_INT3;
	case 0xcd:
		return op[1] == 0x80 ? INSN_SYSCALL : INSN_OTHER;
	case 0x0f:
		return op[1] == 0x05 || op[1] == 0x34 ? INSN_SYSCALL : INSN_OTHER;
	case 0xff:
		if ((op[1] >> 3 & 7) == 2)
			return INSN_CALL;
		return (op[1] >> 3 & 7) == 4 ? INSN_JUMP : INSN_OTHER;
	default:
		return INSN_OTHER;
	}
}

bool stepper__at_return(const struct stepper *st)
{
	return insn_at(st) == INSN_RET;
}

static bool stepper__get_regs(struct stepper *st)
{
	if (ptrace(PTRACE_GETREGS, st->pid, NULL, &st->regs))
		return false;
	st->addr_size = st->regs.cs == CS_32 ? 4 : 8;
	return true;
}

/* Lets the program go on by @request, and waits until it stops. Returns the signal, or 0: it ended. */
static int stepper__go(struct stepper *st, int request)
{
	const long sig = st->signal;
	int status;

	st->signal = 0;
	if (ptrace(request, st->pid, NULL, (void *)sig) || waitpid(st->pid, &status, 0) < 0 ||
	    !WIFSTOPPED(status) || !stepper__get_regs(st))
		return 0;
	return WSTOPSIG(status);
}

enum stepper_state stepper__start(struct stepper *st, const char *path)
{
	int status;

	*st = (struct stepper){.pid = fork()};
	if (!st->pid) {
		ptrace(PTRACE_TRACEME, 0, NULL, NULL);
		unsetenv("LD_BIND_NOW");
		unsetenv("LD_PRELOAD");
		execl(path, path, NULL);
		_exit(127);
	}
	if (st->pid < 0 || waitpid(st->pid, &status, 0) < 0 || !WIFSTOPPED(status))
		return STEPPER_FAILED;
	ptrace(PTRACE_SETOPTIONS, st->pid, NULL, (void *)PTRACE_O_EXITKILL);
	return stepper__go(st, PTRACE_CONT) == SIGTRAP ? STEPPER_RUNS : STEPPER_FAILED;
}

static bool stepper__push(struct stepper *st, struct stepper_frame frame)
{
	if (st->nr == STEPPER_MAX_FRAMES)
		return false;
	st->frames[st->nr++] = frame;
	return true;
}

static bool stepper__push_call(struct stepper *st, const struct user_regs_struct *before)
{
	return stepper__push(st, (struct stepper_frame){
					 .sp = st->regs.rsp + st->addr_size,
					 .pc = read_word(st, st->regs.rsp),
					 .regs = *before,
				 });
}

/* A handler was begun: it returns to a function that returns to what was interrupted. */
static bool stepper__push_signal(struct stepper *st, const struct user_regs_struct *before)
{
	return stepper__push(st, (struct stepper_frame){.is_signal = true,
							.sp = before->rsp,
							.pc = before->rip,
							.regs = *before}) &&
	       stepper__push_call(st, before);
}

static void stepper__return(struct stepper *st)
{
	const struct stepper_frame *top = &st->frames[--st->nr];

	st->returns[st->nr_returns++ % STEPPER_MAX_RETURNS] =
		(struct stepper_return){.pc = top->pc, .sp = top->sp, .depth = st->nr};
}

/*
 * Forgets the functions that an exception has left: libgcc goes to who catches it, with
 * the stack that it has there.
 */
static void stepper__leave(struct stepper *st)
{
	while (st->nr && !st->frames[st->nr - 1].is_signal &&
	       st->frames[st->nr - 1].sp <= st->regs.rsp) {
		st->nr--;
		st->jumped = true;
	}
}

/* Forgets the functions that longjmp has left: it goes where setjmp has returned to before. */
static void stepper__jump(struct stepper *st)
{
	for (size_t i = 0; i < STEPPER_MAX_RETURNS && i < st->nr_returns; i++) {
		const struct stepper_return *ret =
			&st->returns[(st->nr_returns - 1 - i) % STEPPER_MAX_RETURNS];

		if (ret->pc == st->regs.rip && ret->sp == st->regs.rsp && ret->depth < st->nr) {
			st->nr = ret->depth;
			st->jumped = true;
			return;
		}
	}
	stepper__leave(st);
}

/* Keeps the truth after instruction @insn, which the registers @before led to. */
static bool stepper__note(struct stepper *st, enum insn insn, const struct user_regs_struct *before)
{
	const struct stepper_frame *top = st->nr ? &st->frames[st->nr - 1] : NULL;

	switch (insn) {
	case INSN_CALL:
		/* A call of the next instruction only asks where it is. */
		return read_word(st, st->regs.rsp) == st->regs.rip ||
		       stepper__push_call(st, before);
	case INSN_RET:
		if (top && !top->is_signal && before->rsp + st->addr_size == top->sp)
			stepper__return(st);
		else
			stepper__leave(st);
		return true;
	case INSN_SYSCALL:
		if (top && top->is_signal && st->regs.rsp == top->sp && st->regs.rip == top->pc)
			st->nr--;
		return true;
	case INSN_JUMP:
		stepper__jump(st);
		return true;
	case INSN_OTHER:
	case INSN_INT3:
	default:
		return true;
	}
}

enum stepper_state stepper__step(struct stepper *st)
{
	const struct user_regs_struct before = st->regs;
	const enum insn insn = st->signal ? INSN_OTHER : insn_at(st);
	const bool is_signal = st->signal;
	int sig;
	bool ok;

	st->jumped = false;
	if (insn == INSN_INT3)
		return STEPPER_ENDS;
	sig = stepper__go(st, PTRACE_SINGLESTEP);
	if (!sig)
		return STEPPER_FAILED;
	if (sig != SIGTRAP)
		st->signal = sig;
	ok = is_signal ? stepper__push_signal(st, &before) : stepper__note(st, insn, &before);
	return ok ? STEPPER_RUNS : STEPPER_FAILED;
}

bool stepper__finish(struct stepper *st)
{
	int status;

	if (stepper__go(st, PTRACE_CONT) == SIGTRAP && !ptrace(PTRACE_CONT, st->pid, NULL, NULL) &&
	    waitpid(st->pid, &status, 0) == st->pid)
		return WIFEXITED(status) && !WEXITSTATUS(status);
	kill(st->pid, SIGKILL);
	waitpid(st->pid, &status, 0);
	return false;
}
#endif
