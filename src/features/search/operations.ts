import { href } from '#i18n/addresses/href'
import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { searchHit } from './contract'

giveExample(searchHit, { url: `${href(sitePaths.blog)}measuring-before-building/` })

export const operations = describe({
  search: {
    summary: 'Search the site',
    description:
      'Posts, projects and pages that visitors see, in the language in which they are written: those that hold every word, whatever its form and its accents, or words that begin so; else those that hold words much like them, where no more than three words are misspelt: that is done for one search at a time, and for each client address 300 times a minute. Those in whose titles they stand come first.',
    answers: { 200: { description: 'What was found, the best first.' } },
    refusals: [429],
  },
})
