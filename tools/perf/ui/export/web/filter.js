// SPDX-License-Identifier: GPL-2.0-only
// The samples that are shown: of one event, and of the chosen time, threads and class.

// Returns the first sample at @time or later.
export function sampleFrom(data, time) {
	const times = data.sample.time;
	let low = 0, high = times.length;

	while (low < high) {
		const middle = (low + high) >> 1;

		if (times[middle] < time)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

// Says for each stack whether its event, thread and class are chosen.
export function chosenStacks(data, choice) {
	const { event, thread, class: classes } = data.stack;
	const threads = Uint8Array.from(data.threads, (_, i) => !choice.threads.size || choice.threads.has(i));
	const chosen = new Uint8Array(event.length);

	for (let i = 0; i < chosen.length; i++)
		chosen[i] = event[i] === choice.event && threads[thread[i]] && (choice.class < 0 || choice.class === classes[i]);
	return chosen;
}

// Adds up the chosen samples: by stack, and in all.
export function addUpSamples(data, choice) {
	const { stack, period } = data.sample;
	const chosen = chosenStacks(data, choice);
	const [from, to] = choice.time ? [sampleFrom(data, choice.time[0]), sampleFrom(data, choice.time[1] + 1)]
		: [0, data.nrSamples];
	const sums = { samples: new Float64Array(chosen.length), weights: null, nr: 0, all: 0 };
	const weights = choice.metric === 'period' ? new Float64Array(chosen.length) : sums.samples;

	for (let i = from; i < to; i++) {
		if (!chosen[stack[i]])
			continue;
		sums.samples[stack[i]]++;
		if (weights !== sums.samples)
			weights[stack[i]] += period[i];
	}
	sums.weights = weights;
	sums.nr = sums.samples.reduce((sum, nr) => sum + nr, 0);
	sums.all = weights.reduce((sum, value) => sum + value, 0);
	return sums;
}
