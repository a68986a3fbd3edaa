import { type TextInLanguage, textsInLanguages } from '#records/translation/translated-texts'
import type { PageName } from './contract'
import { fieldsOf } from './page-fields'
import { readJson } from './page-json'

/** The translatable texts of a page, from its JSON text: those of lists by the entries of the English one. */
export const pageContentTexts = (page: PageName, content: string): TextInLanguage[] =>
  textsInLanguages(fieldsOf(page), readJson(content))
