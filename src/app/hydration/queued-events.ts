type Held = { control: Element; isForm: boolean; /** Of a link. */ href?: string; answer: () => void }

let held: Held[] = []

/** Milliseconds that a form waits for its script: then it is sent without. */
const longestWait = 4000
/** A link leads on by itself: it waits no longer than is hardly noticed. */
const longestWaitOfLink = 150

/**
 * Queues events on buttons, tabs, lists and internal links until the page is hydrated, so that none is lost or handled
 * twice, and no document is loaded for a page that the client router could show; typing needs no script. Buttons with an
 * invoker command are handled by the browser itself.
 */
export function queueEvents(): void {
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

/**
 * The page will not come alive, or not in time: whether a form was waiting, which is now sent without scripts, or a
 * link, which the browser now follows.
 */
export function goOnWithoutScripts(): boolean {
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
  // A second press of the same button means the first, and the last link is the one that is meant.
  if (event.type !== 'keydown') held = held.filter((other) => other.control !== control && !(href && other.href))
  held.push(entry)
  setTimeout(() => held.includes(entry) && goOnWithoutScripts(), href ? longestWaitOfLink : longestWait)
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

/** A link only where it leads to another page of the site, in this window: the browser knows best about all others. */
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
