type Control = HTMLInputElement | HTMLTextAreaElement

/** The texts of a form by field name; fields left out of `names` are not read. */
export function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const values = new FormData(form)
  return Object.fromEntries(names.map((name) => [name, String(values.get(name) ?? '')])) as Record<Name, string>
}

/** Empties every field: `reset` would bring back the values that the server rendered. */
export function clearForm(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<Control>('input, textarea')) control.value = ''
}

export function focusField(form: HTMLFormElement, name: string): void {
  form.querySelector<Control>(`[name="${CSS.escape(name)}"]`)?.focus()
}
