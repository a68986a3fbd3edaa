import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { freePort } from '../network/free-port'
import { startMailServer } from '../network/mail-server'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

type Held = { id: number; name: string; folder: string; read: boolean; replies: number }

let browser: Browser
let mail: Awaited<ReturnType<typeof startMailServer>>
let site: SiteProcess
let admin: Client

beforeAll(async () => {
  ;[browser, mail] = await Promise.all([launch(), startMailServer()])
  // Links in mails contain the site's URL, so the port has to be known before the start.
  const port = freePort()
  site = await startSite({
    env: {
      PORT: String(port),
      THROTTLE: '0',
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'Acme <site@example.com>',
      MAIL_TO: 'owner@example.com',
      SITE_URL: `http://127.0.0.1:${port}`,
    },
  })
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
  await mail?.close()
})

const names = ['Ada', 'Grace', 'Katherine', 'Margaret', 'Joan', 'Radia']

async function write(name: string, changes: object = {}) {
  const answer = await admin.write('POST', '/api/contact', {
    name,
    email: `${name.toLowerCase()}@example.com`,
    subject: `From ${name}`,
    message: `Dear company,\n\nthis is what ${name} has to say.`,
    ...changes,
  })
  expect(answer.status).toBe(201)
}

const held = async () => (await (await admin.get('/api/contact?folder=all')).json()) as Held[]
const stands = async (name: string) => (await held()).find((one) => one.name === name)

async function until(what: string, holds: () => Promise<boolean>) {
  for (const end = performance.now() + 8000; performance.now() < end; await Bun.sleep(50)) if (await holds()) return
  throw new Error(`Not so: ${what}`)
}

async function visit(path: string, options: object = {}, language = 'en'): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url, viewport: { width: 1400, height: 900 }, ...options })
  const [name = '', value = ''] = admin.cookie.split('=')
  await tab.context().addCookies([
    { name, value, url: site.url },
    { name: 'industria-language', value: language, url: site.url },
  ])
  await tab.goto(path)
  await tab.locator('.inbox').waitFor()
  return tab
}

const focusedIn = (tab: Tab) =>
  tab.evaluate(() => {
    const at = document.activeElement
    if (at?.closest('tr')) return at.closest('tr')?.querySelector('th')?.firstChild?.textContent
    return at?.closest('[role=dialog]')?.getAttribute('aria-label') ?? at?.tagName
  })

async function expectFocus(tab: Tab, where: string) {
  await until(`the focus is at ${where}`, async () => (await focusedIn(tab)) === where)
}

describe('with the keyboard alone', () => {
  test('messages are read, archived, undone, marked as spam, answered and deleted', async () => {
    for (const name of names) await write(name)
    const tab = await visit('/admin/messages/')
    const { keyboard } = tab
    const press = (key: string) => keyboard.press(key)

    await press('ArrowDown')
    await expectFocus(tab, 'Radia')
    await press('Enter')
    await expectFocus(tab, 'From Radia')
    await until('it is read', async () => (await stands('Radia'))?.read === true)
    expect(new URL(tab.url()).searchParams.get('message')).toBe(String((await stands('Radia'))?.id))
    expect(await axeViolations(tab)).toEqual([])

    await press('e')
    await expectFocus(tab, 'From Joan')
    await tab.getByText('Message archived').first().waitFor()
    await until('it is archived', async () => (await stands('Radia'))?.folder === 'archive')
    await press('z')
    await expectFocus(tab, 'From Radia')
    await until('it is back', async () => (await stands('Radia'))?.folder === 'inbox')
    await press('ArrowDown')
    await press('ArrowDown')
    await expectFocus(tab, 'From Margaret')
    await press('!')
    await expectFocus(tab, 'From Katherine')
    await until('it is spam', async () => (await stands('Margaret'))?.folder === 'spam')

    await press('r')
    await tab.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
    await keyboard.type('Dear Katherine, e r ! u # ? gladly.')
    expect(await axeViolations(tab)).toEqual([])
    await press('Control+Enter')
    await tab.getByRole('list', { name: 'Replies' }).getByText('gladly').waitFor()
    await tab.getByRole('list', { name: 'Replies' }).getByText('Sent').waitFor()
    expect(mail.recipients.filter(([to]) => to === 'katherine@example.com')).toHaveLength(1)
    expect((await stands('Katherine'))?.replies).toBe(1)
    expect(await axeViolations(tab)).toEqual([])

    await press('u')
    await expectFocus(tab, 'Katherine')
    await until('it is new', async () => (await stands('Katherine'))?.read === false)
    await press('#')
    await tab.getByRole('alertdialog').waitFor()
    expect(await axeViolations(tab)).toEqual([])
    await press('Tab')
    await press('Enter')
    await expectFocus(tab, 'Grace')
    await until('it is gone', async () => (await stands('Katherine')) === undefined)

    await press('x')
    await press('Shift+ArrowDown')
    await tab.getByText('2 selected').waitFor()
    expect(await axeViolations(tab)).toEqual([])
    await press('e')
    await expectFocus(tab, 'Joan')
    await until(
      'both are archived',
      async () => (await held()).filter(({ folder }) => folder === 'archive').length === 2,
    )

    await press('?')
    await tab.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await axeViolations(tab)).toEqual([])
    await press('Escape')
    await expectFocus(tab, 'Joan')
    await press('/')
    await keyboard.type('radía')
    await tab.getByText('1 match', { exact: true }).waitFor()
    await soon(async () => expect(await tab.getByRole('row').count()).toBe(2))
    expect(tab.complaints).toEqual([])
    await tab.context().close()
  })

  test('Back, Forward and a reload restore the folder and the message', async () => {
    const tab = await visit('/admin/messages/')
    await tab
      .getByRole('navigation', { name: 'Folders' })
      .getByRole('link', { name: /^Archive/ })
      .click()
    await tab.getByRole('button', { name: /^View message from Grace/ }).click()
    const open = tab.getByRole('dialog', { name: 'From Grace' })
    await open.waitFor()
    await tab.goBack()
    await open.waitFor({ state: 'hidden' })
    await tab.waitForURL('**/?folder=archive')
    await expectFocus(tab, 'Grace')
    await tab.goForward()
    await open.waitFor()
    await open.getByRole('button', { name: 'Close' }).click()
    await open.waitFor({ state: 'hidden' })
    await expectFocus(tab, 'Grace')
    await tab.goBack()
    await tab.getByRole('button', { name: /^View message from Joan/ }).waitFor()
    await tab.goForward()
    await tab.goForward()
    await open.waitFor()
    await tab.reload()
    await open.getByText('this is what Grace has to say.').waitFor()
    await open.getByRole('button', { name: 'Close' }).click()
    await open.waitFor({ state: 'hidden' })
    await tab.waitForURL('**/?folder=archive')
    await tab.context().close()
  })
})

