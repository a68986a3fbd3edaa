import { giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { missingPath, redirect, redirectInput } from './contract'

giveExample(redirect, {
  from: `${sitePaths.blog}measuring/`,
  to: `${sitePaths.blog}measuring-before-building/`,
  hits: 0,
})
const input = { from: '/offer/', to: sitePaths.projects }
giveExample(redirectInput, input)
giveExample(missingPath, { path: '/old-page/', count: 31 })

export const operations = describe({
  listRedirects: {
    summary: 'List redirects',
    description:
      'Newest first. `automatic` redirects were created when a slug changed, `manual` ones by an administrator. All respond with 301. `hits` is updated within five seconds.',
  },
  addRedirect: {
    summary: 'Create a redirect',
    description:
      '`from` is a path without a query that currently returns 404; a trailing slash is added. `to` is a path or an http(s) URL. Chains are resolved to their last target, and loops are rejected.',
    answers: { 201: { example: { ...input, kind: 'manual' } } },
    refusals: [409],
  },
  deleteRedirect: { summary: 'Delete a redirect', description: 'The path returns 404 again.' },
  listMissingPaths: {
    summary: 'List missing paths',
    description: 'The 200 paths with the most 404 responses, most frequent first, without their queries.',
  },
})
