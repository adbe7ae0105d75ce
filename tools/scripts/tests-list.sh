#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Prints the table of the suites that the files named as arguments define: one line for each
# `const struct test_suite suite__NAME`, in the order of the names.
set -eu

names=$(sed -n 's/^const struct test_suite \(suite__[a-z0-9_]*\).*/\1/p' "$@" </dev/null | sort)

echo '#include "tests/tests.h"'
echo
for name in $names; do
	echo "extern const struct test_suite $name;"
done
echo
echo 'const struct test_suite *const test_suites[] = {'
for name in $names; do
	echo "	&$name,"
done
echo '	NULL,'
echo '};'
