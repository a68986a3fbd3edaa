import { z } from 'zod'
import { adminPaths } from '#i18n/addresses/admin-paths'
import { languages } from '#i18n/language'
import { defineKind } from '#records/kind/record'
import { blockTypes } from './blocks/block-types'
import { faqPage } from './blocks/faq/faq-page'
import { customPagePath } from './paths'

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
