import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Services } from '#platform/services'
import { commit } from '#platform/writes/commit'
import { siteText, siteTextsInput, textsQuery } from './contract'
import { changeTexts, listTexts } from './store'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'

const key = 'waitlist.title'
const text = {
  key,
  group: 'waitlist',
  defaults: { en: 'Join the Waitlist', es: 'Únase a la lista de espera' },
  values: { en: null, es: null },
}
giveExample(siteText, text)
giveExample(siteTextsInput, { [key]: { en: 'Be the first to know', es: null } })

describeFields(siteText, { values: 'The texts that replace the defaults; null where nothing does.' })

const operations = describe({
  listSiteTexts:
    'List interface texts. The built-in texts of public pages, forms, notifications and mails to visitors.',
  updateSiteTexts: {
    text: 'Update interface texts. The body has texts by key and language. Omitted keys and languages keep their values; null restores the built-in text. A text must contain the placeholders (`{name}`) of the built-in one. Returns the texts of the keys that were sent.',
    answers: { 200: { example: [{ ...text, values: { en: 'Be the first to know', es: null } }] } },
  },
})

export const siteTextsApi = (services: Services) =>
  new Elysia({ prefix: '/site/texts', tags: ['Site'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('', ({ query }) => listTexts(services.db, query.q), {
      query: textsQuery,
      response: { 200: z.array(siteText) },
      detail: operations.listSiteTexts,
    })
    .put(
      '',
      (context) =>
        commit(
          services,
          context,
          { status: 200, event: () => ({ kind: 'site-text', action: 'updated', id: null }) },
          async (tx) => {
            await changeTexts(tx, context.body)
            const sent = new Set(Object.keys(context.body))
            return (await listTexts(tx)).filter((one) => sent.has(one.key))
          },
        ),
      { body: siteTextsInput, response: { 200: z.array(siteText) }, detail: operations.updateSiteTexts },
    )
