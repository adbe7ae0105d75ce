/* SPDX-License-Identifier: GPL-2.0-only */
/* tables: the kinds of tables. A column is a function and a line in the file of its kind. */
#ifndef PERF_DEFER_UI_TABLE_TABLES_H
#define PERF_DEFER_UI_TABLE_TABLES_H

#include "ui/table/table.h"

struct entry;
struct entry_kinds;
struct entry_list;
struct func;
struct kind_parts;
struct sample_rows;

/* Why there are no entries though there are samples. */
#define ENTRY_NONE "Entries need deferred stacks, and no sample here has a cookie of one"

/* Entries into the kernel. A row is an index of the list. */
extern const struct table_kind table_of_entries;
/* Kinds of them. A row is an index of the kinds. */
extern const struct table_kind table_of_kinds;
/* What these are divided into. A row is an index of the parts of kinds. */
extern const struct table_kind table_of_parts;
/* Samples one by one. */
extern const struct table_kind table_of_samples;

/* Return the table of all rows. What they are given must outlive it. @parts: of all kinds, or NULL. */
struct table entry_kinds__table(const struct entry_kinds *kinds, const struct kind_parts *parts);
struct table entry_list__table(const struct entry_list *list);
struct table sample_rows__table(const struct sample_rows *rows);
/* Returns the table of the parts of kind number @row. */
struct table kind_parts__table(const struct kind_parts *parts, uint32_t row);

/* Return of a kind: its earliest entry, that one's comm, and the user code, or NULL: it is not known. */
const struct entry *entry_kinds__first(const struct table *table, uint32_t row);
uint32_t entry_kinds__comm(const struct table *table, uint32_t row);
const struct func *entry_kinds__user(const struct table *table, uint32_t row);

#endif /* PERF_DEFER_UI_TABLE_TABLES_H */
