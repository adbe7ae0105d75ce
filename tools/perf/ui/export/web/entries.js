// SPDX-License-Identifier: GPL-2.0-only
// Entries into the kernel: by kind, and one by one.
import { count, make, span } from './base.js';
import { UNKNOWN } from './data.js';
import { List } from './list.js';

const percentile = (sorted, share) => sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] : 0;
const time = value => value === null ? '-' : span(value);

export class Entries {
	constructor(parent, app) {
		const { entry, stack, calls, classes, states } = app.data;
		const number = (id, head, width, text) => ({ id, head, width, number: true, text, value: row => row[id] ?? -1 });
		const word = (id, head, width, text) => ({ id, head, width, text, value: text });
		const kinds = [
			number('sum', 'Remaining in all', '110px', row => time(row.sum)),
			number('nr', 'Entries', '80px', row => count(row.nr)),
			number('samples', 'Samples', '80px', row => count(row.samples)),
			number('median', 'Median', '90px', row => time(row.median)),
			number('p99', '99 %', '90px', row => time(row.p99)),
			number('most', 'Longest', '90px', row => time(row.most)),
			number('unknown', 'Return not known', '120px', row => count(row.unknown)),
			word('name', 'Kind', 'minmax(200px, 1fr)', row => row.name),
		];
		// Rows are the numbers of entries.
		const each = [
			{ ...number('remaining', 'Remaining', '90px', i => time(entry.known[i] ? entry.remaining[i] : null)),
				value: i => entry.known[i] ? entry.remaining[i] : -1 },
			{ ...number('begin', 'Begin', '110px', i => app.timeLine.text(entry.begin[i])), value: i => entry.begin[i] },
			{ ...number('samples', 'Samples', '70px', i => count(entry.samples[i])), value: i => entry.samples[i] },
			word('name', 'Kind', '180px', i => calls[entry.call[i]]),
			word('thread', 'Thread', '200px', i => app.labelOfThread(stack.thread[entry.stack[i]])),
			word('state', 'State', '90px', i => states[entry.state[i]]),
			word('class', 'User stack', '90px', i => classes[entry.class[i]].name),
			word('user', 'User code', 'minmax(220px, 1fr)', i => app.userCode(entry.stack[i])),
		];
		const upper = make('div'), lower = make('div');

		parent.append(upper, lower);
		this.app = app;
		this.call = null;
		this.kinds = new List(upper, kinds, { pick: row => this.pickCall(row.name) });
		this.each = new List(lower, each, { open: i => app.showEntry(i) });
	}

	// The numbers of the entries that began in the chosen time, of the chosen threads and class.
	chosen() {
		const { data, choice } = this.app, { entry, stack } = data;

		return Array.from(entry.begin.keys()).filter(i =>
			(!choice.time || entry.begin[i] >= choice.time[0] && entry.begin[i] <= choice.time[1]) &&
			(!choice.threads.size || choice.threads.has(stack.thread[entry.stack[i]])) &&
			(choice.class < 0 || choice.class === entry.class[i]));
	}

	refresh() {
		const { entry, calls } = this.app.data;
		const byCall = new Map();

		this.numbers = this.chosen();
		for (const i of this.numbers) {
			const call = calls[entry.call[i]];

			if (!byCall.has(call))
				byCall.set(call, { name: call, nr: 0, samples: 0, times: [] });
			const row = byCall.get(call);

			row.nr++;
			row.samples += entry.samples[i];
			if (entry.known[i])
				row.times.push(entry.remaining[i]);
		}
		for (const row of byCall.values())
			this.measure(row);
		this.kinds.set([...byCall.values()]);
		this.kinds.picked = byCall.get(this.call) || null;
		this.refreshEach();
	}

	measure(row) {
		const times = Float64Array.from(row.times).sort(), any = times.length > 0;

		row.sum = any ? times.reduce((sum, value) => sum + value, 0) : null;
		row.median = any ? percentile(times, 0.5) : null;
		row.p99 = any ? percentile(times, 0.99) : null;
		row.most = any ? times[times.length - 1] : null;
		row.unknown = row.nr - times.length;
	}

	pickCall(call) {
		this.call = call === this.call ? null : call;
		if (!this.call)
			this.kinds.picked = null;
		this.refreshEach();
	}

	refreshEach() {
		const { entry, calls } = this.app.data;

		this.each.set(this.numbers.filter(i => !this.call || calls[entry.call[i]] === this.call));
	}
}

// The innermost frame of the user half of a stack.
export function userFrame(data, stack) {
	const { parent, func } = data.node;
	let node = data.stack.chain[stack];

	while (node && data.func.kind[func[node]] === data.kindOf.kernel)
		node = parent[node];
	return node ? func[node] : UNKNOWN;
}
