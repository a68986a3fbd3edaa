import type { I18n } from '@lingui/core'
import { byLanguage } from './by-language'
import { compileCatalog } from './compile'
import { type CompiledCatalog, createI18n } from './i18n'
import { defaultLanguage, type Language } from './language'
import type { Catalog, MessageId, MessageValues } from './messages'
import { catalogs } from './server-catalogs'

const builtIn = byLanguage((language) => compileCatalog(catalogs[language]))
let own: Record<Language, CompiledCatalog> = byLanguage(() => ({}))
let instances = createInstances()

function createInstances(): Record<Language, I18n> {
  return byLanguage((language) => createI18n(language, { ...builtIn[language], ...own[language] }))
}

/** Sets the texts that override the catalogs in this process. */
export function setOwnTexts(texts: Record<Language, Catalog>): void {
  own = byLanguage((language) => compileCatalog(texts[language]))
  instances = createInstances()
}

/** Those that differ from the catalogs which browsers have; undefined while there are none. */
export const ownTexts = (): Record<Language, CompiledCatalog> | undefined =>
  Object.values(own).some((texts) => Object.keys(texts).length > 0) ? own : undefined

/** A text of any catalog, on the server, where the language is the request's. */
export function translate(language: Language, id: MessageId, values?: MessageValues): string {
  return instances[language]._(id, values)
}

/** All texts of a language, for the rendering of one page. */
export const pageCatalog = (language: Language): CompiledCatalog => instances[language].messages

export const isMessageId = (text: string): text is MessageId => Object.hasOwn(catalogs[defaultLanguage], text)
