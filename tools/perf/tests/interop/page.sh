#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only
# Does the page of export -f html work in a browser, and show what report counts?
#
#     page.sh FOLDER
#
# Makes pages in FOLDER/pages and drives them in a headless Chromium: page.mjs. Prints a row for what was proved.
set -eu -o pipefail

: "${PERF_DEFER:?run this with make interop}" "${PERF_DEFER_TEST_DATA:?}"
here=$(cd "$(dirname "$0")" && pwd)
pages=${1:?}/pages
export LC_ALL=C.UTF-8 PERF_BUILDID_DIR=/dev/null PERF_CONFIG=/dev/null
unset DEBUGINFOD_URLS
data=$PERF_DEFER_TEST_DATA
rm -rf "$pages"
mkdir -p "$pages"

# ours VERB TRACE OPTION...
ours()
{
	"$PERF_DEFER" "$1" -q -i "$data/$2" --symfs "$data/symfs" --kallsyms "${kallsyms:-$data/kallsyms-boot1}" "${@:3}" </dev/null
}

ours export burn2.data -f html -o "$pages/burn.html"
ours export burn2.data -f flame -o "$pages/burn.svg"
ours export forky-systemwide.data -f html -o "$pages/forky.html"
ours export forky-systemwide.data -f html -o "$pages/baseline.html" --time 50%-100% --baseline time=0%-50%
ours report forky-systemwide.data --time 50%-100% --baseline time=0%-50% --stdio -g none -s sym -F delta,sym -w 0,0 |
	awk 'NF > 2 { change = $1; sub(/^ *[^ ]+ +\[[^]]*\] /, ""); sub(/ +$/, ""); print change, $0 }' >"$pages/changes"
sed -e 's| vfs_write$| </script><script>globalThis.taken=1</script>|' \
	-e 's|\(.\) ksys_write$|\1 "><img/src=x/onerror=globalThis.taken=2>|' \
	-e "s|\\(.\\) shmem_file_write_iter\$|\\1 \\x01\\x1b[2J\\xff\\xfe\\xe2\\x80\\xae'\\&amp;\`|" "$data/kallsyms-boot1" >"$pages/kallsyms"
kallsyms=$pages/kallsyms ours export burn2.data -f html -o "$pages/hostile.html"
[ -n "${PAGE_ONLY:-}" ] || python3 "$here/large-page.py" "$pages/burn.html" "$pages/large.html"

rows=$(ours report burn2.data --stdio -g none -s sym -F overhead_children,sym -w 0,0)
ours report burn2.data --stdio --no-children -g none -s class -F sample,class >"$pages/classes"
ours report burn2.data --entries --json >"$pages/entries.json"
cat >"$pages/facts.json" <<END
{
	"trace": "$data/burn2.data",
	"samples": $(awk '{ nr += $1 } END { print nr }' "$pages/classes"),
	"merged_back": $(awk '$2 == "merged-back" { print $1 }' "$pages/classes"),
	"vfs_write": "$(awk '$NF == "vfs_write" { print $1 }' <<<"$rows")",
	"functions": $(grep -c '%' <<<"$rows"),
	"entries": $(python3 -c 'import json, sys; print(len(json.load(open(sys.argv[1]))["entries"]))' "$pages/entries.json"),
	"hostile": ["</script><script>globalThis.taken=1</script>", "\"><img/src=x/onerror=globalThis.taken=2>", "��[2J���'&amp;\`"]
}
END
node "$here/page.mjs" "$pages"
