import type { PgTable } from 'drizzle-orm/pg-core'
import { features } from '#app/features'
import type { ContentTable } from '#platform/feature'

/** The tables in archives, by their names there; referenced tables come first. */
export const contentTables: Readonly<Record<string, ContentTable>> = Object.assign(
  {},
  ...features.map(({ content }) => content?.tables),
)

/** The tables of transient rows, emptied by a restore. */
export const passingTables: readonly PgTable[] = features.flatMap(({ content }) => content?.passing ?? [])

/** The tables of this installation, untouched by a restore. */
export const stayingTables: readonly PgTable[] = features.flatMap(({ content }) => content?.staying ?? [])
