import { sql } from 'drizzle-orm'
import { Elysia } from 'elysia'
import { z } from 'zod'
import { adminOnly } from '#auth/admin-only'
import type { LibraryPicture, Pictures } from '#contract/picture-variants'
import type { ContentKind } from '#platform/feature'
import { requestOrigin } from '#platform/http/request-facts'
import type { Services } from '#platform/services'
import { statusQuery } from '#records/api/history-api'
import { check } from '#records/checks/contract'
import { type DescribedKind, idOf } from '#records/kind/record'
import { translation } from '#records/translation/translation-contract'
import { isRecord, parseJson } from '#text/parse-json'
import { hasRunLong, yieldToEventLoop } from '#platform/scheduler/yield-to-event-loop'
import { withLowPriority } from '#platform/request-deadline'
import { contentKindOf, recordKinds } from '../kinds'
import { type CheckedRecord, checkedRecord, checksInput } from './contract'
import { type CheckFacts, findChecks, linkTargets, pictureUrls } from './find-checks'
import { checkOperation, operations } from './operations'

type Json = Record<string, unknown>

/** What the checks ask of other features. */
export type CheckPorts = {
  kinds: readonly ContentKind[]
  /** Those of these links that lead nowhere or elsewhere. */
  findFaultyLinks(
    services: Services,
    urls: readonly string[],
    origin: string,
  ): Promise<NonNullable<CheckFacts['links']>>
  /** The pictures of the library among these URLs. */
  findPictures(services: Services, urls: readonly string[]): Promise<Pictures>
  /** Whether a text came with a template or an empty site, and nobody has changed it. */
  isUntouched: (text: string) => boolean
}

/** Milliseconds that a check may wait for the database. */
const timeout = 5000
/** The most records that the list of the site checks. */
const mostListed = 500

const segments: readonly { api: string; key: string; kind: string; id: string }[] = [
  ...recordKinds.map(({ api, name }) => ({ api, key: 'key', kind: name, id: idOf({ name }) })),
  { api: '/page-contents', key: 'page', kind: 'page', id: 'PageContent' },
]

export function checksApi(services: Services, ports: CheckPorts) {
  const api = new Elysia({ tags: ['Checks'] })
    .use(adminOnly(services)) // every route below this line needs a signed-in administrator
    .get('/checks', ({ request }) => listChecks(services, ports, requestOrigin(request)), {
      response: { 200: z.array(checkedRecord) },
      detail: operations.listChecks,
    })
    .post(
      '/checks',
      ({ body, request }) => {
        const kind = contentKindOf(body.kind, body.id ?? null)
        if (!kind) return []
        return checkValues(services, ports, { kind, values: valuesOf(body.kind, body.values) }, requestOrigin(request))
      },
      { body: checksInput, response: { 200: z.array(check) }, detail: operations.checkValues },
    )
  for (const { api: path, key, kind: name, id } of segments) {
    const edited = ports.kinds.find((one) => one.name === name)?.edited
    if (!edited) continue
    api.get(
      `${path}/:${key}/checks`,
      async ({ params, query, request }) => {
        const record = await edited(services.db, (params as Record<string, string>)[key] ?? '')
        const kind = contentKindOf(name, (record.page ?? record.id) as number | string)
        if (!kind) return []
        const isDrafted = query.status !== 'published' && isRecord(record.draft) && isRecord(record.draft.values)
        const values = isDrafted ? { ...record, ...(record.draft as { values: Json }).values } : record
        const marks = translation.safeParse(record.translation).data
        const checked = { kind, values: valuesOf(name, values), ...namesOf(record) }
        return checkValues(services, ports, checked, requestOrigin(request), isDrafted ? undefined : marks)
      },
      { query: statusQuery, response: { 200: z.array(check) }, detail: checkOperation(id) },
    )
  }
  return api
}

const namesOf = ({ slug, status }: Json) => ({
  ...(typeof slug === 'string' ? { slug } : {}),
  ...(typeof status === 'string' ? { status } : {}),
})

/** The content of the site's pages is JSON in a text. */
function valuesOf(kind: string, values: Json): Json {
  if (kind !== 'page') return values
  const content = typeof values.content === 'string' ? parseJson(values.content) : values.content
  return isRecord(content) ? content : {}
}

type Checked = { kind: DescribedKind; values: Json; slug?: string; status?: string }

async function checkValues(
  services: Services,
  ports: CheckPorts,
  record: Checked,
  origin: string,
  marks?: CheckFacts['translation'],
) {
  return withLowPriority(timeout, async () =>
    findChecks(record, {
      links: await ports.findFaultyLinks(services, linkTargets(record), origin),
      ...pictureFacts(await ports.findPictures(services, pictureUrls(record))),
      isUntouched: ports.isUntouched,
      translation: marks,
      now: new Date(),
    }),
  )
}

/** Links are looked up for all records at once. */
function listChecks(services: Services, ports: CheckPorts, origin: string): Promise<CheckedRecord[]> {
  return withLowPriority(timeout, async () => {
    const records = await readPublished(services, ports.kinds)
    const links = await ports.findFaultyLinks(services, [...new Set(records.flatMap(linkTargets))], origin)
    const pictures = pictureFacts(await ports.findPictures(services, [...new Set(records.flatMap(pictureUrls))]))
    const now = new Date()
    const listed: CheckedRecord[] = []
    for (const { name, id, title, ...record } of records) {
      const checks = findChecks(record, { links, ...pictures, isUntouched: ports.isUntouched, now })
      listed.push({ kind: name as CheckedRecord['kind'], id, title, checks })
      if (hasRunLong()) await yieldToEventLoop()
    }
    const repairs = ({ checks }: CheckedRecord) => checks.filter(({ level }) => level === 'repair').length
    return listed.filter(({ checks }) => checks.length > 0).toSorted((a, b) => repairs(b) - repairs(a))
  })
}

function pictureFacts(pictures: Pictures): Pick<CheckFacts, 'sizes' | 'described'> {
  const known = Object.entries(pictures).flatMap(([url, picture]) => (picture ? [{ url, picture }] : []))
  const isDescribed = ({ alt, decorative }: LibraryPicture) => decorative || Object.values(alt).some(Boolean)
  return {
    sizes: new Map(known.flatMap(({ url, picture }) => (picture.sort === 'drawing' ? [] : [[url, picture]]))),
    described: new Set(known.flatMap(({ url, picture }) => (isDescribed(picture) ? [url] : []))),
  }
}

type Published = Checked & { name: string; id: number | string; title: string }

async function readPublished(services: Services, kinds: readonly ContentKind[]): Promise<Published[]> {
  const found: Published[] = []
  for (const { name, naming } of kinds) {
    if (!naming || !segments.some(({ kind }) => kind === name)) continue
    const ids = await services.db
      .select({ id: sql<string>`id` })
      .from(sql`(select id, version from (${naming.versions}) as rows (id, version)) as versions`)
    for (const { id } of ids) {
      if (found.length >= mostListed) return found
      const record = await naming.read(services.db, id)
      const key = name === 'page' ? id : Number(id)
      const kind = contentKindOf(name, key)
      if (record?.visibility !== 'live' || !kind) continue
      found.push({
        name,
        id: key,
        title: record.title,
        kind,
        values: naming.fields(record.values) as Json,
        status: 'published',
      })
    }
  }
  return found
}
