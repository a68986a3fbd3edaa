import { defaultLanguage, type Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { isRecord, parseObject } from '#text/parse-json'
import type { Marks } from '#text/html/marks'
import { text } from '#text/reading'
import { markRecord } from '#records/preview/preview-marks'
import type { PageContent } from './contract'
import { defaultTexts } from './default-texts'
import { pageContentKindOf } from './page-fields'
import { localizePageContent } from './page-json'

/**
 * A page whose texts are marked with the field each comes from. The built-in text of an empty field is marked with the
 * field of the displayed language.
 */
export function markPageContent(answer: object, marks: Marks, language: Language): object {
  const { page, content, ...rest } = answer as PageContent
  const texts = parseObject(content)
  const shown = localizePageContent(texts, language)
  const below = language === defaultLanguage ? '' : `translations.${language}.`
  const builtIn = Object.fromEntries(
    Object.entries(defaultTexts[page])
      .filter(([key, id]) => id && text(shown, key) === undefined)
      .map(([key, id]) => [key, marks.text(below + key, translate(language, id!))]),
  )
  const { translations, ...marked } = markRecord(pageContentKindOf(page), texts, marks)
  const overlays = isRecord(translations) ? translations : {}
  const own = language === defaultLanguage ? {} : { [language]: { ...Object(overlays[language]), ...builtIn } }
  const english = language === defaultLanguage ? { ...marked, ...builtIn } : marked
  return { page, ...rest, content: JSON.stringify({ ...english, translations: { ...overlays, ...own } }) }
}
