import type { Network } from '#platform/http/public-network'
import type { Received } from '#platform/http/bodies'
import type { Database } from '#platform/db/database'
import type { Actor, Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import type { Importing } from '#records/store/content-kind'
import type { RecordType } from './format'

/** An imported file: its item in the library, and whether it is new. */
type Taken = { id: number; url: string; version: number; isNew: boolean }

/** A picture in an export: its path in the zip, and a local file or one of the store. */
export type ExportedFile = { name: string; alt?: Readonly<Record<string, string>>; path?: string; stored?: string }

/** The media library. */
type ImportLibrary = {
  /** Calls `work` with a temporary path, which is deleted afterwards. */
  withTemporaryPath<Result>(config: Services['config'], work: (path: string) => Promise<Result>): Promise<Result>
  /** Bytes. */
  largestFile: number
  /** The network from which pictures may be loaded. */
  network(config: Services['config']): Network
  /**
   * Adds a file, and runs `taken` in the same transaction; `isWanted` decides there whether it is still needed. Throws
   * 415 and 422 for unsupported files.
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
  /** The URLs of those items that are not in the trash. */
  find(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, string>>
  /** The picture or document at a path; undefined if there is none. */
  locate(db: Database, path: string): Promise<ExportedFile | undefined>
  /** Throws 404, 409 if it is used or in the trash already, and 412. */
  trash(tx: Transaction, id: number, version: number): Promise<void>
}

/** The redirects of old paths. */
type ImportRedirects = {
  /** The normalized paths; a fault's message if one is invalid. */
  read(from: string, to: string): { from: string; to: string } | { fault: string }
  /** The id of the new redirect; undefined if it exists. Throws 409 and 422. */
  add(
    tx: Transaction,
    redirect: { from: string; to: string },
    site: { origin: string; isPage: boolean },
  ): Promise<number | undefined>
  /** Throws 404. */
  remove(tx: Transaction, id: number): Promise<void>
}

/** The services of other features for imports. */
export type ImportPorts = {
  records: Readonly<Record<RecordType, Importing>>
  library: ImportLibrary
  redirects: ImportRedirects
}
