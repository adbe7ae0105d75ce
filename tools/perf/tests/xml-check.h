/* SPDX-License-Identifier: GPL-2.0-only */
/* xml_check: is a text XML? As much of it as exports write: no parser is needed. */
#ifndef PERF_DEFER_TESTS_XML_CHECK_H
#define PERF_DEFER_TESTS_XML_CHECK_H

/* Elements nest and close, entities are known, no controls. NULL, or where the fault is. */
const char *xml_check__fault(const char *text);

#endif /* PERF_DEFER_TESTS_XML_CHECK_H */
