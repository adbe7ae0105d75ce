// SPDX-License-Identifier: GPL-2.0-only
// Drives the pages that export -f html wrote, in a headless Chromium, as their readers do.
//
//     node page.mjs FOLDER
//
// FOLDER has the picture burn.svg, the pages burn.html, hostile.html, baseline.html and large.html, and facts.json: what report says of the
// first. Prints a row for what was proved. Screenshots stay in FOLDER.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Browser, decodePng } from './browser.mjs'

const folder = resolve(process.argv[2])
const facts = JSON.parse(readFileSync(join(folder, 'facts.json'), 'utf8'))
const LOAD = 5000, PAN = 100 // ms
const SIZE = [1400, 860]
const browser = await Browser.start()
let failed = 0

function check(is, what) {
	if (is)
		return
	failed++
	console.log(`  FAILED: ${what}`)
}

function same(got, want, what) {
	check(got === want, `${what}: ${JSON.stringify(got)}, not ${JSON.stringify(want)}`)
}

const row = (what, found) => console.log(`| chromium | ${what} | ${found} |`)
const text = id => browser.eval(`document.getElementById('${id}').textContent`)
const choice = () => browser.eval('Object.fromEntries(new URLSearchParams(location.hash.slice(1)))')
const saved = () => browser.eval('new Promise(done => setTimeout(done, 400))')
const open = (page, fragment = '') => browser.open(`file://${join(folder, page)}${fragment}`)
const samples = async () => +(await text('status')).split(' ')[0].replaceAll(',', '')

// The middle of the frame of that name which has most samples, in the window.
const place = (name, flame = 'flame') => browser.eval(`(() => {
	const flame = page.${flame}, { tree, total, starts } = flame.model, box = flame.canvas.getBoundingClientRect();
	let best = -1;
	for (let i = 0; i < tree.nr; i++)
		if (page.labelOf(tree.key[i]) === ${JSON.stringify(name)} && (best < 0 || total[i] > total[best])) best = i;
	const left = Math.max((starts[best] - flame.low) * flame.scale(), 0);
	return [box.left + left + Math.min(total[best] * flame.scale(), flame.width) / 2, box.top + flame.rowTop(tree.depth[best]) + 8];
})()`)

async function ofSearch() {
	await open('burn.html')
	await browser.press('/')
	await browser.type('^vfs_write$')
	same(await text('found'), `1 function, ${facts.vfs_write}`, 'the share of a search')
	await browser.press('Enter n')
	same(await browser.eval('page.labelOf(page.tree.key[page.flame.picked])'), 'vfs_write', 'n')
	await saved()
	same((await choice()).q, '^vfs_write$', 'the search in the address')
	await browser.press('Control+f')
	await browser.type('((')
	same(await text('found'), '0 functions, 0.00%', 'what is no regular expression')
	await browser.press('Escape')
	same(await text('found'), '', 'Esc ends the search')
	row('search', `vfs_write ${facts.vfs_write}`)
}

async function ofZoom() {
	await open('burn.html')
	await browser.click(...await place('ksys_write'))
	check((await text('crumb')).startsWith('ksys_write'), `a click zooms: ${await text('crumb')}`)
	same(await browser.eval('page.flame.width'), await browser.eval('Math.round(page.flame.model.total[page.flame.zoom] * page.flame.scale())'), 'the zoomed frame is as wide as the page')
	const zoomed = await text('crumb'), fragment = await browser.eval('location.hash')
	await browser.press('Backspace')
	check((await text('crumb')).startsWith('do_syscall_64'), `Backspace zooms out by a frame: ${await text('crumb')}`)
	await browser.eval('history.back()')
	await browser.until(`document.getElementById('crumb').textContent === ${JSON.stringify(zoomed)}`)
	await open('burn.html', fragment)
	same(await text('crumb'), zoomed, 'the address shows the same zoom')
	await browser.press('Escape')
	same(await text('crumb'), '', 'Esc shows the whole')
	await browser.press('ArrowUp ArrowUp ArrowUp')
	const picked = await browser.eval('page.flame.picked')
	same(await browser.eval('page.tree.depth[page.flame.picked]'), 3, 'arrows go to callees')
	await browser.press('Enter')
	same(await browser.eval('page.flame.zoom'), picked, 'Enter zooms')
	await browser.press('Home')
	const [x, y] = await place('main')
	await browser.wheel(x, y, 0, -300, 2)
	const range = await browser.eval('[page.flame.low, page.flame.high, page.sums.all]')
	check(range[1] - range[0] < 0.6 * range[2], `Ctrl and the wheel stretch: ${range}`)
	await browser.drag(x, y, x - 200)
	check(await browser.eval('page.flame.low') > range[0], 'dragging moves')
	await browser.mouse('mouseMoved', x, y)
	await browser.drawn()
	check(/[\d.]+% of what is chosen, .*samples/.test(await text('tip')), `the pointer tells of a frame: ${await text('tip')}`)
	row('zoom', zoomed.replace('Reset zoom', '').trim())
}

