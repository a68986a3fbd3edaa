type Control = HTMLInputElement | HTMLTextAreaElement

/** The texts of the named fields. */
export function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, findField(form, name)?.value ?? ''])) as Record<Name, string>
}

/** Empties every field: `reset` would bring back the values that the server rendered. */
export function clearForm(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<Control>('input, textarea')) control.value = ''
}

/** The texts that differ from those that the page proposed (`initial`), by field name. */
export type Typed = Record<string, { value: string; initial: string }>

export function readTyped(form: HTMLFormElement): Typed {
  return Object.fromEntries(
    visibleFields(form)
      .filter(({ value, defaultValue }) => value !== defaultValue)
      .map(({ name, value, defaultValue }) => [name, { value, initial: defaultValue }]),
  )
}

/** Where the page now proposes another text, that one stays. */
export function restoreTyped(form: HTMLFormElement, typed: Typed): void {
  for (const field of visibleFields(form)) {
    const known = typed[field.name]
    if (known?.initial === field.defaultValue) field.value = known.value
  }
}

/** Not the honeypot. */
const visibleFields = (form: HTMLFormElement) => [...form.querySelectorAll<Control>('.field :is(input, textarea)')]

export function focusField(form: HTMLFormElement, name: string): void {
  findField(form, name)?.focus()
}

function findField(form: HTMLFormElement, name: string): Control | null {
  return form.querySelector<Control>(`[name="${CSS.escape(name)}"]`)
}
