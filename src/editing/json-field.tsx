import { TextField } from '#ui/controls/fields/text-field'
import { useText } from '#i18n/i18n'
import type { JsonFault } from './json-text'

type JsonFieldProps = {
  label: string
  description?: string
  value: string
  fault?: JsonFault
  onChange: (text: string) => void
}

/** A JSON text, with the position and the kind of its first error. */
export function JsonField({ fault, ...props }: JsonFieldProps) {
  const t = useText()
  const error =
    fault &&
    (fault.reason === 'notObject'
      ? t('editing.json.notObject')
      : t('editing.json.fault', { line: fault.line, column: fault.column, reason: t(`editing.json.${fault.reason}`) }))
  return <TextField {...props} error={error} rows={24} isCode spellCheck="false" autoCorrect="off" />
}
