import type { ContentKind } from '#platform/feature'
import { withLowPriority } from '#platform/request-deadline'
import { hasRunLong, yieldToEventLoop } from '#platform/yield-to-event-loop'
import type { Services } from '#platform/services'
import { contentKindNames, contentKindOf } from '../kinds'
import { type CheckPorts, pictureFacts, timeout } from './check-values'
import type { CheckedRecord } from './contract'
import { type CheckFacts, findChecks, linkTargets, pictureUrls } from './find-checks'

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
  checked: Parameters<typeof findChecks>[0]
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
