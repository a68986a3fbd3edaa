import { useCallback } from 'react'
import { issueText, useText } from '#i18n/i18n'
import { useFieldLabel } from '#records/editor/fields/kind-text'
import { nestedContent } from '#records/editor/values/nested-values'
import { type RecordValues, toBody } from '#records/editor/values/record-values'
import type { RecordKind } from '#records/kind/record'
import type { Way } from '#records/editor/saving/editor-state'

/**
 * What is wrong with the values, field by field; `isMissing` when something required is empty. A draft needs hardly
 * anything.
 */
export function useRecordFaults(kind: RecordKind) {
  const t = useText()
  const labelOf = useFieldLabel(kind)
  return useCallback(
    (values: RecordValues, way: Way) => {
      const shape = way === 'publish' ? kind.input : kind.draftInput
      const issues = shape.safeParse({ ...toBody(kind, values), content: values.content }).error?.issues ?? []
      const content = issues.length > 0 ? nestedContent(kind, values) : {}
      const faults = Object.fromEntries(
        issues.toReversed().map(({ path, message }) => {
          const field = path.join('.')
          return [field, issueText(t, message, { field: labelOf(field, content) })]
        }),
      )
      return { faults, isMissing: issues.some(({ message }) => message === 'validation.required') }
    },
    [kind, labelOf, t],
  )
}
