import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import type { MakePreview, Unpublished } from '#platform/feature'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { HttpError } from '#contract/http-error'
import { describeFields, giveExample, operations as describe } from '#platform/http/operation'
import { requestOrigin } from '#platform/http/request-facts'
import { type Language, languages } from '#i18n/language'
import type { Fetch } from '#client/query-client'
import { readSignUp } from '#platform/owner/settings'
import type { Services } from '#platform/services'
import { visibleTo } from '#platform/owner/site'
import { createSiteLook } from '#app/look/site-look'
import { homePageOf, settingsOf, type SiteReader, toSite } from '#app/site-reader'
import type { Site, SiteValues } from '#contract/site'
import { createMarks } from '#text/html/marks'
import type { Pictures } from '#contract/picture-variants'
import { previewRecord } from '#records/preview/preview-record'
import type { RecordKind } from '#records/kind/record'
import { previewHead } from './head-markup'
import { contentKinds, previewers, asShown } from '#app/features'
import type { Manifest } from '#app/manifest'
import { renderPreview } from './render'
import { matchSite } from '#app/shell/routes'
import { requestSecret } from '#auth/sessions/sessions'
import { previewPath } from '#i18n/addresses/token-paths'
import { commit } from '#platform/writes/commit'
import { deletePreview, savePreview, findPreview, type StoredPreview } from '#records/preview/preview-links'
import { hashOfInline, securityHeaders } from '#platform/http/security-headers'
import { translate } from '#i18n/translate'
import type { Answer } from '#app/response-cache/response-cache'
import type { Visit } from '#app/visit'
import type { Sources } from './page-tools'

const kinds: Record<string, RecordKind> = Object.fromEntries(
  contentKinds.flatMap(({ record }) => record ?? []).map((kind) => [kind.name, kind]),
)
const siteKinds = contentKinds.flatMap(({ name, previewSite }) => (previewSite ? [name] : []))
/** The page for previews of the site's settings; none of its data are replaced. */
const homePage: Unpublished = { path: sitePaths.home, address: '', answer: {} }
/** The slug of a record that cannot be published yet. */
const slug = 'unfinished'

/** `id` is a number, or the name of a page; absent for a new record. */
const subject = {
  id: z.union([z.int(), z.string()], { error: 'validation.value' }).nullish(),
  language: z.enum(languages, { error: 'validation.value' }),
}

/** The values of an editor: any field of the record may be missing or incomplete. */
const previewInput = z
  .object({ ...subject, kind: z.enum([...Object.keys(previewers), ...siteKinds]), draft: z.looseObject({}) })
  .meta({ id: 'PreviewInput' })
const preview = z.object({ html: z.string() }).meta({ id: 'Preview' })

/** `values` are those of a draft. */
const previewLinkInput = z
  .object({
    ...subject,
    kind: z.enum(Object.keys(previewers), { error: 'validation.value' }),
    values: z.looseObject({}, { error: 'validation.object' }),
  })
  .meta({ id: 'PreviewLinkInput' })

const previewLink = z
  .object({ url: z.string(), expiresAt: z.iso.datetime(), token: z.string() })
  .meta({ id: 'PreviewLink' })

const exampleValues = { title: 'Measuring before building', content: '<p>We began with a stopwatch.</p>' }
giveExample(previewInput, { kind: 'post', draft: exampleValues })
giveExample(preview, { html: '<!DOCTYPE html><html lang="en">…</html>' })
giveExample(previewLinkInput, { kind: 'post', values: exampleValues })
giveExample(previewLink, { url: 'https://acme.example/preview/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/' })

describeFields(previewInput, {
  id: 'The id of a record, or the name of a built-in page; null for a new record.',
  draft: 'The values of the record, or the site settings.',
})
describeFields(preview, {
  html: 'A sanitized document without scripts, for a sandboxed frame. Elements that show a field have `data-field` (`translations.es.title`), blocks have `data-block` with their id.',
})

