import { z } from 'zod'

const backupReasons = ['schedule', 'manual', 'before-restore'] as const
export type BackupReason = (typeof backupReasons)[number]
export const backupStates = ['running', 'done', 'failed'] as const

/** An archive of the site. */
export const backup = z
  .object({
    id: z.int(),
    createdAt: z.iso.datetime(),
    bytes: z.int(),
    state: z.enum(backupStates),
    reason: z.enum(backupReasons),
    verified: z.boolean(),
    error: z.string().nullable(),
  })
  .meta({ id: 'Backup' })

export type Backup = z.infer<typeof backup>

const every = z.enum(['day', 'week'], { error: 'validation.value' }).nullable()
const hour = z.int({ error: 'validation.value' }).min(0, 'validation.value').max(23, 'validation.value')

const keep = z
  .int({ error: 'validation.backupsKept' })
  .min(1, 'validation.backupsKept')
  .max(90, 'validation.backupsKept')

/** The schedule of backups, how many are kept, and where. */
export const backupSettings = z.object({ every, hour, keep, place: z.string() }).meta({ id: 'BackupSettings' })

export type BackupSettings = z.infer<typeof backupSettings>

/** Absent settings keep their values. */
export const backupSettingsInput = z
  .object({ every: every.optional(), hour: hour.optional(), keep: keep.optional() })
  .meta({ id: 'BackupSettingsInput' })

export type BackupSettingsInput = z.infer<typeof backupSettingsInput>

/** Whether a test file could be written to the backup store, read back, and removed. */
export const backupTest = z.object({ ok: z.boolean(), error: z.string().nullable() }).meta({ id: 'BackupTest' })

export type BackupTest = z.infer<typeof backupTest>

export const restoreStates = ['running', 'done', 'failed'] as const

/** `confirm` is the current name of the site. */
export const restoreInput = z.object({
  backup: z.int({ error: 'validation.value' }),
  currentPassword: z.string({ error: 'validation.required' }).max(256, 'validation.tooLong'),
  confirm: z.string({ error: 'validation.required' }),
})

export type RestoreInput = z.infer<typeof restoreInput>

export const restoreBegun = z.object({ id: z.int() }).meta({ id: 'RestoreBegun' })
export type RestoreBegun = z.infer<typeof restoreBegun>

/** `done` of `total` rows and files; `error` is why it failed. */
export const restore = z
  .object({ state: z.enum(restoreStates), done: z.int(), total: z.int(), error: z.string().nullable() })
  .meta({ id: 'Restore' })

export type Restore = z.infer<typeof restore>

/** The date of an archive, and its number of rows by part; `trashed` are those of them in the trash. */
export const archiveSummary = z
  .object({
    createdAt: z.iso.datetime(),
    counts: z.record(z.string(), z.int()),
    trashed: z.record(z.string(), z.int()),
  })
  .meta({ id: 'ArchiveSummary' })

export type ArchiveSummary = z.infer<typeof archiveSummary>
