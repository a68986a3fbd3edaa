type Control = HTMLInputElement | HTMLTextAreaElement

/** The texts of the named fields. */
export function readForm<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, findField(form, name)?.value ?? ''])) as Record<Name, string>
}

/** Empties every field: `reset` would bring back the values that the server rendered. */
export function clearForm(form: HTMLFormElement): void {
  for (const control of form.querySelectorAll<Control>('input, textarea')) control.value = ''
}

export function focusField(form: HTMLFormElement, name: string): void {
  findField(form, name)?.focus()
}

function findField(form: HTMLFormElement, name: string): Control | null {
  return form.querySelector<Control>(`[name="${CSS.escape(name)}"]`)
}
