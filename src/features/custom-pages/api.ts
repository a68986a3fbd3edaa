import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { recordApi } from '#records/api/api'
import type { Services } from '#platform/services'
import { describeFields, giveExample, operation } from '#platform/http/operation'
import { tagOf } from '#records/kind/record'
import type { KindDocument } from '#records/api/operations'
import { languages } from '#i18n/language'
import { translate } from '#i18n/translate'
import { rowInput } from '#records/kind/nested-schemas'
import { blockType, customPageKind, type CustomPage, type BlockType } from './contract'
import { customPageStore } from './store'
import { type BlockTypeName, blockTypes } from './blocks/block-types'

/** The block types for API clients, with the fields of each as JSON Schema. */
const describeBlockTypes = (): BlockType[] =>
  (Object.keys(blockTypes) as BlockTypeName[]).map((type) => {
    const { $schema: _, ...schema } = z.toJSONSchema(rowInput(blockTypes[type], false), {
      io: 'input',
      unrepresentable: 'any',
    })
    return {
      type,
      title: Object.fromEntries(
        languages.map((language) => [language, translate(language, `custom-page.blocks.${type}`)]),
      ),
      schema,
    }
  })

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
const document: KindDocument = {
  example,
  order: 'highest id first',
  note: 'The slug is a single path segment that no other page uses. Blocks are of the types in `GET /api/block-types`, each with a unique `id`; `hidden` blocks are shown only to editors. `translations.es.blocks` contains the translated texts by block id.',
}

describeFields(blockType, { title: 'The name by language.', schema: 'The JSON Schema of the fields.' })
giveExample(blockType, () => describeBlockTypes()[0]!)

const blockTypesOperation = operation('listBlockTypes', 'List block types. For the `blocks` of custom pages.')

export const customPagesApi = (services: Services) =>
  new Elysia().use(recordApi(services, { kind: customPageKind, store: customPageStore, document })).use(types(services))

const types = (services: Services) =>
  new Elysia({ prefix: '/block-types', tags: [tagOf(customPageKind)] })
    .use(adminOnly(services))
    .get('', describeBlockTypes, { response: { 200: z.array(blockType) }, detail: blockTypesOperation })
