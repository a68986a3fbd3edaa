import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type ImportItem, lockItem, markItem } from '../store'
import { importItems } from '../table'
import type { Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import { findDraft } from '#records/history/drafts'
import { recordBody } from '#records/kind/body'
import { changeTexts } from '#text/change-texts'
import { type ImportContext, recordOf, omitFromActivity } from './import-context'
import { baseOf, oldKeys } from './old-addresses'
import { builtInPicture, pictureAt, rewriteHtml } from './rewrite'
import { type RecordType, recordTypes } from '../format'

/** Replaces the old URLs of pictures in records, once the pictures were imported. */
export async function fillLacks(services: Services, context: ImportContext, isRunning: () => boolean): Promise<void> {
  let after = 0
  while (isRunning()) {
    const items = await services.db
      .select()
      .from(importItems)
      .where(
        and(
          eq(importItems.importId, context.row.id),
          inArray(importItems.type, [...recordTypes]),
          inArray(importItems.state, ['made', 'there']),
          sql`${importItems.lacks} <> '[]'::jsonb`,
          gt(importItems.id, after),
        ),
      )
      .orderBy(importItems.id)
      .limit(100)
    if (items.length === 0) return
    for (const item of items.filter(({ lacks }) => lacks.some((key) => pictureAt(context.targets.pictures, key))))
      await commitWork(services, context.actor, async (tx) => {
        const mine = await lockItem(tx, item.id, item.state)
        if (mine) await fill(tx, mine, context)
        omitFromActivity(tx)
      })
    after = items.at(-1)!.id
  }
}

async function fill(tx: Transaction, item: ImportItem, { row, actor, targets, ports }: ImportContext): Promise<void> {
  const { kind, update, keyOf, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  // Records with a draft, and those in the trash, are left alone.
  if (!there || there.visibility === 'out' || (await findDraft(tx, keyOf(item.recordId!)))) return
  const record = recordOf(item)
  const base = baseOf(row, record)
  const featured = pictureAt(targets.pictures, ...oldKeys(row, record.image, base))
  const shown: Record<string, unknown> = { ...there.values }
  const isShown = [record.image, builtInPicture].includes(String(shown.imageUrl))
  const values = {
    ...changeTexts(shown, (text) => (text.includes('<img') ? rewriteHtml(text, { row, base, targets }).html : text)),
    ...(record.image !== '' && featured !== undefined && isShown ? { imageUrl: featured } : {}),
  }
  const body = recordBody(kind).parse({ ...values, status: there.visibility === 'draft' ? 'draft' : 'published' })
  const { version } = await update(tx, item.recordId!, body, actor)
  await markItem(tx, item.id, {
    lacks: item.lacks.filter((key) => pictureAt(targets.pictures, key) === undefined),
    ...(item.version === there.version ? { version } : {}),
  })
}
