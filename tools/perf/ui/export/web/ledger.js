// SPDX-License-Identifier: GPL-2.0-only
// The ledger: what became of the user stack of every sample. The object is that of `perf defer audit --json`.
import { count, make, percent, plain, span } from './base.js';

const BAR = 160;

function tableOf(heads, rows) {
	const cell = (tag, value) => typeof value === 'number' ? make(tag, { className: 'number' }, count(value))
		: make(tag, { className: typeof value === 'string' && /^[\d.,]+ ?(%|s|ms|µs|ns)$/.test(value) ? 'number' : '' }, value);

	return make('table', {}, make('tr', {}, ...heads.map(head => make('th', {}, head))),
		...rows.map(row => make('tr', {}, ...row.map(value => cell('td', value)))));
}

function bar(part, all, isMissing) {
	const element = make('span', { className: isMissing ? 'bar missing' : 'bar' });

	element.style.width = `${all ? Math.max(1, BAR * part / all) : 0}px`;
	return element;
}

function classTable(data, ledger) {
	const rows = data.classes.filter(each => ledger.classes[each.name]).map(each => {
		const nr = ledger.classes[each.name];

		return [each.name, nr, percent(nr, ledger.samples), bar(nr, ledger.samples, each.missing), each.meaning];
	});

	return tableOf(['User stack', 'Samples', 'Share', '', 'Meaning'], rows);
}

const classText = classes => Object.entries(classes).map(([name, nr]) => `${count(nr)} ${name}`).join(', ');

function causes(ledger) {
	const rows = ledger.causes.map(each => [each.class, each.samples, each.entries, each.tasks, each.meaning]);

	return [['User stacks that are missing', tableOf(['Class', 'Samples', 'Entries', 'Tasks', 'Why'], rows)]];
}

function latencies(ledger) {
	const row = (name, each) => [name, each.nr, ...['median', 'p99', 'max'].map(key => each.nr ? span(each[key]) : '-')];
	const { later, before } = ledger.latency_ns;

	return [['From a sample to its deferred record', tableOf(['Record', 'Samples', 'Median', '99 %', 'Longest'],
		[row('after the sample', later), row('before it', before)])]];
}

function losses(ledger) {
	const cpus = ledger.losses.cpus.map(each => [each.cpu === null ? 'not known' : String(each.cpu), each.told, each.records, each.samples, each.stacks]);

	if (!ledger.losses.told && !ledger.losses.records && !ledger.losses.samples)
		return [['Losses', make('p', {}, 'The kernel reports none.')]];
	return [['Losses', tableOf(['CPU', 'Reports', 'Records', 'Samples', 'User stacks'], cpus)]];
}

function damage(ledger) {
	if (!ledger.damage_nr)
		return [];
	return [['Damage of the file', make('div', {}, ...ledger.damage.map(each => make('p', {}, plain(each.text))))]];
}

export function showLedger(parent, data) {
	const { ledger } = data;
	const threads = ledger.threads.map(each => [plain(each.comm ?? ''), String(each.pid), String(each.tid), each.samples, classText(each.classes)]);
	const events = ledger.events.map(each => [plain(each.name), each.samples, classText(each.classes)]);
	const records = ledger.records.map(each => [each.name, each.nr]);
	const known = ledger.with_user_half ? percent(ledger.known, ledger.with_user_half) : '-';
	const sections = [
		[`${count(ledger.samples)} samples${ledger.filtered ? ', chosen ones of the trace only' : ''}; ${known} of the user stacks are known`,
			classTable(data, ledger)],
		...ledger.causes.length ? causes(ledger) : [],
		...losses(ledger),
		...latencies(ledger),
		['Events', tableOf(['Event', 'Samples', 'User stacks'], events)],
		['Threads', tableOf(['Command', 'Process', 'Thread', 'Samples', 'User stacks'], threads.slice(0, 200))],
		['Records', tableOf(['Type', 'Number'], records)],
		...damage(ledger),
	];

	parent.append(make('p', {}, plain(ledger.input ?? '')));
	for (const [title, content] of sections)
		parent.append(make('div', {}, make('h2', {}, title), content));
}
