import type { Config } from './config'
import type { Database } from './db/database'
import type { Actor, Events } from './events'
import type { Freshness } from './freshness'
import type { Log } from './log'

/** What a process hands to everything that answers requests. */
export type Services = {
  config: Config
  db: Database
  freshness: Freshness
  events: Events
  log: Log
  /** Who asks; the floor above knows how to tell. */
  identify(request: Request): Promise<Actor>
}
