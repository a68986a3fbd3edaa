import { adminPaths } from '#i18n/addresses/admin-paths'
import { href } from '#i18n/addresses/href'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { foundEntry } from './contract'

giveExample(foundEntry, {
  status: 'draft',
  language: 'en',
  href: `${href(adminPaths.blog)}?edit=7&field=excerpt`,
  match: 'A week of measuring tells more than a month of plans.',
})

describeFields(foundEntry, { href: 'The path of the admin screen.', match: 'The text that matches.' })

export const operations = describe({
  searchAdmin:
    'Search the admin. Finds records of every kind and status with their drafts, pages, newsletters, messages, subscribers, media, redirects, people, the screens and settings of the admin, and the texts of the site, in every language. A result contains every word, without accents and case, or as the beginning of a word; if there is none, words with one typing error are found. First come titles that begin with the words, then other titles, then texts; among equals the newest first. An empty `q` finds nothing.',
})
