import { byOtherLanguage } from '#i18n/by-language'
import type { Language } from '#i18n/language'
import { translate } from '#i18n/translate'
import { isRecord, parseObject } from '#text/parse-json'
import type { Marks } from '#text/html/marks'
import { text } from '#text/reading'
import { markDeclared } from '#records/preview/preview-marks'
import { builtInTexts } from './built-in'
import type { PageContent } from './contract'
import { fieldsOf } from './page-fields'

/**
 * A page whose texts say which field each comes from. What the site says in place of an empty one leads to the field of
 * the language on show.
 */
export function markPage(answer: object, marks: Marks, language: Language): object {
  const { page, content, ...rest } = answer as PageContent
  const fields = fieldsOf(page)
  const { translations, ...texts } = parseObject(content)
  const overlays: Record<string, unknown> = {
    ...byOtherLanguage(() => ({})),
    ...(isRecord(translations) ? translations : {}),
  }
  const below = language === 'en' ? '' : `translations.${language}.`
  const overlay = overlays[language]
  const builtIn = Object.fromEntries(
    Object.entries(builtInTexts[page])
      .filter(([key, id]) => id && text(texts, key) === undefined && !(isRecord(overlay) && text(overlay, key)))
      .map(([key, id]) => [key, marks.text(below + key, translate(language, id!))]),
  )
  const marked = Object.fromEntries(
    Object.entries(overlays).map(([code, said]) => [
      code,
      isRecord(said)
        ? {
            ...markDeclared(fields, said, marks, { below: `translations.${code}.`, original: texts }),
            ...(code === language ? builtIn : {}),
          }
        : said,
    ]),
  )
  const english = { ...markDeclared(fields, texts, marks), ...(language === 'en' ? builtIn : {}) }
  return { page, ...rest, content: JSON.stringify({ ...english, translations: marked }) }
}
