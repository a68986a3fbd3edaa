import { atom, useAtomValue, useStore } from 'jotai'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useLocation } from 'react-router'
import { useText } from '#i18n/i18n'
import { siteAtom } from '#contract/site'
import { sitePaths } from '#i18n/addresses/paths'
import { useHref } from '#i18n/addresses/use-href'
import { OutLink } from '#ui/link'
import { OutIcon } from './buttons/icons'

/** Whether a screen was shown before: the first one leaves the focus where the browser put it. */
const arrivedAtom = atom(false)

type ScreenProps = {
  title: string
  intro?: ReactNode
  /** What the screen shows in figures, beside the title. */
  state?: ReactNode
  actions?: ReactNode
  /** Uses the full width of a large window. */
  isWide?: boolean
  children: ReactNode
}

/**
 * An admin screen: its heading, which is focused after a navigation, and the document's title. On wide windows the bar with
 * heading and actions stays at the top.
 */
export function Screen({ title, intro, state, actions, isWide, children }: ScreenProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useTabTitle(title)
  useArrival(() => heading.current?.focus({ preventScroll: true }))

  return (
    <div className="kit-screen" data-wide={isWide || undefined}>
      <header className="kit-screen-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {state !== undefined && <p className="kit-screen-state">{state}</p>}
        {actions !== undefined && <div className="kit-actions">{actions}</div>}
        <ViewSite />
      </header>
      {intro !== undefined && <p className="kit-note">{intro}</p>}
      {children}
    </div>
  )
}

function ViewSite() {
  const t = useText()
  const href = useHref()
  return (
    <OutLink className="kit-view-site" href={href(sitePaths.home)}>
      {t('adminNav.viewSite')}
      <OutIcon />
    </OutLink>
  )
}

/** The number of unread items, shown at the beginning of the tab's title. */
export const tabCountAtom = atom(0)

export function useTabTitle(title: string): void {
  const t = useText()
  const { name } = useAtomValue(siteAtom)
  const count = useAtomValue(tabCountAtom)
  const screen = t('adminNav.pageTitle', { screen: title, site: name })
  const text = count > 0 ? `(${count}) ${screen}` : screen
  useEffect(() => {
    document.title = text
  }, [text])
}

/** Calls `onNavigation` when this screen is mounted by a client-side navigation, not by the first load of the page. */
export function useArrival(onNavigation: () => void): void {
  const store = useStore()
  const arrive = useEffectEvent(() => {
    if (store.get(arrivedAtom)) onNavigation()
    store.set(arrivedAtom, true)
  })
  useEffect(() => arrive(), [])
}

/**
 * For the heading of a part of a screen, with the `id` and `tabIndex={-1}`: scrolls to it and focuses it when the URL's
 * fragment names it, because the part may be loaded after the screen.
 */
export function useFragment(id: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const isNamed = useLocation().hash === `#${id}`
  useEffect(() => {
    if (!isNamed) return undefined
    // After the screen has focused its own heading.
    const frame = requestAnimationFrame(() => {
      heading.current?.scrollIntoView()
      heading.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isNamed])
  return heading
}
