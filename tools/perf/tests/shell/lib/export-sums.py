# SPDX-License-Identifier: GPL-2.0-only
# Adds up a file of `perf defer export`.
#
#     export-sums.py FORMAT FILE      prints its samples, or -, and its period
#     export-sums.py WANTED           fails unless each file FORMAT.out of the current folder, whose formats are lines
#                                     of standard input, has for each event and class what a line of WANTED has:
#                                     "EVENT CLASS SAMPLES PERIOD"
#
# Formats with frames alone tell a class by the frame that stands for a missing user stack; all other samples are one
# class there.
import base64, csv, gzip, json, re, sqlite3, sys
import xml.etree.ElementTree as xml

# Names of the frames that stand for something that is missing: util/profile/func.c.
STAND_INS = {'[user stack lost]': 'lost', '[user stack pending]': 'pending', '[exec]': 'exec', '[exited]': 'exited',
             '[user stack ambiguous]': 'ambiguous', '[user stack not recorded]': 'not-recorded',
             '[user stack not asked for]': 'not-asked', '[sigreturn]': 'sigreturn'}
OTHERS = 'others'


class Sums(dict):
    def add(self, event, cls, samples, period):
        had = self.get((event, cls), (0, 0))
        self[event, cls] = had[0] + samples if samples is not None else None, had[1] + period


def class_of(names):
    return next((STAND_INS[name] for name in names if name in STAND_INS), OTHERS)


def folded(path, sums):
    for line in open(path, encoding='utf-8', errors='replace'):
        stack, period = line.rstrip('\n').rsplit(' ', 1)
        sums.add('-', class_of(stack.split(';')[1:]), None, int(period))


def svg(path, sums):
    # A frame's own part is what its callees leave.
    own = []
    for frame in xml.parse(path).iter('{http://www.w3.org/2000/svg}g'):
        if 'data-v' not in frame.attrib:
            continue
        title = frame.find('{http://www.w3.org/2000/svg}title').text
        name, samples = re.match(r'(.*) \(([\d,]+) samples?, [^()]*\)$', title, re.S).groups()
        value, depth = int(frame.get('data-v')), int(frame.get('data-d'))
        samples = int(samples.replace(',', ''))
        del own[depth:]
        name = class_of([name]) if frame.get('class') == 'm' else None
        cls = name or (own[-1] if own else OTHERS)
        sums.add('-', cls, samples, value)
        if own:
            sums.add('-', own[-1], -samples, -value)
        own.append(cls)


def speedscope(path, sums):
    scope = json.load(open(path))
    names = [frame['name'] for frame in scope['shared']['frames']]
    whole, *threads = scope['profiles']
    entries = [profile for profile in threads if profile['type'] == 'evented']
    threads = threads[:len(threads) - len(entries)]
    assert not entries or len(entries) == len(threads)
    for profile in entries:
        # Each one is over before the next begins.
        at, inside = 0, None
        for event in profile['events']:
            assert at <= event['at'] <= profile['endValue'], event
            assert event['type'] == ('C' if inside is not None else 'O') and inside in (None, event['frame']), event
            assert event['frame'] < len(names)
            at, inside = event['at'], event['frame'] if inside is None else None
        assert inside is None
    for profile in whole, *threads:
        assert profile['endValue'] == sum(profile['weights']), profile['name']
        assert len(profile['weights']) == len(profile['samples']), profile['name']
    assert sum(profile['endValue'] for profile in threads) == whole['endValue'], 'threads'
    for profile in threads:
        for stack, weight in zip(profile['samples'], profile['weights']):
            sums.add('-', class_of(names[i] for i in stack), 1, weight)


def fields(data):
    """Yields the numbers and values of the fields of a protobuf message, and a list of numbers for packed ones."""
    at = 0

    def varint():
        nonlocal at
        value = shift = 0
        while True:
            byte = data[at]
            at += 1
            value |= (byte & 0x7f) << shift
            shift += 7
            if not byte & 0x80:
                return value
    while at < len(data):
        key = varint()
        value = varint()
        if key & 7:
            data_of = data[at:at + value]
            at += value
            value = data_of
        yield key >> 3, value


def pprof(path, sums):
    profile = list(fields(gzip.open(path).read()))
    strings = [value.decode(errors='replace') for number, value in profile if number == 6]
    for sample in (list(fields(value)) for number, value in profile if number == 2):
        values = next(value for number, value in sample if number == 2)
        samples, period = (value for _, value in fields(b''.join(b'\x08' + part for part in
                           re.findall(rb'[\x80-\xff]*[\x00-\x7f]', values, re.S))))
        labels = [dict(fields(value)) for number, value in sample if number == 3]
        labels = {strings[label[1]]: strings[label.get(2, 0)] for label in labels}
        sums.add('-', labels['class'], samples, period)


