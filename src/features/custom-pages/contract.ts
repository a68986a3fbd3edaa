import { z } from 'zod'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { type Language, languages } from '#i18n/language'
import { translated } from '#i18n/translated'
import { defineKind } from '#records/kind/record'
import { htmlToText } from '#text/html-text'
import { isRecord } from '#text/parse-json'
import { records, text } from '#text/reading'
import { blockTypes } from './blocks/block-types'
import { customPagePath } from './paths'

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

/** A custom page, made of blocks. */
export const customPageKind = defineKind({
  name: 'custom-page',
  publicName: 'page',
  noun: { one: 'custom page', many: 'custom pages' },
  api: '/pages',
  page: customPagePath,
  screen: adminPaths.customPages,
  schemaType: 'WebPage',
  linkedData: faqPage,
  fields: {
    title: { type: 'text', max: 200, required: true, translated: true, searched: true },
    blocks: { type: 'blocks', max: 60, maxBytes: 307_200, types: blockTypes },
    publishedAt: { type: 'moment' },
  },
  aside: ['publishedAt'],
})

export type CustomPage = z.infer<typeof customPageKind.record>
export type CustomPageTranslations = z.infer<typeof customPageKind.translations>

/** A block type: its title and the JSON Schema of its fields. */
export const blockType = z
  .object({
    type: z.string(),
    title: z.object(Object.fromEntries(languages.map((language) => [language, z.string()]))),
    schema: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'BlockType' })
export type BlockType = z.infer<typeof blockType>