const operations = describe({
  previewDraft: {
    text: 'Preview a draft. The public page of a record with unsaved values, which may be incomplete, or the home page with unsaved site settings. Nothing is stored.',
    idempotent: false,
  },
  createPreviewLink:
    'Create a preview link. Anyone with the link can see, for seven days, the page as it would be published with these values. Returns 404 for an unknown `id`. The link cannot be retrieved later, because only a hash of its token is stored.',
  deletePreviewLink: 'Delete a preview link. The link stops working.',
})

type Tools = { manifest: () => Manifest; site: SiteReader; fetch: Fetch }

/** Previews of drafts for administrators, and links that show a page as publishing would make it, to people without an account. */
export const previewApi = (services: Services, tools: Tools) =>
  new Elysia({ tags: ['Preview'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .post('/preview', ({ body, request }) => previewDraft(services, tools, body, requestOrigin(request)), {
      body: previewInput,
      response: { 200: preview },
      detail: operations.previewDraft,
    })
    .post(
      '/previews',
      async (context) => {
        const {
          request,
          body: { kind, ...asked },
        } = context
        const origin = requestOrigin(request)
        const token = requestSecret(request, 'preview')
        const { response } = await commit(services, context, { status: 201, event: () => undefined }, async (tx) =>
          savePreview(tx, token, { ...(await previewers[kind]!(tx, asked)), language: asked.language }),
        )
        return status(201, { url: origin + href(previewPath, { token }), expiresAt: response.expiresAt, token })
      },
      { body: previewLinkInput, response: { 201: previewLink }, detail: operations.createPreviewLink },
    )
    .delete(
      '/previews/:token',
      (context) => commit(services, context, { status: 204 }, (tx) => deletePreview(tx, context.params.token)),
      { detail: operations.deletePreviewLink },
    )

/** Renders the public page of a draft, as a document without scripts. */
async function previewDraft(
  services: Services,
  { manifest, site: reader, fetch }: Tools,
  { kind, id, language, draft }: z.infer<typeof previewInput>,
  origin: string,
): Promise<z.infer<typeof preview>> {
  const { previewSite: ofSite, mark } = contentKinds.find(({ name }) => name === kind) ?? {}
  const { path, address, answer } = ofSite
    ? homePage
    : await unpublished(services.db, kind, { id, values: draft, language })
  const { marks, apply } = createMarks()
  const marked = mark?.(answer, marks, language) ?? answer
  const { site, look } = ofSite
    ? await drafted(services, await ofSite(services, draft), origin)
    : { site: await readWithoutHome(reader, origin), look: await reader.look() }
  const shown = await asShown(services, marked)
  const match = matchSite(path, '', site.home)
  const head = previewHead(manifest().site, match?.route.sheet ?? 'inner', { site, look })
  const html = await renderPreview({ site, language, path, match, head }, { address, answer: shown }, fetch)
  return { html: apply(html, storedPictures(shown)) }
}

/** Pictures of the library are shown in variants, whose URLs contain the hash. */
function storedPictures(shown: unknown): (address: string) => string {
  const { pictures } = (shown ?? {}) as { pictures?: Pictures }
  const addresses = new Map(Object.entries(pictures ?? {}).map(([stored, picture]) => [picture?.hash, stored]))
  return (address) => addresses.get(/^\/media\/([\da-f]{64})\//.exec(address)?.[1]) ?? address
}

/** Previews the site's settings; an announcement is shown before its start. */
async function drafted(services: Services, values: SiteValues, origin: string) {
  const look = await createSiteLook(services, () => Promise.resolve(values))()
  const signUp = await readSignUp(services.db)
  const { navigation } = await visibleTo({ isLive: (path) => services.isLive(path), now: 0 }, values)
  const home = await homePageOf(services, values)
  return {
    site: toSite({ ...values, navigation }, look, {
      origin,
      now: Date.now(),
      home,
      signUp,
      ...settingsOf(services.config),
    }),
    look,
  }
}

/** The site for a preview of one page, which has its own place whichever page is the home page. */
export async function readWithoutHome(reader: Pick<SiteReader, 'read'>, origin: string): Promise<Site> {
  const { home: _, ...site } = await reader.read(origin)
  return site
}

/** The page that publishing would create; if the record is not valid yet, the valid part of it. */
async function unpublished(db: Database, kind: string, asked: Parameters<MakePreview>[1]): Promise<Unpublished> {
  const record = kinds[kind]
  try {
    return await previewers[kind]!(db, asked)
  } catch (fault) {
    if (record && fault instanceof HttpError) return unfinished(record, { ...asked.values }, asked.language)
    throw fault
  }
}

function unfinished(
  { page, api, ...described }: RecordKind,
  draft: Record<string, unknown>,
  language: Language,
): Unpublished {
  return {
    path: href(page, { slug }, language),
    address: `/api${api}/${slug}`,
    answer: previewRecord(described, draft, slug),
  }
}

type PreviewSources = Pick<Sources, 'services' | 'manifest' | 'data' | 'site'> & {
  /** The response for a missing page. */
  lostAnswer: (visit: Visit) => Promise<Answer | Response>
}

const section = previewPath.slice(0, previewPath.indexOf(':'))
// Loads the font that small screens are first painted without, because there are no scripts.
const markStyle =
  ':root{--font:Archivo,Arial,sans-serif}' +
  '.preview-mark{margin:0;padding:.5rem 1rem;background:#b3290f;color:#fff;font:600 .9375rem/1.4 system-ui,sans-serif;text-align:center}.preview-mark span{font-weight:400}'
const styleHash = hashOfInline(markStyle)

export const isPreviewPath = (path: string): boolean => `${path}/`.startsWith(section)

/** The pages behind preview links: rendered as publishing would make them, labelled as previews, and not cached. */
export function createPreviewPages({ services, manifest, data, site, lostAnswer }: PreviewSources) {
  return async (visit: Visit): Promise<Response> => {
    if (visit.method !== 'GET' && visit.method !== 'HEAD') return respond(visit, 405, '', { Allow: 'GET, HEAD' })
    const token = visit.path.slice(section.length).replace(/\/$/, '')
    const found = await findPreview(services.db, token)
    if (!found) return lost(visit)
    const path = href(previewPath, { token })
    return visit.path === path
      ? respond(visit, 200, await render(visit, found))
      : respond(visit, 308, '', { Location: path })
  }

  async function lost(visit: Visit): Promise<Response> {
    const response = await lostAnswer(visit)
    return respond(visit, 404, response instanceof Response ? '' : new TextDecoder().decode(response.bytes), {}, 'site')
  }

  /** Reads public data, except for the one response that is replaced. */
  async function render({ origin }: Visit, { path, address, answer: shown, language }: StoredPreview): Promise<string> {
    const answer = await asShown(services, shown)
    const match = matchSite(path)
    const read = await readWithoutHome(site, origin)
    const head = `<meta name="robots" content="noindex">${previewHead(manifest.site, match?.route.sheet ?? 'inner', { site: read, look: await site.look() })}<style>${markStyle}</style>`
    const html = await renderPreview({ site: read, language, path, match, head }, { address, answer }, data.fetch)
    return html.replace('<body>', () => `<body>${mark(language)}`)
  }
}

const mark = (language: Language) =>
  `<p class="preview-mark" role="note">${translate(language, 'preview.mark')} <span>${translate(language, 'preview.text')}</span></p>`

function respond(
  { origin }: Visit,
  code: number,
  body: string,
  headers: Record<string, string> = {},
  policy: 'preview' | 'site' = 'preview',
): Response {
  return new Response(body === '' ? null : body, {
    status: code,
    headers: {
      ...securityHeaders(policy, origin, { styleHash }),
      'Referrer-Policy': 'no-referrer',
      ...(body === '' ? {} : { 'Content-Type': 'text/html; charset=utf-8' }),
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      ...headers,
    },
  })
}
