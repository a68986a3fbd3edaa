import { operation } from '#base/http/operation'
import { sitePaths } from '#base/paths'
import type { MissingPath, Redirect, RedirectInput } from './contract'

const tag = 'Redirects'

const example: Redirect = {
  id: 4,
  from: `${sitePaths.blog}measuring/`,
  to: `${sitePaths.blog}measuring-before-building/`,
  kind: 'automatic',
  hits: 0,
  lastHitAt: null,
}
const input: RedirectInput = { from: '/offer/', to: sitePaths.projects }
const missing: MissingPath = { path: '/old-page/', count: 31, lastAt: '2026-03-02T09:00:00.000Z' }

export const operations = {
  list: operation({
    id: 'listRedirects',
    tag,
    summary: 'List the redirects',
    session: true,
    description:
      'Paths that answer 301, the newest first: `automatic` ones of records whose slug has changed, `manual` ones that somebody added. `hits` follow within five seconds.',
    answers: { 200: { description: 'The redirects.', example: [example] } },
  }),
  add: operation({
    id: 'addRedirect',
    tag,
    summary: 'Add a redirect',
    session: true,
    unsafe: true,
    idempotent: true,
    example: input,
    description:
      '`from` is a path at which visitors find nothing now, neither page nor file, without a query; it is stored with a slash at its end. `to` is a path or an http(s) address. What would lead to another redirect leads to its end; what would lead to itself is refused.',
    answers: { 201: { description: 'The redirect.', example: { ...example, ...input, kind: 'manual' } } },
    refusals: [409],
  }),
  remove: operation({
    id: 'deleteRedirect',
    tag,
    summary: 'Delete a redirect',
    description: 'The path is not found from now on.',
    session: true,
    unsafe: true,
    idempotent: true,
    parameters: {
      id: {
        description: 'The id of the redirect.',
        schema: { type: 'integer', minimum: 1, maximum: 2_147_483_647 },
        example: example.id,
      },
    },
    answers: { 204: { description: 'The redirect is gone.' } },
    refusals: [404, 422],
  }),
  missing: operation({
    id: 'listMissingPaths',
    tag,
    summary: 'List what visitors did not find',
    session: true,
    description: 'The 200 paths at most that were asked for most often in vain, without their queries.',
    answers: { 200: { description: 'The paths, the most frequent first.', example: [missing] } },
  }),
}
