import { z } from 'zod'
import { documentedAs } from '#platform/http/operation'
import { type Issue } from '#contract/http-error'
import { enoughIssues, schemaIssues } from '#platform/http/issues'
import { isRecord } from '#text/parse-json'
import { type RecordBody, type RecordKind, wantedStatus } from './record'

/**
 * Parses the body of a write as a draft and, unless a draft is wanted, also as a published record. Because the stored
 * record's status may decide, the errors that prevent publishing are returned with the input.
 */
export function recordBody({ draftInput, input }: Pick<RecordKind, 'draftInput' | 'input'>): z.ZodType<RecordBody> {
  const body = z.unknown().transform((sent, context): RecordBody => {
    const status = wantedStatus.safeParse(isRecord(sent) ? sent.status : undefined)
    const asDraft = draftInput.safeParse(sent)
    const asPublished = input.safeParse(sent)
    const faults = asPublished.success ? [] : schemaIssues(asPublished.error)
    if (asDraft.success && status.success)
      return { input: { ...(asPublished.success ? asPublished.data : asDraft.data), status: status.data }, faults }
    return refuse(context, status.data === 'draft' && !asDraft.success ? schemaIssues(asDraft.error) : faults)
  })
  documentedAs.set(body, input)
  return body
}

/** The body of a draft, in which the status is ignored. */
export function draftBody({ draftInput }: Pick<RecordKind, 'draftInput'>): z.ZodType<RecordBody> {
  const body = z.unknown().transform((sent, context): RecordBody => {
    const asDraft = draftInput.safeParse(sent)
    return asDraft.success ? { input: asDraft.data, faults: [] } : refuse(context, schemaIssues(asDraft.error))
  })
  documentedAs.set(body, draftInput)
  return body
}

function refuse(context: z.RefinementCtx, issues: readonly Issue[]): never {
  for (const { path, message } of issues.slice(0, enoughIssues))
    context.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), message })
  return z.NEVER
}
