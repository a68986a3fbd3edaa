import { href } from '#i18n/addresses/href'
import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { searchHit } from './contract'

giveExample(searchHit, { url: `${href(sitePaths.blog)}measuring-before-building/` })

export const operations = describe({
  search:
    'Search the site. Finds published posts, projects and pages in one language. A result contains every word, in any inflection, as a prefix, or without accents. If there is none, similar words are searched for in queries with up to three misspelt words (one query at a time). Returns 429 after 300 of those in a minute per client address. Matches in titles rank first.',
  countSearchableTexts: 'Count what can be found. The published posts, projects and pages in one language.',
})
