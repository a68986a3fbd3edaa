import type { Language } from '#i18n/language'
import { translated } from '#i18n/translated'
import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { records, text } from '#text/reading'

/** The schema.org `FAQPage` of a page's question blocks; empty without any. */
export function faqPage(page: object, language: Language): object[] {
  const record = Object.fromEntries(Object.entries(page))
  const laid = translated(record, isRecord(record.translations) ? record.translations : {}, language)
  const questions = records(laid, 'blocks')
    .filter(({ type, hidden }) => type === 'faq' && hidden !== true)
    .flatMap((block) => records(block, 'questions'))
    .flatMap((row) => {
      const [question, answer] = [text(row, 'question'), htmlToText(text(row, 'answer') ?? '')]
      if (!question || !answer) return []
      return [{ '@type': 'Question', name: question, acceptedAnswer: { '@type': 'Answer', text: answer } }]
    })
  return questions.length > 0 ? [{ '@type': 'FAQPage', inLanguage: language, mainEntity: questions }] : []
}
