// SPDX-License-Identifier: GPL-2.0-only
// The data of the page, in the layout that html-data.h describes.

const HIGH = 2 ** 32;
export const UNKNOWN = 0xffffffff;

function bytesOf(text) {
	if (Uint8Array.fromBase64)
		return Uint8Array.fromBase64(text);
	const binary = atob(text.trim());
	const bytes = new Uint8Array(binary.length);

	for (let i = 0; i < bytes.length; i++)
		bytes[i] = binary.charCodeAt(i);
	return bytes;
}

async function inflate(bytes) {
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));

	return new Response(stream).arrayBuffer();
}

// Adds the upper halves of 64-bit numbers, in doubles if there are any.
function wide(low, high) {
	let at = 0;

	while (at < high.length && !high[at])
		at++;
	return at === high.length ? low : Float64Array.from(low, (value, i) => value + high[i] * HIGH);
}

// Turns the time since the sample before into that since the first one.
function addUp(low, high) {
	const times = new Float64Array(low.length);

	for (let i = 0, time = 0; i < low.length; i++)
		times[i] = time += low[i] + high[i] * HIGH;
	return times;
}

// Numbers the threads of stacks, each pid and tid once; its name is that of its last sample.
function setThreads(data) {
	const numbers = new Map();
	const threadOf = (pid, tid, comm) => {
		const key = pid * HIGH + tid;

		if (!numbers.has(key)) {
			numbers.set(key, data.threads.length);
			data.threads.push({ pid: pid | 0, tid: tid | 0, comm });
		}
		return numbers.get(key);
	};

	data.threads = [];
	for (const rows of data.base ? [data.stack, data.base] : [data.stack])
		rows.thread = rows.tid.map((tid, i) => threadOf(rows.pid[i], tid, rows.comm[i]));
	for (const stack of data.sample.stack)
		data.threads[data.stack.thread[stack]].comm = data.stack.comm[stack];
}

function setTables(data, columns) {
	for (const [name, column] of Object.entries(columns)) {
		const [table, field, half] = name.split('.');

		if (half)
			continue;
		data[table] ||= {};
		data[table][field] = columns[`${name}.hi`] ? wide(column, columns[`${name}.hi`]) : column;
	}
	data.sample.time = addUp(columns['sample.time'], columns['sample.time.hi']);
	data.entry.known = columns['entry.remaining'].map((low, i) =>
		low !== UNKNOWN || columns['entry.remaining.hi'][i] !== UNKNOWN);
}

// Decodes the text of the data into tables: { node: { parent, func }, … } with the names and totals of the head.
export async function load(text) {
	const buffer = await inflate(bytesOf(text));
	const size = new DataView(buffer).getUint32(buffer.byteLength - 4, true);
	const start = buffer.byteLength - 4 - size;
	const head = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, start, size)));
	const data = { ...head, ledger: head.ledger[0] };
	const columns = {};
	let at = 0;

	for (const [name, rows] of head.columns) {
		columns[name] = new Uint32Array(buffer, at, rows);
		at += 4 * rows;
	}
	setTables(data, columns);
	data.kindOf = Object.fromEntries(head.kinds.map((kind, i) => [kind, i]));
	data.nrSamples = data.sample.stack.length;
	data.end = data.nrSamples ? data.sample.time[data.nrSamples - 1] : 0;
	setThreads(data);
	return data;
}
