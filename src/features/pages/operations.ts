import { operation } from '#base/http/operation'
import { historyOperations, statusParameter } from '#records/operations'
import { type PageContent, type PageContentInput, pageNames } from './contract'

const tag = 'Page contents'

const page: PageContent = {
  id: 2,
  page: 'contact',
  content: '{"title":"Contact","email":"hello@example.com","formTitle":"Send us a message"}',
  updatedAt: '2026-03-02T09:00:00.000Z',
  version: 1,
}

const input: PageContentInput = { page: page.page, content: page.content }

const values = { content: '{"title":"Contact us"}' }
const edited = {
  ...page,
  translation: { es: { state: 'missing', fields: { title: 'missing' } } },
  draft: { version: 2, savedAt: page.updatedAt, savedBy: { id: 1, username: 'ada' }, values },
}

export const operations = {
  ...historyOperations({
    id: 'PageContent',
    tag,
    one: 'page',
    parameters: {
      page: { description: 'The name of the page.', schema: { type: 'string', enum: pageNames }, example: page.page },
    },
    body: values,
    drafted: edited,
  }),
  list: operation({
    id: 'listPageContents',
    tag,
    summary: 'List the page contents',
    description: 'Every page that has stored content.',
    session: true,
    parameters: statusParameter,
    refusals: [422],
    answers: { 200: { description: 'The page contents.', example: [page] } },
  }),
  find: operation({
    id: 'findPageContent',
    tag,
    summary: 'Read the content of a page',
    description:
      'The texts and SEO fields of a page as JSON text. A page without stored content is a 404: its screen shows built-in texts.',
    parameters: {
      page: { description: 'The name of the page.', schema: { type: 'string', enum: pageNames }, example: page.page },
      ...statusParameter,
    },
    revalidates: true,
    answers: { 200: { description: 'The content of the page.', example: page, headers: ['ETag'] } },
    refusals: [401, 404, 422],
  }),
  save: operation({
    id: 'savePageContent',
    tag,
    summary: 'Create or update the content of a page',
    description:
      '`content` is the JSON text of an object, or an object, which is stored as its text. HTML in `content` and `sections[].content` is sanitized, in the page itself and in its `translations`. Lists have one order in all languages: an entry that is removed, moved or added in English alone is so in the translations. All else stays as typed.',
    session: true,
    unsafe: true,
    ifMatch: true,
    idempotent: true,
    example: input,
    answers: {
      200: {
        description: 'The page had content, which is replaced.',
        example: { ...page, version: 2 },
        headers: ['ETag'],
      },
      201: { description: 'The page had no content before.', example: page, headers: ['ETag'] },
    },
    refusals: [412],
  }),
}
