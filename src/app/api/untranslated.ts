import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { describeFields, giveExample, operation } from '#platform/http/operation'
import { answerLists } from '#platform/long-list'
import type { Services } from '#platform/services'
import { namesOfOthers } from '#i18n/language-names'
import { byOtherLanguage } from '#i18n/by-language'
import { untranslated } from '#records/translation/translation-contract'
import { contentKinds } from '#app/features'

const outdated = { state: 'outdated', fields: { title: 'outdated', excerpt: 'complete', content: 'missing' } } as const
const partial = { state: 'partial', fields: { title: 'complete', excerpt: 'complete', content: 'missing' } } as const

giveExample(untranslated, {
  kind: 'post',
  id: 7,
  ...byOtherLanguage(() => outdated),
  draft: byOtherLanguage(() => partial),
})

describeFields(untranslated, { id: 'The id of the record, or the name of a built-in page.' })

const detail = operation(
  'listUntranslated',
  `List untranslated records. Records outside the trash with missing or outdated texts in ${namesOfOthers()}, including their drafts.`,
)

const rows = z.array(untranslated)

/** Missing and outdated translations of the whole site. */
export const untranslatedApi = (services: Services) =>
  new Elysia({ tags: ['Translations'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get(
      '/translations',
      async (context) =>
        answerLists(
          services.log,
          context,
          await Promise.all(contentKinds.flatMap(({ untranslated: list }) => list?.(services.db) ?? [])),
          rows,
        ),
      { response: { 200: rows }, detail },
    )
