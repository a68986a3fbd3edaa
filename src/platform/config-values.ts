import ipaddr from 'ipaddr.js'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'
import { serverUrls } from './db/external/server-urls'
import { isEmail } from '#text/email'
import { toMailbox } from '#text/mailbox'
import { timeZoneName } from '#text/time-zone'

/** An empty value counts as unset, as in `PORT= bun start`. */
export const variable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? undefined : value), schema)

export const oneOf = <const Word extends string>(...words: Word[]) =>
  z.enum(words, `must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}`)
export const flag = (fallback: '0' | '1') =>
  variable(
    oneOf('0', '1')
      .default(fallback)
      .transform((text) => text === '1'),
  )

export const integer = (least: number, most: number, fallback: number) => {
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

export const webUrl = z.url({ protocol: /^https?$/, error: 'must be an http(s) URL', abort: true })
const hasNoCredentials = (text: string) => new URL(text).username === '' && new URL(text).password === ''
/** Visitors see it. */
export const publicUrl = webUrl.refine(hasNoCredentials, 'must be a URL without a name and password')
export const origin = webUrl
  .refine((text) => new URL(text).pathname === '/' && !/[?#]/.test(text), 'must be an origin, without a path')
  .refine(hasNoCredentials, 'must be an origin, without a name and password')
  .transform((text) => new URL(text).origin)

/** An e-mail address, or a URL with contact information. */
export const contact = z
  .string()
  .trim()
  .transform((text) => (/^[^\s@:/]+@[^\s@:/]+$/.test(text) ? `mailto:${text}` : text))
  .refine(
    (text) => /^(?:https:\/\/|mailto:|tel:)\S+$/.test(text),
    'must be an e-mail address, or a https:, mailto: or tel: URL',
  )

/** `Ada <ada@acme.example>, bob@acme.example`: any number, each formatted for a header. */
export const mailboxes = z.string().transform((text, context) => {
  const all = addressparser(text, { flatten: true })
  if (all.length > 0 && all.every(({ address }) => isEmail(address)))
    return all.map(({ name, address }) => toMailbox(name, address))
  context.addIssue({ code: 'custom', message: 'must be e-mail addresses, separated by commas' })
  return z.NEVER
})

/** `s3://bucket/prefix`: a bucket, and the prefix of its keys. */
export const bucket = z
  .string()
  .trim()
  .transform((text, context) => {
    const [, name, prefix = ''] = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([\w!.*'()/-]*))?$/.exec(text) ?? []
    if (name !== undefined) return { name, prefix: prefix.replace(/^\/+|\/+$/g, '') }
    context.addIssue({ code: 'custom', message: 'must be s3://bucket or s3://bucket/prefix' })
    return z.NEVER
  })

/** With one or several hosts (`postgres://one:5432,two:5432/site`). */
export const databaseAddress = z
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
export const networks = z
  .string()
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (all) => all.every((part) => ipaddr.isValidCIDR(part)),
    'must be networks such as 10.0.0.0/8, separated by commas',
  )

/** A name of the IANA time zone database. */
export const timeZone = z.string().transform((text, context) => {
  const name = timeZoneName(text)
  if (name !== undefined) return name
  context.addIssue({ code: 'custom', message: 'must be a time zone such as Europe/Madrid' })
  return z.NEVER
})

/** Only characters allowed in a header. */
export const secret = z
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
