import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Browser } from 'playwright-core'
import { Webhook as Verifier } from 'standardwebhooks'
import { administrator, type Client, firstAdministrator } from '../client'
import { type SiteProcess, startSite } from '../site-process'
import { axeViolations, launch, openTab, type Tab } from './browser'

type Heard = { body: string; headers: Record<string, string> }

let browser: Browser
let site: SiteProcess
let admin: Client
let tab: Tab
let status = 503
const heard: Heard[] = []
const receiver = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  async fetch(request) {
    heard.push({ body: await request.text(), headers: Object.fromEntries(request.headers) })
    return new Response(null, { status })
  },
})

beforeAll(async () => {
  ;[browser, site] = await Promise.all([
    launch(),
    startSite({ env: { THROTTLE: '0', WEBHOOK_ALLOW: '127.0.0.0/8' }, seconds: 90 }),
  ])
  admin = await firstAdministrator(site)
  tab = await openTab(browser, { baseURL: site.url })
  const [name = '', value = ''] = admin.cookie.split('=')
  await tab.context().addCookies([{ name, value, url: site.url }])
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
  await receiver.stop(true)
})

const dialog = () => tab.getByRole('dialog')
/** The secret that is shown only once; the focus is on its copy button. */
async function shown(label: string): Promise<string> {
  await dialog()
    .getByRole('button', { name: /^Copy / })
    .and(tab.locator(':focus'))
    .waitFor()
  return tab.getByLabel(label, { exact: true }).inputValue()
}
const isFocused = (label: string) => tab.getByLabel(label).and(tab.locator(':focus')).waitFor()

test('a token is created, shown once and deleted by the keyboard alone', async () => {
  await tab.goto('/admin/integrations/')
  await tab.getByRole('button', { name: 'New token' }).press('Enter')
  await isFocused('Name')
  await tab.keyboard.press('Enter')
  await dialog().getByText('Name is required').waitFor()
  await isFocused('Name')
  await tab.keyboard.type('Nightly import')
  await tab.keyboard.press('Enter')
  await dialog().getByText('Password is required').waitFor()
  await isFocused('Current password')
  await tab.keyboard.type('not the password')
  await tab.keyboard.press('Enter')
  await dialog().getByText('This is not your current password').waitFor()
  await isFocused('Current password')
  await tab.keyboard.press('ControlOrMeta+a')
  await tab.keyboard.type(administrator.password)
  await tab.keyboard.press('Enter')
  const token = await shown('Token')
  expect(await axeViolations(tab)).toEqual([])
  const ask = () => fetch(`${site.url}/api/contact`, { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(200)
  await tab.keyboard.press('Escape')
  await tab.getByRole('button', { name: 'New token' }).and(tab.locator(':focus')).waitFor()
  await tab.getByRole('button', { name: 'Delete Nightly import' }).press('Enter')
  await tab.getByRole('alertdialog').getByRole('button', { name: 'Delete', exact: true }).press('Enter')
  await tab.getByText('No tokens yet').waitFor()
  expect((await ask()).status).toBe(401)
}, 60_000)

test('a webhook is added, tested and redelivered by the keyboard alone', async () => {
  // In a confirmed session the dialog does not ask for the password.
  await admin.write('POST', '/api/account/confirm', { currentPassword: administrator.password })
  await tab.goto('/admin/integrations/?tab=webhooks')
  await tab.getByRole('button', { name: 'New webhook' }).press('Enter')
  await isFocused('Address')
  await tab.keyboard.type('http://10.0.0.1/')
  await tab.keyboard.press('Tab')
  await tab.keyboard.press('Space')
  await tab.keyboard.press('Enter')
  await dialog().getByText('This address leads into a private network').waitFor()
  await isFocused('Address')
  await tab.keyboard.press('ControlOrMeta+a')
  await tab.keyboard.type(`http://127.0.0.1:${receiver.port}/hook`)
  await tab.keyboard.press('Enter')
  const secret = await shown('Secret')
  await tab.keyboard.press('Escape')

  await tab.getByRole('button', { name: 'Send a test' }).press('Enter')
  await tab.getByText(/failed\. It responded with 503\. Next attempt/).waitFor()
  await tab.getByRole('button', { name: 'Deliveries' }).press('Enter')
  await dialog().getByText('It responded with 503').waitFor()
  expect(await axeViolations(tab)).toEqual([])
  status = 204
  await dialog()
    .getByRole('button', { name: /^Retry: Test/ })
    .press('Enter')
  await dialog().getByText('Sent', { exact: true }).waitFor()
  await tab.keyboard.press('Escape')
  expect(new Set(heard.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
  for (const { body, headers } of heard) new Verifier(secret).verify(body, headers)
}, 60_000)
