import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findChromium } from '../chromium'
import { startSite } from '../site-process'

/**
 * `bun run bench:blocking [--rounds=5] [--rates=1,4] [--path=/] [name=https://address …]`: how long the home page
 * blocks the main thread of a phone, compared with the same page without scripts (and named pages) in interleaved
 * rounds: the longest task after the first paint, the total blocking time, and the latency of the first tap,
 * unthrottled and at a quarter of the speed. Uses the DevTools protocol directly: a debugger that listens to the page's
 * scripts makes them slower.
 */
const rounds = Number(option('rounds') ?? 5)
const path = option('path') ?? '/'
const settle = 2500
const longTask = 50

const site = await startSite({ env: { THROTTLE: '0' } })
const twin = withoutScripts(site.url)
const browser = await launch()
try {
  const pages: [name: string, url: string][] = [['site', site.url], ['without scripts', twin.url.origin], ...named()]
  console.log(
    '| page | CPU | first paint, ms | longest task after it, ms | blocking, ms | menu tapped at first paint | menu tapped later | link tapped later | script, KB |',
  )
  console.log('|---|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const rate of (option('rates') ?? '1,4').split(',').map(Number)) {
    const found = new Map<string, Figures[]>(pages.map(([name]) => [name, []]))
    for (let round = -1; round < rounds; round++) {
      for (const [name, url] of pages) {
        const figures = await visit(url + path, rate)
        // The first round warms up.
        if (round >= 0) found.get(name)?.push(figures)
      }
    }
    for (const [name, all] of found) {
      const of = (key: keyof Figures) => (all.length === 0 ? '' : spread(all.map((figures) => figures[key])))
      console.log(
        `| ${name} | 1/${rate} | ${of('paint')} | ${of('longest')} | ${of('blocking')} | ${of('early')} | ${of('later')} | ${of('link')} | ${of('script')} |`,
      )
    }
  }
} finally {
  await browser.close()
  twin.stop(true)
  await site.dispose()
}

type Figures = Record<'paint' | 'longest' | 'blocking' | 'early' | 'later' | 'link' | 'script', number>
type TraceEvent = { name: string; ph: string; ts: number; dur?: number; tdur?: number; pid: number; tid: number }

async function visit(url: string, rate: number): Promise<Figures> {
  const early = await tapped(url, rate, 'menu', 0)
  const later = await tapped(url, rate, 'menu', settle)
  const link = await tapped(url, rate, 'link', settle)
  const rest = await looked(url, rate)
  return { ...rest, early, later, link }
}

/** Without interaction. */
async function looked(url: string, rate: number) {
  await using tab = await open(rate)
  const events: TraceEvent[] = []
  let script = 0
  const scripts = new Set<unknown>()
  tab.on('Tracing.dataCollected', ({ value }) => events.push(...(value as TraceEvent[])))
  tab.on('Network.responseReceived', ({ requestId, response }) => {
    if (/javascript/.test((response as { mimeType: string }).mimeType)) scripts.add(requestId)
  })
  tab.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) script += Number(encodedDataLength) / 1024
  })
  await tab.send('Network.enable')
  await tab.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'blink.user_timing', 'loading'] },
  })
  await tab.send('Page.navigate', { url })
  await Bun.sleep(settle + 2500 * Math.sqrt(rate))
  const paintedAt = await tab.ask<number>(`performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
  const complete = tab.once('Tracing.tracingComplete')
  await tab.send('Tracing.end')
  await complete
  const paint = events.find(({ name }) => name === 'firstContentfulPaint')
  const own = events.filter(({ pid, tid, ts }) => paint && pid === paint.pid && tid === paint.tid && ts > paint.ts)
  // The CPU time of the thread: on a busy machine it also waits.
  const tasks = own
    .filter(({ name, ph }) => ph === 'X' && name.endsWith('RunTask'))
    .map(({ dur = 0, tdur = dur }) => tdur / 1000)
  const blocking = tasks.reduce((sum, duration) => sum + Math.max(0, duration - longTask), 0)
  return { paint: paintedAt, longest: Math.max(0, ...tasks), blocking, script }
}

/** Milliseconds from the tap until its result is on the screen; undefined after four seconds. */
async function tapped(url: string, rate: number, what: 'menu' | 'link', wait: number): Promise<number> {
  await using tab = await open(rate)
  await tab.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${watch})(${JSON.stringify(what)})` })
  await tab.send('Page.navigate', { url })
  await tab.ask('globalThis.painted')
  await Bun.sleep(wait)
  const place = await tab.ask<{ x: number; y: number }>('globalThis.place()')
  // Not awaited: a page that is left meanwhile never confirms the event.
  void tab.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] })
  await Bun.sleep(60)
  void tab.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  // Before the page is closed.
  const answered = await tab.ask<number>('globalThis.answered', 4000)
  return answered
}

