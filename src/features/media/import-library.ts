import { alternativesOf } from './library-picture'
import type { Database } from '#platform/db/database'
import { about, type Actor, type Transaction } from '#platform/events/events'
import { allowedNetwork } from '#platform/http/public-network'
import type { Received } from '#platform/http/bodies'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import { largestFile, type MediaItem } from './contract'
import { withTemporaryPath } from './files'
import { mediaUrl, readMediaPath } from './paths'
import { queueVariants } from './serving/prewarm'
import { addMedia, changeMedia, trashMedia } from './store'
import { findItems, withFile } from './stored-file'
import { readUpload } from './reading/processed-files'

type Taking = {
  actor: Actor
  alt: Readonly<Record<string, string>>
  isWanted(tx: Transaction): Promise<boolean>
  taken(tx: Transaction, file: Pick<MediaItem, 'id' | 'url' | 'version'> & { isNew: boolean }): Promise<void>
}

/** The library's functions for imports; their many files cause no single Activity entries. */
export const importLibrary = {
  withTemporaryPath,
  largestFile,
  network: ({ webhookAllow }: Services['config']) => allowedNetwork(webhookAllow),
  async take(services: Services, received: Received, { actor, alt, isWanted, taken }: Taking): Promise<void> {
    const measured = await readUpload(services, received)
    await withFile(services.files, received, () =>
      commitWork(services, actor, async (tx) => {
        if (!(await isWanted(tx))) return
        const { item, isNew, isBack } = await addMedia(tx, services.files, { received, measured })
        const isDescribed = isNew && Object.values(alt).some((text) => text !== '')
        const { version } = isDescribed ? await changeMedia(tx, item.id, { alt }, undefined) : item
        if (isNew || isBack) emitQuietly(tx, isBack ? 'updated' : 'drafted', item)
        await taken(tx, { id: item.id, url: item.url, version, isNew: isNew || isBack })
      }),
    )
    queueVariants(services, received.hash)
  },
  async find(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await findItems(db, ids)
    return new Map(rows.map(({ id, addressName }) => [id, mediaUrl(id, addressName)]))
  },
  /** The stored file, named as in its URL. */
  async locate(db: Database, path: string) {
    const named = readMediaPath(path)
    if (!named) return undefined
    const [row] = await findItems(db, [named.id])
    if (!row) return undefined
    return { name: `media/${row.id}/${named.name}`, stored: row.hash, alt: alternativesOf(row) }
  },
  async trash(tx: Transaction, id: number, version: number): Promise<void> {
    emitQuietly(tx, 'updated', await trashMedia(tx, id, [{ version }], false))
  },
}

const emitQuietly = (tx: Transaction, action: 'updated' | 'drafted', { id, name }: MediaItem): void =>
  void tx.pending.events.push({ ...about('media', action)({ id, title: name }), activityActions: [] })
