import { and, eq, sql } from 'drizzle-orm'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { invalid, type Issue } from '#contract/http-error'
import { byLanguage } from '#i18n/by-language'
import { isLanguage, type Language, languages, defaultLanguage } from '#i18n/language'
import { enoughIssues } from '#platform/http/issues'
import type { Database } from '#platform/db/database'
import { siteTexts } from '#platform/owner/table'
import { readOwnTexts } from '#platform/owner/site'
import { folded } from '#text/fold'
import { isRecord } from '#text/parse-json'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Catalog } from '#i18n/messages'
import type { SiteText, SiteTextsInput } from './contract'

/** The texts that contain all words of `q` in any language; all texts without `q`. */
export async function listTexts(db: Database, q = ''): Promise<SiteText[]> {
  const defaults = builtInTexts()
  const own = await readOwnTexts(db)
  const words = folded(q).split(/\s+/).filter(Boolean)
  const all = textKeys().map((key) => ({
    key,
    group: key.slice(0, key.indexOf('.')),
    defaults: byLanguage((language) => defaults[language][key] ?? ''),
    values: byLanguage((language) => own[language][key] ?? null),
  }))
  return all.filter(({ key, defaults: texts, values }) => {
    const text = folded([key, ...Object.values(texts), ...Object.values(values)].join(' '))
    return words.every((word) => text.includes(word))
  })
}

/** Throws 422 with an issue for each invalid key, and stores nothing then. */
export async function changeTexts(tx: Database, input: SiteTextsInput): Promise<void> {
  const faults: Issue[] = []
  for (const [key, texts] of Object.entries(input)) {
    faults.push(...faultsOf(key, texts))
    if (faults.length >= enoughIssues) break
  }
  if (faults.length > 0) throw invalid(faults)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('site texts', 0))`)
  for (const [key, texts] of Object.entries(input)) {
    for (const language of languages) {
      const text = texts === null ? null : texts[language]
      if (text !== undefined) await store(tx, key, language, text)
    }
  }
}

function faultsOf(key: string, texts: SiteTextsInput[string] | undefined): Issue[] {
  if (!isTextKey(key)) return [{ path: key, message: 'validation.field' }]
  return languages.flatMap((language) => {
    const text = texts?.[language]
    const fault =
      typeof text === 'string' ? faultOfText(text, builtInTexts()[language][key] ?? '', isDerived(key)) : undefined
    return fault === undefined ? [] : [{ path: `${key}.${language}`, message: fault }]
  })
}

/** The fault of a text in an archive. One that this release does not have has to be a message, too: all are compiled. */
export function faultOfStored({ key, language, text }: Readonly<Record<string, unknown>>): Issue | undefined {
  const [id, written] = [String(key), String(text)]
  const builtIn = isLanguage(language) && isTextKey(id) ? builtInTexts()[language][id] : written
  const message = faultOfText(written, builtIn ?? '', isDerived(id))
  return message === undefined ? undefined : { path: 'text', message }
}

async function store(tx: Database, key: string, language: Language, text: string | null): Promise<void> {
  if (text === null || text === builtInTexts()[language][key])
    await tx.delete(siteTexts).where(and(eq(siteTexts.key, key), eq(siteTexts.language, language)))
  else
    await tx
      .insert(siteTexts)
      .values({ key, language, text })
      .onConflictDoUpdate({ target: [siteTexts.key, siteTexts.language], set: { text } })
}

/** The server's own texts for visitors: mails, the pages they link to, and results of forms. */
const ofServer =
  /^(?:(?:confirmation|unsubscribe|mailedPage|waitlist|mail\.confirmation|mail\.welcome|mail\.reply|preview|languageOffer|news)\.|(?:fields\.(?:name|email|subject|message)|common\.home|errors\.(?:confirmationOver|foreignOrigin|full|invalid|linkNotFound|tooMany|unavailable|unexpected))$)/
/** Validation messages that public and admin forms share. */
const ofForms = /^validation\.(?:required|tooLong|characters)$/

/** Texts whose defaults are values of the site: their replacements need not contain them. */
const isDerived = (key: string): boolean => /^(?:hero\.(?:title|subtitle)|meta\.default\w+)$/.test(key)

let read: Record<Language, Catalog> | undefined

/** The texts for visitors in the catalogs, unparsed. */
export function builtInTexts(): Record<Language, Catalog> {
  read ??= byLanguage((language) => ({
    ...readCatalog(language, 'site'),
    ...readCatalog(language, 'inner'),
    ...only(readCatalog(language, 'server'), ofServer),
    ...only(readCatalog(language, 'admin'), ofForms),
  }))
  return read
}

export const textKeys = (): string[] => Object.keys(builtInTexts()[defaultLanguage])

export const isTextKey = (key: string): boolean => Object.hasOwn(builtInTexts()[defaultLanguage], key)

const readCatalog = (language: Language, area: 'site' | 'inner' | 'server' | 'admin') =>
  JSON.parse(readFileSync(resolve(import.meta.dir, `../../../../locales/${language}/${area}.json`), 'utf8')) as Catalog

const only = (catalog: Catalog, wanted: RegExp): Catalog =>
  Object.fromEntries(Object.entries(catalog).filter(([key]) => wanted.test(key)))

/**
 * Validates a replacement text; returns a message id, or undefined when it is valid. One that `mayLack` placeholders
 * replaces a default text that consists of values of the site.
 */
function faultOfText(text: string, builtIn: string, mayLack = false): string | undefined {
  const names = namesIn(text)
  if (!names) return 'validation.messageSyntax'
  const wanted = namesIn(builtIn) ?? []
  const isSame = (mayLack || names.length === wanted.length) && names.every((name) => wanted.includes(name))
  return isSame ? undefined : 'validation.placeholders'
}

/** The distinct placeholders of a message; undefined if it cannot be parsed. */
function namesIn(message: string): string[] | undefined {
  try {
    return [...new Set(namesOf(compileMessageOrThrow(message)))]
  } catch {
    return undefined
  }
}

const choices: readonly unknown[] = ['plural', 'select', 'selectordinal']

/**
 * The placeholders of a parsed message, whose cases may contain further messages. Throws for messages that cannot be
 * formatted: an unsupported format, or a choice without the case `other`.
 */
function namesOf(parsed: readonly unknown[]): string[] {
  return parsed.flatMap((part) => {
    if (!Array.isArray(part)) return []
    const [name, format, cases] = part as unknown[]
    if (format === undefined) return [String(name)]
    if (!choices.includes(format) || !isRecord(cases) || !('other' in cases)) throw new Error('not a choice')
    const inside = Object.values(cases).flatMap((one) => (Array.isArray(one) ? namesOf(one) : []))
    return [String(name), ...inside]
  })
}
