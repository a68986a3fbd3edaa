import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { operation } from '#base/http/operation'
import { answerLists } from '#base/long-list'
import type { Services } from '#base/services'
import { type Untranslated, untranslated } from '#records/translation-contract'
import { features } from '#app/features'

const example: Untranslated = {
  kind: 'post',
  id: 7,
  title: 'Measuring before building',
  updatedAt: '2026-03-02T09:00:00.000Z',
  es: { state: 'outdated', fields: { title: 'outdated', excerpt: 'complete', content: 'missing' } },
  draft: { es: { state: 'partial', fields: { title: 'complete', excerpt: 'complete', content: 'missing' } } },
}

const detail = operation({
  id: 'listUntranslated',
  tag: 'Translations',
  summary: 'List what is left to translate',
  description:
    'Every record outside the trash of which a text is missing in Spanish or outdated, in itself or in its draft. `id` is a number, or the name of a page.',
  session: true,
  answers: { 200: { description: 'The records.', example: [example] } },
})

const rows = z.array(untranslated)

/** What is left to translate of the whole site. */
export const untranslatedApi = (services: Services) =>
  new Elysia()
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/translations',
      async (context) =>
        answerLists(
          services.log,
          context,
          await Promise.all(features.flatMap(({ untranslated: list }) => list?.(services.db) ?? [])),
          rows,
        ),
      { response: { 200: rows }, detail },
    )
