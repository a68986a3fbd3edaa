import type { Editor } from '#records/editor/saving/use-editor'
import type { Values } from '#records/editor/values/values'

/** The props of a text control for one field. */
export function textField<V extends Values>(
  form: Pick<Editor<V>, 'values' | 'change'> & { errors: Readonly<Record<string, string>> },
  field: keyof V & string,
) {
  return {
    value: String(form.values[field] ?? ''),
    error: form.errors[field],
    onChange: (value: string) => form.change({ [field]: value } as Partial<V>),
  }
}
