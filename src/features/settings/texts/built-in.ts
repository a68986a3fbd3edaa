import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { byLanguage } from '#i18n/by-language'
import { defaultLanguage, type Language } from '#i18n/language'
import type { Catalog } from '#i18n/messages'

/** The server's own texts for visitors: mails, the pages they link to, and results of forms. */
const ofServer =
  /^(?:(?:confirmation|unsubscribe|mailedPage|waitlist|mail\.confirmation|mail\.welcome|mail\.reply|preview|languageOffer|news)\.|(?:fields\.(?:name|email|subject|message)|common\.home|errors\.(?:confirmationOver|foreignOrigin|full|invalid|linkNotFound|tooMany|unavailable|unexpected))$)/
/** Validation messages that public and admin forms share. */
const ofForms = /^validation\.(?:required|tooLong|characters)$/

/** Texts whose defaults are values of the site: their replacements need not contain them. */
export const isDerived = (key: string): boolean => /^(?:hero\.(?:title|subtitle)|meta\.default\w+)$/.test(key)

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
