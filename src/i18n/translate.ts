import enAdmin from '#locales/en/admin.json'
import enServer from '#locales/en/server.json'
import enSite from '#locales/en/site.json'
import esAdmin from '#locales/es/admin.json'
import esServer from '#locales/es/server.json'
import esSite from '#locales/es/site.json'
import { compileCatalog } from './compile'
import { type CompiledCatalog, createI18n } from './i18n'
import type { Language } from './language'
import type { Catalog, MessageId, MessageValues } from './messages'

const catalogs: Record<Language, Catalog> = {
  en: { ...enSite, ...enAdmin, ...enServer },
  es: { ...esSite, ...esAdmin, ...esServer },
}

const instances = {
  en: createI18n('en', compileCatalog(catalogs.en)),
  es: createI18n('es', compileCatalog(catalogs.es)),
}

/** A text of any catalog, on the server, where the language is the request's. */
export function translate(language: Language, id: MessageId, values?: MessageValues): string {
  return instances[language]._(id, values)
}

/** All texts of a language, for the rendering of one page. */
export const pageCatalog = (language: Language): CompiledCatalog => instances[language].messages

export const isMessageId = (text: string): text is MessageId => Object.hasOwn(catalogs.en, text)