/** Runs in the page: reports where to tap once something is painted, and the time from the tap to its result. */
function watch(what: 'menu' | 'link') {
  const found = () =>
    document.querySelector<HTMLElement>(what === 'menu' ? '[aria-haspopup=dialog]' : 'main a[href*="/blog/"]')
  const isAnswered = () => {
    if (what === 'menu') return document.querySelector('dialog[open] a, [role=dialog] a') !== null
    return (
      location.pathname.startsWith('/blog') &&
      document.querySelector('h1') !== null &&
      !document.querySelector('h1')?.dataset.before
    )
  }
  const tell = (name: string, value: unknown) => Object.assign(globalThis, { [name]: value })
  const key = 'bench-tap'
  new PerformanceObserver(() =>
    requestAnimationFrame(function look() {
      const target = found()
      if (!target) return requestAnimationFrame(look)
      target.scrollIntoView({ block: 'center', behavior: 'instant' })
      for (const heading of document.querySelectorAll('h1')) heading.dataset.before = 'true'
      tell('place', () => {
        const { x, y, width, height } = target.getBoundingClientRect()
        return { x: x + width / 2, y: y + height / 2 }
      })
      requestAnimationFrame(() => setTimeout(() => tell('painted', true)))
    }),
  ).observe({ type: 'paint', buffered: true })
  addEventListener(
    'click',
    ({ timeStamp }) => sessionStorage.setItem(key, String(performance.timeOrigin + timeStamp)),
    { capture: true },
  )
  requestAnimationFrame(function look() {
    const tap = sessionStorage.getItem(key)
    if (tap === null || !isAnswered()) return requestAnimationFrame(look)
    requestAnimationFrame(() =>
      setTimeout(() => tell('answered', performance.timeOrigin + performance.now() - Number(tap))),
    )
  })
}

type Params = Record<string, unknown>
type Message = { id?: number; result?: Params; method?: string; params?: Params; sessionId?: string }
type Tab = AsyncDisposable & {
  send(method: string, params?: object): Promise<Params>
  on(event: string, listener: (params: Params) => void): void
  once(event: string): Promise<unknown>
  ask<Value>(expression: string, timeout?: number): Promise<Value>
}

