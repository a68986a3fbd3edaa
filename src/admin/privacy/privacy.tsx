import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode, useId } from 'react'
import { Form } from '#auth/forms/form'
import { useWrite } from '#auth/forms/use-write'
import { ConfirmDialog } from '#ui/controls/dialogs/dialogs'
import { Alert, EmptyState } from '#ui/controls/states/states'
import { Button } from '#ui/controls/buttons/button'
import { ShieldIcon, DownloadIcon, TrashIcon } from '#ui/controls/buttons/icons'
import { Screen } from '#ui/controls/screen'
import { TextField } from '#ui/controls/fields/text-field'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useText } from '#i18n/i18n'
import { isEmail } from '#text/email'
import type { Erased } from '#features/privacy/contract'
import { downloadText } from '#client/files'
import { DateTime } from '#i18n/date-time'
import type { MessageWithThread } from '#features/messages/contract'
import type { ActivityEntry } from '#features/activity/contract'
import type { Mail } from '#features/outbox/contract'
import type { Subscriber } from '#features/waitlist/contract'

/** The export of a person's data. */
export type PersonExport = {
  email: string
  messages: MessageWithThread[]
  subscribers: (Subscriber & { confirmedAt: string | null; unsubscribedAt: string | null; welcomedAt: string | null })[]
  mails: Mail[]
  activity: ActivityEntry[]
}

/** In display order. */
const parts = ['messages', 'replies', 'subscribers', 'mails', 'activity'] as const

const countExport = ({ messages, subscribers, mails, activity }: PersonExport): Erased => ({
  messages: messages.length,
  replies: messages.reduce((sum, { thread }) => sum + thread.length, 0),
  subscribers: subscribers.length,
  mails: mails.length,
  activity: activity.length,
})

const isEmptyExport = (counts: Erased): boolean => parts.every((part) => counts[part] === 0)

/** All stored data of a person, for display and download. */
function PersonExportView({ held, onErase }: { held: PersonExport; onErase: () => void }) {
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

/** Export and erasure of a person's data. */
export function PrivacyScreen() {
  const t = useText()
  const client = useQueryClient()
  const [held, setHeld] = useState<PersonExport>()
  const [isErasing, setIsErasing] = useState(false)
  const [erased, setErased] = useState<{ email: string; counts: Erased }>()
  const { mutate, isPending, error, reset } = useWrite<PersonExport>({
    failed: t('privacy.exportFailed'),
    onDone: setHeld,
  })

  function look(email: string, after?: (found: PersonExport) => void) {
    setErased(undefined)
    mutate({ method: 'POST', path: '/api/privacy/export', body: { email } }, { onSuccess: after })
  }

  function finish(counts: Erased) {
    setErased({ email: held?.email ?? '', counts })
    setHeld(undefined)
    setIsErasing(false)
    // Any list may have shown erased data.
    void client.invalidateQueries()
  }

  const isEmpty = held !== undefined && isEmptyExport(countExport(held))
  return (
    <Screen title={t('adminNav.privacy')} intro={t('privacy.intro')}>
      <AddressForm
        error={error}
        isPending={isPending}
        onType={reset}
        onExport={look}
        onErase={(email) => look(email, (found) => setIsErasing(!isEmptyExport(countExport(found))))}
      />
      {erased && (
        <Alert variant="success" title={t('privacy.erased', { email: erased.email })}>
          <Counts counts={erased.counts} />
          {t('privacy.erasedText')}
        </Alert>
      )}
      <output className="kit-hidden">
        {held && t(isEmpty ? 'privacy.nothing' : 'privacy.held', { email: held.email })}
      </output>
      {held &&
        (isEmpty ? (
          <EmptyState
            icon={<ShieldIcon />}
            title={t('privacy.nothing', { email: held.email })}
            text={t('privacy.nothingText')}
          />
        ) : (
          <PersonExportView held={held} onErase={() => setIsErasing(true)} />
        ))}
      {held && <EraseDialog held={held} isOpen={isErasing} onErased={finish} onCancel={() => setIsErasing(false)} />}
    </Screen>
  )
}

type AddressFormProps = {
  error: Error | null
  isPending: boolean
  onType: () => void
  onExport: (email: string) => void
  onErase: (email: string) => void
}

function AddressForm({ error, isPending, onType, onExport, onErase }: AddressFormProps) {
  const t = useText()
  const [email, setEmail] = useState('')
  const [fault, setFault] = useState<string>()

  function submit(go: (email: string) => void) {
    const typed = email.trim()
    if (isEmail(typed)) go(typed)
    else setFault(t('validation.email'))
  }

  function type(text: string) {
    setEmail(text)
    setFault(undefined)
    onType()
  }

  return (
    <Form className="privacy-form" error={error} onSubmit={() => submit(onExport)}>
      <TextField
        label={t('privacy.email')}
        description={t('privacy.emailHint')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        value={email}
        onChange={type}
        error={fault ?? issuesByField(fieldIssues(error)).email}
      />
      <div className="kit-actions">
        <Button type="submit" variant="primary" isPending={isPending}>
          {t(isPending ? 'privacy.exporting' : 'privacy.export')}
        </Button>
        <Button isPending={isPending} onPress={() => submit(onErase)}>
          {t('privacy.erase')}
        </Button>
      </div>
    </Form>
  )
}

type EraseDialogProps = {
  held: PersonExport
  isOpen: boolean
  onErased: (counts: Erased) => void
  onCancel: () => void
}

/** Confirms the erasure of a person's data, which cannot be undone. */
function EraseDialog({ held, isOpen, onErased, onCancel }: EraseDialogProps) {
  const t = useText()
  const { email } = held
  const { mutate, isPending } = useWrite<Erased>({ failed: t('privacy.eraseFailed'), onDone: onErased })
  return (
    <ConfirmDialog
      title={t('privacy.eraseTitle')}
      text={
        <>
          <p>{t('privacy.eraseText', { email })}</p>
          <Counts counts={countExport(held)} />
          <p>{t('privacy.eraseRest')}</p>
        </>
      }
      confirmLabel={t(isPending ? 'privacy.erasing' : 'privacy.eraseConfirm')}
      cancelLabel={t('privacy.cancel')}
      isOpen={isOpen}
      isPending={isPending}
      onConfirm={() => mutate({ method: 'POST', path: '/api/privacy/erase', body: { email } })}
      onCancel={onCancel}
    />
  )
}

/** The number of records of each kind, without zeros. */
function Counts({ counts }: { counts: Erased }) {
  const t = useText()
  return (
    <ul className="kit-bullets">
      {parts
        .filter((part) => counts[part] > 0)
        .map((part) => (
          <li key={part}>{t(`privacy.count.${part}`, { count: counts[part] })}</li>
        ))}
    </ul>
  )
}
