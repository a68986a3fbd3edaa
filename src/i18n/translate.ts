import type { I18n } from '@lingui/core'
import { compileCatalog } from './compile'
import { type CompiledCatalog, createI18n } from './i18n'
import { defaultLanguage, type Language, languages } from './language'
import type { MessageId, MessageValues } from './messages'
import { catalogs } from './server-catalogs'

const instances = Object.fromEntries(
  languages.map((language) => [language, createI18n(language, compileCatalog(catalogs[language]))]),
) as Record<Language, I18n>

/** A text of any catalog, on the server, where the language is the request's. */
export function translate(language: Language, id: MessageId, values?: MessageValues): string {
  return instances[language]._(id, values)
}

/** All texts of a language, for the rendering of one page. */
export const pageCatalog = (language: Language): CompiledCatalog => instances[language].messages

export const isMessageId = (text: string): text is MessageId => Object.hasOwn(catalogs[defaultLanguage], text)
