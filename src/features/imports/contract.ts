import { z } from 'zod'
import { languages } from '#i18n/language'

export const importKinds = ['wordpress', 'ghost', 'markdown', 'csv'] as const
export type ImportKind = (typeof importKinds)[number]
export const importStates = ['read', 'running', 'done', 'failed', 'undone'] as const

const counts = z.object({ posts: z.int(), pages: z.int(), media: z.int(), redirects: z.int() })
export type ImportCounts = z.infer<typeof counts>

/** A note about a record or file, named by its title or URL. */
const remark = z.object({ title: z.string(), why: z.string() })

/** The contents of a file. */
export const importRead = z
  .object({ id: z.int(), kind: z.enum(importKinds), found: counts, skipped: z.array(remark) })
  .meta({ id: 'ImportRead' })
export type ImportRead = z.infer<typeof importRead>

export const importRun = z
  .object({
    language: z.enum(languages, { error: 'validation.value' }),
    as: z.enum(['draft', 'same'], { error: 'validation.value' }),
    media: z.boolean({ error: 'validation.boolean' }),
    redirects: z.boolean({ error: 'validation.boolean' }),
  })
  .meta({ id: 'ImportRun' })
export type ImportRun = z.infer<typeof importRun>

export const importState = z
  .object({
    id: z.int(),
    kind: z.enum(importKinds),
    state: z.enum(importStates),
    done: z.int(),
    total: z.int(),
    found: counts,
    created: counts,
    there: z.int(),
    skipped: z.array(remark),
    failed: z.array(remark),
    failedMedia: z.int(),
  })
  .meta({ id: 'Import' })
export type Import = z.infer<typeof importState>

/** One of the read files. */
export const importEntry = importState
  .pick({ id: true, kind: true, state: true, found: true })
  .extend({ title: z.string(), createdAt: z.iso.datetime() })
  .meta({ id: 'ImportEntry' })
export type ImportEntry = z.infer<typeof importEntry>

export const importUndone = z.object({ trashed: z.int(), kept: z.int() }).meta({ id: 'ImportUndone' })
export type ImportUndone = z.infer<typeof importUndone>
