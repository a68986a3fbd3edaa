import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { Secret, TOTP } from 'otpauth'
import type { Browser } from 'playwright-core'
import { administrator, type Client, firstAdministrator, visitor } from '../client'
import { program } from '../program'
import { type SiteProcess, startSite } from '../site-process'
import { axeViolations, launchWhole, openTab, type Tab } from './browser'

let browser: Browser
let site: SiteProcess
let url: string
let admin: Client
const tabs: Tab[] = []

beforeAll(async () => {
  browser = await launchWhole()
  site = await startSite({ env: { THROTTLE: '0' }, seconds: 90 })
  url = site.url.replace('127.0.0.1', 'localhost')
  admin = await firstAdministrator(site)
})
afterEach(async () => {
  for (const tab of tabs.splice(0)) await tab.context().close()
})
afterAll(async () => {
  await browser?.close()
  await site?.dispose()
})

/** A browser context with a virtual authenticator that always verifies the user. */
async function openDevice(options: Parameters<typeof openTab>[1] = {}) {
  const tab = await openTab(browser, { baseURL: url, ...options })
  tabs.push(tab)
  const devtools = await tab.context().newCDPSession(tab)
  await devtools.send('WebAuthn.enable', { enableUI: false })
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return tab
}

const dialogOf = (tab: Tab) => tab.getByRole('dialog')

async function typePassword(tab: Tab) {
  await tab.goto('/admin/')
  await tab.getByLabel('Username').fill(administrator.username)
  await tab.getByLabel('Password').fill(administrator.password)
  await tab.keyboard.press('Enter')
}

const arrived = (tab: Tab) => tab.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor()

async function logOut(tab: Tab) {
  await tab.getByRole('button', { name: 'Logout' }).click()
  await tab.getByLabel('Username').waitFor()
}

/** Waits for a field to have the focus before typing. */
const focused = (tab: Tab, label: string) => tab.getByLabel(label).and(tab.locator(':focus')).waitFor()

const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

let secret = ''
let codes: string[] = []

test('an authenticator app is set up by the keyboard alone, and then asked for, also where a session has expired', async () => {
  const tab = await openDevice()
  await typePassword(tab)
  await arrived(tab)
  await tab.goto('/admin/account/')
  await tab.getByRole('button', { name: 'Set up an app' }).press('Enter')
  await focused(tab, 'Current password')
  await tab.keyboard.type(administrator.password)
  await tab.keyboard.press('Enter')
  await tab.getByRole('img', { name: /QR code/ }).waitFor()
  expect(await axeViolations(tab)).toEqual([])
  secret = ((await tab.locator('.totp-secret').textContent()) ?? '').replaceAll(' ', '')
  await focused(tab, 'Code')
  await tab.keyboard.type('12')
  await tab.keyboard.press('Enter')
  await tab.getByText(/This code is wrong/).waitFor()
  await tab.keyboard.press('ControlOrMeta+a')
  await tab.keyboard.type(codeOf(secret))
  await tab.keyboard.press('Enter')
  await tab.getByRole('dialog', { name: 'Recovery codes' }).waitFor()
  expect(await axeViolations(tab)).toEqual([])
  codes = await tab.locator('.recovery-codes code').allTextContents()
  expect(codes).toHaveLength(10)
  const download = tab.waitForEvent('download')
  await tab.getByRole('button', { name: 'Download' }).click()
  expect(await Bun.file(await (await download).path()).text()).toContain(codes[9]!)
  await tab.getByRole('button', { name: 'I’ve saved them' }).click()
  await tab.getByText('10 left', { exact: false }).waitFor()

  await logOut(tab)
  await typePassword(tab)
  await focused(tab, 'Code')
  expect(await axeViolations(tab)).toEqual([])
  await tab.keyboard.type('000000')
  await tab.keyboard.press('Enter')
  await tab.getByText(/That didn’t work/).waitFor()
  await focused(tab, 'Code')
  await tab.keyboard.press('ControlOrMeta+a')
  await tab.keyboard.type(codeOf(secret, 1))
  await tab.keyboard.press('Enter')
  await arrived(tab)

  await tab.goto('/admin/account/')
  await tab.getByLabel('Email (optional)').fill('ada@acme.example')
  await tab.context().clearCookies()
  await tab.getByLabel('Current password').first().fill(administrator.password)
  await tab.getByRole('button', { name: 'Save' }).click()
  await dialogOf(tab).getByLabel('Password').fill(administrator.password)
  await tab.keyboard.press('Enter')
  await dialogOf(tab).getByRole('button', { name: 'Use a recovery code' }).click()
  await dialogOf(tab).getByLabel('Recovery code').fill(codes[0]!.toLowerCase())
  await tab.keyboard.press('Enter')
  await tab.getByText('Account updated').first().waitFor()
  await tab.getByText('9 left', { exact: false }).waitFor()
}, 60_000)

