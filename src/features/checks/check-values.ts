import type { LibraryPicture, Pictures } from '#contract/picture-variants'
import type { Database } from '#platform/db/database'
import type { CacheTag } from '#platform/events/events'
import type { ContentKind } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import type { Services } from '#platform/services'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import type { Check } from '#records/checks/contract'
import { contentKindNames, contentKindOf } from '../kinds'
import type { CheckedRecord } from './contract'
import { type CheckFacts, type CheckInput, findChecks, linkTargets, pictureUrls } from './find-checks'

/** What the checks ask of other features. */
export type CheckPorts = {
  kinds: readonly ContentKind[]
  /** Those of these links that lead nowhere or elsewhere. */
  findFaultyLinks(
    services: Services,
    urls: readonly string[],
    origin: string,
  ): Promise<NonNullable<CheckFacts['links']>>
  /** Changes whenever the check of external links has stored another result. */
  readLinksVersion(db: Database): Promise<string>
  /** The kinds on which the results depend, besides external links. */
  tags(): readonly CacheTag[]
  /** The pictures of the library among these URLs. */
  findPictures(services: Services, urls: readonly string[]): Promise<Pictures>
  /** Whether a text came with a template or an empty site, and nobody has changed it. */
  isUntouched: (text: string) => boolean
}

/** Milliseconds that a check may wait for the database. */
const timeout = 5000

/** What could be better in one record, stored or not. */
export async function checkValues(
  services: Services,
  ports: CheckPorts,
  record: CheckInput,
  origin: string,
  marks?: CheckFacts['translation'],
): Promise<Check[]> {
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

function pictureFacts(pictures: Pictures): Pick<CheckFacts, 'sizes' | 'described'> {
  const known = Object.entries(pictures).flatMap(([url, picture]) => (picture ? [{ url, picture }] : []))
  const isDescribed = ({ alt, decorative }: LibraryPicture) => decorative || Object.values(alt).some(Boolean)
  return {
    sizes: new Map(known.flatMap(({ url, picture }) => (picture.sort === 'drawing' ? [] : [[url, picture]]))),
    described: new Set(known.flatMap(({ url, picture }) => (isDescribed(picture) ? [url] : []))),
  }
}

/** The most records that are checked. */
const mostListed = 500

/**
 * The published records with checks. The dashboard asks for them on each visit, so the answer is kept until a write, in any
 * process, or a check of external links may have changed it.
 */
export function createChecksList(services: Services, ports: CheckPorts): (origin: string) => Promise<CheckedRecord[]> {
  const { db, cacheTags } = services
  let known: { key: string; list: Promise<CheckedRecord[]> } | undefined

  return async (origin) => {
    const version = await withLowPriority(timeout, () => ports.readLinksVersion(db))
    const key = `${cacheTags.stamp(ports.tags())} ${version} ${origin}`
    if (known?.key === key) return known.list
    const reading = { key, list: withLowPriority(timeout, () => listChecks(services, ports, origin)) }
    reading.list.catch(() => {
      if (known === reading) known = undefined
    })
    known = reading
    return reading.list
  }
}

/** Links are looked up for all records at once. */
async function listChecks(services: Services, ports: CheckPorts, origin: string): Promise<CheckedRecord[]> {
  const records = await listPublished(services, ports.kinds)
  const links = await ports.findFaultyLinks(
    services,
    [...new Set(records.flatMap(({ checked }) => linkTargets(checked)))],
    origin,
  )
  const pictures = pictureFacts(
    await ports.findPictures(services, [...new Set(records.flatMap(({ checked }) => pictureUrls(checked)))]),
  )
  const facts: CheckFacts = { links, ...pictures, isUntouched: ports.isUntouched, now: new Date() }
  const listed: CheckedRecord[] = []
  for (const { name, id, title, checked } of records) {
    listed.push({ kind: name, id, title, checks: findChecks(checked, facts) })
    if (hasRunLong()) await yieldToEventLoop()
  }
  const repairs = ({ checks }: CheckedRecord) => checks.filter(({ level }) => level === 'repair').length
  return listed.filter(({ checks }) => checks.length > 0).toSorted((a, b) => repairs(b) - repairs(a))
}

type Published = Pick<CheckedRecord, 'id' | 'title'> & {
  name: CheckedRecord['kind']
  checked: CheckInput
}

/** One query for each kind. */
async function listPublished({ db }: Services, kinds: readonly ContentKind[]): Promise<Published[]> {
  const found: Published[] = []
  for (const { name: of, naming } of kinds) {
    const name = contentKindNames.find((one) => one === of)
    if (!name || !naming?.listLive) continue
    for (const { id: key, title, values } of await naming.listLive(db, mostListed - found.length)) {
      const id = name === 'page' ? key : Number(key)
      const kind = contentKindOf(name, id)
      const fields = naming.fields(values) as Record<string, unknown>
      if (kind) found.push({ name, id, title, checked: { kind, values: fields, status: 'published' } })
    }
  }
  return found
}
