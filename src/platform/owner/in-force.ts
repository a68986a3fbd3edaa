import { sql } from 'drizzle-orm'
import { setTimeZone } from '#i18n/site-zone'
import type { Config, MailConfig } from '#platform/config'
import type { Database } from '#platform/db/database'
import { seal, unseal } from '#platform/seal'
import type { Services } from '#platform/services'
import { ownerSettings, siteAddress, type StoredMailServer } from './table'

/** The settings that the environment may set, with the variable of each. */
export const variables = {
  siteUrl: 'SITE_URL',
  mailServer: 'SMTP_URL',
  mailFrom: 'MAIL_FROM',
  mailTo: 'MAIL_TO',
  securityContact: 'SECURITY_CONTACT',
  timeZone: 'TIME_ZONE',
} as const
export type VariableSetting = keyof typeof variables

type Changing = Pick<
  Config,
  'siteUrl' | 'formerHosts' | 'mail' | 'mailFrom' | 'mailTo' | 'securityContact' | 'timeZone'
>

/** What is stored: null where the owner has set nothing. `former`: origins from before a change of the address. */
export type StoredSettings = Awaited<ReturnType<typeof readStoredSettings>>

const environments = new WeakMap<Config, Changing>()

/** The settings of the environment: those that the configuration had before stored ones were applied to it. */
export const environmentOf = (config: Config): Readonly<Changing> =>
  environments.getOrInsertComputed(
    config,
    ({ siteUrl, formerHosts, mail, mailFrom, mailTo, securityContact, timeZone }) => ({
      siteUrl,
      formerHosts,
      mail,
      mailFrom: mailFrom ?? mail?.from,
      mailTo: mailTo ?? mail?.to,
      securityContact,
      timeZone,
    }),
  )

export async function readStoredSettings(db: Database) {
  const { mailServer, mailFrom, mailTo, securityContact, timeZone } = ownerSettings
  const { url: siteUrl, former } = siteAddress
  const [row] = await db
    .select({ siteUrl, former, mailServer, mailFrom, mailTo, securityContact, timeZone })
    .from(sql`(select 1) as one`)
    .leftJoin(ownerSettings, sql`true`)
    .leftJoin(siteAddress, sql`true`)
  return { ...row!, former: row?.former ?? [] }
}

/** The settings in force: stored ones where the environment sets none. */
export function settingsInForce(config: Config, stored: StoredSettings): Changing {
  const environment = environmentOf(config)
  const siteUrl = environment.siteUrl ?? stored.siteUrl ?? undefined
  const mailFrom = environment.mailFrom ?? stored.mailFrom ?? undefined
  const mailTo = environment.mailTo ?? stored.mailTo ?? undefined
  return {
    siteUrl,
    formerHosts: hostsBefore(siteUrl, stored),
    mail: config.demo
      ? { ...unsent, ...(mailFrom && { from: mailFrom }), ...(mailTo && { to: mailTo }) }
      : (environment.mail ?? mailOf(config, stored.mailServer, { siteUrl, mailFrom, mailTo })),
    mailFrom,
    mailTo,
    securityContact: environment.securityContact ?? stored.securityContact ?? undefined,
    timeZone: environment.timeZone ?? stored.timeZone ?? undefined,
  }
}

/** A try-out keeps its mails in the outbox; no server is ever asked. */
const unsent: MailConfig = { url: 'smtp://demo.invalid', from: 'site@example.com', to: ['owner@example.com'] }

function hostsBefore(siteUrl: string | undefined, stored: StoredSettings): readonly string[] | undefined {
  if (siteUrl === undefined) return undefined
  const origins = stored.siteUrl === null ? stored.former : [...stored.former, stored.siteUrl]
  const hosts = [...new Set(origins.map((origin) => new URL(origin).host))].filter(
    (host) => host !== new URL(siteUrl).host,
  )
  return hosts.length > 0 ? hosts : undefined
}

/** Mail needs a sender, a recipient, and an address for its links. */
function mailOf(
  config: Config,
  server: StoredMailServer | null,
  { siteUrl, mailFrom, mailTo = [] }: Changing,
): MailConfig | undefined {
  const url = server && urlOfServer(config, server)
  return url && siteUrl !== undefined && mailFrom !== undefined && mailTo.length > 0
    ? { url, from: mailFrom, to: mailTo }
    : undefined
}

/** As SMTP_URL names it; undefined if the password cannot be decrypted. */
export function urlOfServer(
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  server: StoredMailServer,
  password = server.password === null ? '' : unseal(config, server.password, contextOf(server)),
): string | undefined {
  if (password === undefined) return undefined
  const { host, port, security, username } = server
  const user = username === null ? '' : `${encodeURIComponent(username)}:${encodeURIComponent(password)}@`
  const name = host.includes(':') ? `[${host}]` : host
  const query = security === 'starttls' ? '?requireTLS=true' : ''
  return `${security === 'tls' ? 'smtps' : 'smtp'}://${user}${name}:${port}${query}`
}

/** A password is bound to its server: an archive cannot send it to another one. */
const contextOf = ({ host, port, username }: Pick<StoredMailServer, 'host' | 'port' | 'username'>) =>
  `mail server ${host}:${port} ${username ?? ''}`

export const sealPassword = (
  config: Pick<Config, 'secretKey' | 'dataDir'>,
  server: Pick<StoredMailServer, 'host' | 'port' | 'username'>,
  password: string,
): string => seal(config, password, contextOf(server))

/** Whether a password is stored that cannot be decrypted, as after a restore on another machine. */
export const isPasswordLost = (config: Pick<Config, 'secretKey' | 'dataDir'>, server: StoredMailServer): boolean =>
  server.password !== null && unseal(config, server.password, contextOf(server)) === undefined

const following = new WeakMap<Config, Promise<unknown>>()

type Following = Pick<Services, 'db' | 'config'> & Partial<Pick<Services, 'cacheTags'>>

/**
 * Reads the stored settings and puts those in force into the process's configuration, one read after the other. Cached
 * responses become stale if anything has changed.
 */
export function followSettings(services: Following): Promise<void> {
  const before = following.get(services.config) ?? Promise.resolve()
  const next = before.catch(() => {}).then(() => applySettings(services))
  following.set(services.config, next)
  return next
}

async function applySettings({ db, config, cacheTags }: Following): Promise<void> {
  const now = settingsInForce(config, await readStoredSettings(db))
  setTimeZone(now.timeZone)
  const names = Object.keys(now) as (keyof Changing)[]
  const changed = names.filter((name) => JSON.stringify(now[name]) !== JSON.stringify(config[name]))
  if (changed.length === 0) return
  for (const name of changed) Object.assign(config, { [name]: now[name] })
  cacheTags?.touchAll()
}
