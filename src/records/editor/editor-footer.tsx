import { type ReactNode, useId } from 'react'
import { TooltipTrigger } from 'react-aria-components'
import { Button, type ButtonProps } from '#ui/controls/buttons/button'
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
  checks?: ReactNode
  onCancel: () => void
}

/** The save status, and the buttons to save or close: on phones one of them, and a menu with the others. */
export function EditorFooter<V extends Values>({ form, save, draft, checks, onCancel }: EditorFooterProps<V>) {
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
        <SaveButton
          action={draft}
          keys="S"
          hintId={`${id}-draft`}
          isDisabled={save.isPending}
          onPress={() => {
            close()
            draft.onSave()
          }}
        />
      )}
    </>
  )
  return (
    <>
      <div className="edit-status">
        <SaveStatus form={form} />
      </div>
      {checks}
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
      <SaveButton
        action={save}
        keys={draft ? 'Enter' : 'S'}
        hintId={`${id}-save`}
        variant="primary"
        isDisabled={draft?.isPending}
        onPress={save.onSave}
      />
    </>
  )
}

/** Milliseconds. */
const tipDelay = 500

type SaveButtonProps = Pick<ButtonProps, 'variant' | 'isDisabled' | 'onPress'> & {
  action: SaveAction
  keys: string
  hintId: string
}

function SaveButton({ action, keys, hintId, ...button }: SaveButtonProps) {
  const t = useText()
  return (
    <TooltipTrigger delay={tipDelay} closeDelay={0}>
      <Button
        {...button}
        isPending={action.isPending}
        aria-keyshortcuts={ariaShortcut(keys)}
        aria-describedby={action.hint === undefined ? undefined : hintId}
      >
        {action.isPending ? t('editing.saving') : (action.label ?? t('editing.save'))}
        <kbd className="edit-shortcut" aria-hidden="true">
          {shortcut(keys)}
        </kbd>
      </Button>
      <Tip>{shortcut(keys)}</Tip>
    </TooltipTrigger>
  )
}

const Hint = ({ id, of }: { id: string; of: SaveAction }) =>
  of.hint === undefined ? null : (
    <p id={id}>
      <b>{of.label}</b> {of.hint}
    </p>
  )
