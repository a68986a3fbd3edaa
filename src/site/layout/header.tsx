import { type ComponentType, useCallback, useEffect, useRef, useState, type MouseEvent } from 'react'
import { useText } from '#i18n/i18n'
import { sitePaths, searchPath } from '#i18n/addresses/paths'
import { languages } from '#i18n/language'
import { locales } from '#i18n/locales'
import { Link } from '#ui/link'
import { Brand } from '#ui/pictures/logo'
import { useHref } from '#i18n/addresses/use-href'
import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { OwnLinks } from './late-parts'
import type { SiteLinksProps } from './own-links'
import { useLanguageChoice } from './use-language-choice'

const parts = ['projects', 'blog', 'about', 'contact'] as const

/** The navigation links in header, menu and footer: the owner's, or the default ones. */
export function SiteLinks(props: SiteLinksProps) {
  const t = useText()
  const href = useHref()
  const { navigation } = useAtomValue(siteAtom)
  if (navigation) return <OwnLinks {...props} navigation={navigation} />
  return (
    <ul>
      {parts.map((part) => (
        <li key={part}>
          <Link href={href(sitePaths[part])} onClick={props.onFollow}>
            {t(`nav.${part}`)}
          </Link>
        </li>
      ))}
    </ul>
  )
}

const id = 'menu'
/** Attributes that React's types do not know yet. */
const [opens, closes] = ['show-modal', 'close'].map((command) => ({ command, commandfor: id }))

export function Header() {
  const t = useText()
  const href = useHref()
  return (
    <header className="site-header">
      <Link className="brand" href={href(sitePaths.home)}>
        <Brand />
      </Link>
      <nav className="header-links" aria-label={t('nav.main')}>
        <SiteLinks submenus="header" />
      </nav>
      <SearchBox />
      <LanguageButtons />
      <Menu />
    </header>
  )
}

/** One button for each other language, in a form, so that it works without scripts. */
function LanguageButtons() {
  const t = useText()
  const [language, setLanguage] = useLanguageChoice()
  return (
    <form className="language-buttons" method="get" aria-label={t('language.label')}>
      {languages
        .filter((code) => code !== language)
        .map((code, index) => (
          // Keyed by position, so that the pressed button keeps the focus while its language changes.
          <button
            key={index}
            className="button"
            name="lang"
            value={code}
            lang={code}
            aria-label={`${code.toUpperCase()}: ${locales[code]}`}
            onClick={(event) => {
              event.preventDefault()
              setLanguage(code)
            }}
          >
            {code.toUpperCase()}
          </button>
        ))}
    </form>
  )
}

const loadResults = async () => (await import('#site/search/search-results')).SearchResults
const loadFoot = async () => (await import('./menu-foot')).MenuFoot

/** A component that is only loaded when the returned function is called; the page works without it. */
function useLater<Props>(load: () => Promise<ComponentType<Props>>) {
  const [Part, setPart] = useState<ComponentType<Props>>()
  const bring = useCallback(() => {
    load()
      .then((part) => setPart(() => part))
      .catch(() => {})
  }, [load])
  return [Part, bring] as const
}

/**
 * The search of every page: a form that leads to the search page. The results list while typing is loaded when the box
 * is about to be used; without it the form still works.
 */
function SearchBox() {
  const t = useText()
  const href = useHref()
  const input = useRef<HTMLInputElement>(null)
  const [Results, bring] = useLater(loadResults)

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

/**
 * The menu of narrow screens: a native modal dialog, so that focus stays inside and Escape closes it. The buttons have
 * invoker commands: browsers that support them open and close the menu before any script runs, and expose its state
 * themselves (HTML allows no `aria-expanded` beside a command).
 */
function Menu() {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const [Foot, bring] = useLater(loadFoot)

  function show(event: MouseEvent) {
    event.preventDefault() // or the command would find the menu open
    bring()
    dialog.current?.showModal()
  }

  const hide = useCallback(() => dialog.current?.close(), [])

  // It may have been opened before this script ran.
  useEffect(() => {
    if (dialog.current?.open) bring()
  }, [bring])

  useEffect(() => {
    const wide = matchMedia('(min-width: 48rem)')
    wide.addEventListener('change', hide)
    addEventListener('popstate', hide)
    return () => {
      wide.removeEventListener('change', hide)
      removeEventListener('popstate', hide)
    }
  }, [hide])

  return (
    <>
      <button
        type="button"
        className="menu-button"
        aria-label={t('nav.menu')}
        aria-haspopup="dialog"
        onClick={show}
        {...opens}
      >
        <span className="menu-icon" aria-hidden="true" />
      </button>
      {/* A click on the backdrop closes it too, in browsers that know `closedby`. */}
      <dialog className="menu" id={id} ref={dialog} aria-label={t('nav.menuTitle')} closedby="any">
        <div className="menu-sheet">
          <p className="brand">
            <Brand />
          </p>
          <button type="button" className="menu-button" aria-label={t('nav.close')} onClick={hide} {...closes}>
            <span className="close-icon" aria-hidden="true" />
          </button>
          <nav className="menu-links" aria-label={t('nav.menuTitle')}>
            <SiteLinks submenus="menu" onFollow={hide} />
          </nav>
          {Foot && <Foot onFollow={hide} />}
        </div>
      </dialog>
    </>
  )
}
