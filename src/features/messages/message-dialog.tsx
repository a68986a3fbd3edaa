import { useAtomValue } from 'jotai'
import { Button } from '#base/controls/button'
import { LinkButton } from '#base/controls/link-button'
import { ModalDialog } from '#base/controls/modal-dialog'
import { ReplyIcon } from '#base/controls/icons'
import { useText } from '#base/i18n/i18n'
import { dateTime } from '#base/i18n/dates'
import { languageAtom } from '#base/i18n/language-atom'
import { mailto } from '#base/text/mailto'
import type { Message } from './contract'

type MessageDialogProps = { message: Message; isOpen: boolean; onClose: () => void; onMarkNew: () => void }

/** The whole message as it was written: its lines kept, nothing in it read as markup. */
export function MessageDialog({ message, isOpen, onClose, onMarkNew }: MessageDialogProps) {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return (
    <ModalDialog
      title={message.subject}
      isOpen={isOpen}
      onClose={onClose}
      closeLabel={t('messages.close')}
      footer={
        <>
          <Button variant="quiet" onPress={onMarkNew}>
            {t('messages.markNew')}
          </Button>
          <Button onPress={onClose}>{t('messages.close')}</Button>
          <LinkButton
            variant="primary"
            href={mailto(message.email, t('messages.replySubject', { subject: message.subject }))}
          >
            <ReplyIcon />
            {t('messages.reply')}
          </LinkButton>
        </>
      }
    >
      <div className="kit-stack">
        <dl className="message-facts">
          <dt>{t('messages.from')}</dt>
          <dd>
            {message.name} <a href={mailto(message.email)}>{message.email}</a>
          </dd>
          <dt>{t('messages.date')}</dt>
          <dd>
            <time dateTime={message.submittedAt}>{dateTime(message.submittedAt, language)}</time>
          </dd>
        </dl>
        <section aria-label={t('messages.message')}>
          <p className="message-text">{message.message}</p>
        </section>
      </div>
    </ModalDialog>
  )
}
