import type { PgTable } from 'drizzle-orm/pg-core'
import { features } from '#app/features'
import type { ContentTable } from '#platform/feature'

/** All whose rows make a site what it is, by the names that an archive gives them; what others refer to comes first. */
export const contentTables: Readonly<Record<string, ContentTable>> = Object.assign(
  {},
  ...features.map(({ content }) => content?.tables),
)

/** All whose rows belong to a running site. */
export const passingTables: readonly PgTable[] = features.flatMap(({ content }) => content?.passing ?? [])

/** All whose rows belong to where the site runs, whatever its content. */
export const stayingTables: readonly PgTable[] = features.flatMap(({ content }) => content?.staying ?? [])
