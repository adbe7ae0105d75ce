/* SPDX-License-Identifier: GPL-2.0-only */
/* xml: writes text of a trace into XML. */
#ifndef PERF_DEFER_UI_EXPORT_XML_H
#define PERF_DEFER_UI_EXPORT_XML_H

#include <stdio.h>

/*
 * Writes at most the first @max characters of @str, escaped for text and for attribute values; the
 * last ones are two dots if the string is longer. Invalid UTF-8, characters that XML 1.0 forbids
 * and marks that turn the direction of text become dots.
 */
void xml__puts(const char *str, size_t max, FILE *out);

#endif /* PERF_DEFER_UI_EXPORT_XML_H */