/** A browser, controlled by the DevTools protocol. */
async function launch() {
  const chromium = findChromium()
  if (!chromium) throw new Error('No Chromium was found (set CHROMIUM to its path)')
  const profile = mkdtempSync(join(tmpdir(), 'blocking-'))
  const child = Bun.spawn(
    [
      chromium,
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--user-data-dir=${profile}`,
      '--remote-debugging-port=0',
      'about:blank',
    ],
    { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' },
  )
  const [port, endpoint] = await portOf(profile)
  const socket = new WebSocket(`ws://127.0.0.1:${port}${endpoint}`)
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  let lastId = 0
  const waiting = new Map<number, (result: Params) => void>()
  const listeners = new Map<string, (method: string, params: Params) => void>()
  socket.addEventListener('message', ({ data }) => {
    const { id, result = {}, method = '', params = {}, sessionId = '' } = JSON.parse(String(data)) as Message
    if (id !== undefined) waiting.get(id)?.(result)
    else listeners.get(sessionId)?.(method, params)
  })
  const send = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Params>((resolve) => {
      waiting.set(++lastId, resolve)
      socket.send(JSON.stringify({ id: lastId, method, params, sessionId }))
    })
  return {
    send,
    listen: (sessionId: string, listener: (method: string, params: Params) => void) =>
      void listeners.set(sessionId, listener),
    async close() {
      socket.close()
      child.kill('SIGKILL')
      await child.exited
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function portOf(profile: string): Promise<string[]> {
  for (;;) {
    const lines = await Bun.file(join(profile, 'DevToolsActivePort'))
      .text()
      .then(
        (text) => text.split('\n'),
        () => [],
      )
    if (lines.length > 1) return lines
    await Bun.sleep(50)
  }
}

/** A new page for one visit, without state of earlier ones. */
async function open(rate: number): Promise<Tab> {
  const { browserContextId } = await browser.send('Target.createBrowserContext')
  const { targetId } = await browser.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId,
    width: 412,
    height: 823,
  })
  const { sessionId } = (await browser.send('Target.attachToTarget', { targetId, flatten: true })) as {
    sessionId: string
  }
  const heard = new Map<string, ((params: Params) => void)[]>()
  browser.listen(sessionId, (method, params) => heard.get(method)?.forEach((listener) => listener(params)))
  const tab: Tab = {
    send: (method, params) => browser.send(method, params, sessionId),
    on: (event, listener) => void heard.set(event, [...(heard.get(event) ?? []), listener]),
    once: (event) =>
      new Promise((resolve) => {
        tab.on(event, resolve)
      }),
    async ask<Value>(expression: string, timeout = 20_000) {
      for (const end = performance.now() + timeout; performance.now() < end; await Bun.sleep(20)) {
        const { result } = (await tab.send('Runtime.evaluate', { expression, returnByValue: true })) as {
          result?: { value?: Value }
        }
        if (result?.value !== undefined) return result.value
      }
      return Number.NaN as Value
    },
    async [Symbol.asyncDispose]() {
      await browser.send('Target.disposeBrowserContext', { browserContextId })
    },
  }
  await tab.send('Page.enable')
  await tab.send('Emulation.setDeviceMetricsOverride', { width: 412, height: 823, deviceScaleFactor: 1, mobile: true })
  await tab.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  if (rate > 1) await tab.send('Emulation.setCPUThrottlingRate', { rate })
  return tab
}

/** A proxy that serves the site's pages without their scripts. */
function withoutScripts(origin: string) {
  return Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      const answer = await fetch(origin + pathname + search, {
        headers: { 'accept-encoding': 'identity' },
        redirect: 'manual',
      })
      const headers = new Headers(answer.headers)
      if (!headers.get('content-type')?.startsWith('text/html'))
        return new Response(answer.body, { status: answer.status, headers })
      headers.set('content-encoding', 'gzip')
      headers.delete('content-length')
      return new Response(Bun.gzipSync((await answer.text()).replace(/<script\b[\s\S]*?<\/script>/g, '')), {
        status: answer.status,
        headers,
      })
    },
  })
}

/** The median and the range: `12 (9 to 17)`; `lost` counts taps without a result. */
function spread(figures: number[]): string {
  const there = figures.filter((figure) => !Number.isNaN(figure)).toSorted((a, b) => a - b)
  const lost = figures.length - there.length
  if (there.length === 0) return `lost ${lost}`
  const round = (figure = 0) => figure.toFixed(figure < 10 ? 1 : 0)
  return `${round(there[Math.floor(there.length / 2)])} (${round(there[0])} to ${round(there.at(-1))})${lost > 0 ? `, lost ${lost}` : ''}`
}

function option(name: string): string | undefined {
  return process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
}

function named(): [name: string, url: string][] {
  return process.argv
    .slice(2)
    .filter((argument) => /^[^-]\w*=http/.test(argument))
    .map((argument) => {
      const at = argument.indexOf('=')
      return [argument.slice(0, at), argument.slice(at + 1).replace(/\/$/, '')]
    })
}
