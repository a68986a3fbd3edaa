import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useText } from '#i18n/i18n'
import { languageAtom } from '#i18n/language-atom'
import { searchPath } from '#i18n/addresses/paths'
import { wordsOf } from '#text/fold'
import { Link } from '#ui/link'
import { useHref } from '#i18n/addresses/use-href'
import { Marked } from '#features/search/marked'
import { hitsQuery, searchable } from '#features/search/queries'

export type SearchResultsProps = { input: RefObject<HTMLInputElement | null> }

const listId = 'search-results'
const optionId = (at: number) => `${listId}-${at}`
/** Milliseconds after the last keystroke before searching (debounce). */
const pause = 150

/**
 * Search suggestions below the box of the header. The existing input is turned into a combobox, because replacing it would
 * lose the focus, the caret and the keyboard of a phone.
 */
export function SearchResults({ input }: SearchResultsProps) {
  const t = useText()
  const href = useHref()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const address = pathname + search
  const language = useAtomValue(languageAtom)
  const list = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element>(null)
  const [typed, setTyped] = useState(() => searchable(input.current?.value ?? ''))
  const [isOpen, setOpen] = useState(true)
  const [chosen, setChosen] = useState(-1)
  const q = usePaused(typed)
  const { data, isError, isPlaceholderData } = useQuery({
    ...hitsQuery(q, language),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
  const hits = q === '' ? [] : (data ?? [])
  const isShown = isOpen && q !== '' && typed !== ''
  const words = wordsOf(q)

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
    if (event.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) {
      // The box itself lies between the last and the first.
      const places = hits.length + 1
      if (isShown) choose(((chosen + 1 + step + places) % places) - 1)
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

  const onSubmit = useEffectEvent((event: SubmitEvent) => {
    event.preventDefault()
    const asked = searchable(input.current?.value ?? '')
    navigate(href(searchPath) + (asked === '' ? '' : `?${new URLSearchParams({ q: asked })}`))
  })

  useEffect(() => {
    const box = input.current
    if (!box) return undefined
    const leave = new AbortController()
    const { signal } = leave
    box.addEventListener('keydown', (event) => onKey(event), { signal })
    box.addEventListener('input', () => onInput(), { signal })
    box.addEventListener('focus', (event) => onFocus(event), { signal })
    box.addEventListener('blur', () => onBlur(), { signal })
    box.form?.addEventListener('submit', (event) => onSubmit(event), { signal })
    return () => leave.abort()
  }, [input])

  useEffect(() => {
    const attributes = {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': String(isShown && hits.length > 0),
      'aria-controls': isShown && hits.length > 0 ? listId : '',
      'aria-activedescendant': isShown && chosen >= 0 ? optionId(chosen) : '',
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (value) input.current?.setAttribute(name, value)
      else input.current?.removeAttribute(name)
    }
  }, [input, isShown, hits.length, chosen])

  // Wherever one has gone, the search is done.
  const arrivedAt = useRef(address)
  useEffect(() => {
    if (arrivedAt.current === address) return
    arrivedAt.current = address
    input.current?.form?.reset()
    setTyped('')
    input.current?.blur()
  }, [input, address])

  const state = isError
    ? t('common.error')
    : data && !isPlaceholderData
      ? t('search.found', { count: hits.length, q })
      : t('search.loading')
  return (
    // Where one presses, the box keeps the focus, and with it the results stay.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="search-results" hidden={!isShown} onMouseDown={(event) => event.preventDefault()}>
      {hits.length > 0 && (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no `select` holds links
        <div id={listId} ref={list} role="listbox" aria-label={t('search.title')} aria-busy={isPlaceholderData}>
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
      )}
      <output>{isShown && state}</output>
    </div>
  )
}

/** What was said last, once it has not changed for a while. */
function usePaused(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
