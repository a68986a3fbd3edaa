import { defaultLanguage, type Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'
import { records, text } from '#text/reading'

/** What a block, or a part of one, says in the language of its page. */
export type Said = {
  /** '' where there is none; in English where a translation lacks. */
  text: (name: string) => string
  /** Its `lang`, where it is not the page's; figures alone have none. */
  lang: (name: string) => Language | undefined
  /** Of no text: a flag, a number. */
  value: (name: string) => unknown
  part: (name: string) => Said
  rows: (name: string) => Said[]
}

/** `over` are the texts of another language that lie over the English ones; undefined on an English page. */
export const said = (english: Record<string, unknown>, over?: unknown): Said => {
  const laid = isRecord(over) ? over : {}
  return {
    text: (name) => text(laid, name) ?? text(english, name) ?? '',
    lang: (name) =>
      over === undefined || text(laid, name) || !/\p{L}/u.test(text(english, name) ?? '') ? undefined : defaultLanguage,
    value: (name) => english[name],
    part: (name) => said(records({ all: [english[name]] }, 'all')[0] ?? {}, over && (laid[name] ?? {})),
    rows: (name) => {
      const texts = laid[name]
      return records(english, name).map((row, at) => said(row, over && ((Array.isArray(texts) && texts[at]) || {})))
    },
  }
}
