// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/script/fields.h"
#include "ui/script/lines.h"
#include "util/base/error.h"
#include "util/dso/dso.h"

int lines__init(struct lines *lines, uint64_t fields, struct defer_error *err)
{
	*lines = (struct lines){.fields = fields};
	arena__init(&lines->arena);
	return out__init(&lines->scratch, -1, err);
}

void lines__exit(struct lines *lines)
{
	free(lines->lines);
	arena__exit(&lines->arena);
	out__exit(&lines->scratch);
}

static void print_symbol(const struct frame *frame, const char *name, uint64_t fields,
			 struct out *out)
{
	if (!frame->sym) {
		out__str(out, "[unknown]");
		return;
	}
	out__plain(out, name ? name : frame->sym->name);
	if (fields & FIELD_SYMOFF) {
		out__str(out, "+0x");
		out__hex(out, frame->addr - frame->sym->start, 0);
	}
}

void frame__print_dso(const struct frame *frame, uint64_t fields, struct out *out)
{
	out__str(out, " (");
	out__plain(out, frame->dso ? frame->dso->name : "[unknown]");
	/* Only a DSO with a file has offsets in that file. */
	if (fields & FIELD_DSOFF && frame->dso && frame->dso->kind == DSO_ELF) {
		out__str(out, "+0x");
		out__hex(out, frame->addr, 0);
	}
	out__char(out, ')');
}

/* Prints the line of a frame from its address on. @name: of an inlined function, or NULL. */
static void print_frame(const struct frame *frame, const char *name, const char *srcline,
			uint64_t fields, struct out *out)
{
	if (fields & FIELD_IP)
		out__hex(out, frame->ip, 16);
	if (fields & FIELD_SYM) {
		out__char(out, ' ');
		print_symbol(frame, name, fields, out);
	}
	if (fields & FIELD_DSO && !name)
		frame__print_dso(frame, fields, out);
	if (fields & FIELD_SRCLINE && srcline) {
		out__str(out, "\n  ");
		out__plain(out, srcline);
	}
	if (name)
		out__str(out, " (inlined)");
}

static void print_lines(const struct frame *frame, uint64_t fields, struct out *out)
{
	for (uint32_t i = 0; i < frame->nr_inlines; i++) {
		const struct inline_frame *inl = &frame->inlines[i];

		out__char(out, '\t');
		print_frame(frame, inl->is_symbol ? NULL : inl->name, inl->srcline, fields, out);
		out__char(out, '\n');
	}
	out__char(out, '\t');
	print_frame(frame, NULL, frame->srcline, fields, out);
	out__char(out, '\n');
}

void frame__print_hit(const struct frame *frame, uint64_t fields, struct out *out)
{
	print_frame(frame, NULL, frame->srcline, fields, out);
}

void stand_in__print(const char *name, uint64_t fields, struct out *out)
{
	if (!(fields & FIELD_SYM))
		return;
	out__char(out, '\t');
	if (fields & FIELD_IP)
		out__hex(out, 0, 16);
	out__char(out, ' ');
	out__str(out, name);
	if (fields & FIELD_DSO)
		out__str(out, " ([unknown])");
	out__char(out, '\n');
}

static int write_line(struct lines *lines, const struct frame *frame, struct line *line,
		      struct defer_error *err)
{
	struct out *out = &lines->scratch;
	char *text;

	out->len = 0;
	print_lines(frame, lines->fields, out);
	text = out->error ? NULL : arena__alloc(&lines->arena, out->len);
	if (!text)
		return error__no_memory(err, "for frames");
	memcpy(text, out->buf, out->len);
	*line = (struct line){text, out->len};
	return 0;
}

int lines__get(struct lines *lines, const struct resolve *resolve, uint32_t id,
	       const struct line **line, struct defer_error *err)
{
	if (id >= lines->nr) {
		uint32_t nr = resolve__nr(resolve);
		struct line *grown = reallocarray(lines->lines, nr, sizeof(*grown));

		if (!grown)
			return error__no_memory(err, "for frames");
		memset(grown + lines->nr, 0, (nr - lines->nr) * sizeof(*grown));
		lines->lines = grown;
		lines->nr = nr;
	}
	*line = &lines->lines[id];
	return (*line)->text
		       ? 0
		       : write_line(lines, resolve__frame(resolve, id), &lines->lines[id], err);
}
