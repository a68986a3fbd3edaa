import { type TextInLanguage, textsInLanguages } from '#records/translation/translated-texts'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'
import { readJson } from './page-json'

/** The texts of a page that can be translated, of its JSON text: those of lists entry by entry, as English has them. */
export const pageTexts = (page: PageName, content: string): TextInLanguage[] =>
  textsInLanguages(fieldsOf(page), readJson(content))
