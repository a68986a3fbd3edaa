import { defaultLanguage, type Language } from '#i18n/language'
import { isRecord } from '#text/parse-json'
import { localizedTexts } from '#records/translation/localized-texts'

/** The schema.org properties of a project's facts and results. */
export function evidenceProperties(record: Readonly<Record<string, unknown>>, language: Language): object {
  const translations = isRecord(record.translations) ? record.translations : {}
  const texts = localizedTexts(record, language === defaultLanguage ? undefined : (translations[language] ?? {}))
  const about = texts.rows('facts').map((fact) => property(fact.text('label'), fact.text('value')))
  const mentions = texts.rows('results').map((result) => ({
    ...property(result.text('label'), result.text('after')),
    description: [`${result.text('before')} → ${result.text('after')}`, result.text('note')].filter(Boolean).join('. '),
  }))
  return { ...(about.length > 0 ? { about } : {}), ...(mentions.length > 0 ? { mentions } : {}) }
}

const property = (name: string, value: string) => ({ '@type': 'PropertyValue', name, value })
