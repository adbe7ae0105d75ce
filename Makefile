# SPDX-License-Identifier: GPL-2.0-only
# One-word commands; `make help` lists them. The work is in tools/perf/Makefile.perf.

BUILD ?= build
export BUILD

MAKEFLAGS += --no-print-directory

# As many jobs as CPUs, unless the caller sets -j or JOBS.
JOBS ?= $(shell nproc)
PERF = +@$(MAKE) $(if $(findstring -j,$(MAKEFLAGS)),,-j$(JOBS)) -f tools/perf/Makefile.perf
DEPS := @tools/scripts/deps.sh
# Tests that boot a kernel need more packages; SKIP_VM=1 skips these tests.
VM := $(if $(SKIP_VM),,vm)
export SKIP_VM
export JOBS LINUX GRAFT_FLAGS

.PHONY: all lib python demo test check howto check-asan check-tsan parity bench bench-record bench-tui \
	alloc-fail hostile hostile-inject mutants same peer test-peer vm ktools-test graft ungraft graft-test bare doc pictures install uninstall clean count strings deps help

all:
	$(DEPS) build
	$(PERF) all

# Needs no packages except a compiler and make, so it installs none.
lib:
	$(PERF) lib

demo:
	$(DEPS) build
	$(PERF) demo

python:
	$(DEPS) build python
	$(PERF) python

test:
	$(DEPS) build test python $(VM)
	$(PERF) test

check howto:
	$(DEPS) build check
	$(PERF) $@

check-asan:
	$(DEPS) build test python $(VM)
	$(PERF) SANITIZE=address,undefined test

check-tsan:
	$(DEPS) build test $(VM)
	$(PERF) SANITIZE=thread test

.PHONY: bench-guard mutants-random
.PHONY: fuzz-keys
fuzz-keys:
	$(DEPS) build test
	$(PERF) SANITIZE=$(or $(SANITIZE),address,undefined) fuzz-keys SECONDS=$(or $(SECONDS),3600) SEED=$(or $(SEED),0)

alloc-fail hostile hostile-inject mutants mutants-random same bench-guard:
	$(DEPS) build test
	$(PERF) $@

.PHONY: prove-unwind
# FILES= names large binaries.
prove-unwind:
	$(DEPS) build test prove
	$(PERF) $@

.PHONY: prove-diff
# N= comparisons for each figure; REAL=1: real programs, recorded here, or REAL=guest, there; N= splits of their runs.
prove-diff:
	$(DEPS) build test $(if $(filter guest,$(REAL)),vm)
	$(PERF) $@

parity bench peer test-peer:
	$(DEPS) build test peer
	$(PERF) $@

.PHONY: interop
interop:
	$(DEPS) build test peer interop
	$(PERF) $@

vm bench-record:
	$(DEPS) build test vm
	$(PERF) $@

.PHONY: upstream upstream-check
# OUT is the folder of the patches.
upstream:
	$(DEPS) check
	$(PERF) upstream

upstream-check:
	$(DEPS) build test check graft
	$(PERF) upstream-check

bench-tui pictures ktools-test:
	$(DEPS) build test
	$(PERF) $@

graft:
	$(DEPS) build graft
	$(PERF) graft

ungraft:
	$(PERF) ungraft

graft-test:
	$(DEPS) build test check graft
	$(PERF) $@

install:
	$(DEPS) build
	$(PERF) install

.PHONY: deb deb-test
deb:
	$(DEPS) build python deb
	$(PERF) deb

deb-test:
	$(DEPS) build test python deb deb-test
	$(PERF) deb-test

doc:
	$(DEPS) doc
	$(PERF) doc

uninstall clean:
	$(PERF) $@

deps:
	$(DEPS) build test python check doc $(VM)

bare:
	$(DEPS) peer
	$(PERF) bare

.PHONY: portable
# PORTABLE='s390x musl' chooses machines.
portable:
	$(DEPS) build peer
	$(PERF) portable

.PHONY: ci
# CI_STEPS='clang coverage' chooses steps.
ci:
	$(DEPS) build test python check prove peer
	$(PERF) ci

# Lines of code by folder; needs no packages.
count:
	@tools/scripts/count.sh

# Texts of the terminal UI, to be read one after the other; needs no packages.
strings:
	@tools/scripts/strings.sh

help:
	@tools/scripts/help.sh
