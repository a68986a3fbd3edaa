import type { Network } from '#platform/http/public-network'
import type { Received } from '#platform/http/multipart-file'
import type { Database } from '#platform/db/database'
import type { Actor, Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import type { Importing } from '#records/importing'
import type { RecordType } from './store'

/** What became of a file: where it is in the library, and whether it was not there before. */
export type Taken = { id: number; url: string; version: number; isNew: boolean }

/** A picture of the site as an export holds it: by its path in the zip, a file of this machine or one of the store. */
export type ExportedFile = { name: string; alt?: Readonly<Record<string, string>>; path?: string; stored?: string }

/** The library of the site. */
export type ImportLibrary = {
  /** Hands `work` a path, and what lies there afterwards is gone. */
  withTemporaryPath<Result>(config: Services['config'], work: (path: string) => Promise<Result>): Promise<Result>
  /** Bytes. */
  largestFile: number
  /** Where pictures may be fetched from. */
  network(config: Services['config']): Network
  /**
   * Takes a file in, and lets `taken` go on in the same transaction; `isWanted` says there whether it still is. Throws 415
   * and 422 for what the library does not take.
   */
  take(
    services: Services,
    received: Received,
    options: {
      actor: Actor
      alt: Readonly<Record<string, string>>
      isWanted(tx: Transaction): Promise<boolean>
      taken(tx: Transaction, file: Taken): Promise<void>
    },
  ): Promise<void>
  /** Where those of some items are that are not in the trash. */
  find(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** What the site shows at a path; undefined where that is no picture or document. */
  locate(db: Database, path: string): Promise<ExportedFile | undefined>
  /** Throws 404, 409 for what is used or lies there already, and 412. */
  trash(tx: Transaction, id: number, version: number): Promise<void>
}

/** What sends visitors of old paths on. */
export type ImportRedirects = {
  /** The paths as they are stored; a fault's message where one of them cannot be. */
  read(from: string, to: string): { from: string; to: string } | { fault: string }
  /** The id of the new one; undefined where the same is there. Throws 409 and 422. */
  add(
    tx: Transaction,
    redirect: { from: string; to: string },
    site: { origin: string; isPage: boolean },
  ): Promise<number | undefined>
  /** Throws 404. */
  remove(tx: Transaction, id: number): Promise<void>
}

/** What other features do for an import. */
export type ImportPorts = {
  records: Readonly<Record<RecordType, Importing>>
  library: ImportLibrary
  redirects: ImportRedirects
}
