type Control = HTMLInputElement | HTMLTextAreaElement

const fieldsIn = (form: HTMLFormElement) => [...form.querySelectorAll<Control>('input, textarea')]

/** The texts of all fields. */
export const readForm = <Name extends string>(form: HTMLFormElement) =>
  Object.fromEntries(fieldsIn(form).map(({ name, value }) => [name, value])) as Record<Name, string>

/** Clears every field: `reset` would restore the values that the server rendered. */
export function clearForm(form: HTMLFormElement): void {
  for (const field of fieldsIn(form)) enter(field, '')
}

/** The current and initial values of the fields in which they differ, by name: texts, and whether a box is checked. */
export type Typed = Record<string, readonly [string | boolean, string | boolean]>

/** The honeypot is left out: people cannot reach it. */
export function readTyped(form: HTMLFormElement): Typed {
  const typed: Typed = {}
  for (const field of fieldsIn(form)) {
    const values = valuesOf(field)
    if (values[0] !== values[1] && field.tabIndex >= 0) typed[field.name] = values
  }
  return typed
}

/** A field whose initial value has changed is not overwritten. */
export function restoreTyped(form: HTMLFormElement, typed: Typed): void {
  for (const field of fieldsIn(form)) {
    const known = typed[field.name]
    if (known?.[1] === valuesOf(field)[1]) enter(field, known[0])
  }
}

const isBox = (field: Control): field is HTMLInputElement => field.type === 'checkbox'

const valuesOf = (field: Control) =>
  isBox(field) ? ([field.checked, field.defaultChecked] as const) : ([field.value, field.defaultValue] as const)

/** An empty text unchecks a box. */
const enter = (field: Control, value: string | boolean) =>
  Object.assign(field, isBox(field) ? { checked: !!value } : { value })

export function focusField(form: HTMLFormElement, name: string): void {
  fieldsIn(form)
    .find((field) => field.name === name)
    ?.focus()
}
