import { z } from 'zod'
import ipaddr from 'ipaddr.js'
import addressparser from 'nodemailer/lib/addressparser'
import { defaultLanguage, type Language, languages } from '#i18n/language'
import { isEmail } from '#text/email'
import { toMailbox } from '#text/mailbox'
import { timeZoneName } from '#text/time-zone'
import { serverUrls } from './db/external/servers'

/** An empty value counts as unset, as in `PORT= bun start`. */
const variable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)

const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
const flag = (fallback: '0' | '1') =>
  variable(
    oneOf('0', '1')
      .default(fallback)
      .transform((text) => text === '1'),
  )

const integer = (least: number, most: number, fallback: number) => {
  const fault = `must be a number from ${least} to ${most}`
  return variable(
    z
      .string()
      .regex(/^\d{1,5}$/, { error: fault, abort: true })
      .transform(Number)
      .refine((number) => number >= least && number <= most, fault)
      .default(fallback),
  )
}

const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL', abort: true })
const hasNoCredentials = (text: string) => new URL(text).username === '' && new URL(text).password === ''
/** Visitors see it. */
const publicUrl = webUrl.refine(hasNoCredentials, 'must be a URL without a name and password')
const origin = webUrl
  .refine((text) => new URL(text).pathname === '/' && !/[?#]/.test(text), 'must be an origin, without a path')
  .refine(hasNoCredentials, 'must be an origin, without a name and password')
  .transform((text) => new URL(text).origin)

/** An e-mail address, or a URL with contact information. */
const contact = z
  .string()
  .trim()
  .transform((text) => (/^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text))
  .refine(
    (text) => /^(?:https:\/\/|mailto:|tel:)\S+$/.test(text),
    'must be an e-mail address, or a https:, mailto: or tel: URL',
  )

/** `Ada <ada@acme.example>, bob@acme.example`: any number, each formatted for a header. */
const mailboxes = z.string().transform((text, context) => {
  const all = addressparser(text, { flatten: true })
  if (all.length > 0 && all.every(({ address }) => isEmail(address)))
    return all.map(({ name, address }) => toMailbox(name, address))
  context.addIssue({ code: 'custom', message: 'must be e-mail addresses, separated by commas' })
  return z.NEVER
})

/** `s3://bucket/prefix`: a bucket, and the prefix of its keys. */
const bucket = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, name, prefix = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w!.*'()/-]*))?$/.exec(text) ?? []
    if (name !== undefined) return { bucket: name, prefix: prefix.replace(/^\/+|\/+$/g, '') }
    context.addIssue({ code: 'custom', message: 'must be s3://bucket or s3://bucket/prefix' })
    return z.NEVER
  })

/** With one or several hosts (`postgres://one:5432,two:5432/site`). */
const databaseAddress = z
  .string()
  .trim()
  .regex(/^postgres(?:ql)?:\/\//, { error: 'must be a postgres:// URL', abort: true })
  .refine(hasServers, {
    error: 'must be a postgres:// URL; inside of names and passwords @ : / ? # % are written %40 %3A %2F %3F %23 %25',
    abort: true,
  })
  .refine(
    asking('target_session_attrs', 'read-write', 'primary', 'any'),
    'must lead to a server that takes writes: target_session_attrs may be read-write, primary or any',
  )
  .refine(
    asking('sslmode', 'disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'),
    'has an sslmode that is none: it may be disable, allow, prefer, require, verify-ca or verify-full',
  )

/** `10.0.0.0/8, fd00::/8`. */
const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (all) => all.every((part) => ipaddr.isValidCIDR(part)),
    'must be networks such as 10.0.0.0/8, separated by commas',
  )

/** A name of the IANA time zone database. */
const timeZone = z.string().transform((text, context) => {
  const name = timeZoneName(text)
  if (name !== undefined) return name
  context.addIssue({ code: 'custom', message: 'must be a time zone such as Europe/Madrid' })
  return z.NEVER
})

/** Only characters allowed in a header. */
const secret = z
  .string()
  .trim()
  .regex(/^[!-~]+$/, 'must be printable ASCII without spaces')

function hasServers(url: string): boolean {
  try {
    return serverUrls(url).length > 0
  } catch {
    return false
  }
}

function asking(name: string, ...words: string[]) {
  return (url: string) => {
    const wanted = new RegExp(`[?&]${name}=([^&#]*)`).exec(url)?.[1]
    return wanted === undefined || words.includes(wanted)
  }
}

/** A variable, and one that it needs. */
const together = [
  ['ADMIN_PASSWORD', 'ADMIN_USERNAME'],
  ['ADMIN_USERNAME', 'ADMIN_PASSWORD'],
  ['MEDIA_STORE', 'S3_ACCESS_KEY_ID'],
  ['MEDIA_STORE', 'S3_SECRET_ACCESS_KEY'],
  ['BACKUP_STORE', 'BACKUP_S3_ACCESS_KEY_ID'],
  ['BACKUP_STORE', 'BACKUP_S3_SECRET_ACCESS_KEY'],
] as const

