type Held = { control: Element; isForm: boolean; /** Set for a link. */ href?: string; answer: () => void }

let held: Held[] = []

/** Milliseconds that a form waits for its script: then it is submitted without. */
const longestWait = 4000
/** A link works without scripts, so it waits only for a hardly noticeable time. */
const longestWaitOfLink = 150

/**
 * Queues events on buttons, tabs, lists and internal links until the page is hydrated, so that none is lost or handled
 * twice, and no document is loaded for a page that the client router could show; typing needs no script. Buttons with an
 * invoker command are handled by the browser itself.
 */
export function queueEvents(): void {
  for (const kind of kinds) addEventListener(kind, hold, { capture: true })
}

/** Replays the queued events, in order. */
export async function replayEvents(): Promise<void> {
  const waiting = letGo()
  for (const { answer } of waiting) {
    answer()
    // A key press depends on the focus change of the one before it.
    await Promise.resolve()
  }
}

/**
 * Hydration failed or timed out: submits a waiting form without scripts, or follows a waiting link; returns whether
 * there was one.
 */
export function continueWithoutScripts(): boolean {
  const form = held.findLast(({ isForm }) => isForm)
  const link = held.findLast(({ href }) => href)
  if (form) {
    letGo()
    form.answer()
  } else if (link?.href) {
    held = held.filter((other) => other !== link)
    // Other events stay queued: the browser may come back to this document.
    location.assign(link.href)
  }
  return (form ?? link) !== undefined
}

const kinds = ['click', 'keydown', 'change']

function hold(event: Event) {
  if (!(event.target instanceof Element)) return
  const { control, answer } = understand(event, event.target) ?? {}
  if (!control || !answer) return
  event.preventDefault()
  event.stopImmediatePropagation()
  const href = control instanceof HTMLAnchorElement && control.role !== 'tab' ? control.href : undefined
  const isForm = control instanceof HTMLButtonElement && control.form !== null && control.type === 'submit'
  const entry: Held = { control, href, isForm, answer }
  // A repeated press of one button counts once, and only the last link is followed.
  if (event.type !== 'keydown') held = held.filter((other) => other.control !== control && !(href && other.href))
  held.push(entry)
  setTimeout(() => held.includes(entry) && continueWithoutScripts(), href ? longestWaitOfLink : longestWait)
}

function understand(event: Event, target: Element): Pick<Held, 'control' | 'answer'> | undefined {
  if (event instanceof MouseEvent) {
    const control = target.closest<HTMLElement>('button, a')
    return control && isHeld(event, control) ? { control, answer: () => control.click() } : undefined
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

/** Only links to another page of the site in this window are queued; others are left to the browser. */
function isHeld({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent, control: HTMLElement): boolean {
  if (!(control instanceof HTMLAnchorElement) || control.role === 'tab')
    return !('commandForElement' in control && control.commandForElement)
  const isPlain = !metaKey && !ctrlKey && !shiftKey && !altKey && !control.target && !control.hasAttribute('download')
  const isPage = control.origin === location.origin && !/\.[^/]*$/.test(control.pathname)
  return isPlain && isPage && (!control.hash || control.href.split('#')[0] !== location.href.split('#')[0])
}

function choose(select: HTMLSelectElement, value: string) {
  select.value = value
  select.dispatchEvent(new Event('change', { bubbles: true }))
}

function letGo(): Held[] {
  for (const kind of kinds) removeEventListener(kind, hold, { capture: true })
  const waiting = held
  held = []
  return waiting
}
