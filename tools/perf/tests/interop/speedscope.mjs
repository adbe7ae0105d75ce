// SPDX-License-Identifier: GPL-2.0-only
// Prints the stacks that speedscope's importer gets from text of `perf script`, as folded.py does; or those of
// all threads, with their weights, from a file of its own format.
//
//     node speedscope.mjs FOLDER-OF-THE-PACKAGE FILE[.speedscope.json]
//
// The package is one program for a browser. It runs here up to where it would draw, on a document
// that does nothing; the importer is a module of it, which keeps the names that it exports.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import vm from 'node:vm'

const [folder, file] = process.argv.slice(2)

function find(text, pattern) {
	const match = pattern.exec(text)
	if (!match)
		throw new Error(`this speedscope is another one: no ${pattern}`)
	return match[1]
}

// Does nothing, whatever is done with it.
const nothing = new Proxy(function () {}, {
	get: (_, name) => {
		if (name === Symbol.toPrimitive)
			return () => ''
		if (name === Symbol.iterator)
			return function* () {}
		return name === 'then' ? undefined : nothing
	},
	apply: () => nothing,
	construct: () => nothing,
	set: () => true,
})

function loadImporter() {
	const release = join(folder, 'dist/release')
	const program = readdirSync(release).find((name) => /^speedscope-.*\.js$/.test(name))
	const code = readFileSync(join(release, program), 'utf8')
	const exported = find(code, /\((\w+),\{[\w:()=>,]*importProfileGroupFromText:/)
	const load = find(code, new RegExp(`\\(\\(\\)=>(\\(\\w+\\(\\),${exported}\\))\\)`))
	const drawing = code.lastIndexOf('console.log(`speedscope v')
	const context = { console: { ...console, log: () => {} }, TextDecoder, TextEncoder, URL }

	if (drawing < 0)
		throw new Error('this speedscope is another one: it does not say its version')
	for (const name of ['window', 'document', 'navigator', 'location', 'self', 'localStorage'])
		context[name] = nothing
	vm.createContext(context)
	return vm.runInContext(`${code.slice(0, drawing)};return ${load}})()`
		.replace(/^"use strict";\(\(\)=>\{/, '(()=>{"use strict";'), context)
}

function stackOf(node) {
	const frames = []

	for (; node && node.frame && node.parent; node = node.parent)
		frames.push(node.frame.name.startsWith('???') ? node.frame.name
			: `${node.frame.name} (${node.frame.file})`)
	return frames.reverse()
}

// Checks that threads have the weights of all together, and returns the stacks of the latter. Entries into
// the kernel are profiles of their own, and last as long as they lasted, not as long as they were sampled.
function countOwn(profiles) {
	const counts = new Map()
	const [all, ...threads] = profiles.filter(profile => !profile.getName().startsWith('entries into'))
	const sum = threads.reduce((total, thread) => total + thread.getTotalWeight(), 0)

	if (all.getTotalWeight() !== sum)
		throw new Error(`all threads have ${all.getTotalWeight()}, each together ${sum}`)
	all.samples.forEach((sample, i) => {
		const frames = []
		for (let node = sample; node && node.frame && node.parent; node = node.parent)
			frames.push(node.frame.name)
		const stack = frames.reverse().join(';')
		counts.set(stack, (counts.get(stack) || 0) + all.weights[i])
	})
	return counts
}

const importer = loadImporter()
const text = readFileSync(file, 'utf8')
const own = file.endsWith('.speedscope.json')
const group = await importer.importProfileGroupFromText(own ? file : 'x.linux-perf.txt', text)
const counts = own ? countOwn(group.profiles) : new Map()
for (const profile of own ? [] : group.profiles) {
	// The idle tasks are of the tid 0, which it does not name.
	const [comm, tid = '0'] = profile.getName().replace(/ pid: \d+/, '').split(' tid: ')
	const thread = `${comm} ${tid}`

	for (const sample of profile.samples) {
		const stack = [thread, ...stackOf(sample)].join(';')
		counts.set(stack, (counts.get(stack) || 0) + 1)
	}
}
const byCode = (a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))
for (const stack of [...counts.keys()].sort(byCode))
	console.log(counts.get(stack), stack)
