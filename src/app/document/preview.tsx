import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { href } from '#base/href'
import { jsonBodies } from '#base/http/json-body'
import { operation } from '#base/http/operation'
import { requestOrigin } from '#base/http/request-facts'
import { languages } from '#base/i18n/language'
import type { Services } from '#base/services'
import type { Site } from '#base/site'
import { previewRecord } from '#records/preview-record'
import type { RecordKind } from '#records/record'
import { previewHead } from './head-markup'
import { features } from '#app/features'
import type { Manifest } from '#app/manifest'
import { renderPage } from './render'
import { matchSite } from '#app/shell/routes'

const kinds: Record<string, RecordKind> = Object.fromEntries(features.flatMap((feature) => feature.kinds ?? []).map((kind) => [kind.name, kind]))
const slug = 'preview'

/** A record as it stands in an editor: any field may be missing or half written. */
export const previewInput = z.object({
  kind: z.enum(Object.keys(kinds)),
  language: z.enum(languages),
  draft: z.looseObject({}),
}).meta({ id: 'PreviewInput' })
export const preview = z.object({ html: z.string() }).meta({ id: 'Preview' })

/** Shows an administrator what visitors will see: the public page of a draft, as a document without scripts. */
export const previewApi = (services: Services, manifest: () => Manifest) =>
  new Elysia({ prefix: '/preview' })
    .use(adminOnly(services))
    .use(jsonBodies())
    .post('', async ({ body: { kind, language, draft }, request }) => {
      const { page, api, ...described } = kinds[kind]!
      const path = href(page, { slug }, language)
      const record = previewRecord(described, draft, slug)
      const { siteName, githubUrl, linkedinUrl } = services.config
      const site: Site = { name: siteName, origin: requestOrigin(request), githubUrl, linkedinUrl, year: new Date().getUTCFullYear() }
      const head = previewHead(manifest().site, 'inner')
      const rendered = await renderPage({ site, language, path, match: matchSite(path), head, inert: true }, (url) =>
        Promise.resolve(url === `/api${api}/${slug}` ? Response.json(record) : new Response(null, { status: 404 })))
      return { html: 'html' in rendered ? rendered.html : '' }
    }, { body: previewInput, response: { 200: preview }, detail: previewOperation })

const previewOperation = operation({
  id: 'previewRecord',
  tag: 'Preview',
  summary: 'Show a draft as its public page',
  description: 'The public page of a post or project that need not be complete or saved: the whole document, sanitized and without scripts, for a sandboxed frame. Stores nothing.',
  session: true,
  unsafe: true,
  example: { kind: 'post', language: 'en', draft: { title: 'Measuring before building', content: '<p>We began with a stopwatch.</p>' } },
  answers: { 200: { description: 'The document.', example: { html: '<!DOCTYPE html><html lang="en">…</html>' } } },
})
