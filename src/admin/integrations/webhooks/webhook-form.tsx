import { type FormEvent, useId, useState } from 'react'
import type { Webhook, WebhookEvent, WebhookInput } from '#features/webhooks/contract'
import { issuesByField, fieldIssues } from '#client/field-issues'
import { useFaultFocus } from '#editing/focus'
import { useText } from '#i18n/i18n'
import { TextField } from '#ui/controls/fields/text-field'
import { eventGroups } from './event-groups'

type WebhookFormProps = {
  id: string
  webhook?: Webhook
  /** What the last try was refused with. */
  error: unknown
  onSubmit: (input: WebhookInput) => void
}

/** Where a webhook leads and what it is told of. */
export function WebhookForm({ id, webhook, error, onSubmit }: WebhookFormProps) {
  const t = useText()
  const form = useFaultFocus(error)
  const issues = issuesByField(fieldIssues(error))
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [events, setEvents] = useState<WebhookEvent[]>(webhook?.events ?? [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit({ url, events })
  }
  return (
    <form id={id} className="kit-stack" noValidate onSubmit={submit} ref={form}>
      <TextField
        label={t('webhooks.url')}
        description={t('webhooks.urlHelp')}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the dialog is there for this field
        autoFocus
        isRequired
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={url}
        onChange={setUrl}
        error={issues.url}
      />
      <EventChoice events={events} onChoose={setEvents} error={issues.events} />
    </form>
  )
}

type EventChoiceProps = { events: WebhookEvent[]; onChoose: (events: WebhookEvent[]) => void; error?: string }

function EventChoice({ events, onChoose, error }: EventChoiceProps) {
  const t = useText()
  const errorId = useId()
  const choose = (event: WebhookEvent, isChosen: boolean) =>
    onChoose(isChosen ? [...events, event] : events.filter((one) => one !== event))
  return (
    <fieldset className="webhooks-choice" aria-describedby={error === undefined ? undefined : errorId}>
      <legend className="kit-label" data-required>
        {t('webhooks.when')}
      </legend>
      {error !== undefined && (
        <p id={errorId} className="kit-error" role="alert">
          {error}
        </p>
      )}
      {eventGroups.map(({ kind, events: all }) => (
        <fieldset key={kind}>
          <legend>{t(`webhooks.of.${kind}`)}</legend>
          {all.map((event) => (
            <label key={event}>
              <input
                type="checkbox"
                className="kit-box"
                aria-invalid={error === undefined ? undefined : true}
                checked={events.includes(event)}
                onChange={({ target }) => choose(event, target.checked)}
              />
              <span>
                {t(`webhooks.is.${event}`)} <code>{event}</code>
              </span>
            </label>
          ))}
        </fieldset>
      ))}
    </fieldset>
  )
}
