import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { missingPath, redirect, redirectInput } from './contract'

giveExample(redirect, {
  from: `${sitePaths.blog}measuring/`,
  to: `${sitePaths.blog}measuring-before-building/`,
  hits: 0,
  lastHitAt: null,
})
const input = { from: '/offer/', to: sitePaths.projects }
giveExample(redirectInput, input)
giveExample(missingPath, { path: '/old-page/', count: 31 })

export const operations = describe({
  listRedirects: {
    summary: 'List the redirects',
    description:
      'Paths that answer 301, the newest first: `automatic` ones of records whose slug has changed, `manual` ones that somebody added. `hits` follow within five seconds.',
  },
  addRedirect: {
    summary: 'Add a redirect',
    description:
      '`from` is a path at which visitors find nothing now, neither page nor file, without a query; it is stored with a slash at its end. `to` is a path or an http(s) address. What would lead to another redirect leads to its end; what would lead to itself is refused.',
    answers: { 201: { example: { ...input, kind: 'manual' } } },
    refusals: [409],
  },
  deleteRedirect: { summary: 'Delete a redirect', description: 'The path is not found from now on.' },
  listMissingPaths: {
    summary: 'List what visitors did not find',
    description: 'The 200 paths at most that were asked for most often in vain, without their queries.',
    answers: { 200: { description: 'The paths, the most frequent first.' } },
  },
})
