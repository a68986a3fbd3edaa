import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import { type ImportItem, lockItem, markItem, recordTypes, type RecordType } from '../store'
import { importItems } from '../table'
import type { Transaction } from '#platform/events/events'
import type { Services } from '#platform/services'
import { commitWork } from '#platform/writes/commit'
import { findDraft } from '#records/history/drafts'
import { recordBody } from '#records/kind/body'
import { changeTexts } from '#text/change-texts'
import { type Making, recordOf, silence } from './making'
import { baseOf, oldKeys } from './old-addresses'
import { builtInPicture, pictureAt, rewriteHtml } from './rewrite'

/** Replaces the old URLs of pictures in records, once the pictures were imported. */
export async function fillLacks(services: Services, making: Making, goesOn: () => boolean): Promise<void> {
  let after = 0
  while (goesOn()) {
    const items = await services.db
      .select()
      .from(importItems)
      .where(
        and(
          eq(importItems.importId, making.row.id),
          inArray(importItems.type, [...recordTypes]),
          inArray(importItems.state, ['made', 'there']),
          sql`${importItems.lacks} <> '[]'::jsonb`,
          gt(importItems.id, after),
        ),
      )
      .orderBy(importItems.id)
      .limit(100)
    if (items.length === 0) return
    for (const item of items.filter(({ lacks }) => lacks.some((key) => pictureAt(making.places.pictures, key))))
      await commitWork(services, making.actor, async (tx) => {
        const mine = await lockItem(tx, item.id, item.state)
        if (mine) await fill(tx, mine, making)
        silence(tx)
      })
    after = items.at(-1)!.id
  }
}

async function fill(tx: Transaction, item: ImportItem, { row, actor, places, ports }: Making): Promise<void> {
  const { kind, update, keyOf, naming } = ports.records[item.type as RecordType]
  const there = await naming.read(tx, String(item.recordId))
  // Records with a draft, and those in the trash, are left alone.
  if (!there || there.visibility === 'out' || (await findDraft(tx, keyOf(item.recordId!)))) return
  const record = recordOf(item)
  const base = baseOf(row, record)
  const featured = oldKeys(row, record.image, base)
    .map((key) => pictureAt(places.pictures, key))
    .find((found) => found !== undefined)
  const shown: Record<string, unknown> = { ...there.values }
  const isShown = [record.image, builtInPicture].includes(String(shown.imageUrl))
  const values = {
    ...changeTexts(shown, (text) => (text.includes('<img') ? rewriteHtml(text, { row, base, places }).html : text)),
    ...(record.image !== '' && featured !== undefined && isShown ? { imageUrl: featured } : {}),
  }
  const body = recordBody(kind).parse({ ...values, status: there.visibility === 'draft' ? 'draft' : 'published' })
  const { version } = await update(tx, item.recordId!, body, actor)
  await markItem(tx, item.id, {
    lacks: item.lacks.filter((key) => pictureAt(places.pictures, key) === undefined),
    ...(item.version === there.version ? { version } : {}),
  })
}