test('a passkey is added, logs in alone, by a button and by autofill, and is the second step too', async () => {
  const tab = await openDevice()
  await typePassword(tab)
  await tab.getByRole('button', { name: 'Use a recovery code' }).click()
  await tab.getByLabel('Recovery code').fill(codes[1]!)
  await tab.keyboard.press('Enter')
  await arrived(tab)
  await tab.goto('/admin/account/')
  await tab.getByRole('button', { name: 'Add a passkey' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Laptop')
  await dialogOf(tab).getByLabel('Current password').fill(administrator.password)
  expect(await axeViolations(tab)).toEqual([])
  await tab.keyboard.press('Enter')
  await tab.getByRole('button', { name: 'Rename Laptop' }).waitFor()
  await tab.getByText(/never used/).waitFor()

  // Autofill signs in at once, because the authenticator always verifies the user.
  await tab.getByRole('button', { name: 'Logout' }).click()
  await arrived(tab)

  // Disables autofill from here on, so that a passkey is requested by the button.
  const withoutAutofill = () => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  }
  await tab.addInitScript(withoutAutofill)
  await tab.evaluate(withoutAutofill)
  await logOut(tab)
  await tab.getByRole('button', { name: 'Log in with a passkey' }).click()
  await arrived(tab)

  await logOut(tab)
  await typePassword(tab)
  await tab.getByRole('button', { name: 'Use a passkey' }).click()
  await tab.getByRole('button', { name: 'Use your passkey' }).click()
  await arrived(tab)
  // The session may end before the dashboard has all its lists.
  expect(tab.complaints.filter((text) => !/401 .*\/api\/(?!login|passkeys|account)/.test(text))).toEqual([])
}, 60_000)

test('an administrator who has lost the telephone is reset by another administrator, or on the command line', async () => {
  const tab = await openDevice({ viewport: { width: 375, height: 800 } })
  const invited = await (
    await admin.write('POST', '/api/invitations', { currentPassword: administrator.password })
  ).json()
  const token = String((invited as { url: string }).url.split('/').at(-2))
  const bob = { username: 'bob', password: 'a bicycle made of rain' }
  await visitor(site.url).write('POST', '/api/invitations/accept', { token, ...bob })
  await tab.goto('/admin/')
  await tab.getByLabel('Username').fill(bob.username)
  await tab.getByLabel('Password').fill(bob.password)
  await tab.keyboard.press('Enter')
  await arrived(tab)
  await tab.goto('/admin/people/')
  await tab.getByRole('button', { name: 'Actions for “ada”' }).click()
  await tab.getByRole('menuitem', { name: 'Remove the second factor of ada' }).click()
  await dialogOf(tab).getByLabel('Current password').fill(bob.password)
  expect(await axeViolations(tab)).toEqual([])
  await dialogOf(tab).getByRole('button', { name: 'Remove', exact: true }).click()
  await tab.getByText('ada can now log in with just the password').first().waitFor()
  const login = (credentials: object) => visitor(site.url).write('POST', '/api/login', credentials)
  expect((await login(administrator)).status).toBe(200)

  const password = 'another bicycle of rain'
  const reset = program({ file: 'src/admin-reset.ts', args: ['bob'] }, { DATA_DIR: site.dataDir }, `${password}\n`)
  expect((await reset.ended).code).toBe(0)
  expect((await login(bob)).status).toBe(401)
  expect((await login({ ...bob, password })).status).toBe(200)
}, 60_000)

test('a passkey confirms in a dialog, instead of the password, what outlasts the session', async () => {
  const tab = await openDevice({ viewport: { width: 375, height: 800 } })
  await typePassword(tab)
  await arrived(tab)
  await tab.goto('/admin/account/')
  await tab.getByRole('button', { name: 'Add a passkey' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Phone')
  await dialogOf(tab).getByLabel('Current password').fill(administrator.password)
  await tab.keyboard.press('Enter')
  await tab.getByRole('button', { name: 'I’ve saved them' }).click()

  await tab.goto('/admin/integrations/')
  await tab.getByRole('button', { name: 'New token' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Build')
  await dialogOf(tab).getByLabel('Current password').waitFor()
  await dialogOf(tab).getByRole('button', { name: 'Use a passkey' }).press('Enter')
  await dialogOf(tab).getByText('Your device will ask for your passkey when you continue.').waitFor()
  expect(await dialogOf(tab).getByLabel('Current password').count()).toBe(0)
  await dialogOf(tab).getByRole('button', { name: 'Use your password' }).and(tab.locator(':focus')).press('Enter')
  await focused(tab, 'Current password')
  await dialogOf(tab).getByRole('button', { name: 'Use a passkey' }).press('Enter')
  expect(await axeViolations(tab)).toEqual([])
  await dialogOf(tab).getByRole('button', { name: 'Create token' }).press('Enter')
  await dialogOf(tab).getByLabel('Token', { exact: true }).waitFor()
  await dialogOf(tab).getByRole('button', { name: 'Done' }).click()

  // The session is confirmed from here on.
  await tab.getByRole('button', { name: 'New token' }).click()
  await dialogOf(tab).getByLabel('Name').fill('Another')
  await dialogOf(tab).getByLabel('Current password').waitFor({ state: 'detached' })
  await tab.keyboard.press('Enter')
  await dialogOf(tab).getByLabel('Token', { exact: true }).waitFor()
}, 60_000)
