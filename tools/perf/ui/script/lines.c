// SPDX-License-Identifier: GPL-2.0-only
#include <stdlib.h>

#include "ui/script/fields.h"
#include "ui/script/lines.h"
#include "util/base/error.h"
#include "util/dso/dso.h"
#include "util/profile/short-name.h"

int line_maker__init(struct line_maker *maker, struct defer_error *err)
{
	arena__init(&maker->arena);
	return out__init(&maker->scratch, -1, err);
}

void line_maker__exit(struct line_maker *maker)
{
	arena__exit(&maker->arena);
	out__exit(&maker->scratch);
}

void lines__init(struct lines *lines, uint64_t fields)
{
	*lines = (struct lines){.fields = fields};
}

void lines__exit(struct lines *lines)
{
	free(lines->places);
}

/* Returns how many texts a frame may have. */
static size_t lines__per_frame(const struct lines *lines)
{
	return lines->fields & FIELD_EVIDENCE ? EVIDENCE_NR + 1 : 1;
}

int lines__reserve(struct lines *lines, const struct resolve *resolve, struct defer_error *err)
{
	uint32_t nr = resolve__nr(resolve);

	free(lines->places);
	lines->places = calloc(nr + 1ULL, lines__per_frame(lines) * sizeof(*lines->places));
	lines->nr = lines->places ? nr : 0;
	return lines->places ? 0 : error__no_memory(err, "for frames");
}

static void print_symbol(const struct frame *frame, const char *name, uint64_t fields,
			 struct out *out)
{
	char *shorter;

	if (!frame->sym) {
		out__str(out, "[unknown]");
		return;
	}
	name = name ? name : frame->sym->name;
	shorter = fields & FIELD_SHORT ? short_name__new(name) : NULL;
	out__plain(out, shorter ? shorter : name);
	free(shorter);
	if (fields & FIELD_SYMOFF && frame->dso) {
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

static void print_evidence(enum evidence evidence, uint64_t fields, struct out *out)
{
	if (!(fields & FIELD_EVIDENCE) || evidence == EVIDENCE_NR)
		return;
	out__str(out, " [");
	out__str(out, evidence__name(evidence));
	out__char(out, ']');
}

/* Prints the line of a frame from its address on. @name: of an inlined function, or NULL. */
static void print_frame(const struct frame *frame, const char *name, const char *srcline,
			enum evidence evidence, uint64_t fields, struct out *out)
{
	if (fields & FIELD_IP)
		out__hex(out, frame->ip, 16);
	if (fields & FIELD_SYM) {
		out__char(out, ' ');
		print_symbol(frame, name, fields, out);
	}
	if (fields & FIELD_DSO && !name)
		frame__print_dso(frame, fields, out);
	if (!name)
		print_evidence(evidence, fields, out);
	if (fields & FIELD_SRCLINE && srcline) {
		out__str(out, "\n  ");
		out__plain(out, srcline);
	}
	if (name) {
		out__str(out, " (inlined)");
		print_evidence(evidence, fields, out);
	}
}

static void print_lines(const struct frame *frame, enum evidence evidence, uint64_t fields,
			struct out *out)
{
	if (frame__is_gap(frame)) {
		stand_in__print(frame->sym->name, fields, out);
		return;
	}
	for (uint32_t i = 0; i < frame->nr_inlines; i++) {
		const struct inline_frame *inl = &frame->inlines[i];

		out__char(out, '\t');
		print_frame(frame, inl->is_symbol ? NULL : inl->name, inl->srcline, evidence,
			    fields, out);
		out__char(out, '\n');
	}
	out__char(out, '\t');
	print_frame(frame, NULL, frame->srcline, evidence, fields, out);
	out__char(out, '\n');
}

void frame__print_hit(const struct frame *frame, uint64_t fields, struct out *out)
{
	print_frame(frame, NULL, frame->srcline, frame__hit_evidence(frame), fields, out);
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

static const struct line *line__make(struct line_maker *maker, const struct frame *frame,
				     enum evidence evidence, uint64_t fields)
{
	struct out *out = &maker->scratch;
	struct line *line;

	out->len = 0;
	print_lines(frame, evidence, fields, out);
	line = out->error ? NULL : arena__alloc(&maker->arena, sizeof(*line) + out->len);
	if (!line)
		return NULL;
	line->len = out->len;
	memcpy(line->text, out->buf, out->len);
	return line;
}

const struct line *lines__get(struct lines *lines, struct line_maker *maker,
			      const struct resolve *resolve, uint32_t id, enum evidence evidence,
			      struct defer_error *err)
{
	const size_t per_frame = lines__per_frame(lines);
	struct line_place *place;
	const struct line *line;

	if (id >= lines->nr) {
		defer_error__set(err, DEFER_ERR_INVAL,
				 "a frame was missing when names were looked up");
		return NULL;
	}
	place = &lines->places[id * per_frame + (per_frame > 1 ? evidence : 0)];
	line = atomic_load_explicit(&place->line, memory_order_acquire);
	if (line)
		return line;
	line = line__make(maker, resolve__frame(resolve, id), evidence, lines->fields);
	if (!line) {
		error__no_memory(err, "for frames");
		return NULL;
	}
	/* If two workers make it at once, either line will do. */
	atomic_store_explicit(&place->line, line, memory_order_release);
	return line;
}
