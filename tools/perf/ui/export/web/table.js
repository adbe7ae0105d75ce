// SPDX-License-Identifier: GPL-2.0-only
// The functions with what is theirs, and what is in them and in what they call.
import { count, percent, weight } from './base.js';
import { List } from './list.js';

// Adds up for each function what the outermost nodes of it have: each sample once that it is in.
function addUpFunctions(data, tree, totals) {
	const sums = new Float64Array(data.funcs.length);

	for (let i = 1; i < tree.nr; i++) {
		if (tree.outer[i] && tree.key[i] < sums.length)
			sums[tree.key[i]] += totals[i];
	}
	return sums;
}

// The functions with their own weight, what they are in, and the same in the baseline.
export function functionRows(data, tree, sums, nodes, base) {
	const nr = data.funcs.length, rows = [];
	const self = new Float64Array(nr), total = addUpFunctions(data, tree, nodes.total);
	const before = base ? addUpFunctions(data, tree, base.total) : new Float64Array(nr);

	for (let i = 0; i < sums.weights.length; i++)
		self[data.stack.hit[i]] += sums.weights[i];
	for (let key = 0; key < nr; key++) {
		if (self[key] || total[key] || before[key])
			rows.push({ key, self: self[key], total: total[key], before: before[key] });
	}
	return rows;
}

export class Functions {
	constructor(parent, app) {
		const all = () => app.sums.all, unit = () => app.unit();
		const columns = [
			{ id: 'total', head: 'Total %', width: '64px', number: true, value: row => row.total, text: row => percent(row.total, all()) },
			{ id: 'totalWeight', head: 'Total', width: '90px', number: true, value: row => row.total, text: row => weight(row.total, unit()), class: () => 'dim' },
			{ id: 'self', head: 'Self %', width: '64px', number: true, value: row => row.self, text: row => percent(row.self, all()) },
			{ id: 'selfWeight', head: 'Self', width: '90px', number: true, value: row => row.self, text: row => weight(row.self, unit()), class: () => 'dim' },
			...app.data.compares ? [
				{ id: 'before', head: 'Before', width: '64px', number: true, value: row => row.before, text: row => percent(row.before, app.base.all) },
				{ id: 'change', head: 'Change', width: '76px', number: true, value: row => row.change.points, text: row => app.changeText(row.change), class: row => row.change.isNoise ? 'dim' : row.change.points > 0 ? 'more' : 'less' },
			] : [],
			{ id: 'name', head: 'Function', width: 'minmax(320px, 1fr)', value: row => app.labelOf(row.key), text: row => app.labelOf(row.key), mark: row => app.kindColour(row.key) },
			{ id: 'dso', head: 'File', width: '200px', value: row => app.fileOf(row.key), text: row => app.fileOf(row.key), class: () => 'dim' },
		];

		this.list = new List(parent, columns, {
			pick: row => app.pickKey(row.key),
			open: row => app.openCalls(row.key),
			looks: row => app.isFound(row.key) ? 'found' : '',
		});
		this.app = app;
	}

	refresh() {
		const { data, tree, sums, nodes, base, choice } = this.app;
		const rows = functionRows(data, tree, sums, nodes, base);

		if (base) {
			const now = addUpFunctions(data, tree, this.app.nodeSamples()), before = addUpFunctions(data, tree, base.samples);

			for (const row of rows)
				row.change = this.app.change(row.total, row.before, now[row.key], before[row.key]);
		}
		const chosen = choice.query ? rows.filter(row => this.app.isFound(row.key)) : rows;

		this.list.picked = chosen.find(row => row.key === this.app.choice.key) || null;
		this.list.set(chosen);
	}

	summary() {
		return `${count(this.list.rows.length)} functions`;
	}
}
