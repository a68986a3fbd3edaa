import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { sitePaths } from '#i18n/addresses/paths'
import { missingPath, redirect, redirectInput } from './contract'

giveExample(redirect, {
  from: `${sitePaths.blog}measuring/`,
  to: `${sitePaths.blog}measuring-before-building/`,
})
describeFields(redirect, {
  kind: '`automatic`: created when a slug changed; `manual`: created by an administrator.',
  hits: 'How often it was used; updated within five seconds.',
})
const input = { from: '/offer/', to: sitePaths.projects }
giveExample(redirectInput, input)
describeFields(redirectInput, {
  from: 'A path without a query, of which there is no page; a trailing slash is added.',
  to: 'A path or an http(s) URL.',
})
giveExample(missingPath, { path: '/old-page/', count: 31 })
describeFields(missingPath, { count: 'The number of 404 responses.' })

export const operations = describe({
  listRedirects: 'List redirects. Newest first. All respond with 301.',
  createRedirect: {
    text: 'Create a redirect. Chains are resolved to their last target, and loops are rejected. Returns 409 if there is a redirect from this path already.',
    answers: { 201: { example: { ...input, kind: 'manual' } } },
  },
  deleteRedirect: 'Delete a redirect. Its path returns 404 again.',
  listMissingPaths:
    'List missing paths. The 200 paths with the most 404 responses, most frequent first, without their queries.',
})
