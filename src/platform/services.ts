import type { Changes } from './events/changes'
import type { Config } from './config'
import type { Database } from './db/database'
import type { Actor, Events } from './events/events'
import type { FileStore } from './storage/file-store'
import type { CacheTags } from './cache/cache-tags'
import type { FormOpenings } from './http/form-openings'
import type { Log } from './log/log'
import type { HitCounter } from './hit-counter'
import type { Meter } from './metrics/meter'
import type { VisitCounter } from './visits/visit-counter'
import type { WriteHold } from './writes/write-hold'

/** What a process hands to everything that answers requests. */
export type Services = {
  config: Config
  db: Database
  /** A connection for work that takes its time; see `OpenDatabase`. */
  atLeisure<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /** Checked by every write; absent for the work that holds it. */
  writeHold?: WriteHold
  /** Whether the database may take writes at this moment; see `OpenDatabase`. */
  takesWrites(): boolean
  cacheTags: CacheTags
  events: Events
  changes: Changes
  log: Log
  /** The counters of `/metrics`. */
  meter: Meter
  /** The files that people have brought. */
  files: FileStore
  /** Authenticates a request; implemented in `auth/`. */
  identify(request: Request): Promise<Actor>
  /** Whether visitors find something at a path, with or without the slash at its end; `origin` is the site's. */
  isPage(path: string, origin: string): Promise<boolean>
  /** Whether a link to a path of the site, which may have a query and a fragment, leads visitors somewhere. */
  isLive(path: string): Promise<boolean>
  /** What visitors are answered at a path, with its query; a redirect is not followed. */
  answerAt(
    address: string,
    origin: string,
  ): Promise<{
    status: number
    location?: string
    /** The path of the public page that is shown there. */ page?: string
  }>
  /** 404s and redirects that visitors of this process met, by path; in memory until a job stores them. */
  notFoundHits: HitCounter
  redirectHits: HitCounter
  /** Which pages visitors of this process see: counted without a write. */
  visits: VisitCounter
  /** When visitors of this process opened forms that are sent without JavaScript. */
  formOpenings: FormOpenings
  /** Aborted when the process is about to end: answers that stay open end then. */
  stopping: AbortSignal
}
