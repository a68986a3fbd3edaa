import { Fragment } from 'react'
import { ModalDialog } from '#ui/controls/dialogs/modal-dialog'
import { Switch } from '#ui/controls/fields/switch'
import { shortcut } from '#editing/save-shortcut'
import { useText } from '#i18n/i18n'
import type { MessageId } from '#i18n/messages'

const keys: [MessageId, string[]][] = [
  ['messages.keys.move', ['↓', '↑', 'J', 'K']],
  ['messages.keys.open', ['Enter']],
  ['messages.keys.archive', ['E']],
  ['messages.keys.reply', ['R']],
  ['messages.keys.spam', ['!']],
  ['messages.keys.unread', ['U']],
  ['messages.keys.delete', ['#', 'Delete']],
  ['messages.keys.undo', ['Z']],
  ['messages.keys.select', ['X']],
  ['messages.keys.selectMore', ['Shift+↓', 'Shift+↑']],
  ['messages.keys.search', ['/']],
  ['messages.keys.close', ['Esc']],
  ['messages.keys.help', ['?']],
]

type KeysSheetProps = { isOpen: boolean; hasLetters: boolean; onLetters: (are: boolean) => void; onClose: () => void }

/** All keys of the inbox, and the switch for those that are letters: who dictates would press them unawares. */
export function KeysSheet({ isOpen, hasLetters, onLetters, onClose }: KeysSheetProps) {
  const t = useText()
  const all: [MessageId, string[]][] = [
    ...keys,
    ['messages.keys.selectAll', [shortcut('A')]],
    ['messages.keys.send', [shortcut('Enter')]],
  ]
  return (
    <ModalDialog
      title={t('messages.keys')}
      isOpen={isOpen}
      onClose={onClose}
      closeLabel={t('messages.close')}
      size="small"
    >
      <div className="kit-stack">
        <dl className="inbox-keys">
          {all.map(([what, which]) => (
            <Fragment key={what}>
              <dt>{t(what)}</dt>
              <dd>
                {which.map((one) => (
                  <kbd key={one}>{one}</kbd>
                ))}
              </dd>
            </Fragment>
          ))}
        </dl>
        <Switch isSelected={hasLetters} onChange={onLetters}>
          {t('messages.keys.letters')}
        </Switch>
      </div>
    </ModalDialog>
  )
}
