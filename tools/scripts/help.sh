#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
cat <<END
perf defer: profiles with deferred user callchains

  make              build it: build/perf-defer (packages that are missing are installed)
  make demo         show the main job on a real trace
  make test         run every test; the last line is the verdict
                    (TESTS='numbers or names' TESTFLAGS=-v choose)
  make install      install it where perf finds it (DESTDIR= PREFIX=/usr/local), with the library
  make uninstall    remove it again
  make lib          the library only
  make python       the module perf_defer for Python, and its wheel (PYTHON=/usr/bin/python3)
  make doc          check the manual pages
  make pictures     redraw the screens that the README shows
  make graft        build it into the perf of the kernel tree LINUX=DIR (GRAFT_FLAGS= for perf's make)
  make ungraft      leave that tree as it was
  make deps         only install the packages
  make clean        remove the build folder

  make check        format, cppcheck and the project's rules
  make howto        part of check: follow each list "How to add" of architecture.md, build and try it
  make strings      list every text of the terminal UI, with its place
  make count        print the lines of code by folder, and how long functions are
  make check-asan   every test under AddressSanitizer and UndefinedBehaviorSanitizer
  make check-tsan   every test under ThreadSanitizer
  make alloc-fail   let each allocation of some runs fail in turn
  make fuzz-keys    press random keys in the TUI, under sanitizers (SECONDS=3600 SEED=)
  make mutants      change the core's meaning in some 800 places, and see a test fail each time
  make mutants-random  change N=200 places of all files by chance (SEED=), and see a test fail each time
  make same         compare the output of BASE=COMMIT and this tree for every trace
  make hostile      read traces crafted to use much memory or time, and print how much they used
  make hostile-inject damage thousands of traces and inject them; inject a stream of 400 MB
  make prove-unwind the unwinder at every instruction of programs, and libdw beside all rows of large
                    binaries (FILES='...', else those that are found)
  make prove-diff   how often a comparison of profiles takes chance for a change, and a change for chance
                    (REAL=1: of real programs, recorded here)
  make vm           record on Debian's newest kernel, under QEMU (SKIP_VM=1: \`make test\` does not)
  make peer         make a folder with the newest perf to compare with (needs root)
  make test-peer    run the tests of the verbs through that perf: \`perf defer\`
  make parity       compare with that perf on the shipped traces (needs root)
  make interop      compare what two perfs, hotspot and speedscope show of merged traces (needs root)
  make upstream     write patches for perf's own verbs: LINUX=DIR the kernel tree, OUT=DIR for them
  make upstream-check  build and test these patches in the newest kernel source
  make bench        measure against that perf, and write performance.md (needs root)
  make bench-guard  part of test: compare instruction counts of small runs with stored ones (UPDATE=1)
  make ktools-test  build with every kernel source that Debian offers, and record with each
  make graft-test   graft Debian's oldest and newest kernel source since 6.12, and test each perf
  make bare         test the README's commands, and interop, on bare Debian 12 and 13 (needs root)
  make portable     build for i386, arm64 and s390x, the library for riscv64 and musl as well, and try it
                    under QEMU (PORTABLE='s390x musl'; needs root)
  make ci           check, clang, sanitizers, coverage by folder, other machines (CI_STEPS='clang check')
  make deb          build Debian packages of the program and of the library, in build/deb
  make deb-test     make deb; install, try and purge them in a bare Debian (needs root)
  make bench-tui    measure the delays that a user of the terminal UI notices
  make bench-record measure recording against perf here, and against perf 7.2 under QEMU

Variables: CC=gcc BUILD=build OUT=\$BUILD EXTRA_CFLAGS= WERROR=1 V=0
END
