import { ApiError } from './api-error'
import type { Issue } from '#contract/http-error'

/** The server's first error of each field, by the field's name. */
export function issuesByField(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message]))
}

export const fieldIssues = (error: unknown): readonly Issue[] => (error instanceof ApiError ? error.issues : [])
