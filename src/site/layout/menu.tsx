import { type MouseEvent, useCallback, useEffect, useRef } from 'react'
import { useAtomValue } from 'jotai'
import { siteAtom } from '#contract/site'
import { useText } from '#i18n/i18n'
import { Brand } from '#ui/pictures/logo'
import { SiteLinks } from './site-links'

const id = 'menu'
/** Attributes that React's types do not know yet. */
const [opens, closes] = ['show-modal', 'close'].map((command) => ({ command, commandfor: id }))

/**
 * The menu of narrow screens: a native modal dialog, so that focus stays inside and Escape closes it. The buttons have
 * invoker commands: browsers that support them open and close the menu before any script runs, and expose its state
 * themselves (HTML allows no `aria-expanded` beside a command).
 */
export function Menu() {
  const t = useText()
  const { logo } = useAtomValue(siteAtom)
  const dialog = useRef<HTMLDialogElement>(null)

  function show() {
    if (!dialog.current?.open) dialog.current?.showModal()
  }

  const hide = useCallback(() => dialog.current?.close(), [])

  function hideOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) hide()
  }

  useEffect(() => {
    const wide = window.matchMedia('(min-width: 48rem)')
    wide.addEventListener('change', hide)
    window.addEventListener('popstate', hide)
    return () => {
      wide.removeEventListener('change', hide)
      window.removeEventListener('popstate', hide)
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
      {/* A click on the backdrop is a convenience beside Escape and the close button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog className="menu" id={id} ref={dialog} aria-label={t('nav.menuTitle')} onClick={hideOnBackdrop}>
        <div className="menu-sheet">
          {logo && (
            <p className="brand">
              <Brand />
            </p>
          )}
          <button type="button" className="menu-button" aria-label={t('nav.close')} onClick={hide} {...closes}>
            <span className="close-icon" aria-hidden="true" />
          </button>
          <nav className="menu-links" aria-label={t('nav.menuTitle')}>
            <SiteLinks submenus="menu" onFollow={hide} />
          </nav>
        </div>
      </dialog>
    </>
  )
}
