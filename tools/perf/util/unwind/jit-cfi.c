// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "util/base/array.h"
#include "util/base/error.h"
#include "util/dso/jitdump.h"
#include "util/unwind/jit-cfi.h"

/* Where .eh_frame is placed behind the code. Linux 6.19, tools/perf/util/genelf.c, jit_write_elf(). */
#define EH_FRAME_ALIGN 8
/* One function has one FDE, and a compiler no reason to write much more. */
#define MAX_SIZE (1 << 20)

static int add_code(struct jit_cfi *jit, const struct jitdump *dump, const struct jit_record *rec,
		    struct defer_error *err)
{
	const struct jit_part part = {rec->unwinding.at,
				      rec->unwinding.size - rec->unwinding_hdr_size};
	const struct dw_base base = {
		.section = rec->code_at +
			   (rec->size + EH_FRAME_ALIGN - 1) / EH_FRAME_ALIGN * EH_FRAME_ALIGN,
		.addr_size = dump->is_64 ? 8 : 4,
	};
	struct jit_cfi_code *code;
	uint8_t *data;

	if (!part.size || part.size > MAX_SIZE)
		return 0;
	/* Holes of the file cost nothing on the disk, but they would in memory. */
	jit->bytes += part.size;
	if (jit->bytes > dump->on_disk)
		return 0;
	if (!ARRAY_GROW(jit->codes, jit->cap, jit->nr + 1))
		return error__no_memory(err, "to unwind stacks");
	data = jitdump__read_part(dump, &part);
	if (!data)
		return 0;
	code = &jit->codes[jit->nr++];
	*code = (struct jit_cfi_code){.at = rec->code_at, .size = rec->size};
	return cfi__init(&code->cfi, data, part.size, &base, true, dump->swap, err);
}

/* What is before a fault of the file counts, as for names. */
static int read_codes(struct jit_cfi *jit, struct jitdump *dump, struct defer_error *err)
{
	struct jit_record rec;
	int ret = 0;

	while (!ret && jitdump__next(dump, &rec, NULL) > 0 && rec.kind != JIT_CLOSE) {
		if (rec.kind == JIT_LOAD)
			ret = add_code(jit, dump, &rec, err);
	}
	return ret;
}

int jit_cfi__init(struct jit_cfi *jit, const struct dso *dso, const struct symbol_conf *conf,
		  const struct unwind_arch **arch, struct defer_error *err)
{
	struct jitdump dump;
	int ret;

	*jit = (struct jit_cfi){0};
	*arch = NULL;
	ret = jitdump__open(&dump, dso->long_name, dso->pid, conf, NULL);
	if (ret)
		return ret == DEFER_ERR_NOMEM ? error__no_memory(err, "to unwind stacks")
					      : DEFER_ERR_NOENT;
	*arch = unwind_arch__find(dump.machine);
	if (*arch)
		ret = read_codes(jit, &dump, err);
	jitdump__close(&dump);
	if (ret)
		jit_cfi__exit(jit);
	return ret;
}

void jit_cfi__exit(struct jit_cfi *jit)
{
	for (size_t i = 0; i < jit->nr; i++)
		cfi__exit(&jit->codes[i].cfi);
	free(jit->codes);
	*jit = (struct jit_cfi){0};
}

const struct cfi *jit_cfi__find(const struct jit_cfi *jit, uint64_t addr)
{
	const size_t after = LOWER_BOUND(i, jit->nr, jit->codes[i].at <= addr);
	const struct jit_cfi_code *code = after ? &jit->codes[after - 1] : NULL;

	return code && addr - code->at < code->size ? &code->cfi : NULL;
}
