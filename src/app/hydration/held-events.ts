type Held = { control: Element; kind: string; answer: () => void }

let held: Held[] = []
let patience: Timer | undefined

/** How long a form waits for its script: then it is sent without. */
const longestWait = 4000

/**
 * Until the page is alive, what is done to a button, a tab or a list is held, so that nothing is lost and nothing is
 * done twice; links and typing need no script. A button that names what it commands is understood by the browser
 * itself.
 */
export function holdEvents(): void {
  for (const kind of kinds) addEventListener(kind, hold, { capture: true })
}

/** Does what was held, in the order of the last touch. */
export async function replayEvents(): Promise<void> {
  const waiting = letGo()
  for (const { answer } of waiting) {
    answer()
    // A key counts from where the one before it led.
    await Promise.resolve()
  }
}

/** The page will not come alive, or not in time: whether a form was waiting, which is now sent without scripts. */
export function sendHeldForm(): boolean {
  const form = held.findLast(
    ({ control }) => control instanceof HTMLButtonElement && control.form && control.type === 'submit',
  )
  if (form) letGo()
  form?.answer()
  return form !== undefined
}

const kinds = ['click', 'keydown', 'change']

function hold(event: Event) {
  if (!(event.target instanceof Element)) return
  const { control, answer } = understand(event, event.target) ?? {}
  if (!control || !answer) return
  event.preventDefault()
  event.stopImmediatePropagation()
  // A second press of the same button means the first.
  if (event.type !== 'keydown') held = held.filter((other) => other.control !== control)
  held.push({ control, kind: event.type, answer })
  patience ??= setTimeout(sendHeldForm, longestWait)
}

function understand(event: Event, target: Element): Omit<Held, 'kind'> | undefined {
  if (event.type === 'click') {
    const control = target.closest<HTMLElement>('button, [role=tab]')
    return control && !('commandForElement' in control && control.commandForElement)
      ? { control, answer: () => control.click() }
      : undefined
  }
  if (event instanceof KeyboardEvent) {
    const control = target.closest('[role=tab]')
    return control && /^(Arrow|Home|End)/.test(event.key)
      ? { control, answer: () => control.dispatchEvent(new KeyboardEvent(event.type, event)) }
      : undefined
  }
  if (!(target instanceof HTMLSelectElement)) return undefined
  const { value } = target
  return { control: target, answer: () => choose(target, value) }
}

function choose(select: HTMLSelectElement, value: string) {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

function letGo(): Held[] {
  clearTimeout(patience)
  for (const kind of kinds) removeEventListener(kind, hold, { capture: true })
  const waiting = held
  held = []
  return waiting
}
