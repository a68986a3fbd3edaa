import { Elysia, status } from 'elysia'
import type { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { derivedToken } from '#auth/sessions'
import type { Database } from '#base/db/database'
import { href } from '#base/href'
import { invalid } from '#base/http-error'
import { schemaIssues } from '#base/http/issues'
import { jsonBodies } from '#base/http/json-body'
import { operation } from '#base/http/operation'
import { requestOrigin } from '#base/http/request-facts'
import { previewPath, sitePaths } from '#base/paths'
import type { Services } from '#base/services'
import { commit } from '#base/writes/commit'
import { idempotencyKey } from '#base/writes/idempotency'
import { pageDraftInput, pageName } from '#features/pages/contract'
import { previewPage } from '#features/pages/store'
import { postStore } from '#features/posts/store'
import { type PreviewLink, type PreviewLinkInput, previewLink, previewLinkInput } from '#features/previews/contract'
import { deletePreview, savePreview, type StoredPreview } from '#features/previews/store'
import { projectStore } from '#features/projects/store'

const stores = { post: postStore, project: projectStore }

const example: PreviewLinkInput = { kind: 'post', language: 'en', values: { title: 'Measuring before building', content: '<p>We began with a stopwatch.</p>' } }
const link: PreviewLink = { url: 'https://acme.example/preview/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/', expiresAt: '2026-03-09T09:00:00.000Z', token: 'q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k' }

const operations = {
  create: operation({
    id: 'createPreview', tag: 'Preview', summary: 'Make a link to a page that is not published', session: true, unsafe: true, idempotent: true, example,
    description: 'Under the link, whoever has it sees the page that publishing the values would make, for seven days. Only a hash of its token is stored. `id` is the number of a record or the name of a page; without one the record is new.',
    answers: { 201: { description: 'The link.', example: link } },
    refusals: [404],
  }),
  remove: operation({
    id: 'deletePreview', tag: 'Preview', summary: 'Take back a link', description: 'Nobody sees anything under it from now on.', session: true, unsafe: true, idempotent: true,
    parameters: { token: { description: 'The token of the link.', example: link.token } },
    answers: { 204: { description: 'The link leads nowhere.' } },
    refusals: [404, 422],
  }),
}

/** Links under which somebody without an account sees the page that publishing would make. */
export const previewLinksApi = (services: Services) =>
  new Elysia({ prefix: '/previews' })
    .use(adminOnly(services))
    .use(jsonBodies())
    .post('', async (context) => {
      const { request } = context
      const origin = requestOrigin(request)
      // What repeats of a request are answered from must not hold the token: it follows from their key, and from the cookie that nobody stores.
      const key = idempotencyKey(request)
      const token = key === undefined ? randomToken() : derivedToken(request.headers.get('cookie'), origin, `preview ${key}`)
      const { response } = await commit(services, context, { status: 201, event: () => undefined }, async (tx) =>
        savePreview(tx, token, await previewOf(tx, context.body)))
      return status(201, { url: origin + href(previewPath, { token }), expiresAt: response.expiresAt, token })
    }, { body: previewLinkInput, response: { 201: previewLink }, detail: operations.create })
    .delete('/:token', (context) => commit(services, context, { status: 204, event: () => undefined }, (tx) => deletePreview(tx, context.params.token)), {
      detail: operations.remove,
    })

/** What would be published, and where. Throws 404 for a record that is not there, 422 for what is no draft. */
async function previewOf(db: Database, { kind, id, values, language }: PreviewLinkInput): Promise<StoredPreview> {
  if (kind === 'page') {
    const page = read(pageName, id, 'id')
    const answer = await previewPage(db, page, read(pageDraftInput, values, 'values').content)
    return { path: href(sitePaths[page], {}, language), address: `/api/page-contents/${page}`, answer, language }
  }
  if (typeof id === 'string') throw invalid([{ path: 'id', message: 'validation.value' }])
  const store = stores[kind]
  const answer = await store.preview(db, id ?? undefined, read(store.kind.draftInput, values, 'values'))
  return { path: href(store.kind.page, { slug: answer.slug }, language), address: `/api${store.kind.api}/${answer.slug}`, answer, language }
}

function read<Value>(schema: z.ZodType<Value>, value: unknown, at: string): Value {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(schemaIssues(parsed.error).map(({ path, message }) => ({ path: path === '' ? at : `${at}.${path}`, message })))
}

const randomToken = () => Buffer.from(crypto.getRandomValues(new Uint8Array(32))).toString('base64url')
