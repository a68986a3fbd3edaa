import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { byLanguage } from '#i18n/by-language'
import type { Catalog } from '#i18n/messages'

const ids = ['languageOffer.text', 'languageOffer.close']

/** The texts of the offer in every language. A macro: the bundler replaces the call by its result. */
export const offerTexts = (): Record<string, Catalog> =>
  byLanguage((language) => {
    const file = resolve(import.meta.dir, `../../../locales/${language}/server.json`)
    const catalog = JSON.parse(readFileSync(file, 'utf8')) as Catalog
    return Object.fromEntries(ids.map((id) => [id, catalog[id] ?? '']))
  })
