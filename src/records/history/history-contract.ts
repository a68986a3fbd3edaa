import { z } from 'zod'

/** Who saved: null for the site itself, and for what was saved before anyone kept account. */
export const savedBy = z.object({ id: z.int(), username: z.string() }).nullable()

/** What is saved of a record and not published, as its editors read it. */
export const draft = z
  .object({ version: z.int(), savedAt: z.iso.datetime(), savedBy, values: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Draft' })
export type Draft = z.infer<typeof draft>

/** The same in a list. */
export const draftSummary = z.object({ savedAt: z.iso.datetime(), savedBy }).meta({ id: 'DraftSummary' })
export type DraftSummary = z.infer<typeof draftSummary>

/** What was done with a record when a version of it was saved. */
export const revisionKinds = ['created', 'draft', 'published', 'unpublished', 'trashed', 'restored'] as const
export type RevisionKind = (typeof revisionKinds)[number]

export const revisionSummary = z
  .object({
    version: z.int(),
    kind: z.enum(revisionKinds),
    savedAt: z.iso.datetime(),
    savedBy,
    restoredFrom: z.int().nullable(),
  })
  .meta({ id: 'RevisionSummary' })
export type RevisionSummary = z.infer<typeof revisionSummary>

export const revision = revisionSummary.extend({ values: z.record(z.string(), z.unknown()) }).meta({ id: 'Revision' })
export type Revision = z.infer<typeof revision>
