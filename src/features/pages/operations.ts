import { byOtherLanguage } from '#i18n/by-language'
import { giveExample, operation } from '#platform/http/operation'
import { historyOperations } from '#records/api/operations'
import { editedPage, pageContent, pageContentInput, pageDraftInput, pageName } from './contract'

const content = '{"title":"Contact","email":"hello@example.com","formTitle":"Send us a message"}'
const values = { content: '{"title":"Contact us"}' }
giveExample(pageContent, { content })
giveExample(pageContentInput, { page: 'contact', content })
giveExample(pageDraftInput, values)
giveExample(editedPage, {
  content,
  translation: byOtherLanguage(() => ({ state: 'missing' as const, fields: { title: 'missing' as const } })),
  draft: { version: 2, savedAt: '2026-03-02T09:00:00.000Z', savedBy: { id: 1, username: 'ada' }, values },
})

const parameters = { page: pageName.meta({ description: 'The name of the page.', example: 'contact' }) }

export const operations = {
  ...historyOperations({ id: 'PageContent', one: 'page', parameters, values }),
  list: operation('listPageContents', {
    summary: 'List the page contents',
    description: 'Every page that has stored content.',
  }),
  find: operation('findPageContent', {
    summary: 'Read the content of a page',
    description:
      'The texts and SEO fields of a page as JSON text. A page without stored content is a 404: its screen shows built-in texts.',
    parameters,
    refusals: [401],
  }),
  save: operation('savePageContent', {
    summary: 'Create or update the content of a page',
    description:
      '`content` is the JSON text of an object, or an object, which is stored as its text. HTML in `content` and `sections[].content` is sanitized, in the page itself and in its `translations`. Lists have one order in all languages: an entry that is removed, moved or added in English alone is so in the translations. All else stays as typed.',
    ifMatch: true,
    answers: {
      200: { description: 'The page had content, which is replaced.' },
      201: { description: 'The page had no content before.' },
    },
  }),
}
