// SPDX-License-Identifier: GPL-2.0-only
// Prints what the Firefox Profiler tells of a profile: how often samples hit each function, behind "weights samples",
// or for how long, behind "weights periods"; and "markers" with their number. The program for the command line has the viewer's own reader.
//
//     node gecko.mjs FOLDER-OF-THE-PACKAGE FILE
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'

const [folder, file] = process.argv.slice(2)
const program = join(folder, 'dist/profiler-cli.js')
const session = 'perf'
const dir = mkdtempSync(join(tmpdir(), 'perf-defer-gecko-'))
const env = { ...process.env, PROFILER_CLI_SESSION_DIR: dir, PROFILER_CLI_NO_SYMBOLICATE: '1' }

function ask(...args) {
	return execFileSync(process.execPath, [program, ...args, '--session', session, '--json'], {
		encoding: 'utf8',
		env,
		maxBuffer: 1 << 30,
		stdio: ['ignore', 'pipe', 'pipe'],
	})
}

// The program answers questions by a process that has the profile, for which its "load" waits half a second only.
const daemon = spawn(process.execPath, [program, '--daemon', resolve(file), '--session', session], { env, stdio: 'ignore' })

function listens() {
	const name = readdirSync(dir).find((name) => name.endsWith('.sock'))
	if (!name)
		return false
	return new Promise((done) => {
		const socket = connect(join(dir, name), () => {
			socket.destroy()
			done(true)
		})
		socket.on('error', () => done(false))
	})
}

// A question that comes before the daemon listens makes the program forget the session for good.
async function listThreads(tries) {
	const end = daemon.exitCode ?? daemon.signalCode
	if (!tries || end !== null)
		throw new Error(end === null ? 'The daemon does not answer' : `The daemon ended: ${end}`)
	try {
		if (await listens())
			return JSON.parse(ask('thread', 'list', '--limit', '0')).threads
	} catch (error) {
		if (!error.stderr?.includes('still loading'))
			throw new Error(error.stderr)
	}
	await setTimeout(500)
	return listThreads(tries - 1)
}

try {
	const threads = await listThreads(100)
	// A question takes a process: one is for all threads.
	const handles = threads.map((thread) => thread.threadHandle).join()
	// Of several threads the viewer counts samples, and of one it adds up weights, which are ms of a clock.
	const { functions, weightType } = JSON.parse(
		ask('thread', 'functions', '--thread', handles, '--include-idle', '--limit', '0'))
	const scale = weightType === 'tracing-ms' ? 1e6 : 1
	const weights = new Map()
	for (const { name, selfSamples } of functions)
		weights.set(name, (weights.get(name) ?? 0) + Math.round(selfSamples * scale))
	console.log(`weights ${threads.length > 1 ? 'samples' : 'periods'}`)
	for (const [name, weight] of weights) {
		if (weight)
			console.log(`${weight} ${name}`)
	}
	console.log(`markers ${threads.reduce((sum, thread) => sum + thread.markerCount, 0)}`)
} finally {
	daemon.kill()
	rmSync(dir, { recursive: true, force: true })
}
