import { afterAll, beforeAll, expect, test } from 'bun:test'
import PostalMime from 'postal-mime'
import type { Browser } from 'playwright-core'
import { type Client, firstAdministrator } from '../client'
import { freePort } from '../network/free-port'
import { startMailServer } from '../network/mail-server'
import { type SiteProcess, startSite } from '../site-process'
import { soon } from '../waiting'
import { axeViolations, launch, openTab, type Tab } from './browser'

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
    seconds: 90,
  })
  admin = await firstAdministrator(site)
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
  await mail?.close()
})

async function asAdministrator(options: Parameters<typeof openTab>[1] = {}, language = 'en'): Promise<Tab> {
  const tab = await openTab(browser, { baseURL: site.url, ...options })
  const [name = '', value = ''] = admin.cookie.split('=')
  await tab.context().addCookies([
    { name, value, url: site.url },
    { name: 'industria-language', value: language, url: site.url },
  ])
  return tab
}

/** The URLs in the text of the newest mail to somebody. */
async function linksTo(recipient: string): Promise<string[]> {
  const deadline = Date.now() + 8000
  while (Date.now() < deadline) {
    const at = mail.recipients.findLastIndex(([to]) => to === recipient)
    if (at >= 0) return ((await PostalMime.parse(mail.taken[at]!)).text ?? '').match(/https?:\/\/\S+/g) ?? []
    await Bun.sleep(50)
  }
  throw new Error(`No mail to ${recipient}`)
}

/** Waits until the announcement of a pending button is gone: it refers to a button that no longer exists. */
const announced = (tab: Tab) => tab.waitForTimeout(400)

test('somebody subscribes on the Spanish page, confirms by the mail, and unsubscribes by it; the list shows each step', async () => {
  const visitor = await openTab(browser, { baseURL: site.url })
  await visitor.goto('/es/')
  await visitor.getByLabel('Correo electrónico').fill('zoe@example.org')
  await visitor.getByRole('button', { name: 'Unirse a la lista' }).click()
  await visitor.getByText('Le hemos añadido a nuestra lista de espera.').first().waitFor()
  const [confirm = '', leave = ''] = await linksTo('zoe@example.org')

  const list = await asAdministrator()
  await list.goto('/admin/waitlist/')
  const stateOf = async (state: string) => {
    await list.reload()
    await list
      .getByRole('row', { name: /zoe@example\.org/ })
      .getByText(state, { exact: true })
      .waitFor()
  }
  await stateOf('Pending')
  const reader = await openTab(browser, { javaScriptEnabled: false, viewport: { width: 375, height: 700 } })
  for (const [link, ask, button, done, state] of [
    [confirm, 'Confirme su dirección de correo', 'Confirmar', 'Ya está en la lista', 'Confirmed'],
    [leave, '¿Quiere dejar la lista de espera?', 'Darme de baja', 'Ha dejado la lista de espera', 'Unsubscribed'],
  ] as const) {
    await reader.goto(link)
    await reader.getByRole('heading', { level: 1, name: ask }).waitFor()
    expect(await reader.getByRole('button').count()).toBe(1)
    await reader.keyboard.press('Tab')
    expect(await reader.locator(':focus').innerText()).toBe(button)
    await reader.keyboard.press('Enter')
    await reader.getByRole('heading', { level: 1, name: done }).waitFor()
    await stateOf(state)
  }
  expect(reader.complaints).toEqual([])
})

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)('the pages behind links of mails have no violations, %s at %p px', async (colorScheme, width) => {
  const to = `${colorScheme}@example.org`
  expect((await admin.write('POST', '/api/waitlist', { email: to })).status).toBe(201)
  const [confirm = '', leave = ''] = await linksTo(to)
  const tab = await openTab(browser, { colorScheme, viewport: { width, height: 700 } })
  for (const address of [confirm, leave, `${leave}x/`]) {
    await tab.goto(address)
    expect([address, ...(await axeViolations(tab))]).toEqual([address])
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    if ((await tab.getByRole('button').count()) > 0)
      await Promise.all([tab.waitForEvent('load'), tab.getByRole('button').click()])
    expect([address, ...(await axeViolations(tab))]).toEqual([address])
  }
  expect(tab.complaints.filter((line) => !line.includes('404'))).toEqual([])
})

test('the data of a person is shown, downloaded and erased by keyboard alone, at every width', async () => {
  await admin.write('POST', '/api/contact', {
    name: 'Zoë',
    email: 'Zoe@example.org',
    subject: 'A school',
    message: `Good day.\n${'x'.repeat(300)}`,
  })
  for (const [language, colorScheme, width, exporting] of [
    ['es', 'dark', 320, 'Exportar'],
    ['en', 'light', 1280, 'Export'],
  ] as const) {
    const tab = await asAdministrator({ colorScheme, viewport: { width, height: 800 } }, language)
    await tab.goto('/admin/privacy/')
    await tab.getByRole('textbox').fill('zoe@example.org')
    await tab.keyboard.press('Enter')
    await tab.getByText('A school', { exact: true }).waitFor()
    await soon(async () => expect(await tab.getByRole('button', { name: exporting }).isVisible()).toBe(true))
    expect([width, ...(await axeViolations(tab))]).toEqual([width])
    expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
    expect([width, ...tab.complaints]).toEqual([width])
    if (language === 'es') continue

    const download = tab.waitForEvent('download')
    await tab.getByRole('button', { name: 'Download as JSON' }).press('Enter')
    expect((await download).suggestedFilename()).toBe('zoe@example.org.json')
    await tab.getByRole('button', { name: 'Erase…' }).last().press('Enter')
    await tab.getByRole('alertdialog', { name: 'Erase all of this permanently?' }).waitFor()
    expect([width, ...(await axeViolations(tab))]).toEqual([width])
    await soon(async () => expect(await tab.locator(':focus').innerText()).toBe('Cancel'))
    await tab.keyboard.press('Tab')
    await tab.keyboard.press('Enter')
    await tab.getByText('Everything about zoe@example.org has been erased').waitFor()
    await announced(tab)
    expect([width, ...(await axeViolations(tab))]).toEqual([width])
    await tab.goto('/admin/waitlist/')
    await tab.getByText('dark@example.org').waitFor()
    expect(await tab.getByText('zoe@example.org').count()).toBe(0)
  }
})

test('deleting a subscriber asks first, and the focus is not lost', async () => {
  const tab = await asAdministrator({ viewport: { width: 375, height: 800 } })
  await tab.goto('/admin/waitlist/')
  const row = tab.getByRole('button', { name: 'Actions for “dark@example.org”' })
  await row.click()
  await tab.getByRole('menuitem', { name: 'Delete dark@example.org' }).click()
  expect(await axeViolations(tab)).toEqual([])
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await tab.getByText('dark@example.org was deleted').first().waitFor()
  await row.waitFor({ state: 'detached' })
  expect(await tab.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  await announced(tab)
  expect(await axeViolations(tab)).toEqual([])
  expect(tab.complaints).toEqual([])
})
