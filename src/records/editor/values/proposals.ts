import { useDeferredValue, useMemo } from 'react'
import { disarm } from '#editing/rich-text/disarm'
import { defaultLanguage, type Language } from '#i18n/language'
import { isSafeUrl } from '#text/schema'
import { isCopy } from '#records/translation/translated-texts'
import { type Field, isText } from '#records/kind/fields'
import { pathIn } from './values'
import type { RecordValues } from './record-values'

/** The proposal for an empty field; '' without one. */
export function useProposal(field: Field | undefined, language: Language, path: string, values: RecordValues): string {
  const isWanted = field !== undefined && 'proposed' in field && isEmpty(values[path])
  const { text, source } = textsOf(values, language)
  // Long texts are parsed deferred, so that typing is not delayed.
  const later = useDeferredValue(isWanted ? text : '')
  const laterSource = useDeferredValue(isWanted ? source : '')
  return useMemo(
    () => (isWanted ? proposalFor(field, language, { text: later, source: laterSource }) : ''),
    [isWanted, field, language, later, laterSource],
  )
}

type Texts = { text: string; source: string }

const textsOf = (values: RecordValues, language: Language): Texts => ({
  text: String(values[pathIn(language, 'content')] ?? ''),
  source: String(values.content ?? ''),
})

/** Only offered: nothing is stored before an editor has taken it. */
export function proposalFor(field: Field, language: Language, { text, source }: Texts): string {
  if (!('proposed' in field) || text === '') return ''
  const isTranslation = language !== defaultLanguage
  if (!isText(field)) return isTranslation ? '' : firstPicture(text)
  // A copy of the English text is no translation.
  if (isTranslation && (!field.translated || isCopy({ source, text }))) return ''
  return firstSentences(text, language)
}

export const firstPicture = (html: string): string =>
  Array.from(parse(html).querySelectorAll('img'), (picture) => picture.getAttribute('src') ?? '').find(isSafeUrl) ?? ''

/** The target length in UTF-16 units of whole sentences. */
const targetLength = 160
/** A longer sentence is cut at a word; a shorter text says too little. */
const maxLength = 300
const minLength = 40

/** The first sentences of the paragraphs, without headings, lists, quotations, tables and footnotes. */
export function firstSentences(html: string, language: Language): string {
  const body = parse(html)
  for (const mark of body.querySelectorAll('sup a[href^="#"], a[href^="#"] sup, li[id^="note-"]'))
    (mark.closest('sup') ?? mark).remove()
  for (const end of body.querySelectorAll('br, li, h1, h2, h3, h4, h5, h6, div, td, th, dt, dd, pre')) end.after(' ')
  const paragraphs = Array.from(body.querySelectorAll('p')).filter((one) => !one.closest('blockquote, figure, td, li'))
  const texts = paragraphs.length > 0 ? paragraphs.map(textOf) : [textOf(body)]
  let proposed = ''
  for (const sentence of texts.flatMap((text) => sentencesIn(text, language))) {
    const longer = `${proposed} ${sentence}`.trim()
    if (proposed.length >= minLength && longer.length > targetLength) break
    proposed = longer
  }
  return proposed.length > maxLength ? `${proposed.slice(0, maxLength).replace(/[\s,;:–-]+\S*$/, '')}…` : proposed
}

function sentencesIn(text: string, language: Language): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' })
  return Array.from(segmenter.segment(text), ({ segment }) => segment.trim()).filter((sentence) => sentence !== '')
}

const textOf = ({ textContent }: Element) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()
const parse = (html: string) => new DOMParser().parseFromString(disarm(html), 'text/html').body
const isEmpty = (value: unknown) => typeof value !== 'string' || value.trim() === ''
