import { ApiError } from './client'
import type { Issue } from '#base/http-error'

/** What the server said of each field, by the field's name; the first fault of each. */
export function issuesByField(issues: readonly Issue[]): Record<string, string> {
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path, message]))
}

export const toldIssues = (error: unknown): readonly Issue[] => (error instanceof ApiError ? error.issues : [])
