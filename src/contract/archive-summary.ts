import { z } from 'zod'

/** When an archive was made, and how many rows it holds of each part. */
export const archiveSummary = z
  .object({ createdAt: z.iso.datetime(), counts: z.record(z.string(), z.int()) })
  .meta({ id: 'ArchiveSummary' })
export type ArchiveSummary = z.infer<typeof archiveSummary>
