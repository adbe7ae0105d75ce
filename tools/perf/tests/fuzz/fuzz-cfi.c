// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer target: call frame information from anywhere, and steps by each of its rules. The first byte of
 * an input says which section it is, in which byte order, and how large addresses are; the others are the
 * section. .eh_frame sections make a good corpus.
 *
 * clang -g -O1 -std=gnu11 -D_GNU_SOURCE -fsanitize=fuzzer,address,undefined -Itools/lib/perf/include -Itools/perf tools/perf/tests/fuzz/fuzz-cfi.c tools/perf/tests/cfi-torture.c tools/perf/util/unwind/dw*.c tools/perf/util/unwind/cfi*.c tools/perf/util/unwind/unwind-[af]*.c tools/perf/util/base/arena.c tools/perf/util/base/error.c tools/perf/util/base/intern.c tools/lib/perf/cursor.c tools/lib/perf/error.c tools/lib/perf/seed.c -o fuzz-cfi && ./fuzz-cfi CORPUS/
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/cfi-torture.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct cfi_torture torture = {.addr = 0x2000, .seed = size};
	const char *wrong;

	if (!size)
		return 0;
	torture.is_eh = *data & 1;
	torture.swap = *data & 2;
	torture.addr_size = *data & 4 ? 4 : 8;
	wrong = cfi_torture__run(&torture, data + 1, size - 1);
	if (!wrong)
		return 0;
	fprintf(stderr, "%s\n", wrong);
	abort();
}
