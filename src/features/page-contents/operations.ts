import { byOtherLanguage } from '#i18n/by-language'
import { describeFields, giveExample, operation } from '#platform/http/operation'
import { historyOperations } from '#records/api/operations'
import { editedPageContent, pageContent, pageContentInput, pageDraftInput, pagePeople } from './contract'

const content = '{"title":"Contact","email":"hello@example.com","formTitle":"Send us a message"}'
const values = { content: '{"title":"Contact us"}' }
giveExample(pageContent, { content })
describeFields(pageContent, { content: 'The texts and SEO fields as a JSON string.' })
giveExample(pageContentInput, { page: 'contact', content })
giveExample(pageDraftInput, values)
giveExample(pagePeople, { people: [] })
giveExample(editedPageContent, {
  content,
  translation: byOtherLanguage(() => ({ state: 'missing' as const, fields: { title: 'missing' as const } })),
  draft: { version: 2, savedAt: '2026-03-02T09:00:00.000Z', savedBy: { id: 1, username: 'ada' }, values },
})

export const operations = {
  ...historyOperations({ id: 'PageContent', one: 'built-in page', values }),
  list: operation('listPageContents', 'List built-in pages. Those that were saved at least once.'),
  find: operation(
    'getPageContent',
    'Get a built-in page. Returns 404 for a page that was never saved; it shows the default texts.',
  ),
  findPeople: operation(
    'listAboutPeople',
    'List the people of the about page. The team members with a picture, which posts show beside their author.',
  ),
  save: operation('savePageContent', {
    text: 'Save a built-in page. `content` is a JSON string of an object, or the object itself. HTML in `content` and `sections[].content` is sanitized, also in `translations`. Lists have the same order in all languages: entries that are removed, moved or added in English are changed in the translations too. Of the home page, `sections` lists the sections to show in their order (`hero`, `features`, `blog`, `projects`, `waitlist`; by default all), `heroPicture` is `{ show: "drawing" | "picture" | "none", industries, src, alt }` with `industries` of `education`, `manufacturing`, `realEstate`, and `features[].icon` is the name of a drawn icon or the path of an SVG of the library. Optional on the about page are `placePicture` (`{ src, alt }`) with `placeNotes` (a line each), `timeline` (`[{ year, text }]`), `othersTitle` and `others`; on the contact page `steps` (`[{ text }]`) and `mapPicture`.',
    ifMatch: true,
    answers: {
      200: { description: 'The content was replaced.' },
      201: { description: 'The content was saved for the first time.' },
    },
  }),
}
