// SPDX-License-Identifier: GPL-2.0-only
// Drives a headless Chromium through its pipe (--remote-debugging-pipe): one tab, without a network.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'

const NAMES = { Control: 2, Shift: 8 }

export class Browser {
	static async start(program = 'chromium') {
		const browser = new Browser()

		browser.folder = mkdtempSync(join(tmpdir(), 'browser-'))
		browser.child = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--no-first-run',
			'--disable-extensions', '--disable-background-networking', '--disable-dev-shm-usage',
			'--remote-debugging-pipe', `--user-data-dir=${browser.folder}`, 'about:blank'],
		{ stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] })
		browser.nr = 0
		browser.waiting = new Map()
		browser.requests = []
		browser.faults = []
		browser.listen(browser.child.stdio[4])
		const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' })

		browser.session = (await browser.send('Target.attachToTarget', { targetId, flatten: true })).sessionId
		for (const domain of ['Page', 'Runtime', 'Network', 'Log'])
			await browser.send(`${domain}.enable`)
		return browser
	}

	listen(pipe) {
		let rest = Buffer.alloc(0)

		this.child.on('exit', () => this.waiting.forEach(({ reject }) => reject(new Error('the browser has ended'))))
		pipe.on('data', (data) => {
			rest = Buffer.concat([rest, data])
			for (let end; (end = rest.indexOf(0)) >= 0; rest = rest.subarray(end + 1))
				this.take(JSON.parse(rest.subarray(0, end).toString()))
		})
	}

	take({ id, result, error, method, params }) {
		const waiting = this.waiting.get(id ?? method)

		if (method === 'Network.requestWillBeSent' && params.request.url !== 'about:blank')
			this.requests.push(params.request.url)
		if (method === 'Runtime.exceptionThrown')
			this.faults.push(params.exceptionDetails.exception?.description ?? params.exceptionDetails.text)
		if (method === 'Log.entryAdded' && params.entry.level === 'error')
			this.faults.push(params.entry.text)
		this.waiting.delete(id ?? method)
		if (error)
			waiting?.reject(new Error(error.message))
		else
			waiting?.resolve(result ?? params)
	}

	event(method) {
		return new Promise((resolve, reject) => this.waiting.set(method, { resolve, reject }))
	}

	send(method, params = {}) {
		const id = ++this.nr

		this.child.stdio[3].write(`${JSON.stringify({ id, method, params, sessionId: this.session })}\0`)
		return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject }))
	}

	// Opens a page anew, also if only the fragment differs from that of the one before.
	async open(url, ready = 'document.documentElement.dataset.ready') {
		for (const each of ['about:blank', url]) {
			const loaded = this.event('Page.loadEventFired')

			await this.send('Page.navigate', { url: each })
			await loaded
		}
		await this.until(ready)
	}

	// Returns what an expression is, once promises in it are settled.
	async eval(expression) {
		const { result, exceptionDetails } = await this.send('Runtime.evaluate',
			{ expression, awaitPromise: true, returnByValue: true })

		if (exceptionDetails)
			throw new Error(`${expression}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`)
		return result.value
	}

	// Waits for a state of the page, and until it is drawn.
	async until(expression) {
		const deadline = Date.now() + 60000

		while (!await this.eval(`!!(${expression})`)) {
			if (Date.now() > deadline)
				throw new Error(`waited for ${expression}: ${this.faults.join('; ')}`)
			await new Promise(resolve => setTimeout(resolve, 20))
		}
		await this.drawn()
	}

	drawn() {
		return this.eval('new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))')
	}

	async resize(width, height) {
		await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: false })
	}

	async scheme(value) {
		await this.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] })
		await this.drawn()
	}

	// Presses a key as a keyboard does: "a", "Enter", "Control+f".
	async press(keys) {
		for (const word of keys.split(' ')) {
			const names = word.split('+'), key = names.pop() || '+'
			const modifiers = names.reduce((sum, name) => sum + NAMES[name], 0)
			const text = key.length === 1 && !modifiers ? key : undefined
			const code = { Enter: 13, Escape: 27, Backspace: 8, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40,
				Home: 36 }[key]
			const fields = { key, modifiers, text, windowsVirtualKeyCode: code }

			await this.send('Input.dispatchKeyEvent', { type: text ? 'keyDown' : 'rawKeyDown', ...fields })
			await this.send('Input.dispatchKeyEvent', { type: 'keyUp', key, modifiers, windowsVirtualKeyCode: code })
		}
		await this.drawn()
	}

	async type(text) {
		await this.send('Input.insertText', { text })
		await this.drawn()
	}

	async mouse(type, x, y, more = {}) {
		await this.send('Input.dispatchMouseEvent', { type, x, y, button: type === 'mouseMoved' ? 'none' : 'left', clickCount: 1, ...more })
	}

	async click(x, y) {
		await this.mouse('mousePressed', x, y)
		await this.mouse('mouseReleased', x, y)
		await this.drawn()
	}

	async drag(x, y, toX, toY = y) {
		await this.mouse('mousePressed', x, y)
		for (let i = 1; i <= 5; i++)
			await this.mouse('mouseMoved', x + (toX - x) * i / 5, y + (toY - y) * i / 5, { button: 'left', buttons: 1 })
		await this.mouse('mouseReleased', toX, toY)
		await this.drawn()
	}

	async wheel(x, y, deltaX, deltaY, modifiers = 0) {
		await this.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x, y, deltaX, deltaY, modifiers })
		await this.drawn()
	}

	async screenshot() {
		return Buffer.from((await this.send('Page.captureScreenshot', { format: 'png' })).data, 'base64')
	}

	close() {
		this.child.removeAllListeners('exit')
		this.child.on('exit', () => rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 }))
		this.child.kill()
	}
}

// Decodes a PNG of 8 bits a channel, as screenshots are. Returns width, height and at(x, y), a colour as a number.
export function decodePng(file) {
	const parts = []
	let at = 8, width, height, channels

	while (at < file.length) {
		const size = file.readUInt32BE(at), type = file.toString('latin1', at + 4, at + 8)

		if (type === 'IHDR') {
			width = file.readUInt32BE(at + 8)
			height = file.readUInt32BE(at + 12)
			channels = { 2: 3, 6: 4 }[file[at + 17]]
		} else if (type === 'IDAT') {
			parts.push(file.subarray(at + 8, at + 8 + size))
		}
		at += size + 12
	}
	return { width, height, at: unfilter(inflateSync(Buffer.concat(parts)), width, height, channels) }
}

function paeth(a, b, c) {
	const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)]

	return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
}

// (PNG, third edition, 9.2)
function unfilter(data, width, height, channels) {
	const line = width * channels
	const pixels = Buffer.alloc(line * height)

	for (let y = 0; y < height; y++) {
		const filter = data[y * (line + 1)]

		for (let x = 0; x < line; x++) {
			const i = y * line + x
			const a = x < channels ? 0 : pixels[i - channels], b = y ? pixels[i - line] : 0
			const c = x < channels || !y ? 0 : pixels[i - line - channels]
			const guess = [0, a, b, (a + b) >> 1, paeth(a, b, c)][filter]

			pixels[i] = data[y * (line + 1) + 1 + x] + guess
		}
	}
	return (x, y) => pixels.readUIntBE(y * line + x * channels, 3)
}
