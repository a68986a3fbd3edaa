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
  listRedirects:
    'List redirects. Newest first. `automatic` redirects were created when a slug changed, `manual` ones by an administrator. All respond with 301. `hits` is updated within five seconds.',
  createRedirect: {
    text: 'Create a redirect. `from` is a path without a query, of which there is no page; a trailing slash is added. Returns 409 if there is a redirect already. `to` is a path or an http(s) URL. Chains are resolved to their last target, and loops are rejected.',
    answers: { 201: { example: { ...input, kind: 'manual' } } },
  },
  deleteRedirect: 'Delete a redirect. The path returns 404 again.',
  listMissingPaths:
    'List missing paths. The 200 paths with the most 404 responses, most frequent first, without their queries.',
})
