import type { I18n } from '@lingui/core'
import { byLanguage } from './by-language'
import { compileCatalog } from './compile'
import { type CompiledCatalog, createI18n } from './i18n'
import { defaultLanguage, type Language } from './language'
import type { Catalog, MessageId, MessageValues } from './messages'
import { catalogs } from './server-catalogs'

let own: Record<Language, CompiledCatalog> = byLanguage(() => ({}))
let instances = createInstances()

function createInstances(): Record<Language, I18n> {
  return byLanguage((language) => createI18n(language, { ...catalogs[language], ...own[language] }))
}

/**
 * Sets the texts that override the catalogs in this process; with `replacing`, texts whose ids begin so replace those
 * named by the rest (`news.waitlist.title` replaces `waitlist.title`).
 */
export function setOwnTexts(texts: Record<Language, Catalog>, replacing?: `news.${string}`): void {
  if (!replacing && !hasTexts(texts) && !hasTexts(own)) return
  own = byLanguage((language) => {
    const given = compileCatalog(texts[language])
    return { ...given, ...(replacing && replacements({ ...catalogs[language], ...given }, replacing)) }
  })
  instances = createInstances()
}

const replacements = (all: CompiledCatalog, replacing: string): CompiledCatalog =>
  Object.fromEntries(
    Object.entries(all).flatMap(([id, text]) => (id.startsWith(replacing) ? [[id.slice('news.'.length), text]] : [])),
  )

/** The texts that differ from the built catalogs which browsers load; undefined if there are none. */
export const ownTexts = (): Record<Language, CompiledCatalog> | undefined => (hasTexts(own) ? own : undefined)

const hasTexts = (texts: Record<Language, object>) => Object.values(texts).some((one) => Object.keys(one).length > 0)

/** A text of any catalog, on the server, in a given language. */
export function translate(language: Language, id: MessageId, values?: MessageValues): string {
  return instances[language]._(id, values)
}

/** All texts of a language, to render one page. */
export const pageCatalog = (language: Language): CompiledCatalog => instances[language].messages

export const isMessageId = (text: string): text is MessageId => Object.hasOwn(catalogs[defaultLanguage], text)
