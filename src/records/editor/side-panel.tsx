import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { Button } from '#ui/controls/buttons/button'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { DesktopIcon, PanelIcon } from '#ui/controls/buttons/icons'
import { useFocusOnMount } from '#editing/focus'
import { useText } from '#i18n/i18n'
import type { SidePanelState } from './use-side-panel'

const toggleClass = 'edit-panel-toggle'

/** Opens and closes the panels. */
export function SidePanelToggle({ panel }: { panel: SidePanelState }) {
  const t = useText()
  const { isPreview, showPreview } = panel
  return (
    <div className={toggleClass}>
      {showPreview && (
        <IconButton
          label={t('editing.preview.beside')}
          icon={<DesktopIcon />}
          aria-expanded={isPreview}
          onPress={() => showPreview(!isPreview)}
        />
      )}
      <IconButton
        label={t('editing.details')}
        icon={<PanelIcon />}
        aria-expanded={panel.isOpen}
        onPress={() => panel.show(!panel.isOpen)}
      />
    </div>
  )
}

/** The preview of the page beside its text. */
export function PreviewPanel({ children }: { children: ReactNode }) {
  const t = useText()
  return (
    <aside className="edit-aside" data-preview aria-label={t('resource.previewTab')}>
      {children}
    </aside>
  )
}

/** The details of a record. As a sheet it closes with its button or Escape, without closing the dialog. */
export function SidePanel({ panel, children }: { panel: SidePanelState; children: ReactNode }) {
  const t = useText()
  if (panel.isSheet) return <Sheet panel={panel}>{children}</Sheet>
  return (
    <aside className="edit-aside" aria-label={t('editing.details')}>
      {children}
    </aside>
  )
}

function Sheet({ panel, children }: { panel: SidePanelState; children: ReactNode }) {
  const t = useText()
  const id = useId()
  const focused = useFocusOnMount<HTMLHeadingElement>()
  const close = () => {
    panel.show(false)
    const toggle = document.querySelector(`.${toggleClass} button:last-child`)
    if (toggle instanceof HTMLElement) toggle.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    close()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the key belongs to the controls inside
    <aside className="edit-aside" data-sheet aria-labelledby={id} onKeyDown={onKeyDown}>
      <div className="edit-sheet-head">
        <h3 id={id} ref={focused} tabIndex={-1}>
          {t('editing.details')}
        </h3>
        <Button onPress={close}>{t('editing.detailsDone')}</Button>
      </div>
      {children}
    </aside>
  )
}
