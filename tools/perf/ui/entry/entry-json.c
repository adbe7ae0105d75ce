// SPDX-License-Identifier: GPL-2.0-only
#include <stdio.h>

#include "ui/entry/entry-cell.h"
#include "ui/entry/entry-text.h"
#include "ui/text/json-evidence.h"
#include "util/profile/profile.h"

static void write_classes(struct json *json, const char *key,
			  const uint64_t classes[DEFER_NR_CLASSES])
{
	json__object(json, key);
	for (int cls = 0; cls < DEFER_NR_CLASSES; cls++) {
		if (classes[cls])
			json__u64(json, defer_class__name(cls), classes[cls]);
	}
	json__end(json);
}

/* Writes the functions of one half, innermost first. */
static void write_half(struct json *json, const struct entry_list *list, const struct entry *entry,
		       bool kernel)
{
	const struct entry_stack *stack = entry_list__stack(list, entry);
	const struct chain_node *nodes = list->shown.profile->chains.nodes;
	uint32_t node = kernel ? stack->chain : stack->user;
	uint32_t end = kernel ? stack->user : CHAIN_ROOT;
	char buf[ENTRY_CELL_LEN];
	bool cut = false;

	json__array(json, kernel ? "kernel" : "user");
	for (; node != end;
	     node = kernel ? nodes[node].parent : entry_list__caller(list, node, &cut))
		json__str(json, NULL, entry_cell__func(list, nodes[node].func, buf));
	if (cut)
		json__str(json, NULL, ENTRY_NO_MAP);
	json__end(json);
}

static void write_times(struct json *json, const struct entry_list *list, const struct entry *entry)
{
	uint64_t ns;

	if (entry_list__remaining(list, entry, &ns))
		json__u64(json, "remaining_ns", ns);
	else
		json__null(json, "remaining_ns");
	json__u64(json, "begin", entry->begin);
	json__u64(json, "last", entry->last);
	if (entry_list__return(list, entry, &ns))
		json__u64(json, "return", ns);
	else
		json__null(json, "return");
}

static void write_state(struct json *json, const struct entry_list *list, const struct entry *entry)
{
	struct entry_times times;

	json__str(json, "state", entry_state__name(entry_list__state(list, entry)));
	if (entry_list__times(list, entry, &times)) {
		json__u64(json, "on_cpu_ns", times.on_cpu);
		json__u64(json, "off_cpu_ns", times.off_cpu);
	} else {
		json__null(json, "on_cpu_ns");
		json__null(json, "off_cpu_ns");
	}
}

static void write_kind(struct json *json, const struct entry_list *list, const struct entry *entry)
{
	const struct entry_stack *stack = entry_list__stack(list, entry);
	char buf[ENTRY_CELL_LEN];

	json__str(json, "kind", stack->kind);
	if (stack->call) {
		snprintf(buf, sizeof(buf), "%.*s", (int)stack->call_len, stack->call);
		json__str(json, "syscall", buf);
	} else {
		json__null(json, "syscall");
	}
	json__bool(json, "restarted", stack->restarted);
	json__str(json, "first_kernel",
		  stack->first == ENTRY_NO_FUNC ? NULL : entry_cell__func(list, stack->first, buf));
}

static void write_entry(struct json *json, const struct entry_list *list, const struct entry *entry)
{
	json__object(json, NULL);
	json__hex(json, "cookie", entry->key.cookie);
	json__i64(json, "pid", entry->key.pid);
	json__i64(json, "tid", entry->key.tid);
	json__str(json, "comm", entry_list__comm(list, entry));
	write_times(json, list, entry);
	json__u64(json, "samples", entry->nr);
	json__str(json, "class", defer_class__name(entry->key.cls));
	json__u64(json, "merged_back", entry->back);
	write_state(json, list, entry);
	write_kind(json, list, entry);
	write_half(json, list, entry, true);
	write_half(json, list, entry, false);
	json__evidence(json, fold__stack(list->shown.all, entry->stack));
	json__end(json);
}

void entry_list__write_json(const struct entry_list *list, const struct entry_print *print,
			    struct json *json)
{
	json__object(json, NULL);
	json__array(json, "sort");
	for (unsigned int i = 0; i < print->order->nr; i++)
		json__str(json, NULL, entry_sort__name(print->order->by[i]));
	json__end(json);
	json__u64(json, "nr_entries", list->nr);
	write_classes(json, "classes", list->classes);
	write_classes(json, "others", list->others);
	json__array(json, "entries");
	for (uint32_t i = 0; i < list->nr; i++)
		write_entry(json, list, entry_list__at(list, print->rows[i]));
	json__end(json);
	json__end(json);
}
