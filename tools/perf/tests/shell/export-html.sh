#!/bin/bash
# export -f html: the page has what report counts, and no name of the trace can run as a script
# SPDX-License-Identifier: GPL-2.0-only
. "$(dirname "$0")/lib/test.sh"
set -e -o pipefail

need_data
export TERM=dumb

# with_names VERB TRACE OPTION...
with_names()
{
	"$perf_defer" "$1" -q --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$2" "${@:3}" </dev/null
}

# A reader of the layout that html-data.h describes: `page.py WHAT FILE` prints what is asked for.
cat >page.py <<'END'
import array, base64, collections, gzip, hashlib, json, re, sys

what, path = sys.argv[1:3]
text = open(path, encoding='utf-8').read()
raw = gzip.decompress(base64.b64decode(re.search(r'<script id="data" type="text/plain">\s*(\S*)\s*</script>', text)[1], validate=True))
size = int.from_bytes(raw[-4:], 'little')
head = json.loads(raw[-4 - size:-4])
column, at = {}, 0
for name, rows in head['columns']:
    column[name] = array.array('I')
    column[name].frombytes(raw[at:at + 4 * rows])
    at += 4 * rows
    if sys.byteorder == 'big':
        column[name].byteswap()
assert at == len(raw) - 4 - size, 'columns'
for table, row in (('stack', 'stack'), ('node', 'node'), ('sample', 'sample'), ('entry', 'entry'), ('base', 'base')):
    assert len({len(values) for name, values in column.items() if name.startswith(row + '.')}) < 2, table
event, chain, hit, cls = (column['stack.' + name] for name in ('event', 'chain', 'hit', 'class'))
parent, func = column['node.parent'], column['node.func']
assert all(node < i for i, node in enumerate(parent) if i), 'parents come first'
assert max(func, default=0) < len(head['funcs']) and max(hit, default=0) < len(head['funcs'])
assert max(column['func.dso'], default=0) < len(head['dsos'])

def wide(name):
    return [low + (high << 32) for low, high in zip(column[name], column[name + '.hi'])]

samples = list(zip(column['sample.stack'], wide('sample.period')))

def events():
    return [each['name'] for each in head['events']]

def stack(i):
    names = []
    node = chain[i]
    while node:
        names.append(head['funcs'][func[node]])
        node = parent[node]
    return ';'.join([head['comms'][column['stack.comm'][i]]] + names[::-1])

def add_up(key):
    sums = collections.defaultdict(lambda: [0, 0])
    for i, period in samples:
        sums[key(i)][0] += 1
        sums[key(i)][1] += period
    return sums

if what == 'classes':
    for (name, of), (nr, period) in sorted(add_up(lambda i: (events()[event[i]], head['classes'][cls[i]]['name'])).items()):
        print(name, of, nr, period)
    for i, each in enumerate(head['events']):
        assert [each['samples'], each['period']] == add_up(lambda i: event[i]).get(i, [0, 0]), 'totals of the head'
elif what == 'hits':
    for name, (nr, _) in sorted(add_up(lambda i: head['funcs'][hit[i]]).items()):
        print(nr, name)
elif what == 'folded':
    for names, (_, period) in sorted(add_up(stack).items()):
        print(names, period)
elif what == 'names':
    print('\n'.join(head['funcs'] + head['comms']))
elif what == 'times':
    times = wide('sample.time')
    print(int(head['start']), len(times), sum(times))
elif what == 'entries':
    kinds = collections.Counter(head['calls'][i] for i in column['entry.call'])
    known = [value for value in wide('entry.remaining') if value != 2 ** 64 - 1]
    print(len(column['entry.call']), sum(column['entry.samples']), len(known), sum(known), kinds['syscall write'])
elif what == 'ledger':
    print(json.dumps(head['ledger'][0], sort_keys=True))
elif what == 'base':
    print(sum(column['base.samples']), sum(wide('base.period')), head['compares'])
elif what == 'safe':
    # Two scripts: the data, and the one whose hash the policy has; and one style.
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', text)[1]
    script = re.search(r'<script type="module">(.*?)</script>', text, re.S)[1]
    style = re.search(r'<style>(.*?)</style>', text, re.S)[1]
    digest = lambda part: base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()
    assert policy.startswith("default-src 'none'; "), policy
    assert f"script-src 'sha256-{digest(script)}';" in policy, 'the hash of the script'
    assert f"style-src 'sha256-{digest(style)}';" in policy, 'the hash of the style'
    assert text.lower().count('<script') == 2 and text.lower().count('</script') == 2, 'tags'
    assert not re.search(r'https?://|\bon\w+=|innerHTML|insertAdjacent|document\.write|\beval\(|Function\(|javascript:', text)
END


# By event and class, the sums are those of report, without and with filters.
compare_classes()
{
	with_names export "$1" -f html -o page "${@:2}" 2>err || fail "html of $*: $(cat err)"
	[ ! -s err ] || fail "html of $* says $(cat err)"
	python3 page.py classes page | sort >theirs
	"$perf_defer" report --kallsyms "$data/kallsyms-boot1" --symfs "$data/symfs" -i "$data/$1" "${@:2}" --stdio --no-children \
		-g none -s class -F sample,period,class </dev/null 2>/dev/null | awk '
			/^# Samples: / { sub(/^.* of event \047/, ""); sub(/\047.*/, ""); event = $0 }
			/^ *[0-9]/ { printf "%s %s %d %.0f\n", event, $3, $1, $2 }' | sort >ours
	[ -s ours ] || fail "report of $* has no rows"
	diff ours theirs >differs || fail "classes of $*: $(head -n 4 differs)"
}

