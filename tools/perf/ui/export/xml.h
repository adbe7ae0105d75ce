/* SPDX-License-Identifier: GPL-2.0-only */
/* xml: text of a trace within XML. */
#ifndef PERF_DEFER_UI_EXPORT_XML_H
#define PERF_DEFER_UI_EXPORT_XML_H

#include <stdio.h>

/*
 * Writes at most the first @max characters of @str, with two dots for the last ones if there
 * are more, fit for text and for values of attributes. What is no UTF-8 and no character of
 * XML 1.0, and marks that turn the direction of text, are dots.
 */
void xml__puts(const char *str, size_t max, FILE *out);

#endif /* PERF_DEFER_UI_EXPORT_XML_H */
