import { sql } from 'drizzle-orm'
import { recordKindOf, recordKinds } from '#features/kinds'
import { sitePaths } from '#i18n/addresses/paths'
import type { Config } from '#platform/config'
import type { Database } from '#platform/db/database'
import type { EventName, Kind, Listener, RecordState, WriteEvent } from '#platform/events/events'
import { screensOfEvents, type WebhookEvent } from './contract'

type Occasion = { event: WebhookEvent | EventName; kind: string; id: number | string; path: string | undefined }

const recordNames = recordKinds.map(({ name }) => name)
const otherEvents = Object.keys(screensOfEvents) as EventName[]

/** The kinds whose events are delivered. */
export const deliveredKinds: readonly Kind[] = [
  ...recordNames,
  'page',
  ...otherEvents.map((name) => name.split('.')[0] as Kind),
]

/** Queues deliveries in the transaction of the write they are about, so that both are committed or neither is. */
export const enqueueDeliveries: Listener = {
  on: [...recordNames, 'page', ...otherEvents],
  async run(tx, event, { config }) {
    const occasion = occasionOf(event)
    if (occasion) await queue(tx, config, occasion)
  },
}

function occasionOf({ kind, name, action, id, before, after }: WriteEvent): Occasion | undefined {
  if (id === null) return undefined
  const screen = screensOfEvents[name]
  if (screen) return { event: name, kind, id, path: screen(id) }
  // The built-in pages always exist: their content can only be updated.
  if (kind === 'page')
    return action === 'drafted' ? undefined : { event: 'page.updated', kind, id, path: pathsOfPages[id] }
  const record = recordKindOf(kind)
  const done = action === 'deleted' ? action : action === 'drafted' ? undefined : changeOf(before, after)
  return (
    record && done && { event: `${record.publicName}.${done}`, kind, id, path: [after, before].find(isLive)?.paths[0] }
  )
}

const pathsOfPages: Readonly<Record<string, string>> = sitePaths
const isLive = (state: RecordState | undefined) => state?.status === 'published'

/** The public change of a write; undefined if only editors see it. */
function changeOf(before: RecordState | undefined, after: RecordState | undefined) {
  if (isLive(after)) return isLive(before) ? 'updated' : 'published'
  return isLive(before) ? 'unpublished' : undefined
}

/** Inserts a delivery for each enabled webhook that subscribes to the event. Locked, so that none is deleted before. */
async function queue(tx: Database, { siteUrl }: Pick<Config, 'siteUrl'>, { event, kind, id, path }: Occasion) {
  // Without a configured site URL it is only a path, which the receiver has to resolve.
  const url = path === undefined ? null : (siteUrl ?? '') + path
  const body = bodyOf(event, { kind, id, url })
  await tx.execute(sql`
    insert into webhook_deliveries (webhook_id, event, body)
    select id, ${event}, ${body} from webhooks where enabled and ${event} = any (events) for key share`)
}

/** The payload contains no personal data: receivers fetch the record from the API with their own authorization. */
export const bodyOf = (
  type: Occasion['event'],
  data: { kind: string; id: number | string; url: string | null },
): string => JSON.stringify({ type, timestamp: new Date().toISOString(), data })
