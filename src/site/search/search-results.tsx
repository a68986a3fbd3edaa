import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState, useEffectEvent } from 'react'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { wordsOf } from '#text/fold'
import { Link } from '#ui/link'
import { Marked } from '#features/search/marked'
import type { SearchHit } from '#features/search/contract'
import { hitsQuery, searchable } from '#features/search/queries'
import { useLocation, useNavigate } from 'react-router'
import { searchPath } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'

type Input = RefObject<HTMLInputElement | null>

const listId = 'search-results'
const optionId = (at: number) => `${listId}-${at}`

type Results = {
  list: RefObject<HTMLElement | null>
  count: number
  isSearching: boolean
  setTyped: (text: string) => void
}

/** The state of the combobox: whether results are shown, and which one is selected. */
function useSearchBox(input: Input, { list, count, isSearching, setTyped }: Results) {
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
function useCombobox(input: Input, { isOpen, chosen }: { isOpen: boolean; chosen: number }): void {
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
function useArrival(arrive: () => void): void {
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

type SearchResultsProps = { input: RefObject<HTMLInputElement | null> }

/** Milliseconds after the last keystroke before searching (debounce). */
const pause = 150

/**
 * Search suggestions below the box of the header. The existing input is turned into a combobox, because replacing it would
 * lose the focus, the caret and the keyboard of a phone.
 */
export function SearchResults({ input }: SearchResultsProps) {
  const t = useText()
  const language = usePageLanguage()
  const list = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(() => searchable(input.current?.value ?? ''))
  const q = usePaused(typed)
  const { data, isError, isPlaceholderData } = useQuery({
    ...hitsQuery(q, language),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const isSearching = q !== '' && typed !== ''
  const hits = q === '' ? [] : (data ?? [])
  const { isShown, chosen } = useSearchBox(input, { list, setTyped, count: hits.length, isSearching })
  useCombobox(input, { isOpen: isShown && hits.length > 0, chosen: isShown ? chosen : -1 })
  useArrival(() => {
    input.current?.form?.reset()
    setTyped('')
    input.current?.blur()
  })

  const state = isError
    ? t('common.error')
    : data && !isPlaceholderData
      ? t('search.found', { count: hits.length, q })
      : t('search.loading')
  return (
    // Where one presses, the box keeps the focus, and with it the results stay.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="search-results" hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
      {hits.length > 0 && <Hits {...{ list, hits, chosen }} isBusy={isPlaceholderData} words={wordsOf(q)} />}
      <output>{isShown && state}</output>
    </div>
  )
}

type HitsProps = {
  list: RefObject<HTMLDivElement | null>
  hits: readonly SearchHit[]
  chosen: number
  isBusy: boolean
  words: string[]
}

function Hits({ list, hits, chosen, isBusy, words }: HitsProps) {
  const t = useText()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no `select` holds links
    <div id={listId} ref={list} role="listbox" aria-label={t('search.title')} aria-busy={isBusy}>
      {hits.map((hit, at) => (
        <Link
          key={hit.url}
          id={optionId(at)}
          className="search-result"
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it leads somewhere
          role="option"
          aria-selected={at === chosen}
          tabIndex={-1}
          href={hit.url}
        >
          <strong>
            <Marked text={hit.title} words={words} />
          </strong>
          <span>
            <Marked text={hit.excerpt} words={words} />
          </span>
        </Link>
      ))}
    </div>
  )
}

/** The debounced text for the live region. */
function usePaused(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
