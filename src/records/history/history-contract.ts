import { z } from 'zod'

/** Who saved it: null for the system, and for versions older than the history. */
const savedBy = z.object({ id: z.int(), username: z.string() }).nullable()

/** A saved and unpublished version of a record, for its editors. */
export const draft = z
  .object({ version: z.int(), savedAt: z.iso.datetime(), savedBy, values: z.record(z.string(), z.unknown()) })
  .meta({ id: 'Draft' })
export type Draft = z.infer<typeof draft>

/** A draft in a list. */
export const draftSummary = z.object({ savedAt: z.iso.datetime(), savedBy }).meta({ id: 'DraftSummary' })
export type DraftSummary = z.infer<typeof draftSummary>

/** The action that saved a version of a record. */
export const revisionKinds = ['created', 'draft', 'published', 'unpublished', 'trashed', 'restored'] as const
export type RevisionKind = (typeof revisionKinds)[number]

export const revisionSummary = z
  .object({
    version: z.int(),
    kind: z.enum(revisionKinds),
    savedAt: z.iso.datetime(),
    savedBy,
    restoredFrom: z.int().nullable(),
    scheduledFor: z.iso.datetime().nullable().meta({
      description: 'Of a published version: when it was to go live, if that was later than the save.',
    }),
  })
  .meta({ id: 'RevisionSummary' })
export type RevisionSummary = z.infer<typeof revisionSummary>

export const revision = revisionSummary.extend({ values: z.record(z.string(), z.unknown()) }).meta({ id: 'Revision' })
export type Revision = z.infer<typeof revision>
