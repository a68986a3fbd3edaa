import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import { usePageLanguage } from '#i18n/language-atom'
import { wordsOf } from '#text/fold'
import { Link } from '#ui/link'
import { Marked } from '#features/search/marked'
import type { SearchHit } from '#features/search/contract'
import { hitsQuery, searchable } from '#features/search/queries'
import { listId, optionId, useArrival, useCombobox, useSearchBox } from './use-search-box'

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
