#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-only
"""Makes a page of 200,000 frames and two million samples of one that export -f html wrote.

    large-page.py PAGE NEW

The layout is that of html-data.h; names, classes and the ledger are those of the page.
"""
import array
import base64
import gzip
import json
import random
import re
import sys

NODES, FUNCS, STACKS, THREADS, SAMPLES, ENTRIES = 200_000, 40_000, 150_000, 300, 2_000_000, 400_000
HIGH = 2 ** 32

page, new = sys.argv[1:]
text = open(page, encoding='utf-8').read()
data = re.search(r'<script id="data" type="text/plain">\s*(\S*)\s*</script>', text)
raw = gzip.decompress(base64.b64decode(data[1]))
head = json.loads(raw[-4 - int.from_bytes(raw[-4:], 'little'):-4])
chance = random.Random(26)
columns = {}

# A tree that is bushy near its root and deep in places; kernel functions are the last third of all.
parents, funcs, depths = array.array('I', [0]), array.array('I', [0]), [0]
while len(parents) < NODES:
    at = chance.randrange(max(0, len(parents) - 3000), len(parents)) if chance.random() < 0.7 else chance.randrange(len(parents))
    parents.append(at if depths[at] < 120 else 0)
    depths.append(depths[parents[-1]] + 1)
    third = FUNCS // 3
    is_kernel = parents[-1] and (funcs[parents[-1]] >= 2 * third or chance.random() < 0.05)
    funcs.append(chance.randrange(2 * third, FUNCS) if is_kernel else chance.randrange(2 * third))
columns['node.parent'], columns['node.func'] = parents, funcs
columns['func.dso'] = array.array('I', (i % len(head['dsos']) for i in range(FUNCS)))
columns['func.kind'] = array.array('I', (3 if i >= 2 * (FUNCS // 3) else 2 if i % 9 == 0 else 1 for i in range(FUNCS)))
head['funcs'] = [f'namespace_{i % 97}::function_{i}(int, std::vector<unsigned long> const&)' for i in range(FUNCS)]

leaves = array.array('I', (chance.randrange(1, NODES) for _ in range(STACKS)))
threads = array.array('I', (min(int(chance.expovariate(0.02)), THREADS - 1) for _ in range(STACKS)))
columns['stack.event'] = array.array('I', bytes(4 * STACKS))
columns['stack.chain'] = leaves
columns['stack.hit'] = array.array('I', (funcs[leaf] for leaf in leaves))
columns['stack.class'] = array.array('I', bytes(4 * STACKS))
columns['stack.comm'] = array.array('I', (thread % len(head['comms']) for thread in threads))
columns['stack.pid'] = array.array('I', (1000 + thread // 10 for thread in threads))
columns['stack.tid'] = array.array('I', (1000 + thread for thread in threads))

columns['sample.time'] = array.array('I', (0 if not i else chance.randrange(60_000) for i in range(SAMPLES)))
columns['sample.stack'] = array.array('I', (int(STACKS * chance.random() ** 3) for _ in range(SAMPLES)))
columns['sample.period'] = array.array('I', [250_000]) * SAMPLES
end = sum(columns['sample.time'])
begins = sorted(chance.randrange(end) for _ in range(ENTRIES))
columns['entry.begin'] = array.array('I', (at % HIGH for at in begins))
columns['entry.begin.hi'] = array.array('I', (at // HIGH for at in begins))
columns['entry.remaining'] = array.array('I', (int(chance.expovariate(1e-5)) for _ in range(ENTRIES)))
columns['entry.samples'] = array.array('I', [3]) * ENTRIES
columns['entry.stack'] = array.array('I', (chance.randrange(STACKS) for _ in range(ENTRIES)))
columns['entry.class'] = array.array('I', bytes(4 * ENTRIES))
columns['entry.call'] = array.array('I', (chance.randrange(len(head['calls'])) for _ in range(ENTRIES)))
columns['entry.state'] = array.array('I', bytes(4 * ENTRIES))
for name in ('sample.time.hi', 'sample.period.hi', 'entry.remaining.hi'):
    columns[name] = array.array('I', bytes(4 * len(columns[name[:-3]])))

head['title'] = 'a large page'
head['events'][0].update(samples=SAMPLES, period=SAMPLES * 250_000)
head['columns'] = [[name, len(columns[name])] for name, _ in head['columns'] if name in columns]
tail = json.dumps(head).encode()
raw = b''.join(columns[name].tobytes() for name, _ in head['columns']) + tail + len(tail).to_bytes(4, 'little')
with open(new, 'w', encoding='utf-8') as out:
    out.write(text[:data.start(1)] + base64.b64encode(gzip.compress(raw, 6)).decode() + text[data.end(1):])
