import { Elysia, status } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { Database } from '#platform/db/database'
import type { MakePreview, Unpublished } from '#platform/feature'
import { href } from '#i18n/addresses/href'
import { sitePaths } from '#i18n/addresses/paths'
import { HttpError } from '#contract/http-error'
import { describeFields, giveExample, operation, operations as describe } from '#platform/http/operation'
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
import { deletePreview, savePreview } from '#records/preview/preview-links'

const kinds: Record<string, RecordKind> = Object.fromEntries(
  contentKinds.flatMap(({ record }) => record ?? []).map((kind) => [kind.name, kind]),
)
const siteKinds = contentKinds.flatMap(({ name, previewSite }) => (previewSite ? [name] : []))
/** The page for previews of the site's settings; none of its data are replaced. */
const homePage: Unpublished = { path: sitePaths.home, address: '', answer: {} }
/** The slug of a record that cannot be published yet. */
const slug = 'unfinished'

/** The values of an editor: any field of the record may be missing or incomplete. */
const previewInput = z
  .object({
    kind: z.enum([...Object.keys(previewers), ...siteKinds]),
    id: z.union([z.int(), z.string()]).nullish(),
    language: z.enum(languages),
    draft: z.looseObject({}),
  })
  .meta({ id: 'PreviewInput' })
const preview = z.object({ html: z.string() }).meta({ id: 'Preview' })

giveExample(previewInput, {
  kind: 'post',
  draft: { title: 'Measuring before building', content: '<p>We began with a stopwatch.</p>' },
})
giveExample(preview, { html: '<!DOCTYPE html><html lang="en">…</html>' })

describeFields(previewInput, {
  id: 'The id of a record, or the name of a built-in page; null for a new record.',
  draft: 'The values of the record, or the site settings.',
})
describeFields(preview, {
  html: 'A sanitized document without scripts, for a sandboxed frame. Elements that show a field have `data-field` (`translations.es.title`), blocks have `data-block` with their id.',
})

const previewOperation = operation('previewDraft', {
  text: 'Preview a draft. The public page of a record with unsaved values, which may be incomplete, or the home page with unsaved site settings. Nothing is stored.',
  idempotent: false,
})

type Tools = { manifest: () => Manifest; site: SiteReader; fetch: Fetch }

/** Renders the public page of a draft for an administrator, as a document without scripts. */
export function previewApi(services: Services, { manifest, site: reader, fetch }: Tools) {
  return new Elysia({ prefix: '/preview', tags: ['Preview'] }).use(adminOnly(services)).post(
    '',
    async ({ body: { kind, id, language, draft }, request }) => {
      const origin = requestOrigin(request)
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
    },
    { body: previewInput, response: { 200: preview }, detail: previewOperation },
  )
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

/** `id` is a number, or the name of a page; absent for a new record. `values` are those of a draft. */
const previewLinkInput = z
  .object({
    kind: z.enum(Object.keys(previewers), { error: 'validation.value' }),
    id: z.union([z.int(), z.string()], { error: 'validation.value' }).nullish(),
    values: z.looseObject({}, { error: 'validation.object' }),
    language: z.enum(languages, { error: 'validation.value' }),
  })
  .meta({ id: 'PreviewLinkInput' })

const previewLink = z
  .object({ url: z.string(), expiresAt: z.iso.datetime(), token: z.string() })
  .meta({ id: 'PreviewLink' })

giveExample(previewLinkInput, {
  kind: 'post',
  values: { title: 'Measuring before building', content: '<p>We began with a stopwatch.</p>' },
})
giveExample(previewLink, { url: 'https://acme.example/preview/q83vASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4k/' })

describeFields(previewLinkInput, { id: 'The id of a record, or the name of a built-in page; null for a new record.' })

const operations = describe({
  createPreviewLink:
    'Create a preview link. Anyone with the link can see, for seven days, the page as it would be published with these values. Returns 404 for an unknown `id`. The link cannot be retrieved later, because only a hash of its token is stored.',
  deletePreviewLink: 'Delete a preview link. The link stops working.',
})

/** Links that show the page as publishing would make it, to people without an account. */
export const previewLinksApi = (services: Services) =>
  new Elysia({ prefix: '/previews', tags: ['Preview'] })
    .use(adminOnly(services))
    .post(
      '',
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
      '/:token',
      (context) => commit(services, context, { status: 204 }, (tx) => deletePreview(tx, context.params.token)),
      { detail: operations.deletePreviewLink },
    )