// Asks report for the samples of what was chosen.
function report(...options) {
	const out = execFileSync(process.env.PERF_DEFER, ['report', '--stdio', '-q', '-i', facts.trace, '--no-children', '-g', 'none', '-s', 'class', '-F', 'sample,class', ...options], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })

	return out.split('\n').reduce((sum, line) => sum + (parseInt(line, 10) || 0), 0)
}

async function ofTime() {
	await open('burn.html')
	await browser.drag(500, 60, 800, 60)
	await saved()
	const start = BigInt(await browser.eval('page.data.start'))
	const [from, to] = (await choice()).t.split('-').map(at => start + BigInt(at))
	const seconds = ns => `${ns / 1000000000n}.${String(ns % 1000000000n).padStart(9, '0')}`
	const brushed = await samples()
	same(brushed, report('--time', `${seconds(from)},${seconds(to)}`), 'samples of the chosen span')
	check(brushed > 1000, `the span has ${brushed} samples`)
	await browser.press('4')
	const [first] = await browser.eval(`page.table.list.rows.map(row => row.total)`)
	check(first <= brushed * 250000, 'functions are those of the span')
	await browser.click(700, 80)
	same(await samples(), facts.samples, 'a click drops the span')
	await browser.click(60, await browser.eval('34 + page.timeLine.rowTop(1) + 9'))
	same(await samples(), report('--tid', '114'), 'samples of the chosen thread')
	await browser.press('Escape')
	same(await samples(), facts.samples, 'Esc drops the thread')
	await browser.eval('page.timeLine.canvas.focus()')
	await browser.press('ArrowLeft ArrowLeft [ Shift+ArrowRight Shift+ArrowRight ]')
	const [begin, end] = await browser.eval('page.choice.time')
	check(begin > 0 && end > begin, `keys choose a span: ${begin} to ${end}`)
	await browser.press('Enter')
	same(await browser.eval('Math.round(page.timeLine.from)'), begin, 'Enter zooms into it')
	await browser.eval(`document.getElementById('class').value = page.data.classes.findIndex(each => each.name === 'merged-back'), document.getElementById('class').dispatchEvent(new Event('change'))`)
	await browser.press('Escape')
	await browser.eval(`page.choice.class = page.data.classes.findIndex(each => each.name === 'merged-back'), page.recountNow()`)
	same(await samples(), facts.merged_back, 'samples of a class')
	row('time', `${brushed} samples in ${(Number(to - from) / 1e9).toFixed(2)} s`)
}

async function ofViews() {
	await open('burn.html')
	await browser.press('2')
	check(await browser.eval('page.flame.rowTop(0) === 0'), 'callers are above in the icicle graph')
	await browser.press('4')
	same(await browser.eval('page.table.list.rows.length'), facts.functions, 'functions')
	same(await browser.eval(`document.querySelector('#table .row').textContent.includes('level1')`), true, 'the first function')
	await browser.press('ArrowDown ArrowDown Enter')
	same((await choice()).v, 'calls', 'Enter opens callers and callees')
	const name = await browser.eval('page.labelOf(page.choice.key)')
	check((await text('calls-title')).startsWith(name), `callers and callees of ${name}`)
	same(await browser.eval('page.callers.model.total[0] === page.callees.model.total[0]'), true, 'callers have what callees have')
	await browser.press('5')
	same(await browser.eval('page.entries.each.rows.length'), facts.entries, 'entries')
	check((await text('entries')).includes('syscall write'), 'kinds of entries')
	await browser.press('6')
	for (const word of ['merged-back', 'the user stack came later', 'CALLCHAIN_DEFERRED', '78,358'])
		check((await text('ledger')).includes(word), `the ledger has ${word}`)
	await browser.press('?')
	same(await browser.eval(`document.getElementById('help').open`), true, '? shows the keys')
	await browser.press('Escape 1')
	await browser.eval(`document.getElementById('group').value = 'thread', document.getElementById('group').dispatchEvent(new Event('change'))`)
	check(await browser.eval(`page.labelOf(page.tree.key[1]).startsWith('burn 112')`), 'frames begin with threads')
	row('views', `${facts.functions} functions, ${facts.entries} entries`)
}

