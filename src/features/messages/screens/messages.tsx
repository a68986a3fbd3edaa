import { useState, Fragment } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { shortcut } from '#editing/save-shortcut'
import type { MessageId } from '#i18n/messages'
import { IconButton } from '#ui/controls/buttons/button'
import { KeyboardIcon } from '#ui/controls/buttons/icons'
import { ModalDialog } from '#ui/controls/dialogs/dialogs'
import { Switch } from '#ui/controls/fields/choice'
import { loadFailed } from '#ui/controls/states/states'
import { Screen } from '#ui/controls/screen'
import { Spinner } from '#ui/controls/states/spinner'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import { Inbox } from './inbox'
import { useInboxAddress, isIn } from './list/shown-messages'
import { useWatchedMessages } from './use-messages'

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

export function MessagesScreen() {
  const t = useText()
  const [letters, setLetters] = useRemembered('industria-letter-keys', ['on', 'off'], 'on')
  const [showsKeys, setShowsKeys] = useState(false)
  const hasLetters = letters === 'on'
  const help = () => setShowsKeys(true)
  return (
    <Screen
      title={t('adminNav.messages')}
      state={<MessageCount />}
      isWide
      actions={
        <span className="inbox-help">
          <IconButton label={t('messages.keys')} shortcut="?" icon={<KeyboardIcon />} onPress={help} />
        </span>
      }
    >
      <UserRegion loading={<Spinner label={t('messages.loading')} />} failed={loadFailed('messages.failed')}>
        <Inbox hasLetters={hasLetters} onHelp={help} />
      </UserRegion>
      <KeysSheet
        isOpen={showsKeys}
        hasLetters={hasLetters}
        onLetters={(are) => setLetters(are ? 'on' : 'off')}
        onClose={() => setShowsKeys(false)}
      />
    </Screen>
  )
}

function MessageCount() {
  const t = useText()
  const { folder } = useInboxAddress()
  const messages = useWatchedMessages()?.filter(isIn(folder))
  if (!messages) return null
  const unread = messages.filter((message) => !message.read).length
  return (
    <>
      {t('messages.count', { count: messages.length })}
      {unread > 0 && (
        <>
          {' '}
          <span className="kit-badge">{t('messages.unread', { count: unread })}</span>
        </>
      )}
    </>
  )
}

type KeysSheetProps = { isOpen: boolean; hasLetters: boolean; onLetters: (are: boolean) => void; onClose: () => void }

/**
 * The keyboard shortcuts of the inbox, and the switch for single letters, which speech input would trigger by accident.
 */
function KeysSheet({ isOpen, hasLetters, onLetters, onClose }: KeysSheetProps) {
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
                  <kbd key={one} className="kit-key">
                    {one}
                  </kbd>
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
