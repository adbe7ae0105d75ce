// SPDX-License-Identifier: GPL-2.0-only
#include "util/header/tep-check.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <traceevent/event-parse.h>

/*
 * A print fmt nested deeper than this is not a kernel's; the limit also bounds the recursion here.
 */
#define MAX_DEPTH 4096

#define UNBOUNDED UINT64_MAX

/* So many 8-byte elements after the end of the longest sample still fit into the room. */
#define MAX_ELEMENTS (1 << 16)

static bool check_fields(const struct tep_format_field *field, size_t *min)
{
	for (; field; field = field->next) {
		if (field->offset < 0 || field->size < 0 || field->offset > TEP_CHECK_MAX_SAMPLE ||
		    field->size > TEP_CHECK_MAX_SAMPLE ||
		    field->offset + field->size > TEP_CHECK_MAX_SAMPLE ||
		    field->elementsize > TEP_CHECK_MAX_SAMPLE)
			return false;
		if ((size_t)field->offset + field->size > *min)
			*min = field->offset + field->size;
	}
	return true;
}

bool tep_check__fields(const struct tep_event *event, size_t *min)
{
	*min = 0;
	return check_fields(event->format.common_fields, min) &&
	       check_fields(event->format.fields, min);
}

/* ---- the print fmt's expressions ---- */

static bool check_arg(struct tep_event *event, const struct tep_print_arg *arg, unsigned int depth);

static const struct tep_format_field *arg_field(struct tep_event *event,
						const struct tep_print_arg *arg)
{
	return arg->field.field ?: tep_find_any_field(event, arg->field.name);
}

/* Returns the largest value of an unsigned field. */
static uint64_t max_field(const struct tep_format_field *field)
{
	if (!field || field->flags & TEP_FIELD_IS_SIGNED || field->size < 1 || field->size > 2)
		return UNBOUNDED;
	return field->size == 1 ? UINT8_MAX : UINT16_MAX;
}

static bool is_op(const struct tep_print_arg *arg, const char *op)
{
	return arg && arg->type == TEP_PRINT_OP && arg->op.op && !strcmp(arg->op.op, op);
}

/* Returns an upper bound for the values of @arg, which has been checked. */
static uint64_t max_value(struct tep_event *event, const struct tep_print_arg *arg)
{
	switch ((int)arg->type) { /* libtraceevent adds types: see default */
	case TEP_PRINT_ATOM:
		return isdigit((unsigned char)arg->atom.atom[0]) ? strtoull(arg->atom.atom, NULL, 0)
								 : UNBOUNDED;
	case TEP_PRINT_FIELD:
		return max_field(arg_field(event, arg));
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return UINT16_MAX;
	case TEP_PRINT_OP:
		if (is_op(arg, "/") || is_op(arg, ">>"))
			return max_value(event, arg->op.left);
		return UNBOUNDED;
	default:
		return UNBOUNDED;
	}
}

static bool is_memory(struct tep_event *event, const struct tep_print_arg *arg)
{
	if (!arg)
		return false;
	if (arg->type == TEP_PRINT_DYNAMIC_ARRAY)
		return arg->dynarray.field;
	return arg->type == TEP_PRINT_FIELD && arg_field(event, arg);
}

/* Checks that @base is memory with as many elements as @count can reach. */
static bool check_elements(struct tep_event *event, const struct tep_print_arg *base,
			   const struct tep_print_arg *count, unsigned int depth)
{
	return is_memory(event, base) && check_arg(event, count, depth) &&
	       max_value(event, count) <= MAX_ELEMENTS;
}

static bool check_index(struct tep_event *event, const struct tep_print_arg *arg,
			unsigned int depth)
{
	const struct tep_print_arg *base = arg->op.left;

	while (base && base->type == TEP_PRINT_TYPE)
		base = base->typecast.item;
	if (!check_elements(event, base, arg->op.right, depth))
		return false;
	if (base->type == TEP_PRINT_DYNAMIC_ARRAY)
		return base->dynarray.field->elementsize <= sizeof(uint64_t);
	return arg_field(event, base)->elementsize <= sizeof(uint64_t);
}