for trace in burn2.data cxx.data forky-systemwide.data overrun.data burn1.pipe; do
	compare_classes $trace
done
# The events of a group have a row together.
with_names export group-read.data -f html -o page
with_names report group-read.data --stdio --no-children -g none -s class -F sample,period,class |
	awk '/^ *[0-9]/ { for (i = 1; i <= 3; i++) print $7, $i, $(i + 3) }' | sort >ours
python3 page.py classes page | sed 's/^[^ ]* //' | sort >theirs
[ -s ours ] && diff ours theirs >differs || fail "classes of a group: $(head -n 4 differs)"
compare_classes burn2.data --tid 114
compare_classes forky-systemwide.data --time 20%-60%
compare_classes forky-systemwide.data --comms forky
compare_classes forky-systemwide.data --all-but idle
compare_classes burn2.data -S rep_movs_alternative

# By function that was hit, and by stack.
with_names export burn2.data -f html -o page
with_names report burn2.data --stdio --no-children -g none -s sym -F sample,sym -w 0,0 |
	awk 'NF > 2 && $1 + 0 { nr = $1; sub(/^ *[^ ]+ +\[[^]]*\] /, ""); sub(/ +$/, ""); sum[$0] += nr }
		END { for (name in sum) print sum[name], name }' | grep -v '0x' | sort >ours
python3 page.py hits page | grep -v '+0x' | sort >theirs
[ -s ours ] && diff ours theirs >differs || fail "functions: $(head -n 4 differs)"
# Rows by line are those of functions: each place is the function's.
with_names export burn2.data -f html -s srcline -o by-line
python3 page.py hits by-line | grep -v '+0x' | sort >theirs
diff ours theirs >differs || fail "functions by line: $(head -n 4 differs)"
# sum_stacks: adds up the lines of equal stacks; what has no name is "?".
sum_stacks()
{
	sed -E 's/_\[[ki]\]//g; s/;(\[unknown\]|\[burn\]|0x[0-9a-f]+|burn\+0x[0-9a-f]+)/;?/g' |
		awk '{ nr = $NF; sub(/ [0-9]+$/, ""); sum[$0] += nr } END { for (stack in sum) printf "%s %.0f\n", stack, sum[stack] }' |
		sort
}
for seam in both kernel user; do
	with_names report burn2.data --export html -o page --seam $seam
	with_names report burn2.data --export folded --seam $seam | sum_stacks >ours
	python3 page.py folded page | sum_stacks >theirs
	[ -s ours ] && diff ours theirs >differs || fail "stacks, --seam $seam: $(head -n 4 differs)"
done

# Times, entries, the ledger, and the baseline.
with_names export burn2.data -f html -o page
with_names report burn2.data --each-sample --json >samples.json
want=$(python3 -c 'import json
times = [each["time"] for each in json.load(open("samples.json"))["samples"]]
print(min(times), len(times), max(times) - min(times))')
[ "$(python3 page.py times page)" = "$want" ] || fail "times are $(python3 page.py times page), not $want"
with_names report burn2.data --entries --json >entries.json
want=$(python3 -c 'import json
rows = json.load(open("entries.json"))["entries"]
known = [each["remaining_ns"] for each in rows if each["remaining_ns"] is not None]
print(len(rows), sum(each["samples"] for each in rows), len(known), sum(known),
      sum(each["kind"] == "syscall" and each["syscall"] == "write" for each in rows))')
[ "$(python3 page.py entries page)" = "$want" ] || fail "entries are $(python3 page.py entries page), not $want"
"$perf_defer" audit --json -i "$data/burn2.data" --kallsyms "$data/kallsyms-boot1" </dev/null |
	python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin), sort_keys=True))' >ours
python3 page.py ledger page >theirs
cmp -s ours theirs || fail "the ledger is not that of audit: $(diff ours theirs | cut -c 1-400)"
with_names export burn2.data -f html -o page --tid 114 --baseline tid=112
[ "$(python3 page.py base page)" = '39565 9891250000 True' ] || fail "the baseline has $(python3 page.py base page)"

# Names that would end the script, an attribute or a line, or turn text around, stand in the data alone.
sed -e 's| vfs_write$| </script><script>alert(1)</script>|' -e 's|\(.\) ksys_write$|\1 "><img/src=x/onerror=alert(2)>|' \
	-e 's|\(.\) shmem_file_write_iter$|\1 \x01\x1b[2J\xff\xfe\xe2\x80\xae|' "$data/kallsyms-boot1" >hostile
"$perf_defer" export -q --kallsyms hostile --symfs "$data/symfs" -i "$data/burn2.data" -f html -o page </dev/null
python3 page.py safe page || fail "the page has more than its own script"
python3 page.py names page >names
for name in '</script><script>alert(1)</script>' '"><img/src=x/onerror=alert(2)>'; do
	grep -qxF "$name" names || fail "the name $name is not in the data"
done
grep -q '�' names || fail "invalid bytes are not marked"
! grep -qF 'alert(' page || fail "a name stands in the page"

# Nothing half-written stays, and a full disk is told.
got=0
with_names export burn2.data -f html -o /dev/full 2>err || got=$?
[ "$got" = 1 ] && grep -q 'cannot write' err || fail "a full disk: status $got, $(cat err)"
echo kept >old
(
	ulimit -f 4
	trap '' XFSZ
	with_names export burn2.data -f html -o old 2>err
) && fail "a file of 1 MB has 4 kB"
[ "$(cat old)" = kept ] || fail "the old file is lost"
got=0
with_names export burn2.data -f html --shape inverted 2>err || got=$?
[ "$got" = 129 ] || fail "--shape is taken"
verdict
