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
  order: 'the highest id first',
  note: 'The slug is one part of a path that the site does not use itself. Blocks are of the types of `/api/block-types`, each with an `id` of its own; those that are `hidden` are for editors alone. `translations.es.blocks` holds texts by the ids of their blocks.',
}

giveExample(blockType, () => describeBlockTypes()[0]!)

export const blockTypesOperation = operation('listBlockTypes', {
  summary: 'List the types of blocks',
  description: 'What pages are made of: each type with its name in both languages and the JSON Schema of its fields.',
})
