import { type HttpError, invalid } from '#contract/http-error'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import { emitChanges } from '#platform/events/changes'
import type { Transaction } from '#platform/events/events'
import {
  environmentOf,
  isPasswordLost,
  readStoredSettings,
  sealPassword,
  settingsInForce,
  type StoredSettings,
  variables,
  type VariableSetting,
} from '#platform/owner/in-force'
import { changeSettings, readSettings } from '#platform/owner/settings'
import { siteAddress, type StoredMailServer } from '#platform/owner/table'
import { isEmail } from '#text/email'
import { type MailServerInput, type Settings, type SettingsInput, variableSettings } from './contract'

/** All settings, with those in force of the ones that the environment may set. */
export async function readAllSettings(db: Database, config: Config): Promise<Settings> {
  const [own, stored] = [await readSettings(db, config), await readStoredSettings(db)]
  const { siteUrl, mailFrom, mailTo, securityContact, timeZone } = settingsInForce(config, stored)
  const fixed = fixedSettings(config)
  return {
    ...own,
    siteUrl: siteUrl ?? null,
    mailServer: fixed.mailServer
      ? environmentServer(config)
      : stored.mailServer && shownServer(config, stored.mailServer),
    mailFrom: mailFrom ?? null,
    mailTo: [...(mailTo ?? [])],
    securityContact: securityContact === undefined ? null : shownContact(securityContact),
    timeZone: timeZone ?? null,
    fixed,
  }
}

/** The settings that the environment sets, with their variables. */
export function fixedSettings(config: Config): Settings['fixed'] {
  const { siteUrl, mail, mailFrom, mailTo, securityContact, timeZone } = environmentOf(config)
  const given = { siteUrl, mailServer: mail, mailFrom, mailTo, securityContact, timeZone }
  return Object.fromEntries(
    variableSettings.flatMap((name) => (given[name] === undefined ? [] : [[name, variables[name]]])),
  )
}

type Given = Pick<SettingsInput, VariableSetting>
/** The values to store: absent ones stay. */
export type Change = Partial<Omit<StoredSettings, 'former'>>

/**
 * What a request changes, and the password of the mail server as it was given. Throws 422 for what the environment sets,
 * and for a server whose password is missing.
 */
export function changeOf(
  config: Config,
  shown: Settings,
  stored: StoredSettings,
  given: Given,
): { change: Change; password: string | undefined } {
  const change: Change = {}
  const fixed = variableSettings.filter((name) => shown.fixed[name] !== undefined && !isAsShown(name, given, shown))
  if (fixed.length > 0) throw fixedError(fixed, shown.fixed)
  const takes = (name: VariableSetting) => given[name] !== undefined && shown.fixed[name] === undefined
  for (const name of ['siteUrl', 'mailFrom', 'timeZone'] as const)
    if (takes(name) && given[name] !== stored[name]) change[name] = given[name]
  const { mailTo, securityContact } = given
  if (takes('mailTo') && mailTo && String(mailTo) !== String(stored.mailTo ?? [])) change.mailTo = mailTo
  if (takes('securityContact') && securityContact !== undefined) {
    const url = securityContact === null ? null : contactUrl(securityContact)
    if (url !== stored.securityContact) change.securityContact = url
  }
  const { mailServer } = given
  if (!takes('mailServer') || mailServer === undefined) return { change, password: undefined }
  if (mailServer === null)
    return { change: stored.mailServer ? { ...change, mailServer } : change, password: undefined }
  const server = storedServer(config, mailServer, stored.mailServer)
  const isSame = Bun.deepEquals(server, stored.mailServer)
  return { change: isSame ? change : { ...change, mailServer: server }, password: mailServer.password ?? undefined }
}

/** 422 for what the environment sets. */
export const fixedError = (names: readonly VariableSetting[], fixed: Settings['fixed']): HttpError =>
  invalid(names.map((path) => ({ path, message: 'validation.fixed', values: { variable: fixed[path]! } })))

/** A setting may be sent back as it was read. */
function isAsShown(name: VariableSetting, given: Given, shown: Settings): boolean {
  const value = given[name]
  if (value === undefined) return true
  if (name === 'mailServer') {
    const [server, own] = [given.mailServer, shown.mailServer]
    return !!server && !!own && !server.password && server.host === own.host && server.port === own.port
  }
  return JSON.stringify(value) === JSON.stringify(shown[name])
}

/**
 * The server as it is stored. Without a password it keeps the one that is stored for exactly this server and user name:
 * whoever uses a stolen session cannot have it sent to another server. Throws 422 if there is none.
 */
export function storedServer(
  config: Config,
  { host, port, security, username, password }: MailServerInput,
  before: StoredMailServer | null,
): StoredMailServer {
  const server = { host: host.toLowerCase(), port, security, username, password: null }
  if (username === null) return server
  if (password) return { ...server, password: sealPassword(config, server, password) }
  const isSame = before?.host === server.host && before.port === port && before.username === username
  if (isSame && before.password !== null && !isPasswordLost(config, before))
    return { ...server, password: before.password }
  throw invalid([{ path: 'mailServer.password', message: 'validation.mailPassword' }])
}

/** `before`: origins that lead to the new address from now on. */
export async function storeChange(tx: Transaction, change: Change, before: readonly string[]): Promise<void> {
  const { siteUrl, ...own } = change
  await changeSettings(tx, own)
  if (siteUrl !== undefined) {
    const former = siteUrl === null ? [] : before.filter((origin) => origin !== siteUrl)
    await tx.insert(siteAddress).values({ id: 1 }).onConflictDoNothing()
    await tx.update(siteAddress).set({ url: siteUrl, former })
  }
  // Other processes follow it.
  if (Object.keys(change).length > 0) emitChanges(tx, [{ kind: 'settings', action: 'updated', id: 1 }])
}

const shownServer = (config: Config, stored: StoredMailServer): Settings['mailServer'] => {
  const { password, ...server } = stored
  return { ...server, hasPassword: password !== null, needsPassword: isPasswordLost(config, stored) }
}

/** SMTP_URL without its password. */
function environmentServer(config: Config): Settings['mailServer'] {
  const { protocol, hostname, port, username, password, searchParams } = new URL(environmentOf(config).mail!.url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || (isTls ? 465 : 587)),
    security: isTls ? 'tls' : searchParams.get('requireTLS') === 'true' ? 'starttls' : 'auto',
    username: username === '' ? null : decodeURIComponent(username),
    hasPassword: password !== '',
    needsPassword: false,
  }
}

const contactUrl = (text: string): string => (isEmail(text) ? `mailto:${text}` : text)
const shownContact = (url: string): string => url.replace(/^mailto:(?=[^?]+$)/, '')