test('an unsent reply outlives the window', async () => {
  const tab = await visit('/admin/messages/')
  await tab.getByRole('button', { name: /^View message from Joan/ }).click()
  await tab.getByRole('button', { name: 'Reply' }).click()
  await tab.getByLabel('Reply to Joan').fill('Half a sentence')
  const { url } = { url: tab.url() }
  const again = await tab.context().newPage()
  await tab.close()
  await again.goto(url)
  await again.getByText('A draft is kept on this device.').waitFor()
  await again.getByRole('button', { name: 'Reply' }).click()
  await soon(async () => expect(await again.getByLabel('Reply to Joan').inputValue()).toBe('Half a sentence'))
  await again.context().close()
})

describe('every state has no accessibility violations', () => {
  for (const [width, colorScheme, language] of [
    [320, 'light', 'en'],
    [375, 'dark', 'en'],
    [375, 'light', 'es'],
    [768, 'light', 'en'],
    [1280, 'dark', 'es'],
  ] as const) {
    test(`at ${width} px, ${colorScheme}, ${language}`, async () => {
      await write('Robot', { website: 'x' })
      const list = await held()
      const idOf = (name: string) => list.find((one) => one.name === name)?.id
      const tab = await visit('/admin/messages/', { colorScheme, viewport: { width, height: 800 } }, language)
      for (const query of [
        '',
        '?folder=archive',
        '?folder=spam',
        '?folder=all',
        '?q=nobody',
        `?message=${idOf('Joan')}`,
        `?folder=spam&message=${idOf('Robot')}`,
        '?message=999999',
      ]) {
        await tab.goto(`/admin/messages/${query}`)
        await tab.locator('.inbox').waitFor()
        if (query.includes('message=')) await tab.getByRole('dialog').waitFor()
        const where = `${query} ${width}`
        expect([where, ...(await axeViolations(tab))]).toEqual([where])
        expect([where, await tab.evaluate(() => document.documentElement.scrollWidth <= innerWidth)]).toEqual([
          where,
          true,
        ])
      }
      expect(tab.complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
      await tab.context().close()
    })
  }
})

test('on a phone the message covers the list, with a way back to it', async () => {
  const tab = await visit('/admin/messages/', { viewport: { width: 375, height: 700 }, hasTouch: true })
  await tab.getByText('From Joan').tap()
  const open = tab.getByRole('dialog', { name: 'From Joan' })
  await open.getByText('this is what Joan has to say.').waitFor()
  await open.getByRole('button', { name: 'Back to the list' }).tap()
  await open.waitFor({ state: 'hidden' })
  await expectFocus(tab, 'Joan')
  await tab.context().close()
})
