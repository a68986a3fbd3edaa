import { readFileSync } from 'node:fs'
import { administrator, firstAdministrator, visitor } from '../client'
import { launchWhole, openTab } from '../browser/browser'
import { eventStream } from '../network/event-stream'
import { startSite } from '../site-process'

/**
 * `bun src/test/bench/live.ts`: the time from a visitor's *Send* to the badge in an open admin window, and the cost of
 * 100 open windows, idle and with 10 changes a second. Set CHROMIUM for the first.
 */
const rounds = Number(process.env.ROUNDS ?? 50)
const windows = 100
const seconds = 15

const site = await startSite({
  seconds: 120,
  env: { THROTTLE: '0', ...(process.env.DATABASE_URL ? { DATABASE_URL: process.env.DATABASE_URL } : {}) },
})
try {
  const admin = await firstAdministrator(site)
  await timeToBadge()
  await costOfWindows(admin)
} finally {
  await site.dispose()
}

async function timeToBadge() {
  const browser = await launchWhole()
  const tab = await openTab(browser, { baseURL: site.url })
  const answer = await visitor(site.url).write('POST', '/api/login', administrator)
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0]?.split(';')[0] ?? '').split('=')
  await tab.context().addCookies([{ name, value, url: site.url }])
  await tab.goto('/admin/waitlist/')
  await tab.locator('h1').waitFor()
  await Bun.sleep(4000)
  const form = await openTab(browser, { baseURL: site.url })
  const times: number[] = []
  for (let round = 1; round <= rounds; round++) {
    await form.goto('/contact/')
    await form.getByLabel('Name').fill('Bob')
    await form.getByLabel('Email').fill('bob@example.com')
    await form.getByLabel('Subject').fill(`Subject ${crypto.randomUUID()}`)
    await form.getByRole('textbox', { name: 'Message' }).fill(`Message number ${round} of ${crypto.randomUUID()}`)
    // A form sent faster would be classified as spam.
    await Bun.sleep(2500)
    const shown = tab.evaluate(
      (count) =>
        new Promise<number>((resolve, reject) => {
          setTimeout(() => reject(new Error(`Message ${count} was not told of`)), 10_000)
          const look = () =>
            document.querySelector('.admin-nav-count')?.textContent === String(count)
              ? resolve(Date.now())
              : requestAnimationFrame(look)
          look()
        }),
      round,
    )
    const sent = await form.getByRole('button', { name: 'Send Message' }).evaluate((button: HTMLElement) => {
      const at = Date.now()
      button.click()
      return at
    })
    times.push((await shown) - sent)
  }
  const sorted = times.toSorted((a, b) => a - b)
  console.log(`Send to badge, ${rounds} times: median ${sorted[rounds / 2]} ms, longest ${sorted.at(-1)} ms`)
  await browser.close()
}

/** Each has as many windows as one person may have. */
async function cookiesOfFivePeople(admin: Awaited<ReturnType<typeof firstAdministrator>>): Promise<string[]> {
  const cookies = [admin.cookie]
  for (let person = 2; person <= 5; person++) {
    const invited = await admin.write('POST', '/api/invitations', { currentPassword: administrator.password })
    const token = ((await invited.json()) as { url: string }).url.split('/').at(-2)
    const joined = await visitor(site.url).write('POST', '/api/invitations/accept', {
      token,
      username: `person-${person}`,
      password: administrator.password,
    })
    cookies.push(joined.headers.getSetCookie()[0]?.split(';')[0] ?? '')
  }
  return cookies
}

async function costOfWindows(admin: Awaited<ReturnType<typeof firstAdministrator>>) {
  const cookies = await cookiesOfFivePeople(admin)
  await costs('without a window')
  const before = memory()
  const streams = await Promise.all(
    Array.from({ length: windows }, async (_, index) =>
      eventStream(
        await fetch(`${site.url}/api/events`, {
          headers: { cookie: cookies[index % cookies.length] ?? '', connection: 'close' },
        }),
      ),
    ),
  )
  let heard = 0
  for (const stream of streams)
    void (async () => {
      for (let block = await stream.nextBlock(600_000); block !== undefined; block = await stream.nextBlock(600_000))
        if (block.includes('event: change')) heard++
    })().catch(() => {})
  await costs(`${windows} windows at rest`)
  console.log(`memory: ${before} MB before, ${memory()} MB with ${windows} windows`)
  const changes = async () => {
    for (let turn = 0; turn < seconds * 10; turn++) {
      await Promise.all([
        visitor(site.url).write('POST', '/api/waitlist', { email: `${crypto.randomUUID()}@example.com` }),
        Bun.sleep(100),
      ])
    }
  }
  await costs(`${windows} windows, 10 changes a second`, changes)
  await Bun.sleep(1000)
  console.log(`heard: ${heard} of ${windows * seconds * 10}; memory ${memory()} MB`)
  for (const stream of streams) await stream.close()
  await costs('no window, 10 changes a second', changes)
}

async function costs(what: string, work: () => Promise<unknown> = () => Bun.sleep(seconds * 1000)) {
  const [used, started] = [cpu(), performance.now()]
  await work()
  const share = (cpu() - used) / ((performance.now() - started) / 1000)
  console.log(`${what}: ${(share * 100).toFixed(1)} % of a core`)
}

/** The CPU time of the serving process so far, in seconds. */
function cpu(): number {
  const fields = readFileSync(`/proc/${site.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function memory(): number {
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1]) / 1024)
}
