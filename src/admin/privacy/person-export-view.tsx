import { type ReactNode, useId } from 'react'
import { downloadText } from '#client/download'
import { Button } from '#ui/controls/buttons/button'
import { DownloadIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { DateTime } from '#i18n/date-time'
import { useText } from '#i18n/i18n'
import type { MessageWithThread } from '#features/messages/contract'
import { Counts } from './counts'
import { countExport, type PersonExport } from './person-export'

/** All stored data of a person, for display and download. */
export function PersonExportView({ held, onErase }: { held: PersonExport; onErase: () => void }) {
  const t = useText()
  const titleId = useId()
  const { email, messages, subscribers, mails, activity } = held
  const download = () => downloadText(fileName(email), 'application/json', `${JSON.stringify(held, null, 2)}\n`)
  return (
    <section className="privacy-held" aria-labelledby={titleId}>
      <header className="privacy-held-head">
        <div>
          <h2 id={titleId}>{t('privacy.held', { email })}</h2>
          <Counts counts={countExport(held)} />
        </div>
        <div className="kit-actions">
          <Button onPress={download}>
            <DownloadIcon />
            {t('privacy.download')}
          </Button>
          <Button variant="danger" onPress={onErase}>
            <TrashIcon />
            {t('privacy.erase')}
          </Button>
        </div>
      </header>
      <Part title={t('privacy.part.messages')} isEmpty={messages.length === 0}>
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </Part>
      <Part title={t('privacy.part.subscribers')} isEmpty={subscribers.length === 0}>
        {subscribers.map(({ id, email: address, state, submittedAt }) => (
          <Line key={id} title={address} at={submittedAt}>
            {t(`subscribers.is.${state}`)}
          </Line>
        ))}
      </Part>
      <Part title={t('privacy.part.mails')} isEmpty={mails.length === 0}>
        {mails.map(({ id, subject, kind, to, state, createdAt }) => (
          <Line key={id} title={subject} at={createdAt}>
            {t('privacy.to', { to })} · {t(`outbox.of.${kind}`)} · {t(`outbox.is.${state}`)}
          </Line>
        ))}
      </Part>
      <Part title={t('privacy.part.activity')} isEmpty={activity.length === 0}>
        {activity.map(({ id, at, user, action, kind, title }) => (
          <Line
            key={id}
            title={`${user?.username ?? t('activity.somebody')} ${t(`activity.did.${action}`)} ${t(`activity.of.${kind}`)}`}
            at={at}
          >
            {title}
          </Line>
        ))}
      </Part>
    </section>
  )
}

/** Only characters that every system allows in a file name. */
const fileName = (email: string) => `${email.replaceAll(/[^\p{L}\p{N}@._-]+/gu, '-')}.json`

function Part({ title, isEmpty, children }: { title: string; isEmpty: boolean; children: ReactNode }) {
  if (isEmpty) return null
  return (
    <section className="privacy-part">
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

function Message({ message }: { message: MessageWithThread }) {
  const t = useText()
  const { subject, name, submittedAt, message: text, thread } = message
  return (
    <Line title={subject} at={submittedAt}>
      {name}
      <p className="privacy-text">{text}</p>
      {thread.map(({ id, at, by, body }) => (
        <div key={id} className="privacy-answer">
          <p>
            {by ? t('privacy.answered', { name: by.username }) : t('privacy.answer')} · <DateTime at={at} />
          </p>
          <p className="privacy-text">{body}</p>
        </div>
      ))}
    </Line>
  )
}

function Line({ title, at, children }: { title: string; at: string; children: ReactNode }) {
  return (
    <li>
      <p className="privacy-line">
        <strong>{title}</strong> <DateTime at={at} />
      </p>
      <div className="kit-note">{children}</div>
    </li>
  )
}
