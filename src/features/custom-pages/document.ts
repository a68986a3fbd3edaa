import { giveExample, operation } from '#platform/http/operation'
import type { KindDocument } from '#records/api/operations'
import { blockType, type CustomPage } from './contract'
import { describeBlockTypes } from './describe-block-types'

const example: CustomPage = {
  id: 5,
  slug: 'measuring-service',
  title: 'Our measuring service',
  blocks: [
    { id: 'top', type: 'hero', title: 'Measured before anything is built', text: 'Two weeks, one report.' },
    { id: 'how', type: 'text', html: '<p>We begin with a stopwatch.</p>' },
  ],
  translations: {
    es: {
      title: 'Nuestro servicio de medición',
      slug: 'servicio-de-medicion',
    },
  },
  metadata: { description: 'What we measure, and how.' },
  updatedAt: '2026-02-11T15:30:00.000Z',
  version: 3,
  status: 'published',
  publishedAt: '2026-02-11T15:30:00.000Z',
}

/** The part of the OpenAPI document about custom pages. */
export const document: KindDocument = {
  example,
  order: 'highest id first',
  note: 'The slug is a single path segment that no other page uses. Blocks are of the types in `GET /api/block-types`, each with a unique `id`; `hidden` blocks are shown only to editors. `translations.es.blocks` contains the translated texts by block id.',
}

giveExample(blockType, () => describeBlockTypes()[0]!)

export const blockTypesOperation = operation('listBlockTypes', {
  summary: 'List block types',
  description:
    'The types of blocks of custom pages, each with its name per language and the JSON Schema of its fields.',
})
