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
import type { Wakes } from './jobs/wakes'
import type { VisitCounter } from './visits/visit-counter'
import type { WriteHold } from './writes/write-hold'

/** The services of a process, for everything that answers requests. */
export type Services = {
  config: Config
  db: Database
  /** A connection for long work; see `OpenDatabase`. */
  withDedicatedConnection<Result>(work: (db: Database) => Promise<Result>): Promise<Result>
  /** Checked by every write; absent for the work that holds it. */
  writeHold?: WriteHold
  /** Whether the database currently accepts writes; see `OpenDatabase`. */
  takesWrites(): boolean
  cacheTags: CacheTags
  events: Events
  changes: Changes
  log: Log
  /** The counters of `/metrics`. */
  meter: Meter
  /** Uploaded files. */
  files: FileStore
  /** Authenticates a request; implemented in `auth/`. */
  identify(request: Request): Promise<Actor>
  /** Whether a path is a public page, with or without its trailing slash; `origin` is the site's. */
  isPage(path: string, origin: string): Promise<boolean>
  /** Whether a link to a path of the site, possibly with a query and a fragment, leads to a page or file. */
  isLive(path: string): Promise<boolean>
  /** The public response's status at a path with its query; redirects are not followed. */
  answerAt(
    address: string,
    origin: string,
  ): Promise<{
    status: number
    location?: string
    /** The path of the public page that is shown there. */
    page?: string
  }>
  /** 404s and redirects that visitors of this process met, by path; in memory until a job stores them. */
  notFoundHits: HitCounter
  redirectHits: HitCounter
  /** Wakes jobs of this process whose work is in its memory; committed changes wake jobs without it. */
  wakes: Wakes
  /** Counts the page views of this process without a write. */
  visits: VisitCounter
  /** When visitors of this process opened forms without JavaScript. */
  formOpenings: FormOpenings
  /** Aborted at shutdown: ends open streams. */
  stopping: AbortSignal
}
