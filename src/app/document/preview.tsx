import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import { jsonBodies } from '#base/http/json-body'
import { operation } from '#base/http/operation'
import { requestOrigin } from '#base/http/request-facts'
import { languages } from '#base/i18n/language'
import type { Services } from '#base/services'
import type { Site } from '#base/site'
import { isRecord } from '#base/text/parse-json'
import { isSafeUrl } from '#base/text/schema'
import { cleanContent } from '#records/stored-content'
import type { Post } from '#features/posts/contract'
import type { Project } from '#features/projects/contract'
import { previewHead } from './head-markup'
import type { Manifest } from '#app/manifest'
import { renderPage } from './render'
import { matchSite } from '#app/shell/routes'

/** A record as it stands in an editor: any field may be missing or half written. */
export const previewInput = z.object({
  kind: z.enum(['post', 'project']),
  language: z.enum(languages),
  draft: z.looseObject({}),
}).meta({ id: 'PreviewDraft' })
export const preview = z.object({ html: z.string() }).meta({ id: 'Preview' })

type Draft = z.infer<typeof previewInput>['draft']

/** Shows an administrator what visitors will see: the public page of a draft, as a document without scripts. */
export const previewApi = (services: Services, manifest: () => Manifest) =>
  new Elysia({ prefix: '/preview' })
    .use(adminOnly(services))
    .use(jsonBodies())
    .post('', async ({ body: { kind, language, draft }, request }) => {
      const path = kind === 'post' ? '/blog/preview/' : '/projects/preview/'
      const record = kind === 'post' ? toPost(draft) : toProject(draft)
      const { siteName, githubUrl, linkedinUrl } = services.config
      const site: Site = { name: siteName, origin: requestOrigin(request), githubUrl, linkedinUrl, year: new Date().getUTCFullYear() }
      const head = previewHead(manifest().site)
      const rendered = await renderPage({ site, language, path, match: matchSite(path), head, inert: true }, (url) =>
        Promise.resolve(/^\/api\/(blog|projects)\//.test(url) ? Response.json(record) : new Response(null, { status: 404 })))
      return { html: 'html' in rendered ? rendered.html : '' }
    }, { body: previewInput, response: { 200: preview }, detail: previewOperation })

function toPost(draft: Draft): Post {
  const publishedAt = new Date(text(draft, 'publishedAt'))
  return {
    ...shared(draft),
    slug: 'preview',
    excerpt: text(draft, 'excerpt'),
    publishedAt: (Number.isNaN(publishedAt.getTime()) ? new Date() : publishedAt).toISOString(),
    translations: { es: translation(draft, ['title', 'excerpt', 'content']) },
  }
}

function toProject(draft: Draft): Project {
  return {
    ...shared(draft),
    slug: 'preview',
    description: text(draft, 'description'),
    excerpt: text(draft, 'excerpt'),
    type: text(draft, 'type'),
    isFeatured: draft.isFeatured === true,
    githubUrl: link(draft, 'githubUrl') || null,
    demoUrl: link(draft, 'demoUrl') || null,
    translations: { es: translation(draft, ['title', 'description', 'excerpt', 'category', 'content']) },
  }
}

const shared = (draft: Draft) => ({
  id: 0,
  title: text(draft, 'title'),
  content: cleanContent(text(draft, 'content')),
  imageUrl: link(draft, 'imageUrl'),
  category: text(draft, 'category'),
  metadata: {},
  updatedAt: new Date(0).toISOString(),
  version: 1,
})

function text(draft: Record<string, unknown>, name: string): string {
  const value = draft[name]
  return typeof value === 'string' ? value.toWellFormed() : ''
}

function link(draft: Draft, name: string): string {
  const value = text(draft, name).trim()
  return isSafeUrl(value) ? value : ''
}

function translation(draft: Draft, names: string[]): Record<string, string> {
  const spanish = isRecord(draft.translations) && isRecord(draft.translations.es) ? draft.translations.es : {}
  return Object.fromEntries(names.map((name) => [name, name === 'content' ? cleanContent(text(spanish, name)) : text(spanish, name)]))
}

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
