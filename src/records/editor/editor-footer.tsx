import { useId } from 'react'
import { TooltipTrigger } from 'react-aria-components'
import { Button } from '#ui/controls/buttons/button'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { MoreIcon } from '#ui/controls/buttons/icons'
import { PopoverButton } from '#ui/controls/buttons/popover-button'
import { Tip } from '#ui/controls/buttons/tip'
import { useIsPhone } from '#ui/controls/use-media'
import { ariaShortcut, shortcut } from '#editing/save-shortcut'
import { useText } from '#i18n/i18n'
import { SaveStatus } from './saving/save-status'
import type { Editor } from './saving/use-editor'
import type { Values } from './values/values'

/** The label of the save button, and a hint about its effect, unless it is simply *Save*. */
export type SaveAction = { onSave: () => void; label?: string; hint?: string; isPending: boolean }

type EditorFooterProps<V extends Values> = {
  form: Editor<V>
  save: SaveAction
  /** The secondary button that saves a draft. */
  draft?: SaveAction
  onCancel: () => void
}

/** The save status, and the buttons to save or close: on phones one of them, and a menu with the others. */
export function EditorFooter<V extends Values>({ form, save, draft, onCancel }: EditorFooterProps<V>) {
  const t = useText()
  const id = useId()
  const isNarrow = useIsPhone()
  const isPending = save.isPending || draft?.isPending === true
  const others = (close: () => void) => (
    <>
      <div className="edit-hints">
        {draft && <Hint id={`${id}-draft`} of={draft} />}
        <Hint id={`${id}-save`} of={save} />
      </div>
      <Button
        onPress={() => {
          close()
          onCancel()
        }}
        isDisabled={isPending}
      >
        {t('editing.cancel')}
      </Button>
      {draft && (
        <TooltipTrigger delay={tipDelay} closeDelay={0}>
          <Button
            onPress={() => {
              close()
              draft.onSave()
            }}
            isDisabled={save.isPending}
            isPending={draft.isPending}
            aria-keyshortcuts={ariaShortcut('S')}
            aria-describedby={`${id}-draft`}
          >
            {draft.isPending ? t('editing.saving') : draft.label}
            <Shortcut keys="S" />
          </Button>
          <Tip>{shortcut('S')}</Tip>
        </TooltipTrigger>
      )}
    </>
  )
  return (
    <>
      <div className="edit-status">
        <SaveStatus form={form} />
      </div>
      {isNarrow ? (
        <PopoverButton
          button={<IconButton label={t('editing.more')} icon={<MoreIcon />} variant="secondary" />}
          label={t('editing.more')}
        >
          {others}
        </PopoverButton>
      ) : (
        others(() => {})
      )}
      <TooltipTrigger delay={tipDelay} closeDelay={0}>
        <Button
          variant="primary"
          onPress={save.onSave}
          isDisabled={draft?.isPending}
          isPending={save.isPending}
          aria-keyshortcuts={ariaShortcut(draft ? 'Enter' : 'S')}
          aria-describedby={save.hint === undefined ? undefined : `${id}-save`}
        >
          {save.isPending ? t('editing.saving') : (save.label ?? t('editing.save'))}
          <Shortcut keys={draft ? 'Enter' : 'S'} />
        </Button>
        <Tip>{shortcut(draft ? 'Enter' : 'S')}</Tip>
      </TooltipTrigger>
    </>
  )
}

/** Milliseconds. */
const tipDelay = 500

const Shortcut = ({ keys }: { keys: string }) => (
  <kbd className="edit-shortcut" aria-hidden="true">
    {shortcut(keys)}
  </kbd>
)

const Hint = ({ id, of }: { id: string; of: SaveAction }) =>
  of.hint === undefined ? null : (
    <p id={id}>
      <b>{of.label}</b> {of.hint}
    </p>
  )
