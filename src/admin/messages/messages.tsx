import { useState } from 'react'
import { UserRegion } from '#auth/sessions/user-region'
import { IconButton } from '#ui/controls/buttons/icon-button'
import { KeyboardIcon } from '#ui/controls/buttons/icons'
import { loadFailed } from '#ui/controls/states/load-failed'
import { Screen } from '#ui/controls/screen'
import { Spinner } from '#ui/controls/states/spinner'
import { useRemembered } from '#editing/use-remembered'
import { useText } from '#i18n/i18n'
import { Inbox } from './inbox'
import { useInboxAddress } from './folders/inbox-address'
import { KeysSheet } from './keys-sheet'
import { isIn } from './list/shown-messages'
import { useWatchedMessages } from './use-messages'

export function MessagesScreen() {
  const t = useText()
  const [letters, setLetters] = useRemembered('industria-letter-keys', ['on', 'off'], 'on')
  const [showsKeys, setShowsKeys] = useState(false)
  const hasLetters = letters === 'on'
  const help = () => setShowsKeys(true)
  return (
    <Screen
      title={t('adminNav.messages')}
      intro={<MessageCount />}
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
