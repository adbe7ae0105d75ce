#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Prints a C program: deep() has 301 functions inlined into each other, again() itself.
#
#   deep.sh >deep.c && gcc -O2 -g -gz -fPIC -shared -nostdlib -fno-asynchronous-unwind-tables \
#           -ffile-prefix-map="$PWD"=. -o deep deep.c
inlined='static inline __attribute__((always_inline)) void'

echo "volatile int sink;"
echo "$inlined level0(void) { sink++; }"
for i in $(seq 300); do
	echo "$inlined level$i(void) { level$((i - 1))(); }"
done
echo "void deep(void) { level300(); }"
echo "int again(int n) { return n <= 0 ? sink : again(n - 1) + sink * n; }"