async function ofFragments() {
	await open('burn.html', '#z=4294967295&t=9-1&e=77&q=(((&f=-1&th=</script>_1.2&v=constructor&c=__proto__&x=Infinity_2&m=x&g=%ff&d=<b>&p=change')
	same(await samples(), facts.samples, 'an address that says nothing')
	await open('burn.html', '#z=0&f=999999999&t=0-1e300&x=1e300_2e300&z=12')
	check(await samples() > 0, 'an address with numbers that are too large')
	row('addresses', 'invalid ones')
}

async function ofHostile() {
	await open('hostile.html')
	await browser.press('4')
	const listed = await browser.eval('page.table.list.rows.map(row => page.labelOf(row.key))')
	for (const name of facts.hostile)
		check(listed.includes(name), `the name ${name} is not shown`)
	check((await text('table')).includes('<script>'), 'a name with tags is text')
	const names = await browser.eval('page.names.join("")')
	check(!/[\u0000-\u001f\u202e]/.test(names), 'names have controls')
	await browser.press('1 /')
	await browser.type('onerror')
	await browser.mouse('mouseMoved', ...await place(facts.hostile[1]))
	await browser.drawn()
	check((await text('tip')).includes(facts.hostile[1]), `the pointer tells of a hostile name: ${await text('tip')}`)
	await browser.press('Escape c')
	same(await browser.eval(`document.querySelectorAll('script, img, iframe, object, link').length`), 2, 'elements')
	// The policy holds: neither a script that comes later runs, nor HTML, nor a request.
	await browser.eval(`(() => { const script = document.createElement('script'); script.append('globalThis.taken = 1'); document.body.append(script) })()`).catch(() => {})
	same(await browser.eval('typeof globalThis.taken'), 'undefined', 'a script of another hash runs')
	same(await browser.eval(`(() => { try { document.body.innerHTML = '<b>x</b>'; return 'taken' } catch { return 'refused' } })()`), 'refused', 'HTML')
	same(await browser.eval(`fetch('data:,x').then(() => 'taken', () => 'refused')`), 'refused', 'requests')
	check(browser.faults.length > 0, 'the policy tells of no violation')
	browser.faults.length = 0
	row('hostile names', `${facts.hostile.length} as text`)
}

// The colours in a part of a screenshot, the most frequent first.
function colours(image, left, top, right, bottom) {
	const numbers = new Map()

	for (let y = top; y < bottom; y += 2) {
		for (let x = left; x < right; x += 2)
			numbers.set(image.at(x, y), (numbers.get(image.at(x, y)) || 0) + 1)
	}
	return [...numbers].sort((a, b) => b[1] - a[1]).map(([colour]) => colour)
}

const parts = colour => [colour >> 16, colour >> 8 & 255, colour & 255]
const isWarm = colour => parts(colour)[0] > parts(colour)[2] + 40
const isCold = colour => parts(colour)[2] > parts(colour)[0] + 20

async function ofPictures() {
	const lights = []

	for (const scheme of ['light', 'dark']) {
		await browser.scheme(scheme)
		await open('burn.html')
		const file = await browser.screenshot(), image = decodePng(file)
		writeFileSync(join(folder, `${scheme}.png`), file)
		same(`${image.width} ${image.height}`, SIZE.join(' '), 'the size of a screenshot')
		const back = parts(colours(image, 0, 150, 200, 250)[0]), sum = back[0] + back[1] + back[2]
		lights.push(sum)
		const flame = colours(image, 0, 560, 1400, 830), time = colours(image, 215, 55, 1390, 105)
		check(flame.length > 20 && flame.some(isWarm) && flame.some(isCold), `${scheme}: the flame graph has ${flame.length} colours`)
		check(time.length > 2 && time.some(isWarm), `${scheme}: the time line has ${time.length} colours`)
		check(colours(image, 0, 0, 700, 30).length > 10, `${scheme}: there is no text in the head`)
		check(colours(image, 0, 836, 700, 860).length > 5, `${scheme}: there is no text in the foot`)
	}
	check(lights[0] > 700 && lights[1] < 150, `light and dark are ${lights}`)
	await browser.press('t')
	same(await browser.eval('document.documentElement.dataset.theme'), 'light', 't')
	const forced = decodePng(await browser.screenshot())
	same(parts(colours(forced, 0, 150, 200, 250)[0]).join(), '255,255,255', 'a light page in a dark system')
	await browser.scheme('light')
	await open('baseline.html')
	const compared = colours(decodePng(await browser.screenshot()), 0, 300, 1400, 830)
	check(compared.some(isWarm) && compared.some(isCold), 'changes have no colours')
	row('pictures', 'light, dark, changes')
}