const environment = z
  .object({
    PORT: integer(0, 65535, 3000),
    HOST: variable(z.string().trim().default('0.0.0.0')),
    DATABASE_URL: variable(databaseAddress.optional()),
    DATABASE_LISTEN_URL: variable(databaseAddress.optional()),
    DATA_DIR: variable(z.string().default('./data')),
    SITE_URL: variable(origin.optional()),
    SITE_NAME: variable(z.string().trim().max(80, 'must be at most 80 characters').default('Industria AI')),
    GITHUB_URL: variable(publicUrl.default('https://github.com/industria-ai')),
    LINKEDIN_URL: variable(publicUrl.default('https://www.linkedin.com/company/industria-ai')),
    SECURITY_CONTACT: variable(contact.optional()),
    TIME_ZONE: variable(timeZone.optional()),
    SECRET_KEY: variable(secret.min(32, 'must have at least 32 characters').optional()),
    DEMO: flag('0'),
    ADMIN_USERNAME: variable(
      z.string().trim().min(3, 'must have 3 to 64 characters').max(64, 'must have 3 to 64 characters').optional(),
    ),
    ADMIN_PASSWORD: variable(
      z.string().min(12, 'must have 12 to 256 characters').max(256, 'must have 12 to 256 characters').optional(),
    ),
    TRUST_PROXY: integer(0, 9, 0),
    THROTTLE: flag('1'),
    REQUIRE_SECOND_FACTOR: flag('0'),
    SEED_DEMO: variable(oneOf('0', '1').optional()),
    LOG_LEVEL: variable(oneOf('debug', 'info', 'warn', 'error', 'silent').default('info')),
    WORKERS: integer(1, 64, 1),
    DRAIN_SECONDS: integer(0, 60, 0),
    SMTP_URL: variable(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional()),
    MAIL_FROM: variable(mailboxes.refine((all) => all.length === 1, 'must be one e-mail address').optional()),
    MAIL_TO: variable(mailboxes.optional()),
    MAIL_RATE: integer(1, 60_000, 60),
    MEDIA_STORE: variable(bucket.optional()),
    S3_ENDPOINT: variable(webUrl.optional()),
    S3_REGION: variable(z.string().trim().default('us-east-1')),
    S3_ACCESS_KEY_ID: variable(z.string().trim().optional()),
    S3_SECRET_ACCESS_KEY: variable(z.string().trim().optional()),
    BACKUP_STORE: variable(bucket.optional()),
    BACKUP_S3_ENDPOINT: variable(webUrl.optional()),
    BACKUP_S3_REGION: variable(z.string().trim().default('us-east-1')),
    BACKUP_S3_ACCESS_KEY_ID: variable(z.string().trim().optional()),
    BACKUP_S3_SECRET_ACCESS_KEY: variable(z.string().trim().optional()),
    SITE_LANGUAGE: variable(oneOf(...languages).default(defaultLanguage)),
    UPDATE_URL: variable(webUrl.optional()),
    METRICS_TOKEN: variable(secret.optional()),
    WEBHOOK_ALLOW: variable(networks.default([])),
  })
  .superRefine((values, context) => {
    const fault = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const [name, needed] of together)
      if (values[name] !== undefined && values[needed] === undefined) fault(needed, `must be set together with ${name}`)
    const lacking = (['MAIL_FROM', 'MAIL_TO', 'SITE_URL'] as const).filter((needed) => values[needed] === undefined)
    // Several missing variables are one fault.
    if (values.SMTP_URL !== undefined && lacking.length > 0) fault('SMTP_URL', `needs ${lacking.join(' and ')}`)
    // The site deletes files there that belong to no item of the library.
    if (
      values.MEDIA_STORE &&
      values.BACKUP_STORE?.bucket === values.MEDIA_STORE.bucket &&
      values.BACKUP_S3_ENDPOINT === values.S3_ENDPOINT &&
      `${values.BACKUP_STORE.prefix}/`.startsWith(values.MEDIA_STORE.prefix && `${values.MEDIA_STORE.prefix}/`)
    )
      fault('BACKUP_STORE', 'must not lie inside MEDIA_STORE')
    if (values.WORKERS > 1 && values.DATABASE_URL === undefined)
      fault('WORKERS', 'needs DATABASE_URL: the embedded database belongs to one process')
  })

/**
 * One object per process. The settings that the owner may also change in the admin (`owner/in-force.ts`) are replaced in it:
 * read them at each use, and keep no copy.
 */
