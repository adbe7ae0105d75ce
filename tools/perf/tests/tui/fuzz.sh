#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Plays random keys on the TUI: fuzz.sh SECONDS SEED, see fuzz-keys.c. The last line is the verdict.
set -eu

perf_defer=${PERF_DEFER:?run this with make fuzz-keys}
data=${PERF_DEFER_TEST_DATA:?}
tool=${PERF_DEFER_FUZZ:?the program that fuzz-keys.c makes}
PATIENCE=30 # seconds in which a key must be answered; sanitizers are slow, and so are busy machines

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
ln -s "$data"/*.data "$dir"
cd "$dir"
large=(*.data)
ln -s "$data"/trials/*.data .
traces=("${large[@]}" "${large[@]}" *.data) # more of those that have much to show

# What the user has set takes no part. Reports of sanitizers become files, which fuzz-keys looks for.
export PERF_CONFIG=/dev/null PERF_BUILDID_DIR=/nonexistent HOME="$dir" EDITOR=true VISUAL=true
unset DEBUGINFOD_URLS PAGER COLORFGBG
export ASAN_OPTIONS="log_path=$dir/sanitizer:handle_abort=1:detect_stack_use_after_return=1"
export UBSAN_OPTIONS="log_path=$dir/sanitizer:print_stacktrace=1"

"$tool" "$1" "$2" "$PATIENCE" "$perf_defer" report --tui --kallsyms "$data/kallsyms-boot1" \
	--symfs "$data/symfs" -- "${traces[@]}"
