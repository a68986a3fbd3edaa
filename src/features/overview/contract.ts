import { z } from 'zod'
import { byOtherLanguage } from '#i18n/by-language'
import { recordKindNames } from '../kinds'

/** What names a record, and its page. */
const overviewRecord = z
  .object({
    id: z.int(),
    slug: z.string(),
    title: z.string(),
    translations: z.object(
      byOtherLanguage(() => z.object({ title: z.string().optional(), slug: z.string().optional() }).optional()),
    ),
    publishedAt: z.iso.datetime().nullable(),
  })
  .meta({ id: 'OverviewRecord' })
export type OverviewRecord = z.infer<typeof overviewRecord>

const list = z.object({ count: z.int().min(0), records: z.array(overviewRecord) })

/** `recent`: how many were published in the last 30 days. */
export const kindOverview = z
  .object({
    kind: z.enum(recordKindNames),
    draft: list,
    scheduled: list,
    published: list,
    recent: z.int().min(0),
  })
  .meta({ id: 'KindOverview' })
export type KindOverview = z.infer<typeof kindOverview>