export type Config = {
  port: number
  host: string
  databaseUrl?: string
  /** The same database without a pooler in between, for the connection that LISTENs. */
  databaseListenUrl?: string
  dataDir: string
  siteUrl?: string
  siteName: string
  githubUrl: string
  linkedinUrl: string
  /** As a URL. */
  securityContact?: string
  /** The time zone of the site (IANA name). */
  timeZone?: string
  /** Encrypts stored secrets; without it the key file in `dataDir`. */
  secretKey?: string
  /** A public try-out: it resets itself, sends nothing, and requests nothing from other servers. */
  demo?: boolean
  /** Hosts from before a change of the address, whose requests are redirected. */
  formerHosts?: readonly string[]
  admin?: { username: string; password: string }
  /** Or the number of addresses that proxies have added to X-Forwarded-For: true is one. */
  trustProxy: boolean | number
  throttle: boolean
  /** Whether administrators without a second factor can do nothing but add one. */
  requireSecondFactor: boolean
  seedDemo: boolean
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  workers: number
  /** Seconds after SIGTERM in which connections are still accepted while `/readyz` answers 503. */
  drainSeconds: number
  /** Absent if the site sends no mail. `from` and `to` are formatted for headers. */
  mail?: MailConfig
  /** The sender of mails, also set where no mail can be sent. */
  mailFrom?: string
  /** Who is notified, also set where no mail can be sent. */
  mailTo?: readonly string[]
  /** Maximum number of newsletter mails per minute. */
  mailRate: number
  /** The bucket of pictures and documents; absent: DATA_DIR. */
  bucket?: BucketConfig
  /** The bucket of backups; absent: DATA_DIR. */
  backupBucket?: BucketConfig
  /** The language of the owner, unless another is chosen in the admin. */
  siteLanguage: Language
  /** The URL that names the newest release; without it no request is made. */
  updateUrl?: string
  /** The bearer token for `/metrics` from other machines. */
  metricsToken?: string
  /** Private networks (CIDRs) that webhooks may call. */
  webhookAllow: readonly string[]
}

export type BucketConfig = {
  bucket: string
  prefix: string
  endpoint?: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

export type MailConfig = { url: string; from: string; to: readonly string[] }

/** Reads the environment; returns one readable line per fault. */
export function readConfig(env: Record<string, string | undefined>): { config: Config } | { faults: string[] } {
  const parsed = environment.safeParse(env)
  if (!parsed.success) return { faults: parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`) }
  const values = parsed.data
  return {
    config: {
      port: values.PORT,
      host: values.HOST,
      databaseUrl: values.DATABASE_URL,
      databaseListenUrl: values.DATABASE_LISTEN_URL,
      dataDir: values.DATA_DIR,
      siteUrl: values.SITE_URL,
      siteName: values.SITE_NAME,
      githubUrl: values.GITHUB_URL,
      linkedinUrl: values.LINKEDIN_URL,
      securityContact: values.SECURITY_CONTACT,
      timeZone: values.TIME_ZONE,
      secretKey: values.SECRET_KEY,
      demo: values.DEMO,
      admin:
        values.ADMIN_USERNAME && values.ADMIN_PASSWORD && !values.DEMO
          ? { username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD }
          : undefined,
      trustProxy: values.TRUST_PROXY > 1 ? values.TRUST_PROXY : values.TRUST_PROXY === 1,
      throttle: values.THROTTLE,
      requireSecondFactor: values.REQUIRE_SECOND_FACTOR,
      seedDemo:
        values.DEMO || (values.SEED_DEMO === undefined ? values.DATABASE_URL === undefined : values.SEED_DEMO === '1'),
      logLevel: values.LOG_LEVEL,
      workers: values.WORKERS,
      drainSeconds: values.DRAIN_SECONDS,
      mail:
        values.SMTP_URL === undefined
          ? undefined
          : { url: values.SMTP_URL, from: values.MAIL_FROM?.[0] ?? '', to: values.MAIL_TO ?? [] },
      mailFrom: values.MAIL_FROM?.[0],
      mailTo: values.MAIL_TO,
      mailRate: values.MAIL_RATE,
      bucket: values.MEDIA_STORE && { ...values.MEDIA_STORE, ...accessTo(values, 'S3') },
      backupBucket: values.BACKUP_STORE && { ...values.BACKUP_STORE, ...accessTo(values, 'BACKUP_S3') },
      siteLanguage: values.SITE_LANGUAGE,
      updateUrl: values.DEMO ? undefined : values.UPDATE_URL,
      metricsToken: values.METRICS_TOKEN,
      webhookAllow: values.WEBHOOK_ALLOW,
    },
  }
}

const accessTo = (values: z.infer<typeof environment>, store: 'S3' | 'BACKUP_S3') => ({
  endpoint: values[`${store}_ENDPOINT`],
  region: values[`${store}_REGION`],
  accessKeyId: values[`${store}_ACCESS_KEY_ID`] ?? '',
  secretAccessKey: values[`${store}_SECRET_ACCESS_KEY`] ?? '',
})