static bool check_op(struct tep_event *event, const struct tep_print_arg *arg, unsigned int depth)
{
	const struct tep_print_arg *left = arg->op.left, *right = arg->op.right;
	uint64_t divisor;

	if (!arg->op.op || !left || !right)
		return false;
	if (is_op(arg, "["))
		return check_index(event, arg, depth);
	if (is_op(arg, "?"))
		return is_op(right, ":") && check_arg(event, left, depth) &&
		       check_arg(event, right->op.left, depth) &&
		       check_arg(event, right->op.right, depth);
	if (is_op(arg, "/") || is_op(arg, "%")) {
		divisor = max_value(event, right);
		if (right->type != TEP_PRINT_ATOM || !divisor || divisor == UNBOUNDED)
			return false;
	}
	return !is_op(arg, ":") && check_arg(event, left, depth) && check_arg(event, right, depth);
}

static bool check_arg(struct tep_event *event, const struct tep_print_arg *arg, unsigned int depth)
{
	if (!arg || depth >= MAX_DEPTH)
		return false;
	depth++;
	switch ((int)arg->type) { /* libtraceevent adds types: see default */
	case TEP_PRINT_NULL:
	case TEP_PRINT_BSTRING:
		return true;
	case TEP_PRINT_ATOM:
		return arg->atom.atom;
	case TEP_PRINT_FIELD:
		return is_memory(event, arg);
	case TEP_PRINT_FLAGS:
		return check_arg(event, arg->flags.field, depth);
	case TEP_PRINT_SYMBOL:
		return check_arg(event, arg->symbol.field, depth);
	case TEP_PRINT_HEX:
	case TEP_PRINT_HEX_STR:
		return check_elements(event, arg->hex.field, arg->hex.size, depth);
	case TEP_PRINT_INT_ARRAY:
		return check_elements(event, arg->int_array.field, arg->int_array.count, depth) &&
		       check_arg(event, arg->int_array.el_size, depth) &&
		       max_value(event, arg->int_array.el_size) <= sizeof(uint64_t);
	case TEP_PRINT_TYPE:
		return check_arg(event, arg->typecast.item, depth);
	case TEP_PRINT_STRING:
		return arg->string.field || tep_find_any_field(event, arg->string.string);
	case TEP_PRINT_BITMASK:
	case TEP_PRINT_CPUMASK:
		return arg->bitmask.field || tep_find_any_field(event, arg->bitmask.bitmask);
	case TEP_PRINT_DYNAMIC_ARRAY:
	case TEP_PRINT_DYNAMIC_ARRAY_LEN:
		return arg->dynarray.field;
	case TEP_PRINT_OP:
		return check_op(event, arg, depth);
	default: /* the result of a function, or a type of a later libtraceevent */
		return false;
	}
}

/*
 * Returns false if a conversion's width is absurd or comes from the sample: printing would allocate
 * that much memory.
 */
static bool check_conversions(const char *format)
{
	const char *c = format;
	size_t digits;

	while ((c = strchr(c, '%'))) {
		c++;
		if (*c == '%') {
			c++;
			continue;
		}
		for (; *c && strchr("-+ #0.*123456789", *c); c++) {
			digits = strspn(c, "0123456789");
			if (*c == '*' || digits > 3)
				return false;
			c += digits ? digits - 1 : 0;
		}
	}
	return true;
}

bool tep_check__print_fmt(struct tep_event *event)
{
	const struct tep_print_arg *arg;

	if (event->flags & (TEP_EVENT_FL_ISBPRINT | TEP_EVENT_FL_FAILED | TEP_EVENT_FL_PRINTRAW) ||
	    !event->print_fmt.format || !check_conversions(event->print_fmt.format))
		return false;
	for (arg = event->print_fmt.args; arg; arg = arg->next)
		if (!check_arg(event, arg, 0))
			return false;
	return true;
}
