// SPDX-License-Identifier: GPL-2.0-only
/*
 * savevm [MS]: copies blocks of memory to a file the way a live migration saves a machine.
 *
 * running   copies dirty blocks, round after round, while more become dirty
 * stop      nothing becomes dirty any more
 * stop-copy copies the rest, and the state of the devices
 * done      closes the file
 *
 * main -> migrate -> in_running / in_stop_copy -> save_round -> save_block -> write_block, and
 * in_stop_copy -> save_devices -> write_block. Half of the time is for each state that copies;
 * whoever sees main -> migrate -> in_done -> save_block sees a stack that never was.
 */
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "tests/workloads/workload.h"

enum state {
	RUNNING,
	STOP,
	STOP_COPY,
	DONE,
};

enum {
	NR_BLOCKS = 64,
	BLOCK_SIZE = 32 * 1024,
	DEVICE_SIZE = 512,
};

struct vm {
	enum state state;
	double start, stop_at, end_at;
	int file;
	int dirty[NR_BLOCKS];
	char memory[NR_BLOCKS][BLOCK_SIZE];
};

static __noinline long write_block(const struct vm *vm, const void *block, long size)
{
	long ret = syscall3(SYS_write, vm->file, (long)block, size);

	/* The file does not grow without end. */
	syscall3(SYS_lseek, vm->file, 0, SEEK_SET);
	return ret;
}

static __noinline long save_block(struct vm *vm, int i)
{
	vm->dirty[i] = 0;
	return write_block(vm, vm->memory[i], BLOCK_SIZE);
}

static __noinline int save_round(struct vm *vm)
{
	int nr = 0;

	for (int i = 0; i < NR_BLOCKS; i++) {
		if (vm->dirty[i] && save_block(vm, i) == BLOCK_SIZE)
			nr++;
	}
	return nr;
}

static __noinline void save_devices(struct vm *vm)
{
	char state[DEVICE_SIZE];

	memset(state, vm->state, sizeof(state));
	for (int i = 0; i < 32; i++)
		write_block(vm, state, sizeof(state));
}

static void make_dirty(struct vm *vm, int step)
{
	for (int i = 0; i < NR_BLOCKS; i += step) {
		memset(vm->memory[i], i, 64);
		vm->dirty[i] = 1;
	}
}

static __noinline enum state in_running(struct vm *vm)
{
	make_dirty(vm, 2);
	save_round(vm);
	return now() < vm->stop_at ? RUNNING : STOP;
}

static __noinline enum state in_stop(struct vm *vm)
{
	make_dirty(vm, 1);
	return STOP_COPY;
}

/* Copies the rest more often than is needed, so that it is seen as often as the rounds before. */
static __noinline enum state in_stop_copy(struct vm *vm)
{
	do {
		save_round(vm);
		save_devices(vm);
		make_dirty(vm, 1);
	} while (now() < vm->end_at);
	return DONE;
}

static __noinline enum state in_done(struct vm *vm)
{
	return close(vm->file) ? RUNNING : DONE;
}

static __noinline int migrate(struct vm *vm)
{
	while (vm->state != DONE) {
		switch (vm->state) {
		case RUNNING:
			vm->state = in_running(vm);
			break;
		case STOP:
			vm->state = in_stop(vm);
			break;
		case STOP_COPY:
			vm->state = in_stop_copy(vm);
			break;
		case DONE:
			break;
		}
	}
	return in_done(vm) != DONE;
}

int main(int argc, char **argv)
{
	struct vm *vm = calloc(1, sizeof(*vm));
	char name[] = "/tmp/savevm.XXXXXX";
	int ret;

	if (!vm)
		die("savevm");
	vm->start = now();
	vm->end_at = arg_deadline(argc, argv, 1, 600);
	vm->stop_at = vm->start + (vm->end_at - vm->start) / 2;
	vm->file = mkstemp(name);
	if (vm->file < 0 || unlink(name))
		die(name);
	ret = migrate(vm);
	free(vm);
	return ret;
}
