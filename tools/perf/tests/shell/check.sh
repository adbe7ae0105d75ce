#!/bin/sh
# The check verb says what this host can do
# SPDX-License-Identifier: GPL-2.0-only
set -e
. "$(dirname "$0")/lib/test.sh"

# The exit status, the text and the JSON agree.
status=0
"$perf_defer" check > text || status=$?
case $status in
0) grep -q '^# Deferred user callchains can be recorded here\.$' text || fail "no yes" ;;
1) grep -q '^# Deferred user callchains cannot be recorded here\.$' text || fail "no no" ;;
*) fail "exit status $status" ;;
esac

head -n 1 text | grep -qF " on Linux $(uname -r) ($(uname -m))," || fail "this is another kernel: $(head -n 1 text)"

json_status=0
"$perf_defer" check --json > json || json_status=$?
[ $json_status -eq $status ] || fail "--json exits with $json_status, text with $status"
case $status in
0) grep -q '"can_record": true' json ;;
1) grep -q '"can_record": false' json ;;
esac || fail "--json does not agree with the exit status"

if command -v python3 > /dev/null; then
	python3 - json text << 'END' || fail "--json is not what it should be"
import json, os, sys
found = json.load(open(sys.argv[1]))
host = os.uname()
assert (found["kernel"], found["machine"], found["cpus"]) == (host.release, host.machine, os.cpu_count()), found
text = open(sys.argv[2]).read()
names = [item["name"] for item in found["items"]]
assert len(names) == len(set(names)), names
for name in ("deferred-callchains", "user-unwind", "paranoid", "kernel-names", "open-files"):
    assert name in names, name
for item in found["items"]:
    assert item["status"] in ("yes", "limit", "no", "fatal"), item
    if item["status"] == "fatal":
        assert item["advice"] and not found["can_record"], item
libraries = {lib["name"]: lib for lib in found["libraries"]}
assert libraries["libdw"]["there"] and libraries["libzstd"]["there"]
for lib in libraries.values():
    assert lib["there"] == (lib["package"] is None), lib
    assert f"for {lib['for']}\n" in text, lib
missing = [lib for lib in found["libraries"] if not lib["there"]]
assert text.count("and build perf-defer again") == len(missing), missing
END
fi

# A library that the build was without says what to install; it is missing, so -q has it as well.
if grep -q 'libcapstone: \[  no' text; then
	grep -q -- '-> install libcapstone-dev' text || fail "no advice on libcapstone"
else
	grep -q 'libcapstone: \[ yes  \] [0-9][0-9.]*, for assembly' text || fail "no libcapstone"
fi
# It is loaded when it is asked for: its tables cost each run 3 MB and a millisecond.
if command -v readelf > /dev/null; then
	! readelf -d "$perf_defer" | grep -q 'NEEDED.*libcapstone' || fail "libcapstone is linked"
fi

# So is what writes databases.
grep -q 'libsqlite3: \[ \(yes  \] [0-9][0-9.]*, for databases\| no\)' text || fail "nothing is said of libsqlite3"

# Where it has gone since the build, it is missing, and a report needs none.
mkdir gone
for major in 4 5 6; do
	: > gone/libcapstone.so.$major
done
LD_LIBRARY_PATH=$dir/gone "$perf_defer" check > text || :
grep -q 'libcapstone: \[  no' text || fail "libcapstone is there without a library"
if [ -n "$data" ]; then
	LD_LIBRARY_PATH=$dir/gone "$perf_defer" report --stdio -i "$data/latency.data" > text 2> err ||
		fail "no report without libcapstone:"
fi

# -q shows only what is missing, and the verdict.
"$perf_defer" check -q > quiet || :
! grep -q '\[ yes' quiet || fail "-q shows what is there"
grep -q '^Deferred user callchains can' quiet || fail "-q does not say the verdict"

# It needs no privilege.
if [ "$(id -u)" = 0 ] && command -v setpriv > /dev/null; then
	cp "$perf_defer" perf-defer
	chmod 755 "$dir" perf-defer
	status=0
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$dir/perf-defer" check > text || status=$?
	[ $status -le 1 ] || fail "exit status $status without privileges"
	grep -q 'perfmon: \[  no' text || fail "capabilities were not dropped"
	# No paranoid level allows another user's task.
	setpriv --reuid=65534 --regid=65534 --clear-groups --inh-caps=-all --bounding-set=-all \
		"$dir/perf-defer" record -e cpu-clock:u -o /dev/null -p $$ > text 2>&1 && fail "root's task is recorded"
	grep -q "a task is another user's: run as root" text || fail "another advice for a task of root: $(cat text)"
	! grep -q paranoid text || fail "the paranoid level is blamed: $(cat text)"
fi

# What cannot be written is a failure, and a usage error is another.
status=0
"$perf_defer" check > /dev/full 2> err || status=$?
[ $status -eq 1 ] || fail "exit status $status with a full disk"
grep -q 'cannot write' err || fail "a full disk went unnoticed"
status=0
"$perf_defer" check nonsense > text 2>&1 || status=$?
[ $status -eq 129 ] || fail "exit status $status for an argument"
verdict
