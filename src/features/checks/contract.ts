import { z } from 'zod'
import { check } from '#records/checks/contract'
import { contentKindNames } from '../kinds'

/** A record as its editor has it, stored or not: `values` are those of a draft; `id` is absent for a new one. */
export const checksInput = z
  .object({
    kind: z.enum(contentKindNames, { error: 'validation.value' }),
    id: z.union([z.int(), z.string().max(100)], { error: 'validation.value' }).nullish(),
    values: z.record(z.string(), z.unknown(), { error: 'validation.value' }),
  })
  .meta({ id: 'ChecksInput' })

/** A published record that could be better. */
export const checkedRecord = z
  .object({
    kind: z.enum(contentKindNames),
    id: z.union([z.int(), z.string()]),
    title: z.string(),
    checks: z.array(check),
  })
  .meta({ id: 'CheckedRecord' })
export type CheckedRecord = z.infer<typeof checkedRecord>
