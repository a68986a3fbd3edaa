import type { Language } from '#i18n/language'
import { text } from '#text/reading'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'
import { localizePage, readJson } from './page-json'

/** What a page calls itself in a language; undefined where its content says nothing of it. */
export const titleOf = (page: PageName, content: string, language: Language): string | undefined =>
  text(localizePage(readJson(content), language), titleField(page))

/** The first text of every page is its title. */
export const titleField = (page: PageName): string => Object.keys(fieldsOf(page))[0] ?? ''
