// SPDX-License-Identifier: GPL-2.0-only
// Entries into the kernel: by kind, and one by one.
import { count, make, span } from './base.js';
import { UNKNOWN } from './data.js';
import { List } from './list.js';

const percentile = (sorted, share) => sorted.length ? sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] : 0;
const time = value => value === null ? '-' : span(value);

export class Entries {
	constructor(parent, app) {
		const number = (id, head, width, text, value = row => row[id] ?? -1) => ({ id, head, width, number: true, text, value });
		const kinds = [
			number('sum', 'Remaining in all', '110px', row => time(row.sum)),
			number('nr', 'Entries', '80px', row => count(row.nr)),
			number('samples', 'Samples', '80px', row => count(row.samples)),
			number('median', 'Median', '90px', row => time(row.median)),
			number('p99', '99 %', '90px', row => time(row.p99)),
			number('most', 'Longest', '90px', row => time(row.most)),
			number('unknown', 'Return not known', '120px', row => count(row.unknown)),
			{ id: 'name', head: 'Kind', width: 'minmax(200px, 1fr)', text: row => row.name, value: row => row.name },
		];
		const each = [
			number('remaining', 'Remaining', '90px', row => time(row.remaining)),
			number('begin', 'Begin', '110px', row => app.timeLine.text(row.begin)),
			number('samples', 'Samples', '70px', row => count(row.samples)),
			{ id: 'name', head: 'Kind', width: '180px', text: row => row.name, value: row => row.name },
			{ id: 'thread', head: 'Thread', width: '200px', text: row => row.thread, value: row => row.thread },
			{ id: 'state', head: 'State', width: '90px', text: row => row.state, value: row => row.state },
			{ id: 'class', head: 'User stack', width: '90px', text: row => row.class, value: row => row.class },
			{ id: 'user', head: 'User code', width: 'minmax(220px, 1fr)', text: row => row.user, value: row => row.user },
		];
		const upper = make('div'), lower = make('div');

		parent.append(upper, lower);
		this.app = app;
		this.call = null;
		this.kinds = new List(upper, kinds, { pick: row => this.pickCall(row.name) });
		this.each = new List(lower, each, { open: row => app.showEntry(row) });
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

		this.each.set(this.numbers.filter(i => !this.call || calls[entry.call[i]] === this.call).map(i => this.row(i)));
	}

	row(i) {
		const { data } = this.app, { entry } = data, stack = entry.stack[i];
		const app = this.app;

		return {
			entry: i,
			remaining: entry.known[i] ? entry.remaining[i] : null,
			begin: entry.begin[i],
			samples: entry.samples[i],
			name: data.calls[entry.call[i]],
			get thread() { return app.labelOfThread(data.stack.thread[stack]); },
			state: data.states[entry.state[i]],
			class: data.classes[entry.class[i]].name,
			get user() { return app.userCode(stack); },
		};
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
