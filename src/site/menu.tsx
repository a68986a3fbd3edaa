import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useText } from '#base/i18n/i18n'
import { SiteLinks } from './site-links'

/** The links of a narrow screen: a native modal dialog, so that focus stays inside and Escape closes it. */
export function Menu() {
  const t = useText()
  const dialog = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const [filled, setFilled] = useState(false)

  function show() {
    // The links are made at the first opening; showModal must find them to put the focus there.
    flushSync(() => {
      setFilled(true)
      setOpen(true)
    })
    dialog.current?.showModal()
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
      <button type="button" className="menu-button" aria-label={t('nav.menu')} aria-haspopup="dialog" aria-expanded={open} onClick={show}>
        <span className="menu-icon" aria-hidden="true" />
      </button>
      {/* A click on the backdrop is a convenience beside Escape and the close button. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <dialog className="menu" ref={dialog} aria-label={t('nav.menuTitle')} onClose={() => setOpen(false)} onClick={hideOnBackdrop}>
        {filled && (
          <div className="menu-sheet">
            <button type="button" className="menu-button" aria-label={t('nav.close')} onClick={hide}>
              <span className="close-icon" aria-hidden="true" />
            </button>
            <nav className="menu-links" aria-label={t('nav.menuTitle')}>
              <SiteLinks onFollow={hide} />
            </nav>
          </div>
        )}
      </dialog>
    </>
  )
}
