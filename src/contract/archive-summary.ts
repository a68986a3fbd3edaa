import { z } from 'zod'

/** The date of an archive, and its number of rows by part; `trashed` are those of them in the trash. */
export const archiveSummary = z
  .object({
    createdAt: z.iso.datetime(),
    counts: z.record(z.string(), z.int()),
    trashed: z.record(z.string(), z.int()),
  })
  .meta({ id: 'ArchiveSummary' })
export type ArchiveSummary = z.infer<typeof archiveSummary>
