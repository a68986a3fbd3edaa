import { z } from 'zod'
import { documentedAs } from '#base/http/operation'
import { schemaIssues } from '#base/http/issues'
import type { RecordBody, RecordKind } from './record'

/**
 * The body of a write, checked as a draft's is, and, where it is not to be one, as what is published: how the stored record stands
 * may decide, so what keeps it from being published goes along.
 */
export function recordBody({ draftInput, input }: Pick<RecordKind, 'draftInput' | 'input'>): z.ZodType<RecordBody> {
  const body = z.unknown().transform((sent, context): RecordBody => {
    const asDraft = draftInput.safeParse(sent)
    const asPublished = input.safeParse(sent)
    const faults = asPublished.success ? [] : schemaIssues(asPublished.error)
    if (asDraft.success) return { input: asPublished.success ? asPublished.data : asDraft.data, faults }
    const isDraft = typeof sent === 'object' && sent !== null && 'status' in sent && sent.status === 'draft'
    for (const { path, message } of isDraft ? schemaIssues(asDraft.error) : faults) {
      context.addIssue({ code: 'custom', path: path === '' ? [] : path.split('.'), message })
    }
    return z.NEVER
  })
  documentedAs.set(body, input)
  return body
}