// The picture of -f flame: a link has the zoom and the search.
async function ofLinks() {
	const openPicture = fragment => browser.open(`file://${join(folder, 'burn.svg')}${fragment}`, 'location.hash || 1')
	const zoomed = () => browser.eval(`[...document.querySelectorAll('#frames>g:not(.hidden):not(.above)')][0].querySelector('title').textContent`)

	await openPicture('')
	await browser.eval(`[...document.querySelectorAll('#frames>g')].find(g => g.textContent.startsWith('ksys_write ('))
		.dispatchEvent(new MouseEvent('click', { bubbles: true }))`)
	const link = await browser.eval('location.hash'), first = await zoomed()
	check(/^#depth=\d+&start=\d+$/.test(link) && first.startsWith('ksys_write ('), `a zoom is ${link}, ${first}`)
	await openPicture(`${link}&search=%5Evfs_`)
	same(await zoomed(), first, 'a link to the picture')
	check(/^Matched: \d/.test(await text('matched')), `a search in a link: ${await text('matched')}`)
	await browser.press('Escape')
	same(await browser.eval('location.hash'), link, 'Esc ends the search')
	await browser.press('Escape')
	same(await browser.eval('location.hash'), '#all', 'Esc shows the whole')
	await browser.eval('history.back()')
	await browser.until(`location.hash === ${JSON.stringify(link)}`)
	row('link to a picture', link)
}

// Each function has the change that report tells, and is noise if it says so.
async function ofChanges() {
	await open('baseline.html', '#v=table')
	const rows = await browser.eval('page.table.list.rows.map(row => [page.labelOf(row.key), page.changeText(row.change)])')
	const lines = readFileSync(join(folder, 'changes'), 'utf8').trimEnd().split('\n')
	const once = names => new Set(names.filter((name, i) => names.indexOf(name) === i && names.lastIndexOf(name) === i))
	const wanted = new Map(lines.map(line => [line.slice(line.indexOf(' ') + 1), line.split(' ')[0]]))
	const names = once(rows.map(([name]) => name)), others = once(lines.map(line => line.slice(line.indexOf(' ') + 1)))
	let compared = 0

	for (const [name, change] of rows) {
		if (!names.has(name) || !others.has(name))
			continue
		same(change, wanted.get(name), `the change of ${name}`)
		compared++
	}
	check(compared > 300, `${compared} functions are in both`)
	row('changes', `${compared} functions`)
}

// The picture of the README.
async function ofReadme() {
	await browser.resize(1200, 640)
	await open('forky.html', '#q=page_fault')
	await browser.drag(300, 60, 900, 60)
	await browser.mouse('mouseMoved', ...await place('kernel_clone'))
	await browser.drawn()
	writeFileSync(join(folder, 'page.png'), await browser.screenshot())
	await browser.resize(...SIZE)
}

const median = values => values.sort((a, b) => a - b)[values.length >> 1]

async function ofLarge() {
	const loads = [], pans = { flame: [], timeLine: [] }

	for (let i = 0; i < 3; i++) {
		await open('large.html')
		loads.push(+await browser.eval('document.documentElement.dataset.ready'))
	}
	same(await samples(), 2000000, 'samples of the large page')
	check(await browser.eval('page.data.node.func.length') >= 200000, 'frames of the large page')
	await browser.eval('page.flame.stretch(0.2, 700), page.timeLine.stretch(0.5, 700)')
	for (const view of ['flame', 'timeLine']) {
		for (let i = 0; i < 20; i++)
			pans[view].push(await browser.eval(`(async () => {
				const start = performance.now();
				page.${view}.canvas.dispatchEvent(new WheelEvent('wheel', { deltaX: ${i % 2 ? 40 : -35} }));
				await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
				return performance.now() - start;
			})()`))
	}
	const [load, flame, time] = [median(loads), median(pans.flame), median(pans.timeLine)]
	check(load <= LOAD, `the large page takes ${load} ms to load`)
	check(flame <= PAN && time <= PAN, `a pan takes ${flame} and ${time} ms`)
	row('large page', `load ${(load / 1000).toFixed(1)} s, pan ${flame.toFixed(0)} and ${time.toFixed(0)} ms`)
}

try {
	await browser.resize(...SIZE)
	for (const each of [ofSearch, ofZoom, ofTime, ofViews, ofFragments, ofHostile, ofPictures, ofLinks, ofChanges, ofReadme, ofLarge]) {
		if (process.env.PAGE_ONLY && !each.name.match(process.env.PAGE_ONLY))
			continue
		await each()
		check(!browser.faults.length, `${each.name}: ${browser.faults.join('; ')}`)
		browser.faults.length = 0
	}
	check(browser.requests.every(url => url.startsWith(`file://${folder}/`)), `the pages ask for ${browser.requests}`)
} catch (error) {
	failed++
	console.log(`  FAILED: ${error.stack}: ${browser.faults.join('; ')}`)
}
browser.close()
process.exitCode = failed ? 1 : 0
