import { defaultLanguage, type Language } from '#i18n/language'
import { asRecord } from '#text/parse-json'
import { records, text } from '#text/reading'

/** The texts of a record, of a block, or of a part of one, in the language of its page. */
export type LocalizedTexts = {
  /** '' if there is none; in English if it is not translated. */
  text: (name: string) => string
  /** The text's `lang`, if it is not the page's; undefined for text without letters. */
  lang: (name: string) => Language | undefined
  /** A value that is not text: a flag, a number. */
  value: (name: string) => unknown
  part: (name: string) => LocalizedTexts
  rows: (name: string) => LocalizedTexts[]
}

/** `over` are the translations, which override the English texts; undefined on an English page. */
export const localizedTexts = (english: Record<string, unknown>, over?: unknown): LocalizedTexts => {
  const laid = asRecord(over)
  return {
    text: (name) => text(laid, name) ?? text(english, name) ?? '',
    lang: (name) =>
      over === undefined || text(laid, name) || !/\p{L}/u.test(text(english, name) ?? '') ? undefined : defaultLanguage,
    value: (name) => english[name],
    part: (name) => localizedTexts(records({ all: [english[name]] }, 'all')[0] ?? {}, over && (laid[name] ?? {})),
    rows: (name) => {
      const translated = laid[name]
      return records(english, name).map((row, at) =>
        localizedTexts(row, over && ((Array.isArray(translated) && translated[at]) || {})),
      )
    },
  }
}
