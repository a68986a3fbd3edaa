import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { useText } from '#i18n/i18n'
import { searchPath } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import type { SearchResultsProps } from '#site/search/search-results'

/**
 * The search of every page: a form that leads to the search page. What shows results while one types comes when the box
 * is about to be used, and without it the form still does what it did.
 */
export function SearchBox() {
  const t = useText()
  const href = useHref()
  const input = useRef<HTMLInputElement>(null)
  const [Results, setResults] = useState<ComponentType<SearchResultsProps>>()

  const bring = useCallback(() => {
    import('#site/search/search-results').then(
      ({ SearchResults }) => setResults(() => SearchResults),
      () => {},
    )
  }, [])

  useEffect(() => {
    if (document.activeElement === input.current) bring()
  }, [bring])

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- not every browser knows the element yet
    <form className="search-box" role="search" aria-label={t('search.title')} action={href(searchPath)}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path className="drawing-line" d="M13 13l5 5M15 8.5a6.5 6.5 0 1 1-13 0a6.5 6.5 0 0 1 13 0" />
      </svg>
      <input
        ref={input}
        type="search"
        name="q"
        aria-label={t('search.words')}
        placeholder={t('search.title')}
        maxLength={200}
        autoComplete="off"
        onFocus={bring}
        onPointerEnter={bring}
      />
      {Results && <Results input={input} />}
    </form>
  )
}
