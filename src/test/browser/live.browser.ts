import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { administrator, type Client, firstAdministrator, visitor } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openSibling, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let editor: Client
let streams: string[] = []

beforeAll(async () => {
  ;[browser, site] = await Promise.all([launch(), startSite({ env: { THROTTLE: '0' } })])
  editor = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

/** A window with a new session, in a browser context of its own. */
async function arrive(path: string, language = 'en'): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url })
  const answer = await visitor(site.url).write('POST', '/api/login', administrator)
  const [name = '', value = ''] = (answer.headers.getSetCookie()[0]?.split(';')[0] ?? '').split('=')
  await tab.context().addCookies([
    { name, value, url: site.url },
    { name: 'industria-language', value: language, url: site.url },
  ])
  streams = []
  tab.context().on('request', (request) => {
    if (request.url().includes('/api/events')) streams.push(request.url())
  })
  await tab.goto(path)
  await tab.locator('h1').waitFor()
  return tab
}

const write = async (subject: string) => {
  const body = { name: 'Bob', email: 'bob@example.com', subject, message: `Good morning. ${subject}, they said.` }
  expect((await visitor(site.url).write('POST', '/api/contact', body)).status).toBe(201)
}
const listening = (tab: Tab) => tab.waitForResponse((answer) => answer.url().includes('/api/events'))
const entry = (tab: Tab, count: number) =>
  tab.getByRole('link', { name: `Contact Messages (${count} new message${count === 1 ? '' : 's'})` })

test('a message appears in every open window by itself: in the list, beside the entry and in the title of the tab', async () => {
  const messages = await arrive('/admin/messages/')
  await messages.getByText('No messages received yet.').waitFor()
  const other = await openSibling(messages)
  await other.goto('/admin/waitlist/')
  await other.locator('h1').waitFor()
  await messages.bringToFront()
  await write('First')
  await entry(messages, 1).waitFor({ timeout: 10_000 })
  await messages.getByText('First').first().waitFor({ timeout: 10_000 })
  await entry(other, 1).waitFor({ timeout: 10_000 })
  await soon(async () =>
    expect([await messages.title(), await other.title()]).toEqual([
      expect.stringMatching(/^\(1\) Contact Messages/),
      expect.stringMatching(/^\(1\) Waitlist/),
    ]),
  )
  await other.getByRole('link', { name: 'Site Settings' }).click()
  await other.getByRole('heading', { level: 1, name: 'Site Settings' }).waitFor()
  await soon(async () => expect(await other.title()).toMatch(/^\(1\) Site Settings/))
  // One connection for both windows.
  expect(streams).toHaveLength(1)
  expect(await axeViolations(messages)).toEqual([])

  // The window with the connection closes: the other one takes over, and misses nothing.
  await messages.close()
  await Promise.all([write('Second'), write('Third')])
  await entry(other, 3).waitFor({ timeout: 10_000 })
  expect(streams).toHaveLength(2)
  expect(streams[1]).toContain('after=')
  await editor.write('PUT', '/api/contact/1', { read: true })
  await entry(other, 2).waitFor({ timeout: 10_000 })
  expect(other.complaints).toEqual([])
  await other.context().close()
})

test('typed text stays as it is, whatever happens to the record elsewhere', async () => {
  const [post] = (await (await editor.get('/api/blog')).json()) as { id: number; slug: string; title: string }[]
  const { content, imageUrl } = (await (await editor.get(`/api/blog/${post!.slug}`)).json()) as Record<string, string>
  const tab = await arrive(`/admin/blog/?edit=${post!.id}`)
  const title = tab.getByRole('textbox', { name: 'Title', exact: true }).first()
  await title.waitFor()
  await title.fill('Typed, and not saved')
  const followed = tab.waitForResponse(
    (answer) => answer.request().method() === 'GET' && /\/api\/blog(\/|\?)/.test(answer.url()),
  )
  const saved = await editor.write('PUT', `/api/blog/${post!.id}`, {
    title: post!.title,
    slug: post!.slug,
    excerpt: 'Saved by somebody else',
    content,
    imageUrl,
  })
  expect(saved.status).toBe(200)
  await (await followed).finished()
  expect(await title.inputValue()).toBe('Typed, and not saved')
  await tab.context().close()
})

test('the list of posts is updated, and so is a window that is opened again', async () => {
  const tab = await arrive('/admin/blog/', 'es')
  await tab.locator('tbody tr').first().waitFor()
  const made = await editor.write('POST', '/api/blog', {
    title: 'Written elsewhere',
    slug: 'written-elsewhere',
    excerpt: 'x',
    content: '<p>x</p>',
    imageUrl: '/og.png',
  })
  expect(made.status).toBe(201)
  await tab.getByText('Written elsewhere').first().waitFor({ timeout: 10_000 })
  await tab.getByRole('link', { name: 'Mensajes de contacto (2 mensajes nuevos)' }).waitFor()
  await Promise.all([listening(tab), tab.reload()])
  expect((await editor.write('DELETE', `/api/blog/${((await made.json()) as { id: number }).id}`)).status).toBe(204)
  await tab.getByText('Written elsewhere').first().waitFor({ state: 'detached', timeout: 10_000 })
  await tab.context().close()
})

test('a session that is ended elsewhere leads to the login', async () => {
  const tab = await arrive('/admin/waitlist/')
  await entry(tab, 2).waitFor()
  await editor.write('DELETE', '/api/sessions')
  await tab.getByRole('dialog', { name: 'Log in again' }).waitFor({ timeout: 10_000 })
  await tab.getByRole('button', { name: 'Not now' }).click()
  await tab.getByRole('heading', { name: 'Admin login' }).waitFor()
  await soon(async () => expect(await tab.title()).not.toMatch(/^\(/))
  await tab.context().close()
})

test('the event stream reconnects after the server was away, and shows what changed meanwhile', async () => {
  const tab = await arrive('/admin/messages/')
  await entry(tab, 2).waitFor()
  const { dataDir, url } = site
  await site.stop('SIGKILL')
  site = await startSite({ dataDir, env: { THROTTLE: '0', PORT: new URL(url).port } })
  await write('While nobody heard')
  await entry(tab, 3).waitFor({ timeout: 20_000 })
  await tab.getByText('While nobody heard').first().waitFor({ timeout: 10_000 })
  await tab.context().close()
})
