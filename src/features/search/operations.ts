import { href } from '#base/href'
import { sitePaths } from '#base/paths'
import { operation } from '#base/http/operation'
import type { SearchHit } from './contract'

const hit: SearchHit = {
  kind: 'post',
  title: 'Measuring before building',
  url: `${href(sitePaths.blog)}measuring-before-building/`,
  excerpt: 'Two weeks with a stopwatch saved one client a year of software.',
}

export const searchOperation = operation({
  id: 'search',
  tag: 'Search',
  summary: 'Search the site',
  description:
    'Posts, projects and pages that visitors see, in the language in which they are written: those that hold every word, whatever its form and its accents, or words that begin so; else those that hold words much like them, where no more than three words are misspelt: that is done for one search at a time, and for each client address 300 times a minute. Those in whose titles they stand come first.',
  parameters: {
    q: { description: 'What is looked for, at most 200 characters.', example: 'measuring', optional: true },
    language: {
      description: 'Of the texts, and of the addresses.',
      schema: { type: 'string', enum: ['en', 'es'], default: 'en' },
      example: 'en',
      optional: true,
    },
    limit: {
      description: 'Only so many.',
      schema: { type: 'integer', minimum: 1, maximum: 50, default: 20 },
      example: 20,
      optional: true,
    },
  },
  answers: { 200: { description: 'What was found, the best first.', example: [hit] } },
  refusals: [422, 429],
})
