import { useCallback } from 'react'
import { useText } from '#i18n/i18n'
import { issueText } from '#i18n/issue-text'

export type FieldErrors = Partial<Record<string, string>>
type SchemaIssue = { path: readonly PropertyKey[]; message: string }

/**
 * The first error of every field in the language of the page. Contracts report errors as message ids; `labels` are the
 * names of fields in them.
 */
export function useFieldErrors(): (issues: readonly SchemaIssue[], labels?: Record<string, string>) => FieldErrors {
  const t = useText()
  return useCallback(
    (issues, labels = {}) => {
      const errors: FieldErrors = {}
      for (const issue of issues) {
        const field = issue.path.join('.')
        errors[field] ??= issueText(t, issue.message, { field: labels[field] ?? field })
      }
      return errors
    },
    [t],
  )
}
