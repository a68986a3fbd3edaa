type Control = HTMLInputElement | HTMLTextAreaElement

const fieldsIn = (form: HTMLFormElement) => [...form.querySelectorAll<Control>('input, textarea')]

/** The texts of all fields. */
export const readForm = <Name extends string>(form: HTMLFormElement) =>
  Object.fromEntries(fieldsIn(form).map(({ name, value }) => [name, value])) as Record<Name, string>

/** Empties every field: `reset` would bring back the values that the server rendered. */
export function clearForm(form: HTMLFormElement): void {
  for (const field of fieldsIn(form)) Object.assign(field, { value: '', checked: false })
}

/** The texts that differ from those that the page proposed (`initial`), by field name. */
export type Typed = Record<string, { value: string; initial: string }>

/** The honeypot is left out: people cannot reach it. */
export function readTyped(form: HTMLFormElement): Typed {
  return Object.fromEntries(
    fieldsIn(form)
      .filter(({ value, defaultValue, tabIndex }) => value !== defaultValue && tabIndex >= 0)
      .map(({ name, value, defaultValue }) => [name, { value, initial: defaultValue }]),
  )
}

/** Where the page now proposes another text, that one stays. */
export function restoreTyped(form: HTMLFormElement, typed: Typed): void {
  for (const field of fieldsIn(form)) {
    const known = typed[field.name]
    if (known?.initial === field.defaultValue) field.value = known.value
  }
}

export function focusField(form: HTMLFormElement, name: string): void {
  fieldsIn(form)
    .find((field) => field.name === name)
    ?.focus()
}