def rows(table, sums):
    for row in table:
        sums.add('-', row.get('class', OTHERS), int(row['samples']), int(row['period']))


def rows_of_csv(path, sums):
    table = list(csv.DictReader(open(path, newline='')))
    keys = [tuple(row[key] for key in ('comm', 'dso', 'symbol', 'half', 'inlined')) for row in table
            if '+0x' not in row.get('symbol', '+0x')]
    assert len(set(keys)) == len(keys), 'a row is there twice'
    rows(table, sums)


def rows_of_json(path, sums):
    profile = json.load(open(path))
    assert profile['schema'] == 1
    assert sum(profile['classes'].values()) == profile['samples']
    rows(profile['rows'], sums)
    if 'class' in profile['keys']:
        assert {cls: nr for (_, cls), (nr, _) in sums.items()} == profile['classes'], 'classes of the head'


def sqlite(path, sums):
    for row in sqlite3.connect(path).execute(
            'SELECT e.name, c.name, count(*), sum(period) FROM samples s JOIN events e ON e.id = s.event '
            'JOIN classes c ON c.id = s.class GROUP BY s.event, s.class'):
        sums.add(*row)


def gecko(path, sums):
    profile = json.load(gzip.open(path))
    ledger, = (extra['entries'] for extra in profile['meta']['extra'] if extra['label'] == 'Ledger')
    for thread in profile['threads']:
        table, names = thread['stackTable'], thread['stringArray']
        frames = [names[thread['funcTable']['name'][func]] for func in thread['frameTable']['func']]
        classes = []
        for frame, prefix in zip(table['frame'], table['prefix']):
            cls = class_of([frames[frame]])
            classes.append(classes[prefix] if cls == OTHERS and prefix is not None else cls)
        rows = thread['samples']
        for stack, weight in zip(rows['stack'], rows['weight']):
            cls = OTHERS if stack is None else classes[stack]
            sums.add('-', cls, 1, round(weight * 1e6) if rows['weightType'] == 'tracing-ms' else weight)
    ledger = {entry['label']: entry['value'] for entry in ledger}
    assert ledger.pop('samples') == sum(nr for nr, _ in sums.values()) == sum(ledger.values()), 'the ledger'
    assert all(ledger[cls] == nr for (_, cls), (nr, _) in sums.items() if cls != OTHERS), 'the ledger'


def html(path, sums):
    text = open(path, encoding='utf-8').read()
    data = gzip.decompress(base64.b64decode(re.search(r'<script id="data" type="text/plain">\s*([\w+/=]*)', text)[1]))
    size = int.from_bytes(data[-4:], 'little')
    for event in json.loads(data[-4 - size:-4])['events']:
        if event['samples']:
            sums.add(event['name'], OTHERS, event['samples'], event['period'])


READERS = {'folded': folded, 'flame': svg, 'icicle': svg, 'speedscope': speedscope, 'pprof': pprof, 'csv': rows_of_csv,
           'json': rows_of_json, 'sqlite': sqlite, 'gecko': gecko, 'html': html}


def wanted(path, sums):
    """Returns what report says, in the events and classes that the sums have."""
    want = Sums()
    events = {event for event, _ in sums}
    classes = {cls for _, cls in sums}
    for line in open(path):
        event, cls, samples, period = line.split()
        alike = OTHERS in classes and cls not in classes
        want.add(event if '-' not in events else '-', OTHERS if alike else cls, int(samples), int(period))
    return want


def read(form, path):
    sums = Sums()
    READERS[form](path, sums)
    return Sums({key: value for key, value in sums.items() if value != (0, 0)})


def compare(form, wanted_path):
    sums = read(form, form + '.out')
    want = wanted(wanted_path, sums)
    for key in sorted(set(want) | set(sums)):
        got, asked = sums.get(key, (0, 0)), want.get(key, (0, 0))
        assert got[1] == asked[1] and got[0] in (None, asked[0]), f'{" ".join(key)}: {got}, not {asked}'


if len(sys.argv) > 2:
    samples, periods = zip(*read(*sys.argv[1:]).values())
    print('-' if None in samples else sum(samples), sum(periods))
else:
    for form in sys.stdin.read().split():
        try:
            compare(form, sys.argv[1])
        except Exception as error:
            sys.exit(f'{form}: {type(error).__name__} {error}')
