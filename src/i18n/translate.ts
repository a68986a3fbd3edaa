import type { I18n } from '@lingui/core'
import { byLanguage } from './by-language'
import { defaultLanguage, type Language } from './language'
import { compileCatalog } from './compile'
import type { Catalog, MessageId, MessageValues } from './messages'
import { type CompiledCatalog, createI18n } from './i18n'
import { catalogs } from './server-catalogs'

let own: Record<Language, CompiledCatalog> = byLanguage(() => ({}))
let forVisitors = own
let instances = createInstances()

function createInstances(): Record<Language, I18n> {
  return byLanguage((language) => createI18n(language, { ...catalogs[language], ...own[language] }))
}

/**
 * Sets the texts that override the catalogs in this process. Texts whose ids begin with one of `replacing` replace those
 * that are called as they are without their first part (`news.waitlist.title` replaces `waitlist.title`).
 */
export function setOwnTexts(texts: Record<Language, Catalog>, replacing: readonly string[] = []): void {
  if (replacing.length === 0 && !hasTexts(texts) && !hasTexts(own)) return
  own = byLanguage((language) => {
    const given = compileCatalog(texts[language])
    return { ...given, ...replacements({ ...catalogs[language], ...given }, replacing) }
  })
  forVisitors = byLanguage((language) =>
    Object.fromEntries(
      Object.entries(own[language]).filter(([id]) => id in texts[language] || id.startsWith('waitlist.')),
    ),
  )
  instances = createInstances()
}

const replacements = (all: CompiledCatalog, replacing: readonly string[]): CompiledCatalog =>
  Object.fromEntries(
    Object.entries(all).flatMap(([id, text]) =>
      replacing.some((prefix) => id.startsWith(prefix)) ? [[id.slice(id.indexOf('.') + 1), text]] : [],
    ),
  )

/**
 * The texts that differ from the built catalogs which browsers load; undefined if there are none. Visitors need the
 * owner's, and the replaced ones of the form.
 */
export function ownTexts(isAdmin: boolean): Record<Language, CompiledCatalog> | undefined {
  if (!hasTexts(own)) return undefined
  return isAdmin ? own : forVisitors
}

const hasTexts = (texts: Record<Language, object>) => Object.values(texts).some((one) => Object.keys(one).length > 0)

/** A text of any catalog, on the server, in a given language. */
export function translate(language: Language, id: MessageId, values?: MessageValues): string {
  return instances[language]._(id, values)
}

/** All texts of a language, to render one page. */
export const pageCatalog = (language: Language): CompiledCatalog => instances[language].messages

export const isMessageId = (text: string): text is MessageId => Object.hasOwn(catalogs[defaultLanguage], text)
