import { and, eq, inArray, sql } from 'drizzle-orm'
import { href } from '#i18n/addresses/href'
import type { Database } from '#platform/db/database'
import type { ImportPorts } from '../ports'
import { type ImportItem, type ImportRow, markItem } from '../store'
import { importItems } from '../table'
import { oldKey } from './old-addresses'
import { type RecordType, recordTypes } from '../format'
import type { Language } from '#i18n/language'
import type { Actor } from '#platform/events/events'
import type { ImportedRecord } from '../reading/reader'
import { ZodError } from 'zod'
import { HttpError } from '#contract/http-error'
import type { Services } from '#platform/services'

/** The context for creating the items of an import. */
export type ImportContext = { row: ImportRow; actor: Actor; ports: ImportPorts; targets: ImportTargets }

export const recordOf = ({ payload }: Pick<ImportItem, 'payload'>): ImportedRecord => payload as ImportedRecord

export const languageOf = (item: Pick<ImportItem, 'language'>, row: ImportRow): Language =>
  item.language || row.run!.language

/** The English path of the record; pages adapt links to the reader's language. */
export const pathOf = ({ records }: Pick<ImportPorts, 'records'>, { type, slug }: Pick<ImportItem, 'type' | 'slug'>) =>
  href(records[type as RecordType].kind.page, { slug: slug ?? '' })

export type ImportTargets = Awaited<ReturnType<typeof loadImportTargets>>

/** The paths of its records, and the URLs of its pictures in the library. */
export async function loadImportTargets(db: Database, row: ImportRow, ports: Pick<ImportPorts, 'records'>) {
  const items = await db
    .select({
      type: importItems.type,
      key: importItems.key,
      language: importItems.language,
      slug: importItems.slug,
      state: importItems.state,
      address: sql<string | null>`${importItems.payload}->>'address'`,
      paths: sql<string[] | null>`${importItems.payload}->'paths'`,
    })
    .from(importItems)
    .where(and(eq(importItems.importId, row.id), inArray(importItems.type, ['media', ...recordTypes])))
    .orderBy(importItems.id)
  /** By the keys of old URLs. */
  const records = new Map<string, string>()
  const pictures = new Map<string, string>()
  /** Pictures that could not be imported. */
  const missing = new Set<string>()
  /** Paths of records by the languages and keys of their items. */
  const byKey = new Map<string, string>()
  for (const item of items) {
    if (item.type === 'media') {
      const key = oldKey(row, item.address ?? '')
      if (key === undefined) continue
      if (item.slug !== null && item.state !== 'failed') pictures.set(key, item.slug)
      else missing.add(key)
    } else if (item.slug && item.state !== 'failed') {
      for (const key of [item.key, targetKey(item)]) if (!byKey.has(key)) byKey.set(key, pathOf(ports, item))
      for (const path of item.paths ?? []) {
        const key = oldKey(row, path)
        if (key !== undefined && !records.has(key)) records.set(key, pathOf(ports, item))
      }
    }
  }
  return { records, pictures, missing, byKey }
}

/** Identifies the text of a record in a language. */
export const targetKey = ({ key = '', language = '' }: { key?: string; language?: string }): string =>
  `${language}\n${key}`

const mostTries = 3
/** Milliseconds before the second attempt; doubled before the third. */
const pause = 50

/**
 * Creates one item, with retries. An error of the item is stored with it, so that the others continue; an error that
 * affects all of them is thrown.
 */
export async function attempt(
  services: Services,
  { id, title }: ImportItem,
  make: (isAgain: boolean) => Promise<void>,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await make(tries > 1)
    } catch (error) {
      if (services.stopping.aborted || isForAll(error)) throw error
      const why = whyOf(error)
      // There may have been a concurrent change.
      if (tries < mostTries && (why === 'other' || (error instanceof HttpError && error.status === 409))) {
        await Bun.sleep(pause * tries)
        continue
      }
      if (why === 'other') services.log.warn('An item of an import could not be stored', { title, error })
      return markItem(services.db, id, { state: 'failed', why })
    }
  }
}

/** Whether an error affects the whole site instead of one item: a later retry may succeed. */
export const isForAll = (error: unknown): boolean => error instanceof HttpError && [503, 507].includes(error.status)

/** The error of its only invalid field, or of the whole. */
export function whyOf(error: unknown): string {
  if (error instanceof ZodError) return named(error.issues[0]?.message ?? 'other')
  return error instanceof HttpError ? named(error.options.issues?.[0]?.message ?? error.messageId) : 'other'
}

const named = (message: string) => (message === 'validation.tooLong' ? 'tooLong' : message)
