import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { searchPath } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { searchable } from '#features/search/queries'

type Input = RefObject<HTMLInputElement | null>

export const listId = 'search-results'
export const optionId = (at: number) => `${listId}-${at}`

type Results = {
  list: RefObject<HTMLElement | null>
  count: number
  isSearching: boolean
  setTyped: (text: string) => void
}

/** The state of the combobox: whether results are shown, and which one is selected. */
export function useSearchBox(input: Input, { list, count, isSearching, setTyped }: Results) {
  const cameFrom = useRef<Element>(null)
  const [isOpen, setOpen] = useState(true)
  const [chosen, setChosen] = useState(-1)
  const isShown = isOpen && isSearching
  useSubmit(input)

  function close() {
    setOpen(false)
    setChosen(-1)
  }

  function choose(at: number) {
    setChosen(at)
    list.current?.children[at]?.scrollIntoView({ block: 'nearest' })
  }

  /** Closes the results first, then leaves the box. */
  function escape() {
    if (isShown) return close()
    input.current?.form?.reset()
    setTyped('')
    input.current?.blur()
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus()
  }

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // Safari marks the key that ends a composition by its code alone.
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other mark
    if (event.isComposing || event.keyCode === 229) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      // In the cycle of the arrow keys, the box itself is between the last and the first result.
      const positions = count + 1
      if (isShown) choose(((chosen + 1 + step + positions) % positions) - 1)
      setOpen(true)
    } else if (event.key === 'Enter' && isShown && chosen >= 0) {
      const option = list.current?.children[chosen]
      if (option instanceof HTMLElement) option.click()
    } else if (event.key === 'Escape') escape()
    else return
    event.preventDefault()
  })

  const onInput = useEffectEvent(() => {
    setTyped(searchable(input.current?.value ?? ''))
    setChosen(-1)
    setOpen(true)
  })

  const onFocus = useEffectEvent(({ relatedTarget }: FocusEvent) => {
    cameFrom.current = relatedTarget instanceof Element ? relatedTarget : null
    setOpen(true)
  })

  const onBlur = useEffectEvent(close)

  useEffect(() => {
    const box = input.current
    if (!box) return undefined
    const leave = new AbortController()
    const { signal } = leave
    box.addEventListener('keydown', (event) => onKey(event), { signal })
    box.addEventListener('input', () => onInput(), { signal })
    box.addEventListener('focus', (event) => onFocus(event), { signal })
    box.addEventListener('blur', () => onBlur(), { signal })
    return () => leave.abort()
  }, [input])

  return { isShown, chosen }
}

/** Navigates to the page of results. */
function useSubmit(input: Input): void {
  const href = useHref()
  const navigate = useNavigate()
  const submit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    const q = searchable(input.current?.value ?? '')
    navigate(href(searchPath) + (q === '' ? '' : `?${new URLSearchParams({ q })}`))
  })
  useEffect(() => {
    const form = input.current?.form
    const listener = (event: SubmitEvent) => submit(event)
    form?.addEventListener('submit', listener)
    return () => form?.removeEventListener('submit', listener)
  }, [input])
}

/** Describes the input as a combobox; `chosen` is -1 for none. */
export function useCombobox(input: Input, { isOpen, chosen }: { isOpen: boolean; chosen: number }): void {
  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isOpen),
      'aria-controls': isOpen ? listId : '',
      'aria-activedescendant': chosen >= 0 ? optionId(chosen) : '',
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) input.current?.setAttribute(name, value)
      else input.current?.removeAttribute(name)
    }
  }, [input, isOpen, chosen])
}

/** Called after any navigation. */
export function useArrival(arrive: () => void): void {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const arrivedAt = useRef(address)
  const onArrival = useEffectEvent(arrive)
  useEffect(() => {
    if (arrivedAt.current === address) return
    arrivedAt.current = address
    onArrival()
  }, [address])
}
