import type { Language } from '#i18n/language'
import { text } from '#text/reading'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'
import { localizePageContent, readJson } from './page-json'

/** The title of a page in a language; undefined if its content has none. */
export const titleOf = (page: PageName, content: string, language: Language): string | undefined =>
  text(localizePageContent(readJson(content), language), titleField(page))

/** The first text of every page is its title. */
const titleField = (page: PageName): string => Object.keys(fieldsOf(page))[0] ?? ''
