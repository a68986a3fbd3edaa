import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { Button, IconButton } from '#ui/controls/buttons/button'
import { DesktopIcon, PanelIcon } from '#ui/controls/buttons/icons'
import { useFocusOnMount } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { useMedia } from '#ui/controls/use-media'
import { useRemembered } from '#editing/use-remembered'

/** Wide enough for a panel beside the text; otherwise it is a sheet. */
const besideTheText = '(min-width: 1024px)'
/** Wide enough for a preview beside the text; otherwise it is only a tab. */
const roomForPreview = '(min-width: 1280px)'

export type Panel = 'details' | 'preview'
const choices = ['open', 'preview', 'folded'] as const

/**
 * The panel beside the text: the details of a record, its preview, or nothing, as last chosen. On narrow screens the
 * details are a sheet that opens on demand. `initial` applies until a choice is made: the preview for content made of
 * blocks.
 */
export function useSidePanel(initial: Panel = 'details') {
  const isBeside = useMedia(besideTheText)
  const hasRoom = useMedia(roomForPreview)
  const [remembered, remember] = useRemembered(
    initial === 'preview' ? 'industria-blocks-panel' : 'industria-editor-panel',
    choices,
    initial === 'preview' ? 'preview' : 'open',
  )
  const [isSheet, setIsSheet] = useState(false)
  const beside = remembered === 'preview' && !hasRoom ? 'open' : remembered
  const isOpen = isBeside ? beside === 'open' : isSheet
  const show = (open: boolean) => (isBeside ? remember(open ? 'open' : 'folded') : setIsSheet(open))
  /** Prepares for showing fields: a sheet covers the text, so it opens only if all of them are in it. */
  const revealFields = (inPanel: 'none' | 'some' | 'all') => {
    if (!isBeside) setIsSheet(inPanel === 'all')
    else if (inPanel !== 'none') remember('open')
  }
  return {
    isOpen,
    isSheet: !isBeside && isSheet,
    show,
    revealFields,
    isPreview: isBeside && beside === 'preview',
    /** Absent if there is no room for it. */
    showPreview: hasRoom ? (open: boolean) => remember(open ? 'preview' : 'folded') : undefined,
  }
}

type SidePanelState = ReturnType<typeof useSidePanel>

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
