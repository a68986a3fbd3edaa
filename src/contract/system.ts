import { z } from 'zod'

/** `ok`: whether the last connection to the mail server succeeded; null before the first. */
export const mailStatus = z
  .object({
    configured: z.boolean(),
    ok: z.boolean().nullable(),
    lastError: z.string().nullable(),
    waiting: z.int(),
    failed: z.int(),
  })
  .meta({ id: 'MailStatus' })
export type MailStatus = z.infer<typeof mailStatus>

const listenStates = ['embedded', 'connected', 'lost'] as const
const jobStates = ['waiting', 'ok', 'failing', 'overdue'] as const

export const systemState = z
  .object({
    version: z.string(),
    build: z.string(),
    database: z.object({ kind: z.enum(['embedded', 'postgres']), version: z.string(), bytes: z.int() }),
    media: z.object({ count: z.int(), bytes: z.int(), place: z.string() }),
    diskFree: z.int(),
    migration: z.string(),
    startedAt: z.iso.datetime(),
    processes: z.int(),
    mail: mailStatus,
    listen: z.object({ state: z.enum(listenStates), reason: z.string().nullable() }),
    newer: z.object({ version: z.string(), url: z.string() }).nullable(),
  })
  .meta({ id: 'SystemState' })
export type SystemState = z.infer<typeof systemState>

/** The scheduled jobs, as the processes of this machine have run them since they started. */
export const jobReport = z
  .object({
    name: z.string(),
    state: z.enum(jobStates),
    lastSuccess: z.iso.datetime().nullable(),
    failures: z.int(),
  })
  .meta({ id: 'JobReport' })
export type JobReport = z.infer<typeof jobReport>
