/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * xml_check: checks that a text is XML, for the subset that exports write, without an XML parser.
 */
#ifndef PERF_DEFER_TESTS_XML_CHECK_H
#define PERF_DEFER_TESTS_XML_CHECK_H

/*
 * Checks that elements nest and close, entities are known and no control characters occur. Returns
 * NULL, or the place of the fault.
 */
const char *xml_check__fault(const char *text);

#endif /* PERF_DEFER_TESTS_XML_CHECK_H */
